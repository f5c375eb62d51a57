"""`tf.contrib.seq2seq`, `legacy_seq2seq`, `crf`: decoders, attention, beam search, fields."""

KNOWS_MORE_SIZES = True  # of what is computed from the shape of a loop's values


def _logits(tf):
    return [tf.placeholder(tf.float32, [2, 5], name="in_logits%d" % i) for i in range(3)]


def _ids(tf):
    return [tf.placeholder(tf.int32, [2], name="in_ids%d" % i) for i in range(3)]


def losses_of_lists(tf, v):
    legacy, logits, targets = tf.contrib.legacy_seq2seq, _logits(tf), _ids(tf)
    weights = [tf.ones([2]) for _ in targets]
    legacy.sequence_loss_by_example(logits, targets, weights)
    legacy.sequence_loss(logits, targets, weights, average_across_timesteps=False)
    legacy.sequence_loss(logits, targets, weights, average_across_batch=False, name="mine")


def buckets(tf, v):
    legacy = tf.contrib.legacy_seq2seq
    ids = _ids(tf)
    weights = [tf.ones([2]) for _ in ids]

    def model(encoder, decoder):
        return legacy.embedding_rnn_seq2seq(encoder, decoder, tf.nn.rnn_cell.GRUCell(3), 5, 5, 2)

    legacy.model_with_buckets(ids, ids, ids, weights, [(2, 2), (3, 3)], model)


def buckets_too_long(tf, v):
    ids = _ids(tf)
    tf.contrib.legacy_seq2seq.model_with_buckets(ids, ids, ids, ids, [(3, 4)], None)


def legacy(name, *sizes, **more):
    def call(tf, v):
        given = {key: value(tf) if callable(value) else value for key, value in more.items()}
        function = getattr(tf.contrib.legacy_seq2seq, name)
        ids = _ids(tf) if sizes else [v.x, v.x * 2.0]
        function(ids, ids, tf.nn.rnn_cell.LSTMCell(3), *sizes, **given)

    return call


def one_to_many(tf, v):
    cells = {"a": tf.nn.rnn_cell.GRUCell(3), "b": tf.nn.rnn_cell.GRUCell(3)}
    ids = _ids(tf)
    tf.contrib.legacy_seq2seq.one2many_rnn_seq2seq(
        ids, {"a": ids, "b": ids[:2]}, tf.nn.rnn_cell.GRUCell(3), cells, 5, {"a": 4, "b": 6}, 2
    )


def tensor_losses(tf, v):
    logits = tf.placeholder(tf.float32, [2, 3, 5], name="in_logits")
    targets = tf.placeholder(tf.int32, [2, 3], name="in_targets")
    weights = tf.placeholder(tf.float32, [2, 3], name="in_weights")
    loss = tf.contrib.seq2seq.sequence_loss
    loss(logits, targets, weights)
    loss(logits, targets, weights, average_across_timesteps=False)
    loss(logits, targets, weights, False, False, True, True)
    loss(logits, targets, weights, False, False, sum_over_batch=True, name="mine")
    loss(logits, targets, weights, False, False)


def _decoded(helper, **more):
    def call(tf, v):
        cell = tf.nn.rnn_cell.GRUCell(4)
        layer = tf.layers.Dense(4, name="out")
        decoder = tf.contrib.seq2seq.BasicDecoder(cell, helper(tf), cell.zero_state(2, tf.float32), layer)
        tf.contrib.seq2seq.dynamic_decode(decoder, **more)

    return call


def _inputs(tf, time=5):
    return tf.placeholder(tf.float32, [2, time, 4], name="in_inputs")


def _start(tf):
    return tf.placeholder(tf.float32, [None, 4], name="in_start")


def _table(tf):
    return tf.get_variable("table", [4, 3])


def _attended(mechanism, wrapper=None, **more):
    def call(tf, v):
        memory = tf.placeholder(tf.float32, [2, 6, 5], name="in_memory")
        made = getattr(tf.contrib.seq2seq, mechanism)(4, memory, memory_sequence_length=v.ids[:2], **more)
        cell = tf.contrib.seq2seq.AttentionWrapper(tf.nn.rnn_cell.LSTMCell(4), made, **(wrapper or {}))
        state = cell.zero_state(2, tf.float32)
        x = tf.placeholder(tf.float32, [2, 3], name="in_x")
        _, state = cell(x, state)
        cell(x, state)

    return call


