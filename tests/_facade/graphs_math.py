"""Calls of tf.math, its operators, reductions, products, casts and clips."""

import numpy as np

CALLS = {}

UNARY = (
    "abs acos acosh asin asinh atan atanh ceil cos cosh digamma erf erfc exp expm1 floor is_finite is_inf is_nan "
    "lgamma log log1p negative reciprocal rint round rsqrt sign sin sinh sqrt square tan tanh sigmoid log_sigmoid"
)
for _name in UNARY.split():
    CALLS[_name] = lambda tf, v, n=_name: getattr(tf, n)(v.x)
    CALLS[_name + "_named_constant"] = lambda tf, v, n=_name: getattr(tf, n)([0.5, 1.0], name="given")
BINARY = (
    "add multiply subtract maximum minimum mod floormod floor_div floordiv realdiv truediv div divide pow equal "
    "not_equal less less_equal greater greater_equal squared_difference atan2 div_no_nan"
)
for _name in BINARY.split():
    CALLS[_name] = lambda tf, v, n=_name: getattr(tf, n)(v.x, v.y)
    CALLS[_name + "_constant"] = lambda tf, v, n=_name: getattr(tf, n)(v.x, 2.0)
    CALLS[_name + "_constant_first"] = lambda tf, v, n=_name: getattr(tf, n)(2.0, v.x, name="given")
    CALLS[_name + "_int"] = lambda tf, v, n=_name: getattr(tf, n)(v.i, 2)
    CALLS[_name + "_mixed"] = lambda tf, v, n=_name: getattr(tf, n)(v.x, v.i)
for _name in ("logical_and", "logical_or", "logical_xor"):
    CALLS[_name] = lambda tf, v, n=_name: getattr(tf, n)(v.p, v.q)
    CALLS[_name + "_constant"] = lambda tf, v, n=_name: getattr(tf, n)(v.p, True)
    CALLS[_name + "_wrong"] = lambda tf, v, n=_name: getattr(tf, n)(v.p, v.x)

