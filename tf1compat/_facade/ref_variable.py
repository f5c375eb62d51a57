"""`RefVariable`: the variable TF1 makes by default, a VariableV2 node that hands out references."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import context, convert, framework, graph_scopes, initial_values, state_ops, variable_base
from tf1compat._facade.apply import apply_op
from tf1compat._facade.deprecation import deprecated, warn
from tf1compat._facade.scope_names import name_from_scope_name, prepend_name_scope, strip_name_scope
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._facade.variable_base import SaveSliceInfo, Variable
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.shapes import TensorShape

_WARNED: set[str] = set()


class RefVariable(Variable):
    """A variable whose reads alias its buffer (FACTS: a read happens where its consumer stands)."""

    _variable: Tensor
    _snapshot: Tensor

    def __init__(
        self,
        initial_value: Any = None,
        trainable: bool | None = None,
        collections: Any = None,
        validate_shape: bool = True,
        caching_device: Any = None,
        name: str | None = None,
        variable_def: Any = None,
        dtype: Any = None,
        expected_shape: Any = None,
        import_scope: str | None = None,
        constraint: Any = None,
        synchronization: Any = None,
        aggregation: Any = None,
        shape: Any = None,
    ) -> None:
        self._caching_device = caching_device
        self._save_slice_info = None
        self._constraint = constraint
        if variable_def:
            if initial_value is not None:
                raise ValueError("variable_def and initial_value are mutually exclusive.")
            self._from_def(variable_def, import_scope)
            return
        if initial_value is None:
            raise ValueError("initial_value must be specified.")
        distribution = variable_base.check_distribution(synchronization, aggregation, trainable, name)
        self._synchronization, self._aggregation, self._trainable = distribution
        joined = variable_base.check_collections(collections, self._trainable, constraint)
        wanted = None if dtype is None else dtypes.as_dtype(dtype).base
        with framework.control_dependencies(None):
            inputs = [] if callable(initial_value) else [initial_value]
            with framework.name_scope(name, "Variable", inputs) as scope:
                self._build(scope, initial_value, wanted, shape, validate_shape)
            context.get_default_graph().add_to_collections(joined, self)

    def _build(self, scope: str, initial_value: Any, dtype: Any, shape: Any, validate_shape: bool) -> None:
        """Initial value, VariableV2, Assign and the read, in TF1's order."""
        graph = context.get_default_graph()

        def node(initial: Tensor) -> Tensor:
            static = shape
            if static is None:
                static = initial.shape if validate_shape else TensorShape(None)
            return state_ops.variable_op_v2(static, initial.dtype.base_dtype, name=scope)

        if callable(initial_value):
            with graph_scopes.class_scope(graph, name_from_scope_name(scope)):
                with framework.name_scope("Initializer"), framework.device(None):
                    initial = convert.convert(initial_value(), dtype, "initial_value")
                self._variable = node(initial)
        else:
            initial = convert.convert(initial_value, dtype, "initial_value")
            variable_base.check_initial_op(initial, scope)
            self._variable = node(initial)
        self._initial_value = initial
        if validate_shape and not initial.shape.is_fully_defined():
            raise ValueError(f"initial_value must have a shape specified: {initial}")
        value = initial_values.guarded(scope, initial)
        self._initializer_op = state_ops.assign(self._variable, value, validate_shape=validate_shape).op
        if self._caching_device is not None:
            with framework.device(self._caching_device):
                self._snapshot = apply_op("Identity", self._variable, name="read")
        else:
            with framework.colocate_with(self._variable.op):
                self._snapshot = apply_op("Identity", self._variable, name="read")

    def _from_def(self, message: Any, scope: str | None) -> None:
        graph = context.get_default_graph()

        def element(name: str) -> Any:
            return graph.as_graph_element(prepend_name_scope(name, scope))

        self._variable = element(message.variable_name)
        self._initializer_op = element(message.initializer_name)
        self._initial_value = element(message.initial_value_name) if message.initial_value_name else None
        self._snapshot = element(message.snapshot_name)
        self._synchronization, self._aggregation, self._trainable = variable_base.check_distribution(
            message.synchronization, message.aggregation, message.trainable, message.variable_name
        )
        if message.HasField("save_slice_info_def"):
            info = message.save_slice_info_def
            self._save_slice_info = SaveSliceInfo(save_slice_info_def=info, import_scope=scope)
        self._caching_device = self._constraint = None

    def to_proto(self, export_scope: str | None = None) -> Any:
        """A VariableDef, or None if the variable is not inside `export_scope`."""
        from tf1compat._formats import protos

        if export_scope is not None and not self._variable.name.startswith(export_scope):
            return None

        def shown(thing: Any) -> str:
            return strip_name_scope(thing.name, export_scope)

        message = protos.VariableDef(
            variable_name=shown(self._variable),
            initializer_name=shown(self._initializer_op),
            snapshot_name=shown(self._snapshot),
            trainable=self._trainable,
            synchronization=self._synchronization.value,
            aggregation=self._aggregation.value,
        )
        if self._initial_value is not None:
            message.initial_value_name = shown(self._initial_value)
        if self._save_slice_info is not None:
            message.save_slice_info_def.MergeFrom(self._save_slice_info.to_proto(export_scope))
        return message

    # ---- what it is ---------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        return self._variable.name

    @property
    def dtype(self) -> Any:
        return self._variable.dtype

    @property
    def op(self) -> Operation:
        return self._variable.op

    @property
    def graph(self) -> Any:
        return self._variable.graph

    @property
    def device(self) -> str:
        return self._variable.device

    @property
    def shape(self) -> TensorShape:
        return self._variable.shape

    def set_shape(self, shape: Any) -> None:
        """Refine the static shape."""
        self._variable.set_shape(shape)
        self._snapshot.set_shape(shape)

    def _as_graph_element(self) -> Tensor:
        return self._variable

    def _ref(self) -> Tensor:
        """The reference itself."""
        return self._variable

    def value(self) -> Tensor:
        """The read made with the variable; it aliases the variable's buffer."""
        return self._snapshot

    def read_value(self) -> Tensor:
        """A new read, in the current context."""
        return apply_op("Identity", self._variable, name="read")

    def eval(self, session: Any = None) -> Any:
        """The value in `session`, or in the default session."""
        return self._variable.eval(session=session)

    # ---- updates ------------------------------------------------------------------------------------------------

    def assign(self, value: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True) -> Any:
        """Assign `value`; gives the reference with the new value, or the operation if `read_value` is False."""
        found = state_ops.assign(self._variable, value, use_locking=use_locking, name=name)
        return found if read_value else found.op

    def assign_add(
        self, delta: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Add `delta`; gives the reference with the new value, or the operation if `read_value` is False."""
        found = state_ops.assign_add(self._variable, delta, use_locking=use_locking, name=name)
        return found if read_value else found.op

    def assign_sub(
        self, delta: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Subtract `delta`; gives the reference with the new value, or the operation if `read_value` is False."""
        found = state_ops.assign_sub(self._variable, delta, use_locking=use_locking, name=name)
        return found if read_value else found.op

    @deprecated(None, "Prefer Dataset.range instead.", "tensorflow.python.ops.variables")
    def count_up_to(self, limit: int) -> Tensor:
        """Increment until `limit`; gives the value before."""
        return state_ops.count_up_to(self._variable, limit=limit)

    def _strided_slice_assign(
        self, begin: Any, end: Any, strides: Any, value: Any, name: str | None, **masks: int
    ) -> Tensor:
        return apply_op("StridedSliceAssign", self._variable, begin, end, strides, value, name=name, **masks)

    def batch_scatter_update(self, sparse_delta: Any, use_locking: bool = False, name: str | None = None) -> Tensor:
        """Replace rows batch by batch: the indices have leading dimensions in common with the variable."""
        indices, values = variable_base.slices_of(sparse_delta)
        return state_ops.batch_scatter_update(self, indices, values, use_locking=use_locking, name=name)

    def _scatter(self, kind: str, slices: Any, use_locking: bool, name: str | None) -> Tensor:
        indices, values = variable_base.slices_of(slices)
        return state_ops.scatter(kind, self._variable, indices, values, use_locking, name)

    def _scatter_nd(self, kind: str, indices: Any, updates: Any, name: str | None) -> Tensor:
        return state_ops.scatter(kind, self._variable, indices, updates, True, name)


def _in_place(name: str, symbol: str, advice: str) -> Any:
    """TF1: `v += x` makes a tensor of the sum, with a warning; the variable does not change."""

    def operator(self: RefVariable, other: Any) -> Tensor:
        if name not in _WARNED:
            _WARNED.add(name)
            warn(f"Variable {symbol}= will be deprecated. {advice}")
        return getattr(self, f"__{name}__")(other)

    operator.__name__ = f"__i{name}__"
    return operator


_ADVICE = "Use {} if you want assignment to the variable value or {} if you want a new python Tensor object."
for _name, _symbol in (("add", "+"), ("sub", "-")):
    _advice = _ADVICE.format(f"variable.assign_{_name}", f"'x = x {_symbol} y'")
    setattr(RefVariable, f"__i{_name}__", _in_place(_name, _symbol, _advice))
for _name, _symbol in (("mul", "*"), ("truediv", "/"), ("pow", "**")):
    _advice = _ADVICE.format(f"`var.assign(var {_symbol} other)`", f"`x = x {_symbol} y`")
    setattr(RefVariable, f"__i{_name}__", _in_place(_name, _symbol, _advice))


def _convert(v: RefVariable, dtype: Any = None, name: str | None = None, as_ref: bool = False) -> Tensor:
    """Conversion: the reference itself where an op wants to write, else the read."""
    v._check_conversion(dtype)
    return v._variable if as_ref else v._snapshot


convert.register_tensor_conversion_function(RefVariable, _convert)
variable_base.register_kind(False, RefVariable)
