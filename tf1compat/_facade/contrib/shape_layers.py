"""`tf.contrib.layers`: layers without weights or with biases only: dropout, flatten, one-hot, softmax and so on."""

from __future__ import annotations

import math
from typing import Any

from tf1compat._facade import array_ops, check_shapes, framework, init_ops, math_ops, nn_ops, variable_scope
from tf1compat._facade.contrib import layer_parts
from tf1compat._facade.contrib.arg_scope import add_arg_scope
from tf1compat._facade.contrib.named_outputs import collect_named_outputs, last_dimension
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.custom_gradient import custom_gradient
from tf1compat._facade.framework import name_scope
from tf1compat._facade.layers import core
from tf1compat._facade.sparse_arrange import sparse_reshape
from tf1compat._facade.sparse_tensor import SparseTensor
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes


@add_arg_scope
def bias_add(
    inputs: Any,
    activation_fn: Any = None,
    initializer: Any = init_ops.zeros_initializer(),
    regularizer: Any = None,
    reuse: Any = None,
    variables_collections: Any = None,
    outputs_collections: Any = None,
    trainable: bool = True,
    data_format: str = "NHWC",
    scope: Any = None,
) -> Tensor:
    """Adds a bias per channel; the arguments are those of `fully_connected`.

    Raises:
      ValueError: an unknown layout, rank or number of channels.
    """
    layer_parts.check_data_format(data_format)
    with variable_scope.variable_scope(scope, "BiasAdd", [inputs], reuse=reuse) as sc:
        inputs = convert_to_tensor(inputs)
        shape = inputs.get_shape()
        if shape.ndims is None:
            raise ValueError("Dims of shape must be known but is None")
        if shape.ndims != 4 and data_format == "NCHW":
            raise ValueError("Data format NCHW only supports 4D Tensor")
        features = shape.dims[1 if data_format == "NCHW" else -1].value
        if features is None:
            raise ValueError("`C` dimension must be known but is None")
        biases = layer_parts.parameter(
            "biases",
            [features],
            inputs.dtype.base_dtype,
            initializer,
            variables_collections,
            trainable,
            regularizer=regularizer,
        )
        outputs = nn_ops.bias_add(inputs, biases, data_format=data_format)
        return layer_parts.finished(outputs, activation_fn, outputs_collections, sc.name)


@add_arg_scope
def dropout(
    inputs: Any,
    keep_prob: Any = 0.5,
    noise_shape: Any = None,
    is_training: Any = True,
    outputs_collections: Any = None,
    scope: Any = None,
    seed: int | None = None,
) -> Tensor:
    """Keeps each element with probability `keep_prob` while training, scaled by its inverse.

    Args:
      noise_shape: shape of the random decisions; None entries are the input's sizes.
      is_training: a bool, or a tensor that decides in each step.
      seed: the op's seed.
    """
    getter = layer_parts.model_variable_getter
    with variable_scope.variable_scope(scope, "Dropout", [inputs], custom_getter=getter) as sc:
        inputs = convert_to_tensor(inputs)
        layer = core.Dropout(rate=1 - keep_prob, noise_shape=noise_shape, seed=seed, name=sc.name, _scope=sc)
        outputs = layer.apply(inputs, training=is_training)
        return collect_named_outputs(outputs_collections, sc.name, outputs)


@add_arg_scope
def flatten(inputs: Any, outputs_collections: Any = None, scope: Any = None) -> Tensor:
    """All dimensions but the first become one."""
    with name_scope(scope, "Flatten", [inputs]) as sc:
        inputs = convert_to_tensor(inputs)
        return collect_named_outputs(outputs_collections, sc, core.flatten(inputs))


@add_arg_scope
def inner_flatten(inputs: Any, new_rank: Any, output_collections: Any = None, scope: Any = None) -> Any:
    """The inner dimensions become one, so that `new_rank` dimensions are left.

    Raises:
      ValueError: the rank is below `new_rank`.
    """
    with name_scope(scope, "InnerFlatten", [inputs, new_rank]) as sc:
        sparse = isinstance(inputs, SparseTensor)
        flattened = _sparse_inner_flatten(inputs, new_rank) if sparse else _dense_inner_flatten(inputs, new_rank)
    return collect_named_outputs(output_collections, sc, flattened)


