"""Cases of ops that start or only pass on values."""

import numpy as np
from case import Case

CASES = [
    Case("PlaceholderWithDefault", [[1.0, 2.0]], shape=None),
    Case("NoOp"),
    Case("Identity", [1.0, 2.0]),
    Case("Identity", [3, 4]),
    Case("Identity", b"text"),
    Case("GuaranteeConst", [1.0, 2.0], grad="TensorFlow has none"),
    Case("IdentityN", [np.float32([1, 2]), np.int32(3)]),
    Case("StopGradient", [1.0, 2.0]),
    Case("PreventGradient", [1, 2], message="no"),
    Case("CheckNumerics", [1.0, 2.0], message="fine", grad="the kernel runs on the host"),
]

WITHOUT_CASE = {
    "Gradient": "no op of TF's; the tests of tf.gradients run it",
    "WorkersMean": "no op of TF's; needs several processes, see the tests of clusters",
    "FirstWorkers": "no op of TF's; needs several processes, see the tests of clusters",
    "Const": "the value is an attr; every graph test runs one",
    "Placeholder": "it has no value; session tests feed it",
}
