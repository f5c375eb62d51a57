"""Moving averages of variables: `tf.train.ExponentialMovingAverage`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tf1compat._facade import context, convert, framework, grouping, math_ops, state_ops, variable_scope, variables
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.tensor import Operation
from tf1compat._facade.train import slot_creator
from tf1compat._facade.variable_base import Variable
from tf1compat._jaxcore.base import dtypes

_FLOATS = (dtypes.bfloat16, dtypes.float16, dtypes.float32, dtypes.float64)


def assign_moving_average(
    variable: Any, value: Any, decay: Any, zero_debias: bool = True, name: str | None = None
) -> Any:
    """variable -= (1 - decay) * (variable - value).

    Args:
      variable: holds the average.
      value: the newest value.
      decay: a number or tensor, near one.
      zero_debias: start from zero and correct for it, as Adam does; the initial value does not matter then.
      name: name of the update.
    """
    with framework.name_scope(name, "AssignMovingAvg", [variable, value, decay]) as scope:
        rate = convert.convert(1.0 - decay, name="decay")
        if rate.dtype != variable.dtype.base_dtype:
            rate = math_ops.cast(rate, variable.dtype.base_dtype)
        if zero_debias:
            return _zero_debias(variable, value, rate)
        return state_ops.assign_sub(variable, (variable - value) * rate, name=scope)


def weighted_moving_average(
    value: Any,
    decay: Any,
    weight: Any,
    truediv: bool = True,
    collections: Any = None,
    name: str | None = None,
) -> Any:
    """moving_average(value * weight) / moving_average(weight), updated and returned.

    Args:
      value, weight: tensors; the weight's shape can be multiplied with the value's.
      decay: a number or tensor, near one.
      truediv: divide integers as numbers.
      collections: collections of the two variables, the global variables if absent.
      name: name of the result and scope of the variables.
    """
    from tf1compat._facade import init_ops

    collections = [GraphKeys.GLOBAL_VARIABLES] if collections is None else collections
    with variable_scope.variable_scope(name, "WeightedMovingAvg", [value, weight, decay]) as scope:
        averages = [
            variable_scope.get_variable(
                own_name,
                shape=tensor.get_shape(),
                dtype=tensor.dtype,
                initializer=init_ops.zeros_initializer(),
                trainable=False,
                collections=collections,
            )
            for own_name, tensor in (("value_x_weight", value), ("weight", weight))
        ]
        numerator = assign_moving_average(averages[0], value * weight, decay, zero_debias=False)
        denominator = assign_moving_average(averages[1], weight, decay, zero_debias=False)
        divide = math_ops.truediv if truediv else math_ops.div
        return divide(numerator, denominator, name=scope.name)


def _zero_debias(variable: Any, value: Any, rate: Any) -> Any:
    """The average of a copy that starts at zero, divided by what it lacks."""
    from tf1compat._facade import init_ops

    with variable_scope.variable_scope(variable.name[: -len(":0")], values=[variable, value, rate]):
        biased_zeros, step_zeros = init_ops.zeros_initializer(), init_ops.zeros_initializer()
        with framework.colocate_with(variable):
            biased = variable_scope.get_variable(
                _unused("biased"),
                initializer=biased_zeros,
                shape=variable.get_shape(),
                dtype=variable.dtype,
                trainable=False,
            )
            steps = variable_scope.get_variable(
                _unused("local_step"), shape=[], dtype=variable.dtype, initializer=step_zeros, trainable=False
            )
    updated = state_ops.assign_sub(biased, (biased - value) * rate)
    count = steps.assign_add(1)
    factor = 1 - math_ops.pow(1.0 - rate, count)
    scope = context.get_default_graph().get_name_scope() + "/"
    return state_ops.assign(variable, updated / factor, name=scope)


def _unused(name: str) -> str:
    """`name`, or `name_1`…: whichever no variable of the current scope has, unless the scope reuses."""
    scope = variable_scope.get_variable_scope()
    if scope.reuse:
        return name
    taken = {v.op.name for v in scope.global_variables()}
    full = f"{scope.name}/{name}"
    if full not in taken:
        return name
    number = 1
    while f"{full}_{number}" in taken:
        number += 1
    return f"{name}_{number}"


class ExponentialMovingAverage:
    """Averages of variables in which older values weigh exponentially less: shadow = decay * shadow + (1 - decay) * v.

    Args:
      decay: a number near one.
      num_updates: counter; with it the decay is at most (1 + num_updates) / (10 + num_updates).
      zero_debias: correct averages of tensors for their start at zero.
      name: name of the operation and of the shadow variables.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     ema = tf.train.ExponentialMovingAverage(0.99)
    ...     x = tf.constant([1.0], name="x")
    ...     update = ema.apply([x])
    ...     ema.average(x).name
    'x/ExponentialMovingAverage:0'
    """

    def __init__(
        self, decay: Any, num_updates: Any = None, zero_debias: bool = False, name: str = "ExponentialMovingAverage"
    ) -> None:
        self._decay = decay
        self._num_updates = num_updates
        self._zero_debias = zero_debias
        self._name = name
        self._averages: dict[int, tuple[Any, Any, bool]] = {}  # id of v -> (v, its average, is it debiased)

    @property
    def name(self) -> str:
        return self._name

    def apply(self, var_list: Sequence[Any] | None = None) -> Operation:
        """An operation that updates the averages of `var_list` (the trainable variables); makes missing averages.

        Raises:
          TypeError: a variable is not of a float type.
        """
        var_list = variables.trainable_variables() if var_list is None else var_list
        for var in var_list:
            if var.dtype.base_dtype not in _FLOATS:
                raise TypeError(f"The variables must be half, float, or double: {var.name}")
            if id(var) not in self._averages:
                with framework.control_dependencies(None):
                    self._averages[id(var)] = (var, *self._shadow(var))
        with framework.name_scope(self._name) as scope:
            decay = convert.convert(self._decay, name="decay")
            if self._num_updates is not None:
                count = math_ops.cast(self._num_updates, dtypes.float32, name="num_updates")
                decay = math_ops.minimum(decay, (1.0 + count) / (10.0 + count))
            updates: list[Any] = []
            for var in var_list:
                _, average, debias = self._averages[id(var)]
                updates.append(assign_moving_average(average, var, decay, debias))
            return grouping.group(*updates, name=scope)

    def _shadow(self, var: Any) -> tuple[Any, bool]:
        """A new average of `var`, and whether to correct it for its start at zero."""
        if isinstance(var, Variable):
            average = slot_creator.create_slot(var, var.initialized_value(), self._name)
            context.get_default_graph().add_to_collection(GraphKeys.MOVING_AVERAGE_VARIABLES, var)
            return average, False
        is_reference = var.op.type in ("Variable", "VariableV2", "VarHandleOp")
        average = slot_creator.create_zeros_slot(var, self._name, colocate_with_primary=is_reference)
        return average, self._zero_debias

    def average(self, var: Any) -> Any:
        """The variable that holds the average of `var`, or None."""
        found = self._averages.get(id(var))
        return None if found is None else found[1]

    def average_name(self, var: Any) -> str:
        """The name of the average of `var`, whether it exists or not."""
        average = self.average(var)
        if average is not None:
            return average.op.name
        return context.get_default_graph().unique_name(f"{var.op.name}/{self._name}", mark_as_used=False)

    def variables_to_restore(self, moving_avg_variables: Sequence[Any] | None = None) -> dict[str, Any]:
        """For a Saver: variables by the names under which a checkpoint has their averages, others by their own."""
        if moving_avg_variables is None:
            moving_avg_variables = variables.trainable_variables() + variables.moving_average_variables()
        averaged = list(dict.fromkeys(moving_avg_variables))
        names = {self.average_name(v): v for v in averaged}
        known = {v.name for v in averaged}
        for v in dict.fromkeys(variables.global_variables()):
            if v.name not in known and v.op.name not in names:
                names[v.op.name] = v
        return names
