"""`tf.distribute.experimental`: strategies with variables elsewhere, or over several machines."""

from tf1compat._facade.distribute.reduce_op import CollectiveCommunication as CollectiveCommunication
from tf1compat._facade.distribute.strategies import CentralStorageStrategy as CentralStorageStrategy
from tf1compat._facade.distribute.strategies import MultiWorkerMirroredStrategy as MultiWorkerMirroredStrategy
from tf1compat._facade.distribute.strategies import ParameterServerStrategy as ParameterServerStrategy
from tf1compat._facade.distribute.strategies import TPUStrategy as TPUStrategy
