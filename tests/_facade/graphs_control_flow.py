"""Conditionals, cases and loops, nested in each other, with variables, captured tensors and control dependencies."""

import collections

import numpy as np


def _ref_variable(tf):
    return tf.get_variable("v", [], initializer=tf.zeros_initializer())


def _resource_variable(tf):
    return tf.get_variable("v", [], initializer=tf.zeros_initializer(), use_resource=True)


def _pred(tf, v):
    return tf.less(v.n, 3)


def cond_basic(tf, v):
    tf.cond(_pred(tf, v), lambda: v.row * 2.0, lambda: v.row + 1.0)


def cond_named(tf, v):
    with tf.name_scope("outer"):
        tf.cond(_pred(tf, v), lambda: v.row, lambda: v.m[0, :3], name="choice")
        tf.cond(_pred(tf, v), lambda: v.row, lambda: v.row, name="choice")


def cond_constants(tf, v):
    tf.cond(_pred(tf, v), lambda: tf.constant(1.0), lambda: 2.0)


def cond_structures(tf, v):
    tf.cond(_pred(tf, v), lambda: {"a": v.x, "b": (v.row, [v.n])}, lambda: {"a": v.y, "b": (v.row, [v.n + 1])})
    pair = collections.namedtuple("Pair", "first second")
    tf.cond(_pred(tf, v), lambda: pair(v.x, v.n), lambda: pair(v.y, v.n))


def cond_single(tf, v):
    tf.cond(_pred(tf, v), lambda: [v.x], lambda: [v.y])
    tf.cond(_pred(tf, v), lambda: [v.x], lambda: [v.y], strict=True)


def cond_shapes(tf, v):
    tf.cond(_pred(tf, v), lambda: v.row, lambda: v.x)
    tf.cond(_pred(tf, v), lambda: v.m, lambda: tf.zeros([3, 5]))
    tf.cond(_pred(tf, v), lambda: v.u, lambda: v.u)
    tf.cond(_pred(tf, v), lambda: v.x, lambda: v.y)


def cond_operations(tf, v):
    var = _ref_variable(tf)
    tf.cond(_pred(tf, v), lambda: tf.group(var.assign_add(1.0)), tf.no_op)
    tf.cond(_pred(tf, v), lambda: tf.no_op(), lambda: tf.no_op())


def cond_ref_variable(tf, v):
    var = _ref_variable(tf)
    tf.cond(_pred(tf, v), lambda: var.assign_add(1.0), lambda: var.assign(3.0))
    tf.cond(_pred(tf, v), lambda: var, lambda: var * 2.0)
    tf.cond(_pred(tf, v), lambda: var.read_value(), lambda: tf.identity(var))
    tf.cond(_pred(tf, v), lambda: var._ref(), lambda: var._ref())


def cond_resource_variable(tf, v):
    var = _resource_variable(tf)
    tf.cond(_pred(tf, v), lambda: var.assign_add(1.0), lambda: var.assign(3.0))
    tf.cond(_pred(tf, v), lambda: var + 1.0, lambda: var * 2.0)
    tf.cond(_pred(tf, v), lambda: var.read_value(), lambda: tf.identity(var))


def cond_nested(tf, v):
    outer = v.row * 3.0

    def inner():
        return tf.cond(tf.greater(v.n, 7), lambda: outer + 1.0, lambda: outer - v.row)

    tf.cond(_pred(tf, v), inner, lambda: tf.cond(tf.equal(v.n, 5), lambda: outer, inner))


def cond_control(tf, v):
    with tf.control_dependencies([v.i]):
        tf.cond(_pred(tf, v), lambda: v.row * 2.0, lambda: tf.constant([1.0, 2.0, 3.0]))

    def inside():
        a = tf.identity(v.x)
        with tf.control_dependencies([a, v.n]):
            b = tf.constant(4.0)
            return b + tf.reduce_sum(v.y)

    tf.cond(_pred(tf, v), inside, lambda: 0.0)


def cond_leaves_scopes(tf, v):
    def inside():
        with tf.control_dependencies(None):
            lifted = tf.constant(2.0) * v.row
        return lifted + v.row

    tf.cond(_pred(tf, v), inside, lambda: v.row)


def cond_devices(tf, v):
    with tf.device("/cpu:0"):
        a = v.row + 1.0
    with tf.colocate_with(v.m):
        tf.cond(_pred(tf, v), lambda: a * 2.0, lambda: v.row)


def cond_variable_inside(tf, v):
    def inside():
        return tf.get_variable("w", [3], initializer=tf.ones_initializer()) * v.row

    tf.cond(_pred(tf, v), inside, lambda: v.row)


