"""The table that tests of Savers use comes back from a checkpoint."""

from __future__ import annotations

from pathlib import Path

import tf1compat as tf
from tf1compat._facade.testing.saver_test_utils import CheckpointedOp


def test_saved_and_restored(tmp_path: Path) -> None:
    with tf.Graph().as_default(), tf.Session() as sess:
        table = CheckpointedOp("t")
        saver = tf.train.Saver({"t": table.saveable})
        sess.run(table.insert("k", 3.0))
        path = saver.save(sess, str(tmp_path / "m"))
        sess.run(table.insert("k", 5.0))
        saver.restore(sess, path)
        assert sess.run([table.keys(), table.values()]) == [[b"k"], [3.0]]
        assert sess.run(table.lookup("x", 7.0)) == 7.0
    assert sorted(n for n, _ in tf.train.list_variables(path)) == ["t-keys", "t-values"]
