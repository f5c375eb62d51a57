"""`tf.hessians`: second derivatives, row by row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tf1compat._facade import array_ops
from tf1compat._facade.constants import constant
from tf1compat._facade.gradients import gradients
from tf1compat._facade.indexed_slices import IndexedSlices
from tf1compat._facade.math_elementwise import multiply
from tf1compat._facade.tensor_array import TensorArray
from tf1compat._facade.while_loop import while_loop
from tf1compat._jaxcore.base import dtypes


def hessians(
    ys: Any,
    xs: Any,
    name: str = "hessians",
    colocate_gradients_with_ops: bool = False,
    gate_gradients: bool = False,
    aggregation_method: int | None = None,
) -> list[Any]:
    """For each x the matrix of second derivatives of the sum of `ys`: a tensor of the shape of x twice.

    `name` is accepted and not used, as in TF1; the other arguments are those of `tf.gradients`.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     x = tf.constant([1.0, 2.0])
    ...     print(sess.run(tf.hessians(x[0] * x[0] * x[1], x)[0]).tolist())
    [[4.0, 2.0], [2.0, 0.0]]
    """
    given = {
        "colocate_gradients_with_ops": colocate_gradients_with_ops,
        "gate_gradients": gate_gradients,
        "aggregation_method": aggregation_method,
    }
    xs = list(xs) if isinstance(xs, (list, tuple)) else [xs]
    return [_hessian(gradient, x) for gradient, x in zip(gradients(ys, xs, **given), xs)]


def _hessian(gradient: Any, x: Any) -> Any:
    flat = array_ops.reshape(gradient, [-1])
    n = array_ops.size(x)
    start = (constant(0, dtype=dtypes.int32), TensorArray(x.dtype.base_dtype, n))
    _, rows = while_loop(lambda j, _: j < n, lambda j, found: (j + 1, found.write(j, gradients(flat[j], x)[0])), start)
    shape = array_ops.shape(x)
    return array_ops.reshape(rows.stack(), array_ops.concat((shape, shape), 0))


def hessian_vector_product(ys: Any, xs: Sequence[Any], v: Sequence[Any]) -> list[Any]:
    """The product of the matrix of second derivatives with `v`, by two gradients.

    Raises:
      ValueError: `xs` and `v` have different lengths.
    """
    if len(v) != len(xs):
        raise ValueError("xs and v must have the same length.")
    first = gradients(ys, xs)
    products = [multiply(g, array_ops.stop_gradient(e)) for g, e in zip(first, v) if g is not None]
    return gradients(products, xs)


_hessian_vector_product = hessian_vector_product  # TF1's own name, which tests and libraries use


def as_indexed_slices(x: Any, optimize: bool = True) -> IndexedSlices:
    """`x` as slices: all its rows, in order.

    Raises:
      TypeError: `x` is neither a tensor nor slices.
    """
    from tf1compat._facade.math_ranges import range as numbers
    from tf1compat._facade.tensor import Tensor

    if not isinstance(x, (Tensor, IndexedSlices)):
        raise TypeError(f"Not a Tensor or IndexedSlices: {type(x)}")
    if isinstance(x, IndexedSlices):
        return x
    shape = array_ops.shape(x)
    return IndexedSlices(x, numbers(0, shape[0]), shape)


def as_indexed_slices_list(inputs: Any, optimize: bool = True) -> list[IndexedSlices]:
    """All `inputs` as slices, with int64 indices if one of them has such.

    Raises:
      TypeError: `inputs` is no list.
    """
    from tf1compat._facade.math_casts import cast

    if not isinstance(inputs, (list, tuple)):
        raise TypeError(f"Expected a list or tuple, not a {type(inputs)}")
    found = [as_indexed_slices(x, optimize) for x in inputs]
    wide = [o.indices.dtype for o in found]
    if not any(t is dtypes.int32 for t in wide) or all(t is dtypes.int32 for t in wide):
        return found
    return [
        IndexedSlices(o.values, cast(o.indices, dtypes.int64), o.dense_shape) if o.indices.dtype is dtypes.int32 else o
        for o in found
    ]
