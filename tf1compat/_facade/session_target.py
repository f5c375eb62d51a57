"""What is behind a session's target: variables and queues of its own, or the tasks of a cluster."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tf1compat._facade import context, placement
from tf1compat._facade.platform import tf_logging
from tf1compat._jaxcore.base import devices, errors
from tf1compat._jaxcore.passes.task_groups import is_handle

Step = Callable[[Sequence[Any]], Sequence[Any]]


def open_target(target: Any, graph: Any, config: Any) -> Any:
    """The engine of a session: `LocalEngine`, or `ClusterEngine` for `"grpc://host:port"`."""
    text = _text(target)
    if text in ("", "local"):
        return LocalEngine(config)
    if not text.startswith("grpc://"):
        raise errors.NotFoundError(
            None,
            None,
            "No session factory registered for the given session options: "
            f'{{target: "{text}"}}. Registered factories are {{DIRECT_SESSION, GRPC_SESSION}}.',
        )
    return ClusterEngine(text, graph, config)


def config_of(target: Any, config: Any) -> Any:
    """The ConfigProto of a session: `config`, else that of the server, where the server is in this process."""
    server = None if config is not None or not target else context.SERVERS.get(_text(target))
    return config if server is None else server.server_def.default_session_config


def _text(target: Any) -> str:
    return target.decode() if isinstance(target, bytes) else target or ""


class LocalEngine:
    """A session by itself."""

    def __init__(self, config: Any) -> None:
        from tf1compat._jaxcore.exec.state import Container, RandomStreams
        from tf1compat._runtime.resources import LocalResources

        self._config = config
        self._resources = LocalResources()
        self._container = Container(self._resources)
        self._streams = RandomStreams()

    def check(self, nodes: Sequence[Any]) -> None:
        """See `placement.check_devices`."""
        placement.check_devices(nodes, self._config)

    def make_step(self, fetches: Sequence[Any], targets: Sequence[Any], feeds: Sequence[Any]) -> Step:
        """See `exec.step.make_step`."""
        from tf1compat._jaxcore.exec.step import make_step

        return make_step(fetches, targets, feeds, self._container, self._streams)

    def list_devices(self) -> list[Any]:
        """The devices of this process."""
        from tf1compat._runtime import local_devices

        return local_devices.list_devices(placement.cpu_count(self._config))

    def close(self) -> None:
        """End what waits for queues; free the variables."""
        self._resources.close()
        self._container.clear()


class ClusterEngine:
    """A session on a server, in this process or another."""

    def __init__(self, target: str, graph: Any, config: Any) -> None:
        from tf1compat._runtime.cluster.master import ClusterSession

        self._graph = graph
        self._filters = list(config.device_filters) if config is not None else []
        timeout = config.operation_timeout_in_ms / 1000.0 if config is not None else 0.0
        isolated = config is not None and config.isolate_session_state
        server = context.SERVERS.get(target)
        if server is not None:
            task = server._task
            runtime: Any = task.runtime
            cluster, self._own = task.cluster, (task.job, task.index)
        else:
            runtime = None
            cluster, self._own = describe(target, timeout)
        if config is not None and config.cluster_def.job:
            cluster, self._own = _propagated(config.cluster_def, cluster[self._own[0]][self._own[1]])
            # TF1: tasks that get their names from a session share nothing with other sessions, unless asked to
            isolated = not config.experimental.share_session_state_in_clusterspec_propagation
        self._visible = {
            job: {i: address for i, address in tasks.items() if self._passes(job, i)} for job, tasks in cluster.items()
        }
        self._session = ClusterSession(self._visible, self._own, runtime, tf_logging.info, isolated)
        self._known: dict[str, Any] = {"": None}
        self._first = min(((j, i) for j, tasks in self._visible.items() for i in tasks), key=_device_order)

    def _passes(self, job: str, index: int) -> bool:
        """Do the session's device filters let it see the task?"""
        if not self._filters or (job, index) == self._own:
            return True
        for text in self._filters:
            wanted = devices.parse(text)
            if wanted.job in (None, job) and wanted.task in (None, index):
                return True
        return False

    def check(self, nodes: Sequence[Any]) -> None:
        """Raise InvalidArgumentError where a node asks for a task that is not there."""
        for node in nodes:
            self._home(node)

    def _home(self, node: Any) -> Any:
        """The task that a node, or what it stands beside, asks for.

        TF1: variables, queues and their like go to the first of the tasks that would do, by name, so that all sessions
        find the same ones. Where other nodes compute cannot be told: in the session's own task, if that would do.
        """
        held = is_handle(node)
        seen: set[Any] = set()
        while True:
            text = node.device
            if text not in self._known:
                self._known[text] = self._task(text, node)
            found = self._known[text]
            if found is not None:
                return self._first_of(text, found) if held else found
            seen.add(node)
            groups = [g[5:].decode() for g in node.attrs.get("_class") or () if g.startswith(b"loc:@")]
            others = [self._graph.by_name.get(g) for g in groups]
            node = next((n for n in others if n is not None and n not in seen), None)
            if node is None:
                return self._first if held else None
            held = held or is_handle(node)

    def _first_of(self, text: str, found: Any) -> Any:
        job, _ = found
        if devices.parse(text).task is not None:
            return found
        return min(((job, i) for i in self._visible[job]), key=_device_order)

    def _task(self, text: str, node: Any) -> Any:
        wanted = devices.parse(text)
        if wanted.job is None and wanted.task is None:
            return None
        job = wanted.job if wanted.job is not None else self._own[0]
        tasks = self._visible.get(job, {})
        if wanted.task is None and tasks:
            return self._own if job == self._own[0] else (job, min(tasks))
        if wanted.task in tasks and not wanted.replica:
            return job, wanted.task
        names = [f"/job:{j}/replica:0/task:{i}" for j, t in sorted(self._visible.items()) for i in sorted(t)]
        raise errors.InvalidArgumentError(
            None,
            node,
            f"Cannot assign a device for operation {node.name}: {errors.describe_node(node).strip('[]')} was explicitly "
            f"assigned to {text} but available devices are [ {', '.join(names)} ]. Make sure the device specification "
            f"refers to a valid device.\n\t [[{node.name}]]",
        )

    def make_step(self, fetches: Sequence[Any], targets: Sequence[Any], feeds: Sequence[Any]) -> Step:
        """A step whose parts run in the tasks that their nodes ask for."""
        return self._session.make_step(fetches, targets, feeds, self._home)

    def list_devices(self) -> list[Any]:
        """The devices of all tasks that the session sees."""
        return self._session.list_devices()

    def parameter_servers(self) -> dict[str, str]:
        """Names and addresses of the tasks of the job `ps`, without the session's own."""
        from tf1compat._runtime.cluster.server import task_name

        tasks = self._visible.get("ps", {})
        return {task_name("ps", i): address for i, address in tasks.items() if ("ps", i) != self._own}

    def close(self) -> None:
        """End what the session runs; variables and shared queues stay in their tasks."""
        self._session.close()


