"""`tf.keras`: layers, models and their training."""

from tf1compat._facade.keras.engine.configuration import VERSION as __version__
from tf1compat._facade.keras.engine.input_layer import Input as Input
from tf1compat._facade.keras.engine.model import Model as Model
from tf1compat._facade.keras.engine.sequential import Sequential as Sequential
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(
    __name__,
    modules=(
        "activations applications backend callbacks constraints datasets estimator experimental initializers "
        "layers losses metrics mixed_precision models optimizers preprocessing regularizers utils wrappers"
    ),
)
