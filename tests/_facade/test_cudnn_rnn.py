"""`tf.contrib.cudnn_rnn` computes what TensorFlow's cells compute with the same weights, and saves them as theirs.

There is no golden value: TensorFlow 1.15 has these ops on GPUs only. Its definition of them are the compatible cells.
"""

import numpy as np
import pytest

import tf1compat as tf

INPUTS = np.random.RandomState(0).uniform(-1, 1, (5, 2, 3)).astype("f")
SCOPES = {
    "CudnnLSTM": "cudnn_lstm",
    "CudnnGRU": "cudnn_gru",
    "CudnnRNNTanh": "cudnn_rnn_tanh",
    "CudnnRNNRelu": "cudnn_rnn_relu",
}


def cell_of(kind):
    cudnn = tf.contrib.cudnn_rnn
    return {
        "CudnnLSTM": lambda: cudnn.CudnnCompatibleLSTMCell(4),
        "CudnnGRU": lambda: cudnn.CudnnCompatibleGRUCell(4),
        "CudnnRNNTanh": lambda: tf.nn.rnn_cell.BasicRNNCell(4),
        "CudnnRNNRelu": lambda: tf.nn.rnn_cell.BasicRNNCell(4, activation=tf.nn.relu),
    }[kind]


def biases(shape, dtype=tf.float32, partition_info=None):
    return tf.random_uniform(shape, -1, 1, dtype=dtype, seed=4)


@pytest.mark.parametrize("lengths", [None, [5, 3]])
@pytest.mark.parametrize("direction", ["unidirectional", "bidirectional"])
@pytest.mark.parametrize("kind", SCOPES)
def test_equals_cells_through_a_checkpoint(kind, direction, lengths, tmp_path):
    path = str(tmp_path / "model")
    with tf.Graph().as_default(), tf.Session() as session:
        layer = getattr(tf.contrib.cudnn_rnn, kind)(2, 4, direction=direction, bias_initializer=biases)
        outputs, states = layer(tf.constant(INPUTS), sequence_lengths=lengths)
        session.run(tf.global_variables_initializer())
        found = session.run([outputs, states[0]])
        tf.train.Saver().save(session, path, write_meta_graph=False)
    with tf.Graph().as_default(), tf.Session() as session:
        make, x = cell_of(kind), tf.constant(INPUTS)
        with tf.variable_scope(SCOPES[kind]):
            if direction == "unidirectional":
                cell = tf.nn.rnn_cell.MultiRNNCell([make(), make()])
                out, _ = tf.nn.dynamic_rnn(cell, x, lengths, dtype=tf.float32, time_major=True)
            else:
                out, _, _ = tf.contrib.rnn.stack_bidirectional_dynamic_rnn(
                    [make(), make()], [make(), make()], x, dtype=tf.float32, time_major=True, sequence_length=lengths
                )
        tf.train.Saver().restore(session, path)
        np.testing.assert_allclose(found[0], session.run(out), rtol=1e-4, atol=1e-6)


def test_trains_with_dropout_and_restores_itself(tmp_path):
    path = str(tmp_path / "model")
    with tf.Graph().as_default(), tf.Session() as session:
        tf.set_random_seed(1)
        layer = tf.contrib.cudnn_rnn.CudnnLSTM(2, 4, dropout=0.3)
        outputs, (h, c) = layer(tf.constant(INPUTS), training=True)
        assert outputs.shape.as_list() == [5, 2, 4] and h.shape.as_list()[0] == c.shape.as_list()[0] == 2
        calm, _ = layer(tf.constant(INPUTS), training=False)
        loss = tf.reduce_mean(tf.square(calm - 0.3))
        train = tf.train.AdamOptimizer(0.05).minimize(loss + 0.0 * tf.reduce_sum(outputs))
        session.run(tf.global_variables_initializer())
        first = session.run(loss)
        for _ in range(30):
            session.run(train)
        trained = session.run(loss)
        assert trained < 0.5 * first
        assert not np.allclose(session.run(outputs), session.run(outputs))
        saver = tf.train.Saver()
        saver.save(session, path)
        session.run(tf.global_variables_initializer())
        saver.restore(session, path)
        np.testing.assert_allclose(session.run(loss), trained, rtol=1e-5)


def test_refuses_what_it_cannot_do():
    with tf.Graph().as_default():
        with pytest.raises(ValueError, match="Invalid direction: both"):
            tf.contrib.cudnn_rnn.CudnnLSTM(1, 2, direction="both")
        layer = tf.contrib.cudnn_rnn.CudnnGRU(1, 3, input_mode="skip_input")
        outputs, _ = layer(tf.constant(INPUTS))
        with pytest.raises(tf.errors.UnimplementedError, match="skip_input"), tf.Session() as session:
            session.run(tf.global_variables_initializer())
