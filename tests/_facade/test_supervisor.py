"""`tf.train.Supervisor`: its files, threads and ends."""

import glob
import time

import pytest

import tf1compat as tf


@pytest.fixture(autouse=True)
def fresh():
    with tf.Graph().as_default():
        yield


def _events(folder):
    return [e for path in sorted(glob.glob(f"{folder}/events*")) for e in tf.train.summary_iterator(path)]


def test_threads_write_summaries_checkpoints_and_logs(tmp_path):
    step = tf.train.get_or_create_global_step()
    up = tf.assign_add(step, 1)
    tf.summary.scalar("twice", tf.cast(step, tf.float32) * 2)
    sv = tf.train.Supervisor(logdir=str(tmp_path), save_summaries_secs=0.1, save_model_secs=0.1)
    with sv.managed_session() as sess:
        for _ in range(8):
            sess.run(up)
            time.sleep(0.05)
    events = _events(tmp_path)
    tags = {v.tag for e in events for v in e.summary.value}
    assert {"twice", "global_step/sec"} <= tags
    kinds = {e.session_log.status for e in events if e.HasField("session_log")}
    assert {tf.SessionLog.START, tf.SessionLog.CHECKPOINT, tf.SessionLog.STOP} <= kinds
    assert (tmp_path / "graph.pbtxt").exists() and any(e.HasField("graph_def") for e in events)
    assert tf.train.latest_checkpoint(str(tmp_path))


def test_goes_on_from_a_checkpoint(tmp_path):
    for expected in (0, 5):
        with tf.Graph().as_default():
            step = tf.train.get_or_create_global_step()
            up = tf.assign_add(step, 5)
            sv = tf.train.Supervisor(logdir=str(tmp_path), save_summaries_secs=0, save_model_secs=0)
            with sv.managed_session() as sess:
                assert sess.run(step) == expected
                sess.run(up)
                sv.saver.save(sess, sv.save_path, global_step=step)


def test_errors_of_the_block_come_out_and_the_end_of_input_does_not():
    tf.Variable(1.0)
    sv = tf.train.Supervisor(logdir=None)
    with pytest.raises(ZeroDivisionError):
        with sv.managed_session():
            raise ZeroDivisionError
    with sv.managed_session() as sess:
        raise tf.errors.OutOfRangeError(None, None, "end")
    assert sv.should_stop() and sess is not None


def test_loops_stop_with_the_supervisor():
    tf.Variable(1.0)
    sv, calls = tf.train.Supervisor(logdir=None), []
    with sv.managed_session():
        sv.loop(0.01, lambda: calls.append(1))
        deadline = time.time() + 5
        while len(calls) < 3 and time.time() < deadline:
            time.sleep(0.01)
    assert len(calls) >= 3
    with pytest.raises(ValueError, match="must have their device set"):
        with tf.Graph().as_default():
            tf.Variable(1.0)
            tf.train.Supervisor(is_chief=False)
