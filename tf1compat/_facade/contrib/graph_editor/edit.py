"""Cutting parts out of a graph, and joining them: placeholders come where tensors were."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import framework
from tf1compat._facade.contrib.graph_editor import elements, reroute, select
from tf1compat._facade.contrib.graph_editor.elements import ControlOutputs
from tf1compat._facade.contrib.graph_editor.subgraph import SubGraphView, make_view
from tf1compat._facade.tensor import Tensor


def detach_control_inputs(sgv: Any) -> None:
    """Let nothing in a view wait for what is outside."""
    view = make_view(sgv)
    for op in view.ops:
        reroute.remove_control_inputs(op, [control for control in op.control_inputs if control not in view.ops])


def detach_control_outputs(sgv: Any, control_outputs: Any) -> None:
    """Let nothing outside wait for what is in a view."""
    if not isinstance(control_outputs, ControlOutputs):
        raise TypeError(f"Expected a util.ControlOutputs, got: {type(control_outputs)}")
    control_outputs.update()
    view = make_view(sgv)
    for op in view.ops:
        for waiting in control_outputs.get(op):
            if waiting not in view.ops:
                reroute.remove_control_inputs(waiting, op)


def detach_inputs(sgv: Any, control_inputs: bool = False) -> tuple[SubGraphView, list[Tensor]]:
    """Put placeholders in the place of a view's inputs; returns the view and the placeholders."""
    view = make_view(sgv)
    assert view.graph is not None, "an empty view has no inputs"
    with view.graph.as_default():
        holders = [framework.placeholder(t.dtype, name=elements.placeholder_name(t)) for t in view.inputs]
    reroute.swap_inputs(view, holders)
    if control_inputs:
        detach_control_inputs(view)
    return view, holders


def detach_outputs(sgv: Any, control_outputs: Any = None) -> tuple[SubGraphView, list[Tensor]]:
    """Let what takes a view's outputs take placeholders; returns the view, of outputs that are taken, and these."""
    view = make_view(sgv)
    view = view.remap_outputs([i for i, t in enumerate(view.outputs) if t.consumers()])
    takers = SubGraphView(view.consumers())
    takers = takers.remap_inputs([i for i, t in enumerate(takers.inputs) if t in view.outputs])
    assert view.graph is not None, "an empty view has no outputs"
    with view.graph.as_default():
        holders = [elements.make_placeholder_from_tensor(t) for t in takers.inputs]
    reroute.swap_outputs(view, holders)
    if control_outputs is not None:
        detach_control_outputs(view, control_outputs)
    return view, holders


def detach(
    sgv: Any, control_inputs: bool = False, control_outputs: Any = None, control_ios: Any = None
) -> tuple[Any, list[Tensor], list[Tensor]]:
    """Cut a view out at both ends; returns it, and the placeholders of inputs and of outputs."""
    control_inputs, control_outputs = select.check_cios(control_inputs, control_outputs, control_ios)
    _, inputs = detach_inputs(sgv, control_inputs)
    _, outputs = detach_outputs(sgv, control_outputs)
    return sgv, inputs, outputs


def connect(sgv0: Any, sgv1: Any, disconnect_first: bool = False) -> tuple[SubGraphView, SubGraphView]:
    """Let the second view take the outputs of the first, which nothing else takes after `disconnect_first`."""
    view0, view1 = make_view(sgv0), make_view(sgv1)
    elements.check_graphs(view0, view1)
    if disconnect_first:
        detach_outputs(view0)
    reroute.reroute_inputs(SubGraphView(passthrough_ts=view0.outputs), view1)
    return view0, view1


def bypass(sgv: Any) -> tuple[SubGraphView, list[Tensor]]:
    """Let what takes a view's outputs take its inputs; returns the view and the placeholders that it has instead."""
    view = make_view(sgv)
    inputs = list(view.inputs)
    view, holders = detach_inputs(view)
    reroute.reroute_ts(inputs, view.outputs)
    return view, holders
