"""TPUEstimators without TPUs; also runs on the recorder's Python 3.7 with TF 1.15. Returns JSON."""

from estimator_runs import X, Y, lines, rounded
from hook_runs import Log
from queue_runs import attempt


def model_fn(tf, seen):
    def call(features, labels, mode, params):
        seen.append([str(mode), sorted((k, v) for k, v in params.items())])
        y = tf.layers.dense(features["x"], 1, kernel_initializer=tf.ones_initializer())
        if mode == tf.estimator.ModeKeys.PREDICT:
            return tf.contrib.tpu.TPUEstimatorSpec(mode, predictions={"y": y})
        loss = tf.losses.mean_squared_error(labels, y)
        optimizer = tf.contrib.tpu.CrossShardOptimizer(tf.train.GradientDescentOptimizer(params["rate"]))
        grads = optimizer.compute_gradients(loss)
        train = tf.train.GradientDescentOptimizer(params["rate"]).apply_gradients(grads, tf.train.get_global_step())

        def metrics(labels, y):
            return {"mae": tf.metrics.mean_absolute_error(labels, y)}

        return tf.contrib.tpu.TPUEstimatorSpec(mode, loss=loss, train_op=train, eval_metrics=(metrics, [labels, y]))

    return call


def input_fn(tf, labels=True):
    def call(params):
        options = {"num_epochs": None} if labels else {"num_epochs": 1}
        data = tf.estimator.inputs.numpy_input_fn(
            {"x": X}, Y if labels else None, batch_size=params["batch_size"], shuffle=False, **options
        )
        return data()

    return call


def results(tf, folder):
    """Values, parameters and the log of training, evaluation and prediction."""
    seen, found = [], []
    with Log() as log:
        tpu = tf.contrib.tpu
        config = tpu.RunConfig(
            model_dir=folder,
            tf_random_seed=1,
            log_step_count_steps=None,
            tpu_config=tpu.TPUConfig(
                iterations_per_loop=4, per_host_input_for_training=tpu.InputPipelineConfig.PER_HOST_V2
            ),
        )
        model = tpu.TPUEstimator(
            model_fn(tf, seen),
            config=config,
            use_tpu=False,
            params={"rate": 0.1},
            train_batch_size=3,
            eval_batch_size=2,
            predict_batch_size=4,
        )
        model.train(input_fn(tf), max_steps=9)
        found.append(rounded(model.evaluate(input_fn(tf), steps=3)))
        found.append(rounded(list(model.predict(input_fn(tf, labels=False)))))
        found.append([config.master, config.evaluation_master, list(config.tpu_config), model.get_variable_names()])
    return found + [seen, [line for line in lines(log, folder) if "contrib-sunset" not in line]]


def refused(tf, folder):
    """Errors of the settings."""
    tpu = tf.contrib.tpu
    config = tpu.RunConfig(model_dir=folder)
    hook = tf.train.StopAtStepHook(num_steps=1)
    calls = [
        lambda: tpu.TPUConfig(iterations_per_loop="3d"),
        lambda: list(tpu.TPUConfig(iterations_per_loop="2m")),
        lambda: tpu.TPUConfig(num_shards=0),
        lambda: tpu.TPUConfig(num_cores_per_replica=3),
        lambda: tpu.TPUConfig(input_partition_dims=[1]),
        lambda: tpu.TPUConfig(input_partition_dims=[1, 2, 3]),
        lambda: tpu.TPUConfig(eval_training_input_configuration=3),
        lambda: tpu.RunConfig(master="a", cluster=object()),
        lambda: tpu.TPUEstimator(lambda features, params: None, config=tf.estimator.RunConfig(), use_tpu=False),
        lambda: tpu.TPUEstimator(lambda features, params: None, config=config, params={"context": 1}, use_tpu=False),
        lambda: tpu.TPUEstimatorSpec("train", eval_metrics=3),
        lambda: tpu.TPUEstimatorSpec("train", eval_metrics=(3, [])),
        lambda: tpu.TPUEstimatorSpec("train", eval_metrics=(len, 3)),
        lambda: tpu.TPUEstimatorSpec("train", host_call=(len,)),
        lambda: tpu.TPUEstimatorSpec("train", training_hooks=[3]),
        lambda: len(tpu.TPUEstimatorSpec("infer", predictions=tf.constant(1), training_hooks=[hook]).training_hooks),
        lambda: tpu.CrossShardOptimizer(tf.train.GradientDescentOptimizer(1.0), reduction="other"),
    ]
    return [attempt(call) for call in calls]


def scopes(tf, folder):
    """Variables of bfloat16_scope."""
    with tf.contrib.tpu.bfloat16_scope():
        a = tf.get_variable("a", [2], tf.bfloat16, tf.ones_initializer())
        b = tf.get_variable("b", [2], tf.float32, tf.ones_initializer())
    return [a.dtype.name, b.dtype.name, [[v.name, v.dtype.base_dtype.name] for v in tf.global_variables()]]


RUNS = [results, refused, scopes]
