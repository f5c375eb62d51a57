"""`tf.keras.callbacks`: what happens during training."""

from tf1compat._facade.keras.callbacks.base import Callback as Callback
from tf1compat._facade.keras.callbacks.base import History as History
from tf1compat._facade.keras.callbacks.checkpoints import ModelCheckpoint as ModelCheckpoint
from tf1compat._facade.keras.callbacks.progress import BaseLogger as BaseLogger
from tf1compat._facade.keras.callbacks.progress import ProgbarLogger as ProgbarLogger
from tf1compat._facade.keras.callbacks.standard import CSVLogger as CSVLogger
from tf1compat._facade.keras.callbacks.standard import EarlyStopping as EarlyStopping
from tf1compat._facade.keras.callbacks.standard import LambdaCallback as LambdaCallback
from tf1compat._facade.keras.callbacks.standard import LearningRateScheduler as LearningRateScheduler
from tf1compat._facade.keras.callbacks.standard import ReduceLROnPlateau as ReduceLROnPlateau
from tf1compat._facade.keras.callbacks.standard import RemoteMonitor as RemoteMonitor
from tf1compat._facade.keras.callbacks.standard import TerminateOnNaN as TerminateOnNaN
from tf1compat._facade.keras.callbacks.tensorboard import TensorBoard as TensorBoard
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
