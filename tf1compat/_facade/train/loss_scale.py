"""`tf.train.experimental`: losses scaled up so that small gradients survive in 16 bits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tf1compat._facade import framework, grouping, math_ops
from tf1compat._facade.cond import cond
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.indexed_slices import IndexedSlices
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.smart_cond import smart_cond
from tf1compat._facade.train.optimizer import Optimizer
from tf1compat._facade.variable_base import Variable
from tf1compat._jaxcore.base import dtypes, nest


class LossScale:
    """Base of loss scales: calling one gives the scale, `update` follows the gradients."""

    def __init__(self) -> None:
        self._weights: dict[str, Any] = {}

    def __call__(self) -> Any:
        """The scale, a scalar tensor."""
        raise NotImplementedError

    def update(self, grads: Any) -> tuple[Any, Any]:
        """(an operation that changes the scale, whether to apply these gradients)."""
        raise NotImplementedError

    def _add_weight(self, name: str, initial_value: Any, dtype: Any = None) -> Any:
        if name in self._weights:
            raise RuntimeError(f"Duplicate variables detected. {name}")
        made = Variable(initial_value=initial_value, name=name, dtype=dtype, trainable=False, use_resource=True)
        self._weights[name] = made
        return made

    def get_config(self) -> dict[str, Any]:
        """The arguments of the scale."""
        raise NotImplementedError

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> LossScale:
        """A scale of these arguments."""
        return cls(**config)


class FixedLossScale(LossScale):
    """Always the same scale.

    Raises:
      ValueError: the value is no number, or less than 1.
    """

    def __init__(self, loss_scale_value: float) -> None:
        super().__init__()
        if not isinstance(loss_scale_value, (int, float)):
            raise ValueError("loss_scale_value must be a Python int or float.")
        if loss_scale_value < 1:
            raise ValueError("loss_scale_value must be at least 1.")
        self._loss_scale_value = float(loss_scale_value)

    def __call__(self) -> Any:
        return convert_to_tensor(self._loss_scale_value)

    def update(self, grads: Any) -> tuple[Any, Any]:
        return framework.no_op(), True

    def __repr__(self) -> str:
        return f"FixedLossScale({self._loss_scale_value})"

    def get_config(self) -> dict[str, Any]:
        return {"loss_scale_value": self._loss_scale_value}


class DynamicLossScale(LossScale):
    """A scale that grows after `increment_period` steps with finite gradients, and shrinks after one with others.

    Args:
      initial_loss_scale: first value.
      increment_period: number of steps.
      multiplier: what it grows and shrinks by.
    """

    def __init__(
        self, initial_loss_scale: float = 2**15, increment_period: int = 2000, multiplier: float = 2.0
    ) -> None:
        super().__init__()
        self._initial_loss_scale = float(initial_loss_scale)
        self._increment_period = int(increment_period)
        self._multiplier = float(multiplier)
        self._current_loss_scale = self._add_weight("current_loss_scale", self._initial_loss_scale, dtypes.float32)
        self._num_good_steps = self._add_weight("good_steps", 0, dtypes.int64)

    @property
    def initial_loss_scale(self) -> float:
        return self._initial_loss_scale

    @property
    def increment_period(self) -> int:
        return self._increment_period

    @property
    def multiplier(self) -> float:
        return self._multiplier

    def __call__(self) -> Any:
        return convert_to_tensor(self._current_loss_scale)

    def update(self, grads: Any) -> tuple[Any, Any]:
        is_finite = _is_all_finite(nest.flatten(grads))

        def grown() -> Any:
            larger = self._current_loss_scale * self._multiplier
            return grouping.group(_assign_if_finite(self._current_loss_scale, larger), self._num_good_steps.assign(0))

        def after_good() -> Any:
            is_due = self._num_good_steps + 1 >= self._increment_period
            return cond(is_due, grown, lambda: self._num_good_steps.assign_add(1).op)

        def after_bad() -> Any:
            smaller = math_ops.maximum(self._current_loss_scale / self._multiplier, 1)
            return grouping.group(self._num_good_steps.assign(0), self._current_loss_scale.assign(smaller))

        return cond(is_finite, after_good, after_bad), is_finite

    def __repr__(self) -> str:
        return (
            f"DynamicLossScale(initial_loss_scale={self.initial_loss_scale}, "
            f"increment_period={self.increment_period}, multiplier={self.multiplier})"
        )

    def get_config(self) -> dict[str, Any]:
        return {
            "initial_loss_scale": self.initial_loss_scale,
            "increment_period": self.increment_period,
            "multiplier": self.multiplier,
        }


def _is_all_finite(grads: Sequence[Any]) -> Any:
    return math_ops.reduce_all([math_ops.reduce_all(math_ops.is_finite(g)) for g in grads if g is not None])


def _assign_if_finite(var: Any, value: Any) -> Any:
    return cond(math_ops.is_finite(value), lambda: var.assign(value).op, framework.no_op)


def get(identifier: Any) -> LossScale | None:
    """A scale from a number, "dynamic", a scale or None.

    Raises:
      ValueError: something else.
    """
    if isinstance(identifier, (int, float)):
        return FixedLossScale(identifier)
    if identifier == "dynamic":
        return DynamicLossScale()
    if isinstance(identifier, LossScale) or identifier is None:
        return identifier
    raise ValueError(f"Could not interpret loss scale identifier: {identifier}")


class MixedPrecisionLossScaleOptimizer(Optimizer):
    """Scales the loss of another optimizer up, its gradients down, and leaves out steps whose gradients overflow.

    Args:
      opt: the optimizer.
      loss_scale: of `get`.

    Raises:
      ValueError: `opt` is no optimizer of `tf.train`.
    """

    def __init__(self, opt: Optimizer, loss_scale: Any) -> None:
        if not isinstance(opt, Optimizer):
            raise ValueError(f'"opt" must be an instance of Optimizer, but got: {type(opt)}')
        super().__init__(opt._use_locking, opt.get_name())
        self._optimizer = opt
        self._loss_scale: Any = get(loss_scale)

    def compute_gradients(
        self,
        loss: Any,
        var_list: Any = None,
        gate_gradients: int = Optimizer.GATE_OP,
        aggregation_method: int | None = None,
        colocate_gradients_with_ops: bool = False,
        grad_loss: Any = None,
    ) -> Any:
        """Those of the optimizer, of the scaled loss, scaled back."""
        scale = self._loss_scale()
        scaled: Any = (lambda: loss() * scale) if callable(loss) else loss * scale
        pairs = self._optimizer.compute_gradients(
            loss=scaled,
            var_list=var_list,
            gate_gradients=gate_gradients,
            aggregation_method=aggregation_method,
            colocate_gradients_with_ops=colocate_gradients_with_ops,
            grad_loss=grad_loss,
        )
        factor = 1 / self._loss_scale()
        return [(None if g is None else _times(g, factor), v) for g, v in pairs]

    def apply_gradients(self, grads_and_vars: Any, global_step: Any = None, name: str | None = None) -> Any:
        """The optimizer's step, if all gradients are finite, and the change of the scale."""
        if not isinstance(self._loss_scale, DynamicLossScale):
            return self._optimizer.apply_gradients(grads_and_vars, global_step, name)
        pairs = tuple(grads_and_vars)
        name = self.get_name() if name is None else name
        update, is_finite = self._loss_scale.update([g for g, _ in pairs])

        def apply() -> Any:
            return self._optimizer.apply_gradients(pairs, global_step, name + "-wrapped")

        return grouping.group(smart_cond(is_finite, apply, framework.no_op), update, name=name)


