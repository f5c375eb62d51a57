"""`tf.contrib.framework`: argument scopes and variables."""

from tf1compat._facade.check_shapes import assert_same_float_dtype as assert_same_float_dtype
from tf1compat._facade.check_shapes import assert_scalar as assert_scalar
from tf1compat._facade.contrib.arg_scope import add_arg_scope as add_arg_scope
from tf1compat._facade.contrib.arg_scope import arg_scope as arg_scope
from tf1compat._facade.contrib.arg_scope import arg_scoped_arguments as arg_scoped_arguments
from tf1compat._facade.contrib.arg_scope import current_arg_scope as current_arg_scope
from tf1compat._facade.contrib.arg_scope import has_arg_scope as has_arg_scope
from tf1compat._facade.contrib.framework_variables import VariableDeviceChooser as VariableDeviceChooser
from tf1compat._facade.contrib.framework_variables import add_model_variable as add_model_variable
from tf1compat._facade.contrib.framework_variables import assert_global_step as assert_global_step
from tf1compat._facade.contrib.framework_variables import assert_or_get_global_step as assert_or_get_global_step
from tf1compat._facade.contrib.framework_variables import assign_from_values as assign_from_values
from tf1compat._facade.contrib.framework_variables import assign_from_values_fn as assign_from_values_fn
from tf1compat._facade.contrib.framework_variables import create_global_step as create_global_step
from tf1compat._facade.contrib.framework_variables import filter_variables as filter_variables
from tf1compat._facade.contrib.framework_variables import get_global_step as get_global_step
from tf1compat._facade.contrib.framework_variables import get_graph_from_inputs as get_graph_from_inputs
from tf1compat._facade.contrib.framework_variables import get_local_variables as get_local_variables
from tf1compat._facade.contrib.framework_variables import get_model_variables as get_model_variables
from tf1compat._facade.contrib.framework_variables import get_name_scope as get_name_scope
from tf1compat._facade.contrib.framework_variables import get_or_create_global_step as get_or_create_global_step
from tf1compat._facade.contrib.framework_variables import get_placeholders as get_placeholders
from tf1compat._facade.contrib.framework_variables import get_trainable_variables as get_trainable_variables
from tf1compat._facade.contrib.framework_variables import get_unique_variable as get_unique_variable
from tf1compat._facade.contrib.framework_variables import get_variable_full_name as get_variable_full_name
from tf1compat._facade.contrib.framework_variables import get_variables as get_variables
from tf1compat._facade.contrib.framework_variables import get_variables_by_name as get_variables_by_name
from tf1compat._facade.contrib.framework_variables import get_variables_by_suffix as get_variables_by_suffix
from tf1compat._facade.contrib.framework_variables import get_variables_to_restore as get_variables_to_restore
from tf1compat._facade.contrib.framework_variables import global_variable as global_variable
from tf1compat._facade.contrib.framework_variables import local_variable as local_variable
from tf1compat._facade.contrib.framework_variables import model_variable as model_variable
from tf1compat._facade.contrib.framework_variables import variable as variable
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.smart_cond import smart_cond as smart_cond
from tf1compat._facade.smart_cond import smart_constant_value as smart_constant_value
from tf1compat._facade.tensor_spec import TensorSpec as TensorSpec
from tf1compat._facade.tensor_util import is_tensor as is_tensor
from tf1compat._jaxcore.base import nest as nest

__getattr__, __dir__ = _on_demand(__name__)
