"""Record framing against files read by TensorFlow 1.15.5, damaged ones included."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests._formats.golden import recorded, unpack
from tf1compat._formats import faults, tfrecord


@pytest.mark.parametrize("index", range(len(recorded()["framing"])))
def test_reading_as_tensorflow_does(index: int):
    data, sizes, message = recorded()["framing"][index]
    seen: list[int] = []
    records = tfrecord.read_records(io.BytesIO(unpack(data)))
    if message is None:
        seen.extend(map(len, records))
    else:
        with pytest.raises(faults.DataLoss) as caught:
            seen.extend(map(len, records))
        assert caught.value.message == message
        assert caught.value.code == 15
    assert seen == sizes


def test_writing_as_tensorflow_does():
    whole = unpack(recorded()["framing"][0][0])
    assert b"".join(map(tfrecord.frame, [b"hello", b"", b"x" * 100])) == whole


def test_offsets():
    data = b"".join(map(tfrecord.frame, [b"hello", b"", b"abc"]))
    assert list(tfrecord.read_framed(io.BytesIO(data))) == [(0, b"hello"), (21, b""), (37, b"abc")]


@given(st.lists(st.binary(max_size=50), max_size=5))
def test_round_trip(records: list[bytes]):
    assert list(tfrecord.read_records(io.BytesIO(b"".join(map(tfrecord.frame, records))))) == records


@given(st.binary(min_size=1, max_size=20), st.data())
def test_any_flipped_bit_is_found(record: bytes, data: st.DataObject):
    damaged = bytearray(tfrecord.frame(record))
    bit = data.draw(st.integers(0, 8 * len(damaged) - 1))
    damaged[bit // 8] ^= 1 << bit % 8
    with pytest.raises(faults.DataLoss):
        list(tfrecord.read_records(io.BytesIO(bytes(damaged))))
