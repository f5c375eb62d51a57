"""TensorFlow's tools on graphs and checkpoints: freeze_graph, strip_unused, saved_model_cli and their neighbours."""

from __future__ import annotations

import os
import pathlib
from typing import Any

import numpy as np
import pytest

import tf1compat as tf
from tf1compat._facade.graph import Graph
from tf1compat._facade.tools import (
    freeze_graph,
    graph_transforms,
    inspect_checkpoint,
    optimize_for_inference,
    saved_model_cli,
    strip_unused,
)
from tf1compat._facade.tools.graph_files import read_message

FLOAT = tf.float32.as_datatype_enum


@pytest.fixture(autouse=True)
def _own_graph() -> Any:
    with Graph().as_default():
        yield


def started() -> Any:
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    return session


def run_frozen(graph_def: Any, fetch: str, feeds: Any) -> Any:
    with Graph().as_default(), tf.Session() as session:
        tf.import_graph_def(graph_def, name="")
        return session.run(fetch, feeds)


@pytest.mark.parametrize("source", ["graph", "meta_graph", "saver", "saved_model"])
@pytest.mark.parametrize("resource", [False, True])
def test_freeze_graph(source: str, resource: bool, tmp_path: pathlib.Path) -> None:
    x = tf.placeholder(tf.float32, [2], name="x")
    v = tf.get_variable("v", initializer=[2.0, 3.0], use_resource=resource)
    y = tf.multiply(x, v, name="y")
    saver = tf.train.Saver()
    path = str(tmp_path / "m")
    with started() as session:
        saver.save(session, path)
        tf.train.write_graph(session.graph, str(tmp_path), "graph.pb", as_text=False)
        tf.train.write_graph(saver.as_saver_def(), str(tmp_path), "saver.pb", as_text=False)
        tf.saved_model.simple_save(session, path + "_model", {"x": x}, {"y": y})
    arguments = [f"--output_graph={path}.pb", "--output_node_names=y", "--input_binary=true"]
    if source != "saved_model":
        arguments += [f"--input_checkpoint={path}"]
    if source in ("graph", "saver"):
        arguments += [f"--input_graph={tmp_path}/graph.pb"]
    if source == "saver":
        arguments += [f"--input_saver={tmp_path}/saver.pb"]
    if source == "meta_graph":
        arguments += [f"--input_meta_graph={path}.meta"]
    if source == "saved_model":
        arguments += [f"--input_saved_model_dir={path}_model"]
    if source == "graph" and resource:
        pytest.skip("the names in the checkpoint are those of handles: TF1 cannot do it either")
    with Graph().as_default():
        freeze_graph.main(arguments)
    frozen = tf.GraphDef.FromString(pathlib.Path(path + ".pb").read_bytes())
    assert not any("Variable" in n.op or n.op == "VarHandleOp" for n in frozen.node)
    assert run_frozen(frozen, "y:0", {"x:0": [1.0, 10.0]}).tolist() == [2.0, 30.0]


def test_freeze_graph_refuses(tmp_path: pathlib.Path) -> None:
    with pytest.raises(ValueError, match="doesn't exist"):
        freeze_graph.freeze_graph("", "", True, str(tmp_path / "no"), "y", "", "", "", False, "")
    with started() if tf.Variable(1.0) is not None else tf.Session() as session:
        path = tf.train.Saver().save(session, str(tmp_path / "m"))
    with pytest.raises(ValueError, match="supply the name of a node"):
        freeze_graph.freeze_graph("", "", True, path, "", "", "", "", False, "")
    with pytest.raises(OSError, match="Input graph file '.*' does not exist"):
        freeze_graph.freeze_graph(str(tmp_path / "g"), "", True, path, "y", "", "", "", False, "")
    (tmp_path / "g").write_bytes(b"\xff\xff\xff")
    with pytest.raises(OSError, match="is no binary GraphDef"):
        freeze_graph.freeze_graph(str(tmp_path / "g"), "", True, path, "y", "", "", "", False, "")


