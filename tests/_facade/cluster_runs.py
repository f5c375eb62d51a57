"""Devices, cluster descriptions and accumulators; also runs on the recorder's Python 3.7 with TF 1.15.

Each function takes `tf` and returns JSON.
"""

import tempfile

import numpy as np
from queue_runs import attempt, plain


def device_specs(tf):
    spec = tf.DeviceSpec(job="ps", task=1, device_type="gpu")
    found = [spec.to_string(), spec.make_merged_spec(tf.DeviceSpec.from_string("/job:w/cpu:3")).to_string()]
    found.append(spec.replace(device_index=2, task=None).to_string())
    spec.parse_from_string("/replica:3/device:TPU:*")
    found += [spec.to_string(), spec.job, spec.replica, spec.device_type, spec.device_index]
    spec.merge_from(tf.DeviceSpec(job="x", device_index="7"))
    spec.task = "5"
    found += [spec.to_string(), spec == tf.DeviceSpec.from_string(spec.to_string()), spec == spec.to_string()]
    for text in ("/job:a/nonsense:1", "/cpu:0/gpu:1", "", "/job:a//task:2", "/CPU:1", "/device:cpu:0"):
        found.append(attempt(lambda text=text: tf.DeviceSpec.from_string(text).to_string()))
    return found


def cluster_specs(tf):
    found = []
    for cluster in (
        {"ps": ["a:1", "b:2"], "worker": {3: "c:3", 1: "d:4"}},
        {"empty": {}},
        {"ps": "a:1"},
        {"ps": [3]},
        ["ps"],
    ):

        def describe(cluster=cluster):
            spec = tf.train.ClusterSpec(cluster)
            again = tf.train.ClusterSpec(spec.as_cluster_def())
            text = [str(spec), str(spec.as_cluster_def()), sorted(spec.jobs), spec == again, bool(spec)]
            for job in sorted(spec.jobs):
                text += [spec.num_tasks(job), spec.task_indices(job)]
            return text

        found.append(attempt(describe))
    spec = tf.train.ClusterSpec({"ps": ["a:1"], "worker": {3: "c:3"}})
    found += [spec.task_address("worker", 3), spec.job_tasks("worker")]
    for call in (
        lambda: spec.num_tasks("x"),
        lambda: spec.task_address("ps", 1),
        lambda: tf.train.Server(spec),
        lambda: tf.train.Server(spec, job_name="ps", task_index=0, start=False) and 1,
        lambda: tf.train.Server(3),
    )[:3]:
        found.append(attempt(call))
    return found


def placements(tf):
    found = []
    cluster = {"ps": ["a:1", "b:1", "c:1"], "worker": ["d:1"]}
    greedy = tf.contrib.training.GreedyLoadBalancingStrategy(3, tf.contrib.training.byte_size_load_fn)
    for arguments in (
        {"cluster": cluster},
        {"ps_tasks": 2, "worker_device": "/job:worker/task:3/gpu:0"},
        {"cluster": cluster, "ps_strategy": greedy},
        {"cluster": cluster, "ps_strategy": tf.contrib.training.RandomStrategy(3, seed=2)},
        {"ps_tasks": 2, "ps_ops": ["Const"], "ps_device": "/job:boss"},
        {"ps_tasks": 2, "merge_devices": False},
    ):
        with tf.Graph().as_default() as graph, tf.device(tf.train.replica_device_setter(**arguments)):
            big = tf.get_variable("big", [100, 10])
            part = tf.get_variable("part", [9, 4], partitioner=tf.fixed_size_partitioner(3))
            with tf.device("/cpu:1"):
                small = tf.get_variable("small", [3], use_resource=True)
            with tf.device("/job:ps/task:9"):
                tf.get_variable("own", [])
            tf.add(tf.reduce_sum(big), tf.reduce_sum(tf.convert_to_tensor(part)) + tf.reduce_sum(small), name="sum")
            tf.train.get_or_create_global_step()
            kinds = ("VariableV2", "VarHandleOp", "Assign", "Identity", "Add", "AddV2", "Sum", "ReadVariableOp")
            found.append([[op.name, op.device] for op in graph.get_operations() if op.type in kinds])
    found.append(tf.train.replica_device_setter(ps_tasks=0) is None)
    found.append(tf.train.replica_device_setter(cluster={"worker": ["a:1"]}) is None)
    found.append(attempt(lambda: tf.train.replica_device_setter(ps_tasks=1, ps_strategy=3)))
    return found


