"""TF1's control flow primitives: switches, merges, and the frames of while loops.

They have no kernels of their own: `functionalize` turns graphs of them into conditionals and loops.
"""

from __future__ import annotations

from typing import Any

from tf1compat._jaxcore.base.shapes import Shape
from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.opdef import REQUIRED, op


def _by_exec(op_type: str) -> AssertionError:
    return AssertionError(f"{op_type} nodes are evaluated by exec, as parts of conditionals and loops")


def _switched(x: Any) -> Any:
    shape_rules.with_rank(x.shape(1), 0)
    return (x.dims(0), x.dims(0))


def _merged(x: Any) -> Any:
    """Sizes on which all inputs agree; nothing is known where ranks differ."""
    first = x.dims(0)
    others = [x.dims(i) for i in range(1, len(x))]
    if first is None or any(o is None or len(o) != len(first) for o in others):
        return (None, ())
    return (tuple(a if all(o[d] == a for o in others) else None for d, a in enumerate(first)), ())


def _entered(x: Any) -> Any:
    """A loop variable may change its shape from step to step, a loop invariant may not."""
    return (x.dims(0) if x.attrs["is_constant"] else None,)


def _same(x: Any) -> Any:
    return (x.dims(0),)


def _selected(x: Any) -> Any:
    shape_rules.with_rank(x.shape(0), 0)
    shapes: list[Shape] = [x.dims(i) for i in range(1, len(x))]
    known = all(s is not None and None not in s for s in shapes)
    return (shapes[0] if known and len(set(shapes)) == 1 else None,)


@op("Switch", "data: T, pred: bool -> output_false: T, output_true: T", shape=_switched)
def switch(data: Any, pred: Any) -> Any:
    """`data` on the output that `pred` names; the other output is dead."""
    raise _by_exec("Switch")


@op("RefSwitch", "data: Ref(T), pred: bool -> output_false: Ref(T), output_true: Ref(T)", shape=_switched)
def ref_switch(data: Any, pred: Any) -> Any:
    """A reference on the output that `pred` names."""
    raise _by_exec("RefSwitch")


@op("Merge", "inputs: N*T -> output: T, value_index: int32", shape=_merged)
def merge(inputs: Any) -> Any:
    """The one input that is alive, and its position."""
    raise _by_exec("Merge")


@op("RefMerge", "inputs: Ref(N*T) -> output: Ref(T), value_index: int32", shape=_merged)
def ref_merge(inputs: Any) -> Any:
    """The one reference that is alive, and its position."""
    raise _by_exec("RefMerge")


@op("RefSelect", "index: int32, inputs: Ref(N*T) -> output: Ref(T)", shape=_selected)
def ref_select(index: Any, inputs: Any) -> Any:
    """The reference at position `index`."""
    raise _by_exec("RefSelect")


@op("Enter", "data: T -> output: T", shape=_entered,
    attrs={"frame_name": REQUIRED, "is_constant": False, "parallel_iterations": 10})  # fmt: skip
def enter(data: Any) -> Any:
    """The first value of a loop variable, or (`is_constant`) a value that every step sees."""
    raise _by_exec("Enter")


@op("RefEnter", "data: Ref(T) -> output: Ref(T)", shape=_same,
    attrs={"frame_name": REQUIRED, "is_constant": False, "parallel_iterations": 10})  # fmt: skip
def ref_enter(data: Any) -> Any:
    """A reference inside a loop."""
    raise _by_exec("RefEnter")


@op("Exit", "data: T -> output: T", shape=_same)
def exit(data: Any) -> Any:
    """The last value of a loop variable, outside the loop."""
    raise _by_exec("Exit")


@op("RefExit", "data: Ref(T) -> output: Ref(T)", shape=_same)
def ref_exit(data: Any) -> Any:
    """A reference outside the loop that it was changed in."""
    raise _by_exec("RefExit")


@op("NextIteration", "data: T -> output: T", shape=_same)
def next_iteration(data: Any) -> Any:
    """The value that a loop variable has in the next step."""
    raise _by_exec("NextIteration")


@op("RefNextIteration", "data: Ref(T) -> output: Ref(T)", shape=_same)
def ref_next_iteration(data: Any) -> Any:
    """The reference that a loop variable is in the next step."""
    raise _by_exec("RefNextIteration")


def _loop_cond(x: Any) -> Any:
    return (shape_rules.with_rank(x.shape(0), 0),)


@op("LoopCond", "input: bool -> output: bool", grad="none", shape=_loop_cond)
def loop_cond(input: Any) -> Any:
    """Whether a loop goes on."""
    raise _by_exec("LoopCond")


@op("ControlTrigger", "", grad="none", shape=shape_rules.nothing)
def control_trigger() -> Any:
    """A point that is alive even where all that it waits for is dead."""
    return ()


@op("RefIdentity", "input: Ref(T) -> output: Ref(T)", shape=_same)
def ref_identity(input: Any) -> Any:
    """The same reference."""
    raise _by_exec("RefIdentity")
