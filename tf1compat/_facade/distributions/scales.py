"""Scales of multivariate distributions as linear operators, and what distributions of several parts share."""

from __future__ import annotations

from typing import Any, cast

from tf1compat._facade import tensor_util
from tf1compat._facade.convert import convert, convert_to_tensor
from tf1compat._facade.distributions.distribution import FULLY_REPARAMETERIZED
from tf1compat._facade.distributions.static_shapes import dimension, prefer_static_broadcast_shape, static_value
from tf1compat._facade.formulas import array_ops, check_ops, math_ops
from tf1compat._facade.framework import name_scope
from tf1compat._facade.grouping import with_dependencies
from tf1compat._facade.linear_operators import (
    LinearOperator,
    LinearOperatorDiag,
    LinearOperatorIdentity,
    LinearOperatorLowerTriangular,
    LinearOperatorScaledIdentity,
)
from tf1compat._jaxcore.base import dtypes


def tensor_or_none(x: Any, name: str) -> Any:
    """`x` as a tensor, None as it is."""
    return None if x is None else convert_to_tensor(x, name=name)


def _checked(x: Any, diagonal: Any, validate_args: bool, assert_positive: bool) -> Any:
    """`x` with an assertion on its diagonal."""
    if not validate_args:
        return x
    diagonal = diagonal(x)
    if assert_positive:
        check = check_ops.assert_positive(diagonal, message="diagonal part must be positive")
    else:
        zero = array_ops.zeros([], x.dtype)
        check = check_ops.assert_none_equal(diagonal, zero, message="diagonal part must be non-zero")
    return with_dependencies([check], x)


def make_tril_scale(
    loc: Any = None,
    scale_tril: Any = None,
    scale_diag: Any = None,
    scale_identity_multiplier: Any = None,
    shape_hint: Any = None,
    validate_args: bool = False,
    assert_positive: bool = False,
    name: str | None = None,
) -> Any:
    """The operator of the sum of a lower triangle, a diagonal and a multiple of the identity, as far as given."""
    with name_scope(name, "make_tril_scale", values=[loc, scale_diag, scale_identity_multiplier]):
        loc = tensor_or_none(loc, "loc")
        scale_tril = tensor_or_none(scale_tril, "scale_tril")
        scale_diag = tensor_or_none(scale_diag, "scale_diag")
        scale_identity_multiplier = tensor_or_none(scale_identity_multiplier, "scale_identity_multiplier")
    if scale_tril is None:
        return make_diag_scale(
            loc, scale_diag, scale_identity_multiplier, shape_hint, validate_args, assert_positive, name
        )
    scale_tril = array_ops.matrix_band_part(scale_tril, -1, 0)
    diagonal = array_ops.matrix_diag_part(scale_tril)
    if scale_diag is not None:
        diagonal = diagonal + scale_diag
    if scale_identity_multiplier is not None:
        diagonal = diagonal + scale_identity_multiplier[..., None]
    scale_tril = array_ops.matrix_set_diag(scale_tril, diagonal)
    return LinearOperatorLowerTriangular(
        tril=_checked(scale_tril, array_ops.matrix_diag_part, validate_args, assert_positive),
        is_non_singular=True,
        is_self_adjoint=False,
        is_positive_definite=assert_positive,
    )


def make_diag_scale(
    loc: Any = None,
    scale_diag: Any = None,
    scale_identity_multiplier: Any = None,
    shape_hint: Any = None,
    validate_args: bool = False,
    assert_positive: bool = False,
    name: str | None = None,
) -> Any:
    """The operator of the sum of a diagonal and a multiple of the identity, as far as given.

    Raises:
      ValueError: nothing tells the size.
    """
    hints: Any = {"is_non_singular": True, "is_self_adjoint": True, "is_positive_definite": assert_positive}
    with name_scope(name, "make_diag_scale", values=[loc, scale_diag, scale_identity_multiplier]):
        loc = tensor_or_none(loc, "loc")
        scale_diag = tensor_or_none(scale_diag, "scale_diag")
        multiplier = tensor_or_none(scale_identity_multiplier, "scale_identity_multiplier")
        if scale_diag is not None:
            if multiplier is not None:
                scale_diag = scale_diag + multiplier[..., None]
            diagonal = _checked(scale_diag, lambda x: x, validate_args, assert_positive)
            return LinearOperatorDiag(diag=diagonal, **hints)
        if loc is None and shape_hint is None:
            raise ValueError("Cannot infer `event_shape` unless `loc` or `shape_hint` is specified.")
        if shape_hint is None:
            assert loc is not None
            shape_hint = dimension(loc.shape[-1])
        if multiplier is None:
            hints = {"is_self_adjoint": True, "is_positive_definite": True}
            return LinearOperatorIdentity(
                shape_hint, dtype=cast(Any, loc).dtype.base, assert_proper_shapes=validate_args, **hints
            )
        multiplier = _checked(multiplier, lambda x: x, validate_args, assert_positive)
        return LinearOperatorScaledIdentity(shape_hint, multiplier, assert_proper_shapes=validate_args, **hints)


