"""`tf.sparse`: sparse tensors."""

from tf1compat._facade.math_segments import sparse_segment_mean as segment_mean
from tf1compat._facade.math_segments import sparse_segment_sqrt_n as segment_sqrt_n
from tf1compat._facade.math_segments import sparse_segment_sum as segment_sum
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
