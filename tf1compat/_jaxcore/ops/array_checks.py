"""What ops on a TensorArray may not be given: places it does not have, and elements that were read before.

An array with `clear_after_read` forgets an element that is read. Where nothing tells that its reads differ (see
`passes.array_reads`), they take one more value, which elements are gone, and give a new one.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

import jax.numpy as jnp
import numpy as np

from tf1compat._jaxcore.base.array import is_concrete
from tf1compat._jaxcore.ops.elements import Elements
from tf1compat._jaxcore.schema import opdef
from tf1compat._jaxcore.schema.checks import Check
from tf1compat._jaxcore.schema.opdef import OpDef


def read_place(handle: Any, index: Any, flow_in: Any) -> Check | None:
    """A read of an element that does not exist."""
    return _place(index, flow_in, _unreadable)


def write_place(handle: Any, index: Any, value: Any, flow_in: Any) -> Check | None:
    """A write to an element that does not exist, in an array that does not grow."""
    if not isinstance(flow_in, Elements) or flow_in.grows:
        return None
    return _place(
        index,
        flow_in,
        lambda i, size: f"TensorArray: Tried to write to index {i} but array is not resizeable and size is: {size}",
    )


def _unreadable(index: int, size: int) -> str:
    return f"Tried to read from index {index} but array size is: {size}"


def _place(index: Any, array: Any, text: Any) -> Check | None:
    if not isinstance(array, Elements) or array.length is not None or np.ndim(index) != 0:
        return None
    size = array.size
    return Check((index,), lambda i: (i < 0) | (i >= size), lambda i: text(int(i), size))


# ---- reads that clear ----------------------------------------------------------------------------------------------


def once(type: str) -> OpDef:
    """The op `type`, which reads, with what is gone as its last input and its last output."""
    if not _ONCE:
        _ONCE.update((name, _declared(name)) for name in READS)
    return _ONCE[type]


READS = frozenset({"TensorArrayReadV3", "TensorArrayGatherV3", "TensorArrayConcatV3"})
_ONCE: dict[str, OpDef] = {}


def _declared(type: str) -> OpDef:
    plain = opdef.get(type)

    def kernel(*given: Any, **attrs: Any) -> Any:
        *inputs, gone = given
        made = plain.kernel(*inputs, **attrs)
        made = made if isinstance(made, tuple) else (made,)
        return *made, _marked(gone, _indices(inputs), inputs[-1])

    def check(*given: Any) -> Check | None:
        *inputs, gone = given
        return _gone_already(gone, _indices(inputs), inputs[-1])

    return dataclasses.replace(plain, type=f"{type}Once", kernel=kernel, check=check, check_attrs=())


def _indices(inputs: list[Any]) -> Any:
    """The elements that an op reads: one, several, or None for all of them."""
    return inputs[1] if len(inputs) == 3 else None


def _marked(gone: Any, indices: Any, array: Any) -> Any:
    """Which elements are gone, now that those at `indices` are."""
    if not isinstance(array, Elements):
        return gone
    known = is_concrete(indices) and (gone is None or is_concrete(gone))
    before: Any = np.zeros(array.size, np.bool_) if gone is None else gone
    at: Any = slice(None) if indices is None else indices
    if known or (indices is None and is_concrete(before)):
        after = np.array(before)
        after[at] = True
        return after
    return jnp.asarray(before).at[at].set(True)


def _gone_already(gone: Any, indices: Any, array: Any) -> Check | None:
    if not isinstance(array, Elements) or array.length is not None or not array.size:
        return None
    size = array.size
    before = np.zeros(size, np.bool_) if gone is None else gone
    at = np.arange(size, dtype=np.int32) if indices is None else indices

    def refused(before: Any, at: Any) -> Any:
        xp: Any = np if is_concrete(before, at) else jnp
        before = xp.asarray(before)
        outside = (at < 0) | (at >= size)
        places = xp.clip(at, 0, size - 1)
        twice = xp.zeros((), np.bool_)
        if np.ndim(at):
            earlier = xp.tril(places[:, None] == places[None, :], -1)
            twice = earlier.any(1)
        return outside | before[places] | twice

    def text(before: Any, at: Any) -> str:
        index = int(np.reshape(at, -1)[int(np.argmax(np.reshape(refused(before, at), -1)))])
        if not 0 <= index < size:
            return _unreadable(index, size)
        return (
            f"TensorArray: Could not read index {index} twice because it was cleared after a previous read (perhaps try "
            "setting clear_after_read = false?)."
        )

    return Check((before, at), refused, text)
