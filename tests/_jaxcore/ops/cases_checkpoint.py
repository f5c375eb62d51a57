"""Cases of the names of checkpoint shards; what works on files is tested in tests/_facade/test_saver.py."""

import numpy as np
from case import Case

CASES = [
    Case("ShardedFilename", b"x/y", np.int32(1), np.int32(12)),
    Case("ShardedFilespec", b"x/y", np.int32(12)),
    Case("StringJoin", [np.array(b"a", object), np.array(b"b", object)]),
    Case("StringJoin", [np.array([b"a", b"b"], object), np.array(b"_", object)], separator=b"/", label="vector"),
    Case("StringJoin", [np.array([[b"a", b"b"]], object), np.array([[b"c", b""]], object)], label="matrix"),
]

_FILES = "works on files; tests/_facade/test_saver.py and tests/_runtime/test_checkpoint.py"
WITHOUT_CASE = {
    "GenerateVocabRemapping": "reads vocabulary files; tests/_facade/test_warm_start.py",
    "LoadAndRemapMatrix": "reads a checkpoint; tests/_facade/test_warm_start.py",
    "MergeV2Checkpoints": _FILES,
    "Restore": _FILES,
    "RestoreSlice": _FILES,
    "RestoreV2": _FILES,
    "Save": _FILES,
    "SaveSlices": _FILES,
    "SaveV2": _FILES,
}
