"""`slim.nets.inception_v3`: the network of Szegedy et al. (2015), "Rethinking the Inception architecture"."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, variable_scope
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.contrib.arg_scope import Scope, arg_scope
from tf1compat._facade.contrib.conv_layers import conv2d
from tf1compat._facade.contrib.pool_layers import avg_pool2d, max_pool2d
from tf1compat._facade.contrib.shape_layers import softmax
from tf1compat._facade.contrib.slim.nets import inception_parts as parts
from tf1compat._facade.tensor import Tensor


def _first(pooled: int, second: str = "Conv2d_0a_1x1:48 Conv2d_0b_5x5:64") -> tuple[str, ...]:
    """A block of 35x35: 1x1; 1x1 and 5x5; 1x1 and twice 3x3; pooling and 1x1."""
    return (
        "Conv2d_0a_1x1:64",
        second,
        "Conv2d_0a_1x1:64 Conv2d_0b_3x3:96 Conv2d_0c_3x3:96",
        f"AvgPool_0a_3x3 Conv2d_0b_1x1:{pooled}",
    )


def _second(n: int) -> tuple[str, ...]:
    """A block of 17x17, whose 7x7 convolutions are split into rows and columns."""
    return (
        "Conv2d_0a_1x1:192",
        f"Conv2d_0a_1x1:{n} Conv2d_0b_1x7:{n} Conv2d_0c_7x1:192",
        f"Conv2d_0a_1x1:{n} Conv2d_0b_7x1:{n} Conv2d_0c_1x7:{n} Conv2d_0d_7x1:{n} Conv2d_0e_1x7:192",
        "AvgPool_0a_3x3 Conv2d_0b_1x1:192",
    )


def _third(name: str) -> tuple[str, ...]:
    """A block of 8x8, whose 3x3 convolutions become rows and columns side by side."""
    return (
        "Conv2d_0a_1x1:320",
        f"Conv2d_0a_1x1:384 Conv2d_0b_1x3:384&{name}:384",
        "Conv2d_0a_1x1:448 Conv2d_0b_3x3:384 Conv2d_0c_1x3:384&Conv2d_0d_3x1:384",
        "AvgPool_0a_3x3 Conv2d_0b_1x1:192",
    )


# TF1: some names disagree with the windows or letters of their neighbours; checkpoints have them so
_STEM: parts.Blocks = {
    "Conv2d_1a_3x3": ":32/2",
    "Conv2d_2a_3x3": ":32",
    "Conv2d_2b_3x3": ":64=",
    "MaxPool_3a_3x3": "/2",
    "Conv2d_3b_1x1": ":80",
    "Conv2d_4a_3x3": ":192",
    "MaxPool_5a_3x3": "/2",
}
_MIXED: parts.Blocks = {
    "Mixed_5b": _first(32),
    "Mixed_5c": _first(64, second="Conv2d_0b_1x1:48 Conv_1_0c_5x5:64"),
    "Mixed_5d": _first(64),
    "Mixed_6a": (
        "Conv2d_1a_1x1:384@3x3/2!",
        "Conv2d_0a_1x1:64 Conv2d_0b_3x3:96 Conv2d_1a_1x1:96@3x3/2!",
        "MaxPool_1a_3x3/2!",
    ),
    "Mixed_6b": _second(128),
    "Mixed_6c": _second(160),
    "Mixed_6d": _second(160),
    "Mixed_6e": _second(192),
    "Mixed_7a": (
        "Conv2d_0a_1x1:192 Conv2d_1a_3x3:320/2!",
        "Conv2d_0a_1x1:192 Conv2d_0b_1x7:192 Conv2d_0c_7x1:192 Conv2d_1a_3x3:192/2!",
        "MaxPool_1a_3x3/2!",
    ),
    "Mixed_7b": _third("Conv2d_0b_3x1"),
    "Mixed_7c": _third("Conv2d_0c_3x1"),
}


def inception_v3_base(
    inputs: Any,
    final_endpoint: str = "Mixed_7c",
    min_depth: int = 16,
    depth_multiplier: float = 1.0,
    scope: Any = None,
) -> tuple[Tensor, dict[str, Tensor]]:
    """The network without its last layers, up to `final_endpoint`, and all outputs by name.

    Args:
      min_depth, depth_multiplier: the number of channels of each layer is multiplied, but not below the minimum.

    Raises:
      ValueError: there is no such endpoint, or the multiplier is not positive.
    """
    depth = parts.scaled_depth(depth_multiplier, min_depth)
    end_points: dict[str, Tensor] = {}
    net = inputs
    with variable_scope.variable_scope(scope, "InceptionV3", [inputs]):
        for blocks, padding in ((_STEM, "VALID"), (_MIXED, "SAME")):
            with arg_scope([conv2d, max_pool2d, avg_pool2d], stride=1, padding=padding):
                net, came = parts.build(net, blocks, blocks, depth, end_points, final_endpoint)
                if came:
                    return net, end_points
        raise parts.unknown_endpoint(final_endpoint)


def inception_v3(
    inputs: Any,
    num_classes: int = 1000,
    is_training: Any = True,
    dropout_keep_prob: Any = 0.8,
    min_depth: int = 16,
    depth_multiplier: float = 1.0,
    prediction_fn: Any = softmax,
    spatial_squeeze: bool = True,
    reuse: Any = None,
    scope: Any = "InceptionV3",
) -> tuple[Tensor, dict[str, Tensor]]:
    """Logits `[batch, num_classes]` of images `[batch, 299, 299, 3]`, and all outputs by name.

    Arguments are those of `inception_v1` and of `inception_v3_base`; `AuxLogits` are logits from the middle.
    """
    depth = parts.scaled_depth(depth_multiplier, min_depth)
    with variable_scope.variable_scope(scope, "InceptionV3", [inputs, num_classes], reuse=reuse) as scope:
        with parts.inference_switch(is_training):
            net, end_points = inception_v3_base(
                inputs, scope=scope, min_depth=min_depth, depth_multiplier=depth_multiplier
            )
            with arg_scope([conv2d, max_pool2d, avg_pool2d], stride=1, padding="SAME"):
                middle = end_points["Mixed_6e"]
                end_points["AuxLogits"] = _auxiliary(middle, num_classes, depth, spatial_squeeze)
            logits = parts.pooled_logits(net, num_classes, dropout_keep_prob, spatial_squeeze, [8, 8], end_points)
            end_points["Logits"] = logits
            end_points["Predictions"] = prediction_fn(logits, scope="Predictions")
    return logits, end_points


inception_v3.default_image_size = 299  # type: ignore[attr-defined]


def _auxiliary(net: Tensor, num_classes: int, depth: parts.Depth, squeeze: bool) -> Tensor:
    with variable_scope.variable_scope("AuxLogits"):
        net = avg_pool2d(net, [5, 5], stride=3, padding="VALID", scope="AvgPool_1a_5x5")
        net = conv2d(net, depth(128), [1, 1], scope="Conv2d_1b_1x1")
        window = parts.small_window(net, [5, 5])
        net = parts.layer(net, f"Conv2d_2a_{window[0]}x{window[1]}:768!~0.01", depth)
        net = conv2d(
            net,
            num_classes,
            [1, 1],
            activation_fn=None,
            normalizer_fn=None,
            weights_initializer=parts.truncated(0.001),
            scope="Conv2d_2b_1x1",
        )
        return array_ops.squeeze(net, [1, 2], name="SpatialSqueeze") if squeeze else net


def inception_v3_arg_scope(
    weight_decay: float = 0.00004,
    batch_norm_var_collection: Any = "moving_vars",
    batch_norm_decay: float = 0.9997,
    batch_norm_epsilon: float = 0.001,
    updates_collections: Any = GraphKeys.UPDATE_OPS,
    use_fused_batchnorm: bool = True,
) -> Scope:
    """Defaults of the layers."""
    return parts.layer_defaults(
        weight_decay,
        batch_norm_var_collection,
        batch_norm_decay,
        batch_norm_epsilon,
        updates_collections,
        fused=use_fused_batchnorm,
    )
