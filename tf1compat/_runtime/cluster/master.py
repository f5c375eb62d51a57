"""`ClusterSession`: plans the steps of one session, registers their parts with the tasks, and runs them in stages."""

from __future__ import annotations

import os
import threading
import uuid
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tf1compat._formats import cluster_protos
from tf1compat._jaxcore.base import waiting
from tf1compat._jaxcore.exec.step import check_placeholders
from tf1compat._jaxcore.ir import graphdef
from tf1compat._jaxcore.ir.graph import Graph
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.passes import choices
from tf1compat._jaxcore.passes.inline import inline
from tf1compat._jaxcore.passes.partition import Key, Part, partition
from tf1compat._jaxcore.passes.prune import prune
from tf1compat._jaxcore.passes.sections import sections
from tf1compat._jaxcore.passes.task_groups import CHOICE, Home, Task
from tf1compat._runtime.cluster.remote import RemoteTask
from tf1compat._runtime.cluster.server import Cluster, task_name
from tf1compat._runtime.cluster.task import Step, TaskRuntime
from tf1compat._runtime.local_devices import DeviceAttributes

_CONNECT_SECONDS = 300.0
_CLOSE_SECONDS = 5.0


def connect_timeout() -> float:
    """How long to wait for a task that does not answer: `TF1COMPAT_CONNECT_TIMEOUT`, else five minutes."""
    return float(os.environ.get("TF1COMPAT_CONNECT_TIMEOUT", _CONNECT_SECONDS))


class ClusterSession:
    """A session that reaches the tasks of a cluster.

    Args:
      cluster: addresses of all tasks.
      task: the task that the session was opened on; nodes that ask for no task run there.
      local: its runtime, where it lives in this process.
      log: takes lines about tasks that are being waited for.
      isolated: whether it shares no variables and queues with other sessions.
      timeout: seconds to wait for tasks that do not answer.
    """

    def __init__(
        self,
        cluster: Cluster,
        task: Task,
        local: TaskRuntime | None,
        log: Callable[[str], None],
        isolated: bool = False,
        timeout: float | None = None,
    ) -> None:
        self.cluster = cluster
        self.task = task
        self._log = log
        self._isolated = isolated
        self._timeout = connect_timeout() if timeout is None else timeout
        self._handle = uuid.uuid4().hex
        self._runtime = local
        self._local = None if local is None else local.session(self._handle, isolated)
        self._remote: dict[Task, RemoteTask] = {}
        self._lock = threading.Lock()
        self._closed = False

    def remote(self, task: Task) -> RemoteTask:
        """The connection to `task`, made at its first use."""
        with self._lock:
            found = self._remote.get(task)
            if found is None:
                found = RemoteTask(task_name(*task), self.cluster[task[0]][task[1]])
                try:
                    found.connect(self._timeout, self._log)
                except BaseException:
                    found.close()
                    raise
                self._remote[task] = found
            return found

    def make_step(self, fetches: Sequence[Value], targets: Sequence[Node], feeds: Sequence[Value], home: Home) -> Step:
        """A function from fed values to fetched ones; `home` gives the task that a node asks for."""
        if self._local is not None and sum(map(len, self.cluster.values())) == 1:
            return self._local.step(fetches, targets, feeds)
        pruned = sections(inline(prune(fetches, targets, feeds)))
        check_placeholders(pruned)
        cut = partition(pruned, home, self.task)
        if self._local is not None and all(p.task == self.task for p in cut.parts) and len(cut.parts) <= 1:
            return self._local.step(fetches, targets, feeds)
        return ClusterStep(cut.parts, cut.fetches, feeds, self._runners(cut.parts, cut.once, home))

    def branch(self, graph: Graph, home: Home) -> Step:
        """A function that runs the branch of a condition of several tasks."""
        cut = partition(graph, home, self.task)
        return ClusterStep(cut.parts, cut.fetches, graph.feeds, self._runners(cut.parts, cut.once, home))

    def _runners(self, parts: Sequence[Part], once: bool, home: Home) -> list[_LocalPart | _RemotePart]:
        numbers: dict[int, int] = {}
        for task in dict.fromkeys(p.task for p in parts):
            if task == CHOICE or (self._local is not None and task == self.task):
                continue
            mine = [i for i, p in enumerate(parts) if p.task == task]
            remote = self.remote(task)
            request = cluster_protos.message("RegisterRequest")(
                session=self._handle, incarnation=remote.incarnation, isolated=self._isolated
            )
            for i in mine:
                _describe(request.parts.add(once=once), parts[i])
            numbers.update(zip(mine, remote.call("Register", request)[0].parts))
        found: list[_LocalPart | _RemotePart] = []
        for i, part in enumerate(parts):
            if part.task == CHOICE:
                found.append(_LocalPart(_Choice(self, part, home)))
            elif i in numbers:
                found.append(_RemotePart(self.remote(part.task), self._handle, numbers[i]))
            else:
                assert self._local is not None
                found.append(_LocalPart(self._local.step(part.fetches, part.targets, part.feeds, once)))
        return found

    def list_devices(self) -> list[DeviceAttributes]:
        """The devices of all tasks; waits for those that are not there yet."""
        found: list[DeviceAttributes] = []
        for job, tasks in sorted(self.cluster.items()):
            for index in sorted(tasks):
                info = self.remote((job, index)).connect(self._timeout, self._log)
                for d in info.devices:  # named as in this session's cluster
                    name = f"{task_name(job, index)}/device:{d.name.partition('/device:')[2]}"
                    found.append(DeviceAttributes(name, d.device_type, d.memory_limit, d.incarnation))
        return found

    def reset(self, containers: Sequence[str]) -> None:
        """Forget what is in `containers` (everything, if there are none), in all tasks, and end all their sessions."""
        for job, tasks in self.cluster.items():
            for index in tasks:
                request = cluster_protos.message("ResetRequest")(containers=containers)
                self.remote((job, index)).call("Reset", request)

    def close(self) -> None:
        """Cancel what runs, everywhere; variables and shared queues stay in their tasks."""
        if self._closed:
            return
        self._closed = True
        if self._runtime is not None:
            self._runtime.close_session(self._handle)
        with self._lock:
            tasks = list(self._remote.values())
        pending = [t.start("Close", cluster_protos.message("CloseRequest")(session=self._handle)) for t in tasks]
        for call, _ in pending:
            try:
                call.exception(timeout=_CLOSE_SECONDS)  # a task that is gone has nothing to close
            except Exception:
                call.cancel()
        for task in tasks:
            task.close()


