"""Cases of convolutions; TF's CPU kernels know NHWC only, so the transposed layout has a test of its own."""

import numpy as np
from case import Case


def values(*shape):
    return np.random.RandomState(sum(shape)).uniform(-1, 1, size=shape).astype("f")


def conv(op, *inputs, **attrs):
    attrs.setdefault("rtol", 1e-5)
    return Case(op, *inputs, **attrs)


def strides(s, t=None):
    return [1, s, t or s, 1]


CASES = [
    conv("Conv2D", values(2, 5, 6, 3), values(3, 2, 3, 4), strides=strides(1), padding="SAME"),
    conv("Conv2D", values(2, 5, 6, 3), values(3, 2, 3, 4), strides=strides(1), padding="VALID", label="valid"),
    conv("Conv2D", values(2, 5, 6, 3), values(3, 3, 3, 4), strides=strides(2), padding="SAME", label="strided"),
    conv(
        "Conv2D",
        values(1, 7, 6, 2),
        values(3, 3, 2, 2),
        strides=strides(2, 3),
        padding="VALID",
        label="uneven",
        grad="TF's CPU gradient wants equal strides",
    ),
    conv(
        "Conv2D",
        values(1, 7, 7, 2),
        values(3, 3, 2, 2),
        strides=strides(1),
        padding="SAME",
        dilations=[1, 2, 2, 1],
        label="dilated",
        grad="TF's CPU gradient knows no dilation",
    ),
    conv(
        "Conv2D",
        values(1, 4, 5, 2),
        values(2, 3, 2, 2),
        strides=strides(1),
        padding="EXPLICIT",
        explicit_paddings=[0, 0, 1, 2, 0, 1, 0, 0],
        label="explicit",
    ),
    conv("Conv2D", values(1, 3, 3, 1), values(1, 1, 1, 2), strides=strides(2), padding="VALID", label="skips"),
    conv(
        "Conv2D",
        values(1, 4, 4, 2).astype("d"),
        values(2, 2, 2, 3).astype("d"),
        strides=strides(1),
        padding="SAME",
        label="double",
    ),
    conv(
        "Conv2DBackpropInput", [2, 6, 6, 3], values(3, 3, 3, 4), values(2, 3, 3, 4), strides=strides(2), padding="SAME"
    ),
    conv(
        "Conv2DBackpropInput",
        [2, 7, 8, 3],
        values(3, 2, 3, 4),
        values(2, 5, 7, 4),
        strides=strides(1),
        padding="VALID",
        label="valid",
    ),
    conv(
        "Conv2DBackpropInput",
        [1, 8, 8, 2],
        values(5, 5, 2, 3),
        values(1, 4, 4, 3),
        strides=strides(2),
        padding="SAME",
        label="five",
    ),
    conv(
        "Conv2DBackpropInput",
        [1, 8, 7, 1],
        values(2, 2, 1, 1),
        values(1, 3, 3, 1),
        strides=strides(3, 2),
        padding="VALID",
        label="gaps",
        grad="TF's CPU gradient wants equal strides",
    ),
    conv(
        "Conv2DBackpropFilter", values(2, 6, 6, 3), [3, 3, 3, 4], values(2, 3, 3, 4), strides=strides(2), padding="SAME"
    ),
    conv(
        "Conv2DBackpropFilter",
        values(2, 7, 8, 3),
        [3, 2, 3, 4],
        values(2, 5, 7, 4),
        strides=strides(1),
        padding="VALID",
        label="valid",
    ),
    conv(
        "Conv2DBackpropFilter",
        values(1, 3, 3, 1),
        [1, 1, 1, 2],
        values(1, 2, 2, 2),
        strides=strides(2),
        padding="VALID",
        label="skips",
    ),
    conv("DepthwiseConv2dNative", values(2, 5, 6, 3), values(3, 2, 3, 2), strides=strides(1), padding="SAME"),
    conv(
        "DepthwiseConv2dNative",
        values(2, 5, 5, 2),
        values(3, 3, 2, 1),
        strides=strides(2),
        padding="VALID",
        label="strided",
    ),
    conv("Conv3D", values(1, 3, 4, 4, 2), values(2, 2, 3, 2, 3), strides=[1, 1, 1, 1, 1], padding="SAME"),
    conv(
        "Conv3D",
        values(1, 5, 4, 4, 1),
        values(2, 2, 2, 1, 2),
        strides=[1, 2, 2, 2, 1],
        padding="VALID",
        label="strided",
    ),
    conv(
        "Conv3DBackpropInputV2",
        [1, 4, 4, 4, 2],
        values(2, 2, 3, 2, 3),
        values(1, 2, 2, 2, 3),
        strides=[1, 2, 2, 2, 1],
        padding="SAME",
    ),
]