def cond_slices(tf, v):
    slices = tf.IndexedSlices(v.t, v.ids[:2], tf.constant([7, 3, 4]))
    tf.cond(_pred(tf, v), lambda: slices, lambda: tf.IndexedSlices(v.t * 2.0, v.ids[1:], tf.constant([7, 3, 4])))


def cond_slices_indices(tf, v):
    wide = tf.cast(v.ids[:2], tf.int64)
    tf.cond(_pred(tf, v), lambda: tf.IndexedSlices(v.t, wide), lambda: tf.IndexedSlices(v.t, v.ids[:2]))


def cond_random(tf, v):
    tf.set_random_seed(3)
    tf.cond(_pred(tf, v), lambda: tf.random_uniform([2]), lambda: tf.random_normal([2]))


def cond_ref_pred(tf, v):
    flag = tf.get_variable("flag", [], tf.bool, initializer=tf.zeros_initializer())
    tf.cond(flag, lambda: v.row, lambda: v.row + 1.0)


def case_default(tf, v):
    tf.case([(v.n < 1, lambda: v.row), (v.n < 2, lambda: v.row * 2.0)], default=lambda: v.row * 3.0)


def case_exclusive(tf, v):
    pairs = collections.OrderedDict([(v.n < 1, lambda: v.row), (v.n > 2, lambda: v.row * 2.0)])
    tf.case(pairs, default=lambda: v.row * 3.0, exclusive=True, name="pick")


def case_no_default(tf, v):
    tf.case([(v.n < 1, lambda: v.row), (v.n < 2, lambda: v.row * 2.0), (v.n < 3, lambda: v.row - 1.0)])


def case_dict(tf, v):
    tf.case({v.n < 1: lambda: v.n, v.n < 2: lambda: v.n + 1}, default=lambda: v.n, exclusive=True, strict=True)


def while_basic(tf, v):
    tf.while_loop(lambda i: i < 10, lambda i: i + 1, [0])
    tf.while_loop(lambda i: i < 10, lambda i: i + 1, [0], return_same_structure=True)
    tf.while_loop(lambda i, x: i < v.n, lambda i, x: (i + 1, x * 2.0), (v.n, v.row), name="loop")


def while_arguments(tf, v):
    tf.while_loop(
        lambda i, x: i < 3, lambda i, x: [i + 1, x + v.row], [0, v.x], parallel_iterations=1, back_prop=False,
        swap_memory=True, name="loop",
    )  # fmt: skip


def while_structures(tf, v):
    pair = collections.namedtuple("Pair", "first second")
    tf.while_loop(
        lambda i, p: i < 3,
        lambda i, p: (i + 1, pair(p.second["b"], {"a": p.second["a"] + 1, "b": p.first})),
        (0, pair(v.x, {"a": v.n, "b": v.x * 2.0})),
    )


def while_maximum(tf, v):
    tf.while_loop(lambda i: i < 10, lambda i: i + 1, [0], maximum_iterations=5)
    tf.while_loop(lambda i, x: i < 10, lambda i, x: [i + 1, x], [0, v.x], maximum_iterations=v.n)
    tf.while_loop(lambda x: tf.reduce_all(x < 1.0), lambda x: [x * 2.0], [v.row], maximum_iterations=v.n,
                  return_same_structure=True)  # fmt: skip


def while_invariants(tf, v):
    tf.while_loop(
        lambda i, x: i < 3,
        lambda i, x: [i + 1, tf.concat([x, x], 0)],
        [tf.constant(0), v.row],
        shape_invariants=[tf.TensorShape([]), tf.TensorShape([None])],
        maximum_iterations=4,
    )
    tf.while_loop(lambda x: tf.size(x) < 9, lambda x: x[None], [v.u])


def while_captures(tf, v):
    a = v.row * 2.0
    c = tf.constant(1.5)

    def body(i, x):
        return i + 1, x + a * c + tf.constant(2.0)

    tf.while_loop(lambda i, x: tf.logical_and(i < 3, tf.reduce_sum(a) < c), body, [0, v.row])


def while_ref_variable(tf, v):
    var = _ref_variable(tf)

    def body(i):
        with tf.control_dependencies([var.assign_add(1.0)]):
            return i + tf.cast(var.read_value(), tf.int32) + tf.cast(var * 2.0, tf.int32)

    tf.while_loop(lambda i: tf.cast(i, tf.float32) < var, body, [v.n])


def while_resource_variable(tf, v):
    var = _resource_variable(tf)

    def body(i):
        with tf.control_dependencies([var.assign_add(1.0)]):
            return i + tf.cast(var.read_value(), tf.int32) + tf.cast(var * 2.0, tf.int32)

    tf.while_loop(lambda i: tf.cast(i, tf.float32) < var, body, [v.n])
    tf.while_loop(lambda x: x < 3.0, lambda x: x + var, [var])


