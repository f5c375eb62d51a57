"""`tf.get_variable` and `tf.variable_scope`: variables that are shared by name."""

from __future__ import annotations

import contextlib
import copy
import enum
import functools
import threading
from collections.abc import Callable, Iterator
from typing import Any

from tf1compat._facade import context, convert, framework
from tf1compat._facade.collections import GraphKeys, get_collection
from tf1compat._facade.deprecation import deprecated, warn
from tf1compat._facade.variable_base import Variable as variable  # the inner name of tf.Variable
from tf1compat._facade.variable_base import VariableAggregation, VariableSynchronization
from tf1compat._facade.variable_store import VariableStore
from tf1compat._jaxcore.base import dtypes


class _ReuseMode(enum.Enum):
    AUTO_REUSE = 1


AUTO_REUSE = _ReuseMode.AUTO_REUSE

_MODULE = "tensorflow.python.ops.variable_scope"


def enable_resource_variables() -> None:
    """Make resource variables by default."""
    context.set_use_resource_variables(True)


def resource_variables_enabled() -> bool:
    """Are resource variables the default?"""
    return context.use_resource_variables()


@deprecated(None, "non-resource variables are not supported in the long term", _MODULE)
def disable_resource_variables() -> None:
    """Make reference variables by default."""
    context.set_use_resource_variables(False)


def no_regularizer(_: Any) -> None:
    """No regularisation, where a scope has a regulariser."""
    return None


class VariableScope:
    """Defaults for `tf.get_variable`: a name prefix, reuse, initializer, regularizer and so on.

    Attributes are those of the constructor's arguments; `set_…` methods change them.
    """

    def __init__(
        self,
        reuse: Any,
        name: str = "",
        initializer: Any = None,
        regularizer: Any = None,
        caching_device: Any = None,
        partitioner: Any = None,
        custom_getter: Any = None,
        name_scope: str = "",
        dtype: Any = dtypes.float32,
        use_resource: bool | None = None,
        constraint: Any = None,
    ) -> None:
        self._name = name
        self._name_scope = name_scope
        self.reuse = reuse
        self.initializer = initializer
        self.regularizer = regularizer
        self.caching_device = caching_device
        self.partitioner = partitioner
        self.custom_getter = custom_getter
        self.dtype = dtype
        self.use_resource = use_resource
        self.constraint = constraint

    @property
    def name(self) -> str:
        return self._name

    @property
    def original_name_scope(self) -> str:
        """The name scope that was entered with this variable scope."""
        return self._name_scope

    def reuse_variables(self) -> None:
        """From now on, only find variables."""
        self.reuse = True

    def set_initializer(self, initializer: Any) -> None:
        self.initializer = initializer

    def set_dtype(self, dtype: Any) -> None:
        self.dtype = dtype

    def set_use_resource(self, use_resource: bool | None) -> None:
        self.use_resource = use_resource

    def set_regularizer(self, regularizer: Any) -> None:
        self.regularizer = regularizer

    def set_caching_device(self, caching_device: Any) -> None:
        self.caching_device = caching_device

    def set_partitioner(self, partitioner: Any) -> None:
        self.partitioner = partitioner

    def set_custom_getter(self, custom_getter: Any) -> None:
        self.custom_getter = custom_getter

    def get_collection(self, name: Any) -> list[Any]:
        """The items of a collection whose names are inside this scope."""
        return get_collection(name, self._name + "/" if self._name else "")

    def trainable_variables(self) -> list[Any]:
        return self.get_collection(GraphKeys.TRAINABLE_VARIABLES)

    def global_variables(self) -> list[Any]:
        return self.get_collection(GraphKeys.GLOBAL_VARIABLES)

    def local_variables(self) -> list[Any]:
        return self.get_collection(GraphKeys.LOCAL_VARIABLES)

    def get_variable(
        self,
        var_store: VariableStore,
        name: str,
        shape: Any = None,
        dtype: Any = None,
        initializer: Any = None,
        regularizer: Any = None,
        reuse: Any = None,
        trainable: bool | None = None,
        collections: Any = None,
        caching_device: Any = None,
        partitioner: Any = None,
        validate_shape: bool = True,
        use_resource: bool | None = None,
        custom_getter: Any = None,
        constraint: Any = None,
        synchronization: Any = VariableSynchronization.AUTO,
        aggregation: Any = VariableAggregation.NONE,
    ) -> Any:
        """Find or make a variable, with this scope's defaults for what is not given."""

        def chosen(given: Any, default: Any) -> Any:
            return default if given is None else given

        full_name = f"{self._name}/{name}" if self._name else name
        with framework.name_scope(None, ""):
            if dtype is not None and initializer is not None and not callable(initializer):
                found = convert.convert(initializer).dtype.base_dtype
                if found != dtype:
                    raise ValueError(f"Initializer type '{found}' and explicit dtype '{dtype}' don't match.")
            return var_store.get_variable(
                full_name,
                shape=shape,
                dtype=chosen(dtype, self.dtype),
                initializer=chosen(initializer, self.initializer),
                regularizer=chosen(regularizer, self.regularizer),
                reuse=chosen(reuse, self.reuse),
                trainable=trainable,
                collections=collections,
                caching_device=chosen(caching_device, self.caching_device),
                partitioner=chosen(partitioner, self.partitioner),
                validate_shape=validate_shape,
                use_resource=chosen(use_resource, self.use_resource),
                custom_getter=chosen(custom_getter, self.custom_getter),
                constraint=chosen(constraint, self.constraint),
                synchronization=synchronization,
                aggregation=aggregation,
            )


