"""`tf.RegisterGradient`: gradients that a program gives to ops, by op type or for `Graph.gradient_override_map`.

The gradients of the ops themselves are declared with the ops; programs import TF's `array_grad` and its like, which
this module answers, only to have them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.schema import opdef

Gradient = Callable[..., Any]


class RegisterGradient:
    """A decorator: the function `(op, *output_gradients) -> input gradients` is the gradient of ops of this type.

    Raises:
      TypeError: the type is no string.
      KeyError: the type has a gradient already.

    >>> import tf1compat as tf
    >>> @tf.RegisterGradient("Doubled")
    ... def doubled(op, grad):
    ...     return 2.0 * grad
    >>> with tf.Graph().as_default() as graph, tf.Session() as sess:
    ...     x = tf.constant(3.0)
    ...     with graph.gradient_override_map({"Identity": "Doubled"}):
    ...         y = tf.identity(x)
    ...     print(sess.run(tf.gradients(y, x)[0]))
    2.0
    """

    def __init__(self, op_type: str) -> None:
        if not isinstance(op_type, str):
            raise TypeError("op_type must be a string")
        self._op_type = op_type

    def __call__(self, f: Gradient) -> Gradient:
        _register(self._op_type, f)
        return f


def no_gradient(op_type: str) -> None:
    """Ops of this type have no gradient.

    Raises:
      TypeError: the type is no string.
      KeyError: the type has a gradient already.
    """
    if not isinstance(op_type, str):
        raise TypeError("op_type must be a string")
    _register(op_type, None)


NotDifferentiable = NoGradient = no_gradient


def get_gradient_function(op: Any) -> Gradient | None:
    """The function that makes the gradients of an operation's inputs, or None if it has none.

    Raises:
      LookupError: no gradient of that name is registered.
    """
    if not op.inputs:
        return None
    name = _name(op)
    if name in context.GRADIENTS:
        return context.GRADIENTS[name]
    declared = opdef.find(name)
    if declared is None:
        raise LookupError(f"gradient registry has no entry for: {name}")
    return _declared_gradient if declared.differentiable else None


def registered_between(ys: Iterable[Value], xs: Iterable[Value], stops: set[Any]) -> list[Node]:
    """The nodes with a registered gradient on the way from `xs` to `ys`, the last made first."""
    order = _inputs_first(ys, stops)
    reached, before = set(xs), -1
    while len(reached) != before:  # once, but for loops
        before = len(reached)
        for node in order:
            if not reached.isdisjoint(node.inputs) and (node.opdef.differentiable or has_registered(node)):
                reached.update(v for v in node.outputs if v not in stops)
    return [n for n in reversed(order) if not reached.isdisjoint(n.inputs) and has_registered(n)]


def _inputs_first(ys: Iterable[Value], stops: set[Any]) -> list[Node]:
    """The nodes behind `ys` as far as `stops`, each after its inputs (loops are cut somewhere)."""
    order: list[Node] = []
    opened: set[Node] = set()
    todo = [(y.node, False) for y in ys if y not in stops]
    while todo:
        node, closed = todo.pop()
        if closed:
            order.append(node)
        elif node not in opened:
            opened.add(node)
            todo.append((node, True))
            todo.extend((v.node, False) for v in node.inputs if v not in stops)
    return order


def has_registered(node: Node) -> bool:
    """Whether a program gave this node a gradient; LookupError if it named one that is not registered."""
    if "_gradient_op_type" in node.attrs:
        get_gradient_function(node)
        return True
    return node.type in context.GRADIENTS


def input_gradients(node: Node, grads: Sequence[Any]) -> list[tuple[Tensor, Tensor]]:
    """What the registered function makes of the gradients of `node`'s outputs: (input, gradient) where there is one.

    Raises:
      ValueError: the function gives another number of gradients than the op has inputs.
    """
    from tf1compat._facade.convert import convert

    op: Any = node
    function = get_gradient_function(op)
    if function is None:
        return []
    with context.get_default_graph().name_scope(node.name + "_grad"):
        made = function(op, *grads)
    if not isinstance(made, (list, tuple)):
        made = [made]
    if len(made) != len(node.inputs):
        raise ValueError(
            f"Num gradients {len(made)} generated for op {node.name} do not match num inputs {len(node.inputs)}"
        )
    return [(x, convert(g, dtype=x.dtype.base)) for x, g in zip(op.inputs, made) if g is not None and is_trainable(x)]


def is_trainable(x: Value) -> bool:
    """May `x` have a gradient?"""
    dtype = x.dtype.base
    return dtype.is_floating or dtype.is_complex or dtype is dtypes.resource


def _register(name: str, function: Gradient | None) -> None:
    declared = opdef.find(name)
    if name in context.GRADIENTS or (declared is not None and declared.differentiable):
        raise KeyError(f"Registering two gradient with name '{name}'!")
    context.GRADIENTS[name] = function


def _name(op: Operation) -> str:
    given = op.attrs.get("_gradient_op_type")
    return op.type if given is None else given.decode()


def _declared_gradient(op: Operation, *grads: Any) -> list[Any]:
    from tf1compat._facade.gradients import gradients

    ys: list[Any] = list(op.outputs)
    return gradients(ys, list(op.inputs), list(grads))


def _GetGradSource(op_or_tensor: Any) -> str:  # pyright: ignore (programs take it by this name)
    """The name scope of the `tf.gradients` call that something was made in.

    Raises:
      ValueError: no scope around it begins with "gradients".
    """
    parts = op_or_tensor.name.split("/")
    scopes = [i for i, part in enumerate(parts) if part.startswith("gradients")]
    if not scopes:
        raise ValueError(
            f"Expected op/tensor name to start with gradients (excluding scope), got: {op_or_tensor.name}. This means "
            "that a tf.gradients op with this op in its dependency path has a custom name that does not start with "
            "'gradients'. Please make sure all calls to tf.gradients that have non-empty 'name' arguments use names "
            "that start with 'gradients'."
        )
    return "/".join(parts[: scopes[-1] + 1])
