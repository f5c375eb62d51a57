"""`tensorflow.contrib.session_bundle.manifest_pb2`: how models that were exported in 2015 and 2016 are called.

The messages are in a pool of their own under TensorFlow's names, which stand in the files: a real TensorFlow in the
same process is not disturbed.
"""

from __future__ import annotations

import functools
from typing import Any

_PACKAGE = "tensorflow.serving"
# message -> "name number type" per field, "map" for a map from strings
_SCHEMA = {
    "TensorBinding": "tensor_name 1 string",
    "AssetFile": "tensor_binding 1 TensorBinding; filename 2 string",
    "RegressionSignature": "input 1 TensorBinding; output 2 TensorBinding",
    "ClassificationSignature": "input 1 TensorBinding; classes 2 TensorBinding; scores 3 TensorBinding",
    "GenericSignature": "map 1 map TensorBinding",
    "Signature": "regression_signature 1 RegressionSignature; classification_signature 2 ClassificationSignature; "
    "generic_signature 3 GenericSignature",
    "Signatures": "default_signature 1 Signature; named_signatures 2 map Signature",
}
NAMES = tuple(_SCHEMA)


def __getattr__(name: str) -> Any:
    if name in _SCHEMA:
        return _classes()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


@functools.cache
def _classes() -> dict[str, Any]:
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

    file: Any = descriptor_pb2.FileDescriptorProto(name="manifest.proto", package=_PACKAGE, syntax="proto3")
    kinds: Any = descriptor_pb2.FieldDescriptorProto
    for name, fields in _SCHEMA.items():
        described = file.message_type.add(name=name)
        if name == "Signature":
            described.oneof_decl.add(name="type")
        for text in fields.split("; "):
            field, number, *kind = text.split()
            made = described.field.add(name=field, number=int(number), label=kinds.LABEL_OPTIONAL)
            made.type = kinds.TYPE_STRING if kind == ["string"] else kinds.TYPE_MESSAGE
            if kind[0] == "map":
                made.label = kinds.LABEL_REPEATED
                made.type_name = f".{_PACKAGE}.{name}.{_add_entry(described, field, kind[1], kinds)}"
            elif kind != ["string"]:
                made.type_name = f".{_PACKAGE}.{kind[0]}"
            if name == "Signature":
                made.oneof_index = 0
    pool = descriptor_pool.DescriptorPool()
    pool.AddSerializedFile(file.SerializeToString())
    return {n: message_factory.GetMessageClass(pool.FindMessageTypeByName(f"{_PACKAGE}.{n}")) for n in _SCHEMA}


def _add_entry(described: Any, field: str, kind: str, kinds: Any) -> str:
    name = "".join(word.capitalize() for word in field.split("_")) + "Entry"
    entry = described.nested_type.add(name=name)
    entry.options.map_entry = True
    entry.field.add(name="key", number=1, label=kinds.LABEL_OPTIONAL, type=kinds.TYPE_STRING)
    value = entry.field.add(name="value", number=2, label=kinds.LABEL_OPTIONAL, type=kinds.TYPE_MESSAGE)
    value.type_name = f".{_PACKAGE}.{kind}"
    return name
