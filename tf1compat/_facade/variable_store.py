"""Variables by name: what `tf.get_variable` creates once and finds again."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable
from typing import Any

from tf1compat._facade import context, framework
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.resource_variables import ResourceVariable
from tf1compat._facade.variable_base import (
    Variable,
    VariableAggregation,
    VariableSynchronization,
    check_distribution,
)
from tf1compat._jaxcore.base import dtypes, errors, shapes
from tf1compat._jaxcore.base.shapes import TensorShape


class VariableStore:
    """The variables of one graph by full name."""

    def __init__(self) -> None:
        self._vars: dict[str, Any] = {}

    def get_variable(
        self,
        name: str,
        shape: Any = None,
        dtype: Any = dtypes.float32,
        initializer: Any = None,
        regularizer: Any = None,
        reuse: Any = None,
        trainable: bool | None = None,
        collections: Any = None,
        caching_device: Any = None,
        partitioner: Any = None,
        validate_shape: bool = True,
        use_resource: bool | None = None,
        custom_getter: Callable[..., Any] | None = None,
        constraint: Any = None,
        synchronization: Any = VariableSynchronization.AUTO,
        aggregation: Any = VariableAggregation.NONE,
    ) -> Any:
        """Find or make the variable `name`; a custom getter gets the chance to do it its own way.

        Args are those of `tf.get_variable`; `reuse` is True (must exist), False (must not) or AUTO_REUSE (either).
        """
        if custom_getter is not None and not callable(custom_getter):
            raise ValueError(f"Passed a custom_getter which is not callable: {custom_getter}")
        synchronization, aggregation, trainable = check_distribution(synchronization, aggregation, trainable, name)
        options: dict[str, Any] = {
            "shape": shape,
            "dtype": dtypes.as_dtype(dtype).base,
            "initializer": initializer,
            "regularizer": regularizer,
            "reuse": reuse,
            "trainable": trainable,
            "collections": collections,
            "caching_device": caching_device,
            "partitioner": partitioner,
            "validate_shape": validate_shape,
            "use_resource": use_resource,
            "synchronization": synchronization,
            "aggregation": aggregation,
        }
        if custom_getter is None:
            return self._get(name, constraint=constraint, **options)
        if _accepts(custom_getter, "constraint"):
            options["constraint"] = constraint
        return custom_getter(getter=self._get, name=name, **options)

    def _get(
        self,
        name: str,
        shape: Any = None,
        dtype: Any = dtypes.float32,
        initializer: Any = None,
        regularizer: Any = None,
        reuse: Any = None,
        trainable: bool | None = None,
        collections: Any = None,
        caching_device: Any = None,
        partitioner: Any = None,
        validate_shape: bool = True,
        use_resource: bool | None = None,
        constraint: Any = None,
        synchronization: Any = VariableSynchronization.AUTO,
        aggregation: Any = VariableAggregation.NONE,
    ) -> Any:
        """The getter that custom getters are given."""
        if partitioner is not None and not (isinstance(shape, (list, tuple)) and not shape):
            raise errors.unsupported(
                f"a partitioner for variable {name!r}", advice="create the variable without a partitioner"
            )
        if shape is not None and initializer is not None and not callable(initializer):
            raise ValueError("If initializer is a constant, do not specify shape.")
        wanted = dtypes.as_dtype(dtype)
        static = shapes.as_shape(shape)
        if name in self._vars:
            return self._existing(name, static, wanted, reuse)
        if reuse is True:
            raise ValueError(
                f"Variable {name} does not exist, or was not created with tf.get_variable(). "
                "Did you mean to set reuse=tf.AUTO_REUSE in VarScope?"
            )
        initial_value, variable_dtype = _initial(name, static, wanted, initializer)
        variable = Variable(
            initial_value=initial_value,
            name=name,
            trainable=trainable,
            collections=collections,
            caching_device=caching_device,
            dtype=variable_dtype,
            validate_shape=validate_shape,
            constraint=constraint,
            use_resource=context.use_resource_variables() if use_resource is None else use_resource,
            synchronization=synchronization,
            aggregation=aggregation,
        )
        self._vars[name] = variable
        if regularizer:
            _regularize(name, variable, regularizer)
        return variable

    def _existing(self, name: str, shape: TensorShape, dtype: Any, reuse: Any) -> Any:
        found = self._vars[name]
        if reuse is False:
            message = (
                f"Variable {name} already exists, disallowed. Did you mean to set reuse=True or reuse=tf.AUTO_REUSE "
                "in VarScope?"
            )
            if isinstance(found, ResourceVariable):
                raise ValueError(message)
            where = "".join(traceback.format_list(found.op.traceback[::-1][:5]))
            raise ValueError(f"{message} Originally defined at:\n\n{where}")
        if not shape.is_compatible_with(found.get_shape()):
            raise ValueError(
                f"Trying to share variable {name}, but specified shape {shape} and found shape {found.get_shape()}."
            )
        if not dtype.is_compatible_with(found.dtype):
            raise ValueError(
                f"Trying to share variable {name}, but specified dtype {dtype.name} and found dtype {found.dtype.name}."
            )
        return found


def _initial(name: str, shape: TensorShape, dtype: Any, initializer: Any) -> tuple[Any, Any]:
    """The initial value (or a function that makes it) and the dtype to ask for."""
    if initializer is None:
        initializer = default_initializer(name, dtype)
    if not callable(initializer):
        return initializer, None
    if inspect.isclass(initializer):
        initializer = initializer()
    if shape.is_fully_defined():
        return (lambda: _call(initializer, shape.as_list(), dtype)), dtype.base_dtype
    if _takes_nothing(initializer):
        return initializer, None
    raise ValueError(
        "The initializer passed is not valid. It should be a callable with no arguments and the shape should not be "
        "provided or an instance of `tf.keras.initializers.*' and `shape` should be fully defined."
    )


def _call(initializer: Callable[..., Any], shape: list[Any], dtype: Any) -> Any:
    return initializer(shape, dtype=dtype, partition_info=None)


def _takes_nothing(function: Callable[..., Any]) -> bool:
    """Can it be called without arguments?"""
    try:
        inspect.signature(function).bind()
    except TypeError:
        return False
    return True


def _accepts(function: Callable[..., Any], name: str) -> bool:
    parameters = inspect.signature(function).parameters
    return name in parameters or any(p.kind is p.VAR_KEYWORD for p in parameters.values())


def default_initializer(name: str, dtype: Any) -> Any:
    """Glorot's uniform distribution for floats, zeros for integers, bools and strings."""
    if not (dtype.is_floating or dtype.is_integer or dtype.is_unsigned or dtype.is_bool or dtype == dtypes.string):
        raise ValueError(f"An initializer for variable {name} of {dtype.base_dtype} is required")
    from tf1compat._facade import init_ops

    return init_ops.glorot_uniform_initializer() if dtype.is_floating else init_ops.zeros_initializer()


def _regularize(name: str, variable: Any, regularizer: Callable[..., Any]) -> None:
    with framework.colocate_with(variable), framework.name_scope(name + "/Regularizer/"):
        with framework.control_dependencies(None):
            loss = regularizer(variable)
    if loss is not None:
        context.get_default_graph().add_to_collection(GraphKeys.REGULARIZATION_LOSSES, loss)
