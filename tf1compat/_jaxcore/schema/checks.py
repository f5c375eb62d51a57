"""Checks of values that an op does when it runs: an index out of range, a division by zero.

XLA has no exceptions. An op declares `check=`, a function of its inputs (and attrs, by keyword) that gives a `Check` or
None. Known values are refused at once, by `OpDef.__call__`; for traced ones a compiled step returns whether the check
failed and keeps what it looked at, and the step raises the error with the text made from that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.base.array import is_concrete


class Check(NamedTuple):
    """What a node may not be given.

    Attributes:
      looks_at: the values that decide: NumPy arrays, or traced.
      refused: of these values, an array of booleans that are True where something is wrong; NumPy and JAX alike.
      text: the message, or how it is made from these values as NumPy arrays.
      code: which error it is.
    """

    looks_at: tuple[Any, ...]
    refused: Callable[..., Any]
    text: str | Callable[..., str]
    code: int = errors.INVALID_ARGUMENT

    @property
    def is_known(self) -> bool:
        return is_concrete(*self.looks_at)

    def error(self, values: Sequence[Any]) -> errors.OpError:
        """The error for `values` (NumPy arrays) that were refused; the executor adds the node."""
        text = self.text if isinstance(self.text, str) else self.text(*values)
        kind: Any = errors.exception_type_from_error_code(self.code)
        return kind(None, None, text)


def refuse_known(check: Check | None) -> None:
    """Raise if the check is of known values and fails."""
    if check is not None and check.is_known and np.any(check.refused(*check.looks_at)):
        raise check.error([np.asarray(x) for x in check.looks_at])


# ---- indices --------------------------------------------------------------------------------------------------------


def _outside(limit: int) -> Callable[[Any], Any]:
    return lambda x: (x < 0) | (x >= limit)


def _first(bad: Any) -> tuple[int, ...]:
    """The index of the first True."""
    return tuple(int(i) for i in np.unravel_index(int(np.argmax(bad)), np.shape(bad)))


def _subscript(at: tuple[int, ...]) -> str:
    """`[0,1]` for an element of an array; nothing for a scalar."""
    return f"[{','.join(map(str, at))}]" if at else ""


def in_range(indices: Any, limit: int, text: Callable[[tuple[int, ...], int], str]) -> Check | None:
    """All of `indices` are in [0, limit); `text(position, value)` describes the first that is not."""
    refused = _outside(limit)

    def describe(values: Any) -> str:
        at = _first(refused(values))
        return text(at, int(values[at]))

    return Check((indices,), refused, describe) if np.size(indices) else None


def rows(indices: Any, limit: int) -> Check | None:
    """Row numbers of gathers and scatters."""
    return in_range(indices, limit, lambda at, value: f"indices{_subscript(at)} = {value} is not in [0, {limit})")


def offsets(indices: Any, limit: int) -> Check | None:
    """Row numbers of the optimizers' sparse updates."""
    return in_range(indices, limit, lambda at, value: f"Index {value} at offset {at[0]} in indices is out of range")


def picked(indices: Any, limit: int) -> Check | None:
    """Row numbers of SparseSegmentSum and its like."""
    return in_range(indices, limit, lambda at, value: f"Bad: indices[{at[0]}] == {value} out of range [0, {limit})")


def tuples(indices: Any, shape: Sequence[int], what: str = "shape") -> Check | None:
    """Index tuples in the last dimension of `indices`, into an array of `shape` that the message calls `what`."""
    depth = indices.shape[-1]
    if not indices.size or depth > len(shape):
        return None
    limits = np.asarray(shape[:depth], indices.dtype)

    def refused(x: Any) -> Any:
        return (x < 0) | (x >= limits)

    def describe(values: Any) -> str:
        at = _first(refused(values))[:-1]
        vector = ", ".join(str(v) for v in values[at].tolist())
        sizes = ",".join(map(str, shape))
        return f"indices{_subscript(at)} = [{vector}] does not index into {what} [{sizes}]"

    return Check((indices,), refused, describe)


def groups(segment_ids: Any, limit: int) -> Check | None:
    """Group numbers of the unsorted segment ops; negative ones are left out."""

    def describe(values: Any) -> str:
        at = _first(values >= limit)
        return f"segment_ids{_subscript(at)} = {int(values[at])} is out of range [0, {limit})"

    return Check((segment_ids,), lambda x: x >= limit, describe) if np.size(segment_ids) else None


def sorted_groups(segment_ids: Any, n_rows: int) -> Check | None:
    """Group numbers of the sorted segment ops: known, one per row, in order, from 0."""
    if np.shape(segment_ids) != (n_rows,):
        return Check((segment_ids,), lambda x: True, "segment_ids should be the same size as dimension 0 of input.")
    if not n_rows:
        return None

    def describe(values: Any) -> str:
        groups = int(values[-1]) + 1
        if groups < 0:
            return "segment ids must be >= 0"
        for group, following in zip(values.tolist(), [*values.tolist()[1:], None]):
            if following is not None and following < group:
                return "segment ids are not increasing"
            if group < 0 and following != group:
                return (
                    f"Segment id {group} out of range [0, {groups}), possibly because 'segment_ids' input is not "
                    f"sorted."
                )
        raise AssertionError(f"segment ids {values} are in order")

    return Check((segment_ids,), lambda x: (x < 0) | (np.diff(x, prepend=x[0]) < 0), describe)


