"""Cases of sparse tensors: products, sums, order, parts."""

import numpy as np
from case import Case

AT = np.int64([[0, 1], [0, 3], [1, 0], [2, 2]])
V = np.float32([1.5, -2.0, 3.0, 0.5])
S = np.int64([3, 4])
MIXED = AT[[2, 0, 3, 1]]
OTHER = np.int64([[0, 0], [0, 3], [2, 1], [2, 2]])
W = np.float32([[1, 2], [3, 4], [5, 6], [7, 8]])
TEXT = np.array([b"a", b"b", b"c", b"d"], object)
DEEP = np.int64([[0, 0, 1], [0, 1, 0], [0, 1, 2], [1, 0, 0]])


_SESSION = "needs a session's tensors: tests/_facade/sparse_runs.py"
WITHOUT_CASE = dict.fromkeys(
    ["AddSparseToTensorsMap", "AddManySparseToTensorsMap", "TakeManySparseFromTensorsMap"], _SESSION
)
WITHOUT_CASE.update(dict.fromkeys(["DeserializeSparse", "DeserializeManySparse"], "tests/_facade/sparse_runs.py"))
WITHOUT_CASE["SparseCross"] = "its lengths cannot be told apart from its inputs: tests/_facade/sparse_runs.py"
WITHOUT_CASE.update(
    dict.fromkeys(
        ["SparseFeatureCross", "SparseFeatureCrossV2"], "as SparseCross: tests/_facade/contrib_column_runs.py"
    )
)

CASES = [
    Case("SerializeSparse", AT, V, S),
    Case("SerializeManySparse", AT, TEXT, S),
    Case("SparseTensorDenseMatMul", AT, V, S, W),
    Case("SparseTensorDenseMatMul", AT, V, S, W.T, adjoint_b=True, label="adjoint_b"),
    Case("SparseTensorDenseMatMul", AT, V, S, W[:3], adjoint_a=True, label="adjoint_a"),
    Case("SparseTensorDenseMatMul", np.int32(AT), V, S, W, label="int32"),
    Case("SparseTensorDenseMatMul", np.int64([[0, 0], [0, 0]]), V[:2], np.int64([2, 4]), W, label="repeated"),
    Case("SparseDenseCwiseMul", AT, V, S, np.arange(12, dtype=np.float32).reshape(3, 4)),
    Case("SparseDenseCwiseMul", AT, V, S, np.float32([1, 2, 3, 4]), label="row"),
    Case("SparseDenseCwiseMul", AT, V, S, np.float32([[1], [2], [3]]), label="column"),
    Case("SparseDenseCwiseMul", AT, V, S, np.float32(3), label="scalar", grad="TF 1.15.5 refuses a scalar's"),
    Case("SparseDenseCwiseDiv", AT, V, S, np.float32([1, 2, 3, 4])),
    Case("SparseDenseCwiseDiv", AT, np.int32([7, -7, 8, 9]), S, np.int32([1, 2, 3, 4]), label="ints"),
    Case("SparseDenseCwiseAdd", AT, V, S, np.float32([1, 2, 3, 4]), grad="TF 1.15.5 has none"),
    Case("SparseSoftmax", AT, V, S),
    Case("SparseSoftmax", DEEP, V, np.int64([2, 2, 3]), label="deep"),
    Case("SparseReduceSum", AT, V, S, [1]),
    Case("SparseReduceSum", AT, V, S, [0], keep_dims=True, label="kept"),
    Case("SparseReduceSum", DEEP, V, np.int64([2, 2, 3]), [0, -1], label="deep"),
    Case("SparseReduceSum", AT, V, S, [0, 1], label="all"),
    Case("SparseReduceMax", AT, V, S, [1]),
    Case("SparseReduceMax", AT, np.int32([1, 2, -3, 0]), S, [0, 1], label="all"),
    Case("SparseReduceMax", AT, V, S, [0], keep_dims=True, label="kept"),
    Case("SparseReduceSumSparse", AT, V, S, [1]),
    Case("SparseReduceSumSparse", DEEP, V, np.int64([2, 2, 3]), [1], keep_dims=True, label="kept"),
    Case("SparseReduceSumSparse", AT, V, S, [0, 1], label="all"),
    Case("SparseReduceMaxSparse", AT, V, S, [1]),
    Case("SparseReduceMaxSparse", DEEP, V, np.int64([2, 2, 3]), [0, 2], label="deep"),
    Case("SparseReorder", MIXED, V, S),
    Case("SparseReorder", MIXED, TEXT, S, label="text"),
    Case("SparseConcat", [AT, OTHER], [V, -V], [S, S], concat_dim=1),
    Case("SparseConcat", [AT, OTHER], [TEXT, TEXT], [S, S], concat_dim=-2, label="text"),
    Case("SparseAdd", AT, V, S, OTHER, np.float32([4, 2, -3, 1]), S, np.float32(0.6)),
    Case("SparseAdd", AT, V, S, OTHER, np.float32([4, 2, -3, 1]), S, np.float32(0), label="all"),
    Case("SparseAddGrad", np.float32([1, 2, 3]), AT, OTHER, np.int64([[0, 1], [2, 1], [2, 2]])),
    Case("SparseSplit", np.int64(1), AT, V, S, num_split=3),
    Case("SparseSlice", AT, V, S, np.int64([0, 1]), np.int64([2, 5])),
    Case("SparseSliceGrad", np.float32([1, 2]), AT, np.int64([0, 1]), np.int64([[0, 0], [0, 2]])),
    Case("SparseReshape", AT, S, np.int64([2, -1])),
    Case("SparseReshape", AT, S, np.int64([12]), label="flat"),
    Case("SparseReshape", np.zeros((0, 2), np.int64), S, np.int64([2, 3, 2]), label="empty"),
    Case("SparseFillEmptyRows", OTHER, V, np.int64([4, 4]), np.float32(-1)),
    Case("SparseFillEmptyRows", OTHER, TEXT, np.int64([4, 4]), b"none", label="text"),
    Case("SparseFillEmptyRowsGrad", np.int64([2, 1]), np.float32([0.5, 1.5, 2.5, 4])),
    Case("SparseSparseMaximum", AT, V, S, OTHER, np.float32([4, 2, -3, 1]), S, grad="TF 1.15.5 raises"),
    Case("SparseSparseMinimum", AT, V, S, OTHER, np.float32([4, 2, -3, 1]), S, grad="TF 1.15.5 raises"),
    Case("EditDistance", AT, np.int64([1, 2, 3, 4]), S, OTHER, np.int64([1, 2, 2, 4]), S),
    Case("EditDistance", AT, TEXT, S, OTHER, TEXT, S, normalize=False, label="text"),
]
