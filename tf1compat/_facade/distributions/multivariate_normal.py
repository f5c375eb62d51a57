"""`tf.contrib.distributions`: multivariate normal distributions, of loc + scale @ z with a linear operator as scale."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.convert import convert
from tf1compat._facade.distributions.bijectors_affine import AffineLinearOperator
from tf1compat._facade.distributions.continuous import Normal
from tf1compat._facade.distributions.kullback_leibler import RegisterKL
from tf1compat._facade.distributions.scalar_events import arguments, variant
from tf1compat._facade.distributions.scales import (
    is_diagonal_scale,
    make_diag_scale,
    shapes_from_loc_and_scale,
    tensor_or_none,
)
from tf1compat._facade.distributions.static_shapes import dimension_size
from tf1compat._facade.distributions.transformed import TransformedDistribution
from tf1compat._facade.formulas import array_ops, check_ops, math_ops, matrices, nn_ops
from tf1compat._facade.framework import name_scope
from tf1compat._facade.grouping import with_dependencies
from tf1compat._facade.linear_operators import (
    LinearOperatorIdentity,
    LinearOperatorLowerTriangular,
    LinearOperatorLowRankUpdate,
)


class VectorLinearOperator(TransformedDistribution):
    """Events loc + scale @ z, with z of independent elements of one distribution."""

    def _set_up(self, loc: Any, scale: Any, standard: Any, validate_args: bool, parameters: Any, name: str) -> None:
        """`standard(dtype)` gives the distribution of the elements of z."""
        if scale is None:
            raise ValueError("Missing required `scale` parameter.")
        if not scale.dtype.is_floating:
            raise TypeError("`scale` parameter must have floating-point dtype.")
        with name_scope(name, values=[loc, *scale.graph_parents]) as scope:
            loc = tensor_or_none(loc, "loc")
            batch_shape, event_shape = shapes_from_loc_and_scale(loc, scale)
        TransformedDistribution.__init__(
            self,
            distribution=standard(scale.dtype),
            bijector=AffineLinearOperator(shift=loc, scale=scale, validate_args=validate_args),
            batch_shape=batch_shape,
            event_shape=event_shape,
            validate_args=validate_args,
            name=scope,
        )
        self._parameters = parameters

    @property
    def loc(self) -> Any:
        return self.bijector.shift

    @property
    def scale(self) -> Any:
        return self.bijector.scale

    def _mean(self) -> Any:
        shape: Any = self.batch_shape.concatenate(self.event_shape)
        known = shape.is_fully_defined()
        if not known:
            shape = array_ops.concat([self.batch_shape_tensor(), self.event_shape_tensor()], 0)
        if self.loc is None:
            return array_ops.zeros(shape, self.dtype)
        if known and self.loc.shape.is_fully_defined() and shape.as_list() == self.loc.shape.as_list():
            return array_ops.identity(self.loc)
        return array_ops.identity(self.loc) + array_ops.zeros(shape, self.dtype)

    def _scale_squared(self) -> Any:
        """scale @ scale^T."""
        return self.scale.matmul(self.scale.to_dense(), adjoint_arg=True)

    def _diagonal_of_square(self) -> Any:
        if isinstance(self.scale, LinearOperatorLowRankUpdate) and self.scale.is_self_adjoint:
            return array_ops.matrix_diag_part(self.scale.matmul(self.scale.to_dense()))
        return array_ops.matrix_diag_part(self._scale_squared())

    def _mode(self) -> Any:
        return self._mean()


class MultivariateNormalLinearOperator(VectorLinearOperator):
    """Multivariate normal distributions with means `loc` and covariances scale @ scale^T."""

    def __init__(
        self,
        loc: Any = None,
        scale: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "MultivariateNormalLinearOperator",
    ) -> None:
        def standard(dtype: Any) -> Any:
            return Normal(loc=array_ops.zeros([], dtype=dtype), scale=array_ops.ones([], dtype=dtype))

        parameters = arguments({k: v for k, v in locals().items() if k != "standard"})
        self._set_up(loc, scale, standard, validate_args, parameters, name)

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


@RegisterKL(MultivariateNormalLinearOperator, MultivariateNormalLinearOperator)
def _kl_mvn(a: Any, b: Any, name: str | None = None) -> Any:
    values = [a.loc, b.loc, *a.scale.graph_parents, *b.scale.graph_parents]

    def squared(x: Any) -> Any:
        return math_ops.reduce_sum(math_ops.square(x), axis=[-2, -1])

    with name_scope(name, "kl_mvn", values=values):
        if is_diagonal_scale(a.scale) and is_diagonal_scale(b.scale):
            ratio = (a.stddev() / b.stddev())[..., None]
        else:
            ratio = b.scale.solve(a.scale.to_dense())
        volumes = b.scale.log_abs_determinant() - a.scale.log_abs_determinant()
        size = -math_ops.cast(a.scale.domain_dimension_tensor(), a.dtype)
        spread = size + squared(ratio)
        found = volumes + 0.5 * (spread + squared(b.scale.solve((b.mean() - a.mean())[..., None])))
        found.set_shape(array_ops.broadcast_static_shape(a.batch_shape, b.batch_shape))
        return found


class MultivariateNormalDiag(MultivariateNormalLinearOperator):
    """Multivariate normal distributions of independent elements."""

    def __init__(
        self,
        loc: Any = None,
        scale_diag: Any = None,
        scale_identity_multiplier: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "MultivariateNormalDiag",
    ) -> None:
        parameters = arguments(locals())
        with name_scope(name) as scope:
            with name_scope("init", values=[loc, scale_diag, scale_identity_multiplier]):
                # TF1: does not check the diagonal, whatever `validate_args` says
                scale = make_diag_scale(loc, scale_diag, scale_identity_multiplier)
        super().__init__(loc, scale, validate_args, allow_nan_stats, scope)
        self._parameters = parameters


class _SoftplusScale(MultivariateNormalDiag):
    """MultivariateNormalDiag of `loc` and `scale_diag` alone."""

    def __init__(
        self,
        loc: Any,
        scale_diag: Any,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "MultivariateNormalDiagWithSoftplusScale",
    ) -> None:
        super().__init__(loc, scale_diag, validate_args=validate_args, allow_nan_stats=allow_nan_stats, name=name)


MultivariateNormalDiagWithSoftplusScale = variant(
    _SoftplusScale,
    "MultivariateNormalDiagWithSoftplusScale",
    "MultivariateNormalDiag of softplus(scale_diag).",
    scale_diag=nn_ops.softplus,
)


class MultivariateNormalDiagPlusLowRank(MultivariateNormalLinearOperator):
    """Multivariate normal distributions whose scale is a diagonal plus a matrix of low rank."""

    def __init__(
        self,
        loc: Any = None,
        scale_diag: Any = None,
        scale_identity_multiplier: Any = None,
        scale_perturb_factor: Any = None,
        scale_perturb_diag: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "MultivariateNormalDiagPlusLowRank",
    ) -> None:
        parameters = arguments(locals())
        values = [loc, scale_diag, scale_identity_multiplier, scale_perturb_factor, scale_perturb_diag]
        with name_scope(name) as scope:
            with name_scope("init", values=values):
                low_rank = scale_perturb_factor is not None or scale_perturb_diag is not None
                scale = make_diag_scale(
                    loc,
                    scale_diag,
                    scale_identity_multiplier,
                    validate_args=validate_args,
                    assert_positive=low_rank,
                )
                factor = tensor_or_none(scale_perturb_factor, "scale_perturb_factor")
                diagonal = tensor_or_none(scale_perturb_diag, "scale_perturb_diag")
                if low_rank:
                    scale = LinearOperatorLowRankUpdate(
                        scale,
                        u=factor,
                        diag_update=diagonal,
                        is_diag_update_positive=diagonal is None,
                        is_non_singular=True,
                        is_self_adjoint=True,
                        is_positive_definite=True,
                        is_square=True,
                    )
        super().__init__(loc, scale, validate_args, allow_nan_stats, scope)
        self._parameters = parameters


class MultivariateNormalTriL(MultivariateNormalLinearOperator):
    """Multivariate normal distributions with lower triangular scales."""

    def __init__(
        self,
        loc: Any = None,
        scale_tril: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "MultivariateNormalTriL",
    ) -> None:
        parameters = arguments(locals())
        if loc is None and scale_tril is None:
            raise ValueError("Must specify one or both of `loc`, `scale_tril`.")
        with name_scope(name) as scope:
            with name_scope("init", values=[loc, scale_tril]):
                loc = tensor_or_none(loc, "loc")
                scale_tril = tensor_or_none(scale_tril, "scale_tril")
                if scale_tril is None:
                    scale: Any = LinearOperatorIdentity(
                        num_rows=dimension_size(loc, -1),
                        dtype=loc.dtype,
                        is_self_adjoint=True,
                        is_positive_definite=True,
                        assert_proper_shapes=validate_args,
                    )
                else:
                    scale = LinearOperatorLowerTriangular(
                        scale_tril, is_non_singular=True, is_self_adjoint=False, is_positive_definite=False
                    )
        super().__init__(loc, scale, validate_args, allow_nan_stats, scope)
        self._parameters = parameters


class MultivariateNormalFullCovariance(MultivariateNormalTriL):
    """Multivariate normal distributions with these covariance matrices."""

    def __init__(
        self,
        loc: Any = None,
        covariance_matrix: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "MultivariateNormalFullCovariance",
    ) -> None:
        parameters = arguments(locals())
        with name_scope(name) as scope:
            with name_scope("init", values=[loc, covariance_matrix]):
                scale_tril = None
                if covariance_matrix is not None:
                    covariance = convert(covariance_matrix, None, "covariance_matrix")
                    if validate_args:
                        turned = array_ops.matrix_transpose(covariance)
                        check = check_ops.assert_near(covariance, turned, message="Matrix was not symmetric")
                        covariance = with_dependencies([check], covariance)
                    scale_tril = matrices.cholesky(covariance)
                super().__init__(loc, scale_tril, validate_args, allow_nan_stats, scope)
        self._parameters = parameters
