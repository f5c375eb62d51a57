"""`tf.keras.optimizers`."""

from tf1compat._facade.keras.optimizers import deserialize as deserialize
from tf1compat._facade.keras.optimizers import get as get
from tf1compat._facade.keras.optimizers import serialize as serialize
from tf1compat._facade.keras.optimizers.base import Optimizer as Optimizer
from tf1compat._facade.keras.optimizers.further_rules import Ftrl as Ftrl
from tf1compat._facade.keras.optimizers.further_rules import Nadam as Nadam
from tf1compat._facade.keras.optimizers.rules import SGD as SGD
from tf1compat._facade.keras.optimizers.rules import Adadelta as Adadelta
from tf1compat._facade.keras.optimizers.rules import Adagrad as Adagrad
from tf1compat._facade.keras.optimizers.rules import Adam as Adam
from tf1compat._facade.keras.optimizers.rules import Adamax as Adamax
from tf1compat._facade.keras.optimizers.rules import RMSprop as RMSprop
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__, modules="schedules")
