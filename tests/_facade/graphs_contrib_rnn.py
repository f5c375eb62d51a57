"""`tf.contrib.rnn`: cells, wrappers, networks that are one op."""

import importlib


def _once(make):
    """Two calls of a cell on a (?, 3) input."""

    def call(tf, v):
        cell = make(tf.contrib.rnn, tf)
        state = cell.zero_state(tf.shape(v.x)[0], tf.float32)
        _, state = cell(v.x, state)
        cell(v.x, state)

    return call


def _static(make, width=3):
    """Two calls of a cell on a (2, width) input."""

    def call(tf, v):
        cell = make(tf.contrib.rnn, tf)
        x = tf.placeholder(tf.float32, [2, width], name="in_static")
        _, state = cell(x, cell.zero_state(2, tf.float32))
        cell(x, state)

    return call


def _module(tf, theirs, ours):
    """A module that TensorFlow's programs know by its inner path."""
    name = "tensorflow.contrib.rnn.python.ops." + theirs
    return importlib.import_module(name if tf.__name__ == "tensorflow" else "tf1compat._facade.contrib.rnn." + ours)


def _inner(name, ours, *args, **more):
    """One call of a cell that is not public."""

    def call(tf, v):
        cell = getattr(_module(tf, "rnn_cell", ours), name)(*args, **more)
        _, state = cell(v.x, cell.zero_state(2, tf.float32))

    return call


def highway(*args):
    def call(tf, v):
        cell = tf.contrib.rnn.HighwayWrapper(tf.contrib.rnn.GRUCell(3), *args)
        with tf.variable_scope("net", reuse=tf.AUTO_REUSE):
            _, state = cell(v.x, cell.zero_state(2, tf.float32))
            cell(v.x, state)

    return call


def phased(tf, v):
    cell = tf.contrib.rnn.PhasedLSTMCell(4, use_peepholes=True)
    time = tf.placeholder(tf.float32, [2, 1], name="in_time")
    x = tf.placeholder(tf.float32, [2, 3], name="in_x")
    _, state = cell((time, x), cell.zero_state(2, tf.float32))
    cell((time, x), state)


def convolutional(name, shape, **more):
    def call(tf, v):
        cell = getattr(tf.contrib.rnn, name)(
            input_shape=shape, output_channels=4, kernel_shape=[3] * (len(shape) - 1), **more
        )
        x = tf.placeholder(tf.float32, [2] + shape, name="in_image")
        cell(x, cell.zero_state(2, tf.float32))

    return call


def fused(tf, v):
    cell = tf.contrib.rnn.LSTMBlockFusedCell(4, use_peephole=True, cell_clip=2.0)
    cell(v.t, dtype=tf.float32, sequence_length=[1, 2, 1])
    cell(v.t, initial_state=(tf.zeros([3, 4]), tf.ones([3, 4])))


def fused_adaptors(tf, v):
    rnn = tf.contrib.rnn
    with tf.variable_scope("static"):
        rnn.TimeReversedFusedRNN(rnn.FusedRNNCellAdaptor(rnn.GRUCell(2)))(v.t, dtype=tf.float32)
    with tf.variable_scope("dynamic"):
        cell = rnn.FusedRNNCellAdaptor(rnn.GRUCell(2), use_dynamic_rnn=True)
        rnn.TimeReversedFusedRNN(cell)(v.t, dtype=tf.float32, sequence_length=[1, 2, 1])
        cell(tf.unstack(v.t), dtype=tf.float32, scope="list")


def stacked(tf, v):
    rnn = tf.contrib.rnn
    make = lambda: [rnn.GRUCell(2), rnn.LSTMCell(3)]
    rnn.stack_bidirectional_dynamic_rnn(make(), make(), v.t, dtype=tf.float32, sequence_length=[1, 2])
    rnn.stack_bidirectional_rnn(make(), make(), tf.unstack(v.t), dtype=tf.float32, scope="static")


def stacked_wrong(tf, v):
    tf.contrib.rnn.stack_bidirectional_rnn([tf.contrib.rnn.GRUCell(2)], [], [v.x], dtype=tf.float32)


def embedding(tf, v):
    cell = tf.contrib.rnn.EmbeddingWrapper(tf.contrib.rnn.LSTMCell(3), embedding_classes=7, embedding_size=2)
    ids = tf.placeholder(tf.int32, [None], name="in_ids")
    _, state = cell(ids, cell.zero_state(2, tf.float32))
    cell(ids, state)


def linear_functions(tf, v):
    core = _module(tf, "core_rnn_cell", "linear")
    core._linear([v.x, v.x * 2.0], 4, True)
    with tf.variable_scope("one"):
        core._linear(v.x, 4, False, kernel_initializer=tf.ones_initializer())
        with tf.variable_scope("object"):
            both = core._Linear([v.x, v.x], 2, True, bias_initializer=tf.ones_initializer())
            both([v.x, v.x])
            both([v.x, v.x])


def _grid(c, **more):
    return c.GridLSTMCell(2, feature_size=2, frequency_skip=1, num_frequency_blocks=[2], **more)


