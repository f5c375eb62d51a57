"""Messages of checkpoints, saved models and servers that TensorBoard does not ship: built from the table below.

They are wire-compatible with TensorFlow's and live in the proto package `tf1compat`, so that a real TensorFlow in the
same process is not disturbed; fields that hold messages of TensorBoard's (`TensorShapeProto`) hold those. Use them
through `protos`. Nothing is built before the first message is asked for.
"""

from __future__ import annotations

import functools
from typing import Any

# message -> (module name in TensorFlow, "name number type [in oneof]" per field); `repeated X`, `map KEY VALUE`
_SCHEMA: dict[str, tuple[str, str]] = {
    "TensorSliceProto.Extent": ("tensor_slice_pb2", "start 1 int64; length 2 int64 in has_length"),
    "TensorSliceProto": ("tensor_slice_pb2", "extent 1 repeated .TensorSliceProto.Extent"),
    "BundleHeaderProto": (
        "tensor_bundle_pb2",
        "num_shards 1 int32; endianness 2 enum .BundleHeaderProto.Endianness; version 3 VersionDef",
    ),
    "BundleEntryProto": (
        "tensor_bundle_pb2",
        "dtype 1 enum DataType; shape 2 TensorShapeProto; shard_id 3 int32; offset 4 int64; size 5 int64; "
        "crc32c 6 fixed32; slices 7 repeated .TensorSliceProto",
    ),
    "SavedSliceMeta": (
        "saved_tensor_slice_pb2",
        "name 1 string; shape 2 TensorShapeProto; type 3 enum DataType; slice 4 repeated .TensorSliceProto",
    ),
    "SavedTensorSliceMeta": (
        "saved_tensor_slice_pb2",
        "tensor 1 repeated .SavedSliceMeta; versions 2 VersionDef",
    ),
    "SavedSlice": ("saved_tensor_slice_pb2", "name 1 string; slice 2 .TensorSliceProto; data 3 TensorProto"),
    "SavedTensorSlices": ("saved_tensor_slice_pb2", "meta 1 .SavedTensorSliceMeta; data 2 .SavedSlice"),
    "CheckpointState": (
        "checkpoint_state_pb2",
        "model_checkpoint_path 1 string; all_model_checkpoint_paths 2 repeated string; "
        "all_model_checkpoint_timestamps 3 repeated double; last_preserved_timestamp 4 double",
    ),
    "SavedModel": ("saved_model_pb2", "saved_model_schema_version 1 int64; meta_graphs 2 repeated MetaGraphDef"),
    "QueueRunnerDef": (
        "queue_runner_pb2",
        "queue_name 1 string; enqueue_op_name 2 repeated string; close_op_name 3 string; cancel_op_name 4 string; "
        "queue_closed_exception_types 5 repeated enum .Code",
    ),
    # the fields of TF's oneof and map, which are the same bytes without them
    "ValuesDef.Entry": ("control_flow_pb2", "key 1 string; value 2 string"),
    "ValuesDef": ("control_flow_pb2", "values 1 repeated string; external_values 2 repeated .ValuesDef.Entry"),
    "ControlFlowContextDef": ("control_flow_pb2", "cond_ctxt 1 .CondContextDef; while_ctxt 2 .WhileContextDef"),
    "CondContextDef": (
        "control_flow_pb2",
        "context_name 1 string; pred_name 2 string; pivot_name 3 string; branch 4 int32; values_def 5 .ValuesDef; "
        "nested_contexts 6 repeated .ControlFlowContextDef",
    ),
    "WhileContextDef": (
        "control_flow_pb2",
        "context_name 1 string; parallel_iterations 2 int32; back_prop 3 bool; swap_memory 4 bool; "
        "pivot_name 5 string; pivot_for_pred_name 6 string; pivot_for_body_name 7 string; "
        "loop_exit_names 8 repeated string; "
        "values_def 9 .ValuesDef; loop_enter_names 10 repeated string; maximum_iterations_name 11 string; "
        "nested_contexts 12 repeated .ControlFlowContextDef",
    ),
    "ServerDef": (
        "tensorflow_server_pb2",
        "cluster 1 ClusterDef; job_name 2 string; task_index 3 int32; default_session_config 4 ConfigProto; "
        "protocol 5 string",
    ),
    "DeviceLocality": ("device_attributes_pb2", "bus_id 1 int32; numa_node 2 int32"),
    "DeviceAttributes": (
        "device_attributes_pb2",
        "name 1 string; device_type 2 string; memory_limit 4 int64; locality 5 .DeviceLocality; incarnation 6 fixed64; "
        "physical_device_desc 7 string",
    ),
    "NamedTensorProto": ("named_tensor_pb2", "name 1 string; tensor 2 TensorProto"),
    "KernelDef.AttrConstraint": ("kernel_def_pb2", "name 1 string; allowed_values 2 AttrValue"),
    "KernelDef": (
        "kernel_def_pb2",
        "op 1 string; device_type 2 string; constraint 3 repeated .KernelDef.AttrConstraint; "
        "host_memory_arg 4 repeated string; label 5 string; priority 6 int32",
    ),
    "KernelList": ("kernel_def_pb2", "kernel 1 repeated .KernelDef"),
    "GraphNodeProto": (
        "tfprof_output_pb2",
        "name 1 string; exec_micros 2 int64; requested_bytes 3 int64; parameters 4 int64; total_exec_micros 6 int64; "
        "total_requested_bytes 7 int64; total_parameters 8 int64; devices 10 repeated string; "
        "shapes 11 repeated TensorShapeProto; children 12 repeated .GraphNodeProto; float_ops 13 int64; "
        "total_float_ops 14 int64; run_count 21 int64; total_run_count 22 int64; total_definition_count 23 int64",
    ),
    "MultiGraphNodeProto": (
        "tfprof_output_pb2",
        "name 1 string; exec_micros 2 int64; requested_bytes 3 int64; parameters 4 int64; float_ops 5 int64; "
        "total_exec_micros 6 int64; total_requested_bytes 7 int64; total_parameters 8 int64; total_float_ops 9 int64; "
        "graph_nodes 10 repeated .GraphNodeProto; children 11 repeated .MultiGraphNodeProto",
    ),
    "ReaderBaseState": (
        "reader_base_pb2",
        "work_started 1 int64; work_finished 2 int64; num_records_produced 3 int64; current_work 4 bytes",
    ),
}
_ENUMS: dict[str, tuple[str, ...]] = {
    "BundleHeaderProto.Endianness": ("LITTLE", "BIG"),
    "Code": (
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
    ),
}
_IMPORTS = {
    "AttrValue": "attr_value",
    "ClusterDef": "cluster",
    "ConfigProto": "config",
    "DataType": "types",
    "MetaGraphDef": "meta_graph",
    "TensorProto": "tensor",
    "TensorShapeProto": "tensor_shape",
    "VersionDef": "versions",
}
_PACKAGE = "tf1compat"
_BOARD = "tensorboard.compat.proto"
NAMES = tuple(name for name in _SCHEMA if "." not in name)


