"""`tf.layers`: dense, dropout and flatten."""

from __future__ import annotations

import math
from typing import Any

from tf1compat._facade import array_ops, init_ops, math_ops, nn_ops, smart_cond
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.layers import named
from tf1compat._facade.layers.arguments import data_format_name
from tf1compat._facade.layers.base import InputSpec, Layer
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, shapes
from tf1compat._jaxcore.base.shapes import TensorShape


class Dense(Layer):
    """A fully connected layer: activation(inputs @ kernel + bias).

    Args:
      units: number of outputs.
      activation: function of the output, None for linear.
      use_bias: add a bias?
      kernel_initializer, bias_initializer: initializers (Glorot's uniform one and zeros by default).
      kernel_regularizer, bias_regularizer, activity_regularizer: functions whose results are losses.
      kernel_constraint, bias_constraint: projections applied after an update.
      trainable: are the variables trained?
      name: name of the layer.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     layer = tf.layers.Dense(4)
    ...     y = layer(tf.ones([2, 3]))
    ...     print(y.shape, [v.name for v in layer.variables])
    (2, 4) ['dense/kernel:0', 'dense/bias:0']
    """

    def __init__(
        self,
        units: int,
        activation: Any = None,
        use_bias: bool = True,
        kernel_initializer: Any = None,
        bias_initializer: Any = init_ops.zeros_initializer(),
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        bias_constraint: Any = None,
        trainable: bool = True,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(trainable=trainable, name=name, activity_regularizer=activity_regularizer, **kwargs)
        self.units = int(units)
        self.activation = named.activation(activation)
        self.use_bias = use_bias
        self.kernel_initializer = named.initializer(kernel_initializer)
        self.bias_initializer = named.initializer(bias_initializer)
        self.kernel_regularizer = named.regularizer(kernel_regularizer)
        self.bias_regularizer = named.regularizer(bias_regularizer)
        self.kernel_constraint = named.constraint(kernel_constraint)
        self.bias_constraint = named.constraint(bias_constraint)
        self.input_spec = InputSpec(min_ndim=2)
        self.kernel: Any = None
        self.bias: Any = None

    def build(self, input_shape: Any) -> None:
        dtype = dtypes.as_dtype(self._dtype or dtypes.float32)
        if not (dtype.is_floating or dtype.is_complex):
            raise TypeError(f"Unable to build `Dense` layer with non-floating point dtype {dtype}")
        inputs = shapes.as_shape(input_shape)[-1].value
        if inputs is None:
            raise ValueError("The last dimension of the inputs to `Dense` should be defined. Found `None`.")
        self.input_spec = InputSpec(min_ndim=2, axes={-1: inputs})
        self.kernel = self.add_weight(
            "kernel",
            shape=[inputs, self.units],
            initializer=self.kernel_initializer,
            regularizer=self.kernel_regularizer,
            constraint=self.kernel_constraint,
        )
        if self.use_bias:
            self.bias = self.add_weight(
                "bias",
                shape=[self.units],
                initializer=self.bias_initializer,
                regularizer=self.bias_regularizer,
                constraint=self.bias_constraint,
            )
        self.built = True

    def call(self, inputs: Any) -> Any:
        rank = len(inputs.shape)
        if rank > 2:
            outputs = math_ops.tensordot(inputs, self.kernel, [[rank - 1], [0]])
            outputs.set_shape([*inputs.dims[:-1], self.units])
        else:
            inputs = math_ops.cast(inputs, self._dtype)
            outputs = apply_op("MatMul", inputs, self.kernel)
        if self.use_bias:
            outputs = nn_ops.bias_add(outputs, self.bias)
        return outputs if self.activation is None else self.activation(outputs)

    def compute_output_shape(self, input_shape: Any) -> TensorShape:
        known = shapes.as_shape(input_shape).with_rank_at_least(2)
        if known[-1].value is None:
            raise ValueError(f"The innermost dimension of input_shape must be defined, but saw: {known}")
        return known[:-1].concatenate([self.units])


def dense(
    inputs: Any,
    units: int,
    activation: Any = None,
    use_bias: bool = True,
    kernel_initializer: Any = None,
    bias_initializer: Any = init_ops.zeros_initializer(),
    kernel_regularizer: Any = None,
    bias_regularizer: Any = None,
    activity_regularizer: Any = None,
    kernel_constraint: Any = None,
    bias_constraint: Any = None,
    trainable: bool = True,
    name: str | None = None,
    reuse: bool | None = None,
) -> Tensor:
    """`Dense` as a function; `reuse` finds the variables of an earlier layer of the same `name`."""
    layer = Dense(
        units,
        activation=activation,
        use_bias=use_bias,
        kernel_initializer=kernel_initializer,
        bias_initializer=bias_initializer,
        kernel_regularizer=kernel_regularizer,
        bias_regularizer=bias_regularizer,
        activity_regularizer=activity_regularizer,
        kernel_constraint=kernel_constraint,
        bias_constraint=bias_constraint,
        trainable=trainable,
        name=name,
        _scope=name,
        _reuse=reuse,
    )
    return layer.apply(inputs)


class Dropout(Layer):
    """Drops a random part of its inputs while training.

    Args:
      rate: the part to drop.
      noise_shape: shape of the random decisions; None entries are the input's sizes.
      seed: the op's seed.
      name: name of the layer.
    """

    def __init__(
        self, rate: Any = 0.5, noise_shape: Any = None, seed: int | None = None, name: str | None = None, **kwargs: Any
    ) -> None:
        super().__init__(name=name, **kwargs)
        self.rate = rate
        self.noise_shape = noise_shape
        self.seed = seed

    def call(self, inputs: Any, training: Any = False) -> Any:
        def dropped() -> Any:
            shape = self._noise_shape(inputs)
            return nn_ops.dropout(inputs, noise_shape=shape, seed=self.seed, rate=self.rate)

        return smart_cond.smart_cond(training, dropped, lambda: array_ops.identity(inputs))

    def _noise_shape(self, inputs: Tensor) -> Any:
        if self.noise_shape is None:
            return None
        sizes = array_ops.shape(inputs)
        return convert_to_tensor([sizes[i] if n is None else n for i, n in enumerate(self.noise_shape)])

    def compute_output_shape(self, input_shape: Any) -> Any:
        return input_shape

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "rate": self.rate, "noise_shape": self.noise_shape, "seed": self.seed}


