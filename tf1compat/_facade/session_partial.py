"""`Session.partial_run`: a step in several calls, each of which feeds and fetches a part of it.

Every operation of the step runs once. A call runs what its fetches need and no earlier call has run; the values that
later calls will need of it are kept and fed to them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tf1compat._facade import session_feed
from tf1compat._facade.session_fetch import FetchPlan
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._jaxcore.ir.graph import topological
from tf1compat._jaxcore.ir.node import Node

Run = Callable[[FetchPlan, list[Tensor], list[Any]], Sequence[Any]]


class PartialStep:
    """One step that `partial_run_setup` has declared.

    Args:
      graph: the session's graph.
      fetches: all that will be fetched.
      feeds: all that will be fed.
    """

    def __init__(self, graph: Any, fetches: Any, feeds: Sequence[Tensor]) -> None:
        self._graph = graph
        plan = FetchPlan(graph, fetches)
        self._fetches: dict[Any, bool] = dict.fromkeys([*plan.tensors, *plan.targets], False)  # whether fetched already
        self._feeds: dict[Tensor, bool] = dict.fromkeys(feeds, False)
        self._values: dict[Tensor, Any] = {}  # fed, or computed and needed later
        self._done: set[Node] = set()
        if not self._fetches:
            raise errors.InvalidArgumentError(None, None, "Must specify at least one target to fetch or execute.")

    @property
    def is_over(self) -> bool:
        """Whether everything has been fetched."""
        return all(self._fetches.values())

    @property
    def signature(self) -> str:
        """What is fed and fetched, as TF1's handles spell it."""
        tensors = ",".join(f.name for f in self._fetches if isinstance(f, Tensor))
        targets = ",".join(f.name for f in self._fetches if isinstance(f, Operation))
        return f"{','.join(f.name for f in self._feeds)}->{tensors}/{targets}/1/"

    def run(self, fetches: Any, feed_dict: Mapping[Any, Any], run: Run) -> Any:
        """Feed and fetch a part of the step.

        Raises:
          tf.errors.InvalidArgumentError: what is fed or fetched was not declared or is not due.
          RuntimeError: operations are to be run; those declared run as soon as all that they need is fed.
        """
        plan = FetchPlan(self._graph, fetches)
        if plan.targets:
            raise RuntimeError("partial_run() requires empty target_list.")
        tensors, values = session_feed.expand_feeds(self._graph, feed_dict)
        arrays = [session_feed.converter(t)(v) for t, v in zip(tensors, values)]
        wanted = plan.tensors
        _claim(self._feeds, tensors, "feed", "fed")
        _claim(self._fetches, wanted, "fetch", "fetched")
        missing = self._missing(wanted, {*self._values, *tensors})
        if missing is not None:
            raise errors.InvalidArgumentError(
                None, None, f"Fetch {missing.name} can't be computed from the feeds that have been fed so far."
            )
        for key in tensors:
            self._feeds[key] = True
        for key in wanted:
            self._fetches[key] = True
        self._values.update(zip(tensors, arrays))
        return plan.build(self._compute(plan, run))

    def _missing(self, wanted: Iterable[Any], known: Iterable[Tensor]) -> Tensor | None:
        """A declared feed that `wanted` needs and that has not been fed."""
        cut, seen = frozenset(known), set[Any]()
        if any(x in self._feeds and x not in cut for x in wanted):
            return next(x for x in wanted if x in self._feeds and x not in cut)
        waiting = _nodes(wanted, cut)
        while waiting:  # nearest to what is wanted first
            node = waiting.pop()
            if node in seen:
                continue
            seen.add(node)
            for value in node.inputs:
                if value in self._feeds and value not in cut:
                    return value
                if value not in cut:
                    waiting.append(value.node)
            waiting.extend(node.control_inputs)
        return None

    def _compute(self, plan: FetchPlan, run: Run) -> list[Any]:
        """The values of the plan's tensors; keeps what later calls need of the operations that run now."""
        known = frozenset(self._values)
        due = [f for f, done in self._fetches.items() if not done and isinstance(f, Operation)]
        targets = [op for op in due if self._missing([op], known) is None]
        self._fetches.update(dict.fromkeys(targets, True))
        running = set(topological(_nodes([*plan.tensors, *targets], known), known))
        everything = topological(_nodes(self._fetches, frozenset(self._feeds)), frozenset(self._feeds))
        later = [v for node in everything if node not in running and node not in self._done for v in node.inputs]
        later += [f for f, fetched in self._fetches.items() if not fetched and isinstance(f, Tensor)]
        kept = [v for v in dict.fromkeys(later) if v.node in running and v not in known and _can_be_fed(v)]
        step = FetchPlan(self._graph, [*[t for t in plan.tensors if t not in known], *targets, *kept])
        if step.tensors or step.targets:
            fed = [v for v in self._values if v.node not in running or v in self._feeds]
            self._values.update(zip(step.tensors, run(step, fed, [self._values[v] for v in fed])))
        self._done.update(node for node in running if not node.outputs or all(map(_can_be_fed, node.outputs)))
        return [self._values[t] for t in plan.tensors]


def _claim(declared: Mapping[Any, bool], keys: Iterable[Any], kind: str, past: str) -> None:
    for key in keys:
        if declared.get(key, True):
            what = f"The {kind} {key.name}"
            reason = f"has already been {past}." if key in declared else "was not specified in partial_run_setup."
            raise errors.InvalidArgumentError(None, None, f"{what} {reason}")


def _nodes(wanted: Iterable[Any], known: Iterable[Any]) -> list[Any]:
    return [x if isinstance(x, Operation) else x.op for x in wanted if x not in known]


def _can_be_fed(value: Any) -> bool:
    """References and handles are made again by each call: they are the same ones."""
    return not value.dtype._is_ref_dtype and value.dtype.base not in (dtypes.resource, dtypes.variant)