def attention_of_two(tf, v):
    seq = tf.contrib.seq2seq
    memory = tf.placeholder(tf.float32, [2, 6, 5], name="in_memory")
    both = [seq.LuongAttention(4, memory), seq.BahdanauAttention(3, memory, dtype=tf.float32)]
    cell = seq.AttentionWrapper(tf.nn.rnn_cell.GRUCell(4), both, attention_layer_size=[2, 3], output_attention=False)
    state = cell.zero_state(2, tf.float32).clone(cell_state=tf.ones([2, 4]))
    helper = seq.TrainingHelper(_inputs(tf), [5, 3])
    seq.dynamic_decode(seq.BasicDecoder(cell, helper, state), impute_finished=True)


def attention_wrong(tf, v):
    tf.contrib.seq2seq.AttentionWrapper(tf.nn.rnn_cell.GRUCell(4), tf.nn.rnn_cell.GRUCell(4))


def _beams(attend, **more):
    def call(tf, v):
        seq = tf.contrib.seq2seq
        cell = tf.nn.rnn_cell.LSTMCell(4)
        state = cell.zero_state(6, tf.float32)
        if attend:
            memory = seq.tile_batch(tf.placeholder(tf.float32, [2, 6, 4], name="in_memory"), 3)
            cell = seq.AttentionWrapper(cell, seq.LuongAttention(4, memory), 4, alignment_history=True)
            state = cell.zero_state(6, tf.float32)
        decoder = seq.BeamSearchDecoder(cell, _table(tf), [1, 1], 2, state, 3, tf.layers.Dense(4, name="out"), **more)
        seq.dynamic_decode(decoder, maximum_iterations=7, output_time_major=True)

    return call


def tiled(tf, v):
    tf.contrib.seq2seq.tile_batch((v.x, v.ids), 3, name="mine")


def functions(tf, v):
    seq = tf.contrib.seq2seq
    seq.hardmax(v.x)
    p = tf.sigmoid(tf.placeholder(tf.float32, [2, 3], name="in_p"))
    for mode in ("parallel", "hard", "recursive"):
        seq.monotonic_attention(p, p, mode)
    seq.safe_cumprod(v.x, axis=1)


def field(steps, name="crf_log_likelihood"):
    def call(tf, v):
        scores = tf.placeholder(tf.float32, [steps and 2, steps, 4], name="in_scores")
        tags = tf.placeholder(tf.int32, [2, steps], name="in_tags")
        lengths = tf.placeholder(tf.int32, [2], name="in_lengths")
        if name == "crf_decode":
            tf.contrib.crf.crf_decode(scores, tf.get_variable("t", [4, 4]), lengths)
        elif name == "crf_log_likelihood":
            tf.contrib.crf.crf_log_likelihood(scores, tags, lengths)
        else:
            bitmap = tf.placeholder(tf.bool, [2, steps, 4], name="in_bitmap")
            tf.contrib.crf.crf_multitag_sequence_score(scores, bitmap, lengths, tf.get_variable("t", [4, 4]))

    return call


