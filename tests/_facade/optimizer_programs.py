"""Programs about optimizers.

Also runs on the recorder's Python 3.7 with TF 1.15. A program builds a graph and returns what else is to be compared.
"""

import numpy as np
from programs import collect, into

try:
    import tf1compat as tf
except ImportError:  # the recorder
    import tensorflow as tf

PROGRAMS, program = collect()


def model(res=False, n=2):
    ws = [tf.Variable(np.ones([2, 3], "f"), name="w" + str(i), use_resource=res) for i in range(n)]
    return (ws, [tf.constant(np.ones([2, 3], "f")) for _ in ws])


@program
def gd():
    ws, gs = model()
    o = tf.train.GradientDescentOptimizer(0.1)
    t = o.apply_gradients(zip(gs, ws))
    gstep = tf.Variable(0, name="gs", trainable=False)
    u = o.apply_gradients(zip(gs, ws), global_step=gstep, name="named")
    return [t.name, u.name, repr(t), repr(u), [x.name for x in tf.get_collection("train_op")]]


@program
def gd_res():
    ws, gs = model(True)
    o = tf.train.GradientDescentOptimizer(lambda: 0.1)
    t = o.apply_gradients(zip(gs, ws))
    gstep = tf.train.create_global_step()
    u = o.apply_gradients(zip(gs, ws), global_step=gstep)
    rs = tf.Variable(0, use_resource=True, name="rs")
    z = o.apply_gradients(zip(gs, ws), global_step=rs)
    return [repr(t), repr(u), repr(z)]


@program
def momentum():
    ws, gs = model()
    o = tf.train.MomentumOptimizer(0.1, 0.9, use_nesterov=True)
    o.apply_gradients(zip(gs, ws))
    ws, gs = model(True)
    o.apply_gradients(zip(gs, ws))
    return (
        [v.name for v in o.variables()]
        + o.get_slot_names()
        + [o.get_slot(ws[0], "momentum").name]
        + [v.name for v in tf.trainable_variables()]
    )


@program
def adam():
    ws, gs = model()
    o = tf.train.AdamOptimizer(0.1)
    o.apply_gradients(zip(gs, ws), global_step=tf.train.get_or_create_global_step())
    o2 = tf.train.AdamOptimizer(tf.constant(0.1), name="Second")
    o2.apply_gradients(zip(gs, ws))
    with tf.name_scope("train"):
        o3 = tf.train.AdamOptimizer(0.1)
        o3.apply_gradients(zip(gs, ws))
    with tf.variable_scope("vs"):
        w = tf.get_variable("w", initializer=1.0)
        o3 = tf.train.AdamOptimizer(0.1)
        o3.apply_gradients([(tf.constant(1.0), w)])
    tf.global_variables_initializer()
    return [v.name for v in o.variables()] + [v.name for v in o3.variables()]


@program
def adam_res():
    ws, gs = model(True)
    o = tf.train.AdamOptimizer(0.1)
    o.apply_gradients(zip(gs, ws))
    w = tf.Variable(np.float64([1.0, 2.0]), use_resource=True)
    o.apply_gradients([(np.float64([1.0, 2.0]), w)])
    d = tf.Variable(np.float64([1.0, 2.0]), name="dbl")
    tf.train.MomentumOptimizer(0.1, tf.constant(0.5)).apply_gradients(
        [(tf.constant([1.0, 2.0], tf.float64), d), (None, w)]
    )


@program
def minimize():
    ws, gs = model()
    loss = tf.reduce_sum(ws[0] * ws[1])
    tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    tf.train.AdamOptimizer(0.1).minimize(loss, var_list=[ws[0]])


@program
def sparse_gradients():
    ws, gs = model()
    rs, _ = model(True)
    s = tf.IndexedSlices(tf.constant(np.ones([2, 3], "f")), tf.constant([0, 1]), tf.constant([2, 3]))
    for o in (
        tf.train.GradientDescentOptimizer(0.1),
        tf.train.MomentumOptimizer(0.1, 0.9),
        tf.train.AdamOptimizer(0.1),
    ):
        o.apply_gradients([(s, ws[0])])
        o.apply_gradients([(s, rs[0])])


@program
def constraint():
    w = tf.Variable([1.0, 2.0], constraint=lambda x: tf.identity(x))
    r = tf.Variable([1.0, 2.0], constraint=lambda x: tf.identity(x), use_resource=True)
    tf.train.GradientDescentOptimizer(0.1).apply_gradients([(tf.constant([1.0, 2.0]), w), (tf.constant([1.0, 2.0]), r)])


@program
def optimizer_devices():
    with tf.device("/job:ps/task:0"):
        w = tf.Variable([1.0, 2.0], name="w")
        r = tf.Variable([1.0, 2.0], use_resource=True, name="r")
    with tf.device("/job:worker"):
        tf.train.AdamOptimizer(0.1).apply_gradients(
            [(tf.constant([1.0, 2.0]), w), (tf.constant([1.0, 2.0]), r)],
            global_step=tf.train.get_or_create_global_step(),
        )


@program
def tuple_of_tensors():
    a = tf.constant(1.0)
    b = tf.constant(2.0)
    x = tf.tuple([a, b, None])
    tf.tuple([a], control_inputs=[b], name="t")
    return [str(i) for i in x]


