"""`ResourceVariable`: a variable behind a handle, read where a ReadVariableOp stands."""

from __future__ import annotations

import contextlib
from typing import Any, NoReturn

from tf1compat._facade import context, convert, framework, graph_scopes, initial_values, variable_base
from tf1compat._facade.apply import apply_op
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.scope_names import name_from_scope_name, prepend_name_scope, strip_name_scope
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._facade.variable_base import SaveSliceInfo, Variable
from tf1compat._jaxcore.base import dtypes, shapes
from tf1compat._jaxcore.base.shapes import TensorShape


class BaseResourceVariable(Variable):
    """What a resource variable and the result of an assignment to it share: the handle and what can be done with it."""

    _handle: Tensor
    _handle_name: str
    _dtype: Any
    _shape: TensorShape
    _graph_element: Tensor
    _cached_value: Tensor | None
    _is_initialized_op: Tensor | None

    def __deepcopy__(self, memo: Any) -> Any:
        raise NotImplementedError("__deepcopy__() is only available when eager execution is enabled.")

    @property
    def handle(self) -> Tensor:
        """The handle that the ops of this variable take."""
        return self._handle

    @property
    def name(self) -> str:
        return self._handle_name

    @property
    def dtype(self) -> Any:
        return self._dtype

    @property
    def op(self) -> Operation:
        return self._handle.op

    @property
    def graph(self) -> Any:
        return self._handle.graph

    @property
    def device(self) -> str:
        return self._handle.device

    @property
    def shape(self) -> TensorShape:
        return self._shape

    def _shape_as_list(self) -> list[int | None] | None:
        raw = shapes.as_raw(self._shape)
        return None if raw is None else list(raw)

    def _shape_tuple(self) -> tuple[int | None, ...] | None:
        return shapes.as_raw(self._shape)

    @property
    def create(self) -> Operation:
        """The operation that assigns the initial value."""
        return self._initializer_op

    def _as_graph_element(self) -> Tensor:
        return self._graph_element

    # ---- reads --------------------------------------------------------------------------------------------------

    def _read_variable_op(self) -> Tensor:
        return apply_op("ReadVariableOp", self._handle, dtype=self._dtype)

    def value(self) -> Tensor:
        """A read of the variable (the cached one where there is a caching device)."""
        if self._cached_value is not None:
            return self._cached_value
        with framework.colocate_with(None, ignore_existing=True), framework.device(self._handle.device):
            return self._read_variable_op()

    def read_value(self) -> Tensor:
        """A new read, in the current context."""
        with framework.name_scope("Read"), framework.device(self._handle.device):
            value = self._read_variable_op()
        return apply_op("Identity", value)

    def sparse_read(self, indices: Any, name: str | None = None) -> Tensor:
        """Some rows, without reading the rest."""
        with framework.name_scope("Gather" if name is None else name) as scope:
            value = apply_op("ResourceGather", self._handle, indices, dtype=self._dtype, name=scope)
        return apply_op("Identity", value)

    def gather_nd(self, indices: Any, name: str | None = None) -> Tensor:
        """The slices that index tuples choose."""
        with framework.name_scope("GatherNd" if name is None else name) as scope:
            value = apply_op("ResourceGatherNd", self._handle, indices, dtype=self._dtype, name=scope)
        return apply_op("Identity", value)

    def eval(self, session: Any = None) -> Any:
        """The value in `session`, or in the default session."""
        return self._graph_element.eval(session=session)

    def numpy(self) -> NoReturn:
        raise NotImplementedError("numpy() is only available when eager execution is enabled.")

    def is_initialized(self, name: str | None = None) -> Tensor:
        """A bool scalar: does the variable have a value?"""
        return apply_op("VarIsInitializedOp", self._handle, name=name)

    def set_shape(self, shape: Any) -> NoReturn:
        raise NotImplementedError("ResourceVariable does not implement set_shape()")

    def __bool__(self) -> bool:
        return bool(self.read_value())

    # ---- updates ------------------------------------------------------------------------------------------------

    def _lazy_read(self, op: Operation) -> UnreadVariable:
        return UnreadVariable(self, op)

    def _after_cached_read(self) -> Any:
        """TF1: an update runs after the cached read, so that the cache has the old value."""
        if self._cached_value is None:
            return contextlib.nullcontext()
        return framework.control_dependencies([self._cached_value])

    def _update(self, kind: str, value: Any, name: str | None, read_value: bool) -> Any:
        op = apply_op(kind, self._handle, convert.convert(value, self._dtype), name=name)
        return self._lazy_read(op) if read_value else op

    def assign(
        self, value: Any, use_locking: bool | None = None, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Assign `value`; gives something that reads the new value, or the operation if `read_value` is False.

        Raises:
          ValueError: the shapes are not compatible.
        """
        tensor = convert.convert(value, self._dtype)
        self._shape.assert_is_compatible_with(tensor.shape)
        return self._update("AssignVariableOp", tensor, name, read_value)

    def assign_add(
        self, delta: Any, use_locking: bool | None = None, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Add `delta`; gives something that reads the new value, or the operation if `read_value` is False."""
        with self._after_cached_read():
            op = self._update("AssignAddVariableOp", delta, name, read_value=False)
        return self._lazy_read(op) if read_value else op

    def assign_sub(
        self, delta: Any, use_locking: bool | None = None, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Subtract `delta`; gives something that reads the new value, or the operation if `read_value` is False."""
        with self._after_cached_read():
            op = self._update("AssignSubVariableOp", delta, name, read_value=False)
        return self._lazy_read(op) if read_value else op

    @deprecated(None, "Prefer Dataset.range instead.", "tensorflow.python.ops.resource_variable_ops")
    def count_up_to(self, limit: int) -> Tensor:
        """Increment until `limit`; gives the value before."""
        return apply_op("ResourceCountUpTo", self._handle, limit=limit, T=self._dtype)

    def _strided_slice_assign(
        self, begin: Any, end: Any, strides: Any, value: Any, name: str | None, **masks: int
    ) -> UnreadVariable:
        with self._after_cached_read():
            value = convert.convert(value, self._dtype)
            operands = (self._handle, begin, end, strides, value)
            return self._lazy_read(apply_op("ResourceStridedSliceAssign", *operands, name=name, **masks))

    def batch_scatter_update(self, sparse_delta: Any, use_locking: bool = False, name: str | None = None) -> Any:
        """Replace rows batch by batch: the indices have leading dimensions in common with the variable."""
        from tf1compat._facade import state_ops

        indices, values = variable_base.slices_of(sparse_delta)
        found = state_ops.batch_scatter_update(self, indices, values, use_locking=use_locking, name=name)
        return self._lazy_read(found.op)

    def _scatter(self, kind: str, slices: Any, use_locking: bool, name: str | None) -> UnreadVariable:
        indices, values = variable_base.slices_of(slices)
        return self._scatter_nd(kind, indices, values, name)

    def _scatter_nd(self, kind: str, indices: Any, updates: Any, name: str | None) -> UnreadVariable:
        values = convert.convert(updates, self._dtype)
        return self._lazy_read(apply_op(f"ResourceScatter{kind}", self._handle, indices, values, name=name))

    # ---- messages -----------------------------------------------------------------------------------------------

    def to_proto(self, export_scope: str | None = None) -> Any:
        """A VariableDef, or None if the variable is not inside `export_scope`."""
        from tf1compat._formats import protos

        if export_scope is not None and not self._handle.name.startswith(export_scope):
            return None

        def shown(thing: Any) -> str:
            return strip_name_scope(thing.name, export_scope)

        message = protos.VariableDef(
            variable_name=shown(self._handle),
            initializer_name=shown(self._initializer_op),
            snapshot_name=shown(self._cached_value if self._cached_value is not None else self._graph_element),
            is_resource=True,
            trainable=self._trainable,
            synchronization=self._synchronization.value,
            aggregation=self._aggregation.value,
        )
        if self._initial_value is not None:
            message.initial_value_name = shown(self._initial_value)
        if self._save_slice_info is not None:
            message.save_slice_info_def.MergeFrom(self._save_slice_info.to_proto(export_scope))
        return message


class ResourceVariable(BaseResourceVariable):
    """A resource variable; arguments as of `tf.Variable`.

    TF1: `validate_shape` and `expected_shape` make no difference here.
    """

    def __init__(
        self,
        initial_value: Any = None,
        trainable: bool | None = None,
        collections: Any = None,
        validate_shape: bool = True,
        caching_device: Any = None,
        name: str | None = None,
        dtype: Any = None,
        variable_def: Any = None,
        import_scope: str | None = None,
        constraint: Any = None,
        distribute_strategy: None = None,
        synchronization: Any = None,
        aggregation: Any = None,
        shape: Any = None,
        expected_shape: Any = None,
    ) -> None:
        self._save_slice_info = None
        self._cached_value = None
        self._is_initialized_op = None
        self._caching_device = caching_device
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
                self._build(scope, initial_value, wanted, shape)
            context.get_default_graph().add_to_collections(joined, self)

    def _build(self, scope: str, initial_value: Any, dtype: Any, shape: Any) -> None:
        """Initial value, VarHandleOp, VarIsInitializedOp, AssignVariableOp and the read, in TF1's order."""
        graph = context.get_default_graph()
        own_name = name_from_scope_name(scope)
        with graph_scopes.class_scope(graph, own_name):
            with framework.name_scope("Initializer"), framework.device(None):
                value = initial_value() if callable(initial_value) else initial_value
                initial = convert.convert(value, dtype, "initial_value")
            if shape is not None and not initial.shape.is_compatible_with(shape):
                raise ValueError(
                    f"The initial value's shape ({initial.shape}) is not compatible with the explicitly supplied "
                    f"`shape` argument ({shape})."
                )
            self._shape = shapes.as_shape(initial.shape if shape is None else shape)
            self._dtype = initial.dtype.base_dtype
            raw, shared = shapes.as_raw(self._shape), own_name.encode()
            handle = apply_op("VarHandleOp", name=scope, dtype=self._dtype, shape=raw, shared_name=shared)
        variable_base.check_initial_op(initial, scope)
        self._initial_value, self._handle, self._handle_name = initial, handle, handle.name
        with framework.name_scope("IsInitialized"):
            self._is_initialized_op = apply_op("VarIsInitializedOp", handle)
        with framework.name_scope("Assign") as assign_scope, framework.colocate_with(None, ignore_existing=True):
            with framework.device(handle.device):
                value = initial_values.guarded(scope, initial)
                self._initializer_op = apply_op("AssignVariableOp", handle, value, name=assign_scope)
        with framework.name_scope("Read"):
            with framework.device(handle.device):
                self._graph_element = self._read_variable_op()
            if self._caching_device is not None:
                with framework.colocate_with(None, ignore_existing=True), framework.device(self._caching_device):
                    self._cached_value = apply_op("Identity", self._graph_element)

    def _from_def(self, message: Any, scope: str | None) -> None:
        if not message.is_resource:
            raise ValueError("Trying to restore Variable as ResourceVariable.")
        graph = context.get_default_graph()

        def element(name: str) -> Any:
            return graph.as_graph_element(prepend_name_scope(name, scope))

        self._handle = element(message.variable_name)
        self._handle_name = self._handle.name
        self._dtype = self._handle.op.attrs["dtype"]
        self._shape = TensorShape.from_raw(self._handle.op.attrs["shape"])
        self._initializer_op = element(message.initializer_name)
        self._initial_value = element(message.initial_value_name) if message.initial_value_name else None
        self._synchronization, self._aggregation, self._trainable = variable_base.check_distribution(
            message.synchronization, message.aggregation, message.trainable, message.variable_name
        )
        if message.snapshot_name:
            read = element(message.snapshot_name)
            self._cached_value = None if read.op.type == "ReadVariableOp" else read
            while read.op.type != "ReadVariableOp":
                read = read.op.inputs[0]
        else:
            read = graph.get_tensor_by_name(self._handle.op.name + "/Read/ReadVariableOp:0")
        self._graph_element = read
        if message.HasField("save_slice_info_def"):
            info = message.save_slice_info_def
            self._save_slice_info = SaveSliceInfo(save_slice_info_def=info, import_scope=scope)
        self._caching_device = self._constraint = None


class UnreadVariable(BaseResourceVariable):
    """What an assignment to a resource variable returns: reads of it happen after the assignment."""

    def __init__(self, variable: BaseResourceVariable, parent_op: Operation) -> None:
        self._handle = variable._handle
        self._handle_name = variable._handle.name
        self._dtype = variable._dtype
        self._shape = variable._shape
        self._parent_op = parent_op
        self._cached_value = self._is_initialized_op = self._initial_value = None
        self._save_slice_info = self._caching_device = self._constraint = None
        # TF1: it has the defaults of a new variable, whatever those of the variable are
        self._synchronization, self._aggregation, self._trainable = variable_base.check_distribution(
            None, None, None, None
        )
        self._graph_element = self._read_variable_op()

    @property
    def name(self) -> str:
        return self._parent_op.name

    @property
    def op(self) -> Operation:
        """The assignment."""
        return self._parent_op

    def _read_variable_op(self) -> Tensor:
        with framework.control_dependencies([self._parent_op]):
            return apply_op("ReadVariableOp", self._handle, dtype=self._dtype)

    def value(self) -> Tensor:
        """A read after the assignment."""
        return self._read_variable_op()

    def read_value(self) -> Tensor:
        """A read after the assignment."""
        return self._read_variable_op()


def is_resource_variable(variable: Any) -> bool:
    """Is it a resource variable?"""
    return isinstance(variable, BaseResourceVariable) or hasattr(variable, "_should_act_as_resource_variable")


def _in_place(symbol: str, instead: str) -> Any:
    def operator(self: BaseResourceVariable, other: Any) -> NoReturn:
        raise RuntimeError(f"Variable {symbol}= value not supported. Use {instead} to get a new Tensor object.")

    return operator


for _name, _symbol in (("add", "+"), ("sub", "-")):
    _instead = f"variable.assign_{_name}(value) to modify the variable value and variable = variable {_symbol} value"
    setattr(BaseResourceVariable, f"__i{_name}__", _in_place(_symbol, _instead))
for _name, _symbol in (("mul", "*"), ("truediv", "/"), ("pow", "**")):
    _instead = f"`var.assign(var {_symbol} value)` to modify the variable or `var = var {_symbol} value`"
    setattr(BaseResourceVariable, f"__i{_name}__", _in_place(_symbol, _instead))


def _convert(v: BaseResourceVariable, dtype: Any = None, name: str | None = None, as_ref: bool = False) -> Tensor:
    """Conversion: a read; where a reference is wanted, the handle."""
    v._check_conversion(dtype)
    return v.read_value().op.inputs[0] if as_ref else v.value()  # type: ignore[return-value]


convert.register_tensor_conversion_function(BaseResourceVariable, _convert)
variable_base.register_kind(True, ResourceVariable)
