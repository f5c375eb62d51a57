"""What a check inside a condition or a loop was given: the failed step is run once more, node by node, up to there.

A compiled program says of its conditions and loops no more than which node refused its inputs. Failures are rare, so
their words are found by doing again what led there, on the host: the kernel that refuses raises TensorFlow's error.
"""

from __future__ import annotations

from collections.abc import Sequence

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.exec.host import to_host
from tf1compat._jaxcore.exec.lower import Env, Evaluator
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ir.region import RegionNode, free_values
from tf1compat._jaxcore.passes.order_effects import ABSENT


def raise_again(evaluator: Evaluator, nodes: Sequence[Node], refusing: RegionNode, env: Env) -> None:
    """Raise what a node inside `refusing`, one of `nodes`, raises for `env`; nothing where it cannot be had.

    `evaluator`: runs nodes on NumPy arrays, with the draws of the step.
    """
    env.update((v, to_host(x)) for v, x in list(env.items()))
    try:
        for node in _leading_to(refusing, nodes):
            evaluator.run([node], env, node.outputs)
    except errors.OpError:
        raise
    except Exception:  # a gradient on the way, which cannot be taken node by node: the error has no values then
        return


def _leading_to(last: RegionNode, nodes: Sequence[Node]) -> list[Node]:
    wanted: set[Value] = set(_taken(last))
    found: list[Node] = [last]
    for node in reversed(nodes[: nodes.index(last)]):
        if not wanted.isdisjoint(node.outputs):
            wanted.update(_taken(node))
            found.append(node)
    return found[::-1]


def _taken(node: Node) -> list[Value]:
    inner = free_values(node.regions) if isinstance(node, RegionNode) else []
    return [v for v in (*node.inputs, *inner) if v is not ABSENT]
