"""Summaries equal TensorFlow 1.15.5's, byte for byte except for the compression of PNG files."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from PIL import Image

from tests._formats.golden import arrays, recorded, unpack
from tf1compat._formats import faults, protos, summaries

GOLDEN = recorded()


def check(expected: str | dict[str, str], make: Any) -> None:
    """`make()` gives the recorded bytes, or fails with the recorded InvalidArgumentError's text."""
    if isinstance(expected, str):
        assert make() == unpack(expected)
        return
    assert expected["error"] == "InvalidArgumentError"
    with pytest.raises(faults.InvalidArgument) as caught:
        make()
    assert caught.value.message == expected["message"]


@pytest.mark.parametrize("index", range(len(GOLDEN["scalars"])))
def test_scalar(index: int):
    tags, values, expected = GOLDEN["scalars"][index]
    check(expected, lambda: summaries.scalar(tags, np.array(values, np.float64)))


def test_tags_may_be_arrays_of_bytes_or_text():
    expected = summaries.scalar("a", np.float32(1))
    for tag in (b"a", np.array(b"a", dtype=object), np.array("a"), np.array(b"a")):
        assert summaries.scalar(tag, 1) == expected


def test_tags_that_are_not_text():
    with pytest.raises(faults.InvalidArgument, match="not valid UTF-8"):
        summaries.scalar(b"\xff", 1.0)
    with pytest.raises(TypeError, match="summary tags are strings, got 3"):
        summaries.scalar(3, 1.0)


@pytest.mark.parametrize("name", sorted(GOLDEN["histograms"]))
def test_histogram(name: str):
    values = arrays()[f"histogram/{name}"]
    check(GOLDEN["histograms"][name], lambda: summaries.histogram("h", values, "node"))


def test_histogram_needs_one_tag():
    with pytest.raises(faults.InvalidArgument, match="tags must be scalar"):
        summaries.histogram(["h"], np.zeros(1), "node")


@pytest.mark.parametrize("name", sorted(set(GOLDEN["images"]) - {"one"}))
def test_image(name: str):
    result = protos.Summary.FromString(summaries.image("i", arrays()[f"image/{name}"]))
    pixels = [np.array(Image.open(io.BytesIO(v.image.encoded_image_string))) for v in result.value]
    expected = arrays()[f"pixels/{name}"]
    np.testing.assert_array_equal(np.array(pixels).reshape(expected.shape), expected)
    for value in result.value:
        value.image.ClearField("encoded_image_string")
    assert result.SerializeToString() == unpack(GOLDEN["images"][name])


def test_a_single_image_has_no_index():
    result = protos.Summary.FromString(summaries.image("i", arrays()["image/mixed"], max_images=1))
    expected = protos.Summary.FromString(unpack(GOLDEN["images"]["one"]))
    assert [v.tag for v in result.value] == [v.tag for v in expected.value] == ["i/image"]


@pytest.mark.parametrize("index", range(len(GOLDEN["image_errors"])))
def test_image_errors(index: int):
    tag, shape, bad_color, dtype, max_images, message = GOLDEN["image_errors"][index]
    with pytest.raises(faults.InvalidArgument) as caught:
        summaries.image(tag, np.ones(shape, np.float32), max_images, np.array(bad_color, dtype))
    assert caught.value.message == message


@pytest.mark.parametrize("name", sorted(GOLDEN["audio"]))
def test_audio(name: str):
    rate, outputs, expected = GOLDEN["audio"][name]
    check(expected, lambda: summaries.audio("s", arrays()[f"audio/{name}"], rate, outputs))


@pytest.mark.parametrize("name", ["scalar", "empty", "bool", "half", "ints", "complex"])
def test_tensor(name: str):
    metadata = protos.SummaryMetadata(display_name="shown").SerializeToString()
    check(GOLDEN["tensors"][name], lambda: summaries.tensor("t", arrays()[f"tensor/{name}"], metadata))


def test_text_and_tensors_of_nodes():
    check(GOLDEN["tensors"]["text"], lambda: summaries.text("t", ["a", "b"]))
    check(GOLDEN["tensors"]["node"], lambda: summaries.tensor_of_node("node", np.array(1.5, np.float32)))
    check(GOLDEN["tensors"]["tags"], lambda: summaries.tensor(["t"], np.array(1.5, np.float32), b""))


def test_metadata_must_be_one_message():
    with pytest.raises(faults.InvalidArgument, match="Could not parse serialized_summary_metadata"):
        summaries.tensor("t", np.zeros(1), b"\xff\xff")
    with pytest.raises(faults.InvalidArgument, match=r"must be scalar, got shape \[2\]"):
        summaries.tensor("t", np.zeros(1), np.array([b"", b""], dtype=object))


@pytest.mark.parametrize("index", range(len(GOLDEN["merges"])))
def test_merge(index: int):
    parts, expected = GOLDEN["merges"][index]
    inputs = [[unpack(p) for p in part] if isinstance(part, list) else unpack(part) for part in parts]
    check(expected, lambda: summaries.merge(inputs))
