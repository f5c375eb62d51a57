"""Tensor arrays, as such and as loop variables, and the functions made of them: scan, map_fn, foldl, foldr."""

import numpy as np


def create(tf, v):
    tf.TensorArray(tf.float32, size=3)
    tf.TensorArray(tf.int32, size=v.n, dynamic_size=True, clear_after_read=False, tensor_array_name="store", name="ta")
    tf.TensorArray("float64", 3, infer_shape=False, element_shape=[None, 3], colocate_with_first_write_call=False)
    with tf.device("/cpu:0"), tf.colocate_with(v.m):
        tf.TensorArray(tf.float32, size=3).write(0, v.row)
        tf.TensorArray(tf.float32, size=3, colocate_with_first_write_call=False).write(0, v.row)


def methods(tf, v):
    ta = tf.TensorArray(tf.float32, size=3)
    ta = ta.write(0, v.row).write(v.n, [1.0, 2.0, 3.0], name="second")
    ta.read(0)
    ta.read(v.n, name="first")
    ta.gather([0, 1])
    ta.gather(v.ids, name="some")
    ta.stack()
    ta.stack(name="all")
    ta.concat()
    ta.size()
    ta.close()
    ta.identity().grad("gradients").read(1)


def unstack(tf, v):
    tf.TensorArray(tf.float32, size=3).unstack(v.t).stack()
    tf.TensorArray(tf.float32, size=v.n, infer_shape=False).unstack(v.x, name="rows").read(0)
    tf.TensorArray(tf.float32, size=3).unstack([[1.0], [2.0]]).concat()
    tf.TensorArray(tf.float32, size=3).unstack(v.u).stack()


def scatter(tf, v):
    tf.TensorArray(tf.float32, size=3).scatter([0, 1], v.t).stack()
    tf.TensorArray(tf.float32, size=3).scatter(v.ids, v.m, name="put").concat(name="joined")


def split(tf, v):
    tf.TensorArray(tf.float32, size=3).split(v.m, [1, 2]).concat()
    tf.TensorArray(tf.float32, size=3).split(v.t, [1, 1], name="parts").stack()
    tf.TensorArray(tf.float32, size=3).split(v.x, v.ids).read(0)


def element_shapes(tf, v):
    ta = tf.TensorArray(tf.float32, size=3, element_shape=[None, 3])
    ta.read(0)
    ta.stack()
    ta.concat()
    ta = ta.write(0, v.x)
    ta.read(1)
    ta = tf.TensorArray(tf.float32, size=3, infer_shape=False)
    ta = ta.write(0, v.x).write(1, v.m)
    ta.read(1)
    ta.stack()
    ta.concat()


def in_loop(tf, v):
    source = tf.TensorArray(tf.float32, size=v.n).unstack(v.x)
    result = tf.TensorArray(tf.float32, size=v.n, dynamic_size=True)

    def body(i, ta):
        return i + 1, ta.write(i, source.read(i) * 2.0)

    _, result = tf.while_loop(lambda i, _: i < v.n, body, [0, result])
    result.stack()
    result.size()


def in_loop_maximum(tf, v):
    result = tf.TensorArray(tf.float32, size=3)
    _, result = tf.while_loop(
        lambda i, _: i < v.n, lambda i, ta: (i + 1, ta.write(i, v.row)), (0, result), maximum_iterations=v.n
    )
    result.concat()


def in_nested_loops(tf, v):
    result = tf.TensorArray(tf.float32, size=9)

    def inner(j, ta):
        return j + 1, ta.write(j, v.row + tf.to_float(j))

    def body(i, ta):
        _, ta = tf.while_loop(lambda j, _: j < 3, inner, [i, ta])
        return i + 1, ta

    tf.while_loop(lambda i, _: i < 3, body, [0, result])[1].stack()


def in_cond(tf, v):
    ta = tf.TensorArray(tf.float32, size=3)
    ta = tf.cond(v.n < 1, lambda: ta.write(0, v.row), lambda: ta)
    ta.read(0)
    tf.cond(v.n < 1, lambda: ta.read(0), lambda: ta.stack()[1])


