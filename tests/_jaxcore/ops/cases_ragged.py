"""Cases of ragged tensors: ranges, rows picked, n-grams, and as sparse tensors."""

import numpy as np
from case import Case
from cases_strings import words

_RUNS = "tests/_facade/test_ragged.py"
WITHOUT_CASE = dict.fromkeys(["RaggedTensorToVariant", "RaggedTensorFromVariant"], _RUNS)

OUTER, INNER = np.int64([0, 2, 2, 3]), np.int64([0, 1, 3, 6])
VALUES = np.float32([1, 2, 3, 4, 5, 6])

CASES = [
    Case("RaggedRange", [0, 5, 8], [3, 5, 2], [1, 1, -2]),
    Case("RaggedRange", np.float32([0, 1]), np.float32(2), np.float32(0.5), Tsplits="int32", label="floats"),
    Case("RaggedGather", [OUTER, INNER], VALUES, [2, 0, 0], OUTPUT_RAGGED_RANK=2),
    Case("RaggedGather", [INNER], VALUES.reshape(6, 1), np.int64([[1, 0], [2, 1]]), OUTPUT_RAGGED_RANK=2, label="deep"),
    Case("RaggedTensorToSparse", [OUTER, INNER], VALUES),
    Case("RaggedTensorToSparse", [INNER], np.float32([[1, 2]] * 6), label="inner"),
    Case("StringNGrams", words(b"a", b"b", b"c", b"d"), np.int64([0, 3, 4]), separator="|", ngram_widths=[1, 2],
         left_pad="<", right_pad=">", pad_width=-1, preserve_short_sequences=False),
    Case("StringNGrams", words(b"a", b"b", b"c", b"d"), np.int64([0, 3, 3, 4]), separator=" ", ngram_widths=[3],
         left_pad="", right_pad="", pad_width=0, preserve_short_sequences=True, label="short"),
    Case("StringNGrams", words(b"a"), np.int64([0, 1]), separator=" ", ngram_widths=[5, 4], left_pad="<", right_pad=">",
         pad_width=1, preserve_short_sequences=True, label="padded"),
]  # fmt: skip
