"""Steps whose inputs have sizes that ops do not take; also runs on the recorder's Python 3.7 with TF 1.15."""

import numpy as np


def known(tf, *shape):
    """An array whose rank the graph knows."""
    return tf.placeholder_with_default(np.zeros(shape, "f"), [None] * len(shape))


def unknown(tf, *shape):
    """An array of which the graph knows nothing."""
    return tf.placeholder_with_default(np.zeros(shape, "f"), None)


def whole(tf, *values):
    return tf.placeholder_with_default(np.array(values, "i"), [None] if len(values) > 1 else [1])


CALLS = {
    "no_list": lambda tf: tf.concat([], 0),
    "argmax": lambda tf: tf.argmax(known(tf, 0, 3), 0),
    "add_n": lambda tf: tf.add_n([known(tf, 3, 1), known(tf, 2, 1)]),
    "logical_and": lambda tf: tf.logical_and(known(tf, 3) > 0, known(tf, 2) > 0),
    "add": lambda tf: known(tf, 3) + known(tf, 2),
    "equal": lambda tf: tf.equal(known(tf, 3), known(tf, 2)),
    "select": lambda tf: tf.where(known(tf, 3) > 0, known(tf, 3), known(tf, 2)),
    "select_rows": lambda tf: tf.where(known(tf, 2) > 0, known(tf, 3, 1), known(tf, 3, 1)),
    "select_broadcast": lambda tf: tf.where_v2(known(tf, 3) > 0, known(tf, 2), 1.0),
    "batches": lambda tf: tf.matmul(known(tf, 2, 2, 3), known(tf, 3, 3, 2)),
    "inner": lambda tf: tf.matmul(known(tf, 2, 2, 3), known(tf, 2, 2, 3)),
    "concat_ranks": lambda tf: tf.concat([unknown(tf, 2, 3), unknown(tf, 3)], 0),
    "pad": lambda tf: tf.pad(unknown(tf, 5, 2), [[1, 1]]),
    "fill": lambda tf: tf.fill(whole(tf, -1), 0.0),
    "one_hot": lambda tf: tf.one_hot([1], whole(tf, -1)[0]),
    "range": lambda tf: tf.range(0, whole(tf, 5)[0], whole(tf, 0)[0]),
    "cumsum": lambda tf: tf.cumsum(unknown(tf, 5), 2),
    "top_k": lambda tf: tf.nn.top_k(known(tf, 5), 7),
    "in_top_k": lambda tf: tf.nn.in_top_k(known(tf, 5, 2), tf.zeros([4], tf.int32), 1),
    "softmax": lambda tf: tf.nn.softmax(unknown(tf)),
    "cross_entropy": lambda tf: tf.nn.softmax_cross_entropy_with_logits(labels=known(tf, 2, 3), logits=known(tf, 2, 4)),
    "sparse_cross_entropy": lambda tf: tf.nn.sparse_softmax_cross_entropy_with_logits(
        labels=tf.zeros([3], tf.int32), logits=known(tf, 2, 4)
    ),
    "conv2d": lambda tf: tf.nn.conv2d(unknown(tf, 1, 4, 4), known(tf, 2, 2, 2, 1), [1, 1, 1, 1], "SAME"),
    "max_pool": lambda tf: tf.nn.max_pool(unknown(tf, 1, 4, 4), [1, 2, 2, 1], [1, 2, 2, 1], "SAME"),
    "bias_add": lambda tf: tf.nn.bias_add(known(tf, 2, 3), known(tf, 4)),
    "lrn": lambda tf: tf.nn.lrn(unknown(tf, 2, 3)),
    "depthwise": lambda tf: tf.nn.depthwise_conv2d(known(tf, 1, 4, 4, 3), known(tf, 2, 2, 2, 1), [1, 1, 1, 1], "SAME"),
    "transposed": lambda tf: tf.nn.conv2d_transpose(
        known(tf, 1, 4, 4, 3), known(tf, 2, 2, 5, 2), [1, 8, 8, 5], [1, 2, 2, 1]
    ),
    "segments": lambda tf: tf.unsorted_segment_sum(known(tf, 3), whole(tf, 0, 0), 3),
    "scatter_nd": lambda tf: tf.scatter_nd(tf.placeholder_with_default([[1]], [None, None]), known(tf, 2), [3]),
    "scatter_add": lambda tf: tf.scatter_add(tf.Variable(tf.zeros([3])), [1], known(tf, 2)),
    "diagonal": lambda tf: tf.matrix_band_part(unknown(tf, 3), 0, 0),
    "diagonal_of_tensor": lambda tf: tf.diag_part(known(tf, 3, 2)),
    "histogram": lambda tf: tf.histogram_fixed_width(known(tf, 3), [1.0, 0.0]),
    "unique": lambda tf: tf.unique(unknown(tf, 2, 2))[0],
    "list_diff": lambda tf: tf.setdiff1d(unknown(tf, 2, 2), unknown(tf, 2))[0],
    "limits": lambda tf: tf.random_uniform([2], 5, 5, tf.int32),
    "multinomial": lambda tf: tf.multinomial(unknown(tf, 3), 2),
    "draw": lambda tf: tf.truncated_normal(whole(tf, -2)),
    "reverse": lambda tf: tf.reverse_sequence(known(tf, 2, 3), whole(tf, 1, 1, 1), 1),
    "bitcast": lambda tf: tf.bitcast(known(tf, 3), tf.float64),
    "cross": lambda tf: tf.cross(known(tf, 2), known(tf, 2)),
    "fft": lambda tf: tf.fft2d(tf.cast(unknown(tf, 2), tf.complex64)),
    "fake_quant": lambda tf: tf.quantization.fake_quant_with_min_max_args(known(tf, 2), 5, 1),
}


def refusal(tf, call):
    """The type and the first line of the error of `call`."""
    with tf.Graph().as_default():
        try:
            fetch = call(tf)
            with tf.Session() as session:
                session.run(tf.global_variables_initializer())
                session.run(fetch)
        except (tf.errors.OpError, ValueError) as e:
            return [type(e).__name__, str(e).split("\n")[0]]
    return None
