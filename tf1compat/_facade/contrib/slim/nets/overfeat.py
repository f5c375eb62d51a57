"""`slim.nets.overfeat`: the accurate model of Sermanet et al. (2014), "OverFeat"."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import init_ops, variable_scope
from tf1compat._facade.contrib.arg_scope import Scope, arg_scope
from tf1compat._facade.contrib.conv_layers import conv2d
from tf1compat._facade.contrib.pool_layers import max_pool2d
from tf1compat._facade.contrib.slim.nets import plain_parts
from tf1compat._facade.tensor import Tensor


def overfeat_arg_scope(weight_decay: float = 0.0005) -> Scope:
    """Defaults of the layers."""
    return plain_parts.layer_defaults(weight_decay, init_ops.zeros_initializer())


def overfeat(
    inputs: Any,
    num_classes: int = 1000,
    is_training: Any = True,
    dropout_keep_prob: Any = 0.5,
    spatial_squeeze: bool = True,
    scope: Any = "overfeat",
) -> tuple[Tensor, Any]:
    """Logits `[batch, num_classes]` of images `[batch, 231, 231, 3]`; the arguments are those of `alexnet_v2`."""
    with variable_scope.variable_scope(scope, "overfeat", [inputs]) as sc:
        collection = sc.name + "_end_points"
        with plain_parts.with_collected_outputs(collection):
            net = conv2d(inputs, 64, [11, 11], 4, padding="VALID", scope="conv1")
            net = max_pool2d(net, [2, 2], scope="pool1")
            net = conv2d(net, 256, [5, 5], padding="VALID", scope="conv2")
            net = max_pool2d(net, [2, 2], scope="pool2")
            for i, width in enumerate((512, 1024, 1024)):
                net = conv2d(net, width, [3, 3], scope=f"conv{i + 3}")
            net = max_pool2d(net, [2, 2], scope="pool5")
            biases = init_ops.constant_initializer(0.1)
            with arg_scope([conv2d], weights_initializer=plain_parts.truncated(0.005), biases_initializer=biases):
                last = {"biases_initializer": init_ops.zeros_initializer()}
                net = plain_parts.classified(net, (3072, 4096), 6, num_classes, dropout_keep_prob, is_training, **last)
            return plain_parts.named_end_points(net, collection, sc.name, spatial_squeeze)
