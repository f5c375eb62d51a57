"""Sessions on servers of one process: placement, shared state, cancelling, resets, bad input."""

import threading
import time

import numpy as np
import pytest

import tf1compat as tf
from tf1compat._runtime.cluster import master
from tf1compat.test import create_local_cluster


@pytest.fixture(scope="module")
def cluster():
    workers, servers = create_local_cluster(num_workers=2, num_ps=2)
    return workers, servers


@pytest.fixture(autouse=True)
def fresh(cluster):
    tf.Session.reset(cluster[0][0].target)
    with tf.Graph().as_default():
        yield


def _setter(index=0):
    jobs = {"ps": ["a:1", "b:1"], "worker": ["c:1", "d:1"]}
    return tf.train.replica_device_setter(worker_device=f"/job:worker/task:{index}", cluster=jobs)


def test_variables_live_on_their_task(cluster):
    workers, servers = cluster
    with tf.device("/job:ps/task:0"):
        a = tf.Variable([1.0, 2.0], name="a")
    with tf.device("/job:ps/task:1"):
        b = tf.Variable([3.0, 4.0], name="b")
    with tf.device("/job:worker/task:1"):
        total = a * 2.0 + b
    up = tf.assign_add(a, total)
    with tf.Session(workers[0].target) as sess:
        sess.run(tf.global_variables_initializer())
        assert sess.run(total).tolist() == [5.0, 8.0]
        assert sess.run(up).tolist() == [6.0, 10.0]
    assert servers[0]._task.runtime._container.keys() == ["a"]
    assert servers[1]._task.runtime._container.keys() == ["b"]
    with tf.Session(workers[1].target) as sess:  # another session, another master, the same variables
        assert sess.run([a, b])[0].tolist() == [6.0, 10.0]


def test_training_equals_a_plain_session(cluster):
    def losses(target, device):
        with tf.Graph().as_default(), tf.device(device):
            tf.set_random_seed(1)
            x, y = tf.placeholder(tf.float32, [None, 3]), tf.placeholder(tf.float32, [None, 1])
            h = tf.layers.dense(x, 5, tf.nn.tanh, name="h")
            loss = tf.losses.mean_squared_error(y, tf.layers.dense(h, 1, name="o"))
            step = tf.train.get_or_create_global_step()
            train = tf.train.AdamOptimizer(0.05).minimize(loss, global_step=step)
            r = np.random.RandomState(0)
            with tf.Session(target) as sess:
                sess.run(tf.global_variables_initializer())
                feeds = {x: r.rand(8, 3), y: r.rand(8, 1)}
                found = [sess.run([loss, train], feeds)[0] for _ in range(6)]
                return [*found, int(sess.run(step))]

    plain = losses("", None)
    spread = losses(cluster[0][0].target, _setter())
    assert spread[-1] == plain[-1] == 6
    np.testing.assert_allclose(spread, plain, rtol=1e-5)


def test_only_rows_of_a_table_travel(cluster, monkeypatch):
    sent = []
    original = master._RemotePart.call
    monkeypatch.setattr(
        master._RemotePart,
        "call",
        lambda self, values: sent.extend(np.size(v) for v in values) or original(self, values),
    )
    with tf.device(_setter()):
        table = tf.get_variable("table", [1000, 4], initializer=tf.ones_initializer())
        ids = tf.placeholder(tf.int32, [None])
        loss = tf.reduce_sum(tf.nn.embedding_lookup(table, ids) ** 2)
        train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    with tf.Session(cluster[0][0].target) as sess:
        sess.run(tf.global_variables_initializer())
        del sent[:]
        assert sess.run([loss, train], {ids: [1, 5]})[0] == 8.0
        np.testing.assert_allclose(sess.run(table)[[0, 1, 5], 0], [1.0, 0.8, 0.8])
    assert max(sent) <= 8


def test_control_flow_stands_in_one_task(cluster):
    with tf.device(_setter()):
        v = tf.Variable(1.0, name="v")
        go = tf.placeholder(tf.bool, [])
        changed = tf.cond(go, lambda: tf.assign_add(v, 10.0), lambda: tf.identity(v))
        _, total = tf.while_loop(lambda i, s: i < 4, lambda i, s: (i + 1, s + v), [0, tf.constant(0.0)])
        grad = tf.gradients(total * total, v)[0]
    with tf.Session(cluster[0][0].target) as sess:
        sess.run(v.initializer)
        assert sess.run(changed, {go: False}) == 1.0
        assert sess.run(changed, {go: True}) == 11.0
        assert sess.run([total, grad]) == [44.0, 352.0]