def dense_accumulators(tf):
    found = []
    gradient, step = tf.placeholder(tf.float32), tf.placeholder(tf.int64, [])
    mean = tf.ConditionalAccumulator(tf.float32, shape=[2], name="mean")
    total = tf.ConditionalAccumulator(tf.float32, shape=[2], reduction_type="SUM")
    apply, take, count = mean.apply_grad(gradient, step), mean.take_grad(2), mean.num_accumulated(name="count")
    with tf.Session() as sess:
        for value, at in (([1, 2], 0), ([3, 5], 0)):
            sess.run(apply, {gradient: value, step: at})
        found += [plain(sess.run(x)) for x in (count, take, count)]
        for value, at in (([9, 9], 0), ([1, 1], 1), ([2, 4], 7)):  # the first is too old
            sess.run(apply, {gradient: value, step: at})
        found += [plain(sess.run(count)), plain(sess.run(take))]
        sess.run(mean.set_global_step(5))
        sess.run(apply, {gradient: [1, 1], step: 4})
        found.append(plain(sess.run(count)))
        bad = total.apply_grad(gradient)
        found.append(attempt(lambda: sess.run(bad, {gradient: [1, 2, 3]})))
        found.append(attempt(lambda: sess.run(total.take_grad(0))))
        for value in ([1, 2], [3, 4]):
            sess.run(bad, {gradient: value})
        found.append(plain(sess.run(total.take_grad(1))))
    found.append(attempt(lambda: tf.ConditionalAccumulator(tf.float32, reduction_type="MAX") and 1))
    return found


def sparse_accumulators(tf):
    found = []
    indices, values, shape = tf.placeholder(tf.int64), tf.placeholder(tf.float32), tf.placeholder(tf.int64)
    with tf.Session() as sess:
        for reduction in ("MEAN", "SUM"):
            rows = tf.SparseConditionalAccumulator(tf.float32, shape=[4, None], reduction_type=reduction)
            apply = rows.apply_grad(indices, values)
            for i, v in (([2], [[1, 1]]), ([0, 2], [[2, 2], [3, 4]]), ([0, 3], [[4, 4], [5, 5]])):
                sess.run(apply, {indices: i, values: v})
            found += [plain(sess.run(rows.num_accumulated())), plain(list(sess.run(rows.take_grad(3))))]
            taken = rows.take_indexed_slices_grad(1)
            again = rows.apply_indexed_slices_grad(tf.IndexedSlices(values, indices, shape), local_step=1)
            sess.run(again, {indices: [1], values: [[7, 8]], shape: [4, 2]})
            found.append(plain(list(sess.run([taken.indices, taken.values, taken.dense_shape]))))
        free = tf.SparseConditionalAccumulator(tf.float32)
        sess.run(free.apply_grad(indices, values), {indices: [5, 1], values: [[1.0], [2.0]]})
        found.append(plain(list(sess.run(free.take_grad(1)))))
    return found


def synchronous_graph(tf):
    """The nodes of SyncReplicasOptimizer, outside of the gradients."""
    cluster = {"ps": ["a:1", "b:2"], "worker": ["c:1", "d:1"]}
    with tf.Graph().as_default() as graph:
        setter = tf.train.replica_device_setter(worker_device="/job:worker/task:1", cluster=cluster)
        with tf.device(setter):
            table = tf.get_variable("table", [10, 4], initializer=tf.zeros_initializer())
            w = tf.get_variable("w", [4, 1], initializer=tf.ones_initializer())
            ids = tf.placeholder(tf.int32, [None])
            loss = tf.reduce_mean(tf.matmul(tf.nn.embedding_lookup(table, ids), w))
            opt = tf.train.SyncReplicasOptimizer(tf.train.GradientDescentOptimizer(0.1), 2, 3)
            opt.minimize(loss, global_step=tf.train.get_or_create_global_step())
            opt.make_session_run_hook(True).begin()
        rows = []
        for op in graph.get_operations():
            inputs = [i.name for i in op.inputs if "gradients" not in i.name]
            if "gradients" not in op.name:
                rows.append([op.name, op.type, op.device, inputs, [c.name for c in op.control_inputs]])
        return rows


def device_settings(tf):
    config, experimental = tf.config, tf.config.experimental
    cpu = experimental.list_physical_devices("CPU")[0]
    two = [experimental.VirtualDeviceConfiguration(), experimental.VirtualDeviceConfiguration()]
    found = [repr(cpu), experimental.list_physical_devices("GPU"), config.optimizer.get_jit(), repr(two)]
    calls = [
        config.get_soft_device_placement,
        tf.debugging.get_log_device_placement,
        experimental.get_device_policy,
        experimental.get_synchronous_execution,
        config.optimizer.get_experimental_options,
        config.threading.get_inter_op_parallelism_threads,
        lambda: experimental.set_memory_growth(cpu, True),
        lambda: experimental.get_memory_growth(cpu),
        lambda: experimental.set_virtual_device_configuration(cpu, [experimental.VirtualDeviceConfiguration(100)]),
        lambda: experimental.set_visible_devices("x"),
        lambda: experimental.set_visible_devices(cpu, "GPU"),
        lambda: experimental.set_device_policy("x"),
        lambda: config.experimental_connect_to_host(None),
        lambda: config.optimizer.set_experimental_options({"constant_folding": False, "no such": True}),
        config.optimizer.get_experimental_options,
        lambda: config.optimizer.set_experimental_options({"constant_folding": True}),
    ]
    return found + [attempt(call) for call in calls]


