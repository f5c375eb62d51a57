"""Loops of tf.contrib.training; also runs on Python 3.7 with TF 1.15. Returns JSON."""

import os

from hook_runs import Log
from queue_runs import attempt, plain


def model(tf):
    v = tf.get_variable("v", initializer=4.0, use_resource=True)
    loss = tf.square(v)
    tf.summary.scalar("loss", loss)
    optimizer = tf.train.GradientDescentOptimizer(0.25)
    return v, tf.contrib.training.create_train_op(loss, optimizer, summarize_gradients=False)


def loops(tf, folder):
    """Training, one evaluation, and evaluations of all checkpoints."""
    t = tf.contrib.training
    found = [attempt(lambda: t.train(tf.no_op(), None))]
    with tf.Graph().as_default():
        _, train_op = model(tf)
        hooks = [tf.train.StopAtStepHook(num_steps=4)]
        found.append(plain(t.train(train_op, folder, hooks=hooks, save_checkpoint_secs=600)))
    path = tf.train.latest_checkpoint(folder)
    found.append(os.path.basename(path))
    with tf.Graph().as_default():
        v = tf.get_variable("v", initializer=1.0)
        mean, update = tf.metrics.mean(v)
        hooks = [t.StopAfterNEvalsHook(3), t.SummaryAtEndHook(os.path.join(folder, "events"))]
        tf.summary.scalar("mean", mean)
        with Log() as log:
            final = {"mean": mean, "step": t.get_or_create_eval_step()}
            found.append(plain(t.evaluate_once(path, eval_ops=update, final_ops=final, hooks=hooks)))
        found.append([line for line in log.lines if line.startswith("Evaluation")])
    with tf.Graph().as_default():
        tf.train.get_or_create_global_step()
        v = tf.get_variable("v", initializer=1.0)
        mean, update = tf.metrics.mean(v)
        final = t.evaluate_repeatedly(
            folder,
            eval_ops=[update],
            final_ops=mean,
            eval_interval_secs=0,
            hooks=[t.StopAfterNEvalsHook(2)],
            max_number_of_evaluations=1,
        )
        found.append(plain(final))
    with tf.Graph().as_default():
        tf.get_variable("v", initializer=1.0)
        found.append(plain(t.evaluate_repeatedly(folder + "none", timeout=0, timeout_fn=lambda: True)))
    found.append(attempt(lambda: t.SummaryAtEndHook()))
    found.append([n.startswith("events") for n in os.listdir(os.path.join(folder, "events"))])
    return found


RUNS = [loops]