def test_reads_after_writes_see_them(cluster):
    with tf.device("/job:ps/task:0"):
        v = tf.Variable(1.0, name="v")
    with tf.device("/job:worker/task:0"):
        before = v * 10.0
        write = tf.assign(v, before + 1.0)
        with tf.control_dependencies([write]):
            after = v.read_value() * 10.0
    with tf.Session(cluster[0][0].target) as sess:
        sess.run(v.initializer)
        assert sess.run([before, after, v]) == [10.0, 110.0, 11.0]


def test_shared_queues_and_cancelling(cluster):
    workers = cluster[0]
    with tf.device("/job:ps/task:0"):
        queue = tf.FIFOQueue(1, tf.float32, shapes=(), shared_name="shared")
        put, take = queue.enqueue(3.0), queue.dequeue()
    one, two = tf.Session(workers[0].target), tf.Session(workers[1].target)
    one.run(put)
    assert two.run(take) == 3.0
    caught = []

    def wait():
        try:
            two.run(take)
        except tf.errors.CancelledError as e:
            caught.append(e)

    thread = threading.Thread(target=wait)
    thread.start()
    time.sleep(0.2)
    two.close()
    thread.join(5)
    assert caught and not thread.is_alive()
    one.run(put)  # nobody has lost the element
    assert one.run(take) == 3.0
    with pytest.raises(tf.errors.DeadlineExceededError, match="Timed out"):
        one.run(take, options=tf.RunOptions(timeout_in_ms=100))
    one.close()


def test_errors_name_the_users_operation(cluster):
    with tf.device("/job:ps/task:0"):
        v = tf.Variable([1.0], name="weights")
    with tf.device("/job:worker/task:0"):
        y = v * 2.0
    with tf.Session(cluster[0][0].target) as sess:
        with pytest.raises(tf.errors.FailedPreconditionError, match="uninitialized value weights") as e:
            sess.run(y)
        assert "test_cluster_sessions.py" in str(e.value)


def test_unknown_jobs_and_tasks(cluster):
    target = cluster[0][0].target
    for device in ("/job:chief", "/job:ps/task:7"):
        with tf.Graph().as_default(), tf.Session(target) as sess:
            with tf.device(device):
                c = tf.constant(1.0)
            with pytest.raises(
                tf.errors.InvalidArgumentError, match="available devices are .*/job:ps/replica:0/task:1"
            ):
                sess.run(c)
    config = tf.ConfigProto(device_filters=["/job:ps/task:0"])
    with tf.Graph().as_default(), tf.Session(target, config=config) as sess:
        with tf.device("/job:ps/task:1"):
            c = tf.constant(1.0)
        with pytest.raises(tf.errors.InvalidArgumentError, match="Cannot assign a device"):
            sess.run(c)


def test_servers_refuse_what_they_cannot_be(cluster):
    address = cluster[1][0].target[len("grpc://") :]
    with pytest.raises(tf.errors.UnknownError, match="Could not start gRPC server.*in use"):
        tf.train.Server({"local": [address]})
    with pytest.raises(tf.errors.InvalidArgumentError, match="Could not parse port"):
        tf.train.Server({"local": ["localhost"]})
    with pytest.raises(tf.errors.InvalidArgumentError, match='Task 5 was not defined in job "ps"'):
        tf.train.Server({"ps": ["localhost:0"], "worker": ["localhost:0"]}, "ps", 5)
    with pytest.raises(tf.errors.InvalidArgumentError, match='Job "boss" was not defined'):
        tf.train.Server({"ps": ["localhost:0"]}, "boss", 0)


def test_an_unreachable_task_is_a_clear_error(monkeypatch):
    monkeypatch.setenv("TF1COMPAT_CONNECT_TIMEOUT", "0.5")
    with pytest.raises(tf.errors.UnavailableError, match="No answer from .* at localhost:1 within"):
        tf.Session("grpc://localhost:1")
    with pytest.raises(tf.errors.NotFoundError, match="No session factory"):
        tf.Session("nonsense")


def test_malformed_calls_do_not_hurt_a_server(cluster):
    import grpc

    address = cluster[1][0].target[len("grpc://") :]
    with grpc.insecure_channel(address) as channel:
        for method in ("Info", "Register", "Run", "Close", "Reset"):
            for frame in (b"", b"TF1C", b"\0" * 1000, b"TF1C\xff\xff\xff\xff"):
                answer = channel.unary_unary(f"/tf1compat.Task/{method}")(frame, timeout=5)
                assert b"too short" in answer or b"not a message" in answer
    with tf.device("/job:ps/task:0"):
        c = tf.Variable(2.0, name="alive")
    with tf.Session(cluster[0][0].target) as sess:
        sess.run(c.initializer)
        assert sess.run(c) == 2.0


