"""Nested values as messages; what TensorFlow 2 saves is refused clearly."""

from __future__ import annotations

import collections
import pathlib
import pprint
from typing import Any

import pytest

import tf1compat as tf
from tf1compat._facade.saved_model.structures import NotEncodableError, StructureCoder
from tf1compat._jaxcore.base import errors

Point = collections.namedtuple("Point", ["x", "y"])
VALUES: list[Any] = [
    [7, (2, 1), {"a": 3, "b": [7, 2.5]}],
    [tf.TensorShape([1, None]), tf.TensorShape(None), "hello", None, True, False],
    (tf.float32, tf.TensorSpec([None, 3], tf.int64, "n"), []),
]


@pytest.mark.parametrize("value", VALUES, ids=["numbers", "plain", "types"])
def test_round_trip(value: Any) -> None:
    coder = StructureCoder()
    assert coder.can_encode(value)
    found = coder.decode_proto(coder.encode_structure(value))
    assert pprint.pformat(found) == pprint.pformat(value)  # which sorts dictionaries: a message keeps no order


def test_named_tuples_come_back_by_name() -> None:
    coder = StructureCoder()
    found = coder.decode_proto(coder.encode_structure(Point([1], "hello")))
    assert type(found).__name__ == "Point" and found._asdict() == {"x": [1], "y": "hello"}


def test_other_values_are_refused() -> None:
    with pytest.raises(NotEncodableError, match="No encoder for object"):
        StructureCoder().encode_structure([1, object()])


def test_what_tensorflow_2_saves(tmp_path: pathlib.Path) -> None:
    with pytest.raises(errors.UnsupportedError, match="simple_save"):
        tf.saved_model.save(object(), str(tmp_path))
    with pytest.raises(errors.UnsupportedError, match=r"tf\.saved_model\.load loads a graph"):
        tf.saved_model.load_v2(str(tmp_path))
