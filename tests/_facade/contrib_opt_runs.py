"""Optimizers of tf.contrib.opt and HParams; also runs on Python 3.7 with TF 1.15. Returns JSON."""

import os

from queue_runs import attempt, plain


def trained(tf, make, resource, **options):
    """Variables after three steps, and their names."""
    with tf.Graph().as_default():
        with tf.variable_scope("s", use_resource=resource):
            v = tf.get_variable("v", initializer=tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]))
            w = tf.get_variable("w", initializer=tf.constant([1.0, 2.0]))
        loss = tf.reduce_sum(tf.square(tf.nn.embedding_lookup(v, [0, 2]))) + tf.reduce_sum(3.0 * w)
        step = make(tf.contrib.opt, {"v": v, "w": w}).minimize(loss, **options)
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for _ in range(3):
                sess.run(step)
            found = [[round(float(x), 5) for x in value.ravel()] for value in sess.run([v, w])]
        return found + [sorted(x.name for x in tf.global_variables())]


def optimizers(tf, folder):
    """Each optimizer with reference and resource variables."""
    descent = tf.train.GradientDescentOptimizer
    adagrad = tf.contrib.opt.extend_with_decoupled_weight_decay(tf.train.AdagradOptimizer)
    makers = [
        lambda o, v: o.AdamWOptimizer(0.1, 0.1),
        lambda o, v: o.MomentumWOptimizer(0.1, 0.01, 0.9),
        lambda o, v: o.LazyAdamOptimizer(0.1),
        lambda o, v: o.NadamOptimizer(0.1),
        lambda o, v: o.AdaMaxOptimizer(0.1),
        lambda o, v: adagrad(0.1, learning_rate=0.1),
        lambda o, v: o.MovingAverageOptimizer(descent(0.01), 0.5),
        lambda o, v: o.VariableClippingOptimizer(descent(0.01), {v["v"]: [1], v["w"]: [0]}, 1.0),
    ]
    return [trained(tf, make, resource) for make in makers for resource in (False, True)]


def swapping(tf, folder):
    """Averages are saved under the names of variables."""
    v = tf.Variable(1.0, name="v")
    optimizer = tf.contrib.opt.MovingAverageOptimizer(tf.train.GradientDescentOptimizer(0.5), 0.5)
    found = [attempt(lambda: optimizer.swapping_saver())]
    step = optimizer.minimize(v)
    saver = optimizer.swapping_saver()
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        sess.run(step)
        path = saver.save(sess, os.path.join(folder, "m"))
        found.append(
            sorted([name, plain(tf.train.load_variable(path, name))] for name, _ in tf.train.list_variables(path))
        )
    return found


def hparams(tf, folder):
    """Values from text, JSON and dictionaries."""

    def made():
        return tf.contrib.training.HParams(a=1, b="x", c=[1.5, 2.0], d=True)

    texts = (
        "a=3,c=[1,2],d=false,b=y z",
        "a=x",
        "q=1",
        "a=1,a=2",
        "c=1",
        "a[0]=1",
        "a=1 b",
        "c=[]",
        "d=2",
        "=",
        "a=[1]",
    )
    found = [attempt(lambda text=text: repr(made().parse(text))) for text in texts]
    h = made()
    calls = [
        lambda: str(h),
        lambda: h.to_json(sort_keys=True),
        lambda: sorted(h.values()),
        lambda: ["a" in h, "q" in h, h.get("a"), h.get("q", 5)],
        lambda: h.get("a", "x"),
        lambda: h.get("c", 1.0),
        lambda: h.add_hparam("a", 2),
        lambda: h.add_hparam("e", []),
        lambda: h.set_hparam("a", 2.5),
        lambda: h.set_hparam("d", 1),
        lambda: h.set_hparam("b", 1),
        lambda: h.set_hparam("a", [1]),
        lambda: h.set_hparam("zz", 1),
        lambda: repr(h.parse_json('{"a": 7}')),
        lambda: repr(h.override_from_dict({"c": [3.0]})),
        lambda: h.del_hparam("c"),
        lambda: repr(h),
        lambda: tf.contrib.training.parse_values("x[1]=2,y=3", {"x": int, "y": float}),
        lambda: tf.contrib.training.parse_values("z=1,y=3", {"y": float}, ignore_unknown=True),
    ]
    return found + [repr(attempt(call)) for call in calls]


RUNS = [optimizers, swapping, hparams]
