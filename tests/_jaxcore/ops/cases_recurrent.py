"""Cases of recurrent cells and networks in one op, and of beams."""

import numpy as np
from case import Case

R = np.random.RandomState(3)


def _f(*shape):
    return R.uniform(-1, 1, shape).astype("f")


LSTM = [_f(2, 3), _f(2, 4), _f(2, 4), _f(7, 16), _f(4), _f(4), _f(4), _f(16)]
SEQUENCE = [_f(5, 2, 3)] + LSTM[1:]
GRU = [_f(2, 3), _f(2, 4), _f(7, 8), _f(7, 4), _f(8), _f(4)]
IDS = np.int32([[[1, 2, 3], [4, 5, 6]], [[7, 8, 9], [10, 11, 12]], [[9, 9, 1], [1, 2, 9]], [[5, 6, 7], [8, 9, 9]]])
PARENTS = np.int32([[[0, 0, 0], [0, 0, 0]], [[0, 1, 1], [2, 1, 0]], [[2, 1, 2], [0, 0, 1]], [[1, 0, 2], [2, 1, 0]]])
STATES = [_f(2, 4) for _ in range(8)]
SEQUENCES = [_f(5, 2, 4) for _ in range(9)]
# beyond the last step TF leaves gates as memory was; their gradients are ignored by TF
ALL = "TF's gradient ignores the gates"

CASES = [
    Case("LSTMBlockCell", *LSTM, grad=ALL),
    Case("LSTMBlockCell", *LSTM, use_peephole=True, forget_bias=0.5, cell_clip=0.6, grad=ALL, label="peephole"),
    Case("LSTMBlockCell", *LSTM, cell_clip=-1.0, grad=ALL, label="no_clip"),
    Case("LSTMBlockCellGrad", *(LSTM + STATES), use_peephole=False, grad="none"),
    Case("LSTMBlockCellGrad", *(LSTM + STATES), use_peephole=True, grad="none", label="peephole"),
    Case("BlockLSTM", np.int64(5), *SEQUENCE, grad=ALL),
    Case("BlockLSTM", np.int64(5), *SEQUENCE, use_peephole=True, forget_bias=0.0, grad=ALL, label="peephole"),
    Case("BlockLSTM", np.int64(5), *SEQUENCE, cell_clip=0.4, grad=ALL, label="clip"),
    Case("BlockLSTMGrad", np.int64(5), *(SEQUENCE + SEQUENCES), use_peephole=False, grad="none", rtol=1e-5),
    Case(
        "BlockLSTMGrad",
        np.int64(5),
        *(SEQUENCE + SEQUENCES),
        use_peephole=True,
        grad="none",
        label="peephole",
        rtol=1e-5,
    ),
    Case(
        "BlockLSTMGrad", np.int64(3), *(SEQUENCE + SEQUENCES), use_peephole=True, grad="none", label="short", rtol=1e-5
    ),
    Case("GRUBlockCell", *GRU, grad=ALL),
    Case("GRUBlockCellGrad", *(GRU + STATES[:4]), grad="none"),
    Case("GatherTree", IDS, PARENTS, np.int32([4, 4]), np.int32(9)),
    Case("GatherTree", IDS, PARENTS, np.int32([3, 2]), np.int32(13), label="shorter"),
    Case("GatherTree", IDS, PARENTS, np.int32([9, 0]), np.int32(2), label="bounds"),
]
