"""Cases of activations, softmax and cross entropies, bias, top-k and LRN."""

import numpy as np
from case import Case

X = np.float32([[-30, -2.5, -1e-4, 0, 1e-4, 0.5], [3, 6, 7.5, 20, -0.0, 100]])
LOGITS = np.float32([[1, 2, 3], [-1, 0.5, 200], [0, 0, 0], [-5, 5, 2]])
LABELS = np.float32([[0.2, 0.3, 0.5], [0, 1, 0], [0.5, 0.1, 0.1], [1, 0, 0]])
CUBE = np.arange(24, dtype="f").reshape(2, 3, 4)
HALF = np.float16([[0.5, -1.25, 3], [2, 0.125, -4]])

CASES = (
    [Case(op, X) for op in ("Relu", "Relu6", "Elu", "Selu", "LeakyRelu", "Softplus", "Softsign")]
    + [Case(op, X.astype("d"), label="double") for op in ("Relu", "Elu", "Selu", "LeakyRelu", "Softplus", "Softsign")]
    + [Case(op, HALF, label="half", rtol=1e-5) for op in ("Relu", "Relu6", "Elu", "LeakyRelu", "Softplus", "Softsign")]
    + [
        Case("Relu", np.float32([np.nan, 1]), grad="TF cuts the gradient at NaN", label="nan"),
        Case("Relu", np.int32([-1, 0, 3]), label="int"),
        Case("LeakyRelu", X, alpha=2.0, label="steep"),
        Case("Softmax", LOGITS),
        Case("Softmax", LOGITS.astype("d"), label="double"),
        Case("Softmax", np.float32([1, 2, 3]), label="vector"),
        Case("Softmax", CUBE, label="cube"),
        Case("Softmax", np.zeros((0, 3), "f"), label="empty"),
        Case("LogSoftmax", LOGITS),
        Case("LogSoftmax", CUBE, label="cube"),
        Case(
            "SoftmaxCrossEntropyWithLogits",
            LOGITS,
            LABELS,
            grad="row 2 of the gradient is compared in a case of its own",
        ),
        Case("SoftmaxCrossEntropyWithLogits", LOGITS[:1], LABELS[:1], label="row"),
        Case("SoftmaxCrossEntropyWithLogits", LOGITS[2:], LABELS[2:], label="improper"),
        Case("SoftmaxCrossEntropyWithLogits", LOGITS.astype("d"), LABELS.astype("d"), label="double"),
        Case(
            "SoftmaxCrossEntropyWithLogits",
            LOGITS[:2],
            LABELS[:1],
            grad="TF's gradient has another shape",
            label="broadcast",
        ),
        Case("SparseSoftmaxCrossEntropyWithLogits", LOGITS, np.int64([0, 1, 2, 1])),
        Case("SparseSoftmaxCrossEntropyWithLogits", LOGITS, np.int32([2, 2, 0, 0]), label="int32"),
        Case("SparseSoftmaxCrossEntropyWithLogits", LOGITS.astype("d"), np.int32([2, 2, 0, 0]), label="double"),
        Case("BiasAdd", CUBE, np.float32([1, 2, 3, 4])),
        Case("BiasAdd", CUBE, np.float32([1, 2, 3]), data_format="NCHW", label="nchw"),
        Case("BiasAdd", np.ones((2, 3, 2, 2), "f"), np.float32([1, 2, 3]), data_format="NCHW", label="nchw4"),
        Case("BiasAdd", np.int32([[1, 2]]), np.int32([3, 4]), label="int"),
        Case("BiasAddV1", CUBE, np.float32([1, 2, 3, 4])),
        Case("InTopKV2", LOGITS, [2, 1, 0, 7], 2),
        Case("InTopKV2", LOGITS, np.int64([2, 1, 0, 2]), np.int64(1), label="int64"),
        Case("InTopK", np.float32([[1, np.inf, 0], [3, 3, 1], [1, 2, 3]]), [0, 1, 1], k=1),
        Case("TopKV2", np.float32([[1, 3, 2, 3], [4, 0, 4, 4]]), 2),
        Case("TopKV2", [5, 1, 5, 7], 3, label="int"),
        Case("NthElement", np.float32([[3, 1, 2, 2], [5, 5, 1, 0]]), 2),
        Case("NthElement", [5, 1, 5, 7], 0, reverse=True),
        Case("TopKV2", np.float32([[1, 3], [4, 0]]), 0, grad="nothing to differentiate", label="none"),
        Case("LRN", CUBE[None]),
        Case("LRN", CUBE[None], depth_radius=1, bias=2.0, alpha=0.1, beta=0.75, label="narrow"),
        Case("L2Loss", CUBE),
        Case("L2Loss", np.float64(3.0), label="double"),
    ]
)