def test_python_functions_of_others_are_refused(cluster):
    with tf.device("/job:ps/task:0"):
        y = tf.py_func(lambda x: x, [tf.constant(1.0)], tf.float32)
    graph_def = tf.get_default_graph().as_graph_def()
    runtime = cluster[1][0]._task.runtime
    with pytest.raises(tf.errors.PermissionDeniedError, match="TF1COMPAT_REMOTE_PY_FUNC"):
        runtime.register("someone", graph_def, [], [y.name], [])


def test_clients_of_another_version_are_told(cluster):
    import grpc

    from tf1compat._formats import cluster_protos
    from tf1compat._runtime.cluster import frames

    request = frames.encode(cluster_protos.message("InfoRequest")())
    other = request.replace(b"\x08\x01", b"\x08\x63")
    assert other != request
    address = cluster[1][0].target[len("grpc://") :]
    with grpc.insecure_channel(address) as channel:
        answer = channel.unary_unary("/tf1compat.Task/Info")(other, timeout=5)
    reply, _ = frames.decode(answer, "InfoReply")
    assert reply.code == tf.errors.INVALID_ARGUMENT and "speaks version 99" in reply.text


def test_a_request_that_claims_too_much_is_refused(cluster):
    """A header that announces terabytes of tensors reserves nothing."""
    import grpc

    from tf1compat._formats import cluster_protos
    from tf1compat._runtime.cluster import frames

    request = cluster_protos.message("RunRequest")(version=frames.VERSION)
    tensor = request.tensors.add(dtype=tf.float32.as_datatype_enum, size=1 << 42)
    tensor.shape.extend([1 << 40])
    head = request.SerializeToString()
    frame = b"TF1C" + len(head).to_bytes(4, "little") + head
    address = cluster[1][0].target[len("grpc://") :]
    with grpc.insecure_channel(address) as channel:
        answer = channel.unary_unary("/tf1compat.Task/Run")(frame, timeout=5)
    reply, _ = frames.decode(answer, "RunReply")
    assert reply.code == tf.errors.INVALID_ARGUMENT and "cut off" in reply.text


def test_a_session_may_describe_its_cluster():
    """Servers that know nothing of each other, and share nothing with other sessions."""
    servers = [tf.train.Server.create_local_server() for _ in range(2)]
    config = tf.ConfigProto()
    job = config.cluster_def.job.add(name="worker")
    for i, server in enumerate(servers):
        job.tasks[i] = server.target[len("grpc://") :]
    with tf.Graph().as_default():
        with tf.device("/job:worker/task:1"):
            v = tf.Variable(3.0)
        with tf.Session(servers[0].target, config=config) as sess:
            names = {d.name for d in sess.list_devices()}
            assert {f"/job:worker/replica:0/task:{i}/device:CPU:0" for i in (0, 1)} <= names
            sess.run(v.initializer)
            assert sess.run(v * 2) == 6.0
        with (
            tf.Session(servers[0].target, config=config) as sess,
            pytest.raises(tf.errors.FailedPreconditionError),
        ):
            sess.run(v)
        job.tasks[0] = "localhost:1"
        with pytest.raises(tf.errors.InvalidArgumentError, match="has no task at"):
            tf.Session(servers[0].target, config=config)


def test_a_variable_keeps_the_shape_that_another_session_gave_it(cluster):
    def run(value):
        with tf.Graph().as_default():
            v = tf.Variable(value, name="kept")
            with tf.Session(cluster[0][0].target) as sess:
                sess.run(v.initializer)
                return sess.run(v).tolist()

    assert run([1, 2, 3]) == [1, 2, 3]
    assert run([4, 5, 6]) == [4, 5, 6]
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"lhs shape= \[3\] rhs shape= \[2\]"):
        run([7, 8])


def test_large_tensors_travel(cluster):
    with tf.device("/job:ps/task:0"):
        v = tf.Variable(tf.zeros([4, 1 << 20]), name="large")  # 16 MB
    with tf.device("/job:worker/task:0"):
        s = tf.reduce_sum(tf.assign_add(v, tf.ones_like(v)))
    with tf.Session(cluster[0][0].target) as sess:
        sess.run(v.initializer)
        assert sess.run(s) == 4 << 20


