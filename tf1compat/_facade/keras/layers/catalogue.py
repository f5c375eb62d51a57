"""The modules whose layers can be named in configurations."""

from tf1compat._facade.keras.layers import (
    activations,
    attention,
    convolutional,
    convolutional_recurrent,
    core,
    dense_features,
    embeddings,
    local,
    merge,
    noise,
    normalization,
    peephole,
    pooling,
    recurrent,
    recurrent_cells,
    wrappers,
)

MODULES = (
    core,
    convolutional,
    pooling,
    merge,
    normalization,
    embeddings,
    activations,
    noise,
    recurrent,
    recurrent_cells,
    wrappers,
    attention,
    convolutional_recurrent,
    dense_features,
    local,
    peephole,
)
