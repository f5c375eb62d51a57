"""`tf.custom_gradient`: functions that say themselves what their gradient is."""

from __future__ import annotations

import functools
import inspect
import itertools
from collections.abc import Callable, Sequence
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.apply import apply_op
from tf1compat._facade.array_ops import identity_n
from tf1compat._facade.convert import convert
from tf1compat._facade.gradient_registry import RegisterGradient
from tf1compat._facade.gradient_tape import GradientTape
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.resource_variables import is_resource_variable
from tf1compat._facade.variable_scope import get_variable_scope
from tf1compat._jaxcore.base import nest
from tf1compat._jaxcore.ir.node import Node

_numbers = itertools.count()


def custom_gradient(f: Callable[..., Any]) -> Callable[..., Any]:
    """A decorator for functions `f(*x)` that return `(y, grad_fn)`: `grad_fn(*dy)` gives the derivatives by each x.

    If `f` uses variables (they must be resource variables), `grad_fn` takes a keyword `variables`, a list of them, and
    returns two lists: the derivatives by each x and by each variable.

    Raises (when called):
      TypeError: `f` uses variables and `grad_fn` does not take them, or makes variables that are no resource variables.
      ValueError: keyword arguments are given.

    >>> import tf1compat as tf
    >>> @tf.custom_gradient
    ... def log1pexp(x):
    ...     e = tf.exp(x)
    ...     return tf.log(1 + e), lambda dy: dy * (1 - 1 / (1 + e))
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     x = tf.constant(100.0)
    ...     print(sess.run(tf.gradients(log1pexp(x), x)[0]))
    1.0
    """

    @functools.wraps(f)
    def decorated(*args: Any, **kwargs: Any) -> Any:
        if kwargs:
            raise ValueError(
                "The custom_gradient decorator currently supports keywords arguments only when eager execution is enabled."
            )
        return _call(f, [convert(x) for x in args])

    return decorated


def _call(f: Callable[..., Any], args: list[Any]) -> Any:
    name = f"CustomGradient-{next(_numbers)}"
    scope = get_variable_scope()
    before = {id(v) for v in (*scope.global_variables(), *scope.local_variables())}
    result, grad_fn = f(*args)
    made = [v for v in (*scope.global_variables(), *scope.local_variables()) if id(v) not in before]
    if not all(is_resource_variable(v) for v in made):
        raise TypeError(
            "All variables used by a function wrapped with @custom_gradient must be `ResourceVariable`s. Ensure that no "
            "`variable_scope` is created with `use_resource=False`."
        )
    variables = get_dependent_variables(args, result)
    _check_signature(grad_fn, variables)
    flat = nest.flatten(result)
    tensors = [*flat, *args, *variables]

    @RegisterGradient(name)
    def gradient(op: Any, *grads: Any) -> list[Any]:
        given = grads[: len(flat)]
        if not variables:
            return [*[None] * len(flat), *nest.flatten(grad_fn(*given))]
        by_inputs, by_variables = grad_fn(*given, variables=variables)
        if len(by_variables) != len(variables):
            raise ValueError("Must return gradient for each variable from @custom_gradient grad_fn.")
        return [*[None] * len(flat), *nest.flatten(by_inputs), *by_variables]

    with context.get_default_graph().gradient_override_map({"IdentityN": name}):
        wrapped = identity_n(tensors)
    for variable in variables:
        convert(variable)  # TF1: the tape is told the values, which reads them once more
    return nest.pack_sequence_as(result, wrapped[: len(flat)])


def _check_signature(grad_fn: Callable[..., Any], variables: Sequence[Any]) -> None:
    spec = inspect.getfullargspec(grad_fn)
    takes_variables = "variables" in spec.args or "variables" in spec.kwonlyargs or spec.varkw is not None
    if variables and not takes_variables:
        raise TypeError(
            "If using @custom_gradient with a function that uses variables, then grad_fn must accept a keyword argument "
            "'variables'."
        )
    if takes_variables and not variables:
        if not get_variable_scope().use_resource:
            raise TypeError(
                "If using @custom_gradient with a function that uses variables, the enclosing variable scope must have "
                "use_resource=True."
            )
        tf_logging.warn(
            "@custom_gradient grad_fn has 'variables' in signature, but no ResourceVariables were used on the forward pass."
        )


def get_dependent_variables(input_ops: Any, output_ops: Any) -> list[Any]:
    """The trainable variables that `output_ops` depend on other than through `input_ops`, by name."""
    # TF1: these nodes are made for the search
    outputs = [apply_op("Identity", convert(x)) for x in nest.flatten(output_ops)]
    stops = {convert(x) for x in nest.flatten(input_ops)}
    found: dict[str, None] = {}
    seen: set[Node] = set()
    todo: list[Any] = list(outputs)
    while todo:
        value = todo.pop()
        node = value.node
        if value in stops or node in seen:
            continue
        seen.add(node)
        if node.opdef.variable:
            found[node.name] = None
        if node.opdef.differentiable:
            todo.extend(node.inputs)
    by_name = {v.op.name: v for v in context.get_default_graph().get_collection("variables") if v.trainable}
    return [by_name[n] for n in sorted(found) if n in by_name]


def recompute_grad(f: Callable[..., Any]) -> Callable[..., Any]:
    """`f`, which is computed once more for its gradient instead of being kept."""

    @custom_gradient
    def inner(*args: Any) -> Any:
        result = f(*args)

        def grad(dresult: Any, variables: Any = None) -> Any:
            kept = list(variables or ())
            with GradientTape() as tape:
                tape.watch(list(args))
                with context.get_default_graph().control_dependencies([dresult]):
                    again = f(*args)
            grads = tape.gradient(again, [*args, *kept], output_gradients=[dresult])
            return grads[: len(args)], grads[len(args) :]

        return result, grad

    return inner


def grad_pass_through(f: Callable[..., Any]) -> Callable[..., Any]:
    """`f` with the gradient of the identity."""

    @custom_gradient
    def passing(*args: Any) -> Any:
        def grad(*grads: Any, **given: Any) -> Any:
            variables = given.get("variables")
            return grads if variables is None else (grads, [None] * len(variables))

        return f(*args), grad

    return functools.wraps(f)(passing)
