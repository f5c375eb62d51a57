"""`tf.distributions`: Bernoulli and Categorical."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, constants, math_ops, nn_loss, nn_ops, random_ops
from tf1compat._facade.convert import convert
from tf1compat._facade.distributions.distribution import NOT_REPARAMETERIZED, Distribution
from tf1compat._facade.distributions.kullback_leibler import RegisterKL
from tf1compat._facade.distributions.probabilities import get_logits_and_probs
from tf1compat._facade.distributions.validation import (
    embed_check_categorical_event_shape,
    embed_check_integer_casting_closed,
)
from tf1compat._facade.framework import name_scope
from tf1compat._jaxcore.base import dtypes, shapes


class Bernoulli(Distribution):
    """Events 1 with probability `probs` (or sigmoid(`logits`)), else 0."""

    def __init__(
        self,
        logits: Any = None,
        probs: Any = None,
        dtype: Any = dtypes.int32,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Bernoulli",
    ) -> None:
        parameters = dict(locals())
        with name_scope(name) as scope:
            self._logits, self._probs = get_logits_and_probs(logits, probs, validate_args=validate_args, name=scope)
        super().__init__(
            dtype=dtypes.as_dtype(dtype),
            reparameterization_type=NOT_REPARAMETERIZED,
            validate_args=validate_args,
            allow_nan_stats=allow_nan_stats,
            parameters=parameters,
            graph_parents=[self._logits, self._probs],
            name=scope,
        )

    @staticmethod
    def _param_shapes(sample_shape: Any) -> Any:
        return {"logits": convert(sample_shape, dtypes.int32)}

    @property
    def logits(self) -> Any:
        return self._logits

    @property
    def probs(self) -> Any:
        return self._probs

    def _batch_shape_tensor(self) -> Any:
        return array_ops.shape(self._logits)

    def _batch_shape(self) -> Any:
        return self._logits.shape

    def _event_shape_tensor(self) -> Any:
        return constants.constant([], dtype=dtypes.int32)

    def _event_shape(self) -> Any:
        return shapes.TensorShape([])

    def _sample_n(self, n: Any, seed: int | None = None) -> Any:
        shape = array_ops.concat([[n], self.batch_shape_tensor()], 0)
        drawn = random_ops.random_uniform(shape, seed=seed, dtype=self.probs.dtype)
        return math_ops.cast(math_ops.less(drawn, self.probs), self.dtype)

    def _log_prob(self, event: Any) -> Any:
        if self.validate_args:
            event = embed_check_integer_casting_closed(event, target_dtype=dtypes.bool)
        event = math_ops.cast(event, self.logits.dtype)
        logits = self.logits
        known = event.shape.is_fully_defined() and logits.shape.is_fully_defined()
        if not (known and event.shape.as_list() == logits.shape.as_list()):
            logits, event = array_ops.ones_like(event) * logits, array_ops.ones_like(logits) * event
        return -nn_loss.sigmoid_cross_entropy_with_logits(labels=event, logits=logits)  # type: ignore[operator]

    def _entropy(self) -> Any:
        probability: Any = math_ops.sigmoid(self.logits)
        return -self.logits * (probability - 1) + nn_ops.softplus(-self.logits)

    def _mean(self) -> Any:
        return array_ops.identity(self.probs)

    def _variance(self) -> Any:
        return self._mean() * (1.0 - self.probs)

    def _mode(self) -> Any:
        return math_ops.cast(self.probs > 0.5, self.dtype)


@RegisterKL(Bernoulli, Bernoulli)
def _kl_bernoulli_bernoulli(a: Any, b: Any, name: str | None = None) -> Any:
    with name_scope(name, "kl_bernoulli_bernoulli", values=[a.logits, b.logits]):
        zero: Any = nn_ops.softplus(-b.logits)
        zero = zero - nn_ops.softplus(-a.logits)
        one: Any = nn_ops.softplus(b.logits)
        one = one - nn_ops.softplus(a.logits)
        found: Any = math_ops.sigmoid(a.logits)
        found = found * zero
        return found + math_ops.sigmoid(-a.logits) * one  # type: ignore[operator]


class Categorical(Distribution):
    """Class numbers, drawn with probabilities `probs` (or softmax(`logits`)) of the last dimension."""

    def __init__(
        self,
        logits: Any = None,
        probs: Any = None,
        dtype: Any = dtypes.int32,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Categorical",
    ) -> None:
        parameters = dict(locals())
        with name_scope(name, values=[logits, probs]) as scope:
            self._logits, self._probs = get_logits_and_probs(logits, probs, True, validate_args, scope)
            if validate_args:
                self._logits = embed_check_categorical_event_shape(self._logits)
            self._measure()
        super().__init__(
            dtype=dtypes.as_dtype(dtype),
            reparameterization_type=NOT_REPARAMETERIZED,
            validate_args=validate_args,
            allow_nan_stats=allow_nan_stats,
            parameters=parameters,
            graph_parents=[self._logits, self._probs],
            name=scope,
        )

    def _measure(self) -> None:
        """Nodes for rank and shape of the batch, and the number of classes."""
        static = self._logits.shape.with_rank_at_least(1)
        if static.ndims is not None:
            self._batch_rank: Any = convert(static.ndims - 1, dtypes.int32, "batch_rank")
        else:
            with name_scope("batch_rank"):
                rank: Any = array_ops.rank(self._logits)
                self._batch_rank = rank - 1
        sizes: Any = array_ops.shape(self._logits, name="logits_shape")
        classes = None if static.ndims is None else static.as_list()[-1]
        if classes is not None:
            self._event_size: Any = convert(classes, dtypes.int32, "event_size")
        else:
            with name_scope("event_size"):
                self._event_size = sizes[self._batch_rank]
        if static.ndims is not None and static[:-1].is_fully_defined():
            self._batch_sizes: Any = constants.constant(static[:-1].as_list(), dtype=dtypes.int32, name="batch_shape")
        else:
            with name_scope("batch_shape"):
                self._batch_sizes = sizes[:-1]

    @property
    def event_size(self) -> Any:
        """The number of classes, a scalar."""
        return self._event_size

    @property
    def logits(self) -> Any:
        return self._logits

    @property
    def probs(self) -> Any:
        return self._probs

    def _batch_shape_tensor(self) -> Any:
        return array_ops.identity(self._batch_sizes)

    def _batch_shape(self) -> Any:
        return self.logits.shape[:-1]

    def _event_shape_tensor(self) -> Any:
        return constants.constant([], dtype=dtypes.int32)

    def _event_shape(self) -> Any:
        return shapes.TensorShape([])

    def _sample_n(self, n: Any, seed: int | None = None) -> Any:
        flat = self.logits if self.logits.shape.ndims == 2 else array_ops.reshape(self.logits, [-1, self.event_size])
        kind = dtypes.int64 if self.dtype.size > 4 else dtypes.int32
        drawn = random_ops.multinomial(flat, n, seed=seed, output_dtype=kind)
        turned = array_ops.transpose(drawn)
        drawn = array_ops.reshape(turned, array_ops.concat([[n], self.batch_shape_tensor()], 0))
        return math_ops.cast(drawn, self.dtype)

    def _checked(self, k: Any) -> Any:
        k = convert(k, None, "k")
        return embed_check_integer_casting_closed(k, target_dtype=dtypes.int32) if self.validate_args else k

    def _log_prob(self, k: Any) -> Any:
        k, logits = _together(self._checked(k), self.logits, self.dtype.base)
        return -nn_loss.sparse_softmax_cross_entropy_with_logits(labels=k, logits=logits)  # type: ignore[operator]

    def _cdf(self, k: Any) -> Any:
        k, probs = _together(self._checked(k), self.probs, self.dtype.base)
        rows = array_ops.reshape(probs, (-1, self._event_size))
        below = array_ops.sequence_mask(array_ops.reshape(k, [-1]), self._event_size)
        kept = array_ops.where(below, rows, array_ops.zeros_like(rows))
        return array_ops.reshape(math_ops.reduce_sum(kept, axis=-1), array_ops.shape(k))

    def _entropy(self) -> Any:
        logs: Any = nn_ops.log_softmax(self.logits)
        return -math_ops.reduce_sum(logs * self.probs, axis=-1)  # type: ignore[operator]

    def _mode(self) -> Any:
        found = math_ops.cast(math_ops.argmax(self.logits, axis=self._batch_rank), self.dtype)
        found.set_shape(self.batch_shape)
        return found


def _together(event: Any, parameters: Any, dtype: Any) -> tuple[Any, Any]:
    """Events and parameters [..., classes], broadcast against each other."""
    if event.dtype.is_floating:
        event = math_ops.cast(event, dtype=dtypes.int32)
    elif not event.dtype.is_integer:
        raise TypeError(f"`value` should have integer `dtype` or `self.dtype` ({dtype!r})")
    known = parameters.shape.ndims is not None and parameters.shape[:-1].is_fully_defined()
    if known and event.shape.is_fully_defined() and event.shape.as_list() == parameters.shape.as_list()[:-1]:
        return event, parameters
    parameters = parameters * array_ops.ones_like(event[..., None], dtype=parameters.dtype)
    sizes: Any = array_ops.shape(parameters)
    event = event * array_ops.ones(sizes[:-1], dtype=event.dtype)
    if parameters.shape.ndims is not None:
        event.set_shape(parameters.shape[:-1])
    return event, parameters


@RegisterKL(Categorical, Categorical)
def _kl_categorical_categorical(a: Any, b: Any, name: str | None = None) -> Any:
    with name_scope(name, "kl_categorical_categorical", values=[a.logits, b.logits]):
        apart: Any = nn_ops.log_softmax(a.logits)
        apart = apart - nn_ops.log_softmax(b.logits)
        weights: Any = nn_ops.softmax(a.logits)
        return math_ops.reduce_sum(weights * apart, axis=-1)