def message(name: str) -> Any:
    """The message class called `name`."""
    return _classes()[name]


@functools.cache
def _classes() -> dict[str, Any]:
    fields = {name: text for name, (_, text) in _SCHEMA.items()}
    return build("tf1compat/checkpoint.proto", _PACKAGE, fields, _IMPORTS, _ENUMS)


def build(
    path: str,
    package: str,
    schema: dict[str, str],
    imports: dict[str, str],
    enums: dict[str, tuple[str, ...]] | None = None,
) -> dict[str, Any]:
    """The message classes of a file: `schema` has the fields of each message, as above; `imports` TensorBoard's files."""
    import importlib

    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

    file: Any = descriptor_pb2.FileDescriptorProto(name=path, package=package, syntax="proto3")
    for module in sorted(set(imports.values())):
        file.dependency.append(importlib.import_module(f"{_BOARD}.{module}_pb2").DESCRIPTOR.name)
    made: dict[str, Any] = {}
    for name in sorted(schema, key=lambda n: n.count(".")):
        made[name] = _placed(file, made, name)
    for name, values in (enums or {}).items():
        outer, _, own = name.rpartition(".")
        enum = made[outer].enum_type.add(name=own) if outer else file.enum_type.add(name=own)
        for number, value in enumerate(values):
            enum.value.add(name=value, number=number)
    for name, fields in schema.items():
        for text in fields.split(";"):
            _add_field(made[name], text.split(), package)
    pool = descriptor_pool.Default()
    pool.AddSerializedFile(file.SerializeToString())
    get = message_factory.GetMessageClass
    return {name: get(pool.FindMessageTypeByName(f"{package}.{name}")) for name in schema}


def _placed(file: Any, made: dict[str, Any], name: str) -> Any:
    outer, _, own = name.rpartition(".")
    return made[outer].nested_type.add(name=own) if outer else file.message_type.add(name=own)


def _add_field(described: Any, words: list[str], package: str) -> None:
    from google.protobuf import descriptor_pb2

    kinds: Any = descriptor_pb2.FieldDescriptorProto
    name, number, *rest = words
    field = described.field.add(name=name, number=int(number), label=kinds.LABEL_OPTIONAL)
    if rest[-2:-1] == ["in"]:
        described.oneof_decl.add(name=rest[-1])
        field.oneof_index = len(described.oneof_decl) - 1
        rest = rest[:-2]
    if rest[0] == "repeated":
        field.label = kinds.LABEL_REPEATED
    is_enum = "enum" in rest
    element = rest[-1]
    scalar = getattr(kinds, f"TYPE_{element.upper()}", None) if not is_enum else None
    if scalar is not None:
        field.type = scalar
        return
    field.type = kinds.TYPE_ENUM if is_enum else kinds.TYPE_MESSAGE
    field.type_name = f".{package}{element}" if element.startswith(".") else f".tensorboard.{element}"
