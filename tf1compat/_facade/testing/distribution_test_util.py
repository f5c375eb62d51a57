"""Assertions on samples of distributions, for their tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tf1compat._facade import linalg_ops
from tf1compat._facade.convert import convert
from tf1compat._facade.formulas import array_ops, math_ops
from tf1compat._facade.framework import name_scope
from tf1compat._facade.sorting import histogram_fixed_width
from tf1compat._facade.variables import global_variables_initializer
from tf1compat._jaxcore.base import dtypes

Run = Callable[[Any], Any]


class DiscreteScalarDistributionTestHelpers:
    """For test classes of distributions of whole numbers."""

    assertAllClose: Callable[..., None]

    def run_test_sample_consistent_log_prob(
        self,
        sess_run_fn: Run,
        dist: Any,
        num_samples: int = 100000,
        num_threshold: int = 1000,
        seed: int | None = 42,
        batch_size: Any = None,
        rtol: float = 1e-2,
        atol: float = 0.0,
    ) -> None:
        """Numbers drawn often enough are drawn as often as their probabilities say."""
        if num_threshold < 1:
            raise ValueError(f"num_threshold({num_threshold}) must be at least 1.")
        y = array_ops.reshape(dist.sample(num_samples, seed=seed), shape=[num_samples, -1])
        batch_size = math_ops.reduce_prod(dist.batch_shape_tensor()) if batch_size is None else batch_size
        batch_dims = array_ops.shape(dist.batch_shape_tensor())[0]
        shape = 1 + array_ops.pad([-2], paddings=[[0, batch_dims]])
        for b, x in enumerate(array_ops.unstack(y, num=batch_size, axis=1)):
            counts, edges = self.histogram(x)
            probs = math_ops.exp(dist.log_prob(array_ops.reshape(edges, shape)))
            probs = array_ops.reshape(probs, shape=[-1, batch_size])[:, b]
            counts, probs = sess_run_fn([counts, probs])
            often = counts > num_threshold
            self.assertAllClose(probs[often], counts[often] / num_samples, rtol=rtol, atol=atol)

    def run_test_sample_consistent_mean_variance(
        self, sess_run_fn: Run, dist: Any, num_samples: int = 100000, seed: int | None = 24, rtol: float = 1e-2,
        atol: float = 0.0,
    ) -> None:  # fmt: skip
        """Mean and variance of samples are those of the distribution."""
        x = math_ops.cast(dist.sample(num_samples, seed=seed), dtypes.float32)
        mean = math_ops.reduce_mean(x, axis=0)
        variance = math_ops.reduce_mean(math_ops.square(x - mean), axis=0)
        found = [mean, variance, math_ops.sqrt(variance)]
        values = sess_run_fn([*found, dist.mean(), dist.variance(), dist.stddev()])
        for one, other in zip(values[3:], values[:3], strict=True):
            self.assertAllClose(one, other, rtol=rtol, atol=atol)

    def histogram(self, x: Any, value_range: Any = None, nbins: Any = None, name: str | None = None) -> tuple[Any, Any]:
        """(how often each of the whole numbers occurs, these numbers)."""
        with name_scope(name, "histogram", [x]):
            x = convert(x, None, "x")
            if value_range is None:
                value_range = [math_ops.reduce_min(x), 1 + math_ops.reduce_max(x)]
            bounds: Any = convert(value_range, None, "value_range")
            low, high = bounds[0], bounds[1]
            nbins = math_ops.cast(high - low, dtypes.int32) if nbins is None else nbins
            step = (high - low) / math_ops.cast(nbins, dtype=bounds.dtype.base)
            edges = math_ops.range(start=low, limit=high, delta=step, dtype=x.dtype.base)
            counts = histogram_fixed_width(x, value_range=bounds, nbins=nbins)
            return counts, edges


class VectorDistributionTestHelpers:
    """For test classes of distributions of vectors."""

    assertAllClose: Callable[..., None]

    def run_test_sample_consistent_log_prob(
        self,
        sess_run_fn: Run,
        dist: Any,
        num_samples: int = 100000,
        radius: Any = 1.0,
        center: Any = 0.0,
        seed: int | None = 42,
        rtol: float = 1e-2,
        atol: float = 0.0,
    ) -> None:
        """The volume of a ball, estimated by samples and their densities, is what it should be."""
        radius = np.asarray(radius)
        with name_scope("run_test_sample_consistent_log_prob"):
            batch_shape = dist.batch_shape_tensor()
            dims = math_ops.cast(dist.event_shape_tensor()[0], dtype=radius.dtype)
            of_unit = dims / 2.0 * np.log(np.pi) - math_ops.lgamma(1.0 + dims / 2.0)
            volume = math_ops.exp(of_unit + dims * math_ops.log(radius))
            x = array_ops.identity(dist.sample(num_samples, seed=seed))
            inside = math_ops.cast(linalg_ops.norm(x - center, axis=-1) <= radius, dtype=x.dtype)  # type: ignore[operator]
            estimate = math_ops.reduce_mean(math_ops.exp(-dist.log_prob(x)) * inside, axis=0)
            start = global_variables_initializer()
        sess_run_fn(start)
        batch_shape, volume, estimate = sess_run_fn([batch_shape, volume, estimate])
        self.assertAllClose(np.tile(volume, reps=batch_shape), estimate, rtol=rtol, atol=atol)

    def run_test_sample_consistent_mean_covariance(
        self,
        sess_run_fn: Run,
        dist: Any,
        num_samples: int = 100000,
        seed: int | None = 24,
        rtol: float = 1e-2,
        atol: float = 0.1,
        cov_rtol: float | None = None,
        cov_atol: float | None = None,
    ) -> None:
        """Mean and covariance of samples are those of the distribution."""
        x = dist.sample(num_samples, seed=seed)
        mean = math_ops.reduce_mean(x, axis=0)
        z = x - mean
        covariance = math_ops.reduce_mean(z[..., :, None] * z[..., None, :], axis=0)
        variance = array_ops.matrix_diag_part(covariance)
        found = [mean, variance, math_ops.sqrt(variance), covariance]
        values = sess_run_fn([*found, dist.mean(), dist.variance(), dist.stddev(), dist.covariance()])
        for one, other in zip(values[4:7], values[:3], strict=True):
            self.assertAllClose(one, other, rtol=rtol, atol=atol)
        self.assertAllClose(values[7], values[3], rtol=cov_rtol or rtol, atol=cov_atol or atol)