class _ScopeStore(threading.local):
    """The current scope of a graph in this thread, and how often each scope has been opened."""

    def __init__(self) -> None:
        self.current_scope = VariableScope(False)
        self.counts: dict[str, int] = {}

    def open(self, name: str) -> None:
        self.counts[name] = self.counts.get(name, 0) + 1

    def close_subscopes(self, name: str) -> None:
        for key in self.counts:
            if key.startswith(name + "/"):
                self.counts[key] = 0

    def unique(self, prefix: str) -> str:
        """`prefix`, or `prefix_1`…, whichever has not been opened inside the current scope."""
        outer = self.current_scope.name
        full = f"{outer}/{prefix}" if outer else prefix
        if not self.counts.get(full):
            return prefix
        number = 1
        while self.counts.get(f"{full}_{number}"):
            number += 1
        return f"{prefix}_{number}"


def _scopes() -> _ScopeStore:
    return context.get_default_graph().scoped_state("variable_scopes", _ScopeStore)


def _store() -> VariableStore:
    return context.get_default_graph().scoped_state("variable_store", VariableStore)


_get_default_variable_store = _store  # the name that programs reach into TF1 for


def get_variable_scope() -> VariableScope:
    """The current variable scope."""
    return _scopes().current_scope


def get_variable(
    name: str,
    shape: Any = None,
    dtype: Any = None,
    initializer: Any = None,
    regularizer: Any = None,
    trainable: bool | None = None,
    collections: Any = None,
    caching_device: Any = None,
    partitioner: Any = None,
    validate_shape: bool = True,
    use_resource: bool | None = None,
    custom_getter: Any = None,
    constraint: Any = None,
    synchronization: Any = VariableSynchronization.AUTO,
    aggregation: Any = VariableAggregation.NONE,
) -> Any:
    """The variable `name` of the current variable scope: found if the scope reuses, else made.

    Args:
      name: name below the scope's.
      shape: shape of a new variable; may be absent if `initializer` is a value.
      dtype: type of a new variable, float32 by default.
      initializer: a function of (shape, dtype, partition_info), or a value; the scope's, or Glorot's uniform one.
      regularizer: function whose result joins `GraphKeys.REGULARIZATION_LOSSES`.
      custom_getter: function `(getter, name, *args, **kwargs)` that is called instead.
      Others: as of `tf.Variable`.

    Raises:
      ValueError: the variable exists although it must not, does not although it must, or differs in shape or dtype.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     with tf.variable_scope("layer"):
    ...         w = tf.get_variable("w", [2, 3])
    ...     with tf.variable_scope("layer", reuse=True):
    ...         print(tf.get_variable("w") is w, w.name)
    True layer/w:0
    """
    return get_variable_scope().get_variable(
        _store(),
        name,
        shape=shape,
        dtype=dtype,
        initializer=initializer,
        regularizer=regularizer,
        trainable=trainable,
        collections=collections,
        caching_device=caching_device,
        partitioner=partitioner,
        validate_shape=validate_shape,
        use_resource=use_resource,
        custom_getter=custom_getter,
        constraint=constraint,
        synchronization=synchronization,
        aggregation=aggregation,
    )


