"""`tf.while_loop`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.constants import constant
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import name_scope
from tf1compat._facade.loop_shapes import shape_invariant
from tf1compat._facade.math_elementwise import logical_and
from tf1compat._facade.while_context import WhileContext
from tf1compat._jaxcore.base import nest, shapes


def while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Any,
    shape_invariants: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
    maximum_iterations: Any = None,
    return_same_structure: bool = False,
) -> Any:
    """The loop variables after `body` has been repeated while `cond` is true.

    Args:
      cond: a function of the loop variables that gives a boolean scalar tensor.
      body: a function of the loop variables that gives their next values, in the same structure.
      loop_vars: a (nested) tuple, list or namedtuple of tensors, arrays or values: their first values.
      shape_invariants: shapes that the variables keep, where they are less specific than those they have at first.
      parallel_iterations: how many steps TF may run at a time (kept in the graph; it changes no result).
      back_prop: whether gradients will be asked for.
      swap_memory: whether TF may move values to the host (kept in the graph; it changes no result).
      name: name scope.
      maximum_iterations: a bound for the number of steps, an integer or scalar tensor.
      return_same_structure: whether one loop variable comes back inside its list.

    Raises:
      TypeError: `cond` or `body` cannot be called.
      ValueError: no loop variables, another structure or another shape after one step.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     print(tf.while_loop(lambda i: i < 10, lambda i: i * 2, [tf.constant(1)]))
    Tensor("while/Exit:0", shape=(), dtype=int32)
    """
    if not callable(cond):
        raise TypeError("cond must be callable.")
    if not callable(body):
        raise TypeError("body must be callable.")
    if parallel_iterations < 1:
        raise TypeError("parallel_iterations must be a positive integer.")
    with name_scope(name, "while", loop_vars):
        if not loop_vars:
            raise ValueError("No loop variables provided")
        bounded = maximum_iterations is not None
        if bounded:
            unwraps = len(loop_vars) == 1 and not return_same_structure
            maximum_iterations = _bound(maximum_iterations)
            cond, body, loop_vars = _counted(cond, body, loop_vars, maximum_iterations, unwraps)
        if shape_invariants is not None:
            if bounded:
                shape_invariants = (shapes.TensorShape([]), shape_invariants)
            nest.assert_same_structure(loop_vars, shape_invariants)
            shape_invariants = nest.map_structure(shape_invariant, loop_vars, shape_invariants)
        loop = WhileContext(maximum_iterations, parallel_iterations, back_prop, swap_memory)
        if loop.outer_context is None:
            context.get_default_graph().add_to_collection("while_context", loop)
        result = loop.BuildLoop(cond, body, loop_vars, shape_invariants, return_same_structure)
        return result[1] if bounded else result


def _bound(maximum_iterations: Any) -> Any:
    limit = convert(maximum_iterations, None, "maximum_iterations")
    if limit.dims != ():
        raise ValueError(f"maximum_iterations must be a scalar, saw shape: {limit.shape}")
    return limit


def _counted(
    cond: Callable[..., Any], body: Callable[..., Any], loop_vars: Any, limit: Any, unwraps: bool
) -> tuple[Callable[..., Any], Callable[..., Any], Any]:
    """The same loop with a counter of its steps in front of its variables."""
    counter = constant(0, dtype=limit.dtype, name="iteration_counter")
    if unwraps:
        return (
            lambda i, lv: logical_and(i < limit, cond(lv)),
            lambda i, lv: (i + 1, body(lv)),
            (counter, loop_vars[0]),
        )
    return (
        lambda i, lv: logical_and(i < limit, cond(*lv)),
        lambda i, lv: (i + 1, body(*lv)),
        (counter, loop_vars),
    )
