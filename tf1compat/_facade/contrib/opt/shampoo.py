"""`tf.contrib.opt.ShampooOptimizer`: a preconditioner for each dimension of a tensor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tf1compat._facade import array_creation, array_ops, framework, math_ops, matrices, state_ops
from tf1compat._facade.array_index import gather, scatter_nd, where
from tf1compat._facade.cond import cond
from tf1compat._facade.contrib.opt import matrix_roots
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.indexed_slices import IndexedSlices
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train.optimizer import Optimizer
from tf1compat._jaxcore.base import dtypes


def GetParam(var: Any, timestep: Any) -> Any:
    """A setting: `var`, or what it gives for the step."""
    return var(timestep) if callable(var) else var


class ShampooOptimizer(Optimizer):
    """w -= learning_rate * G, contracted in each dimension i with (mat_gbar_i) ** (-alpha / rank).

    `gbar = gbar_decay * gbar + gbar_weight * g`; `mat_gbar_i` is the same of g's outer product over all other dimensions,
    or, in dimensions larger than `max_matrix_size`, of its diagonal.

    Args:
      global_step: variable that counts the steps.
      max_matrix_size: largest dimension with a full matrix.
      gbar_decay, gbar_weight, mat_gbar_decay, mat_gbar_weight, learning_rate, alpha: numbers, or functions of the step.
      svd_interval: compute roots only in every n-th step.
      precond_update_interval: update the matrices only in every n-th step.
      epsilon: multiple of the identity that is added before roots are taken.
      use_iterative_root: iterate instead of a singular value decomposition.
      use_locking, name: of `tf.train.Optimizer`.

    Source: Gupta, Koren and Singer, "Shampoo: Preconditioned Stochastic Tensor Optimization" (2018).
    """

    def __init__(
        self,
        global_step: Any = 0,
        max_matrix_size: int = 768,
        gbar_decay: Any = 0.0,
        gbar_weight: Any = 1.0,
        mat_gbar_decay: Any = 1.0,
        mat_gbar_weight: Any = 1.0,
        learning_rate: Any = 1.0,
        svd_interval: Any = 1,
        precond_update_interval: Any = 1,
        epsilon: float = 1e-4,
        alpha: Any = 0.5,
        use_iterative_root: bool = False,
        use_locking: bool = False,
        name: str = "Shampoo",
    ) -> None:
        super().__init__(use_locking, name)
        self._global_step = math_ops.cast(global_step, dtypes.float32)
        self._max_matrix_size = max_matrix_size
        self._gbar_decay = gbar_decay
        self._gbar_weight = gbar_weight
        self._mat_gbar_decay = mat_gbar_decay
        self._mat_gbar_weight = mat_gbar_weight
        self._learning_rate = learning_rate
        self._svd_interval = svd_interval
        self._precond_update_interval = precond_update_interval
        self._epsilon = epsilon
        self._alpha = alpha
        self._use_iterative_root = use_iterative_root

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        for v in var_list:
            with framework.colocate_with(v):
                self._zeros_slot(v, "gbar", self._name)
                for i, size in enumerate(v.get_shape().as_list()):
                    size_tensor = convert_to_tensor(size)
                    if size <= self._max_matrix_size:
                        start = array_ops.zeros_like(array_creation.eye(size_tensor))
                        if self._svd_interval > 1:
                            self._get_or_make_slot(v, array_creation.eye(size_tensor), f"H_{i}", self._name)
                    else:
                        start = array_ops.zeros([size_tensor])
                    self._get_or_make_slot(v, start, f"Gbar_{i}", self._name)

    def _apply_dense(self, grad: Tensor, var: Any) -> Any:
        return self._apply_gradient(grad, var)

    def _resource_apply_dense(self, grad: Tensor, handle: Any) -> Any:
        return self._apply_dense(grad, handle)

    def _apply_sparse(self, grad: IndexedSlices, var: Any) -> Any:
        return self._rows(grad.values, grad.indices, var)

    def _resource_apply_sparse(self, grad: Tensor, handle: Any, indices: Tensor) -> Any:
        return self._rows(grad, indices, handle)

    def _rows(self, values: Tensor, indices: Tensor, var: Any) -> Any:
        """Rows stay rows only where the first dimension has a diagonal and there is no momentum."""
        if var.get_shape()[0] <= self._max_matrix_size or self._gbar_decay != 0.0:
            shape = array_ops.shape(var, out_type=indices.dtype)
            return self._apply_gradient(scatter_nd(array_ops.expand_dims(indices, axis=1), values, shape), var)
        return self._apply_gradient(values, var, indices)

    def _weighted_average(self, var: Any, weight: Any, weight_t: Any, rest: Any) -> Any:
        """var = weight * var + rest; nothing is stored for weight 0."""
        if weight == 0.0:
            return rest
        if weight == 1.0:
            return state_ops.assign_add(var, rest)
        return var.assign_add((weight_t - 1) * var + rest)

    def _update_mat_g(self, mat_g: Any, grad: Any, axes: Any, decay: Any, weight: Any, i: int) -> Any:
        grad_outer = math_ops.tensordot(grad, grad, axes=(axes, axes), name=f"grad_outer_{i}")
        return self._weighted_average(mat_g, self._mat_gbar_decay, decay, weight * grad_outer)

    def _compute_power(
        self, var: Any, mat_g: Any, mat_g_size: Any, alpha: Any, mat_h_slot_name: str | None = None
    ) -> Any:
        """`mat_g ** alpha`, kept in a slot if one is named."""
        with framework.name_scope("matrix_iterative_power"):
            if self._use_iterative_root:
                root = matrix_roots.matrix_square_root(mat_g, mat_g_size, 100, self._epsilon)
                mat_h = matrix_roots.matrix_inverse_pth_root(root, mat_g_size, 2 * alpha, 100, 1e-6, ridge_epsilon=0.0)
            else:
                mat_h = self._power_by_svd(mat_g, mat_g_size, alpha)
            if mat_h_slot_name is not None:
                return state_ops.assign(self.get_slot(var, mat_h_slot_name), mat_h)
            return mat_h

    def _power_by_svd(self, mat_g: Any, mat_g_size: Any, alpha: Any) -> Any:
        if mat_g_size == 1:
            return math_ops.pow(mat_g + self._epsilon, alpha)
        damping = self._epsilon * array_creation.eye(math_ops.cast(mat_g_size, dtypes.int32))
        values, mat_u, mat_v = matrices.svd(mat_g + damping, full_matrices=True)
        power = math_ops.pow(math_ops.maximum(values, self._epsilon), alpha)
        return math_ops.matmul(mat_v * power, array_ops.transpose(mat_u))

    def _apply_gradient(self, grad: Any, var: Any, indices: Any = None) -> Any:
        step = self._global_step + 1
        shape = var.get_shape().as_list()
        decay_t, weight_t = GetParam(self._gbar_decay, step), GetParam(self._gbar_weight, step)
        if indices is None:
            slot = self.get_slot(var, "gbar")
            conditioned = self._weighted_average(slot, self._gbar_decay, decay_t, weight_t * grad)
        else:
            if self._gbar_decay != 0.0:
                tf_logging.warning("Not applying momentum for variable: %s", var.name)
            conditioned = grad
        mat_decay_t, mat_weight_t = GetParam(self._mat_gbar_decay, step), GetParam(self._mat_gbar_weight, step)
        neg_alpha = -GetParam(self._alpha, step) / len(shape)
        for i, size in enumerate(shape):
            axes = [j for j in range(len(shape)) if j != i]
            if size <= self._max_matrix_size:
                mat_h = self._matrix(var, i, size, grad, axes, step, mat_decay_t, mat_weight_t, neg_alpha)
                conditioned = math_ops.tensordot(conditioned, mat_h, axes=([0], [0]), name=f"precond_{i}")
            else:
                rows = indices if i == 0 else None
                scale = 1.0 if indices is not None else float(size)
                outer = math_ops.reduce_sum(grad * grad, axis=axes) / scale if axes else grad * grad
                mat_h = self._diagonal(var, i, outer, rows, mat_decay_t, mat_weight_t, neg_alpha)
                turned = array_ops.transpose(conditioned, perm=[*range(1, len(shape)), 0])
                conditioned = turned * mat_h
        rate = GetParam(self._learning_rate, step)
        if indices is not None:
            return state_ops.scatter_add(var, indices, -rate * conditioned)
        return state_ops.assign_sub(var, rate * conditioned)

    def _matrix(
        self, var: Any, i: int, size: int, grad: Any, axes: Any, step: Any, decay: Any, weight: Any, neg_alpha: Any
    ) -> Any:
        """The root of dimension i's matrix, after its update."""
        mat_g = self.get_slot(var, f"Gbar_{i}")
        interval = GetParam(self._precond_update_interval, step)
        updated = cond(
            math_ops.mod(step, interval) < 1,
            lambda: self._update_mat_g(mat_g, grad, axes, decay, weight * interval, i),
            lambda: mat_g,
        )
        updated = updated / float(size)
        if self._svd_interval == 1:
            return self._compute_power(var, updated, size, neg_alpha)
        return cond(
            math_ops.mod(step, GetParam(self._svd_interval, step)) < 1,
            lambda: self._compute_power(var, updated, size, neg_alpha, f"H_{i}"),
            lambda: self.get_slot(var, f"H_{i}"),
        )

    def _diagonal(self, var: Any, i: int, outer: Any, rows: Any, decay: Any, weight: Any, neg_alpha: Any) -> Any:
        """The root of dimension i's diagonal (of its `rows`), after its update."""
        mat_g = self.get_slot(var, f"Gbar_{i}")
        if rows is not None:
            if self._mat_gbar_decay != 1.0:
                raise AssertionError("rows of a large dimension need mat_gbar_decay=1.0")
            updated = gather(state_ops.scatter_add(mat_g, rows, weight * outer), rows)
        else:
            updated = self._weighted_average(mat_g, self._mat_gbar_decay, decay, weight * outer)
        power = math_ops.pow(updated, neg_alpha)
        return where(math_ops.greater(updated, 0), power, array_ops.zeros_like(updated))
