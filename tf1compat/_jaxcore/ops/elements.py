"""`Elements`: what a TensorArray holds, as a value that writes replace; it travels where TF's graph has the flow.

TF's flow is a scalar that only orders reads after writes. Here the flow *is* the contents, so that arrays in loops and
conditions are ordinary values: no state, and gradients as of any other value.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import numpy as np
from jax import lax

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.base.array import is_concrete


class Traits(NamedTuple):
    """What a TensorArray was created with."""

    dtype: Any
    grows: bool = False
    identical: bool = False  # all elements have the shape of the first one
    element_shape: Any = None
    clears: bool = True  # an element may be read once
    accumulates: bool = False  # what is written adds up: the array of a gradient


class Ledger:
    """Which nodes have read and written which elements, as far as it is known while the graph is evaluated.

    Shared by all the values that an array has one after the other. TF keeps this with every element.
    """

    def __init__(self) -> None:
        self.reads: dict[int, Any] = {}
        self.writes: dict[int, Any] = {}

    def without(self, nodes: frozenset[Any]) -> Ledger:
        """A copy that does not know what `nodes` have done."""
        copy = Ledger()
        copy.reads = {i: n for i, n in self.reads.items() if n not in nodes}
        copy.writes = {i: n for i, n in self.writes.items() if n not in nodes}
        return copy


class Elements:
    """`size` elements; `data` is an array (size, …), or None before the first write.

    Elements of different shapes are *ragged*: `data` is a tuple of them, None for those not written.

    In a loop with an unknown number of steps an array that grows is *open*: `size` is the room there is, `length` (a
    traced number) how many elements it would have. Where `length` comes out larger than `size`, the contents are void.
    """

    __slots__ = ("data", "size", "traits", "length", "ledger")

    def __init__(self, data: Any, size: int, traits: Traits, length: Any = None, ledger: Ledger | None = None) -> None:
        self.data = data
        self.size = size
        self.traits = traits
        self.length = length
        self.ledger = ledger

    @property
    def grows(self) -> bool:
        return self.traits.grows

    @property
    def dtype(self) -> Any:
        return self.traits.dtype

    @property
    def is_ragged(self) -> bool:
        return isinstance(self.data, tuple)

    def with_data(self, data: Any, size: int | None = None) -> Elements:
        return Elements(data, self.size if size is None else size, self.traits, self.length, self.ledger)

    def plain(self) -> Elements:
        """The same without what is known of its elements: for a value that two ways may lead to."""
        return Elements(self.data, self.size, self.traits, self.length)

    def known_by(self, ledger: Ledger) -> Elements:
        """The same with what is known of its elements."""
        return Elements(self.data, self.size, self.traits, self.length, ledger)

    def opened(self, room: int) -> Elements:
        """The same with room for at least `room` elements, its length a number that writes may raise."""
        size = max(room, self.size)
        data = self.data if self.data is None else self._lengthened(size)
        return Elements(data, size, self.traits, np.int32(self.size))

    def filled(self, like: Elements) -> Elements:
        """The same with zeros of the kind that `like` has, where nothing has been written yet."""
        data = None if like.data is None else lax.full(like.data.shape, np.zeros((), like.data.dtype))
        return Elements(data if self.data is None else self.data, self.size, self.traits, self.length)

    def closed(self) -> Elements:
        """An open array whose length is known by now, without the rest of its room."""
        if self.length is None:
            return self
        length = int(self.length)
        data = None if self.data is None else lax.slice_in_dim(self.data, 0, length)
        return Elements(data, length, self.traits)

    def element_shape(self) -> Any:
        known = self._shape()
        return self.traits.element_shape if known is None else known

    def count(self) -> Any:
        """How many elements there are."""
        return np.int32(self.size) if self.length is None else self.length

    # ---- writing ---------------------------------------------------------------------------------------------------

    def write(self, index: Any, value: Any) -> Elements:
        """With element `index` replaced."""
        self._check_type(value.dtype)
        self._mark(index)
        ready = self._with_room(index, value.shape)
        if ready.is_ragged or tuple(ready.data.shape[1:]) != tuple(value.shape):
            return ready._write_ragged(index, value)
        if self.dtype == object:
            data = np.array(ready.data)
            data[int(index)] = value[()] if np.ndim(value) == 0 else value
            return ready.with_data(data)
        if not ready.size:  # in a loop or branch that does not run
            return ready
        start = (index, *[0] * len(value.shape))
        return ready.with_data(lax.dynamic_update_slice(ready.data, value[None], _same_types(start)))

    def _write_ragged(self, index: Any, value: Any) -> Elements:
        if self.traits.identical:
            raise _invalid(
                f"Could not write to TensorArray index {_shown(index)} because the value shape is "
                f"{_shape_text(value.shape)} which is incompatible with the TensorArray's inferred element shape: "
                f"{_shape_text(self.data.shape[1:])} (consider setting infer_shape=False)."
            )
        if not is_concrete(index):
            raise _untraceable()
        parts = list(self._parts())
        parts[int(index)] = value
        return self.with_data(tuple(parts))

    def scatter(self, indices: Any, rows: Any) -> Elements:
        """With the elements at `indices` replaced by the rows of `rows`."""
        self._check_type(rows.dtype)
        self._mark(indices)
        count = rows.shape[0]
        if _is_all(indices, count) and (count == self.size or self.grows):
            return self.with_data(rows, max(count, self.size)) if count >= self.size else self._update(indices, rows)
        if is_concrete(indices) and count and int(np.max(indices)) >= self.size and not self.grows:
            raise _invalid(f"Max scatter index must be < array size ({int(np.max(indices))} vs. {self.size})")
        return self._update(indices, rows)

    def split(self, value: Any, lengths: list[int]) -> Elements:
        """With elements that are successive parts of `value`."""
        if np.ndim(lengths) != 1:
            raise _invalid(f"Expected lengths to be a vector, received shape: {_shape_text(np.shape(lengths))}")
        if np.ndim(value) == 0:
            raise _invalid("Expected value to be at least a vector, but received shape: []")
        if len(lengths) != self.size and not (self.grows and len(lengths) > self.size):
            raise _invalid(
                f"TensorArray's size is not equal to the size of lengths ({self.size} vs. {len(lengths)}), and the "
                "TensorArray is not marked as dynamically resizeable"
            )
        if sum(lengths) != value.shape[0]:
            raise _invalid(
                "Expected sum of lengths to be equal to values.shape[0], but sum of lengths is "
                f"{sum(lengths)} and value's shape is: {_shape_text(value.shape)}"
            )
        if len(set(lengths)) == 1:
            return self.scatter(np.arange(len(lengths)), _reshaped(value, (len(lengths), lengths[0], *value.shape[1:])))
        ends = np.cumsum([0, *lengths]).tolist()
        return self.with_data(tuple(value[a:b] for a, b in zip(ends, ends[1:])), len(lengths))

    def _mark(self, indices: Any) -> None:
        """Somebody has written there, whoever it was."""
        if self.ledger is not None:
            known = np.asarray(indices).reshape(-1).tolist() if is_concrete(indices) else range(self.size)
            for i in known:
                self.ledger.writes.setdefault(i, None)

    def _update(self, indices: Any, rows: Any) -> Elements:
        import jax.numpy as jnp

        ready = self._with_room(int(np.max(indices)) if is_concrete(indices) else 0, rows.shape[1:])
        if ready.is_ragged:
            for i, row in zip(np.asarray(indices).tolist(), rows):
                ready = ready._write_ragged(i, row)
            return ready
        if self.dtype == object:
            data = np.array(ready.data)
            data[indices] = rows
            return ready.with_data(data)
        return ready.with_data(jnp.asarray(ready.data).at[indices].set(rows))

    # ---- reading ---------------------------------------------------------------------------------------------------

    def read(self, index: Any) -> Any:
        """Element `index`."""
        self._check_index(index, "read from")
        if self.data is None or (self._keeps_track() and is_concrete(index) and not self._is_written(int(index))):
            return self._unwritten(index)
        if self.is_ragged:
            if not is_concrete(index):
                raise _untraceable()
            return self.data[int(index)]
        if self.dtype == object:
            return np.asarray(self.data[int(index)], object)
        if not self.data.shape[0]:  # in a loop or branch that does not run
            return lax.full(self.data.shape[1:], 0, self.data.dtype)
        return lax.dynamic_index_in_dim(self.data, index, 0, keepdims=False)

    def gather(self, indices: Any, element_shape: Any = None) -> Any:
        """The elements at `indices`, stacked; `element_shape` is what is known of them besides."""
        if element_shape is not None and None not in element_shape and self._shape() is None:
            traits = self.traits._replace(element_shape=tuple(element_shape))
            return Elements(self.data, self.size, traits, self.length, self.ledger).gather(indices)
        count = np.shape(indices)[0]
        if is_concrete(indices):
            known = np.asarray(indices).tolist()
            for i in known:
                self._check_index(i, "read from")
            if not known and self._shape() is None:
                raise errors.UnimplementedError(
                    None,
                    None,
                    f"TensorArray has size zero, but element shape {self._unknown_shape()} is not fully defined. Currently "
                    "only static shapes are supported when packing zero-size TensorArrays.",
                )
            missing = [i for i in known if self._keeps_track() and not self._is_written(i)]
            if known and (missing or self.data is None or self.is_ragged):
                return self._stacked([self.read(i) for i in known])
            if not known and self.data is None:
                return np.zeros((0, *(self._shape() or ())), self.dtype)
        if self.data is None:
            return self._unwritten(indices)
        if _is_all(indices, self.size) and self.length is None:
            return self.data
        if not self.data.shape[0]:
            return lax.full((count, *self.data.shape[1:]), 0, self.data.dtype)
        return self.data[indices if count else np.zeros(0, np.int32)]

    def joined(self, element_shape_except0: Any = None) -> tuple[Any, Any]:
        """All elements joined along their first dimension, and how long each one is."""
        parts = [self.read(i) for i in range(self.size)]
        shape = self._shape()
        if not parts:
            known = self.traits.element_shape
            if element_shape_except0 is not None:
                known = (None, *element_shape_except0)
            if known is None or None in known[1:]:
                raise _invalid(
                    "All except the first dimension must be fully defined when concating a zero-size TensorArray. "
                    f"element_shape_except0 is {'<unknown>' if known is None else _shape_text(known[1:])}"
                )
            return np.zeros((0, *known[1:]), self.dtype), np.zeros(0, np.int64)
        if shape is not None and not self.is_ragged and self.data is not None and self.length is None and shape:
            lengths = np.full(self.size, shape[0], np.int64)
            return _reshaped(self.data, (self.size * shape[0], *shape[1:])), lengths
        for i, part in enumerate(parts):
            if np.ndim(part) == 0:
                raise _invalid(
                    f"Concat saw a scalar shape at index {i} but requires at least vectors.  Did you mean to call pack?"
                )
            if part.shape[1:] != parts[0].shape[1:]:
                raise _invalid(
                    f"TensorArray has inconsistent shapes.  Index 0 has (excepting dimension 0) shape: "
                    f"{_shape_text(parts[0].shape[1:])} but index {i} has (excepting dimension 0) shape: "
                    f"{_shape_text(part.shape[1:])}"
                )
        return _joined(parts), np.array([p.shape[0] for p in parts], np.int64)

    def _stacked(self, parts: list[Any]) -> Any:
        for i, part in enumerate(parts):
            if np.shape(part) != np.shape(parts[0]):
                raise _invalid(
                    f"TensorArray has inconsistent shapes.  Index 0 has shape: {_shape_text(parts[0].shape)} but index "
                    f"{i} has shape: {_shape_text(part.shape)}"
                )
        return _joined([p[None] for p in parts])

    # ---- what is known ---------------------------------------------------------------------------------------------

    def _shape(self) -> tuple[int, ...] | None:
        """The one shape of all elements, if it is known."""
        declared = self.traits.element_shape
        if declared is not None and None not in declared:
            return tuple(declared)
        if self.data is None or self.is_ragged:
            return None
        return tuple(self.data.shape[1:]) if self.traits.identical or self.size else None

    def _unwritten(self, index: Any) -> Any:
        """What an element is that nobody has written: zeros, if its shape is known."""
        declared = self.traits.element_shape
        if declared is not None and None not in declared:
            return np.full(declared, b"" if self.dtype == object else 0, self.dtype)
        if self.traits.identical and self.data is not None and not self.is_ragged:
            return np.full(self.data.shape[1:], b"" if self.dtype == object else 0, self.dtype)
        first = np.asarray(index).reshape(-1)[0] if is_concrete(index) and np.size(index) else index
        raise _invalid(
            f"TensorArray: Could not read from TensorArray index {_shown(first)}.  Furthermore, the element shape is not "
            f"fully defined: {self._unknown_shape()}.  It is possible you are working with a resizeable TensorArray and "
            "stop_gradients is not allowing the gradients to be written.  If you set the full element_shape property on "
            "the forward TensorArray, the proper all-zeros tensor will be returned instead of incurring this error."
        )

    def _unknown_shape(self) -> str:
        declared = self.traits.element_shape
        return "<unknown>" if declared is None else _shape_text(declared)

    def _keeps_track(self) -> bool:
        return self.ledger is not None or self.is_ragged

    def _is_written(self, index: int) -> bool:
        if self.is_ragged:
            return self.data[index] is not None
        return self.ledger is None or index in self.ledger.writes

    def _parts(self) -> list[Any]:
        if self.is_ragged:
            return list(self.data)
        return [self.data[i] if self._is_written(i) else None for i in range(self.size)]

    def _with_room(self, index: Any, shape: Any) -> Elements:
        size = self.size
        if self.length is not None:
            length = lax.max(_int32(self.length), _int32(index) + 1)
            data = _blank((size, *shape), self.dtype) if self.data is None else self.data
            return Elements(data, size, self.traits, length)
        if is_concrete(index):
            if index < 0 or (index >= size and not self.grows):
                raise _invalid(
                    f"TensorArray: Tried to write to index {index} but array is not resizeable and size is: {size}"
                )
            size = max(size, int(index) + 1)
        elif self.grows:
            raise errors.unsupported(
                "the gradient of a TensorArray of dynamic_size that is written to at places which the loop computes",
                advice="give the TensorArray its final size, or write at the number of the step",
            )
        if self.data is None:
            return self.with_data(_blank((size, *shape), self.dtype), size)
        return self.with_data(self._lengthened(size), size)

    def _lengthened(self, size: int) -> Any:
        if size == self.size:
            return self.data
        if self.is_ragged:
            return (*self.data, *[None] * (size - self.size))
        more = _blank((size - self.size, *self.data.shape[1:]), self.dtype)
        return _joined([self.data, more])

    def _check_index(self, index: Any, what: str) -> None:
        if self.length is None and is_concrete(index) and not 0 <= index < self.size:
            raise _invalid(f"Tried to {what} index {index} but array size is: {self.size}")

    def _check_type(self, dtype: Any) -> None:
        if np.dtype(dtype) != np.dtype(self.dtype):
            mine, other = _type_text(self.dtype), _type_text(dtype)
            raise _invalid(f"TensorArray dtype is {mine} but Op is trying to write dtype {other}.")

    def check_read_as(self, dtype: Any) -> None:
        """InvalidArgumentError where the elements are of another type."""
        if np.dtype(dtype) != np.dtype(self.dtype):
            mine, other = _type_text(self.dtype), _type_text(dtype)
            raise _invalid(f"TensorArray dtype is {mine} but Op requested dtype {other}.")


def _type_text(dtype: Any) -> str:
    name = np.dtype(dtype).name
    return {"float32": "float", "float64": "double", "float16": "half", "object": "string"}.get(name, name)


def _blank(shape: tuple[int, ...], dtype: Any) -> Any:
    """What elements are before they are written: zeros, or empty strings."""
    return np.full(shape, b"", object) if dtype == object else lax.full(shape, np.zeros((), dtype))


def _joined(parts: list[Any]) -> Any:
    return np.concatenate(parts) if parts[0].dtype == object else lax.concatenate(parts, 0)


def _reshaped(x: Any, shape: tuple[int, ...]) -> Any:
    return np.reshape(x, shape) if x.dtype == object else lax.reshape(x, shape)


def _int32(x: Any) -> Any:
    return lax.convert_element_type(x, np.int32)


def _shown(index: Any) -> str:
    return str(index) if is_concrete(index) else "of a loop"


def _shape_text(shape: Any) -> str:
    return f"[{','.join('?' if d is None else str(d) for d in shape)}]"


def _is_all(indices: Any, size: int) -> bool:
    return is_concrete(indices) and np.array_equal(indices, np.arange(size))


def _same_types(indices: Any) -> list[Any]:
    import jax.numpy as jnp

    return [jnp.asarray(i, jnp.int32) for i in indices]


def _invalid(message: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, message)


def _untraceable() -> Exception:
    return errors.unsupported(
        "a TensorArray with elements of different shapes in a compiled loop", advice="pad the elements to one shape"
    )


jax.tree_util.register_pytree_node(
    Elements,
    lambda e: ((e.data, e.length), (e.size, e.traits, e.ledger)),
    lambda aux, children: Elements(children[0], aux[0], aux[1], children[1], aux[2]),
)
