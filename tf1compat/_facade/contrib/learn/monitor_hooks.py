"""Monitors as a SessionRunHook."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.train import training_util
from tf1compat._facade.train.session_run_hook import SessionRunArgs, SessionRunHook


class RunHookAdapterForMonitors(SessionRunHook):
    """Runs monitors where a hook is wanted.

    Args:
      monitors: which ones.
    """

    def __init__(self, monitors: Sequence[Any]) -> None:
        self._monitors = monitors

    def begin(self) -> None:
        self._last_step: Any = None
        self._global_step_tensor = training_util.get_global_step()
        for monitor in self._monitors:
            monitor.begin(max_steps=None)

    def before_run(self, run_context: Any) -> Any:
        if self._last_step is None:
            self._last_step = run_context.session.run(self._global_step_tensor) + 1
        fetches: list[Any] = []
        for monitor in self._monitors:
            wanted = monitor.step_begin(self._last_step)
            if wanted:
                if not isinstance(wanted, list):
                    raise ValueError("Monitor.step_begin should return a list.")
                fetches.extend(wanted)
        request: dict[Any, Any] = {self._global_step_tensor: self._global_step_tensor}
        if fetches:
            request["monitors"] = {fetch: _graph_element(fetch) for fetch in fetches}
        return SessionRunArgs(request)

    def after_run(self, run_context: Any, run_values: Any) -> None:
        found = run_values.results.get("monitors", {})
        for monitor in self._monitors:
            if monitor.step_end(self._last_step, found):
                run_context.request_stop()
        # Later than any step_end: what a monitor writes then includes what others found.
        for monitor in self._monitors:
            monitor.post_step(self._last_step, run_context.session)
        self._last_step = run_values.results[self._global_step_tensor] + 1

    def end(self, session: Any) -> None:
        self._last_step = None
        for monitor in self._monitors:
            if "session" in inspect.getfullargspec(monitor.end).args:
                monitor.end(session=session)
            else:
                monitor.end()


def replace_monitors_with_hooks(monitors_or_hooks: Any, estimator: Any) -> list[Any]:
    """The hooks as they are, the monitors in one hook; those that only the chief runs are left out elsewhere."""
    given = monitors_or_hooks or []
    hooks = [m for m in given if isinstance(m, SessionRunHook)]
    monitors = [m for m in given if not isinstance(m, SessionRunHook)]
    if not estimator.config.is_chief:
        monitors = [m for m in monitors if m.run_on_all_workers]
    for monitor in monitors:
        monitor.set_estimator(estimator)
    if monitors:
        hooks.append(RunHookAdapterForMonitors(monitors))
    return hooks


def _graph_element(x: Any) -> Any:
    """The tensor or operation of the default graph that is meant: a name without `:` is an operation's only output."""
    graph = context.get_default_graph()
    if not isinstance(x, str):
        if getattr(x, "graph", None) is not graph:
            raise ValueError(f"Passed {x} should have graph attribute that is equal to current graph {graph}.")
        return x
    if ":" in x:
        return graph.as_graph_element(x)
    element = graph.as_graph_element(x + ":0")
    try:
        graph.as_graph_element(x + ":1")
    except (KeyError, ValueError):
        return element
    raise ValueError(f"Name {x} is ambiguous, as this `Operation` has multiple outputs (at least 2).")