def _describe(message: Any, part: Part) -> None:
    nodes = [*(v.node for v in part.feeds), *part.nodes]
    message.graph.CopyFrom(graphdef.graph_def(nodes))
    message.feeds.extend(v.name for v in part.feeds)
    message.fetches.extend(v.name for v in part.fetches)
    message.targets.extend(n.name for n in part.targets)


class _Choice:
    """Conditions over several tasks: looks at the predicates, then runs what is left of the graph in its tasks."""

    def __init__(self, session: ClusterSession, part: Part, home: Home) -> None:
        self._session = session
        self._home = home
        self._graph = Graph(tuple(part.nodes), tuple(part.feeds), tuple(part.fetches), tuple(part.targets))
        self._predicates = choices.predicates(self._graph)
        self._at = [part.feeds.index(p) for p in self._predicates]
        self._steps: dict[tuple[bool, ...], Step] = {}
        self._lock = threading.Lock()

    def __call__(self, values: Sequence[Any]) -> Sequence[Any]:
        known = tuple(bool(np.asarray(values[i])) for i in self._at)
        with self._lock:
            step = self._steps.get(known)
            if step is None:
                graph = choices.decided(self._graph, dict(zip(self._predicates, known)))
                step = self._steps[known] = self._session.branch(graph, self._home)
        return step(values)


class _LocalPart:
    """A part that runs in this process."""

    def __init__(self, step: Step) -> None:
        self.step = step


class _RemotePart:
    """A part that runs in another task, by one call."""

    def __init__(self, task: RemoteTask, session: str, number: int) -> None:
        self.task = task
        self.session = session
        self.number = number

    def request(self) -> Any:
        return cluster_protos.message("RunRequest")(
            session=self.session, incarnation=self.task.incarnation, part=self.number
        )

    def call(self, values: Sequence[Any]) -> Sequence[Any]:
        if waiting.is_cancellable():
            pending, finish = self.start(values)
            with waiting.listening(pending.cancel):
                return finish()[1]
        return self.task.call("Run", self.request(), values)[1]

    def start(self, values: Sequence[Any]) -> tuple[Any, Callable[[], Any]]:
        return self.task.start("Run", self.request(), values)


class ClusterStep:
    """Runs the parts of each stage at the same time, and the stages one after the other."""

    def __init__(
        self, parts: Sequence[Part], fetches: Sequence[Key], feeds: Sequence[Value], runners: Sequence[Any]
    ) -> None:
        at: dict[Key, int] = {(v, -1): i for i, v in enumerate(feeds)}
        self._stages: list[tuple[list[Any], list[Any]]] = []
        last = None
        for part, runner in zip(parts, runners):
            if part.stage != last:
                self._stages.append(([], []))
                last = part.stage
            sources = [at[key] for key in part.sources]
            results = [at.setdefault(key, len(at)) for key in part.results]
            self._stages[-1][isinstance(runner, _RemotePart)].append((runner, sources, results))
        self._fetches = [at[key] for key in fetches]
        self._size = len(at)

    def __call__(self, feeds: Sequence[Any]) -> Sequence[Any]:
        env: list[Any] = [*feeds, *[None] * (self._size - len(feeds))]
        for local, remote in self._stages:
            if len(remote) == 1 and not local:
                runner, sources, results = remote[0]
                _store(env, results, runner.call([env[i] for i in sources]))
            else:
                _together(env, local, remote)
        return [env[i] for i in self._fetches]


def _together(env: list[Any], local: Sequence[Any], remote: Sequence[Any]) -> None:
    pending = [(runner.start([env[i] for i in sources]), results) for runner, sources, results in remote]
    try:
        for runner, sources, results in local:
            _store(env, results, runner.step([env[i] for i in sources]))
        for (call, finish), results in pending:
            with waiting.listening(call.cancel):
                _store(env, results, finish()[1])
    except BaseException:  # one part has failed: nobody waits for the others
        for (call, _), _ in pending:
            call.cancel()
        raise


def _store(env: list[Any], at: Sequence[int], values: Sequence[Any]) -> None:
    for i, value in zip(at, values):
        env[i] = value
