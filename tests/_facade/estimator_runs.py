"""Estimators and their input functions; also runs on the recorder's Python 3.7 with TF 1.15. Returns JSON."""

import json
import os
import re

import numpy as np
from hook_runs import Log
from queue_runs import attempt

X = np.arange(12, dtype=np.float32).reshape(6, 2) / 10
Y = X.sum(1, keepdims=True) * 2


def rounded(x):
    """Numbers to four digits, in any structure."""
    if isinstance(x, dict):
        return {str(k): rounded(v) for k, v in sorted(x.items())}
    if isinstance(x, (list, tuple)):
        return [rounded(v) for v in x]
    if isinstance(x, bytes):
        return x.decode()
    if isinstance(x, str):
        return x
    return np.vectorize(lambda v: float("%.4g" % v))(np.asarray(x, np.float64)).tolist()


def lines(log, folder):
    """The lines without times, places and deprecations, numbers rounded."""
    kept = []
    for line in log.lines:
        if "deprecated" in line or line.startswith(("Using config", "It seems that global step")):
            continue
        line = re.sub(r" at 20.*", " at", line.replace(folder, "DIR"))
        line = re.sub(r"(?<=[ =])\d+\.\d+(e-\d+)?", lambda m: "%.4g" % float(m.group()), line)
        kept.append(re.sub(r"\(T sec\)", "(T)", line))
    return kept


def nodes_hook(tf, found):
    """Puts the nodes of the graph into `found`, without those of gradients and updates."""

    class Hook(tf.train.SessionRunHook):
        def after_create_session(self, session, coord):
            ops = session.graph.get_operations()
            ours = [op for op in ops if not re.match("gradients|GradientDescent", op.name)]
            found.extend([op.name, op.type, [i.name for i in op.inputs], op.device] for op in ours)

    return Hook()


def model_fn(tf):
    def call(features, labels, mode, params):
        y = tf.layers.dense(features["x"], 1, kernel_initializer=tf.ones_initializer())
        if mode == tf.estimator.ModeKeys.PREDICT:
            return tf.estimator.EstimatorSpec(mode, predictions={"y": y, "twice": 2 * y})
        loss = tf.losses.mean_squared_error(labels, y)
        step = tf.train.get_global_step()
        train = tf.train.GradientDescentOptimizer(params["rate"]).minimize(loss, step)
        metrics = {"mae": tf.metrics.mean_absolute_error(labels, y)}
        return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train, eval_metric_ops=metrics)

    return call


def inputs(tf, **kwargs):
    options = {"batch_size": 3, "shuffle": False}
    options.update(kwargs)
    return tf.estimator.inputs.numpy_input_fn({"x": X}, Y, **options)


def made(tf, folder, **config):
    options = {"tf_random_seed": 1, "log_step_count_steps": 5}
    options.update(config)
    return tf.estimator.Estimator(model_fn(tf), folder, params={"rate": 0.1}, config=tf.estimator.RunConfig(**options))


def graphs(tf, folder):
    """The nodes of training, evaluation and prediction."""
    model = made(tf, folder)
    train, evaluate, predict = [], [], []
    model.train(inputs(tf, num_epochs=None), steps=1, hooks=[nodes_hook(tf, train)])
    model.evaluate(inputs(tf), steps=1, hooks=[nodes_hook(tf, evaluate)])
    data = tf.estimator.inputs.numpy_input_fn({"x": X}, shuffle=True)
    list(model.predict(data, hooks=[nodes_hook(tf, predict)]))
    return [train, evaluate, predict]


def results(tf, folder):
    """Values of training, evaluation and prediction, with the log."""
    found = []
    with Log() as log:
        model = made(tf, folder)
        found.append(attempt(lambda: model.get_variable_names())[0])
        found.append(model.latest_checkpoint())
        found.append(rounded(model.evaluate(inputs(tf))))
        model.train(inputs(tf, num_epochs=None), steps=11)
        found.append(rounded(model.evaluate(inputs(tf))))
        found.append(rounded(model.evaluate(inputs(tf), steps=1, name="one")))
        data = tf.estimator.inputs.numpy_input_fn({"x": X}, batch_size=4, shuffle=False)
        found.append(rounded(list(model.predict(data))))
        found.append(rounded(list(model.predict(data, predict_keys=["y"], yield_single_examples=False))))
        found.append(attempt(lambda: list(model.predict(data, predict_keys=["no"]))))
        found.append([model.get_variable_names(), rounded(model.get_variable_value("dense/kernel"))])
        model.train(inputs(tf, num_epochs=None), max_steps=11)
        model.train(inputs(tf, num_epochs=2), max_steps=20)
        found.append(os.path.basename(model.latest_checkpoint()))
        found.append(os.path.basename(model.eval_dir("one")))
        found.append(sorted(n for n in os.listdir(folder) if n.startswith("eval")))
    return found + [lines(log, folder)]


