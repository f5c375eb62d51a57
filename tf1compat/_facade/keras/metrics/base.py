"""`tf.keras.metrics.Metric`: variables that are updated with each batch, and a result."""

from __future__ import annotations

import functools
from typing import Any, cast

import numpy as np

from tf1compat._facade import array_ops, math_ops
from tf1compat._facade.framework import control_dependencies
from tf1compat._facade.graph_internals import init_scope
from tf1compat._facade.grouping import group
from tf1compat._facade.init_ops import Zeros
from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras.engine.layer import Layer
from tf1compat._facade.keras.losses_reduction import squeeze_or_expand
from tf1compat._facade.tensor_util import is_tensor
from tf1compat._facade.variable_base import VariableAggregation, VariableSynchronization
from tf1compat._facade.weights_broadcast_ops import broadcast_weights
from tf1compat._jaxcore.base import dtypes


def _updating(update: Any) -> Any:
    """`update_state` that adds its operation to the metric's updates."""

    @functools.wraps(update)
    def wrapped(self: Metric, *args: Any, **kwargs: Any) -> Any:
        if self._busy:
            return update(self, *args, **kwargs)
        self._busy = True
        graph = K.get_graph()
        before = len(graph.get_operations()) if self._collects_updates else 0
        try:
            op = update(self, *args, **kwargs)
        finally:
            self._busy = False
        if op is None and self._collects_updates:
            # TF1: a program's own update_state runs as a graph function, all of whose assignments take effect
            made = graph.get_operations()[before:]
            op = group(*[o for o in made if o.type.startswith("Assign")])
        if op is not None:
            self.add_update(op)
        return op

    return wrapped


def _resulting(result: Any) -> Any:
    """`result` as a tensor of its own, which training fetches."""

    @functools.wraps(result)
    def wrapped(self: Metric, *args: Any) -> Any:
        if self._in_result:
            return result(self, *args)
        self._in_result = True
        try:
            found = array_ops.identity(result(self, *args))
        finally:
            self._in_result = False
        self._call_result = found
        return found

    return wrapped


class Metric(Layer):
    """Base of metrics; subclasses make variables with `add_weight` and define `update_state` and `result`.

    Args:
      name: name of the metric.
      dtype: type of its variables and its result.
    """

    _call_result: Any = None
    _collects_updates = False
    _busy = False
    _in_result = False

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for name, wrapper in (("update_state", _updating), ("result", _resulting)):
            if name in cls.__dict__:
                setattr(cls, name, wrapper(cls.__dict__[name]))
        if not cls.__module__.startswith("tf1compat."):
            cls._collects_updates = True

    def __init__(self, name: str | None = None, dtype: Any = None, **kwargs: Any) -> None:
        super().__init__(name=name, dtype=dtype, **kwargs)
        self.stateful = True
        self.built = True
        self._dtype = dtypes.as_dtype(K.floatx() if dtype is None else dtype)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Update with a batch; gives the result after it."""
        update = self.update_state(*args, **kwargs)
        with control_dependencies([update]):
            found = self.result()
            found._metric_obj = self
            return found

    def update_state(self, *args: Any, **kwargs: Any) -> Any:
        """Take a batch into account; gives the operation that does it."""
        raise NotImplementedError("Must be implemented in subclasses.")

    def result(self) -> Any:
        """The metric of what was seen so far."""
        raise NotImplementedError("Must be implemented in subclasses.")

    def reset_states(self) -> None:
        """Forget what was seen."""
        K.batch_set_value([(v, np.zeros(v.shape.as_list())) for v in self.variables])

    def add_weight(  # type: ignore[override]
        self,
        name: str,
        shape: Any = (),
        aggregation: Any = VariableAggregation.SUM,
        synchronization: Any = VariableSynchronization.ON_READ,
        initializer: Any = None,
        dtype: Any = None,
    ) -> Any:
        """Make a variable of the metric."""
        return super().add_weight(
            name=name,
            shape=shape,
            dtype=self._dtype if dtype is None else dtype,
            trainable=False,
            initializer=initializer,
            collections=[],
            synchronization=synchronization,
            aggregation=aggregation,
        )

    def get_config(self) -> dict[str, Any]:
        """The constructor's arguments."""
        return {"name": self.name, "dtype": self.dtype}


