"""Questions about control flow contexts: where an operation stands, and whether a value may be used there."""

from __future__ import annotations

from typing import Any


def is_switch(op: Any) -> bool:
    """Is it a Switch or RefSwitch?"""
    return op.type in ("Switch", "RefSwitch")


def is_loop_enter(op: Any) -> bool:
    """Is it an Enter or RefEnter?"""
    return op.type in ("Enter", "RefEnter")


def is_loop_exit(op: Any) -> bool:
    """Is it an Exit or RefExit?"""
    return op.type in ("Exit", "RefExit")


def is_loop_constant_enter(op: Any) -> bool:
    """Does it bring a loop invariant into a loop?"""
    return is_loop_enter(op) and bool(op.attrs["is_constant"])


def output_context(op: Any) -> Any:
    """The context in which the outputs of `op` live: an Exit's are outside of its loop."""
    found = op._control_flow_context
    return found.outer_context if found is not None and is_loop_exit(op) else found


def containing_while_context(context: Any) -> Any:
    """The innermost loop that `context` is, or is in; None outside of loops."""
    while context is not None:
        if context.IsWhileContext():
            return context
        context = context.outer_context
    return None


def is_containing_context(context: Any, outer: Any) -> bool:
    """Is `context` the same as, or somewhere inside of, `outer` (None contains all)?"""
    while context is not outer:
        if context is None:
            return False
        context = context.outer_context
    return True


def op_in_context(op: Any, context: Any) -> bool:
    """Was `op` made in `context` or in one inside of it?"""
    return is_containing_context(op._control_flow_context, context)


def check_input(op: Any, source: Any) -> None:
    """A value made in a loop may only be used in that loop and in loops inside of it.

    Raises:
      ValueError: `op` uses an output of `source`, which is in a loop that `op` is not in.
    """
    here, there = op._control_flow_context, output_context(source)
    if there is None or here is there:
        return
    my_loop, its_loop = containing_while_context(here), containing_while_context(there)
    if my_loop is None:
        if its_loop is None or is_loop_enter(op) or is_switch(op):
            return
        reason = f"because '{source.name}' is in a while loop."
    elif is_containing_context(my_loop, its_loop):
        return
    else:
        reason = "because they are in different while loops."
    raise ValueError(f"Cannot use '{source.name}' as input to '{op.name}' {reason} See info log for more details.")
