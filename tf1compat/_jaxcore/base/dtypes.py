"""TensorFlow's element types: one interned `DType` per DataType number.

A `DType` is created once per number, so `is` compares types. The slots `np`, `enum`, `name`, `is_ref`, `base` and
`ref` are plain attributes for hot paths; the properties are TF1's public interface.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any, Final, Self, cast

import ml_dtypes
import numpy as np

_REF_OFFSET: Final = 100

# TF1: quantized types are NumPy structs of one field named after the type, so that they survive a trip through NumPy.
_NP_QINT8 = np.dtype([("qint8", np.int8)])
_NP_QUINT8 = np.dtype([("quint8", np.uint8)])
_NP_QINT16 = np.dtype([("qint16", np.int16)])
_NP_QUINT16 = np.dtype([("quint16", np.uint16)])
_NP_QINT32 = np.dtype([("qint32", np.int32)])
np_resource: Final = np.dtype([("resource", np.ubyte)])

# DataType number, name, what `as_numpy_dtype` answers (None: TF has no NumPy type for it).
_TABLE: Final[tuple[tuple[int, str, Any], ...]] = (
    (1, "float32", np.float32),
    (2, "float64", np.float64),
    (3, "int32", np.int32),
    (4, "uint8", np.uint8),
    (5, "int16", np.int16),
    (6, "int8", np.int8),
    (7, "string", object),
    (8, "complex64", np.complex64),
    (9, "int64", np.int64),
    (10, "bool", builtins.bool),
    (11, "qint8", _NP_QINT8),
    (12, "quint8", _NP_QUINT8),
    (13, "qint32", _NP_QINT32),
    (14, "bfloat16", ml_dtypes.bfloat16),
    (15, "qint16", _NP_QINT16),
    (16, "quint16", _NP_QUINT16),
    (17, "uint16", np.uint16),
    (18, "complex128", np.complex128),
    (19, "float16", np.float16),
    (20, "resource", None),
    (21, "variant", None),
    (22, "uint32", np.uint32),
    (23, "uint64", np.uint64),
)
_ROWS: Final = {enum: (name, numpy_type) for enum, name, numpy_type in _TABLE}
_INTERNED: Final[dict[int, DType]] = {}

_QUANTIZED: Final = frozenset({11, 12, 13, 15, 16})
_COMPLEX: Final = frozenset({8, 18})
_FLOATING: Final = frozenset({1, 2, 14, 19})
_INTEGER: Final = frozenset({3, 4, 5, 6, 9, 17, 22, 23})
_UNSIGNED: Final = frozenset({4, 17, 22, 23})


class DType:
    """The element type of a tensor; `tf.float32 == "float32" == np.float32`, `tf.float32 is tf.as_dtype("float")`.

    Raises TypeError for a number that is no DataType and ValueError for text that is no number.
    """

    __slots__ = ("_numpy_type", "base", "enum", "is_ref", "name", "np", "ref")

    np: np.dtype[Any]
    """NumPy type of an array holding such elements; `object` for string, resource and variant."""
    enum: int
    name: str
    is_ref: builtins.bool
    base: DType
    ref: DType
    _numpy_type: Any

    def __new__(cls, type_enum: Any) -> Self:
        number = int(type_enum)
        found = _INTERNED.get(number)
        if found is None:
            raise TypeError(f"type_enum is not a valid types_pb2.DataType: {number}")
        return cast("Self", found)

    @property
    def _is_ref_dtype(self) -> builtins.bool:
        return self.is_ref

    @property
    def _as_ref(self) -> DType:
        return self.ref

    @property
    def _type_enum(self) -> int:
        return self.enum

    @property
    def base_dtype(self) -> DType:
        """The same type without the reference mark."""
        return self.base

    @property
    def real_dtype(self) -> DType:
        """float32 for complex64, float64 for complex128, else this very type."""
        number = self.base.enum
        return _INTERNED[1] if number == 8 else _INTERNED[2] if number == 18 else self

    @property
    def as_numpy_dtype(self) -> Any:
        """The NumPy type TF1 names: `np.float32`, `object`, `bool`, a struct for quantized types.

        Raises KeyError for resource and variant.
        """
        if self._numpy_type is None:
            raise KeyError(self.enum)  # TF1: a bare table look-up
        return self._numpy_type

    @property
    def as_datatype_enum(self) -> int:
        """The DataType number used in protos."""
        return self.enum

    @property
    def is_numpy_compatible(self) -> builtins.bool:
        """Whether values of this type can be NumPy arrays (false for resource and variant)."""
        return self._numpy_type is not None

    @property
    def is_bool(self) -> builtins.bool:
        """Whether this is bool."""
        return self.base.enum == 10

    @property
    def is_integer(self) -> builtins.bool:
        """Whether this is a signed or unsigned integer that is not quantized."""
        return self.base.enum in _INTEGER

    @property
    def is_floating(self) -> builtins.bool:
        """Whether this is a real floating-point type, bfloat16 included."""
        return self.base.enum in _FLOATING

    @property
    def is_complex(self) -> builtins.bool:
        """Whether this is complex64 or complex128."""
        return self.base.enum in _COMPLEX

    @property
    def is_quantized(self) -> builtins.bool:
        """Whether this is one of the q types."""
        return self.base.enum in _QUANTIZED

    @property
    def is_unsigned(self) -> builtins.bool:
        """Whether this is an unsigned integer that is not quantized."""
        return self.base.enum in _UNSIGNED

    @property
    def min(self) -> Any:
        """The lowest finite value; raises TypeError for types without an order."""
        return self._extreme("min", "minimum")

    @property
    def max(self) -> Any:
        """The highest finite value; raises TypeError for types without an order."""
        return self._extreme("max", "maximum")

    def _extreme(self, end: str, word: str) -> Any:
        if self.is_integer:
            return getattr(np.iinfo(self._numpy_type), end)
        if self.base.enum == 14:
            return getattr(cast("Any", ml_dtypes.finfo(ml_dtypes.bfloat16)), end)
        if self.is_floating:
            return getattr(np.finfo(self._numpy_type), end)
        raise TypeError(f"Cannot find {word} value of {self}.")

    @property
    def limits(self) -> tuple[Any, Any]:
        """Intensity limits of an image of this type, the negative range clipped; KeyError where TF1 has none."""
        _, high = dtype_range[self.as_numpy_dtype]
        return 0, high

    @property
    def size(self) -> int:
        """Bytes per element; 1 for resource and variant, the size of a pointer for string."""
        if self.enum in (20, 21):
            return 1
        return int(np.dtype(self.as_numpy_dtype).itemsize)

    def is_compatible_with(self, other: Any) -> builtins.bool:
        """Whether a tensor of type `other` may be used where this type is asked for.

        Not symmetric: `float32` accepts `float32_ref`, not the other way round.
        """
        other_type = as_dtype(other)
        return self is other_type or self is other_type.base

    def __eq__(self, other: object) -> builtins.bool:
        if self is other:
            return True
        if other is None or isinstance(other, DType):
            return False
        try:
            return as_dtype(other) is self
        except TypeError:
            return False

    def __ne__(self, other: object) -> builtins.bool:
        return not self.__eq__(other)

    def __hash__(self) -> int:
        return self.enum

    def __str__(self) -> str:
        return f"<dtype: {self.name!r}>"

    def __repr__(self) -> str:
        return "tf." + self.name

    def __reduce__(self) -> tuple[Callable[[Any], DType], tuple[str]]:
        return as_dtype, (self.name,)


def _intern(enum: int, name: str, numpy_type: Any, *, is_ref: builtins.bool) -> DType:
    dtype = object.__new__(DType)
    dtype.enum, dtype.name, dtype.is_ref = enum, name, is_ref
    dtype.np = np.dtype(object if numpy_type is None else numpy_type)
    dtype._numpy_type = numpy_type  # pyright: ignore[reportPrivateUsage]
    _INTERNED[enum] = dtype
    return dtype


def _fill_intern_table() -> None:
    for enum, (name, numpy_type) in _ROWS.items():
        base = _intern(enum, name, numpy_type, is_ref=False)
        ref = _intern(enum + _REF_OFFSET, name + "_ref", numpy_type, is_ref=True)
        base.base = ref.base = base
        base.ref = ref.ref = ref


_fill_intern_table()

float32: Final = _INTERNED[1]
float64: Final = _INTERNED[2]
int32: Final = _INTERNED[3]
uint8: Final = _INTERNED[4]
int16: Final = _INTERNED[5]
int8: Final = _INTERNED[6]
string: Final = _INTERNED[7]
complex64: Final = _INTERNED[8]
int64: Final = _INTERNED[9]
bool: Final = _INTERNED[10]
qint8: Final = _INTERNED[11]
quint8: Final = _INTERNED[12]
qint32: Final = _INTERNED[13]
bfloat16: Final = _INTERNED[14]
qint16: Final = _INTERNED[15]
quint16: Final = _INTERNED[16]
uint16: Final = _INTERNED[17]
complex128: Final = _INTERNED[18]
float16: Final = _INTERNED[19]
resource: Final = _INTERNED[20]
variant: Final = _INTERNED[21]
uint32: Final = _INTERNED[22]
uint64: Final = _INTERNED[23]
half: Final = float16
double: Final = float64

float32_ref: Final = float32.ref
float64_ref: Final = float64.ref
int32_ref: Final = int32.ref
uint8_ref: Final = uint8.ref
int16_ref: Final = int16.ref
int8_ref: Final = int8.ref
string_ref: Final = string.ref
complex64_ref: Final = complex64.ref
int64_ref: Final = int64.ref
bool_ref: Final = bool.ref
qint8_ref: Final = qint8.ref
quint8_ref: Final = quint8.ref
qint32_ref: Final = qint32.ref
bfloat16_ref: Final = bfloat16.ref
qint16_ref: Final = qint16.ref
quint16_ref: Final = quint16.ref
uint16_ref: Final = uint16.ref
complex128_ref: Final = complex128.ref
float16_ref: Final = float16.ref
resource_ref: Final = resource.ref
variant_ref: Final = variant.ref
uint32_ref: Final = uint32.ref
uint64_ref: Final = uint64.ref
half_ref: Final = float16_ref
double_ref: Final = float64_ref

QUANTIZED_DTYPES: Final = frozenset(d for n in _QUANTIZED for d in (_INTERNED[n], _INTERNED[n].ref))
ALL_DTYPES: Final = tuple(_INTERNED.values())
"""Every type in the order of its number, each followed by its reference type."""

# TF1: only these have image limits; np.bool_ has, `tf.bool.limits` (keyed by the Python bool) has not.
dtype_range: Final[dict[Any, tuple[Any, Any]]] = {
    np.bool_: (False, True),
    np.uint8: (0, 255),
    np.uint16: (0, 65535),
    np.int8: (-128, 127),
    np.int16: (-32768, 32767),
    np.int64: (-(2**63), 2**63 - 1),
    np.uint64: (0, 2**64 - 1),
    np.int32: (-(2**31), 2**31 - 1),
    np.uint32: (0, 2**32 - 1),
    np.float32: (-1, 1),
    np.float64: (-1, 1),
}


def _numpy_table() -> dict[Any, DType]:
    table: dict[Any, DType] = {}
    for dtype in ALL_DTYPES:
        if not dtype.is_ref and dtype.is_numpy_compatible and dtype not in (string, bool):
            table[dtype.as_numpy_dtype] = dtype
    table.update({np.object_: string, np.bytes_: string, np.str_: string, np.bool_: bool})
    # C types are not always the same class as the fixed-width type of their size: np.longlong on Linux is its own.
    for platform_type in (np.intc, np.uintc, np.int_, np.uint, np.longlong, np.ulonglong):
        table.setdefault(platform_type, table[np.dtype(np.dtype(platform_type).str).type])
    return table


_NUMPY_TO_DTYPE: Final = _numpy_table()
_ANY_TO_DTYPE: Final[dict[Any, DType]] = {
    **_INTERNED,
    **{dtype.name: dtype for dtype in ALL_DTYPES},
    "half": float16,
    "half_ref": float16_ref,
    "float": float32,
    "float_ref": float32_ref,
    "double": float64,
    "double_ref": float64_ref,
    # TF1: Python's int, str and complex are no dtypes, float is float32.
    builtins.float: float32,
    builtins.bool: bool,
    object: string,
    **_NUMPY_TO_DTYPE,
}
TF_VALUE_DTYPES: Final = frozenset(_NUMPY_TO_DTYPE.values())


def as_dtype(type_value: Any) -> DType:
    """Convert a DType, DataType number, name, NumPy type or dtype, or Python's float, bool or object to a `DType`.

    Raises TypeError for anything else, Python's int and str included.

    >>> as_dtype("float"), as_dtype(np.int64), as_dtype(float)
    (tf.float32, tf.int64, tf.float32)
    """
    if isinstance(type_value, DType):
        return type_value
    if isinstance(type_value, np.dtype):
        found = _NUMPY_TO_DTYPE.get(cast("np.dtype[Any]", type_value).type)
        if found is not None:
            return found
    found = _ANY_TO_DTYPE.get(type_value)  # an unhashable value raises Python's own TypeError, as in TF1
    if found is None:
        raise TypeError(f"Cannot convert value {type_value!r} to a TensorFlow DType.")
    return found
