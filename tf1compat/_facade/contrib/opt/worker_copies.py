"""Custom getters that give each worker its own copies of variables beside a shared one on the parameter servers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tf1compat._facade import framework, state_ops, variables
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.train.session_run_hook import SessionRunHook
from tf1compat._facade.variable_base import Variable

GLOBAL_VARIABLE_NAME = "global_center_variable"


class CopyingGetter:
    """Makes three variables of each trainable one: the worker's, the shared one, and one more of the worker's.

    Args:
      worker_device: device of the worker's variables.
    """

    _SECOND_NAME: str

    def __init__(self, worker_device: str) -> None:
        self._worker_device = worker_device
        self._second_map: dict[Any, Any] = {}
        self._global_map: dict[Any, Any] = {}

    def _make(self, getter: Any, name: str, args: Any, kwargs: dict[str, Any]) -> Any:
        local = [GraphKeys.LOCAL_VARIABLES]
        with framework.device(self._worker_device):
            local_var = getter(name, *args, trainable=True, collections=local, **kwargs)
        if kwargs["reuse"] == True:  # noqa: E712  (TF1: AUTO_REUSE is no reuse here)
            return local_var
        shared = getter(
            *args,
            name=f"{GLOBAL_VARIABLE_NAME}/{name}",
            trainable=False,
            collections=[GraphKeys.GLOBAL_VARIABLES],
            **kwargs,
        )
        with framework.device(self._worker_device):
            second = getter(*args, name=f"{self._SECOND_NAME}/{name}", trainable=False, collections=local, **kwargs)
        parts = [local_var], [shared], [second]
        if kwargs["partitioner"] is not None:
            parts = list(local_var), list(shared), list(second)
        for one, center, other in zip(*parts):
            self._global_map[one] = center
            self._second_map[one] = other
        return local_var


def on_its_worker(getter: Any, device: str, name: str, args: Any, kwargs: dict[str, Any]) -> Any:
    """A variable that is not trained; if local, on the worker."""
    if GraphKeys.LOCAL_VARIABLES in kwargs["collections"]:
        with framework.device(device):
            return getter(name, *args, **kwargs)
    return getter(name, *args, **kwargs)


class CopiesHook(SessionRunHook):
    """Initialises local variables, and on the chief the shared ones, then gives the worker its copies."""

    def __init__(self, optimizer: Any, is_chief: bool, task_index: int) -> None:
        self._optimizer = optimizer
        self._is_chief = is_chief
        self._task_index = task_index

    def begin(self) -> None:
        self._local_init_op = variables.local_variables_initializer()
        self._global_init_op = None
        if self._is_chief:
            self._global_init_op = variables.global_variables_initializer()
        self._variable_init_op = self._optimizer.get_init_op(self._task_index)

    def after_create_session(self, session: Any, coord: Any) -> None:
        session.run(self._variable_init_op)


def copies_of(maps: Sequence[dict[Any, Any]], names: str) -> list[tuple[Any, ...]]:
    """(trainable variable, its copies …) for all trainable variables.

    Raises:
      ValueError: there are none.
    """
    trained = variables.trainable_variables()
    rows = [(v, *(m[v] for m in maps)) for v in trained]
    if not rows:
        raise ValueError(f"The lists of {names} should not be empty")
    return rows


def local_step() -> Variable:
    """The worker's own count of steps."""
    from tf1compat._facade import variable_scope

    return variable_scope.get_variable(
        initializer=0, trainable=False, collections=[GraphKeys.LOCAL_VARIABLES], name="local_step"
    )


def count(global_step: Any) -> list[Any]:
    """An increment of the global step, if there is one."""
    if global_step is None:
        return []
    with framework.colocate_with(global_step):
        return [state_ops.assign_add(global_step, 1)]


def every(step: Any, period: int, update: Any) -> Any:
    """`update()` in steps that `period` divides."""
    from tf1compat._facade import math_ops
    from tf1compat._facade.cond import cond

    return cond(math_ops.equal(math_ops.mod(step, period), 0), update, framework.no_op)
