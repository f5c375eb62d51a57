"""Cases of backward operations that programs call by name, and of pooling with sizes as inputs."""

import numpy as np
from case import Case


def values(*shape):
    return np.random.RandomState(sum(shape)).uniform(-1, 1, size=shape).astype("f")


X, OUT, LIKE = values(2, 5, 6, 2), values(2, 2, 3, 2), values(2, 5, 6, 2) * 3
POOLED = X[:, :4].reshape(2, 2, 2, 3, 2, 2).max((2, 4))
SIZES = ([1, 2, 2, 1], [1, 2, 2, 1])
WINDOW = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}
PLACES = np.int64([[[[8, 3], [10, 1], [12, 0]], [[20, 25], [30, 31], [58, 59]]]] * 2)
CELLS, SLIDE = values(1, 4, 4, 3, 2), values(1, 3, 3, 2, 3)
STEPS = {"strides": [1, 1, 1, 1, 1], "padding": "VALID"}
MEAN, SPREAD = np.float32([0.1, 0.2]), np.float32([0.5, 0.8])
BETA, GAMMA = np.float32([0.3, -0.4]), np.float32([1.5, 0.7])
CASES = [
    Case("MaxPoolV2", X, *SIZES, padding="SAME"),
    Case("MaxPoolV2", X, *SIZES, padding="VALID", label="valid"),
    Case("MaxPoolGradV2", X, POOLED, OUT, *SIZES, padding="VALID", grad="second order"),
    Case("MaxPoolGradGrad", X, POOLED, LIKE, grad="second order", **WINDOW),
    Case("MaxPoolGradGradV2", X, POOLED, LIKE, *SIZES, padding="VALID", grad="second order"),
    Case("MaxPoolGradWithArgmax", X, OUT, PLACES, grad="second order", **WINDOW),
    Case("DepthwiseConv2dNativeBackpropInput", [2, 5, 6, 2], values(2, 3, 2, 2), values(2, 5, 6, 4),
         strides=[1, 1, 1, 1], rtol=1e-5, padding="SAME"),
    Case("DepthwiseConv2dNativeBackpropFilter", X, [2, 3, 2, 2], values(2, 3, 3, 4),
         strides=[1, 2, 2, 1], padding="SAME"),
    Case("Conv3DBackpropFilterV2", CELLS, [2, 2, 2, 2, 3], SLIDE, **STEPS),
    Case("MaxPool3DGrad", CELLS, CELLS[:, :, :, :2].reshape(1, 2, 2, 2, 2, 1, 2, 2).max((2, 4, 6)), values(1, 2, 2, 1, 2), ksize=[1, 2, 2, 2, 1],
         strides=[1, 2, 2, 2, 1], padding="VALID", grad="second order"),
    Case("AvgPool3DGrad", [1, 4, 4, 3, 2], values(1, 2, 2, 2, 2), ksize=[1, 2, 2, 2, 1],
         strides=[1, 2, 2, 2, 1], padding="SAME"),
    Case("BatchNormWithGlobalNormalization", X, MEAN, SPREAD, BETA, GAMMA, variance_epsilon=0.001,
         scale_after_normalization=True, rtol=1e-5),
    Case("BatchNormWithGlobalNormalization", X, MEAN, SPREAD, BETA, GAMMA, variance_epsilon=0.001,
         scale_after_normalization=False, label="plain", rtol=1e-5, grad="of gamma is zero"),
    Case("BatchNormWithGlobalNormalizationGrad", X, MEAN, SPREAD, GAMMA, LIKE, variance_epsilon=0.001,
         scale_after_normalization=True, rtol=1e-5, grad="TensorFlow has none"),
]  # fmt: skip
