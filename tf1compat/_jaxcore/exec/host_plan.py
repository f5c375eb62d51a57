"""`HostPlan`: host nodes prepared once, so that a run of them costs little more than their kernels.

A pipeline runs its host nodes for every record. Looking values up, choosing attrs and grouping list arguments each time
would cost several times what the kernels do. So the nodes become the lines of one Python function:

    def plan(leave, v1):
        v2 = f0(v1)
        v3, v4 = f1([v1, v2])
        return [v4]

Constants and handles of queues and readers are no lines: they are names that the function finds outside of it. Handles are
looked up again when the session's resources have been dropped or closed.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import jax
import numpy as np

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.base.quiet import is_quiet, quietly
from tf1compat._jaxcore.exec import failures
from tf1compat._jaxcore.exec.host import HostEvaluator, NodeContext, to_host
from tf1compat._jaxcore.exec.lower import Env
from tf1compat._jaxcore.exec.state import Container, RandomStreams
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ir.region import COND, DEAD, RegionNode
from tf1compat._jaxcore.passes.order_effects import ABSENT
from tf1compat._jaxcore.schema.checks import refuse_known


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
        self._evaluator = HostEvaluator(streams, container)
        self._evaluator.order = tuple(nodes)
        self._names: dict[Value, str] = {ABSENT: "None"}
        self._scope: dict[str, Any] = {"refuse": refuse_known, "array": np.ndarray, "jax_array": _jax_array_type()}
        self._nodes: list[Node | None] = [None, None]  # by line, counted from 1
        self._resources = container.resources
        self._handles: dict[str, tuple[Node, Callable[[], Any]]] = {}
        self._found_in: Any = None  # the version of the resources that the handles belong to
        takes = ", ".join(["leave", *(self._name(v) for v in inputs)])
        lines = [f"def plan({takes}):"]
        for node in nodes:
            if self._is_fixed(node):
                continue
            for line in self._lines(node, len(self._nodes)):
                lines.append(f"    {line}")
                self._nodes.append(node)
        lines.append(f"    return [{', '.join(self._name(v) for v in outputs)}]")
        # the text is made of names that are made here
        exec(compile("\n".join(lines), _FILE, "exec"), self._scope)
        self._function: Callable[..., list[Any]] = self._scope["plan"]

    def __call__(self, args: Sequence[Any]) -> list[Any]:
        """Run on `args`, in the order of `inputs`.

        Raises:
          tf.errors.OpError: a node failed; it is named.
        """
        return self._run(np.asarray, args)

    def attempt(self, args: Sequence[Any]) -> list[Any] | None:
        """The same, but None as soon as a kernel leaves NumPy."""
        try:
            return self._run(_leave, args)
        except _Left:
            return None

    def _run(self, leave: Callable[[Any], Any], args: Sequence[Any]) -> list[Any]:
        try:
            if self._handles and self._found_in != self._resources.version:
                self._find_handles()
            given = [x if x.__class__ is np.ndarray else to_host(x) for x in args]
            if is_quiet():
                return self._function(leave, *given)
            with quietly():
                return self._function(leave, *given)
        except _Left:
            raise
        except Exception as e:
            raise self._in_terms_of_node(e) from (None if isinstance(e, errors.OpError) else e)

    def _in_terms_of_node(self, e: Exception) -> Exception:
        """What to raise for an exception in one of the lines."""
        at = e.__traceback__
        while at is not None and at.tb_frame.f_code is not self._function.__code__:
            at = at.tb_next
        node = None if at is None else self._nodes[at.tb_lineno]
        if at is None or node is None:
            return e
        if isinstance(e, errors.OpError):
            return failures.with_node(e, node)
        known = {**self._scope, **at.tb_frame.f_locals}
        return failures.kernel_failure(node, [known.get(self._names[v]) for v in node.inputs], e)

    def _name(self, value: Value) -> str:
        return self._names.setdefault(value, f"v{len(self._names)}")

    def _is_fixed(self, node: Node) -> bool:
        """Is it a constant, or a handle that lasts? Its value gets a name; handles are found at the first run."""
        if node.inputs or len(node.outputs) != 1:
            return False
        if node.opdef.type == "Const":
            self._scope[self._name(node.outputs[0])] = to_host(self._kernel(node, [])[0]())
            return True
        lasts = is_handle(node) and self._resources.version is not None
        if lasts:
            self._handles[self._name(node.outputs[0])] = (node, self._kernel(node, [])[0])
        return lasts

    def _find_handles(self) -> None:
        version = self._resources.version
        for name, (node, kernel) in self._handles.items():
            try:
                self._scope[name] = kernel()
            except errors.OpError as e:
                raise failures.with_node(e, node) from e
        self._found_in = version

    def _lines(self, node: Node, number: int) -> list[str]:
        """The lines that run a node."""
        if is_choice(node):
            return self._choice_lines(node)
        declared = node.opdef
        inputs = [self._name(v) for v in node.inputs]
        outputs = [self._name(v) for v in node.outputs]
        lines: list[str] = []
        if declared.check is not None:
            self._scope[f"c{number}"] = functools.partial(declared.checked, attrs=node.attrs)
            lines.append(f"refuse(c{number}([{', '.join(inputs)}]))")
        self._scope[f"f{number}"], grouped = self._kernel(node, inputs)
        call = f"f{number}({', '.join(grouped)})"
        if not outputs:
            return [*lines, call]
        if len(outputs) == 1:
            (out,) = outputs
            lines.append(f"{out} = {call}")
            unpack = f"if {out}.__class__ is tuple or {out}.__class__ is list: {out}, = {out}"
            leave = f"if {out}.__class__ is jax_array: {out} = leave({out})"
            return [*lines, f"if {out}.__class__ is not array:", f" {unpack}", f" {leave}"]
        lines.append(f"{', '.join(outputs)} = {call}")
        return [*lines, *(f"if {out}.__class__ is jax_array: {out} = leave({out})" for out in outputs)]

    def _choice_lines(self, node: Node) -> list[str]:
        """The lines of a condition that only chooses between values."""
        assert isinstance(node, RegionNode)
        chosen: list[list[str]] = []
        for part in node.regions:
            for inner in part.nodes:
                if inner.type == "Identity":
                    self._names[inner.outputs[0]] = self._name(inner.inputs[0])
                else:
                    self._is_fixed(inner)  # a constant
            chosen.append([self._name(v) for v in part.results])
        predicate = self._name(node.inputs[0])
        return [f"{self._name(v)} = {b} if {predicate} else {a}" for v, a, b in zip(node.outputs, *chosen)]

    def _kernel(self, node: Node, inputs: list[str]) -> tuple[Callable[..., Any], list[str]]:
        """The kernel of a node with everything but its inputs, and its arguments."""
        declared = node.opdef
        special = isinstance(node, RegionNode) or declared.effect in ("random", "overwrite")
        if special or node.attrs.get("_positioned"):
            return functools.partial(self._evaluate, node), [f"[{', '.join(inputs)}]"]
        attrs = node.kernel_attrs
        chosen = {name: attrs[name] for name in declared.kernel_attrs if name in attrs}
        if declared.wants_context:
            chosen["context"] = NodeContext(node.name, self._evaluator.streams, self._evaluator.container)
        grouped: list[str] = []
        at = 0
        for arg, size in zip(declared.inputs, declared.input_sizes(len(inputs), attrs)):
            grouped.append(f"[{', '.join(inputs[at : at + size])}]" if arg.is_list else inputs[at])
            at += size
        return functools.partial(declared.kernel, **chosen) if chosen else declared.kernel, grouped

    def _evaluate(self, node: Node, inputs: list[Any]) -> list[Any]:
        env: Env = {v: x for v, x in zip(node.inputs, inputs) if v is not ABSENT}
        self._evaluator.run_node(node, env)
        return [to_host(env[v]) for v in node.outputs]


def is_choice(node: Node) -> bool:
    """Is it a condition whose branches compute nothing?"""
    if not isinstance(node, RegionNode) or node.opdef is not COND or node.inputs[0].dims != ():
        return False
    nodes = [n for part in node.regions for n in part.nodes]
    return all(n.type in ("Const", "Identity") for n in nodes) and DEAD not in [
        v for p in node.regions for v in p.results
    ]


def is_handle(node: Node) -> bool:
    """Does it only name something that lasts as long as the session's resources?"""
    return not node.inputs and node.opdef.type.endswith(("QueueV2", "ReaderV2", "ConditionalAccumulator", "Barrier"))


_FILE = "<host plan>"


class _Left(Exception):
    """A kernel has left NumPy."""


def _leave(array: Any) -> Any:
    raise _Left


@functools.cache
def _jax_array_type() -> type:
    return type(jax.numpy.zeros(()))
