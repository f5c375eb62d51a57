"""Elements of TensorArrays that are read or written twice: TF's errors, where it is known which elements those are.

Looked at where nodes run once and in order: not in branches and loops that are traced, where indices are unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.base.array import is_concrete
from tf1compat._jaxcore.exec import failures
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ops.elements import Elements, Ledger

READS = frozenset({"TensorArrayReadV3", "TensorArrayReadV2", "TensorArrayGatherV3", "TensorArrayGatherV2"})
WHOLE = frozenset({"TensorArrayConcatV3", "TensorArrayConcatV2"})
WRITES = frozenset({"TensorArrayWriteV3", "TensorArrayWriteV2", "TensorArrayScatterV3", "TensorArrayScatterV2"})
SPLITS = frozenset({"TensorArraySplitV3", "TensorArraySplitV2"})
LOOKED_AT = READS | WHOLE | WRITES | SPLITS


def look(node: Node, inputs: Sequence[Any]) -> None:
    """Note what `node` reads or writes; InvalidArgumentError for what was read or written before."""
    array = inputs[-1]
    if not isinstance(array, Elements) or array.ledger is None:
        return
    if node.type in WHOLE:
        _read(node, array, list(range(array.size)))
    elif node.type in SPLITS:
        _write(node, array, list(range(len(inputs[2]))))
    elif is_concrete(inputs[1]):
        indices = np.asarray(inputs[1]).reshape(-1).tolist()
        (_read if node.type in READS else _write)(node, array, indices)
    elif node.type in WRITES:
        array.ledger.writes.update((i, node) for i in range(array.size) if i not in array.ledger.writes)


def _read(node: Node, array: Elements, indices: list[int]) -> None:
    ledger = array.ledger
    assert ledger is not None
    seen: set[int] = set()
    for i in indices:
        if array.traits.clears and (ledger.reads.get(i, node) is not node or i in seen):
            raise _refused(
                node,
                f"Could not read index {i} twice because it was cleared after a previous read (perhaps try setting "
                "clear_after_read = false?).",
            )
        seen.add(i)
    ledger.reads.update(dict.fromkeys(indices, node))


def _write(node: Node, array: Elements, indices: list[int]) -> None:
    ledger = array.ledger
    assert ledger is not None
    for i in indices:
        if i in ledger.reads:
            raise _refused(node, f"Could not write to TensorArray index {i} because it has already been read.")
        if ledger.writes.get(i) not in (None, node):
            raise _refused(node, f"Could not write to TensorArray index {i} because it has already been written to.")
    ledger.writes.update(dict.fromkeys(indices, node))


def _refused(node: Node, message: str) -> errors.OpError:
    return failures.with_node(errors.InvalidArgumentError(None, None, f"TensorArray: {message}"), node)


def renewed(env: dict[Value, Any], nodes: Iterable[Node]) -> dict[Value, Any]:
    """`env` for one more evaluation of `nodes`: what they have done to its arrays is not known there."""
    again = frozenset(nodes)
    copies: dict[int, Ledger] = {}
    found = dict(env)
    for value, array in env.items():
        if isinstance(array, Elements) and array.ledger is not None:
            ledger = copies.setdefault(id(array.ledger), array.ledger.without(again))
            found[value] = Elements(array.data, array.size, array.traits, array.length, ledger)
    return found
