"""Control flow, gradients, devices and variables under TensorFlow 2's signatures."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.cond import case as v1_case
from tf1compat._facade.cond import cond as v1_cond
from tf1compat._facade.framework import device as v1_device
from tf1compat._facade.gradients import UnconnectedGradients as v1_UnconnectedGradients
from tf1compat._facade.gradients import gradients as v1_gradients
from tf1compat._facade.graph_internals import name_scope_v2
from tf1compat._facade.grouping import tuple as v1_tuple
from tf1compat._facade.hessians import hessians as v1_hessians
from tf1compat._facade.variables import Variable as v1_Variable
from tf1compat._facade.while_loop import while_loop as v1_while_loop


def case(
    pred_fn_pairs: Any, default: Any = None, exclusive: bool = False, strict: bool = False, name: str = "case"
) -> Any:
    """What the function of the first true predicate gives."""
    return v1_case(pred_fn_pairs, default, exclusive, strict, name)


def cond(pred: Any, true_fn: Any = None, false_fn: Any = None, name: str | None = None) -> Any:
    """What one of two functions gives."""
    return v1_cond(pred, true_fn=true_fn, false_fn=false_fn, strict=True, name=name)


def while_loop(
    cond: Any,
    body: Any,
    loop_vars: Any,
    shape_invariants: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    maximum_iterations: Any = None,
    name: str | None = None,
) -> Any:
    """Repeats `body` as long as `cond` is true; gives the structure of `loop_vars`."""
    return v1_while_loop(
        cond,
        body,
        loop_vars,
        shape_invariants=shape_invariants,
        parallel_iterations=parallel_iterations,
        back_prop=back_prop,
        swap_memory=swap_memory,
        name=name,
        maximum_iterations=maximum_iterations,
        return_same_structure=True,
    )


def device(device_name: Any) -> Any:
    """The device of the operations made in a block.

    Raises:
      RuntimeError: a function is given.
    """
    if callable(device_name):
        raise RuntimeError("tf.device does not support functions.")
    return v1_device(device_name)


def gradients(
    ys: Any,
    xs: Any,
    grad_ys: Any = None,
    name: str = "gradients",
    gate_gradients: Any = False,
    aggregation_method: Any = None,
    stop_gradients: Any = None,
    unconnected_gradients: Any = v1_UnconnectedGradients.NONE,
) -> Any:
    """Derivatives of the sum of `ys`."""
    return v1_gradients(
        ys,
        xs,
        grad_ys,
        name=name,
        colocate_gradients_with_ops=True,
        gate_gradients=gate_gradients,
        aggregation_method=aggregation_method,
        stop_gradients=stop_gradients,
        unconnected_gradients=unconnected_gradients,
    )


def hessians(
    ys: Any, xs: Any, gate_gradients: Any = False, aggregation_method: Any = None, name: str = "hessians"
) -> Any:
    """Second derivatives of the sum of `ys`."""
    return v1_hessians(
        ys,
        xs,
        name=name,
        colocate_gradients_with_ops=True,
        gate_gradients=gate_gradients,
        aggregation_method=aggregation_method,
    )


def tuple_(tensors: Any, control_inputs: Any = None, name: str | None = None) -> Any:
    """The tensors, each once all of them are there."""
    return v1_tuple(tensors, name=name, control_inputs=control_inputs)


class _VariableMeta(type):
    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, v1_Variable)

    def __subclasscheck__(cls, subclass: type) -> bool:
        return issubclass(subclass, v1_Variable)


class Variable(metaclass=_VariableMeta):
    """Makes resource variables; every variable is an instance.

    Args:
      initial_value: a value or a function of none.
      trainable: whether optimizers train it; None for whether it is read and written by each replica.
      validate_shape, caching_device, name, variable_def, dtype, import_scope, constraint, synchronization, aggregation,
        shape: see `tf.Variable`.
    """

    def __new__(
        cls,
        initial_value: Any = None,
        trainable: Any = None,
        validate_shape: bool = True,
        caching_device: Any = None,
        name: str | None = None,
        variable_def: Any = None,
        dtype: Any = None,
        import_scope: str | None = None,
        constraint: Any = None,
        **options: Any,
    ) -> Any:
        return v1_Variable(
            initial_value,
            trainable=trainable,
            validate_shape=validate_shape,
            caching_device=caching_device,
            name=name,
            variable_def=variable_def,
            dtype=dtype,
            import_scope=import_scope,
            constraint=constraint,
            use_resource=True,
            **options,
        )


NAMES: dict[str, Any] = {
    "Variable": Variable,
    "case": case,
    "cond": cond,
    "device": device,
    "gradients": gradients,
    "hessians": hessians,
    "name_scope": name_scope_v2,
    "tuple": tuple_,
    "while_loop": while_loop,
}
