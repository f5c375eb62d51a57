"""Cases of Fourier transforms."""

import numpy as np
from case import Case


def real(*shape):
    return np.random.RandomState(sum(shape)).uniform(-1, 1, size=shape).astype("f")


def complex_(*shape):
    return (real(*shape) + 1j * real(*shape)[..., ::-1]).astype("F")


CASES = []
for _rank, _suffix in ((1, ""), (2, "2D"), (3, "3D")):
    for _name in ("FFT", "IFFT"):
        CASES.append(Case(_name + _suffix, complex_(2, 3, 4, 5), rtol=1e-5))
        CASES.append(Case(_name + _suffix, complex_(2, 3, 4, 5).astype("D"), label="double"))
    _grad = True if _rank < 3 else "TF has no gradient for it"
    for _last in (4, 5):
        _length = [3, 4, _last][3 - _rank :]
        CASES.append(Case("RFFT" + _suffix, real(2, 3, 4, _last), _length, label=str(_last), rtol=1e-5, grad=_grad))
        CASES.append(
            Case("IRFFT" + _suffix, complex_(2, 3, 4, _last // 2 + 1), _length, label=str(_last), rtol=1e-5, grad=_grad)
        )
    CASES.append(
        Case(
            "RFFT" + _suffix,
            real(2, 3, 4, 5),
            [2, 3, 4][3 - _rank :],
            label="cropped",
            rtol=1e-5,
            grad="TF's is for whole inputs",
        )
    )