def labels(labels: Any, classes: int) -> Check | None:
    """Class numbers: the message names the least if it is negative, else the greatest, and shows them all."""

    def describe(values: Any) -> str:
        bad = min(values.tolist()) if values.min() < 0 else max(values.tolist())
        return (
            f"Received a label value of {bad} which is outside the valid range of [0, {classes}).  "
            f"Label values: {' '.join(map(str, values.tolist()))}"
        )

    return Check((labels,), _outside(classes), describe) if np.size(labels) else None


# ---- slices ---------------------------------------------------------------------------------------------------------


def begins(begin: Any, sizes: Sequence[int], shape: Sequence[int]) -> Check | None:
    """Where slices of fixed sizes begin."""
    if not len(shape) == len(sizes) == np.size(begin) or not sizes:
        return None
    totals, lengths = np.asarray(shape, begin.dtype), np.asarray(sizes, begin.dtype)

    def refused(x: Any) -> Any:
        return (x < 0) | (x > totals - lengths)

    def describe(values: Any) -> str:
        axis = _first(refused(values))[0]
        start, total = int(values[axis]), shape[axis]
        if not 0 <= start <= total:
            return f"Expected begin[{axis}] in [0, {total}], but got {start}"
        return f"Expected size[{axis}] in [0, {total - start}], but got {sizes[axis]}"

    return Check((begin,), refused, describe)


def elements(begin: Any, picks: Sequence[tuple[int, int, int]]) -> Check | None:
    """Single elements that a slice picks: (position in `begin`, dimension, its size) of each."""
    if not picks:
        return None
    places = [p[0] for p in picks]
    sizes = np.asarray([p[2] for p in picks], begin.dtype)

    def refused(x: Any) -> Any:
        chosen = x[np.asarray(places)]
        return (chosen < -sizes) | (chosen >= sizes)

    def describe(values: Any) -> str:
        place, axis, size = picks[_first(refused(values))[0]]
        index = int(values[place])
        return f"slice index {index + size if index < 0 else index} of dimension {axis} out of bounds."

    return Check((begin,), refused, describe)


def lengths(seq_lengths: Any, seq_dim: int, size: int) -> Check | None:
    """How much of each sequence is reversed."""

    def describe(values: Any) -> str:
        at = int(np.argmax((values < 0) | (values > size)))
        return f"seq_lens({at}) < 0" if values[at] < 0 else f"seq_lens({at}) > input.dims({seq_dim})"

    return Check((seq_lengths,), lambda x: (x < 0) | (x > size), describe) if np.size(seq_lengths) else None


# ---- numbers --------------------------------------------------------------------------------------------------------


def permutation(x: Any) -> Check | None:
    """Each of the numbers from 0 once."""
    n = np.size(x)

    def refused(values: Any) -> Any:
        return values[values.argsort()] != np.arange(n, dtype=values.dtype)

    def describe(values: Any) -> str:
        seen: set[int] = set()
        for v in values.tolist():
            if not 0 <= v < n:
                return f"{v} is not between 0 and {n}"
            if v in seen:
                return f"{v} is duplicated in the input."
            seen.add(v)
        raise AssertionError(f"{values} is a permutation")

    return Check((x,), refused, describe) if n else None


def not_negative(x: Any, text: str) -> Check | None:
    """No number below zero."""
    return Check((x,), lambda values: values < 0, text) if np.size(x) else None


def divisor(x: Any, y: Any) -> Check | None:
    """Integers are not divided by zero."""
    return _divisor(x, y, "Integer division by zero", errors.INVALID_ARGUMENT)


def truncating_divisor(x: Any, y: Any) -> Check | None:
    """As `divisor`, where TF 1.15 does not expect it."""
    # TF1: TruncateDiv and TruncateMod raise an InternalError with this text
    text = "Unexpected error in binary operator (only integer div and mod should have errors)"
    return _divisor(x, y, text, errors.INTERNAL)


def _divisor(x: Any, y: Any, text: str, code: int) -> Check | None:
    if not _is_integer(y) or _no_results(x, y):
        return None
    return Check((y,), lambda divisors: divisors == 0, text, code)


def exponent(x: Any, y: Any) -> Check | None:
    """Integers have no negative powers."""
    if not _is_integer(y) or _no_results(x, y):
        return None
    return not_negative(y, "Integers to negative integer powers are not allowed")


def _is_integer(x: Any) -> bool:
    return np.dtype(x.dtype).kind in "iu"


def _no_results(x: Any, y: Any) -> bool:
    return not np.size(x) or not np.size(y)
