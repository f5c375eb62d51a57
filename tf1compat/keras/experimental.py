"""`tf.keras.experimental`."""

from tf1compat._facade.keras.experimental import export_saved_model as export_saved_model
from tf1compat._facade.keras.experimental import load_from_saved_model as load_from_saved_model
from tf1compat._facade.keras.layers.dense_features import SequenceFeatures as SequenceFeatures
from tf1compat._facade.keras.layers.peephole import PeepholeLSTMCell as PeepholeLSTMCell
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
