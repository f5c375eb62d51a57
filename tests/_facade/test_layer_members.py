"""What layers of `tf.layers` have from Keras; values and words are those of TF 1.15.5."""

import numpy as np
import pytest

import tf1compat as tf

NO_ATTRIBUTE = {
    "input": "Layer dense_1 is not connected, no input to return.",
    "input_mask": "Layer dense_1 is not connected, no input to return.",
    "output": "Layer dense_1 has no inbound nodes.",
    "output_mask": "Layer dense_1 has no inbound nodes.",
    "input_shape": "The layer has never been called and thus has no defined input shape.",
    "output_shape": "The layer has never been called and thus has no defined output shape.",
}
NO_CALL = {
    "get_input_at": "input",
    "get_output_at": "output",
    "get_input_shape_at": "input shape",
    "get_output_shape_at": "output shape",
    "get_input_mask_at": "input",
    "get_output_mask_at": "output",
}


@pytest.fixture
def layer():
    with tf.Graph().as_default():
        made = tf.layers.Dense(3)
        made(tf.placeholder(tf.float32, [None, 4]))
        yield made


@pytest.mark.parametrize("name", NO_ATTRIBUTE)
def test_a_called_layer_says_that_it_is_not_connected(layer, name):
    with pytest.raises(AttributeError) as caught:
        getattr(layer, name)
    assert str(caught.value) == NO_ATTRIBUTE[name]


@pytest.mark.parametrize("name", NO_CALL)
def test_a_called_layer_says_that_it_was_never_called(layer, name):
    with pytest.raises(RuntimeError) as caught:
        getattr(layer, name)(0)
    assert str(caught.value) == f"The layer has never been called and thus has no defined {NO_CALL[name]}."


def test_what_is_empty(layer):
    assert (layer.dynamic, layer.metrics, layer.inbound_nodes, layer.outbound_nodes, layer.submodules) == (
        False, [], [], [], ()
    )  # fmt: skip
    assert layer.compute_mask(tf.zeros([2, 4])) is None


def test_weights_as_arrays(layer):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        assert [a.shape for a in layer.get_weights()] == [(4, 3), (3,)]
        layer.set_weights([np.ones([4, 3]), np.arange(3.0)])
        assert session.run(layer.bias).tolist() == [0.0, 1.0, 2.0]
        with pytest.raises(ValueError, match="not compatible with provided weight shape"):
            layer.set_weights([np.ones([4, 2]), np.arange(3.0)])
        with pytest.raises(
            ValueError, match='on layer "dense_1" with a  weight list of length 1, but the layer was exp'
        ):
            layer.set_weights([np.ones([4, 3])])
