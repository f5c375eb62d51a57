"""Convolutions inside loops, in the one layout that XLA's CPU backend has fast code for there.

XLA:CPU brings convolutions into the layout of its library (batch first, channels last) at the top of a program only.
Inside the body of a loop the gradient of a kernel, which has another layout, runs as plain loops: 20 times slower.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
from jax import lax
from jax.extend import core


def for_loops(function: Callable[..., Any], *args: Any) -> Callable[..., Any]:
    """`function` (of trees of arrays like `args`) with every convolution in the layout that is fast in a loop."""
    if jax.default_backend() != "cpu":
        return function
    traced, shapes = jax.make_jaxpr(function, return_shape=True)(*args)
    if not _has_convolutions(traced.jaxpr):
        run = core.jaxpr_as_fun(traced)
    else:

        def run(*values: Any) -> Sequence[Any]:
            return _evaluate(traced.jaxpr, traced.consts, values)

    structure = jax.tree.structure(shapes)

    def call(*values: Any) -> Any:
        return jax.tree.unflatten(structure, run(*jax.tree.leaves(values)))

    return call


def _has_convolutions(jaxpr: Any) -> bool:
    return any(
        e.primitive.name == "conv_general_dilated" or any(_has_convolutions(j) for j in _inner(e)) for e in jaxpr.eqns
    )


def _inner(equation: Any) -> list[Any]:
    """The program inside a call; loops and conditions stay as they are."""
    return [equation.params["jaxpr"].jaxpr] if equation.primitive.name in ("jit", "pjit") else []


def _evaluate(jaxpr: Any, consts: Sequence[Any], args: Sequence[Any]) -> list[Any]:
    env: dict[Any, Any] = {**dict(zip(jaxpr.constvars, consts)), **dict(zip(jaxpr.invars, args))}

    def read(atom: Any) -> Any:
        return atom.val if isinstance(atom, core.Literal) else env[atom]

    for equation in jaxpr.eqns:
        inputs = [read(a) for a in equation.invars]
        inner = _inner(equation)
        if equation.primitive.name == "conv_general_dilated":
            results: Any = [_convolution(*inputs, **equation.params)]
        elif inner and _has_convolutions(inner[0]):
            results = _evaluate(inner[0], equation.params["jaxpr"].consts, inputs)
        else:
            results = equation.primitive.bind(*inputs, **equation.primitive.get_bind_params(equation.params))
            results = results if equation.primitive.multiple_results else [results]
        env.update(zip(equation.outvars, results))
    return [read(a) for a in jaxpr.outvars]


def _convolution(lhs: Any, rhs: Any, *, dimension_numbers: Any, **params: Any) -> Any:
    """The convolution, its operands transposed to batch, space, channels and to space, input, output channels."""
    numbers = dimension_numbers
    space = range(2, lhs.ndim)
    last = lax.ConvDimensionNumbers(
        (0, lhs.ndim - 1, *range(1, lhs.ndim - 1)),
        (lhs.ndim - 1, lhs.ndim - 2, *range(lhs.ndim - 2)),
        (0, lhs.ndim - 1, *range(1, lhs.ndim - 1)),
    )
    lhs_spec, rhs_spec, out_spec = numbers
    lhs = lax.transpose(lhs, (lhs_spec[0], *(lhs_spec[i] for i in space), lhs_spec[1]))
    rhs = lax.transpose(rhs, (*(rhs_spec[i] for i in space), rhs_spec[1], rhs_spec[0]))
    out = lax.conv_general_dilated_p.bind(lhs, rhs, dimension_numbers=last, **params)
    back = [0] * out.ndim
    back[out_spec[0]], back[out_spec[1]] = 0, out.ndim - 1
    for i in space:
        back[out_spec[i]] = i - 1
    return lax.transpose(out, back)
