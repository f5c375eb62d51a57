"""Control flow under the names of TF1's module: conditionals, cases, loops and their contexts."""

from tf1compat._facade.cond import case as case
from tf1compat._facade.cond import cond as cond
from tf1compat._facade.cond import guarded_assert as guarded_assert
from tf1compat._facade.cond import switch_case as switch_case
from tf1compat._facade.control_contexts import CondContext as CondContext
from tf1compat._facade.control_contexts import ControlFlowContext as ControlFlowContext
from tf1compat._facade.control_nodes import enter as _Enter
from tf1compat._facade.control_nodes import enter as enter
from tf1compat._facade.control_nodes import exit as exit
from tf1compat._facade.control_nodes import identity as _Identity
from tf1compat._facade.control_nodes import loop_cond as loop_cond
from tf1compat._facade.control_nodes import merge as merge
from tf1compat._facade.control_nodes import next_iteration as _NextIteration
from tf1compat._facade.control_nodes import next_iteration as next_iteration
from tf1compat._facade.control_nodes import ref_switch as ref_switch
from tf1compat._facade.control_nodes import switch as switch
from tf1compat._facade.control_nodes import switch_ref_or_tensor as _SwitchRefOrTensor
from tf1compat._facade.grouping import group as group
from tf1compat._facade.grouping import tuple as tuple
from tf1compat._facade.grouping import with_dependencies as with_dependencies
from tf1compat._facade.while_context import WhileContext as WhileContext
from tf1compat._facade.while_loop import while_loop as while_loop

ENABLE_CONTROL_FLOW_V2 = False  # conditionals and loops are version 1's nodes
