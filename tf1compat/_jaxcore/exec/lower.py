"""`evaluate`: run the kernels of a list of nodes on concrete or traced values.

While tracing there are two kinds of values: NumPy arrays are known (shapes, axes, folded arithmetic), jax arrays and
tracers are not. Folded nodes run under `jax.ensure_compile_time_eval`, so that what they give stays known.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any, Self

import jax
import numpy as np
from jax import lax

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.base.array import is_concrete
from tf1compat._jaxcore.exec import array_ledger, autodiff, failures, regions
from tf1compat._jaxcore.exec.looked_up import Lookups
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ir.region import RegionNode
from tf1compat._jaxcore.ops.philox import Stream
from tf1compat._jaxcore.passes.order_effects import ABSENT
from tf1compat._jaxcore.schema.opdef import OpDef

Env = dict[Value, Any]


class Evaluator:
    """How nodes are evaluated: which are folded, and whether a gradient is being taken of the result."""

    def __init__(self, folded: frozenset[Node] = frozenset()) -> None:
        self.folded = folded
        self.differentiated = False
        self.order: Sequence[Node] = ()
        self.endless: list[Node] = []  # loops whose number of steps nothing tells before they run
        self.enough: list[Any] = []  # of each growing loop, whether there was room enough
        self.proven: set[Node] = set()  # reads and writes of arrays whose places need no check

    lookups: Lookups | None = None  # those whose gradients are wanted by row
    is_host = False
    is_traced_part = False  # inside a branch or loop that is traced: nodes may run never, or often
    growing: frozenset[Node] = frozenset()  # loops whose arrays may need more than `room` elements
    counted_only: frozenset[Node] = frozenset()  # those of them of which only the number of steps is wanted
    room = 0

    def inside(self, nodes: Sequence[Node]) -> Self:
        """The same, for a region: gradients there may look at what is around it, too."""
        other = copy.copy(self)
        other.order = (*self.order, *nodes)
        return other

    def folding(self) -> Evaluator:
        """An evaluator whose every node is run on concrete values now."""
        return _Folding()

    def derived(self) -> Self:
        """The same, for what a gradient is taken of."""
        other = copy.copy(self)
        other.differentiated = True
        return other

    def with_lookups(self, lookups: Lookups | None) -> Self:
        """The same, where these lookups are differentiated by row."""
        if lookups is self.lookups:
            return self
        other = copy.copy(self)
        other.lookups = lookups
        return other

    def in_loop(self, trips: int | None, *, exact: bool = True) -> Self:
        """The same, inside a loop of `trips` steps, or at most so many; None: nobody knows."""
        return self if self.lookups is None else self.with_lookups(self.lookups.in_loop(trips, exact))

    def perhaps(self) -> Self:
        """The same, inside a condition."""
        return self if self.lookups is None else self.with_lookups(self.lookups.perhaps())

    def seeds(self, node: Node) -> tuple[Any, Any]:
        """Key and number of a random op's stream."""
        raise AssertionError(f"no streams here for {node.name}")

    def may_share(self, nodes: Sequence[Node]) -> bool:
        """May nodes like `nodes` be evaluated once for several towers?"""
        return False

    def words(self, node: Node) -> list[Any]:
        """What tells the stream of `node` from those of other random ops: what `replaying` takes."""
        return []

    def replaying(self, words: Mapping[Node, Sequence[Any]]) -> Self:
        """The same, with other streams for some random ops."""
        return self

    def draw(self, node: Node, inputs: list[Any], env: Env) -> None:
        """Run a random op inside a region: its last input is where its stream stands."""
        declared = node.opdef
        *given, block = inputs
        stream = Stream(*self.seeds(node), block)
        env[node.outputs[0]] = block + np.uint64(declared.reserved(given, node.attrs))
        env.update(zip(node.outputs[1:], declared(given, node.kernel_attrs, stream=stream)))

    def extra(self, node: Node, inputs: list[Any]) -> dict[str, Any]:
        """More keyword arguments for the kernel of `node` (a random op's stream, a host op's context)."""
        return {}

    def run(self, nodes: Sequence[Node], env: Env, wanted: Sequence[Value]) -> None:
        """Evaluate `nodes` in order into `env`; gradients are taken by `autodiff`."""
        self.order = self.order or nodes
        if any(n.type == "Gradient" for n in nodes):
            autodiff.run(self, nodes, env, wanted)
            return
        for node in nodes:
            self.run_node(node, env)

    def run_node(self, node: Node, env: Env) -> None:
        outputs = node.outputs
        if outputs and all(v in env for v in outputs):
            again = node.opdef.host or node.opdef.effect == "random"
            if self.differentiated and again and node.opdef.grad is not None:
                autodiff.attach_gradient(node, env)
            return  # fed, drawn before, or known from another segment
        if isinstance(node, RegionNode):
            regions.run(self, node, env)
            return
        inputs = [None if v is ABSENT else env[v] for v in node.inputs]
        if node.attrs.get("_positioned"):
            self.draw(node, inputs, env)
            return
        try:
            results = self._call(node, inputs)
        except errors.OpError as e:
            raise failures.with_node(e, node) from None
        except Exception as e:
            raise failures.kernel_failure(node, inputs, e) from e
        if self.lookups is not None and node in self.lookups.nodes:
            results = [self.lookups.looked_up(node, results[0], inputs[1])]
        for value, result in zip(outputs, results):
            if value not in env:
                env[value] = result

    def _call(self, node: Node, inputs: list[Any]) -> Sequence[Any]:
        declared, attrs = node.opdef, node.kernel_attrs
        if self.is_traced_part and declared.check is not None and not declared.static:
            inputs = _refused_later(declared, inputs, attrs)
        # a gradient reads what TF1 would not read once more for it
        is_read_again = self.differentiated and declared.type in array_ledger.READS
        if declared.type in array_ledger.LOOKED_AT and not self.is_traced_part and not is_read_again:
            array_ledger.look(node, inputs)
        if declared.effect == "random" or declared.wants_context:
            if self.differentiated and declared.grad is not None and declared.effect == "random":
                return autodiff.call_with_gradient(node, inputs, attrs, **self.extra(node, inputs))
            return declared(inputs, attrs, **self.extra(node, inputs))
        if declared.reads_shape or node in self.folded:
            with jax.ensure_compile_time_eval():
                return [np.asarray(r) for r in declared(inputs, attrs)]
        if not self.differentiated or is_concrete(*(x for x in inputs if x is not None)):
            return declared(inputs, attrs)
        if not declared.differentiable:
            return [_stop(r) for r in declared([_stop(x) for x in inputs], attrs)]
        if declared.grad is not None:
            return autodiff.call_with_gradient(node, inputs, attrs)
        return declared(inputs, attrs)


def _refused_later(declared: OpDef, inputs: list[Any], attrs: Mapping[str, Any]) -> list[Any]:
    """In a branch or a loop, what is known to be refused is an error only where the node runs."""
    check = declared.checked(inputs, attrs)
    if check is None or not check.is_known or not np.any(check.refused(*check.looks_at)):
        return inputs
    return [lax.optimization_barrier(x) if any(x is y for y in check.looks_at) else x for x in inputs]


class _Folding(Evaluator):
    """Runs everything at once, on NumPy arrays."""

    def run_node(self, node: Node, env: Env) -> None:
        inputs = [env[v] for v in node.inputs]
        with jax.ensure_compile_time_eval():
            results = node.opdef(inputs, node.kernel_attrs)
        env.update((v, np.asarray(r)) for v, r in zip(node.outputs, results))


def _stop(x: Any) -> Any:
    if isinstance(x, jax.Array) and np.issubdtype(x.dtype, np.inexact):
        return lax.stop_gradient(x)
    return x
