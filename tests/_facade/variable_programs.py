"""Programs about variables, assignments and variable scopes.

Also runs on the recorder's Python 3.7 with TF 1.15. A program builds a graph and returns what else is to be compared.
"""

import numpy as np
from programs import collect, into

try:
    import tf1compat as tf
except ImportError:  # the recorder
    import tensorflow as tf

PROGRAMS, program = collect()


@program
def basic():
    v = tf.Variable(1.0)
    w = tf.Variable(lambda: 2.0, name="w")
    x = tf.Variable([1, 2], trainable=False)
    v.assign(3.0)
    v.assign_add(v.read_value())
    tf.assign(v, w)
    tf.assign_sub(v, 1.0, name="sub")
    tf.assign(x, [1, 2], validate_shape=False)
    tf.global_variables_initializer()
    tf.variables_initializer([v], name="myinit")
    tf.local_variables_initializer()
    return [
        str(v),
        repr(w),
        [i.name for i in tf.trainable_variables()],
        [i.name for i in tf.global_variables()],
        v.op.name,
        v.dtype.name,
        str(v.shape),
        v.initializer.name,
        v.initial_value.name,
    ]


@program
def resource():
    r = tf.Variable([1.0, 2.0], use_resource=True, name="r")
    s = tf.Variable(lambda: tf.constant(1.0), use_resource=True)
    a = r.assign([3.0, 4.0])
    b = r.assign_add([1.0, 1.0], read_value=False)
    r.read_value()
    r.value()
    tf.identity(r)
    tf.assign(r, [1.0, 2.0], name="as")
    tf.assign_sub(r, [1.0, 1.0])
    with tf.control_dependencies([r.assign([5.0, 6.0])]):
        tf.identity(s)
    tf.group(a, b, r.initializer)
    tf.is_variable_initialized(r)
    tf.global_variables_initializer()
    a.read_value()
    c = a.op
    return [str(a), str(r), r.name, r.op.name, r.dtype.name, str(r.shape), c.name, a.name, r.initializer.name]


@program
def scatter():
    v = tf.Variable(np.ones([4, 2], "f"))
    r = tf.Variable(np.ones([4, 2], "f"), use_resource=True)
    for f in (
        tf.scatter_update,
        tf.scatter_add,
        tf.scatter_sub,
        tf.scatter_mul,
        tf.scatter_div,
        tf.scatter_min,
        tf.scatter_max,
    ):
        f(v, [0, 1], [[1.0, 2.0], [3.0, 4.0]])
        f(r, [0, 1], [[1.0, 2.0], [3.0, 4.0]])
    for f in (tf.scatter_nd_update, tf.scatter_nd_add, tf.scatter_nd_sub):
        f(v, [[0, 1]], [1.0], name="nd")
        f(r, [[0, 1]], [1.0])
    s = tf.IndexedSlices(tf.constant([[1.0, 2.0]]), tf.constant([2]))
    v.scatter_sub(s)
    r.scatter_sub(s)
    v.scatter_add(s, name="q")
    r.scatter_update(s)
    v.scatter_nd_add([[1]], [[1.0, 2.0]])
    r.scatter_nd_update([[1]], [[1.0, 2.0]])
    n = tf.Variable(0)
    tf.count_up_to(n, 3)
    n.count_up_to(4)
    m = tf.Variable(0, use_resource=True)
    m.count_up_to(3)
    tf.count_up_to(m, 3)
    r.sparse_read([0, 1])
    r.gather_nd([[1]])
    r.sparse_read(1, name="g")


@program
def variable_devices():
    with tf.device("/job:ps/task:0"):
        v = tf.Variable(1.0, name="v")
        r = tf.Variable(1.0, use_resource=True, name="r")
        tf.Variable(lambda: tf.constant(1.0), name="f")
    with tf.device("/job:worker/task:1"):
        v.assign(2.0)
        r.assign(2.0)
        r.read_value()
        tf.identity(r)
        tf.group(v.initializer, r.initializer, tf.constant(1.0))
    tf.Variable(1.0, caching_device="/cpu:0", name="c")
    d = tf.Variable(1.0, caching_device="/cpu:0", use_resource=True, name="d")
    d.assign_add(1.0)
    tf.identity(d)
    tf.global_variables_initializer()
    return [v.device, r.device]


@program
def control():
    with tf.control_dependencies([tf.no_op()]):
        v = tf.Variable(1.0)
        tf.Variable(tf.constant(2.0))
        tf.Variable(lambda: 1.0, use_resource=True)
        v.assign(1.0)
    with tf.name_scope("a"):
        x = tf.Variable(1.0, name="x")
        y = tf.Variable(1.0)
    return [x.name, y.name]


