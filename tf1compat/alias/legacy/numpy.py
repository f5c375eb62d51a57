"""NumPy: the scalar aliases dropped in 1.24, the names dropped in 2.0 to 2.4, binary fromstring, ndarray.tostring,
and ragged arrays.

What cannot come back: the old promotion of Python scalars.
"""

from __future__ import annotations

import builtins
import functools
import inspect
import sys
import warnings
from types import ModuleType
from typing import Any

from . import add, replace

# Old name -> the builtin it always was (dropped in NumPy 1.24). np.bool and np.long are back in NumPy 2 with a
# near meaning and stay.
_BUILTINS = {"float": float, "int": int, "bool": bool, "object": object, "str": str, "complex": complex}
_BUILTINS |= {"unicode": str, "long": int}

# Old name -> today's name in NumPy, reason.
_RENAMED: dict[str, tuple[str, str]] = {
    **dict.fromkeys(("Inf", "Infinity", "infty", "PINF"), ("inf", "dropped in 2.0")),
    "NaN": ("nan", "dropped in 2.0"),
    "float_": ("float64", "dropped in 2.0"),
    "complex_": ("complex128", "dropped in 2.0"),
    "cfloat": ("complex128", "dropped in 2.0"),
    "singlecomplex": ("complex64", "dropped in 2.0"),
    "longfloat": ("longdouble", "dropped in 2.0"),
    "longcomplex": ("clongdouble", "dropped in 2.0"),
    "clongfloat": ("clongdouble", "dropped in 2.0"),
    "string_": ("bytes_", "dropped in 2.0"),
    "unicode_": ("str_", "dropped in 2.0"),
    "object0": ("object_", "dropped in 1.24"),
    "bool8": ("bool_", "dropped in 2.0"),
    "mat": ("asmatrix", "dropped in 2.0"),
    "product": ("prod", "dropped in 2.0"),
    "cumproduct": ("cumprod", "dropped in 2.0"),
    "sometrue": ("any", "dropped in 2.0"),
    "alltrue": ("all", "dropped in 2.0"),
    "round_": ("round", "dropped in 2.0"),
    "row_stack": ("vstack", "deprecated since 2.0"),
    "trapz": ("trapezoid", "dropped in 2.4"),
    "typeDict": ("sctypeDict", "dropped in 1.25"),
    "rank": ("ndim", "dropped in 1.18"),
    "issubsctype": ("issubdtype", "dropped in 2.0"),
}
_WARN = frozenset({"row_stack", "trapz"})  # those that are still there and warn
# Libraries that expect NumPy's refusal of ragged arrays: it came in 1.24, after programs for TF1 were written.
_EXPECT_REFUSAL = {"jax", "jaxlib", "matplotlib", "ml_dtypes", "numpy", "optax", "orbax", "pandas", "PIL", "scipy"}
_EXPECT_REFUSAL |= {"sklearn", "tf1compat"}
_EXCEPTIONS = ("AxisError", "ComplexWarning", "RankWarning", "TooHardError", "VisibleDeprecationWarning")


def patch(np: ModuleType) -> None:
    """Adds what this NumPy lacks; everything it still has stays, except fromstring (see there)."""
    for name, value in _BUILTINS.items():
        add(np, name, value)
    for name, (today, _) in _RENAMED.items():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if hasattr(np, today):
                (replace if name in _WARN else add)(np, name, getattr(np, today))
    for name in _EXCEPTIONS:  # moved to np.exceptions in 1.25
        if hasattr(np.exceptions, name):
            add(np, name, getattr(np.exceptions, name))
    for function in _functions(np):
        (replace if function.__name__ == "in1d" else add)(np, function.__name__, function)  # in1d warns since 2.0
    add(np, "NINF", -np.inf)
    add(np, "PZERO", 0.0)
    add(np, "NZERO", -0.0)
    add(np, "cast", _Cast(np))
    add(np, "sctypes", _sctypes(np))
    _restore_fromstring(np)
    _restore_newshape(np)
    _restore_ragged(np)
    replace(_PrintOptions(np), "legacy", "1.25")  # scalars print as 1.5, not as np.float32(1.5), which came in 2.0
    if not hasattr(np.ndarray, "tostring"):  # dropped in 2.3; every writer of TFRecords calls it
        replace(np.ndarray, "tostring", _tostring)


class _PrintOptions:
    """NumPy's print options as attributes; of the calling thread, as NumPy has them."""

    def __init__(self, np: ModuleType):
        vars(self).update(np.get_printoptions(), _np=np)

    def __setattr__(self, name: str, value: object) -> None:
        vars(self)[name] = value
        vars(self)["_np"].set_printoptions(**{name: value})


def _tostring(array: Any, order: str = "C") -> bytes:
    """The array's bytes: today's ndarray.tobytes."""
    return array.tobytes(order)


