"""`tf.contrib.distributions`: VectorSinhArcsinhDiag and the distribution of vectors of Student's t."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.convert import convert
from tf1compat._facade.distributions import bijectors_elementwise as elementwise
from tf1compat._facade.distributions.bijectors_affine import Affine
from tf1compat._facade.distributions.bijectors_composed import Chain
from tf1compat._facade.distributions.continuous import Normal
from tf1compat._facade.distributions.scalar_events import arguments, given
from tf1compat._facade.distributions.scales import (
    make_diag_scale,
    maybe_check_scalar_distribution,
    shapes_from_loc_and_scale,
    tensor_or_none,
)
from tf1compat._facade.distributions.static_shapes import pick_vector
from tf1compat._facade.distributions.transformed import TransformedDistribution
from tf1compat._facade.distributions.two_sided import StudentT
from tf1compat._facade.formulas import array_ops, constants
from tf1compat._facade.framework import name_scope
from tf1compat._facade.grouping import with_dependencies
from tf1compat._jaxcore.base import dtypes


class VectorSinhArcsinhDiag(TransformedDistribution):
    """Vectors of independent elements, each of a SinhArcsinh distribution."""

    loc, scale, tailweight, skewness = given("loc"), given("scale"), given("tailweight"), given("skewness")

    def __init__(
        self,
        loc: Any = None,
        scale_diag: Any = None,
        scale_identity_multiplier: Any = None,
        skewness: Any = None,
        tailweight: Any = None,
        distribution: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "MultivariateNormalLinearOperator",
    ) -> None:
        parameters = arguments(locals())
        values = [loc, scale_diag, scale_identity_multiplier, skewness, tailweight]
        with name_scope(name, values=values) as scope:
            loc = tensor_or_none(loc, "loc")
            operator = make_diag_scale(loc, scale_diag, scale_identity_multiplier)
            batch_shape, event_shape = shapes_from_loc_and_scale(loc, operator)
            diagonal = operator.diag_part()
            dtype, kind = diagonal.dtype, diagonal.dtype.base
            if distribution is None:
                zero, one = array_ops.zeros([], dtype=dtype), array_ops.ones([], dtype=dtype)
                distribution = Normal(loc=zero, scale=one, allow_nan_stats=allow_nan_stats)
            else:
                checks = maybe_check_scalar_distribution(distribution, dtype, validate_args)
                diagonal = with_dependencies(checks, diagonal) if checks else diagonal
            skew = convert(0.0 if skewness is None else skewness, kind, "skewness")
            weight = convert(1.0 if tailweight is None else tailweight, kind, "tailweight")
            f = straight = elementwise.SinhArcsinh(skewness=skew, tailweight=weight)
            if skewness is not None:
                straight = elementwise.SinhArcsinh(skewness=kind.as_numpy_dtype(0.0), tailweight=weight)
            factor = 2 * diagonal / straight.forward(convert(2, kind))
            affine = Affine(shift=loc, scale_diag=factor, validate_args=validate_args)
            super().__init__(
                distribution, Chain([affine, f]), batch_shape, event_shape, validate_args=validate_args, name=scope
            )
        self._parameters = parameters
        self._loc, self._scale, self._tailweight, self._skewness = loc, operator, weight, skew


class _VectorStudentT(TransformedDistribution):
    """Vectors scale @ t + loc, with independent elements of t."""

    def __init__(
        self,
        df: Any,
        loc: Any = None,
        scale_identity_multiplier: Any = None,
        scale_diag: Any = None,
        scale_tril: Any = None,
        scale_perturb_factor: Any = None,
        scale_perturb_diag: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "VectorStudentT",
    ) -> None:
        parameters = arguments(locals())
        parts = [loc, scale_identity_multiplier, scale_diag, scale_tril, scale_perturb_factor, scale_perturb_diag]
        with name_scope(name) as scope:
            with name_scope("init", values=[df, *parts]):
                affine = Affine(*parts, validate_args=validate_args)
                zero, one = array_ops.zeros([], dtype=affine.dtype), array_ops.ones([], dtype=affine.dtype)
                base = StudentT(df=df, loc=zero, scale=one)
                batch_shape, event_shape = shapes_from_loc_and_scale(affine.shift, affine.scale)
                nothing = constants.constant([], dtype=dtypes.int32)
                batch_shape = pick_vector(base.is_scalar_batch(), batch_shape, nothing)
                super().__init__(base, affine, batch_shape, event_shape, validate_args=validate_args, name=scope)
                self._parameters = parameters

    @property
    def df(self) -> Any:
        return self.distribution.df

    @property
    def loc(self) -> Any:
        return self.bijector.shift

    @property
    def scale(self) -> Any:
        return self.bijector.scale
