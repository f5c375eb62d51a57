"""`Model.fit` on datasets: the number of steps is the dataset's where nobody says."""

import numpy as np
import pytest

import tf1compat as tf


def _model_and_dataset():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    model.compile("sgd", "mse")
    values = np.ones((6, 2), np.float32), np.ones((6, 1), np.float32)
    return model, tf.data.Dataset.from_tensor_slices(values).batch(2)


def test_steps_are_counted():
    with tf.Graph().as_default():
        model, dataset = _model_and_dataset()
        history = model.fit(dataset, epochs=2, verbose=0)
        assert history.params["steps"] == 3
        assert len(history.history["loss"]) == 2


def test_endless_datasets_need_steps():
    with tf.Graph().as_default():
        model, dataset = _model_and_dataset()
        with pytest.raises(ValueError, match="infinitely repeating dataset, you must specify the `steps_per_epoch`"):
            model.fit(dataset.repeat(), verbose=0)
