"""`tf.contrib.framework`: argument scopes and variables."""

from tf1compat._facade.check_shapes import assert_same_float_dtype as assert_same_float_dtype
from tf1compat._facade.check_shapes import assert_scalar as assert_scalar
from tf1compat._facade.contrib.arg_scope import add_arg_scope as add_arg_scope
from tf1compat._facade.contrib.arg_scope import arg_scope as arg_scope
from tf1compat._facade.contrib.arg_scope import arg_scoped_arguments as arg_scoped_arguments
from tf1compat._facade.contrib.arg_scope import current_arg_scope as current_arg_scope
from tf1compat._facade.contrib.arg_scope import has_arg_scope as has_arg_scope
from tf1compat._facade.contrib.checkpoints import assign_from_checkpoint as assign_from_checkpoint
from tf1compat._facade.contrib.checkpoints import assign_from_checkpoint_fn as assign_from_checkpoint_fn
from tf1compat._facade.contrib.checkpoints import init_from_checkpoint as init_from_checkpoint
from tf1compat._facade.contrib.checkpoints import list_variables as list_variables
from tf1compat._facade.contrib.checkpoints import load_checkpoint as load_checkpoint
from tf1compat._facade.contrib.checkpoints import load_variable as load_variable
from tf1compat._facade.contrib.framework_functions import BoundedTensorSpec as BoundedTensorSpec
from tf1compat._facade.contrib.framework_functions import load_embedding_initializer as load_embedding_initializer
from tf1compat._facade.contrib.framework_functions import (
    load_linear_multiclass_bias_initializer as load_linear_multiclass_bias_initializer,
)
from tf1compat._facade.contrib.framework_functions import (
    load_variable_slot_initializer as load_variable_slot_initializer,
)
from tf1compat._facade.contrib.framework_functions import py_func as py_func
from tf1compat._facade.contrib.framework_functions import smart_case as smart_case
from tf1compat._facade.contrib.framework_functions import zero_initializer as zero_initializer
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
from tf1compat._facade.contrib.tensor_shapes import assert_scalar_int as assert_scalar_int
from tf1compat._facade.contrib.tensor_shapes import reduce_sum_n as reduce_sum_n
from tf1compat._facade.contrib.tensor_shapes import remove_squeezable_dimensions as remove_squeezable_dimensions
from tf1compat._facade.contrib.tensor_shapes import with_same_shape as with_same_shape
from tf1compat._facade.contrib.tensor_shapes import with_shape as with_shape
from tf1compat._facade.init_convolutions import ConvolutionDeltaOrthogonal as convolutional_delta_orthogonal
from tf1compat._facade.init_convolutions import ConvolutionOrthogonal1D as convolutional_orthogonal_1d
from tf1compat._facade.init_convolutions import ConvolutionOrthogonal2D as convolutional_orthogonal_2d
from tf1compat._facade.init_convolutions import ConvolutionOrthogonal3D as convolutional_orthogonal_3d
from tf1compat._facade.inner_tools.deprecation import deprecated as deprecated
from tf1compat._facade.inner_tools.deprecation import deprecated_arg_values as deprecated_arg_values
from tf1compat._facade.inner_tools.deprecation import deprecated_args as deprecated_args
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.scope_names import prepend_name_scope as prepend_name_scope
from tf1compat._facade.scope_names import strip_name_scope as strip_name_scope
from tf1compat._facade.smart_cond import smart_cond as smart_cond
from tf1compat._facade.smart_cond import smart_constant_value as smart_constant_value
from tf1compat._facade.sorting import argsort as argsort
from tf1compat._facade.sorting import sort as sort
from tf1compat._facade.sparse_tensor import convert_to_tensor_or_sparse_tensor as convert_to_tensor_or_sparse_tensor
from tf1compat._facade.tensor_spec import TensorSpec as TensorSpec
from tf1compat._facade.tensor_util import is_tensor as is_tensor
from tf1compat._facade.train.vocab_remap import (
    _load_and_remap_matrix_initializer as load_and_remap_matrix_initializer,
)
from tf1compat._jaxcore.base import nest as nest

__getattr__, __dir__ = _on_demand(__name__)
