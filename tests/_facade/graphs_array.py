"""Programs that build graphs of array functions, and calls that are refused."""

import numpy as np

CALLS = {}


def program(function):
    CALLS[function.__name__] = lambda tf, v: function(tf)
    return function


def inputs(tf):
    """Placeholders of known, partly known and unknown shape, and an integer scalar and vector."""
    return (
        tf.placeholder(tf.float32, [4, 3, 2], name="x"),
        tf.placeholder(tf.float32, [None, 3], name="y"),
        tf.placeholder(tf.float32, name="u"),
        tf.placeholder(tf.int32, [], name="i"),
        tf.placeholder(tf.int32, [2], name="v"),
    )


@program
def shapes(tf):
    x, y, u, i, v = inputs(tf)
    for t in (x, y, u, [1.0, 2.0]):
        tf.shape(t)
        tf.size(t)
        tf.rank(t)
    tf.shape(y, out_type=tf.int64, name="big")
    tf.size(y, out_type=tf.int64)
    tf.shape_n([x, y])
    tf.shape(x)[0]
    tf.shape(y)[1:]
    tf.broadcast_dynamic_shape([2, 1], tf.shape(u))


@program
def filled(tf):
    x, y, u, i, v = inputs(tf)
    tf.zeros([2, 3])
    tf.zeros([])
    tf.zeros(3, tf.int32)
    tf.zeros([2], tf.string)
    tf.ones([2], tf.bool, name="yes")
    tf.zeros([50, 50])
    tf.ones(tf.TensorShape([100, 20]))
    tf.zeros([tf.Dimension(50), 50])
    tf.zeros(i)
    tf.zeros(v)
    tf.fill([2], 3.0)
    tf.fill(v, "a", name="f")
    tf.zeros(np.array([40, 40]))


@program
def filled_from_tensors(tf):
    x, y, u, i, v = inputs(tf)
    tf.zeros([i, 3])
    tf.ones([3, i, 2])
    tf.zeros([i])
    tf.ones([tf.shape(y)[0], 3], tf.int32)


@program
def filled_like(tf):
    x, y, u, i, v = inputs(tf)
    tf.zeros_like(x)
    tf.zeros_like(y)
    tf.zeros_like(y, tf.int32)
    tf.zeros_like(x, optimize=False)
    tf.ones_like(x)
    tf.ones_like(y)
    tf.ones_like(y, tf.int64, optimize=False)
    tf.zeros_like([1, 2])
    tf.ones_like([1.0, 2.0], name="mine")


@program
def one_hots(tf):
    x, y, u, i, v = inputs(tf)
    tf.one_hot([1, 2], 3)
    tf.one_hot(v, 3, axis=0)
    tf.one_hot(v, i)
    tf.one_hot(v, 3, on_value=5)
    tf.one_hot(v, 3, off_value=-1.0, dtype=tf.float32, name="o")
    tf.one_hot(v, 3, on_value=True, off_value=False)


@program
def eyes(tf):
    tf.eye(3)
    tf.eye(2, 3)
    tf.eye(2, batch_shape=[2, 2], dtype=tf.float64)


@program
def eyes_from_tensors(tf):
    x, y, u, i, v = inputs(tf)
    tf.eye(i)
    tf.eye(i, 4, name="e")
    tf.eye(2, batch_shape=v)


@program
def reshaped(tf):
    x, y, u, i, v = inputs(tf)
    tf.reshape(x, [6, -1])
    tf.reshape(x, [i, -1])
    tf.reshape(x, v)
    tf.reshape(y, [-1])
    tf.reshape(u, [-1, 6], name="r")
    tf.expand_dims(x, 0)
    tf.expand_dims(y, -1)
    tf.expand_dims(x, dim=1, name="e")
    tf.squeeze(tf.zeros([1, 2, 1]))
    tf.squeeze(tf.zeros([1, 2, 1]), 0)
    tf.squeeze(y, squeeze_dims=[0])
    tf.squeeze(tf.zeros([1, 2, 1]), axis=(0, -1))
    tf.ensure_shape(y, [2, 3])


@program
def transposed(tf):
    x, y, u, i, v = inputs(tf)
    tf.transpose(x)
    tf.transpose(y, [1, 0])
    tf.transpose(x, [i, 0, 1])
    tf.transpose(tf.zeros([2, 3], tf.complex64), conjugate=True)
    tf.matrix_transpose(x)
    tf.matrix_transpose(y, name="mt")
    tf.invert_permutation([1, 0])


