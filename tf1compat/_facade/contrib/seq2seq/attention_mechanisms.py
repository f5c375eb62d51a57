"""`tf.contrib.seq2seq` attention: scores of a query against a memory, and what they become."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from tf1compat._facade import init_ops
from tf1compat._facade import variable_scope as scopes
from tf1compat._facade.array_creation import one_hot, ones, ones_like, zeros
from tf1compat._facade.array_creation import rank as rank_of
from tf1compat._facade.array_creation import shape as shape_of
from tf1compat._facade.array_index import sequence_mask, where
from tf1compat._facade.array_ops import concat, expand_dims, reshape, squeeze
from tf1compat._facade.check_ops import assert_positive
from tf1compat._facade.contrib.seq2seq.monotonic import monotonic_probability_fn
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import control_dependencies, name_scope
from tf1compat._facade.layers.base import Layer
from tf1compat._facade.layers.core import Dense
from tf1compat._facade.math_elementwise import rsqrt, square, tanh
from tf1compat._facade.math_products import matmul
from tf1compat._facade.math_reductions import argmax, reduce_sum
from tf1compat._facade.nn_ops import softmax
from tf1compat._facade.rnn_cell_base import zero_tensors
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, nest, shapes

Function = Callable[..., Any]


class AttentionMechanism:
    """Base of attention mechanisms."""

    @property
    def alignments_size(self) -> Any:
        """Number of entries of the memory."""
        raise NotImplementedError

    @property
    def state_size(self) -> Any:
        """Sizes of the state."""
        raise NotImplementedError


class BaseAttentionMechanism(AttentionMechanism):
    """A memory with its keys.

    Args:
      query_layer: a layer for queries, none where absent.
      memory: tensor (batch, entries, …).
      probability_fn: function of scores and state that gives alignments.
      memory_sequence_length: vector (batch): entries behind it are masked.
      memory_layer: a layer that makes keys from the memory.
      check_inner_dims_defined: whether the inner dimensions of the memory must be known.
      score_mask_value: score of masked entries, minus infinity where absent.
      custom_key_value_fn: function of keys and values that gives other ones.
      name: name of the operations.

    Raises:
      TypeError: a layer is none, or `probability_fn` cannot be called.
      ValueError: an inner dimension is not known.
    """

    def __init__(
        self,
        query_layer: Any,
        memory: Any,
        probability_fn: Function,
        memory_sequence_length: Any = None,
        memory_layer: Any = None,
        check_inner_dims_defined: bool = True,
        score_mask_value: Any = None,
        custom_key_value_fn: Function | None = None,
        name: str | None = None,
    ) -> None:
        for what, layer in (("query_layer", query_layer), ("memory_layer", memory_layer)):
            if layer is not None and not isinstance(layer, Layer):
                raise TypeError(f"{what} is not a Layer: {type(layer).__name__}")
        self._query_layer = query_layer
        self._memory_layer = memory_layer
        self.dtype = memory_layer.dtype
        if not callable(probability_fn):
            raise TypeError(f"probability_fn must be callable, saw type: {type(probability_fn).__name__}")
        if score_mask_value is None:
            score_mask_value = dtypes.as_dtype(self.dtype).as_numpy_dtype(-np.inf)
        self._probability_fn = lambda score, prev: probability_fn(
            _masked_score(score, memory_sequence_length, score_mask_value), prev
        )
        with name_scope(name, "BaseAttentionMechanismInit", nest.flatten(memory)):
            self._values = _masked_memory(memory, memory_sequence_length, check_inner_dims_defined)
            self._keys = self.memory_layer(self._values) if self.memory_layer else self._values
            if custom_key_value_fn is not None:
                self._keys, self._values = custom_key_value_fn(self._keys, self._values)
            self._batch_size = shapes.dimension_value(self._keys.shape[0]) or shape_of(self._keys)[0]
            self._alignments_size = shapes.dimension_value(self._keys.shape[1]) or shape_of(self._keys)[1]

    @property
    def memory_layer(self) -> Any:
        """The layer that makes keys from the memory."""
        return self._memory_layer

    @property
    def query_layer(self) -> Any:
        """The layer for queries, or None."""
        return self._query_layer

    @property
    def values(self) -> Any:
        """The memory, masked."""
        return self._values

    @property
    def keys(self) -> Any:
        """What queries are compared to."""
        return self._keys

    @property
    def batch_size(self) -> Any:
        """Number of sequences: an integer or a tensor."""
        return self._batch_size

    @property
    def alignments_size(self) -> Any:
        return self._alignments_size

    @property
    def state_size(self) -> Any:
        return self._alignments_size

    def initial_alignments(self, batch_size: Any, dtype: Any) -> Any:
        """The alignments to begin with."""
        return zero_tensors(self._alignments_size, batch_size, dtype)

    def initial_state(self, batch_size: Any, dtype: Any) -> Any:
        """The state to begin with."""
        return self.initial_alignments(batch_size, dtype)

    def _aligned(self, score: Any, state: Any) -> tuple[Any, Any]:
        alignments = self._probability_fn(score, state)
        return alignments, alignments


def _masked_memory(memory: Any, lengths: Any, check_inner_dims_defined: bool) -> Any:
    """The memory with zeros behind the end of each sequence."""
    memory = nest.map_structure(lambda m: convert(m, None, "memory"), memory)
    if lengths is not None:
        lengths = convert(lengths, None, "memory_sequence_length")
    if check_inner_dims_defined:
        for m in nest.flatten(memory):
            if not m.shape[2:].is_fully_defined():
                raise ValueError(f"Expected memory {m.name} to have fully defined inner dims, but saw shape: {m.shape}")
    if lengths is None:
        return memory
    first = nest.flatten(memory)[0]
    mask = sequence_mask(lengths, maxlen=shape_of(first)[1], dtype=first.dtype)

    def masked(m: Any) -> Tensor:
        rank = m.shape.ndims if m.shape.ndims is not None else rank_of(m)
        extra_ones = ones(rank - 2, dtype=dtypes.int32)
        return m * reshape(mask, concat((shape_of(mask), extra_ones), 0))

    return nest.map_structure(masked, memory)


def _masked_score(score: Any, lengths: Any, score_mask_value: Any) -> Any:
    if lengths is None:
        return score
    message = "All values in memory_sequence_length must be greater than zero."
    with control_dependencies([assert_positive(lengths, message=message)]):
        mask = sequence_mask(lengths, maxlen=shape_of(score)[1])
    return where(mask, score, score_mask_value * ones_like(score))


def _luong_score(query: Any, keys: Any, scale: Any) -> Tensor:
    depth, units = query.shape[-1], keys.shape[-1]
    if depth != units:
        raise ValueError(
            f"Incompatible or unknown inner dimensions between query and keys.  Query ({query}) has units: {depth}.  "
            f"Keys ({keys}) have units: {units}.  Perhaps you need to set num_units to the keys' dimension ({units})?"
        )
    score = squeeze(matmul(expand_dims(query, 1), keys, transpose_b=True), [1])
    return score if scale is None else scale * score


def _bahdanau_score(query: Any, keys: Any, v: Any, g: Any, b: Any) -> Tensor:
    query = expand_dims(query, 1)
    if g is None or b is None:
        return reduce_sum(v * tanh(keys + query), [2])
    normed_v = g * v * rsqrt(reduce_sum(square(v)))
    return reduce_sum(normed_v * tanh(keys + query + b), [2])


def _memory_layer(num_units: int, dtype: Any, name: str = "memory_layer") -> Dense:
    return Dense(num_units, name=name, use_bias=False, dtype=dtype)


class _Luong(BaseAttentionMechanism):
    """Base: scores are products of query and keys."""

    _scale: bool

    def _score(self, query: Any) -> Any:
        g = None
        if self._scale:
            g = scopes.get_variable("attention_g", dtype=query.dtype, initializer=init_ops.ones_initializer, shape=())
        return _luong_score(query, self._keys, g)


class _Bahdanau(BaseAttentionMechanism):
    """Base: scores are sums of a function of query and keys."""

    _num_units: int
    _normalize: bool

    def _score(self, query: Any) -> tuple[Any, Any]:
        """(scores, type of the processed query)."""
        processed = self.query_layer(query) if self.query_layer else query
        n, dtype, g, b = self._num_units, query.dtype, None, None
        v = scopes.get_variable("attention_v", [n], dtype=dtype)
        if self._normalize:
            first = init_ops.constant_initializer(math.sqrt(1.0 / n))
            g = scopes.get_variable("attention_g", dtype=dtype, initializer=first, shape=())
            zero = init_ops.zeros_initializer()
            b = scopes.get_variable("attention_b", [n], dtype=dtype, initializer=zero)
        return _bahdanau_score(processed, self._keys, v, g, b), processed.dtype


class LuongAttention(_Luong):
    """Scores are products of query and keys (Luong et al., arXiv:1508.04025).

    Args:
      num_units: width of queries and keys.
      memory: tensor (batch, entries, …).
      memory_sequence_length: vector (batch): entries behind it are masked.
      scale: whether scores are multiplied by a variable.
      probability_fn: function of scores, softmax where absent.
      score_mask_value: score of masked entries, minus infinity where absent.
      dtype: type of the layers, float32 where absent.
      custom_key_value_fn: function of keys and values that gives other ones.
      name: name of the operations.
    """

    def __init__(
        self,
        num_units: int,
        memory: Any,
        memory_sequence_length: Any = None,
        scale: bool = False,
        probability_fn: Function | None = None,
        score_mask_value: Any = None,
        dtype: Any = None,
        custom_key_value_fn: Function | None = None,
        name: str = "LuongAttention",
    ) -> None:
        chosen = probability_fn or softmax
        super().__init__(
            query_layer=None,
            memory_layer=_memory_layer(num_units, dtype or dtypes.float32),
            memory=memory,
            probability_fn=lambda score, _: chosen(score),
            memory_sequence_length=memory_sequence_length,
            score_mask_value=score_mask_value,
            custom_key_value_fn=custom_key_value_fn,
            name=name,
        )
        self._num_units = num_units
        self._scale = scale
        self._name = name

    def __call__(self, query: Any, state: Any) -> tuple[Any, Any]:
        """(alignments, next state) of a query (batch, width)."""
        with scopes.variable_scope(None, "luong_attention", [query]):
            score = self._score(query)
        return self._aligned(score, state)


class BahdanauAttention(_Bahdanau):
    """Scores are sums of tanh(query + keys), weighted (Bahdanau et al., arXiv:1409.0473).

    Args: as `LuongAttention`'s;
      normalize: whether the weights are a direction and a length (Salimans and Kingma, arXiv:1602.07868).
    """

    def __init__(
        self,
        num_units: int,
        memory: Any,
        memory_sequence_length: Any = None,
        normalize: bool = False,
        probability_fn: Function | None = None,
        score_mask_value: Any = None,
        dtype: Any = None,
        custom_key_value_fn: Function | None = None,
        name: str = "BahdanauAttention",
    ) -> None:
        chosen = probability_fn or softmax
        dtype = dtype or dtypes.float32
        super().__init__(
            query_layer=_memory_layer(num_units, dtype, "query_layer"),
            memory_layer=_memory_layer(num_units, dtype),
            memory=memory,
            probability_fn=lambda score, _: chosen(score),
            custom_key_value_fn=custom_key_value_fn,
            memory_sequence_length=memory_sequence_length,
            score_mask_value=score_mask_value,
            name=name,
        )
        self._num_units = num_units
        self._normalize = normalize
        self._name = name

    def __call__(self, query: Any, state: Any) -> tuple[Any, Any]:
        """(alignments, next state) of a query (batch, width)."""
        with scopes.variable_scope(None, "bahdanau_attention", [query]):
            score, _ = self._score(query)
        return self._aligned(score, state)


class _Monotonic(BaseAttentionMechanism):
    """Base: alignments begin at the first entry."""

    def initial_alignments(self, batch_size: Any, dtype: Any) -> Any:
        first = zeros((batch_size,), dtype=dtypes.int32)
        return one_hot(first, self._alignments_size, dtype=dtype)


class BahdanauMonotonicAttention(_Monotonic, _Bahdanau):
    """`BahdanauAttention` that never goes back (Raffel et al., arXiv:1704.00784).

    Args: as `BahdanauAttention`'s;
      sigmoid_noise: standard deviation of noise added to scores, with the seed `sigmoid_noise_seed`.
      score_bias_init: first bias of the scores.
      mode: `"recursive"`, `"parallel"` or `"hard"`, see `monotonic_attention`.
    """

    def __init__(
        self,
        num_units: int,
        memory: Any,
        memory_sequence_length: Any = None,
        normalize: bool = False,
        score_mask_value: Any = None,
        sigmoid_noise: float = 0.0,
        sigmoid_noise_seed: int | None = None,
        score_bias_init: float = 0.0,
        mode: str = "parallel",
        dtype: Any = None,
        name: str = "BahdanauMonotonicAttention",
    ) -> None:
        dtype = dtype or dtypes.float32
        super().__init__(
            query_layer=_memory_layer(num_units, dtype, "query_layer"),
            memory_layer=_memory_layer(num_units, dtype),
            memory=memory,
            probability_fn=_monotonic(sigmoid_noise, mode, sigmoid_noise_seed),
            memory_sequence_length=memory_sequence_length,
            score_mask_value=score_mask_value,
            name=name,
        )
        self._num_units = num_units
        self._normalize = normalize
        self._name = name
        self._score_bias_init = score_bias_init

    def __call__(self, query: Any, state: Any) -> tuple[Any, Any]:
        """(alignments, next state) of a query (batch, width)."""
        with scopes.variable_scope(None, "bahdanau_monotonic_attention", [query]):
            score, dtype = self._score(query)
            score += _score_bias(dtype, self._score_bias_init)
        return self._aligned(score, state)


class LuongMonotonicAttention(_Monotonic, _Luong):
    """`LuongAttention` that never goes back (Raffel et al., arXiv:1704.00784).

    Args: as `LuongAttention`'s and `BahdanauMonotonicAttention`'s.
    """

    def __init__(
        self,
        num_units: int,
        memory: Any,
        memory_sequence_length: Any = None,
        scale: bool = False,
        score_mask_value: Any = None,
        sigmoid_noise: float = 0.0,
        sigmoid_noise_seed: int | None = None,
        score_bias_init: float = 0.0,
        mode: str = "parallel",
        dtype: Any = None,
        name: str = "LuongMonotonicAttention",
    ) -> None:
        super().__init__(
            query_layer=None,
            memory_layer=_memory_layer(num_units, dtype or dtypes.float32),
            memory=memory,
            probability_fn=_monotonic(sigmoid_noise, mode, sigmoid_noise_seed),
            memory_sequence_length=memory_sequence_length,
            score_mask_value=score_mask_value,
            name=name,
        )
        self._num_units = num_units
        self._scale = scale
        self._score_bias_init = score_bias_init
        self._name = name

    def __call__(self, query: Any, state: Any) -> tuple[Any, Any]:
        """(alignments, next state) of a query (batch, width)."""
        with scopes.variable_scope(None, "luong_monotonic_attention", [query]):
            score = self._score(query)
            score += _score_bias(query.dtype, self._score_bias_init)
        return self._aligned(score, state)


def _score_bias(dtype: Any, first: float) -> Any:
    return scopes.get_variable("attention_score_bias", dtype=dtype, initializer=first)


def _monotonic(sigmoid_noise: float, mode: str, seed: int | None) -> Function:
    return functools.partial(monotonic_probability_fn, sigmoid_noise=sigmoid_noise, mode=mode, seed=seed)


def hardmax(logits: Any, name: str | None = None) -> Tensor:
    """1 at the largest entry along the last dimension, 0 elsewhere."""
    with name_scope(name, "Hardmax", [logits]):
        logits = convert(logits, None, "logits")
        depth = shapes.dimension_value(logits.shape[-1])
        depth = shape_of(logits)[-1] if depth is None else depth
        return one_hot(argmax(logits, -1), depth, dtype=logits.dtype)
