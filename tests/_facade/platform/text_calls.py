"""tf.Print and tf.Assert of many values: what they show. Run under TF 1.15.5 by the recorder and here by the test."""

import numpy as np

ROWS = np.arange(12, dtype="i").reshape(3, 4)
CUBE = np.arange(24, dtype="q").reshape(2, 3, 4)
FLOATS = [0.1, 1.0, 100.0, 1e15, 1e16, 1e17, 123456.7, 0.0001, 0.00001, 16777216.0, -0.0, 1 / 3.0, 1234567.8, 3.4e38]
SPECIAL = [np.nan, np.inf, -np.inf]

PRINTED = {
    "floats": ([np.float32(FLOATS), np.float64(FLOATS), np.float32(SPECIAL), np.float16([0.1, 1000.0, 1e-5])], 30),
    "cut": ([np.float32([0, 1.5, 3, 4.5])], 3),
    "all": ([np.float32([0, 1.5, 3, 4.5])], -1),
    "none": ([np.float32([0, 1.5, 3, 4.5])], 0),
    "rows 3": ([ROWS], 3),
    "rows 4": ([ROWS], 4),
    "rows 5": ([ROWS], 5),
    "rows 12": ([ROWS], 12),
    "cube 7": ([CUBE], 7),
    "cube 12": ([CUBE], 12),
    "cube 100": ([CUBE], 100),
    "scalars": ([np.int32(3), np.float32(0.5), np.bool_(True), b"abc"], 3),
    "empty": ([np.zeros(0, "f"), np.zeros((0, 3), "f"), np.zeros((3, 0), "f")], 3),
    "small types": ([np.uint8([1, 200]), np.int8([-1]), np.uint16([7]), np.int16([-7]), np.int64([-(2**40)])], 3),
    "strings": ([np.array([b"a\nb", b'\xff"x', b"'\\\x00\x7f"], object)], 10),
    "rows of strings": ([np.array([[b"a", b"b"], [b"c", b"d"]], object)], 3),
    "complex": ([np.complex64([[1 + 2j, 2], [3, 4]])], 3),
    "bools": ([np.bool_([True, False, True, True])], 3),
}
ASSERTED = {
    "texts": (["x is", np.int32([1, 2, 3, 4, 5])], None),
    "floats": ([np.float32([1, 2, 3, 4, 5])], None),
    "rows": (["", ROWS], 5),
    "nothing": ([""], None),
}