def made_in_loop(tf, v):
    def body(i, x):
        ta = tf.TensorArray(tf.float32, size=3).unstack(v.t)
        return i + 1, x + tf.reduce_sum(ta.stack())

    tf.while_loop(lambda i, _: i < 3, body, [0, v.row])


def scan_functions(tf, v):
    tf.scan(lambda a, x: a + x, v.x)
    tf.scan(lambda a, x: a + x, v.m, initializer=tf.zeros([4]), parallel_iterations=1, name="sums")
    tf.scan(lambda a, x: a * x, v.m, reverse=True, back_prop=False, swap_memory=True)
    tf.scan(lambda a, x: (a[0] + x[0], a[1] * x[1]), (v.m, v.ids))
    tf.scan(lambda a, x: [a[0] + x, a[1] + 1.0], v.m, initializer=[tf.zeros([4]), 0.0], infer_shape=False)
    tf.scan(lambda a, x: a + x, v.x, initializer=v.row, reverse=True)


def map_functions(tf, v):
    tf.map_fn(lambda x: x * 2.0, v.x)
    tf.map_fn(lambda x: tf.cast(x[0], tf.int32) + x[1], (v.row, v.ids), dtype=tf.int32, name="both")
    tf.map_fn(lambda x: (x, -x), v.m, dtype=(tf.float32, tf.float32), parallel_iterations=1)
    tf.map_fn(lambda x: {"a": x["a"] + 1.0, "b": x["b"]}, {"a": v.row, "b": v.ids}, infer_shape=False)
    tf.map_fn(lambda x: x, np.ones((2, 2)), back_prop=False)


def folds(tf, v):
    tf.foldl(lambda a, x: a + x, v.x)
    tf.foldl(lambda a, x: a + x, v.m, initializer=tf.zeros([4]), name="sum")
    tf.foldr(lambda a, x: a + x, v.x)
    tf.foldr(lambda a, x: a + x, v.m, initializer=tf.zeros([4]))
    tf.foldr(lambda a, x: a + x, v.x, initializer=v.row, parallel_iterations=2)


def functions_with_variables(tf, v):
    def fn(x):
        w = tf.get_variable("w", [3], initializer=tf.ones_initializer())
        return x * w

    with tf.variable_scope("layer", reuse=tf.AUTO_REUSE):
        tf.map_fn(fn, v.x)
        tf.map_fn(lambda row: tf.map_fn(lambda e: e + 1.0, row), v.m)


CALLS = {name: f for name, f in sorted(globals().items()) if callable(f) and not name.startswith("_")}
CALLS.update(
    {
        "error_no_size": lambda tf, v: tf.TensorArray(tf.float32),
        "error_handle": lambda tf, v: tf.TensorArray(tf.float32, handle=3),
        "error_both": lambda tf, v: tf.TensorArray(tf.float32, size=3, handle=v.row),
        "error_no_flow": lambda tf, v: tf.TensorArray(tf.float32, handle=v.row),
        "error_dynamic": lambda tf, v: tf.TensorArray(tf.float32, handle=v.row, dynamic_size=True),
        "error_shapes": lambda tf, v: tf.TensorArray(tf.float32, size=3).write(0, v.row).write(1, v.m),
        "error_index": lambda tf, v: tf.TensorArray(tf.float32, size=3).write([0, 1], v.row),
        "error_indices": lambda tf, v: tf.TensorArray(tf.float32, size=3).scatter([0, 1, 2], v.t),
        "error_size": lambda tf, v: tf.TensorArray(tf.float32, size=[3]),
        "error_split": lambda tf, v: tf.TensorArray(tf.float32, size=3).split(v.m, 1),
        "error_scan_fn": lambda tf, v: tf.scan(3, v.x),
        "error_scan_structure": lambda tf, v: tf.scan(lambda a, x: (a, x), v.m),
        "error_map_scalar": lambda tf, v: tf.map_fn(lambda x: x, v.n),
        "error_map_scalars": lambda tf, v: tf.map_fn(lambda x: x, (v.n, v.n)),
        "error_map_structure": lambda tf, v: tf.map_fn(lambda x: (x, x), v.m),
        "error_map_dtype": lambda tf, v: tf.map_fn(lambda x: tf.to_int32(x), v.m),
    }
)