def dropout(
    inputs: Any,
    rate: Any = 0.5,
    noise_shape: Any = None,
    seed: int | None = None,
    training: Any = False,
    name: str | None = None,
) -> Tensor:
    """`Dropout` as a function: drops only where `training` (a bool, or a tensor that decides in each step)."""
    return Dropout(rate, noise_shape=noise_shape, seed=seed, name=name).apply(inputs, training=training)


class Flatten(Layer):
    """All dimensions but the first become one.

    Args:
      data_format: `"channels_last"` or `"channels_first"`; the latter moves the channels to the end first.
    """

    def __init__(self, data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.data_format = data_format_name(data_format)
        self.input_spec = InputSpec(min_ndim=1)

    def call(self, inputs: Any) -> Any:
        rank = len(inputs.dims)
        if self.data_format == "channels_first" and rank > 1:
            inputs = array_ops.transpose(inputs, perm=[0, *range(2, rank), 1])
        outputs = array_ops.reshape(inputs, (inputs.dims[0] or array_ops.shape(inputs)[0], -1))
        outputs.set_shape(self.compute_output_shape(inputs.shape))
        return outputs

    def compute_output_shape(self, input_shape: Any) -> TensorShape:
        sizes = shapes.as_shape(input_shape).as_list()
        rest = sizes[1:]
        return TensorShape([sizes[0], math.prod(d for d in rest if d) if all(rest) else None])

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "data_format": self.data_format}


def flatten(inputs: Any, name: str | None = None, data_format: str | None = "channels_last") -> Tensor:
    """`Flatten` as a function."""
    return Flatten(name=name, data_format=data_format).apply(inputs)
