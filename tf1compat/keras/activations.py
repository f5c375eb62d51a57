"""`tf.keras.activations`."""

from tf1compat._facade.keras.activations import deserialize as deserialize
from tf1compat._facade.keras.activations import elu as elu
from tf1compat._facade.keras.activations import exponential as exponential
from tf1compat._facade.keras.activations import get as get
from tf1compat._facade.keras.activations import hard_sigmoid as hard_sigmoid
from tf1compat._facade.keras.activations import linear as linear
from tf1compat._facade.keras.activations import relu as relu
from tf1compat._facade.keras.activations import selu as selu
from tf1compat._facade.keras.activations import serialize as serialize
from tf1compat._facade.keras.activations import sigmoid as sigmoid
from tf1compat._facade.keras.activations import softmax as softmax
from tf1compat._facade.keras.activations import softplus as softplus
from tf1compat._facade.keras.activations import softsign as softsign
from tf1compat._facade.keras.activations import tanh as tanh
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