def get_local_variable(name: str, *args: Any, collections: Any = None, trainable: bool = False, **kwargs: Any) -> Any:
    """`get_variable` for a variable of `GraphKeys.LOCAL_VARIABLES` that is not trained.

    Arguments are those of `get_variable`; `trainable` is accepted and False.
    """
    joined = [*(collections or ()), GraphKeys.LOCAL_VARIABLES]
    if len(args) > 4:  # TF1: trainable and collections may come by position
        collections = args[5] if len(args) > 5 else collections
        joined = [*(collections or ()), GraphKeys.LOCAL_VARIABLES]
        args = (*args[:4], False, joined, *args[6:])
        return get_variable(name, *args, **kwargs)
    return get_variable(name, *args, trainable=False, collections=joined, **kwargs)


# ---- scopes -----------------------------------------------------------------------------------------------------


def _nested_getter(custom_getter: Any, outer: Any) -> Any:
    """TF1: the getter of an outer scope is what the inner scope's getter calls."""
    if outer is None:
        return custom_getter

    def getter(getter: Any, *args: Any, **kwargs: Any) -> Any:
        return custom_getter(functools.partial(outer, getter), *args, **kwargs)

    return getter


class variable_scope:
    """`with tf.variable_scope("layer") as scope:` prefixes the names of variables and operations made inside.

    Args:
      name_or_scope: a name, or a VariableScope to open again.
      default_name: name to make unique where `name_or_scope` is None.
      values: tensors that decide the graph.
      initializer, regularizer, caching_device, partitioner, custom_getter, dtype, use_resource, constraint: defaults
        for `get_variable` inside.
      reuse: True, None (inherit) or AUTO_REUSE.
      auxiliary_name_scope: False opens no name scope.

    Raises:
      ValueError: an unknown `reuse`, or True without a name.
      TypeError: neither name nor default name, or types that do not fit.
    """

    def __init__(
        self,
        name_or_scope: Any,
        default_name: str | None = None,
        values: Any = None,
        initializer: Any = None,
        regularizer: Any = None,
        caching_device: Any = None,
        partitioner: Any = None,
        custom_getter: Any = None,
        reuse: Any = None,
        dtype: Any = None,
        use_resource: bool | None = None,
        constraint: Any = None,
        auxiliary_name_scope: bool = True,
    ) -> None:
        if default_name is None and name_or_scope is None:
            raise TypeError("If default_name is None then name_or_scope is required")
        reuse = None if reuse is False else reuse
        if not (reuse is True or reuse is None or reuse is AUTO_REUSE):
            raise ValueError("The reuse parameter must be True or False or None.")
        if not isinstance(auxiliary_name_scope, bool):
            raise TypeError(f"The auxiliary_name_scope must be `True` or `False`, while get {auxiliary_name_scope}")
        self._name_or_scope = name_or_scope
        self._default_name = default_name
        self._reuse = reuse
        self._constraint = constraint
        self._custom_getter = custom_getter
        self._own_defaults = {
            "initializer": initializer,
            "regularizer": regularizer,
            "caching_device": caching_device,
            "partitioner": partitioner,
            "dtype": dtype,
            "use_resource": use_resource,
        }
        self._auxiliary = auxiliary_name_scope
        self._graph = context.graph_of(values if isinstance(values, (list, tuple)) else ())
        self._opened: tuple[VariableScope, str] | None = None

    def __enter__(self) -> VariableScope:
        self._stack = contextlib.ExitStack()
        try:
            self._stack.enter_context(self._graph.as_default())
            return self._enter()
        except BaseException:
            self._stack.close()
            raise

    def __exit__(self, *error: Any) -> None:
        self._stack.__exit__(*error)

    def _enter(self) -> VariableScope:
        reopened = self._name_or_scope
        if reopened is not None and not isinstance(reopened, (VariableScope, str)):
            raise TypeError("VariableScope: name_or_scope must be a string or VariableScope.")
        if reopened is None and self._reuse:
            raise ValueError("reuse=True cannot be used without a name_or_scope")
        if isinstance(reopened, VariableScope):
            base = reopened.name.split("/")[-1]
        else:
            base = self._default_name if reopened is None else reopened
        entered = self._enter_name_scope(base or "")
        if isinstance(reopened, VariableScope):
            return self._reopen(reopened)
        scopes = _scopes()
        name = scopes.unique(base or "") if reopened is None else base or ""
        return self._open(scopes, name, name if entered is None else entered)

    def _enter_name_scope(self, base: str) -> str | None:
        if not self._auxiliary:
            current = self._graph.get_name_scope()
            return self._stack.enter_context(framework.name_scope(current + "/" if current else ""))
        return self._stack.enter_context(framework.name_scope(base)) if base else None

    def _open(self, scopes: _ScopeStore, name: str, name_scope: str) -> VariableScope:
        old = scopes.current_scope
        full = f"{old.name}/{name}" if old.name else name
        scope = self._with_defaults(old, full, name_scope, self._reuse or old.reuse)
        scopes.open(full)
        self._make_current(scopes, scope, lambda: scopes.close_subscopes(full))
        return scope

    def _reopen(self, given: VariableScope) -> VariableScope:
        scopes = _scopes()
        scope = self._with_defaults(given, given.name, given.original_name_scope, self._reuse or given.reuse)
        scopes.open(given.name)
        counts = copy.copy(scopes.counts)
        self._make_current(scopes, scope, lambda: setattr(scopes, "counts", counts))
        return scope

    def _with_defaults(self, source: VariableScope, name: str, name_scope: str, reuse: Any) -> VariableScope:
        scope = VariableScope(
            reuse,
            name=name,
            initializer=source.initializer,
            regularizer=source.regularizer,
            caching_device=source.caching_device,
            partitioner=source.partitioner,
            custom_getter=source.custom_getter,
            name_scope=name_scope,
            dtype=source.dtype,
            use_resource=source.use_resource,
            constraint=self._constraint,  # TF1: a constraint is not inherited
        )
        for key, value in self._own_defaults.items():
            if value is not None:
                setattr(scope, key, value)
        if self._custom_getter is not None:
            scope.custom_getter = _nested_getter(self._custom_getter, source.custom_getter)
        return scope

    def _make_current(self, scopes: _ScopeStore, scope: VariableScope, undo: Callable[[], None]) -> None:
        old = scopes.current_scope

        def leave() -> None:
            if scopes.current_scope is not scope:
                raise RuntimeError("Improper nesting of variable_scope.")
            undo()
            scopes.current_scope = old

        scopes.current_scope = scope
        self._stack.callback(leave)


