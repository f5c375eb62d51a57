"""Programs with decoders, attention, beams, fields and contrib's cells: each returns numbers (Python 3.7 too).

They run on TF 1.15.5 (the recorder) and on tf1compat (the test); `tf` is given.
"""

import numpy as np

R = np.random.RandomState(0)
INPUTS = R.uniform(-1, 1, (2, 5, 4)).astype("f")
MEMORY = R.uniform(-1, 1, (2, 6, 4)).astype("f")
SCORES = R.uniform(-1, 1, (2, 5, 4)).astype("f")
TAGS = R.randint(0, 4, (2, 5)).astype("i")


def uniform(tf):
    return tf.random_uniform_initializer(-0.5, 0.5, seed=3)


def trained(tf, loss, steps=3):
    """Losses of some steps of training."""
    train = tf.train.GradientDescentOptimizer(0.5).minimize(loss)
    with tf.Session() as s:
        s.run(tf.global_variables_initializer())
        return [s.run([loss, train])[0] for _ in range(steps)] + [s.run(loss)]


def ran(tf, values):
    with tf.Session() as s:
        s.run(tf.global_variables_initializer())
        return s.run(values)


def cell_program(name, make, inputs=None):
    """Outputs, last state and losses of training of a cell in `dynamic_rnn`, with the names of its variables."""

    def program(tf):
        with tf.variable_scope("net", initializer=uniform(tf)):
            cell = make(tf.contrib.rnn, tf)
            x = tf.constant(INPUTS) if inputs is None else inputs(tf)
            outputs, state = tf.nn.dynamic_rnn(cell, x, dtype=tf.float32, sequence_length=[5, 3])
        flat = [outputs] + tf.contrib.framework.nest.flatten(state)
        loss = tf.add_n([tf.reduce_sum(tf.square(t)) for t in flat]) / 20.0
        names = sorted("%s%s" % (v.op.name, v.shape.as_list()) for v in tf.trainable_variables())
        values = ran(tf, flat)
        return [len("".join(names)), [np.asarray(v).sum() for v in values], values[0], trained(tf, loss)]

    program.__name__ = "cell_" + name
    return program


def block_fused(tf):
    with tf.variable_scope("net", initializer=uniform(tf)):
        cell = tf.contrib.rnn.LSTMBlockFusedCell(3, use_peephole=True, cell_clip=0.3)
        outputs, state = cell(tf.constant(INPUTS), dtype=tf.float32, sequence_length=[2, 1, 2, 0, 1])
        back = tf.contrib.rnn.TimeReversedFusedRNN(tf.contrib.rnn.LSTMBlockFusedCell(2, name="back"))
        backward, _ = back(tf.constant(INPUTS), dtype=tf.float32, sequence_length=[2, 1, 2, 1, 2])
    loss = tf.reduce_sum(tf.square(outputs)) + tf.reduce_sum(state.c) + tf.reduce_sum(tf.square(backward))
    return [ran(tf, [outputs, state.c, state.h, backward]), trained(tf, loss / 20.0)]


def grid(tf):
    with tf.variable_scope("net", initializer=uniform(tf)):
        cell = tf.contrib.rnn.BidirectionalGridLSTMCell(
            2, use_peepholes=True, feature_size=2, frequency_skip=1, num_frequency_blocks=[3], backward_slice_offset=1
        )
        outputs, _ = tf.nn.static_rnn(cell, tf.unstack(tf.constant(INPUTS), axis=1), dtype=tf.float32)
    return [ran(tf, outputs), trained(tf, tf.add_n([tf.reduce_sum(tf.square(o)) for o in outputs]) / 20.0)]


def phased(tf):
    with tf.variable_scope("net", initializer=uniform(tf)):
        cell = tf.contrib.rnn.PhasedLSTMCell(3, period_init_min=1.0, period_init_max=1.5)
        time = tf.constant(np.cumsum(np.abs(INPUTS[:, :, :1]), 1))
        outputs, _ = tf.nn.dynamic_rnn(cell, (time, tf.constant(INPUTS)), dtype=tf.float32)
    return [ran(tf, outputs)]


def convolutional(tf):
    image = tf.constant(INPUTS.reshape(2, 5, 2, 2))
    with tf.variable_scope("net", initializer=uniform(tf)):
        cell = tf.contrib.rnn.Conv1DLSTMCell(input_shape=[2, 2], output_channels=3, kernel_shape=[3])
        outputs, state = tf.nn.dynamic_rnn(cell, image, dtype=tf.float32)
    return [ran(tf, [outputs, state.c]), trained(tf, tf.reduce_sum(tf.square(outputs)) / 20.0)]


