"""`experimental_ref()`: a hashable stand-in for a tensor or variable, for sets and dictionaries."""

from __future__ import annotations

from typing import Any


class Reference:
    """Equal to the references of the same object only; `deref()` gives the object.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     x = tf.constant(1.0)
    ...     x.experimental_ref() == x.experimental_ref(), x.experimental_ref().deref() is x
    (True, True)
    """

    __slots__ = ("_wrapped",)

    def __init__(self, wrapped: Any) -> None:
        self._wrapped = wrapped

    def deref(self) -> Any:
        """The object itself."""
        return self._wrapped

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reference) and self._wrapped is other._wrapped

    def __hash__(self) -> int:
        return id(self._wrapped)

    def __repr__(self) -> str:
        return f"<Reference wrapping {self._wrapped!r}>"
