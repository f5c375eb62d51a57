"""`tf.contrib.keras`: the old name of `tf.keras`."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat.keras import activations as activations
from tf1compat.keras import backend as backend
from tf1compat.keras import callbacks as callbacks
from tf1compat.keras import constraints as constraints
from tf1compat.keras import datasets as datasets
from tf1compat.keras import initializers as initializers
from tf1compat.keras import layers as layers
from tf1compat.keras import losses as losses
from tf1compat.keras import metrics as metrics
from tf1compat.keras import models as models
from tf1compat.keras import optimizers as optimizers
from tf1compat.keras import preprocessing as preprocessing
from tf1compat.keras import regularizers as regularizers
from tf1compat.keras import utils as utils

__getattr__, __dir__ = _on_demand(__name__)
