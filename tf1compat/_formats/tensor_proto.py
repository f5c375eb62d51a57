"""ndarray <-> TensorProto, choosing the same field of the message as TensorFlow 1.15 does.

Arrays arrive converted: what Python values become which dtype is the facade's business. Quantised types are TF1's
one-field structured arrays (`[("qint8", np.int8)]`); plain integer arrays are accepted for them as well.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import ml_dtypes
import numpy as np

from tf1compat._formats import protos

STRING = 7
_REF_OFFSET = 100
_MOST_REPEATED = 1 << 33  # bytes that a message of a few bytes may stand for
_MAX_CONTENT_BYTES = 1 << 31


class _Encoding(NamedTuple):
    """How a DType number is stored: element type, repeated field, and whether several values go to tensor_content."""

    dtype: np.dtype[Any]
    field: str
    content: bool


def _encoding(dtype: Any, field: str, content: bool = True) -> _Encoding:
    return _Encoding(np.dtype(dtype), field, content)


_ENCODINGS: dict[int, _Encoding] = {
    1: _encoding("<f4", "float_val"),
    2: _encoding("<f8", "double_val"),
    3: _encoding("<i4", "int_val"),
    4: _encoding("u1", "int_val"),
    5: _encoding("<i2", "int_val"),
    6: _encoding("i1", "int_val"),
    STRING: _encoding(object, "string_val", content=False),
    8: _encoding("<c8", "scomplex_val", content=False),
    9: _encoding("<i8", "int64_val"),
    10: _encoding("?", "bool_val", content=False),
    11: _encoding("i1", "int_val"),  # qint8
    12: _encoding("u1", "int_val"),  # quint8
    13: _encoding("<i4", "int_val"),  # qint32
    14: _encoding(ml_dtypes.bfloat16, "half_val", content=False),
    15: _encoding("<i2", "int_val"),  # qint16
    16: _encoding("<u2", "int_val"),  # quint16
    17: _encoding("<u2", "int_val", content=False),
    18: _encoding("<c16", "dcomplex_val", content=False),
    19: _encoding("<f2", "half_val", content=False),
    22: _encoding("<u4", "uint32_val"),
    23: _encoding("<u8", "uint64_val"),
}
_QUANTIZED = {11: "qint8", 12: "quint8", 13: "qint32", 15: "qint16", 16: "quint16"}
_NUMBER_OF_FIELD = {name: number for number, name in _QUANTIZED.items()}
_NUMBER_OF: dict[np.dtype[Any], int] = {e.dtype: n for n, e in _ENCODINGS.items() if n not in _QUANTIZED}


def dtype_number(array: np.ndarray[Any, Any]) -> int:
    """The DType number of an array; TypeError where TensorFlow has none. Text and bytes arrays count as strings."""
    if array.dtype.kind in "OSU":
        return STRING
    if array.dtype.names:
        number = _NUMBER_OF_FIELD.get(array.dtype.names[0])
    else:
        number = _NUMBER_OF.get(array.dtype.newbyteorder("<"))
    if number is None:
        raise TypeError(f"Element type not supported in TensorProto: {array.dtype.name}")
    return number


def make_tensor_proto(array: np.ndarray[Any, Any], dtype: int, shape: Sequence[int] | None = None) -> Any:
    """TensorProto of `array` as DType number `dtype`.

    `shape` defaults to the array's; a larger one gives the compact form, in which the last value stands for all that
    follow. Raises ValueError for more values than `shape` holds or content of 2 GB and more, TypeError for a dtype
    without encoding.
    """
    number, encoding = _encoding_of(dtype)
    dims = tuple(array.shape if shape is None else shape)
    size = math.prod(dims)
    if array.size > size:
        raise ValueError(f"Too many elements provided. Needed at most {size}, but received {array.size}")
    proto = _empty_proto(number, dims)
    if encoding.content and array.size == size > 1:
        proto.tensor_content = _content(array, encoding)
    else:
        getattr(proto, encoding.field).extend(_field_values(array, encoding))
    return proto


def make_content_proto(array: np.ndarray[Any, Any], dtype: int) -> Any:
    """TensorProto with all values in `tensor_content` (strings in `string_val`), as TF's kernels write tensors."""
    number, encoding = _encoding_of(dtype)
    proto = _empty_proto(number, array.shape)
    if number == STRING:
        proto.string_val.extend(_field_values(array, encoding))
    elif array.size:
        proto.tensor_content = _content(array, encoding)
    return proto


def make_packed_proto(array: np.ndarray[Any, Any]) -> Any:
    """TensorProto of strings in `tensor_content`: all lengths as varints, then all bytes."""
    texts = [_as_bytes(value) for value in array.ravel().tolist()]
    proto = _empty_proto(STRING, array.shape)
    proto.tensor_content = b"".join([*(_varint(len(t)) for t in texts), *texts])
    return proto


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def make_ndarray(proto: Any, repeat: bool = True) -> np.ndarray[Any, Any]:
    """A writable array with the values of a TensorProto; strings as objects (bytes), quantised types as TF1's records.

    Missing values repeat the last one, or are zero (empty) where there are none, unless `repeat` is false. Raises
    TypeError for a dtype without values (resource, variant) and ValueError where the values do not fit the shape.
    """
    number, encoding = _encoding_of(int(proto.dtype), decoding=True)
    shape = tuple(int(dim.size) for dim in proto.tensor_shape.dim)
    if any(dim < 0 for dim in shape):
        raise ValueError(f"TensorProto with a partially known shape {list(shape)} has no values")
    size = math.prod(shape)
    if proto.tensor_content:
        if number == STRING:
            return _object_array(_split_strings(bytes(proto.tensor_content), size)).reshape(shape)
        return _as_records(np.frombuffer(proto.tensor_content, dtype=encoding.dtype).copy(), number).reshape(shape)
    values = _stored_values(proto, encoding)
    if values.size > size:
        raise ValueError(f"cannot reshape array of size {values.size} into shape {shape}")
    if values.size < size:
        if not repeat or size * encoding.dtype.itemsize > _MOST_REPEATED:
            raise ValueError(f"a TensorProto of {values.size} values says that its shape is {list(shape)}")
        fill = values[-1:] if values.size else _zero(encoding)
        values = np.concatenate([values, np.repeat(fill, size - values.size)])
    return _as_records(values, number).reshape(shape)


