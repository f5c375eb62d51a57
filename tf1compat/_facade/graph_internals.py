"""Names of `tensorflow.python.framework.ops` that are not public, answered for graphs: there are no other modes."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.framework import name_scope
from tf1compat._facade.indexed_slices import IndexedSlicesValue as IndexedSlicesValue
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.v2_behavior import executing_eagerly

executing_eagerly_outside_functions = executing_eagerly


class EagerTensor(Tensor):
    """The class of tensors with a value; none is ever made."""


def has_default_graph() -> bool:
    """Whether the default graph has been used or entered by this thread."""
    return context.has_default_graph()


def get_name_scope() -> str:
    """The name scope of the default graph, without a trailing slash."""
    return context.get_default_graph().get_name_scope()


def convert_n_to_tensor(
    values: Sequence[Any], dtype: Any = None, name: str | None = None, preferred_dtype: Any = None
) -> list[Any]:
    """Tensors for all values; new nodes are called `name_0`, `name_1`…

    Raises:
      TypeError: `values` is no sequence.
    """
    if not isinstance(values, Sequence):
        raise TypeError("values must be a sequence.")
    names = [None if name is None else f"{name}_{i}" for i in range(len(values))]
    return [convert_to_tensor(v, dtype, n, preferred_dtype) for v, n in zip(values, names)]


@contextlib.contextmanager
def init_scope() -> Iterator[None]:
    """Operations made inside join no branch or loop and wait for nothing outside; the name scope stays."""
    graph = context.get_default_graph()
    scope = graph.get_name_scope()
    with graph.control_dependencies(None), graph.name_scope(scope + "/" if scope else None):
        yield


def container(container_name: str) -> Any:
    """The resource container of variables and queues made inside, as `Graph.container`."""
    return context.get_default_graph().container(container_name)


def is_dense_tensor_like(t: Any) -> bool:
    """Whether `t` is a tensor or a variable."""
    return isinstance(t, Tensor) or hasattr(t, "_as_graph_element")


class name_scope_v2(name_scope):
    """`tf.name_scope` of TensorFlow 2: it takes the name only."""

    def __init__(self, name: str) -> None:
        if name is None or not isinstance(name, str):
            raise ValueError("name for name_scope must be a string.")
        super().__init__(name)


class _SessionStack:
    """The default sessions of this thread."""

    @staticmethod
    def get_default() -> Any:
        """The innermost one, or None."""
        return context.get_default_session()

    @staticmethod
    def reset() -> None:
        """Forget them all."""
        context.leave_all_sessions()


class _GraphStack:
    """The default graphs of this thread."""

    @staticmethod
    def get_default() -> Any:
        """The innermost one, or the global graph."""
        return context.get_default_graph()

    @staticmethod
    def reset() -> None:
        """Forget them all, the global graph included."""
        context.leave_all_graphs()
        context.reset_default_graph()


_default_session_stack = _SessionStack()
_default_graph_stack = _GraphStack()


def uid() -> int:
    """A number that this process has not had before."""
    return next(context.NUMBERS)


def internal_convert_to_tensor(
    value: Any,
    dtype: Any = None,
    name: str | None = None,
    as_ref: bool = False,
    preferred_dtype: Any = None,
    ctx: Any = None,
    accepted_result_types: Any = None,
) -> Any:
    """`tf.convert_to_tensor`, by the name that libraries of TensorFlow 1 call."""
    del ctx, accepted_result_types  # of eager execution; what a graph gives is a Tensor
    if as_ref and hasattr(value, "_ref"):
        return value._ref()
    return convert_to_tensor(value, dtype, name, preferred_dtype)


def _get_graph_from_inputs(op_input_list: Sequence[Any], graph: Any = None) -> Any:  # pyright: ignore (see above)
    """The graph of the inputs, `graph` among them, or the default one."""
    return context.graph_of(op_input_list, graph)
