"""MNIST, tf.contrib.layers' initialisers and regularisers, tensor messages: equal to TensorFlow 1.15.5's."""

import importlib.util
import json
from pathlib import Path

import numpy as np
import pytest

import tf1compat as tf
from tf1compat.examples.tutorials.mnist import input_data, mnist

HERE = Path(__file__).parent
GOLDEN = json.loads((HERE.parent / "golden" / "small_programs.json").read_text())
_spec = importlib.util.spec_from_file_location("small_programs", HERE / "small_programs.py")
programs = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(programs)


@pytest.fixture(autouse=True)
def graph():
    state = np.random.get_state()
    with tf.Graph().as_default():
        yield
    np.random.set_state(state)


def as_json(value):
    return json.loads(json.dumps(value))


def test_mnist_batches(tmp_path, capsys):
    programs.write_mnist(tmp_path)
    assert as_json(programs.mnist_batches(tf, input_data, str(tmp_path))) == GOLDEN["mnist_batches"]
    assert capsys.readouterr().out.startswith(f"Extracting {tmp_path}/train-images-idx3-ubyte.gz\n")


def test_mnist_files_that_are_missing_or_wrong(tmp_path):
    programs.write_mnist(tmp_path)
    (tmp_path / "t10k-labels-idx1-ubyte.gz").unlink()
    with pytest.raises(tf.errors.NotFoundError) as error:
        input_data.read_data_sets(str(tmp_path), source_url="http://127.0.0.1:9/")
    assert "t10k-labels-idx1-ubyte.gz does not exist" in error.value.message
    assert f"into the folder {tmp_path}" in error.value.message
    (tmp_path / "train-images-idx3-ubyte.gz").write_bytes((tmp_path / "train-labels-idx1-ubyte.gz").read_bytes())
    with pytest.raises(ValueError, match="Invalid magic number 2049 in MNIST image file"):
        input_data.read_data_sets(str(tmp_path), source_url="http://127.0.0.1:9/")


def test_mnist_is_downloaded(tmp_path, capsys):
    source, target = tmp_path / "source", tmp_path / "target"
    source.mkdir()
    programs.write_mnist(source)
    data = input_data.read_data_sets(str(target), validation_size=0, source_url=f"{source.as_uri()}/")
    assert data.train.num_examples == 30
    assert sorted(p.name for p in target.iterdir()) == sorted(p.name for p in source.iterdir())
    assert "Successfully downloaded train-images-idx3-ubyte.gz" in capsys.readouterr().out


def test_mnist_model():
    nodes, values = as_json(programs.mnist_model(tf, mnist))
    assert nodes == GOLDEN["mnist_model"][0]
    np.testing.assert_allclose(values, GOLDEN["mnist_model"][1], rtol=1e-5)


def test_contrib_layers():
    nodes, failures, values, penalties = as_json(programs.contrib_layers(tf))
    wanted = GOLDEN["contrib_layers"]
    assert nodes == wanted[0]
    assert failures == wanted[1]
    for ours, theirs in zip(values, wanted[2], strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=2e-6)
    np.testing.assert_allclose(penalties, wanted[3], rtol=1e-6)


def test_tensor_messages():
    for ours, theirs in zip(as_json(programs.tensor_messages(tf)), GOLDEN["tensor_messages"], strict=True):
        assert ours == theirs


@pytest.mark.parametrize("name", ["two_losses_at_once", "names_that_are_none"])
def test_program(name):
    assert as_json(getattr(programs, name)(tf)) == GOLDEN[name]


def test_partly_known_vector():
    fed = tf.placeholder(tf.float32, [None, 3])
    assert tf.get_static_value(tf.stack([tf.shape(fed)[0], 7]), partial=True).tolist() == [None, 7]