CALLS = {
    "losses_of_lists": losses_of_lists,
    "buckets": buckets,
    "buckets_too_long": buckets_too_long,
    "basic": legacy("basic_rnn_seq2seq"),
    "tied": legacy("tied_rnn_seq2seq"),
    "embedding": legacy("embedding_rnn_seq2seq", 5, 6, 2, feed_previous=True),
    "embedding_chosen": legacy(
        "embedding_rnn_seq2seq", 5, 6, 2, feed_previous=lambda tf: tf.placeholder(tf.bool, [], name="in_feed")
    ),
    "embedding_tied": legacy("embedding_tied_rnn_seq2seq", 5, 2, num_decoder_symbols=5),
    "embedding_tied_chosen": legacy(
        "embedding_tied_rnn_seq2seq", 5, 2, feed_previous=lambda tf: tf.placeholder(tf.bool, [], name="in_feed")
    ),
    "embedding_projected": legacy(
        "embedding_rnn_seq2seq",
        5,
        6,
        2,
        output_projection=lambda tf: (tf.get_variable("pw", [3, 6]), tf.get_variable("pb", [6])),
        feed_previous=True,
    ),
    "attention": legacy("embedding_attention_seq2seq", 5, 6, 2, num_heads=2),
    "attention_initial": legacy("embedding_attention_seq2seq", 5, 6, 2, initial_state_attention=True),
    "attention_chosen": legacy(
        "embedding_attention_seq2seq", 5, 6, 2, feed_previous=lambda tf: tf.placeholder(tf.bool, [], name="in_feed")
    ),
    "one_to_many": one_to_many,
    "tensor_losses": tensor_losses,
    "decode_training": _decoded(lambda tf: tf.contrib.seq2seq.TrainingHelper(_inputs(tf), [5, 3])),
    "decode_unknown": _decoded(
        lambda tf: tf.contrib.seq2seq.TrainingHelper(
            _inputs(tf, None), tf.placeholder(tf.int32, [2], name="in_lengths"), time_major=False
        ),
        maximum_iterations=4,
        impute_finished=True,
    ),
    "decode_greedy": _decoded(
        lambda tf: tf.contrib.seq2seq.GreedyEmbeddingHelper(_table(tf), [1, 1], 2), maximum_iterations=6
    ),
    "decode_sampled": _decoded(
        lambda tf: tf.contrib.seq2seq.SampleEmbeddingHelper(_table(tf), [1, 1], 2, softmax_temperature=0.5, seed=3),
        output_time_major=True,
    ),
    "decode_scheduled": _decoded(
        lambda tf: tf.contrib.seq2seq.ScheduledEmbeddingTrainingHelper(
            _inputs(tf), [5, 3], tf.get_variable("table", [4, 4]), 0.5, seed=3, scheduling_seed=4
        )
    ),
    "decode_scheduled_outputs": _decoded(
        lambda tf: tf.contrib.seq2seq.ScheduledOutputTrainingHelper(_inputs(tf), [5, 3], 0.5, seed=3)
    ),
    "decode_scheduled_auxiliary": _decoded(
        lambda tf: tf.contrib.seq2seq.ScheduledOutputTrainingHelper(
            _inputs(tf), [5, 3], 0.5, seed=3, auxiliary_inputs=tf.ones([2, 5, 2]), next_inputs_fn=lambda x: x * 2.0
        )
    ),
    "decode_inference": _decoded(
        lambda tf: tf.contrib.seq2seq.InferenceHelper(
            lambda x: tf.nn.relu(x), [4], tf.float32, _start(tf), lambda x: tf.reduce_all(x > 1.0, axis=1)
        ),
        maximum_iterations=3,
    ),
    "luong": _attended("LuongAttention", scale=True),
    "bahdanau": _attended("BahdanauAttention", {"attention_layer_size": 3, "alignment_history": True}),
    "bahdanau_normalized": _attended("BahdanauAttention", {"output_attention": False}, normalize=True),
    "luong_monotonic": _attended("LuongMonotonicAttention", sigmoid_noise=0.5, sigmoid_noise_seed=2, scale=True),
    "bahdanau_monotonic": _attended("BahdanauMonotonicAttention", mode="hard", score_bias_init=-1.0, normalize=True),
    "attention_of_two": attention_of_two,
    "attention_wrong": attention_wrong,
    "beams": _beams(False, length_penalty_weight=0.5),
    "beams_attending": _beams(True, coverage_penalty_weight=0.3),
    "tiled": tiled,
    "functions": functions,
    "field": field(5),
    "field_unknown": field(None),
    "field_single": field(1),
    "field_multitag": field(5, "multitag"),
    "field_decode": field(5, "crf_decode"),
    "field_decode_unknown": field(None, "crf_decode"),
}

_EARLY = "that one number is drawn for each sequence is known here while the graph is built: Const in place of Shape"
LIMITS = dict.fromkeys(["decode_scheduled", "decode_scheduled_outputs", "decode_scheduled_auxiliary"], _EARLY)
