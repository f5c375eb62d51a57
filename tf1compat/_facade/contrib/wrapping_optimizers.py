"""`tf.contrib.opt`: optimizers around others: moving averages of variables, and clipping of their norms."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from typing import Any

from tf1compat._facade import clip_ops, framework, grouping, variables
from tf1compat._facade.array_index import gather
from tf1compat._facade.indexed_slices import IndexedSlices
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train import saveables
from tf1compat._facade.train.moving_averages import ExponentialMovingAverage
from tf1compat._facade.train.optimizer import Optimizer
from tf1compat._facade.train.saver import Saver


class MovingAverageOptimizer(Optimizer):
    """Keeps moving averages of the variables that another optimizer trains.

    Args:
      opt: the optimizer.
      average_decay, num_updates: of `tf.train.ExponentialMovingAverage`.
      sequential_update: average after the step, not beside it.
    """

    def __init__(
        self, opt: Any, average_decay: float = 0.9999, num_updates: Any = None, sequential_update: bool = True
    ) -> None:
        self._optimizer = opt
        self._ema = ExponentialMovingAverage(average_decay, num_updates=num_updates)
        self._swapped_variable_name_map: dict[str, str] | None = None
        self._sequential_update = sequential_update

    def compute_gradients(self, *args: Any, **kwargs: Any) -> Any:
        """Those of the optimizer."""
        return self._optimizer.compute_gradients(*args, **kwargs)

    def apply_gradients(self, grads_and_vars: Any, global_step: Any = None, name: str | None = None) -> Any:
        """The optimizer's step, and an update of the averages."""
        pairs = list(grads_and_vars)
        train_op = self._optimizer.apply_gradients(pairs, global_step=global_step, name=name)
        trained = [v for g, v in pairs if g is not None]
        with framework.control_dependencies([train_op]) if self._sequential_update else nullcontext():
            averages = self._ema.apply(trained)
        names: dict[str, str] = {}
        for v in trained:
            average = self._ema.average(v)
            names[v.op.name], names[average.op.name] = average.op.name, v.op.name
        self._swapped_variable_name_map = names
        return grouping.group(train_op, averages, name="train_with_avg")

    def swapping_saver(self, var_list: Any = None, name: str = "swapping_saver", **kwargs: Any) -> Saver:
        """A Saver that writes the averages under the names of the variables, and the reverse.

        Raises:
          RuntimeError: nothing is trained yet.
          ValueError: a variable's average is none of `var_list`.
        """
        swapped = self._swapped_variable_name_map
        if swapped is None:
            raise RuntimeError("Must call apply_gradients or minimize before creating the swapping_saver")
        given = variables.global_variables() if var_list is None else var_list
        named = given if isinstance(given, dict) else saveables.op_list_to_dict(given)
        tensors: dict[str, Any] = {}
        for key, value in named.items():
            if isinstance(value, list) or hasattr(value, "_get_variable_list"):
                tensors.update((v.op.name, v) for v in value)
            else:
                tensors[key] = value

        def other(key: str, value: Any) -> Any:
            wanted = swapped.get(key)
            if wanted is None:
                return value
            if wanted not in tensors:
                raise ValueError(
                    f"Variable to swap {wanted} is not part of variables to save. This breaks MovingAverageOptimizer."
                )
            return tensors[wanted]

        found = {
            key: [other(v.op.name, v) for v in value] if isinstance(value, list) else other(key, value)
            for key, value in named.items()
        }
        return Saver(found, name=name, **kwargs)


class VariableClippingOptimizer(Optimizer):
    """Clips the norms of variables after each step of another optimizer.

    Args:
      opt: the optimizer.
      vars_to_clip_dims: variable -> dimensions over which its norm is taken.
      max_norm: the largest norm.
      use_locking: kept on the nodes.
      colocate_clip_ops_with_vars: place the clipping with the variables.
      name: name of the operations.
    """

    def __init__(
        self,
        opt: Any,
        vars_to_clip_dims: Mapping[Any, Any],
        max_norm: Any,
        use_locking: bool = False,
        colocate_clip_ops_with_vars: bool = False,
        name: str = "VariableClipping",
    ) -> None:
        super().__init__(use_locking, name)
        self._opt = opt
        self._vars_to_clip_dims = {var: dims[:] for var, dims in vars_to_clip_dims.items()}
        self._max_norm = max_norm
        self._colocate_clip_ops_with_vars = colocate_clip_ops_with_vars

    def compute_gradients(self, *args: Any, **kwargs: Any) -> Any:
        """Those of the optimizer."""
        return self._opt.compute_gradients(*args, **kwargs)

    def get_slot(self, *args: Any, **kwargs: Any) -> Any:
        """The optimizer's slot."""
        return self._opt.get_slot(*args, **kwargs)

    def get_slot_names(self, *args: Any, **kwargs: Any) -> Any:
        """The optimizer's slots."""
        return self._opt.get_slot_names(*args, **kwargs)

    def apply_gradients(self, grads_and_vars: Any, global_step: Any = None, name: str | None = None) -> Any:
        """The optimizer's step, then the clipping."""
        pairs = list(grads_and_vars)
        with framework.name_scope(name, self._name) as scope:
            update = self._opt.apply_gradients(pairs, global_step=global_step)
            clipped = []
            with framework.control_dependencies([update]):
                for grad, var in pairs:
                    if grad is None or var not in self._vars_to_clip_dims:
                        continue
                    with framework.name_scope("clip_" + var.op.name):
                        is_dense = isinstance(grad, Tensor)
                        clipped.append(self._clip_dense(var) if is_dense else self._clip_sparse(grad, var))
            return grouping.group(update, *clipped, name=scope)

    def _near(self, var: Any) -> Any:
        return framework.colocate_with(var) if self._colocate_clip_ops_with_vars else nullcontext()

    def _clip_dense(self, var: Any) -> Any:
        with self._near(var):
            value = var.read_value()
            delta = value - clip_ops.clip_by_norm(value, self._max_norm, self._vars_to_clip_dims[var])
        with framework.colocate_with(var):
            return var.assign_sub(delta, use_locking=self._use_locking)

    def _clip_sparse(self, grad: IndexedSlices, var: Any) -> Any:
        dims = self._vars_to_clip_dims[var]
        if 0 in dims:
            tf_logging.warning(
                "Clipping norm across dims %s for %s is inefficient when including sparse dimension 0.",
                dims,
                var.op.name,
            )
            return self._clip_dense(var)
        with framework.colocate_with(var):
            rows = gather(var, grad.indices)
        with self._near(var):
            clipped = clip_ops.clip_by_norm(rows, self._max_norm, dims)
            delta = IndexedSlices(rows - clipped, grad.indices, grad.dense_shape)
        with framework.colocate_with(var):
            return var.scatter_sub(delta, use_locking=self._use_locking)
