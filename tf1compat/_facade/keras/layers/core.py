"""`tf.keras.layers`: Dense, Dropout, Flatten, Reshape and the like."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade import array_ops, math_ops, nn_ops, sparse_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.keras import activations, regularizers
from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras.engine.layer import InputSpec, Layer
from tf1compat._facade.keras.layers import settings
from tf1compat._facade.layers import core as plain
from tf1compat._facade.smart_cond import smart_cond
from tf1compat._jaxcore.base.shapes import TensorShape


def as_sizes(shape: Any) -> list[Any]:
    """A shape argument as a list of sizes."""
    return TensorShape(shape).as_list()


class Masking(Layer):
    """Masks the time steps all of whose features are `mask_value`."""

    def __init__(self, mask_value: Any = 0.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.supports_masking = True
        self.mask_value = mask_value
        self._compute_output_and_mask_jointly = True

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        return K.any(math_ops.not_equal(inputs, self.mask_value), axis=-1)

    def call(self, inputs: Any) -> Any:
        kept = K.any(math_ops.not_equal(inputs, self.mask_value), axis=-1, keepdims=True)
        outputs = inputs * math_ops.cast(kept, inputs.dtype)
        outputs._keras_mask = array_ops.squeeze(kept, axis=-1)
        return outputs

    def compute_output_shape(self, input_shape: Any) -> Any:
        return input_shape

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "mask_value": self.mask_value}


class Dropout(Layer):
    """Drops a random part of its inputs while training.

    Args:
      rate: the part to drop.
      noise_shape: shape of the random decisions; None entries are the input's sizes.
      seed: the op's seed.
    """

    def __init__(self, rate: Any, noise_shape: Any = None, seed: int | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.rate, self.noise_shape, self.seed = rate, noise_shape, seed
        self.supports_masking = True

    def _get_noise_shape(self, inputs: Any) -> Any:
        if self.noise_shape is None:
            return None
        sizes = array_ops.shape(inputs)
        return convert_to_tensor([sizes[i] if n is None else n for i, n in enumerate(self.noise_shape)])

    def call(self, inputs: Any, training: Any = None) -> Any:
        training = K.learning_phase() if training is None else training

        def dropped() -> Any:
            return nn_ops.dropout(inputs, noise_shape=self._get_noise_shape(inputs), seed=self.seed, rate=self.rate)

        return smart_cond(training, dropped, lambda: array_ops.identity(inputs))

    def compute_output_shape(self, input_shape: Any) -> Any:
        return input_shape

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "rate": self.rate, "noise_shape": self.noise_shape, "seed": self.seed}


class SpatialDropout1D(Dropout):
    """Drops whole channels of sequences."""

    _rank = 1

    def __init__(self, rate: Any, **kwargs: Any) -> None:
        super().__init__(rate, **kwargs)
        self.input_spec = InputSpec(ndim=self._rank + 2)

    def _get_noise_shape(self, inputs: Any) -> Any:
        sizes = array_ops.shape(inputs)
        if getattr(self, "data_format", "channels_last") == "channels_first":
            return (sizes[0], sizes[1], *[1] * self._rank)
        return (sizes[0], *[1] * self._rank, sizes[self._rank + 1])


class SpatialDropout2D(SpatialDropout1D):
    """Drops whole channels of images."""

    _rank = 2

    def __init__(self, rate: Any, data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(rate, **kwargs)
        self.data_format = K.data_format_of(data_format)


class SpatialDropout3D(SpatialDropout2D):
    """Drops whole channels of volumes."""

    _rank = 3


class Activation(Layer):
    """An activation as a layer."""

    def __init__(self, activation: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.supports_masking = True
        self.activation = activations.get(activation)

    def call(self, inputs: Any) -> Any:
        return self.activation(inputs)

    def compute_output_shape(self, input_shape: Any) -> Any:
        return input_shape

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "activation": activations.serialize(self.activation)}


class Reshape(Layer):
    """Another shape; one size may be -1. `target_shape` is without the batch."""

    def __init__(self, target_shape: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.target_shape = tuple(target_shape)

    def _settled(self, sizes: Any) -> list[int]:
        target = list(self.target_shape)
        message = "total size of new array must be unchanged"
        known, unknown = 1, None
        for i, size in enumerate(target):
            if size < 0:
                if unknown is not None:
                    raise ValueError("Can only specify one unknown dimension.")
                unknown = i
            else:
                known *= size
        total = int(np.prod(sizes, dtype=int))
        if unknown is not None:
            if known == 0 or total % known != 0:
                raise ValueError(message)
            target[unknown] = total // known
        elif total != known:
            raise ValueError(message)
        return target

    def compute_output_shape(self, input_shape: Any) -> TensorShape:
        sizes = as_sizes(input_shape)
        if None in sizes[1:]:
            return TensorShape([sizes[0], *(s if s != -1 else None for s in self.target_shape)])
        return TensorShape([sizes[0], *self._settled(sizes[1:])])

    def call(self, inputs: Any) -> Any:
        return array_ops.reshape(inputs, (array_ops.shape(inputs)[0], *self.target_shape))

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "target_shape": self.target_shape}


class Permute(Layer):
    """Dimensions in another order; `dims` counts from 1, without the batch."""

    def __init__(self, dims: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.dims = tuple(dims)
        if sorted(dims) != list(range(1, len(dims) + 1)):
            raise ValueError(
                f"Invalid permutation `dims` for Permute Layer: {dims}. The set of indices in `dims` must be "
                "consecutive and start from 1."
            )
        self.input_spec = InputSpec(ndim=len(self.dims) + 1)

    def compute_output_shape(self, input_shape: Any) -> TensorShape:
        sizes = as_sizes(input_shape)
        return TensorShape([sizes[0], *(sizes[d] for d in self.dims)])

    def call(self, inputs: Any) -> Any:
        return array_ops.transpose(inputs, perm=(0, *self.dims))

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "dims": self.dims}


class Flatten(Layer):
    """All dimensions but the first become one."""

    def __init__(self, data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.data_format = K.data_format_of(data_format)
        self.input_spec = InputSpec(min_ndim=1)

    call: Any = plain.Flatten.call
    compute_output_shape: Any = plain.Flatten.compute_output_shape

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "data_format": self.data_format}


class RepeatVector(Layer):
    """[batch, features] to [batch, n, features]."""

    def __init__(self, n: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.n = n
        self.input_spec = InputSpec(ndim=2)

    def compute_output_shape(self, input_shape: Any) -> TensorShape:
        sizes = as_sizes(input_shape)
        return TensorShape([sizes[0], self.n, sizes[1]])

    def call(self, inputs: Any) -> Any:
        return K.repeat(inputs, self.n)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "n": self.n}


_DENSE = (
    "units",
    "activation",
    "use_bias",
    "kernel_initializer",
    "bias_initializer",
    "kernel_regularizer",
    "bias_regularizer",
    "activity_regularizer",
    "kernel_constraint",
    "bias_constraint",
)


class Dense(Layer):
    """A fully connected layer: activation(inputs @ kernel + bias).

    Args:
      units: number of outputs.
      activation: name or function.
      use_bias: add a bias?
      kernel_initializer, bias_initializer, kernel_regularizer, bias_regularizer, activity_regularizer,
      kernel_constraint, bias_constraint: names, configurations or functions.
    """

    units: Any
    activation: Any
    use_bias: Any
    kernel: Any
    bias: Any

    def __init__(
        self,
        units: int,
        activation: Any = None,
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        bias_constraint: Any = None,
        **kwargs: Any,
    ) -> None:
        given = {k: v for k, v in locals().items() if k in _DENSE and k != "activity_regularizer"}
        if "input_shape" not in kwargs and "input_dim" in kwargs:
            kwargs["input_shape"] = (kwargs.pop("input_dim"),)
        super().__init__(activity_regularizer=regularizers.get(activity_regularizer), **kwargs)
        settings.take(self, {**given, "units": int(units)})
        self.supports_masking = True
        self.input_spec = InputSpec(min_ndim=2)

    build = plain.Dense.build
    compute_output_shape: Any = plain.Dense.compute_output_shape

    def call(self, inputs: Any) -> Any:
        rank = len(inputs.shape)
        if rank > 2:
            outputs = math_ops.tensordot(inputs, self.kernel, [[rank - 1], [0]])
            outputs.set_shape([*inputs.dims[:-1], self.units])
        else:
            inputs = math_ops.cast(inputs, self._dtype)
            sparse = K.is_sparse(inputs)
            outputs = (
                sparse_ops.sparse_tensor_dense_matmul(inputs, self.kernel)
                if sparse
                else apply_op("MatMul", inputs, self.kernel)
            )
        if self.use_bias:
            outputs = nn_ops.bias_add(outputs, self.bias)
        return outputs if self.activation is None else self.activation(outputs)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), **settings.config(self, _DENSE)}


class ActivityRegularization(Layer):
    """The input as it is, with a loss of its size."""

    def __init__(self, l1: Any = 0.0, l2: Any = 0.0, **kwargs: Any) -> None:
        super().__init__(activity_regularizer=regularizers.L1L2(l1=l1, l2=l2), **kwargs)
        self.supports_masking = True
        self.l1, self.l2 = l1, l2

    def compute_output_shape(self, input_shape: Any) -> Any:
        return input_shape

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "l1": self.l1, "l2": self.l2}
