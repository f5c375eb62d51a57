"""`tf.keras.layers`: attention of dot products (Luong) and of sums (Bahdanau)."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, init_ops, math_ops, nn_ops
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras.engine.layer import Layer
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.shapes import TensorShape


class BaseDenseAttention(Layer):
    """Base of attention over whole sequences; subclasses define `_calculate_scores(query, key)`.

    It is called with a list: query [batch, Tq, dim], value [batch, Tv, dim] and, where it is not the value, key
    [batch, Tv, dim]; `mask` is a list of the masks [batch, T] of query and value. The output is [batch, Tq, dim].

    Args:
      causal: may a position attend to itself and what lies before only?
    """

    def __init__(self, causal: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.causal = causal
        self.supports_masking = True

    def _calculate_scores(self, query: Any, key: Any) -> Any:
        raise NotImplementedError(f"{type(self).__name__} must define _calculate_scores(query, key)")

    def _apply_scores(self, scores: Any, value: Any, scores_mask: Any = None) -> Any:
        """The values weighted by the softmax of the scores where the mask is true."""
        if scores_mask is not None:
            hidden = math_ops.logical_not(scores_mask)
            scores = scores - 1.0e9 * math_ops.cast(hidden, dtype=K.floatx())
        return math_ops.matmul(nn_ops.softmax(scores), value)

    def call(self, inputs: Any, mask: Any = None) -> Any:
        self._validate_call_args(inputs, mask)
        query, value = inputs[0], inputs[1]
        key = inputs[2] if len(inputs) > 2 else value
        query_mask, value_mask = mask or (None, None)
        scores = self._calculate_scores(query=query, key=key)
        if value_mask is not None:
            value_mask = array_ops.expand_dims(value_mask, axis=-2)
        earlier = _causal_mask(scores) if self.causal else None
        result = self._apply_scores(scores=scores, value=value, scores_mask=_both(value_mask, earlier))
        if query_mask is not None:
            query_mask = array_ops.expand_dims(query_mask, axis=-1)
            result = result * math_ops.cast(query_mask, dtype=result.dtype)
        return result

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        self._validate_call_args(inputs, mask)
        return convert_to_tensor(mask[0]) if mask and mask[0] is not None else None

    def _validate_call_args(self, inputs: Any, mask: Any) -> None:
        name = type(self).__name__
        if not isinstance(inputs, list):
            raise ValueError(
                f"{name} layer must be called on a list of inputs, namely [query, value] or [query, value, key]."
            )
        if not 2 <= len(inputs) <= 3:
            raise ValueError(
                f"{name} layer accepts inputs list of length 2 or 3, namely [query, value] or [query, value, key]. "
                f"Given length: {len(inputs)}"
            )
        if mask:
            if not isinstance(mask, list):
                raise ValueError(f"{name} layer mask must be a list, namely [query_mask, value_mask].")
            if len(mask) != 2:
                raise ValueError(
                    f"{name} layer mask must be a list of length 2, namely [query_mask, value_mask]. Given length: "
                    f"{len(mask)}"
                )

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "causal": self.causal}


class Attention(BaseDenseAttention):
    """Attention whose scores are products of query and key.

    Args:
      use_scale: multiply the scores by a variable?
      causal: as of `BaseDenseAttention`, which also says what it is called with.
    """

    def __init__(self, use_scale: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.use_scale = use_scale

    def build(self, input_shape: Any) -> None:
        self.scale = None
        if self.use_scale:
            self.scale = self.add_weight(
                name="scale", shape=(), initializer=init_ops.Ones(), dtype=self.dtype, trainable=True
            )
        super().build(input_shape)

    def _calculate_scores(self, query: Any, key: Any) -> Any:
        scores = math_ops.matmul(query, key, transpose_b=True)
        return scores if self.scale is None else scores * self.scale

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "use_scale": self.use_scale}


class AdditiveAttention(BaseDenseAttention):
    """Attention whose scores are sums of tanh(query + key).

    Args:
      use_scale: weigh the terms of the sum by a variable [dim]?
      causal: as of `BaseDenseAttention`, which also says what it is called with.
    """

    def __init__(self, use_scale: bool = True, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.use_scale = use_scale

    def build(self, input_shape: Any) -> None:
        self.scale = None
        if self.use_scale:
            size = TensorShape(input_shape[1])[-1].value
            self.scale = self.add_weight(
                name="scale", shape=[size], initializer=init_ops.GlorotUniform(), dtype=self.dtype, trainable=True
            )
        super().build(input_shape)

    def _calculate_scores(self, query: Any, key: Any) -> Any:
        query = array_ops.expand_dims(query, axis=-2)
        key = array_ops.expand_dims(key, axis=-3)
        scale = 1.0 if self.scale is None else self.scale
        return math_ops.reduce_sum(scale * math_ops.tanh(query + key), axis=-1)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "use_scale": self.use_scale}


def _causal_mask(scores: Any) -> Any:
    sizes = array_ops.shape(scores)
    return _lower_triangular_mask(array_ops.concat([array_ops.ones_like(sizes[:-2]), sizes[-2:]], axis=0))


def _lower_triangular_mask(shape: Any) -> Any:
    """True where the row's index is at least the column's."""
    rows = math_ops.cumsum(array_ops.ones(shape=shape, dtype=dtypes.int32), axis=-2)
    columns = math_ops.cumsum(array_ops.ones(shape=shape, dtype=dtypes.int32), axis=-1)
    return math_ops.greater_equal(rows, columns)


def _both(x: Any, y: Any) -> Any:
    if x is None or y is None:
        return y if x is None else x
    return math_ops.logical_and(x, y)
