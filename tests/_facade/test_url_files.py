"""`tf.gfile`, records and the graph's file ops on a file system behind a URL (fsspec's memory)."""

from __future__ import annotations

import uuid

import pytest

import tf1compat as tf


@pytest.fixture
def folder() -> str:
    return f"memory://{uuid.uuid4().hex}"


def test_files(folder: str) -> None:
    tf.gfile.MakeDirs(f"{folder}/deep")
    with tf.gfile.GFile(f"{folder}/deep/a.txt", "w") as f:
        f.write("one\ntwo\n")
    assert tf.gfile.GFile(f"{folder}/deep/a.txt").readlines() == ["one\n", "two\n"]
    assert tf.gfile.Exists(f"{folder}/deep/a.txt") and tf.gfile.IsDirectory(f"{folder}/deep")
    assert tf.gfile.Stat(f"{folder}/deep/a.txt").length == 8
    tf.gfile.Copy(f"{folder}/deep/a.txt", f"{folder}/b.txt")
    with pytest.raises(tf.errors.AlreadyExistsError, match="file already exists"):
        tf.gfile.Copy(f"{folder}/deep/a.txt", f"{folder}/b.txt")
    tf.gfile.Rename(f"{folder}/b.txt", f"{folder}/c.txt")
    assert tf.gfile.ListDirectory(folder) == ["c.txt", "deep"]
    assert tf.gfile.Glob(f"{folder}/*.txt") == [f"{folder}/c.txt"]
    assert [top for top, _, _ in tf.gfile.Walk(folder)] == [folder, f"{folder}/deep"]
    tf.gfile.DeleteRecursively(f"{folder}/deep")
    with pytest.raises(tf.errors.NotFoundError, match="No such file"):
        tf.gfile.GFile(f"{folder}/deep/a.txt").read()


def test_copy_from_a_local_file(folder: str, tmp_path) -> None:
    (tmp_path / "x").write_bytes(b"\0\1")
    tf.gfile.Copy(str(tmp_path / "x"), f"{folder}/x")
    assert tf.gfile.GFile(f"{folder}/x", "rb").read() == b"\0\1"
    with pytest.raises(tf.errors.UnimplementedError, match="Renaming"):
        tf.gfile.Rename(f"{folder}/x", str(tmp_path / "y"))


def test_records_and_file_ops_of_the_graph(folder: str) -> None:
    path = f"{folder}/some.tfrecord"
    with tf.python_io.TFRecordWriter(path) as writer:
        for record in (b"a", b"bc"):
            writer.write(record)
    assert list(tf.python_io.tf_record_iterator(path)) == [b"a", b"bc"]
    with tf.Graph().as_default(), tf.Session() as sess:
        record = tf.data.TFRecordDataset(path).make_one_shot_iterator().get_next()
        assert [sess.run(record), sess.run(record)] == [b"a", b"bc"]
        sess.run(tf.write_file(f"{folder}/w", "text"))
        assert sess.run(tf.read_file(f"{folder}/w")) == b"text"


def test_unknown_scheme() -> None:
    with pytest.raises(tf.errors.UnimplementedError, match="File system scheme 'nowhere' not implemented"):
        tf.gfile.Exists("nowhere://x/y")
