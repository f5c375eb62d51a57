"""Questions that libraries ask `tensorflow.python.ops.control_flow_util`: which loop or branch something belongs to."""

from __future__ import annotations

from typing import Any


def GetContainingWhileContext(ctxt: Any, stop_ctxt: Any = None) -> Any:
    """The innermost loop around a context, the context itself included; `stop_ctxt` where that comes first."""
    while ctxt:
        if ctxt.IsWhileContext() or ctxt == stop_ctxt:
            return ctxt
        ctxt = ctxt.outer_context
    return None


def GetContainingCondContext(ctxt: Any) -> Any:
    """The innermost branch around a context, the context itself included."""
    while ctxt:
        if ctxt.IsCondContext():
            return ctxt
        ctxt = ctxt.outer_context
    return None


def GetContainingXLAContext(ctxt: Any) -> Any:
    """None: there are no contexts for compilation, every step is compiled."""
    del ctxt


def IsInXLAContext(op: Any) -> bool:
    """False: there are no contexts for compilation."""
    del op
    return False


def InXlaContext(graph: Any) -> bool:
    """False: there are no contexts for compilation."""
    del graph
    return False


def GraphOrParentsInXlaContext(graph: Any) -> bool:
    """False: there are no contexts for compilation."""
    del graph
    return False


def IsInWhileLoop(op: Any) -> bool:
    """Whether an operation is inside of a loop."""
    return GetContainingWhileContext(op._get_control_flow_context()) is not None


def IsInCond(op: Any) -> bool:
    """Whether an operation is inside of a branch."""
    return GetContainingCondContext(op._get_control_flow_context()) is not None
