"""Rewiring a graph in place: what took one tensor takes another."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.contrib.graph_editor import elements
from tf1compat._facade.contrib.graph_editor.subgraph import SubGraphView, make_view
from tf1compat._facade.tensor import Operation, Tensor

# which consumers move: those of the second tensors to the first, and those of the first to the second
_SWAP, _A_TO_B = (True, True), (True, False)


def _check_compatible(ts0: list[Tensor], ts1: list[Tensor]) -> None:
    if len(ts0) != len(ts1):
        raise ValueError(f"ts0 and ts1 have different sizes: {len(ts0)} != {len(ts1)}")
    for t0, t1 in zip(ts0, ts1):
        if not t0.dtype.is_compatible_with(t1.dtype):
            raise ValueError(f"Dtypes {t0.dtype} and {t1.dtype} are not compatible.")
        if not t0.get_shape().is_compatible_with(t1.get_shape()):
            raise ValueError(f"Shapes {t0.get_shape()} and {t1.get_shape()} are not compatible.")


def _reroute(ts0: Any, ts1: Any, mode: tuple[bool, bool], can_modify: Any, cannot_modify: Any) -> int:
    """Move consumers; returns how many inputs changed."""
    ts0, ts1 = elements.make_list_of_t(ts0), elements.make_list_of_t(ts1)
    _check_compatible(ts0, ts1)
    allowed = None if can_modify is None else frozenset(elements.make_list_of_op(can_modify))
    forbidden = frozenset(elements.make_list_of_op(cannot_modify)) if cannot_modify is not None else frozenset()
    takers = [(list(dict.fromkeys(t0.consumers())), list(dict.fromkeys(t1.consumers()))) for t0, t1 in zip(ts0, ts1)]
    count = 0
    for t0, t1, (takers0, takers1) in zip(ts0, ts1, takers):
        if t0 is t1:
            continue
        # TF1: one direction after the other: when two tensors are swapped, what takes both takes the second twice
        for moved, target, source, ops in ((mode[0], t0, t1, takers1), (mode[1], t1, t0, takers0)):
            for op in ops if moved else ():
                if (allowed is None or op in allowed) and op not in forbidden:
                    count += _replace_inputs(op, source, target)
    return count


def _replace_inputs(op: Operation, old: Tensor, new: Tensor) -> int:
    places = [i for i, t in enumerate(op.inputs) if t is old]
    for i in places:
        op._update_input(i, new)
    return len(places)


def swap_ts(ts0: Any, ts1: Any, can_modify: Any = None, cannot_modify: Any = None) -> int:
    """Let the consumers of two lists of tensors change places; returns how many inputs changed.

    Args:
      ts0, ts1: the tensors, of equal types and shapes.
      can_modify: only these operations change.
      cannot_modify: these do not.

    Raises:
      ValueError: the tensors do not match.
    """
    return _reroute(ts0, ts1, _SWAP, can_modify, cannot_modify)


def reroute_ts(ts0: Any, ts1: Any, can_modify: Any = None, cannot_modify: Any = None) -> int:
    """Let what takes `ts1` take `ts0`; returns how many inputs changed. Arguments and errors are those of `swap_ts`."""
    return _reroute(ts0, ts1, _A_TO_B, can_modify, cannot_modify)


# ---- views ------------------------------------------------------------------------------------------------------


def _views(sgv0: Any, sgv1: Any) -> tuple[SubGraphView, SubGraphView]:
    view0, view1 = make_view(sgv0), make_view(sgv1)
    elements.check_graphs(view0, view1)
    return view0, view1


def _exchange_inputs(sgv0: SubGraphView, sgv1: SubGraphView, mode: tuple[bool, bool]) -> None:
    """The views after their inputs have been rerouted."""
    old0, old1 = sgv0.copy(), sgv1.copy()
    if mode[0]:
        sgv1._input_ts, sgv1._passthrough_ts = old0._input_ts, old0._passthrough_ts
    if mode[1]:
        sgv0._input_ts, sgv0._passthrough_ts = old1._input_ts, old1._passthrough_ts
    for moved, here, there in ((mode[0], sgv0, sgv1), (mode[1], sgv1, sgv0)):
        for i, t in enumerate(there._output_ts) if moved else ():
            if t in here._passthrough_ts:
                there._output_ts[i] = there._input_ts[here._input_ts.index(t)]


def _reroute_inputs(sgv0: Any, sgv1: Any, mode: tuple[bool, bool]) -> tuple[SubGraphView, SubGraphView]:
    view0, view1 = _views(sgv0, sgv1)
    passing = elements.get_consuming_ops([*view0.passthroughs, *view1.passthroughs])
    _reroute(view0.inputs, view1.inputs, mode, [*view0.ops, *view1.ops, *passing], None)
    _exchange_inputs(view0, view1, mode)
    return view0, view1


def _reroute_outputs(sgv0: Any, sgv1: Any, mode: tuple[bool, bool]) -> tuple[SubGraphView, SubGraphView]:
    view0, view1 = _views(sgv0, sgv1)
    _reroute(view0.outputs, view1.outputs, mode, None, view0.ops + view1.ops)
    return view0, view1


def swap_inputs(sgv0: Any, sgv1: Any) -> tuple[SubGraphView, SubGraphView]:
    """Let two views exchange their inputs."""
    return _reroute_inputs(sgv0, sgv1, _SWAP)


def reroute_inputs(sgv0: Any, sgv1: Any) -> tuple[SubGraphView, SubGraphView]:
    """Let the second view take the inputs of the first."""
    return _reroute_inputs(sgv0, sgv1, _A_TO_B)


def swap_outputs(sgv0: Any, sgv1: Any) -> tuple[SubGraphView, SubGraphView]:
    """Let what takes the outputs of either view take those of the other."""
    return _reroute_outputs(sgv0, sgv1, _SWAP)


def reroute_outputs(sgv0: Any, sgv1: Any) -> tuple[SubGraphView, SubGraphView]:
    """Let what takes the outputs of the second view take those of the first."""
    return _reroute_outputs(sgv0, sgv1, _A_TO_B)


def swap_ios(sgv0: Any, sgv1: Any) -> tuple[SubGraphView, SubGraphView]:
    """Let two views change places."""
    return _reroute_inputs(*_reroute_outputs(sgv0, sgv1, _SWAP), _SWAP)


def reroute_ios(sgv0: Any, sgv1: Any) -> tuple[SubGraphView, SubGraphView]:
    """Put the first view in the place of the second."""
    return _reroute_inputs(*_reroute_outputs(sgv0, sgv1, _A_TO_B), _A_TO_B)


# ---- control inputs ---------------------------------------------------------------------------------------------


def _operation(op: Any) -> Operation:
    if not isinstance(op, Operation):
        raise TypeError(f"Expected a tf.Operation, got: {type(op)}")
    return op


def remove_control_inputs(op: Any, cops: Any) -> None:
    """Let `op` no longer wait for `cops`.

    Raises:
      ValueError: it does not wait for one of them.
    """
    waits = _operation(op).control_inputs
    gone = elements.make_list_of_op(cops, allow_graph=False)
    for control in gone:
        if control not in waits:
            raise ValueError(f"{op.name} is not a control_input of {control.name}")  # TF1: the names are exchanged
    op._remove_all_control_inputs()
    op._add_control_inputs([control for control in waits if control not in gone])


def add_control_inputs(op: Any, cops: Any) -> None:
    """Let `op` wait for `cops`, too.

    Raises:
      ValueError: it does already.
    """
    waits = _operation(op).control_inputs
    new = elements.make_list_of_op(cops, allow_graph=False)
    for control in new:
        if control in waits:
            raise ValueError(f"{control.name} is already a control_input of {op.name}")
    op._add_control_inputs(new)