def test_strip_unused(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    a = tf.constant([1.0], name="a")
    b = tf.identity(a, name="b")
    tf.add(b, 1.0, name="c")
    tf.exp(b, name="unused")
    graph_def = tf.get_default_graph().as_graph_def()
    stripped = strip_unused.strip_unused(graph_def, ["b"], ["c"], FLOAT)
    assert [n.name for n in stripped.node] == ["b", "c/y", "c"]
    assert stripped.node[0].op == "Placeholder"
    assert run_frozen(stripped, "c:0", {"b:0": [5.0]}).tolist() == [6.0]
    with pytest.raises(KeyError, match="not found"):
        strip_unused.strip_unused(graph_def, ["z"], ["c"], FLOAT)
    with pytest.raises(ValueError, match="refer to a Tensor"):
        strip_unused.strip_unused(graph_def, ["b:0"], ["c"], FLOAT)
    tf.train.write_graph(graph_def, str(tmp_path), "in.pbtxt")
    out = str(tmp_path / "out.pb")
    strip_unused.main([f"--input_graph={tmp_path}/in.pbtxt", f"--output_graph={out}", "--input_node_names=b",
                       "--output_node_names=c"])  # fmt: skip
    assert "3 ops in the final graph." in capsys.readouterr().out
    assert tf.GraphDef.FromString(pathlib.Path(out).read_bytes()) == stripped


def test_optimize_for_inference(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    rng = np.random.RandomState(0)
    x = tf.placeholder(tf.float32, [1, 4, 4, 2], name="x")
    weights = tf.constant(rng.randn(3, 3, 2, 3).astype(np.float32), name="w")
    conv = tf.nn.conv2d(x, weights, [1, 1, 1, 1], "SAME", name="conv")
    scale, offset, mean, variance = (tf.constant(np.abs(rng.randn(3)).astype(np.float32)) for _ in range(4))
    y, _, _ = tf.nn.fused_batch_norm(conv, scale, offset, mean, variance, is_training=False, name="norm")
    tf.identity(tf.check_numerics(y, "bad"), name="out")
    data = rng.randn(1, 4, 4, 2).astype(np.float32)
    graph_def = tf.get_default_graph().as_graph_def()
    for node in graph_def.node:
        if node.op == "FusedBatchNormV3":  # what graphs of older releases have
            node.op = "FusedBatchNorm"
            del node.attr["U"]
    wanted = run_frozen(graph_def, "out:0", {"x:0": data})
    optimized = optimize_for_inference.optimize_for_inference(graph_def, ["x"], ["out"], FLOAT)
    kinds = [n.op for n in optimized.node]
    assert "BiasAdd" in kinds and not {"FusedBatchNorm", "CheckNumerics"} & set(kinds)
    np.testing.assert_allclose(run_frozen(optimized, "out:0", {"x:0": data}), wanted, rtol=1e-5, atol=1e-5)
    for name, text in (("g.pb", False), ("g.pbtxt", True)):
        tf.train.write_graph(graph_def, str(tmp_path), name, as_text=text)
        arguments = [
            f"--input={tmp_path / name}",
            f"--output={tmp_path / 'o'}",
            "--input_names=x",
            "--output_names=out",
        ]
        assert optimize_for_inference.main([*arguments, f"--frozen_graph={not text}"]) == 0
        assert read_message(tf.GraphDef, tmp_path / "o", not text, "graph") == optimized
    assert optimize_for_inference.main(["--input=/nowhere.pb"]) == -1
    assert "does not exist" in capsys.readouterr().out
    double = tf.GraphDef()
    for _ in range(2):
        double.node.add(name="a", op="NoOp")
    with pytest.raises(ValueError, match="Duplicate node names"):
        optimize_for_inference.ensure_graph_is_valid(double)


def test_inspect_checkpoint(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    tf.get_variable("layer/v", initializer=[1.0, 2.0])
    tf.get_variable("other", initializer=[[3.0]])
    with started() as session:
        path = tf.train.Saver().save(session, str(tmp_path / "m"))
    inspect_checkpoint.main([f"--file_name={path}", "--all_tensors", "--count_exclude_pattern=other"])
    shown = capsys.readouterr().out
    assert "tensor_name:  layer/v\n[1. 2.]\n" in shown
    assert "# Excluding 1 tensors (1 params) that match other when counting." in shown
    assert "# Total number of params: 2\n" in shown
    inspect_checkpoint.print_tensors_in_checkpoint_file(path, "other", False)
    assert "[[3.]]" in capsys.readouterr().out
    inspect_checkpoint.print_tensors_in_checkpoint_file(str(tmp_path / "no"), "", False)
    assert "Failed to find any matching files" in capsys.readouterr().out


def test_saved_model_cli(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    x = tf.placeholder(tf.float32, [None, 2], name="x")
    with started() as session:
        tf.saved_model.simple_save(session, str(tmp_path / "m"), {"x": x}, {"y": tf.multiply(x, 2.0, name="y")})
    folder = ["--dir", str(tmp_path / "m")]
    saved_model_cli.main(["show", *folder])
    assert capsys.readouterr().out == "The given SavedModel contains the following tag-sets:\nserve\n"
    saved_model_cli.main(["show", *folder, "--tag_set", "serve"])
    assert 'SignatureDef key: "serving_default"' in capsys.readouterr().out
    saved_model_cli.main(["show", *folder, "--all"])
    assert capsys.readouterr().out == (  # recorded from TF 1.15.5's
        "\nMetaGraphDef with tag-set: 'serve' contains the following SignatureDefs:\n"
        "\nsignature_def['serving_default']:\n"
        "  The given SavedModel SignatureDef contains the following input(s):\n"
        "    inputs['x'] tensor_info:\n"
        "        dtype: DT_FLOAT\n        shape: (-1, 2)\n        name: x:0\n"
        "  The given SavedModel SignatureDef contains the following output(s):\n"
        "    outputs['y'] tensor_info:\n"
        "        dtype: DT_FLOAT\n        shape: (-1, 2)\n        name: y:0\n"
        "  Method name is: tensorflow/serving/predict\n"
    )
    np.save(tmp_path / "x.npy", np.float32([[1, 2]]))
    run = ["run", *folder, "--tag_set", "serve", "--signature_def", "serving_default"]
    saved_model_cli.main([*run, "--inputs", f"x={tmp_path}/x.npy", "--outdir", str(tmp_path / "out")])
    assert "Result for output key y:\n[[2. 4.]]\n" in capsys.readouterr().out
    assert np.load(tmp_path / "out" / "y.npy").tolist() == [[2, 4]]
    saved_model_cli.main([*run, "--input_exprs", "x=np.ones([1, 2])"])
    assert "[[2. 2.]]" in capsys.readouterr().out
    with pytest.raises(RuntimeError, match="already exists"):
        saved_model_cli.main([*run, "--inputs", f"x={tmp_path}/x.npy", "--outdir", str(tmp_path / "out")])
    with pytest.raises(ValueError, match='"z" is not a valid input key'):
        saved_model_cli.main([*run, "--input_exprs", "z=1"])
    with pytest.raises(AttributeError, match="At least one of"):
        saved_model_cli.main(run)
    np.save(tmp_path / "pickled.npy", np.array([{}], object), allow_pickle=True)
    with pytest.raises(ValueError, match="allow_pickle"):
        saved_model_cli.main([*run, "--inputs", f"x={tmp_path}/pickled.npy"])
    saved_model_cli.main(["scan", *folder])
    assert "does not contain blacklisted ops" in capsys.readouterr().out
    assert saved_model_cli.load_inputs_from_input_arg_string("", "", "e=[{'a': [1.5], 'b': ['x'], 'c': [3]}]")["e"]


def test_transform_graph_says_what_to_use() -> None:
    with pytest.raises(tf.errors.UnimplementedError, match="fold_constants"):
        graph_transforms.TransformGraph(tf.GraphDef(), ["x"], ["y"], ["fold_constants"])


def test_a_graph_of_more_than_2_gb_is_refused(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tf.GraphDef, "ByteSize", lambda self: 1 << 31)
    with pytest.raises(ValueError, match="cannot be larger than 2GB"):
        tf.train.write_graph(tf.GraphDef(), str(tmp_path), "g.pb", as_text=False)
    assert not os.path.exists(tmp_path / "g.pb")
