"""`tf1compat export`: artifacts of SavedModels, checkpoints and frozen graphs, run by JAX alone."""

from __future__ import annotations

import pathlib
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import tf1compat as tf
from tf1compat._facade.graph import Graph
from tf1compat.cli import export as command

pytest.importorskip("flatbuffers")

RUN = """
import sys
import numpy as np
from jax import export
found = export.deserialize(open(sys.argv[1], "rb").read()).call({"x": np.float32([[1, 2], [3, 4], [5, 6]])})
assert not any(name.startswith("tf1compat") for name in sys.modules)
print(np.asarray(found["y"]).tolist())
"""


def model() -> Any:
    x = tf.placeholder(tf.float32, [None, 2], name="x")
    w = tf.get_variable("w", initializer=[[1.0], [10.0]])
    return x, tf.identity(tf.reshape(tf.matmul(x, w), [tf.shape(x)[0]]), name="y")


def run_elsewhere(path: pathlib.Path) -> str:
    return subprocess.check_output([sys.executable, "-c", RUN, str(path)], text=True, cwd=path.parent).strip()


@pytest.mark.parametrize("kind", ["saved_model", "checkpoint", "frozen"])
def test_exports(kind: str, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = str(tmp_path / kind.replace("checkpoint", "step-1"))
    arguments = [] if kind == "saved_model" else ["--inputs", "x", "--outputs", "y=y:0"]
    with Graph().as_default() as graph, tf.Session() as session:
        x, y = model()
        session.run(tf.global_variables_initializer())
        if kind == "saved_model":
            tf.saved_model.simple_save(session, source, {"x": x}, {"y": y})
        elif kind == "checkpoint":
            tf.train.Saver().save(session, source)
        else:
            frozen = tf.graph_util.convert_variables_to_constants(session, graph.as_graph_def(), ["y"])
            tf.train.write_graph(frozen, str(tmp_path), "frozen", as_text=False)
    assert command.export([source, str(tmp_path / "out"), "--to", "stablehlo", *arguments]) == 0
    assert "input x: float32[batch, 2]" in capsys.readouterr().out
    assert run_elsewhere(tmp_path / "out") == "[21.0, 43.0, 65.0]"


def test_static_shapes(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Graph().as_default(), tf.Session() as session:
        x, y = model()
        session.run(tf.global_variables_initializer())
        tf.saved_model.simple_save(session, str(tmp_path / "m"), {"x": x}, {"y": y})
    assert command.export([str(tmp_path / "m"), str(tmp_path / "out"), "--shape", "x=3,2"]) == 0
    assert "output y: float32[3]" in capsys.readouterr().out
    assert run_elsewhere(tmp_path / "out") == "[21.0, 43.0, 65.0]"


def test_what_is_refused(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [None], name="x")
        part = tf.boolean_mask(x, np.array([True, False]))
        tf.saved_model.simple_save(session, str(tmp_path / "m"), {"x": x}, {"y": part})
    with Graph().as_default() as graph:
        model()
        tf.train.write_graph(graph, str(tmp_path), "graph.pb", as_text=False)
    for arguments, words in (
        ([str(tmp_path / "m"), "--signature", "other"], "has no signature 'other'; it has: serving_default"),
        ([str(tmp_path / "m"), "--shape", "z=1"], "--shape names z; the inputs are x"),
        ([str(tmp_path / "graph.pb")], "name what to compute with --outputs"),
        ([str(tmp_path / "m")], "boolean_mask/Where (Where)"),
        ([str(tmp_path / "nothing")], "nothing.meta does not exist"),
    ):
        assert command.export([arguments[0], str(tmp_path / "out"), *arguments[1:]]) == 1
        assert words in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
