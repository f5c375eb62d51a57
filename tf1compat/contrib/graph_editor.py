"""`tf.contrib.graph_editor`: parts of a graph selected, rewired, cut out and copied."""

from tf1compat._facade.contrib.graph_editor import edit as edit
from tf1compat._facade.contrib.graph_editor import elements as util
from tf1compat._facade.contrib.graph_editor import reroute as reroute
from tf1compat._facade.contrib.graph_editor import select as select
from tf1compat._facade.contrib.graph_editor import subgraph as subgraph
from tf1compat._facade.contrib.graph_editor import transform as transform
from tf1compat._facade.contrib.graph_editor.edit import bypass as bypass
from tf1compat._facade.contrib.graph_editor.edit import connect as connect
from tf1compat._facade.contrib.graph_editor.edit import detach as detach
from tf1compat._facade.contrib.graph_editor.edit import detach_control_inputs as detach_control_inputs
from tf1compat._facade.contrib.graph_editor.edit import detach_control_outputs as detach_control_outputs
from tf1compat._facade.contrib.graph_editor.edit import detach_inputs as detach_inputs
from tf1compat._facade.contrib.graph_editor.edit import detach_outputs as detach_outputs
from tf1compat._facade.contrib.graph_editor.elements import ControlOutputs as ControlOutputs
from tf1compat._facade.contrib.graph_editor.elements import get_consuming_ops as get_consuming_ops
from tf1compat._facade.contrib.graph_editor.elements import get_generating_ops as get_generating_ops
from tf1compat._facade.contrib.graph_editor.elements import get_tensors as get_tensors
from tf1compat._facade.contrib.graph_editor.elements import make_list_of_op as make_list_of_op
from tf1compat._facade.contrib.graph_editor.elements import make_list_of_t as make_list_of_t
from tf1compat._facade.contrib.graph_editor.elements import (
    make_placeholder_from_dtype_and_shape as make_placeholder_from_dtype_and_shape,
)
from tf1compat._facade.contrib.graph_editor.elements import make_placeholder_from_dtype_and_shape as ph
from tf1compat._facade.contrib.graph_editor.elements import make_placeholder_from_tensor as make_placeholder_from_tensor
from tf1compat._facade.contrib.graph_editor.elements import placeholder_name as placeholder_name
from tf1compat._facade.contrib.graph_editor.reroute import add_control_inputs as add_control_inputs
from tf1compat._facade.contrib.graph_editor.reroute import remove_control_inputs as remove_control_inputs
from tf1compat._facade.contrib.graph_editor.reroute import reroute_inputs as reroute_inputs
from tf1compat._facade.contrib.graph_editor.reroute import reroute_ios as reroute_ios
from tf1compat._facade.contrib.graph_editor.reroute import reroute_outputs as reroute_outputs
from tf1compat._facade.contrib.graph_editor.reroute import reroute_ts as reroute_ts
from tf1compat._facade.contrib.graph_editor.reroute import swap_inputs as swap_inputs
from tf1compat._facade.contrib.graph_editor.reroute import swap_ios as swap_ios
from tf1compat._facade.contrib.graph_editor.reroute import swap_outputs as swap_outputs
from tf1compat._facade.contrib.graph_editor.reroute import swap_ts as swap_ts
from tf1compat._facade.contrib.graph_editor.select import can_be_regex as can_be_regex
from tf1compat._facade.contrib.graph_editor.select import check_cios as check_cios
from tf1compat._facade.contrib.graph_editor.select import compute_boundary_ts as compute_boundary_ts
from tf1compat._facade.contrib.graph_editor.select import filter_ops as filter_ops
from tf1compat._facade.contrib.graph_editor.select import filter_ops_from_regex as filter_ops_from_regex
from tf1compat._facade.contrib.graph_editor.select import filter_ts as filter_ts
from tf1compat._facade.contrib.graph_editor.select import filter_ts_from_regex as filter_ts_from_regex
from tf1compat._facade.contrib.graph_editor.select import get_backward_walk_ops as get_backward_walk_ops
from tf1compat._facade.contrib.graph_editor.select import get_forward_walk_ops as get_forward_walk_ops
from tf1compat._facade.contrib.graph_editor.select import get_name_scope_ops as get_name_scope_ops
from tf1compat._facade.contrib.graph_editor.select import get_ops_ios as get_ops_ios
from tf1compat._facade.contrib.graph_editor.select import get_walks_intersection_ops as get_walks_intersection_ops
from tf1compat._facade.contrib.graph_editor.select import get_walks_union_ops as get_walks_union_ops
from tf1compat._facade.contrib.graph_editor.select import get_within_boundary_ops as get_within_boundary_ops
from tf1compat._facade.contrib.graph_editor.select import make_regex as make_regex
from tf1compat._facade.contrib.graph_editor.select import select_ops as select_ops
from tf1compat._facade.contrib.graph_editor.select import select_ops_and_ts as select_ops_and_ts
from tf1compat._facade.contrib.graph_editor.select import select_ts as select_ts
from tf1compat._facade.contrib.graph_editor.subgraph import SubGraphView as SubGraphView
from tf1compat._facade.contrib.graph_editor.subgraph import make_view as make_view
from tf1compat._facade.contrib.graph_editor.subgraph import make_view as sgv
from tf1compat._facade.contrib.graph_editor.subgraph import make_view_from_scope as make_view_from_scope
from tf1compat._facade.contrib.graph_editor.subgraph import make_view_from_scope as sgv_scope
from tf1compat._facade.contrib.graph_editor.transform import Transformer as Transformer
from tf1compat._facade.contrib.graph_editor.transform import TransformerInfo as TransformerInfo
from tf1compat._facade.contrib.graph_editor.transform import (
    assign_renamed_collections_handler as assign_renamed_collections_handler,
)
from tf1compat._facade.contrib.graph_editor.transform import copy as copy
from tf1compat._facade.contrib.graph_editor.transform import copy_op_handler as copy_op_handler
from tf1compat._facade.contrib.graph_editor.transform import (
    copy_with_input_replacements as copy_with_input_replacements,
)
from tf1compat._facade.contrib.graph_editor.transform import graph_replace as graph_replace
from tf1compat._facade.contrib.graph_editor.transform import keep_t_if_possible_handler as keep_t_if_possible_handler
from tf1compat._facade.contrib.graph_editor.transform import (
    replace_t_with_placeholder_handler as replace_t_with_placeholder_handler,
)
from tf1compat._facade.contrib.graph_editor.transform import (
    transform_op_if_inside_handler as transform_op_if_inside_handler,
)
