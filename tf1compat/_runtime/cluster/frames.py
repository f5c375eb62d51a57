"""Frames: how messages with tensors travel between tasks. Typed, versioned, and nothing in them is ever executed.

A frame is the magic bytes, the length of a header, the header (a message of `_formats.cluster_protos`), and the contents
of its tensors, each at a multiple of 64 bytes. Tensors are not copied when a frame is read.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

import numpy as np

from tf1compat._formats import cluster_protos
from tf1compat._jaxcore.base import dtypes

VERSION = 1
_MAGIC = b"TF1C"
_HEAD = struct.Struct("<4sI")
_ALIGN = 64
_MAX_RANK = 254


class WireError(ValueError):
    """Bytes that are no frame of this protocol."""


def encode(header: Any, arrays: Sequence[Any] = ()) -> bytes:
    """A frame of `header`, whose `tensors` are filled in from `arrays`."""
    head, pieces, _ = encode_pieces(header, arrays)
    start = _HEAD.size + len(head)
    return b"".join([_HEAD.pack(_MAGIC, len(head)), head, bytes(-start % _ALIGN) if pieces else b"", *pieces])


def encode_pieces(header: Any, arrays: Sequence[Any] = ()) -> tuple[bytes, list[Any], int]:
    """The same without a copy of the tensors: the header's bytes, those of the tensors in pieces, and how many these are."""
    header.version = VERSION
    pieces: list[Any] = []
    at = 0
    for array in arrays:
        tensor = header.tensors.add()
        contents = _contents(array, tensor)
        padding = -at % _ALIGN
        if padding:
            pieces.append(bytes(padding))
        pieces.append(contents)
        tensor.size = len(contents)
        at += padding + len(contents)
    return header.SerializeToString(), pieces, at


def decode(frame: bytes, name: str) -> tuple[Any, list[np.ndarray[Any, Any]]]:
    """The header of a frame, a message called `name`, and its tensors, which look into `frame`.

    Raises:
      WireError: it is none, is cut off, or is of another version of the protocol.
    """
    if len(frame) < _HEAD.size:
        raise WireError(f"a message of {len(frame)} bytes is too short")
    magic, size = _HEAD.unpack_from(frame)
    start = _HEAD.size + size
    if magic != _MAGIC or start > len(frame):
        raise WireError("not a message between tf1compat tasks")
    view = memoryview(frame)
    return read(view[_HEAD.size : start], view[start + -start % _ALIGN :], name)


def read(head: Any, body: memoryview, name: str) -> tuple[Any, list[np.ndarray[Any, Any]]]:
    """The message called `name` whose bytes are `head`, and its tensors, which look into `body`; see `decode`."""
    header = cluster_protos.message(name)()
    try:
        header.ParseFromString(head)
    except Exception as e:  # protobuf's DecodeError
        raise WireError(f"a malformed {name}: {e}") from None
    if header.version != VERSION:
        raise WireError(
            f"the other side speaks version {header.version} of the protocol between tasks, this side version "
            f"{VERSION}: run the same version of tf1compat in all tasks"
        )
    if "tensors" not in header.DESCRIPTOR.fields_by_name:
        return header, []
    arrays: list[np.ndarray[Any, Any]] = []
    at = 0
    for tensor in header.tensors:
        at += -at % _ALIGN
        if tensor.size < 0 or at + tensor.size > len(body):
            raise WireError("a tensor is cut off")
        arrays.append(_array(tensor, body[at : at + tensor.size]))
        at += tensor.size
    return header, arrays


def _contents(array: Any, tensor: Any) -> Any:
    """The bytes of an array; `tensor` gets its type and shape."""
    array = np.asarray(array)
    tensor.shape.extend(array.shape)
    if array.dtype == object or array.dtype.kind in "SU":
        tensor.dtype = dtypes.string.enum
        items = [x if isinstance(x, bytes) else str(x).encode() for x in array.ravel().tolist()]
        return b"".join([np.asarray([len(x) for x in items], "<u4").tobytes(), *items])
    tensor.dtype = dtypes.as_dtype(array.dtype).enum
    flat: Any = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
    return memoryview(flat) if array.size else b""


def _array(tensor: Any, data: memoryview) -> np.ndarray[Any, Any]:
    shape = tuple(tensor.shape)
    if len(shape) > _MAX_RANK or any(d < 0 for d in shape):
        raise WireError(f"a tensor of shape {shape[:8]}")
    try:
        dtype = dtypes.as_dtype(tensor.dtype)
    except TypeError:
        raise WireError(f"a tensor of the unknown type {tensor.dtype}") from None
    count = 1
    for d in shape:
        count *= d
    if dtype is dtypes.string:
        return _strings(shape, count, data)
    if dtype.is_ref or dtype.np is None or dtype.np.kind == "O":
        raise WireError(f"a tensor of type {dtype.name} cannot travel")
    if count * dtype.np.itemsize != len(data):
        raise WireError(f"{len(data)} bytes for a tensor of type {dtype.name} and shape {shape}")
    return np.frombuffer(data, dtype.np).reshape(shape)


def _strings(shape: tuple[int, ...], count: int, data: memoryview) -> np.ndarray[Any, Any]:
    if len(data) < 4 * count:
        raise WireError("a tensor of strings is cut off")
    lengths = np.frombuffer(data[: 4 * count], "<u4").tolist()
    if 4 * count + sum(lengths) != len(data):
        raise WireError("a tensor of strings is cut off")
    out = np.empty(count, object)
    at = 4 * count
    for i, n in enumerate(lengths):
        out[i] = bytes(data[at : at + n])
        at += n
    return out.reshape(shape)
