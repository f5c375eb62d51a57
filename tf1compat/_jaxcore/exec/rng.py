"""Random draws of a step: made by small cached kernels before it and handed in, where their shapes are known by then.

A draw inside the step's program would be compiled anew with every program that has one; a kernel per (op, attrs,
shape) is compiled once for all of them. What depends on values of the step itself is drawn inside it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.base.array import is_concrete, shape_tuple, size_tuple
from tf1compat._jaxcore.exec import compile as compiling
from tf1compat._jaxcore.exec import failures
from tf1compat._jaxcore.exec.lower import Env, Evaluator
from tf1compat._jaxcore.exec.state import RandomStreams
from tf1compat._jaxcore.ir.graph import topological
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ops.philox import Stream, blocks_before
from tf1compat._jaxcore.schema.checks import refuse_known
from tf1compat._jaxcore.schema.opdef import OpDef

# ops whose outputs are one stream cut to a shape: a shorter draw is the beginning of a longer one
_FILLS = frozenset({"RandomUniform", "RandomStandardNormal", "TruncatedNormal", "RandomUniformInt"})
_LARGEST = 1 << 22
_BUCKETS = (1 << 10, 1 << 14, 1 << 18, _LARGEST)


@dataclass(frozen=True)
class Draw:
    """One random node of a step: its concrete inputs (None: not known before the step) and how far it advances."""

    node: Node
    inputs: tuple[Any, ...] | None
    blocks: int


class Recorder(Evaluator):
    """Evaluates abstractly up to the random nodes and writes down what each draws."""

    def __init__(self, folded: frozenset[Node]) -> None:
        super().__init__(folded)
        self.draws: list[Draw] = []

    def run_node(self, node: Node, env: Env) -> None:
        if node.opdef.effect != "random" or node.attrs.get("_positioned"):
            super().run_node(node, env)
            return
        inputs = [env[v] for v in node.inputs]
        try:
            self._record(node, inputs, env)
        except errors.OpError as e:
            raise failures.with_node(e, node) from None
        except Exception as e:
            raise failures.kernel_failure(node, inputs, e) from e

    def _record(self, node: Node, inputs: list[Any], env: Env) -> None:
        declared = node.opdef
        known = tuple(np.asarray(x) for x in inputs) if is_concrete(*inputs) and len(node.outputs) == 1 else None
        self.draws.append(Draw(node, known, declared.reserved(inputs, node.attrs)))
        if known is not None and declared.type in _FILLS:  # tracing Philox only for its shape would cost milliseconds
            refuse_known(declared.checked(known, node.attrs))
            env[node.outputs[0]] = jnp.zeros(size_tuple(known[0]), node.outputs[0].dtype.np)
            return
        _fill_in(node, inputs, node.outputs, env)

    def draw(self, node: Node, inputs: list[Any], env: Env) -> None:
        """A random op of a loop or branch, which carries its stream: only the shapes matter here."""
        *given, block = inputs
        env[node.outputs[0]] = block
        _fill_in(node, given, node.outputs[1:], env)


def _fill_in(node: Node, inputs: Sequence[Any], outputs: Sequence[Value], env: Env) -> None:
    """Zeros of the shapes that a random op would draw."""
    zero = Stream(np.uint64(0), np.uint64(0), np.uint64(0))
    abstract = jax.eval_shape(lambda: node.opdef(inputs, node.kernel_attrs, stream=zero))
    for value, like in zip(outputs, abstract):
        env[value] = jnp.zeros(like.shape, like.dtype)


def find_draws(
    nodes: Sequence[Node], folded: frozenset[Node], inputs: Sequence[Value], args: Sequence[Any], static: Env
) -> list[Draw]:
    """What the random nodes among `nodes` draw for arguments of these shapes; nothing is computed."""
    random = [n for n in nodes if n.opdef.effect == "random"]
    cut = frozenset((*inputs, *static))
    needed = topological([v.node for n in random for v in n.inputs if v not in cut] + random, cut)
    present = set(nodes)
    order = [n for n in needed if n in present]
    recorder = Recorder(folded)

    def trace(values: Sequence[Any]) -> None:
        env: Env = {**static, **dict(zip(inputs, values))}
        recorder.run(order, env, ())

    jax.eval_shape(trace, list(args))
    return recorder.draws


def draw(item: Draw, streams: RandomStreams) -> Any:
    """Make one draw by the kernel of its op and shape."""
    assert item.inputs is not None
    stream = streams.take(item.node, item.blocks)
    node = item.node
    extra = item.inputs[1:]
    if node.opdef.type in _FILLS:
        return _kernel(node.opdef, _frozen(node), shape_tuple(item.inputs[0]))(*stream, *extra)
    return node.opdef(item.inputs, node.kernel_attrs, stream=stream)[0]


def draw_in_pieces(item: Draw, streams: RandomStreams) -> np.ndarray[Any, Any]:
    """Make one draw by kernels of a few fixed sizes, for what is drawn once: no compilation per shape."""
    node = item.node
    if item.inputs is None or node.opdef.type not in _FILLS:
        return np.asarray(draw(item, streams))
    shape = shape_tuple(item.inputs[0])
    count = math.prod(shape)
    stream = streams.take(node, item.blocks)
    dtype = node.outputs[0].dtype.np
    pieces: list[np.ndarray[Any, Any]] = []
    done = 0
    while done < count:
        size = next((b for b in _BUCKETS if b >= count - done), _LARGEST)
        at = stream.skip(blocks_before(done, dtype, truncated=node.opdef.type == "TruncatedNormal"))
        piece = _kernel(node.opdef, _frozen(node), (size,))(*at, *item.inputs[1:])
        pieces.append(np.asarray(piece)[: count - done])
        done += size
    flat = pieces[0] if len(pieces) == 1 else np.concatenate(pieces) if pieces else np.zeros(0, dtype)
    return flat.reshape(shape)


def _frozen(node: Node) -> tuple[tuple[str, Any], ...]:
    attrs = node.kernel_attrs
    return tuple((name, attrs[name]) for name in node.opdef.kernel_attrs if name in attrs)


@lru_cache(maxsize=4096)
def _kernel(opdef: OpDef, attrs: tuple[tuple[str, Any], ...], shape: tuple[int, ...]) -> Callable[..., Any]:
    def run(seed: Any, seed2: Any, block: Any, *extra: Any) -> Any:
        sizes = np.asarray(shape, np.int32)
        return opdef([sizes, *extra], dict(attrs), stream=Stream(seed, seed2, block))[0]

    return compiling.jit(run)
