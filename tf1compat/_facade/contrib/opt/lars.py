"""`tf.contrib.opt.LARSOptimizer`: each layer's learning rate follows the ratio of its norms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tf1compat._facade import linalg_ops, math_ops
from tf1compat._facade.array_index import where
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.indexed_slices import IndexedSlices
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train.optimizer import Optimizer, cast_like


class LARSOptimizer(Optimizer):
    """Momentum whose gradient is scaled by eeta * |w| / (|g| + weight_decay * |w| + epsilon) for each variable.

    Args:
      learning_rate, momentum, weight_decay, epsilon: numbers.
      eeta: the coefficient of LARS.
      name: name of the operations and slots.
      skip_list: variables whose name contains one of these strings are neither scaled nor decayed.
      use_nesterov: Nesterov's momentum.

    Raises:
      ValueError: negative momentum or weight decay.

    Source: You, Gitman and Ginsburg, "Large Batch Training of Convolutional Networks" (2017).
    """

    def __init__(
        self,
        learning_rate: Any,
        momentum: Any = 0.9,
        weight_decay: float = 0.0001,
        eeta: float = 0.001,
        epsilon: float = 0.0,
        name: str = "LARSOptimizer",
        skip_list: Sequence[str] | None = None,
        use_nesterov: bool = False,
    ) -> None:
        if momentum < 0.0:
            raise ValueError(f"momentum should be positive: {momentum}")
        if weight_decay < 0.0:
            raise ValueError(f"weight_decay should be positive: {weight_decay}")
        super().__init__(use_locking=False, name=name)
        self._learning_rate = learning_rate
        self._momentum = momentum
        self._weight_decay = weight_decay
        self._eeta = eeta
        self._epsilon = epsilon
        self._skip_list = skip_list
        self._use_nesterov = use_nesterov

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        for v in var_list:
            self._zeros_slot(v, "momentum", self._name)

    def compute_lr(self, grad: Tensor, var: Any) -> tuple[Any, Any]:
        """The variable's learning rate, and its gradient with the decay of weights."""
        if self._skip_list is not None and any(part in var.name for part in self._skip_list):
            return self._learning_rate, grad
        w_norm = linalg_ops.norm(var, ord=2)
        g_norm = linalg_ops.norm(grad, ord=2)
        # the nodes stand in the order in which TF1 evaluates its arguments
        has_weights = math_ops.greater(w_norm, 0)
        has_gradient = math_ops.greater(g_norm, 0)
        ratio = self._eeta * w_norm / (g_norm + self._weight_decay * w_norm + self._epsilon)
        trust_ratio = where(has_weights, where(has_gradient, ratio, 1.0), 1.0)
        return self._learning_rate * trust_ratio, grad + self._weight_decay * var

    def _apply_dense(self, grad: Tensor, var: Any) -> Any:
        scaled_lr, grad = self.compute_lr(grad, var)
        one = cast_like(1.0, var)
        slots = [self.get_slot(var, "momentum")]
        return self._update(
            "ApplyMomentum", var, slots, one, grad * scaled_lr, self._momentum, use_nesterov=self._use_nesterov
        )

    def _resource_apply_dense(self, grad: Tensor, handle: Any) -> Any:
        return self._apply_dense(grad, handle)

    def _apply_sparse(self, grad: IndexedSlices, var: Any) -> Any:
        return self._rows(grad.values, var, grad.indices)

    def _resource_apply_sparse(self, grad: Tensor, handle: Any, indices: Tensor) -> Any:
        return self._rows(grad, handle, indices)

    def _rows(self, grad: Tensor, var: Any, indices: Tensor) -> Any:
        """TF1: rows are updated by plain momentum."""
        slots = [self.get_slot(var, "momentum")]
        lr, momentum = (cast_like(x, var) for x in (self._learning_rate_tensor, self._momentum_tensor))
        options = {"use_nesterov": self._use_nesterov}
        return self._update("SparseApplyMomentum", var, slots, lr, grad, indices, momentum, **options)

    def _prepare(self) -> None:
        learning_rate, momentum = map(self._call_if_callable, (self._learning_rate, self._momentum))
        self._learning_rate_tensor = convert_to_tensor(learning_rate, name="learning_rate")
        self._momentum_tensor = convert_to_tensor(momentum, name="momentum")