@program
def transposed_unknown(tf):
    x, y, u, i, v = inputs(tf)
    tf.transpose(u)
    tf.matrix_transpose(u)


@program
def joined(tf):
    x, y, u, i, v = inputs(tf)
    tf.concat([x, x], 1)
    tf.concat([x, x], i)
    tf.concat([y, y[:2]], axis=0)
    tf.concat([x], 1, name="single")
    tf.concat(x, 1)
    tf.concat([[1, 2], v], 0)
    tf.concat(([i], [1, 2]), 0)
    tf.stack([x, x])
    tf.stack([x, x], axis=-1)
    tf.stack([1, 2, 3])
    tf.stack([i, 2], name="s")
    tf.stack([[1, 2], [3, 4]], axis=1)
    tf.unstack(x)
    tf.unstack(y, axis=1)
    tf.unstack(u, 2, name="us")
    tf.parallel_stack([[1, 2], [3, 4]])


@program
def parted(tf):
    x, y, u, i, v = inputs(tf)
    tf.split(x, 2)
    tf.split(x, 3, axis=1)
    tf.split(x, 2, axis=i)
    tf.split(x, [1, 3])
    tf.split(x, [1, -1, 1], axis=-2)
    tf.split(y, v, name="p")
    tf.split(value=y, num_or_size_splits=3, axis=1)


@program
def sliced(tf):
    x, y, u, i, v = inputs(tf)
    x[0], x[-1], x[1:3], x[:, None, 1], x[..., 0], x[None, ..., 0]
    x[::2], x[::-1], x[3:0:-2], x[0, 1, 1], x[i], x[i:], x[:i], x[:, i], x[::i], x[i, 0:2]
    y[0], y[1:], y[:2], y[..., 1:], y[:, ::-1], u[0], u[..., 0]
    x[tf.constant(1, tf.int64)], x[tf.constant(1, tf.int64) : 2], x[np.int64(1)], x[()], x[tf.Dimension(1) :]
    x[-2:], x[5:2:-1], x[2:1]
    tf.slice(x, [1, 0, 0], [2, -1, 1])
    tf.slice(y, [1, 0], [-1, 2], name="s")
    tf.slice(y, v, [2, 2])
    tf.slice(y, [0, 0], [i, 2])
    tf.slice(y, v, v)
    tf.strided_slice(x, [0, 0], [2, 2])
    tf.strided_slice(x, [0, 0], [2, 2], [1, 1], shrink_axis_mask=1, name="ss")


@program
def sliced_by_sums(tf):
    x, y, u, i, v = inputs(tf)
    x[i : i + 2]
    x[i + 1, 0]


@program
def masked(tf):
    x, y, u, i, v = inputs(tf)
    tf.boolean_mask(y, [True, False])
    tf.boolean_mask(x, tf.placeholder(tf.bool, [None, 3]))
    tf.boolean_mask(x, [True, False, True], axis=1, name="m")
    x[np.array([True, False, True, True])]
    x[tf.placeholder(tf.bool, [4])]


@program
def chosen(tf):
    x, y, u, i, v = inputs(tf)
    tf.where(tf.placeholder(tf.bool, [2, None]))
    tf.where([1, 0, 2])
    tf.where(tf.placeholder(tf.bool, [4]), x, x)
    tf.where([True, False], [1, 2], [3, 4], name="w")
    tf.where(x)
    tf.unique(v)
    tf.unique_with_counts([1, 2], out_idx=tf.int64)
    tf.setdiff1d([1, 2], [1])


@program
def masks_from_lengths(tf):
    x, y, u, i, v = inputs(tf)
    tf.sequence_mask(v)
    tf.sequence_mask(v, 5)
    tf.sequence_mask([1, 2], i, tf.float32, name="mask")


@program
def extended(tf):
    x, y, u, i, v = inputs(tf)
    tf.pad(y, [[1, 1], [0, 2]])
    tf.pad(y, [[i, 1], [0, 2]])
    tf.pad(x, [[0, 0], [1, 0], [0, 0]], constant_values=1.0)
    tf.pad(x, [[0, 0], [1, 0], [0, 0]], "reflect", name="p")
    tf.pad(y, [[0, 0], [1, 0]], "SYMMETRIC")
    tf.tile(y, [2, 2])
    tf.tile(y, [i, 2])
    tf.tile(y, v)
    tf.broadcast_to(y, [4, 3])
    tf.broadcast_to(y, [i, 5, 3])
    tf.reverse(x, [0, -1])
    tf.reverse_v2(x, axis=v)
    tf.reverse_sequence(y, v, seq_axis=1)
    tf.reverse_sequence(x, v, seq_dim=0, batch_dim=2)
    tf.roll(x, 1, 0)


