"""Cases of changes of type."""

import numpy as np
from case import Case

F = [[1.7, -1.7, 0.0], [3.5, 100.2, -0.4]]
Z = np.array([1 + 2j, -1j, -3.0, 0.5 - 1.5j], np.complex64)

CASES = []
for _to in ("int32", "int64", "float64", "float16", "bfloat16", "bool", "complex64", "int8", "int16"):
    CASES.append(Case("Cast", F, label="float32_" + _to, DstT=_to))
for _to in ("float32", "float64", "int64", "uint8", "int8", "bool", "complex128", "int32"):
    CASES.append(Case("Cast", [1, -2, 0, 300], label="int32_" + _to, DstT=_to))
for _to in ("float32", "int32", "int64"):
    CASES.append(Case("Cast", np.array([True, False]), label="bool_" + _to, DstT=_to))
for _to in ("float32", "int32", "float16"):
    CASES.append(Case("Cast", np.float64([1.9, -2.9, 0.1]), label="float64_" + _to, DstT=_to))
CASES += [
    Case("Cast", np.float32([200.7, 255.0, 3.0]), label="uint8", DstT="uint8"),
    Case("Cast", Z, label="complex_float", DstT="float32"),
    Case("Cast", Z, label="complex_complex", DstT="complex128"),
    Case("Cast", np.int64([2**40 + 5, -1]), label="int64_int32", DstT="int32"),
    Case("Bitcast", [1.5, -2.0], label="same", type="int32"),
    Case("Bitcast", [1.5, -2.0], label="smaller", type="uint8"),
    Case("Bitcast", np.uint8([[0, 0, 192, 63], [1, 2, 3, 4]]), label="larger", type="float32"),
    Case("Complex", [1.0, 2.0], [3.0, -4.0]),
    Case("Complex", [1.0, 2.0], 0.5, label="scalar"),
    Case("Complex", np.float64([1.0]), np.float64([3.0]), label="double", Tout="complex128"),
    Case("Real", Z),
    Case("Imag", Z),
    Case("Conj", Z),
    Case("Angle", Z),
    Case("ComplexAbs", Z),
    Case("ComplexAbs", Z.astype(np.complex128), label="double", Tout="float64"),
]
