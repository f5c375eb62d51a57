"""Monitored sessions and their hooks; also runs on the recorder's Python 3.7 with TF 1.15. Returns JSON."""

import logging
import os
import re

import numpy as np
from queue_runs import attempt, plain


class Log(logging.Handler):
    """What TensorFlow's logger was told inside the block."""

    def __enter__(self):
        self.lines = []
        self._logger = logging.getLogger("tensorflow")
        self._level = self._logger.level
        self._logger.addHandler(self)
        self._logger.setLevel(logging.INFO)
        return self

    def emit(self, record):
        text = re.sub(r"\d+\.\d+ sec", "T sec", record.getMessage())
        self.lines.append(re.sub(r"/sec: .*", "/sec", text))

    def __exit__(self, *error):
        self._logger.removeHandler(self)
        self._logger.setLevel(self._level)


def model(tf):
    """A counter of steps and a variable that doubles."""
    step = tf.train.get_or_create_global_step()
    v = tf.Variable(1.0, name="v")
    tf.Variable(3.0, name="local", collections=[tf.GraphKeys.LOCAL_VARIABLES])
    with tf.control_dependencies([tf.assign(v, v * 2.0)]):
        train = tf.assign_add(step, 1, name="train")
    return step, v, train


def graph_of(tf, folder):
    """The nodes that a scaffold adds."""
    model(tf)
    tf.summary.scalar("s", 1.0)
    tf.train.Scaffold().finalize()
    graph = tf.get_default_graph()
    rows = [[op.name, op.type, [i.name for i in op.inputs]] for op in graph.get_operations()]
    return [rows, graph.finalized, attempt(lambda: tf.constant(1))]


def training(tf, folder):
    """Checkpoints, summaries and logs of a run, and of one that goes on from it."""
    found = []
    for last in (4, 6):
        with tf.Graph().as_default(), Log() as log:
            step, v, train = model(tf)
            tf.summary.scalar("loss", v)
            hooks = [
                tf.train.StopAtStepHook(last_step=last),
                tf.train.LoggingTensorHook({"value": v.name, "step": step}, every_n_iter=2),
                tf.train.NanTensorHook(v),
            ]
            values = []
            with tf.train.MonitoredTrainingSession(
                checkpoint_dir=folder, hooks=hooks, save_checkpoint_steps=2, save_checkpoint_secs=None,
                save_summaries_steps=1, log_step_count_steps=3,
            ) as sess:  # fmt: skip
                while not sess.should_stop():
                    values.append(plain(sess.run([train, v])))
            found.append(values)
            lines = [line.replace(folder, "DIR") for line in log.lines]
            found.append([line for line in lines if "deprecat" not in line and "all_hooks" not in line])
        found.append(os.path.basename(tf.train.latest_checkpoint(folder)))
        found.append(sorted(n for n in os.listdir(folder) if n.endswith((".meta", ".pbtxt")) or n == "checkpoint"))
    return found


class Note:
    """A hook's calls, in order."""

    def __init__(self, tf, calls, name, fetch=None, feed=None):
        class Hook(tf.train.SessionRunHook):
            def begin(self):
                calls.append(name + " begin")

            def after_create_session(self, session, coord):
                calls.append(name + " created %s" % coord.should_stop())

            def before_run(self, run_context):
                calls.append(name + " before")
                return tf.train.SessionRunArgs(fetch, feed)

            def after_run(self, run_context, run_values):
                calls.append(name + " after %s" % plain(run_values.results))

            def end(self, session):
                calls.append(name + " end")

        self.hook = Hook()


def order(tf, folder):
    """Hooks in order, their fetches and feeds, and what they may not do."""
    calls = []
    x = tf.placeholder_with_default(1.0, [], name="x")
    y = x + 1.0
    a, b = Note(tf, calls, "a", y).hook, Note(tf, calls, "b", {"y": y}, {x: 5.0}).hook
    again = Note(tf, calls, "c", None, {x: 6.0}).hook
    with tf.train.MonitoredSession(hooks=[a, b]) as sess:
        calls.append(plain(sess.run(y)))
        calls.append(attempt(lambda: sess.run(y, {x: 1.0}))[0])
    with tf.train.MonitoredSession(hooks=[b, again]) as sess:
        calls.append(attempt(lambda: sess.run(y))[0])
    closed = tf.train.MonitoredSession()
    closed.close()
    calls.append([closed.should_stop(), closed.graph is None, attempt(closed.close)])
    return calls


