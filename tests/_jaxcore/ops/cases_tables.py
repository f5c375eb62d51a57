"""Lookup tables live in a session: what they do is compared in tests/_facade/sparse_runs.py."""

_SESSION = "needs a session's tables: tests/_facade/sparse_runs.py"
_TABLES = ["HashTable", "MutableHashTable", "MutableHashTableOfTensors", "MutableDenseHashTable"]
_OPS = ["Find", "Insert", "Remove", "Size", "Import", "Export"]
WITHOUT_CASE = {"%sV2" % name: _SESSION for name in _TABLES + ["InitializeTable", "InitializeTableFromTextFile"]}
WITHOUT_CASE.update({"LookupTable%sV2" % name: _SESSION for name in _OPS})

CASES = []