def _sparse_inner_flatten(inputs: SparseTensor, new_rank: int) -> SparseTensor:
    rank: Any = inputs.dense_shape.get_shape().as_list()[0]
    if rank < new_rank:
        raise ValueError(
            f"Inputs has rank less than new_rank. {inputs} must have rank at least {new_rank}. Received rank {rank}, "
            f"shape {inputs.get_shape()}"
        )
    outer, inner = inputs.dense_shape[: new_rank - 1], inputs.dense_shape[new_rank - 1 :]
    return sparse_reshape(inputs, array_ops.concat((outer, [math_ops.reduce_prod(inner)]), 0))


def _dense_inner_flatten(inputs: Any, new_rank: Any) -> Tensor:
    inputs = convert_to_tensor(inputs)
    enough = check_shapes.assert_rank_at_least(inputs, new_rank, message="inputs has rank less than new_rank")
    with framework.control_dependencies([enough]):
        outer = array_ops.strided_slice(array_ops.shape(inputs), [0], [new_rank - 1])
        flattened = array_ops.reshape(inputs, array_ops.concat((outer, [-1]), 0))
    if isinstance(new_rank, int) and inputs.get_shape().dims is not None:
        sizes = inputs.get_shape().as_list()
        inner = sizes[new_rank - 1 :]
        flattened.set_shape([*sizes[: new_rank - 1], None if None in inner else math.prod(inner)])
    return flattened


_inner_flatten = inner_flatten  # TF1: private there, but libraries use it


@add_arg_scope
def one_hot_encoding(
    labels: Any,
    num_classes: Any,
    on_value: Any = 1.0,
    off_value: Any = 0.0,
    outputs_collections: Any = None,
    scope: Any = None,
) -> Tensor:
    """Labels `[batch]` as vectors `[batch, num_classes]` of `off_value` with one `on_value`."""
    with name_scope(scope, "OneHotEncoding", [labels, num_classes]) as sc:
        labels = convert_to_tensor(labels)
        if labels.dtype == dtypes.int32:
            labels = math_ops.to_int64(labels)
        outputs = array_ops.one_hot(labels, num_classes, on_value=on_value, off_value=off_value)
        return collect_named_outputs(outputs_collections, sc, outputs)


@add_arg_scope
def softmax(logits: Any, scope: Any = None) -> Tensor:
    """Softmax over the last dimension of a tensor of any rank from 2; ValueError where it is unknown."""
    with variable_scope.variable_scope(scope, "softmax", [logits]):
        classes = last_dimension(logits.get_shape(), min_rank=2)
        predictions = nn_ops.softmax(array_ops.reshape(logits, [-1, classes]))
        predictions = array_ops.reshape(predictions, array_ops.shape(logits))
        predictions.set_shape(logits.get_shape())
        return predictions


@add_arg_scope
def spatial_softmax(
    features: Any,
    temperature: Any = None,
    name: str | None = None,
    variables_collections: Any = None,
    trainable: bool = True,
    data_format: str = "NHWC",
) -> Tensor:
    """The expected image positions, `[batch, 2 * channels]`, under a softmax over the pixels of each channel.

    Args:
      features: images `[batch, height, width, channels]`, or channels first.
      temperature: initial value of the temperature, a variable; 1 by default.
      trainable: is the temperature trained?

    Raises:
      ValueError: an unknown layout or number of channels.
    """
    with variable_scope.variable_scope(name, "spatial_softmax"):
        shape, static = array_ops.shape(features), features.shape
        if data_format == "NHWC":
            height, width, channels = shape[1], shape[2], static[3].value
        elif data_format == "NCHW":
            channels, height, width = static[1].value, shape[2], shape[3]
        else:
            raise ValueError("data_format has to be either NCHW or NHWC.")
        if channels is None:
            raise ValueError(
                "The num_channels dimension of the inputs to `spatial_softmax` should be defined. Found `None`."
            )
        with name_scope("spatial_softmax_op", "spatial_softmax_op", [features]):
            rows, columns = math_ops.lin_space(-1.0, 1.0, num=height), math_ops.lin_space(-1.0, 1.0, num=width)
            pos_x, pos_y = array_ops.meshgrid(rows, columns, indexing="ij")
            pos_x = array_ops.reshape(pos_x, [height * width])
            pos_y = array_ops.reshape(pos_y, [height * width])
            scale = _temperature(temperature, variables_collections, trainable)
            if data_format == "NHWC":
                features = array_ops.transpose(features, [0, 3, 1, 2])
            attention = nn_ops.softmax(array_ops.reshape(features, [-1, height * width]) / scale)
            expected_x = math_ops.reduce_sum(pos_x * attention, [1], keepdims=True)
            expected_y = math_ops.reduce_sum(pos_y * attention, [1], keepdims=True)
            expected = array_ops.concat([expected_x, expected_y], 1)
            keypoints = array_ops.reshape(expected, [-1, channels * 2])
            keypoints.set_shape([None, channels * 2])
    return keypoints


