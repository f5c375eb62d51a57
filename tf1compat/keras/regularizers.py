"""`tf.keras.regularizers`."""

from tf1compat._facade.keras.regularizers import L1L2 as L1L2
from tf1compat._facade.keras.regularizers import Regularizer as Regularizer
from tf1compat._facade.keras.regularizers import deserialize as deserialize
from tf1compat._facade.keras.regularizers import get as get
from tf1compat._facade.keras.regularizers import l1 as l1
from tf1compat._facade.keras.regularizers import l1_l2 as l1_l2
from tf1compat._facade.keras.regularizers import l2 as l2
from tf1compat._facade.keras.regularizers import serialize as serialize
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
