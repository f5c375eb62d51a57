"""Indices that are computed on the device, that are out of range, or of which only some are known."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np
import pytest

import tf1compat._jaxcore.ops  # noqa: F401  (declares them all)
from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._jaxcore.ir import infer, partial
from tf1compat._jaxcore.ir.build import GraphBuilder
from tf1compat._jaxcore.schema import opdef as registry

X = np.arange(12, dtype=np.float32).reshape(4, 3)
MASKS = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")


def masks(**given: int) -> dict[str, int]:
    return {**dict.fromkeys(MASKS, 0), **given}


def element(x: np.ndarray[Any, Any], index: int) -> Any:
    """`x[index]`, the index computed on the device."""

    def run(begin: Any) -> Any:
        one = np.ones(1, np.int32)
        return registry.get("StridedSlice")([x, begin, begin + one, one], masks(shrink_axis_mask=1))[0]

    return np.asarray(jax.jit(run)(np.int32([index])))


@pytest.mark.parametrize("index", [0, 2, -1, -4])
def test_computed_index(index: int) -> None:
    np.testing.assert_array_equal(element(X, index), X[index])


@pytest.mark.parametrize("index", [4, 100, -5])
def test_computed_index_out_of_range(index: int) -> None:
    assert np.isnan(element(X, index)).all()
    assert not element(X.astype(np.int32), index).any()


def test_computed_index_beside_ranges_and_axes() -> None:
    def run(begin: Any) -> Any:
        attrs = masks(shrink_axis_mask=1, new_axis_mask=2, begin_mask=4, end_mask=4)
        return registry.get("StridedSlice")([X, begin, begin, np.int32([1, 1, -1])], attrs)[0]

    np.testing.assert_array_equal(jax.jit(run)(np.int32([2, 0, 0])), X[2, None, ::-1])


@pytest.mark.parametrize("op", ["Gather", "GatherV2", "GatherNd"])
def test_gather_out_of_range(op: str) -> None:
    indices = np.int32([[1], [7], [-1]]) if op == "GatherNd" else np.int32([1, 7, -1])
    more = [np.int32(0)] if op == "GatherV2" else []
    declared = registry.get(op)
    with pytest.raises(errors.InvalidArgumentError, match=r"indices\[1\] = "):
        declared([X, indices, *more], {})
    on_device = jax.jit(lambda i: declared([X, i, *more], {})[0])(indices)
    np.testing.assert_array_equal(on_device, [X[1], np.zeros(3), np.zeros(3)])


def test_scatter_out_of_range() -> None:
    declared, updates = registry.get("ScatterNd"), np.float32([5, 6])
    with pytest.raises(errors.InvalidArgumentError, match=r"indices\[1\] = \[9\] does not index into shape \[4\]"):
        declared([np.int32([[1], [9]]), updates, np.int32([4])], {})
    on_device = jax.jit(lambda i: declared([i, updates, np.int32([4])], {})[0])(np.int32([[1], [9]]))
    np.testing.assert_array_equal(on_device, [0, 5, 0, 0])


def graph_slice(**given: int) -> Any:
    """A StridedSlice node with two entries whose begin and end are placeholders."""
    graph = GraphBuilder()
    vector = {"shape": (2,), "dtype": dtypes.int32}
    x = graph.add_node(registry.get("Placeholder"), "x", (), {"shape": (4, 3), "dtype": dtypes.float32})
    begin = graph.add_node(registry.get("Placeholder"), "begin", (), vector)
    end = graph.add_node(registry.get("Placeholder"), "end", (), vector)
    ones = {"value": np.ones(2, np.int32), "dtype": dtypes.int32}
    strides = graph.add_node(registry.get("Const"), "strides", (), ones)
    inputs = tuple(n.outputs[0] for n in (x, begin, end, strides))
    return graph.add_node(registry.get("StridedSlice"), "slice", inputs, masks(**given))


def test_single_elements_need_no_static_bounds() -> None:
    every = graph_slice(shrink_axis_mask=3)
    assert every.opdef.static_inputs(infer.Inputs(every)) == {"strides"}
    row = graph_slice(shrink_axis_mask=1, begin_mask=2, end_mask=2)
    assert row.opdef.static_inputs(infer.Inputs(row)) == {"strides"}
    part = graph_slice(shrink_axis_mask=1)
    assert part.opdef.static_inputs(infer.Inputs(part)) == {"begin", "end", "strides"}


def test_partly_known_vectors_pass() -> None:
    """tf.concat([tf.shape(x)[:1], [-1], tf.reverse(tf.shape(x)[1:], [0])], 0) of x (?, 3, 5)."""
    graph = GraphBuilder()

    def const(value: Any) -> Any:
        array = np.int32(value)
        attrs = {"value": array, "dtype": dtypes.int32}
        return graph.add_node(registry.get("Const"), f"c{len(graph.nodes)}", (), attrs).outputs[0]

    def add(op: str, *inputs: Any, **attrs: Any) -> Any:
        return graph.add_node(registry.get(op), f"n{len(graph.nodes)}", inputs, attrs).outputs[0]

    x = add("Placeholder", shape=(None, 3, 5), dtype=dtypes.float32)
    shape = add("Shape", x, out_type=dtypes.int32)
    first = add("StridedSlice", shape, const([0]), const([1]), const([1]), **masks())
    rest = add("StridedSlice", shape, const([1]), const([3]), const([1]), **masks())
    back = add("ReverseV2", rest, const([0]))
    whole = add("ConcatV2", first, const([7]), back, const(0))
    assert partial.constant_shape(whole) == (None, 7, 5, 3)
    assert partial.constant_shape(add("GatherV2", shape, const([2, 0]), const(0), batch_dims=0)) == (5, None)
