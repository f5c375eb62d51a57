"""`Elements`: what a TensorArray holds, as a value that writes replace; it travels where TF's graph has the flow.

TF's flow is a scalar that only orders reads after writes. Here the flow *is* the contents, so that arrays in loops and
conditions are ordinary values: no state, and gradients as of any other value.
"""

from __future__ import annotations

from typing import Any

import jax
import numpy as np
from jax import lax

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.base.array import is_concrete


class Elements:
    """`size` elements of one shape and dtype; `data` is (size, …), or None before the first write."""

    __slots__ = ("data", "size", "dtype", "grows")

    def __init__(self, data: Any, size: int, dtype: Any, grows: bool = False) -> None:
        self.data = data
        self.size = size
        self.dtype = dtype
        self.grows = grows

    def with_data(self, data: Any, size: int | None = None) -> Elements:
        return Elements(data, self.size if size is None else size, self.dtype, self.grows)

    def write(self, index: Any, value: Any) -> Elements:
        """With element `index` replaced."""
        self._check_type(value.dtype)
        ready = self._with_room(index, value.shape)
        if tuple(ready.data.shape[1:]) != tuple(value.shape):
            raise _unequal(ready.data.shape[1:], value.shape)
        start = (index, *[0] * len(value.shape))
        return ready.with_data(lax.dynamic_update_slice(ready.data, value[None], _same_types(start)))

    def read(self, index: Any) -> Any:
        """Element `index`."""
        if self.data is None:
            raise _invalid(
                f"Could not read from TensorArray index {index}.  Furthermore, the element shape is not fully defined"
            )
        self._check_index(index, "read from")
        return lax.dynamic_index_in_dim(self.data, index, 0, keepdims=False)

    def gather(self, indices: Any) -> Any:
        """The elements at `indices`, stacked."""
        count = np.shape(indices)[0]
        if self.data is None:
            if count == 0:
                raise _invalid(
                    "TensorArray has size zero, but element shape is not fully defined. Currently only static shapes are "
                    "supported when packing zero-size TensorArrays."
                )
            raise _invalid("Could not read from a TensorArray that was never written")
        if _is_all(indices, self.size):
            return self.data
        if is_concrete(indices):
            for i in np.asarray(indices).tolist():
                self._check_index(i, "read from")
        return self.data[indices]

    def scatter(self, indices: Any, rows: Any) -> Elements:
        """With the elements at `indices` replaced by the rows of `rows`."""
        self._check_type(rows.dtype)
        count = rows.shape[0]
        if _is_all(indices, count) and (count == self.size or self.grows):
            return self.with_data(rows, max(count, self.size)) if count >= self.size else self._update(indices, rows)
        if is_concrete(indices) and count and int(np.max(indices)) >= self.size and not self.grows:
            raise _invalid(f"Max scatter index must be < array size ({int(np.max(indices))} vs. {self.size})")
        return self._update(indices, rows)

    def _update(self, indices: Any, rows: Any) -> Elements:
        import jax.numpy as jnp

        ready = self._with_room(int(np.max(indices)) if is_concrete(indices) else 0, rows.shape[1:])
        return ready.with_data(jnp.asarray(ready.data).at[indices].set(rows))

    def _with_room(self, index: Any, shape: Any) -> Elements:
        size = self.size
        if is_concrete(index):
            if index < 0 or (index >= size and not self.grows):
                raise _invalid(f"Tried to write to index {index} but array is not resizeable and size is: {size}")
            size = max(size, int(index) + 1)
        elif self.grows:
            raise errors.unsupported(
                "a TensorArray of dynamic_size that grows in a loop whose number of steps is not known beforehand",
                advice="give the TensorArray its final size, or bound the loop by a known number",
            )
        if self.data is None:
            return self.with_data(lax.full((size, *shape), np.zeros((), self.dtype)), size)
        if size > self.size:
            more = lax.full((size - self.size, *self.data.shape[1:]), np.zeros((), self.dtype))
            return self.with_data(lax.concatenate([self.data, more], 0), size)
        return self

    def _check_index(self, index: Any, what: str) -> None:
        if is_concrete(index) and not 0 <= index < self.size:
            raise _invalid(f"Tried to {what} index {index} but array size is: {self.size}")

    def _check_type(self, dtype: Any) -> None:
        if np.dtype(dtype) != np.dtype(self.dtype):
            mine, other = np.dtype(self.dtype), np.dtype(dtype)
            raise _invalid(f"TensorArray dtype is {mine} but Op is trying to write dtype {other}")


def _is_all(indices: Any, size: int) -> bool:
    return is_concrete(indices) and np.array_equal(indices, np.arange(size))


def _same_types(indices: Any) -> list[Any]:
    import jax.numpy as jnp

    return [jnp.asarray(i, jnp.int32) for i in indices]


def _invalid(message: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, message)


def _unequal(have: Any, got: Any) -> Exception:
    return errors.unsupported(
        "a TensorArray with elements of different shapes",
        expected=f"elements of shape {tuple(have)}",
        got=tuple(got),
        advice="pad the elements to one shape",
    )


jax.tree_util.register_pytree_node(
    Elements,
    lambda e: ((e.data,), (e.size, np.dtype(e.dtype), e.grows)),
    lambda aux, children: Elements(children[0], aux[0], aux[1], aux[2]),
)
