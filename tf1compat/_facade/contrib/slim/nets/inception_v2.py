"""`slim.nets.inception_v2`: the network of Ioffe and Szegedy (2015), "Batch normalization"."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import variable_scope
from tf1compat._facade.contrib.arg_scope import Scope, arg_scope
from tf1compat._facade.contrib.conv_layers import conv2d
from tf1compat._facade.contrib.pool_layers import avg_pool2d, max_pool2d
from tf1compat._facade.contrib.separable_layers import separable_conv2d
from tf1compat._facade.contrib.shape_layers import softmax
from tf1compat._facade.contrib.slim.nets import inception_parts as parts
from tf1compat._facade.tensor import Tensor


def _mixed(a: int, b: tuple[int, int], c: tuple[int, int], d: int, pool: str = "Avg") -> tuple[str, ...]:
    """The four branches: 1x1; 1x1 and 3x3; 1x1 and twice 3x3; pooling and 1x1."""
    return (
        f"Conv2d_0a_1x1:{a}",
        f"Conv2d_0a_1x1:{b[0]}~0.09 Conv2d_0b_3x3:{b[1]}",
        f"Conv2d_0a_1x1:{c[0]}~0.09 Conv2d_0b_3x3:{c[1]} Conv2d_0c_3x3:{c[1]}",
        f"{pool}Pool_0a_3x3 Conv2d_0b_1x1:{d}~0.1",
    )


def _smaller(a: tuple[int, int], b: tuple[int, int]) -> tuple[str, ...]:
    """The three branches of a block that halves the image."""
    return (
        f"Conv2d_0a_1x1:{a[0]}~0.09 Conv2d_1a_3x3:{a[1]}/2",
        f"Conv2d_0a_1x1:{b[0]}~0.09 Conv2d_0b_3x3:{b[1]} Conv2d_1a_3x3:{b[1]}/2",
        "MaxPool_1a_3x3/2",
    )


_STEM = "Conv2d_1a_7x7"
_BLOCKS: parts.Blocks = {
    "MaxPool_2a_3x3": "/2",
    "Conv2d_2b_1x1": ":64~0.1",
    "Conv2d_2c_3x3": ":192",
    "MaxPool_3a_3x3": "/2",
    "Mixed_3b": _mixed(64, (64, 64), (64, 96), 32),
    "Mixed_3c": _mixed(64, (64, 96), (64, 96), 64),
    "Mixed_4a": _smaller((128, 160), (64, 96)),
    "Mixed_4b": _mixed(224, (64, 96), (96, 128), 128),
    "Mixed_4c": _mixed(192, (96, 128), (96, 128), 128),
    "Mixed_4d": _mixed(160, (128, 160), (128, 160), 96),
    "Mixed_4e": _mixed(96, (128, 192), (160, 192), 96),
    "Mixed_5a": _smaller((128, 192), (192, 256)),
    "Mixed_5b": _mixed(352, (192, 320), (160, 224), 128),
    "Mixed_5c": _mixed(352, (192, 320), (192, 224), 128, pool="Max"),
}


def inception_v2_base(
    inputs: Any,
    final_endpoint: str = "Mixed_5c",
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
    with variable_scope.variable_scope(scope, "InceptionV2", [inputs]):
        with arg_scope([conv2d, max_pool2d, avg_pool2d, separable_conv2d], stride=1, padding="SAME"):
            net = separable_conv2d(
                inputs,
                depth(64),
                [7, 7],
                depth_multiplier=min(int(depth(64) / 3), 8),
                stride=2,
                weights_initializer=parts.truncated(1.0),
                scope=_STEM,
            )
            end_points[_STEM] = net
            came = final_endpoint == _STEM
            if not came:
                net, came = parts.build(net, _BLOCKS, _BLOCKS, depth, end_points, final_endpoint)
            if came:
                return net, end_points
        raise parts.unknown_endpoint(final_endpoint)


def inception_v2(
    inputs: Any,
    num_classes: int = 1000,
    is_training: Any = True,
    dropout_keep_prob: Any = 0.8,
    min_depth: int = 16,
    depth_multiplier: float = 1.0,
    prediction_fn: Any = softmax,
    spatial_squeeze: bool = True,
    reuse: Any = None,
    scope: Any = "InceptionV2",
) -> tuple[Tensor, dict[str, Tensor]]:
    """Logits `[batch, num_classes]` of images `[batch, 224, 224, 3]`, and all outputs by name.

    Arguments are those of `inception_v1` and of `inception_v2_base`.
    """
    parts.scaled_depth(depth_multiplier, min_depth)
    with variable_scope.variable_scope(scope, "InceptionV2", [inputs, num_classes], reuse=reuse) as scope:
        with parts.inference_switch(is_training):
            net, end_points = inception_v2_base(
                inputs, scope=scope, min_depth=min_depth, depth_multiplier=depth_multiplier
            )
            logits = parts.pooled_logits(net, num_classes, dropout_keep_prob, spatial_squeeze, [7, 7])
            end_points["Logits"] = logits
            end_points["Predictions"] = prediction_fn(logits, scope="Predictions")
    return logits, end_points


inception_v2.default_image_size = 224  # type: ignore[attr-defined]


def inception_v2_arg_scope(weight_decay: float = 0.00004, batch_norm_var_collection: Any = "moving_vars") -> Scope:
    """Defaults of the layers."""
    return parts.layer_defaults(weight_decay, batch_norm_var_collection)
