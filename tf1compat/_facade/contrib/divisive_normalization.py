"""`tf.contrib.layers.gdn`: generalised divisive normalisation."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_creation, array_ops, context, math_ops, nn_conv, nn_ops
from tf1compat._facade.constants import constant
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.framework import name_scope
from tf1compat._facade.gradient_registry import RegisterGradient
from tf1compat._facade.layers.base import InputSpec, Layer
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import shapes

_AXES = {"channels_first": 1, "channels_last": -1}


class GDN(Layer):
    """y[i] = x[i] / sqrt(beta[i] + sum_j(gamma[i, j] * x[j] ** 2)) over the channels of each place.

    Args:
      inverse: multiply instead of dividing (IGDN).
      beta_min: lower bound of beta.
      gamma_init: initial value of gamma's diagonal.
      reparam_offset: offset of the parameters that are trained.
      data_format: "channels_last" or "channels_first".
      activity_regularizer: function of the output whose result is a loss.
      trainable, name: of the layer.

    Raises:
      ValueError: unknown data format; channels of unknown number; inputs of less than 3 or more than 5 dimensions.

    Source: Ballé, Laparra and Simoncelli, "Density Modeling of Images using a Generalized Normalization
    Transformation" (2016).
    """

    def __init__(
        self,
        inverse: bool = False,
        beta_min: float = 1e-6,
        gamma_init: float = 0.1,
        reparam_offset: float = 2**-18,
        data_format: str = "channels_last",
        activity_regularizer: Any = None,
        trainable: bool = True,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(trainable=trainable, name=name, activity_regularizer=activity_regularizer, **kwargs)
        self.inverse = inverse
        self._beta_min = beta_min
        self._gamma_init = gamma_init
        self._reparam_offset = reparam_offset
        self.data_format = data_format
        self._channel_axis()
        self.input_spec = InputSpec(min_ndim=3, max_ndim=5)

    def _channel_axis(self) -> int:
        if self.data_format not in _AXES:
            raise ValueError(f"Unsupported `data_format` for GDN layer: {self.data_format}.")
        return _AXES[self.data_format]

    def build(self, input_shape: Any) -> None:
        axis = self._channel_axis()
        shape = shapes.as_shape(input_shape)
        channels = shape[axis].value
        if channels is None:
            raise ValueError("The channel dimension of the inputs to `GDN` must be defined.")
        assert shape.ndims is not None
        self._input_rank = shape.ndims
        self.input_spec = InputSpec(ndim=shape.ndims, axes={axis: channels})
        dtype = self.dtype
        offset = self._reparam_offset
        pedestal = constant(offset**2, dtype=dtype)
        beta_bound = constant((self._beta_min + offset**2) ** 0.5, dtype=dtype)
        gamma_bound = constant(offset, dtype=dtype)

        def initial_beta(shape: Any, dtype: Any = None, partition_info: Any = None) -> Tensor:
            added = constant(offset**2, dtype=self.dtype)
            return math_ops.sqrt(array_creation.ones(shape, dtype=dtype) + added)

        def initial_gamma(shape: Any, dtype: Any = None, partition_info: Any = None) -> Tensor:
            eye = array_creation.eye(shape[0], dtype=dtype)
            added = constant(offset**2, dtype=self.dtype)
            return math_ops.sqrt(self._gamma_init * eye + added)

        beta = self.add_weight("reparam_beta", shape=[channels], initializer=initial_beta, dtype=dtype, trainable=True)
        self.beta = math_ops.square(_lower_bound(beta, beta_bound)) - pedestal
        gamma = self.add_weight(
            "reparam_gamma", shape=[channels, channels], initializer=initial_gamma, dtype=dtype, trainable=True
        )
        self.gamma = math_ops.square(_lower_bound(gamma, gamma_bound)) - pedestal
        self.built = True

    def call(self, inputs: Any) -> Tensor:
        inputs = convert_to_tensor(inputs, dtype=self.dtype)
        rank = self._input_rank
        kernel = array_ops.reshape(self.gamma, [1] * (rank - 2) + self.gamma.shape.as_list())
        if self.data_format == "channels_first":
            pool = self._first(math_ops.square(inputs), kernel)
        else:
            pool = nn_conv.convolution(math_ops.square(inputs), kernel, "VALID")
            pool = nn_ops.bias_add(pool, self.beta, data_format="NHWC")
        pool = math_ops.sqrt(pool)
        outputs = inputs * pool if self.inverse else inputs / pool
        outputs.set_shape(inputs.shape)
        return outputs

    def _first(self, squares: Tensor, kernel: Tensor) -> Tensor:
        """Channels in front: biases are added to four dimensions only."""
        rank = self._input_rank
        pool = nn_conv.convolution(squares, kernel, "VALID", data_format="NC" + "DHW"[-(rank - 2) :])
        if rank == 3:
            pool = nn_ops.bias_add(array_ops.expand_dims(pool, 2), self.beta, data_format="NCHW")
            return array_ops.squeeze(pool, [2])
        if rank == 5:
            shape = array_ops.shape(pool)
            pool = array_ops.reshape(pool, array_ops.concat([shape[:3], [-1]], 0))
            return array_ops.reshape(nn_ops.bias_add(pool, self.beta, data_format="NCHW"), shape)
        return nn_ops.bias_add(pool, self.beta, data_format="NCHW")

    def compute_output_shape(self, input_shape: Any) -> Any:
        shape = shapes.as_shape(input_shape)
        if shape.ndims is None or not 3 <= shape.ndims <= 5:
            raise ValueError("`input_shape` must be of rank 3 to 5, inclusive.")
        if shape[self._channel_axis()].value is None:
            raise ValueError("The channel dimension of `input_shape` must be defined.")
        return shape


def _lower_bound(inputs: Any, bound: Tensor, name: str | None = None) -> Tensor:
    """The larger of both; a gradient that leads away from the bound passes."""
    with name_scope(name, "GDNLowerBound", [inputs, bound]) as scope:
        inputs = convert_to_tensor(inputs, name="inputs")
        bound = convert_to_tensor(bound, name="bound")
        with context.get_default_graph().gradient_override_map({"Maximum": "GDNLowerBound"}):
            return math_ops.maximum(inputs, bound, name=scope)


@RegisterGradient("GDNLowerBound")
def _lower_bound_gradient(op: Any, grad: Tensor) -> list[Tensor | None]:
    passes = math_ops.logical_or(op.inputs[0] >= op.inputs[1], grad < 0)
    return [math_ops.cast(passes, grad.dtype) * grad, None]


def gdn(
    inputs: Any,
    inverse: bool = False,
    beta_min: float = 1e-6,
    gamma_init: float = 0.1,
    reparam_offset: float = 2**-18,
    data_format: str = "channels_last",
    activity_regularizer: Any = None,
    trainable: bool = True,
    name: str | None = None,
    reuse: bool | None = None,
) -> Tensor:
    """The layer `GDN` applied to `inputs`; its arguments, and `reuse` of a layer of that name."""
    layer = GDN(
        inverse=inverse,
        beta_min=beta_min,
        gamma_init=gamma_init,
        reparam_offset=reparam_offset,
        data_format=data_format,
        activity_regularizer=activity_regularizer,
        trainable=trainable,
        name=name,
        dtype=inputs.dtype.base_dtype,
        _scope=name,
        _reuse=reuse,
    )
    return layer.apply(inputs)
