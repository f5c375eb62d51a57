"""`tf.keras.experimental`."""

from tf1compat._facade.keras.experimental import export_saved_model as export_saved_model
from tf1compat._facade.keras.experimental import load_from_saved_model as load_from_saved_model
from tf1compat._facade.keras.layers.dense_features import SequenceFeatures as SequenceFeatures
from tf1compat._facade.keras.layers.peephole import PeepholeLSTMCell as PeepholeLSTMCell
from tf1compat._facade.keras.optimizers.cosine_schedules import CosineDecay as CosineDecay
from tf1compat._facade.keras.optimizers.cosine_schedules import CosineDecayRestarts as CosineDecayRestarts
from tf1compat._facade.keras.optimizers.cosine_schedules import LinearCosineDecay as LinearCosineDecay
from tf1compat._facade.keras.optimizers.cosine_schedules import NoisyLinearCosineDecay as NoisyLinearCosineDecay
from tf1compat._facade.keras.premade.models import LinearModel as LinearModel
from tf1compat._facade.keras.premade.models import WideDeepModel as WideDeepModel
from tf1compat._facade.keras.tools.enqueuers import (
    terminate_keras_multiprocessing_pools as terminate_keras_multiprocessing_pools,
)
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