def legacy_attention(tf):
    legacy = tf.contrib.legacy_seq2seq
    ids = [tf.constant([i % 5, (i + 2) % 5]) for i in range(3)]
    feed = tf.placeholder_with_default(False, [])
    with tf.variable_scope("net", initializer=uniform(tf)):
        outputs, state = legacy.embedding_attention_seq2seq(
            ids, ids, tf.nn.rnn_cell.GRUCell(3), 5, 5, 2, num_heads=2, feed_previous=feed
        )
    loss = legacy.sequence_loss(outputs, ids, [tf.ones([2])] * 3)
    with tf.Session() as s:
        s.run(tf.global_variables_initializer())
        free = s.run([outputs, state], {feed: True})
    return [free, trained(tf, loss)]


def legacy_buckets(tf):
    legacy = tf.contrib.legacy_seq2seq
    ids = [tf.constant([i % 5, (i + 2) % 5]) for i in range(3)]

    def model(encoder, decoder):
        return legacy.embedding_rnn_seq2seq(encoder, decoder, tf.nn.rnn_cell.BasicLSTMCell(3), 5, 5, 2)

    with tf.variable_scope("net", initializer=uniform(tf)):
        _, losses = legacy.model_with_buckets(ids, ids, ids, [tf.ones([2])] * 3, [(2, 2), (3, 3)], model)
    return [trained(tf, losses[0]), len(tf.trainable_variables())]


def decoder_of(tf, helper, cell=None, state=None):
    cell = cell or tf.nn.rnn_cell.GRUCell(4)
    state = cell.zero_state(2, tf.float32) if state is None else state
    return tf.contrib.seq2seq.BasicDecoder(cell, helper, state, tf.layers.Dense(4, name="out"))


def decode_training(tf):
    seq = tf.contrib.seq2seq
    with tf.variable_scope("net", initializer=uniform(tf)):
        helper = seq.TrainingHelper(tf.constant(INPUTS), [5, 3])
        outputs, state, lengths = seq.dynamic_decode(decoder_of(tf, helper), impute_finished=True)
    loss = seq.sequence_loss(outputs.rnn_output, tf.constant(TAGS), tf.sequence_mask([5, 3], 5, tf.float32))
    return [ran(tf, [outputs.rnn_output, outputs.sample_id, state, lengths]), trained(tf, loss)]


def decode_greedy(tf):
    seq = tf.contrib.seq2seq
    with tf.variable_scope("net", initializer=uniform(tf)):
        table = tf.get_variable("table", [4, 3])
        helper = seq.GreedyEmbeddingHelper(table, [0, 1], 2)
        bounded = seq.dynamic_decode(decoder_of(tf, helper), maximum_iterations=4, scope="bounded")
    return [ran(tf, [bounded[0].rnn_output, bounded[0].sample_id, bounded[2]])]


def decode_until_the_end(tf):
    seq = tf.contrib.seq2seq
    table = tf.constant(np.eye(4, dtype="f"))
    # each symbol is followed by the next one; 3 ends
    follow = tf.constant_initializer(np.roll(np.eye(4), 1, 1) * 9.0)

    class Counting(tf.nn.rnn_cell.RNNCell):
        state_size = output_size = 4

        def call(self, inputs, state):
            return tf.matmul(inputs, tf.get_variable("follow", [4, 4], initializer=follow)), state + inputs

    cell = Counting()
    helper = seq.GreedyEmbeddingHelper(table, [0, 1], 3)
    decoder = seq.BasicDecoder(cell, helper, cell.zero_state(2, tf.float32))
    outputs, state, lengths = seq.dynamic_decode(decoder, impute_finished=True)
    return [ran(tf, [outputs.rnn_output, outputs.sample_id, state, lengths])]


def decode_scheduled(tf):
    seq = tf.contrib.seq2seq
    found = []
    for probability in (0.0, 1.0):
        with tf.variable_scope("net%d" % probability, initializer=uniform(tf)):
            helper = seq.ScheduledOutputTrainingHelper(tf.constant(INPUTS), [5, 3], probability)
            outputs, _, _ = seq.dynamic_decode(decoder_of(tf, helper))
        found.append(outputs.rnn_output)
    return ran(tf, found)