def _replicated(tf, devices):
    """A model that each replica runs on its part of the batch, for three steps."""
    strategy = tf.distribute.MirroredStrategy(devices)
    x = np.linspace(-1.0, 1.0, 8).astype(np.float32).reshape(-1, 1)
    found = [tf.distribute.has_strategy(), tf.distribute.in_cross_replica_context()]
    with strategy.scope():
        found += [tf.distribute.has_strategy(), tf.distribute.in_cross_replica_context(), strategy.num_replicas_in_sync]
        dataset = tf.data.Dataset.from_tensor_slices((x, 3 * x)).repeat().batch(4, drop_remainder=True)
        iterator = strategy.make_dataset_iterator(dataset)
        step = tf.train.get_or_create_global_step()

        def replica(batch):
            features, labels = batch
            found.append(tf.distribute.in_cross_replica_context())
            y = tf.layers.dense(features, 2, kernel_initializer=tf.ones_initializer())
            scale = tf.Variable(0.5, name="scale")
            loss = tf.losses.mean_squared_error(labels, tf.reduce_sum(y, 1, keepdims=True) * scale)
            train = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss, step)
            with tf.control_dependencies([train]):
                return tf.identity(loss), tf.distribute.get_replica_context().replica_id_in_sync_group

        losses, numbers = strategy.experimental_run(replica, iterator)
        mean = strategy.reduce(tf.distribute.ReduceOp.MEAN, losses)
        every = strategy.experimental_local_results(losses), strategy.experimental_local_results(numbers)
    # TensorFlow has a copy of each variable for each replica
    trained = sorted((v for v in tf.trainable_variables() if "replica_" not in v.name), key=lambda v: v.name)
    with tf.Session(config=tf.ConfigProto(device_count={"CPU": 2}, allow_soft_placement=True)) as sess:
        sess.run(iterator.initialize())
        sess.run(tf.global_variables_initializer())
        for _ in range(3):
            mean_value, (loss_values, number_values) = sess.run([mean, every])
            found.append([round(float(mean_value), 4), [round(float(v), 4) for v in loss_values]])
            found.append([int(v) for v in number_values])
        found.append([[v.name for v in trained], int(sess.run(step))])
        found.append([[round(float(x), 4) for x in np.ravel(sess.run(v))] for v in trained])
    return found


def one_replica(tf):
    return _replicated(tf, ["/cpu:0"])


def two_replicas(tf):
    return _replicated(tf, ["/cpu:0", "/cpu:1"])


def replicated_estimator(tf):
    x = np.linspace(-1, 1, 64).astype(np.float32).reshape(-1, 1)

    def input_fn():
        return tf.data.Dataset.from_tensor_slices(({"x": x}, 3 * x + 1)).repeat().batch(8, drop_remainder=True)

    def model_fn(features, labels, mode):
        y = tf.layers.dense(features["x"], 1, kernel_initializer=tf.ones_initializer())
        loss = tf.losses.mean_squared_error(labels, y)
        train = tf.train.MomentumOptimizer(0.05, 0.9).minimize(loss, tf.train.get_global_step())
        return tf.estimator.EstimatorSpec(mode, {"y": y}, loss, train)

    strategy = tf.contrib.distribute.MirroredStrategy(["/cpu:0", "/cpu:1"])
    session_config = tf.ConfigProto(device_count={"CPU": 2}, allow_soft_placement=True)
    config = tf.estimator.RunConfig(tempfile.mkdtemp(), train_distribute=strategy, session_config=session_config)
    model = tf.estimator.Estimator(model_fn, config=config).train(input_fn, steps=4)
    names = sorted(model.get_variable_names())
    return [names, [[round(float(x), 4) for x in np.ravel(model.get_variable_value(name))] for name in names]]


RUNS = [
    device_specs,
    cluster_specs,
    placements,
    dense_accumulators,
    sparse_accumulators,
    synchronous_graph,
    device_settings,
    one_replica,
    two_replicas,
    replicated_estimator,
]
