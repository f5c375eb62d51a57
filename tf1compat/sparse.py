"""`tf.sparse`: sparse tensors."""

from tf1compat._facade.accumulators import SparseConditionalAccumulator as SparseConditionalAccumulator
from tf1compat._facade.math_segments import sparse_segment_mean as segment_mean
from tf1compat._facade.math_segments import sparse_segment_sqrt_n as segment_sqrt_n
from tf1compat._facade.math_segments import sparse_segment_sum as segment_sum
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.sparse_arrange import sparse_concat as concat
from tf1compat._facade.sparse_arrange import sparse_expand_dims as expand_dims
from tf1compat._facade.sparse_arrange import sparse_eye as eye
from tf1compat._facade.sparse_arrange import sparse_fill_empty_rows as fill_empty_rows
from tf1compat._facade.sparse_arrange import sparse_reorder as reorder
from tf1compat._facade.sparse_arrange import sparse_reset_shape as reset_shape
from tf1compat._facade.sparse_arrange import sparse_reshape as reshape
from tf1compat._facade.sparse_arrange import sparse_retain as retain
from tf1compat._facade.sparse_arrange import sparse_slice as slice
from tf1compat._facade.sparse_arrange import sparse_split as split
from tf1compat._facade.sparse_arrange import sparse_transpose as transpose
from tf1compat._facade.sparse_ops import from_dense as from_dense
from tf1compat._facade.sparse_ops import sparse_add as add
from tf1compat._facade.sparse_ops import sparse_cross as cross
from tf1compat._facade.sparse_ops import sparse_cross_hashed as cross_hashed
from tf1compat._facade.sparse_ops import sparse_mask as mask
from tf1compat._facade.sparse_ops import sparse_maximum as maximum
from tf1compat._facade.sparse_ops import sparse_merge as merge
from tf1compat._facade.sparse_ops import sparse_minimum as minimum
from tf1compat._facade.sparse_ops import sparse_reduce_max as reduce_max
from tf1compat._facade.sparse_ops import sparse_reduce_max_sparse as reduce_max_sparse
from tf1compat._facade.sparse_ops import sparse_reduce_sum as reduce_sum
from tf1compat._facade.sparse_ops import sparse_reduce_sum_sparse as reduce_sum_sparse
from tf1compat._facade.sparse_ops import sparse_softmax as softmax
from tf1compat._facade.sparse_ops import sparse_tensor_dense_matmul as matmul
from tf1compat._facade.sparse_ops import sparse_tensor_dense_matmul as sparse_dense_matmul
from tf1compat._facade.sparse_ops import sparse_tensor_to_dense as to_dense
from tf1compat._facade.sparse_ops import sparse_to_indicator as to_indicator
from tf1compat._facade.sparse_tensor import SparseTensor as SparseTensor
from tf1compat._facade.sparse_tensor import sparse_placeholder as placeholder

__getattr__, __dir__ = _on_demand(__name__)
