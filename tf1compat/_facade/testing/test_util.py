"""`tensorflow.python.framework.test_util`: the test case, decorators, and questions about graphs."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import context, importer
from tf1compat._facade.platform.testcase import CapturedWrites as CapturedWrites
from tf1compat._facade.platform.testcase import TestCase
from tf1compat._facade.platform.testing import assert_equal_graph_def as assert_equal_graph_def
from tf1compat._facade.platform.testing import gpu_device_name as gpu_device_name
from tf1compat._facade.platform.testing import is_built_with_cuda as IsGoogleCudaEnabled
from tf1compat._facade.platform.testing import is_built_with_rocm as IsBuiltWithROCm
from tf1compat._facade.platform.testing import is_gpu_available as is_gpu_available
from tf1compat._facade.testing.data_formats import NCHW_VECT_CToNHWC as NCHW_VECT_CToNHWC
from tf1compat._facade.testing.data_formats import NCHWToNHWC as NCHWToNHWC
from tf1compat._facade.testing.data_formats import NHWCToNCHW as NHWCToNCHW
from tf1compat._facade.testing.data_formats import NHWCToNCHW_VECT_C as NHWCToNCHW_VECT_C
from tf1compat._facade.testing.leaks import assert_no_garbage_created as assert_no_garbage_created
from tf1compat._facade.testing.leaks import assert_no_new_tensors as assert_no_new_tensors
from tf1compat._facade.testing.local_cluster import create_local_cluster as create_local_cluster
from tf1compat._facade.testing.run_modes import *  # noqa: F403

TensorFlowTestCase = TestCase
__all__ = ["IsBuiltWithROCm", "IsGoogleCudaEnabled", "TensorFlowTestCase"]


def is_xla_enabled() -> bool:
    """False: it asks whether TensorFlow's own XLA bridge is forced on."""
    return False


def IsMklEnabled() -> bool:
    """False."""
    return False


def GpuSupportsHalfMatMulAndConv() -> bool:
    """Whether there is a GPU that multiplies halves."""
    return is_gpu_available(cuda_only=True)


def InstallStackTraceHandler() -> None:
    """Show where a crash of native code happened."""
    import faulthandler

    faulthandler.enable()


def assert_ops_in_graph(expected_ops: dict[str, str], graph: Any) -> dict[str, Any]:
    """The NodeDefs of the expected names; ValueError if one is missing or has another op.

    Args:
      expected_ops: op types by node name.
      graph: a Graph.
    """
    nodes = {node.name: node for node in graph.as_graph_def().node}
    for name, op in expected_ops.items():
        if name in nodes and nodes[name].op != op:
            raise ValueError(f"Expected op for node {name} is different. {nodes[name].op} vs. {op}")
    missing = set(expected_ops) - set(nodes)
    if missing:
        raise ValueError(f"Not all expected ops are present. Expected {set(expected_ops)}, missing {missing}")
    return {name: nodes[name] for name in expected_ops}


def get_node_def_from_graph(node_name: str, graph_def: Any) -> Any:
    """The NodeDef of that name, or None."""
    return next((node for node in graph_def.node if node.name == node_name), None)


def assert_meta_graph_protos_equal(tester: Any, a: Any, b: Any) -> None:
    """Compare two MetaGraphDefs in a test case; nodes in any order, messages in collections by their fields."""
    from tf1compat._facade.proto_functions import get_collection_proto_type

    tester.assertEqual(set(a.collection_def), set(b.collection_def))
    for key in a.collection_def:
        ours, theirs = a.collection_def[key], b.collection_def[key]
        message = get_collection_proto_type(key)
        if message is None:
            tester.assertEqual(ours, theirs)
            continue
        tester.assertEqual(len(ours.bytes_list.value), len(theirs.bytes_list.value))
        for mine, other in zip(ours.bytes_list.value, theirs.bytes_list.value):
            tester.assertProtoEquals(message.FromString(mine), message.FromString(other))
    assert_equal_graph_def(a.graph_def, b.graph_def, checkpoint_v2=True)
    tester.assertProtoEquals(a.graph_def.versions, b.graph_def.versions)
    for field in ("collection_def", "graph_def"):  # TF1: both arguments lose the fields compared so far
        a.ClearField(field)
        b.ClearField(field)
    tester.assertProtoEquals(a, b)


def set_producer_version(graph: Any, producer_version: int) -> None:
    """Give a graph a producer version, by importing an empty GraphDef of that version."""
    from tf1compat._formats.protos import GraphDef

    empty = GraphDef()
    empty.versions.producer = producer_version
    with context.default_graph(graph):
        importer.import_graph_def(empty)
