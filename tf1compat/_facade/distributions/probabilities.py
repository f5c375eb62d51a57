"""Logits, probabilities and their relatives: which of two is given, combinations, weighted sums, quadrature."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade import linalg_ops
from tf1compat._facade.convert import convert
from tf1compat._facade.distributions.static_shapes import dimension, dimension_size
from tf1compat._facade.distributions.validation import embed_check_categorical_event_shape
from tf1compat._facade.formulas import array_ops, check_ops, constants, math_ops, nn_ops
from tf1compat._facade.framework import control_dependencies, name_scope
from tf1compat._facade.grouping import with_dependencies


def get_logits_and_probs(
    logits: Any = None,
    probs: Any = None,
    multidimensional: bool = False,
    validate_args: bool = False,
    name: str = "get_logits_and_probs",
    dtype: Any = None,
) -> tuple[Any, Any]:
    """Both, of probabilities of the last dimension's classes (`multidimensional`) or of single events.

    Raises:
      ValueError: not exactly one of them is given.
      TypeError: it is not of floats.
    """
    with name_scope(name, values=[probs, logits]):
        if (probs is None) == (logits is None):
            raise ValueError("Must pass probs or logits, but not both.")
        if probs is None:
            logits = convert(logits, dtype, "logits")
            if not logits.dtype.is_floating:
                raise TypeError("logits must having floating type.")
            if multidimensional:
                if validate_args:
                    logits = embed_check_categorical_event_shape(logits)
                return logits, nn_ops.softmax(logits, name="probs")
            return logits, math_ops.sigmoid(logits, name="probs")
        probs = convert(probs, dtype, "probs")
        if not probs.dtype.is_floating:
            raise TypeError("probs must having floating type.")
        if validate_args:
            probs = _validated(probs, multidimensional)
        with name_scope("logits"):
            log = math_ops.log(probs)
            return (log, probs) if multidimensional else (log - math_ops.log1p(-1.0 * probs), probs)


logits_and_probs = get_logits_and_probs


def _validated(probs: Any, multidimensional: bool) -> Any:
    with name_scope("validate_probs"):
        one = constants.constant(1.0, probs.dtype)
        checks = [check_ops.assert_non_negative(probs)]
        if multidimensional:
            probs = embed_check_categorical_event_shape(probs)
            total = math_ops.reduce_sum(probs, -1)
            checks.append(check_ops.assert_near(total, one, message="probs does not sum to 1."))
        else:
            checks.append(check_ops.assert_less_equal(probs, one, message="probs has components greater than 1."))
        return with_dependencies(checks, probs)


def log_combinations(n: Any, counts: Any, name: str = "log_combinations") -> Any:
    """The logarithm of the multinomial coefficient of `n` draws that gave `counts`."""
    with name_scope(name, values=[n, counts]):
        draws: Any = convert(n, None, "n")
        found: Any = convert(counts, None, "counts")
        orders = math_ops.lgamma(draws + 1)
        return orders - math_ops.reduce_sum(math_ops.lgamma(found + 1), axis=[-1])


def reduce_weighted_logsumexp(
    logx: Any, w: Any = None, axis: Any = None, keep_dims: bool = False, return_sign: bool = False,
    name: str | None = None,
) -> Any:  # fmt: skip
    """log|sum(w * exp(logx))|, and the sign of that sum if asked for."""
    with name_scope(name, "reduce_weighted_logsumexp", [logx, w]):
        x: Any = convert(logx, None, "logx")
        if w is None:
            total = math_ops.reduce_logsumexp(x, axis=axis, keepdims=keep_dims)
            return (total, array_ops.ones_like(total)) if return_sign else total
        w = convert(w, x.dtype.base, "w")
        sizes = x + math_ops.log(math_ops.abs(w))
        most = math_ops.reduce_max(sizes, axis=axis, keepdims=True)
        most = array_ops.where_v2(math_ops.is_inf(most), array_ops.zeros_like(most), most)
        scaled = math_ops.sign(w) * math_ops.exp(sizes - most)
        total = math_ops.reduce_sum(scaled, axis=axis, keepdims=keep_dims)
        if not keep_dims:
            most = array_ops.squeeze(most, axis)
        sign = math_ops.sign(total)
        total = most + math_ops.log(sign * total)
        return (total, sign) if return_sign else total


def softplus_inverse(x: Any, name: str | None = None) -> Any:
    """log(exp(x) - 1), exact for small and for large numbers."""
    with name_scope(name, "softplus_inverse", values=[x]):
        x = convert(x, None, "x")
        threshold = np.log(np.finfo(x.dtype.as_numpy_dtype).eps) + 2.0
        small, large = math_ops.less(x, np.exp(threshold)), math_ops.greater(x, -threshold)
        if_small, if_large = math_ops.log(x), x
        usable = array_ops.where_v2(math_ops.logical_or(small, large), array_ops.ones_like(x), x)
        y = usable + math_ops.log(-math_ops.expm1(-usable))
        return array_ops.where_v2(small, if_small, array_ops.where_v2(large, if_large, y))


def process_quadrature_grid_and_probs(
    quadrature_grid_and_probs: Any, dtype: Any, validate_args: bool, name: str | None = None
) -> tuple[Any, Any]:
    """Points and probabilities of a quadrature: those given, else Gauss and Hermite's of degree 8."""
    with name_scope(name, "process_quadrature_grid_and_probs", [quadrature_grid_and_probs]):
        if quadrature_grid_and_probs is None:
            points, weights = (a.astype(dtype.as_numpy_dtype) for a in np.polynomial.hermite.hermgauss(deg=8))
            weights = weights / np.linalg.norm(weights, ord=1, keepdims=True)
            return convert(points, dtype, "grid"), convert(weights, dtype, "probs")
        grid, probs = tuple(quadrature_grid_and_probs)
        grid = convert(grid, dtype, "grid")
        given: Any = convert(probs, dtype, "unnormalized_probs")
        probs = given / linalg_ops.norm(given, ord=1, axis=-1, keepdims=True, name="probs")
        m, n = (dimension(x.shape.with_rank_at_least(1)[-1]) for x in (probs, grid))
        message = "`quadrature_grid_and_probs` must be a `tuple` of same-length zero-th-dimension `Tensor`s"
        if m is not None and n is not None:
            if m != n:
                raise ValueError(f"{message} (saw lengths {m}, {n})")
        elif validate_args:
            same = check_ops.assert_equal(dimension_size(probs, -1), dimension_size(grid, -1), message=message)
            with control_dependencies([same]):
                grid, probs = array_ops.identity(grid), array_ops.identity(probs)
        return grid, probs