CALLS = {
    "lstm_block": _once(lambda c, tf: c.LSTMBlockCell(4)),
    "lstm_block_peephole": _once(lambda c, tf: c.LSTMBlockCell(4, 0.5, cell_clip=1.0, use_peephole=True)),
    "gru_block": _once(lambda c, tf: c.GRUBlockCell(4)),
    "gru_block_v2": _once(lambda c, tf: c.GRUBlockCellV2(4)),
    "gru_block_error": _once(lambda c, tf: c.GRUBlockCell()),
    "fused": fused,
    "fused_adaptors": fused_adaptors,
    "layer_norm": _once(lambda c, tf: c.LayerNormBasicLSTMCell(4, dropout_keep_prob=0.5, dropout_prob_seed=3)),
    "layer_norm_off": _once(lambda c, tf: c.LayerNormBasicLSTMCell(4, 0.5, layer_norm=False, activation=tf.nn.relu)),
    "coupled": _once(lambda c, tf: c.CoupledInputForgetGateLSTMCell(4, use_peepholes=True)),
    "coupled_projected": _once(
        lambda c, tf: c.CoupledInputForgetGateLSTMCell(
            4, num_proj=2, proj_clip=0.5, num_unit_shards=2, num_proj_shards=3, layer_norm=True, norm_gain=0.5
        )
    ),
    "coupled_joined": _once(lambda c, tf: c.CoupledInputForgetGateLSTMCell(4, state_is_tuple=False)),
    "time_frequency": _static(
        lambda c, tf: c.TimeFreqLSTMCell(2, use_peepholes=True, cell_clip=0.5, feature_size=2, frequency_skip=1), 2
    ),
    "grid": _static(lambda c, tf: _grid(c)),
    "grid_peepholes": _static(lambda c, tf: _grid(c, use_peepholes=True, cell_clip=0.5, num_unit_shards=2)),
    "grid_shared": _static(lambda c, tf: _grid(c, use_peepholes=True, share_time_frequency_weights=True)),
    "grid_coupled": _static(lambda c, tf: _grid(c, use_peepholes=True, couple_input_forget_gates=True)),
    "grid_joined": _static(lambda c, tf: _grid(c, state_is_tuple=False)),
    "grid_blocks": _static(
        lambda c, tf: c.GridLSTMCell(
            2,
            feature_size=2,
            frequency_skip=1,
            num_frequency_blocks=[1, 2],
            start_freqindex_list=[0, 1],
            end_freqindex_list=[2, 4],
        ),
        4,
    ),
    "grid_both_ways": _static(
        lambda c, tf: c.BidirectionalGridLSTMCell(
            2, feature_size=2, frequency_skip=1, num_frequency_blocks=[2], backward_slice_offset=1
        )
    ),
    "attention": _once(lambda c, tf: c.AttentionCellWrapper(c.LSTMCell(4), 2, attn_size=3, attn_vec_size=2)),
    "attention_joined": _once(lambda c, tf: c.AttentionCellWrapper(c.GRUCell(4), 2, state_is_tuple=False)),
    "attention_error": _once(lambda c, tf: c.AttentionCellWrapper(c.LSTMCell(4), 2, state_is_tuple=False)),
    "highway": highway(),
    "highway_two_gates": highway(False, 0.5),
    "nas": _once(lambda c, tf: c.NASCell(4)),
    "nas_projected": _once(lambda c, tf: c.NASCell(4, num_proj=2, use_bias=True)),
    "ugrnn": _once(lambda c, tf: c.UGRNNCell(4, initializer=tf.ones_initializer())),
    "intersection": _once(lambda c, tf: c.IntersectionRNNCell(3)),
    "intersection_projected": _once(lambda c, tf: c.IntersectionRNNCell(4, num_in_proj=4)),
    "phased": phased,
    "conv_1d": convolutional("Conv1DLSTMCell", [5, 2]),
    "conv_2d": convolutional("Conv2DLSTMCell", [5, 4, 2], skip_connection=True),
    "conv_3d": convolutional("Conv3DLSTMCell", [5, 4, 3, 2], use_bias=False),
    "glstm": _static(lambda c, tf: c.GLSTMCell(4, number_of_groups=2), 4),
    "glstm_projected": _once(lambda c, tf: c.GLSTMCell(6, num_proj=3, number_of_groups=3)),
    "sru": _once(lambda c, tf: c.SRUCell(4)),
    "independent": _once(lambda c, tf: c.IndRNNCell(4)),
    "independent_gru": _once(lambda c, tf: c.IndyGRUCell(4)),
    "independent_lstm": _once(lambda c, tf: c.IndyLSTMCell(4, bias_initializer=tf.ones_initializer())),
    "input_projection": _once(lambda c, tf: c.InputProjectionWrapper(c.GRUCell(2), 5, activation=tf.nn.relu)),
    "output_projection": _once(lambda c, tf: c.OutputProjectionWrapper(c.LSTMCell(2), 5)),
    "embedding": embedding,
    "stacked": stacked,
    "stacked_wrong": stacked_wrong,
    "linear_functions": linear_functions,
    "layer_norm_lstm": _inner(
        "LayerNormLSTMCell", "normalized_cells", 4, use_peepholes=True, cell_clip=1.0, layer_norm=True
    ),
    "layer_norm_lstm_projected": _inner("LayerNormLSTMCell", "normalized_cells", 4, num_proj=2, proj_clip=0.5),
    "weight_norm": _inner("WeightNormLSTMCell", "normalized_cells", 4, use_peepholes=True, num_proj=2),
    "minimal": _inner("MinimalRNNCell", "gated_cells", 4),
    "chaos_free": _inner("CFNCell", "gated_cells", 4),
}
