"""`tf.contrib.checkpoint`: objects whose parts are saved with them."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.train.checkpoint_manager import CheckpointManager as CheckpointManager
from tf1compat._facade.train.object_graph import AutoTrackable as Checkpointable
from tf1compat._facade.train.object_graph import List as List
from tf1compat._facade.train.object_graph import NoDependency as NoDependency
from tf1compat._facade.train.object_graph import Trackable as CheckpointableBase
from tf1compat._facade.train.object_graph import TrackedMapping as Mapping

__getattr__, __dir__ = _on_demand(__name__)
