"""`tf.Variable`: what reference and resource variables share, and the choice between them."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from tf1compat._facade import context, framework, slicing
from tf1compat._facade.references import Reference
from tf1compat._facade.scope_names import prepend_name_scope, strip_name_scope
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.base.shapes import TensorShape


class VariableSynchronization(enum.Enum):
    """When the copies of a distributed variable are brought together."""

    AUTO = 0
    NONE = 1
    ON_WRITE = 2
    ON_READ = 3


class VariableAggregation(enum.Enum):
    """How the copies of a distributed variable are brought together."""

    NONE = 0
    SUM = 1
    MEAN = 2
    ONLY_FIRST_REPLICA = 3
    ONLY_FIRST_TOWER = 3  # noqa: PIE796 (the old name)

    def __hash__(self) -> int:
        return hash(self.value)

    def __eq__(self, other: object) -> bool:
        # TF1: equal to the modes of TensorFlow 2
        return (
            isinstance(other, enum.Enum)
            and type(other).__name__.startswith("VariableAggregation")
            and (self.value == other.value)
        )


def check_distribution(
    synchronization: Any, aggregation: Any, trainable: bool | None, name: str | None
) -> tuple[VariableSynchronization, VariableAggregation, bool]:
    """Defaults and checks of the arguments that concern distributed training.

    Raises:
      ValueError: an unknown mode.
    """
    try:
        how = VariableAggregation.NONE if aggregation is None else VariableAggregation(_number(aggregation))
    except ValueError:
        raise ValueError(f"Invalid variable aggregation mode: {aggregation} for variable: {name}") from None
    try:
        when = VariableSynchronization(0 if synchronization is None else _number(synchronization))
    except ValueError:
        raise ValueError(f"Invalid variable synchronization mode: {synchronization} for variable: {name}") from None
    return when, how, when is not VariableSynchronization.ON_READ if trainable is None else trainable


def _number(mode: Any) -> Any:
    return mode.value if isinstance(mode, enum.Enum) else mode


def check_collections(collections: Any, trainable: bool, constraint: Any) -> list[Any]:
    """The collections that a new variable joins."""
    if collections is None:
        collections = ["variables"]
    if not isinstance(collections, (list, tuple, set)):
        raise ValueError(
            "collections argument to Variable constructor must be a list, tuple, or set. "
            f"Got {collections} of type {type(collections)}"
        )
    if constraint is not None and not callable(constraint):
        raise ValueError("The `constraint` argument must be a callable.")
    found = list(collections)
    return [*found, "trainable_variables"] if trainable and "trainable_variables" not in found else found


def check_initial_op(initial: Tensor, name: str) -> None:
    if getattr(initial.op, "_control_flow_context", None) is not None:
        raise ValueError(
            f"Initializer for variable {name} is from inside a control-flow construct, such as a loop or conditional. "
            "When creating a variable inside a loop or conditional, use a lambda as the initializer."
        )


def slices_of(sparse_delta: Any) -> tuple[Any, Any]:
    """Indices and values of IndexedSlices; TypeError for anything else."""
    from tf1compat._facade.indexed_slices import IndexedSlices

    if not isinstance(sparse_delta, IndexedSlices):
        raise TypeError(f"sparse_delta is not IndexedSlices: {sparse_delta}")
    return sparse_delta.indices, sparse_delta.values


class SaveSliceInfo:
    """Which part of a partitioned variable a variable holds, for checkpoints.

    Attributes: `full_name`, `full_shape`, `var_offset`, `var_shape`; `spec` is the text that checkpoints use.
    """

    def __init__(
        self,
        full_name: str | None = None,
        full_shape: Sequence[int] | None = None,
        var_offset: Sequence[int] | None = None,
        var_shape: Sequence[int] | None = None,
        save_slice_info_def: Any = None,
        import_scope: str | None = None,
    ) -> None:
        if save_slice_info_def:
            full_name = prepend_name_scope(save_slice_info_def.full_name, import_scope)
            full_shape = list(save_slice_info_def.full_shape)
            var_offset = list(save_slice_info_def.var_offset)
            var_shape = list(save_slice_info_def.var_shape)
        self.full_name = full_name
        self.full_shape = full_shape
        self.var_offset = var_offset
        self.var_shape = var_shape

    @property
    def spec(self) -> str:
        """Full shape, then `offset,size` of each dimension: `"10 4 0,5:0,4"`."""
        full = " ".join(str(d) for d in self.full_shape or ())
        return full + " " + ":".join(f"{o},{s}" for o, s in zip(self.var_offset or (), self.var_shape or ()))

    def to_proto(self, export_scope: str | None = None) -> Any:
        """A SaveSliceInfoDef, or None outside `export_scope`."""
        from tf1compat._formats import protos

        name = self.full_name or ""
        if export_scope is not None and not name.startswith(export_scope):
            return None
        return protos.SaveSliceInfoDef(
            full_name=strip_name_scope(name, export_scope),
            full_shape=self.full_shape,
            var_offset=self.var_offset,
            var_shape=self.var_shape,
        )


# ---- creation ---------------------------------------------------------------------------------------------------

_KINDS: dict[bool, Any] = {}  # use_resource -> class; filled once by the modules that define them


def register_kind(use_resource: bool, kind: Any) -> None:
    """Make `kind` the class of variables that are, or are not, resource variables."""
    _KINDS[use_resource] = kind


def _default_creator(next_creator: Any = None, **kwargs: Any) -> Variable:
    """Decide between reference and resource: argument, variable scope, `tf.enable_resource_variables()`."""
    use_resource = kwargs.pop("use_resource", None)
    if use_resource is None:
        scopes = context.get_default_graph()._scoped_state.get("variable_scopes")
        use_resource = None if scopes is None else scopes.current_scope.use_resource
    if use_resource is None:
        use_resource = context.use_resource_variables()
    return _KINDS[bool(use_resource)](**kwargs)


def _chained(creator: Callable[..., Any], following: Callable[..., Any]) -> Callable[..., Any]:
    return lambda **kwargs: creator(following, **kwargs)


@contextmanager
def variable_creator_scope(variable_creator: Callable[..., Any]) -> Iterator[None]:
    """Variables made inside go through `variable_creator(next_creator, **kwargs)`, which returns the variable."""
    creators = context.get_default_graph().scoped_state("variable_creators", list)
    creators.append(variable_creator)
    try:
        yield
    finally:
        creators.pop()


class _VariableType(type):
    """`tf.Variable(...)` makes a reference or a resource variable; both are instances of `tf.Variable`."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        if cls is not Variable:
            return super().__call__(*args, **kwargs)
        return _create(*args, **kwargs)


