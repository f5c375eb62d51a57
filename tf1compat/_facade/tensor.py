"""`tf.Tensor` and `tf.Operation`: TF1's view of the graph's values and nodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from tf1compat._facade import context
from tf1compat._facade.references import Reference
from tf1compat._jaxcore.base import errors, shapes
from tf1compat._jaxcore.base.shapes import TensorShape
from tf1compat._jaxcore.ir.node import Node, Value

if TYPE_CHECKING:
    from tf1compat._facade.graph import Graph


class Tensor(Value):
    """One output of an `Operation`: a symbolic handle, valued only when a `Session` runs.

    Attributes: `name`, `dtype`, `shape`, `op`, `graph`, `device`, `value_index`.
    """

    __slots__ = ("_attached", "_shown", "__dict__", "__weakref__")  # programs attach attributes of their own

    __array_priority__ = 100  # so that ndarray + Tensor asks the Tensor

    # What libraries copy to classes of theirs that stand for tensors; some of them take names out of this very set.
    OVERLOADABLE_OPERATORS = {
        f"__{name}__"
        for name in [
            "abs",
            "add",
            "and",
            "div",
            "eq",
            "floordiv",
            "ge",
            "getitem",
            "gt",
            "invert",
            "le",
            "lt",
            "matmul",
            "mod",
            "mul",
            "ne",
            "neg",
            "or",
            "pow",
            "radd",
            "rand",
            "rdiv",
            "rfloordiv",
            "rmatmul",
            "rmod",
            "rmul",
            "ror",
            "rpow",
            "rsub",
            "rtruediv",
            "rxor",
            "sub",
            "truediv",
            "xor",
        ]
    }

    if TYPE_CHECKING:  # operators.py attaches them
        __add__: Any
        __radd__: Any
        __sub__: Any
        __rsub__: Any
        __mul__: Any
        __rmul__: Any
        __truediv__: Any
        __rtruediv__: Any
        __floordiv__: Any
        __rfloordiv__: Any
        __mod__: Any
        __rmod__: Any
        __pow__: Any
        __rpow__: Any
        __matmul__: Any
        __rmatmul__: Any
        __and__: Any
        __or__: Any
        __xor__: Any
        __lt__: Any
        __le__: Any
        __gt__: Any
        __ge__: Any
        __neg__: Any
        __invert__: Any
        __abs__: Any
        __getitem__: Any

    def __init__(self, node: Node, index: int, dtype: Any, dims: Any) -> None:
        super().__init__(node, index, dtype, dims)
        self._shown: TensorShape | None = None

    @property
    def op(self) -> Operation:
        """The operation that produces this tensor."""
        return cast(Operation, self.node)

    @property
    def graph(self) -> Graph:
        return self.op.graph

    @property
    def _value_index(self) -> int:
        return self.index

    @property
    def value_index(self) -> int:
        return self.index

    @property
    def device(self) -> str:
        return self.node.device

    @property
    def shape(self) -> TensorShape:
        """The static shape, as far as the graph tells."""
        found = self._shown
        if found is None or found.raw is not self.dims:
            # TF1: two unknown sizes are equal only if they are the same object, so one TensorShape is kept
            found = self._shown = TensorShape.from_raw(self.dims)
        return found

    def get_shape(self) -> TensorShape:
        """Alias of `shape`."""
        return self.shape

    def set_shape(self, shape: Any) -> None:
        """Refine the static shape.

        Raises:
          ValueError: `shape` contradicts what is known.
        """
        self.dims = shapes.merge(self.dims, shapes.as_raw(shape))

    @property
    def _shape(self) -> TensorShape:
        return self.shape

    def _shape_tuple(self) -> tuple[int | None, ...] | None:
        return self.dims

    def _shape_as_list(self) -> list[int | None] | None:
        return None if self.dims is None else list(self.dims)

    def _rank(self) -> int | None:
        return None if self.dims is None else len(self.dims)

    def consumers(self) -> list[Operation]:
        """The operations that use this tensor, in order of creation."""
        return [op for op in self.graph.get_operations() if any(v is self for v in op.inputs)]

    def eval(self, feed_dict: Mapping[Any, Any] | None = None, session: Any = None) -> Any:
        """The value of this tensor in `session`, or in the default session."""
        return _session(session, self.graph, "evaluate tensor", "tensor", "eval").run(self, feed_dict)

    def _as_node_def_input(self) -> str:
        return self.node.name if self.index == 0 else self.name

    def __str__(self) -> str:
        shape = "" if self.dims is None else f", shape={self.shape}"
        device = f", device={self.device}" if self.device else ""
        return f'Tensor("{self.name}"{shape}, dtype={self.dtype.name}{device})'

    def __repr__(self) -> str:
        return f"<tf.Tensor '{self.name}' shape={self.shape} dtype={self.dtype.name}>"

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        # TF1: tensors compare by identity; tf.equal compares values
        return self is other

    def experimental_ref(self) -> Reference:
        """A stand-in for sets and dictionaries that compares by identity."""
        return Reference(self)

    def __bool__(self) -> bool:
        raise errors.OperatorNotAllowedInGraphError(
            "using a `tf.Tensor` as a Python `bool` is not allowed in Graph execution. Use Eager execution or decorate "
            "this function with @tf.function."
        )

    __nonzero__ = __bool__  # TF1: Python 2's name, which libraries copy

    def __len__(self) -> int:
        raise TypeError(
            f"len is not well defined for symbolic Tensors. ({self.name}) Please call `x.shape` rather than `len(x)` "
            "for shape information."
        )

    def __iter__(self) -> Any:
        # TF1: a generator, so that the error comes with the first element
        raise errors.OperatorNotAllowedInGraphError(
            "iterating over `tf.Tensor` is not allowed in Graph execution. Use Eager execution or decorate this "
            "function with @tf.function."
        )
        yield

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError(f"Cannot convert a symbolic Tensor ({self.name}) to a numpy array.")


class Operation(Node):
    """A node of a `Graph`, as TF1 shows it."""

    __slots__ = ("_graph", "_original_op", "_control_flow_context")

    _graph: Graph
    _control_flow_context: Any
    inputs: tuple[Tensor, ...]
    outputs: tuple[Tensor, ...]

    @property
    def graph(self) -> Graph:
        return self._graph

    @property
    def _id(self) -> int:
        return self.id

    @property
    def control_inputs(self) -> list[Operation]:
        """Operations that must have run before this one."""
        return cast("list[Operation]", list(self.control))

    @property
    def traceback(self) -> list[tuple[str, int, str, str]]:
        """Where the operation was created: the user's own frame as [(file, line, function, text)]."""
        if self.frame is None:
            return []
        code, line = self.frame
        return [(code.co_filename, line, code.co_name, "")]

    @property
    def node_def(self) -> Any:
        """The NodeDef message of this operation."""
        from tf1compat._jaxcore.ir import graphdef

        return graphdef.node_def(self)

    @property
    def op_def(self) -> Any:
        """The OpDef message (signature) of this operation's type."""
        from tf1compat._jaxcore.ir import graphdef

        return graphdef.op_def(self.opdef)

    @property
    def _input_types(self) -> list[Any]:
        """The types that the inputs are taken as: references stay references where the op wants them."""
        refs = any(arg.is_ref for arg in self.opdef.inputs)
        return [v.dtype if refs and v.dtype._is_ref_dtype else v.dtype.base for v in self.inputs]

    def values(self) -> tuple[Value, ...]:
        """The outputs as a tuple."""
        return self.outputs

    def get_attr(self, name: str) -> Any:
        """The value of attr `name`: numbers, bytes, DTypes, protos for shapes and tensors, as TF1 returns them.

        Raises:
          ValueError: there is no such attr.
        """
        from tf1compat._jaxcore.ir import graphdef

        return graphdef.attr_for_user(self, name)

    def colocation_groups(self) -> list[bytes]:
        """`[b"loc:@name"]` of the operations this one stands with, or of itself."""
        groups = self.attrs.get("_class")
        return [g for g in groups if g.startswith(b"loc:@")] if groups else [f"loc:@{self.name}".encode()]

    def run(self, feed_dict: Mapping[Any, Any] | None = None, session: Any = None) -> None:
        """Run this operation in `session`, or in the default session."""
        _session(session, self.graph, "execute operation", "operation", "run").run(self, feed_dict)

    def _set_device(self, device: Any) -> None:
        self.device = device if isinstance(device, str) else device.to_string()
        self.graph.version += 1

    def _set_attr(self, name: str, value: Any) -> None:
        from tf1compat._jaxcore.ir import graphdef

        self.attrs = {**self.attrs, name: graphdef.attr_from_proto(value)}
        self.graph.version += 1

    def _add_control_input(self, op: Operation) -> None:
        self._add_control_inputs([op])

    def _add_control_inputs(self, ops: Sequence[Operation]) -> None:
        for op in ops:
            if not isinstance(op, Operation):
                raise TypeError(f"op must be an Operation: {op}")
        self.control = tuple(dict.fromkeys((*self.control, *ops)))
        self.graph.version += 1

    def _remove_all_control_inputs(self) -> None:
        self.control = ()
        self.graph.version += 1

    def _get_control_flow_context(self) -> Any:
        return self._control_flow_context

    def _set_control_flow_context(self, context: Any) -> None:
        self._control_flow_context = context

    def _update_input(self, index: int, tensor: Tensor) -> None:
        if tensor.graph is not self.graph:
            raise ValueError(f"{tensor} must be from the same graph as {self}.")
        self.inputs = (*self.inputs[:index], tensor, *self.inputs[index + 1 :])
        self.graph.version += 1

    def __str__(self) -> str:
        return str(self.node_def)

    def __repr__(self) -> str:
        return f"<tf.Operation '{self.name}' type={self.type}>"


def _session(session: Any, graph: Graph, action: str, thing: str, call: str) -> Any:
    """The given session or the default one, checked to belong to `graph`; errors in TF1's words."""
    mismatch = f"session to {action}: the {thing}'s graph is different from the session's graph."
    if session is not None:
        if session.graph is not graph:
            raise ValueError(f"Cannot use the given {mismatch}")
        return session
    found = context.get_default_session()
    if found is None:
        colon = ":" if call == "run" else ""  # TF1: the two messages differ in a colon
        raise ValueError(
            f"Cannot {action} using `{call}()`: No default session is registered. Use `with sess.as_default(){colon}` "
            f"or pass an explicit session to `{call}(session=sess)`"
        )
    if found.graph is not graph:
        quoted = "`eval(session=sess)`" if call == "eval" else "run(session=sess)"
        raise ValueError(f"Cannot use the default {mismatch} Pass an explicit session to {quoted}.")
    return found
