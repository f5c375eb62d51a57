"""Operations and tensors as lists: from a graph, an element or several, with checks of type and graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from tf1compat._facade import framework
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.graph import Graph
from tf1compat._facade.tensor import Operation, Tensor

_PREFIX = "geph"


class ListView:
    """A list that is looked at and not changed."""

    def __init__(self, list_: list[Any]) -> None:
        if not isinstance(list_, list):
            raise TypeError(f"Expected a list, got: {type(list_)}.")
        self._list = list_

    def __iter__(self) -> Iterator[Any]:
        return iter(self._list)

    def __len__(self) -> int:
        return len(self._list)

    def __bool__(self) -> bool:
        return bool(self._list)

    def __getitem__(self, i: Any) -> Any:
        return self._list[i]

    def __add__(self, other: Iterable[Any]) -> list[Any]:
        return [*self._list, *other]


def concatenate_unique(la: list[Any], lb: Iterable[Any]) -> list[Any]:
    """Append to `la` what is in `lb` and not yet in it; returns `la`."""
    known = set(la)
    la.extend(x for x in dict.fromkeys(lb) if x not in known)
    return la


def is_iterable(obj: Any) -> bool:
    """Can one iterate over it? Tensors are elements."""
    if isinstance(obj, Tensor):
        return False
    try:
        iter(obj)
    except Exception:
        return False
    return True


def flatten_tree(tree: Any, leaves: list[Any] | None = None) -> list[Any]:
    """The leaves of nested iterables and dictionaries, appended to `leaves`."""
    leaves = [] if leaves is None else leaves
    if isinstance(tree, Mapping):
        tree = list(tree.values())
    if not is_iterable(tree):
        leaves.append(tree)
        return leaves
    for child in tree:
        flatten_tree(child, leaves)
    return leaves


def transform_tree(tree: Any, fn: Callable[[Any], Any], iterable_type: Callable[[Any], Any] = tuple) -> Any:
    """Nested iterables with `fn` of each leaf; those that are no sequences become `iterable_type`."""
    if not is_iterable(tree):
        return fn(tree)
    if isinstance(tree, dict):
        return type(tree)((key, transform_tree(child, fn)) for key, child in tree.items())
    children = [transform_tree(child, fn) for child in tree]
    kind: Any = type(tree)
    if isinstance(tree, tuple):
        return kind(*children) if hasattr(tree, "_asdict") else kind(children)
    return kind(children) if isinstance(tree, Sequence) else iterable_type(children)


# ---- lists ------------------------------------------------------------------------------------------------------


def check_graphs(*args: Any) -> None:
    """See that tensors, operations or views are of one graph.

    Raises:
      ValueError: they are not.
    """
    graph = None
    for i, arg in enumerate(args):
        graph = graph if graph is not None else arg.graph
        if arg.graph is not None and arg.graph is not graph:
            raise ValueError(f"Argument[{i}]: Wrong graph!")


def get_unique_graph(tops: Any, check_types: Any = None, none_if_empty: bool = False) -> Graph | None:
    """The graph of operations and tensors.

    Raises:
      TypeError: one is of another type.
      ValueError: they are of several graphs; there is none.
    """
    if isinstance(tops, Graph):
        return tops
    if not is_iterable(tops):
        raise TypeError(f"{type(tops)} is not iterable")
    types = (Operation, Tensor) if check_types is None else check_types
    types = tuple(types) if is_iterable(types) else (types,)
    graph: Graph | None = None
    for top in tops:
        if not isinstance(top, types):
            raise TypeError(f"Expected a type in ({', '.join(map(str, types))}), got: {type(top)}")
        graph = top.graph if graph is None else graph
        if top.graph is not graph:
            raise ValueError(f"Operation {top} does not belong to given graph")
    if graph is None and not none_if_empty:
        raise ValueError("Can't find the unique graph of an empty list")
    return graph


def _elements(given: Any, kind: type, check_graph: bool, allow_graph: bool, ignore_others: bool) -> list[Any]:
    if isinstance(given, Graph):
        if not allow_graph:
            raise TypeError("allow_graph is False: cannot convert a tf.Graph.")
        return given.get_operations() if kind is Operation else get_tensors(given)
    found = list(given) if is_iterable(given) else [given]
    if found and check_graph:
        get_unique_graph(found, check_types=None if ignore_others else kind)
    return [x for x in found if isinstance(x, kind)]


def make_list_of_op(
    ops: Any, check_graph: bool = True, allow_graph: bool = True, ignore_ts: bool = False
) -> list[Operation]:
    """Operations as a list: of a graph, one, or several; tensors among them are left out with `ignore_ts`.

    Raises:
      TypeError: something else is among them, or it is a graph and may not be one.
      ValueError: they are of several graphs.
    """
    return _elements(ops, Operation, check_graph, allow_graph, ignore_ts)


def make_list_of_t(
    ts: Any, check_graph: bool = True, allow_graph: bool = True, ignore_ops: bool = False
) -> list[Tensor]:
    """Tensors as a list: of a graph, one, or several; operations among them are left out with `ignore_ops`.

    Raises:
      TypeError: something else is among them, or it is a graph and may not be one.
      ValueError: they are of several graphs.
    """
    return _elements(ts, Tensor, check_graph, allow_graph, ignore_ops)


def get_tensors(graph: Graph) -> list[Tensor]:
    """All tensors of a graph."""
    if not isinstance(graph, Graph):
        raise TypeError(f"Expected a graph, got: {type(graph)}")
    return [t for op in graph.get_operations() for t in op.outputs]


def get_generating_ops(ts: Any) -> list[Operation]:
    """The operations whose outputs `ts` are."""
    return [t.op for t in make_list_of_t(ts, allow_graph=False)]


def get_consuming_ops(ts: Any) -> list[Operation]:
    """The operations that take any of `ts`."""
    return list(dict.fromkeys(op for t in make_list_of_t(ts, allow_graph=False) for op in t.consumers()))


class ControlOutputs:
    """Which operations wait for which: the control inputs of a graph, the other way round."""

    def __init__(self, graph: Graph) -> None:
        if not isinstance(graph, Graph):
            raise TypeError(f"Expected a tf.Graph, got: {type(graph)}")
        self._graph = graph
        self._state: Any = None
        self._waiting: dict[Operation, list[Operation]] = {}
        self.update()

    def update(self) -> ControlOutputs:
        """Look at the graph again, if it has changed."""
        state = (len(self._graph.nodes), self._graph.version)
        if state != self._state:
            self._state = state
            self._waiting.clear()
            for op in self._graph.get_operations():
                for control in dict.fromkeys(op.control_inputs):
                    self._waiting.setdefault(control, []).append(op)
        return self

    def get_all(self) -> dict[Operation, list[Operation]]:
        """What waits, by what it waits for."""
        return self._waiting

    def get(self, op: Operation) -> Sequence[Operation]:
        """What waits for `op`."""
        return self._waiting.get(op, ())

    @property
    def graph(self) -> Graph:
        return self._graph


# ---- names and placeholders -------------------------------------------------------------------------------------


def scope_finalize(scope: str) -> str:
    """A scope with a slash at its end."""
    return scope + "/" if scope and not scope.endswith("/") else scope


def scope_dirname(scope: str) -> str:
    """What is before the last part of a name, with its slash."""
    return scope[: scope.rfind("/") + 1]


def scope_basename(scope: str) -> str:
    """The last part of a name."""
    return scope[scope.rfind("/") + 1 :]


def placeholder_name(t: Any = None, scope: str | None = None, prefix: str = _PREFIX) -> str:
    """The name of a placeholder that stands for `t`."""
    scope = None if scope is None else scope_finalize(scope)
    if t is None:
        return f"{scope or ''}{prefix}"
    if not isinstance(t, Tensor):
        raise TypeError(f"Expected a tf.Tenfor, got: {type(t)}")  # TF1: spelt so
    scope = scope_dirname(t.op.name) if scope is None else scope
    name = scope_basename(t.op.name)
    return scope + (name if name.startswith(f"{prefix}__") else f"{prefix}__{name}_{t.value_index}")


def make_placeholder_from_tensor(t: Any, scope: str | None = None, prefix: str = _PREFIX) -> Tensor:
    """A placeholder of the type and shape of `t`, in the default graph."""
    name = placeholder_name(t, scope, prefix)
    return framework.placeholder(t.dtype, t.get_shape(), name)


def make_placeholder_from_dtype_and_shape(
    dtype: Any, shape: Any = None, scope: str | None = None, prefix: str = _PREFIX
) -> Tensor:
    """A placeholder in the default graph."""
    return framework.placeholder(dtype, shape, placeholder_name(scope=scope, prefix=prefix))


def get_predefined_collection_names() -> list[Any]:
    """The names of the collections that TensorFlow knows."""
    return [getattr(GraphKeys, key) for key in dir(GraphKeys) if not key.startswith("__")]


def find_corresponding_elem(target: Any, dst_graph: Graph, dst_scope: str = "", src_scope: str = "") -> Any:
    """What has in another graph (and scope) the name of `target`.

    Raises:
      ValueError: `target` is not below `src_scope`.
      KeyError: there is none.
    """
    name, src_scope = target.name, scope_finalize(src_scope)
    if not name.startswith(src_scope):
        raise ValueError(f"{name} does not start with {src_scope}")
    name = scope_finalize(dst_scope) + name[len(src_scope) :]
    if isinstance(target, Tensor):
        return dst_graph.get_tensor_by_name(name)
    if isinstance(target, Operation):
        return dst_graph.get_operation_by_name(name)
    raise TypeError(f"Expected tf.Tensor or tf.Operation, got: {type(target)}")


def find_corresponding(targets: Any, dst_graph: Graph, dst_scope: str = "", src_scope: str = "") -> Any:
    """`find_corresponding_elem` of nested targets."""
    return transform_tree(targets, lambda top: find_corresponding_elem(top, dst_graph, dst_scope, src_scope))
