"""Calls of tf.assert_equal and its like, where TF needs no conditional: on integers, and on what the graph tells."""

import numpy as np

ONE_TWO = np.int32([1, 2])

CALLS = {
    "numeric": lambda tf, v: tf.constant([tf.is_numeric_tensor(t) for t in (v.x, v.i, v.p, v.s, v.z, 3.0)]),
    "equal_same": lambda tf, v: tf.assert_equal(v.i, v.i),
    "equal_known": lambda tf, v: tf.assert_equal(tf.constant(ONE_TWO), tf.constant(ONE_TWO), name="mine"),
    "equal_known_wrong": lambda tf, v: tf.assert_equal(tf.constant(ONE_TWO), tf.constant([1, 3])),
    "less_known_data": lambda tf, v: tf.assert_less(tf.constant(3), 2, data=["shown", 3]),
    "positive_known_wrong": lambda tf, v: tf.assert_positive(tf.constant([1, -3]), message="must be positive"),
    "rank": lambda tf, v: tf.assert_rank(v.x, 2),
    "rank_unknown": lambda tf, v: tf.assert_rank(v.u, 2, message="careful", summarize=2),
    "rank_tensor": lambda tf, v: tf.assert_rank(v.u, v.n),
    "rank_wrong": lambda tf, v: tf.assert_rank(v.x, 1, message="wrong"),
    "rank_float": lambda tf, v: tf.assert_rank(v.x, 1.5),
    "rank_vector": lambda tf, v: tf.assert_rank(v.x, [1]),
    "rank_at_least": lambda tf, v: tf.assert_rank_at_least(v.x, 1),
    "rank_at_least_unknown": lambda tf, v: tf.assert_rank_at_least(v.u, 1, data=["shown"]),
    "rank_at_least_wrong": lambda tf, v: tf.assert_rank_at_least(v.x, 3),
    "rank_in": lambda tf, v: tf.assert_rank_in(v.x, [1, 2]),
    "rank_in_unknown": lambda tf, v: tf.assert_rank_in(v.u, [0, 1, 2]),
    "rank_in_tensor": lambda tf, v: tf.assert_rank_in(v.u, [0, v.n]),
    "scalar": lambda tf, v: tf.assert_scalar(v.n),
    "scalar_number": lambda tf, v: tf.assert_scalar(3.0),
    "scalar_wrong": lambda tf, v: tf.assert_scalar(v.x, message="no: "),
    "type": lambda tf, v: tf.assert_type(v.x, tf.float32),
    "type_wrong": lambda tf, v: tf.assert_type(v.x, tf.int32, message="no"),
    "integer": lambda tf, v: tf.assert_integer(v.i, name="mine"),
    "integer_wrong": lambda tf, v: tf.assert_integer(v.x, message="no"),
    "proper_iterable_str": lambda tf, v: tf.assert_proper_iterable("abc"),
    "proper_iterable_number": lambda tf, v: tf.assert_proper_iterable(3),
    "same_float_dtype": lambda tf, v: tf.assert_type(v.x, tf.assert_same_float_dtype([v.x, None, v.y])),
    "same_float_dtype_wrong": lambda tf, v: tf.assert_same_float_dtype([v.x, v.d]),
    "same_float_dtype_given": lambda tf, v: tf.assert_same_float_dtype([v.x], tf.float64),
    "same_float_dtype_int": lambda tf, v: tf.assert_same_float_dtype([v.i]),
    "shapes": lambda tf, v: tf.debugging.assert_shapes([(v.t, ("a", "b", "c")), (v.i, ("a", "b")), (v.row, ("b",))]),
    "shapes_unknown": lambda tf, v: tf.debugging.assert_shapes([(v.x, ("n", 3)), (v.y, ("n", None))]),
    "shapes_innermost": lambda tf, v: tf.debugging.assert_shapes([(v.t, (Ellipsis, "m", 4)), (v.m, ("*", "m", "."))]),
    "shapes_explicit_wrong": lambda tf, v: tf.debugging.assert_shapes([(v.i, ("n", 2))], message="no"),
    "shapes_symbol_wrong": lambda tf, v: tf.debugging.assert_shapes([(v.i, ("n", "m")), (v.m, ("k", "m"))]),
    "shapes_late_ellipsis": lambda tf, v: tf.debugging.assert_shapes([(v.i, ("n", "*"))]),
    "shapes_number": lambda tf, v: tf.debugging.assert_shapes([(v.i, 2)]),
}
NAMED = {"message": "careful", "summarize": 5, "name": "mine"}
for _name in ["equal", "none_equal", "less", "less_equal", "greater", "greater_equal"]:
    CALLS[_name] = lambda tf, v, n="assert_" + _name: getattr(tf, n)(v.i, v.j)
    CALLS[_name + "_number"] = lambda tf, v, n="assert_" + _name: getattr(tf, n)(v.i, 3, **NAMED)
    CALLS[_name + "_data"] = lambda tf, v, n="assert_" + _name: getattr(tf, n)(v.i, v.j, data=["shown", v.n])
for _name in ["negative", "positive", "non_negative", "non_positive"]:
    CALLS[_name] = lambda tf, v, n="assert_" + _name: getattr(tf, n)(v.i)
    CALLS[_name + "_message"] = lambda tf, v, n="assert_" + _name: getattr(tf, n)(v.i, **NAMED)
    CALLS[_name + "_data"] = lambda tf, v, n="assert_" + _name: getattr(tf, n)(v.i, data=["shown", v.n])
