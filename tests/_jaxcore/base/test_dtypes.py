"""DTypes answer as TensorFlow 1.15's do, and carry what the fast paths need."""

from __future__ import annotations

import pickle

import ml_dtypes
import numpy as np
import pytest

from tests._jaxcore.base.golden import names, outcome, rows
from tf1compat._jaxcore.base import dtypes

# Classes that have another name or home than in TF 1.15's NumPy.
_SPELLING = {
    "<class 'bfloat16'>": "<class 'ml_dtypes.bfloat16'>",
    "KeyError: <class 'bfloat16'>": "KeyError: <class 'ml_dtypes.bfloat16'>",
    "TypeError: Cannot convert value <class 'numpy.float128'> to a TensorFlow DType.": (
        f"TypeError: Cannot convert value {np.longdouble} to a TensorFlow DType."
    ),
}


@pytest.mark.parametrize(("expression", "expected"), rows("dtypes") + rows("dtypes", "attributes"))
def test_answers_as_tf1(expression: str, expected: str) -> None:
    got = outcome(expression, names(dt=dtypes))
    assert got == _SPELLING.get(expected, expected)


def test_ends_of_the_range_are_numpy_scalars() -> None:
    assert type(dtypes.float16.max) is np.float16
    assert type(dtypes.float32.min) is np.float32
    assert type(dtypes.bfloat16.max) is ml_dtypes.bfloat16
    assert type(dtypes.uint8.max) is int


def test_every_number_is_one_object() -> None:
    assert len({id(d) for d in dtypes.ALL_DTYPES}) == len(dtypes.ALL_DTYPES) == 46
    for dtype in dtypes.ALL_DTYPES:
        again = (dtypes.DType(dtype.enum), dtypes.as_dtype(dtype.name), pickle.loads(pickle.dumps(dtype)))
        assert all(other is dtype for other in again)
        assert (dtype.base.is_ref, dtype.ref.is_ref) == (False, True)
        assert dtype.ref.base is dtype.base
        assert dtype.ref.enum == dtype.base.enum + 100


@pytest.mark.parametrize(
    ("dtype", "numpy_dtype"),
    [
        (dtypes.float32, np.dtype(np.float32)),
        (dtypes.bool_ref, np.dtype(np.bool_)),
        (dtypes.bfloat16, np.dtype(ml_dtypes.bfloat16)),
        (dtypes.string, np.dtype(object)),
        (dtypes.resource, np.dtype(object)),
        (dtypes.qint8, np.dtype([("qint8", np.int8)])),
    ],
)
def test_np_slot(dtype: dtypes.DType, numpy_dtype: object) -> None:
    assert dtype.np == numpy_dtype
    assert isinstance(dtype.np, np.dtype)


def test_module_names_are_the_types() -> None:
    for dtype in dtypes.ALL_DTYPES:
        assert getattr(dtypes, dtype.name) is dtype
