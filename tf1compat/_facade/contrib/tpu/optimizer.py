"""`CrossShardOptimizer` and `bfloat16_scope` of `tf.contrib.tpu`."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from tf1compat._facade import math_casts, variable_scope
from tf1compat._facade.losses import Reduction
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.train.optimizer import Optimizer
from tf1compat._jaxcore.base import dtypes


class CrossShardOptimizer(Optimizer):
    """Sums gradients over the shards of a TPU, then lets `opt` apply them. Here there is one shard.

    Args:
      opt: the `tf.train.Optimizer`.
      reduction: how the losses of the shards make one (`tf.losses.Reduction`).
      name: name of the operations.
      group_assignment: groups of shards that sum among themselves; with one shard, `[[0]]` or nothing.

    Raises:
      ValueError: `reduction` or `group_assignment` is not valid.
    """

    def __init__(
        self,
        opt: Any,
        reduction: str = Reduction.MEAN,
        name: str = "CrossShardOptimizer",
        group_assignment: Any = None,
    ) -> None:
        if reduction not in (Reduction.SUM, Reduction.MEAN):
            raise ValueError(f"Unsupported reduction: {reduction}.")
        super().__init__(False, name)
        self._opt = opt
        if group_assignment and group_assignment != [[0]]:
            raise ValueError(
                f"group_assignment must be a permutation of range(1). Got group_assignment={group_assignment}"
            )

    def compute_gradients(self, loss: Any, var_list: Any = None, **kwargs: Any) -> Any:
        """As `opt` computes them."""
        tf_logging.warning(
            "CrossShardOptimizer should be used within a tpu_shard_context, but got unset number_of_shards. Assuming 1."
        )
        return self._opt.compute_gradients(loss, var_list=var_list, **kwargs)

    def apply_gradients(self, grads_and_vars: Any, global_step: Any = None, name: str | None = None) -> Any:
        """As `opt` applies them."""
        return self._opt.apply_gradients(grads_and_vars, global_step, name)

    def get_slot(self, *args: Any, **kwargs: Any) -> Any:
        return self._opt.get_slot(*args, **kwargs)

    def get_slot_names(self, *args: Any, **kwargs: Any) -> Any:
        return self._opt.get_slot_names(*args, **kwargs)

    def variables(self) -> Any:
        return self._opt.variables()


@contextlib.contextmanager
def bfloat16_scope() -> Iterator[Any]:
    """Inside, bfloat16 variables are kept in float32 and cast where they are read."""

    def custom_getter(getter: Any, *args: Any, **kwargs: Any) -> Any:
        cast = kwargs["dtype"] == dtypes.bfloat16
        if cast:
            kwargs["dtype"] = dtypes.float32
        found = getter(*args, **kwargs)
        return math_casts.cast(found, dtypes.bfloat16) if cast else found

    with variable_scope.variable_scope("", custom_getter=custom_getter) as scope:
        yield scope
