"""Optimizers of tf.contrib.opt and HParams; also runs on Python 3.7 with TF 1.15. Returns JSON."""

import importlib
import os

from queue_runs import attempt, plain


def trained(tf, make, resource, digits=5, **options):
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
            found = [[round(float(x), digits) for x in value.ravel()] for value in sess.run([v, w])]
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


def more_optimizers(tf, folder):
    """Those that follow signs, layers, the global step, a window of gradients."""
    momentum = tf.train.MomentumOptimizer
    makers = [
        lambda o, v: o.AddSignOptimizer(0.1),
        lambda o, v: o.PowerSignOptimizer(0.1, base=3.0),
        lambda o, v: o.LARSOptimizer(0.1, skip_list=["w"]),
        lambda o, v: o.RegAdagradOptimizer(0.1),
        lambda o, v: o.AdamGSOptimizer(tf.train.get_or_create_global_step(), 0.1),
        lambda o, v: o.LazyAdamGSOptimizer(tf.train.get_or_create_global_step(), 0.1),
        lambda o, v: o.MultitaskOptimizerWrapper(momentum(0.01, 0.9)),
        lambda o, v: o.ShampooOptimizer(learning_rate=0.1, max_matrix_size=2),
    ]
    pairs = [(make, resource) for make in makers for resource in (False, True)]
    return [attempt(lambda p=p: trained(tf, *p, digits=3)) for p in pairs]


def dense_optimizers(tf, folder):
    """Those that refuse rows, or need a global step; the learning of a worker alone."""
    found = []
    v = tf.get_variable("v", initializer=[1.0, 2.0])
    w = tf.get_variable("w", initializer=[[3.0], [4.0]])
    loss = tf.reduce_sum(tf.square(v)) + tf.reduce_sum(3.0 * w)
    step = tf.train.get_or_create_global_step()
    stale = tf.contrib.opt.DropStaleGradientOptimizer(tf.train.GradientDescentOptimizer(0.1), 1)
    pairs = [(tf.constant([3.0, 4.0]), v), (tf.zeros([2, 1]), w)]
    clipped, norm = tf.contrib.opt.clip_gradients_by_global_norm(pairs, 1.0)
    steps = [
        tf.contrib.opt.GGTOptimizer(0.1, window=3).minimize(loss),
        stale.minimize(loss, global_step=step),
        tf.contrib.opt.ShampooOptimizer(step, learning_rate=0.1, svd_interval=2, use_iterative_root=True).minimize(
            loss
        ),
    ]
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for train in steps:
            sess.run(train)
            sess.run(train)
            found.append([round(float(x), 2) for value in sess.run([v, w]) for x in value.ravel()])
        found.append(
            [round(float(x), 5) for value in sess.run([g for g, _ in clipped] + [norm]) for x in value.ravel()]
        )
    return found + [sorted(x.name for x in tf.global_variables() if "power" not in x.name)]


def decays(tf, folder):
    """Decays of the sign's influence."""
    folder = tf.contrib.opt.AddSignOptimizer.__module__.rpartition(".")[0]
    sign_decay = importlib.import_module(folder + ".sign_decay")
    step = tf.placeholder(tf.int32, [])
    functions = [
        sign_decay.get_linear_decay_fn(8),
        sign_decay.get_cosine_decay_fn(8, num_periods=2, zero_after=1),
        sign_decay.get_restart_decay_fn(8, num_periods=2, zero_after=1.5),
    ]
    decayed = [f(step) for f in functions]
    with tf.Session() as sess:
        found = [[round(float(x), 5) for x in sess.run(decayed, {step: i})] for i in (0, 1, 3, 5, 7, 9)]
    return found + [attempt(lambda f=f: f(None)) for f in functions]


def outside(tf, folder):
    """SciPy minimises, with bounds and constraints."""
    x = tf.get_variable("x", initializer=[7.0, 7.0])
    loss = tf.reduce_sum(tf.square(x))
    bounded = tf.contrib.opt.ScipyOptimizerInterface(loss, var_to_bounds={x: ([1.0, 2.0], 9.0)})
    constrained = tf.contrib.opt.ScipyOptimizerInterface(
        loss, equalities=[x[0] - 1.0], inequalities=[x[1] - 3.0], method="SLSQP"
    )
    calls = []
    found = []
    with tf.Session() as sess:
        for optimizer in (bounded, constrained):
            sess.run(tf.global_variables_initializer())
            optimizer.minimize(sess, fetches=[loss], loss_callback=calls.append)
            found.append([round(float(v), 3) for v in sess.run(x)])
        calls_seen = len(calls) > 1 and round(float(calls[0]), 3)
        wrong = [{"bounds": 1}, {"jac": 1}]
        wrong = [tf.contrib.opt.ScipyOptimizerInterface(loss, **kwargs) for kwargs in wrong]
        found += [attempt(lambda o=o: o.minimize(sess)) for o in wrong]
        plain_one = tf.contrib.opt.ExternalOptimizerInterface(loss)
        found.append(attempt(lambda: plain_one.minimize(sess)))
    return [*found, calls_seen]


def copies(tf, folder):
    """Workers with copies of their own, one of them here."""
    found = []
    for kind in ("AGN", "ElasticAverage", "ModelAverage"):
        with tf.Graph().as_default():
            getter = getattr(tf.contrib.opt, kind + "CustomGetter")("/cpu:0")
            with tf.variable_scope("", custom_getter=getter):
                step = tf.train.get_or_create_global_step()
                v = tf.get_variable("v", initializer=1.0)
            descent = tf.train.GradientDescentOptimizer(0.1)
            if kind == "ModelAverage":
                optimizer = tf.contrib.opt.ModelAverageOptimizer(descent, 1, True, getter, interval_steps=2)
            elif kind == "AGN":
                optimizer = tf.contrib.opt.AGNOptimizer(descent, 1, getter, 2)
            else:
                optimizer = tf.contrib.opt.ElasticAverageOptimizer(descent, 1, getter, 2)
            train = optimizer.apply_gradients(optimizer.compute_gradients(v * 2.0), step)
            init = optimizer.get_init_op() if kind == "ModelAverage" else optimizer.get_init_op(0)
            names = [sorted(x.name for x in tf.global_variables()), sorted(x.name for x in tf.local_variables())]
            with tf.Session() as sess:
                sess.run(tf.global_variables_initializer())
                sess.run(tf.local_variables_initializer())
                sess.run(init)
                if kind == "ModelAverage":
                    sess.run(optimizer._chief_init_op)
                rows = []
                for _ in range(4):
                    sess.run(train)
                    rows.append([round(float(x), 4) for x in sess.run(tf.global_variables() + [v])])
            found.append([names, rows])
    return found


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


RUNS = [optimizers, more_optimizers, dense_optimizers, decays, outside, copies, swapping, hparams]