def reserve_scope(unique_name: str | None, prefix: str, custom_getter: Any) -> VariableScope:
    """A variable scope to be opened later: `unique_name`, or `prefix` made unique; no name scope is opened."""
    scopes = _scopes()
    holder = variable_scope(unique_name or prefix, custom_getter=custom_getter)
    name = unique_name or scopes.unique(prefix)
    with contextlib.ExitStack() as holder._stack:
        return holder._open(scopes, name, name)


@contextlib.contextmanager
def variable_op_scope(
    values: Any,
    name_or_scope: Any,
    default_name: str | None = None,
    initializer: Any = None,
    regularizer: Any = None,
    caching_device: Any = None,
    partitioner: Any = None,
    custom_getter: Any = None,
    reuse: Any = None,
    dtype: Any = None,
    use_resource: bool | None = None,
    constraint: Any = None,
) -> Iterator[VariableScope]:
    """The old argument order of `variable_scope`."""
    warn(
        "tf.variable_op_scope(values, name, default_name) is deprecated, use tf.variable_scope(name, default_name, "
        "values)"
    )
    with variable_scope(
        name_or_scope,
        default_name=default_name,
        values=values,
        initializer=initializer,
        regularizer=regularizer,
        caching_device=caching_device,
        partitioner=partitioner,
        custom_getter=custom_getter,
        reuse=reuse,
        dtype=dtype,
        use_resource=use_resource,
        constraint=constraint,
    ) as scope:
        yield scope
