"""`Case`: one row of the op tests, and how its inputs are made; NumPy only, also runs on the recorder's Python 3.7."""

import hashlib

import numpy as np

# How much of the inputs is known when the static shapes are recorded. "first" and "rank" leave integer inputs (axes,
# shapes) constant and make the first dimension or the rank of the others unknown; "…_all" spares none.
MODES = ("known", "first", "rank", "first_all", "rank_all")


class Case:
    """An op applied to concrete inputs; what TF 1.15.5 makes of it is recorded in tests/golden/ops.

    Args:
      op: op type.
      *inputs: one per argument of the op: an array, number or nested list of numbers (floats are float32, ints int32),
        bytes or an array of them for strings. A list that holds NumPy arrays is a list argument. The value of a
        reference or resource input is the variable's value before the op runs.
      label: distinguishes several cases of one op (a number where it is absent).
      grad: True, or the reason why the gradient is not compared.
      rtol: relative tolerance of float32 outputs and gradients; other types have a multiple of it.
      **attrs: attrs by TF's names; dtypes as strings such as "int64".
    """

    def __init__(self, op, *inputs, **attrs):
        self.op = op
        self.label = attrs.pop("label", "")
        self.grad = attrs.pop("grad", True)
        self.rtol = attrs.pop("rtol", 1e-6)
        self.inputs = [as_input(x) for x in inputs]
        self.attrs = attrs

    @property
    def flat(self):
        """All inputs, list arguments flattened."""
        found = []
        for x in self.inputs:
            found.extend(x if isinstance(x, list) else [x])
        return found

    def digest(self):
        """A fingerprint of inputs and attrs: tells whether the golden values are of this very case."""
        seen = hashlib.sha1(repr((self.op, sorted(self.attrs.items()))).encode())
        for x in self.flat:
            seen.update(repr((x.dtype.str, x.shape)).encode())
            seen.update(repr(x.tolist()).encode() if x.dtype == object else np.ascontiguousarray(x).tobytes())
        return seen.hexdigest()[:12]


def as_input(x):
    """An ndarray, or a list of them for a list argument."""
    if isinstance(x, list) and any(isinstance(v, (np.ndarray, np.generic)) for v in x):
        return [as_input(v) for v in x]
    # NumPy's own string type would drop NUL bytes at the end
    array = np.array(x, object) if isinstance(x, bytes) else np.asarray(x)
    if isinstance(x, (np.ndarray, np.generic)) and array.dtype.kind not in "SUO":
        return array
    if array.dtype.kind in "SUO":
        out = np.empty(array.shape, object)
        out.ravel()[:] = [v.encode() if isinstance(v, str) else v for v in array.ravel().tolist()]
        return out
    if array.dtype.kind == "f":
        return array.astype(np.float32)
    return array.astype(np.int32) if array.dtype.kind == "i" else array


def keyed(cases):
    """The cases by name: `Add` for the first one of op Add, `Add.1`, `Add.2`… or `Add.label` for others."""
    found = {}
    for case in cases:
        key = f"{case.op}.{case.label}" if case.label else case.op
        count = 0
        while key in found:
            count += 1
            key = f"{case.op}.{count}"
        found[key] = case
    return found


def is_float(dtype):
    """Is it a type that gradients are taken for?"""
    return np.dtype(dtype).kind in "fc" or np.dtype(dtype).name == "bfloat16"


def cotangent(shape, dtype, index):
    """The fixed pseudo-random gradient that arrives at output `index`."""
    stream = np.random.RandomState(1234 + index)
    value = stream.uniform(-1, 1, size=shape)
    if np.dtype(dtype).kind == "c":
        value = value + 1j * stream.uniform(-1, 1, size=shape)
    return np.asarray(value).astype(dtype)


def unknown_shape(array, mode):
    """The static shape that input `array` has in `mode`; its true shape means that it is a constant."""
    spared = not mode.endswith("_all") and array.dtype.kind in "iu"
    if mode == "known" or spared:
        return array.shape
    if mode.startswith("rank"):
        return None
    return (None,) + array.shape[1:] if array.ndim else array.shape
