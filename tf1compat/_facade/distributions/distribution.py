"""`tf.distributions.Distribution`, the base of all distributions."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tf1compat._facade import array_ops, math_ops, tensor_util
from tf1compat._facade.convert import convert, convert_to_tensor
from tf1compat._facade.distributions import kullback_leibler
from tf1compat._facade.distributions.static_shapes import pick_vector
from tf1compat._facade.framework import name_scope
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, shapes


class ReparameterizationType:
    """How samples depend on parameters: whether gradients pass through `sample`."""

    def __init__(self, rep_type: str) -> None:
        self._rep_type = rep_type

    def __repr__(self) -> str:
        return f"<Reparameteriation Type: {self._rep_type}>"

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = object.__hash__


FULLY_REPARAMETERIZED = ReparameterizationType("FULLY_REPARAMETERIZED")
NOT_REPARAMETERIZED = ReparameterizationType("NOT_REPARAMETERIZED")


def _absent(what: str) -> Any:
    """The method `_what` of a kind of distribution that has none."""

    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(f"{what} is not implemented: {type(self).__name__}")

    return method


class Distribution:
    """A batch of distributions, of events of one shape.

    A kind of distribution defines `_sample_n`, `_log_prob` or `_prob`, `_mean` and so on; what follows from others
    need not be there.

    Args:
      dtype: of events.
      reparameterization_type: whether gradients pass through samples.
      validate_args: check arguments as the graph runs.
      allow_nan_stats: statistics that are undefined are NaN, not an error.
      parameters: the arguments of the constructor, for `copy`.
      graph_parents: tensors that it is made of.
      name: prefix of its nodes.
    """

    def __init__(
        self,
        dtype: Any,
        reparameterization_type: Any,
        validate_args: bool,
        allow_nan_stats: bool,
        parameters: Any = None,
        graph_parents: Any = None,
        name: str | None = None,
    ) -> None:
        parents = [] if graph_parents is None else graph_parents
        for i, t in enumerate(parents):
            if t is None or not tensor_util.is_tensor(t):
                raise ValueError(f"Graph parent item {i} is not a Tensor; {t}.")
        if not name or name[-1] != "/":
            with name_scope(name or type(self).__name__) as scope:
                name = scope
        self._dtype = dtype
        self._reparameterization_type = reparameterization_type
        self._allow_nan_stats, self._validate_args = allow_nan_stats, validate_args
        self._parameters = {k: v for k, v in (parameters or {}).items() if k != "self"}
        self._graph_parents, self._name = parents, name

    @property
    def name(self) -> Any:
        return self._name

    @property
    def dtype(self) -> Any:
        return self._dtype

    @property
    def parameters(self) -> dict[str, Any]:
        return {k: v for k, v in self._parameters.items() if not k.startswith("__") and k != "self"}

    @property
    def reparameterization_type(self) -> Any:
        return self._reparameterization_type

    @property
    def allow_nan_stats(self) -> bool:
        return self._allow_nan_stats

    @property
    def validate_args(self) -> bool:
        return self._validate_args

    def copy(self, **override_parameters_kwargs: Any) -> Any:
        """Another one of this kind, with some parameters replaced."""
        return type(self)(**dict(self.parameters, **override_parameters_kwargs))

    # ---- shapes ------------------------------------------------------------------------------------------------------

    @classmethod
    def param_shapes(cls, sample_shape: Any, name: str = "DistributionParamShapes") -> Any:
        """The shapes that parameters have for samples of a shape, as tensors."""
        with name_scope(name, values=[sample_shape]):
            return cls._param_shapes(sample_shape)

    @classmethod
    def param_static_shapes(cls, sample_shape: Any) -> Any:
        """`param_shapes` as TensorShapes."""
        if isinstance(sample_shape, shapes.TensorShape):
            if not sample_shape.is_fully_defined():
                raise ValueError("TensorShape sample_shape must be fully defined")
            sample_shape = sample_shape.as_list()
        found = {}
        for name, shape in cls.param_shapes(sample_shape).items():
            known = tensor_util.constant_value(shape)
            if known is None:
                raise ValueError("sample_shape must be a fully-defined TensorShape or list/tuple")
            found[name] = shapes.TensorShape([int(n) for n in known])
        return found

    @staticmethod
    def _param_shapes(sample_shape: Any) -> Any:
        raise NotImplementedError("_param_shapes not implemented")

    # what a kind of distribution may define
    _batch_shape_tensor, _event_shape_tensor = _absent("batch_shape_tensor"), _absent("event_shape_tensor")
    _sample_n, _log_prob, _prob = _absent("sample_n"), _absent("log_prob"), _absent("prob")
    _log_cdf, _cdf, _quantile = _absent("log_cdf"), _absent("cdf"), _absent("quantile")
    _log_survival_function = _absent("log_survival_function")
    _survival_function = _absent("survival_function")
    _entropy, _mean, _mode = _absent("entropy"), _absent("mean"), _absent("mode")
    _variance, _stddev, _covariance = _absent("variance"), _absent("stddev"), _absent("covariance")

    def batch_shape_tensor(self, name: str = "batch_shape_tensor") -> Any:
        """How many distributions there are, as a tensor."""
        with self._name_scope(name):
            if self.batch_shape.is_fully_defined():
                return convert(self.batch_shape.as_list(), dtypes.int32, "batch_shape")
            return self._batch_shape_tensor()

    @property
    def batch_shape(self) -> Any:
        return shapes.as_shape(self._batch_shape())

    def _batch_shape(self) -> Any:
        return shapes.TensorShape(None)

    def event_shape_tensor(self, name: str = "event_shape_tensor") -> Any:
        """The shape of one event, as a tensor."""
        with self._name_scope(name):
            if self.event_shape.is_fully_defined():
                return convert(self.event_shape.as_list(), dtypes.int32, "event_shape")
            return self._event_shape_tensor()

    @property
    def event_shape(self) -> Any:
        return shapes.as_shape(self._event_shape())

    def _event_shape(self) -> Any:
        return shapes.TensorShape(None)

    def is_scalar_event(self, name: str = "is_scalar_event") -> Any:
        """Are events scalars?"""
        with self._name_scope(name):
            return convert(_is_scalar(self.event_shape, self.event_shape_tensor), None, "is_scalar_event")

    def is_scalar_batch(self, name: str = "is_scalar_batch") -> Any:
        """Is it one distribution?"""
        with self._name_scope(name):
            return convert(_is_scalar(self.batch_shape, self.batch_shape_tensor), None, "is_scalar_batch")

    # ---- samples -----------------------------------------------------------------------------------------------------

    def sample(self, sample_shape: Any = (), seed: int | None = None, name: str = "sample") -> Any:
        """Samples of shape `sample_shape` + batch shape + event shape."""
        return self._call_sample_n(sample_shape, seed, name)

    def _call_sample_n(self, sample_shape: Any, seed: Any, name: str, **kwargs: Any) -> Any:
        with self._name_scope(name, values=[sample_shape]):
            sample_shape = convert(sample_shape, dtypes.int32, "sample_shape")
            sample_shape, n = self._expand_sample_shape_to_vector(sample_shape, "sample_shape")
            samples = self._sample_n(n, seed, **kwargs)
            drawn: Any = array_ops.shape(samples)
            samples = array_ops.reshape(samples, array_ops.concat([sample_shape, drawn[1:]], 0))
            return self._set_sample_static_shape(samples, sample_shape)

    def _expand_sample_shape_to_vector(self, x: Any, name: str) -> tuple[Any, Any]:
        return _as_vector(x, name)

    def _set_sample_static_shape(self, x: Any, sample_shape: Any) -> Any:
        known = tensor_util.constant_value(sample_shape)
        outer = shapes.TensorShape(None if known is None else [int(n) for n in known])
        parts = [outer, self.batch_shape, self.event_shape]
        ranks = [p.ndims for p in parts]
        total = x.shape.ndims
        if total is None and None not in ranks:
            total = sum(ranks)
            x.set_shape([None] * total)
        if total is None:
            return x
        before: int | None = 0
        for i, (part, rank) in enumerate(zip(parts, ranks, strict=True)):
            after = ranks[i + 1 :]
            if rank is not None and before is None and None not in after:
                before = total - rank - sum(after)
            if rank is not None and before is not None:
                rest = total - before - rank
                x.set_shape(x.shape.merge_with([None] * before + part.as_list() + [None] * rest))
            before = None if before is None or rank is None else before + rank
        return x

    # ---- probabilities -----------------------------------------------------------------------------------------------

    def _value_of(self, value: Any, what: str, name: str, derived: Callable[[Any], Any], **kwargs: Any) -> Any:
        """`_what` of a value, else what follows from another function."""
        with self._name_scope(name, values=[value]):
            value = convert_to_tensor(value, name="value", preferred_dtype=self.dtype)
            return _first(lambda: getattr(self, "_" + what)(value, **kwargs), lambda: derived(value))

    def log_prob(self, value: Any, name: str = "log_prob") -> Any:
        """The logarithm of the density (or probability) at `value`."""
        return self._call_log_prob(value, name)

    def _call_log_prob(self, value: Any, name: str, **kwargs: Any) -> Any:
        return self._value_of(value, "log_prob", name, lambda x: math_ops.log(self._prob(x, **kwargs)), **kwargs)

    def prob(self, value: Any, name: str = "prob") -> Any:
        """The density (or probability) at `value`."""
        return self._call_prob(value, name)

    def _call_prob(self, value: Any, name: str, **kwargs: Any) -> Any:
        return self._value_of(value, "prob", name, lambda x: math_ops.exp(self._log_prob(x, **kwargs)), **kwargs)

    def log_cdf(self, value: Any, name: str = "log_cdf") -> Any:
        """The logarithm of `cdf`."""
        return self._call_log_cdf(value, name)

    def _call_log_cdf(self, value: Any, name: str, **kwargs: Any) -> Any:
        return self._value_of(value, "log_cdf", name, lambda x: math_ops.log(self._cdf(x, **kwargs)), **kwargs)

    def cdf(self, value: Any, name: str = "cdf") -> Any:
        """The probability of events up to `value`."""
        return self._call_cdf(value, name)

    def _call_cdf(self, value: Any, name: str, **kwargs: Any) -> Any:
        return self._value_of(value, "cdf", name, lambda x: math_ops.exp(self._log_cdf(x, **kwargs)), **kwargs)

    def log_survival_function(self, value: Any, name: str = "log_survival_function") -> Any:
        """The logarithm of `survival_function`."""
        return self._call_log_survival_function(value, name)

    def _call_log_survival_function(self, value: Any, name: str, **kwargs: Any) -> Any:
        derived: Callable[[Any], Any] = lambda x: math_ops.log1p(-self.cdf(x, **kwargs))
        return self._value_of(value, "log_survival_function", name, derived, **kwargs)

    def survival_function(self, value: Any, name: str = "survival_function") -> Any:
        """The probability of events above `value`."""
        return self._call_survival_function(value, name)

    def _call_survival_function(self, value: Any, name: str, **kwargs: Any) -> Any:
        return self._value_of(value, "survival_function", name, lambda x: 1.0 - self.cdf(x, **kwargs), **kwargs)

    def quantile(self, value: Any, name: str = "quantile") -> Any:
        """The event up to which the probability is `value`."""
        return self._call_quantile(value, name)

    def _call_quantile(self, value: Any, name: str, **kwargs: Any) -> Any:
        with self._name_scope(name, values=[value]):
            value = convert_to_tensor(value, name="value", preferred_dtype=self.dtype)
            return self._quantile(value, **kwargs)

    # ---- statistics --------------------------------------------------------------------------------------------------

    def entropy(self, name: str = "entropy") -> Any:
        """Shannon's entropy in nats."""
        with self._name_scope(name):
            return self._entropy()

    def mean(self, name: str = "mean") -> Any:
        """The mean."""
        with self._name_scope(name):
            return self._mean()

    def variance(self, name: str = "variance") -> Any:
        """The variance."""
        with self._name_scope(name):
            return _first(self._variance, lambda: math_ops.square(self._stddev()))

    def stddev(self, name: str = "stddev") -> Any:
        """The standard deviation."""
        with self._name_scope(name):
            return _first(self._stddev, lambda: math_ops.sqrt(self._variance()))

    def covariance(self, name: str = "covariance") -> Any:
        """The covariance of the parts of an event."""
        with self._name_scope(name):
            return self._covariance()

    def mode(self, name: str = "mode") -> Any:
        """The most likely event."""
        with self._name_scope(name):
            return self._mode()

    def cross_entropy(self, other: Any, name: str = "cross_entropy") -> Any:
        """The cross entropy with another distribution."""
        with self._name_scope(name):
            return self._cross_entropy(other)

    def _cross_entropy(self, other: Any) -> Any:
        return kullback_leibler.cross_entropy(self, other, allow_nan_stats=self.allow_nan_stats)

    def kl_divergence(self, other: Any, name: str = "kl_divergence") -> Any:
        """The divergence of Kullback and Leibler from another distribution."""
        with self._name_scope(name):
            return self._kl_divergence(other)

    def _kl_divergence(self, other: Any) -> Any:
        return kullback_leibler.kl_divergence(self, other, allow_nan_stats=self.allow_nan_stats)

    @contextlib.contextmanager
    def _name_scope(self, name: str | None = None, values: Any = None) -> Iterator[str]:
        with name_scope(self.name):
            with name_scope(name, values=[*([] if values is None else values), *self._graph_parents]) as scope:
                yield scope

    def __str__(self) -> str:
        batch = "" if self.batch_shape.ndims is None else f", batch_shape={self.batch_shape}"
        event = "" if self.event_shape.ndims is None else f", event_shape={self.event_shape}"
        return f'tfp.distributions.{type(self).__name__}("{self.name}"{batch}{event}, dtype={self.dtype.name})'

    def __repr__(self) -> str:
        return (
            f"<tfp.distributions.{type(self).__name__} '{self.name}' batch_shape={self.batch_shape} "
            f"event_shape={self.event_shape} dtype={self.dtype.name}>"
        )


