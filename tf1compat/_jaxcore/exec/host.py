"""Host segments and one-off plans: nodes run one by one on NumPy values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import jax
import numpy as np
from jax import lax
from jax.core import Tracer

from tf1compat._jaxcore.base import errors, shapes
from tf1compat._jaxcore.base.host_context import HostFunction, Resources
from tf1compat._jaxcore.exec import autodiff, failures, rng
from tf1compat._jaxcore.exec.lower import Env, Evaluator
from tf1compat._jaxcore.exec.state import Container, RandomStreams
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.schema.function_ref import FunctionRef


class HostEvaluator(Evaluator):
    """Runs kernels eagerly on NumPy arrays; random ops take from the session's streams."""

    is_host = True

    def __init__(self, streams: RandomStreams, container: Container) -> None:
        super().__init__()
        self.streams = streams
        self.container = container

    def run_node(self, node: Node, env: Env) -> None:
        is_fill = len(node.outputs) == 1 and not node.opdef.host and "_positioned" not in node.attrs
        if node.opdef.effect == "random" and is_fill:
            inputs = tuple(np.asarray(env[v]) for v in node.inputs)
            item = rng.Draw(node, inputs, node.opdef.reserved(inputs, node.attrs))
            env[node.outputs[0]] = rng.draw_in_pieces(item, self.streams)
            return
        super().run_node(node, env)
        for value in node.outputs:
            if not isinstance(env[value], Tracer):  # differentiated: on a tape
                env[value] = to_host(env[value])
        if node.opdef.effect == "overwrite" and node.attrs.get("validate_shape", True):
            _check_assigned(node, env[node.outputs[0]])

    def seeds(self, node: Node) -> tuple[Any, Any]:
        return self.streams.seeds(node)

    def _call(self, node: Node, inputs: list[Any]) -> Sequence[Any]:
        if not self.differentiated or not any(isinstance(x, Tracer) for x in inputs):
            return super()._call(node, inputs)
        if not node.opdef.host:
            return super()._call(node, inputs)
        outputs = super()._call(node, [known(x) for x in inputs])
        if node.opdef.grad is None:
            return outputs
        env: Env = {**dict(zip(node.inputs, inputs)), **dict(zip(node.outputs, outputs))}
        autodiff.attach_gradient(node, env)
        return [env[v] for v in node.outputs]

    def extra(self, node: Node, inputs: list[Any]) -> dict[str, Any]:
        given: dict[str, Any] = {}
        if node.opdef.wants_context:
            given["context"] = NodeContext(node.name, self.streams, self.container)
        if node.opdef.effect == "random":
            given["stream"] = self.streams.take(node, node.opdef.reserved(inputs, node.attrs))
        return given


def _check_assigned(node: Node, value: Any) -> None:
    """A value whose shape was unknown until now must be that of its variable (TF1's words)."""
    static = node.outputs[0].dims
    if not shapes.is_compatible(static, np.shape(value)):
        left, right = (f"[{','.join(map(str, s))}]" for s in (static or (), np.shape(value)))
        raise failures.make(
            errors.INVALID_ARGUMENT,
            node,
            f"Assign requires shapes of both tensors to match. lhs shape= {left} rhs shape= {right}\n\t "
            f"{errors.describe_node(node)}",
        )


class NodeContext:
    """What a host op may ask (`base.host_context.HostContext`)."""

    def __init__(self, node_name: str, streams: RandomStreams, container: Container) -> None:
        self.node_name = node_name
        self.resources: Resources = container.resources
        self._container = container
        self._streams = streams

    def next_run(self) -> int:
        """How often the node has run in this session before."""
        return self._streams.count(self.node_name)

    def function(self, reference: FunctionRef) -> HostFunction:
        """A function that a host op calls."""
        from tf1compat._jaxcore.exec import functions  # which runs steps, which run host ops

        return functions.host_function(reference.body, self._container)


def run_on_host(
    nodes: Sequence[Node], env: Env, streams: RandomStreams, container: Container, wanted: Iterable[Value]
) -> None:
    """Evaluate `nodes` into `env`; their inputs are read back from the device first."""
    for node in nodes:
        for value in node.inputs:
            if value in env:
                env[value] = to_host(env[value])
    HostEvaluator(streams, container).run(nodes, env, list(wanted))


def known(x: Any) -> Any:
    """The value of what is being differentiated, for who has no derivative."""
    return np.asarray(lax.stop_gradient(x)) if isinstance(x, Tracer) else x


def to_host(x: Any) -> Any:
    return np.asarray(x) if isinstance(x, jax.Array) else x
