"""`tf.graph_util`: functions on graph definitions."""

from tf1compat._facade.graph_util import convert_variables_to_constants as convert_variables_to_constants
from tf1compat._facade.graph_util import extract_sub_graph as extract_sub_graph
from tf1compat._facade.graph_util import import_graph_def as import_graph_def
from tf1compat._facade.graph_util import must_run_on_cpu as must_run_on_cpu
from tf1compat._facade.graph_util import remove_training_nodes as remove_training_nodes
from tf1compat._facade.graph_util import tensor_shape_from_node_def_name as tensor_shape_from_node_def_name
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
