"""Example messages: one class by whichever name, text form, copies, oneofs; test_platform_calls has TF's bytes."""

from __future__ import annotations

import copy

import numpy as np
import pytest
from google.protobuf import text_format

from tf1compat._formats import example_protos, examples, protos
from tf1compat._formats.messages import example_pb2, feature_pb2


def test_one_class_by_every_name() -> None:
    for name in example_protos.NAMES:
        module = example_pb2 if name in ("Example", "SequenceExample") else feature_pb2
        assert getattr(module, name) is getattr(protos, name)
        assert getattr(protos, name).DESCRIPTOR.full_name == f"tensorflow.{name}"
        assert name in dir(protos)


def test_text_and_copies() -> None:
    example = protos.Example()
    example.features.feature["x"].float_list.value.extend([0.5, 2.0])
    assert text_format.Parse(str(example), protos.Example()) == example
    assert copy.deepcopy(example) == example
    assert protos.Example.FromString(example.SerializeToString()) == example


def test_a_feature_has_one_kind() -> None:
    feature = protos.Feature(int64_list=protos.Int64List(value=[1]))
    feature.bytes_list.value.append(b"x")
    assert feature.WhichOneof("kind") == "bytes_list"
    assert not feature.HasField("int64_list")


def test_both_packed_and_unpacked_numbers_are_read() -> None:
    assert list(protos.Int64List.FromString(b"\x0a\x02\x01\x02").value) == [1, 2]
    assert list(protos.Int64List.FromString(b"\x08\x01\x08\x02").value) == [1, 2]


def test_wrong_types_are_refused() -> None:
    with pytest.raises(TypeError):
        protos.BytesList(value=["text"])


@pytest.mark.parametrize("shape", [(), (1,)])
def test_texts_of_a_batch_are_texts(shape: tuple[int, ...]) -> None:
    example = protos.Example()
    example.features.feature["w"].bytes_list.value.append(b"c")
    spec = examples.Dense("w", "string", shape)
    *_, (found,) = examples.parse_batch(
        [example.SerializeToString()] * 2, [b"", b""], [], [spec], [np.empty(0, object)]
    )
    assert found.shape == (2, *shape) and [type(x) for x in found.ravel()] == [bytes, bytes]
