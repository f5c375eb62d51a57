"""`tf.train.Example` and its parts, which TensorBoard does not ship: built from descriptors, wire-compatible with TF's.

The messages live in the proto package `tensorflow` of a descriptor pool of their own, so that a real TensorFlow in the
same process is not disturbed. Use them through `protos`.
"""

from __future__ import annotations

import functools
from typing import Any

# message -> fields (name, number, type); `repeated X`, `map X` (keyed by strings), `oneof X`
_SCHEMA: dict[str, tuple[tuple[str, int, str], ...]] = {
    "BytesList": (("value", 1, "repeated bytes"),),
    "FloatList": (("value", 1, "repeated float"),),
    "Int64List": (("value", 1, "repeated int64"),),
    "Feature": (
        ("bytes_list", 1, "oneof BytesList"),
        ("float_list", 2, "oneof FloatList"),
        ("int64_list", 3, "oneof Int64List"),
    ),
    "Features": (("feature", 1, "map Feature"),),
    "FeatureList": (("feature", 1, "repeated Feature"),),
    "FeatureLists": (("feature_list", 1, "map FeatureList"),),
    "Example": (("features", 1, "Features"),),
    "SequenceExample": (("context", 1, "Features"), ("feature_lists", 2, "FeatureLists")),
}
NAMES = tuple(_SCHEMA)
_PACKAGE = "tensorflow"
_ONEOF = "kind"


def message(name: str) -> Any:
    """The message class called `name`."""
    return _classes()[name]


@functools.cache
def _classes() -> dict[str, Any]:
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

    file: Any = descriptor_pb2.FileDescriptorProto(name="tf1compat/example.proto", package=_PACKAGE, syntax="proto3")
    for name, fields in _SCHEMA.items():
        described = file.message_type.add(name=name)
        for field in fields:
            _add_field(described, *field)
    pool = descriptor_pool.DescriptorPool()
    pool.AddSerializedFile(file.SerializeToString())
    return {name: message_factory.GetMessageClass(pool.FindMessageTypeByName(f"{_PACKAGE}.{name}")) for name in _SCHEMA}


def _add_field(described: Any, name: str, number: int, kind: str) -> None:
    from google.protobuf import descriptor_pb2

    field_type: Any = descriptor_pb2.FieldDescriptorProto
    scalars = {"bytes": field_type.TYPE_BYTES, "float": field_type.TYPE_FLOAT, "int64": field_type.TYPE_INT64}
    *modifiers, element = kind.split()
    field = described.field.add(name=name, number=number, label=field_type.LABEL_OPTIONAL)
    if "repeated" in modifiers or "map" in modifiers:
        field.label = field_type.LABEL_REPEATED
    if element in scalars:
        field.type = scalars[element]
        if element != "bytes":
            field.options.packed = True
        return
    field.type = field_type.TYPE_MESSAGE
    field.type_name = f".{_PACKAGE}.{element}"
    if "oneof" in modifiers:
        if not described.oneof_decl:
            described.oneof_decl.add(name=_ONEOF)
        field.oneof_index = 0
    elif "map" in modifiers:
        entry = described.nested_type.add(name=name.title().replace("_", "") + "Entry")
        entry.options.map_entry = True
        entry.field.add(name="key", number=1, type=field_type.TYPE_STRING, label=field_type.LABEL_OPTIONAL)
        entry.field.add(
            name="value",
            number=2,
            type=field_type.TYPE_MESSAGE,
            label=field_type.LABEL_OPTIONAL,
            type_name=f".{_PACKAGE}.{element}",
        )
        field.type_name = f".{_PACKAGE}.{described.name}.{entry.name}"
