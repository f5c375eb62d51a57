"""`tf.foldl`, `tf.foldr`, `tf.scan`, `tf.map_fn`: a function applied to the rows of tensors, one after the other."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from tf1compat._facade.array_ops import shape as shape_of
from tf1compat._facade.constants import constant
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import name_scope
from tf1compat._facade.functional_calls import For as For
from tf1compat._facade.functional_calls import Gradient as Gradient
from tf1compat._facade.functional_calls import If as If
from tf1compat._facade.functional_calls import While as While
from tf1compat._facade.functional_calls import partitioned_call as partitioned_call
from tf1compat._facade.functional_calls import remote_call as remote_call
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.tensor_array import TensorArray
from tf1compat._facade.variable_scope import get_variable_scope
from tf1compat._facade.while_loop import while_loop
from tf1compat._jaxcore.base import nest, shapes


@contextlib.contextmanager
def _cached_variables() -> Iterator[None]:
    """Variables made inside are read once, on the device of what reads them, and not in every step."""
    scope = get_variable_scope()
    was_none = scope.caching_device is None
    if was_none:
        scope.set_caching_device(lambda op: op.device)
    try:
        yield
    finally:
        if was_none:
            scope.set_caching_device(None)


def _check_callable(fn: Any) -> None:
    if not callable(fn):
        raise TypeError("fn must be callable.")


def _rows(elem: Tensor) -> Any:
    """The number of rows: an int if the static shape tells, else a tensor."""
    return shapes.dimension_value(elem.shape[0]) or shape_of(elem)[0]


class _Packing:
    """Takes values apart and puts them together like `structure`."""

    def __init__(self, structure: Any) -> None:
        self._structure = structure
        self._nested = nest.is_nested(structure)

    def flatten(self, x: Any) -> list[Any]:
        return nest.flatten(x) if self._nested else [x]

    def pack(self, flat: Any) -> Any:
        return nest.pack_sequence_as(self._structure, flat) if self._nested else flat[0]


def _array_of(elem: Any, n: Any) -> TensorArray:
    return TensorArray(elem.dtype, size=n, dynamic_size=False, infer_shape=True).unstack(elem)


def _stacked(stores: list[TensorArray], elems: list[Tensor]) -> list[Tensor]:
    """What the arrays hold, with as many rows as the elements have."""
    results = [store.stack() for store in stores]
    n = shapes.Dimension(shapes.dimension_value(elems[0].shape.with_rank_at_least(1)[0]))
    for elem in elems[1:]:
        n.merge_with(shapes.Dimension(shapes.dimension_value(elem.shape.with_rank_at_least(1)[0])))
    for result in results:
        result.set_shape(shapes.TensorShape(n).concatenate(result.shape[1:]))
    return results


def foldl(
    fn: Callable[[Any, Any], Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """`fn(… fn(fn(initializer, elems[0]), elems[1]) …, elems[-1])`.

    Args:
      fn: a function of the value so far and the next row.
      elems: a tensor, or a structure of tensors of equally many rows.
      initializer: the first value; the first row where absent.
      parallel_iterations, back_prop, swap_memory: as for `tf.while_loop`.
      name: name scope.

    Raises:
      TypeError: `fn` cannot be called.
    """
    _check_callable(fn)
    with name_scope(name, "foldl", [elems]), _cached_variables():
        flat = [convert(elem, None, "elem") for elem in nest.flatten(elems)]
        n = _rows(flat[0])
        arrays = nest.map_structure(lambda elem: _array_of(elem, n), elems)
        if initializer is None:
            value = nest.map_structure(lambda array: array.read(0), arrays)
            i = constant(1)
        else:
            value = initializer
            i = constant(0)

        def compute(i: Any, value: Any) -> Any:
            row = nest.map_structure(lambda array: array.read(i), arrays)
            value = fn(value, row)
            return [i + 1, value]

        _, result = while_loop(
            lambda i, value: i < n,
            compute,
            [i, value],
            parallel_iterations=parallel_iterations,
            back_prop=back_prop,
            swap_memory=swap_memory,
            maximum_iterations=n,
        )
    return result


def foldr(
    fn: Callable[[Any, Any], Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """`fn(… fn(fn(initializer, elems[-1]), elems[-2]) …, elems[0])`; arguments as for `tf.foldl`."""
    _check_callable(fn)
    with name_scope(name, "foldr", [elems]), _cached_variables():
        flat = [convert(elem, None, "elem") for elem in nest.flatten(elems)]
        n = _rows(flat[0])
        arrays = nest.map_structure(lambda elem: _array_of(elem, n), elems)
        if initializer is None:
            i = n - 1
            value = nest.map_structure(lambda array: array.read(i), arrays)
        else:
            i = n
            value = initializer

        def compute(i: Any, value: Any) -> Any:
            i -= 1
            row = nest.map_structure(lambda array: array.read(i), arrays)
            return [i, fn(value, row)]

        _, result = while_loop(
            lambda i, value: i > 0,
            compute,
            [i, value],
            parallel_iterations=parallel_iterations,
            back_prop=back_prop,
            swap_memory=swap_memory,
            maximum_iterations=n,
        )
    return result


def scan(
    fn: Callable[[Any, Any], Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    reverse: bool = False,
    name: str | None = None,
) -> Any:
    """All values that `tf.foldl` goes through, stacked along a new first dimension.

    Args:
      fn: a function of the value so far and the next row.
      elems: a tensor, or a structure of tensors of equally many rows.
      initializer: the first value (not among the results); the first row where absent.
      parallel_iterations, back_prop, swap_memory: as for `tf.while_loop`.
      infer_shape: whether all values have one shape.
      reverse: whether to begin with the last row.
      name: name scope.

    Raises:
      TypeError: `fn` cannot be called, or gives another structure than `initializer` (or `elems`) has.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     print(tf.scan(lambda total, x: total + x, tf.constant([1.0, 2.0, 3.0])))
    Tensor("scan/TensorArrayStack/TensorArrayGatherV3:0", shape=(3,), dtype=float32)
    """
    _check_callable(fn)
    given = _Packing(elems)
    results = given if initializer is None else _Packing(initializer)
    flat = given.flatten(elems)
    with name_scope(name, "scan", flat), _cached_variables():
        flat = [convert(elem, None, "elem") for elem in flat]
        n = shapes.dimension_value(flat[0].shape[0])
        if n is None:
            n = shape_of(flat[0])[0]
        arrays = [TensorArray(e.dtype, size=n, dynamic_size=False, element_shape=e.shape[1:]) for e in flat]
        arrays = [array.unstack(elem) for array, elem in zip(arrays, flat)]
        if initializer is None:
            i, values = 1, [array.read(n - 1 if reverse else 0) for array in arrays]
        else:
            i, values = 0, [convert(init) for init in results.flatten(initializer)]
        stores = [_store(value, n, infer_shape) for value in values]
        if initializer is None:
            stores = [store.write(n - 1 if reverse else 0, value) for store, value in zip(stores, values)]
        structure = elems if initializer is None else initializer
        step = _scan_step(fn, arrays, given, results, structure, -1 if reverse else 1)
        _, _, stores = while_loop(
            (lambda i, _1, _2: i >= 0) if reverse else (lambda i, _1, _2: i < n),
            step,
            (n - 1 - i if reverse else i, values, stores),
            parallel_iterations=parallel_iterations,
            back_prop=back_prop,
            swap_memory=swap_memory,
            maximum_iterations=n,
        )
        return results.pack(_stacked(stores, flat))


def _scan_step(
    fn: Callable[[Any, Any], Any], arrays: list[TensorArray], given: Any, results: Any, structure: Any, stride: int
) -> Callable[..., Any]:
    """The body of the loop of `scan`: the next row, value and results."""

    def step(i: Any, values: Any, stores: Any) -> Any:
        row = given.pack([array.read(i) for array in arrays])
        value = fn(results.pack(values), row)
        nest.assert_same_structure(structure, value)
        values = results.flatten(value)
        stores = [store.write(i, v) for store, v in zip(stores, values)]
        return i - 1 if stride < 0 else i + 1, values, stores

    return step


def _store(value: Tensor, n: Any, infer_shape: bool) -> TensorArray:
    element_shape = value.shape if infer_shape else None
    return TensorArray(value.dtype, size=n, element_shape=element_shape, dynamic_size=False, infer_shape=infer_shape)


def map_fn(
    fn: Callable[[Any], Any],
    elems: Any,
    dtype: Any = None,
    parallel_iterations: int | None = None,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    name: str | None = None,
) -> Any:
    """`fn` of every row, stacked along a new first dimension.

    Args:
      fn: a function of one row.
      elems: a tensor, or a structure of tensors of equally many rows.
      dtype: the dtype (or structure of dtypes) that `fn` gives, where it is not that of `elems`.
      parallel_iterations, back_prop, swap_memory: as for `tf.while_loop`.
      infer_shape: whether all results have one shape.
      name: name scope.

    Raises:
      TypeError: `fn` cannot be called, or gives another structure than `dtype` (or `elems`) has.
      ValueError: an element is a scalar.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     print(tf.map_fn(lambda row: tf.reduce_sum(row), tf.zeros([3, 4])))
    Tensor("map/TensorArrayStack/TensorArrayGatherV3:0", shape=(3,), dtype=float32)
    """
    _check_callable(fn)
    given = _Packing(elems)
    results = given if dtype is None else _Packing(dtype)
    flat = given.flatten(elems)
    with name_scope(name, "map", flat), _cached_variables():
        flat = [convert(elem, None, "elem") for elem in flat]
        dtype = dtype or given.pack([elem.dtype for elem in flat])
        if flat[0].dims is not None and len(flat[0].dims) < 1:
            if len(flat) == 1:
                raise ValueError("elems must be a 1+ dimensional Tensor, not a scalar")
            raise ValueError("elements in elems must be 1+ dimensional Tensors, not scalars")
        n = _rows(flat[0])
        arrays = [TensorArray(elem.dtype, size=n, dynamic_size=False, infer_shape=True) for elem in flat]
        arrays = [array.unstack(elem) for array, elem in zip(arrays, flat)]
        i = constant(0)
        kinds = results.flatten(dtype)
        stores = [TensorArray(kind, size=n, dynamic_size=False, infer_shape=infer_shape) for kind in kinds]

        step = _map_step(fn, arrays, given, results, dtype or elems)
        _, stores = while_loop(
            lambda i, _: i < n,
            step,
            (i, stores),
            parallel_iterations=parallel_iterations or 10,
            back_prop=back_prop,
            swap_memory=swap_memory,
            maximum_iterations=n,
        )
        return results.pack(_stacked(stores, flat))


def _map_step(
    fn: Callable[[Any], Any], arrays: list[TensorArray], given: Any, results: Any, structure: Any
) -> Callable[..., Any]:
    """The body of the loop of `map_fn`: the next row and results."""

    def step(i: Any, stores: Any) -> Any:
        value = fn(given.pack([array.read(i) for array in arrays]))
        nest.assert_same_structure(structure, value)
        stores = [store.write(i, v) for store, v in zip(stores, results.flatten(value))]
        return i + 1, stores

    return step
