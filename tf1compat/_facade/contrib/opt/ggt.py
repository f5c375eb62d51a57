"""`tf.contrib.opt.GGTOptimizer`: full-matrix adaptive regularisation by a window of gradients."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tf1compat._facade import array_creation, array_ops, context, framework, grouping, math_ops, matrices, state_ops
from tf1compat._facade.cond import cond
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.indexed_slices import IndexedSlices
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train.optimizer import Optimizer
from tf1compat._jaxcore.base import dtypes


class GGTOptimizer(Optimizer):
    """Preconditions the first moment by (G G^T + ...)^(-1/2) of the last `window` moments G.

    Args:
      learning_rate, beta1: numbers or tensors.
      use_locking, name: of `tf.train.Optimizer`.
      window: number of gradients that are kept.
      eps: where the smallest singular value's root is above it, directions outside of the window move, too.
      svd_eps: multiple of the identity that is added before the decomposition.
      sigma_eps: added to the roots of singular values.

    Source: Agarwal et al., "The Case for Full-Matrix Adaptive Regularization" (2018).
    """

    def __init__(
        self,
        learning_rate: Any = 0.001,
        beta1: Any = 0.9,
        use_locking: bool = False,
        name: str = "GGT",
        window: int = 10,
        eps: float = 1e-4,
        svd_eps: float = 1e-6,
        sigma_eps: float = 1e-2,
    ) -> None:
        super().__init__(use_locking, name)
        self._hypers = {
            "beta1": beta1,
            "eps": eps,
            "lr": learning_rate,
            "sigma_eps": sigma_eps,
            "svd_eps": svd_eps,
            "window": window,
        }
        self._variables: list[Any] = []
        self.index_dict: dict[str, int] = {}
        self.shape_dict: dict[str, int] = {}

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        sizes = {v.name: int(v.get_shape().num_elements()) for v in var_list}
        self.shape_dict = dict(sorted(sizes.items()))
        total = 0
        for name, size in self.shape_dict.items():
            self.index_dict[name] = total
            total += size
        dtype = var_list[0].dtype.base_dtype
        first = var_list[0]
        start = [
            ("global_step", lambda: math_ops.cast(0.0, dtype=dtype)),
            ("grad_buffer", lambda: array_ops.zeros([self._hypers["window"], total], dtype=dtype)),
            ("moment1", lambda: array_ops.zeros((total,), dtype=dtype)),
            ("flat_grad", lambda: array_ops.zeros((total,), dtype=dtype)),
        ]
        for name, value in start:
            self._create_non_slot_variable(initial_value=value(), name=name, colocate_with=first)

    def _own(self, name: str) -> Any:
        return self._get_non_slot_variable(name, graph=context.get_default_graph())

    def _get_global_step(self, state: Any = None) -> Any:
        return self._own("global_step")

    def _get_moment1(self, state: Any = None) -> Any:
        return self._own("moment1")

    def _get_grad_buffer(self, state: Any = None) -> Any:
        return self._own("grad_buffer")

    def _get_flat_grad(self, state: Any = None) -> Any:
        return self._own("flat_grad")

    def _prepare(self) -> None:
        self._variables = []
        self._hyper_tensors = {k: convert_to_tensor(self._call_if_callable(v)) for k, v in self._hypers.items()}

    def _setting(self, name: str, dtype: Any = None) -> Tensor:
        found = self._hyper_tensors[name]
        return found if dtype is None else math_ops.cast(found, dtype)

    def _apply_dense(self, grad: Tensor, var: Any) -> Any:
        """Puts the gradient into its part of the flat one; `_finish` does the rest."""
        self._variables.append(var)
        start = self.index_dict[var.name]
        places = math_ops.range(start, start + self.shape_dict[var.name])
        return state_ops.scatter_update(self._own("flat_grad"), places, array_ops.reshape(grad, [-1]))

    def _resource_apply_dense(self, grad: Tensor, handle: Any) -> Any:
        return self._apply_dense(grad, handle)

    def _apply_sparse(self, grad: IndexedSlices, var: Any) -> Any:
        raise NotImplementedError("Sparse gradient updates are not supported.")

    def _finish(self, update_ops: list[Any], name_scope: str) -> Any:
        with framework.control_dependencies(update_ops):
            dtype = self._variables[0].dtype.base_dtype
            step = state_ops.assign_add(self._own("global_step"), 1.0)
            beta1 = self._setting("beta1", dtype)
            moment, flat_grad = self._own("moment1"), self._own("flat_grad")
            moment = moment.assign(beta1 * moment + (1.0 - beta1) * flat_grad)
            window = self._setting("window")
            row = math_ops.floormod(math_ops.cast(step - 1.0, dtypes.int32), window)
            buffer = state_ops.scatter_update(self._own("grad_buffer"), row, moment)
            filled = math_ops.minimum(convert_to_tensor(step), math_ops.cast(window, dtype=dtype))
            direction = self._direction(buffer, array_ops.expand_dims(moment, -1), math_ops.sqrt(filled), dtype)
            lr = self._setting("lr", dtype)
            steps = []
            for var in self._variables:
                start = self.index_dict[var.name]
                part = direction[start : start + self.shape_dict[var.name]]
                steps.append(state_ops.assign_sub(var, lr * array_ops.reshape(part, var.get_shape())))
        return grouping.group(*update_ops, *steps, name=name_scope)

    def _direction(self, buffer: Any, moment: Any, denom: Any, dtype: Any) -> Any:
        """(G G^T)^(-1/2) moment, from the singular values of the small G^T G."""
        m = array_ops.transpose(math_ops.divide(buffer, denom))
        damping = math_ops.cast(array_creation.eye(self._setting("window")), dtype=dtype) * self._setting(
            "svd_eps", dtype
        )
        sigma, u, _ = matrices.svd(math_ops.matmul(m, m, transpose_a=True) + damping)
        root = math_ops.sqrt(sigma)
        smallest = math_ops.reduce_min(root)
        one = math_ops.cast(1.0, dtype=dtype)
        cubes = math_ops.divide(one, math_ops.pow(root + self._setting("sigma_eps", dtype), 3))

        def inside(values: Any) -> Any:
            projected = math_ops.matmul(u, math_ops.matmul(m, moment, transpose_a=True), transpose_a=True)
            return math_ops.matmul(m, math_ops.matmul(u, math_ops.matmul(array_ops.diag(values), projected)))

        head = inside(cubes)
        tail = math_ops.divide(moment - inside(math_ops.divide(one, sigma)), smallest)
        return cond(
            smallest > self._setting("eps", dtype), lambda: math_ops.add(head, tail), lambda: array_ops.identity(head)
        )
