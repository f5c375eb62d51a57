"""The modules whose layers can be named in configurations."""

from tf1compat._facade.keras.layers import (
    activations,
    convolutional,
    core,
    embeddings,
    merge,
    noise,
    normalization,
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
)
