"""SavedModels: those of TF 1.15.5 are served with its values; ours are whole, readable and safe to load."""

from __future__ import annotations

import os
import pathlib
import shutil
from typing import Any

import numpy as np
import pytest

import tf1compat as tf
from tf1compat._facade.graph import Graph
from tf1compat._facade.saved_model import assets
from tf1compat._facade.saved_model.builder import _SavedModelBuilder
from tf1compat._facade.saved_model.loader import SavedModelLoader
from tf1compat._formats import protos
from tf1compat._runtime import checkpoint as checkpoints

GOLDEN = pathlib.Path(__file__).parent.parent / "golden" / "saved_models"
RECORDED = sorted(p.stem for p in GOLDEN.glob("*.npz"))


@pytest.fixture(autouse=True)
def _own_graph() -> Any:
    with Graph().as_default():
        yield


def decoded(path: pathlib.Path) -> dict[str, dict[str, Any]]:
    """`{run: {"in/x": value, "out/y": value}}`; strings are stored as bytes and lengths."""
    found: dict[str, dict[str, Any]] = {}
    with np.load(path) as arrays:
        for key in arrays.files:
            run, name = key.split("/", 1)
            if key.endswith("#bytes"):
                lengths = arrays[key.replace("#bytes", "#lengths")]
                ends = np.cumsum(lengths.ravel())
                raw = arrays[key].tobytes()
                value = np.empty(lengths.size, object)
                value[:] = [raw[e - n : e] for e, n in zip(ends, lengths.ravel())]
                found.setdefault(run, {})[name[:-6]] = value.reshape(lengths.shape)
            elif not key.endswith("#lengths"):
                found.setdefault(run, {})[name] = arrays[key]
    return found


@pytest.mark.parametrize("name", RECORDED)
def test_models_of_tf1(name: str) -> None:
    with tf.Session() as session:
        signatures = tf.saved_model.load(session, ["serve"], str(GOLDEN / name)).signature_def
        for run, values in decoded(GOLDEN / f"{name}.npz").items():
            signature = signatures[run.split("@")[0]]
            feeds = {signature.inputs[k[3:]].name: v for k, v in values.items() if k.startswith("in/")}
            for key, wanted in values.items():
                if key.startswith("out/"):
                    found = session.run(signature.outputs[key[4:]].name, feeds)
                    if wanted.dtype == object:
                        assert found.tolist() == wanted.tolist()
                    else:
                        np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-6)


def model(folder: str, session: Any, **options: Any) -> Any:
    x = tf.placeholder(tf.float32, [None], name="x")
    v = tf.get_variable("v", initializer=2.0)
    y = tf.multiply(x, v, name="y")
    session.run(tf.global_variables_initializer())
    builder = tf.saved_model.Builder(folder)
    signature = tf.saved_model.predict_signature_def({"x": x}, {"y": y})
    builder.add_meta_graph_and_variables(session, ["serve"], {"serving_default": signature}, **options)
    return builder


@pytest.mark.parametrize("as_text", [False, True])
def test_round_trip(as_text: bool, tmp_path: pathlib.Path) -> None:
    folder = str(tmp_path / "m")
    with tf.Session() as session:
        model(folder, session).save(as_text)
    assert tf.saved_model.contains_saved_model(folder)
    assert os.listdir(folder)[0:2] and checkpoints.kind(folder + "/variables/variables") == "v2"
    with Graph().as_default(), tf.Session() as session:
        tf.saved_model.load(session, ["serve"], folder, import_scope="in")
        assert session.run("in/y:0", {"in/x:0": [3.0]}).tolist() == [6.0]
    predict = tf.contrib.predictor.from_saved_model(folder)
    assert predict({"x": [4.0]})["y"].tolist() == [8.0]
    with pytest.raises(ValueError, match="unexpected keys in input_dict: {'z'}"):
        predict({"z": 1.0})


def test_graphs_by_tags_and_main_ops(tmp_path: pathlib.Path) -> None:
    folder = str(tmp_path / "m")
    with tf.Session() as session:
        builder = model(folder, session, main_op=None)
        with pytest.raises(AssertionError, match="has already been saved"):
            builder.add_meta_graph_and_variables(session, ["again"])
        v = tf.global_variables()[0]
        builder.add_meta_graph(["train"], main_op=tf.group(v.assign(5.0)))
        builder.save()
    with Graph().as_default(), tf.Session() as session:
        tf.saved_model.loader.load(session, ["train"], folder)
        assert session.run("v:0") == 5.0
    with pytest.raises(RuntimeError, match=r"MetaGraphDef associated with tags 'other' could not be found"):
        tf.saved_model.load(tf.Session(), ["other"], folder)
    with pytest.raises(AssertionError, match="isn't empty"):
        tf.saved_model.Builder(folder)
    with pytest.raises(AssertionError, match="has not been saved yet"):
        tf.saved_model.Builder(str(tmp_path / "n")).add_meta_graph(["x"])