@program
def gathered(tf):
    x, y, u, i, v = inputs(tf)
    tf.gather(x, [0, 1])
    tf.gather(x, v, axis=1)
    tf.gather(y, i)
    tf.gather(x, v, axis=i)
    tf.gather(x, tf.placeholder(tf.int32, [4, 5]), batch_dims=1)
    tf.gather(x, tf.placeholder(tf.int32, [4, 5]), batch_dims=-1, name="b")
    tf.gather_nd(x, [[0, 1]])
    tf.gather_nd(y, tf.placeholder(tf.int64, [None, 2]))
    tf.scatter_nd([[0], [1]], y, [4, 3])
    tf.scatter_nd([[0], [1]], y, [i, 3])
    tf.tensor_scatter_update(x, [[0]], x[:1])
    tf.tensor_scatter_add(x, [[0]], x[:1])
    tf.tensor_scatter_sub(x, [[0]], x[:1])
    tf.dynamic_partition(y, tf.placeholder(tf.int32, [None]), 2)
    tf.dynamic_stitch([[0], [1, 2]], [x[:1], x[:2]])
    tf.dynamic_stitch([[0], v], [y[:1], y[:2]])


@program
def gathered_in_batches(tf):
    x, y, u, i, v = inputs(tf)
    tf.batch_gather(x, tf.placeholder(tf.int32, [4, 5]))
    tf.gather_nd(x, tf.placeholder(tf.int32, [4, 5, 1]), batch_dims=1)


@program
def searched(tf):
    tf.searchsorted([1, 2, 3], [1])
    tf.searchsorted([[1, 2, 3]], [[1, 4]], side="right", out_type=tf.int64)


@program
def repeated(tf):
    x, y, u, i, v = inputs(tf)
    tf.repeat([1, 2], 2)
    tf.repeat([1, 2], [2, 3])
    tf.repeat(y, [1, 2, 3], axis=1)


@program
def grids(tf):
    tf.meshgrid([1, 2], [1, 2, 3])
    tf.meshgrid([1.0, 2.0], [1.0, 2.0, 3.0], [0.5], indexing="ij", name="g")


@program
def diagonals(tf):
    x, y, u, i, v = inputs(tf)
    tf.diag(y)
    tf.diag_part(tf.zeros([2, 3, 2, 3]))
    tf.matrix_diag(y)
    tf.matrix_diag_part(x)
    tf.matrix_set_diag(x, tf.zeros([4, 2]))
    tf.matrix_band_part(x, -1, 0)


@program
def blocks(tf):
    z = tf.placeholder(tf.float32, [4, 4, 6, 8])
    w = tf.placeholder(tf.float32, [None, None, 4, 3])
    tf.space_to_depth(z, 2)
    tf.depth_to_space(z, 2)
    tf.depth_to_space(z, 2, data_format="NCHW", name="d")
    tf.space_to_batch_nd(z, [2, 2], [[0, 0], [1, 1]])
    tf.space_to_batch_nd(w, [2, 2], [[0, 0], [0, 0]])
    tf.batch_to_space_nd(z, [2, 2], [[0, 0], [0, 1]])
    tf.space_to_batch(z, [[0, 0], [0, 0]], 2)
    tf.batch_to_space(z, [[0, 0], [0, 0]], 2)
    tf.required_space_to_batch_paddings([5, 6], [2, 4])


@program
def blocks_of_unknown_size(tf):
    x, y, u, i, v = inputs(tf)
    tf.required_space_to_batch_paddings(v, [2, 4], base_paddings=[[1, 0], [0, 1]])


@program
def passed_on(tf):
    x, y, u, i, v = inputs(tf)
    tf.identity(x)
    tf.identity([1.0, 2.0], name="c")
    tf.identity_n([x, y])
    tf.stop_gradient(x)
    tf.bitcast(x, tf.uint8)
    tf.unravel_index([1, 2], [2, 3])


