"""`tf.contrib.distributions`: SinhArcsinh and Kumaraswamy; vectors of exponential and Laplace deviates."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade.convert import convert
from tf1compat._facade.distributions import bijectors_elementwise as elementwise
from tf1compat._facade.distributions.bijectors_affine import AffineScalar
from tf1compat._facade.distributions.bijectors_composed import Chain
from tf1compat._facade.distributions.continuous import Normal, Uniform
from tf1compat._facade.distributions.distribution import FULLY_REPARAMETERIZED
from tf1compat._facade.distributions.gammas import Exponential
from tf1compat._facade.distributions.multivariate_normal import VectorLinearOperator
from tf1compat._facade.distributions.scalar_events import arguments, given
from tf1compat._facade.distributions.scales import (
    is_diagonal_scale,
    make_diag_scale,
    maybe_check_scalar_distribution,
)
from tf1compat._facade.distributions.static_shapes import get_broadcast_shape
from tf1compat._facade.distributions.transformed import TransformedDistribution
from tf1compat._facade.distributions.two_sided import Laplace
from tf1compat._facade.formulas import array_ops, check_ops, math_ops
from tf1compat._facade.framework import name_scope
from tf1compat._facade.grouping import with_dependencies
from tf1compat._facade.sorting import lbeta


class SinhArcsinh(TransformedDistribution):
    """Distributions of loc + scale * sinh((arcsinh(z) + skewness) * tailweight) * a constant, z normal by default."""

    loc, scale, tailweight, skewness = given("loc"), given("scale"), given("tailweight"), given("skewness")

    def __init__(
        self,
        loc: Any,
        scale: Any,
        skewness: Any = None,
        tailweight: Any = None,
        distribution: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "SinhArcsinh",
    ) -> None:
        parameters = arguments(locals())
        with name_scope(name, values=[loc, scale, skewness, tailweight]) as scope:
            loc = convert(loc, None, "loc")
            dtype = loc.dtype
            kind = dtype.base
            scale = convert(scale, kind, "scale")
            weight = convert(1.0 if tailweight is None else tailweight, kind, "tailweight")
            skew = convert(0.0 if skewness is None else skewness, kind, "skewness")
            batch_shape = get_broadcast_shape(loc, scale, weight, skew)
            if distribution is None:
                zero, one = array_ops.zeros([], dtype=dtype), array_ops.ones([], dtype=dtype)
                distribution = Normal(loc=zero, scale=one, allow_nan_stats=allow_nan_stats)
            else:
                checks = maybe_check_scalar_distribution(distribution, dtype, validate_args)
                loc = with_dependencies(checks, loc) if checks else loc
            f = straight = elementwise.SinhArcsinh(skewness=skew, tailweight=weight)
            if skewness is not None:
                straight = elementwise.SinhArcsinh(skewness=kind.as_numpy_dtype(0.0), tailweight=weight)
            factor = 2 * scale / straight.forward(convert(2, kind))  # type: ignore[operator]
            affine = AffineScalar(shift=loc, scale=factor, validate_args=validate_args)
            super().__init__(distribution, Chain([affine, f]), batch_shape, validate_args=validate_args, name=scope)
        self._parameters = parameters
        self._loc, self._scale, self._tailweight, self._skewness = loc, scale, weight, skew


class Kumaraswamy(TransformedDistribution):
    """Distributions on [0, 1] like Beta's, of distribution function 1 - (1 - x^concentration1)^concentration0."""

    def __init__(
        self,
        concentration1: Any = None,
        concentration0: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Kumaraswamy",
    ) -> None:
        with name_scope(name, values=[concentration1, concentration0]) as scope:
            a = convert(concentration1, None, "concentration1")
            b = convert(concentration0, None, "concentration0")
        zero, one = array_ops.zeros([], dtype=a.dtype), array_ops.ones([], dtype=a.dtype)
        super().__init__(
            distribution=Uniform(low=zero, high=one, allow_nan_stats=allow_nan_stats),
            bijector=elementwise.Kumaraswamy(concentration1=a, concentration0=b, validate_args=validate_args),
            batch_shape=get_broadcast_shape(a, b),
            name=scope,
        )
        self._reparameterization_type = FULLY_REPARAMETERIZED

    @property
    def concentration1(self) -> Any:
        return self.bijector.concentration1

    @property
    def concentration0(self) -> Any:
        return self.bijector.concentration0

    def _entropy(self) -> Any:
        a, b = self.concentration1, self.concentration0
        one = array_ops.ones([], dtype=b.dtype)
        harmonic = (1 - 1.0 / b) * (math_ops.digamma(b + one) - math_ops.digamma(one))
        return 1 - 1.0 / a + harmonic + math_ops.log(a) + math_ops.log(b)

    def _moment(self, n: int) -> Any:
        total = self.concentration1 + self.concentration0
        a = array_ops.ones_like(total, dtype=self.dtype) * self.concentration1
        b = array_ops.ones_like(total, dtype=self.dtype) * self.concentration0
        pair = array_ops.stack([1 + n / a, b], -1)
        return math_ops.exp(math_ops.log(b) + lbeta(pair))

    def _mean(self) -> Any:
        return self._moment(1)

    def _variance(self) -> Any:
        return self._moment(2) - math_ops.square(self._moment(1))

    def _mode(self) -> Any:
        a, b = self.concentration1, self.concentration0
        mode = ((a - 1) / (a * b - 1)) ** (1.0 / a)
        if self.allow_nan_stats:
            none = np.array(np.nan, dtype=self.dtype.as_numpy_dtype)
            nan = array_ops.fill(self.batch_shape_tensor(), none, name="nan")
            return array_ops.where_v2((a > 1.0) & (b > 1.0), mode, nan)
        checks = [
            check_ops.assert_less(array_ops.ones([], dtype=x.dtype), x, message=f"Mode undefined for {what} <= 1.")
            for what, x in (("concentration1", a), ("concentration0", b))
        ]
        return with_dependencies(checks, mode)


