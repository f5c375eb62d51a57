"""Linear regression whose workers average their gradients: run by `tf1compat launch --all-reduce` in the tests."""

import json

import numpy as np
import tensorflow as tf

tf.app.flags.DEFINE_string("ps_hosts", "", "")
tf.app.flags.DEFINE_string("worker_hosts", "", "")
tf.app.flags.DEFINE_string("job_name", "", "")
tf.app.flags.DEFINE_integer("task_index", 0, "")
FLAGS = tf.app.flags.FLAGS


def batch(worker, step):
    r = np.random.RandomState(10 * step + worker)
    features = r.rand(8, 3).astype(np.float32)
    return features, features.sum(1) + worker


def main(_):
    workers = FLAGS.worker_hosts.split(",")
    cluster = tf.train.ClusterSpec({"ps": FLAGS.ps_hosts.split(","), "worker": workers})
    server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
    if FLAGS.job_name == "ps":
        server.join()
    worker = "/job:worker/task:%d" % FLAGS.task_index
    with tf.device(tf.train.replica_device_setter(worker_device=worker, cluster=cluster)):
        x = tf.placeholder(tf.float32, [None, 3])
        y = tf.placeholder(tf.float32, [None])
        # workers start from different values, and must go on from the first one's
        w = tf.get_variable("w", initializer=tf.constant([0.1, 0.2, 0.3]) + FLAGS.task_index)
        table = tf.get_variable("b", [], initializer=tf.zeros_initializer(), use_resource=True)
        shared = tf.get_variable("shared", [], tf.int32, initializer=tf.zeros_initializer(), trainable=False)
        loss = tf.reduce_mean(tf.square(tf.reduce_sum(x * w, 1) + table - y))
        step = tf.train.get_or_create_global_step()
        opt = tf.train.SyncReplicasOptimizer(tf.train.MomentumOptimizer(0.05, 0.9), len(workers), len(workers))
        train = opt.minimize(loss, global_step=step)
        count = tf.assign_add(shared, 1, use_locking=True)
    hooks = [tf.train.StopAtStepHook(last_step=15), opt.make_session_run_hook(FLAGS.task_index == 0)]
    found, done = {}, 0
    with tf.train.MonitoredTrainingSession(server.target, FLAGS.task_index == 0, hooks=hooks) as sess:
        while not sess.should_stop():
            features, labels = batch(FLAGS.task_index, done)
            _, at, weights, bias = sess.run([train, step, w, table], {x: features, y: labels})
            done += 1
            found = {"done": done, "step": int(at), "w": weights.tolist(), "b": float(bias)}
            sess.run_step_fn(lambda step_context: step_context.session.run(count))
    print("found " + json.dumps(dict(found, device=w.device, shared=shared.device)))


if __name__ == "__main__":
    tf.app.run()