_REFUSED = {
    "reshape_count": lambda tf: tf.reshape(tf.zeros([2, 3]), [4, 2]),
    "reshape_unknown": lambda tf: tf.reshape(tf.zeros([2, 3]), [4, -1]),
    "reshape_matrix": lambda tf: tf.reshape(tf.zeros([2, 4]), [[2, 4]]),
    "concat_rank": lambda tf: tf.concat([tf.zeros([2, 3]), tf.zeros([2])], 0),
    "concat_sizes": lambda tf: tf.concat([tf.zeros([2, 3]), tf.zeros([2, 4])], 0),
    "concat_axis": lambda tf: tf.concat([tf.zeros([2, 3]), tf.zeros([2, 4])], 2),
    "concat_negative_axis": lambda tf: tf.concat([tf.zeros([2, 3]), tf.zeros([2, 4])], -3),
    "concat_scalars": lambda tf: tf.concat([1.0, 2.0], 0),
    "concat_old_order": lambda tf: tf.concat(1, [tf.zeros([2, 3]), tf.zeros([2, 4])]),
    "stack_sizes": lambda tf: tf.stack([tf.zeros([2, 3]), tf.zeros([2, 4])]),
    "stack_ranks": lambda tf: tf.stack([tf.zeros([2]), tf.zeros([2, 2])]),
    "stack_axis": lambda tf: tf.stack([tf.zeros([2]), tf.zeros([2])], axis=3),
    "unstack_axis": lambda tf: tf.unstack(tf.zeros([2, 3]), axis=2),
    "unstack_num": lambda tf: tf.unstack(tf.zeros([2, 3]), num=3),
    "unstack_unknown": lambda tf: tf.unstack(tf.placeholder(tf.float32, [None, 3])),
    "split_uneven": lambda tf: tf.split(tf.zeros([4, 3]), 3),
    "split_axis": lambda tf: tf.split(tf.zeros([4, 3]), 3, axis=2),
    "split_none": lambda tf: tf.split(tf.zeros([4, 3]), 0),
    "split_scalar": lambda tf: tf.split(tf.zeros([4, 3]), tf.constant(2)),
    "split_sizes": lambda tf: tf.split(tf.zeros([4, 3]), [1, 2]),
    "split_two_rests": lambda tf: tf.split(tf.zeros([4, 3]), [-1, -1]),
    "expand_dims_range": lambda tf: tf.expand_dims(tf.zeros([2]), 3),
    "expand_dims_none": lambda tf: tf.expand_dims(tf.zeros([2])),
    "expand_dims_both": lambda tf: tf.expand_dims(tf.zeros([2]), axis=0, dim=1),
    "squeeze_size": lambda tf: tf.squeeze(tf.zeros([2, 1]), [0]),
    "squeeze_range": lambda tf: tf.squeeze(tf.zeros([2, 1]), [2]),
    "squeeze_both": lambda tf: tf.squeeze(tf.zeros([2, 1]), axis=1, squeeze_dims=1),
    "transpose_count": lambda tf: tf.transpose(tf.zeros([2, 3]), [0]),
    "transpose_range": lambda tf: tf.transpose(tf.zeros([2, 3]), [0, 2]),
    "matrix_transpose_rank": lambda tf: tf.matrix_transpose(tf.zeros([3])),
    "slice_rank": lambda tf: tf.slice(tf.zeros([4, 3]), [0], [1]),
    "slice_lengths": lambda tf: tf.slice(tf.zeros([4, 3]), [0, 0], [1]),
    "index_range": lambda tf: tf.zeros([4, 3])[4],
    "index_negative": lambda tf: tf.zeros([4, 3])[-5],
    "index_many": lambda tf: tf.zeros([4, 3])[0, 0, 0],
    "index_ellipses": lambda tf: tf.zeros([4, 3])[..., ...],
    "index_stride": lambda tf: tf.zeros([4, 3])[::0],
    "index_float": lambda tf: tf.zeros([4, 3])[1.5],
    "index_text": lambda tf: tf.zeros([4, 3])["a"],
    "index_scalar_mask": lambda tf: tf.zeros([4, 3])[True],
    "assign_slice": lambda tf: tf.zeros([4, 3])[0].assign([1.0, 2.0, 3.0]),
    "pad_rank": lambda tf: tf.pad(tf.zeros([2, 3]), [[1, 1]]),
    "pad_negative": lambda tf: tf.pad(tf.zeros([2, 3]), [[-1, 1], [0, 2]]),
    "pad_mode": lambda tf: tf.pad(tf.zeros([2, 3]), [[1, 1], [0, 2]], "x"),
    "tile_rank": lambda tf: tf.tile(tf.zeros([2, 3]), [2]),
    "broadcast_to_size": lambda tf: tf.broadcast_to(tf.zeros([2, 3]), [4, 3]),
    "broadcast_to_rank": lambda tf: tf.broadcast_to(tf.zeros([2, 3]), [3]),
    "one_hot_depth": lambda tf: tf.one_hot([1, 2], -3),
    "one_hot_types": lambda tf: tf.one_hot([1, 2], 3, on_value=1, dtype=tf.float32),
    "one_hot_values": lambda tf: tf.one_hot([1, 2], 3, on_value=1, off_value=0.0),
    "reverse_range": lambda tf: tf.reverse(tf.zeros([2, 3]), [2]),
    "reverse_twice": lambda tf: tf.reverse(tf.zeros([2, 3]), [0, -2]),
    "reverse_sequence_none": lambda tf: tf.reverse_sequence(tf.zeros([2, 3]), [1, 2]),
    "reverse_sequence_lengths": lambda tf: tf.reverse_sequence(tf.zeros([2, 3]), [1, 2, 3], seq_axis=1),
    "gather_axis": lambda tf: tf.gather(tf.zeros([4, 3]), [0], axis=2),
    "gather_scalar": lambda tf: tf.gather(tf.zeros([]), 0),
    "gather_nd_depth": lambda tf: tf.gather_nd(tf.zeros([4, 3]), [[0, 1, 2]]),
    "scatter_nd_inner": lambda tf: tf.scatter_nd([[0], [1]], tf.zeros([2, 4]), [4, 3]),
    "scatter_nd_outer": lambda tf: tf.scatter_nd([[0], [1]], tf.zeros([3, 3]), [4, 3]),
    "where_one": lambda tf: tf.where([True], [1]),
    "where_rows": lambda tf: tf.where([True, False, True], tf.zeros([2, 3]), tf.zeros([2, 3])),
    "mask_scalar": lambda tf: tf.boolean_mask(tf.zeros([2, 3]), True),
    "mask_unknown": lambda tf: tf.boolean_mask(tf.zeros([2, 3]), tf.placeholder(tf.bool)),
    "mask_size": lambda tf: tf.boolean_mask(tf.zeros([2, 3]), tf.placeholder(tf.bool, [3])),
    "sequence_mask_rank": lambda tf: tf.sequence_mask([1, 2], [3]),
    "unique_rank": lambda tf: tf.unique(tf.zeros([2, 3])),
    "space_to_depth_size": lambda tf: tf.space_to_depth(tf.zeros([1, 5, 4, 3]), 2),
    "space_to_depth_block": lambda tf: tf.space_to_depth(tf.zeros([1, 4, 4, 3]), 1),
    "space_to_batch_size": lambda tf: tf.space_to_batch_nd(tf.zeros([1, 5, 4, 3]), [2, 2], [[0, 0], [0, 0]]),
    "batch_to_space_crop": lambda tf: tf.batch_to_space_nd(tf.zeros([4, 2, 2, 3]), [2, 2], [[3, 3], [0, 1]]),
    "dynamic_partition_size": lambda tf: tf.dynamic_partition(tf.zeros([3, 2]), [0, 1], 2),
    "dynamic_stitch_inner": lambda tf: tf.dynamic_stitch([[0], [1, 2]], [tf.zeros([1, 3]), tf.zeros([2, 4])]),
    "dynamic_stitch_empty": lambda tf: tf.dynamic_stitch([], []),
    "ensure_shape_size": lambda tf: tf.ensure_shape(tf.placeholder(tf.float32, [None, 3]), [2, 4]),
    "fill_negative": lambda tf: tf.fill([-1, 2], 0.0),
    "fill_matrix": lambda tf: tf.fill([[1, 2]], 0.0),
    "fill_vector": lambda tf: tf.fill([2], [0.0]),
    "zeros_none": lambda tf: tf.zeros([None, 2]),
    "zeros_unknown": lambda tf: tf.zeros(tf.TensorShape([2, None])),
    "ones_text": lambda tf: tf.ones([2], tf.string),
    "meshgrid_indexing": lambda tf: tf.meshgrid([1], [2], indexing="x"),
    "meshgrid_keyword": lambda tf: tf.meshgrid([1], [2], index="x"),
    "broadcast_static": lambda tf: tf.broadcast_static_shape(tf.TensorShape([4, 3]), tf.TensorShape([2, 1])),
    "searchsorted_side": lambda tf: tf.searchsorted([1, 2], [1], side="x"),
}

for _name, _call in _REFUSED.items():
    CALLS["refused_" + _name] = lambda tf, v, call=_call: call(tf)
