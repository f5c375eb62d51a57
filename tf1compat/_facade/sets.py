"""`tf.sets`: the rows (last dimension) of tensors as sets."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.apply import apply_op
from tf1compat._facade.sparse_tensor import SparseTensor, convert_to_tensor_or_sparse_tensor
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes

_TYPES = frozenset({dtypes.int8, dtypes.int16, dtypes.int32, dtypes.int64, dtypes.uint8, dtypes.uint16, dtypes.string})


def set_size(a: Any, validate_indices: bool = True) -> Tensor:
    """How many different elements each row of a SparseTensor has, as int32.

    Raises:
      TypeError: it is no SparseTensor, or not of integers or strings.
    """
    a = convert_to_tensor_or_sparse_tensor(a, name="a")
    if not isinstance(a, SparseTensor):
        raise TypeError(f"Expected `SparseTensor`, got {a}.")
    if a.values.dtype.base not in _TYPES:
        raise TypeError(f"Invalid dtype {a.values.dtype}.")
    return apply_op("SetSize", a.indices, a.values, a.dense_shape, validate_indices=validate_indices)


def set_intersection(a: Any, b: Any, validate_indices: bool = True) -> SparseTensor:
    """What each row of `a` and the same row of `b` have in common.

    Args:
      a, b: tensors or SparseTensors of integers or strings whose shapes agree but for the last dimension.
      validate_indices: whether the order of sparse indices is checked.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.sets.intersection([[1, 2, 3]], [[3, 1, 5]])).values.tolist())
    [1, 3]
    """
    a, b, _ = _operands(a, b)
    return _combined(a, b, b"intersection", validate_indices)


def set_difference(a: Any, b: Any, aminusb: bool = True, validate_indices: bool = True) -> SparseTensor:
    """What each row of `a` has and the same row of `b` has not; the other way round without `aminusb`."""
    a, b, flipped = _operands(a, b)
    return _combined(a, b, b"a-b" if aminusb != flipped else b"b-a", validate_indices)


def set_union(a: Any, b: Any, validate_indices: bool = True) -> SparseTensor:
    """What each row of `a` or the same row of `b` has."""
    a, b, _ = _operands(a, b)
    return _combined(a, b, b"union", validate_indices)


def _operands(a: Any, b: Any) -> tuple[Any, Any, bool]:
    """Both as tensors; a dense one comes first, and the last result says that they changed places."""
    a = convert_to_tensor_or_sparse_tensor(a, name="a")
    if a.dtype.base not in _TYPES:
        raise TypeError(f"'a' invalid dtype {a.dtype}.")
    b = convert_to_tensor_or_sparse_tensor(b, name="b")
    if b.dtype.base is not a.dtype.base:
        raise TypeError(f"Types don't match, {a.dtype} vs {b.dtype}.")
    if isinstance(a, SparseTensor) and not isinstance(b, SparseTensor):
        return b, a, True
    return a, b, False


def _combined(a: Any, b: Any, operation: bytes, validate: bool) -> SparseTensor:
    first, second = _parts(a), _parts(b)
    kinds = ("Sparse" if len(parts) > 1 else "Dense" for parts in (first, second))
    op_type = "{}To{}SetOperation".format(*kinds)
    return SparseTensor(*apply_op(op_type, *first, *second, set_operation=operation, validate_indices=validate))


def _parts(x: Any) -> list[Any]:
    return [x.indices, x.values, x.dense_shape] if isinstance(x, SparseTensor) else [x]
