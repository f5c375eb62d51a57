"""`Dataset`, what all sequences of elements share; `Run`, one pass of a session's iterator over them."""

from __future__ import annotations

import random
import threading
import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Self

import numpy as np

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.base.host_context import HostFunction

Element = Sequence[Any]
INFINITE, UNKNOWN = -1, -2  # cardinalities that are no numbers


class Run:
    """What the iterators of one pass share: whether it has been stopped, seeds, caches.

    Seeds that the program leaves open are drawn here and kept, so that a pass can be repeated.
    """

    def __init__(self, seeds: Sequence[tuple[int, int]] = ()) -> None:
        self.stopped = threading.Event()
        self.seeds: list[tuple[int, int]] = []
        self._given = list(seeds)
        self.caches: dict[Any, Any] = {}
        self._lock = threading.Lock()
        self._closing: list[weakref.ref[Any]] = []

    def new_seeds(self) -> tuple[int, int]:
        """Seeds that nobody has chosen."""
        with self._lock:
            at = len(self.seeds)
            found = self._given[at] if at < len(self._given) else (random.getrandbits(62), random.getrandbits(62))
            self.seeds.append(found)
            return found

    def stop_with(self, thing: Any) -> None:
        """Call `thing.stop()` when the pass is stopped, if it is still there then."""
        with self._lock:
            self._closing.append(weakref.ref(thing))

    def stop(self) -> None:
        """End all background work of this pass."""
        self.stopped.set()
        with self._lock:
            closing, self._closing = self._closing, []
        for reference in closing:
            thing = reference()
            if thing is not None:
                thing.stop()


class Dataset:
    """A sequence of elements that can be gone through any number of times."""

    inputs: tuple[Dataset, ...] = ()

    def iterate(self, run: Run) -> Iterator[Element]:
        """An iterator over the elements."""
        raise NotImplementedError

    def cardinality(self) -> int:
        """The number of elements, where it is known without going through them."""
        return UNKNOWN

    function: Function | None = None  # what it calls for every element

    def has_effects(self) -> bool:
        """Does making elements do something that the program sees?"""
        mine = self.function is not None and self.function.has_effects
        return mine or any(d.has_effects() for d in self.inputs)

    def on(self, inputs: tuple[Dataset, ...]) -> Self:
        """The same on other inputs."""
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy.inputs = inputs
        return copy


class Function:
    """A graph function with the values that it captured."""

    def __init__(self, function: HostFunction, captured: Sequence[Any] = ()) -> None:
        self._function = function
        self._captured = tuple(captured)

    def for_run(self, run: Run) -> Callable[[Sequence[Any]], Sequence[Any]]:
        """A function from the components of an element to results."""
        return self._function.instance(run, self._captured)

    @property
    def has_effects(self) -> bool:
        """Does it do something that the program sees?"""
        return self._function.has_effects


class Unary(Dataset):
    """A dataset made from one other."""

    def __init__(self, source: Dataset) -> None:
        self.inputs = (source,)

    @property
    def source(self) -> Dataset:
        return self.inputs[0]


def stack(parts: Sequence[Any], component: int = 0, fused: bool = False) -> Any:
    """The same component of several elements as one array.

    Raises:
      InvalidArgumentError: the shapes differ.
    """
    first = parts[0]
    if isinstance(first, np.generic):
        return np.array(parts, first.dtype)
    if not isinstance(first, np.ndarray):  # datasets and other values without shape
        out = np.empty(len(parts), object)
        out[:] = parts
        return out
    shape = first.shape
    for i, x in enumerate(parts):
        if x.shape != shape:
            if fused:
                raise invalid(
                    "Cannot add tensor to the batch: number of elements does not match. Shapes are: [tensor]: "
                    f"{shown(x.shape)}, [batch]: {shown(shape)}"
                )
            raise errors.InvalidArgumentError(
                None,
                None,
                f"Cannot batch tensors with different shapes in component {component}. First element had shape "
                f"{shown(shape)} and element {i} had shape {shown(x.shape)}.",
            )
    out = np.empty((len(parts), *shape), first.dtype)
    for i, x in enumerate(parts):
        out[i] = x[()] if x.ndim == 0 else x
    return out


def rows(array: Any) -> Sequence[Any]:
    """The slices of an array along its first dimension; strings stay arrays."""
    if array.dtype == object:
        return [array[i : i + 1].reshape(array.shape[1:]) for i in range(len(array))]
    return array


def text(value: bytes) -> Any:
    """A string as an array without dimensions."""
    out = np.empty((), object)
    out[()] = value
    return out


def shown(shape: Sequence[int]) -> str:
    return "[" + ",".join(map(str, shape)) + "]"


def invalid(message: str) -> Exception:
    return errors.InvalidArgumentError(None, None, message)