def _functions(np: ModuleType) -> list[Any]:
    def asscalar(a: Any) -> Any:  # dropped in 1.23
        return np.asarray(a).item()

    def in1d(ar1: Any, ar2: Any, assume_unique: bool = False, invert: bool = False) -> Any:  # dropped in 2.4
        return np.isin(np.ravel(ar1), ar2, assume_unique=assume_unique, invert=invert)

    def msort(a: Any) -> Any:  # dropped in 2.0
        return np.sort(a, axis=0)

    def find_common_type(array_types: Any, scalar_types: Any) -> Any:  # dropped in 2.0
        return np.result_type(*array_types, *scalar_types)

    def asfarray(a: Any, dtype: Any = np.float64) -> Any:  # dropped in 2.0
        return np.asarray(a, dtype if np.issubdtype(dtype, np.inexact) else np.float64)

    def issctype(rep: Any) -> bool:  # dropped in 2.0
        return isinstance(rep, type | np.dtype) and issubclass(np.dtype(rep).type, np.generic)

    def obj2sctype(rep: Any, default: Any = None) -> Any:  # dropped in 2.0
        try:
            return np.dtype(rep if isinstance(rep, type | np.dtype | str) else np.asarray(rep).dtype).type
        except TypeError:
            return default

    def sctype2char(sctype: Any) -> str:  # dropped in 2.0
        return np.dtype(sctype).char

    def set_string_function(f: Any, repr: bool = True) -> None:  # dropped in 2.0
        key = "override_repr"
        if not repr:
            raise NotImplementedError("np.set_string_function(repr=False) has no counterpart in NumPy 2")
        np.set_printoptions(**{key: f})

    def alen(a: Any) -> int:  # dropped in 1.23
        return len(np.atleast_1d(a))

    def disp(mesg: object, device: Any = None, linefeed: bool = True) -> None:  # dropped in 2.0
        builtins.print(mesg, end="\n" if linefeed else "", file=device)

    return [asscalar, in1d, msort, find_common_type, asfarray, issctype, obj2sctype, sctype2char, set_string_function,
            alen, disp]  # fmt: skip


class _Cast(dict[Any, Any]):
    """np.cast[dtype](x), dropped in 2.0."""

    def __init__(self, np: ModuleType):
        super().__init__()
        self._np = np

    def __missing__(self, dtype: Any) -> Any:
        return lambda x: self._np.asarray(x).astype(dtype)


def _sctypes(np: ModuleType) -> dict[str, list[type]]:
    """np.sctypes, dropped in 2.0."""
    return {
        "int": [np.int8, np.int16, np.int32, np.int64],
        "uint": [np.uint8, np.uint16, np.uint32, np.uint64],
        "float": [np.float16, np.float32, np.float64, np.longdouble],
        "complex": [np.complex64, np.complex128, np.clongdouble],
        "others": [bool, object, bytes, str, np.void],
    }


def _restore_fromstring(np: ModuleType) -> None:
    # Replaced although it exists: NumPy 2.3 raises in binary mode (sep=""), which old readers of MNIST, CIFAR and
    # audio files use. The text mode is NumPy's own.
    original = np.fromstring

    def fromstring(string: Any, dtype: Any = float, count: int = -1, *, sep: str = "", like: Any = None) -> Any:
        """A new 1-D array from the bytes of a string (sep="") or from its text."""
        if sep != "" or like is not None:
            keywords = {} if like is None else {"like": like}
            return original(string, dtype, count, sep=sep, **keywords)
        data = string.encode("latin-1") if isinstance(string, str) else string
        return np.frombuffer(data, dtype, count).copy()

    replace(np, "fromstring", fromstring)


def _restore_newshape(np: ModuleType) -> None:
    original = np.reshape
    if "newshape" in inspect.signature(original).parameters:  # dropped in 2.4
        return

    @functools.wraps(original)
    def reshape(a: Any, /, *args: Any, newshape: Any = None, **kwargs: Any) -> Any:
        if newshape is not None:
            kwargs["shape"] = newshape
        return original(a, *args, **kwargs)

    replace(np, "reshape", reshape)


def _restore_ragged(np: ModuleType) -> None:
    # np.array(list(zip(inputs, labels))) is how scripts make batches: arrays of objects where the lengths differ.
    def restored(original: Any) -> Any:
        @functools.wraps(original)
        def call(*args: Any, **kwargs: Any) -> Any:
            try:
                return original(*args, **kwargs)
            except ValueError as error:
                if "inhomogeneous" not in str(error) or len(args) > 1 or kwargs.get("dtype") is not None:
                    raise
                caller = sys._getframe(1).f_globals.get("__name__", "")
                if caller.partition(".")[0] in _EXPECT_REFUSAL:
                    raise
                return original(*args, **{**kwargs, "dtype": object})

        return call

    for name in ("array", "asarray"):
        replace(np, name, restored(getattr(np, name)))