class VectorLaplaceLinearOperator(VectorLinearOperator):
    """Vectors loc + scale @ z, with z of standard Laplace deviates."""

    def __init__(
        self,
        loc: Any = None,
        scale: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "VectorLaplaceLinearOperator",
    ) -> None:
        parameters = arguments(locals())

        def standard(dtype: Any) -> Any:
            return Laplace(loc=array_ops.zeros([], dtype=dtype), scale=array_ops.ones([], dtype=dtype))

        self._set_up(loc, scale, standard, validate_args, parameters, name)

    def _covariance(self) -> Any:
        if is_diagonal_scale(self.scale):
            return 2.0 * array_ops.matrix_diag(math_ops.square(self.scale.diag_part()))
        return 2.0 * self._scale_squared()

    def _variance(self) -> Any:
        if is_diagonal_scale(self.scale):
            return 2.0 * math_ops.square(self.scale.diag_part())
        return 2.0 * self._diagonal_of_square()

    def _stddev(self) -> Any:
        if is_diagonal_scale(self.scale):
            return np.sqrt(2) * math_ops.abs(self.scale.diag_part())
        return np.sqrt(2) * math_ops.sqrt(self._diagonal_of_square())


class VectorExponentialLinearOperator(VectorLinearOperator):
    """Vectors loc + scale @ z, with z of standard exponential deviates."""

    def __init__(
        self,
        loc: Any = None,
        scale: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "VectorExponentialLinearOperator",
    ) -> None:
        parameters = arguments(locals())

        def standard(dtype: Any) -> Any:
            return Exponential(rate=array_ops.ones([], dtype=dtype), allow_nan_stats=allow_nan_stats)

        self._set_up(loc, scale, standard, validate_args, parameters, name)

    def _of_vector(self, filled: Any) -> Any:
        shape: Any = self.batch_shape.concatenate(self.event_shape)
        if not shape.is_fully_defined():
            shape = array_ops.concat([self.batch_shape_tensor(), self.event_shape_tensor()], 0)
        found = self.scale.matvec(filled(shape, self.dtype))
        return found if self.loc is None else array_ops.identity(self.loc) + found

    def _mean(self) -> Any:
        return self._of_vector(array_ops.ones)

    def _mode(self) -> Any:
        return self._of_vector(array_ops.zeros)

    def _covariance(self) -> Any:
        if is_diagonal_scale(self.scale):
            return array_ops.matrix_diag(math_ops.square(self.scale.diag_part()))
        return self._scale_squared()

    def _variance(self) -> Any:
        if is_diagonal_scale(self.scale):
            return math_ops.square(self.scale.diag_part())
        return self._diagonal_of_square()

    def _stddev(self) -> Any:
        if is_diagonal_scale(self.scale):
            return math_ops.abs(self.scale.diag_part())
        return math_ops.sqrt(self._diagonal_of_square())


class VectorLaplaceDiag(VectorLaplaceLinearOperator):
    """Vectors of independent Laplace deviates."""

    def __init__(
        self,
        loc: Any = None,
        scale_diag: Any = None,
        scale_identity_multiplier: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "VectorLaplaceDiag",
    ) -> None:
        parameters = arguments(locals())
        with name_scope(name):
            with name_scope("init", values=[loc, scale_diag, scale_identity_multiplier]):
                scale = make_diag_scale(loc, scale_diag, scale_identity_multiplier)
        # TF1: its other nodes are in a second scope of this name
        super().__init__(loc, scale, validate_args, allow_nan_stats, name)
        self._parameters = parameters


class VectorExponentialDiag(VectorExponentialLinearOperator):
    """Vectors of independent exponential deviates."""

    def __init__(
        self,
        loc: Any = None,
        scale_diag: Any = None,
        scale_identity_multiplier: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "VectorExponentialDiag",
    ) -> None:
        parameters = arguments(locals())
        with name_scope(name) as scope:
            with name_scope("init", values=[loc, scale_diag, scale_identity_multiplier]):
                scale = make_diag_scale(loc, scale_diag, scale_identity_multiplier)
        super().__init__(loc, scale, validate_args, allow_nan_stats, scope)
        self._parameters = parameters
