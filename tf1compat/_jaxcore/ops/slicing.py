"""Ops that cut pieces out of arrays, extend, repeat or reverse them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from jax import lax

from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.array import is_concrete, namespace, shape_tuple
from tf1compat._jaxcore.base.shapes import ShapeError
from tf1compat._jaxcore.ops.arrays import invalid
from tf1compat._jaxcore.schema import array_shapes, checks, refusals, rows, shape_rules, strided
from tf1compat._jaxcore.schema.checks import Check
from tf1compat._jaxcore.schema.opdef import REQUIRED, op

_INT32 = dtypes.int32


# ---- Slice ----------------------------------------------------------------------------------------------------------


def _slice_needs(x: Any) -> Sequence[str]:
    """`begin` may be computed on the device, unless a size says "up to the end"."""
    size = x.value(2)
    return ("size",) if size is not None and (size >= 0).all() else ("begin", "size")


def _block_exists(input: Any, begin: Any, size: Any) -> Check | None:
    # a kernel that knows where the block begins looks for itself: it has to know what -1 means
    return None if is_concrete(begin) else checks.begins(begin, shape_tuple(size), input.shape)


@op(
    "Slice",
    "input: T, begin: Index, size: Index -> output: T",
    static=("begin", "size"),
    static_rule=_slice_needs,
    moves=True,
    shape=array_shapes.slice_,
    check=_block_exists,
)
def slice_(input: Any, begin: Any, size: Any) -> Any:
    """The block of shape `size` that starts at `begin`; a size of -1 means up to the end."""
    sizes = shape_tuple(size)
    rank = len(input.shape)
    if len(sizes) != rank:
        raise invalid(
            f"Expected begin and size arguments to be 1-D tensors of size {rank}, but got shapes "
            f"[{len(np.shape(begin))}] and [{len(sizes)}] instead."
        )
    if not is_concrete(begin):
        return lax.dynamic_slice(
            input,
            [lax.index_in_dim(begin, i, keepdims=False) for i in range(rank)],
            sizes,
            allow_negative_indices=False,
        )
    starts = shape_tuple(begin)
    try:
        ends = strided.block_ends(starts, sizes, input.shape)
    except ShapeError as e:
        raise invalid(str(e)) from None
    if is_concrete(input):
        return input[tuple(slice(a, b) for a, b in zip(starts, ends))]
    return lax.slice(input, starts, ends)


# ---- StridedSlice ---------------------------------------------------------------------------------------------------


def _strided_needs(x: Any) -> Sequence[str]:
    """`begin` and `end` may be computed on the device where every entry is a single index or a whole dimension."""
    shape = x.shape(3)
    count = shape[0] if shape else None
    if count is None:
        return ("begin", "end", "strides")
    attrs = x.attrs
    fixed = attrs.get("shrink_axis_mask", 0) | attrs.get("new_axis_mask", 0) | attrs.get("ellipsis_mask", 0)
    fixed |= attrs.get("begin_mask", 0) & attrs.get("end_mask", 0)
    return ("strides",) if fixed & ((1 << count) - 1) == (1 << count) - 1 else ("begin", "end", "strides")


def _elements_exist(
    input: Any,
    begin: Any,
    end: Any,
    strides: Any,
    *,
    begin_mask: int,
    end_mask: int,
    ellipsis_mask: int,
    new_axis_mask: int,
    shrink_axis_mask: int,
) -> Check | None:
    if is_concrete(begin, end):
        return None
    masks = _masks(begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
    bounds = strided.plan(len(input.shape), None, None, strides.tolist(), masks).bounds
    picks = [(int(b.source or 0), i, input.shape[i]) for i, b in enumerate(bounds) if b.shrinks]
    return checks.elements(begin, picks)


@op(
    "StridedSlice",
    "input: T, begin: Index, end: Index, strides: Index -> output: T",
    static=("begin", "end", "strides"),
    static_rule=_strided_needs,
    moves=True,
    shape=array_shapes.strided_slice,
    check=_elements_exist,
    rows=rows.sliced,
)
def strided_slice(
    input: Any,
    begin: Any,
    end: Any,
    strides: Any,
    *,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
) -> Any:
    """Python's slicing notation: ranges with strides, single indices, new axes, an ellipsis."""
    masks = _masks(begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
    if not is_concrete(begin, end):
        return _dynamic_slice(input, begin, strides, masks)
    plan, cuts = _cuts(input.shape, begin, end, strides, masks)
    if is_concrete(input):
        index = tuple(
            cut[0] if b.shrinks else slice(cut[0], None if cut[1] < 0 else cut[1], b.stride)
            for b, cut in zip(plan.bounds, cuts)
        )
        part = np.asarray(input)[index]
        return np.reshape(part, [1 if axis is None else _count(plan.bounds[axis], cuts[axis]) for axis in plan.kept])
    return _lax_slice(input, plan, cuts)


def _masks(*bits: int) -> dict[str, int]:
    return dict(zip(array_shapes.MASKS, bits))


def _cuts(
    shape: Sequence[int], begin: Any, end: Any, strides: Any, masks: dict[str, int]
) -> tuple[strided.Plan, list[tuple[int, int]]]:
    """The plan of a slice with known bounds, and begin and end of each dimension of the input."""
    try:
        plan = strided.plan(len(shape), begin.tolist(), end.tolist(), strides.tolist(), masks)
        strided.check_strides(plan.bounds)
        return plan, [strided.interval(b, i, size) for i, (b, size) in enumerate(zip(plan.bounds, shape))]
    except ShapeError as e:
        raise invalid(str(e)) from None


def _count(b: strided.Bound, cut: tuple[int, int]) -> int:
    return 1 if b.shrinks else strided.count(*cut, b.stride)


def _lax_slice(x: Any, plan: strided.Plan, cuts: Sequence[tuple[int, int]]) -> Any:
    """Slice forwards, reverse where the stride is negative, then drop and insert dimensions."""
    counts = [_count(b, cut) for b, cut in zip(plan.bounds, cuts)]
    starts, ends, steps, flipped = [], [], [], []
    for axis, (b, (begin, _), n) in enumerate(zip(plan.bounds, cuts, counts)):
        step = 1 if b.shrinks else abs(b.stride)
        first = begin - (n - 1) * step if b.stride < 0 and n else begin
        first = min(first, x.shape[axis]) if n else 0
        starts.append(first)
        ends.append(first + (n - 1) * step + 1 if n else first)
        steps.append(step)
        if b.stride < 0 and n > 1:
            flipped.append(axis)
    if any(s or e != d or k != 1 for s, e, k, d in zip(starts, ends, steps, x.shape)):
        x = lax.slice(x, starts, ends, steps)
    if flipped:
        x = lax.rev(x, flipped)
    return _reshaped(x, [1 if axis is None else counts[axis] for axis in plan.kept])


def _reshaped(x: Any, shape: Sequence[int]) -> Any:
    return x if x.shape == tuple(shape) else lax.reshape(x, tuple(shape))


def _dynamic_slice(x: Any, begin: Any, strides: Any, masks: dict[str, int]) -> Any:
    """Single indices that are computed on the device; all other dimensions are whole.

    What lies behind a failed check is NaN (zero where the type has no NaN).
    """
    spec = strided.plan(len(x.shape), None, None, strides.tolist(), masks)
    starts: list[Any] = []
    sizes: list[int] = []
    exists: Any = None
    zero = np.zeros((), begin.dtype)
    for b, size in zip(spec.bounds, x.shape):
        if b.shrinks:
            index = lax.index_in_dim(begin, int(b.source or 0), keepdims=False)
            index = lax.select(lax.lt(index, zero), lax.add(index, index.dtype.type(size)), index)
            inside = lax.bitwise_and(lax.ge(index, zero), lax.lt(index, index.dtype.type(size)))
            exists = inside if exists is None else lax.bitwise_and(exists, inside)
            starts.append(index)
            sizes.append(1)
        elif b.begin_masked and b.end_masked:
            starts.append(zero)
            sizes.append(size)
        else:
            raise invalid("the bounds of a slice must be known while compiling, unless they select single elements")
    part = lax.dynamic_slice(x, starts, sizes, allow_negative_indices=False)
    whole = [b._replace(shrinks=False, begin_masked=True, end_masked=True) for b in spec.bounds]
    part = _lax_slice(part, strided.Plan(whole, spec.kept), _whole_cuts(whole, part.shape))
    if exists is None:
        return part
    missing = np.asarray(np.nan if np.issubdtype(x.dtype, np.inexact) else 0).astype(x.dtype)
    return lax.select(lax.broadcast(exists, part.shape), part, lax.full(part.shape, missing, x.dtype))


def _whole_cuts(bounds: Sequence[strided.Bound], shape: Sequence[int]) -> list[tuple[int, int]]:
    return [strided.interval(b, i, size) for i, (b, size) in enumerate(zip(bounds, shape))]


@op(
    "StridedSliceGrad",
    "shape: Index, begin: Index, end: Index, strides: Index, dy: T -> output: T",
    static=("shape", "begin", "end", "strides"),
    shape=shape_rules.from_value,
)
def strided_slice_grad(
    shape: Any,
    begin: Any,
    end: Any,
    strides: Any,
    dy: Any,
    *,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
) -> Any:
    """Zeros of `shape` with `dy` where a slice would have been taken."""
    masks = _masks(begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
    sizes = shape_tuple(shape)
    return _place(namespace(dy).zeros(sizes, dy.dtype), dy, _cuts(sizes, begin, end, strides, masks))


@op(
    "TensorStridedSliceUpdate",
    "input: T, begin: Index, end: Index, strides: Index, value: T -> output: T",
    static=("begin", "end", "strides"),
    shape=shape_rules.unchanged,
)
def tensor_strided_slice_update(
    input: Any,
    begin: Any,
    end: Any,
    strides: Any,
    value: Any,
    *,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
) -> Any:
    """The input with a slice replaced by `value`."""
    masks = _masks(begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
    return _place(input, value, _cuts(input.shape, begin, end, strides, masks))


def _place(x: Any, value: Any, where: tuple[strided.Plan, list[tuple[int, int]]]) -> Any:
    """`x` with `value` in place of the slice."""
    plan, cuts = where
    counts = [_count(b, cut) for b, cut in zip(plan.bounds, cuts)]
    kept = tuple(1 if axis is None else counts[axis] for axis in plan.kept)
    xp = namespace(x, value)
    block = xp.reshape(xp.broadcast_to(value, kept), tuple(counts))
    index = tuple(
        slice(cut[0], cut[0] + 1) if b.shrinks else slice(cut[0], None if cut[1] < 0 else cut[1], b.stride)
        for b, cut in zip(plan.bounds, cuts)
    )
    if xp is np:
        out = np.array(x)
        out[index] = block
        return out
    return xp.asarray(x).at[index].set(block)


def _assign_slice(
    ref: Any,
    begin: Any,
    end: Any,
    strides: Any,
    value: Any,
    *,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
) -> Any:
    """The variable with a slice replaced by `value`."""
    masks = _masks(begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
    return _place(ref, value, _cuts(ref.shape, begin, end, strides, masks))


_ASSIGNED = "begin: Index, end: Index, strides: Index, value: T"
op(
    "StridedSliceAssign",
    f"ref: Ref(T), {_ASSIGNED} -> output_ref: Ref(T)",
    static=("begin", "end", "strides"),
    effect="write",
    writes="ref",
    stateful=False,
    shape=shape_rules.unchanged,
    grad="none",
)(_assign_slice)
op(
    "ResourceStridedSliceAssign",
    f"ref: resource, {_ASSIGNED} ->",
    static=("begin", "end", "strides"),
    effect="write",
    writes="ref",
    shape=shape_rules.nothing,
    grad="none",
)(_assign_slice)


# ---- extend, repeat, reverse ----------------------------------------------------------------------------------------


@op(
    "Pad",
    "input: T, paddings: Tpaddings -> output: T",
    static="paddings",
    shape=array_shapes.pad,
    types={"Tpaddings": _INT32},
)
def pad(input: Any, paddings: Any) -> Any:
    """The input with zeros around it."""
    return _pad(input, paddings, np.zeros((), input.dtype) if input.dtype != object else np.asarray(b"", object))


@op(
    "PadV2",
    "input: T, paddings: Tpaddings, constant_values: T -> output: T",
    static="paddings",
    shape=array_shapes.pad,
    types={"Tpaddings": _INT32},
)
def pad_v2(input: Any, paddings: Any, constant_values: Any) -> Any:
    """The input with a constant around it."""
    return _pad(input, paddings, constant_values)


def _pad(x: Any, paddings: Any, value: Any) -> Any:
    widths = _widths(x, paddings)
    if is_concrete(x, value):
        out = np.full([d + a + b for d, (a, b) in zip(x.shape, widths)], value[()], x.dtype)
        out[tuple(slice(a, a + d) for d, (a, _) in zip(x.shape, widths))] = x
        return out
    # TF1: no gradient flows to the value that is padded with
    return lax.pad(x, lax.stop_gradient(value), [(a, b, 0) for a, b in widths])


def _widths(x: Any, paddings: Any) -> list[tuple[int, int]]:
    if np.shape(paddings) != (len(x.shape), 2):
        given = f"{refusals.text(np.shape(paddings))} {refusals.text(x.shape)}"
        raise invalid(f"The first dimension of paddings must be the rank of inputs{given}")
    widths = [(int(a), int(b)) for a, b in paddings]
    for a, b in widths:
        if a < 0 or b < 0:
            raise invalid(f"Paddings must be non-negative: {a} {b}")
    return widths


@op(
    "MirrorPad",
    "input: T, paddings: Tpaddings -> output: T",
    static="paddings",
    shape=array_shapes.pad,
    types={"Tpaddings": _INT32},
)
def mirror_pad(input: Any, paddings: Any, *, mode: bytes = REQUIRED) -> Any:
    """The input with its mirror image around it, without (REFLECT) or with (SYMMETRIC) the border itself."""
    widths = _widths(input, paddings)
    border = 1 if mode == b"REFLECT" else 0
    for axis, (a, b) in enumerate(widths):
        if max(a, b) > input.shape[axis] - border:
            wanted, got = ("less", "not less") if border else ("no greater", "greater")
            size = input.shape[axis]
            raise invalid(f"paddings must be {wanted} than the dimension size: {a}, {b} {got} than {size}")
    xp = namespace(input)
    if not input.size:
        return xp.zeros([d + a + b for d, (a, b) in zip(input.shape, widths)], input.dtype)
    return xp.pad(input, widths, mode="reflect" if border else "symmetric")


@op(
    "Tile",
    "input: T, multiples: Tmultiples -> output: T",
    static="multiples",
    moves=True,
    shape=array_shapes.tile,
    types={"Tmultiples": _INT32},
)
def tile(input: Any, multiples: Any) -> Any:
    """The input repeated along each dimension."""
    times = shape_tuple(multiples)
    if len(times) != len(input.shape):
        raise invalid(
            f"Expected multiples argument to be a vector of length {len(input.shape)} but got length {len(times)}"
        )
    for axis, n in enumerate(times):
        if n < 0:
            raise invalid(f"Expected multiples[{axis}] >= 0, but got {n}")
    if is_concrete(input):
        return np.tile(input, times)
    rank = len(times)
    sizes = input.shape
    spread = [v for n, d in zip(times, sizes) for v in (n, d)]
    kept = [2 * axis + 1 for axis in range(rank)]
    return lax.reshape(lax.broadcast_in_dim(input, spread, kept), tuple(n * d for n, d in zip(times, sizes)))


@op("Reverse", "tensor: T, dims: bool -> output: T", static="dims", moves=True, shape=shape_rules.unchanged)
def reverse(tensor: Any, dims: Any) -> Any:
    """The input backwards along the dimensions for which `dims` is true."""
    return _reverse(tensor, [i for i, yes in enumerate(np.ravel(dims)) if yes])


@op(
    "ReverseV2",
    "tensor: T, axis: Tidx -> output: T",
    static="axis",
    moves=True,
    shape=array_shapes.reverse_v2,
    types={"Tidx": _INT32},
)
def reverse_v2(tensor: Any, axis: Any) -> Any:
    """The input backwards along the dimensions `axis`."""
    rank = len(tensor.shape)
    axes: list[int] = []
    for given in shape_tuple(axis):
        at = given + rank if given < 0 else given
        if not 0 <= at < rank:
            raise invalid(f"'axis'[{len(axes)}] = {given} is out of valid range [0, {rank - 1}")
        if at in axes:
            raise invalid(f"axis {at} specified more than once.")
        axes.append(at)
    return _reverse(tensor, axes)


def _reverse(x: Any, axes: Sequence[int]) -> Any:
    if is_concrete(x):
        return np.flip(x, tuple(axes)) if axes else x
    return lax.rev(x, tuple(axes)) if axes else x


def _lengths_fit(input: Any, seq_lengths: Any, *, seq_dim: int, batch_dim: int) -> Check | None:
    return checks.lengths(seq_lengths, seq_dim, input.shape[seq_dim])


@op(
    "ReverseSequence",
    "input: T, seq_lengths: Tlen -> output: T",
    shape=array_shapes.reverse_sequence,
    types={"Tlen": dtypes.int64},
    check=_lengths_fit,
    refusal=refusals.lengths_of_batch,
)
def reverse_sequence(input: Any, seq_lengths: Any, *, seq_dim: int = REQUIRED, batch_dim: int = 0) -> Any:
    """For each entry of the batch, the first `seq_lengths` elements along `seq_dim` backwards."""
    xp = namespace(input, seq_lengths)
    steps = input.shape[seq_dim]
    at = xp.arange(steps)[:, None]
    lengths = xp.asarray(seq_lengths)[None, :]
    source = xp.where(at < lengths, lengths - 1 - at, at)  # [steps, batch]
    moved = xp.moveaxis(input, (seq_dim, batch_dim), (0, 1))
    source = source.reshape(source.shape + (1,) * (moved.ndim - 2))
    return xp.moveaxis(xp.take_along_axis(moved, source, 0), (0, 1), (seq_dim, batch_dim))
