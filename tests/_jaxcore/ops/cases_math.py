"""Cases of functions of one number."""

import numpy as np
from case import Case

ANY = [[1.5, -2.0, 0.25], [0.0, -0.5, 7.0]]
POSITIVE = [[1.5, 2.0, 0.25], [0.1, 0.5, 7.0]]
UNIT = [[0.5, -0.2, 0.25], [0.0, -0.75, 0.9]]
ABOVE = [[1.5, 2.0, 1.25], [3.0, 10.0, 1.01]]
HALVES = [0.5, 1.5, 2.5, -0.5, -1.5, 0.4, 0.6, -2.6]
COMPLEX = np.array([1 + 2j, -1j, 3.0, 0.5 - 1.5j], np.complex64)
WHOLE = np.array([3, -2, 0], np.int32)

CASES = []
for _op in ("Neg", "Abs", "Sign", "Square", "Exp", "Expm1", "Sin", "Cos", "Tan", "Atan", "Sinh", "Cosh", "Tanh"):
    CASES.append(Case(_op, ANY, rtol=2e-6))
for _op in ("Asinh", "Sigmoid", "Erf", "Erfc", "BesselI0e", "BesselI1e"):
    CASES.append(Case(_op, ANY, rtol=5e-6))
for _op in ("Sqrt", "Rsqrt", "Reciprocal", "Inv", "Log", "Log1p"):
    CASES.append(Case(_op, POSITIVE, rtol=2e-6))
for _op in ("Lgamma", "Digamma"):
    CASES.append(Case(_op, POSITIVE, rtol=1e-5))
for _op in ("Asin", "Acos", "Atanh"):
    CASES.append(Case(_op, UNIT, rtol=5e-6))
CASES.append(Case("Acosh", ABOVE, rtol=5e-6))
for _op in ("Exp", "Log", "Sqrt", "Tanh", "Sigmoid", "Erf", "Square", "Rsqrt", "Lgamma", "Log1p"):
    CASES.append(Case(_op, np.float64(POSITIVE), label="double"))
    CASES.append(Case(_op, np.float16(POSITIVE), label="half", grad="half precision: gradients round differently"))
for _op in ("Neg", "Square", "Exp", "Sqrt", "Tanh", "Sigmoid", "Log", "Sin", "Cos", "Reciprocal", "Sign"):
    CASES.append(Case(_op, COMPLEX, label="complex", rtol=1e-5))
for _op in ("Neg", "Abs", "Sign", "Square"):
    CASES.append(Case(_op, WHOLE, label="int32"))
    CASES.append(Case(_op, WHOLE.astype(np.int64), label="int64"))
for _op in ("Floor", "Ceil", "Round", "Rint"):
    CASES.append(Case(_op, HALVES))
CASES += [
    Case("Round", WHOLE, label="int32"),
    Case("Sign", [np.nan, np.inf, -np.inf], label="special"),
    Case("Sqrt", [0.0, -1.0], label="edge"),
    Case("Abs", [0.0, -0.0], label="zero"),
    Case("IsNan", [np.nan, np.inf, 1.0]),
    Case("IsInf", [np.nan, np.inf, -np.inf, 1.0]),
    Case("IsFinite", [np.nan, np.inf, -np.inf, 1.0]),
    Case("Igamma", [0.5, 2.0, 3.0], [0.2, 1.0, 5.0], rtol=2e-5),
    Case("IgammaGradA", [0.5, 2.0, 3.0], [0.2, 1.0, 5.0], rtol=2e-5),
    Case("Igammac", [0.5, 2.0, 3.0], [0.2, 1.0, 5.0], rtol=2e-5),
    Case("Zeta", [2.0, 3.5], [1.0, 0.5], rtol=1e-5),
    Case("Polygamma", [1.0, 2.0], [1.0, 0.5], rtol=1e-5),
    Case("Betainc", [0.5, 2.0], [1.0, 3.0], [0.2, 0.7], rtol=1e-5),
]
