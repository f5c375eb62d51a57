"""`slim.nets.resnet_utils`: blocks of residual units, their convolutions and the defaults of their layers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tf1compat._facade import array_ops, math_ops, nn_ops, variable_scope
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.contrib.arg_scope import Scope, add_arg_scope, arg_scope
from tf1compat._facade.contrib.batch_norm import batch_norm
from tf1compat._facade.contrib.conv_layers import conv2d
from tf1compat._facade.contrib.initializers import variance_scaling_initializer
from tf1compat._facade.contrib.named_outputs import collect_named_outputs, convert_collection_to_dict
from tf1compat._facade.contrib.pool_layers import max_pool2d
from tf1compat._facade.contrib.regularizers import l2_regularizer
from tf1compat._facade.contrib.shape_layers import softmax
from tf1compat._facade.tensor import Tensor


class Block(NamedTuple):
    """Residual units of one size: name, the function that makes a unit, and its arguments for each unit."""

    scope: str
    unit_fn: Callable[..., Tensor]
    args: list[dict[str, Any]]


def subsample(inputs: Tensor, factor: int, scope: Any = None) -> Tensor:
    """Every `factor`-th row and column."""
    return inputs if factor == 1 else max_pool2d(inputs, [1, 1], stride=factor, scope=scope)


def conv2d_same(
    inputs: Tensor, num_outputs: int, kernel_size: int, stride: int, rate: int = 1, scope: Any = None
) -> Tensor:
    """A convolution whose padding does not depend on the size of the images, as `"SAME"` does with a stride."""
    if stride == 1:
        return conv2d(inputs, num_outputs, kernel_size, stride=1, rate=rate, padding="SAME", scope=scope)
    pad_total = (kernel_size - 1) * rate
    pad = [pad_total // 2, pad_total - pad_total // 2]
    inputs = array_ops.pad(inputs, [[0, 0], pad, pad, [0, 0]])
    return conv2d(inputs, num_outputs, kernel_size, stride=stride, rate=rate, padding="VALID", scope=scope)


@add_arg_scope
def stack_blocks_dense(
    net: Tensor, blocks: Sequence[Block], output_stride: Any = None, outputs_collections: Any = None
) -> Tensor:
    """All blocks, one after the other.

    Args:
      output_stride: from where the images are smaller by this factor, strides become dilation.
      outputs_collections: collections for each block's output.

    Raises:
      ValueError: `output_stride` is none of the strides that occur.
    """
    stride = rate = 1
    for block in blocks:
        with variable_scope.variable_scope(block.scope, "block", [net]) as sc:
            for i, unit in enumerate(block.args):
                if output_stride is not None and stride > output_stride:
                    raise ValueError("The target output_stride cannot be reached.")
                with variable_scope.variable_scope(f"unit_{i + 1}", values=[net]):
                    if output_stride is not None and stride == output_stride:
                        net = block.unit_fn(net, rate=rate, **{**unit, "stride": 1})
                        rate *= unit.get("stride", 1)
                    else:
                        net = block.unit_fn(net, rate=1, **unit)
                        stride *= unit.get("stride", 1)
            net = collect_named_outputs(outputs_collections, sc.name, net)
    if output_stride is not None and stride != output_stride:
        raise ValueError("The target output_stride cannot be reached.")
    return net


def resnet_arg_scope(
    weight_decay: float = 0.0001,
    batch_norm_decay: float = 0.997,
    batch_norm_epsilon: float = 1e-5,
    batch_norm_scale: bool = True,
) -> Scope:
    """Defaults of the layers: batch normalisation, ReLUs and weight decay."""
    batch_norm_params = {
        "decay": batch_norm_decay,
        "epsilon": batch_norm_epsilon,
        "scale": batch_norm_scale,
        "updates_collections": GraphKeys.UPDATE_OPS,
    }
    with arg_scope(
        [conv2d],
        weights_regularizer=l2_regularizer(weight_decay),
        weights_initializer=variance_scaling_initializer(),
        activation_fn=nn_ops.relu,
        normalizer_fn=batch_norm,
        normalizer_params=batch_norm_params,
    ):
        with arg_scope([batch_norm], **batch_norm_params), arg_scope([max_pool2d], padding="SAME") as scope:
            return scope


def bottleneck_block(bottleneck: Any, scope: str, base_depth: int, num_units: int, stride: int) -> Block:
    """Units of three convolutions; the last one has the stride."""
    unit = {"depth": base_depth * 4, "depth_bottleneck": base_depth}
    strides = [1] * (num_units - 1) + [stride]
    return Block(scope, bottleneck, [{**unit, "stride": s} for s in strides])


def standard_blocks(block: Callable[..., Block], units: Sequence[int]) -> list[Block]:
    """The four blocks of the networks of He et al., of so many units each."""
    rows = zip(units, (64, 128, 256, 512), (2, 2, 2, 1))
    return [block(f"block{i + 1}", depth, n, stride) for i, (n, depth, stride) in enumerate(rows)]


def network(
    inputs: Tensor,
    blocks: Sequence[Block],
    num_classes: int | None,
    is_training: Any,
    global_pool: bool,
    output_stride: Any,
    include_root_block: bool,
    scope: Any,
    bottleneck: Any,
    preactivated: bool,
) -> tuple[Tensor, Any]:
    """The network of either version inside its variable scope: root, blocks, pooling, logits and predictions."""
    collection = scope.original_name_scope + "_end_points"
    with arg_scope([conv2d, bottleneck, stack_blocks_dense], outputs_collections=collection):
        with arg_scope([batch_norm], is_training=is_training):
            net = inputs
            if include_root_block:
                if output_stride is not None:
                    if output_stride % 4 != 0:
                        raise ValueError("The output_stride needs to be a multiple of 4.")
                    output_stride /= 4
                net = _root(net, preactivated)
            net = stack_blocks_dense(net, blocks, output_stride)
            if preactivated:
                net = batch_norm(net, activation_fn=nn_ops.relu, scope="postnorm")
            if global_pool:
                net = math_ops.reduce_mean(net, [1, 2], name="pool5", keepdims=True)
            if num_classes is not None:
                net = conv2d(net, num_classes, [1, 1], activation_fn=None, normalizer_fn=None, scope="logits")
            end_points = convert_collection_to_dict(collection)
            if num_classes is not None:
                end_points["predictions"] = softmax(net, scope="predictions")
            return net, end_points


def _root(net: Tensor, preactivated: bool) -> Tensor:
    if preactivated:
        with arg_scope([conv2d], activation_fn=None, normalizer_fn=None):
            net = conv2d_same(net, 64, 7, stride=2, scope="conv1")
    else:
        net = conv2d_same(net, 64, 7, stride=2, scope="conv1")
    return max_pool2d(net, [3, 3], stride=2, scope="pool1")
