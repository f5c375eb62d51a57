"""Cases of scattered updates: unique and repeated indices, scalar updates, index matrices, reference and resource."""

import numpy as np
from case import Case

TABLE = np.arange(12, dtype="f").reshape(4, 3) + 1
ROWS = np.float32([[2, 3, 4], [5, 6, 7]])
REPEATED = np.int32([1, 3, 1])
THREE = np.float32([[2, 3, 4], [5, 6, 7], [0.5, 20, -1]])

CASES = []
for _name in ("Update", "Add", "Sub", "Mul", "Div", "Min", "Max"):
    CASES += [
        Case("Scatter" + _name, TABLE, np.int32([2, 0]), ROWS),
        Case("Scatter" + _name, TABLE, REPEATED, THREE),
        Case("Scatter" + _name, TABLE, np.int64([[2], [0]]), ROWS[:, None]),
        Case("Scatter" + _name, TABLE, np.int32(2), ROWS[0]),
        Case("Scatter" + _name, TABLE, np.int32([2, 0]), 2.0),
        Case("ResourceScatter" + _name, TABLE, np.int64([2, 0]), ROWS),
        Case("ResourceScatter" + _name, TABLE, REPEATED, THREE),
    ]
CASES += [Case("ScatterAdd", np.int32([1, 2, 3]), np.int32([0, 0]), np.int32([5, 6]))]
for _name in ("Update", "Add", "Sub"):
    CASES += [
        Case("ScatterNd" + _name, TABLE, [[2, 0], [0, 1]], [20.0, 30.0]),
        Case("ScatterNd" + _name, TABLE, [[2], [0]], ROWS),
        Case("ScatterNd" + _name, np.ones(4, "f"), [[[1]], [[3]]], [[7.0], [8.0]]),
        Case("ResourceScatterNd" + _name, TABLE, np.int64([[2, 0], [0, 1]]), [20.0, 30.0]),
    ]