def test_a_synchronous_step_needs_all_gradients(cluster):
    workers = cluster[0]
    sessions, trains = [], []
    for i in range(2):
        with tf.Graph().as_default(), tf.device(_setter(i)):
            w = tf.get_variable("w", [], initializer=tf.zeros_initializer())
            x = tf.placeholder(tf.float32, [], name="x")
            step = tf.train.get_or_create_global_step()
            optimizer = tf.train.SyncReplicasOptimizer(tf.train.GradientDescentOptimizer(1.0), 2, 2)
            trains.append(optimizer.minimize(w * x, global_step=step))
            hook = optimizer.make_session_run_hook(i == 0, num_tokens=0)
            sessions.append(
                tf.train.MonitoredTrainingSession(
                    workers[i].target, is_chief=i == 0, hooks=[hook], log_step_count_steps=None
                )
            )
    one = threading.Thread(target=lambda: sessions[0].run(trains[0], {"x:0": 1.0}))
    one.start()
    time.sleep(0.3)
    assert one.is_alive()
    sessions[1].run(trains[1], {"x:0": 3.0})
    one.join(10)
    assert not one.is_alive()
    assert sessions[1].run_step_fn(lambda step_context: step_context.session.run(["w:0", "global_step:0"])) == [-2.0, 1]
    begin = time.time()
    for s in sessions:
        s.close()
    assert time.time() - begin < 20


def test_a_condition_that_changes_a_variable_runs_beside_it(cluster):
    with tf.device("/job:ps/task:1"):
        v = tf.Variable(1.0, name="v")
    go = tf.placeholder(tf.bool, [])

    def change():
        with tf.control_dependencies([tf.assign_add(v, 1.0)]):
            return tf.constant(5.0)

    result = tf.cond(go, change, lambda: tf.constant(0.0)) * 2.0
    with tf.Session(cluster[0][0].target) as sess:
        sess.run(v.initializer)
        assert [sess.run(result, {go: True}), sess.run(v)] == [10.0, 2.0]
        assert [sess.run(result, {go: False}), sess.run(v)] == [0.0, 2.0]


def test_conditions_on_the_state_of_several_tasks(cluster):
    with tf.device("/job:ps/task:0"):
        a = tf.Variable(1.0, name="a")
    with tf.device("/job:ps/task:1"):
        b = tf.get_variable("b", initializer=1.0, use_resource=True)
    p, q = tf.placeholder(tf.bool, []), tf.placeholder(tf.bool, [])

    def both():
        with tf.control_dependencies([tf.assign_add(a, 1.0), b.assign_add(2.0)]):
            return a.read_value() + b.read_value()

    outer = tf.cond(p, lambda: tf.cond(q, both, lambda: tf.identity(tf.assign(a, 50.0))), lambda: tf.constant(-1.0))
    chained = tf.cond(outer > 7.0, both, lambda: 7.0 + a)
    with tf.control_dependencies([chained]):
        after = [a.read_value() * 100.0, b.read_value()]
    changed = tf.cond(p, lambda: tf.group(a.assign_add(1.0), b.assign_add(1.0)), tf.no_op)
    with tf.Session(cluster[0][0].target) as sess:
        sess.run(tf.global_variables_initializer())
        assert sess.run([outer, chained, *after], {p: True, q: True}) == [5.0, 9.0, 200.0, 3.0]
        assert sess.run([outer, chained, *after], {p: True, q: False}) == [50.0, 56.0, 5100.0, 5.0]
        assert sess.run([outer, chained, *after], {p: False, q: False}) == [-1.0, 58.0, 5100.0, 5.0]
        for choice, seen in ((True, [52.0, 6.0]), (False, [52.0, 6.0])):
            sess.run(changed, {p: choice})
            assert sess.run([a, b]) == seen


def test_what_asks_for_no_task_lives_on_the_first(cluster):
    workers, servers = cluster
    v = tf.Variable(1.0, name="v")
    with tf.device("/job:worker"):
        w = tf.Variable(1.0, name="w")
    with tf.colocate_with(v):
        doubled = v * 2.0
    up = [tf.assign_add(v, 1.0), tf.assign_add(w, 1.0)]
    with tf.Session(workers[1].target) as sess:
        sess.run(tf.global_variables_initializer())
        assert sess.run(up) == [2.0, 2.0]
    with tf.Session(workers[0].target) as sess:  # TF 1.15.5: /job:ps/task:0 and /job:worker/task:0
        assert sess.run([*up, doubled])[:2] == [3.0, 3.0]
        assert sess.run(doubled) == 6.0
    assert servers[0]._task.runtime._container.keys() == ["v"]
    assert workers[0]._task.runtime._container.keys() == ["w"]
