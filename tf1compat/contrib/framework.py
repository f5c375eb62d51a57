"""`tf.contrib.framework`: argument scopes and variables."""

from tf1compat._facade.check_shapes import assert_same_float_dtype as assert_same_float_dtype
from tf1compat._facade.check_shapes import assert_scalar as assert_scalar
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.tensor_spec import TensorSpec as TensorSpec
from tf1compat._facade.tensor_util import is_tensor as is_tensor
from tf1compat._jaxcore.base import nest as nest

__getattr__, __dir__ = _on_demand(__name__)
