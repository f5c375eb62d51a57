"""`tf1compat inspect` and `tf1compat convert`."""

from __future__ import annotations

import pathlib
from collections.abc import Callable

import pytest

from tf1compat._formats import protos, tfrecord
from tf1compat._runtime import checkpoint
from tf1compat.cli.convert import convert
from tf1compat.cli.inspect import inspect

GOLDEN = pathlib.Path(__file__).parent.parent / "golden" / "checkpoints"
Shown = Callable[..., list[str]]


@pytest.fixture
def shown(capsys: pytest.CaptureFixture[str]) -> Shown:
    def run(path: str | pathlib.Path, code: int = 0) -> list[str]:
        assert inspect([str(path)]) == code
        captured = capsys.readouterr()
        return [" ".join(line.split()) for line in (captured.out or captured.err).splitlines()]

    return run


@pytest.mark.parametrize("name", ["v2", "v2.index", "v2.data-00000-of-00001"])
def test_inspect_v2(name: str, shown: Shown) -> None:
    lines = shown(GOLDEN / name)
    assert lines[0] == f"TensorFlow V2 checkpoint {GOLDEN / 'v2'}: 19 tensors, 277 elements"
    assert "layer/kernel float32 [3, 4]" in lines
    assert "part/rows float32 [5, 4] 2 slices" in lines


def test_inspect_v1(shown: Shown) -> None:
    assert "types/string string [5]" in shown(GOLDEN / "v1_sharded")


def test_convert_and_back(tmp_path: pathlib.Path, shown: Shown, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "source").mkdir()
    checkpoint.convert(str(GOLDEN / "v1"), str(tmp_path / "source" / "m"), "tensorflow")
    (tmp_path / "source" / "m.meta").write_bytes(b"graph")
    (tmp_path / "source" / "checkpoint").write_text('model_checkpoint_path: "m"\n')
    assert convert([str(tmp_path / "source"), str(tmp_path / "new"), "--to", "orbax"]) == 0
    assert capsys.readouterr().out == f"18 tensors written to {tmp_path / 'new'} (orbax)\n"
    assert (tmp_path / "new.meta").read_bytes() == b"graph"
    lines = shown(tmp_path / "new")
    assert shown(tmp_path / "source" / "checkpoint") == shown(tmp_path / "source") == shown(tmp_path / "source" / "m")
    (tmp_path / "source" / "checkpoint").unlink()  # as the variables of a SavedModel have none
    assert shown(tmp_path / "source") == shown(tmp_path / "source" / "m")
    assert lines[0].startswith("Orbax checkpoint")
    assert lines[2:] == [line.removesuffix(" 2 slices") for line in shown(GOLDEN / "v1")[2:]]
    assert convert([str(tmp_path / "none"), str(tmp_path / "x"), "--to", "orbax"]) == 1


def test_inspect_records(tmp_path: pathlib.Path, shown: Shown) -> None:
    example = protos.Example()
    example.features.feature["x"].float_list.value.extend([1, 2])
    (tmp_path / "r").write_bytes(tfrecord.frame(example.SerializeToString()) * 3)
    assert shown(tmp_path / "r")[-1] == "x float_list 2"
    first = protos.Event(file_version="brain.Event:2")
    summary = protos.Event(step=7)
    summary.summary.value.add(tag="loss", simple_value=1)
    (tmp_path / "e").write_bytes(b"".join(tfrecord.frame(e.SerializeToString()) for e in (first, summary, summary)))
    assert shown(tmp_path / "e")[1:] == ["tag kind count steps", "loss simple_value 2 7..7"]
    (tmp_path / "e").rename(tmp_path / "events.out.tfevents.1.host")
    assert shown(tmp_path)[1:] == ["tag kind count steps", "loss simple_value 2 7..7"]


def test_inspect_graphs(tmp_path: pathlib.Path, shown: Shown) -> None:
    meta = protos.MetaGraphDef()
    meta.graph_def.node.add(name="x", op="Placeholder")
    meta.graph_def.node.add(name="y", op="Frobnicate", input=["x"])
    meta.collection_def["train"].node_list.value.append("y")
    meta.signature_def["serve"].inputs["in"].name = "x:0"
    saved = protos.SavedModel(saved_model_schema_version=1)
    saved.meta_graphs.add().CopyFrom(meta)
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "saved_model.pb").write_bytes(saved.SerializeToString())
    (tmp_path / "g.pb").write_bytes(meta.graph_def.SerializeToString())
    (tmp_path / "g.pbtxt").write_text(str(meta.graph_def))
    (tmp_path / "g.meta").write_bytes(meta.SerializeToString())
    for name in ("g.pb", "g.pbtxt", "g.meta", "model"):
        lines = shown(tmp_path / name)
        assert "Frobnicate 1 not supported" in lines and "placeholder x" in lines, name
        if name in ("g.meta", "model"):
            assert "train node_list 1" in lines and "serve in in x:0" in lines, name


@pytest.mark.parametrize("data", [b"", b"\x89PNG", b"x" * 100, b"\0" * 100])
def test_inspect_anything_else(data: bytes, tmp_path: pathlib.Path, shown: Shown) -> None:
    (tmp_path / "f").write_bytes(data)
    assert "is no checkpoint, graph" in shown(tmp_path / "f", 1)[0]
    assert "neither a file nor a checkpoint" in shown(tmp_path / "nothing", 1)[0]
    assert "neither a checkpoint nor a SavedModel" in shown(tmp_path, 1)[0]
