"""`tf.debugging`: assertions and checks in the graph."""

from tf1compat._facade.check_ops import assert_equal as assert_equal
from tf1compat._facade.check_ops import assert_greater as assert_greater
from tf1compat._facade.check_ops import assert_greater_equal as assert_greater_equal
from tf1compat._facade.check_ops import assert_less as assert_less
from tf1compat._facade.check_ops import assert_less_equal as assert_less_equal
from tf1compat._facade.check_ops import assert_near as assert_near
from tf1compat._facade.check_ops import assert_negative as assert_negative
from tf1compat._facade.check_ops import assert_non_negative as assert_non_negative
from tf1compat._facade.check_ops import assert_non_positive as assert_non_positive
from tf1compat._facade.check_ops import assert_none_equal as assert_none_equal
from tf1compat._facade.check_ops import assert_positive as assert_positive
from tf1compat._facade.check_ops import is_non_decreasing as is_non_decreasing
from tf1compat._facade.check_ops import is_numeric_tensor as is_numeric_tensor
from tf1compat._facade.check_ops import is_strictly_increasing as is_strictly_increasing
from tf1compat._facade.check_shapes import assert_integer as assert_integer
from tf1compat._facade.check_shapes import assert_proper_iterable as assert_proper_iterable
from tf1compat._facade.check_shapes import assert_rank as assert_rank
from tf1compat._facade.check_shapes import assert_rank_at_least as assert_rank_at_least
from tf1compat._facade.check_shapes import assert_rank_in as assert_rank_in
from tf1compat._facade.check_shapes import assert_same_float_dtype as assert_same_float_dtype
from tf1compat._facade.check_shapes import assert_scalar as assert_scalar
from tf1compat._facade.check_shapes import assert_shapes as assert_shapes
from tf1compat._facade.check_shapes import assert_type as assert_type
from tf1compat._facade.config import get_log_device_placement as get_log_device_placement
from tf1compat._facade.config import set_log_device_placement as set_log_device_placement
from tf1compat._facade.logging_ops import Assert as Assert
from tf1compat._facade.logging_ops import check_numerics as check_numerics
from tf1compat._facade.logging_ops import verify_tensor_all_finite as assert_all_finite
from tf1compat._facade.math_elementwise import is_finite as is_finite
from tf1compat._facade.math_elementwise import is_inf as is_inf
from tf1compat._facade.math_elementwise import is_nan as is_nan
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