def test_init_op_in_a_signature(tmp_path: pathlib.Path) -> None:
    v = tf.get_variable("v", initializer=1.0)
    with tf.Session() as session:
        session.run(v.initializer)
        builder = _SavedModelBuilder(str(tmp_path / "m"))
        builder.add_meta_graph_and_variables(session, ["serve"], init_op=tf.group(v.assign(3.0)))
        builder.save()
        with pytest.raises(KeyError, match="reserved for initialization"):
            _SavedModelBuilder(str(tmp_path / "n")).add_meta_graph_and_variables(
                session, ["serve"], {"__saved_model_init_op": tf.saved_model.build_signature_def()}
            )
    with Graph().as_default(), tf.Session() as session:
        SavedModelLoader(str(tmp_path / "m")).load(session, ["serve"])
        assert session.run("v:0") == 3.0


def test_assets(tmp_path: pathlib.Path) -> None:
    for folder, text in (("a", "one"), ("b", "two"), ("c", "one")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "words.txt").write_text(text)
    paths = [tf.constant(str(tmp_path / f / "words.txt"), name=f) for f in "abc"]
    target = tf.Variable("", name="target")
    with tf.Session() as session:
        session.run(target.initializer)
        model(str(tmp_path / "m"), session, assets_collection=paths, main_op=tf.group(target.assign(paths[1]))).save()
    assert sorted(os.listdir(tmp_path / "m" / "assets")) == ["words.txt", "words.txt_1"]
    moved = shutil.move(str(tmp_path / "m"), str(tmp_path / "moved"))
    with Graph().as_default(), tf.Session() as session:
        tf.saved_model.load(session, ["serve"], moved)
        assert session.run("target:0") == f"{moved}/assets/words.txt_1".encode()


@pytest.mark.parametrize("name", ["../secret", "/etc/passwd", "a/../../secret", ""])
def test_assets_stay_in_their_folder(name: str, tmp_path: pathlib.Path) -> None:
    message = protos.MetaGraphDef()
    message.asset_file_def.add(filename=name).tensor_info.name = "asset:0"
    with pytest.raises(tf.errors.InvalidArgumentError, match="which is not inside its folder"):
        assets.get_asset_tensors(str(tmp_path), message)


def test_assets_may_not_be_links_out_of_their_folder(tmp_path: pathlib.Path) -> None:
    (tmp_path / "m" / "assets").mkdir(parents=True)
    (tmp_path / "secret").write_text("x")
    (tmp_path / "m" / "assets" / "words").symlink_to(tmp_path / "secret")
    message = protos.MetaGraphDef()
    message.asset_file_def.add(filename="words").tensor_info.name = "asset:0"
    with pytest.raises(tf.errors.InvalidArgumentError, match="a link that leads out of its folder"):
        assets.get_asset_tensors(str(tmp_path / "m"), message)


@pytest.mark.parametrize(
    "name, content, words",
    [
        ("saved_model.pb", b"\xff\xff\xff\xff", "Cannot parse file"),
        ("saved_model.pbtxt", b"meta_graphs { nothing }", "Cannot parse file"),
        ("saved_model.pbtxt", b"\xff\xfe", "Cannot parse file"),
        ("other", b"", "SavedModel file does not exist at"),
    ],
)
def test_damaged_models(name: str, content: bytes, words: str, tmp_path: pathlib.Path) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(OSError, match=words):
        tf.saved_model.load(tf.Session(), ["serve"], str(tmp_path))


def test_a_model_with_unknown_ops_names_them_all(tmp_path: pathlib.Path) -> None:
    message = protos.SavedModel(saved_model_schema_version=1)
    graph = message.meta_graphs.add()
    graph.meta_info_def.tags.append("serve")
    graph.graph_def.node.add(name="a", op="NoSuchOp")
    graph.graph_def.node.add(name="b", op="NeitherThis")
    (tmp_path / "saved_model.pb").write_bytes(message.SerializeToString())
    with pytest.raises(tf.errors.UnimplementedError, match=r"(?s)NeitherThis.*b.*NoSuchOp.*a"):
        tf.saved_model.load(tf.Session(), ["serve"], str(tmp_path))


def test_signatures() -> None:
    text = tf.placeholder(tf.string, [None], name="text")
    number = tf.placeholder(tf.float32, [None, 2], name="number")
    made = tf.saved_model.regression_signature_def(text, number)
    assert made.method_name == "tensorflow/serving/regress" and made.outputs["outputs"].name == "number:0"
    assert tf.saved_model.is_valid_signature(made)
    made.outputs["outputs"].dtype = tf.int32.as_datatype_enum
    assert not tf.saved_model.is_valid_signature(made)
    both = tf.saved_model.classification_signature_def(text, text, number)
    assert tf.saved_model.is_valid_signature(both) and sorted(both.outputs) == ["classes", "scores"]
    info = tf.saved_model.utils.build_tensor_info(number)
    assert [d.size for d in info.tensor_shape.dim] == [-1, 2]
    assert tf.saved_model.get_tensor_from_tensor_info(info) is number
    for call in (
        lambda: tf.saved_model.predict_signature_def({}, {"y": number}),
        lambda: tf.saved_model.classification_signature_def(text, None, None),
        lambda: tf.saved_model.regression_signature_def(number, number),
        lambda: tf.saved_model.utils.get_tensor_from_tensor_info(protos.TensorInfo()),
    ):
        with pytest.raises(ValueError):
            call()
