"""Cases of summary ops: the bytes of the serialized messages."""

import numpy as np
from case import Case

PICTURES = (np.arange(24, dtype="f").reshape(2, 3, 4, 1) - 5) / 7
TEXT_METADATA = b"\n\x06\n\x04text"
INNER = b"\n\x0b\n\x04loss\x15\x00\x00\x80?"
OTHER = b"\n\x0b\n\x04acc1\x15\x00\x00\x00@"

CASES = [
    Case("ScalarSummary", b"loss", 1.5),
    Case("ScalarSummary", b"scope/loss", np.float64(0.1)),
    Case("ScalarSummary", [b"a", b"b"], np.int32([3, -4])),
    Case("ScalarSummary", [[b"a"], [b"b"]], np.float16([[0.1], [0.2]])),
    Case("HistogramSummary", b"weights", [-1.0, 0.0, 0.5, 0.5, 2.0, 1e9]),
    Case("HistogramSummary", b"counts", np.int64([[1, 2], [3, 3]])),
    Case("HistogramSummary", b"empty", np.zeros((0,), "f")),
    Case("AudioSummaryV2", b"tone", [[0.0, 0.25, -0.5, 1.5], [0.1, 0.2, 0.3, 0.4]], 44100.0),
    Case("AudioSummaryV2", b"tone", [[[0.0, 0.25], [-0.5, 1.5]]], 44100.0, max_outputs=1),
    Case("TensorSummary", [[1.0, 2.0]]),
    Case("TensorSummaryV2", b"notes", [b"*hello*", b"world"], TEXT_METADATA),
    Case("TensorSummaryV2", b"values", np.int64([1, 2, 3]), b""),
    Case("MergeSummary", [np.array(INNER, object), np.array(OTHER, object)]),
]

_WRITER_OPS = ["%sSummary" % kind for kind in ("Write", "WriteScalar", "WriteHistogram", "WriteImage", "WriteAudio")]
_WRITER_OPS += ["SummaryWriter", "CreateSummaryFileWriter", "FlushSummaryWriter", "CloseSummaryWriter", "ImportEvent"]
_WRITER_OPS += ["WriteGraphSummary", "WriteRawProtoSummary"]

WITHOUT_CASE = {
    "AudioSummary": "TF 1.15 reads it in old graphs only; the kernel is AudioSummaryV2's",
    "ImageSummary": "PNG bytes depend on the encoder; tests/_formats/test_summaries.py compares the pixels",
}
WITHOUT_CASE.update({name: "writes to a session's file; tests/_facade/test_contrib_summary.py" for name in _WRITER_OPS})
