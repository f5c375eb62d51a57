"""`tf.contrib.session_bundle`: what TensorFlow 1.15 exported is served; exports of our own, and which are kept."""

from __future__ import annotations

import pathlib
import shutil
from typing import Any

import numpy as np
import pytest

import tf1compat as tf
from tf1compat._facade.contrib.session_bundle import constants, exporter, session_bundle
from tf1compat._facade.contrib.session_bundle import kept_exports as gc
from tf1compat._facade.graph import Graph
from tf1compat._formats import manifest_protos

GOLDEN = pathlib.Path(__file__).parent.parent / "golden" / "session_bundle"


@pytest.fixture(autouse=True)
def _own_graph() -> Any:
    yield
    tf.reset_default_graph()  # loading a model makes a new one


def check_served(folder: pathlib.Path) -> None:
    assert session_bundle.maybe_session_bundle_dir(str(folder))
    session, meta = session_bundle.load_session_bundle_from_path(str(folder))
    packed = meta.collection_def[constants.SIGNATURES_KEY].any_list.value
    signatures = manifest_protos.Signatures()
    assert packed[0].Unpack(signatures)
    regression = signatures.default_signature.regression_signature
    generic = signatures.named_signatures["all"].generic_signature.map
    assert (generic["in"].tensor_name, generic["out"].tensor_name) == ("x:0", "y:0")
    with session:
        found = session.run(
            regression.output.tensor_name, {regression.input.tensor_name: np.array([0, 1, 2], np.float32)}
        )
        np.testing.assert_array_equal(found, np.array([2, 2.5, 3], np.float32))
        seen = session.run(tf.get_default_graph().get_tensor_by_name("seen:0"))
    assert pathlib.Path(seen.decode()) == folder / "assets" / "words.txt"
    assert pathlib.Path(seen.decode()).read_text() == "hello\n"


@pytest.mark.parametrize("version", ["00000001", "00000002"])
def test_models_of_tf1(version: str) -> None:
    check_served(GOLDEN / version)


def export(folder: pathlib.Path, versions: Any, **options: Any) -> list[str]:
    (folder / "words.txt").write_text("hello\n")
    with Graph().as_default(), tf.Session() as session:
        a, b = tf.Variable(0.5, name="a"), tf.Variable(2.0, name="b")
        x = tf.placeholder(tf.float32, [None], name="x")
        with tf.device("/cpu:0"):
            y = tf.add(a * x, b, name="y")
        asset = tf.constant(str(folder / "words.txt"), name="path")
        seen = tf.Variable("", name="seen", collections=[])
        init = tf.group(tf.assign(seen, asset), name="init")
        session.run(tf.global_variables_initializer())
        out = exporter.Exporter(tf.train.Saver([a, b]))
        with pytest.raises(RuntimeError, match="init must be called first"):
            out.export(str(folder), tf.constant(1), session)
        given: dict[str, Any] = {
            "init_op": init,
            "clear_devices": True,
            "default_graph_signature": exporter.regression_signature(x, y),
            "named_graph_signatures": {"all": exporter.generic_signature({"in": x, "out": y})},
            "assets_collection": [asset],
        }
        with pytest.raises(TypeError, match="init_op needs to be an Operation"):
            exporter.Exporter(tf.train.Saver([a, b])).init(init_op=y)  # pyright: ignore[reportArgumentType]
        with pytest.raises(TypeError, match="File paths should be string"):
            exporter.Exporter(tf.train.Saver([a, b])).init(assets_collection=[tf.constant(1)])
        out.init(**given)
        with pytest.raises(RuntimeError, match="init should be called only once"):
            out.init(**given)
        made = [out.export(str(folder / "models"), tf.constant(v), session, **options).decode() for v in versions]
        with pytest.raises(RuntimeError, match="Overwriting exports"):
            out.export(str(folder / "models"), tf.constant(versions[-1]), session)
    return made


@pytest.mark.parametrize("form", ["orbax", "tensorflow"])
def test_round_trip(form: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TF1COMPAT_CHECKPOINT_FORMAT", form)
    made = export(tmp_path, [3, 7, 12], exports_to_keep=gc.largest_export_versions(2))
    assert [pathlib.Path(m).name for m in made] == ["00000003", "00000007", "00000012"]
    assert sorted(p.name for p in (tmp_path / "models").iterdir()) == ["00000007", "00000012"]
    check_served(tmp_path / "models" / "00000012")


def test_kept_versions() -> None:
    paths = [gc.Path("/x", v) for v in (0, 4, 5, 9, 12, 20)]
    kept = {
        "largest": gc.largest_export_versions(2),
        "every": gc.one_of_every_n_export_versions(5),
        "mod": gc.mod_export_version(5),
        "union": gc.union(gc.largest_export_versions(1), gc.mod_export_version(9)),
        "negation": gc.negation(gc.largest_export_versions(4)),
    }
    assert {name: [p.export_version for p in keep(paths)] for name, keep in kept.items()} == {
        "largest": [12, 20], "every": [5, 9, 12, 20], "mod": [0, 5, 20], "union": [0, 9, 20], "negation": [0, 4],
    }  # fmt: skip


def test_what_is_refused(tmp_path: pathlib.Path) -> None:
    assert not session_bundle.maybe_session_bundle_dir(str(tmp_path))
    with pytest.raises(RuntimeError, match="Expected meta graph file missing"):
        session_bundle.load_session_bundle_from_path(str(tmp_path))
    folder = tmp_path / "model"
    shutil.copytree(GOLDEN / "00000002", folder)
    meta = tf.MetaGraphDef.FromString((folder / "export.meta").read_bytes())
    asset = manifest_protos.AssetFile(filename="../../secret")
    meta.collection_def[constants.ASSETS_KEY].any_list.value[0].value = asset.SerializeToString()
    (folder / "export.meta").write_bytes(meta.SerializeToString())
    with pytest.raises(tf.errors.InvalidArgumentError, match="not inside its folder"):
        session_bundle.load_session_bundle_from_path(str(folder))
    (folder / "export.meta").write_bytes(b"\xff\xfe no graph")
    with pytest.raises(OSError, match="is no binary MetaGraphDef"):
        session_bundle.load_session_bundle_from_path(str(folder))