def _first(own: Callable[[], Any], derived: Callable[[], Any]) -> Any:
    """What `own` gives, else what follows from another method."""
    try:
        return own()
    except NotImplementedError as absent:
        try:
            return derived()
        except NotImplementedError:
            raise absent from None


def _as_vector(x: Tensor, name: str) -> tuple[Any, Any]:
    """(a sample shape as a vector, how many samples that are)."""
    known = tensor_util.constant_value(x)
    count: Any = math_ops.reduce_prod(x) if known is None else np.prod(known, dtype=x.dtype.as_numpy_dtype)
    rank = x.shape.ndims
    if rank is None:
        dynamic = array_ops.rank(x)
        scalar = math_ops.equal(dynamic, 0)
        size = pick_vector(scalar, np.array([1], np.int32), array_ops.shape(x))
        return array_ops.reshape(x, size), count
    if rank == 0:
        if known is not None:
            return convert(np.array([known], x.dtype.as_numpy_dtype), None, name), count
        return array_ops.reshape(x, [1]), count
    if rank != 1:
        raise ValueError("Input is neither scalar nor vector.")
    return x, count


def _is_scalar(static: Any, dynamic: Callable[[], Any]) -> Any:
    if static.ndims is not None:
        return static.ndims == 0
    shape = dynamic()
    if shape.shape.ndims is not None and shape.shape.as_list()[0] is not None:
        return shape.shape.as_list() == [0]
    size: Any = array_ops.shape(shape)
    return math_ops.equal(size[0], 0)
