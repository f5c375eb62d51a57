"""`tf.test`: test cases, questions about GPUs, numeric gradients."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any
from unittest import mock as mock

from tf1compat._facade.platform import app
from tf1compat._facade.platform.gradient_checker import compute_gradient as compute_gradient
from tf1compat._facade.platform.gradient_checker import compute_gradient_error as compute_gradient_error
from tf1compat._facade.platform.stubs import StubOutForTesting as StubOutForTesting
from tf1compat._facade.platform.temp_dir import get_temp_dir as get_temp_dir
from tf1compat._facade.platform.testcase import TestCase as TestCase
from tf1compat._runtime import local_devices


def main(argv: Sequence[str] | None = None) -> None:
    """Run the tests of the program, and exit."""
    from absl.testing import absltest

    def run(args: Sequence[str]) -> None:
        absltest.main(argv=list(args))

    app.run(main=run, argv=sys.argv if argv is None else argv)


def gpu_device_name() -> str:
    """The name of the first GPU, empty if there is none."""
    return next((d.name for d in local_devices.list_devices() if d.device_type == "GPU"), "")


def is_gpu_available(cuda_only: bool = False, min_cuda_compute_capability: tuple[int, int] | None = None) -> bool:
    """Whether there is a GPU, of at least this CUDA compute capability where one is given.

    TF1: `cuda_only` makes no difference between CUDA and ROCm.
    """
    import jax

    for device in jax.local_devices():
        if device.platform not in ("gpu", "cuda", "rocm"):
            continue
        if min_cuda_compute_capability is None:
            return True
        found = str(getattr(device, "compute_capability", "0.0")).split(".")
        if tuple(int(part) for part in found) >= tuple(min_cuda_compute_capability):
            return True
    return False


def is_built_with_cuda() -> bool:
    """Whether JAX's CUDA plugin is installed."""
    return _has_plugin("jax_cuda12_plugin", "jax_cuda13_plugin")


def is_built_with_rocm() -> bool:
    """Whether JAX's ROCm plugin is installed."""
    return _has_plugin("jax_rocm60_plugin", "jax_rocm7_plugin")


def is_built_with_gpu_support() -> bool:
    """Whether a GPU plugin of JAX is installed."""
    return is_built_with_cuda() or is_built_with_rocm()


def _has_plugin(*modules: str) -> bool:
    import importlib.util

    return any(importlib.util.find_spec(name) is not None for name in modules)


def test_src_dir_path(relative_path: str) -> str:
    """A path in the source tree that a Bazel test runs in.

    Raises:
      KeyError: the environment has no `TEST_SRCDIR`.
    """
    return os.path.join(os.environ["TEST_SRCDIR"], "org_tensorflow/tensorflow", relative_path)


test_src_dir_path.__test__ = False  # type: ignore[attr-defined]


def assert_equal_graph_def(
    actual: Any, expected: Any, checkpoint_v2: bool = False, hash_table_shared_name: bool = False
) -> None:
    """AssertionError unless two GraphDefs have the same nodes, whatever their order.

    Args:
      actual: GraphDef.
      expected: GraphDef.
      checkpoint_v2: ignore the random names in checkpoints' nodes.
      hash_table_shared_name: ignore random names of tables.
    """
    for role, message in (("actual", actual), ("expected", expected)):
        if type(message).__name__ != "GraphDef":
            raise TypeError(f"Expected tf.GraphDef for {role}, got {type(message).__name__}")
    ours, theirs = (
        _nodes(actual, checkpoint_v2, hash_table_shared_name),
        _nodes(expected, checkpoint_v2, hash_table_shared_name),
    )
    for name in theirs:
        if name not in ours:
            raise AssertionError(f"Did not find expected node '{name}'")
        if ours[name] != theirs[name]:
            raise AssertionError(f"Node '{name}' differs:\nactual:\n{ours[name]}\nexpected:\n{theirs[name]}")
    extra = [name for name in ours if name not in theirs]
    if extra:
        raise AssertionError(f"Found unexpected node '{extra[0]}'")


def _nodes(graph_def: Any, checkpoint_v2: bool, hash_table_shared_name: bool) -> dict[str, Any]:
    """Nodes by name, control inputs sorted, without what is to be ignored."""
    found: dict[str, Any] = {}
    for node in graph_def.node:
        copy = type(node)()
        copy.CopyFrom(node)
        data = [name for name in node.input if not name.startswith("^")]
        control = sorted(name for name in node.input if name.startswith("^"))
        del copy.input[:]
        copy.input.extend(data + control)
        if hash_table_shared_name and node.op == "HashTableV2":
            copy.attr.pop("shared_name", None)
        value = copy.attr["value"].tensor if checkpoint_v2 and "value" in node.attr else None
        if value is not None and any(b"_temp_" in s for s in value.string_val):
            copy.attr.pop("value")
        found[node.name] = copy
    return found
