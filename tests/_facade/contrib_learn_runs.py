"""tf.contrib.learn; also runs on the recorder's Python 3.7 with TF 1.15. Returns JSON."""

import json
import os

import numpy as np
from estimator_runs import rounded
from queue_runs import attempt


def texts(tf, folder):
    """Words and bytes as numbers."""
    learn = tf.contrib.learn
    documents = ["a cat sat", "the CNNModel isn't a cat", "sat-on it"]
    processor = learn.preprocessing.VocabularyProcessor(4)
    found = [row.tolist() for row in processor.fit_transform(documents)]
    found.append(list(processor.reverse([[1, 2, 0]])))
    trimmed = learn.preprocessing.VocabularyProcessor(3, min_frequency=1)
    found.append([row.tolist() for row in trimmed.fit_transform(documents)])
    path = os.path.join(folder, "vocabulary")
    processor.save(path)
    restored = learn.preprocessing.VocabularyProcessor.restore(path)
    found.append([row.tolist() for row in restored.transform(["cat unseen a"])])
    found.append([row.tolist() for row in learn.preprocessing.ByteProcessor(4).transform(["ab", "h\u00e9llo"])])
    columns = learn.preprocessing.CategoricalProcessor()
    rows = columns.fit_transform([["x", 1.0], ["y", float("nan")], ["x", 2.0]])
    return found + [row.tolist() for row in rows]


def data(tf, folder):
    """Data sets: shapes, sums, files, generated points."""
    datasets = tf.contrib.learn.datasets
    found = []
    for name in ("iris", "boston"):
        part = datasets.load_dataset(name)
        found.append([list(part.data.shape), rounded(part.data.sum()), rounded(part.target.sum())])
    path = os.path.join(folder, "x.csv")
    with open(path, "w") as f:
        f.write("2,2,a,b\n1.5,2.5,1\n3.5,4.5,0\n")
    part = datasets.base.load_csv_with_header(path, np.int64, np.float32)
    found.append([part.data.tolist(), part.target.tolist()])
    for name in ("circles", "spirals"):
        part = datasets.make_dataset(name, n_samples=7, noise=0.1, seed=3)
        found.append([rounded(part.data), part.target.tolist()])
    return found + [str(attempt(lambda: datasets.load_dataset("none")))]


X = np.arange(12, dtype=np.float32).reshape(6, 2) / 10
Y = X.sum(1)


def estimators(tf, folder):
    """Training of arrays, evaluation with metrics, prediction."""
    learn = tf.contrib.learn
    config = learn.RunConfig(tf_random_seed=3)
    made = learn.SKCompat(
        learn.Estimator(
            lambda features, labels, mode, params: _model(tf, features, labels, mode, params),
            os.path.join(folder, "a"),
            config,
            {"rate": 0.1},
        )
    )
    made.fit(X, Y, batch_size=4, steps=5)
    metric = learn.MetricSpec(tf.metrics.mean_absolute_error, prediction_key="y")
    found = [rounded(made.score(X, Y, batch_size=4, metrics={"m": metric}))]
    found.append(rounded(made.predict(X)["y"]))
    column = tf.feature_column.numeric_column("x", 2)

    def inputs():
        return {"x": tf.constant(X)}, tf.constant(np.int64([0, 0, 0, 1, 1, 1]))

    for kind in (
        learn.LinearClassifier([column], os.path.join(folder, "b"), config=config),
        learn.DNNClassifier([3], [column], os.path.join(folder, "c"), config=config),
    ):
        kind.fit(input_fn=inputs, steps=5)
        result = kind.evaluate(input_fn=inputs, steps=1)
        found.append([sorted(result), rounded([result["loss"], result["accuracy"], result["auc"]])])
        found.append([int(c) for c in kind.predict(input_fn=inputs)])
    return found


def _model(tf, features, labels, mode, params):
    learn = tf.contrib.learn
    w = tf.get_variable("w", [2, 1], initializer=tf.zeros_initializer())
    y = tf.matmul(features, w)[:, 0]
    if mode == learn.ModeKeys.INFER:
        return learn.ModelFnOps(mode, predictions={"y": y})
    loss = tf.losses.mean_squared_error(labels, y)
    step = tf.train.get_global_step()
    train_op = tf.train.GradientDescentOptimizer(params["rate"]).minimize(loss, global_step=step)
    return learn.ModelFnOps(mode, {"y": y}, loss, train_op)