def loops(tf, folder):
    """train_and_evaluate, with exporters that note what they get."""
    noted = []

    class Noting(tf.estimator.Exporter):
        name = "noting"

        def export(self, estimator, export_path, checkpoint_path, eval_result, is_the_final_export):
            where = [os.path.relpath(p, folder) for p in (export_path, checkpoint_path)]
            noted.append([where, rounded(eval_result), bool(is_the_final_export)])
            return "made"

    with Log() as log:
        model = made(tf, folder, save_checkpoints_steps=4)
        train = tf.estimator.TrainSpec(inputs(tf, num_epochs=None), max_steps=10)
        evaluate = tf.estimator.EvalSpec(inputs(tf), steps=None, exporters=Noting(), throttle_secs=0)
        found = tf.estimator.train_and_evaluate(model, train, evaluate)
    return [rounded(found[0]), found[1], noted, lines(log, folder)]


def warm(tf, folder):
    """A second model that starts with the first one's values."""
    first = made(tf, os.path.join(folder, "a"))
    first.train(inputs(tf, num_epochs=None), steps=5)
    found = []

    def run(settings, name):
        with Log() as log:
            model = tf.estimator.Estimator(
                model_fn(tf), os.path.join(folder, name), params={"rate": 0.0}, warm_start_from=settings
            )
            model.train(inputs(tf), steps=1)
        found.append([rounded(model.get_variable_value("dense/kernel")), lines(log, folder)])

    settings = tf.estimator.WarmStartSettings
    run(os.path.join(folder, "a"), "b")
    run(settings(os.path.join(folder, "a"), vars_to_warm_start="bias"), "c")
    run(settings(os.path.join(folder, "a"), vars_to_warm_start=["dense/k"]), "d")
    wrong = settings(os.path.join(folder, "a"), var_name_to_prev_var_name={"x": "y"})
    found.append(attempt(lambda: run(wrong, "e")))
    found.append(attempt(lambda: settings("")))
    found.append(attempt(lambda: made_with(tf, 3)))
    return found


def made_with(tf, warm_start_from):
    return tf.estimator.Estimator(model_fn(tf), params={}, warm_start_from=warm_start_from)


def batches(tf, folder):
    """What input functions give."""
    found = []

    def run(make):
        with tf.Graph().as_default():
            try:
                given = make()()
                with tf.train.MonitoredSession() as sess:
                    for _ in range(9):
                        if sess.should_stop():
                            break
                        found.append(rounded(sess.run(given)))
            except (ValueError, TypeError) as e:
                found.append([type(e).__name__, str(e)])

    numpy = tf.estimator.inputs.numpy_input_fn
    run(lambda: numpy({"x": X, "a": X[:, 0]}, Y, batch_size=4, shuffle=False))
    run(lambda: numpy(X, {"b": Y, "a": Y[:, 0]}, batch_size=4, num_epochs=2, shuffle=False))
    run(lambda: numpy(X, batch_size=5, shuffle=False, queue_capacity=7))
    run(lambda: numpy({"__target_key__": X}, Y, batch_size=6, shuffle=False))
    run(lambda: numpy(X))
    run(lambda: numpy({}, shuffle=False))
    run(lambda: numpy(np.zeros([0]), shuffle=False))
    run(lambda: numpy([1], shuffle=False))
    run(lambda: numpy({"x": X}, {}, shuffle=False))
    run(lambda: numpy({"x": X}, {"x": Y}, shuffle=False))
    run(lambda: numpy({"x": X}, Y[:3], shuffle=False))
    return found


