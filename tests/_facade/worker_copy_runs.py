"""AGN and elastic averaging on a parameter server and two workers; also runs on Python 3.7 with TF 1.15. Returns JSON."""

import socket

PERIOD, RATE = 2, 0.5


def cluster(tf):
    """Servers of two workers and a parameter server, all in this process."""
    held = [socket.socket() for _ in range(3)]
    for s in held:
        s.bind(("127.0.0.1", 0))
    ports = ["127.0.0.1:%d" % s.getsockname()[1] for s in held]
    for s in held:
        s.close()
    spec = tf.train.ClusterSpec({"ps": ports[:1], "worker": ports[1:]})
    return [tf.train.Server(spec, "ps", 0)] + [tf.train.Server(spec, "worker", i) for i in range(2)]


def worker(tf, kind, index, inner):
    """The graph of one worker: its session's hook, its step, and what it shows."""
    opt = tf.contrib.opt
    device = "/job:worker/task:%d/cpu:0" % index
    getter = getattr(opt, kind + "CustomGetter")(device)
    places = tf.train.replica_device_setter(worker_device=device, ps_device="/job:ps/task:0/cpu:0", ps_tasks=1)
    with tf.variable_scope("", custom_getter=getter), tf.device(places):
        step = tf.train.get_or_create_global_step()
        v = tf.get_variable("v", initializer=[2.0, -1.0])
        w = tf.get_variable("w", initializer=1.0)
    with tf.device("/job:worker/task:%d" % index):
        loss = tf.reduce_sum(tf.square(v - (index + 1.0))) + tf.square(w * 3.0)
        if kind == "AGN":
            optimizer = opt.AGNOptimizer(inner(), 2, getter, PERIOD)
        else:
            optimizer = opt.ElasticAverageOptimizer(inner(), 2, getter, PERIOD, moving_rate=RATE, rho=0.1)
        train = optimizer.apply_gradients(optimizer.compute_gradients(loss), step)
    shown = [v, w, step]
    shown += [x for x in tf.global_variables() if x.op.name.startswith("global_center_variable")]
    return optimizer.make_session_run_hook(index == 0, index), train, shown


def flat(values):
    found = []
    for value in values:
        found += [round(float(x), 4) for x in getattr(value, "ravel", lambda value=value: [value])()]
    return found


def trained(tf, kind, inner, servers, rounds=5):
    """What both workers see after each of their steps in turn."""
    sessions = []
    for index in range(2):
        graph = tf.Graph()
        with graph.as_default():
            hook, train, shown = worker(tf, kind, index, inner)
            session = tf.train.MonitoredTrainingSession(servers[index + 1].target, index == 0, hooks=[hook])
        sessions.append((session, train, shown))
    rows = []
    for _ in range(rounds):
        for session, train, shown in sessions:
            session.run(train)
            rows.append(flat(session.run(shown)))
    for session, _, _ in sessions:
        session.close()
    tf.Session.reset(servers[1].target)
    return rows


def agn(tf, servers):
    """Gradients summed over two steps change the shared variables."""
    return trained(tf, "AGN", lambda: tf.train.GradientDescentOptimizer(0.05), servers)


def agn_momentum(tf, servers):
    """With slots on both sides."""
    return trained(tf, "AGN", lambda: tf.train.MomentumOptimizer(0.02, 0.9), servers)


def elastic(tf, servers):
    """Workers and centers move towards each other every other step."""
    return trained(tf, "ElasticAverage", lambda: tf.train.GradientDescentOptimizer(0.05), servers)


RUNS = [agn, agn_momentum, elastic]
