"""Recurrent cells and networks."""


def _cells(tf):
    return tf.nn.rnn_cell


def _once(make):
    """One call of a cell on a (?, 3) input."""

    def call(tf, v):
        cell = make(_cells(tf), tf)
        state = cell.zero_state(tf.shape(v.x)[0], tf.float32)
        _, state = cell(v.x, state)
        cell(v.x, state)

    return call


CALLS = {
    "basic_rnn_cell": _once(lambda c, tf: c.BasicRNNCell(4)),
    "basic_rnn_cell_relu": _once(lambda c, tf: c.BasicRNNCell(4, activation=tf.nn.relu, name="cell")),
    "gru_cell": _once(lambda c, tf: c.GRUCell(4)),
    "gru_cell_arguments": _once(
        lambda c, tf: c.GRUCell(
            4, activation="relu", kernel_initializer=tf.ones_initializer(), bias_initializer=tf.zeros_initializer()
        )
    ),
    "basic_lstm_cell": _once(lambda c, tf: c.BasicLSTMCell(4)),
    "basic_lstm_cell_joined": _once(lambda c, tf: c.BasicLSTMCell(4, forget_bias=0.5, state_is_tuple=False)),
    "lstm_cell": _once(lambda c, tf: c.LSTMCell(4)),
    "lstm_cell_peepholes": _once(lambda c, tf: c.LSTMCell(4, use_peepholes=True, cell_clip=1.5)),
    "lstm_cell_projected": _once(
        lambda c, tf: c.LSTMCell(4, num_proj=2, proj_clip=0.5, initializer=tf.ones_initializer())
    ),
    "lstm_cell_joined": _once(lambda c, tf: c.LSTMCell(4, num_proj=2, state_is_tuple=False, activation=tf.sigmoid)),
    "multi": _once(lambda c, tf: c.MultiRNNCell([c.BasicLSTMCell(4), c.GRUCell(2)])),
    "multi_joined": _once(lambda c, tf: c.MultiRNNCell([c.GRUCell(4), c.BasicRNNCell(2)], state_is_tuple=False)),
    "dropout": _once(lambda c, tf: c.DropoutWrapper(c.BasicLSTMCell(4), 0.5, 0.6, 0.7, seed=3)),
    "dropout_placeholder": _once(
        lambda c, tf: c.DropoutWrapper(c.GRUCell(4), output_keep_prob=tf.placeholder(tf.float32, [], name="in_keep"))
    ),
    "dropout_variational": _once(
        lambda c, tf: c.DropoutWrapper(
            c.LSTMCell(4), 0.5, 0.6, 0.7, variational_recurrent=True, input_size=3, dtype=tf.float32, seed=5
        )
    ),
    "residual": _once(lambda c, tf: c.ResidualWrapper(c.GRUCell(3))),
    "device": _once(lambda c, tf: c.DeviceWrapper(c.GRUCell(3), "/cpu:0")),
    "scope": lambda tf, v: _cells(tf).GRUCell(2)(v.x, tf.zeros([5, 2]), scope="mine"),
    "zero_state_static": lambda tf, v: (
        _cells(tf)
        .MultiRNNCell([_cells(tf).LSTMCell(4), _cells(tf).DropoutWrapper(_cells(tf).GRUCell(2))])
        .zero_state(5, tf.float64)
    ),
    "initial_state": lambda tf, v: (
        _cells(tf).GRUCell(2).get_initial_state(inputs=v.x),
        _cells(tf).GRUCell(2).get_initial_state(batch_size=3, dtype=tf.float32),
    ),
    "error_state_arguments": lambda tf, v: _cells(tf).GRUCell(2).get_initial_state(batch_size=3),
    "error_int_cell": lambda tf, v: _cells(tf).GRUCell(2, dtype=tf.int32),
    "error_int_input": lambda tf, v: _cells(tf).GRUCell(2)(v.i, v.i),
    "error_rank": lambda tf, v: _cells(tf).GRUCell(2)(v.t, v.t),
    "error_no_cells": lambda tf, v: _cells(tf).MultiRNNCell([]),
    "error_joined": lambda tf, v: _cells(tf).MultiRNNCell([_cells(tf).LSTMCell(3)], state_is_tuple=False),
    "error_probability": lambda tf, v: _cells(tf).DropoutWrapper(_cells(tf).LSTMCell(3), 1.5),
    "error_wrapped": lambda tf, v: _cells(tf).DropoutWrapper(v.x),
}


def dynamic(tf, v):
    tf.nn.dynamic_rnn(_cells(tf).BasicLSTMCell(5), v.t, dtype=tf.float32)


def dynamic_lengths(tf, v):
    outputs, _ = tf.nn.dynamic_rnn(_cells(tf).GRUCell(5), v.t, sequence_length=v.ids[:2], dtype=tf.float32)
    tf.reduce_sum(outputs)


def dynamic_unknown(tf, v):
    x = tf.placeholder(tf.float32, [None, None, 4], name="in_sequence")
    lengths = tf.placeholder(tf.int64, [None], name="in_lengths")
    cell = _cells(tf).MultiRNNCell([_cells(tf).LSTMCell(5), _cells(tf).DropoutWrapper(_cells(tf).GRUCell(3), 0.5)])
    tf.nn.dynamic_rnn(cell, x, lengths, dtype=tf.float32, parallel_iterations=1, swap_memory=True, scope="net")


