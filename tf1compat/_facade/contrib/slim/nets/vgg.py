"""`slim.nets.vgg`: the models A, D (16 layers) and E (19 layers) of Simonyan and Zisserman (2014)."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import init_ops, variable_scope
from tf1compat._facade.contrib.arg_scope import Scope
from tf1compat._facade.contrib.conv_layers import conv2d
from tf1compat._facade.contrib.pool_layers import max_pool2d
from tf1compat._facade.contrib.slim.nets import plain_parts
from tf1compat._facade.contrib.stacking import repeat
from tf1compat._facade.tensor import Tensor

_WIDTHS = (64, 128, 256, 512, 512)


def vgg_arg_scope(weight_decay: float = 0.0005) -> Scope:
    """Defaults of the layers."""
    return plain_parts.layer_defaults(weight_decay, init_ops.zeros_initializer(), pool_padding=None)


def _vgg(
    name: str,
    convolutions: tuple[int, ...],
    inputs: Any,
    num_classes: int,
    is_training: Any,
    dropout_keep_prob: Any,
    spatial_squeeze: bool,
    scope: Any,
) -> tuple[Tensor, Any]:
    """Five groups of 3x3 convolutions, each followed by pooling, and three fully connected layers."""
    with variable_scope.variable_scope(scope, name, [inputs]) as sc:
        # TF1: the collection of vgg_19 is named after the variable scope, those of the others after the name scope
        collection = (sc.name if name == "vgg_19" else sc.original_name_scope) + "_end_points"
        with plain_parts.with_collected_outputs(collection):
            net = inputs
            for i, (times, width) in enumerate(zip(convolutions, _WIDTHS)):
                net = repeat(net, times, conv2d, width, [3, 3], scope=f"conv{i + 1}")
                net = max_pool2d(net, [2, 2], scope=f"pool{i + 1}")
            net = plain_parts.classified(net, (4096, 4096), 7, num_classes, dropout_keep_prob, is_training)
            return plain_parts.named_end_points(net, collection, sc.name, spatial_squeeze)


def vgg_a(
    inputs: Any,
    num_classes: int = 1000,
    is_training: Any = True,
    dropout_keep_prob: Any = 0.5,
    spatial_squeeze: bool = True,
    scope: Any = "vgg_a",
) -> tuple[Tensor, Any]:
    """Model A, 11 layers; the arguments are those of `alexnet_v2`."""
    settings = (inputs, num_classes, is_training, dropout_keep_prob, spatial_squeeze, scope)
    return _vgg("vgg_a", (1, 1, 2, 2, 2), *settings)


def vgg_16(
    inputs: Any,
    num_classes: int = 1000,
    is_training: Any = True,
    dropout_keep_prob: Any = 0.5,
    spatial_squeeze: bool = True,
    scope: Any = "vgg_16",
) -> tuple[Tensor, Any]:
    """Model D, 16 layers; the arguments are those of `alexnet_v2`."""
    settings = (inputs, num_classes, is_training, dropout_keep_prob, spatial_squeeze, scope)
    return _vgg("vgg_16", (2, 2, 3, 3, 3), *settings)


def vgg_19(
    inputs: Any,
    num_classes: int = 1000,
    is_training: Any = True,
    dropout_keep_prob: Any = 0.5,
    spatial_squeeze: bool = True,
    scope: Any = "vgg_19",
) -> tuple[Tensor, Any]:
    """Model E, 19 layers; the arguments are those of `alexnet_v2`."""
    settings = (inputs, num_classes, is_training, dropout_keep_prob, spatial_squeeze, scope)
    return _vgg("vgg_19", (2, 2, 4, 4, 4), *settings)


for _model in (vgg_a, vgg_16, vgg_19):
    _model.default_image_size = 224  # type: ignore[attr-defined]
vgg_d = vgg_16
vgg_e = vgg_19
