"""The one door to TensorFlow's protobuf messages: TensorBoard's copies and what it lacks, loaded on first use.

    from tf1compat._formats import protos
    graph = protos.GraphDef()

Importing this module costs nothing; the first access to a message imports the generated module that holds it. The
messages are wire-compatible with TensorFlow's, but live in the proto package `tensorboard`, not `tensorflow`.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

from tf1compat._formats import checkpoint_protos, example_protos

_PACKAGE = "tensorboard.compat.proto"

_MESSAGES_BY_MODULE: dict[str, tuple[str, ...]] = {
    "allocation_description_pb2": ("AllocationDescription",),
    "api_def_pb2": ("ApiDef", "ApiDefs"),
    "attr_value_pb2": ("AttrValue", "NameAttrList"),
    "cluster_pb2": ("ClusterDef", "JobDef"),
    "config_pb2": (
        "CallableOptions",
        "ConfigProto",
        "GPUOptions",
        "GraphOptions",
        "OptimizerOptions",
        "RunMetadata",
        "RunOptions",
        "SessionMetadata",
        "TensorConnection",
        "ThreadPoolOptionProto",
    ),
    "cost_graph_pb2": ("CostGraphDef",),
    "debug_pb2": ("DebugOptions", "DebugTensorWatch", "DebuggedSourceFile", "DebuggedSourceFiles"),
    "event_pb2": ("Event", "LogMessage", "SessionLog", "TaggedRunMetadata"),
    "function_pb2": ("FunctionDef", "FunctionDefLibrary", "GradientDef"),
    "graph_debug_info_pb2": ("GraphDebugInfo",),
    "graph_pb2": ("GraphDef",),
    "histogram_pb2": ("HistogramProto",),
    "meta_graph_pb2": ("AssetFileDef", "CollectionDef", "MetaGraphDef", "SignatureDef", "TensorInfo"),
    "node_def_pb2": ("NodeDef",),
    "op_def_pb2": ("OpDef", "OpDeprecation", "OpList"),
    "resource_handle_pb2": ("ResourceHandleProto",),
    "rewriter_config_pb2": ("AutoParallelOptions", "RewriterConfig", "ScopedAllocatorOptions"),
    "rpc_options_pb2": ("RPCOptions",),
    "saved_object_graph_pb2": ("SavedObject", "SavedObjectGraph"),
    "saver_pb2": ("SaverDef",),
    "step_stats_pb2": (
        "AllocationRecord",
        "AllocatorMemoryUsed",
        "DeviceStepStats",
        "MemoryStats",
        "NodeExecStats",
        "NodeOutput",
        "StepStats",
    ),
    "struct_pb2": ("ListValue", "NoneValue", "StructuredValue", "TensorSpecProto", "TupleValue"),
    "summary_pb2": ("Summary", "SummaryDescription", "SummaryMetadata"),
    "tensor_description_pb2": ("TensorDescription",),
    "tensor_pb2": ("TensorProto", "VariantTensorDataProto"),
    "tensor_shape_pb2": ("TensorShapeProto",),
    "tfprof_log_pb2": ("CodeDef", "OpLogEntry", "OpLogProto", "ProfileNode", "ProfileProto"),
    "trackable_object_graph_pb2": ("TrackableObjectGraph",),
    "types_pb2": ("DataType",),
    "variable_pb2": ("SaveSliceInfoDef", "VariableDef"),
    "verifier_config_pb2": ("VerifierConfig",),
    "versions_pb2": ("VersionDef",),
}

_MODULE_OF: dict[str, str] = {name: module for module, names in _MESSAGES_BY_MODULE.items() for name in names}


def module(name: str) -> ModuleType:
    """The generated module called `name` (`"graph_pb2"`); ImportError where TensorBoard does not ship it."""
    if name not in _MESSAGES_BY_MODULE:
        raise ImportError(f"no protobuf module {name!r}; available: {', '.join(_MESSAGES_BY_MODULE)}")
    return importlib.import_module(f"{_PACKAGE}.{name}")


def __getattr__(name: str) -> Any:
    if name in example_protos.NAMES:
        return example_protos.message(name)
    if name in checkpoint_protos.NAMES:
        return checkpoint_protos.message(name)
    owner = _MODULE_OF.get(name)
    if owner is None:
        raise AttributeError(f"module {__name__!r} has no message {name!r}")
    message = getattr(module(owner), name)
    globals()[name] = message
    return message


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULE_OF, *example_protos.NAMES, *checkpoint_protos.NAMES})