def attention_program(name, *args, **more):
    def program(tf):
        seq = tf.contrib.seq2seq
        with tf.variable_scope("net", initializer=uniform(tf)):
            mechanism = getattr(seq, name)(4, tf.constant(MEMORY), [6, 2], **more)
            cell = seq.AttentionWrapper(tf.nn.rnn_cell.LSTMCell(4), mechanism, *args, alignment_history=True)
            helper = seq.TrainingHelper(tf.constant(INPUTS), [5, 3])
            decoder = decoder_of(tf, helper, cell, cell.zero_state(2, tf.float32))
            outputs, state, _ = seq.dynamic_decode(decoder, maximum_iterations=5)
        history = state.alignment_history.stack()
        loss = tf.reduce_sum(tf.square(outputs.rnn_output)) / 20.0
        return [ran(tf, [outputs.rnn_output, state.attention, history]), trained(tf, loss)]

    program.__name__ = "attention_%s_%d" % (name, len(args) + len(more))
    return program


def beams(tf):
    seq = tf.contrib.seq2seq
    with tf.variable_scope("net", initializer=uniform(tf)):
        memory = seq.tile_batch(tf.constant(MEMORY), 3)
        cell = seq.AttentionWrapper(
            tf.nn.rnn_cell.LSTMCell(4), seq.LuongAttention(4, memory, [6] * 3 + [2] * 3), 4, alignment_history=False
        )
        table = tf.get_variable("table", [5, 3])
        state = cell.zero_state(6, tf.float32)
        decoder = seq.BeamSearchDecoder(
            cell, table, [1, 1], 2, state, 3, tf.layers.Dense(5, name="out"), 0.6, coverage_penalty_weight=0.2
        )
        outputs, last, lengths = seq.dynamic_decode(decoder, maximum_iterations=5)
    steps = outputs.beam_search_decoder_output
    return [ran(tf, [outputs.predicted_ids, steps.scores, steps.parent_ids, last.log_probs, last.lengths, lengths])]


def field(tf):
    with tf.variable_scope("net", initializer=uniform(tf)):
        w = tf.get_variable("w", [4, 4])
        scores = tf.tensordot(tf.constant(SCORES), w, 1)
        likelihood, transitions = tf.contrib.crf.crf_log_likelihood(scores, tf.constant(TAGS), tf.constant([5, 3]))
    tags, best = tf.contrib.crf.crf_decode(scores, transitions, tf.constant([5, 3]))
    bitmap = tf.one_hot(TAGS, 4, True, False, dtype=tf.bool)
    several = tf.contrib.crf.crf_multitag_sequence_score(scores, bitmap, tf.constant([5, 3]), transitions)
    path, score = tf.contrib.crf.viterbi_decode(SCORES[0], SCORES[1][:4])
    return [ran(tf, [likelihood, tags, best, several]), trained(tf, -tf.reduce_mean(likelihood)), list(path), score]


PROGRAMS = [
    cell_program("lstm_block", lambda c, tf: c.LSTMBlockCell(3, use_peephole=True)),
    cell_program("gru_block", lambda c, tf: c.GRUBlockCellV2(3)),
    cell_program("layer_norm", lambda c, tf: c.LayerNormBasicLSTMCell(3)),
    cell_program("coupled", lambda c, tf: c.CoupledInputForgetGateLSTMCell(3, True, num_proj=2, layer_norm=True)),
    cell_program("nas", lambda c, tf: c.NASCell(3, num_proj=2, use_bias=True)),
    cell_program("ugrnn", lambda c, tf: c.UGRNNCell(3)),
    cell_program("intersection", lambda c, tf: c.IntersectionRNNCell(3, num_in_proj=3)),
    cell_program("glstm", lambda c, tf: c.GLSTMCell(4, number_of_groups=2)),
    cell_program("sru", lambda c, tf: c.SRUCell(3)),
    cell_program("independent_lstm", lambda c, tf: c.IndyLSTMCell(3)),
    cell_program("attending", lambda c, tf: c.AttentionCellWrapper(c.GRUCell(3), 2)),
    cell_program("highway", lambda c, tf: c.HighwayWrapper(c.GRUCell(4))),
    cell_program(
        "projections", lambda c, tf: c.OutputProjectionWrapper(c.InputProjectionWrapper(c.BasicRNNCell(3), 2), 5)
    ),
    block_fused,
    grid,
    phased,
    convolutional,
    legacy_attention,
    legacy_buckets,
    decode_training,
    decode_greedy,
    decode_until_the_end,
    decode_scheduled,
    attention_program("LuongAttention", scale=True),
    attention_program("BahdanauAttention", 3, normalize=True),
    attention_program("BahdanauMonotonicAttention", mode="parallel"),
    attention_program("LuongMonotonicAttention", mode="recursive", score_bias_init=-0.5),
    beams,
    field,
]
