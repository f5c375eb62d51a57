"""Cases of queues, readers, files and parsing."""

import numpy as np
from case import Case

_SESSION = "needs a session's queues: tests/_facade/queue_runs.py"
_QUEUES = ["FIFOQueueV2", "PaddingFIFOQueueV2", "RandomShuffleQueueV2", "PriorityQueueV2"]
_QUEUE_OPS = ["Enqueue", "EnqueueMany", "Dequeue", "DequeueMany", "DequeueUpTo", "Close", "Size", "IsClosed"]
_READERS = ["TFRecord", "TextLine", "WholeFile", "Identity", "FixedLengthRecord"]
_READER_OPS = ["Read", "ReadUpTo", "NumRecordsProduced", "NumWorkUnitsCompleted", "SerializeState", "RestoreState"]
WITHOUT_CASE = {name: _SESSION for name in _QUEUES + ["ReadFile", "WriteFile", "MatchingFiles", "ReaderResetV2"]}
WITHOUT_CASE["ParseExample"] = "its lengths cannot be told apart from its inputs: tests/_facade/queue_runs.py"
WITHOUT_CASE.update({"Queue%sV2" % name: _SESSION for name in _QUEUE_OPS})
WITHOUT_CASE.update({"%sReaderV2" % name: _SESSION for name in _READERS})
WITHOUT_CASE.update({"Reader%sV2" % name: _SESSION for name in _READER_OPS})
_ACCUMULATORS = ["ConditionalAccumulator", "ResourceConditionalAccumulator", "SparseConditionalAccumulator"]
_ACCUMULATOR_OPS = ["ApplyGradient", "TakeGradient", "NumAccumulated", "SetGlobalStep"]
_ACCUMULATORS += [p + "Accumulator" + n for p in ("", "Resource") for n in _ACCUMULATOR_OPS]
_ACCUMULATORS += ["SparseAccumulatorApplyGradient", "SparseAccumulatorTakeGradient"]
WITHOUT_CASE.update({name: "needs a session: tests/_facade/cluster_runs.py" for name in _ACCUMULATORS})
_BARRIERS = ["Barrier" + n for n in ("", "InsertMany", "TakeMany", "Close", "ReadySize", "IncompleteSize")]
WITHOUT_CASE.update({name: "needs a session: tests/_facade/barrier_runs.py" for name in _BARRIERS})
_MUTEXES = ["MutexV2", "MutexLock", "ConsumeMutexLock"]
WITHOUT_CASE.update({name: "needs a session: tests/_facade/training_addition_runs.py" for name in _MUTEXES})

_EXAMPLE = b"\n\x1e\n\r\n\x01x\x12\x08\x12\x06\n\x04\x00\x00\x80?\n\r\n\x01i\x12\x08\x1a\x06\n\x04\x01\x02\x03\x04"

CASES = [
    Case("DecodeRaw", np.array([b"abcd", b"efgh"], object), out_type="uint8"),
    Case("DecodeRaw", b"abcdefgh", out_type="float32", little_endian=False, label="big"),
    Case("DecodeRaw", np.array([], object), out_type="int16", label="none"),
    Case("DecodeCSV", np.array([b'1,2.5,"a, ""b"""', b"3,,c"], object), [np.int32([7]), np.float32([0.5]), np.array([b"d"], object)]),
    Case("DecodeCSV", b"1\t2\t3\tNA", [np.int64([7]), np.float64([0.5])], field_delim=b"\t", na_value=b"NA", select_cols=[1, 3], label="chosen"),
    Case(
        "ParseSingleExample", _EXAMPLE, [np.float32([])], num_sparse=1, sparse_keys=[b"i"], dense_keys=[b"x"],
        sparse_types=["int64"], dense_shapes=[(1,)],
    ),
]  # fmt: skip
