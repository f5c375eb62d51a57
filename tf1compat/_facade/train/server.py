"""`tf.train.Server`: makes this process a task of a cluster; other tasks reach it at its target."""

from __future__ import annotations

import os
import sys
import threading
import time
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.train import all_reduce
from tf1compat._facade.train.cluster_spec import ClusterSpec
from tf1compat._formats import protos
from tf1compat._jaxcore.base import errors

_POLL_SECONDS = 0.2
_LINGER_SECONDS = 10.0


class Server:
    """A task of a cluster that runs in this process.

    Sessions on its `target` see its variables and queues, and those of the other tasks. It listens on the address that
    the cluster gives it, and on no other.

    Args:
      server_or_cluster_def: a ServerDef, ClusterDef, ClusterSpec or dictionary.
      job_name, task_index: which task this is; may be left out where the cluster has only one.
      protocol: `"grpc"`.
      config: a ConfigProto for sessions on this server.
      start: whether to start it at once.

    Raises:
      TypeError: the cluster is of another type.
      ValueError: it is not clear which task this is.
      tf.errors.UnknownError: the port is in use, or the address is none of this machine.

    >>> import tf1compat as tf
    >>> server = tf.train.Server.create_local_server()
    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(1.0)
    ...     with tf.Session(server.target) as sess:
    ...         sess.run(v.initializer)
    ...     with tf.Session(server.target) as sess:
    ...         print(sess.run(tf.assign_add(v, 1.0)))
    2.0
    """

    def __init__(
        self,
        server_or_cluster_def: Any,
        job_name: str | None = None,
        task_index: int | None = None,
        protocol: str | None = None,
        config: Any = None,
        start: bool = True,
    ) -> None:
        from tf1compat._runtime.cluster.server import TaskServer

        self._server_def = _make_server_def(server_or_cluster_def, job_name, task_index, protocol, config)
        cluster = ClusterSpec(self._server_def.cluster)
        job, index = self._server_def.job_name, self._server_def.task_index
        self._check(cluster, job, index)
        tasks = {name: {i: cluster.task_address(name, i) for i in cluster.task_indices(name)} for name in cluster.jobs}
        self._task = TaskServer(tasks, job, index)
        context.SERVERS[self.target] = self
        if start:
            self.start()
            all_reduce.join(cluster, job, index)

    def _check(self, cluster: ClusterSpec, job: str, index: int) -> None:
        if self._server_def.protocol != "grpc":
            raise errors.NotFoundError(
                None,
                None,
                f"No server factory registered for the given ServerDef: protocol {self._server_def.protocol!r}",
            )
        if job not in cluster.jobs:
            raise errors.InvalidArgumentError(
                None, None, f'Job "{job}" was not defined in cluster, which has the jobs {", ".join(cluster.jobs)}'
            )
        if index not in cluster.task_indices(job):
            raise errors.InvalidArgumentError(
                None,
                None,
                f'Task {index} was not defined in job "{job}", which has the tasks {cluster.task_indices(job)}',
            )

    def start(self) -> None:
        """Begin to answer other tasks; a server that is started stays so."""
        self._task.start()

    def join(self) -> None:
        """Wait until the training is over; then end the process (SystemExit with code 0).

        That is when the chief's process has ended well, and no session is open here any more, or none has run a step
        for ten seconds. With the environment variable `TF1COMPAT_PS_FOREVER=1` it waits forever, as TensorFlow does.
        """
        while not self._task.finished.wait(_POLL_SECONDS):
            pass  # short waits, so that Ctrl-C ends it
        if os.environ.get("TF1COMPAT_PS_FOREVER") == "1":
            threading.Event().wait()
        runtime = self._task.runtime
        while runtime.has_sessions and runtime.idle_seconds < _LINGER_SECONDS:  # a worker that was killed says nothing
            time.sleep(_POLL_SECONDS)
        tf_logging.info("Training is over: the server %s ends.", self.target)
        self._task.stop()
        sys.exit(0)

    @property
    def server_def(self) -> Any:
        """The ServerDef message."""
        return self._server_def

    @property
    def target(self) -> str:
        """What to give to `tf.Session`: `"grpc://host:port"`."""
        return f"grpc://{self._task.address}"

    @staticmethod
    def create_local_server(config: Any = None, start: bool = True) -> Server:
        """A cluster of one task, `/job:local/task:0`, on a free port of this machine."""
        return Server({"local": ["localhost:0"]}, protocol="grpc", config=config, start=start)


def _make_server_def(given: Any, job_name: Any, task_index: Any, protocol: Any, config: Any) -> Any:
    if isinstance(given, protos.ServerDef):
        message = protos.ServerDef()
        message.CopyFrom(given)
        if job_name is not None:
            message.job_name = job_name
        if task_index is not None:
            message.task_index = task_index
        if protocol is not None:
            message.protocol = protocol
    else:
        message = _of_cluster(given, job_name, task_index, protocol)
    if config is not None:
        message.default_session_config.MergeFrom(config)
    return message


def _of_cluster(given: Any, job_name: Any, task_index: Any, protocol: Any) -> Any:
    try:
        cluster = ClusterSpec(given)
    except TypeError:
        raise TypeError(
            "Could not convert `server_or_cluster_def` to a `tf.train.ServerDef` or `tf.train.ClusterSpec`."
        ) from None
    if job_name is None:
        if len(cluster.jobs) != 1:
            raise ValueError("Must specify an explicit `job_name`.")
        job_name = cluster.jobs[0]
    if task_index is None:
        indices = cluster.task_indices(job_name)
        if len(indices) != 1:
            raise ValueError("Must specify an explicit `task_index`.")
        task_index = indices[0]
    return protos.ServerDef(
        cluster=cluster.as_cluster_def(), job_name=job_name, task_index=task_index, protocol=protocol or "grpc"
    )
