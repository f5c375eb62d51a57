"""Variables by name: what `tf.get_variable` creates once and finds again."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable
from typing import Any, cast

from tf1compat._facade import context, convert, framework
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.partitioned_variable import PartitionedVariable, _PartitionInfo, call_partitioner, slices_of
from tf1compat._facade.resource_variables import ResourceVariable
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.variable_base import (
    SaveSliceInfo,
    Variable,
    VariableAggregation,
    VariableSynchronization,
    check_distribution,
)
from tf1compat._jaxcore.base import dtypes, shapes
from tf1compat._jaxcore.base.shapes import TensorShape


class VariableStore:
    """The variables of one graph by full name."""

    def __init__(self) -> None:
        self._vars: dict[str, Any] = {}
        self._partitioned_vars: dict[str, Any] = {}

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
        given: dict[str, Any] = {
            "shape": shape,
            "dtype": dtype,
            "initializer": initializer,
            "regularizer": regularizer,
            "reuse": reuse,
            "trainable": trainable,
            "collections": collections,
            "caching_device": caching_device,
            "validate_shape": validate_shape,
            "use_resource": use_resource,
            "constraint": constraint,
            "synchronization": synchronization,
            "aggregation": aggregation,
        }
        cut = partitioner is not None and not (isinstance(shape, (list, tuple)) and not shape)
        if cut or (reuse is True and name in self._partitioned_vars):
            if cut and not callable(partitioner):
                raise ValueError(f"Partitioner must be callable, but received: {partitioner}")
            with framework.name_scope(None, ""):
                return self.get_partitioned(name, partitioner=partitioner, **given)
        if f"{name}/part_0" in self._vars:
            raise ValueError(
                "No partitioner was provided, but a partitioned version of the variable was found: "
                f"{name}/part_0. Perhaps a variable of the same name was already created with partitioning?"
            )
        return self._single(name, **given)

    def _single(
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
        validate_shape: bool = True,
        use_resource: bool | None = None,
        constraint: Any = None,
        synchronization: Any = VariableSynchronization.AUTO,
        aggregation: Any = VariableAggregation.NONE,
        partition_info: Any = None,
    ) -> Any:
        """A variable in one piece."""
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
        initial_value, variable_dtype = _initial(name, static, wanted, initializer, partition_info)
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

    def get_partitioned(
        self,
        name: str,
        shape: Any = None,
        dtype: Any = dtypes.float32,
        initializer: Any = None,
        reuse: Any = None,
        partitioner: Any = None,
        **options: Any,
    ) -> PartitionedVariable:
        """A variable in slices `name/part_0`…, found or made.

        Raises:
          ValueError: there is one in one piece or cut in another way, or there should be one and is none.
        """
        if name in self._vars:
            raise ValueError(
                f"A partitioner was provided, but an unpartitioned version of the variable was found: {name}.  Perhaps "
                "a variable of the same name was already created without partitioning?"
            )
        static, wanted = shapes.as_shape(shape), dtypes.as_dtype(dtype)
        if isinstance(initializer, Tensor):
            static = static.merge_with(initializer.get_shape())
        slicing: Any = call_partitioner(partitioner, static, wanted) if not reuse or partitioner else None
        if name in self._partitioned_vars:
            return self._existing_slices(name, static, wanted, slicing, reuse)
        if reuse is True:
            raise ValueError(
                f"PartitionedVariable {name} does not exist, or was not created with tf.get_variable(). Did you mean "
                "to set reuse=False or reuse=tf.AUTO_REUSE in VarScope?"
            )
        full_shape = cast("list[int]", static.as_list())
        parts = list(slices_of(full_shape, slicing))
        self._check_slices(name, len(parts))
        made = []
        for i, (offset, part_shape) in enumerate(parts):
            full_name = f"{name}/part_{i}"
            with framework.name_scope(full_name + "/PartitionedInitializer"):
                init, init_shape, part_dtype = _initializer_of_slice(initializer, name, wanted, offset, part_shape)
            with framework.name_scope(None, ""):
                info = _PartitionInfo(full_shape=full_shape, var_offset=offset)
                variable = self._single(
                    full_name,
                    shape=init_shape,
                    dtype=part_dtype,
                    initializer=init,
                    reuse=reuse,
                    partition_info=info,
                    **options,
                )
            variable._set_save_slice_info(SaveSliceInfo(name, full_shape, offset, part_shape))
            made.append(variable)
        whole = PartitionedVariable(name=name, shape=static, dtype=wanted, variable_list=made, partitions=slicing)
        self._partitioned_vars[name] = whole
        return whole

    def _check_slices(self, name: str, count: int) -> None:
        """ValueError if another number of slices is there."""
        if f"{name}/part_0" not in self._vars:
            return
        start = (
            f"Partitioner returned a different partitioning than what was already found.  Partitioner returned {count}"
        )
        if f"{name}/part_{count - 1}" not in self._vars:
            raise ValueError(f"{start} shards, and shard {name}/part_0 was found, but {name}/part_{count - 1} was not.")
        if f"{name}/part_{count}" in self._vars:
            raise ValueError(
                f"{start} shards, and shard {name}/part_0 was found, but so was the extra shard {name}/part_{count}."
            )

    def _existing_slices(self, name: str, shape: TensorShape, dtype: Any, slicing: Any, reuse: Any) -> Any:
        found = self._partitioned_vars[name]
        if reuse is False:
            raise ValueError(
                f"Partitioned variable with name {name} already exists. Did you mean to set reuse=True or "
                "reuse=tf.AUTO_REUSE in VarScope?"
            )
        trying = f"Trying to reuse partitioned variable {name}, but specified"
        if not shape.is_compatible_with(found.get_shape()):
            raise ValueError(f"{trying} shape {shape} and found shape {found.get_shape()}.")
        if not dtype.is_compatible_with(found.dtype):
            raise ValueError(f"{trying} dtype {dtype.name} and found dtype {found.dtype.name}.")
        if slicing is not None and list(slicing) != list(found._get_partitions()):
            raise ValueError(f"{trying} partitions {slicing} and found partitions {found._get_partitions()}.")
        return found

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


def _initializer_of_slice(
    initializer: Any, name: str, dtype: Any, offset: list[int], shape: list[int]
) -> tuple[Any, Any, Any]:
    """Initializer, shape (None with a value) and dtype of one slice."""
    if initializer is None:
        return default_initializer(name, dtype), shape, dtype
    if callable(initializer):
        return initializer, shape, dtype
    from tf1compat._facade.slicing import slice as slice_of

    if isinstance(initializer, Tensor):
        part = slice_of(initializer, offset, shape)
        return part, None, part.dtype.base_dtype
    value = convert.convert_to_tensor(initializer, dtype=dtype)
    return slice_of(value, offset, shape), None, dtype


def _initial(
    name: str, shape: TensorShape, dtype: Any, initializer: Any, partition_info: Any = None
) -> tuple[Any, Any]:
    """The initial value (or a function that makes it) and the dtype to ask for."""
    if initializer is None:
        initializer = default_initializer(name, dtype)
    if not callable(initializer):
        return initializer, None
    if inspect.isclass(initializer):
        initializer = initializer()
    if shape.is_fully_defined():
        return (lambda: _call(initializer, shape.as_list(), dtype, partition_info)), dtype.base_dtype
    if _takes_nothing(initializer):
        return initializer, None
    raise ValueError(
        "The initializer passed is not valid. It should be a callable with no arguments and the shape should not be "
        "provided or an instance of `tf.keras.initializers.*' and `shape` should be fully defined."
    )


def _call(initializer: Callable[..., Any], shape: list[Any], dtype: Any, partition_info: Any) -> Any:
    return initializer(shape, dtype=dtype, partition_info=partition_info)


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
