"""`slim.nets.inception_v1`: GoogLeNet of Szegedy et al. (2014), "Going deeper with convolutions"."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import variable_scope
from tf1compat._facade.contrib.arg_scope import Scope, arg_scope
from tf1compat._facade.contrib.conv_layers import conv2d
from tf1compat._facade.contrib.dense_layers import fully_connected
from tf1compat._facade.contrib.pool_layers import avg_pool2d, max_pool2d
from tf1compat._facade.contrib.shape_layers import dropout, softmax
from tf1compat._facade.contrib.slim.nets import inception_parts as parts
from tf1compat._facade.tensor import Tensor


def _mixed(a: int, b: tuple[int, int], c: tuple[int, int], d: int, third: str = "0b") -> tuple[str, ...]:
    """The four branches: 1x1; 1x1 and 3x3; 1x1 and 3x3; pooling and 1x1."""
    return (
        f"Conv2d_0a_1x1:{a}",
        f"Conv2d_0a_1x1:{b[0]} Conv2d_0b_3x3:{b[1]}",
        f"Conv2d_0a_1x1:{c[0]} Conv2d_{third}_3x3:{c[1]}",
        f"MaxPool_0a_3x3 Conv2d_0b_1x1:{d}",
    )


_BLOCKS: parts.Blocks = {
    "Conv2d_1a_7x7": ":64/2",
    "MaxPool_2a_3x3": "/2",
    "Conv2d_2b_1x1": ":64",
    "Conv2d_2c_3x3": ":192",
    "MaxPool_3a_3x3": "/2",
    "Mixed_3b": _mixed(64, (96, 128), (16, 32), 32),
    "Mixed_3c": _mixed(128, (128, 192), (32, 96), 64),
    "MaxPool_4a_3x3": "/2",
    "Mixed_4b": _mixed(192, (96, 208), (16, 48), 64),
    "Mixed_4c": _mixed(160, (112, 224), (24, 64), 64),
    "Mixed_4d": _mixed(128, (128, 256), (24, 64), 64),
    "Mixed_4e": _mixed(112, (144, 288), (32, 64), 64),
    "Mixed_4f": _mixed(256, (160, 320), (32, 128), 128),
    "MaxPool_5a_2x2": "/2",
    "Mixed_5b": _mixed(256, (160, 320), (32, 128), 128, third="0a"),  # TF1: named so in its checkpoints
    "Mixed_5c": _mixed(384, (192, 384), (48, 128), 128),
}


def inception_v1_base(
    inputs: Any, final_endpoint: str = "Mixed_5c", scope: Any = "InceptionV1"
) -> tuple[Tensor, dict[str, Tensor]]:
    """The network without its last layers, up to `final_endpoint`, and all outputs by name.

    Raises:
      ValueError: there is no such endpoint.
    """
    end_points: dict[str, Tensor] = {}
    with variable_scope.variable_scope(scope, "InceptionV1", [inputs]):
        with arg_scope([conv2d, fully_connected], weights_initializer=parts.truncated(0.01)):
            with arg_scope([conv2d, max_pool2d], stride=1, padding="SAME"):
                net, came = parts.build(inputs, _BLOCKS, _BLOCKS, lambda d: d, end_points, final_endpoint)
                if came:
                    return net, end_points
        raise parts.unknown_endpoint(final_endpoint)


def inception_v1(
    inputs: Any,
    num_classes: int = 1000,
    is_training: Any = True,
    dropout_keep_prob: Any = 0.8,
    prediction_fn: Any = softmax,
    spatial_squeeze: bool = True,
    reuse: Any = None,
    scope: Any = "InceptionV1",
) -> tuple[Tensor, dict[str, Tensor]]:
    """Logits `[batch, num_classes]` of images `[batch, 224, 224, 3]`, and all outputs by name.

    Args:
      prediction_fn: function of (logits, scope) for the output `Predictions`.
      spatial_squeeze: leave out the spatial dimensions (of size one) of the logits?
      reuse: find the variables of an earlier call?
    """
    with variable_scope.variable_scope(scope, "InceptionV1", [inputs, num_classes], reuse=reuse) as scope:
        with parts.inference_switch(is_training):
            net, end_points = inception_v1_base(inputs, scope=scope)
            with variable_scope.variable_scope("Logits"):
                net = avg_pool2d(net, [7, 7], stride=1, scope="MaxPool_0a_7x7")
                net = dropout(net, dropout_keep_prob, scope="Dropout_0b")
                logits = parts.logits_of(net, num_classes, "Conv2d_0c_1x1", spatial_squeeze)
                end_points["Logits"] = logits
                end_points["Predictions"] = prediction_fn(logits, scope="Predictions")
    return logits, end_points


inception_v1.default_image_size = 224  # type: ignore[attr-defined]


def inception_v1_arg_scope(
    weight_decay: float = 0.00004, use_batch_norm: bool = True, batch_norm_var_collection: Any = "moving_vars"
) -> Scope:
    """Defaults of the layers."""
    return parts.layer_defaults(weight_decay, batch_norm_var_collection, use_batch_norm=use_batch_norm)