def arguments(tf, folder):
    """Specs and settings that are refused."""
    e = tf.estimator
    one = tf.constant(1.0, name="one")
    with tf.Graph().as_default():
        other = tf.constant(1.0, name="other")
    spec = e.EstimatorSpec
    calls = [
        lambda: spec("train"),
        lambda: spec("train", loss=one),
        lambda: spec("infer"),
        lambda: spec("train", loss=1.0, train_op=one),
        lambda: spec("train", loss=tf.zeros([2], name="two"), train_op=one),
        lambda: str(spec("train", loss=tf.zeros([1]), train_op=one).loss.shape),
        lambda: spec("train", loss=other, train_op=one),
        lambda: spec("train", loss=one, train_op=other),
        lambda: spec("infer", predictions={"p": other}),
        lambda: spec("infer", predictions={"p": 1}),
        lambda: spec("eval", loss=one, eval_metric_ops=[1]),
        lambda: spec("eval", loss=one, eval_metric_ops={"m": one.name}),
        lambda: spec("train", loss=one, train_op=one, training_hooks=["no"]),
        lambda: spec("train", loss=one, train_op=one)._replace(mode="eval"),
        lambda: spec("infer", predictions=one, export_outputs={"a": 1}),
        lambda: sorted(spec("infer", predictions=one, export_outputs={"a": e.export.PredictOutput(one)})[5]),
        lambda: spec("infer", one, export_outputs={k: e.export.PredictOutput(one) for k in "ab"}),
        lambda: e.RunConfig(save_checkpoints_steps=1, save_checkpoints_secs=1),
        lambda: e.RunConfig(save_summary_steps=-1),
        lambda: e.RunConfig(log_step_count_steps=0),
        lambda: e.RunConfig(tf_random_seed=0.5),
        lambda: e.RunConfig(device_fn=lambda x: "/cpu:0"),
        lambda: e.RunConfig(model_dir=""),
        lambda: e.RunConfig().replace(task_type="ps"),
        lambda: [getattr(e.RunConfig(save_checkpoints_steps=5), "save_checkpoints_" + n) for n in ("steps", "secs")],
        lambda: [getattr(e.RunConfig(), "save_checkpoints_" + n) for n in ("steps", "secs")],
        lambda: e.RunConfig().replace(save_checkpoints_steps=3).save_checkpoints_secs,
        lambda: e.TrainSpec(1),
        lambda: e.TrainSpec(len, max_steps=0),
        lambda: e.EvalSpec(len, steps=0),
        lambda: e.EvalSpec(len, name=1),
        lambda: e.EvalSpec(len, throttle_secs=-1),
        lambda: e.EvalSpec(len, exporters=[1]),
        lambda: e.Estimator(lambda x: 1, folder),
        lambda: e.Estimator(lambda features, y: 1, folder),
        lambda: e.Estimator(lambda features: 1, folder, params={"a": 1}),
        lambda: e.Estimator(None, folder),
        lambda: e.Estimator(lambda features: 1, folder, config=1),
        lambda: made(tf, folder).train(inputs(tf), steps=1, max_steps=1),
        lambda: made(tf, folder).train(inputs(tf), steps=0),
        lambda: made(tf, folder).train(inputs(tf), hooks=[1]),
        lambda: made(tf, folder).train(lambda: (1, 2, 3)),
        lambda: made(tf, folder).evaluate(inputs(tf), steps=0),
        lambda: e.Estimator(lambda features: 1, folder).train(lambda: ({}, 1)),
        lambda: e.Estimator(lambda features: 1, folder).train(lambda: {}),
        lambda: e.export.ServingInputReceiver(None, one),
        lambda: e.export.ServingInputReceiver({1: one}, {1: one}),
        lambda: e.export.ServingInputReceiver(1, one),
        lambda: sorted(e.export.ServingInputReceiver(one, one).receiver_tensors),
        lambda: e.export.TensorServingInputReceiver(one, one).features.name,
        lambda: e.export.ClassificationOutput(),
        lambda: e.export.ClassificationOutput(scores=1),
        lambda: e.export.RegressionOutput(tf.constant(1)),
        lambda: sorted(e.export.PredictOutput({("a", "b"): one}).outputs),
        lambda: e.export.PredictOutput({1: one}),
        lambda: e.export.PredictOutput(1),
    ]
    return [re.sub(r"0x\w+|<function.*?>( |$)", "X ", str(attempt(call))) for call in calls]


def clusters(tf, folder):
    """What RunConfig makes of TF_CONFIG."""
    names = "task_type task_id master evaluation_master is_chief num_ps_replicas num_worker_replicas"
    names += " global_id_in_cluster service model_dir"
    jobs = {"chief": ["h:1"], "ps": ["h:2", "h:3"], "worker": ["h:4", "h:5", "h:6"]}
    with_master = {"master": ["h:1"], "ps": ["h:2"], "worker": ["h:4"]}

    def of(**config):
        os.environ["TF_CONFIG"] = json.dumps(config)
        try:
            found = tf.estimator.RunConfig()
        finally:
            del os.environ["TF_CONFIG"]
        filters = found.session_config and list(found.session_config.device_filters)
        return [str(getattr(found, n)) for n in names.split()] + [found.cluster_spec.as_dict(), filters]

    calls = [
        lambda: of(),
        lambda: of(cluster=jobs, task={"type": "chief", "index": 0}),
        lambda: of(cluster=jobs, task={"type": "worker", "index": 2}),
        lambda: of(cluster=jobs, task={"type": "ps", "index": 1}),
        lambda: of(cluster=jobs, task={"type": "evaluator", "index": 0}),
        lambda: of(cluster=with_master, task={"type": "master", "index": 0}, service={"a": 1}, model_dir="m"),
        lambda: of(cluster=with_master, task={"type": "evaluator", "index": 0}),
        lambda: of(cluster={"chief": ["h:1"]}, task={"type": "chief", "index": 0}),
        lambda: of(cluster=jobs, task={"type": "worker", "index": 3}),
        lambda: of(cluster=jobs, task={"type": "worker", "index": -1}),
        lambda: of(cluster=jobs, task={"type": "other", "index": 0})[:1],
        lambda: of(cluster=jobs, task={"index": 0}),
        lambda: of(cluster=jobs, task={"type": "worker"}),
        lambda: of(cluster={"worker": ["h:1"]}, task={"type": "worker", "index": 0}),
        lambda: of(task={"type": "ps", "index": 0}),
        lambda: of(task={"index": 1}),
        lambda: of(service=1),
        lambda: of(session_master="grpc://x", eval_session_master="grpc://y"),
    ]
    return [attempt(call) for call in calls]


RUNS = [clusters, graphs, results, loops, warm, batches, arguments]
