"""Strided slicing arithmetic: what the masks of StridedSlice mean for each dimension of the input."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tf1compat._jaxcore.base.shapes import Shape, ShapeError


class Bound(NamedTuple):
    """How one dimension of the input is sliced. `begin` and `end` are None where they are not known.

    `source` is the position in `begin`, `end` and `strides` that it comes from, None for what an ellipsis covers.
    """

    begin: int | None
    end: int | None
    stride: int
    begin_masked: bool
    end_masked: bool
    shrinks: bool
    source: int | None


class Plan(NamedTuple):
    """One `Bound` per dimension of the input; for each dimension of the result its input dimension or None (new)."""

    bounds: list[Bound]
    kept: list[int | None]


def plan(
    rank: int,
    begin: Sequence[Any] | None,
    end: Sequence[Any] | None,
    strides: Sequence[int],
    masks: dict[str, int],
) -> Plan:
    """Spread a slice over the dimensions of an input of known rank.

    Raises:
      ShapeError: more entries than dimensions, several ellipses (TF1's messages).
    """
    ellipsis = masks["ellipsis_mask"]
    if ellipsis & (ellipsis - 1):
        raise ShapeError("Multiple ellipses in slice spec not allowed")
    n = len(strides)
    if not ellipsis:
        ellipsis = 1 << n  # as if `...` stood at the end
        n += 1
    bounds: list[Bound] = []
    kept: list[int | None] = []
    for i in range(n):
        bit = 1 << i
        if ellipsis & bit:
            later = [j for j in range(i + 1, n) if not masks["new_axis_mask"] & (1 << j)]
            for _ in range(rank - len(later) - len(bounds)):
                kept.append(len(bounds))
                bounds.append(Bound(0, 0, 1, True, True, False, None))
        elif masks["new_axis_mask"] & bit:
            kept.append(None)
        else:
            if len(bounds) == rank:
                raise ShapeError(f"Index out of range using input dim {rank}; input has only {rank} dims")
            shrinks = bool(masks["shrink_axis_mask"] & bit)
            if not shrinks:
                kept.append(len(bounds))
            bounds.append(
                Bound(
                    None if begin is None else begin[i],
                    None if end is None else end[i],
                    int(strides[i]),
                    bool(masks["begin_mask"] & bit),
                    bool(masks["end_mask"] & bit),
                    shrinks,
                    i,
                )
            )
    return Plan(bounds, kept)


def check_strides(bounds: Sequence[Bound]) -> None:
    """Refuse zero strides, and backward ones where a single element is meant (TF1's messages)."""
    for i, b in enumerate(bounds):
        if b.stride == 0:
            raise ShapeError(f"strides[{i}] must be non-zero")
        if b.shrinks and b.stride < 0:
            raise ShapeError("only stride 1 allowed on non-range indexing.")


def interval(b: Bound, axis: int, size: int) -> tuple[int, int]:
    """First index and one past the last (in the direction of the stride) of dimension `axis`, both clipped.

    Raises:
      ShapeError: a single element is meant and it does not exist.
    """
    if b.shrinks:
        index = int(b.begin or 0)
        forward = index + size if index < 0 else index
        if not 0 <= forward < size:
            raise ShapeError(f"slice index {forward} of dimension {axis} out of bounds.")
        return forward, forward + 1
    low, high = (0, size) if b.stride > 0 else (-1, size - 1)

    def clip(x: int) -> int:
        return max(low, min(high, x + size if x < 0 else x))

    begin = (low if b.stride > 0 else high) if b.begin_masked else clip(int(b.begin or 0))
    end = (high if b.stride > 0 else low) if b.end_masked else clip(int(b.end or 0))
    return begin, end


def count(begin: int, end: int, stride: int) -> int:
    """How many elements a stride takes from begin to end."""
    return max(0, -((begin - end) // stride) if stride > 0 else -((end - begin) // -stride))


def size_after(b: Bound, axis: int, size: int | None) -> int | None:
    """The size of a kept dimension after slicing, None where it is not known."""
    if size is None or b.shrinks:
        if size is not None and b.begin is not None and b.end is not None:
            interval(b, axis, size)
        return 1 if b.shrinks else None
    if (b.begin is None or b.end is None) and not (b.begin_masked and b.end_masked):
        return None
    begin, end = interval(b, axis, size)
    return count(begin, end, b.stride)


def result_shape(plan: Plan, shape: tuple[int | None, ...]) -> Shape:
    """The static shape of the result."""
    check_strides(plan.bounds)
    sizes = [size_after(b, i, d) for i, (b, d) in enumerate(zip(plan.bounds, shape))]
    return tuple(1 if axis is None else sizes[axis] for axis in plan.kept)


def block_ends(starts: Sequence[int], sizes: Sequence[int], shape: Sequence[int]) -> list[int]:
    """Where the block that `Slice` means ends in each dimension; a size of -1 means up to the end.

    Raises:
      ShapeError: it does not lie inside.
    """
    ends: list[int] = []
    for axis, (start, length, total) in enumerate(zip(starts, sizes, shape)):
        if not 0 <= start <= total:
            raise ShapeError(f"Expected begin[{axis}] in [0, {total}], but got {start}")
        end = total if length == -1 else start + length
        if not start <= end <= total:
            raise ShapeError(f"Expected size[{axis}] in [0, {total - start}], but got {length}")
        ends.append(end)
    return ends
