"""`slim.nets.resnet_v1`: the networks of He et al. (2015), "Deep residual learning for image recognition"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tf1compat._facade import nn_ops, variable_scope
from tf1compat._facade.contrib.arg_scope import add_arg_scope
from tf1compat._facade.contrib.conv_layers import conv2d
from tf1compat._facade.contrib.named_outputs import collect_named_outputs, last_dimension
from tf1compat._facade.contrib.slim.nets import resnet_utils
from tf1compat._facade.tensor import Tensor

resnet_arg_scope = resnet_utils.resnet_arg_scope


@add_arg_scope
def bottleneck(
    inputs: Tensor,
    depth: int,
    depth_bottleneck: int,
    stride: int,
    rate: int = 1,
    outputs_collections: Any = None,
    scope: Any = None,
) -> Tensor:
    """A residual unit of 1x1, 3x3 and 1x1 convolutions, with normalisation and ReLU after each convolution.

    Args:
      depth, depth_bottleneck: channels of the output, and between the convolutions.
      stride, rate: of the 3x3 convolution.
    """
    with variable_scope.variable_scope(scope, "bottleneck_v1", [inputs]) as sc:
        if depth == last_dimension(inputs.get_shape(), min_rank=4):
            shortcut = resnet_utils.subsample(inputs, stride, "shortcut")
        else:
            shortcut = conv2d(inputs, depth, [1, 1], stride=stride, activation_fn=None, scope="shortcut")
        residual = conv2d(inputs, depth_bottleneck, [1, 1], stride=1, scope="conv1")
        residual = resnet_utils.conv2d_same(residual, depth_bottleneck, 3, stride, rate=rate, scope="conv2")
        residual = conv2d(residual, depth, [1, 1], stride=1, activation_fn=None, scope="conv3")
        output = nn_ops.relu(shortcut + residual)
        return collect_named_outputs(outputs_collections, sc.name, output)


def resnet_v1(
    inputs: Any,
    blocks: Sequence[resnet_utils.Block],
    num_classes: int | None = None,
    is_training: Any = True,
    global_pool: bool = True,
    output_stride: Any = None,
    include_root_block: bool = True,
    reuse: Any = None,
    scope: Any = None,
) -> tuple[Tensor, Any]:
    """A residual network of these blocks; gives logits (or features) and the outputs of blocks and layers by name.

    Args:
      inputs: images `[batch, height, width, 3]`.
      blocks: what `resnet_v1_block` makes.
      num_classes: None for features instead of logits.
      is_training: normalise with the batch's statistics?
      global_pool: average over the image?
      output_stride: by how much smaller than the image the features are, at most; None for no limit.
      include_root_block: begin with a convolution and pooling?

    Raises:
      ValueError: an `output_stride` that cannot be reached.
    """
    with variable_scope.variable_scope(scope, "resnet_v1", [inputs], reuse=reuse) as sc:
        return resnet_utils.network(
            inputs,
            blocks,
            num_classes,
            is_training,
            global_pool,
            output_stride,
            include_root_block,
            sc,
            bottleneck,
            preactivated=False,
        )


def resnet_v1_block(scope: str, base_depth: int, num_units: int, stride: int) -> resnet_utils.Block:
    """`num_units` units with 4 * `base_depth` output channels; the last one has the stride."""
    return resnet_utils.bottleneck_block(bottleneck, scope, base_depth, num_units, stride)


def resnet_v1_50(
    inputs: Any,
    num_classes: int | None = None,
    is_training: Any = True,
    global_pool: bool = True,
    output_stride: Any = None,
    reuse: Any = None,
    scope: Any = "resnet_v1_50",
) -> tuple[Tensor, Any]:
    """`resnet_v1` with 50 layers."""
    blocks = resnet_utils.standard_blocks(resnet_v1_block, (3, 4, 6, 3))
    return resnet_v1(
        inputs, blocks, num_classes, is_training, global_pool, output_stride, True, reuse=reuse, scope=scope
    )


def resnet_v1_101(
    inputs: Any,
    num_classes: int | None = None,
    is_training: Any = True,
    global_pool: bool = True,
    output_stride: Any = None,
    reuse: Any = None,
    scope: Any = "resnet_v1_101",
) -> tuple[Tensor, Any]:
    """`resnet_v1` with 101 layers."""
    blocks = resnet_utils.standard_blocks(resnet_v1_block, (3, 4, 23, 3))
    return resnet_v1(
        inputs, blocks, num_classes, is_training, global_pool, output_stride, True, reuse=reuse, scope=scope
    )


def resnet_v1_152(
    inputs: Any,
    num_classes: int | None = None,
    is_training: Any = True,
    global_pool: bool = True,
    output_stride: Any = None,
    reuse: Any = None,
    scope: Any = "resnet_v1_152",
) -> tuple[Tensor, Any]:
    """`resnet_v1` with 152 layers."""
    blocks = resnet_utils.standard_blocks(resnet_v1_block, (3, 8, 36, 3))
    return resnet_v1(
        inputs, blocks, num_classes, is_training, global_pool, output_stride, True, reuse=reuse, scope=scope
    )


def resnet_v1_200(
    inputs: Any,
    num_classes: int | None = None,
    is_training: Any = True,
    global_pool: bool = True,
    output_stride: Any = None,
    reuse: Any = None,
    scope: Any = "resnet_v1_200",
) -> tuple[Tensor, Any]:
    """`resnet_v1` with 200 layers."""
    blocks = resnet_utils.standard_blocks(resnet_v1_block, (3, 24, 36, 3))
    return resnet_v1(
        inputs, blocks, num_classes, is_training, global_pool, output_stride, True, reuse=reuse, scope=scope
    )


resnet_v1.default_image_size = 224  # type: ignore[attr-defined]