def while_ref_loop_var(tf, v):
    var = _ref_variable(tf)
    tf.while_loop(lambda x: x < 3.0, lambda x: x + 1.0, [var])


def while_nested(tf, v):
    a = v.row * 2.0

    def inner(j, x):
        return j + 1, x + a

    def body(i, x):
        _, y = tf.while_loop(lambda j, _: j < i, inner, [0, x])
        return i + 1, y * a

    tf.while_loop(lambda i, _: i < 3, body, [0, v.row])


def while_in_cond(tf, v):
    a = v.row * 2.0
    loop = lambda: tf.while_loop(lambda i, x: i < v.n, lambda i, x: (i + 1, x + a), [0, v.row])
    tf.cond(_pred(tf, v), lambda: loop()[1], lambda: a)
    tf.cond(_pred(tf, v), lambda: tf.while_loop(lambda i: i < 3, lambda i: i + 1, [0]), lambda: v.n)


def cond_in_while(tf, v):
    a = v.row * 2.0

    def body(i, x):
        y = tf.cond(i < 2, lambda: x + a, lambda: x * tf.constant(3.0))
        return i + 1, tf.cond(tf.reduce_sum(y) > 0.0, lambda: y, lambda: tf.zeros([3]))

    tf.while_loop(lambda i, _: i < 3, body, [0, v.row])


def cond_in_while_in_cond(tf, v):
    var = _ref_variable(tf)
    res = tf.get_variable("r", [], use_resource=True, initializer=tf.zeros_initializer())

    def body(i, x):
        y = tf.cond(i < v.n, lambda: x + var, lambda: x * res)
        with tf.control_dependencies([tf.cond(i > 1, lambda: var.assign_add(1.0), lambda: var.assign(x))]):
            return i + 1, tf.identity(y)

    tf.cond(_pred(tf, v), lambda: tf.while_loop(lambda i, x: i < 3, body, [0, res])[1], lambda: var.read_value())


def while_in_while_in_cond(tf, v):
    def inner(j, x):
        return j + 1, x + v.row

    def body(i, x):
        return i + 1, tf.while_loop(lambda j, _: j < v.n, inner, (i, x), maximum_iterations=7)[1]

    tf.cond(_pred(tf, v), lambda: tf.while_loop(lambda i, _: i < 3, body, [0, v.row])[1], lambda: v.row)


def while_control(tf, v):
    # one dependency from outside: TF brings several into a loop in the order of a set
    with tf.control_dependencies([v.i]):
        a = v.row * 2.0
        tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x + a), [0, v.row])

    def body(i):
        with tf.control_dependencies([v.i]):
            b = tf.constant(1)
        with tf.control_dependencies([i]):
            c = tf.constant(2)
        with tf.control_dependencies([v.j]):
            return i + b + c

    tf.while_loop(lambda i: i < 3, body, [0])


def while_scopes(tf, v):
    def body(i):
        with tf.name_scope("layer"), tf.device("/gpu:1"):
            with tf.control_dependencies(None):
                lifted = tf.constant(1)
            return i + lifted

    with tf.name_scope("outer"), tf.colocate_with(v.m):
        tf.while_loop(lambda i: i < 3, body, [0])


def while_slices(tf, v):
    slices = tf.IndexedSlices(v.t, v.ids[:2], tf.constant([7, 3, 4]))

    def body(i, s):
        return i + 1, tf.IndexedSlices(s.values * 2.0, s.indices, s.dense_shape)

    tf.while_loop(lambda i, s: i < 3, body, [0, slices])
    bare = tf.IndexedSlices(v.t, v.ids[:2])
    tf.while_loop(
        lambda i, s: i < 3,
        lambda i, s: (i + 1, tf.IndexedSlices(s.values * 2.0, s.indices)),
        [tf.constant(0), bare],
        shape_invariants=[tf.TensorShape([]), tf.TensorShape([None, 3, 4])],
    )


def while_variable_inside(tf, v):
    def body(i, x):
        w = tf.get_variable("w", [3], initializer=tf.ones_initializer())
        r = tf.get_variable("r", [3], initializer=tf.ones_initializer(), use_resource=True)
        return i + 1, x * w + r

    tf.while_loop(lambda i, _: i < 3, body, [0, v.row])


def while_sized(tf, v):
    tf.while_loop(lambda i, x: i < tf.shape(x)[0], lambda i, x: (i + 1, x + tf.to_float(tf.shape(v.t)[1])), [0, v.row])


def while_numpy(tf, v):
    tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x + 1), [np.int64(0), np.zeros((2, 2))])


def dependencies(tf, v):
    var = _ref_variable(tf)
    tf.group(v.x, var.assign(1.0))
    tf.tuple([v.x, v.row], control_inputs=[v.n.op])


