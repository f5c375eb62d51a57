"""Cases of TensorFlow's own gradient ops."""

import numpy as np
from case import Case

G = np.linspace(-2, 3, 12).astype("f").reshape(3, 4)
F = np.float32([[-3, -1, 0, 0.5], [1, 5.9, 6, 7], [0.1, -0.2, 2, -6]])
UNIT = np.linspace(0.05, 0.95, 12).astype("f").reshape(3, 4)
IMAGE = np.float32((np.arange(2 * 5 * 6 * 3) * 7) % 31).reshape(2, 5, 6, 3)
POOLED = np.linspace(-1, 1, 2 * 2 * 3 * 3).astype("f").reshape(2, 2, 3, 3)
SAME = np.linspace(-1, 1, 2 * 3 * 3 * 3).astype("f").reshape(2, 3, 3, 3)
C = np.float32([0.5, 1, 2])
NO = "gradients of gradient ops come from graphs that TF differentiated twice; JAX's are compared where they exist"


def largest(image, k, s):
    n, h, w, c = image.shape
    rows, columns = (h - k) // s + 1, (w - k) // s + 1
    out = np.empty((n, rows, columns, c), image.dtype)
    for i in range(rows):
        for j in range(columns):
            out[:, i, j] = image[:, i * s : i * s + k, j * s : j * s + k].max((1, 2))
    return out


BATCH = [IMAGE / 31, C, C - 0.4, C + 0.3]
CASES = [
    Case("ReluGrad", G, F),
    Case("Relu6Grad", G, F),
    Case("LeakyReluGrad", G, F, alpha=0.1),
    Case("EluGrad", G, F),
    Case("SeluGrad", G, F),
    Case("SoftplusGrad", G, F),
    Case("SoftsignGrad", G, F),
    Case("TanhGrad", UNIT, G),
    Case("SigmoidGrad", UNIT, G),
    Case("SqrtGrad", UNIT, G),
    Case("RsqrtGrad", UNIT, G),
    Case("ReciprocalGrad", UNIT, G),
    Case("InvGrad", UNIT, G),
    Case("BiasAddGrad", IMAGE),
    Case("BiasAddGrad", IMAGE, data_format=b"NCHW", label="first"),
    Case("BiasAddGrad", G, label="matrix"),
    Case("MaxPoolGrad", IMAGE, largest(IMAGE, 2, 2), POOLED, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1],
         padding=b"VALID", grad=NO),
    Case("AvgPoolGrad", np.int32([2, 5, 6, 3]), POOLED, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding=b"VALID"),
    Case("AvgPoolGrad", np.int32([2, 5, 6, 3]), SAME, ksize=[1, 3, 3, 1], strides=[1, 2, 2, 1], padding=b"SAME",
         label="same"),
    Case("FusedBatchNormGrad", IMAGE / 17 - 0.5, *BATCH, grad=NO, rtol=1e-4),
    Case("FusedBatchNormGrad", IMAGE / 17 - 0.5, *BATCH, is_training=False, grad=NO, label="inference", rtol=1e-5),
    Case("FusedBatchNormGradV2", IMAGE / 17 - 0.5, *BATCH, grad=NO, rtol=1e-4),
    Case("FusedBatchNormGradV3", IMAGE / 17 - 0.5, *BATCH, C, grad=NO, rtol=1e-4),
    Case("FusedBatchNormGradV3", IMAGE / 17 - 0.5, *BATCH, C, is_training=False, grad=NO, label="inference",
         rtol=1e-5),
]  # fmt: skip
