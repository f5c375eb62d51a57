"""`Input` and `InputLayer`: where tensors enter a network."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras.engine.layer import Layer
from tf1compat._facade.keras.engine.node import KerasHistory, Node
from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.base.shapes import TensorShape


class InputLayer(Layer):
    """A placeholder, or a given tensor, as the entry of a network.

    Args:
      input_shape: shape without the batch.
      batch_size: size of the batch, None for any.
      dtype: type of the input.
      input_tensor: a tensor in place of a placeholder.
      sparse: make a sparse placeholder.
      name: name of the layer and the placeholder.
      batch_input_shape: shape with the batch, in place of `input_shape` and `batch_size`.
    """

    def __init__(
        self,
        input_shape: Any = None,
        batch_size: int | None = None,
        dtype: Any = None,
        input_tensor: Any = None,
        sparse: bool = False,
        name: str | None = None,
        ragged: bool = False,
        **kwargs: Any,
    ) -> None:
        if "batch_input_shape" in kwargs:
            whole = kwargs.pop("batch_input_shape")
            if input_shape and whole:
                raise ValueError(
                    "Only provide the input_shape OR batch_input_shape argument to InputLayer, not both at the same "
                    "time."
                )
            batch_size, input_shape = (whole[0], whole[1:]) if whole else (None, None)
        if kwargs:
            raise ValueError("Unrecognized keyword arguments:", kwargs.keys())
        if ragged:
            raise errors.unsupported("ragged inputs are not supported.", advice="Pad the rows to one length.")
        name = name or f"input_{K.get_uid('input')}"
        if dtype is None:
            dtype = K.floatx() if input_tensor is None else K.dtype(input_tensor)
        elif input_tensor is not None and input_tensor.dtype != dtype:
            raise ValueError(f"`input_tensor.dtype` differs from `dtype`: {input_tensor.dtype} vs. {dtype}")
        super().__init__(dtype=dtype, name=name)
        self.built = True
        self.sparse, self.ragged, self.batch_size = sparse, ragged, batch_size
        self.supports_masking = True
        self.is_placeholder = input_tensor is None
        if input_tensor is None:
            sizes = input_shape.as_list() if isinstance(input_shape, TensorShape) else input_shape
            sizes = (sizes,) if isinstance(sizes, int) else sizes
            self._batch_input_shape = None if sizes is None else (batch_size, *sizes)
            input_tensor = K.placeholder(shape=self._batch_input_shape, dtype=dtype, name=self.name, sparse=sparse)
        else:
            self._batch_input_shape = K.int_shape(input_tensor)
        input_tensor._keras_history = KerasHistory(self, 0, 0)
        input_tensor._keras_mask = None
        Node(self, [], [], [], [input_tensor], [input_tensor])

    def get_config(self) -> dict[str, Any]:
        return {
            "batch_input_shape": self._batch_input_shape,
            "dtype": self.dtype,
            "sparse": self.sparse,
            "ragged": self.ragged,
            "name": self.name,
        }


def Input(
    shape: Any = None,
    batch_size: int | None = None,
    name: str | None = None,
    dtype: Any = None,
    sparse: bool = False,
    tensor: Any = None,
    ragged: bool = False,
    **kwargs: Any,
) -> Any:
    """A tensor at which a network begins.

    Args:
      shape: shape without the batch; None entries may be of any size.
      batch_size: size of the batch.
      name, dtype, sparse: of the placeholder.
      tensor: a tensor in place of a placeholder.
      batch_shape, batch_input_shape: shape with the batch.

    Raises:
      ValueError: neither a shape nor a tensor, or both shapes.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     x = tf.keras.Input((3,))
    ...     y = tf.keras.layers.Dense(2)(x)
    ...     print(tf.keras.Model(x, y).output_shape)
    (None, 2)
    """
    whole = kwargs.pop("batch_input_shape", kwargs.pop("batch_shape", None))
    if shape and whole:
        raise ValueError(
            "Only provide the `shape` OR `batch_input_shape` argument to Input, not both at the same time."
        )
    if kwargs:
        raise ValueError("Unrecognized keyword arguments:", kwargs.keys())
    if whole:
        batch_size, shape = whole[0], whole[1:]
    if shape is None and tensor is None:
        raise ValueError(
            "Please provide to Input either a `shape` or a `tensor` argument. Note that `shape` does not include the "
            "batch dimension."
        )
    layer = InputLayer(shape, batch_size, dtype, tensor, sparse, name, ragged)
    return layer._inbound_nodes[0].output_tensors[0]
