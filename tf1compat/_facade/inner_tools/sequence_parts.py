"""Parts of `tf.contrib.training`'s state saver that tests reach for, under TF1's names."""

from tf1compat._facade.contrib.sequence_checks import check_dimensions as _check_dimensions
from tf1compat._facade.contrib.sequence_checks import check_multiple_of as _check_multiple_of
from tf1compat._facade.contrib.sequence_checks import check_rank as _check_rank
from tf1compat._facade.contrib.sequence_checks import check_shape as _check_shape
from tf1compat._facade.contrib.sequence_inputs import SequenceInputWrapper as _SequenceInputWrapper
from tf1compat._facade.contrib.sequence_padding import padded as _padding
from tf1compat._facade.contrib.sequence_sparse import deconstruct as _deconstruct_sparse_tensor_seq
from tf1compat._facade.contrib.sequence_sparse import move_into_context as _move_sparse_tensor_in_context
from tf1compat._facade.contrib.sequence_sparse import move_out_of_context as _move_sparse_tensor_out_context
from tf1compat._facade.contrib.sequence_sparse import reconstruct as _reconstruct_sparse_tensor_seq

__all__ = [
    "_SequenceInputWrapper",
    "_check_dimensions",
    "_check_multiple_of",
    "_check_rank",
    "_check_shape",
    "_deconstruct_sparse_tensor_seq",
    "_move_sparse_tensor_in_context",
    "_move_sparse_tensor_out_context",
    "_padding",
    "_reconstruct_sparse_tensor_seq",
]
