"""`tf.contrib.distributions.bijectors`: Affine, AffineLinearOperator and AffineScalar."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import tensor_util
from tf1compat._facade.convert import convert
from tf1compat._facade.distributions.bijector import Bijector
from tf1compat._facade.distributions.sample_shapes import _DistributionShape
from tf1compat._facade.distributions.scalar_events import given
from tf1compat._facade.distributions.scales import make_tril_scale, tensor_or_none
from tf1compat._facade.distributions.static_shapes import dimension_size
from tf1compat._facade.formulas import array_ops, check_ops, constants, math_ops
from tf1compat._facade.framework import control_dependencies
from tf1compat._facade.grouping import with_dependencies
from tf1compat._facade.linear_operators import LinearOperator, LinearOperatorLowRankUpdate
from tf1compat._jaxcore.base import dtypes


class ScopedBijector(Bijector):
    """A bijector that makes nodes in its constructor, below its name."""

    def _begin(self, name: str, validate_args: bool) -> None:
        self._graph_parents: Any = []
        self._name, self._validate_args = name, validate_args


class AffineScalar(ScopedBijector):
    """y = scale * x + shift, by element."""

    shift, scale = given("shift"), given("scale")

    def __init__(
        self, shift: Any = None, scale: Any = None, validate_args: bool = False, name: str = "affine_scalar"
    ) -> None:
        self._begin(name, validate_args)
        with self._name_scope("init", values=[scale, shift]):
            self._shift, self._scale = tensor_or_none(shift, "shift"), tensor_or_none(scale, "scale")
            if self._scale is not None and validate_args:
                zero = array_ops.zeros([], dtype=self._scale.dtype)
                self._scale = with_dependencies([check_ops.assert_none_equal(self._scale, zero)], self._scale)
            super().__init__(
                forward_min_event_ndims=0, is_constant_jacobian=True, validate_args=validate_args, name=name
            )

    def _forward(self, x: Any) -> Any:
        y = array_ops.identity(x)
        y = y if self.scale is None else y * self.scale
        return y if self.shift is None else y + self.shift

    def _inverse(self, y: Any) -> Any:
        x = array_ops.identity(y)
        x = x if self.shift is None else x - self.shift
        return x if self.scale is None else x / self.scale

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        if self.scale is None:
            return constants.constant(0.0, dtype=x.dtype.base_dtype)
        return math_ops.log(math_ops.abs(self.scale))


class _ByOperator(ScopedBijector):
    """What Affine and AffineLinearOperator share: y = scale @ x + shift with an operator as scale."""

    _shaper: _DistributionShape
    _shift: Any
    _scale: Any
    shift, scale = given("shift"), given("scale")

    def _apply(self, method: str, x: Any, checks: Any) -> Any:
        x, sample_shape = self._shaper.make_batch_of_event_sample_matrices(x, expand_batch_dim=False)
        with control_dependencies(checks()):
            x = getattr(self.scale, method)(x)
        return self._shaper.undo_make_batch_of_event_sample_matrices(x, sample_shape, expand_batch_dim=False)

    def _non_singular(self) -> list[Any]:
        if not self.validate_args:
            return []
        try:
            return [self.scale.assert_non_singular()]
        except NotImplementedError:
            return []


def _same_types(shift: Any, scale: Any) -> None:
    if shift is not None and shift.dtype.base_dtype != scale.dtype.base_dtype:
        raise TypeError(f"shift.dtype({shift.dtype!r}) is incompatible with scale.dtype({scale.dtype!r}).")


class AffineLinearOperator(_ByOperator):
    """y = scale @ x + shift, with `scale` a LinearOperator."""

    def __init__(
        self,
        shift: Any = None,
        scale: Any = None,
        validate_args: bool = False,
        name: str = "affine_linear_operator",
    ) -> None:
        self._begin(name, validate_args)
        parents: list[Any] = []
        with self._name_scope("init", values=[shift]):
            dtype: Any = dtypes.float32
            if shift is not None:
                shift = convert(shift, None, "shift")
                parents.append(shift)
                dtype = shift.dtype.base_dtype
            self._shift = shift
            batch_ndims: Any = 0
            if scale is not None:
                _same_types(shift, scale)
                if not isinstance(scale, LinearOperator):
                    raise TypeError("scale is not an instance of tf.LinearOperator")
                if validate_args and not scale.is_non_singular:
                    raise ValueError("Scale matrix must be non-singular.")
                parents += scale.graph_parents
                if scale.tensor_rank is not None:
                    batch_ndims = scale.tensor_rank - 2
                else:
                    batch_ndims = scale.tensor_rank_tensor() - 2
                    parents.append(batch_ndims)
                dtype = dtype if scale.dtype is None else scale.dtype.base_dtype
            self._scale = scale
            self._shaper = _DistributionShape(batch_ndims, event_ndims=1, validate_args=validate_args)
            super().__init__(parents, True, validate_args, dtype, forward_min_event_ndims=1, name=name)

    def _forward(self, x: Any) -> Any:
        y = x if self.scale is None else self._apply("matmul", x, self._non_singular)
        return y if self.shift is None else y + self.shift

    def _inverse(self, y: Any) -> Any:
        x = y if self.shift is None else y - self.shift
        return x if self.scale is None else self._apply("solve", x, list)

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        if self.scale is None:
            return constants.constant(0.0, dtype=x.dtype.base_dtype)
        with control_dependencies(self._non_singular()):
            return self.scale.log_abs_determinant()


class Affine(_ByOperator):
    """y = scale @ x + shift, the scale being a sum of a multiple of the identity, a diagonal, a triangle and an update.

    Args:
      shift: added; nothing by default.
      scale_identity_multiplier: a multiple of the identity; the identity if no other part is given.
      scale_diag: a diagonal.
      scale_tril: a lower triangle.
      scale_perturb_factor: V of an update V diag(d) V^T.
      scale_perturb_diag: d of it, ones by default.
      validate_args: check arguments as the graph runs.
      name: prefix of its nodes.
    """

    def __init__(
        self,
        shift: Any = None,
        scale_identity_multiplier: Any = None,
        scale_diag: Any = None,
        scale_tril: Any = None,
        scale_perturb_factor: Any = None,
        scale_perturb_diag: Any = None,
        validate_args: bool = False,
        name: str = "affine",
    ) -> None:
        self._begin(name, validate_args)
        if scale_perturb_diag is not None and scale_perturb_factor is None:
            raise ValueError("When scale_perturb_diag is specified, scale_perturb_factor must be specified.")
        self._is_only_identity_multiplier = scale_tril is None and scale_diag is None and scale_perturb_factor is None
        parts = [scale_identity_multiplier, scale_diag, scale_tril, scale_perturb_diag, scale_perturb_factor]
        with self._name_scope("init", values=[shift, *parts]):
            dtype: Any = dtypes.float32
            if shift is not None:
                shift = convert(shift, None, "shift")
                dtype = shift.dtype.base_dtype
            self._shift = shift
            if self._is_only_identity_multiplier and scale_identity_multiplier is None:
                parts[0] = convert(1.0, dtype)
            scale = self._scale_of(*parts, shift=shift)
            dtype = dtype if scale.dtype is None else scale.dtype.base_dtype
            batch_ndims: Any = 0
            if not self._is_only_identity_multiplier:
                _same_types(shift, scale)
                rank = scale.tensor_rank
                batch_ndims = scale.tensor_rank_tensor() - 2 if rank is None else rank - 2
            self._scale = scale
            self._shaper = _DistributionShape(batch_ndims, event_ndims=1, validate_args=validate_args)
            # TF1: without a shift, an operator's tensors are not among the parents
            if tensor_util.is_tensor(scale):
                parents = [scale]
            else:
                parents = [] if shift is None else [*scale.graph_parents, shift]
            super().__init__(parents, True, validate_args, dtype, forward_min_event_ndims=1, name=name)

    def _scale_of(
        self, multiplier: Any, diag: Any, tril: Any, perturb_diag: Any, perturb_factor: Any, shift: Any
    ) -> Any:
        multiplier = tensor_or_none(multiplier, "identity_multiplier")
        diag, tril = tensor_or_none(diag, "diag"), tensor_or_none(tril, "tril")
        perturb_diag = tensor_or_none(perturb_diag, "perturb_diag")
        perturb_factor = tensor_or_none(perturb_factor, "perturb_factor")
        hint = None if perturb_factor is None else dimension_size(perturb_factor, axis=-2)
        if self._is_only_identity_multiplier:
            if not self.validate_args:
                return multiplier
            zero = array_ops.zeros([], multiplier.dtype)
            message = ["identity_multiplier should be non-zero."]
            return with_dependencies([check_ops.assert_none_equal(multiplier, zero, message)], multiplier)
        scale = make_tril_scale(
            shift, tril, diag, multiplier, shape_hint=hint, validate_args=self.validate_args, assert_positive=False
        )
        if perturb_factor is None:
            return scale
        return LinearOperatorLowRankUpdate(
            scale,
            u=perturb_factor,
            diag_update=perturb_diag,
            is_diag_update_positive=perturb_diag is None,
            is_non_singular=True,
            is_self_adjoint=True,
            is_positive_definite=True,
            is_square=True,
        )

    def _forward(self, x: Any) -> Any:
        if self._is_only_identity_multiplier:
            y = x * self._scale
        else:
            y = self._apply("matmul", x, self._non_singular)
        return y if self.shift is None else y + self.shift

    def _inverse(self, y: Any) -> Any:
        x = y if self.shift is None else y - self.shift
        return x / self._scale if self._is_only_identity_multiplier else self._apply("solve", x, list)

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        if not self._is_only_identity_multiplier:
            return self.scale.log_abs_determinant()
        size = math_ops.cast(array_ops.shape(x)[-1], dtype=self._scale.dtype)
        return math_ops.log(math_ops.abs(self._scale)) * size
