"""`PureFunction`: a part of a graph as a function of arrays that reads and writes nothing outside of itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.core import Tracer

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.base.array import is_concrete
from tf1compat._jaxcore.exec import compile as compiling
from tf1compat._jaxcore.exec.lower import Env, Evaluator
from tf1compat._jaxcore.exec.state import Container, RandomStreams
from tf1compat._jaxcore.exec.step import check_placeholders
from tf1compat._jaxcore.ir.graph import Graph
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ir.region import all_nodes
from tf1compat._jaxcore.ops.philox import Stream
from tf1compat._jaxcore.passes.functional import functional
from tf1compat._jaxcore.passes.functionalize import functionalize
from tf1compat._jaxcore.passes.inline import inline
from tf1compat._jaxcore.passes.order_effects import STREAM, order_effects
from tf1compat._jaxcore.passes.own_gradients import own_gradients
from tf1compat._jaxcore.passes.prune import prune
from tf1compat._jaxcore.passes.questions import questions
from tf1compat._jaxcore.passes.split_host import Segment, split_host
from tf1compat._jaxcore.passes.static_inputs import static_inputs

_TEXT = np.dtype(object)
_APART = 1 << 40  # blocks between the streams that different `step`s of a random op in a loop read


class PureFunction:
    """What `fetches` need of a graph, given `feeds` and the variables of `container`.

    Random ops draw what they draw at their execution number `step` in a fresh session. Checks (`tf.Assert`) are not
    made: a compiled function cannot raise.

    Attributes:
      variables: the values of the variables that are read, by their keys: copies, as jax arrays.

    Raises:
      InvalidArgumentError: a placeholder is needed and not fed.
      UnsupportedError: something is written, or runs on the host.
      FailedPreconditionError: a variable has no value.
    """

    def __init__(self, fetches: Sequence[Value], feeds: Sequence[Value], container: Container) -> None:
        pruned = inline(own_gradients(prune(fetches, (), feeds)))
        check_placeholders(pruned)
        slots = {value: None if key is None else container.slot(key) for value, key in questions(pruned).items()}
        answers = {value: slot is None or slot.value is not None for value, slot in slots.items()}
        self.graph = order_effects(functional(functionalize(pruned, answers or None)), answers or None)
        statics = static_inputs(self.graph)
        self.segments = split_host(self.graph, statics)
        _refuse(self.graph, self.segments)
        self._folded = statics.folded
        self._streams = RandomStreams()
        self._initialized = {
            v: np.bool_(container.slot(k).value is not None) for v, k in self.graph.initialized.items()
        }
        self.variables = _values(self.graph, container)

    def __call__(self, variables: Mapping[str, Any], inputs: Sequence[Any], step: Any = 0) -> list[Any]:
        """The fetched values for `variables` and `inputs` (in the order of the feeds); may be traced."""
        env: Env = {**dict(zip(self.graph.feeds, inputs)), **self._initialized}
        for key, value in self.graph.state_in.items():
            env[value] = _far(step) if key.startswith(STREAM) else variables[key]
        evaluator = _PureEvaluator(self._folded, self._streams, step)
        for segment in self.segments:
            for value in segment.static:
                env[value] = _concrete(value, env[value])
            if segment.on_host:
                for value in segment.inputs:
                    env[value] = _concrete(value, env[value])
                with jax.ensure_compile_time_eval():
                    evaluator.inside(()).run(segment.nodes, env, segment.outputs)
                env.update((v, np.asarray(env[v])) for v in segment.outputs)
            else:
                evaluator.inside(()).run(segment.nodes, env, segment.outputs)
        return [env[v] for v in self.graph.fetches]


class _PureEvaluator(Evaluator):
    """Random ops take from streams that stand where execution `step` finds them."""

    def __init__(self, folded: frozenset[Node], streams: RandomStreams, step: Any) -> None:
        super().__init__(folded)
        self._known = streams
        self._step = step

    def seeds(self, node: Node) -> tuple[Any, Any]:
        return self._known.seeds(node)

    def run_node(self, node: Node, env: Env) -> None:
        if node.opdef.effect != "random" or jax.config.read("jax_enable_x64"):
            super().run_node(node, env)
            return
        inputs = [env[v] for v in node.inputs]
        if node.attrs.get("_positioned") or isinstance(self._step, jax.Array) or not is_concrete(*map(_known, inputs)):
            raise errors.unsupported(
                f"{node.type} inside of a loop, on traced values or with a traced `step`, without 64-bit integers",
                node=node,
                advice="set jax.config.update('jax_enable_x64', True): the random streams count in 64 bits",
            )
        with jax.ensure_compile_time_eval(), compiling.x64():  # a constant of whatever is traced around it
            super().run_node(node, env)
            env.update((v, np.asarray(env[v])) for v in node.outputs)

    def extra(self, node: Node, inputs: list[Any]) -> dict[str, Any]:
        if node.opdef.effect != "random":
            return {}
        return {"stream": Stream(*self.seeds(node), _times(self._step, node.opdef.reserved(inputs, node.attrs)))}


def _times(step: Any, blocks: Any) -> Any:
    if isinstance(step, (int, np.integer)):
        return np.uint64(int(step) * int(blocks) % 2**64)
    return jnp.asarray(step).astype(np.uint64) * np.uint64(blocks)


def _known(x: Any) -> Any:
    """A jax array that is no tracer counts as known, too."""
    return np.asarray(x) if isinstance(x, jax.Array) and not isinstance(x, Tracer) else x


def _far(step: Any) -> Any:
    return _times(step, _APART)


def _concrete(value: Value, given: Any) -> Any:
    """A value that decides about shapes must be known while tracing."""
    if isinstance(given, Tracer):
        raise errors.unsupported(
            f"'{value.name}' decides about shapes or axes and is traced",
            advice="give it as a Python number or NumPy array: under jax.jit close over it or name it in static_argnums",
        )
    return np.asarray(given)


def _refuse(graph: Graph, segments: Sequence[Segment]) -> None:
    written = [key for key in graph.state_out if not key.startswith(STREAM)]
    if written:
        raise errors.unsupported(
            f"a pure function of what writes variables: {', '.join(sorted(written)[:5])}",
            advice="ask for the loss and differentiate it with jax.grad, or for outputs that no assignment precedes",
        )

    def stays(node: Node) -> bool:
        text = any(v.dtype.np == _TEXT for v in (*node.inputs, *node.outputs))
        return node.opdef.host or node.opdef.effect == "io" or text

    found = sorted({(n.name, n.type) for s in segments if s.on_host for n in all_nodes(s.nodes) if stays(n)})
    if found:
        shown = ", ".join(f"{name} ({kind})" for name, kind in found[:5])
        raise errors.unsupported(
            f"a pure function of what runs in Python (files, strings, queues, sizes that depend on values): {shown}",
            advice="name the tensors behind these operations as inputs, and feed what they would give",
        )


def _values(graph: Graph, container: Container) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key in graph.state_in:
        if key.startswith(STREAM):
            continue
        value = container.slot(key).value
        if value is None:
            raise errors.FailedPreconditionError(
                None, graph.variables.get(key), f"Attempting to use uninitialized value {key}"
            )
        found[key] = jnp.array(value, copy=True)
    return found
