"""What the Inception networks share: their layers as short texts, and the defaults of these layers.

A layer is written as its scope name, with the window's size at the end, and then

    :64     output channels (before the depth multiplier)
    @3x3    the window's size, where the name says something else
    /2      stride
    ! or =  padding "VALID" or "SAME", where it is not the default
    ~0.09   standard deviation of the initial weights

`a b` is a after b; `a&b` is the outputs of both, side by side.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tf1compat._facade import array_ops, init_ops, nn_ops, variable_scope
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.contrib.arg_scope import Scope, arg_scope
from tf1compat._facade.contrib.batch_norm import batch_norm
from tf1compat._facade.contrib.conv_layers import conv2d
from tf1compat._facade.contrib.dense_layers import fully_connected
from tf1compat._facade.contrib.initializers import variance_scaling_initializer
from tf1compat._facade.contrib.pool_layers import avg_pool2d, max_pool2d
from tf1compat._facade.contrib.regularizers import l2_regularizer
from tf1compat._facade.contrib.shape_layers import dropout
from tf1compat._facade.tensor import Tensor

Depth = Callable[[int], int]
Blocks = Mapping[str, "str | tuple[str, ...]"]
_LAYER = re.compile(
    r"(?P<name>\w+?_(?P<size>\d+x\d+))(:(?P<depth>\d+))?(@(?P<window>\d+x\d+))?(/(?P<stride>\d+))?"
    r"(?P<padding>[!=])?(~(?P<stddev>[\d.]+))?"
)


def truncated(stddev: float) -> Any:
    """Normal initial weights, cut at two standard deviations."""
    return init_ops.truncated_normal_initializer(0.0, stddev)


def scaled_depth(depth_multiplier: float, min_depth: int) -> Depth:
    """A function of a number of channels: times the multiplier, at least `min_depth`; ValueError unless it is > 0."""
    if depth_multiplier <= 0:
        raise ValueError("depth_multiplier is not greater than zero.")
    return lambda depth: max(int(depth * depth_multiplier), min_depth)


def layer(net: Tensor, text: str, depth: Depth) -> Tensor:
    """The layer that a text describes, see above."""
    parts = text.split("&")
    if len(parts) > 1:
        return array_ops.concat([layer(net, part, depth) for part in parts], 3)
    found = _LAYER.fullmatch(text)
    assert found, text
    name = found["name"]
    window = [int(n) for n in (found["window"] or found["size"]).split("x")]
    options: dict[str, Any] = {"scope": name}
    if found["stride"]:
        options["stride"] = int(found["stride"])
    if found["padding"]:
        options["padding"] = "VALID" if found["padding"] == "!" else "SAME"
    if found["stddev"]:
        options["weights_initializer"] = truncated(float(found["stddev"]))
    if name.startswith("MaxPool"):
        return max_pool2d(net, window, **options)
    if name.startswith("AvgPool"):
        return avg_pool2d(net, window, **options)
    return conv2d(net, depth(int(found["depth"])), window, **options)


def mixed(net: Tensor, branches: tuple[str, ...], depth: Depth) -> Tensor:
    """Several branches of the same input, side by side."""
    outputs = []
    for i, branch in enumerate(branches):
        with variable_scope.variable_scope(f"Branch_{i}"):
            output = net
            for text in branch.split():
                output = layer(output, text, depth)
            outputs.append(output)
    return array_ops.concat(outputs, 3)


def build(
    net: Tensor, blocks: Blocks, names: Iterable[str], depth: Depth, end_points: dict[str, Tensor], last: str
) -> tuple[Tensor, bool]:
    """Layers and mixed blocks in turn, noted in `end_points`, up to the one named `last`; gives whether it came."""
    for name in names:
        block = blocks[name]
        if isinstance(block, str):
            net = layer(net, name + block, depth)
        else:
            with variable_scope.variable_scope(name):
                net = mixed(net, block, depth)
        end_points[name] = net
        if name == last:
            return net, True
    return net, False


def unknown_endpoint(name: str) -> ValueError:
    return ValueError(f"Unknown final endpoint {name}")


def small_window(net: Tensor, size: list[int]) -> list[int]:
    """The size of a pooling window, no larger than the image where that is known."""
    height, width = net.get_shape().as_list()[1:3]
    return size if height is None or width is None else [min(height, size[0]), min(width, size[1])]


def logits_of(net: Tensor, num_classes: int, scope: str, squeeze: bool) -> Tensor:
    """Logits by a 1x1 convolution, without their spatial dimensions if asked for."""
    logits = conv2d(net, num_classes, [1, 1], activation_fn=None, normalizer_fn=None, scope=scope)
    return array_ops.squeeze(logits, [1, 2], name="SpatialSqueeze") if squeeze else logits


def pooled_logits(
    net: Tensor,
    num_classes: int,
    keep_prob: Any,
    squeeze: bool,
    size: list[int],
    end_points: dict[str, Tensor] | None = None,
) -> Tensor:
    """The last layers of versions 2 and 3; the features before the logits are noted in `end_points`, if given."""
    with variable_scope.variable_scope("Logits"):
        window = small_window(net, size)
        net = avg_pool2d(net, window, padding="VALID", scope=f"AvgPool_1a_{window[0]}x{window[1]}")
        net = dropout(net, keep_prob=keep_prob, scope="Dropout_1b")
        if end_points is not None:
            end_points["PreLogits"] = net
        return logits_of(net, num_classes, "Conv2d_1c_1x1", squeeze)


def inference_switch(is_training: Any) -> Any:
    """An argument scope that tells normalisation and dropout whether this is training."""
    return arg_scope([batch_norm, dropout], is_training=is_training)


def layer_defaults(
    weight_decay: float,
    batch_norm_var_collection: Any,
    decay: float = 0.9997,
    epsilon: float = 0.001,
    updates_collections: Any = GraphKeys.UPDATE_OPS,
    use_batch_norm: bool = True,
    **others: Any,
) -> Scope:
    """Defaults of the layers: ReLUs, weight decay and batch normalisation; `others` are its further arguments."""
    batch_norm_params = {
        "decay": decay,
        "epsilon": epsilon,
        "updates_collections": updates_collections,
        **others,
        "variables_collections": {
            "beta": None,
            "gamma": None,
            "moving_mean": [batch_norm_var_collection],
            "moving_variance": [batch_norm_var_collection],
        },
    }
    with arg_scope([conv2d, fully_connected], weights_regularizer=l2_regularizer(weight_decay)):
        with arg_scope(
            [conv2d],
            weights_initializer=variance_scaling_initializer(),
            activation_fn=nn_ops.relu,
            normalizer_fn=batch_norm if use_batch_norm else None,
            normalizer_params=batch_norm_params if use_batch_norm else {},
        ) as scope:
            return scope
