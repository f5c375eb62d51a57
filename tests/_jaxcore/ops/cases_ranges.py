"""Cases of sequences of numbers."""

import numpy as np
from case import Case

CASES = [
    Case("Range", 0, 5, 1),
    Case("Range", 5, -1, -2),
    Case("Range", np.int64(3), np.int64(4), np.int64(7)),
    Case("Range", 0.0, 1.0, 0.1),
    Case("Range", 0.0, 1.5, 0.3),
    Case("Range", 3, 3, 1, label="empty"),
    Case("Range", np.float64(0), np.float64(1), np.float64(0.25)),
    Case("LinSpace", 0.0, 1.0, 7),
    Case("LinSpace", np.float64(2), np.float64(-3), np.int64(4)),
    Case("LinSpace", 2.0, 5.0, 1),
]
