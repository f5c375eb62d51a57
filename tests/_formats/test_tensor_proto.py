"""TensorProto encodings equal TensorFlow 1.15.5's byte for byte, and decode to what went in."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from google.protobuf import text_format
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from tests._formats.golden import recorded, unpack
from tf1compat._formats import protos, tensor_proto


def value_array(name: str, shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    numbers = np.arange(int(np.prod(shape))).reshape(shape) + 1.5
    if name == "string":
        return np.array([b"s%d" % int(x) for x in numbers.ravel()], dtype=object).reshape(shape)
    if name.startswith(("qint", "quint")):
        array = np.zeros(shape, np.dtype([(name, name[1:])]))
        array[name] = numbers
        return array
    return numbers.astype(ml_dtypes.bfloat16 if name == "bfloat16" else np.dtype(name))


ROWS = [row for row in recorded()["tensor_protos"] if row[0] != "compact"]


@pytest.mark.parametrize("row", ROWS, ids=[f"{name}{shape}" for name, _, shape, _ in ROWS])
def test_encoding_equals_tensorflow(row: list[Any]):
    name, number, shape, expected = row
    array = value_array(name, tuple(shape))
    assert tensor_proto.dtype_number(array) == number
    proto = tensor_proto.make_tensor_proto(array, number)
    assert proto.SerializeToString() == unpack(expected)
    back = tensor_proto.make_ndarray(protos.TensorProto.FromString(unpack(expected)))
    assert back.dtype == array.dtype
    assert back.shape == array.shape
    assert back.tolist() == array.tolist()
    content = tensor_proto.make_ndarray(tensor_proto.make_content_proto(array, number))
    assert content.tolist() == array.tolist()


def test_fewer_values_than_the_shape_stay_compact():
    (expected,) = [row[3] for row in recorded()["tensor_protos"] if row[0] == "compact"]
    proto = tensor_proto.make_tensor_proto(np.array([1, 2], np.float32), 1, shape=[2, 3])
    assert proto.SerializeToString() == unpack(expected)
    assert tensor_proto.make_ndarray(proto).tolist() == [[1, 2, 2], [2, 2, 2]]


DECODED = [
    ("dtype: DT_FLOAT tensor_shape{dim{size:2}}", [0.0, 0.0]),
    ("dtype: DT_FLOAT tensor_shape{unknown_rank:true} float_val:1", 1.0),
    ("dtype: DT_FLOAT_REF tensor_shape{dim{size:2}} float_val:1", [1.0, 1.0]),
    ("dtype: DT_STRING tensor_shape{dim{size:2}}", [b"", b""]),
    ("dtype: DT_STRING tensor_shape{dim{size:2}} string_val:'a'", [b"a", b"a"]),
    (r"dtype: DT_STRING tensor_shape{dim{size:2}} tensor_content:'\001\002abb'", [b"a", b"bb"]),
    ("dtype: DT_BFLOAT16 tensor_shape{dim{size:2}} half_val:16256", [1.0, 1.0]),
    ("dtype: DT_COMPLEX64 tensor_shape{dim{size:2}} scomplex_val:1 scomplex_val:2", [1 + 2j, 1 + 2j]),
    ("dtype: DT_QINT8 tensor_shape{dim{size:2}} int_val:1", [(1,), (1,)]),
    ("dtype: DT_INT8 tensor_shape{dim{size:3}} int_val:-1", [-1, -1, -1]),
    ("dtype: DT_UINT8 tensor_shape{} int_val:-1", 255),
    ("dtype: DT_BOOL tensor_shape{dim{size:2}} bool_val:true", [True, True]),
    (r"dtype: DT_BOOL tensor_shape{dim{size:2}} tensor_content:'\001\000'", [True, False]),
]


@pytest.mark.parametrize(("text", "expected"), DECODED)
def test_decoding_compact_forms(text: str, expected: Any):
    array = tensor_proto.make_ndarray(text_format.Parse(text, protos.TensorProto()))
    assert array.tolist() == expected
    array[...] = array  # the result is writable


REFUSED = [
    ("dtype: DT_FLOAT tensor_shape{dim{size:2}} float_val:1 float_val:2 float_val:3", "cannot reshape array of size 3"),
    ("dtype: DT_STRING tensor_shape{dim{size:1}} string_val:'a' string_val:'b'", "size 2 into shape \\(1,\\)"),
    ("dtype: DT_FLOAT tensor_shape{dim{size:2}} tensor_content:'abcd'", "cannot reshape array of size 1 into shape"),
    (
        "dtype: DT_FLOAT tensor_shape{dim{size:2}} tensor_content:'abc'",
        "buffer size must be a multiple of element size",
    ),
    ("dtype: DT_FLOAT tensor_shape{dim{size:-1}} float_val:1", "partially known shape"),
    (r"dtype: DT_STRING tensor_shape{dim{size:2}} tensor_content:'\001\002abbc'", "expected 3"),
    (r"dtype: DT_STRING tensor_shape{dim{size:2}} tensor_content:'\201'", "end too early"),
]


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_values_that_do_not_fit_are_errors(text: str, message: str):
    with pytest.raises(ValueError, match=message):
        tensor_proto.make_ndarray(text_format.Parse(text, protos.TensorProto()))


@pytest.mark.parametrize("dtype", [0, 20, 21])
def test_types_without_values_are_errors(dtype: int):
    with pytest.raises(TypeError, match=f"Unsupported tensor type: {dtype}"):
        tensor_proto.make_ndarray(protos.TensorProto(dtype=dtype))
    with pytest.raises(TypeError, match=f"not supported in TensorProto: {dtype}"):
        tensor_proto.make_tensor_proto(np.zeros(1), dtype)


def test_wrong_arguments_are_errors():
    with pytest.raises(ValueError, match="Needed at most 1, but received 2"):
        tensor_proto.make_tensor_proto(np.zeros(2, np.float32), 1, shape=[1])
    with pytest.raises(TypeError, match="datetime64"):
        tensor_proto.dtype_number(np.zeros(1, "datetime64[s]"))
    with pytest.raises(TypeError, match="Expected binary or unicode string, got 3"):
        tensor_proto.make_tensor_proto(np.array([3], dtype=object), 7)


NUMERIC = ["f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "?", "c8", "c16"]


@given(
    st.sampled_from(NUMERIC).flatmap(
        lambda dtype: npst.arrays(dtype, npst.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=3))
    )
)
def test_round_trip(array: np.ndarray[Any, Any]):
    number = tensor_proto.dtype_number(array)
    for proto in (tensor_proto.make_tensor_proto(array, number), tensor_proto.make_content_proto(array, number)):
        back = tensor_proto.make_ndarray(proto)
        assert back.dtype == array.dtype
        np.testing.assert_array_equal(back, array)


@given(st.lists(st.binary(max_size=5), max_size=4))
def test_strings_round_trip(values: list[bytes]):
    array = np.empty(len(values), object)
    array[:] = values
    assert tensor_proto.make_ndarray(tensor_proto.make_tensor_proto(array, 7)).tolist() == values
