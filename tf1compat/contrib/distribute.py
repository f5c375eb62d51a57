"""`tf.contrib.distribute`: the strategies of `tf.distribute` under their older names."""

from tf1compat._facade.distribute.distribute_config import DistributeConfig as DistributeConfig
from tf1compat._facade.distribute.distribute_context import get_cross_replica_context as get_cross_replica_context
from tf1compat._facade.distribute.distribute_context import get_loss_reduction as get_loss_reduction
from tf1compat._facade.distribute.distribute_context import get_replica_context as get_replica_context
from tf1compat._facade.distribute.distribute_context import get_strategy as get_distribution_strategy
from tf1compat._facade.distribute.distribute_context import get_strategy as get_strategy
from tf1compat._facade.distribute.distribute_context import has_strategy as has_distribution_strategy
from tf1compat._facade.distribute.distribute_context import has_strategy as has_strategy
from tf1compat._facade.distribute.distribute_context import in_cross_replica_context as in_cross_replica_context
from tf1compat._facade.distribute.distribute_context import require_replica_context as require_replica_context
from tf1compat._facade.distribute.replica_threads import ReplicaContext as ReplicaContext
from tf1compat._facade.distribute.strategies import AllReduceCrossDeviceOps as AllReduceCrossDeviceOps
from tf1compat._facade.distribute.strategies import AllReduceCrossDeviceOps as AllReduceCrossTowerOps
from tf1compat._facade.distribute.strategies import CollectiveAllReduceStrategy as CollectiveAllReduceStrategy
from tf1compat._facade.distribute.strategies import ContribMirroredStrategy as MirroredStrategy
from tf1compat._facade.distribute.strategies import CrossDeviceOps as CrossDeviceOps
from tf1compat._facade.distribute.strategies import OneDeviceStrategy as OneDeviceStrategy
from tf1compat._facade.distribute.strategies import ParameterServerStrategy as ParameterServerStrategy
from tf1compat._facade.distribute.strategies import ReductionToOneDevice as ReductionToOneDeviceCrossDeviceOps
from tf1compat._facade.distribute.strategies import TPUStrategy as TPUStrategy
from tf1compat._facade.distribute.strategy import Strategy as DistributionStrategy
from tf1compat._facade.distribute.strategy import StrategyExtended as DistributionStrategyExtended
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