class Reduce(Metric):
    """Sum or mean of values: `"sum"`, `"sum_over_batch_size"` or `"weighted_mean"`."""

    def __init__(self, reduction: str, name: str | None, dtype: Any = None) -> None:
        super().__init__(name=name, dtype=dtype)
        self.reduction = reduction
        with init_scope():
            self.total = self.add_weight("total", initializer=Zeros)
            if reduction != "sum":
                self.count = self.add_weight("count", initializer=Zeros)

    def update_state(self, values: Any, sample_weight: Any = None) -> Any:
        """Add values, each times its weight."""
        values = math_ops.cast(values, self._dtype)
        if sample_weight is not None:
            values, sample_weight = self._weighted(values, sample_weight)
        total = math_ops.reduce_sum(values)
        with control_dependencies([total]):
            added = self.total.assign_add(total)
        if self.reduction == "sum":
            return added
        if self.reduction == "sum_over_batch_size" or sample_weight is None:
            count = math_ops.cast(array_ops.size(values), self._dtype)
        else:
            count = math_ops.reduce_sum(sample_weight)
        with control_dependencies([added]):
            return self.count.assign_add(count)

    def _weighted(self, values: Any, weights: Any) -> tuple[Any, Any]:
        weights = math_ops.cast(weights, self._dtype)
        values, _, weights = squeeze_or_expand(values, None, weights)
        try:
            weights = broadcast_weights(weights, values)
        except ValueError:
            axes = list(range(cast("int", K.ndim(weights)), cast("int", K.ndim(values))))
            reduce = math_ops.reduce_sum if self.reduction == "sum" else math_ops.reduce_mean
            values = reduce(values, axis=axes)
        return math_ops.multiply(values, weights), weights

    def result(self) -> Any:
        if self.reduction == "sum":
            return array_ops.identity(self.total)
        return math_ops.div_no_nan(self.total, self.count)


class Sum(Reduce):
    """Sum of values."""

    def __init__(self, name: str | None = "sum", dtype: Any = None) -> None:
        super().__init__("sum", name, dtype)


class Mean(Reduce):
    """Weighted mean of values."""

    def __init__(self, name: str | None = "mean", dtype: Any = None) -> None:
        super().__init__("weighted_mean", name, dtype)


class MeanMetricWrapper(Mean):
    """Mean of a function of targets and predictions; further arguments go to it."""

    def __init__(self, fn: Any, name: str | None = None, dtype: Any = None, **kwargs: Any) -> None:
        super().__init__(name=name, dtype=dtype)
        self._fn = fn
        self._fn_kwargs = kwargs

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> Any:
        y_true, y_pred = math_ops.cast(y_true, self._dtype), math_ops.cast(y_pred, self._dtype)
        y_pred, y_true, _ = squeeze_or_expand(y_pred, y_true)
        return super().update_state(self._fn(y_true, y_pred, **self._fn_kwargs), sample_weight=sample_weight)

    def get_config(self) -> dict[str, Any]:
        further = {k: K.eval(v) if is_tensor(v) else v for k, v in self._fn_kwargs.items()}
        return {**super().get_config(), **further}


class MeanTensor(Metric):
    """Mean of each element of a tensor over batches."""

    def __init__(self, name: str | None = "mean_tensor", dtype: Any = None) -> None:
        super().__init__(name=name, dtype=dtype)
        self._shape: Any = None

    def update_state(self, values: Any, sample_weight: Any = None) -> Any:
        values = math_ops.cast(values, self._dtype)
        if self._shape is None:
            self._shape = values.shape
            with init_scope():
                self._total = self.add_weight("total", shape=values.shape, initializer=Zeros)
                self._count = self.add_weight("count", shape=values.shape, initializer=Zeros)
        elif values.shape != self._shape:
            raise ValueError(
                f"MeanTensor input values must always have the same shape. Expected shape (set during the first call): "
                f"{self._shape}. Got: {values.shape}"
            )
        count = array_ops.ones_like(values)
        if sample_weight is not None:
            weights = math_ops.cast(sample_weight, self._dtype)
            values, _, weights = squeeze_or_expand(values, None, weights)
            weights = broadcast_weights(weights, values)
            count, values = math_ops.multiply(count, weights), math_ops.multiply(values, weights)
        added = self._total.assign_add(values)
        with control_dependencies([added]):
            return self._count.assign_add(count)

    @property
    def total(self) -> Any:
        return None if self._shape is None else self._total

    @property
    def count(self) -> Any:
        return None if self._shape is None else self._count

    def result(self) -> Any:
        if self._shape is None:
            raise ValueError(
                "MeanTensor does not have any result yet. Please call the MeanTensor instance or use "
                "`.update_state(value)` before retrieving the result."
            )
        return math_ops.div_no_nan(self._total, self._count)


__all__ = ["Mean", "MeanMetricWrapper", "MeanTensor", "Metric", "Reduce", "Sum"]
