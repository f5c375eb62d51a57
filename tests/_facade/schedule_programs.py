"""Programs about learning rate schedules, moving averages and templates.

Also runs on the recorder's Python 3.7 with TF 1.15. A program builds a graph and returns what else is to be compared.
"""

from programs import collect

try:
    import tf1compat as tf
except ImportError:  # the recorder
    import tensorflow as tf

PROGRAMS, program = collect()


def steps():
    return (
        tf.Variable(0, trainable=False, name="step"),
        tf.Variable(0, trainable=False, name="rstep", use_resource=True),
    )


def each(f):
    return [str(f(s)) for s in steps()]


@program
def exp():
    return each(lambda s: tf.train.exponential_decay(0.1, s, 1000, 0.96, staircase=True)) + each(
        lambda s: tf.train.exponential_decay(0.1, s, 1000, 0.96, name="lr")
    )


@program
def nat():
    return each(lambda s: tf.train.natural_exp_decay(0.1, s, 1000, 0.5))


@program
def inv():
    return each(lambda s: tf.train.inverse_time_decay(0.1, s, 1000, 0.5, staircase=True))


@program
def poly():
    return each(lambda s: tf.train.polynomial_decay(0.1, s, 1000, 0.5, power=2.0))


@program
def cos():
    return each(lambda s: tf.train.cosine_decay(0.1, s, 1000, 0.5))


@program
def lin():
    return each(lambda s: tf.train.linear_cosine_decay(0.1, s, 1000))


@program
def noisy():
    return each(lambda s: tf.train.noisy_linear_cosine_decay(0.1, s, 1000))


@program
def piece():
    return each(lambda s: tf.train.piecewise_constant(s, [10, 20], [1.0, 0.5, 0.1]))


@program
def restarts():
    return each(lambda s: tf.train.cosine_decay_restarts(0.1, s, 1000))


@program
def ema_tensor():
    e = tf.train.ExponentialMovingAverage(0.9)
    x = tf.constant([1.0, 2.0], name="x")
    op = e.apply([x])
    e2 = tf.train.ExponentialMovingAverage(0.9, num_updates=tf.constant(3), zero_debias=True, name="Z")
    y = tf.constant(1.0, name="y")
    e2.apply([y])
    return [
        op.name,
        e.average(x).name,
        e.average_name(x),
        e2.average_name(tf.constant(1.0, name="q")),
        sorted(e.variables_to_restore()),
    ]


@program
def ema_var():
    v = tf.Variable([1.0, 2.0], name="v")
    e = tf.train.ExponentialMovingAverage(0.9)
    e.apply([v])
    r = tf.Variable(1.0, use_resource=True, name="r")
    e.apply([r])
    return [e.average(v).name, [x.name for x in tf.moving_average_variables()], sorted(e.variables_to_restore())]


@program
def template():

    def f(x, k=1.0):
        return x * tf.get_variable("w", initializer=2.0) + k

    t = tf.make_template("scale", f)
    a = t(tf.constant(1.0))
    b = t(tf.constant(1.0))
    t2 = tf.make_template("scale", f, k=2.0)
    t2(a)
    t3 = tf.make_template("now", f, create_scope_now_=True)
    t4 = tf.make_template("now", f, create_scope_now_=True)
    t4(a)
    t3(a)
    t3(b)
    with tf.variable_scope("outer"):
        t5 = tf.make_template("in", f)
        t5(a)
    t5(a)
    bad = tf.make_template("bad", lambda: tf.Variable(1.0))
    bad()
    try:
        bad()
        e = ""
    except ValueError as ex:
        e = str(ex).split("\n")[0]
    return (
        [v.name for v in tf.global_variables()] + [v.name for v in t3.variables] + [t4.variable_scope_name, t.name, e]
    )
