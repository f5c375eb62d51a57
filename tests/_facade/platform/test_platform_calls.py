"""Files, records, messages of examples, printed and asserted values: what TF 1.15.5 does."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from file_calls import outcomes  # noqa: E402
from text_calls import ASSERTED, PRINTED  # noqa: E402

from tf1compat._facade import constants, logging_ops  # noqa: E402
from tf1compat._facade.graph import Graph  # noqa: E402
from tf1compat._facade.platform import gfile, tf_record  # noqa: E402
from tf1compat._facade.session import Session  # noqa: E402
from tf1compat._formats import protos  # noqa: E402
from tf1compat._jaxcore.base import errors  # noqa: E402

GOLDEN = json.loads((HERE.parents[1] / "golden" / "platform.json").read_text())


@pytest.fixture(scope="module")
def found(tmp_path_factory: Any) -> dict[str, Any]:
    tf = SimpleNamespace(gfile=gfile, python_io=tf_record)
    return dict(outcomes(tf, str(tmp_path_factory.mktemp("files"))))


@pytest.mark.parametrize(("label", "wanted"), GOLDEN["files"], ids=[row[0] for row in GOLDEN["files"]])
def test_files(label: str, wanted: Any, found: dict[str, Any]) -> None:
    assert json.loads(json.dumps(found[label])) == wanted


@pytest.mark.parametrize("name", PRINTED)
def test_printed(name: str, capsys: Any) -> None:
    data, summarize = PRINTED[name]
    with Graph().as_default(), Session() as session:
        session.run(logging_ops.Print(constants.constant(0.0), data, "shown: ", summarize=summarize))
    lines = [line for line in capsys.readouterr().err.splitlines() if line.startswith("shown: ")]
    assert lines == [GOLDEN["printed"][name]]


@pytest.mark.parametrize("name", ASSERTED)
def test_asserted(name: str) -> None:
    data, summarize = ASSERTED[name]
    with Graph().as_default(), Session() as session:
        check = logging_ops.Assert(False, data, summarize=summarize)
        with pytest.raises(errors.InvalidArgumentError) as caught:
            session.run(check)
    assert caught.value.message.split("\n")[0] == GOLDEN["asserted"][name]


def test_print_counts_per_session(capsys: Any) -> None:
    with Graph().as_default():
        shown = logging_ops.Print(constants.constant(1.0), [np.int32(7)], "seen ", first_n=2)
        for _ in range(2):
            with Session() as session:
                assert [session.run(shown) for _ in range(3)] == [1.0] * 3
    assert capsys.readouterr().err.count("seen [7]") == 4


def test_assert_must_be_scalar() -> None:
    with Graph().as_default(), Session() as session:
        check = logging_ops.Assert([True, True], [1])
        with pytest.raises(errors.InvalidArgumentError, match=r"In\[0\] should be a scalar: \[2\]"):
            session.run(check)


def test_examples_are_read_and_written_as_by_tensorflow() -> None:
    sequence, single = (text.encode("latin-1") for text in GOLDEN["examples"])
    message = protos.SequenceExample.FromString(sequence)
    assert list(message.context.feature["label"].int64_list.value) == [3, -1]
    assert list(message.feature_lists.feature_list["tokens"].feature[0].float_list.value) == [0.5, 1.5]
    assert message.SerializeToString() == sequence
    image = protos.Feature(bytes_list=protos.BytesList(value=[b"\x00\xff"]))
    assert protos.Example(features=protos.Features(feature={"image": image})).SerializeToString() == single
    assert image.WhichOneof("kind") == "bytes_list"
