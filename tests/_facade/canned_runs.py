"""Canned Estimators; also runs on the recorder's Python 3.7 with TF 1.15. Returns JSON."""

import os

import numpy as np
from estimator_runs import nodes_hook, rounded
from queue_runs import attempt

X = np.arange(12, dtype=np.float32).reshape(6, 2) / 10
C = np.int64([[0], [1], [2], [0], [1], [2]])
W = np.float32([1, 2, 1, 1, 2, 1])


def inputs(tf, y, **kwargs):
    options = {"batch_size": 3, "shuffle": False}
    options.update(kwargs)
    return tf.estimator.inputs.numpy_input_fn({"x": X, "c": C, "w": W}, y, **options)


def columns(tf):
    c = tf.feature_column
    return c.numeric_column("x", 2), c.categorical_column_with_identity("c", 3)


def models(tf, folder):
    """Each Estimator with its labels, by name."""
    e, c = tf.estimator, tf.feature_column
    x, ids = columns(tf)
    embedded = c.embedding_column(ids, 2, initializer=tf.ones_initializer())
    config = e.RunConfig(tf_random_seed=3)
    two, three, real = np.int64([0, 1, 1, 0, 0, 1]), C[::-1], X.sum(1, keepdims=True)

    def at(name):
        return os.path.join(folder, name)

    return {
        "baseline": (e.BaselineClassifier(at("a"), 3, config=config), np.int64([0, 1, 1, 0, 2, 1])),
        "baseline_regressor": (e.BaselineRegressor(at("b"), config=config), real),
        "linear": (e.LinearClassifier([x, ids], at("c"), weight_column="w", config=config), two),
        "linear_regressor": (e.LinearRegressor([x], at("d"), config=config, optimizer="SGD"), real),
        "linear_three": (e.LinearClassifier([ids], at("e"), 3, config=config), three),
        "dnn": (e.DNNClassifier([4, 2], [x, embedded], at("f"), config=config), two),
        "dnn_three": (e.DNNClassifier([3], [x], at("g"), 3, config=config, batch_norm=True, optimizer="SGD"), three),
        "dnn_regressor": (e.DNNRegressor([3], [x], at("h"), config=config, loss_reduction="weighted_mean"), real),
        "combined": (e.DNNLinearCombinedClassifier(at("i"), [ids], "Ftrl", [x], "SGD", [3], config=config), two),
        "combined_regressor": (e.DNNLinearCombinedRegressor(at("j"), [x], config=config), real),
    }


def graphs(tf, folder):
    """The nodes of training, evaluation and prediction."""
    found = []
    made = models(tf, folder)
    for name in ("linear", "dnn_three", "linear_regressor"):
        model, y = made[name]
        train, evaluate, predict = [], [], []
        model.train(inputs(tf, y), steps=1, hooks=[nodes_hook(tf, train)])
        model.evaluate(inputs(tf, y), steps=1, hooks=[nodes_hook(tf, evaluate)])
        list(model.predict(inputs(tf, None), hooks=[nodes_hook(tf, predict)]))
        train = [row for row in train if "/gradients/" not in row[0] and "training" not in row[0]]
        train = [row for row in train if not any(o in row[0] for o in ("Ftrl", "Adagrad", "Adam", "Descent", "beta"))]
        # the nodes of savers are another test's
        found.append(
            [name] + [[row for row in rows if not row[0].startswith("save/")] for rows in (train, evaluate, predict)]
        )
    return found


def results(tf, folder):
    """Metrics, variables and predictions after training."""
    found = []
    for name, (model, y) in sorted(models(tf, folder).items()):
        if name in ("baseline_regressor", "linear_three", "dnn_regressor"):
            continue
        model.train(inputs(tf, y, num_epochs=None), steps=20)
        metrics = rounded(model.evaluate(inputs(tf, y)))
        predictions = next(iter(model.predict(inputs(tf, None))))
        predictions = {
            k: v.tolist() if v.dtype.kind in "iuf" else [str(s) for s in v.ravel()] for k, v in predictions.items()
        }
        predictions = {k: rounded(v) if not isinstance(v[0], str) else v for k, v in predictions.items()}
        found.append([name, model.get_variable_names(), metrics, predictions])
    return found


def arguments(tf, folder):
    """Arguments that are refused."""
    e = tf.estimator
    x, ids = columns(tf)
    y = np.int64([0, 1, 1, 0, 0, 1])

    def train(model, y=y):
        model.train(inputs(tf, y), steps=1)

    calls = [
        lambda: e.DNNClassifier([2], [x], n_classes=1),
        lambda: e.DNNClassifier([2], [x], loss_reduction="none"),
        lambda: e.DNNClassifier([2], [x], label_vocabulary="ab"),
        lambda: train(e.DNNClassifier([2], [x], optimizer="None")),
        lambda: train(e.DNNClassifier([2], [x], optimizer=3)),
        lambda: train(e.LinearClassifier([x], n_classes=3), y.astype(np.float32)),
        lambda: train(e.LinearClassifier([x]), np.zeros([6, 2], np.int64)),
        lambda: train(e.LinearRegressor([x], label_dimension=2), y),
        lambda: e.DNNLinearCombinedClassifier(),
        lambda: train(e.DNNLinearCombinedClassifier(dnn_feature_columns=[x])),
        lambda: e.DNNRegressor([2], [x], label_dimension=0),
        lambda: e.LinearClassifier([x]).train(lambda: (tf.zeros([2, 2]), tf.zeros([2, 1]))),
        lambda: e.LinearClassifier([x]).train(lambda: {"x": tf.zeros([2, 2])}),
    ]
    return [str(attempt(call)).partition(" Given type")[0] for call in calls]


RUNS = [graphs, results, arguments]