def dynamic_time_major(tf, v):
    cell = _cells(tf).BasicRNNCell(5)
    state = tf.ones([3, 5])
    with tf.variable_scope("outer"):
        tf.nn.dynamic_rnn(cell, v.t, initial_state=state, time_major=True)
        with tf.variable_scope("second"):
            tf.nn.dynamic_rnn(cell, v.t * 2.0, initial_state=state, time_major=True)


def dynamic_structure(tf, v):
    class Cell(_cells(tf).RNNCell):
        state_size = (2, tf.TensorShape([3]))
        output_size = (tf.TensorShape([2, 2]), 1)

        def call(self, inputs, state):
            w = tf.get_variable("w", [])
            a, b = inputs
            first = tf.reshape(tf.tile(a[:, :1], [1, 4]), [-1, 2, 2]) * w
            return (first, b[:, :1]), (state[0] + 1.0, state[1] * tf.get_variable("u", [3]))

    tf.nn.dynamic_rnn(Cell(), (v.t, v.t + 1.0), sequence_length=[1, 2], dtype=tf.float32)


def dynamic_resource(tf, v):
    with tf.variable_scope("s", use_resource=True, initializer=tf.ones_initializer()):
        tf.nn.dynamic_rnn(_cells(tf).LSTMCell(5, use_peepholes=True), v.t, dtype=tf.float32)


def bidirectional(tf, v):
    cells = [_cells(tf).GRUCell(2), _cells(tf).BasicLSTMCell(3)]
    tf.nn.bidirectional_dynamic_rnn(cells[0], cells[1], v.t, dtype=tf.float32)


def bidirectional_lengths(tf, v):
    cells = [_cells(tf).GRUCell(2), _cells(tf).GRUCell(3)]
    tf.nn.bidirectional_dynamic_rnn(
        cells[0], cells[1], v.t, sequence_length=v.ids, dtype=tf.float32, time_major=True, scope="both"
    )


def static(tf, v):
    tf.nn.static_rnn(_cells(tf).BasicLSTMCell(5), [v.x, v.y], dtype=tf.float32)


def static_lengths(tf, v):
    rows = tf.unstack(v.t, axis=1)
    tf.nn.static_rnn(_cells(tf).GRUCell(5), rows, sequence_length=v.ids[:2], dtype=tf.float32, scope="net")


def static_both(tf, v):
    cells = [_cells(tf).GRUCell(2), _cells(tf).BasicLSTMCell(3)]
    tf.nn.static_bidirectional_rnn(cells[0], cells[1], [v.x, v.y], dtype=tf.float32)
    rows = tf.unstack(v.t, axis=1)
    with tf.variable_scope("second"):
        tf.nn.static_bidirectional_rnn(
            _cells(tf).GRUCell(2), _cells(tf).GRUCell(3), rows, sequence_length=v.ids[:2], dtype=tf.float32
        )


def raw(tf, v):
    cell = _cells(tf).LSTMCell(5)
    inputs = tf.TensorArray(tf.float32, size=2).unstack(v.t)

    def loop_fn(time, output, state, loop_state):
        next_state = cell.zero_state(3, tf.float32) if output is None else state
        finished = time >= v.ids
        next_input = tf.cond(
            tf.reduce_all(finished), lambda: tf.zeros([3, 4]), lambda: tf.reshape(inputs.read(time), [3, 4])
        )
        return finished, next_input, next_state, output, None

    emitted, _, _ = tf.nn.raw_rnn(cell, loop_fn)
    emitted.stack()


def raw_emitting(tf, v):
    cell = _cells(tf).GRUCell(4)

    def loop_fn(time, output, state, loop_state):
        if output is None:
            return tf.tile([False], [3]), tf.zeros([3, 2]), tf.zeros([3, 4]), (tf.zeros([2]), tf.zeros([], tf.int32)), 0
        return time >= v.ids, state[:, :2], state, (output[:, :2], time + tf.zeros([3], tf.int32)), loop_state + 1

    tf.nn.raw_rnn(cell, loop_fn, parallel_iterations=3, scope="net")


def network_in_cond(tf, v):
    cell = _cells(tf).GRUCell(5)

    def run():
        return tf.nn.dynamic_rnn(cell, v.t, dtype=tf.float32)[0]

    with tf.variable_scope("a", reuse=tf.AUTO_REUSE):
        tf.cond(v.n < 1, run, lambda: run() * 2.0)


CALLS.update({name: f for name, f in sorted(globals().items()) if callable(f) and not name.startswith("_")})
CALLS.update(
    {
        "error_cell": lambda tf, v: tf.nn.dynamic_rnn(v.x, v.t),
        "error_no_dtype": lambda tf, v: tf.nn.dynamic_rnn(_cells(tf).GRUCell(2), v.t),
        "error_lengths": lambda tf, v: tf.nn.dynamic_rnn(_cells(tf).GRUCell(2), v.t, v.i, dtype=tf.float32),
        "error_depth": lambda tf, v: tf.nn.dynamic_rnn(
            _cells(tf).GRUCell(2), tf.placeholder(tf.float32, [2, 3, None]), dtype=tf.float32
        ),
        "error_static_type": lambda tf, v: tf.nn.static_rnn(_cells(tf).GRUCell(2), v.x, dtype=tf.float32),
        "error_static_empty": lambda tf, v: tf.nn.static_rnn(_cells(tf).GRUCell(2), [], dtype=tf.float32),
        "error_static_dtype": lambda tf, v: tf.nn.static_rnn(_cells(tf).GRUCell(2), [v.x]),
        "error_raw": lambda tf, v: tf.nn.raw_rnn(_cells(tf).GRUCell(2), 3),
    }
)
