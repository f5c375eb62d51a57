"""`tf.bitwise`: operations on the bits of integers."""

from tf1compat._facade.math_elementwise import bitwise_and as bitwise_and
from tf1compat._facade.math_elementwise import bitwise_or as bitwise_or
from tf1compat._facade.math_elementwise import bitwise_xor as bitwise_xor
from tf1compat._facade.math_elementwise import invert as invert
from tf1compat._facade.math_elementwise import left_shift as left_shift
from tf1compat._facade.math_elementwise import right_shift as right_shift
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
