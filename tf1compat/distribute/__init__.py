"""`tf.distribute`: strategies that run a model once for each device of this process."""

from tf1compat._facade.distribute.distribute_context import experimental_set_strategy as experimental_set_strategy
from tf1compat._facade.distribute.distribute_context import get_loss_reduction as get_loss_reduction
from tf1compat._facade.distribute.distribute_context import get_replica_context as get_replica_context
from tf1compat._facade.distribute.distribute_context import get_strategy as get_strategy
from tf1compat._facade.distribute.distribute_context import has_strategy as has_strategy
from tf1compat._facade.distribute.distribute_context import in_cross_replica_context as in_cross_replica_context
from tf1compat._facade.distribute.input_lib import InputContext as InputContext
from tf1compat._facade.distribute.input_lib import InputReplicationMode as InputReplicationMode
from tf1compat._facade.distribute.reduce_op import ReduceOp as ReduceOp
from tf1compat._facade.distribute.replica_threads import ReplicaContext as ReplicaContext
from tf1compat._facade.distribute.strategies import CrossDeviceOps as CrossDeviceOps
from tf1compat._facade.distribute.strategies import HierarchicalCopyAllReduce as HierarchicalCopyAllReduce
from tf1compat._facade.distribute.strategies import MirroredStrategy as MirroredStrategy
from tf1compat._facade.distribute.strategies import NcclAllReduce as NcclAllReduce
from tf1compat._facade.distribute.strategies import OneDeviceStrategy as OneDeviceStrategy
from tf1compat._facade.distribute.strategies import ReductionToOneDevice as ReductionToOneDevice
from tf1compat._facade.distribute.strategy import Strategy as Strategy
from tf1compat._facade.distribute.strategy import StrategyExtended as StrategyExtended
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.train.server import Server as Server

__getattr__, __dir__ = _on_demand(__name__, modules="cluster_resolver experimental")