def experiments(tf, folder):
    """Experiments, monitors and exports."""
    learn = tf.contrib.learn
    seen = []

    class Steps(learn.monitors.EveryN):
        def every_n_step_begin(self, step):
            return ["w"]

        def every_n_step_end(self, step, outputs):
            seen.append([step, rounded(outputs["w"])])
            return False

    def inputs():
        return tf.constant(X), tf.constant(Y)

    def make(run_config, hparams):
        estimator = learn.Estimator(
            lambda features, labels, mode, params: _model(tf, features, labels, mode, params),
            config=run_config,
            params={"rate": hparams.rate},
        )
        return learn.Experiment(
            estimator, inputs, inputs, train_steps=6, eval_steps=1, train_monitors=[Steps(3)], min_eval_frequency=100
        )

    config = learn.RunConfig(model_dir=os.path.join(folder, "e"), tf_random_seed=1)
    result, exports = learn.learn_runner.run(
        make, run_config=config, hparams=tf.contrib.training.HParams(rate=0.1), schedule="train_and_evaluate"
    )
    found = [seen, rounded(result), exports]
    for call in (
        lambda: learn.learn_runner.run(make),
        lambda: learn.learn_runner.run(make, "x", run_config=config),
        lambda: learn.Experiment(3, None, None),
        lambda: learn.ModelFnOps("train"),
        lambda: learn.monitors.StopAtStep(),
        lambda: learn.monitors.ValidationMonitor(),
    ):
        found.append(str(attempt(call)))
    return found


def resolvers(tf, folder):
    """Cluster resolvers."""
    made = tf.contrib.cluster_resolver
    simple = made.SimpleClusterResolver(
        tf.train.ClusterSpec({"ps": ["a:1"], "worker": ["b:1", "c:2"]}), "m", rpc_layer="grpc"
    )
    before = os.environ.get("TF_CONFIG")
    os.environ["TF_CONFIG"] = json.dumps(
        {"cluster": {"worker": ["x:1", "y:2"]}, "task": {"type": "worker", "index": 1}, "rpc_layer": "grpc"}
    )
    try:
        own = made.TFConfigClusterResolver()
        union = made.UnionClusterResolver(simple, own)
        return [
            [simple.master(), simple.master("worker", 1), simple.num_accelerators()],
            [own.master(), own.task_type, own.task_id, own.master("worker", 0), own.rpc_layer],
            [sorted(union.cluster_spec().as_dict().items()), union.master(), union.master("worker", 2)],
        ]
    finally:
        del os.environ["TF_CONFIG"]
        if before is not None:
            os.environ["TF_CONFIG"] = before


def columns(tf, folder):
    """Models on columns of tf.contrib.layers: names of their variables, and how they fit."""
    learn, layers = tf.contrib.learn, tf.contrib.layers
    config = learn.RunConfig(tf_random_seed=3)

    def fitted(model, **inputs):
        model.fit(steps=3, **inputs)
        names = [[n, list(model.get_variable_value(n).shape)] for n in sorted(model.get_variable_names())]
        return [names, round(float(model.evaluate(steps=1, **inputs)["loss"]), 5)]

    x = np.linspace(-1, 1, 12).reshape(6, 2).astype("f")
    numbers = learn.infer_real_valued_columns_from_input(x)
    found = [str(numbers)]
    found.append(fitted(learn.DNNRegressor([3], numbers, config=config), x=x, y=x.sum(1)))
    a = layers.sparse_column_with_hash_bucket("a", 10)

    def inputs():
        return {"a": tf.SparseTensor([[0, 0], [1, 0]], ["x", "y"], [2, 1])}, tf.constant([[0], [1]])

    found.append(fitted(learn.LinearClassifier([a], config=config, _joint_weight=True), input_fn=inputs))
    embedding = layers.embedding_column(a, 3, initializer=tf.constant_initializer(0.3))
    both = learn.DNNLinearCombinedClassifier(
        linear_feature_columns=[a],
        dnn_feature_columns=[embedding],
        dnn_hidden_units=[4],
        config=config,
        embedding_lr_multipliers={embedding: 0.5},
        fix_global_step_increment_bug=True,
    )
    found.append(fitted(both, input_fn=inputs))
    found.append(str(attempt(lambda: learn.DNNLinearCombinedClassifier())))
    return found


RUNS = [texts, data, estimators, experiments, columns, resolvers]