def _temperature(value: Any, collections: Any, trainable: bool) -> Any:
    initializer = init_ops.ones_initializer() if value is None else init_ops.constant_initializer(value)
    joined = collections if trainable else None
    return layer_parts.parameter("temperature", (), dtypes.float32, initializer, joined, trainable)


@add_arg_scope
def maxout(inputs: Any, num_units: int, axis: int = -1, scope: Any = None) -> Tensor:
    """The maximum of groups of features, `num_units` of them (Goodfellow et al., 2013).

    Raises:
      ValueError: the number of features is no multiple of `num_units`.
    """
    with variable_scope.variable_scope(scope, "MaxOut", [inputs]):
        inputs = convert_to_tensor(inputs)
        sizes: list[Any] = inputs.get_shape().as_list()
        features = sizes[axis]
        if features % num_units:
            raise ValueError(f"number of features({features}) is not a multiple of num_units({num_units})")
        sizes[axis] = num_units
        sizes.append(features // num_units)
        sizes = [array_ops.shape(inputs)[i] if n is None else n for i, n in enumerate(sizes)]
        return math_ops.reduce_max(array_ops.reshape(inputs, sizes), -1, keepdims=False)


def poincare_normalize(x: Any, axis: Any = 1, epsilon: float = 1e-5, name: str | None = None) -> Tensor:
    """Vectors along `axis`, scaled to a length below `1 - epsilon` where they are longer."""
    with name_scope(name, "poincare_normalize", [x]) as name:
        x = convert_to_tensor(x, name="x")
        inverse = math_ops.rsqrt(math_ops.reduce_sum(math_ops.square(x), axis, keepdims=True))
        return math_ops.multiply(x, math_ops.minimum((1.0 - epsilon) * inverse, 1.0), name=name)


@add_arg_scope
def images_to_sequence(
    inputs: Any, data_format: str = "NHWC", outputs_collections: Any = None, scope: Any = None
) -> Tensor:
    """Images `[batch, height, width, channels]` as sequences `[width, batch * height, channels]`."""
    layer_parts.check_data_format(data_format)
    with name_scope(scope, "ImagesToSequence", [inputs]) as sc:
        inputs = convert_to_tensor(inputs)
        if data_format == "NCHW":
            inputs = array_ops.transpose(inputs, [0, 2, 3, 1])
        _, _, width, depth = inputs.get_shape().as_list()
        sizes = array_ops.shape(inputs)
        batch, height = sizes[0], sizes[1]
        outputs = array_ops.reshape(array_ops.transpose(inputs, [2, 0, 1, 3]), [width, batch * height, depth])
        return collect_named_outputs(outputs_collections, sc, outputs)


@add_arg_scope
def sequence_to_images(
    inputs: Any,
    height: int,
    output_data_format: str = "channels_last",
    outputs_collections: Any = None,
    scope: Any = None,
) -> Tensor:
    """Sequences `[width, batch * height, channels]` as images; the inverse of `images_to_sequence`."""
    with name_scope(scope, "SequenceToImages", [inputs]) as sc:
        inputs = convert_to_tensor(inputs)
        width, rows, depth = inputs.get_shape().as_list()
        images = array_ops.reshape(inputs, [width, -1 if rows is None else rows // height, height, depth])
        order = [1, 3, 2, 0] if output_data_format == "channels_first" else [1, 2, 0, 3]
        return collect_named_outputs(outputs_collections, sc, array_ops.transpose(images, order))


def scale_gradient(inputs: Any, gradient_multiplier: Any) -> Tensor:
    """The inputs, with a gradient multiplied by a number."""

    @custom_gradient
    def scaled(x: Any) -> Any:
        return array_ops.identity(x), lambda dy: dy * gradient_multiplier

    return scaled(inputs)
