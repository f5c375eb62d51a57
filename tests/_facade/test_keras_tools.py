"""`tf.keras.utils`, wrappers, policies, clones, inner paths: what needs no golden values."""

import numpy as np
import pytest

import tf1compat as tf
from tf1compat._jaxcore.base import errors


class _Batches(tf.keras.utils.Sequence):
    def __len__(self):
        return 3

    def __getitem__(self, index):
        return np.full((2, 3), index, "f"), np.ones((2, 1))


@pytest.fixture(autouse=True)
def _fresh():
    tf.keras.backend.clear_session()


def test_enqueuers_keep_the_order():
    queue = tf.keras.utils.OrderedEnqueuer(_Batches())
    queue.start(workers=2, max_queue_size=4)
    batches = queue.get()
    assert [int(next(batches)[0][0, 0]) for _ in range(5)] == [0, 1, 2, 0, 1]
    queue.stop()
    assert not queue.is_running()
    queue = tf.keras.utils.GeneratorEnqueuer(iter(range(4)))
    queue.start()
    assert list(queue.get()) == [0, 1, 2, 3]
    with pytest.raises(errors.UnsupportedError, match="use_multiprocessing"):
        tf.keras.utils.OrderedEnqueuer(_Batches(), use_multiprocessing=True)


def test_windows_of_a_series():
    made = tf.keras.preprocessing.sequence.TimeseriesGenerator(
        np.arange(20)[:, None], np.arange(20), length=4, sampling_rate=2, batch_size=3
    )
    x, y = made[0]
    assert (len(made), x[..., 0].tolist(), y.tolist()) == (6, [[0, 2], [1, 3], [2, 4]], [4, 5, 6])


def test_models_of_train_optimizers_sequences_and_subclasses():
    """Variables of tf.train's optimizers are initialised; a model without inputs is built by the first batch."""
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(tf.train.AdamOptimizer(0.01), "mse")
    assert len(model.fit_generator(_Batches(), epochs=2, verbose=0).history["loss"]) == 2
    assert model.predict_generator(_Batches()).shape == (6, 1)
    x = tf.keras.Input((3,))
    lambdas = tf.keras.Model(x, tf.keras.layers.Lambda(lambda v, k=2: v * k)(x))
    again = tf.keras.models.model_from_json(lambdas.to_json())
    assert again.predict(np.ones((1, 3))).tolist() == [[2.0, 2.0, 2.0]]


def test_arguments_from_layers_are_saved():
    class Plus(tf.keras.layers.Layer):
        def call(self, x, y):
            return x + y

    a, b = tf.keras.Input((2,)), tf.keras.Input((2,))
    model = tf.keras.Model([a, b], Plus()(a, y=b))
    again = tf.keras.Model.from_config(model.get_config(), custom_objects={"Plus": Plus})
    assert again.predict([np.ones((1, 2)), np.full((1, 2), 3.0)]).tolist() == [[4.0, 4.0]]


def test_scikit_learn_wrappers():
    def build(units=2):
        layers = [tf.keras.layers.Dense(units, input_shape=(3,)), tf.keras.layers.Dense(2, activation="softmax")]
        model = tf.keras.Sequential(layers)
        model.compile("sgd", "sparse_categorical_crossentropy", metrics=["accuracy"])
        return model

    wrapper = tf.keras.wrappers.scikit_learn.KerasClassifier(build, units=3, epochs=1, verbose=0)
    x, y = np.eye(3), np.array(["a", "b", "a"])
    wrapper.fit(x, y)
    assert set(wrapper.predict(x)) <= {"a", "b"}
    assert wrapper.predict_proba(x).shape == (3, 2)
    with pytest.raises(ValueError, match="bad is not a legal parameter"):
        tf.keras.wrappers.scikit_learn.KerasClassifier(build, bad=1)


def test_policies():
    policies = tf.keras.mixed_precision.experimental
    assert policies.Policy("mixed_bfloat16").compute_dtype == "bfloat16"
    assert repr(policies.global_policy()) == '<Policy "infer", loss_scale=None>'
    with pytest.raises(ValueError, match="non-infer policy in TensorFlow 2"):
        policies.set_policy("float32")
    with pytest.raises(errors.UnsupportedError, match="layers do not cast"):
        tf.keras.layers.Dense(1, dtype=policies.Policy("mixed_float16"))


def test_what_is_missing_says_so(monkeypatch):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    with pytest.raises(ValueError, match="gpus >= 2"):
        tf.keras.utils.multi_gpu_model(model, 1)
    monkeypatch.setitem(__import__("sys").modules, "keras_applications", None)
    monkeypatch.setitem(__import__("sys").modules, "keras_applications.vgg16", None)
    with pytest.raises(ImportError, match="pip install keras_applications"):
        tf.keras.applications.VGG16(weights=None)


def test_applications():
    model = tf.keras.applications.MobileNet(weights=None, include_top=False, input_shape=(32, 32, 3))
    assert (model.count_params(), len(model.layers)) == (3228864, 87)


def test_images():
    flow = tf.keras.preprocessing.image.ImageDataGenerator(rescale=0.5, horizontal_flip=True)
    images = np.ones((3, 4, 4, 1))
    x, y = next(flow.flow(images, np.arange(3), batch_size=2, shuffle=False))
    assert (x.shape, x.dtype, float(x.max()), y.tolist()) == ((2, 4, 4, 1), np.float32, 0.5, [0, 1])
