"""What AlexNet, OverFeat and VGG share: defaults of layers, and the three last layers, written as convolutions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import array_ops, init_ops, nn_ops
from tf1compat._facade.contrib.arg_scope import Scope, arg_scope
from tf1compat._facade.contrib.conv_layers import conv2d
from tf1compat._facade.contrib.dense_layers import fully_connected
from tf1compat._facade.contrib.named_outputs import convert_collection_to_dict
from tf1compat._facade.contrib.pool_layers import max_pool2d
from tf1compat._facade.contrib.regularizers import l2_regularizer
from tf1compat._facade.contrib.shape_layers import dropout
from tf1compat._facade.tensor import Tensor


def layer_defaults(weight_decay: float, biases_initializer: Any, pool_padding: str | None = "VALID") -> Scope:
    """An argument scope: ReLUs, weight decay, and padded convolutions."""
    weighted = {"weights_regularizer": l2_regularizer(weight_decay), "biases_initializer": biases_initializer}
    with arg_scope([conv2d, fully_connected], activation_fn=nn_ops.relu, **weighted):
        with arg_scope([conv2d], padding="SAME") as convolved:
            if pool_padding is None:
                return convolved
            with arg_scope([max_pool2d], padding=pool_padding) as pooled:
                return pooled


def with_collected_outputs(collection: Any) -> Any:
    """An argument scope in which the outputs of layers join a collection."""
    return arg_scope([conv2d, fully_connected, max_pool2d], outputs_collections=collection)


def classified(
    net: Tensor, widths: tuple[int, int], window: int, num_classes: int, keep_prob: Any, is_training: Any, **last: Any
) -> Tensor:
    """The layers fc6, fc7 and fc8 with dropout between them; `last` are arguments of fc8."""
    dropped: dict[str, Any] = {"is_training": is_training}
    net = conv2d(net, widths[0], [window, window], padding="VALID", scope="fc6")
    net = dropout(net, keep_prob, scope="dropout6", **dropped)
    net = conv2d(net, widths[1], [1, 1], scope="fc7")
    net = dropout(net, keep_prob, scope="dropout7", **dropped)
    return conv2d(net, num_classes, [1, 1], activation_fn=None, normalizer_fn=None, scope="fc8", **last)


def truncated(stddev: float) -> Callable[..., Any]:
    """Normal initial weights, cut at two standard deviations."""
    return init_ops.truncated_normal_initializer(0.0, stddev)


def named_end_points(net: Tensor, collection: Any, scope_name: str, squeeze: bool) -> tuple[Tensor, Any]:
    """The logits, without their spatial dimensions if asked for, and all outputs by name."""
    end_points = convert_collection_to_dict(collection)
    if squeeze:
        net = array_ops.squeeze(net, [1, 2], name="fc8/squeezed")
        end_points[scope_name + "/fc8"] = net
    return net, end_points