@program
def variable_errors():
    out = []

    t = into(out)
    v = tf.Variable([1.0, 2.0])
    r = tf.Variable([1.0, 2.0], use_resource=True)
    t(lambda: tf.assign(v, [1.0, 2.0, 3.0]))
    t(lambda: v.assign([1, 2, 3]))
    t(lambda: r.assign([1.0, 2.0, 3.0]))
    t(lambda: v.assign("a"))
    t(lambda: tf.Variable())
    t(lambda: tf.Variable(1.0, collections="x"))
    t(lambda: tf.Variable(1.0, constraint=3))
    t(lambda: tf.Variable(tf.placeholder(tf.float32)))
    t(lambda: tf.Variable(tf.placeholder(tf.float32, [None]), validate_shape=False))
    t(lambda: iter(v))
    t(lambda: v.scatter_add(3))
    t(lambda: tf.convert_to_tensor(v, tf.int32))
    t(lambda: tf.convert_to_tensor(r, tf.int32))
    t(lambda: tf.Variable("abc"))
    t(lambda: tf.Variable(True).dtype)
    t(lambda: tf.Variable(1.0, dtype=tf.float64))
    t(lambda: tf.Variable(1.5, dtype=tf.int32))
    t(lambda: tf.assign(tf.constant(1.0), 2.0))
    t(lambda: tf.assign_add(v, 1.0))
    t(lambda: r.set_shape([2]))
    t(lambda: v.load([1.0, 2.0]))
    t(lambda: tf.Variable(1.0, synchronization=7))
    t(lambda: tf.group(3))
    t(lambda: tf.group(None))
    t(lambda: tf.group(tf.no_op(), x=3))
    t(lambda: tf.group())
    t(lambda: v == v)
    t(lambda: v != r)
    t(lambda: {v: 1}[v])
    t(lambda: tf.assign(v, tf.placeholder(tf.float32)))
    t(lambda: tf.Variable([1.0], shape=[2], use_resource=True))
    t(lambda: tf.Variable([[1.0, 2.0]], shape=tf.TensorShape(None)))
    t(lambda: tf.scatter_add(v, [0], [[1.0, 2.0]]))
    t(lambda: tf.scatter_add(tf.Variable(1.0), [0], [1.0]))
    return out


def init(shape, dtype=None, partition_info=None):
    return tf.constant(np.ones(shape, "f"))


def names():
    return [v.name for v in tf.global_variables()]


@program
def scopes():
    out = []
    with tf.variable_scope("a") as a:
        v = tf.get_variable("v", [2], initializer=init)
        tf.constant(1.0)
        with tf.variable_scope("b", reuse=tf.AUTO_REUSE) as b:
            w = tf.get_variable("w", [2], initializer=init)
            w2 = tf.get_variable("w", [2], initializer=init)
            out.append(w is w2)
            tf.constant(1.0)
        out += [a.name, b.name, a.original_name_scope, b.original_name_scope, str(a.reuse), str(b.reuse)]
    with tf.variable_scope(a, reuse=True) as a2:
        out.append(tf.get_variable("v") is v)
        tf.constant(2.0)
        out.append(a2.original_name_scope)
    with tf.variable_scope("a", reuse=True) as a3:
        out.append(tf.get_variable("v", [2]) is v)
        tf.constant(2.0)
        out.append(a3.original_name_scope)
        with tf.variable_scope(b) as b2:
            out.append(b2.name)
            tf.constant(1.0)
        with tf.variable_scope("x"):
            out.append(str(tf.get_variable_scope().reuse))
            tf.constant(0.0)
    with tf.variable_scope("a") as a4:
        a4.reuse_variables()
        out.append(tf.get_variable("b/w") is w)
    for _ in range(3):
        with tf.variable_scope(None, "layer") as s:
            tf.get_variable("v", [1], initializer=init)
            tf.constant(1.0)
            out.append(s.name)
    with tf.variable_scope("q"):
        for _ in range(2):
            with tf.variable_scope(None, default_name="layer") as s:
                tf.get_variable("v", initializer=1.0)
                out.append(s.name)
    with tf.variable_scope(""):
        tf.get_variable("root", initializer=tf.constant([1.0]))
        tf.constant(5.0)
    with tf.name_scope("n"):
        tf.get_variable("nn", initializer=1)
        with tf.variable_scope("m"):
            tf.get_variable("nn", initializer=1, dtype=tf.int32)
            tf.Variable(3.0, name="plain")
            tf.constant(1.0)
        with tf.variable_scope(a):
            tf.constant(1.0)
    with tf.variable_scope("aux", auxiliary_name_scope=False) as s:
        tf.constant(1.0)
        tf.get_variable("z", initializer=1.0)
        out.append(s.original_name_scope)
    with tf.name_scope("n2"):
        with tf.variable_scope(a, auxiliary_name_scope=False) as s:
            tf.constant(1.0)
            out.append(s.original_name_scope)
    with tf.variable_op_scope([v], None, "ops"):
        tf.constant(1.0)
    with tf.variable_scope(tf.get_variable_scope()):
        tf.constant(1.0)
    sc = tf.variable_scope("twice")
    with sc as s1:
        tf.constant(1.0)
        out.append(s1.name)
    return out + names() + [x.name for x in a.trainable_variables()]


