"""`HostPlan`: host nodes prepared once, so that a run of them costs little more than their kernels.

A pipeline runs its host nodes for every record. Looking values up by name, choosing attrs and grouping list arguments
each time would cost several times what the kernels do, so all of that is done beforehand: values have numbered places,
kernels have their attrs.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import jax
import numpy as np

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.exec import failures
from tf1compat._jaxcore.exec.host import HostEvaluator, NodeContext, to_host
from tf1compat._jaxcore.exec.lower import Env
from tf1compat._jaxcore.exec.state import Container, RandomStreams
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ir.region import RegionNode
from tf1compat._jaxcore.passes.order_effects import ABSENT
from tf1compat._jaxcore.schema.checks import refuse_known

_Call = Callable[[list[Any]], Sequence[Any]]


class HostPlan:
    """`nodes` (no gradients) as a function of `inputs`, which gives `outputs`; all of them NumPy values."""

    def __init__(
        self,
        nodes: Sequence[Node],
        inputs: Sequence[Value],
        outputs: Sequence[Value],
        streams: RandomStreams,
        container: Container,
    ) -> None:
        self._places: dict[Value, int] = {ABSENT: 0, **{v: i + 1 for i, v in enumerate(inputs)}}
        self._evaluator = HostEvaluator(streams, container)
        self._evaluator.order = tuple(nodes)
        self._steps: list[tuple[Node, _Call, tuple[int, ...], tuple[int, ...]]] = []
        for node in nodes:
            takes = tuple(self._place(v) for v in node.inputs)
            gives = tuple(self._place(v) for v in node.outputs)
            self._steps.append((node, self._call(node), takes, gives))
        self._results = [self._place(v) for v in outputs]

    def _place(self, value: Value) -> int:
        return self._places.setdefault(value, len(self._places))

    def __call__(self, args: Sequence[Any]) -> list[Any]:
        """Run on `args`, in the order of `inputs`.

        Raises:
          tf.errors.OpError: a node failed; it is named.
        """
        results = self.attempt(args, anywhere=True)
        assert results is not None
        return results

    def attempt(self, args: Sequence[Any], anywhere: bool = False) -> list[Any] | None:
        """The same, but None as soon as a kernel leaves NumPy (unless it may run `anywhere`)."""
        given = [np.asarray(x) if isinstance(x, jax.Array) else x for x in args]
        values: list[Any] = [None, *given, *[None] * (len(self._places) - len(given) - 1)]
        for node, call, takes, gives in self._steps:
            try:
                results = call([values[i] for i in takes])
            except errors.OpError as e:
                raise failures.with_node(e, node) from None
            except Exception as e:
                raise failures.kernel_failure(node, [values[i] for i in takes], e) from e
            for place, result in zip(gives, results):
                if isinstance(result, jax.Array):
                    if not anywhere:
                        return None
                    result = np.asarray(result)
                values[place] = result
        return [values[i] for i in self._results]

    def _call(self, node: Node) -> _Call:
        """The kernel of a node with everything but its inputs."""
        declared = node.opdef
        special = isinstance(node, RegionNode) or declared.effect in ("random", "overwrite")
        if special or node.attrs.get("_positioned"):
            return functools.partial(self._evaluate, node)
        attrs = node.kernel_attrs
        chosen = {name: attrs[name] for name in declared.kernel_attrs if name in attrs}
        if declared.wants_context:
            chosen["context"] = NodeContext(node.name, self._evaluator.streams, self._evaluator.container)
        kernel = functools.partial(declared.kernel, **chosen) if chosen else declared.kernel
        checked = functools.partial(declared.checked, attrs=attrs) if declared.check is not None else None
        groups: list[slice | int] = []
        at = 0
        for arg, size in zip(declared.inputs, declared.input_sizes(len(node.inputs), attrs)):
            groups.append(slice(at, at + size) if arg.is_list else at)
            at += size

        def call(inputs: list[Any]) -> Sequence[Any]:
            if checked is not None:
                refuse_known(checked(inputs))
            result = kernel(*[inputs[group] for group in groups])
            return result if result.__class__ is tuple or result.__class__ is list else (result,)

        return call

    def _evaluate(self, node: Node, inputs: list[Any]) -> Sequence[Any]:
        env: Env = {v: x for v, x in zip(node.inputs, inputs) if v is not ABSENT}
        self._evaluator.run_node(node, env)
        return [to_host(env[v]) for v in node.outputs]
