"""Memory of one's own: aligned as JAX needs it, and told apart from other arrays'."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from tf1compat._formats import own_memory


@pytest.mark.parametrize(("shape", "dtype"), [((), "f4"), ((3, 5), "i8"), ((0, 2), "f4"), ((7,), ml_dtypes.bfloat16)])
def test_shape_and_alignment(shape: Any, dtype: Any) -> None:
    array = own_memory.empty(shape, np.dtype(dtype))
    assert (array.shape, array.dtype, type(array)) == (shape, np.dtype(dtype), np.ndarray)
    assert array.size == 0 or array.ctypes.data % 64 == 0


def test_whose_memory_it_is() -> None:
    array = own_memory.empty((2, 3), np.dtype("f4"))
    assert own_memory.is_own(array) and own_memory.is_own(array[1].reshape(3, 1))
    assert not own_memory.is_own(array.copy())
    assert not own_memory.is_own(np.zeros(3)[1:])
    assert not own_memory.is_own(np.frombuffer(b"abc", np.uint8))
