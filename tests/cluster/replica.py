"""Classic between-graph replication, as a program of its time: run by `tf1compat launch` in the tests beside it."""

import os
import sys
import time

import numpy as np
import tensorflow as tf

tf.app.flags.DEFINE_string("ps_hosts", "", "")
tf.app.flags.DEFINE_string("worker_hosts", "", "")
tf.app.flags.DEFINE_string("job_name", "", "")
tf.app.flags.DEFINE_integer("task_index", 0, "")
tf.app.flags.DEFINE_boolean("sync", False, "")
tf.app.flags.DEFINE_integer("steps", 60, "")
tf.app.flags.DEFINE_float("pause", 0.0, "seconds after each step")
tf.app.flags.DEFINE_string("logdir", "", "")
FLAGS = tf.app.flags.FLAGS


def main(_):
    ps, workers = FLAGS.ps_hosts.split(","), FLAGS.worker_hosts.split(",")
    cluster = tf.train.ClusterSpec({"ps": ps, "worker": workers})
    server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
    print("pid", os.getpid())
    if FLAGS.job_name == "ps":
        server.join()
    is_chief = FLAGS.task_index == 0
    worker = "/job:worker/task:%d" % FLAGS.task_index
    with tf.device(tf.train.replica_device_setter(worker_device=worker, cluster=cluster)):
        x = tf.placeholder(tf.float32, [None, 20])
        y = tf.placeholder(tf.int64, [None])
        hidden = tf.layers.dense(x, 30, tf.nn.relu)
        logits = tf.layers.dense(hidden, 5)
        loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits))
        step = tf.train.get_or_create_global_step()
        opt = tf.train.AdamOptimizer(0.01)
        hooks = [tf.train.StopAtStepHook(last_step=FLAGS.steps)]
        if FLAGS.sync:
            opt = tf.train.SyncReplicasOptimizer(opt, len(workers), len(workers))
        train = opt.minimize(loss, global_step=step)
        if FLAGS.sync:
            hooks.append(opt.make_session_run_hook(is_chief))
    r = np.random.RandomState(FLAGS.task_index)
    features = r.rand(400, 20)
    labels = features[:, :5].argmax(1)
    first = last = None
    with tf.train.MonitoredTrainingSession(
        master=server.target,
        is_chief=is_chief,
        hooks=hooks,
        checkpoint_dir=FLAGS.logdir or None,
        save_checkpoint_secs=None,
        save_checkpoint_steps=10,
        save_summaries_steps=None,
        log_step_count_steps=None,
        config=tf.ConfigProto(device_filters=["/job:ps", worker]),
    ) as sess:
        while not sess.should_stop():
            i = r.randint(0, 350)
            _, last, at = sess.run([train, loss, step], {x: features[i : i + 50], y: labels[i : i + 50]})
            first = last if first is None else first
            print("step", at)
            time.sleep(FLAGS.pause)
    print("done first %.3f last %.3f" % (first, last))
    sys.stdout.flush()


if __name__ == "__main__":
    tf.app.run()
