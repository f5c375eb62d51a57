"""`tf.keras.constraints`: projections of weights."""

from tf1compat._facade.keras.constraints import Constraint as Constraint
from tf1compat._facade.keras.constraints import MaxNorm as MaxNorm
from tf1compat._facade.keras.constraints import MinMaxNorm as MinMaxNorm
from tf1compat._facade.keras.constraints import NonNeg as NonNeg
from tf1compat._facade.keras.constraints import RadialConstraint as RadialConstraint
from tf1compat._facade.keras.constraints import UnitNorm as UnitNorm
from tf1compat._facade.keras.constraints import deserialize as deserialize
from tf1compat._facade.keras.constraints import get as get
from tf1compat._facade.keras.constraints import max_norm as max_norm
from tf1compat._facade.keras.constraints import min_max_norm as min_max_norm
from tf1compat._facade.keras.constraints import non_neg as non_neg
from tf1compat._facade.keras.constraints import radial_constraint as radial_constraint
from tf1compat._facade.keras.constraints import serialize as serialize
from tf1compat._facade.keras.constraints import unit_norm as unit_norm
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
