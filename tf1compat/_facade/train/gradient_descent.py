"""Gradient descent."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.apply import apply_op
from tf1compat._facade.indexed_slices import IndexedSlices
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train.optimizer import Optimizer, cast_like


class GradientDescentOptimizer(Optimizer):
    """variable -= learning_rate * gradient.

    Args:
      learning_rate: a number, a tensor, or a function that gives one.
      use_locking: kept on the nodes.
      name: name of the operations.
    """

    def __init__(self, learning_rate: Any, use_locking: bool = False, name: str = "GradientDescent") -> None:
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._learning_rate_tensor: Any = None

    def _prepare(self) -> None:
        self._learning_rate_tensor = self._hyper(self._learning_rate, "learning_rate")

    def _apply_dense(self, grad: Tensor, var: Any) -> Any:
        return self._update("ApplyGradientDescent", var, [], cast_like(self._learning_rate_tensor, var), grad)

    def _resource_apply_dense(self, grad: Tensor, handle: Any) -> Any:
        return self._apply_dense(grad, handle)

    def _apply_sparse_duplicate_indices(self, grad: IndexedSlices, var: Any) -> Any:
        step = grad.values * cast_like(self._learning_rate_tensor, var)
        slices = IndexedSlices(step, grad.indices, grad.dense_shape)
        return var.scatter_sub(slices, use_locking=self._use_locking)

    def _resource_apply_sparse_duplicate_indices(self, grad: Tensor, handle: Any, indices: Tensor) -> Any:
        step = -grad * self._learning_rate
        return apply_op("ResourceScatterAdd", handle.handle, indices, step)
