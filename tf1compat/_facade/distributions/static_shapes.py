"""Shapes and conditions of distributions: Python values where the graph tells them, else nodes."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from tf1compat._facade import tensor_util
from tf1compat._facade.cond import cond as graph_cond
from tf1compat._facade.convert import convert, convert_to_tensor
from tf1compat._facade.formulas import array_ops, check_shapes, constants, math_ops
from tf1compat._facade.framework import name_scope
from tf1compat._facade.smart_cond import smart_cond
from tf1compat._jaxcore.base import dtypes, shapes


def dimension(size: Any) -> int | None:
    """The number in a Dimension, if known."""
    return size.value if isinstance(size, shapes.Dimension) else size


def static_value(x: Any) -> Any:
    """The value of what becomes a tensor, None where the graph does not tell it."""
    return tensor_util.constant_value(convert_to_tensor(x))


def maybe_get_static_value(x: Any, dtype: Any = None) -> Any:
    """The value of `x`, as an array of `dtype` if given, None where it is not known."""
    if x is None:
        return x
    known = tensor_util.constant_value(x)
    return known if known is None or dtype is None else np.array(known, dtype)


def prefer_static_value(x: Any) -> Any:
    """The value of `x`, else `x`."""
    known = tensor_util.constant_value(x)
    return x if known is None else known


def prefer_static_rank(x: Any) -> Any:
    """The rank of `x`, a number where it is known."""
    return prefer_static_value(array_ops.rank(x))


def prefer_static_shape(x: Any) -> Any:
    """The shape of `x`, an array where it is known."""
    return prefer_static_value(array_ops.shape(x))


def dimension_size(x: Any, axis: int) -> Any:
    """The size of one dimension, a number where it is known."""
    known = dimension(x.shape.with_rank_at_least(abs(axis))[axis])
    return array_ops.shape(x)[axis] if known is None else known


def gen_new_seed(seed: int | None, salt: str) -> int | None:
    """Another seed that follows from this one and a text."""
    if seed is None:
        return None
    return int(hashlib.md5((str(seed) + salt).encode()).hexdigest()[:8], 16) & 0x7FFFFFFF


def same_dynamic_shape(a: Any, b: Any) -> Any:
    """Whether two tensors have one shape when the graph runs."""
    a, b = convert(a, None, "a"), convert(b, None, "b")

    def all_equal() -> Any:
        there = array_ops.concat([array_ops.shape(a), array_ops.shape(b)], 0)
        back = array_ops.concat([array_ops.shape(b), array_ops.shape(a)], 0)
        return math_ops.reduce_all(math_ops.equal(there, back))

    alike = math_ops.equal(array_ops.rank(a), array_ops.rank(b))
    return graph_cond(alike, all_equal, lambda: constants.constant(False))


def pick_vector(cond: Any, true_vector: Any, false_vector: Any, name: str = "pick_vector") -> Any:
    """One of two vectors, without a conditional.

    Raises:
      TypeError: the condition is no boolean, or the vectors are of two types.
    """
    with name_scope(name, values=(cond, true_vector, false_vector)):
        cond = convert(cond, None, "cond")
        if cond.dtype != dtypes.bool:
            raise TypeError(f"{cond}.dtype={cond.dtype} which is not {dtypes.bool}")
        known = tensor_util.constant_value(cond)
        if known is not None:
            return true_vector if known else false_vector
        one, other = convert(true_vector, None, "true_vector"), convert(false_vector, None, "false_vector")
        if one.dtype != other.dtype:
            raise TypeError(f"{one}.dtype={one.dtype} does not match {other}.dtype={other.dtype}")
        n = array_ops.shape(one)[0]
        both = array_ops.concat([one, other], 0)
        return array_ops.slice(both, [array_ops.where_v2(cond, 0, n)], [array_ops.where(cond, n, -1)])


def prefer_static_broadcast_shape(shape1: Any, shape2: Any, name: str = "prefer_static_broadcast_shape") -> Any:
    """The shape that both broadcast to: a TensorShape where both are known, else a vector."""
    with name_scope(name, values=[shape1, shape2]):
        static = [_known_shape(s) for s in (shape1, shape2)]
        if None not in static:
            return array_ops.broadcast_static_shape(*static)
        return array_ops.broadcast_dynamic_shape(*map(_shape_as_tensor, (shape1, shape2)))


def _known_shape(s: Any) -> Any:
    if isinstance(s, shapes.TensorShape):
        return s
    known = tensor_util.constant_value(convert(s, dtypes.int32, "shape"))
    return None if known is None else shapes.TensorShape([int(n) for n in known])


def _shape_as_tensor(s: Any) -> Any:
    if not isinstance(s, shapes.TensorShape):
        return convert(s, dtypes.int32, "shape")
    if s.is_fully_defined():
        return convert(s.as_list(), dtypes.int32, "shape")
    raise ValueError("Cannot broadcast from partially defined `TensorShape`.")


def get_broadcast_shape(*tensors: Any) -> Any:
    """The shape that tensors broadcast to: a list where it is known, else a vector."""
    static = tensors[0].shape
    for t in tensors[1:]:
        static = array_ops.broadcast_static_shape(static, t.shape)
    if static.is_fully_defined():
        return static.as_list()
    dynamic = array_ops.shape(tensors[0])
    for t in tensors[1:]:
        dynamic = array_ops.broadcast_dynamic_shape(dynamic, array_ops.shape(t))
    return dynamic


def rotate_transpose(x: Any, shift: Any, name: str = "rotate_transpose") -> Any:
    """`x` with its dimensions moved `shift` places to the right, those at the end to the front."""
    with name_scope(name, values=[x, shift]):
        x, by = convert(x, None, "x"), convert(shift, None, "shift")
        check_shapes.assert_integer(by)
        known, rank = tensor_util.constant_value(by), x.shape.ndims
        if rank is not None and known is not None:
            if rank < 2:
                return x
            known = np.sign(known) * (abs(known) % rank)
            return x if known == 0 else array_ops.transpose(x, perm=np.roll(np.arange(rank), known))
        dynamic: Any = array_ops.rank(x)
        turned: Any = by
        left = math_ops.mod(-turned, dynamic)
        split = array_ops.where_v2(math_ops.less(turned, 0), left, dynamic - math_ops.mod(turned, dynamic))
        first, last = math_ops.range(0, split), math_ops.range(split, dynamic)
        return array_ops.transpose(x, perm=array_ops.concat([last, first], 0))


def move_dimension(x: Any, source_idx: Any, dest_idx: Any) -> Any:
    """`x` with one dimension moved to another place."""
    rank = prefer_static_rank(x)
    kind = dtypes.int32 if isinstance(source_idx, int) else dtypes.as_dtype(source_idx.dtype)
    source_idx = rank + source_idx if source_idx < 0 else source_idx
    dest_idx = rank + dest_idx if dest_idx < 0 else dest_idx

    def numbers(start: Any, end: Any) -> Any:
        return math_ops.range(start, end, dtype=kind)

    def leftwards() -> Any:
        parts = [numbers(0, dest_idx), [source_idx], numbers(dest_idx, source_idx), numbers(source_idx + 1, rank)]
        return prefer_static_value(array_ops.concat(parts, axis=0))

    def rightwards() -> Any:
        between = numbers(source_idx + 1, dest_idx + 1)
        parts = [numbers(0, source_idx), between, [source_idx], numbers(dest_idx + 1, rank)]
        return prefer_static_value(array_ops.concat(parts, axis=0))

    def moved() -> Any:
        return array_ops.transpose(x, perm=smart_cond(source_idx < dest_idx, rightwards, leftwards))

    return smart_cond(math_ops.equal(source_idx, dest_idx), lambda: x, moved)


def pad(
    x: Any, axis: Any, front: bool = False, back: bool = False, value: Any = 0, count: Any = 1, name: str | None = None
) -> Any:
    """`x` with `count` entries of `value` put in front of, or behind, those along one dimension.

    Raises:
      TypeError: the count is no integer.
      ValueError: neither front nor back.
    """
    with name_scope(name, "pad", [x, value, count]):
        x = convert(x, None, "x")
        value, count = convert(value, x.dtype.base, "value"), convert(count, None, "count")
        if not count.dtype.is_integer:
            raise TypeError(f"`count.dtype` (`{count.dtype.name}`) must be `int`-like.")
        if not (front or back):
            raise ValueError("At least one of `front`, `back` must be `True`.")
        rank: Any = x.shape.ndims if x.shape.ndims is not None else array_ops.rank(x, name="ndims")
        where: Any = convert(axis, None, "axis")
        at, final = tensor_util.constant_value(where), None
        if at is None:
            where = array_ops.where_v2(where < 0, rank + where, where)
        else:
            where = rank + at if at < 0 else at
            if at >= 0 or x.shape.ndims is not None:
                final = _padded_shape(x.shape, int(where), tensor_util.constant_value(count), front + back)
        ends = array_ops.stack([where if front else -1, where if back else -1])
        paddings = array_ops.one_hot(indices=ends, depth=rank, axis=0, on_value=count, dtype=dtypes.int32)
        x = array_ops.pad(x, paddings=paddings, constant_values=value)
        if final is not None:
            x.set_shape(final)
        return x


def _padded_shape(shape: Any, axis: int, count: Any, sides: int) -> Any:
    size = None if shape.ndims is None else dimension(shape[axis])
    middle = [None if count is None or size is None else size + int(count) * sides]
    return shape[:axis].concatenate(middle).concatenate(shape[axis + 1 :])
