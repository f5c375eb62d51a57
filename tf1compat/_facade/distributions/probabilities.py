"""Logits and probabilities, one of which is given."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import check_ops, constants, grouping, math_ops, nn_ops
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import name_scope


def logits_and_probs(
    logits: Any,
    probs: Any,
    multidimensional: bool = False,
    validate_args: bool = False,
    name: str = "get_logits_and_probs",
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
            logits = convert(logits, None, "logits")
            if not logits.dtype.is_floating:
                raise TypeError("logits must having floating type.")
            if multidimensional:
                return logits, nn_ops.softmax(logits, name="probs")
            return logits, math_ops.sigmoid(logits, name="probs")
        probs = convert(probs, None, "probs")
        if not probs.dtype.is_floating:
            raise TypeError("probs must having floating type.")
        if validate_args:
            probs = _validated(probs, multidimensional)
        with name_scope("logits"):
            log: Any = math_ops.log(probs)
            return (log, probs) if multidimensional else (log - math_ops.log1p(-1.0 * probs), probs)


def _validated(probs: Any, multidimensional: bool) -> Any:
    with name_scope("validate_probs"):
        one = constants.constant(1.0, probs.dtype)
        checks = [check_ops.assert_non_negative(probs)]
        if multidimensional:
            total = math_ops.reduce_sum(probs, -1)
            checks.append(check_ops.assert_near(total, one, message="probs does not sum to 1."))
        else:
            checks.append(check_ops.assert_less_equal(probs, one, message="probs has components greater than 1."))
        return grouping.with_dependencies(checks, probs)
