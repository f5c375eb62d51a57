"""`tf.version`: the versions that programs test."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.versions import COMPILER_VERSION as COMPILER_VERSION
from tf1compat._facade.versions import GIT_VERSION as GIT_VERSION
from tf1compat._facade.versions import GRAPH_DEF_VERSION as GRAPH_DEF_VERSION
from tf1compat._facade.versions import GRAPH_DEF_VERSION_MIN_CONSUMER as GRAPH_DEF_VERSION_MIN_CONSUMER
from tf1compat._facade.versions import GRAPH_DEF_VERSION_MIN_PRODUCER as GRAPH_DEF_VERSION_MIN_PRODUCER
from tf1compat._facade.versions import VERSION as VERSION

__getattr__, __dir__ = _on_demand(__name__)
