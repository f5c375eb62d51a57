"""RaggedTensors in running sessions; also runs on Python 3.7 with TF 1.15.

Each function takes `tf` and returns JSON.
"""

import numpy as np
from queue_runs import attempt, plain


def _rows(value):
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return [_rows(v) for v in value]
    return plain(value.to_list() if hasattr(value, "to_list") else value)


def _values(tf, *tensors):
    with tf.Session() as s:
        return _rows(s.run(tensors))


def _matrix(tf):
    return tf.ragged.constant([[1, 2, 3], [], [4, 5]])


def _cube(tf):
    return tf.ragged.constant([[[1, 2], [3]], [], [[4, 5, 6]]])


def made(tf):
    splits = tf.placeholder_with_default([0, 2, 3], [None])
    x = tf.RaggedTensor.from_row_splits([1, 2, 3], tf.cast(splits, tf.int64))
    with tf.Session() as s:
        bad = attempt(lambda: s.run(x.values[0] + tf.cast(x.row_splits[0], tf.int32), {splits: [1, 3]}))
    found = [
        tf.RaggedTensor.from_row_lengths([1, 2, 3], [2, 0, 1]),
        tf.RaggedTensor.from_value_rowids([1, 2, 3], [0, 0, 2], 4),
        tf.RaggedTensor.from_row_starts(["a", "b"], [0, 0, 1]),
        tf.RaggedTensor.from_row_limits([1.5, 2.5], [0, 2]),
        tf.RaggedTensor.from_nested_row_splits([1, 2, 3], [[0, 2], [0, 1, 3]]),
        tf.RaggedTensor.from_tensor([[1, 2, 0], [3, 0, 0]], padding=0),
        tf.RaggedTensor.from_tensor([[1, 2, 0], [3, 0, 0]], lengths=[1, 3]),
        tf.RaggedTensor.from_tensor([[[1, 2], [3, 4]]], ragged_rank=2),
        _matrix(tf).to_tensor(-1), _cube(tf).to_tensor(), _matrix(tf).to_sparse(),
        tf.RaggedTensor.from_sparse(_matrix(tf).to_sparse()), tf.ragged.range([3, 0, 2]),
        _cube(tf).bounding_shape(), _cube(tf).nested_row_lengths()[1], _matrix(tf).value_rowids(),
        tf.ragged.boolean_mask(_matrix(tf), [True, False, True]),
        tf.ragged.boolean_mask([[1, 2], [3, 4]], [[True, False], [True, True]]),
        tf.ragged.stack_dynamic_partitions([10, 20, 30], [1, 0, 1], 3),
        tf.ragged.segment_ids_to_row_splits([0, 0, 2], 4), tf.ragged.row_splits_to_segment_ids([0, 2, 2, 3]),
    ]  # fmt: skip
    refused = [
        attempt(lambda: tf.RaggedTensor.from_value_rowids([1], [0], -1)),
        attempt(lambda: tf.ragged.constant([[1], 2])),
        attempt(lambda: tf.ragged.constant([[[1]], [2]])),
        attempt(lambda: _matrix(tf)[:, 0]),
        attempt(lambda: bool(_matrix(tf))),
        attempt(lambda: _matrix(tf).to_list()),
    ]
    return [x.name for x in (_matrix(tf).values, _matrix(tf).row_splits)] + refused + [bad[0]] + _values(tf, *found)


def computed(tf):
    x, y = _matrix(tf), _cube(tf)
    half = tf.constant([[10], [20], [30]])
    return _values(
        tf, x + 1, 1 - x, x * x, x + half, y * tf.constant([2]), -x, tf.square(x), tf.less(x, 3), tf.cast(x, tf.float32),
        tf.reduce_sum(x, 1), tf.reduce_sum(x, 0), tf.reduce_mean(tf.cast(x, tf.float32)), tf.reduce_max(y, axis=2),
        tf.reduce_sum(y, axis=[0, 1]), tf.reduce_any(x > 3, 1), tf.concat([x, x], 1), tf.concat([x, x], 0),
        tf.stack([x, x], 0), tf.ragged.stack([x, x], 1), tf.gather(x, [2, 0]), tf.gather(x, [[2, 0], [0, 1]]),
        tf.gather_nd(x, [[0, 1], [2, 0]]), tf.tile(x, [2, 2]), tf.tile(y, [1, 2, 2]), tf.expand_dims(x, 0),
        tf.expand_dims(x, 2), tf.where(x > 2), tf.where([True, False, True], x, x * 10), tf.one_hot(x, 6), tf.size(x),
        tf.ragged.map_flat_values(tf.add, x, 5), tf.squeeze(tf.expand_dims(x, 1), 1),
        tf.batch_gather(x, tf.ragged.constant([[2, 0], [], [1]])), tf.dynamic_partition(x, [1, 0, 1], 2),
    )  # fmt: skip


def indexed(tf):
    x, y = _matrix(tf), _cube(tf)
    two = tf.constant(2)
    return _values(
        tf, x[0], x[-1], x[1:], x[::2], x[5:], x[:, 1:], x[:, :-1], x[:, ::2], x[..., tf.newaxis], y[0], y[0, 1], y[:, 0:1],
        y[:, :, 1:], y[..., :1], x[two],
    )  # fmt: skip


def texts(tf):
    words = tf.ragged.constant([["a", "b", "c"], ["d"]])
    return _values(
        tf, tf.strings.split(["a b", "c"], result_type="RaggedTensor"), tf.strings.split([["a b"], ["c"]]).values,
        tf.string_split(["a b", "c"], result_type="RaggedTensor"), tf.strings.bytes_split(["ab", "c"]),
        tf.strings.unicode_decode(["a\u00e9", "b"], "UTF-8"), tf.strings.unicode_split([["a\u00e9"], ["b"]], "UTF-8"),
        tf.strings.unicode_decode_with_offsets(["\u00e9a"], "UTF-8")[1], tf.strings.ngrams(words, 2),
        tf.strings.ngrams([["a", "b", "c"]], [1, 2], "|"), tf.strings.join([words, "x"]), tf.strings.length(words),
        tf.strings.unicode_encode(tf.ragged.constant([[97, 233], [98]]), "UTF-8"), tf.strings.reduce_join(words, axis=1),
    )  # fmt: skip


def fed_and_trained(tf):
    x = tf.ragged.placeholder(tf.float32, 1, [])
    w = tf.Variable([1.0, 2.0, 3.0])
    rows = tf.gather(w, tf.ragged.constant([[2, 0], [1]]))
    loss = tf.reduce_sum(tf.square(tf.reduce_sum(rows, 1)))
    (gradient,) = tf.gradients(loss, w)
    value = tf.ragged.constant_value([[1.0], [2.0, 3.0]], dtype=np.float32)
    with tf.Session() as s:
        s.run(tf.global_variables_initializer())
        return _rows([s.run(x * 2, {x: value}), s.run(loss), s.run(tf.convert_to_tensor(gradient))])


def dataset_elements(tf):
    data = tf.data.Dataset.from_tensor_slices(_cube(tf))
    batch = data.batch(2).make_one_shot_iterator().get_next()
    mapped = data.map(lambda row: row + 1).make_one_shot_iterator().get_next()
    with tf.Session() as s:
        return _rows([s.run(batch), s.run(batch), s.run(mapped), str(data.batch(2))[:14]])


RUNS = [made, computed, indexed, texts, fed_and_trained, dataset_elements]