def endings(tf, folder):
    """Ends of input, NaN, errors, step functions, final values."""
    found = []
    q = tf.FIFOQueue(2, tf.float32, shapes=[[]])
    runner = tf.train.QueueRunner(q, [q.enqueue(tf.train.limit_epochs(tf.constant(1.0), 3))])
    tf.train.add_queue_runner(runner)
    taken = q.dequeue()
    final = tf.train.FinalOpsHook(tf.constant(7))
    n = 0
    with tf.train.MonitoredSession(hooks=[final]) as sess:
        while not sess.should_stop():
            sess.run(taken)
            n += 1
    found.append([n, plain(final.final_ops_values)])
    with tf.Graph().as_default():
        x = tf.placeholder_with_default(1.0, [])
        for fail in (True, False):
            feed = tf.train.FeedFnHook(lambda: {x: float("nan")})
            hooks = [tf.train.NanTensorHook(x * 1.0, fail_on_nan_loss=fail), feed]
            with tf.train.SingularMonitoredSession(hooks=hooks) as sess:
                found.append(attempt(lambda: np.isnan(sess.run(x))))
                found.append([sess.should_stop(), sess.raw_session() is not None])
    with tf.Graph().as_default():
        one = tf.constant(1)

        def step_fn(step_context):
            value = step_context.run_with_hooks(one)
            found.append([plain(value), plain(step_context.session.run(one))])
            step_context.request_stop()

        with tf.train.MonitoredSession() as sess:
            sess.run_step_fn(step_fn)
        with tf.train.MonitoredSession() as sess:
            found.append(attempt(lambda: sess.run_step_fn(lambda a, b: None))[0])
    return found


def arguments(tf, folder):
    """What is refused when hooks and managers are made."""
    t = tf.train
    return [
        attempt(lambda: t.StopAtStepHook()),
        attempt(lambda: t.StopAtStepHook(1, 2)),
        attempt(lambda: t.StopAtStepHook(1).begin()),
        attempt(lambda: t.LoggingTensorHook(["a"])),
        attempt(lambda: t.LoggingTensorHook(["a"], every_n_iter=0)),
        attempt(lambda: t.StepCounterHook(every_n_steps=None)),
        attempt(lambda: t.CheckpointSaverHook(folder, saver=1, scaffold=2)),
        attempt(lambda: t.CheckpointSaverHook(folder)),
        attempt(lambda: t.SummarySaverHook(save_steps=1)),
        attempt(lambda: t.SecondOrStepTimer(1, 2)),
        attempt(lambda: t.Scaffold(copy_from_scaffold=1)),
        attempt(lambda: t.SessionManager(ready_for_local_init_op=1)),
    ]


def manager(tf, folder):
    """Sessions that are ready, restored, or not."""
    v = tf.Variable(1.0, name="v")
    saver = tf.train.Saver()
    ready = tf.report_uninitialized_variables()
    found = []
    sm = tf.train.SessionManager(ready_op=ready, recovery_wait_secs=0.01)
    found.append(attempt(lambda: sm.prepare_session("")))
    found.append(attempt(lambda: sm.prepare_session("", init_op=tf.no_op(name="nothing"))))
    sess = sm.prepare_session("", init_op=v.initializer, init_fn=lambda s: s.run(v.assign(4.0)))
    found.append(plain(sess.run(v)))
    saver.save(sess, os.path.join(folder, "m"), global_step=1)
    sess, restored = sm.recover_session("", saver, checkpoint_dir=folder)
    found.append([plain(sess.run(v)), restored])
    found.append(sm.recover_session("", saver, checkpoint_dir=folder + "none")[1])
    found.append(attempt(lambda: sm.wait_for_session("", max_wait_secs=0)))
    return found


RUNS = [graph_of, training, order, endings, arguments, manager]
