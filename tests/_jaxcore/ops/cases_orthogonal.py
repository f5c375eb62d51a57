"""Cases of the QR decomposition (the signs of Householder's method agree between LAPACK and Eigen)."""

import numpy as np
from case import Case


def values(*shape):
    return np.random.RandomState(sum(shape)).uniform(-1, 1, size=shape).astype("f")


CASES = [
    Case("Qr", values(4, 3), rtol=1e-5),
    Case("Qr", values(3, 3), label="square", rtol=1e-5),
    Case("Qr", values(2, 4), label="wide", grad="TF has no gradient for wide matrices", rtol=1e-5),
    Case(
        "Qr", values(2, 4, 3), full_matrices=True, label="full", grad="TF has no gradient for full matrices", rtol=1e-5
    ),
    Case("Qr", values(4, 2).astype("d"), label="double"),
]
