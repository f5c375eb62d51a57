"""Errors of kernels, with the node, the user's file and line, and what the kernel was given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.ir.node import Node
from tf1compat._jaxcore.schema.refusals import Given


def with_node(error: errors.OpError, node: Node) -> errors.OpError:
    """The same error, naming the node (unless it does already)."""
    if error.op is not None:
        return error
    return make(error.error_code, node, f"{error.message}\n\t {errors.describe_node(node)}")


def make(code: int, node: Node, message: str) -> errors.OpError:
    """An error of the class that belongs to `code`."""
    kind: Any = errors.exception_type_from_error_code(code)
    return kind(None, node, message)


def kernel_failure(node: Node, inputs: Sequence[Any], error: Exception) -> Exception:
    """What to raise for an exception inside a kernel: an InvalidArgumentError in terms of the user's program."""
    code = getattr(error, "code", None)
    if isinstance(code, int):  # a fault of `_formats`
        return make(code, node, f"{getattr(error, 'message', error)}\n\t {errors.describe_node(node)}")
    if isinstance(error, MemoryError) or "RESOURCE_EXHAUSTED" in str(error):
        return errors.ResourceExhaustedError(
            None, node, f"OOM when running {node.type}\n\t {errors.describe_node(node)}"
        )
    refusal = node.opdef.refusal and node.opdef.refusal(Given(node.name, node.type, node.attrs, inputs))
    if refusal:
        return errors.InvalidArgumentError(None, node, f"{refusal}\n\t {errors.describe_node(node)}")
    given = ", ".join(_describe(x) for x in inputs)
    reason = str(error).strip().split("\n")[0] or type(error).__name__
    message = f"{node.type} cannot run on inputs {given}: {reason}\n\t {errors.describe_node(node)}"
    return errors.InvalidArgumentError(None, node, message)


def _describe(x: Any) -> str:
    if x is None:
        return "nothing"
    dtype = getattr(x, "dtype", None)
    return f"{dtype if dtype is not None else type(x).__name__}{list(np.shape(x))}"
