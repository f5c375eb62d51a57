"""`own_gradients`: nodes in conditions and loops whose gradients the program gives become nodes that know them.

    y = Relu(x) in a branch, with a registered gradient that looks at a   ->   y = OwnGradient(x, a)

What the gradient looks at is computed before the node, in the same branch or step. A graph without such nodes passes
unchanged.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.ir.function import Function, called, instantiate
from tf1compat._jaxcore.ir.graph import Graph, topological
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ir.own_gradient import LEFT_OUT, OwnGradient, WithOwnGradients
from tf1compat._jaxcore.passes.functional import functional
from tf1compat._jaxcore.passes.functionalize import functionalize
from tf1compat._jaxcore.passes.inline import inline
from tf1compat._jaxcore.passes.prune import prune
from tf1compat._jaxcore.schema.signature import Arg


@dataclasses.dataclass(frozen=True, eq=False)
class Backward:
    """The gradient of an `OwnGradient` node, in the place of an op's `grad`; `exec.autodiff` evaluates it.

    `graph` makes the gradients of the inputs `given_for` of those of the outputs, then what was captured.
    """

    graph: Graph
    given_for: tuple[int, ...]
    outputs: tuple[int | None, ...]  # what was captured: an output of the node, or the next of its further inputs
    count: int  # of the node's real inputs

    def __call__(self, *_: Any, **__: Any) -> Any:
        raise AssertionError("evaluated by exec.autodiff")


def own_gradients(graph: Graph) -> Graph:
    """The same program, in which such nodes have a gradient of their own.

    Raises:
      UnsupportedError: a gradient was read from a file, which does not hold what belongs to it.
    """
    for node in graph.nodes:
        if LEFT_OUT in node.attrs:
            raise errors.unsupported(
                "a gradient read from a file, of a loop or condition with registered gradients inside",
                node=node,
                advice="files do not hold these: call tf.gradients or Optimizer.minimize again",
            )
    given = {
        g.node: g for n in graph.nodes if isinstance(n.opdef.kernel, WithOwnGradients) for g in n.opdef.kernel.gradients
    }
    present = set(graph.nodes)
    given = {n: g for n, g in given.items() if n in present}
    if not given:
        return graph
    roots = [*graph.nodes, *(v.node for g in given.values() for v in g.captured)]
    everything = topological(roots, frozenset(graph.feeds))
    copy = instantiate(Function("", tuple(everything), graph.feeds, graph.fetches, graph.targets), graph.feeds)
    same = dict(zip(everything, copy.nodes))

    def value(v: Value) -> Value:
        return same[v.node].outputs[v.index] if v.node in same and v not in graph.feeds else v

    for node, gradient in given.items():
        _make_own(same[node], gradient, [value(v) for v in gradient.captured])
    targets = tuple(same.get(t, t) for t in graph.targets)
    nodes = topological([*(v.node for v in copy.results if v not in graph.feeds), *targets], frozenset(graph.feeds))
    return Graph(tuple(nodes), graph.feeds, copy.results, targets)


def _make_own(node: Node, gradient: OwnGradient, captured: Sequence[Value]) -> None:
    if called(node) is not None:
        raise errors.unsupported(
            "a function with a gradient of its own (grad_func, python_grad_func) inside a condition or loop",
            node=node,
            advice="use tf.custom_gradient there",
        )
    body, declared, count = gradient.function, node.opdef, len(node.inputs)
    graph = functional(functionalize(inline(prune(body.results, (), body.params))))
    for inner in graph.nodes:
        if inner.opdef.host or inner.opdef.effect is not None:
            raise errors.unsupported(
                f"a registered gradient inside a condition or loop that makes the operation {inner.type!r}",
                node=node,
                advice="it may compute from tensors only: read variables and draw random numbers outside of it",
            )
    own = [v.index if v.node is node else None for v in captured]
    more = tuple(v for v in captured if v.node is not node)
    kernel: Any = declared.kernel
    node.attrs = {**node.kernel_attrs, "_captured": [v.dtype.base for v in more]}
    node.opdef = dataclasses.replace(
        declared,
        type="OwnGradient",
        kernel=_first_of(kernel),
        inputs=(*declared.inputs, Arg("captured", type_list_attr="_captured")),
        check=None if declared.check is None else _first_of(declared.check),
        grad=Backward(graph, gradient.given_for, tuple(own), count),
        differentiable=True,
        shape=None,
    )
    node.inputs = (*node.inputs, *more)


def _first_of(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """`kernel` without the last argument, what was captured."""

    def run(*args: Any, **attrs: Any) -> Any:
        return kernel(*args[:-1], **attrs)

    return run
