"""Functions of the default graph: scopes, `placeholder`, `no_op`, graph seed, and the graph's public helpers."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.apply import add_op, apply_op
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.base import dtypes, shapes


class name_scope:
    """`with tf.name_scope(name, default_name, values) as scope:` prefixes the names of operations made inside.

    `values` may decide the graph. Gives the scope with a trailing slash.

    Raises:
      TypeError: neither a name nor a default name is given.
    """

    def __init__(self, name: str | None, default_name: str | None = None, values: Any = None) -> None:
        self._name = default_name if name is None else name
        self._has_default = default_name is not None
        self._values = values

    @property
    def name(self) -> str | None:
        return self._name

    def __enter__(self) -> str:
        if self._name is None and self._values is not None:
            raise ValueError("At least one of name (None) and default_name (None) must be provided.")
        flat = self._values if isinstance(self._values, (list, tuple)) else []
        graph = context.graph_of(flat)
        self._stack = contextlib.ExitStack()
        if graph is not context.get_default_graph():
            self._stack.enter_context(graph.as_default())
        return self._stack.enter_context(graph.name_scope(self._name))

    def __exit__(self, *error: Any) -> None:
        self._stack.__exit__(*error)


def control_dependencies(control_inputs: Any) -> Any:
    """`Graph.control_dependencies` of the default graph."""
    if callable(control_inputs):
        raise TypeError("control_inputs is callable: only eager execution calls it")
    return context.get_default_graph().control_dependencies(control_inputs)


def device(device_name_or_function: Any) -> Any:
    """`Graph.device` of the default graph."""
    return context.get_default_graph().device(device_name_or_function)


def colocate_with(op: Any, ignore_existing: bool = False) -> Any:
    """`Graph.colocate_with` of the default graph."""
    return context.get_default_graph().colocate_with(op, ignore_existing)


@contextlib.contextmanager
def op_scope(values: Any, name: str | None, default_name: str | None = None) -> Iterator[str]:
    """The old argument order of `name_scope`."""
    with name_scope(name, default_name, values) as scope:
        yield scope


def placeholder(dtype: Any, shape: Any = None, name: str | None = None) -> Tensor:
    """A tensor that is given in every step, by `feed_dict`.

    >>> import tf1compat as tf
    >>> print(tf.Graph().as_default().__enter__() and tf.placeholder(tf.float32, [None, 3], name="x"))
    Tensor("x:0", shape=(?, 3), dtype=float32)
    """
    wanted = dtypes.as_dtype(dtype).base
    return apply_op("Placeholder", name=name, dtype=wanted, shape=shapes.as_raw(shape))


def placeholder_with_default(input: Any, shape: Any, name: str | None = None) -> Tensor:
    """A tensor with a default that a feed replaces; `shape` may be less specific than the default's."""
    return apply_op("PlaceholderWithDefault", input, name=name, shape=shapes.as_raw(shape))


def no_op(name: str | None = None) -> Operation:
    """An operation that does nothing; useful as a target with control dependencies."""
    return add_op("NoOp", name=name)


def set_random_seed(seed: int | None) -> None:
    """Set the graph seed, from which ops without a seed of their own derive theirs."""
    context.get_default_graph().seed = seed


def get_seed(op_seed: int | None) -> tuple[int | None, int | None]:
    """The two seeds of a random op, from the graph seed and the op seed.

    TF1: with a graph seed only, the second one is the number of operations in the graph; with an op seed only, the
    first one is 87654321; both are taken modulo 2**31 - 1, and (0, 0) becomes (0, 2**31 - 1).
    """
    graph = context.get_default_graph()
    if graph.seed is not None:
        first = graph.seed
        graph._seed_used = graph._seed_used or op_seed is None
        second = len(graph.nodes) if op_seed is None else op_seed
    elif op_seed is not None:
        first, second = 87654321, op_seed
    else:
        return None, None
    first, second = first % (2**31 - 1), second % (2**31 - 1)
    return (0, 2**31 - 1) if (first, second) == (0, 0) else (first, second)
