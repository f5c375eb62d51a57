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


def _ramp(layer):
    layer.set_weights([np.linspace(-0.5, 0.5, w.size).reshape(w.shape) for w in layer.get_weights()])


def further_layers(tf):
    """Outputs of attention, locally connected and convolutional recurrent layers, Peepholes, Lambda; one model."""
    layers = tf.keras.layers
    steps, image = tf.keras.Input((4, 2)), tf.keras.Input((4, 5, 6, 1))
    made = [
        layers.LocallyConnected1D(2, 3, implementation=1),
        layers.LocallyConnected1D(2, 3, strides=2, padding="same", implementation=2),
        layers.LocallyConnected1D(2, 3, implementation=3),
        layers.RNN(tf.keras.experimental.PeepholeLSTMCell(3)),
        layers.Bidirectional(layers.GRU(2, return_sequences=True), merge_mode="sum"),
        layers.TimeDistributed(layers.Dense(2)),
        layers.Lambda(lambda x, scale=3.0: x * scale),
    ]
    outputs = [layer(steps) for layer in made]
    outputs.append(layers.Attention(use_scale=True, causal=True)([steps, steps]))
    outputs.append(layers.AdditiveAttention()([steps, steps]))
    outputs.append(layers.ConvLSTM2D(2, 3, padding="same")(image))
    model = tf.keras.Model([steps, image], outputs)
    for layer in model.layers:
        _ramp(layer)
    data = [np.linspace(0, 1, 16).reshape(2, 4, 2), np.linspace(0, 1, 240).reshape(2, 4, 5, 6, 1)]
    sums = [float(np.sum(v * np.arange(1, v.size + 1).reshape(v.shape))) for v in model.predict(data)]
    return {"numbers": sums, "nodes": []}


def weights_and_clones(tf):
    """Names in the order of `weights`; updates and losses of a model on shared layers; a copy on other inputs."""
    layers = tf.keras.layers
    inner = tf.keras.Sequential([layers.Dense(3, input_shape=(2,)), layers.BatchNormalization(), layers.Dense(2)])
    x = tf.keras.Input((2,))
    model = tf.keras.Model(x, layers.Dense(1, kernel_regularizer="l2")(inner(x)))
    copy = tf.keras.models.clone_model(model, input_tensors=tf.keras.Input((2,)))
    counts = [len(model.updates), len(model.get_updates_for(x)), len(copy.updates), len(copy.losses)]
    names = [[w.name, "", 0] for m in (model, copy) for w in m.weights]
    return {"numbers": [float(c) for c in counts], "nodes": names}


def learning_rates(tf):
    """Rates of the cosine schedules."""
    step, found = tf.placeholder(tf.float32, []), tf.keras.experimental
    rates = [
        found.CosineDecay(1.0, 10, alpha=0.1)(step),
        found.CosineDecayRestarts(1.0, 4, alpha=0.1)(step),
        found.CosineDecayRestarts(1.0, 4, t_mul=1.0, m_mul=0.5)(step),
        found.LinearCosineDecay(1.0, 10)(step),
    ]
    with tf.Session() as session:
        return {"numbers": [[float(v) for v in session.run(rates, {step: i})] for i in (0, 3, 7, 13)], "nodes": []}


def heads(tf):
    """Losses and metrics of the heads of `tf.estimator`."""
    made, found = tf.estimator, []
    y = np.array([[0], [1], [1], [0], [1], [0]])
    several = np.array([[1, 0, 1], [0, 1, 0], [1, 1, 1], [0, 0, 0], [0, 0, 1], [1, 0, 0]])
    cases = [
        (made.BinaryClassHead(thresholds=[0.3]), y, 1),
        (made.MultiClassHead(3), y + 1, 3),
        (made.PoissonRegressionHead(), y.astype("f"), 1),
        (made.LogisticRegressionHead(), y.astype("f"), 1),
        (made.MultiLabelHead(3, thresholds=[0.5], classes_for_class_based_metrics=[1]), several, 3),
    ]
    specs = []
    for head, labels, size in cases:
        logits = tf.constant(np.linspace(-2, 2, 6 * size).reshape(6, size).astype("f"))
        specs.append(head.create_estimator_spec({"x": logits}, "eval", logits, tf.constant(labels)))
    both = made.MultiHead([made.BinaryClassHead(name="b"), made.RegressionHead(name="r")], [1.0, 2.0])
    logits = tf.constant(np.linspace(-2, 2, 12).reshape(6, 2).astype("f"))
    labels = {"b": tf.constant(y), "r": tf.constant(y.astype("f"))}
    specs.append(both.create_estimator_spec({"x": logits}, "eval", logits, labels))
    with tf.Session() as session:
        session.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
        metrics = [s.eval_metric_ops for s in specs]
        # TensorFlow gives objects of tf.keras.metrics, others give pairs
        session.run([m[1] if isinstance(m, tuple) else m.updates for each in metrics for m in each.values()])
        values = [{k: m[0] if isinstance(m, tuple) else m.result() for k, m in each.items()} for each in metrics]
        for spec, each in zip(specs, values):
            numbers = {k: float(v) for k, v in session.run(each).items()}
            found.append(dict(numbers, _loss=float(session.run(spec.loss))))
    return {"numbers": found, "nodes": []}


PROGRAMS = {
    f.__name__: f
    for f in (convolutional, optimizers, recurrent, further_layers, weights_and_clones, learning_rates, heads)
}


def run(tf, name):
    """The result of one program in a graph of its own."""
    tf.keras.backend.clear_session()
    tf.set_random_seed(1)
    return PROGRAMS[name](tf)
