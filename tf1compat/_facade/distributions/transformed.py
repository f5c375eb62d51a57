"""`tf.contrib.distributions.TransformedDistribution`: the distribution of a bijector of what another one gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tf1compat._facade import tensor_util
from tf1compat._facade.convert import convert
from tf1compat._facade.distributions.bijector import Identity
from tf1compat._facade.distributions.distribution import Distribution
from tf1compat._facade.distributions.scalar_events import arguments, given
from tf1compat._facade.distributions.static_shapes import maybe_get_static_value, pick_vector, static_value
from tf1compat._facade.formulas import array_ops, check_ops, check_shapes, constants, math_ops
from tf1compat._facade.framework import name_scope
from tf1compat._facade.grouping import with_dependencies
from tf1compat._jaxcore.base import dtypes


def _logical_and(*args: Any) -> Any:
    known = [static_value(x) for x in args]
    if any(x is not None and not bool(x) for x in known):
        return constants.constant(False)
    if all(x is not None and bool(x) for x in known):
        return constants.constant(True)
    return math_ops.logical_and(*args) if len(args) == 2 else math_ops.reduce_all(args)


def _logical_equal(x: Any, y: Any) -> Any:
    one, other = static_value(x), static_value(y)
    if one is None or other is None:
        return math_ops.equal(x, y)
    return constants.constant(np.array_equal(one, other))


def _logical_not(x: Any) -> Any:
    known = static_value(x)
    return math_ops.logical_not(x) if known is None else constants.constant(np.logical_not(known))


def _concat_vectors(*args: Any) -> Any:
    known = [static_value(x) for x in args]
    if any(v is None for v in known):
        return array_ops.concat(args, 0)
    return constants.constant([x for v in known for x in v])


def _pick_scalar_condition(pred: Any, cond_true: Any, cond_false: Any) -> Any:
    known = static_value(pred)
    if known is None:
        return array_ops.where_v2(pred, cond_true, cond_false)
    return cond_true if known else cond_false


def _ones_like(x: Any) -> Any:
    if x.shape.is_fully_defined():
        return array_ops.ones(x.shape.as_list(), dtype=x.dtype)
    return array_ops.ones_like(x)


def _ndims_from_shape(shape: Any) -> Any:
    if shape.shape.ndims not in (None, 1):
        raise ValueError("input is not a valid shape: not 1D")
    if not shape.dtype.is_integer:
        raise TypeError("input is not a valid shape: wrong dtype")
    if shape.shape.is_fully_defined():
        return constants.constant(shape.shape.as_list()[0])
    return array_ops.shape(shape)[0]


def _may_override(shape: Any) -> bool:
    known = tensor_util.constant_value(shape)
    return known is None or known.size != 0


class TransformedDistribution(Distribution):
    """The distribution of `bijector.forward(x)` for x of `distribution`.

    Args:
      distribution: of x.
      bijector: the identity by default.
      batch_shape: given, so many independent copies of a scalar distribution make a batch.
      event_shape: given, so many make one event.
      validate_args: check arguments as the graph runs.
      name: prefix of its nodes.
    """

    def __init__(
        self,
        distribution: Any,
        bijector: Any = None,
        batch_shape: Any = None,
        event_shape: Any = None,
        validate_args: bool = False,
        name: str | None = None,
    ) -> None:
        parameters = arguments(locals())
        name = name or ("" if bijector is None else bijector.name) + distribution.name
        with name_scope(name, values=[event_shape, batch_shape]) as scope:
            self._zero = constants.constant(0, dtype=dtypes.int32, name="zero")
            self._empty = constants.constant([], dtype=dtypes.int32, name="empty")
            if bijector is None:
                bijector = Identity(validate_args=validate_args)
            self._override_batch_shape, self._is_batch_override, self._is_maybe_batch_override = self._override(
                batch_shape, distribution.is_scalar_batch(), validate_args, "batch_shape"
            )
            self._override_event_shape, self._is_event_override, self._is_maybe_event_override = self._override(
                event_shape, distribution.is_scalar_event(), validate_args, "event_shape"
            )
            no_batch = _logical_not(self._is_batch_override)
            scalar = _logical_not(distribution.is_scalar_batch())
            self._needs_rotation = _logical_and(self._is_event_override, no_batch, scalar)
            ndims = _ndims_from_shape(self._override_event_shape)
            self._rotate_ndims = _pick_scalar_condition(self._needs_rotation, ndims, 0)
            self._reduce_event_indices = math_ops.range(self._rotate_ndims - ndims, self._rotate_ndims)
        self._distribution, self._bijector = distribution, bijector
        base = distribution
        parents = base._graph_parents + bijector.graph_parents
        kind = base.reparameterization_type
        super().__init__(base.dtype, kind, validate_args, base.allow_nan_stats, parameters, parents, scope)

    distribution, bijector = given("distribution"), given("bijector")

    def _override(self, shape: Any, base_is_scalar: Any, validate_args: bool, name: str) -> tuple[Any, Any, bool]:
        """(the shape given instead of the distribution's, whether there is one, whether there may be one)."""
        shape = self._checked_override(shape, base_is_scalar, validate_args, name)
        given_one = _logical_not(_logical_equal(_ndims_from_shape(shape), self._zero))
        return shape, given_one, _may_override(shape)

    def _checked_override(self, shape: Any, base_is_scalar: Any, validate_args: bool, name: str) -> Any:
        shape = convert([] if shape is None else shape, dtypes.int32, name)
        is_scalar = _logical_equal(_ndims_from_shape(shape), 0)
        if tensor_util.constant_value(is_scalar):
            return self._empty
        checks = []
        if shape.shape.ndims is not None:
            if shape.shape.ndims != 1:
                raise ValueError("shape override must be a vector")
        elif validate_args:
            checks.append(check_shapes.assert_rank(shape, 1, message="shape override must be a vector"))
        known, message = tensor_util.constant_value(shape), "shape override must have positive elements"
        if known is not None:
            if any(s <= 0 for s in known):
                raise ValueError(message)
        elif validate_args:
            checks.append(check_ops.assert_positive(shape, message=message))
        neither = _logical_and(_logical_not(base_is_scalar), _logical_not(is_scalar))
        known = tensor_util.constant_value(neither)
        if known is not None:
            if known:
                raise ValueError("base distribution not scalar")
        elif validate_args:
            checks.append(check_ops.assert_equal(neither, False, message="base distribution not scalar"))
        return with_dependencies(checks, shape) if checks else shape

    def _event_shape_tensor(self) -> Any:
        own = self.distribution.event_shape_tensor()
        picked = pick_vector(self._is_event_override, self._override_event_shape, own)
        return self.bijector.forward_event_shape_tensor(picked)

    def _event_shape(self) -> Any:
        static = tensor_util.constant_value_as_shape(self._override_event_shape)
        shape = static if self._is_maybe_event_override else self.distribution.event_shape
        return self.bijector.forward_event_shape(shape)

    def _batch_shape_tensor(self) -> Any:
        own = self.distribution.batch_shape_tensor()
        return pick_vector(self._is_batch_override, self._override_batch_shape, own)

    def _batch_shape(self) -> Any:
        static = tensor_util.constant_value_as_shape(self._override_batch_shape)
        return static if self._is_maybe_batch_override else self.distribution.batch_shape

    # ---- samples -----------------------------------------------------------------------------------------------------

    def _drawn(self, n: Any, seed: Any, **kwargs: Any) -> Any:
        shape = _concat_vectors(
            pick_vector(self._needs_rotation, self._empty, [n]),
            self._override_batch_shape,
            self._override_event_shape,
            pick_vector(self._needs_rotation, [n], self._empty),
        )
        return self._rotated(self.distribution.sample(sample_shape=shape, seed=seed, **kwargs))

    def _sample_n(self, n: Any, seed: int | None = None) -> Any:
        return self._drawn(n, seed)

    def _call_sample_n(self, sample_shape: Any, seed: Any, name: str, **kwargs: Any) -> Any:
        # the bijector sees the reshaped samples, so that its cache knows what they come from
        with self._name_scope(name, values=[sample_shape]):
            sample_shape = convert(sample_shape, dtypes.int32, "sample_shape")
            sample_shape, n = self._expand_sample_shape_to_vector(sample_shape, "sample_shape")
            x = self._sample_n(n, seed, **kwargs)
            final = array_ops.concat([sample_shape, array_ops.shape(x)[1:]], 0)
            y = self.bijector.forward(array_ops.reshape(x, final), **self._for_bijector(kwargs))
            return self._set_sample_static_shape(y, sample_shape)

    def _for_bijector(self, kwargs: dict[str, Any]) -> dict[str, Any]:
        return kwargs

    # ---- probabilities -----------------------------------------------------------------------------------------------

    def _log_prob(self, y: Any) -> Any:
        found = self._on_fibers(y, self._finish_log_prob_for_one_fiber)
        return math_ops.reduce_logsumexp(array_ops.stack(found), axis=0) if isinstance(found, list) else found

    def _prob(self, y: Any) -> Any:
        found = self._on_fibers(y, self._finish_prob_for_one_fiber)
        return sum(found) if isinstance(found, list) else found

    def _on_fibers(
        self, y: Any, finish: Callable[..., Any], to_bijector: Any = None, to_distribution: Any = None
    ) -> Any:
        """What `finish` gives for the x of a y; a list if there are several."""
        x = self.bijector.inverse(y, **(to_bijector or {}))
        event_ndims = self._maybe_get_static_event_ndims()
        ildj = self.bijector.inverse_log_det_jacobian(y, event_ndims=event_ndims, **(to_bijector or {}))
        others = to_distribution or {}
        if self.bijector._is_injective:
            return finish(y, x, ildj, event_ndims, **others)
        return [finish(y, one, d, event_ndims, **others) for one, d in zip(x, ildj, strict=True)]

    def _finish_log_prob_for_one_fiber(self, y: Any, x: Any, ildj: Any, event_ndims: Any, **kwargs: Any) -> Any:
        log_prob = self.distribution.log_prob(self._rotated(x, rotate_right=True), **kwargs)
        if self._is_maybe_event_override:
            log_prob = math_ops.reduce_sum(log_prob, self._reduce_event_indices)
        return self._with_shape(log_prob + math_ops.cast(ildj, log_prob.dtype), y, event_ndims)

    def _finish_prob_for_one_fiber(self, y: Any, x: Any, ildj: Any, event_ndims: Any, **kwargs: Any) -> Any:
        prob = self.distribution.prob(self._rotated(x, rotate_right=True), **kwargs)
        if self._is_maybe_event_override:
            prob = math_ops.reduce_prod(prob, self._reduce_event_indices)
        return self._with_shape(prob * math_ops.exp(math_ops.cast(ildj, prob.dtype)), y, event_ndims)

    def _with_shape(self, found: Any, y: Any, event_ndims: Any) -> Any:
        if self._is_maybe_event_override and isinstance(event_ndims, int):
            batch = y.shape.with_rank_at_least(1)[:-event_ndims]
            found.set_shape(array_ops.broadcast_static_shape(batch, self.batch_shape))
        return found

    def _scalar_only(self, what: str) -> None:
        if self._is_maybe_event_override:
            raise NotImplementedError(f"{what} is not implemented when overriding event_shape")
        if not self.bijector._is_injective:
            raise NotImplementedError(f"{what} is not implemented when bijector is not injective.")

    def _log_cdf(self, y: Any) -> Any:
        self._scalar_only("log_cdf")
        return self.distribution.log_cdf(self.bijector.inverse(y))

    def _cdf(self, y: Any) -> Any:
        self._scalar_only("cdf")
        return self.distribution.cdf(self.bijector.inverse(y))

    def _log_survival_function(self, y: Any) -> Any:
        self._scalar_only("log_survival_function")
        return self.distribution.log_survival_function(self.bijector.inverse(y))

    def _survival_function(self, y: Any) -> Any:
        self._scalar_only("survival_function")
        return self.distribution.survival_function(self.bijector.inverse(y))

    def _quantile(self, value: Any) -> Any:
        self._scalar_only("quantile")
        return self.bijector.forward(self.distribution.quantile(value))

    def _entropy(self) -> Any:
        if not self.bijector.is_constant_jacobian:
            raise NotImplementedError("entropy is not implemented")
        if not self.bijector._is_injective:
            raise NotImplementedError("entropy is not implemented when bijector is not injective.")
        entropy = self.distribution.entropy()
        if self._is_maybe_event_override:
            size = math_ops.reduce_prod(self._override_event_shape)
            entropy = entropy * math_ops.cast(size, dtype=entropy.dtype.base_dtype)
        if self._is_maybe_batch_override:
            own = self.distribution.batch_shape_tensor
            entropy = array_ops.reshape(entropy, array_ops.concat([_ones_like(self._override_batch_shape), own()], 0))
            entropy = array_ops.tile(entropy, array_ops.concat([self._override_batch_shape, _ones_like(own())], 0))
        shape = array_ops.concat([self.batch_shape_tensor(), self.event_shape_tensor()], 0)
        dummy = array_ops.zeros(shape=shape, dtype=self.dtype)
        known = self.event_shape.ndims
        event_ndims = known if known is not None else array_ops.size(self.event_shape_tensor())
        ildj = self.bijector.inverse_log_det_jacobian(dummy, event_ndims=event_ndims)
        entropy = entropy - math_ops.cast(ildj, entropy.dtype)
        entropy.set_shape(self.batch_shape)
        return entropy

    def _rotated(self, x: Any, rotate_right: bool = False) -> Any:
        known = tensor_util.constant_value(self._needs_rotation)
        if known is not None and not known:
            return x
        ndims = array_ops.rank(x)
        n = ndims - self._rotate_ndims if rotate_right else self._rotate_ndims
        return array_ops.transpose(x, _concat_vectors(math_ops.range(n, ndims), math_ops.range(0, n)))

    def _maybe_get_static_event_ndims(self) -> Any:
        if self.event_shape.ndims is not None:
            return self.event_shape.ndims
        event_ndims = array_ops.size(self.event_shape_tensor())
        known = maybe_get_static_value(event_ndims)
        return event_ndims if known is None else known
