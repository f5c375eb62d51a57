"""`RoomyProgram`: a device segment with inputs whose number of rows differs from step to step.

The first number of rows is compiled as it is. With the second, a program with room for more is compiled
(`passes.varying_rows`); it serves all numbers that fit, as long as they do not waste most of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tf1compat._jaxcore.exec.host_plan import HostPlan
from tf1compat._jaxcore.exec.program import DeviceProgram
from tf1compat._jaxcore.exec.state import Container, RandomStreams
from tf1compat._jaxcore.ir.node import Value
from tf1compat._jaxcore.passes.varying_rows import Varying
from tf1compat._jaxcore.schema.rows import Group

Sizes = dict[Group, int]
_ALWAYS_FITS, _MOST_WASTE = 1024, 4  # a room of so many rows is never too large; others at most that many times


class RoomyProgram:
    """Chooses between `plain`, compiled for each number of rows, and `roomy`, compiled for few."""

    def __init__(
        self,
        plain: DeviceProgram,
        roomy: DeviceProgram,
        varying: Varying,
        streams: RandomStreams,
        container: Container,
    ) -> None:
        self.roomy = roomy
        self._plain = plain
        self._varying = varying
        self._rooms: list[Sizes] = []
        self._first: Any = None
        self._looks = HostPlan(varying.known, varying.known_inputs, varying.asked, streams, container)
        self._were_static = [v for v in plain.static if v in varying.inputs]

    def fit(self, args: Sequence[Any], static: Sequence[Any]) -> tuple[list[Any], list[Any], Sizes] | None:
        """Arguments and static values for `roomy`, and how many rows there are; None: take `plain` with yours."""
        env: dict[Value, Any] = {**dict(zip(self._plain.inputs, args)), **dict(zip(self._plain.static, static))}
        sizes = self._sizes(env)
        if sizes is None:
            return None
        key = (tuple(sizes.values()), *[np.asarray(env[v]).tobytes() for v in self._were_static])
        if self._first is None:
            self._first = key
        if key == self._first:
            return None
        counts = self._look(env, sizes)
        if counts is None:
            return None  # which raises the error, if it is one
        room = self._room(sizes)
        env.update(counts)
        env.update((v, np.int32(sizes[g])) for g, v in self._varying.sizes.items())
        for value, group in self._varying.inputs.items():
            env[value] = _extended(env[value], room[group])
        return [env[v] for v in self.roomy.inputs], [np.asarray(env[v]) for v in self.roomy.static], sizes

    def cut(self, results: Sequence[Any], sizes: Sizes) -> list[Any]:
        """The results without the rows too many."""
        groups = self._varying.outputs
        cut = [np.asarray(r)[: sizes[groups[v]]] if v in groups else r for v, r in zip(self.roomy.outputs, results)]
        return [*cut, *results[len(cut) :]]

    def _sizes(self, env: Mapping[Value, Any]) -> Sizes | None:
        """How many rows each group has; None if that is none, not the same for all of the group, or not of its kind."""
        sizes: Sizes = {}
        for value, group in self._varying.inputs.items():
            shape = np.shape(env[value])
            if len(shape) != len(value.dims or ()) or not shape[0] or sizes.setdefault(group, shape[0]) != shape[0]:
                return None
        if any(np.size(env[v]) != np.shape(env[v])[0] for v in self._varying.single):
            return None
        return sizes

    def _look(self, env: Mapping[Value, Any], sizes: Sizes) -> dict[Value, Any] | None:
        """How many groups there are; None if some values are not as they must be."""
        varying = self._varying
        asked = dict(zip(varying.asked, self._looks([env[v] for v in varying.known_inputs])))
        for value, group in varying.within:
            numbers = asked[value]
            if numbers.size and (numbers.min() < 0 or numbers.max() >= sizes[group]):
                return None
        for node, positions in varying.checked.items():
            given = [asked[v] if i in positions else None for i, v in enumerate(node.inputs)]
            check = node.opdef.checked(given, node.kernel_attrs)
            if check is not None and np.any(check.refused(*check.looks_at)):
                return None
        counts: dict[Value, Any] = {}
        for ids, number in varying.counts.values():
            numbers = asked[ids]
            if numbers.ndim != 1 or not numbers.size or numbers[0] < 0 or (np.diff(numbers) < 0).any():
                return None
            counts[number] = np.asarray(numbers[-1] + 1, np.int32)
        return counts

    def _room(self, sizes: Sizes) -> Sizes:
        """A room that there is a program for, else a new one, with some more room than needed."""
        fitting = [
            r for r in self._rooms if all(n <= r[g] <= max(_MOST_WASTE * n, _ALWAYS_FITS) for g, n in sizes.items())
        ]
        if not fitting:
            fitting = [{g: room_for(n) for g, n in sizes.items()}]
            self._rooms += fitting
        return min(fitting, key=lambda r: sum(r.values()))


def room_for(n: int) -> int:
    """The next of 16, 20, 24, 28, 32, 40, 48, … that leaves an eighth."""
    wanted = n + n // 8 + 1
    step = max(4, 1 << max(wanted.bit_length() - 3, 2))
    return max(16, -(-wanted // step) * step)


def _extended(array: Any, room: int) -> Any:
    """The array with its last row repeated; `room` rows in all."""
    array = np.asarray(array)
    n = array.shape[0]
    extended = np.empty((room, *array.shape[1:]), array.dtype)
    extended[:n] = array
    extended[n:] = array[n - 1]
    return extended
