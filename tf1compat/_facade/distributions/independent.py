"""`tf.contrib.distributions.Independent`: dimensions of a batch as dimensions of events."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade import tensor_util
from tf1compat._facade.convert import convert
from tf1compat._facade.distributions.distribution import Distribution
from tf1compat._facade.distributions.kullback_leibler import RegisterKL, kl_divergence
from tf1compat._facade.distributions.scalar_events import arguments, given
from tf1compat._facade.distributions.static_shapes import dimension
from tf1compat._facade.formulas import array_ops, check_ops, math_ops
from tf1compat._facade.framework import control_dependencies, name_scope
from tf1compat._jaxcore.base import dtypes, shapes


def _size(vector: Any) -> Any:
    """The number of elements of a shape's tensor."""
    known = dimension(vector.shape.with_rank_at_least(1)[0]) if vector.shape.ndims is not None else None
    return array_ops.shape(vector)[0] if known is None else known


class Independent(Distribution):
    """One event for all the distributions along the last `reinterpreted_batch_ndims` dimensions of a batch.

    Args:
      distribution: the batch.
      reinterpreted_batch_ndims: all dimensions but the first by default.
      validate_args: check arguments as the graph runs.
      name: prefix of its nodes.

    Raises:
      ValueError: the batch is known to have fewer dimensions.
    """

    distribution, reinterpreted_batch_ndims = given("distribution"), given("reinterpreted_batch_ndims")

    def __init__(
        self,
        distribution: Any,
        reinterpreted_batch_ndims: Any = None,
        validate_args: bool = False,
        name: str | None = None,
    ) -> None:
        parameters = arguments(locals())
        self._distribution = base = distribution
        with name_scope(name or "Independent" + base.name) as scope:
            number = reinterpreted_batch_ndims
            if number is None:
                known = base.batch_shape.ndims
                if known is None:
                    number = math_ops.maximum(0, array_ops.shape(base.batch_shape_tensor())[0] - 1)
                else:
                    number = max(0, known - 1)
            number = convert(number, dtypes.int32, "reinterpreted_batch_ndims")
            self._static = tensor_util.constant_value(number)
            self._reinterpreted_batch_ndims = number if self._static is None else self._static
            parents = [number, *base._graph_parents]
            kind, nan = base.reparameterization_type, base.allow_nan_stats
            super().__init__(base.dtype, kind, validate_args, nan, parameters, parents, scope)
            self._runtime_assertions = self._checks(number)

    def _checks(self, number: Any) -> list[Any]:
        rank, message = self.distribution.batch_shape.ndims, "cannot exceed distribution.batch_ndims"
        if rank is not None and self._static is not None:
            if self._static > rank:
                raise ValueError(f"reinterpreted_batch_ndims({self._static}) {message}({rank})")
            return []
        if not self.validate_args:
            return []
        rank = _size(self.distribution.batch_shape_tensor())
        return [check_ops.assert_less_equal(number, rank, message=f"reinterpreted_batch_ndims {message}")]

    def _batch_shape_tensor(self) -> Any:
        with control_dependencies(self._runtime_assertions):
            batch = self.distribution.batch_shape_tensor()
            return batch[: _size(batch) - self.reinterpreted_batch_ndims]

    def _batch_shape(self) -> Any:
        batch = self.distribution.batch_shape
        if self._static is None or batch.ndims is None:
            return shapes.TensorShape(None)
        return batch[: batch.ndims - int(self._static)]

    def _event_shape_tensor(self) -> Any:
        with control_dependencies(self._runtime_assertions):
            batch = self.distribution.batch_shape_tensor()
            inner = batch[_size(batch) - self.reinterpreted_batch_ndims :]
            return array_ops.concat([inner, self.distribution.event_shape_tensor()], axis=0)

    def _event_shape(self) -> Any:
        batch = self.distribution.batch_shape
        if self._static is None or batch.ndims is None:
            return shapes.TensorShape(None)
        return batch[batch.ndims - int(self._static) :].concatenate(self.distribution.event_shape)

    def _sample_n(self, n: Any, seed: int | None = None) -> Any:
        with control_dependencies(self._runtime_assertions):
            return self.distribution.sample(sample_shape=n, seed=seed)

    def _log_prob(self, x: Any) -> Any:
        with control_dependencies(self._runtime_assertions):
            return self._summed(self.distribution.log_prob(x))

    def _entropy(self) -> Any:
        with control_dependencies(self._runtime_assertions):
            return self._summed(self.distribution.entropy())

    def _mean(self) -> Any:
        with control_dependencies(self._runtime_assertions):
            return self.distribution.mean()

    def _variance(self) -> Any:
        with control_dependencies(self._runtime_assertions):
            return self.distribution.variance()

    def _stddev(self) -> Any:
        with control_dependencies(self._runtime_assertions):
            return self.distribution.stddev()

    def _mode(self) -> Any:
        with control_dependencies(self._runtime_assertions):
            return self.distribution.mode()

    def _summed(self, stat: Any) -> Any:
        if self._static is None:
            axes: Any = math_ops.range(self._reinterpreted_batch_ndims)
        else:
            axes = np.arange(self._static)
        return math_ops.reduce_sum(stat, axis=-1 - axes)


@RegisterKL(Independent, Independent)
def _kl_independent(a: Any, b: Any, name: str = "kl_independent") -> Any:
    p, q = a.distribution, b.distribution
    if a.event_shape.is_fully_defined() and b.event_shape.is_fully_defined():
        if a.event_shape.as_list() != b.event_shape.as_list():
            raise ValueError("Event shapes do not match.")
        if p.event_shape.as_list() != q.event_shape.as_list():
            raise NotImplementedError("KL between Independents with different event shapes not supported.")
        axes: Any = [-i - 1 for i in range(a.event_shape.ndims - p.event_shape.ndims)]
        return math_ops.reduce_sum(kl_divergence(p, q, name=name), axis=axes)
    checks = [
        check_ops.assert_equal(a.event_shape_tensor(), b.event_shape_tensor()),
        check_ops.assert_equal(p.event_shape_tensor(), q.event_shape_tensor()),
    ]
    with control_dependencies(checks):
        extra = array_ops.shape(a.event_shape_tensor()[0]) - array_ops.shape(p.event_shape_tensor()[0])
        axes = math_ops.range(-extra - 1, -1, 1)
        return math_ops.reduce_sum(kl_divergence(p, q, name=name), axis=axes)
