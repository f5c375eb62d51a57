"""Layers of networks under TensorFlow 2's signatures."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.blocks import depth_to_space as v1_depth_to_space
from tf1compat._facade.blocks import space_to_depth as v1_space_to_depth
from tf1compat._facade.embedding_ops import embedding_lookup as v1_nn__embedding_lookup
from tf1compat._facade.embedding_sparse import embedding_lookup_sparse as v1_nn__embedding_lookup_sparse
from tf1compat._facade.nn_conv import conv1d as v1_nn__conv1d
from tf1compat._facade.nn_conv import conv2d as v1_nn__conv2d
from tf1compat._facade.nn_conv import conv3d as v1_nn__conv3d
from tf1compat._facade.nn_conv import convolution as v1_nn__convolution
from tf1compat._facade.nn_conv import depthwise_conv2d as v1_nn__depthwise_conv2d
from tf1compat._facade.nn_conv import separable_conv2d as v1_nn__separable_conv2d
from tf1compat._facade.nn_loss import sigmoid_cross_entropy_with_logits as v1_nn__sigmoid_cross_entropy_with_logits
from tf1compat._facade.nn_loss import (
    softmax_cross_entropy_with_logits_v2 as v1_nn__softmax_cross_entropy_with_logits_v2,
)
from tf1compat._facade.nn_loss import sparse_softmax_cross_entropy_with_logits as v1_sparse_cross_entropy
from tf1compat._facade.nn_moments import moments as v1_nn__moments
from tf1compat._facade.nn_moments import sufficient_statistics as v1_nn__sufficient_statistics
from tf1compat._facade.nn_moments import weighted_moments as v1_nn__weighted_moments
from tf1compat._facade.nn_ops import crelu as v1_nn__crelu
from tf1compat._facade.nn_ops import dropout as v1_nn__dropout


def conv1d(
    input: Any,
    filters: Any,
    stride: Any,
    padding: str,
    data_format: str = "NWC",
    dilations: Any = None,
    name: str | None = None,
) -> Any:
    """A convolution over one dimension."""
    return v1_nn__conv1d(
        input, filters, stride, padding, use_cudnn_on_gpu=True, data_format=data_format, name=name, dilations=dilations
    )


def conv2d(
    input: Any,
    filters: Any,
    strides: Any,
    padding: Any,
    data_format: str = "NHWC",
    dilations: Any = None,
    name: str | None = None,
) -> Any:
    """A convolution over two dimensions."""
    dilations = [1, 1, 1, 1] if dilations is None else dilations
    return v1_nn__conv2d(input, filters, strides, padding, data_format=data_format, dilations=dilations, name=name)


def conv3d(
    input: Any,
    filters: Any,
    strides: Any,
    padding: str,
    data_format: str = "NDHWC",
    dilations: Any = None,
    name: str | None = None,
) -> Any:
    """A convolution over three dimensions."""
    dilations = [1, 1, 1, 1, 1] if dilations is None else dilations
    return v1_nn__conv3d(input, filters, strides, padding, data_format=data_format, dilations=dilations, name=name)


def convolution(
    input: Any,
    filters: Any,
    strides: Any = None,
    padding: str = "VALID",
    data_format: str | None = None,
    dilations: Any = None,
    name: str | None = None,
) -> Any:
    """A convolution over as many dimensions as `filters` has."""
    return v1_nn__convolution(
        input, filters, padding, strides=strides, dilation_rate=dilations, name=name, data_format=data_format
    )


def depthwise_conv2d(
    input: Any,
    filter: Any,
    strides: Any,
    padding: str,
    data_format: str | None = None,
    dilations: Any = None,
    name: str | None = None,
) -> Any:
    """A convolution of each channel by itself."""
    return v1_nn__depthwise_conv2d(input, filter, strides, padding, rate=dilations, name=name, data_format=data_format)


def separable_conv2d(
    input: Any,
    depthwise_filter: Any,
    pointwise_filter: Any,
    strides: Any,
    padding: str,
    data_format: str | None = None,
    dilations: Any = None,
    name: str | None = None,
) -> Any:
    """A depthwise convolution and a pointwise one."""
    return v1_nn__separable_conv2d(
        input,
        depthwise_filter,
        pointwise_filter,
        strides,
        padding,
        rate=dilations,
        name=name,
        data_format=data_format,
    )


def crelu(features: Any, axis: int = -1, name: str | None = None) -> Any:
    """The positive and the negative parts, joined."""
    return v1_nn__crelu(features, name=name, axis=axis)


def depth_to_space(input: Any, block_size: int, data_format: str = "NHWC", name: str | None = None) -> Any:
    """Moves channels into blocks of space."""
    return v1_depth_to_space(input, block_size, name=name, data_format=data_format)


def space_to_depth(input: Any, block_size: int, data_format: str = "NHWC", name: str | None = None) -> Any:
    """Moves blocks of space into channels."""
    return v1_space_to_depth(input, block_size, name=name, data_format=data_format)


def dropout(x: Any, rate: Any, noise_shape: Any = None, seed: Any = None, name: str | None = None) -> Any:
    """Sets a share of the entries to zero and scales the others."""
    return v1_nn__dropout(x, rate=rate, noise_shape=noise_shape, seed=seed, name=name)


def embedding_lookup(params: Any, ids: Any, max_norm: Any = None, name: str | None = None) -> Any:
    """Rows of tables that are divided contiguously."""
    return v1_nn__embedding_lookup(params, ids, "div", name, max_norm=max_norm)


def embedding_lookup_sparse(
    params: Any,
    sp_ids: Any,
    sp_weights: Any,
    combiner: str | None = None,
    max_norm: Any = None,
    name: str | None = None,
) -> Any:
    """Combined rows of tables that are divided contiguously."""
    return v1_nn__embedding_lookup_sparse(params, sp_ids, sp_weights, "div", name, combiner, max_norm)


def moments(x: Any, axes: Any, shift: Any = None, keepdims: bool = False, name: str | None = None) -> Any:
    """Mean and variance."""
    return v1_nn__moments(x=x, axes=axes, shift=shift, name=name, keep_dims=keepdims)


def weighted_moments(x: Any, axes: Any, frequency_weights: Any, keepdims: bool = False, name: str | None = None) -> Any:
    """Weighted mean and variance."""
    return v1_nn__weighted_moments(x, axes, frequency_weights, name=name, keep_dims=keepdims)


def sufficient_statistics(x: Any, axes: Any, shift: Any = None, keepdims: bool = False, name: str | None = None) -> Any:
    """What mean and variance are computed of."""
    return v1_nn__sufficient_statistics(x=x, axes=axes, shift=shift, keep_dims=keepdims, name=name)


def sigmoid_cross_entropy_with_logits(labels: Any = None, logits: Any = None, name: str | None = None) -> Any:
    """Cross entropy of probabilities of independent classes."""
    return v1_nn__sigmoid_cross_entropy_with_logits(labels=labels, logits=logits, name=name)


def softmax_cross_entropy_with_logits(labels: Any, logits: Any, axis: int = -1, name: str | None = None) -> Any:
    """Cross entropy of probabilities of classes; differentiates labels too."""
    return v1_nn__softmax_cross_entropy_with_logits_v2(labels=labels, logits=logits, axis=axis, name=name)


def sparse_softmax_cross_entropy_with_logits(labels: Any, logits: Any, name: str | None = None) -> Any:
    """Cross entropy of classes by number."""
    return v1_sparse_cross_entropy(labels=labels, logits=logits, name=name)


NAMES: dict[str, Any] = {
    f"nn.{function.__name__}": function
    for function in (
        conv1d,
        conv2d,
        conv3d,
        convolution,
        crelu,
        depth_to_space,
        depthwise_conv2d,
        dropout,
        embedding_lookup,
        embedding_lookup_sparse,
        moments,
        separable_conv2d,
        sigmoid_cross_entropy_with_logits,
        softmax_cross_entropy_with_logits,
        space_to_depth,
        sparse_softmax_cross_entropy_with_logits,
        sufficient_statistics,
        weighted_moments,
    )
}
