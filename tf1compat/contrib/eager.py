"""`tf.contrib.eager`: what of it builds graphs too; eager execution itself is not in tf1compat."""

from tf1compat._facade.custom_gradient import custom_gradient as custom_gradient
from tf1compat._facade.eager.context import ASYNC as ASYNC
from tf1compat._facade.eager.context import DEVICE_PLACEMENT_EXPLICIT as DEVICE_PLACEMENT_EXPLICIT
from tf1compat._facade.eager.context import DEVICE_PLACEMENT_SILENT as DEVICE_PLACEMENT_SILENT
from tf1compat._facade.eager.context import DEVICE_PLACEMENT_WARN as DEVICE_PLACEMENT_WARN
from tf1compat._facade.eager.context import SYNC as SYNC
from tf1compat._facade.eager.context import list_devices as list_devices
from tf1compat._facade.eager.context import num_gpus as num_gpus
from tf1compat._facade.eager.execution_callbacks import ExecutionCallback as ExecutionCallback
from tf1compat._facade.eager.execution_callbacks import errstate as errstate
from tf1compat._facade.eager.function import defun as defun
from tf1compat._facade.eager.function import function as function
from tf1compat._facade.eager.own_classes import EagerVariableStore as EagerVariableStore
from tf1compat._facade.eager.own_classes import Iterator as Iterator
from tf1compat._facade.eager.own_classes import Network as Network
from tf1compat._facade.eager.own_classes import Saver as Saver
from tf1compat._facade.eager.own_classes import Sequential as Sequential
from tf1compat._facade.eager.own_classes import add_execution_callback as add_execution_callback
from tf1compat._facade.eager.own_classes import async_clear_error as async_clear_error
from tf1compat._facade.eager.own_classes import async_wait as async_wait
from tf1compat._facade.eager.own_classes import clear_execution_callbacks as clear_execution_callbacks
from tf1compat._facade.eager.own_classes import connect_to_remote_host as connect_to_remote_host
from tf1compat._facade.eager.own_classes import enable_remote_eager_execution as enable_remote_eager_execution
from tf1compat._facade.eager.own_classes import execution_mode as execution_mode
from tf1compat._facade.eager.own_classes import get_optimizer_variables as get_optimizer_variables
from tf1compat._facade.eager.own_classes import gradients_function as gradients_function
from tf1compat._facade.eager.own_classes import implicit_gradients as implicit_gradients
from tf1compat._facade.eager.own_classes import implicit_value_and_gradients as implicit_value_and_gradients
from tf1compat._facade.eager.own_classes import inf_callback as inf_callback
from tf1compat._facade.eager.own_classes import inf_nan_callback as inf_nan_callback
from tf1compat._facade.eager.own_classes import metrics as metrics
from tf1compat._facade.eager.own_classes import nan_callback as nan_callback
from tf1compat._facade.eager.own_classes import restore_network_checkpoint as restore_network_checkpoint
from tf1compat._facade.eager.own_classes import restore_variables_on_create as restore_variables_on_create
from tf1compat._facade.eager.own_classes import run as run
from tf1compat._facade.eager.own_classes import save_network_checkpoint as save_network_checkpoint
from tf1compat._facade.eager.own_classes import set_execution_mode as set_execution_mode
from tf1compat._facade.eager.own_classes import set_server_def as set_server_def
from tf1compat._facade.eager.own_classes import seterr as seterr
from tf1compat._facade.eager.own_classes import value_and_gradients_function as value_and_gradients_function
from tf1compat._facade.gradient_tape import GradientTape as GradientTape
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.resource_variables import ResourceVariable as Variable
from tf1compat._facade.script_ops import py_function as py_func
from tf1compat._facade.template import make_template as make_template
from tf1compat._facade.tensor_spec import TensorSpec as TensorSpec
from tf1compat._facade.testing.run_modes import (
    run_all_in_graph_and_eager_modes as run_all_tests_in_graph_and_eager_modes,
)
from tf1compat._facade.testing.run_modes import run_in_graph_and_eager_modes as run_test_in_graph_and_eager_modes
from tf1compat._facade.train.object_checkpoint import Checkpoint as Checkpoint
from tf1compat._facade.train.object_graph import AutoTrackable as Checkpointable
from tf1compat._facade.v2_behavior import enable_eager_execution as enable_eager_execution
from tf1compat._facade.v2_behavior import executing_eagerly as executing_eagerly
from tf1compat._facade.v2_behavior import executing_eagerly as in_eager_mode

__getattr__, __dir__ = _on_demand(__name__)
