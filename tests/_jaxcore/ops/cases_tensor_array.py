"""Tensor arrays and stacks: their shape rules are compared by the graph tests, they run as parts of whole graphs."""

CASES = []
_WHOLE = "only works in a whole graph; tests/_facade/graphs_tensor_array.py"
_OLD = "TF 1.15 reads it in old graphs only; it is lowered as its third version is"
_STACK = "made by TF's own gradients of loops, which imported graphs have"
_METHODS = "Write Read Gather Scatter Concat Split Size Close Grad".split()
WITHOUT_CASE = {"TensorArray%sV3" % name: _WHOLE for name in [""] + _METHODS}
WITHOUT_CASE.update({"TensorArray%s%s" % (name, v): _OLD for name in [""] + _METHODS for v in ("", "V2")})
WITHOUT_CASE.update({"TensorArrayPack": _OLD, "TensorArrayUnpack": _OLD, "TensorArrayGradWithShape": _STACK})
WITHOUT_CASE.update({"Stack%s%s" % (name, v): _STACK for name in ("", "Push", "Pop", "Close") for v in ("", "V2")})
