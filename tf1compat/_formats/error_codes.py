"""`tensorflow.core.lib.core.error_codes_pb2`: the codes of `tf.errors`, as the enum `Code`."""

from __future__ import annotations

import sys

from google.protobuf import descriptor_pb2, descriptor_pool
from google.protobuf.internal import enum_type_wrapper

_NAMES = [
    "OK",
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
]
_RESERVED = "DO_NOT_USE_RESERVED_FOR_FUTURE_EXPANSION_USE_DEFAULT_IN_SWITCH_INSTEAD_"
_NUMBERS = {**{name: number for number, name in enumerate(_NAMES)}, _RESERVED: 20}


def _code() -> enum_type_wrapper.EnumTypeWrapper:
    file = descriptor_pb2.FileDescriptorProto(
        name="tf1compat/error_codes.proto", package="tensorflow.error", syntax="proto3"
    )
    enum = file.enum_type.add(name="Code")
    for name, number in _NUMBERS.items():
        enum.value.add(name=name, number=number)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return enum_type_wrapper.EnumTypeWrapper(pool.FindEnumTypeByName("tensorflow.error.Code"))


Code = _code()
for _name, _number in _NUMBERS.items():
    setattr(sys.modules[__name__], _name, _number)
