"""`tf.keras.optimizers.schedules`: learning rates as functions of the step."""

from tf1compat._facade.keras.optimizers.schedules import ExponentialDecay as ExponentialDecay
from tf1compat._facade.keras.optimizers.schedules import InverseTimeDecay as InverseTimeDecay
from tf1compat._facade.keras.optimizers.schedules import LearningRateSchedule as LearningRateSchedule
from tf1compat._facade.keras.optimizers.schedules import PiecewiseConstantDecay as PiecewiseConstantDecay
from tf1compat._facade.keras.optimizers.schedules import PolynomialDecay as PolynomialDecay
from tf1compat._facade.keras.optimizers.schedules import deserialize as deserialize
from tf1compat._facade.keras.optimizers.schedules import serialize as serialize
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
