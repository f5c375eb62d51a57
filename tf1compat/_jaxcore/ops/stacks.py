"""`Stack`: what TF's loops push for their own backward loops, as a value that pushes and pops replace."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np
from jax import lax
from jax.core import Tracer

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.base.array import is_concrete


class Known:
    """An array that is known while tracing, comparable with others of its kind."""

    def __init__(self, value: Any) -> None:
        self.value = np.asarray(value)
        self._key = self.value.tobytes(), self.value.dtype.str, self.value.shape

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Known) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


class Stack:
    """`length` elements of one shape, in an array with room for `size` of them (None before the first push).

    Where every push gives the same known value (the shape of something, a flag), that is all there is: what is popped is
    known then, too.
    """

    __slots__ = ("data", "size", "length", "known")

    def __init__(self, data: Any, size: int, length: Any, known: Known | None = None) -> None:
        self.data = data
        self.size = size
        self.length = length
        self.known = known

    grows = True

    def plain(self) -> Stack:
        return self

    def closed(self) -> Stack:
        return self

    def opened(self, room: int) -> Stack:
        """The same with room for `room` more elements."""
        return self._sized((int(self.length) if is_concrete(self.length) else self.size) + room)

    def _sized(self, size: int) -> Stack:
        if size <= self.size:
            return self
        data = self.data
        if data is not None:
            more = lax.full((size - self.size, *data.shape[1:]), np.zeros((), data.dtype))
            data = lax.concatenate([data, more], 0)
        return Stack(data, size, self.length, self.known)

    def filled(self, like: Stack) -> Stack:
        """The same with room of the kind that `like` has, where it has none yet."""
        size = max(like.size, self.size)
        if self.data is not None:
            return self._sized(size)
        if like.data is None:
            return Stack(None, size, self.length, like.known if self.known is None else self.known)
        data = lax.full((size, *like.data.shape[1:]), np.zeros((), like.data.dtype))
        return Stack(data if self.known is None else data + self.known.value, size, self.length)

    def element_shape(self) -> tuple[int, ...] | None:
        if self.data is None:
            return None if self.known is None else self.known.value.shape
        return tuple(self.data.shape[1:])

    def stacked(self) -> Any:
        """All elements; their number must be known."""
        if not is_concrete(self.length):
            raise errors.unsupported("TensorListStack of a list whose length is computed in a loop")
        if self.data is None and self.known is not None:
            return np.stack([self.known.value] * int(self.length))
        assert self.data is not None
        return self.data[: int(self.length)]

    def push(self, elem: Any) -> Stack:
        if isinstance(self.length, jax.Array) and not isinstance(self.length, Tracer):
            return Stack(self.data, self.size, np.int32(self.length), self.known).push(elem)  # out of a compiled part
        length = self._with_one_more()
        if is_concrete(elem) and self.data is None and self.known in (None, Known(elem)):
            return Stack(None, self.size, length, Known(elem))
        ready = self.opened(1) if is_concrete(self.length) and self.length >= self.size else self
        data = ready.data
        if data is None:
            value = np.zeros((), elem.dtype) if self.known is None else self.known.value
            data = lax.full((ready.size, *elem.shape), np.zeros((), elem.dtype)) + value
        if tuple(data.shape[1:]) != tuple(elem.shape):
            raise errors.unsupported(
                "the imported gradient of a loop whose values change their shapes",
                expected=f"shape {tuple(data.shape[1:])}",
                got=tuple(elem.shape),
                advice="build the model in Python and restore its checkpoint",
            )
        at = lax.convert_element_type(self.length, np.int32)
        start = (at, *[np.int32(0)] * len(elem.shape))
        row = lax.expand_dims(lax.convert_element_type(elem, data.dtype), (0,))
        return Stack(lax.dynamic_update_slice(data, row, start), ready.size, length)

    def _with_one_more(self) -> Any:
        return np.int32(self.length + 1) if is_concrete(self.length) else self.length + 1

    def pop(self) -> tuple[Stack, Any]:
        if is_concrete(self.length) and self.length == 0:
            raise errors.InvalidArgumentError(None, None, "Stack[] is empty when calling Pop().")
        length = np.int32(self.length - 1) if is_concrete(self.length) else self.length - 1
        rest = Stack(self.data, self.size, length, self.known)
        if self.data is None:
            assert self.known is not None
            return rest, self.known.value
        return rest, lax.dynamic_index_in_dim(self.data, length, 0, keepdims=False)


jax.tree_util.register_pytree_node(
    Stack,
    lambda s: ((s.data, s.length), (s.size, s.known)),
    lambda aux, children: Stack(children[0], aux[0], children[1], aux[1]),
)
