"""`tf.train.warm_start` with vocabularies that changed: rows and columns follow the words."""

from __future__ import annotations

import pathlib
from typing import Any

import numpy as np
import pytest

import tf1compat as tf
from tf1compat._facade.graph import Graph


@pytest.fixture(autouse=True)
def _own_graph() -> Any:
    with Graph().as_default():
        yield


@pytest.fixture
def files(tmp_path: pathlib.Path) -> Any:
    """Vocabularies, and a checkpoint of a 3 by 2 matrix whose rows belong to the old words."""
    (tmp_path / "old").write_text("apple\nbanana\ncherry\n")
    (tmp_path / "new").write_text("banana\nguava\napple\n")
    with Graph().as_default(), tf.Session() as session:
        tf.get_variable("fruit", initializer=np.float32([[1, 2], [3, 4], [5, 6]]))
        tf.get_variable("by_column", initializer=np.float32([[1, 2, 3], [4, 5, 6]]))
        session.run(tf.global_variables_initializer())
        path = tf.train.Saver().save(session, str(tmp_path / "m"))
    return str(tmp_path / "old"), str(tmp_path / "new"), path


def values(name: str, shape: Any, info: Any, path: str, partitioner: Any = None) -> Any:
    made = tf.get_variable(name, shape, partitioner=partitioner)
    tf.train.warm_start(path, var_name_to_vocab_info={name: info})
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return session.run(tf.convert_to_tensor(made)).tolist()


def test_rows(files: Any) -> None:
    old, new, path = files
    info = tf.train.VocabInfo(new, 3, 1, old, backup_initializer=tf.ones_initializer())
    assert values("fruit", [4, 2], info, path) == [[3, 4], [1, 1], [1, 2], [1, 1]]


def test_slices(files: Any) -> None:
    old, new, path = files
    found = values("fruit", [3, 2], tf.train.VocabInfo(new, 3, 0, old), path, tf.fixed_size_partitioner(2))
    assert found == [[3, 4], [0, 0], [1, 2]]


def test_columns_and_a_shorter_old_vocabulary(files: Any) -> None:
    old, new, path = files
    assert values("by_column", [2, 3], tf.train.VocabInfo(new, 3, 0, old, axis=1), path) == [[2, 0, 1], [5, 0, 4]]
    with Graph().as_default():
        assert values("fruit", [3, 2], tf.train.VocabInfo(new, 3, 0, old, 1), path) == [[0, 0], [0, 0], [1, 2]]


def test_other_names_and_object_based_checkpoints(files: Any, tmp_path: pathlib.Path) -> None:
    v = tf.get_variable("mine", [3, 2])
    tf.train.warm_start(files[2], var_name_to_prev_var_name={"mine": "fruit"})
    with tf.Session() as session:
        session.run(v.initializer)
        assert session.run(v).tolist() == [[1, 2], [3, 4], [5, 6]]
        path = tf.train.Checkpoint(held=v).write(tmp_path / "objects", session)
    with Graph().as_default(), tf.Session() as session:
        again = tf.get_variable("mine", [3, 2])
        tf.train.warm_start(path)
        session.run(again.initializer)
        assert session.run(again).tolist() == [[1, 2], [3, 4], [5, 6]]
        tf.get_variable("stranger", [1])
        with pytest.raises(ValueError, match="did not contain values for all variables"):
            tf.train.warm_start(path)


def test_what_is_refused(files: Any) -> None:
    old, new, path = files
    with pytest.raises(ValueError, match="axis argument are 0 and 1"):
        tf.train.VocabInfo(new, 3, 0, old, axis=2)
    v = tf.get_variable("fruit", [5, 2])
    tf.train.warm_start(path, var_name_to_vocab_info={"fruit": tf.train.VocabInfo(new, 5, 0, old)})
    with tf.Session() as session:
        with pytest.raises(tf.errors.InvalidArgumentError, match="The new vocabulary has 3 words from 0 on, 5 were"):
            session.run(v.initializer)
    with pytest.raises(ValueError, match="Perhaps you misspelled them"):
        tf.train.warm_start(path, [v], dict.fromkeys(("fruit", "frui"), tf.train.VocabInfo(new, 5, 0, old)))
