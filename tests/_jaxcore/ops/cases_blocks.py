"""Cases of ops that move blocks of space into depth or into the batch, and back."""

import numpy as np
from case import Case

X = np.arange(2 * 4 * 6 * 4, dtype=np.float32).reshape(2, 4, 6, 4) / 7
B = X.reshape(8, 2, 3, 4)

CASES = [
    Case("SpaceToDepth", X, block_size=2),
    Case("DepthToSpace", X, block_size=2),
    Case("SpaceToBatchND", X, [2, 3], [[0, 0], [1, 2]]),
    Case("SpaceToBatchND", X, np.int64([2]), np.int64([[1, 1]])),
    Case("BatchToSpaceND", B, [2, 2], [[0, 1], [1, 0]]),
    Case("BatchToSpaceND", B, [4], [[0, 0]]),
    Case("SpaceToBatch", X, [[0, 0], [1, 1]], block_size=2),
    Case("BatchToSpace", B, [[0, 0], [1, 1]], block_size=2),
]
