"""`tf.Graph`: TF1's graph with its name, control, device and colocation scopes, collections and look-ups."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, cast

from tf1compat._facade import context, control_queries, graph_scopes
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.ir.build import GraphBuilder
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.schema.opdef import OpDef

_NODE_NAME = re.compile(r"^[A-Za-z0-9.][A-Za-z0-9_.\-/]*$")
_SCOPE_NAME = re.compile(r"^[A-Za-z0-9_.\-/]*$")
_PACKAGE = __name__.partition(".")[0] + "."


class Graph(GraphBuilder):
    """A TF1 graph: operations under unique names, built by calls that make it the default graph.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default() as g:
    ...     x = tf.constant(2.0, name="x") * 3.0
    >>> [op.name for op in g.get_operations()]
    ['x', 'mul/y', 'mul']
    """

    node_class = Operation
    value_class = Tensor

    def __init__(self) -> None:
        super().__init__()
        self._scope = graph_scopes.ThreadScope()
        self._stacks: graph_scopes.Stacks | graph_scopes.ThreadStacks = graph_scopes.Stacks()
        self._control_flow_context: Any = None  # the innermost branch or loop that operations are made in
        self._has_loops = False
        self._default_class: list[bytes] | None = None
        self._attr_scopes: dict[str, Any] = {}
        self._container = ""
        self._collections: dict[Any, list[Any]] = {}
        self._finalized = False
        self._lock = threading.RLock()
        self.seed: int | None = None
        self._seed_used = False  # by an op without one of its own
        self._scoped_state: dict[str, Any] = {}  # variable scopes and the like, keyed by the module that owns them

    # ---- building -------------------------------------------------------------------------------------------------

    def create(self, opdef: OpDef, name: str, inputs: tuple[Value, ...], attrs: Mapping[str, Any]) -> Operation:
        """Append an operation under `name` (made unique, inside the current name scope; a trailing `/` means the
        name is already unique), with the control inputs, device, colocation and attrs of the current scopes."""
        if self._finalized:
            raise RuntimeError("Graph is finalized and cannot be modified.")
        if isinstance(name, bytes):
            name = name.decode()
        if name.endswith("/"):
            name = name[:-1]
        else:
            if not _NODE_NAME.match(name):
                raise ValueError(f"'{name}' is not a valid node name")
            name = self.unique_name(name)
        control: tuple[Node, ...] = ()
        if self._stacks.control:
            control = graph_scopes.control_inputs(self._stacks.control, inputs)
        if self._attr_scopes:
            attrs = {**attrs, **graph_scopes.attrs_for(self._attr_scopes, opdef.type)}
        if self._container and attrs.get("container") == b"":
            attrs = {**attrs, "container": self._container.encode()}
        device = ""
        if self._stacks.colocation:
            attrs = {**attrs, "_class": graph_scopes.colocation_classes(self._stacks.colocation)}
        elif self._default_class is not None and "_class" not in attrs:
            attrs = {**attrs, "_class": self._default_class}
        frame = _user_frame()
        op = cast(Operation, self.add_node(opdef, name, inputs, attrs, control, device, frame))
        if self._has_loops:
            for source in inputs:
                control_queries.check_input(op, source.node)
        if op._control_flow_context is not None:
            self._join_context(op)
        if self._stacks.device:
            op.device = graph_scopes.device_for(self._stacks.device, op)
        if self._stacks.colocation and self._stacks.colocation[-1].device:
            op.device = self._stacks.colocation[-1].device
        for controller in self._stacks.control:
            controller.seen.add(op)
        return op

    def create_op(
        self,
        op_type: str,
        inputs: Sequence[Any],
        dtypes: Any = None,
        input_types: Any = None,
        name: str | None = None,
        attrs: Mapping[str, Any] | None = None,
        op_def: Any = None,
        compute_shapes: bool = True,
        compute_device: bool = True,
    ) -> Operation:
        """An operation of any type, from tensors and AttrValue messages; functions like `tf.add` are the usual way.

        Args:
          op_type: op type.
          inputs: tensors of this graph.
          dtypes, input_types, op_def, compute_shapes, compute_device: not looked at; the op's declaration says it all.
          name: node name; the op type where None.
          attrs: AttrValue messages by name.

        Raises:
          TypeError: an input is no tensor.
          ValueError: an input is from another graph.
        """
        from tf1compat._facade import raw_nodes

        return raw_nodes.create_op(self, op_type, inputs, name, attrs or {})

    def container(self, container_name: str) -> AbstractContextManager[str]:
        """Variables and queues made inside belong to this resource container (see `tf.Session.reset`)."""
        return graph_scopes.container_scope(self, container_name)

    @property
    def graph_def_versions(self) -> Any:
        """The VersionDef message of this graph: the oldest producer of what was imported."""
        return self.as_graph_def(len(self.nodes)).versions

    def _join_context(self, op: Operation) -> None:
        """Make `op` part of the branch or loop it stands in, which may take nodes that bring in its inputs."""
        old = self._scope.name
        if op.type != "Const":  # TF1: constants are made without a name scope of their own
            self._scope.name = op.name
        try:
            op._control_flow_context.AddOp(op)
        finally:
            self._scope.name = old

    def add_node(self, *args: Any, **kwargs: Any) -> Node:
        node = super().add_node(*args, **kwargs)
        op = cast(Operation, node)
        op._graph = self
        op._control_flow_context = self._control_flow_context
        return op

    @property
    def _last_id(self) -> int:
        return len(self.nodes)

    # ---- scopes ---------------------------------------------------------------------------------------------------

    def switch_to_thread_local(self) -> None:
        """From now on control dependencies, devices and colocation hold for the thread that opened the block."""
        if isinstance(self._stacks, graph_scopes.Stacks):
            self._stacks = graph_scopes.ThreadStacks(self._stacks)

    def unique_name(self, name: str, mark_as_used: bool = True) -> str:
        """`name` inside the current name scope, with `_1`, `_2`… appended where it is taken."""
        scope = self._scope.name
        return self.unique_full_name(f"{scope}/{name}" if scope else name, mark_as_used)

    def get_name_scope(self) -> str:
        """The current name scope, without a trailing slash."""
        return self._scope.name

    def name_scope(self, name: str | None) -> AbstractContextManager[str]:
        """A context manager for a name scope; `""` or None goes to the root, `"scope/"` re-enters exactly."""
        if isinstance(name, bytes):
            name = name.decode()
        if name and (not _SCOPE_NAME.match(name) or (not self._scope.name and not _NODE_NAME.match(name))):
            raise ValueError(f"'{name}' is not a valid scope name")
        return graph_scopes.NameScope(self, name)

    def control_dependencies(self, control_inputs: Iterable[Any] | None) -> AbstractContextManager[Any]:
        """Operations made inside run after `control_inputs`; None forgets the enclosing ones."""
        if control_inputs is None:
            return graph_scopes.ControlDependencies(self, None)
        found: list[Node] = []
        for c in control_inputs:
            node = graph_scopes.as_control_input(self, c)
            if node not in found and not any(node in block.control_inputs for block in self._stacks.control):
                found.append(node)
        return graph_scopes.ControlDependencies(self, found)

    def _get_control_flow_context(self) -> Any:
        return self._control_flow_context

    def _set_control_flow_context(self, context: Any) -> None:
        self._control_flow_context = context

    def device(self, device_name_or_function: Any) -> AbstractContextManager[None]:
        """Operations made inside stand on this device (a string, a function of the operation, or None)."""
        return graph_scopes.device_scope(self, device_name_or_function)

    def colocate_with(self, op: Any, ignore_existing: bool = False) -> AbstractContextManager[None]:
        """Operations made inside stand where `op` stands."""
        return graph_scopes.colocation_scope(self, op, ignore_existing)

    def as_default(self) -> AbstractContextManager[Graph]:
        """Make this the default graph inside the block."""
        return context.default_graph(self)

    def gradient_override_map(self, op_type_map: Mapping[str, str]) -> AbstractContextManager[None]:
        """Operations made inside take another registered gradient: `{"Relu": "GuidedRelu"}`."""
        if not isinstance(op_type_map, Mapping):
            raise TypeError("op_type_map must be a dictionary mapping strings to strings")
        return graph_scopes.attr_scope(self, {t: ("_gradient_op_type", name) for t, name in op_type_map.items()})

    def finalize(self) -> None:
        """Make the graph read-only."""
        self._finalized = True

    @property
    def finalized(self) -> bool:
        return self._finalized

    def _unsafe_unfinalize(self) -> None:
        self._finalized = False

    # ---- look-ups -------------------------------------------------------------------------------------------------

    def get_operations(self) -> list[Operation]:
        """All operations in order of creation."""
        return cast("list[Operation]", list(self.nodes))

    def get_operation_by_name(self, name: str) -> Operation:
        """The operation called `name`; KeyError where there is none."""
        if not isinstance(name, str):
            raise TypeError(f"Operation names are strings (or similar), not {type(name).__name__}.")
        return self.as_graph_element(name, allow_tensor=False, allow_operation=True)

    def get_tensor_by_name(self, name: str) -> Tensor:
        """The tensor called `"op:index"`; KeyError or ValueError where there is none."""
        if not isinstance(name, str):
            raise TypeError(f"Tensor names are strings (or similar), not {type(name).__name__}.")
        return self.as_graph_element(name, allow_tensor=True, allow_operation=False)

    def as_graph_element(self, obj: Any, allow_tensor: bool = True, allow_operation: bool = True) -> Any:
        """The tensor or operation that `obj` (one of them, its name, or something convertible) stands for."""
        wanted = " or ".join(["Tensor"] * allow_tensor + ["Operation"] * allow_operation)
        convert = getattr(obj, "_as_graph_element", None)
        if convert is not None:
            obj = convert()
        if isinstance(obj, bytes):
            obj = obj.decode()
        if isinstance(obj, str):
            return self._named(obj, wanted, allow_tensor, allow_operation)
        if isinstance(obj, Tensor) and allow_tensor:
            if obj.graph is not self:
                raise ValueError(f"Tensor {obj} is not an element of this graph.")
            return obj
        if isinstance(obj, Operation) and allow_operation:
            if obj.graph is not self:
                raise ValueError(f"Operation {obj} is not an element of this graph.")
            return obj
        raise TypeError(f"Can not convert a {type(obj).__name__} into a {wanted}.")

    def _named(self, name: str, wanted: str, allow_tensor: bool, allow_operation: bool) -> Any:
        form = 'Tensor names must be of the form "<op_name>:<output_index>".'
        if ":" in name and allow_tensor:
            op_name, _, index = name.partition(":")
            if not index.isdigit():
                raise ValueError(f"The name {name!r} looks a like a Tensor name, but is not a valid one. {form}")
            node = self.by_name.get(op_name)
            missing = f"The name {name!r} refers to a Tensor which does not exist. The operation, {op_name!r}, "
            if node is None:
                raise KeyError(f"{missing}does not exist in the graph.")
            if int(index) >= len(node.outputs):
                raise KeyError(f"{missing}exists but only has {len(node.outputs)} outputs.")
            return node.outputs[int(index)]
        if ":" in name:
            raise ValueError(f"Name {name!r} appears to refer to a Tensor, not a {wanted}.")
        node = self.by_name.get(name)
        if allow_operation:
            if node is None:
                raise KeyError(f"The name {name!r} refers to an Operation not in the graph.")
            return node
        if node is not None:
            raise ValueError(f"The name {name!r} refers to an Operation, not a {wanted}. {form}")
        raise ValueError(f"The name {name!r} looks like an (invalid) Operation name, not a {wanted}. {form}")

    # ---- collections ----------------------------------------------------------------------------------------------

    def add_to_collection(self, name: Any, value: Any) -> None:
        """Append `value` to the collection `name`."""
        self._check_open()
        self._collections.setdefault(name, []).append(value)

    def add_to_collections(self, names: Any, value: Any) -> None:
        """Append `value` to each collection of `names` once (a string is one name)."""
        for name in (names,) if isinstance(names, str) else tuple(dict.fromkeys(names)):
            self.add_to_collection(name, value)

    def get_collection_ref(self, name: Any) -> list[Any]:
        """The collection itself (created empty if need be), to be changed in place."""
        return self._collections.setdefault(name, [])

    def get_collection(self, name: Any, scope: str | None = None) -> list[Any]:
        """A copy of the collection; with `scope`, the items whose name matches it as a regular expression prefix."""
        items = self._collections.get(name, [])
        if scope is None:
            return list(items)
        pattern = re.compile(scope)
        return [item for item in items if hasattr(item, "name") and pattern.match(item.name)]

    def get_all_collection_keys(self) -> list[Any]:
        """Names of all collections."""
        return [k for k in self._collections if isinstance(k, str)]

    def clear_collection(self, name: Any) -> None:
        """Drop the collection `name`."""
        self._check_open()
        self._collections.pop(name, None)

    @property
    def collections(self) -> list[Any]:
        return list(self._collections)

    # ---- elsewhere ------------------------------------------------------------------------------------------------

    def as_graph_def(self, from_version: int | None = None, add_shapes: bool = False) -> Any:
        """The GraphDef message of this graph (of the nodes after `from_version` only, if given)."""
        from tf1compat._jaxcore.ir import functiondef, graphdef, own_ops

        nodes = self.nodes[from_version or 0 :]
        message = graphdef.graph_def(nodes, add_shapes=add_shapes)
        for imported in self.scoped_state("imported_versions", list):
            message.versions.producer = min(message.versions.producer, imported.producer)
            message.versions.min_consumer = max(message.versions.min_consumer, imported.min_consumer)
        functiondef.fill_library(message.library, self.functions)
        own_ops.fill_library(message.library, nodes)
        if message.library.function:
            message.versions.min_consumer = max(message.versions.min_consumer, functiondef.MIN_CONSUMER)
        return message

    def is_feedable(self, tensor: Any) -> bool:
        return tensor not in self._scoped_state.get("unfeedable", ())

    def prevent_feeding(self, tensor: Any) -> None:
        self._scoped_state.setdefault("unfeedable", set()).add(tensor)

    def is_fetchable(self, tensor_or_op: Any) -> bool:
        op = tensor_or_op.op if isinstance(tensor_or_op, Tensor) else tensor_or_op
        return op not in self._scoped_state.get("unfetchable", ())

    def prevent_fetching(self, op: Any) -> None:
        self._scoped_state.setdefault("unfetchable", set()).add(op)

    @property
    def building_function(self) -> bool:
        return False

    def scoped_state(self, owner: str, make: Callable[[], Any]) -> Any:
        """State that a facade module keeps per graph (variable scopes, seeds…), made on first use."""
        found = self._scoped_state.get(owner)
        if found is None:
            found = self._scoped_state[owner] = make()
        return found

    def _check_open(self) -> None:
        if self._finalized:
            raise RuntimeError("Graph is finalized and cannot be modified.")


def _user_frame() -> tuple[Any, int] | None:
    """The nearest frame outside this package: where the user's program is."""
    frame = sys._getframe(2)
    while frame is not None:
        if not frame.f_globals.get("__name__", "").startswith(_PACKAGE):
            return frame.f_code, frame.f_lineno
        frame = frame.f_back
    return None


__all__ = ["Graph", "GraphKeys"]
