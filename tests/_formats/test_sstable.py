"""Sorted tables and the keys of slices: round trips, and files that are damaged."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tf1compat._formats import ordered_code, sstable
from tf1compat._formats.faults import DataLoss
from tf1compat._formats.tfrecord import masked_crc32c

ROWS = st.dictionaries(st.binary(max_size=40), st.binary(max_size=60), max_size=60)


@given(ROWS)
@settings(max_examples=60, deadline=None)
def test_round_trip(rows: dict[bytes, bytes]) -> None:
    entries = sorted(rows.items())
    assert list(sstable.read_table(sstable.write_table(entries))) == entries


def test_many_blocks() -> None:
    entries = [(b"key%05d" % i, bytes([i % 256]) * 1000) for i in range(1000)]
    assert list(sstable.read_table(sstable.write_table(entries))) == entries


TABLE = sstable.write_table([(b"name%d" % i, b"value" * i) for i in range(40)])


@given(st.integers(0, len(TABLE) - 1), st.integers(0, 7))
@settings(max_examples=300, deadline=None)
def test_a_flipped_bit_is_found(at: int, bit: int) -> None:
    damaged = bytearray(TABLE)
    damaged[at] ^= 1 << bit
    try:
        found = list(sstable.read_table(bytes(damaged)))
    except DataLoss:
        return
    # the footer has padding and a pointer to an empty block that nobody follows
    assert found == list(sstable.read_table(TABLE))
    assert at >= len(TABLE) - 48 or at >= len(TABLE) - 48 - 13 - 200


@given(st.integers(0, len(TABLE) - 1))
@settings(max_examples=100, deadline=None)
def test_a_cut_file_is_found(size: int) -> None:
    with pytest.raises(DataLoss):
        list(sstable.read_table(TABLE[:size]))


@given(st.binary(max_size=200))
@settings(max_examples=200, deadline=None)
def test_anything_else_is_refused(data: bytes) -> None:
    with pytest.raises(DataLoss):
        list(sstable.read_table(data + struct.pack("<Q", 0xDB4775248B80FB57)))


def test_a_huge_length_is_refused_without_allocating() -> None:
    handle = sstable.encode_varint(0) + sstable.encode_varint(10 << 30)
    footer = (b"\0\0" + handle).ljust(40, b"\0") + struct.pack("<Q", 0xDB4775248B80FB57)
    with pytest.raises(DataLoss, match="reaches beyond the end"):
        list(sstable.read_table(b"x" * 1000 + footer))


def test_snappy_blocks() -> None:
    # a literal "abcd" and a copy of 8 bytes from 4 bytes back
    entry = b"\x00\x01\x0ckabcdabcdabcd" + struct.pack("<II", 0, 1)
    packed = bytes([len(entry), (8 - 1) << 2]) + entry[:8] + bytes([(8 - 4) << 2 | 1, 4])
    packed += bytes([(len(entry) - 16 - 1) << 2]) + entry[16:]
    body = packed + b"\x01"
    data = body + struct.pack("<I", masked_crc32c(body))
    index = b"\x00\x01\x02k\x00" + bytes([len(packed)]) + struct.pack("<II", 0, 1) + b"\x00"
    offset = len(data)
    data += index + struct.pack("<I", masked_crc32c(index))
    footer = (b"\0\0" + bytes([offset, len(index) - 1])).ljust(40, b"\0") + struct.pack("<Q", 0xDB4775248B80FB57)
    assert list(sstable.read_table(data + footer)) == [(b"k", b"abcdabcdabcd")]


@given(st.lists(st.integers(-(2**63), 2**63 - 1), min_size=2))
def test_signed_numbers_sort_like_their_codes(numbers: list[int]) -> None:
    assert sorted(numbers, key=ordered_code.encode_signed) == sorted(numbers)


@given(st.lists(st.binary(max_size=6), min_size=2))
def test_strings_sort_like_their_codes(texts: list[bytes]) -> None:
    assert sorted(texts, key=ordered_code.encode_string) == sorted(texts)


def test_slice_key_is_that_of_tensorflow() -> None:
    wanted = b"\x00part/w\x00\x01\x01\x02\x83\x82\x80\x84"
    assert ordered_code.slice_key("part/w", ((3, 2), (0, 4))) == wanted
    assert ordered_code.slice_key("whole", ((0, 1), (0, -1))) == b"\x00whole\x00\x01\x01\x02\x80\x81\x80\x7f"