@program
def slots_unknown_shape():
    v = tf.Variable(tf.placeholder(tf.float32), validate_shape=False)
    tf.train.MomentumOptimizer(0.1, 0.9).apply_gradients([(tf.constant(1.0), v)])


@program
def dependent():
    a = tf.Variable(2.0, name="a")
    b = tf.Variable(a * 2.0, name="b")
    tf.Variable(b.initialized_value() + 1.0, name="c")
    tf.Variable(tf.identity(b), name="d", use_resource=True)


@program
def optimizer_errors():
    out = []

    t = into(out)
    w = tf.Variable([1.0, 2.0])
    o = tf.train.GradientDescentOptimizer(0.1)
    t(lambda: o.apply_gradients([]))
    t(lambda: o.apply_gradients([(None, w)]))
    t(lambda: o.apply_gradients([(tf.constant([1.0, 2.0]), tf.constant(1.0))]))
    t(lambda: tf.train.GradientDescentOptimizer(0.1, name=""))
    t(lambda: o.compute_gradients(tf.constant(1)))
    t(lambda: o.apply_gradients([(tf.constant([1.0, 2.0, 3.0]), w)]))
    t(lambda: o.minimize(tf.constant(1.0)))
    t(lambda: o.compute_gradients(tf.constant(1.0), gate_gradients=7))
    t(lambda: o.compute_gradients(tf.constant(1.0), var_list=[]))
    t(lambda: tf.train.assert_global_step(tf.constant(1.0)))
    t(lambda: tf.train.assert_global_step(tf.constant([1, 2])))
    t(lambda: tf.train.assert_global_step(3))
    t(lambda: tf.train.get_global_step())
    t(lambda: o.apply_gradients([("a", w)]))
    t(lambda: tf.train.Optimizer(False, "x").apply_gradients([(tf.constant([1.0, 2.0]), w)]))
    t(lambda: tf.train.create_global_step().name)
    t(lambda: tf.train.create_global_step().name)
    return out


def pair(res):
    return [(tf.constant(np.ones([2, 3], "f")), tf.Variable(np.ones([2, 3], "f"), name="w", use_resource=res))]


def both(make):
    out = []
    for res in (False, True):
        p = pair(res)
        o = make()
        o.apply_gradients(p)
        out += [v.name for v in o.variables()] + o.get_slot_names()
    d = tf.Variable(np.ones([2], "d"), name="d")
    o.apply_gradients([(tf.constant(np.ones([2], "d")), d)]) if not isinstance(
        o, tf.train.ProximalGradientDescentOptimizer
    ) and "Prox" not in o.get_name() else None
    return out


@program
def adagrad():
    return both(lambda: tf.train.AdagradOptimizer(0.1))


@program
def adagrad_da():
    gs = tf.train.get_or_create_global_step()
    return both(lambda: tf.train.AdagradDAOptimizer(0.1, gs, l1_regularization_strength=0.1))


@program
def rms():
    return both(lambda: tf.train.RMSPropOptimizer(0.1, momentum=0.5))


@program
def rmsc():
    return both(lambda: tf.train.RMSPropOptimizer(lambda: 0.1, centered=True))


@program
def adadelta():
    return both(lambda: tf.train.AdadeltaOptimizer())


@program
def ftrl():
    return both(lambda: tf.train.FtrlOptimizer(0.1, accum_name="acc"))


@program
def ftrl2():
    return both(lambda: tf.train.FtrlOptimizer(0.1, l2_shrinkage_regularization_strength=0.1))


@program
def prox():
    return both(lambda: tf.train.ProximalGradientDescentOptimizer(0.1, 0.2))


@program
def proxa():
    return both(lambda: tf.train.ProximalAdagradOptimizer(0.1))


@program
def bad_arguments():
    out = []
    for f in (
        lambda: tf.train.AdagradOptimizer(0.1, 0.0),
        lambda: tf.train.FtrlOptimizer(0.1, 1.0),
        lambda: tf.train.FtrlOptimizer(0.1, initial_accumulator_value=-1.0),
        lambda: tf.train.FtrlOptimizer(0.1, l1_regularization_strength=-1.0),
        lambda: tf.train.ProximalAdagradOptimizer(0.1, 0.0),
        lambda: tf.train.AdagradDAOptimizer(0.1, 3, 0.0),
    ):
        try:
            f()
        except Exception as e:
            out.append(repr(e))
    return out


@program
def more_sparse_gradients():
    for res in (False, True):
        p = pair(res)
        s = tf.IndexedSlices(tf.constant(np.ones([2, 3], "f")), tf.constant([0, 1]), tf.constant([2, 3]))
        gs = tf.train.get_or_create_global_step()
        for o in (
            tf.train.AdagradOptimizer(0.1),
            tf.train.AdagradDAOptimizer(0.1, gs),
            tf.train.RMSPropOptimizer(0.1, momentum=0.5),
            tf.train.RMSPropOptimizer(0.1, centered=True),
            tf.train.AdadeltaOptimizer(),
            tf.train.FtrlOptimizer(0.1),
            tf.train.FtrlOptimizer(0.1, l2_shrinkage_regularization_strength=0.1),
            tf.train.ProximalGradientDescentOptimizer(0.1, 0.2),
            tf.train.ProximalAdagradOptimizer(0.1),
        ):
            o.apply_gradients([(s, p[0][1])])
