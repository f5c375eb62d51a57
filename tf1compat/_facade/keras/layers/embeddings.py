"""`tf.keras.layers.Embedding`: a vector for each number."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import embedding_ops, math_ops
from tf1compat._facade.framework import device
from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras import regularizers
from tf1compat._facade.keras.engine.layer import Layer
from tf1compat._facade.keras.layers import settings

_NAMES = (
    "input_dim",
    "output_dim",
    "embeddings_initializer",
    "embeddings_regularizer",
    "activity_regularizer",
    "embeddings_constraint",
    "mask_zero",
    "input_length",
)


class Embedding(Layer):
    """Vectors of whole numbers.

    Args:
      input_dim: how many numbers there are.
      output_dim: length of the vectors.
      mask_zero: does 0 mean that there is nothing? Then it is masked.
      input_length: number of steps, where it is always the same.
      Others: names, configurations or functions.
    """

    input_dim: Any
    output_dim: Any
    embeddings_initializer: Any
    embeddings_regularizer: Any
    embeddings_constraint: Any
    mask_zero: Any

    def __init__(
        self,
        input_dim: int,
        output_dim: int,
        embeddings_initializer: Any = "uniform",
        embeddings_regularizer: Any = None,
        activity_regularizer: Any = None,
        embeddings_constraint: Any = None,
        mask_zero: bool = False,
        input_length: Any = None,
        **kwargs: Any,
    ) -> None:
        given = {k: v for k, v in locals().items() if k in _NAMES and k != "activity_regularizer"}
        if "input_shape" not in kwargs:
            kwargs["input_shape"] = (input_length,) if input_length else (None,)
        kwargs["dtype"] = kwargs.pop("dtype", K.floatx())
        super().__init__(activity_regularizer=regularizers.get(activity_regularizer), **kwargs)
        settings.take(self, given)
        self.supports_masking = mask_zero

    def build(self, input_shape: Any) -> None:
        with device("cpu:0"):  # TF1: where there is no GPU, too
            self.embeddings = self.add_weight(
                shape=(self.input_dim, self.output_dim),
                initializer=self.embeddings_initializer,
                name="embeddings",
                regularizer=self.embeddings_regularizer,
                constraint=self.embeddings_constraint,
            )
        self.built = True

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        return math_ops.not_equal(inputs, 0) if self.mask_zero else None

    def compute_output_shape(self, input_shape: Any) -> Any:
        return (*input_shape, self.output_dim)

    def call(self, inputs: Any) -> Any:
        if K.dtype(inputs) not in ("int32", "int64"):
            inputs = math_ops.cast(inputs, "int32")
        return embedding_ops.embedding_lookup(self.embeddings, inputs)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), **settings.config(self, _NAMES)}