@program
def scope_defaults():
    out = []

    def reg(v):
        return tf.identity(v, name="l2")

    def getter(getter, name, *a, **k):
        v = getter(name, *a, **k)
        return tf.identity(v, name="got")

    with tf.variable_scope("a", initializer=init, regularizer=reg, dtype=tf.float32, use_resource=True):
        r = tf.get_variable("r", [2])
        out.append(str(r))
        tf.Variable(1.0)
        with tf.variable_scope("in", regularizer=tf.no_regularizer, custom_getter=getter, use_resource=False):
            out.append(str(tf.get_variable("x", [1])))
    with tf.variable_scope("g", custom_getter=getter):
        with tf.variable_scope("h", custom_getter=getter):
            tf.get_variable("y", [1], initializer=init)
    tf.get_local_variable("loc", [2], initializer=init)
    tf.get_local_variable("loc2", initializer=2.0)
    tf.get_variable("nt", [1], initializer=init, trainable=False, collections=["mine", "variables"])
    tf.get_variable("c", initializer=lambda: tf.constant(2.0))
    out += (
        [v.name for v in tf.local_variables()]
        + [v.name for v in tf.trainable_variables()]
        + [v.name for v in tf.get_collection("mine")]
        + [v.name for v in tf.get_collection(tf.GraphKeys.REGULARIZATION_LOSSES)]
    )
    with tf.variable_scope("dt", dtype=tf.float64):
        out.append(
            tf.get_variable(
                "d", [1], initializer=lambda s, dtype, partition_info: tf.constant(np.ones(s, dtype.as_numpy_dtype))
            ).dtype.name
        )

    def creator(next_creator, **kw):
        kw["name"] = "made_" + kw["name"]
        return next_creator(**kw)

    with tf.variable_creator_scope(creator):
        out.append(tf.Variable(1.0, name="q").name)
        tf.get_variable("k", initializer=1.0)
    return out


@program
def scope_errors():
    out = []

    t = into(out)

    def sc(*a, **k):
        with tf.variable_scope(*a, **k):
            pass

    tf.get_variable("v", [2], initializer=init)
    tf.get_variable("r", initializer=1.0, use_resource=True)
    t(lambda: tf.get_variable("v", [2]))
    t(lambda: tf.get_variable("r", [2]))
    t(lambda: tf.get_variable("i", [2], initializer=1.0))
    t(lambda: tf.get_variable("dt", initializer=1.0, dtype=tf.int32))
    t(lambda: tf.get_variable("c", initializer=init))
    t(lambda: tf.get_variable("u", [None, 2], initializer=init))
    t(lambda: sc(None))
    t(lambda: sc("a", reuse=3))
    t(lambda: sc(3))
    t(lambda: sc(None, "x", reuse=True))
    t(lambda: sc("a", auxiliary_name_scope=3))
    with tf.variable_scope(tf.get_variable_scope(), reuse=True):
        t(lambda: tf.get_variable("v", [3]))
        t(lambda: tf.get_variable("v", [2], dtype=tf.int32))
        t(lambda: tf.get_variable("nope", [2]))
        t(lambda: tf.get_variable("v"))
        t(lambda: tf.get_variable("v", custom_getter=3))
    t(lambda: tf.get_variable("cpx", [2], dtype=tf.complex64))
    t(lambda: sc("bad name!"))
    t(lambda: tf.get_variable("bad name!", [2], initializer=init))
    return out


@program
def batches():
    v = tf.Variable(np.zeros([2, 4, 3], "f"), name="v")
    r = tf.Variable(np.zeros([2, 4, 3], "f"), name="r", use_resource=True)
    values = np.ones([2, 2, 3], "f")
    tf.batch_scatter_update(v, [[0, 1], [2, 3]], values)
    tf.batch_scatter_update(r, np.int64([[0, 1], [2, 3]]), values)
    slices = tf.IndexedSlices(tf.constant(values), tf.constant([[0, 1], [2, 3]]))
    return [str(v.batch_scatter_update(slices)), str(r.batch_scatter_update(slices, name="given"))]
