"""Programs of `tf.keras`, run on TensorFlow 1.15.5 by golden/record/keras_runs.py; Python 3.7-compatible."""

import numpy as np


def _nodes(tf):
    ops = [op for op in tf.get_default_graph().get_operations() if "radient" not in op.name]
    return [[op.name, op.type, len(op.inputs)] for op in ops]


def _data():
    random = np.random.RandomState(0)
    return random.rand(8, 6, 6, 1), random.randint(0, 3, (8,))


def convolutional(tf):
    """A convolutional model: graph, history of a fit, evaluation."""
    layers = tf.keras.layers
    model = tf.keras.Sequential(
        [
            layers.Conv2D(2, 3, use_bias=False, input_shape=(6, 6, 1)),
            layers.BatchNormalization(),
            layers.MaxPooling2D(),
            layers.Flatten(),
            layers.Dropout(0.3),
            layers.Dense(3, activation="softmax", kernel_regularizer=tf.keras.regularizers.l2(0.01)),
        ]
    )
    model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
    x, y = _data()
    history = model.fit(x, y, epochs=1, batch_size=4, shuffle=False, verbose=0).history
    numbers = {k: [float(v) for v in values] for k, values in history.items()}
    return {"numbers": [numbers, [float(v) for v in model.evaluate(x, y, verbose=0)]], "nodes": _nodes(tf)}


def optimizers(tf):
    """Losses of a linear model under each optimizer."""
    found = {}
    random = np.random.RandomState(1)
    x, y = random.rand(8, 3), random.rand(8, 1)
    for name in ("SGD", "Adam", "RMSprop", "Adagrad", "Adadelta", "Adamax", "Nadam", "Ftrl"):
        model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones", input_shape=(3,))])
        model.compile(getattr(tf.keras.optimizers, name)(0.1), "mse")
        found[name] = [float(model.train_on_batch(x, y)) for _ in range(3)]
    return {"numbers": found, "nodes": []}


def recurrent(tf):
    """Outputs of recurrent layers with masks."""
    layers = tf.keras.layers
    ids = tf.keras.Input((5,), dtype="int32")
    embedded = layers.Embedding(7, 3, mask_zero=True, embeddings_initializer="ones")(ids)
    outputs = [
        kind(2, kernel_initializer="ones", recurrent_initializer="ones")(embedded)
        for kind in (layers.SimpleRNN, layers.GRU, layers.LSTM)
    ]
    model = tf.keras.Model(ids, outputs)
    values = model.predict(np.array([[1, 2, 3, 0, 0], [1, 1, 1, 1, 1]]))
    return {"numbers": [v.tolist() for v in values], "nodes": [[n, t, i] for n, t, i in _nodes(tf) if "lstm" in n]}


PROGRAMS = {f.__name__: f for f in (convolutional, optimizers, recurrent)}


def run(tf, name):
    """The result of one program in a graph of its own."""
    tf.keras.backend.clear_session()
    tf.set_random_seed(1)
    return PROGRAMS[name](tf)
