"""Cases of variable ops; the value of a reference or handle input is the variable's before the op runs."""

import numpy as np
from case import Case

TABLE = np.arange(12, dtype="f").reshape(4, 3) + 1

CASES = [
    Case("ReadVariableOp", [1.0, 2.0], dtype="float32"),
    Case("VariableShape", np.ones((2, 3), "f")),
    Case("VariableShape", np.ones((2, 3), "f"), out_type="int64"),
    Case("IsVariableInitialized", [1.0]),
    Case("VarIsInitializedOp", [1.0]),
    Case("Assign", [1.0, 2.0], [3.0, 4.0]),
    Case("Assign", [1.0, 2.0], [3.0, 4.0, 5.0], validate_shape=False),
    Case("Assign", [b"a"], [b"b"]),
    Case("AssignVariableOp", [1.0, 2.0], [3.0, 4.0]),
    Case("AssignAdd", [1, 2], [3, 4]),
    Case("AssignAdd", [1.0, 2.0], [3.0, 4.0]),
    Case("AssignAddVariableOp", [1.0, 2.0], [3.0, 4.0]),
    Case("AssignSub", [1.0, 2.0], [3.0, 5.0]),
    Case("AssignSubVariableOp", np.int64([1, 2]), np.int64([3, 5])),
    Case("CountUpTo", 3, limit=5),
    Case("CountUpTo", np.int64(4), limit=5),
    Case("ResourceCountUpTo", 3, limit=5, T="int32"),
    Case("ResourceGather", TABLE, [[2, 0], [2, 3]], dtype="float32"),
    Case("ResourceGather", TABLE, np.int64([]), dtype="float32"),
    Case("ResourceGather", TABLE, [[2, 0], [2, 1], [0, 0], [1, 1]], dtype="float32", batch_dims=1),
    Case("ResourceGatherNd", TABLE, [[2, 0], [3, 2]], dtype="float32"),
    Case("ResourceGatherNd", TABLE, [[[2]], [[0]]], dtype="float32"),
]

WITHOUT_CASE = {
    "Variable": "only stands for its value; session tests run one",
    "VariableV2": "only stands for its value; session tests run one",
    "VarHandleOp": "only stands for its value; session tests run one",
}
