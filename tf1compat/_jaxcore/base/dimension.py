"""TF1's `Dimension`: one size of a shape, possibly unknown, with arithmetic that keeps unknown unknown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from tf1compat._jaxcore.base.dtypes import DType


class Dimension:
    """One size of a `TensorShape`: `Dimension(3)`, or `Dimension(None)` where it is not known.

    Takes None, another Dimension, or anything `int` takes without loss. Raises ValueError for negative and
    fractional values, TypeError for what is no number. Comparisons with an unknown side answer None.

    >>> Dimension(3) * 2, Dimension(None) + 1, Dimension(3) == Dimension(None)
    (Dimension(6), Dimension(None), None)
    """

    __slots__ = ("__weakref__", "_value")

    def __init__(self, value: Any) -> None:
        self._value: int | None = as_size(value)

    @property
    def value(self) -> int | None:
        """The size, None where unknown."""
        return self._value

    def __repr__(self) -> str:
        return f"Dimension({self._value!r})"

    def __str__(self) -> str:
        return "?" if self._value is None else str(self._value)

    def __reduce__(self) -> tuple[type[Dimension], tuple[int | None]]:
        return Dimension, (self._value,)

    # TF1: int() and indexing of an unknown dimension fail with Python's own TypeError about returning None.
    def __int__(self) -> Any:
        return self._value

    def __index__(self) -> Any:
        return self._value

    def __long__(self) -> Any:
        return self._value

    def is_compatible_with(self, other: Any) -> Any:
        """Whether both sizes can be equal; NotImplemented for what is no dimension."""
        size = _size_or_not(other)
        if size is NotImplemented:
            return size
        return self._value is None or size is None or self._value == size

    def assert_is_compatible_with(self, other: Any) -> None:
        """Raise ValueError unless both sizes can be equal."""
        if not self.is_compatible_with(other):
            raise ValueError(f"Dimensions {self} and {other} are not compatible")

    def merge_with(self, other: Any) -> Any:
        """The dimension that knows what either side knows; ValueError where they disagree."""
        size = _size_or_not(other)
        if size is NotImplemented:
            return size
        self.assert_is_compatible_with(as_dimension(other))
        return Dimension(size if self._value is None else self._value)

    # TF1: Dimension has __eq__ without __hash__, so it is not hashable.
    def __eq__(self, other: object) -> Any:
        size = _size_or_not(other)
        return size if size is NotImplemented else _compare(self._value, size, int.__eq__)

    def __ne__(self, other: object) -> Any:
        size = _size_or_not(other)
        return size if size is NotImplemented else _compare(self._value, size, int.__ne__)

    __hash__ = None  # type: ignore[assignment]

    def __lt__(self, other: Any) -> bool | None:
        return _compare(self._value, as_size(other), int.__lt__)

    def __le__(self, other: Any) -> bool | None:
        return _compare(self._value, as_size(other), int.__le__)

    def __gt__(self, other: Any) -> bool | None:
        return _compare(self._value, as_size(other), int.__gt__)

    def __ge__(self, other: Any) -> bool | None:
        return _compare(self._value, as_size(other), int.__ge__)

    def __add__(self, other: Any) -> Any:
        return _combine(self._value, _size_or_not(other), int.__add__)

    def __radd__(self, other: Any) -> Any:
        return self + other

    def __sub__(self, other: Any) -> Any:
        return _combine(self._value, _size_or_not(other), int.__sub__)

    def __rsub__(self, other: Any) -> Any:
        return _combine(as_size(other), self._value, int.__sub__)

    def __mul__(self, other: Any) -> Any:
        return _combine(self._value, _size_or_not(other), int.__mul__)

    def __rmul__(self, other: Any) -> Any:
        return self * other

    def __floordiv__(self, other: Any) -> Any:
        return _combine(self._value, _size_or_not(other), int.__floordiv__)

    def __rfloordiv__(self, other: Any) -> Any:
        return _combine(as_size(other), self._value, int.__floordiv__)

    def __mod__(self, other: Any) -> Any:
        return _combine(self._value, as_size(other), int.__mod__)

    def __rmod__(self, other: Any) -> Any:
        return _combine(as_size(other), self._value, int.__mod__)

    def __div__(self, other: Any) -> Any:
        return self.__floordiv__(other)

    def __rdiv__(self, other: Any) -> NoReturn:
        self.__rtruediv__(other)

    def __truediv__(self, other: Any) -> NoReturn:
        raise TypeError(
            f"unsupported operand type(s) for /: 'Dimension' and '{type(other).__name__}', please use // instead"
        )

    def __rtruediv__(self, other: Any) -> NoReturn:
        raise TypeError(
            f"unsupported operand type(s) for /: '{type(other).__name__}' and 'Dimension', please use // instead"
        )


def as_size(value: Any) -> int | None:
    """The raw size of a Dimension, number or None, checked as `Dimension` checks it."""
    if value is None:
        return None
    if isinstance(value, Dimension):
        return value.value
    if isinstance(value, DType):
        raise TypeError(f"Cannot convert {value} to Dimension")
    size = int(value)
    # TF1: text is taken as a number ("3" is 3), so only numbers can be ambiguous.
    if not isinstance(value, bytes | str) and size != value:
        raise ValueError(f"Ambiguous dimension: {value}")
    if size < 0:
        raise ValueError(f"Dimension {size} must be >= 0")
    return size


def as_dimension(value: Any) -> Dimension:
    """Convert a number or None to a Dimension; a Dimension is returned as it is."""
    return value if isinstance(value, Dimension) else Dimension(value)


def _size_or_not(value: Any) -> Any:
    try:
        return as_size(value)
    except (TypeError, ValueError):
        return NotImplemented


def _compare(left: int | None, right: int | None, relation: Callable[[int, int], bool]) -> bool | None:
    return None if left is None or right is None else relation(left, right)


def _combine(left: int | None, right: Any, operation: Callable[[int, int], int]) -> Any:
    if right is NotImplemented:
        return right
    return Dimension(None if left is None or right is None else operation(left, right))
