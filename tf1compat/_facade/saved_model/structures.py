"""Nested Python values as StructuredValue messages: lists, tuples, dictionaries, numbers, texts, shapes and types."""

from __future__ import annotations

import collections
from collections.abc import Callable, Mapping
from typing import Any

from tf1compat._facade.tensor_spec import TensorSpec
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.dtypes import DType
from tf1compat._jaxcore.base.shapes import TensorShape


class NotEncodableError(Exception):
    """A value that has no message."""


class StructureCoder:
    """Writes nested values as messages, and reads them."""

    def can_encode(self, nested_structure: Any) -> bool:
        """Has the value a message?"""
        try:
            self.encode_structure(nested_structure)
        except NotEncodableError:
            return False
        return True

    def encode_structure(self, nested_structure: Any) -> Any:
        """The StructuredValue of a nested value.

        Raises:
          NotEncodableError: a part of it has none.
        """
        from tf1compat._formats import protos

        message = protos.StructuredValue()
        _encode(nested_structure, message)
        return message

    def decode_proto(self, proto: Any) -> Any:
        """The value of a StructuredValue.

        Raises:
          NotEncodableError: it holds a kind that is unknown here.
        """
        kind = proto.WhichOneof("kind")
        read = _READERS.get(kind)
        if read is None:
            raise NotEncodableError(f"No decoder for value {proto}")
        return read(getattr(proto, kind), self.decode_proto)


# ---- writing ----------------------------------------------------------------------------------------------------


def _encode(value: Any, message: Any) -> None:
    if value is None:
        message.none_value.SetInParent()
    elif isinstance(value, bool):
        message.bool_value = value
    elif isinstance(value, int):
        message.int64_value = value
    elif isinstance(value, float):
        message.float64_value = value
    elif isinstance(value, (str, bytes)):
        message.string_value = value.decode() if isinstance(value, bytes) else value
    elif isinstance(value, TensorShape):
        message.tensor_shape_value.CopyFrom(value.as_proto())
    elif isinstance(value, DType):
        message.tensor_dtype_value = value.as_datatype_enum
    elif isinstance(value, TensorSpec):
        spec = message.tensor_spec_value
        spec.name, spec.dtype = value.name or "", value.dtype.as_datatype_enum
        spec.shape.CopyFrom(value.shape.as_proto())
    else:
        _encode_nested(value, message)


def _encode_nested(value: Any, message: Any) -> None:
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        message.named_tuple_value.name = type(value).__name__
        for key, part in zip(value._fields, value):  # type: ignore[attr-defined]
            pair = message.named_tuple_value.values.add()
            pair.key = key
            _encode(part, pair.value)
    elif isinstance(value, Mapping):
        message.dict_value.SetInParent()
        for key, part in value.items():
            _encode(part, message.dict_value.fields[key])
    elif isinstance(value, (list, tuple)):
        parts = message.list_value if isinstance(value, list) else message.tuple_value
        parts.SetInParent()
        for part in value:
            _encode(part, parts.values.add())
    else:
        raise NotEncodableError(f"No encoder for object [{value}] of type [{type(value)}].")


# ---- reading ----------------------------------------------------------------------------------------------------

_Read = Callable[[Any], Any]


def _named_tuple(message: Any, read: _Read) -> Any:
    made = collections.namedtuple(message.name, [pair.key for pair in message.values])  # pyright: ignore
    return made(*[read(pair.value) for pair in message.values])


def _plain(message: Any, read: _Read) -> Any:
    del read
    return message


_READERS: dict[Any, Callable[[Any, _Read], Any]] = {
    "none_value": lambda message, read: None,
    "bool_value": _plain,
    "int64_value": lambda message, read: int(message),
    "float64_value": _plain,
    "string_value": _plain,
    "tensor_shape_value": lambda message, read: TensorShape(message),
    "tensor_dtype_value": lambda message, read: dtypes.as_dtype(message),
    "tensor_spec_value": lambda message, read: TensorSpec(
        TensorShape(message.shape), dtypes.as_dtype(message.dtype), message.name or None
    ),
    "list_value": lambda message, read: [read(x) for x in message.values],
    "tuple_value": lambda message, read: tuple(read(x) for x in message.values),
    "dict_value": lambda message, read: {key: read(x) for key, x in message.fields.items()},
    "named_tuple_value": _named_tuple,
}