def _device_order(task: tuple[str, int]) -> str:
    return f"/job:{task[0]}/replica:0/task:{task[1]}/"


def _propagated(cluster_def: Any, address: str) -> tuple[dict[str, dict[int, str]], tuple[str, int]]:
    """The cluster that a session's ConfigProto describes, and which of its tasks the session's server is.

    Raises:
      InvalidArgumentError: its address is not among them.
    """
    cluster = {job.name: dict(job.tasks.items()) for job in cluster_def.job}
    for job, tasks in cluster.items():
        for index, other in tasks.items():
            if other.removeprefix("grpc://") == address:
                return {j: {i: a.removeprefix("grpc://") for i, a in t.items()} for j, t in cluster.items()}, (
                    job,
                    index,
                )
    raise errors.InvalidArgumentError(
        None, None, f"The cluster_def of the session's ConfigProto has no task at {address}, the session's own server"
    )


def describe(target: str, timeout: float) -> tuple[dict[str, dict[int, str]], tuple[str, int]]:
    """The cluster of a server in another process, and which task it is.

    Raises:
      DeadlineExceededError: it does not answer within `timeout` seconds.
      UnavailableError: the same, where `timeout` is 0, after the usual time.
    """
    from tf1compat._runtime.cluster import master
    from tf1compat._runtime.cluster.remote import RemoteTask

    address = target.removeprefix("grpc://")
    task = RemoteTask(f"the server {target}", address)
    try:
        info = task.connect(timeout or master.connect_timeout(), tf_logging.info)
    except errors.UnavailableError as e:
        if timeout:
            raise errors.DeadlineExceededError(None, None, e.message) from None
        raise
    finally:
        task.close()
    cluster = {job.name: dict(job.tasks.items()) for job in info.cluster.job}
    cluster[info.job][info.task] = address  # the way that is known to work
    return cluster, (info.job, info.task)


def reset(target: Any, containers: Any, config: Any) -> None:
    """Forget variables and queues of a server and of the tasks of its cluster (`tf.Session.reset`)."""
    names = [c.decode() if isinstance(c, bytes) else c for c in containers or ()]
    text = _text(target)
    if text.startswith("grpc://"):
        engine = ClusterEngine(text, None, config)
        try:
            engine._session.reset(names)
        finally:
            engine.close()
        return
    if text:
        open_target(text, None, config)
    raise errors.unsupported("Session.reset without a server", advice="close the session, and make a new one")
