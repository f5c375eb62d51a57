"""Frames between tasks: round trips of all types, and refusal of what is no frame."""

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from tf1compat._formats import cluster_protos
from tf1compat._runtime.cluster import frames


def _request():
    return cluster_protos.message("RunRequest")(session="s", incarnation=2**63 + 5, part=7)


@pytest.mark.parametrize(
    "array",
    [
        np.float32(1.5),
        np.zeros((0, 3), np.float64),
        np.array([[True], [False]]),
        np.arange(6, dtype=np.int64)[::2],
        np.array([1, 2], ml_dtypes.bfloat16),
        np.array([b"a", b"", b"\0\xff" * 40], object),
        np.array(b"scalar", object),
        np.array([1 + 2j], np.complex64),
    ],
)
def test_arrays_come_back(array):
    header, (first, second) = frames.decode(frames.encode(_request(), [array, np.int32(4)]), "RunRequest")
    assert (header.session, header.incarnation, header.part) == ("s", 2**63 + 5, 7)
    assert first.shape == np.shape(array) and first.dtype == np.asarray(array).dtype and second == 4
    np.testing.assert_array_equal(first, array)


@settings(max_examples=50, deadline=None)
@given(st.lists(hnp.arrays(st.sampled_from([np.float32, np.int8, np.bool_]), hnp.array_shapes(min_dims=0)), max_size=4))
def test_any_arrays_come_back(arrays):
    _, found = frames.decode(frames.encode(_request(), arrays), "RunRequest")
    assert len(found) == len(arrays)
    for a, b in zip(arrays, found):
        np.testing.assert_array_equal(a, b)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_damaged_frames_are_refused_or_harmless(data):
    frame = bytearray(frames.encode(_request(), [np.arange(3), np.array([b"xy"], object)]))
    for _ in range(data.draw(st.integers(1, 4))):
        frame[data.draw(st.integers(0, len(frame) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(frame)))
    try:
        frames.decode(bytes(frame[:cut]), "RunRequest")
    except frames.WireError:
        pass  # anything else is a failure


def test_another_version_is_refused():
    message = cluster_protos.message("RunRequest")(version=frames.VERSION + 1)
    head = message.SerializeToString()
    frame = b"TF1C" + len(head).to_bytes(4, "little") + head
    with pytest.raises(frames.WireError, match="version 2 .* this side version 1.*same version of tf1compat"):
        frames.decode(frame, "RunRequest")


def test_tensors_that_do_not_fit_their_header_are_refused():
    message = cluster_protos.message("RunRequest")(version=frames.VERSION)
    message.tensors.add(dtype=1, shape=[1 << 40], size=4)
    head = message.SerializeToString()
    frame = b"TF1C" + len(head).to_bytes(4, "little") + head
    frame += bytes(-len(frame) % 64) + bytes(4)
    with pytest.raises(frames.WireError, match="4 bytes for a tensor of type float32"):
        frames.decode(frame, "RunRequest")