def _times(grad: Any, factor: Any) -> Any:
    if isinstance(grad, IndexedSlices):
        return IndexedSlices(grad.values * factor, grad.indices, grad.dense_shape)
    return grad * factor


def enable_mixed_precision_graph_rewrite(opt: Any, loss_scale: Any = "dynamic") -> MixedPrecisionLossScaleOptimizer:
    """The optimizer with a loss scale. The graph itself stays in float32, as TensorFlow's does without a GPU.

    Raises:
      ValueError: `opt` is no optimizer of `tf.train`, or has a loss scale.
    """
    if isinstance(opt, MixedPrecisionLossScaleOptimizer):
        raise ValueError(
            '"opt" must not already be an instance of a MixedPrecisionLossScaleOptimizer. '
            "`enable_mixed_precision_graph_rewrite` will automatically wrap the optimizer with a "
            "MixedPrecisionLossScaleOptimizer."
        )
    if not isinstance(opt, Optimizer):
        raise ValueError(
            f'"opt" must be an instance of a tf.train.Optimizer or a tf.keras.optimizers.Optimizer, but got: {opt}'
        )
    tf_logging.warning("tf1compat: enable_mixed_precision_graph_rewrite scales the loss; ops keep their float32.")
    return MixedPrecisionLossScaleOptimizer(opt, loss_scale)


def disable_mixed_precision_graph_rewrite() -> None:
    """Ends what `enable_mixed_precision_graph_rewrite` began: nothing, as graphs are not rewritten here."""
    tf_logging.warning("disable_mixed_precision_graph_rewrite() called when mixed precision is already disabled.")
