"""Cases of reductions and running totals."""

import numpy as np
from case import Case

X = np.array([[[1.0, -2.0, 3.0], [0.5, 4.0, -1.0]], [[2.0, 2.0, -3.0], [0.0, 1.5, 1.0]]], np.float32)
TIES = [[1.0, 3.0, 3.0], [2.0, 2.0, 2.0]]
WHOLE = np.array([[7, -7, 5], [-5, 1, 8]], np.int32)
P = np.array([[True, False], [True, True]])

CASES = []
for _op in ("Sum", "Mean", "Prod", "Max", "Min", "EuclideanNorm"):
    CASES += [
        Case(_op, X, np.int32([0, 1, 2])),
        Case(_op, X, np.int32(1), label="axis"),
        Case(_op, X, np.int32([-1]), label="keep", keep_dims=True),
        Case(_op, X, np.int32([0, 2]), label="two"),
        Case(_op, X, np.zeros(0, np.int32), label="none"),
        Case(_op, 3.0, np.zeros(0, np.int32), label="scalar"),
        Case(_op, np.float64(TIES), np.int32([1]), label="double"),
    ]
for _op in ("Sum", "Mean", "Prod", "Max", "Min"):
    CASES += [
        Case(_op, WHOLE, np.int32(0), label="int32"),
        Case(_op, WHOLE.astype(np.int64), np.int32([0, 1]), label="int64"),
    ]
for _op in ("Sum", "Mean", "Max"):
    CASES.append(Case(_op, np.float16(TIES), np.int32([1]), label="half"))
for _op in ("Max", "Min"):
    CASES.append(Case(_op, TIES, np.int32([1]), label="ties"))
for _op in ("Sum", "Prod", "Max", "Min"):
    CASES.append(Case(_op, np.zeros((2, 0), np.float32), np.int32([1]), label="empty"))
for _op in ("Sum", "Mean", "Prod"):
    CASES.append(Case(_op, np.complex64([1 + 2j, 3 - 1j]), np.int32([0]), label="complex", rtol=1e-5))
for _op in ("All", "Any"):
    CASES += [
        Case(_op, P, np.int32([0])),
        Case(_op, P, np.int32([0, 1]), label="both", keep_dims=True),
        Case(_op, P, np.int32(1), label="axis"),
    ]
for _op in ("ArgMax", "ArgMin"):
    CASES += [
        Case(_op, TIES, np.int32(1)),
        Case(_op, X, np.int32(-2), label="negative"),
        Case(_op, X, np.int64(0), label="int32", output_type="int32"),
        Case(_op, WHOLE, np.int32(0), label="of_int32"),
    ]
for _op in ("Cumsum", "Cumprod", "CumulativeLogsumexp"):
    for _exclusive in (False, True):
        for _reverse in (False, True):
            CASES.append(
                Case(
                    _op,
                    [[1.0, -2.0, 3.0], [0.5, 4.0, -1.0]],
                    np.int32(1),
                    label=("exclusive" if _exclusive else "inclusive") + ("_reverse" if _reverse else ""),
                    exclusive=_exclusive,
                    reverse=_reverse,
                )
            )
    if _op == "CumulativeLogsumexp":
        continue  # of floats only
    CASES += [Case(_op, X + 5, np.int32(0), label="first"), Case(_op, WHOLE, np.int32(-1), label="int32", reverse=True)]
    CASES.append(Case(_op, WHOLE, np.int64(0), label="int32_exclusive", exclusive=True))
CASES += [
    Case("Prod", [[0.0, 2.0, 3.0], [0.0, 0.0, 1.0]], np.int32([1]), label="zeros"),
    Case("Sum", TIES, np.int64([1]), label="int64_axis"),
    Case("Cumprod", [0.0, 2.0, 3.0], np.int32(0), label="zero", grad="TF's gradient is NaN where an element is 0"),
    Case("Bincount", [1, 1, 2, 5], np.int32(4), np.zeros(0, np.int32)),
    Case("Bincount", [[1, 1], [2, 5]], np.int32(4), [[0.5, 1.0], [2.0, 3.0]], label="weights"),
]
