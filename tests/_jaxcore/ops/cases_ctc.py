"""Cases of connectionist temporal classification: loss and decoders."""

import numpy as np
from case import Case

LOGITS = (np.random.RandomState(1).randn(6, 2, 4) * 2).astype("f")
LENGTHS = np.int32([6, 4])
AT = np.int64([[0, 0], [0, 1], [0, 2], [1, 0]])
LABELS = np.int32([0, 0, 2, 1])

CASES = [
    Case("CTCLoss", LOGITS, AT, LABELS, LENGTHS, rtol=1e-5),
    Case("CTCLoss", LOGITS.astype("d"), AT, LABELS, LENGTHS, label="double", rtol=0.2),  # TF computes in float32
    Case("CTCLoss", LOGITS, AT, LABELS, LENGTHS, preprocess_collapse_repeated=True, label="collapsed", rtol=1e-5),
    Case("CTCLoss", LOGITS, AT, LABELS, LENGTHS, ctc_merge_repeated=False, label="apart", rtol=1e-5),
    Case(
        "CTCLoss",
        LOGITS,
        AT,
        LABELS,
        np.int32([2, 4]),
        ignore_longer_outputs_than_inputs=True,
        label="too_long",
        rtol=1e-5,
    ),
    Case("CTCGreedyDecoder", LOGITS, LENGTHS),
    Case("CTCGreedyDecoder", LOGITS, LENGTHS, merge_repeated=True, label="merged"),
    Case("CTCBeamSearchDecoder", LOGITS, LENGTHS, beam_width=5, top_paths=2, rtol=1e-5),
    Case(
        "CTCBeamSearchDecoder", LOGITS, LENGTHS, beam_width=3, top_paths=3, merge_repeated=False, label="all", rtol=1e-5
    ),
    Case("CTCBeamSearchDecoder", LOGITS.astype("d"), LENGTHS, beam_width=20, top_paths=1, label="double", rtol=1e-2),
]
