"""Fetches of `Session.run`: from nested structures to graph elements and back to the same structures of values."""

from __future__ import annotations

import collections.abc
from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np

from tf1compat._facade import context
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.base import errors

Build = Callable[[Sequence[Any]], Any]


class FetchPlan:
    """What to compute for a fetch argument and how to arrange the results.

    Attributes:
      tensors: the distinct tensors to fetch, in order of first use.
      targets: the operations to run.
      build: a function from the values of `tensors` to the result of `Session.run`.
    """

    def __init__(self, graph: Any, fetches: Any) -> None:
        self._graph = graph
        self._positions: dict[Tensor, int] = {}
        self.targets: dict[Operation, None] = {}
        self.build = self._plan(fetches)

    @property
    def tensors(self) -> list[Tensor]:
        return list(self._positions)

    def _plan(self, fetch: Any) -> Build:
        if isinstance(fetch, Tensor | Operation):
            return self._element(fetch, fetch)
        if fetch is None:
            raise TypeError(f"Fetch argument {fetch!r} has invalid type {type(fetch)!r}")
        if isinstance(fetch, (list, tuple)):
            return self._sequence(fetch)
        if isinstance(fetch, collections.abc.Mapping):
            keys, kind = list(fetch), cast(Any, type(fetch))
            parts = [self._plan(fetch[k]) for k in keys]
            make = dict if kind is dict else kind
            return lambda values: make((k, p(values)) for k, p in zip(keys, parts))
        if hasattr(type(fetch), "__attrs_attrs__"):
            names = [a.name for a in type(fetch).__attrs_attrs__]
            parts = [self._plan(getattr(fetch, n)) for n in names]
            return lambda values: type(fetch)(*[p(values) for p in parts])
        for kind, expand in context.FETCH_EXPANSIONS:
            if isinstance(fetch, kind):
                components, contract = expand(fetch)
                parts = [self._plan(c) for c in components]
                return lambda values: contract([p(values) for p in parts])
        return self._element(fetch, self._resolve(fetch))

    def _sequence(self, fetch: Sequence[Any]) -> Build:
        parts = [self._plan(f) for f in fetch]
        kind = cast(Any, type(fetch))
        if kind is list:
            return lambda values: [p(values) for p in parts]
        if hasattr(fetch, "_fields"):
            return lambda values: kind(*[p(values) for p in parts])
        return lambda values: kind([p(values) for p in parts])

    def _resolve(self, fetch: Any) -> Any:
        try:
            return self._graph.as_graph_element(fetch)
        except TypeError as e:
            raise TypeError(
                f"Fetch argument {fetch!r} has invalid type {type(fetch)!r}, must be a string or Tensor. ({e})"
            ) from None
        except (ValueError, KeyError) as e:
            raise ValueError(f"Fetch argument {fetch!r} cannot be interpreted as a Tensor. ({e})") from None

    def _element(self, fetch: Any, element: Any) -> Build:
        if element.graph is not self._graph:
            try:
                self._graph.as_graph_element(element)
            except ValueError as e:
                raise ValueError(f"Fetch argument {fetch!r} cannot be interpreted as a Tensor. ({e})") from None
        op = element if isinstance(element, Operation) else element.op
        if not self._graph.is_fetchable(op):
            raise errors.InaccessibleTensorError(
                f"Operation {op.name!r} has been marked as not fetchable. Typically this happens when it is defined in "
                "another function or code block. Use return values,explicit Python locals or TensorFlow collections to "
                "access it."
            )
        if isinstance(element, Operation):
            self.targets[element] = None
            return lambda values: None
        position = self._positions.setdefault(element, len(self._positions))
        return lambda values: fetched(values[position])


def fetched(value: Any) -> Any:
    """A device value as users get it: a NumPy scalar, or an array of their own that they may write to."""
    array = np.asarray(value)
    if array.ndim == 0:
        return array[()]
    return array if array.flags.writeable and array is value else array.copy()


def register_session_run_conversion_functions(
    tensor_type: type,
    fetch_function: Any,
    feed_function: Any = None,
    feed_function_for_partial_run: Any = None,
) -> None:
    """Make `Session.run` accept objects of `tensor_type`.

    `fetch_function(x)` gives (tensors, function from their values to the result); `feed_function(x, value)` gives
    (tensor, value) pairs, and `feed_function_for_partial_run(x)` these tensors.
    """
    for kind, _ in context.FETCH_EXPANSIONS:
        if issubclass(tensor_type, kind):
            raise ValueError(f"{tensor_type} has already been registered so ignore it.")
    context.FETCH_EXPANSIONS.insert(0, (tensor_type, fetch_function))
    if feed_function is not None:
        context.FEED_EXPANSIONS.insert(0, (tensor_type, feed_function))
    if feed_function_for_partial_run is not None:
        context.FEED_PARTS.insert(0, (tensor_type, feed_function_for_partial_run))
