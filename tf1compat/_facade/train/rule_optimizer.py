"""Optimizers that are one update rule: dense or on rows, for reference and for resource variables."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.indexed_slices import IndexedSlices
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train.optimizer import Optimizer


class RuleOptimizer(Optimizer):
    """A subclass builds the node of its rule in `_rule`."""

    def _rule(self, prefix: str, var: Any, *gradient: Tensor) -> Any:
        """The update of `var`.

        Args:
          prefix: `"Apply"` or `"SparseApply"`, the begin of the op type.
          var: the variable.
          gradient: the gradient; for `"SparseApply"` its rows and their indices.
        """
        raise NotImplementedError

    def _apply_dense(self, grad: Tensor, var: Any) -> Any:
        return self._rule("Apply", var, grad)

    def _resource_apply_dense(self, grad: Tensor, handle: Any) -> Any:
        return self._rule("Apply", handle, grad)

    def _apply_sparse(self, grad: IndexedSlices, var: Any) -> Any:
        return self._rule("SparseApply", var, grad.values, grad.indices)

    def _resource_apply_sparse(self, grad: Tensor, handle: Any, indices: Tensor) -> Any:
        return self._rule("SparseApply", handle, grad, indices)
