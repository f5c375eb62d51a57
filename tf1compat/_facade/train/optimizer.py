"""`tf.train.Optimizer`: gradients of a loss, slots, and one update operation for all variables."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tf1compat._facade import context, convert, framework, gradients, grouping, state_ops, variables
from tf1compat._facade.apply import apply_op
from tf1compat._facade.collections import GraphKeys, get_collection
from tf1compat._facade.distribute import distribute_context
from tf1compat._facade.distribute.reduce_op import ReduceOp
from tf1compat._facade.framework import control_dependencies
from tf1compat._facade.gradient_tape import GradientTape
from tf1compat._facade.indexed_slices import IndexedSlices
from tf1compat._facade.resource_variables import BaseResourceVariable, is_resource_variable
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._facade.train import slot_creator
from tf1compat._facade.variable_base import Variable
from tf1compat._jaxcore.base import dtypes, nest


class Optimizer:
    """Base of all optimizers; a subclass says how one variable is updated.

    Args:
      use_locking: kept on the update nodes; updates never tear here.
      name: name scope of the updates and name of the slots.

    A subclass overrides `_apply_dense(grad, var)` and, as far as it supports them, `_resource_apply_dense(grad, var)`,
    `_apply_sparse(grad, var)`, `_resource_apply_sparse(grad, var, indices)`, `_create_slots(var_list)`, `_prepare()`
    and `_finish(update_ops, name_scope)`.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     w = tf.Variable(5.0, name="w")
    ...     tf.train.GradientDescentOptimizer(0.1).minimize(w * w).name
    'GradientDescent'
    """

    GATE_NONE = 0
    GATE_OP = 1
    GATE_GRAPH = 2

    def __init__(self, use_locking: bool, name: str) -> None:
        if not name:
            raise ValueError("Must specify the optimizer name")
        self._use_locking = use_locking
        self._name = name
        self._slots: dict[str, dict[Any, Any]] = {}
        self._non_slot_dict: dict[Any, Any] = {}

    def get_name(self) -> str:
        return self._name

    def minimize(
        self,
        loss: Tensor,
        global_step: Any = None,
        var_list: Any = None,
        gate_gradients: int = GATE_OP,
        aggregation_method: int | None = None,
        colocate_gradients_with_ops: bool = False,
        name: str | None = None,
        grad_loss: Any = None,
    ) -> Any:
        """An operation that updates `var_list` (the trainable variables) by the gradient of `loss`.

        Args:
          loss: tensor to minimise.
          global_step: variable that counts the updates.
          var_list: variables to update.
          gate_gradients: `GATE_NONE`, `GATE_OP` or `GATE_GRAPH`.
          aggregation_method, colocate_gradients_with_ops: as of `tf.gradients`.
          name: name of the operation.
          grad_loss: gradient with respect to `loss` to start from.

        Raises:
          ValueError: no variable has a gradient.
        """
        grads_and_vars = self.compute_gradients(
            loss,
            var_list=var_list,
            gate_gradients=gate_gradients,
            aggregation_method=aggregation_method,
            colocate_gradients_with_ops=colocate_gradients_with_ops,
            grad_loss=grad_loss,
        )
        if not any(g is not None for g, _ in grads_and_vars):
            raise ValueError(
                "No gradients provided for any variable, check your graph for ops that do not support gradients, "
                f"between variables {[str(v) for _, v in grads_and_vars]} and loss {loss}."
            )
        return self.apply_gradients(grads_and_vars, global_step=global_step, name=name)

    def compute_gradients(
        self,
        loss: Tensor,
        var_list: Any = None,
        gate_gradients: int = GATE_OP,
        aggregation_method: int | None = None,
        colocate_gradients_with_ops: bool = False,
        grad_loss: Any = None,
    ) -> list[tuple[Any, Any]]:
        """The first half of `minimize`: pairs (gradient, variable); a gradient is a Tensor, IndexedSlices or None."""
        if callable(loss):
            return self._gradients_of_function(loss, var_list, grad_loss)
        if gate_gradients not in (Optimizer.GATE_NONE, Optimizer.GATE_OP, Optimizer.GATE_GRAPH):
            raise ValueError(
                "gate_gradients must be one of: Optimizer.GATE_NONE, Optimizer.GATE_OP, Optimizer.GATE_GRAPH.  "
                f"Not {gate_gradients}"
            )
        loss = _share_of_mean(loss)
        self._assert_valid_dtypes([loss] if grad_loss is None else [loss, grad_loss])
        if var_list is None:
            chosen = variables.trainable_variables() + get_collection(GraphKeys.TRAINABLE_RESOURCE_VARIABLES)
        else:
            chosen = list(nest.flatten(var_list))
        chosen += get_collection(GraphKeys._STREAMING_MODEL_PORTS)
        targets = [_target(v) for v in chosen]
        if not chosen:
            raise ValueError("No variables to optimize.")
        grads = gradients.gradients(
            loss,
            targets,
            grad_ys=grad_loss,
            gate_gradients=gate_gradients == Optimizer.GATE_OP,
            aggregation_method=aggregation_method,
            colocate_gradients_with_ops=colocate_gradients_with_ops,
        )
        if gate_gradients == Optimizer.GATE_GRAPH:
            grads = grouping.tuple(grads)
        pairs = list(zip(grads, chosen))
        self._assert_valid_dtypes([v for g, v in pairs if g is not None and v.dtype != dtypes.resource])
        return pairs

    def _gradients_of_function(
        self, loss: Callable[[], Tensor], var_list: Any, grad_loss: Any
    ) -> list[tuple[Any, Any]]:
        """`compute_gradients` of what a function makes: by default for the resource variables that it reads."""
        with GradientTape() as tape:
            if var_list is not None:
                tape.watch(var_list)
            value = loss()
        if var_list is None:
            var_list = tape.watched_variables()
        with control_dependencies([value]):
            return list(zip(tape.gradient(value, list(var_list), grad_loss), var_list))

    def apply_gradients(
        self, grads_and_vars: Iterable[tuple[Any, Any]], global_step: Any = None, name: str | None = None
    ) -> Any:
        """The second half of `minimize`: an operation that applies (gradient, variable) pairs.

        Raises:
          TypeError: a gradient is no tensor.
          ValueError: there are no pairs, or no gradient among them.
        """
        pairs = tuple(grads_and_vars)
        if not pairs:
            raise ValueError("No variables provided.")
        replica = distribute_context.several_replicas()
        if replica is not None:
            return replica.merge_call(functools.partial(_apply_summed, self), (pairs, global_step, name))
        converted = [(None if g is None else _as_gradient(g), v) for g, v in pairs]
        for _, v in converted:
            _target(v)
        var_list = [v for g, v in converted if g is not None]
        if not var_list:
            raise ValueError(f"No gradients provided for any variable: {[str(v) for _, v in converted]}.")
        with framework.control_dependencies(None):
            self._create_slots(var_list)
        update_ops: list[Any] = []
        with framework.name_scope(name, self._name) as scope:
            self._prepare()
            for grad, var in converted:
                if grad is not None:
                    with framework.name_scope("update_" + var.op.name), framework.colocate_with(var):
                        update_ops.append(self._update_op(grad, var))
            done = self._count(update_ops, global_step, scope)
        train_ops = context.get_default_graph().get_collection_ref(GraphKeys.TRAIN_OP)
        op = done.op if isinstance(done, Tensor) else done
        if op not in train_ops:
            train_ops.append(op)
        return op

    def _count(self, update_ops: list[Any], global_step: Any, scope: str) -> Any:
        """All updates as one operation; with a global step, its increment after them."""
        if global_step is None:
            return self._finish(update_ops, scope)
        with framework.control_dependencies([self._finish(update_ops, "update")]):
            with framework.colocate_with(global_step):
                if isinstance(global_step, BaseResourceVariable):
                    one = convert.convert(1, global_step.dtype)
                    return apply_op("AssignAddVariableOp", global_step.handle, one, name=scope)
                return state_ops.assign_add(global_step, 1, name=scope)

    def _update_op(self, grad: Any, var: Any) -> Any:
        """The update of one variable, by kind of variable and gradient; then its constraint."""
        is_resource = var.op.type == "VarHandleOp"
        if isinstance(grad, IndexedSlices):
            if var.constraint is not None:
                raise RuntimeError("Cannot use a constraint function on a sparse variable.")
            if is_resource:
                return self._resource_apply_sparse_duplicate_indices(grad.values, var, grad.indices)
            return self._apply_sparse_duplicate_indices(grad, var)
        if isinstance(var, Tensor):
            raise NotImplementedError("Trying to update a Tensor ", var)
        update = self._resource_apply_dense(grad, var) if is_resource else self._apply_dense(grad, var)
        if var.constraint is None:
            return update
        with framework.control_dependencies([update]):
            return var.assign(var.constraint(var))

    # ---- slots --------------------------------------------------------------------------------------------------

    def get_slot(self, var: Any, name: str) -> Any:
        """The slot `name` that was made for `var`, or None."""
        return self._slots.get(name, {}).get(_key(var))

    def get_slot_names(self) -> list[str]:
        """Names of the slots that this optimizer uses."""
        return sorted(self._slots)

    def variables(self) -> list[Any]:
        """The variables that this optimizer made in the default graph, sorted by name."""
        graph = context.get_default_graph()
        found = [*self._non_slot_dict.values(), *(v for slots in self._slots.values() for v in slots.values())]
        return sorted((v for v in found if v.op.graph is graph), key=lambda v: v.name)

    def _slot(self, var: Any, slot_name: str, make: Callable[[], Any]) -> Any:
        slots = self._slots.setdefault(slot_name, {})
        key = _key(var)
        if key not in slots:
            slots[key] = make()
        return slots[key]

    def _get_or_make_slot(self, var: Any, val: Any, slot_name: str, op_name: str) -> Any:
        return self._slot(var, slot_name, lambda: slot_creator.create_slot(var, val, op_name))

    def _get_or_make_slot_with_initializer(
        self, var: Any, initializer: Any, shape: Any, dtype: Any, slot_name: str, op_name: str
    ) -> Any:
        return self._slot(
            var,
            slot_name,
            lambda: slot_creator.create_slot_with_initializer(var, initializer, shape, dtype, op_name),
        )

    def _zeros_slot(self, var: Any, slot_name: str, op_name: str) -> Any:
        return self._slot(var, slot_name, lambda: slot_creator.create_zeros_slot(var, op_name))

    def _create_non_slot_variable(self, initial_value: Any, name: str, colocate_with: Any) -> Any:
        """A variable of the optimizer itself (Adam's powers), one per graph."""
        key = (name, colocate_with.graph)
        found = self._non_slot_dict.get(key)
        if found is None:
            with framework.colocate_with(colocate_with):
                use_resource = is_resource_variable(colocate_with)
                found = Variable(initial_value, name=name, trainable=False, use_resource=use_resource)
            self._non_slot_dict[key] = found
        return found

    def _get_non_slot_variable(self, name: str, graph: Any = None) -> Any:
        return self._non_slot_dict.get((name, graph))

    def _non_slot_variables(self) -> Iterable[Any]:
        return self._non_slot_dict.values()

    # ---- for subclasses -----------------------------------------------------------------------------------------

    def _valid_dtypes(self) -> set[Any]:
        return {dtypes.float16, dtypes.bfloat16, dtypes.float32, dtypes.float64}

    def _assert_valid_dtypes(self, tensors: Iterable[Any]) -> None:
        valid = self._valid_dtypes()
        for t in tensors:
            if t.dtype.base_dtype not in valid:
                raise ValueError(f"Invalid type {t.dtype.base_dtype!r} for {t.name}, expected: {list(valid)}.")

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        """Make the slots of `var_list`."""

    def _prepare(self) -> None:
        """Make the tensors of the hyperparameters, inside the optimizer's name scope."""

    def _apply_dense(self, grad: Tensor, var: Any) -> Any:
        raise NotImplementedError()

    def _resource_apply_dense(self, grad: Tensor, handle: Any) -> Any:
        raise NotImplementedError()

    def _apply_sparse(self, grad: IndexedSlices, var: Any) -> Any:
        raise NotImplementedError()

    def _resource_apply_sparse(self, grad: Tensor, handle: Any, indices: Tensor) -> Any:
        raise NotImplementedError()

    def _apply_sparse_duplicate_indices(self, grad: IndexedSlices, var: Any) -> Any:
        values, indices = _summed(grad.values, grad.indices)
        return self._apply_sparse(IndexedSlices(values, indices, grad.dense_shape), var)

    def _resource_apply_sparse_duplicate_indices(self, grad: Tensor, handle: Any, indices: Tensor) -> Any:
        values, unique = _summed(grad, indices)
        return self._resource_apply_sparse(values, handle, unique)

    def _finish(self, update_ops: list[Any], name_scope: str) -> Any:
        """All updates as one operation called `name_scope`."""
        return grouping.group(*update_ops, name=name_scope)

    def _call_if_callable(self, param: Any) -> Any:
        return param() if callable(param) else param

    def _hyper(self, param: Any, name: str) -> Tensor:
        """A hyperparameter (a number, a tensor, or a function that gives one) as a tensor."""
        return convert.convert(self._call_if_callable(param), name=name)

    def _update(self, rule: str, var: Any, slots: Sequence[Any], *inputs: Any, **attrs: Any) -> Operation:
        """The node of an update rule, for a reference variable or its resource twin."""
        if var.op.type == "VarHandleOp":
            handles = [v.handle for v in (var, *slots)]
            return apply_op("Resource" + rule, *handles, *inputs, use_locking=self._use_locking, **attrs)
        return apply_op(rule, var, *slots, *inputs, use_locking=self._use_locking, **attrs).op


def cast_like(x: Any, var: Any) -> Any:
    """`x` in the dtype of `var`."""
    from tf1compat._facade import math_ops

    return math_ops.cast(x, var.dtype.base_dtype)


def _key(var: Any) -> tuple[Any, str]:
    return var.op.graph, var.op.name


def _target(v: Any) -> Any:
    """What to differentiate by; NotImplementedError for what is no variable."""
    if v.op.type == "VarHandleOp" or isinstance(v, Tensor):
        return v
    if isinstance(v, Variable):
        return v._ref()  # type: ignore[attr-defined]
    raise NotImplementedError("Trying to optimize unsupported type ", v)


def _as_gradient(g: Any) -> Any:
    if isinstance(g, (Tensor, IndexedSlices)):
        return g
    try:
        return convert.convert(g)
    except TypeError:
        raise TypeError(f"Gradient must be convertible to a Tensor or IndexedSlices, or None: {g}") from None


def _summed(values: Tensor, indices: Tensor) -> tuple[Tensor, Tensor]:
    """Rows with their repeated indices summed."""
    from tf1compat._facade import array_ops, math_ops

    unique, positions = array_ops.unique(indices)
    return math_ops.unsorted_segment_sum(values, positions, array_ops.shape(unique)[0]), unique


def _share_of_mean(loss: Any) -> Any:
    """A replica's loss as a part of the mean over all replicas, whose gradients are summed."""
    replica = distribute_context.several_replicas()
    if replica is None or distribute_context.get_loss_reduction() is not ReduceOp.MEAN:
        return loss
    return loss * (1.0 / replica.num_replicas_in_sync)


def _apply_summed(optimizer: Optimizer, strategy: Any, pairs: Any, global_step: Any, name: Any) -> Any:
    """Apply the gradients of all replicas, summed, once."""
    summed = [(None if g is None else strategy.extended.reduce_to(ReduceOp.SUM, g, v), v) for g, v in pairs]
    return optimizer.apply_gradients(summed, global_step, name)