def _create(
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
    use_resource: bool | None = None,
    synchronization: Any = VariableSynchronization.AUTO,
    aggregation: Any = VariableAggregation.NONE,
    shape: Any = None,
) -> Any:
    creator: Callable[..., Any] = _default_creator
    for outer in context.get_default_graph().scoped_state("variable_creators", list):
        creator = _chained(outer, creator)
    return creator(
        initial_value=initial_value,
        trainable=trainable,
        collections=collections,
        validate_shape=validate_shape,
        caching_device=caching_device,
        name=name,
        variable_def=variable_def,
        dtype=dtype,
        expected_shape=expected_shape,
        import_scope=import_scope,
        constraint=constraint,
        use_resource=use_resource,
        synchronization=synchronization,
        aggregation=VariableAggregation.NONE if aggregation is None else aggregation,
        shape=shape,
    )


class Variable(metaclass=_VariableType):
    """State that survives from one `Session.run` to the next.

    Args:
      initial_value: a Tensor, something convertible, or a function of no arguments that gives one.
      trainable: add to the collection that optimizers train by default.
      collections: graph collections to join; `[GraphKeys.GLOBAL_VARIABLES]` if absent.
      validate_shape: False allows an initial value of unknown shape.
      caching_device: device that keeps a copy for reading.
      name: name of the node, made unique; `"Variable"` if absent.
      variable_def: a VariableDef message to take everything from (the nodes must exist), instead of a value.
      dtype: convert the initial value to this type.
      expected_shape: TF1 ignores it.
      import_scope: name scope in front of the names in `variable_def`.
      constraint: function that optimizers apply to the value after an update.
      use_resource: make a resource variable.
      synchronization, aggregation: for distributed training.
      shape: static shape, where it is not that of the initial value.

    Raises:
      ValueError: no initial value, or one without a static shape.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default() as g:
    ...     v = tf.Variable([1.0, 2.0], name="v")
    >>> [op.name for op in g.get_operations()]
    ['v/initial_value', 'v', 'v/Assign', 'v/read']
    """

    SaveSliceInfo = SaveSliceInfo
    __array_priority__ = 100

    _initial_value: Tensor | None
    _initializer_op: Operation
    _trainable: bool
    _synchronization: VariableSynchronization
    _aggregation: VariableAggregation
    _constraint: Any
    _caching_device: Any
    _save_slice_info: SaveSliceInfo | None

    # ---- answered by the two kinds --------------------------------------------------------------------------------

    def value(self) -> Tensor:
        """A tensor with the value."""
        raise NotImplementedError

    def read_value(self) -> Tensor:
        """A tensor with the value, read where the call stands (control dependencies, devices)."""
        raise NotImplementedError

    @property
    def name(self) -> str:
        raise NotImplementedError

    @property
    def dtype(self) -> Any:
        raise NotImplementedError

    @property
    def op(self) -> Operation:
        raise NotImplementedError

    @property
    def graph(self) -> Any:
        raise NotImplementedError

    @property
    def shape(self) -> TensorShape:
        raise NotImplementedError

    # ---- the same for both ----------------------------------------------------------------------------------------

    def get_shape(self) -> TensorShape:
        """Alias of `shape`."""
        return self.shape

    @property
    def initial_value(self) -> Tensor | None:
        """The tensor that `initializer` assigns."""
        return self._initial_value

    @property
    def initializer(self) -> Operation:
        """The operation that assigns the initial value."""
        return self._initializer_op

    @property
    def trainable(self) -> bool:
        return self._trainable

    @property
    def synchronization(self) -> VariableSynchronization:
        return self._synchronization

    @property
    def aggregation(self) -> VariableAggregation:
        return self._aggregation

    @property
    def constraint(self) -> Any:
        """The function given as `constraint`, or None."""
        return self._constraint

    @property
    def _shared_name(self) -> str:
        return self.name[: self.name.index(":")]

    @property
    def _distribute_strategy(self) -> None:
        return None

    def initialized_value(self) -> Tensor:
        """The value, or the initial value while the variable has none."""
        from tf1compat._facade import cond, state_ops

        with framework.control_dependencies(None):
            is_initialized = state_ops.is_variable_initialized(self)
            return cond.cond(is_initialized, self.read_value, lambda: self.initial_value)

    def load(self, value: Any, session: Any = None) -> None:
        """Give the variable `value` in `session`, or in the default session, without adding to the graph."""
        session = session or context.get_default_session()
        if session is None:
            raise ValueError("Either session argument should be provided or default session should be established")
        session.run(self.initializer, {self.initializer.inputs[1]: value})

    # ---- scattered updates ----------------------------------------------------------------------------------------

    def _scatter(self, kind: str, slices: Any, use_locking: bool, name: str | None) -> Any:
        raise NotImplementedError

    def _scatter_nd(self, kind: str, indices: Any, updates: Any, name: str | None) -> Any:
        raise NotImplementedError

    def scatter_update(self, sparse_delta: Any, use_locking: bool = False, name: str | None = None) -> Any:
        """Replace rows by those of IndexedSlices."""
        return self._scatter("Update", sparse_delta, use_locking, name)

    def scatter_add(self, sparse_delta: Any, use_locking: bool = False, name: str | None = None) -> Any:
        """Add IndexedSlices."""
        return self._scatter("Add", sparse_delta, use_locking, name)

    def scatter_sub(self, sparse_delta: Any, use_locking: bool = False, name: str | None = None) -> Any:
        """Subtract IndexedSlices."""
        return self._scatter("Sub", sparse_delta, use_locking, name)

    def scatter_mul(self, sparse_delta: Any, use_locking: bool = False, name: str | None = None) -> Any:
        """Multiply rows by IndexedSlices."""
        return self._scatter("Mul", sparse_delta, use_locking, name)

    def scatter_div(self, sparse_delta: Any, use_locking: bool = False, name: str | None = None) -> Any:
        """Divide rows by IndexedSlices."""
        return self._scatter("Div", sparse_delta, use_locking, name)

    def scatter_min(self, sparse_delta: Any, use_locking: bool = False, name: str | None = None) -> Any:
        """The smaller of rows and IndexedSlices."""
        return self._scatter("Min", sparse_delta, use_locking, name)

    def scatter_max(self, sparse_delta: Any, use_locking: bool = False, name: str | None = None) -> Any:
        """The larger of rows and IndexedSlices."""
        return self._scatter("Max", sparse_delta, use_locking, name)

    def scatter_nd_update(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Replace the slices that index tuples choose."""
        return self._scatter_nd("NdUpdate", indices, updates, name)

    def scatter_nd_add(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Add to the slices that index tuples choose."""
        return self._scatter_nd("NdAdd", indices, updates, name)

    def scatter_nd_sub(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Subtract from the slices that index tuples choose."""
        return self._scatter_nd("NdSub", indices, updates, name)

    # ---- checkpoints, messages, Python ----------------------------------------------------------------------------

    def _set_save_slice_info(self, save_slice_info: SaveSliceInfo | None) -> None:
        self._save_slice_info = save_slice_info

    def _get_save_slice_info(self) -> SaveSliceInfo | None:
        return self._save_slice_info

    @staticmethod
    def from_proto(variable_def: Any, import_scope: str | None = None) -> Any:
        """The variable that a VariableDef describes; its nodes must exist in the default graph."""
        return _KINDS[variable_def.is_resource](variable_def=variable_def, import_scope=import_scope)

    def _check_conversion(self, dtype: Any) -> None:
        if dtype is not None and not dtype.is_compatible_with(self.dtype):
            raise ValueError(
                f"Incompatible type conversion requested to type '{dtype.name}' for variable of type "
                f"'{self.dtype.name}'"
            )

    def __repr__(self) -> str:
        return f"<tf.Variable '{self.name}' shape={self.get_shape()} dtype={self.dtype.name}>"

    def experimental_ref(self) -> Reference:
        """A stand-in for sets and dictionaries that compares by identity."""
        return Reference(self)

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other

    def __iter__(self) -> Any:
        raise TypeError("'Variable' object is not iterable.")

    def __getitem__(self, slice_spec: Any) -> Tensor:
        """A slice of the value, as of a tensor; its `assign` writes to the variable."""
        return slicing.slice_variable(self, slice_spec)


VariableV1 = Variable  # TF1: its name in TensorFlow's sources

_BINARY = ("add", "sub", "mul", "div", "truediv", "floordiv", "mod", "and", "or", "xor", "pow", "matmul")
_OPERATORS = (*_BINARY, *("r" + name for name in _BINARY), "lt", "le", "gt", "ge", "invert", "neg", "abs")


def _overload(name: str) -> Callable[..., Any]:
    def operator(self: Variable, *operands: Any) -> Any:
        return getattr(Tensor, name)(self.value(), *operands)

    operator.__name__ = name
    operator.__doc__ = f"`Tensor.{name}` of the variable's value."
    return operator


for _name in _OPERATORS:
    setattr(Variable, f"__{_name}__", _overload(f"__{_name}__"))