def shapes_from_loc_and_scale(loc: Any, scale: Any, name: str = "shapes_from_loc_and_scale") -> tuple[Any, Any]:
    """(batch shape, event shape) of events loc + scale @ z, as values where they are known."""
    with name_scope(name, values=[loc, *scale.graph_parents]):
        size = scale.range_dimension_tensor()
        known = tensor_util.constant_value(size)
        event_shape = size[None] if known is None else known.reshape([1])
        if loc is not None:
            own = dimension(loc.shape[-1]) if loc.shape.ndims else None
            if own is not None and known is not None and own not in (1, known):
                raise ValueError(f"Event size of 'scale' ({known}) could not be broadcast up to that of 'loc' ({own}).")
        batch_shape = scale.batch_shape_tensor()
        if loc is None:
            static = tensor_util.constant_value(batch_shape)
            return (batch_shape if static is None else static), event_shape
        own_batch = loc.shape.with_rank_at_least(1)[:-1]
        if loc.shape.ndims is None or not own_batch.is_fully_defined():
            own_batch = array_ops.shape(loc)[:-1]
        else:
            own_batch = convert(own_batch, None, "loc_batch_shape")
        return prefer_static_broadcast_shape(batch_shape, own_batch), event_shape


def is_diagonal_scale(scale: Any) -> bool:
    """Whether the operator is one of the diagonal kinds.

    Raises:
      TypeError: not an operator.
    """
    if not isinstance(scale, LinearOperator):
        raise TypeError(f"Expected argument 'scale' to be instance of LinearOperator. Found: {scale}")
    return isinstance(scale, (LinearOperatorIdentity, LinearOperatorScaledIdentity, LinearOperatorDiag))


def mixture_stddev(mixture_weight_vector: Any, mean_vector: Any, stddev_vector: Any) -> Any:
    """The standard deviations of mixtures: a row of weights, means and deviations for each.

    Raises:
      ValueError: they are of different shapes.
    """
    mixture_weight_vector.shape.assert_has_rank(2)
    for what, vector in (("means", mean_vector), ("stddevs", stddev_vector)):
        if not vector.shape.is_compatible_with(mixture_weight_vector.shape):
            raise ValueError(f"Expecting {what} to have same shape as mixture weights.")
    weights = array_ops.expand_dims(mixture_weight_vector, axis=1)
    means = array_ops.expand_dims(mean_vector, axis=2)
    deviations = array_ops.expand_dims(stddev_vector, axis=2)

    def averaged(x: Any) -> Any:
        return array_ops.reshape(math_ops.matmul(weights, x), (-1,))

    mean = averaged(means)
    variance = averaged(math_ops.square(deviations)) + averaged(math_ops.square(means)) - math_ops.square(mean)
    return math_ops.sqrt(variance)


def pad_mixture_dimensions(x: Any, mixture_distribution: Any, categorical_distribution: Any, event_ndims: Any) -> Any:
    """`x` with dimensions of size 1, to broadcast against samples of a mixture's components."""
    with name_scope("pad_mix_dims", values=[x]):

        def ndims(d: Any) -> Any:
            known = d.batch_shape.ndims
            return array_ops.shape(d.batch_shape_tensor())[0] if known is None else known

        of_mixture, of_categories = ndims(mixture_distribution), ndims(categorical_distribution)
        scalar = categorical_distribution.is_scalar_batch()
        extra = array_ops.where_v2(scalar, of_mixture, of_mixture - of_categories)
        s = array_ops.shape(x)
        ones = array_ops.ones([extra], dtype=dtypes.int32)
        parts = [s[:-1], ones, s[-1:], array_ops.ones([event_ndims], dtype=dtypes.int32)]
        return array_ops.reshape(x, shape=array_ops.concat(parts, axis=0))


def maybe_check_scalar_distribution(distribution: Any, expected_base_dtype: Any, validate_args: bool) -> list[Any]:
    """Assertions that a distribution is one of scalars.

    Raises:
      TypeError: it is of another type.
      ValueError: it is known not to be scalar, or gradients do not pass through its samples.
    """
    if distribution.dtype != expected_base_dtype:
        raise TypeError(
            f'dtype mismatch; distribution.dtype="{distribution.dtype.name}" is not "{expected_base_dtype.name}"'
        )
    kind = distribution.reparameterization_type
    if validate_args and kind != FULLY_REPARAMETERIZED:
        raise ValueError(
            "Base distribution should be reparameterized or be a function of non-trainable variables; "
            f'distribution.reparameterization_type = "{kind}" != "FULLY_REPARAMETERIZED".'
        )
    checks = []
    with name_scope("check_distribution"):
        for method in ("is_scalar_event", "is_scalar_batch"):
            scalar = getattr(distribution, method)()
            known = static_value(scalar)
            message = f"distribution must be scalar; distribution.{method}=False is not True"
            if known is not None and not known:
                raise ValueError(message)
            if known is None and validate_args:
                checks.append(check_ops.assert_equal(scalar, True, message=message))
    return checks
