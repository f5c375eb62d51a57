"""Tensor arrays and stacks as variables that live for one step, in graphs with TF's own backward loops."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ir.region import all_nodes
from tf1compat._jaxcore.ops import stores

if TYPE_CHECKING:
    from tf1compat._jaxcore.passes.order_effects import Threading, Variables

STORE = "store of "  # prefix of their keys


def are_needed(nodes: Iterable[Node]) -> bool:
    """Has the graph stacks, or gradients of arrays?"""
    return any(n.type.startswith(("Stack", "TensorArrayGrad")) for n in all_nodes(nodes))


def is_store(key: str) -> bool:
    return key.startswith(STORE)


def look_at(variables: Variables, node: Node) -> bool:
    """Note which store `node` makes, reads or writes; False if it has nothing to do with stores."""
    found = stores.store_ops().get(node.type)
    if found is None:
        if node.type.startswith(("Stack", "TensorArray")):
            raise _unsupported(node)
        return False
    if found.use == "make":
        key = STORE + node.name
        variables.alias[node.outputs[0]] = key
        variables.nodes[key] = node
        variables.reads[node] = ()
        variables.writes[node] = (key,)
        return True
    source = variables.alias.get(node.inputs[0])
    if source is None:
        raise _unsupported(node)
    variables.reads[node] = (source,)
    if found.use == "gradient":
        name = node.attrs["source"]
        key = f"{source} gradient {name.decode() if isinstance(name, bytes) else name}"
        variables.alias[node.outputs[0]] = key
        variables.nodes.setdefault(key, node)
        variables.reads[node] = (source, key)
        variables.writes[node] = (key,)
    elif found.use == "write":
        variables.writes[node] = (source,)
    return True


def _unsupported(node: Node) -> Exception:
    return errors.unsupported(
        f"{node.type} on storage that is made inside a loop (the imported gradient of a loop in a loop)",
        node=node,
        advice="build the model in Python and restore its checkpoint",
    )


def rewrite(threading: Threading, node: Node) -> None:
    """`node` on contents in place of handles."""
    variables = threading.variables
    found = stores.store_ops()[node.type]
    if found.use == "close":
        return
    inputs = [threading.value(v) for v in node.inputs]
    written = variables.writes.get(node, ())
    plain = [v for v in node.outputs if v not in variables.alias]
    if found.use == "gradient":
        source, key = variables.reads[node]
        inputs = [threading.read(source), threading.read(key)]
    new = Node(node.id, found.declared, node.name, tuple(inputs), node.control, node.attrs, node.device, node.frame)
    specs = [*((dtypes.resource, None) for _ in written), *((v.dtype, v.dims) for v in plain)]
    new.outputs = tuple(Value(new, i, dtype, dims) for i, (dtype, dims) in enumerate(specs))
    threading.nodes.append(new)
    for key, version in zip(written, new.outputs):
        threading.set_version(key, version)
    threading.renamed.update(zip(plain, new.outputs[len(written) :]))


def empty(like: Node) -> Node:
    """A node that gives the contents of a store before anything is in it."""
    node = Node(like.id, stores.EMPTY, like.name, ())
    node.outputs = (Value(node, 0, dtypes.resource, None),)
    return node
