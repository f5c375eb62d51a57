"""`tf.contrib.cudnn_rnn` computes what TensorFlow's cells compute with the same weights, and saves them as theirs.

There is no golden value: TensorFlow 1.15 has these ops on GPUs only. Its definition of them are the compatible cells.
"""

import numpy as np
import pytest

import tf1compat as tf
from tf1compat._facade import raw_ops

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


@pytest.mark.parametrize("direction", ["unidirectional", "bidirectional"])
@pytest.mark.parametrize("kind", ["CudnnLSTM", "CudnnGRU"])
def test_inputs_that_skip_the_first_matrices(kind, direction, tmp_path):
    """They are cells whose matrices for inputs are identities, and are saved as those."""
    path, shape = str(tmp_path / "model"), (5, 2, 4)
    inputs = np.random.RandomState(1).uniform(-1, 1, shape).astype("f")
    with tf.Graph().as_default(), tf.Session() as session:
        make = getattr(tf.contrib.cudnn_rnn, kind)
        layer = make(2, 4, input_mode="skip_input", direction=direction, dropout=0.5, bias_initializer=biases)
        outputs, _ = layer(tf.constant(inputs), training=False)
        slope = tf.gradients(outputs, layer.kernel)[0]
        zeros = tf.zeros([2 * layer.num_dirs, 2, 4])
        again = raw_ops.CudnnRNNV2(
            input=inputs, input_h=zeros, input_c=zeros, params=layer.kernel, rnn_mode=layer.rnn_mode,
            input_mode="auto_select", direction=direction,
        )[0]  # fmt: skip
        dropped, _ = layer(tf.constant(inputs), training=True)
        session.run(tf.global_variables_initializer())
        found = session.run([outputs, slope, layer.kernel, dropped])
        np.testing.assert_allclose(session.run(again), found[0], rtol=1e-5)
        assert found[1].shape == found[2].shape and found[3].shape == found[0].shape
        tf.train.Saver().save(session, path, write_meta_graph=False)
    with tf.Graph().as_default(), tf.Session() as session:
        cell, x = cell_of(kind), tf.constant(inputs)
        with tf.variable_scope(SCOPES[kind]):
            if direction == "unidirectional":
                cells = tf.nn.rnn_cell.MultiRNNCell([cell(), cell()])
                out, _ = tf.nn.dynamic_rnn(cells, x, dtype=tf.float32, time_major=True)
            else:
                out, _, _ = tf.contrib.rnn.stack_bidirectional_dynamic_rnn(
                    [cell(), cell()], [cell(), cell()], x, dtype=tf.float32, time_major=True
                )
        tf.train.Saver().restore(session, path)
        np.testing.assert_allclose(found[0], session.run(out), rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("direction", ["unidirectional", "bidirectional"])
def test_a_projection_is_that_of_an_lstm_cell(direction):
    """The vector of weights goes to matrices of `LSTMCell` and back; both compute the same."""
    dirs, layers, units, width, proj = 1 + (direction == "bidirectional"), 2, 4, 3, 2
    random = np.random.RandomState(2)
    kernels, projections, bias = [], [], []
    for k in range(layers * dirs):
        inner = width if k < dirs else proj * dirs
        kernels.append(random.uniform(-1, 1, (inner + proj, 4 * units)).astype("f"))
        projections.append(random.uniform(-1, 1, (units, proj)).astype("f"))
        bias.append(random.uniform(-1, 1, 4 * units).astype("f"))
    with tf.Graph().as_default(), tf.Session() as session:
        sizes = (layers, units, width)
        converter = tf.contrib.cudnn_rnn.CudnnParamsFormatConverterLSTM(*sizes, num_proj=proj, direction=direction)
        opaque = converter.tf_canonical_to_opaque([*kernels, *bias], projections)
        again = converter.opaque_to_tf_canonical(opaque)
        size = raw_ops.CudnnRNNParamsSize(
            num_layers=layers, num_units=units, input_size=width, T=tf.float32, S=tf.int32, direction=direction,
            num_proj=proj,
        )  # fmt: skip
        h, c = tf.zeros([layers * dirs, 2, proj]), tf.zeros([layers * dirs, 2, units])
        got = raw_ops.CudnnRNNV3(
            input=INPUTS, input_h=h, input_c=c, params=opaque, sequence_lengths=[5, 3], direction=direction,
            num_proj=proj,
        )  # fmt: skip
        cells = [tf.nn.rnn_cell.LSTMCell(units, num_proj=proj, forget_bias=0.0) for _ in range(layers * dirs)]
        x = tf.constant(INPUTS)
        if dirs == 1:
            want, _ = tf.nn.dynamic_rnn(
                tf.nn.rnn_cell.MultiRNNCell(cells), x, [5, 3], dtype=tf.float32, time_major=True
            )
        else:
            want, _, _ = tf.contrib.rnn.stack_bidirectional_dynamic_rnn(
                cells[::2], cells[1::2], x, dtype=tf.float32, time_major=True, sequence_length=[5, 3]
            )
        for cell, kernel, b, p in zip(cells, kernels, bias, projections):
            for variable, value in zip(cell.weights, (kernel, b, p)):
                variable.load(value, session)
        np.testing.assert_allclose(*session.run([got[0], want]), rtol=1e-5, atol=1e-6)
        assert got[2].shape.as_list() == [layers * dirs, 2, units]
        for found, values in zip(session.run(again), (kernels, bias, projections)):
            for a, b in zip(found, values):
                np.testing.assert_allclose(a, b, rtol=1e-6)
        assert session.run(size).tolist() == list(session.run(opaque).shape)


def test_refuses_what_it_cannot_do():
    with tf.Graph().as_default():
        with pytest.raises(ValueError, match="Invalid direction: both"):
            tf.contrib.cudnn_rnn.CudnnLSTM(1, 2, direction="both")
        layer = tf.contrib.cudnn_rnn.CudnnGRU(1, 4, input_mode="skip_input")
        outputs, _ = layer(tf.constant(INPUTS))
        with pytest.raises(tf.errors.InvalidArgumentError, match="as wide as there are units"), tf.Session() as session:
            session.run(tf.global_variables_initializer())
