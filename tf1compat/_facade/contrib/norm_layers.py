"""`tf.contrib.layers`: normalisation of each example, of groups of channels, and of vectors."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, init_ops, math_ops, nn_moments, variable_scope
from tf1compat._facade.contrib import layer_parts
from tf1compat._facade.contrib.arg_scope import add_arg_scope
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes


@add_arg_scope
def layer_norm(
    inputs: Any,
    center: bool = True,
    scale: bool = True,
    activation_fn: Any = None,
    reuse: Any = None,
    variables_collections: Any = None,
    outputs_collections: Any = None,
    trainable: bool = True,
    begin_norm_axis: int = 1,
    begin_params_axis: int = -1,
    scope: Any = None,
) -> Tensor:
    """Normalises each example (Ba et al., 2016).

    Args:
      begin_norm_axis: the first dimension to normalise over.
      begin_params_axis: the first dimension of `beta` and `gamma`.
      Others: as of `batch_norm`.

    Raises:
      ValueError: the rank is unknown, an axis is out of range, or the shape of the parameters is unknown.
    """
    with variable_scope.variable_scope(scope, "LayerNorm", [inputs], reuse=reuse) as sc:
        inputs = convert_to_tensor(inputs)
        shape = inputs.shape
        rank = shape.ndims
        if rank is None:
            raise ValueError(f"Inputs {inputs.name} has undefined rank.")
        if begin_norm_axis < 0:
            begin_norm_axis += rank
        if begin_params_axis >= rank or begin_norm_axis >= rank:
            raise ValueError(
                f"begin_params_axis ({begin_params_axis}) and begin_norm_axis ({begin_norm_axis}) must be < "
                f"rank(inputs) ({rank})"
            )
        params_shape = shape[begin_params_axis:]
        if not params_shape.is_fully_defined():
            where = f"shape(inputs)[{begin_params_axis}:]"
            raise ValueError(f"Inputs {inputs.name}: {where} is not fully defined: {shape}")
        parameters = _Parameters(params_shape, inputs.dtype.base_dtype, None, variables_collections, trainable)
        beta = parameters.beta() if center else None
        gamma = parameters.gamma() if scale else None
        mean, variance = nn_moments.moments(inputs, list(range(begin_norm_axis, rank)), keep_dims=True)
        epsilon = 1e-3 if inputs.dtype.base_dtype == dtypes.float16 else 1e-12
        outputs = nn_moments.batch_normalization(
            inputs, mean, variance, offset=beta, scale=gamma, variance_epsilon=epsilon
        )
        outputs.set_shape(shape)
        return layer_parts.finished(outputs, activation_fn, outputs_collections, sc.name)


class _Parameters:
    """`beta` and `gamma`, reshaped where that is asked for."""

    def __init__(
        self, shape: Any, dtype: Any, initializers: Any, collections: Any, trainable: bool, wide: Any = None
    ) -> None:
        self.initializers = initializers or {}
        self.arguments = (shape, dtype)
        self.others = (collections, trainable)
        self.wide = wide

    def _made(self, name: str, default: Any) -> Any:
        initializer = self.initializers.get(name, default)
        made = layer_parts.parameter(name, *self.arguments, initializer, *self.others)
        return array_ops.reshape(made, self.wide) if self.wide else made

    def beta(self) -> Any:
        return self._made("beta", init_ops.zeros_initializer())

    def gamma(self) -> Any:
        return self._made("gamma", init_ops.ones_initializer())


@add_arg_scope
def instance_norm(
    inputs: Any,
    center: bool = True,
    scale: bool = True,
    epsilon: float = 1e-6,
    activation_fn: Any = None,
    param_initializers: Any = None,
    reuse: Any = None,
    variables_collections: Any = None,
    outputs_collections: Any = None,
    trainable: bool = True,
    data_format: str = "NHWC",
    scope: Any = None,
) -> Tensor:
    """Normalises each channel of each example (Ulyanov et al., 2016); the arguments are those of `batch_norm`.

    Raises:
      ValueError: the rank or the number of channels is unknown, or the layout is.
    """
    inputs = convert_to_tensor(inputs)
    shape = inputs.shape
    rank = shape.ndims
    if rank is None:
        raise ValueError(f"Inputs {inputs.name} has undefined rank.")
    layer_parts.check_data_format(data_format)
    with variable_scope.variable_scope(scope, "InstanceNorm", [inputs], reuse=reuse) as sc:
        channels_first = data_format == "NCHW"
        axis = 1 if channels_first else rank - 1
        wide = [1, shape[1].value, *[1] * (rank - 2)] if channels_first else None
        channels = shape[axis : axis + 1]
        if not channels.is_fully_defined():
            raise ValueError(f"Inputs {inputs.name} has undefined channels dimension {channels}.")
        dtype = inputs.dtype.base_dtype
        parameters = _Parameters(channels, dtype, param_initializers, variables_collections, trainable, wide)
        beta = parameters.beta() if center else None
        gamma = parameters.gamma() if scale else None
        mean, variance = nn_moments.moments(inputs, [a for a in range(1, rank) if a != axis], keep_dims=True)
        outputs = nn_moments.batch_normalization(inputs, mean, variance, beta, gamma, epsilon, name="instancenorm")
        return layer_parts.finished(outputs, activation_fn, outputs_collections, sc.name)


@add_arg_scope
def group_norm(
    inputs: Any,
    groups: int = 32,
    channels_axis: int = -1,
    reduction_axes: Any = (-3, -2),
    center: bool = True,
    scale: bool = True,
    epsilon: float = 1e-6,
    activation_fn: Any = None,
    param_initializers: Any = None,
    reuse: Any = None,
    variables_collections: Any = None,
    outputs_collections: Any = None,
    trainable: bool = True,
    scope: Any = None,
    mean_close_to_zero: bool = False,
) -> Tensor:
    """Normalises groups of channels of each example (Wu and He, 2018).

    Args:
      groups: number of groups, a divisor of the number of channels.
      channels_axis: dimension of the channels.
      reduction_axes: further dimensions to normalise over.
      mean_close_to_zero: compute the variance in one pass.
      Others: as of `batch_norm`.

    Raises:
      ValueError: the rank or a size is unknown, or the axes or the groups do not fit.
    """
    inputs = convert_to_tensor(inputs)
    channels_axis, axes = _group_axes(inputs, groups, channels_axis, list(reduction_axes))
    channels = inputs.shape[channels_axis].value
    dynamic = array_ops.shape(inputs)
    sizes = [dynamic[i] if d.value is None else d for i, d in enumerate(inputs.shape)]
    split = [groups, channels // groups]
    before, after = sizes[:channels_axis], sizes[channels_axis + 1 :]
    wide = [1] * len(before) + split + [1] * len(after)
    inputs = array_ops.reshape(inputs, before + split + after)
    moments_axes = [channels_axis + 1] + [a + 1 if a > channels_axis else a for a in axes]
    with variable_scope.variable_scope(scope, "GroupNorm", [inputs], reuse=reuse) as sc:
        dtype = inputs.dtype.base_dtype
        parameters = _Parameters([channels], dtype, param_initializers, variables_collections, trainable, wide)
        beta = parameters.beta() if center else None
        gamma = parameters.gamma() if scale else None
        if mean_close_to_zero:
            counts, sums, squares, _ = nn_moments.sufficient_statistics(inputs, moments_axes, keep_dims=True)
            mean, variance = nn_moments.normalize_moments(counts, sums, squares, shift=None)
        else:
            mean, variance = nn_moments.moments(inputs, moments_axes, keep_dims=True)
        gain = math_ops.rsqrt(variance + epsilon)
        offset = -mean * gain
        if gamma is not None:
            gain *= gamma
            offset *= gamma
        if beta is not None:
            offset += beta
        outputs = array_ops.reshape(inputs * gain + offset, sizes)
        return layer_parts.finished(outputs, activation_fn, outputs_collections, sc.name)


def _group_axes(inputs: Tensor, groups: int, channels_axis: int, axes: list[int]) -> tuple[int, list[int]]:
    """The axes counted from the front, after all checks."""
    rank = inputs.shape.ndims
    if rank is None:
        raise ValueError(f"Inputs {inputs.name} has undefined rank.")
    if channels_axis > rank - 1:
        raise ValueError("Axis is out of bounds.")
    channels_axis = channels_axis + rank if channels_axis < 0 else channels_axis
    channels = inputs.shape[channels_axis].value
    if channels is None:
        raise ValueError(f"Inputs {inputs.name} has undefined channel dimension: {channels_axis}.")
    axes = [a + rank if a < 0 else a for a in axes]
    for a in axes:
        if a > rank:
            raise ValueError("Axis is out of bounds.")
        if inputs.shape[a].value is None:
            raise ValueError(f"Inputs {inputs.name} has undefined dimensions {a}.")
        if channels_axis == a:
            raise ValueError("reduction_axis must be mutually exclusive with channels_axis")
    if groups > channels:
        raise ValueError(f"Invalid groups {groups} for {channels} channels.")
    if channels % groups != 0:
        raise ValueError(f"{channels} channels is not commensurate with {groups} groups.")
    return channels_axis, axes


@add_arg_scope
def unit_norm(inputs: Any, dim: int, epsilon: float = 1e-7, scope: Any = None) -> Tensor:
    """Vectors along dimension `dim`, scaled to length one.

    Raises:
      ValueError: the rank is unknown, or `dim` is not below it.
    """
    with variable_scope.variable_scope(scope, "UnitNorm", [inputs]):
        if not inputs.get_shape():
            raise ValueError("The input rank must be known.")
        rank = len(inputs.get_shape().as_list())
        if dim < 0 or dim >= rank:
            raise ValueError("dim must be positive but smaller than the input rank.")
        lengths = math_ops.sqrt(epsilon + math_ops.reduce_sum(math_ops.square(inputs), dim, True))
        multiples: list[Tensor] = []
        if dim > 0:
            multiples.append(array_ops.ones([dim], dtypes.int32))
        multiples.append(array_ops.strided_slice(array_ops.shape(inputs), [dim], [dim + 1]))
        if dim < rank - 1:
            multiples.append(array_ops.ones([rank - 1 - dim], dtypes.int32))
        return math_ops.div(inputs, array_ops.tile(lengths, array_ops.concat(multiples, 0)))
