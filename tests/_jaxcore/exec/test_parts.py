"""Values of variables in buffers of their own."""

from __future__ import annotations

import jax
import numpy as np
import pytest

from tf1compat._formats import own_memory
from tf1compat._jaxcore.exec import parts


@pytest.mark.parametrize("offset", [0, 16])  # of 64 bytes: jax 0.10 shares aligned memory, whatever it is told
def test_what_others_hold_is_copied(offset: int) -> None:
    room = np.empty(512, np.uint8)
    start = -room.ctypes.data % 64 + offset
    theirs = room[start : start + 256].view("f4")
    theirs[:] = 1
    value = parts.as_state(theirs)
    theirs[:] = 2
    assert np.asarray(value).tolist() == [1.0] * 64


def test_what_a_reader_made_is_taken_as_it_is() -> None:
    array = own_memory.empty((64,), np.dtype("f4"))
    array[:] = 1
    value = parts.as_state(array)
    assert value.unsafe_buffer_pointer() == array.ctypes.data
    with pytest.raises(ValueError, match="read-only"):
        array[:] = 2
    after = jax.jit(lambda x: x + 1, donate_argnums=0)(value)  # as a training step does
    assert np.asarray(after)[0] == 2 and array[0] == 1