def sequence(tf, v):
    """Names and contexts go on after a conditional and a loop."""
    a = tf.cond(_pred(tf, v), lambda: v.row, lambda: v.row * 2.0)
    b = tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x + a), [0, a])[1]
    tf.cond(tf.reduce_sum(b) > 0.0, lambda: a + b, lambda: tf.cond(_pred(tf, v), lambda: a, lambda: b))


# ---- errors --------------------------------------------------------------------------------------------------------


def error_use_in_other_loop(tf, v):
    inside = []

    def body(i):
        inside.append(i + 5)
        return i + 1

    tf.while_loop(lambda i: i < 3, body, [0])
    tf.add(inside[0], 1)


def error_use_in_two_loops(tf, v):
    inside = []

    def body(i):
        inside.append(i + 5)
        return i + 1

    tf.while_loop(lambda i: i < 3, body, [0])
    tf.while_loop(lambda i: i < 3, lambda i: i + inside[0], [0])


CALLS = {name: f for name, f in sorted(globals().items()) if callable(f) and not name.startswith("_")}
CALLS.update(
    {
        "error_while_maximum_structure": lambda tf, v: tf.while_loop(
            lambda i, x: i < 10, lambda i, x: (i + 1, x), [0, v.x], maximum_iterations=v.n
        ),
        "error_cond_no_true": lambda tf, v: tf.cond(_pred(tf, v)),
        "error_cond_no_false": lambda tf, v: tf.cond(_pred(tf, v), lambda: v.x),
        "error_cond_not_callable": lambda tf, v: tf.cond(_pred(tf, v), v.x, v.y),
        "error_cond_python": lambda tf, v: tf.cond(True, lambda: v.x, lambda: v.y),
        "error_cond_none": lambda tf, v: tf.cond(_pred(tf, v), lambda: None, lambda: v.y),
        "error_cond_none_false": lambda tf, v: tf.cond(_pred(tf, v), lambda: v.x, lambda: None),
        "error_cond_empty": lambda tf, v: tf.cond(_pred(tf, v), list, list),
        "error_cond_dtypes": lambda tf, v: tf.cond(_pred(tf, v), lambda: v.x, lambda: v.n),
        "error_cond_both": lambda tf, v: tf.cond(_pred(tf, v), lambda: v.x, lambda: v.y, fn1=lambda: v.x),
        "error_cond_not_bool": lambda tf, v: tf.cond(v.n, lambda: v.x, lambda: v.y),
        "error_cond_vector": lambda tf, v: tf.cond(v.p, lambda: v.x, lambda: v.y),
        "error_case_type": lambda tf, v: tf.case(_pred(tf, v)),
        "error_case_pair": lambda tf, v: tf.case([_pred(tf, v)]),
        "error_case_pred": lambda tf, v: tf.case([(True, lambda: v.x)]),
        "error_case_dtype": lambda tf, v: tf.case([(v.n, lambda: v.x)]),
        "error_case_fn": lambda tf, v: tf.case([(_pred(tf, v), v.x)]),
        "error_while_cond": lambda tf, v: tf.while_loop(v.n, lambda i: i, [0]),
        "error_while_body": lambda tf, v: tf.while_loop(lambda i: i < 3, v.n, [0]),
        "error_while_parallel": lambda tf, v: tf.while_loop(lambda i: i < 3, lambda i: i, [0], parallel_iterations=0),
        "error_while_none": lambda tf, v: tf.while_loop(lambda: True, list, []),
        "error_while_maximum": lambda tf, v: tf.while_loop(
            lambda i: i < 3, lambda i: i, [0], maximum_iterations=[1, 2]
        ),
        "error_while_shape": lambda tf, v: tf.while_loop(
            lambda i, x: i < 3, lambda i, x: (i + 1, tf.concat([x, x], 0)), [0, v.row]
        ),
        "error_while_invariant": lambda tf, v: tf.while_loop(
            lambda i, x: i < 3,
            lambda i, x: (i + 1, x),
            [tf.constant(0), v.row],
            shape_invariants=[tf.TensorShape([]), tf.TensorShape([4])],
        ),
        "error_while_invariant_list": lambda tf, v: tf.while_loop(
            lambda i, x: i < 3,
            lambda i, x: (i + 1, x),
            [tf.constant(0), v.row],
            shape_invariants=[tf.TensorShape([])],
        ),
        "error_while_dtype": lambda tf, v: tf.while_loop(lambda i: i < 3, lambda i: tf.to_float(i), [0]),
        "error_while_pred": lambda tf, v: tf.while_loop(lambda i: i, lambda i: i + 1, [0]),
        "error_while_pred_shape": lambda tf, v: tf.while_loop(lambda x: x < 1.0, lambda x: x, [v.row]),
    }
)