CALLS.update(
    {
        "logical_not": lambda tf, v: tf.logical_not(v.p),
        "abs_complex": lambda tf, v: tf.abs(v.z),
        "sign_complex": lambda tf, v: tf.sign(v.z),
        "round_int": lambda tf, v: tf.round(v.i),
        "add_string": lambda tf, v: tf.add(v.s, "b"),
        "add_shapes": lambda tf, v: tf.add(v.row, v.m),
        "igamma": lambda tf, v: tf.igamma(v.x, 1.0),
        "igammac": lambda tf, v: tf.igammac(2.0, v.x),
        "zeta": lambda tf, v: tf.zeta(v.x, 1.0),
        "polygamma": lambda tf, v: tf.polygamma(1.0, v.x),
        "betainc": lambda tf, v: tf.betainc(v.x, v.x, v.y),
        "xlogy": lambda tf, v: tf.math.xlogy(v.x, v.y),
        "xdivy": lambda tf, v: tf.math.xdivy(v.x, 2.0),
        "reciprocal_no_nan": lambda tf, v: tf.math.reciprocal_no_nan(v.x),
        "multiply_no_nan": lambda tf, v: tf.math.multiply_no_nan(v.x, 2.0),
        "polyval": lambda tf, v: tf.math.polyval([1.0, v.x, 3.0], v.y),
        "polyval_none": lambda tf, v: tf.math.polyval([], v.y),
        "bessel_i0e": lambda tf, v: tf.math.bessel_i0e(v.x),
        "complex": lambda tf, v: tf.complex(v.x, 2.0),
        "complex_wrong": lambda tf, v: tf.complex(v.x, v.i),
        "real": lambda tf, v: tf.real(v.z),
        "real_of_real": lambda tf, v: tf.real(v.x),
        "imag": lambda tf, v: tf.imag(v.z),
        "imag_of_real": lambda tf, v: tf.imag(v.x),
        "angle": lambda tf, v: tf.angle(v.z),
        "conj": lambda tf, v: (tf.conj(v.z), tf.conj(v.x), tf.conj(1.0)),
        "conj_wrong": lambda tf, v: tf.conj(v.p),
        "cross": lambda tf, v: tf.cross(v.row, [1.0, 2.0, 3.0]),
        "bitwise": lambda tf, v: (
            tf.bitwise.bitwise_and(v.i, v.j),
            tf.bitwise.bitwise_or(v.i, 3),
            tf.bitwise.bitwise_xor(v.i, v.j),
            tf.bitwise.invert(v.i),
            tf.bitwise.left_shift(v.i, 2),
            tf.bitwise.right_shift(v.i, 2),
        ),
        # operators
        "op_add": lambda tf, v: (v.x + v.y, v.x + 1.0, 1.0 + v.x, v.x + 1, v.i + 1),
        "op_add_string": lambda tf, v: (v.s + "b", "a" + v.s),
        "op_sub": lambda tf, v: (v.x - v.y, v.x - 1.0, 1.0 - v.x, v.i - 1),
        "op_mul": lambda tf, v: (v.x * v.y, v.x * 2, 2 * v.x, v.i * v.j, [1.0, 2.0, 3.0] * v.x),
        "op_truediv": lambda tf, v: (v.x / v.y, v.x / 2, 2 / v.x, v.i / v.j, v.i / 2, 7 / v.i),
        "op_floordiv": lambda tf, v: (v.x // v.y, v.x // 2, 2 // v.x, v.i // v.j, v.i // 2),
        "op_mod": lambda tf, v: (v.x % v.y, v.x % 2, 2 % v.x, v.i % v.j),
        "op_pow": lambda tf, v: (v.x**v.y, v.x**2, 2.0**v.x),
        "op_compare": lambda tf, v: (v.x < v.y, v.x <= 1.0, v.x > v.y, v.x >= 1),
        "op_bool": lambda tf, v: (v.p & v.q, v.p | True, v.p ^ v.q, ~v.p, False & v.p),
        "op_unary": lambda tf, v: (-v.x, abs(v.x), +1.0 * v.x),
        "op_matmul": lambda tf, v: (v.x @ v.m, v.m.__rmatmul__([[1.0, 2.0, 3.0]])),
        "op_numpy": lambda tf, v: (np.float32([1, 2, 3]) * v.x, v.x + np.float32(2), np.ones(3, "f") - v.x),
        "op_mixed_types": lambda tf, v: v.x + v.i,
        "op_int_plus_float": lambda tf, v: v.i + 1.5,
        "op_float64_numpy": lambda tf, v: v.x * np.float64(2.0),
        "op_truediv_mixed": lambda tf, v: v.x / v.i,
        "op_none": lambda tf, v: v.x + None,
        "op_shapes": lambda tf, v: v.x + v.m,
        "op_equal": lambda tf, v: (v.x == v.x, v.x != v.y, v.x == 1.0),
        "op_in_scope": lambda tf, v: in_scope(tf, v),
        # casts
        "cast": lambda tf, v: (
            tf.cast(v.x, tf.int32),
            tf.cast(v.x, tf.float32),
            tf.cast([1, 2], "float32"),
            tf.cast(1, tf.int32),
        ),
        "cast_named": lambda tf, v: (tf.cast(v.x, tf.int64, name="a"), tf.cast(v.p, tf.float32, "b")),
        "cast_complex": lambda tf, v: tf.cast(v.z, tf.float32),
        "to_float": lambda tf, v: (
            tf.to_float(v.i),
            tf.to_double(v.i),
            tf.to_int32(v.x),
            tf.to_int64(v.x),
            tf.to_bfloat16(v.x),
        ),
        "to_complex": lambda tf, v: (tf.to_complex64(v.x), tf.to_complex128(v.x, name="c")),
        "saturate_cast": lambda tf, v: (tf.saturate_cast(v.x, tf.uint8), tf.saturate_cast(v.i, tf.int64)),
        "bitcast": lambda tf, v: tf.bitcast(v.x, tf.int32),
        # ranges
        "range": lambda tf, v: (
            tf.range(3),
            tf.range(1, 5),
            tf.range(0, 10, 2),
            tf.range(v.n),
            tf.range(0.0, 1.0, 0.25),
        ),
        "range_types": lambda tf, v: (
            tf.range(3, dtype=tf.float32),
            tf.range(v.n, 7.5),
            tf.range(2, 5, 1, name="mine"),
        ),
        "linspace": lambda tf, v: (tf.linspace(0.0, 1.0, 5), tf.lin_space(0.0, 1.0, v.n, name="mine")),
        # products
        "matmul": lambda tf, v: (
            tf.matmul(v.x, v.m),
            tf.matmul(v.m, v.m, transpose_a=True),
            tf.matmul([[1.0]], [[2.0]], name="mine"),
        ),
        "matmul_batch": lambda tf, v: (
            tf.matmul(v.t, v.t, transpose_b=True),
            tf.matmul(v.t, v.t, adjoint_a=True),
            tf.matmul(v.x, v.u),
        ),
        "matmul_complex": lambda tf, v: (tf.matmul(v.z, v.z, adjoint_b=True), tf.matmul(v.z, v.z, transpose_a=True)),
        "matmul_sparse": lambda tf, v: (
            tf.matmul(v.x, v.m, a_is_sparse=True),
            tf.sparse_matmul(v.x, v.m, b_is_sparse=True),
        ),
        "matmul_shapes": lambda tf, v: tf.matmul(v.m, v.m),
        "matmul_rank": lambda tf, v: tf.matmul(v.row, v.m),
        "matmul_types": lambda tf, v: tf.matmul(v.x, v.i),
        "matmul_both": lambda tf, v: tf.matmul(v.x, v.m, transpose_a=True, adjoint_a=True),
        "matvec": lambda tf, v: tf.linalg.matvec(v.m, [1.0, 2.0, 3.0, 4.0]),
        "scalar_mul": lambda tf, v: tf.scalar_mul(2.0, v.x),
        "scalar_mul_wrong": lambda tf, v: tf.scalar_mul([2.0], v.x),
        "add_n": lambda tf, v: (
            tf.add_n([v.x, v.y, v.x]),
            tf.add_n([v.x]),
            tf.add_n([v.x], name="one"),
            tf.add_n([v.row, [1.0, 2.0, 3.0]]),
        ),
        "add_n_wrong": lambda tf, v: tf.add_n(v.x),
        "add_n_empty": lambda tf, v: tf.add_n([]),
        "accumulate_n": lambda tf, v: (
            tf.accumulate_n([v.x, v.y]),
            tf.accumulate_n([v.u, v.u], shape=[2, 3]),
            tf.accumulate_n([v.x], name="one"),
        ),
        "tensordot": lambda tf, v: (
            tf.tensordot(v.t, v.m, 2),
            tf.tensordot(v.t, v.m, [[2], [1]]),
            tf.tensordot(v.m, v.t, [[0], [-2]]),
            tf.tensordot(v.m, v.m, 2),
        ),
        "tensordot_partial": lambda tf, v: tf.tensordot(v.x, v.m, 1),
        "tensordot_unknown": lambda tf, v: tf.tensordot(v.u, v.m, [[1], [0]]),
        "tensordot_wrong": lambda tf, v: tf.tensordot(v.t, v.m, [[1, 2], [0]]),
        "trace": lambda tf, v: tf.trace(v.m),
        # reductions
        "reduce_old_names": lambda tf, v: (
            tf.reduce_sum(v.x, reduction_indices=[1]),
            tf.reduce_mean(v.x, 0, keep_dims=True),
        ),
        "reduce_both_names": lambda tf, v: tf.reduce_sum(v.x, axis=1, reduction_indices=1),
        "reduce_both_keeps": lambda tf, v: tf.reduce_sum(v.x, 1, keepdims=True, keep_dims=True),
        "reduce_out_of_range": lambda tf, v: tf.reduce_sum(v.x, 2),
        "reduce_logsumexp": lambda tf, v: (
            tf.reduce_logsumexp(v.x),
            tf.reduce_logsumexp(v.x, 1, keepdims=True),
            tf.reduce_logsumexp(v.m, [0]),
        ),
        "reduce_bool": lambda tf, v: (
            tf.reduce_all(v.p),
            tf.reduce_any(v.p, 1, keepdims=True),
            tf.reduce_any([True, False]),
        ),
        "reduce_bool_wrong": lambda tf, v: tf.reduce_all(v.x),
        "reduce_std": lambda tf, v: (
            tf.math.reduce_std(v.x, 1),
            tf.math.reduce_variance(v.x, name="mine"),
            tf.math.reduce_euclidean_norm(v.x),
        ),
        "count_nonzero": lambda tf, v: (
            tf.count_nonzero(v.x),
            tf.count_nonzero(v.i, 1, dtype=tf.int32),
            tf.count_nonzero(input=v.x),
        ),
        "argmax": lambda tf, v: (
            tf.argmax(v.x, 1),
            tf.argmax(v.x),
            tf.argmax(v.x, dimension=1),
            tf.argmin(v.x, 0, output_type=tf.int32),
            tf.arg_max(v.x, 1),
            tf.arg_min(v.x, dimension=0),
        ),
        "argmax_range": lambda tf, v: tf.argmax(v.x, 2),
        "cumsum": lambda tf, v: (
            tf.cumsum(v.x),
            tf.cumsum(v.x, 1, exclusive=True),
            tf.cumprod([1.0, 2.0], reverse=True),
        ),
        "bincount": lambda tf, v: (
            tf.bincount(v.ids),
            tf.bincount(v.ids, minlength=3, maxlength=5),
            tf.bincount(v.ids, weights=v.row),
        ),
        "segments": lambda tf, v: (
            tf.segment_sum(v.m, v.ids),
            tf.segment_mean(v.m, [0, 0, 1]),
            tf.segment_max(v.m, v.ids),
            tf.unsorted_segment_sum(v.m, v.ids, 2),
            tf.unsorted_segment_max(v.m, v.ids, v.n),
            tf.unsorted_segment_mean(v.m, v.ids, 3),
            tf.unsorted_segment_sqrt_n(v.m, v.ids, 3),
            tf.sparse_segment_sum(v.m, [0, 1], [0, 0]),
        ),
        # linear algebra and clips
        "norm": lambda tf, v: (
            tf.norm(v.x),
            tf.norm(v.x, axis=1),
            tf.norm(v.x, 1, keepdims=True),
            tf.norm(v.x, ord=np.inf, axis=1),
        ),
        "norm_more": lambda tf, v: (
            tf.norm(v.x, ord=3),
            tf.norm(v.t, "fro", [1, 2]),
            tf.norm(v.t, 1, (0, 1)),
            tf.norm(v.t, np.inf, (0, 1)),
        ),
        "norm_wrong": lambda tf, v: tf.norm(v.x, ord="inf"),
        "norm_wrong_axis": lambda tf, v: tf.norm(v.x, axis=[0, 0]),
        "diagonals": lambda tf, v: (
            tf.matrix_diag(v.row),
            tf.matrix_diag_part(v.m),
            tf.diag(v.row),
            tf.diag_part([[1.0, 2.0], [3.0, 4.0]]),
        ),
        "bands": lambda tf, v: (tf.matrix_band_part(v.m, -1, 0), tf.matrix_set_diag(v.m, [1.0, 2.0, 3.0])),
        "normalize": lambda tf, v: tf.linalg.normalize(v.x, axis=1),
        "clip_by_value": lambda tf, v: (
            tf.clip_by_value(v.x, -1.0, 1.0),
            tf.clip_by_value(v.x, v.y, 5, name="mine"),
            tf.clip_by_value([3.0], 0.0, 1.0),
        ),
        "clip_by_value_wide": lambda tf, v: tf.clip_by_value(v.row, v.t, 1.0),
        "clip_by_norm": lambda tf, v: (tf.clip_by_norm(v.x, 2.0), tf.clip_by_norm(v.m, 1.0, axes=[1])),
        "global_norm": lambda tf, v: tf.global_norm([v.x, None, v.m]),
        "clip_by_global_norm": lambda tf, v: tf.clip_by_global_norm([v.x, None, v.m], 5.0),
        "clip_by_global_norm_used": lambda tf, v: tf.clip_by_global_norm([v.x], 5.0, use_norm=tf.norm(v.row)),
        "clip_by_global_norm_wrong": lambda tf, v: tf.clip_by_global_norm(v.x, 5.0),
        "clip_by_average_norm": lambda tf, v: tf.clip_by_average_norm(v.x, 2.0),
        "variables": lambda tf, v: with_variable(tf, v),
    }
)
for _name in ("sum", "mean", "prod", "max", "min"):
    CALLS["reduce_" + _name] = lambda tf, v, n="reduce_" + _name: (
        getattr(tf, n)(v.x),
        getattr(tf, n)(v.x, 1),
        getattr(tf, n)(v.x, [0, 1], keepdims=True),
        getattr(tf, n)(v.u),
        getattr(tf, n)(v.u, [0], name="mine"),
        getattr(tf, n)(v.i),
        getattr(tf, n)([1.0, 2.0]),
        getattr(tf, n)(3.0, []),
    )


def in_scope(tf, v):
    with tf.name_scope("outer"):
        a = v.x + 1.0
        return tf.reduce_mean(tf.square(a * v.y), name="loss") / 2.0


def with_variable(tf, v):
    w = tf.Variable([[1.0], [2.0], [3.0]], name="w")
    b = tf.Variable(0.5, name="b")
    return (
        tf.matmul(v.x, w) + b,
        w * 2.0,
        2.0 * w,
        -b,
        w / b,
        b**2,
        tf.reduce_sum(w),
        tf.cast(b, tf.float32),
        tf.cast(b, tf.int32),
    )


# calls that differ from TF, and why
LIMITS = {
    "add_n_wrong": "the same type of error, but it says that a Tensor is no bool",
    "tensordot_partial": "the static shape of the reshaped operand is known better",
}
