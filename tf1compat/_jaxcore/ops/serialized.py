"""Tensors as bytes and back; compressed bytes; Examples written as JSON."""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np

from tf1compat._formats import protos, tensor_proto
from tf1compat._formats.faults import DataLoss, InvalidArgument
from tf1compat._jaxcore.ops.sparse_records import parsed
from tf1compat._jaxcore.ops.strings import each
from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.opdef import REQUIRED, op


@op("SerializeTensor", "tensor: T -> serialized: string", host=True, grad="none", shape=shape_rules.scalar)
def serialize_tensor(tensor: Any) -> Any:
    """A tensor as a serialized TensorProto."""
    array = np.asarray(tensor)
    record = tensor_proto.make_content_proto(array, tensor_proto.dtype_number(array)).SerializeToString()
    return np.array(record, object)


@op("ParseTensor", "serialized: string -> output: out_type", host=True, grad="none", shape=shape_rules.unknown)
def parse_tensor(serialized: Any, *, out_type: Any = REQUIRED) -> Any:
    """The tensor in a serialized TensorProto."""
    record = np.asarray(serialized, object)
    if record.ndim:
        raise InvalidArgument(f"Expected `serialized` to be a scalar, got shape: [{','.join(map(str, record.shape))}]")
    return parsed(record.item(), out_type, "`serialized` as TensorProto")


@op("DecodeCompressed", "bytes: string -> output: string", host=True, grad="none", shape=shape_rules.unchanged)
def decode_compressed(bytes: Any, *, compression_type: bytes = b"") -> Any:
    """The bytes that were compressed by `ZLIB` or `GZIP`; unchanged without a type."""
    windows = {b"": None, b"ZLIB": zlib.MAX_WBITS, b"GZIP": zlib.MAX_WBITS | 16}
    if compression_type not in windows:
        raise InvalidArgument("Only ZLIB, GZIP or NONE are supported compressions")
    window = windows[compression_type]
    if window is None:
        return np.asarray(bytes, object)

    def expanded(text: Any) -> Any:
        try:
            return zlib.decompress(text, window)
        except zlib.error as e:
            reason = str(e).partition(": ")[2]
            raise DataLoss(f"inflate() failed with error -3: {reason or e}") from None

    return each(expanded, bytes)


@op("DecodeJSONExample", "json_examples: string -> binary_examples: string", host=True, grad="none",
    shape=shape_rules.unchanged)  # fmt: skip
def decode_json_example(json_examples: Any) -> Any:
    """Examples in JSON as serialized Examples."""
    from google.protobuf import json_format

    def binary(text: Any) -> Any:
        try:
            return json_format.Parse(text, protos.Example()).SerializeToString(deterministic=True)
        except (json_format.ParseError, UnicodeDecodeError) as e:
            raise InvalidArgument(f"Error while parsing JSON: {e}") from None

    return each(binary, json_examples)


def _padded_shape(x: Any) -> Any:
    shape, length = x.shape(0), x.value(1)
    size = None if length is None else int(length) // x.attrs["out_type"].base.np.itemsize
    return (None if shape is None else (*shape, size),)


@op("DecodePaddedRaw", "input_bytes: string, fixed_length: int32 -> output: out_type", host=True, grad="none",
    shape=_padded_shape)  # fmt: skip
def decode_padded_raw(
    input_bytes: Any, fixed_length: Any, *, out_type: Any = REQUIRED, little_endian: bool = True
) -> Any:
    """The bytes of each string, cut or padded with zeros to one length, as numbers along a new last dimension.

    TF 1.15.5 puts all strings but the first in wrong places unless `out_type` has one byte; here they are right.
    """
    texts, kind, length = np.asarray(input_bytes, object), out_type.base.np, int(fixed_length)
    if length <= 0:
        raise InvalidArgument(f"`fixed_length` must be greater than 0. (got {length}).")
    if length % kind.itemsize:
        name = {"float32": "float", "float64": "double"}.get(out_type.name, out_type.name)
        raise InvalidArgument(
            f"`fixed_length` ({length}) must be a multiple of the size of `out_type` ({kind.itemsize}): {name}"
        )
    stored = kind if little_endian or kind.itemsize == 1 else kind.newbyteorder(">")
    every = b"".join(t[:length].ljust(length, b"\0") for t in texts.ravel().tolist())
    found = np.frombuffer(every, stored).astype(kind, copy=True)
    return found.reshape(*texts.shape, length // kind.itemsize)
