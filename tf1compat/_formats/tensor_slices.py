"""Slices of tensors in checkpoints, and what all readers of checkpoints share."""

from __future__ import annotations

import difflib
import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from tf1compat._formats import tensor_proto
from tf1compat._formats.faults import DataLoss, InvalidArgument

Extents = tuple[tuple[int, int], ...]  # (start, length) per dimension; length -1: everything
Array = np.ndarray[Any, Any]


class SliceSpec(NamedTuple):
    """A parsed `"10 4 0,5:0,4"`: full shape, and the part meant."""

    shape: tuple[int, ...]
    extents: Extents


class TensorInfo(NamedTuple):
    """What a checkpoint says about a tensor: DType number, shape, and the slices that it is stored as (none: whole)."""

    dtype: int
    shape: tuple[int, ...]
    slices: tuple[Extents, ...] = ()


def parse_spec(text: str) -> SliceSpec:
    """Parse `"shape slice"` of SaveV2 and RestoreV2: `"10 4 0,5:-"`, where `-` is a whole dimension.

    Raises:
      InvalidArgument: it has another form, or the slice does not lie inside the shape.
    """
    *sizes, part = text.split(" ")
    try:
        shape = tuple(int(s) for s in sizes)
        extents = tuple((0, -1) if e == "-" else _extent(e) for e in part.split(":"))
    except ValueError:
        raise InvalidArgument(f"Expected a space-separated shape and a colon-separated slice, got {text!r}") from None
    if len(shape) != len(extents):
        raise InvalidArgument(f"Shape and slice have different ranks in {text!r}")
    for size, (start, length) in zip(shape, extents):
        if start < 0 or size < 0 or (length >= 0 and start + length > size):
            raise InvalidArgument(f"The slice lies outside of the shape in {text!r}")
    return SliceSpec(shape, extents)


def _extent(text: str) -> tuple[int, int]:
    start, length = text.split(",")
    return int(start), int(length)


def spec_text(shape: Sequence[int], extents: Extents) -> str:
    """The inverse of `parse_spec`."""
    parts = ["-" if length < 0 else f"{start},{length}" for start, length in extents]
    return " ".join([*map(str, shape), ":".join(parts)])


def indices(shape: Sequence[int], extents: Extents) -> tuple[slice, ...]:
    """`extents` as an index into an array of `shape`."""
    return tuple(slice(s, size if n < 0 else s + n) for (s, n), size in zip(extents, shape))


def sizes(shape: Sequence[int], extents: Extents) -> tuple[int, ...]:
    """The shape of a slice."""
    return tuple(i.stop - i.start for i in indices(shape, extents))


def whole(shape: Sequence[int]) -> Extents:
    """The slice that is everything."""
    return ((0, -1),) * len(shape)


def extents_from_proto(message: Any) -> Extents:
    """The extents of a TensorSliceProto."""
    return tuple((int(e.start), int(e.length) if e.WhichOneof("has_length") else -1) for e in message.extent)


def fill_proto(message: Any, extents: Extents) -> None:
    """Write `extents` into a TensorSliceProto."""
    for start, length in extents:
        extent = message.extent.add()
        if length >= 0:
            extent.start, extent.length = start, length


class CheckpointFile(ABC):
    """A checkpoint opened for reading: `tensors` by name, and their values."""

    tensors: dict[str, TensorInfo]

    def nearest(self, name: str) -> str:
        """What to tell somebody who asks for a tensor `name` that is not there: the names closest to it."""
        near = difflib.get_close_matches(name, list(self.tensors), n=3, cutoff=0.5)
        return f" (it has {', '.join(near)})" if near else f" ({len(self.tensors)} other tensors)"

    @abstractmethod
    def _whole(self, name: str) -> Array:
        """The plain elements of a tensor that is stored in one piece."""

    @abstractmethod
    def _piece(self, name: str, extents: Extents) -> Array:
        """The plain elements of one stored slice."""

    def read(self, name: str, extents: Extents | None = None) -> Array:
        """The value of a tensor, or of a part of it; KeyError where the checkpoint has no such tensor.

        Raises:
          DataLoss: the stored data are damaged, or do not cover what is wanted.
        """
        info = self.tensors[name]
        if info.slices:
            found = self._assemble(name, info, whole(info.shape) if extents is None else extents)
        else:
            found = self._whole(name)
            if extents is not None:
                found = found[indices(info.shape, extents)]
        return tensor_proto.as_records(found, info.dtype)

    def _assemble(self, name: str, info: TensorInfo, extents: Extents) -> Array:
        wanted = indices(info.shape, extents)
        shape = sizes(info.shape, extents)
        parts: list[tuple[tuple[slice, ...], Array]] = []
        covered = 0
        for stored in info.slices:
            there = indices(info.shape, stored)
            both = [slice(max(w.start, t.start), min(w.stop, t.stop)) for w, t in zip(wanted, there)]
            if any(b.start >= b.stop for b in both):
                continue
            size = math.prod(b.stop - b.start for b in both)
            part = self._piece(name, stored)[_moved(both, there)]
            if part.size != size:
                raise DataLoss(f"a slice of tensor {name!r} is not as large as the checkpoint says")
            parts.append((_moved(both, wanted), part))
            covered += size
        if covered < math.prod(shape):
            raise DataLoss(f"the slices stored of tensor {name!r} do not cover {spec_text(info.shape, extents)}")
        out = np.empty(shape, tensor_proto.element_type(info.dtype))  # only now is the size known to be true
        for where, part in parts:
            out[where] = part
        return out


def _moved(parts: Sequence[slice], origin: Sequence[slice]) -> tuple[slice, ...]:
    return tuple(slice(p.start - o.start, p.stop - o.start) for p, o in zip(parts, origin))
