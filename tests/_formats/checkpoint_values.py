"""The tensors in tests/golden/checkpoints: NumPy only, also read by the recorder (Python 3.7, TF 1.15)."""

import numpy as np


def strings(*values):
    out = np.empty(len(values), object)
    out[:] = values
    return out


# bfloat16 as the uint16 of its bits: NumPy has no such type
BFLOAT16 = {"types/bfloat16": np.array([0x3F80, 0x4049, 0x7F80], np.uint16)}
VALUES = {
    "types/float": np.array([[1.5, -2.0, np.inf]], np.float32),
    "types/double": np.array(3.25, np.float64),
    "types/half": np.array([0.5, 65504.0], np.float16),
    "types/int8": np.array([-128, 127], np.int8),
    "types/int16": np.array([-5, 300], np.int16),
    "types/int32": np.array([[1, 2], [3, 4]], np.int32),
    "types/int64": np.array([2**40, -1], np.int64),
    "types/uint8": np.array([0, 255], np.uint8),
    "types/uint16": np.array([65535], np.uint16),
    "types/bool": np.array([True, False, True]),
    "types/complex64": np.array([1 + 2j], np.complex64),
    "types/complex128": np.array([1 - 2j, 0], np.complex128),
    "types/string": strings(b"", b"abc", b"h\xc3\xa9", b"\x00\xff", b"x" * 300),
    "empty": np.zeros((0, 3), np.float32),
    "layer/kernel": np.arange(12, dtype=np.float32).reshape(3, 4),
    "layer/kernel/Adam": np.full((3, 4), 0.25, np.float32),
}
SLICED = {
    "part/rows": (np.arange(20, dtype=np.float32).reshape(5, 4), ["5 4 0,2:-", "5 4 2,3:-"]),
    "part/blocks": (np.arange(200, dtype=np.int64).reshape(2, 100), ["2 100 0,2:0,70", "2 100 0,2:70,30"]),
}
BOUNDS = {
    "5 4 0,2:-": (slice(0, 2), slice(None)),
    "5 4 2,3:-": (slice(2, 5), slice(None)),
    "2 100 0,2:0,70": (slice(None), slice(0, 70)),
    "2 100 0,2:70,30": (slice(None), slice(70, 100)),
}


def pieces():
    """(name, slice, value) of everything, as SaveV2 takes it; bfloat16 is left out."""
    found = [(name, "", value) for name, value in VALUES.items()]
    for name, (value, specs) in SLICED.items():
        found += [(name, spec, np.ascontiguousarray(value[BOUNDS[spec]])) for spec in specs]
    return found