def _encoding_of(dtype: int, decoding: bool = False) -> tuple[int, _Encoding]:
    number = dtype - _REF_OFFSET if dtype > _REF_OFFSET else dtype
    encoding = _ENCODINGS.get(number)
    if encoding is None:
        what = "Unsupported tensor type" if decoding else "Element type not supported in TensorProto"
        raise TypeError(f"{what}: {dtype}")
    return number, encoding


def _empty_proto(number: int, dims: Sequence[int]) -> Any:
    proto = protos.TensorProto(dtype=number)
    proto.tensor_shape.SetInParent()
    for dim in dims:
        proto.tensor_shape.dim.add().size = int(dim)
    return proto


def _plain(array: np.ndarray[Any, Any], encoding: _Encoding) -> np.ndarray[Any, Any]:
    if array.dtype.names:
        array = array[array.dtype.names[0]]
    return np.asarray(array, dtype=encoding.dtype)


def _content(array: np.ndarray[Any, Any], encoding: _Encoding) -> bytes:
    plain = _plain(array, encoding)
    if plain.nbytes >= _MAX_CONTENT_BYTES:
        raise ValueError("Cannot create a tensor proto whose content is larger than 2GB.")
    return plain.tobytes()


def _field_values(array: np.ndarray[Any, Any], encoding: _Encoding) -> list[Any]:
    if encoding.field == "string_val":
        return [_as_bytes(value) for value in array.ravel().tolist()]
    values = _plain(array, encoding).ravel()
    if encoding.field == "half_val":
        values = values.view(np.uint16)
    elif encoding.field == "scomplex_val":
        values = values.view(np.float32)
    elif encoding.field == "dcomplex_val":
        values = values.view(np.float64)
    return values.tolist()


def _stored_values(proto: Any, encoding: _Encoding) -> np.ndarray[Any, Any]:
    stored = getattr(proto, encoding.field)
    if encoding.field == "string_val":
        return _object_array(list(stored))
    if encoding.field == "half_val":
        return np.array(stored, dtype=np.uint16).view(encoding.dtype)
    if encoding.field == "scomplex_val":
        return np.array(stored[: len(stored) // 2 * 2], dtype=np.float32).view(encoding.dtype)
    if encoding.field == "dcomplex_val":
        return np.array(stored[: len(stored) // 2 * 2], dtype=np.float64).view(encoding.dtype)
    if encoding.field == "int_val":
        return np.array(stored, dtype=np.int32).astype(encoding.dtype)  # narrow types wrap as in C++
    return np.array(stored, dtype=encoding.dtype)


def _as_records(values: np.ndarray[Any, Any], number: int) -> np.ndarray[Any, Any]:
    name = _QUANTIZED.get(number)
    return values if name is None else values.view([(name, values.dtype)])


def _zero(encoding: _Encoding) -> np.ndarray[Any, Any]:
    return _object_array([b""]) if encoding.field == "string_val" else np.zeros(1, encoding.dtype)


def _object_array(values: list[bytes]) -> np.ndarray[Any, Any]:
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def _as_bytes(value: Any) -> bytes:
    if isinstance(value, bytes):
        return value
    if isinstance(value, str):
        return value.encode()
    raise TypeError(f"Expected binary or unicode string, got {value!r}")


def _split_strings(content: bytes, count: int) -> list[bytes]:
    """Strings packed in `tensor_content`: all lengths as varints, then all bytes."""
    lengths: list[int] = []
    position = 0
    for _ in range(count):
        length, shift = 0, 0
        while True:
            if position >= len(content):
                raise ValueError("string lengths in tensor_content end too early")
            byte = content[position]
            position += 1
            length |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        lengths.append(length)
    if position + sum(lengths) != len(content):
        raise ValueError(f"tensor_content holds {len(content) - position} bytes of strings, expected {sum(lengths)}")
    strings: list[bytes] = []
    for length in lengths:
        strings.append(content[position : position + length])
        position += length
    return strings


def element_type(dtype: int) -> np.dtype[Any]:
    """The NumPy type of the stored elements of DType number `dtype` (object for strings, plain integers for quantised
    types); TypeError where values have no stored form (resource, variant)."""
    return _encoding_of(dtype)[1].dtype


def plain_elements(array: np.ndarray[Any, Any], dtype: int) -> np.ndarray[Any, Any]:
    """`array` as plain elements of `element_type(dtype)`: TF1's quantised records become integers."""
    return _plain(array, _encoding_of(dtype)[1])


def as_records(values: np.ndarray[Any, Any], dtype: int) -> np.ndarray[Any, Any]:
    """Plain elements as TF1 shows them: quantised types as one-field records, all others as they are."""
    return _as_records(values, dtype)
