"""Optimizers of canned Estimators, by name or as objects."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.train.optimizer import Optimizer


def _classes() -> dict[str, Any]:
    from tf1compat._facade.train.adagrad import AdagradOptimizer
    from tf1compat._facade.train.adam import AdamOptimizer
    from tf1compat._facade.train.ftrl import FtrlOptimizer
    from tf1compat._facade.train.gradient_descent import GradientDescentOptimizer
    from tf1compat._facade.train.rmsprop import RMSPropOptimizer

    return {
        "Adagrad": AdagradOptimizer,
        "Adam": AdamOptimizer,
        "Ftrl": FtrlOptimizer,
        "RMSProp": RMSPropOptimizer,
        "SGD": GradientDescentOptimizer,
    }


def get_optimizer_instance(opt: Any, learning_rate: float | None = None) -> Optimizer:
    """The optimizer of a name (with `learning_rate`), of a function that makes one, or the object itself.

    Raises:
      ValueError: an unknown name, a name without a learning rate, or no optimizer.
    """
    if isinstance(opt, str):
        classes = _classes()
        if opt not in classes:
            raise ValueError(f"Unsupported optimizer name: {opt}. Supported names are: {tuple(sorted(classes))}")
        if not learning_rate:
            raise ValueError("learning_rate must be specified when opt is string.")
        return classes[opt](learning_rate=learning_rate)
    found = opt() if callable(opt) else opt
    if not isinstance(found, Optimizer):
        raise ValueError(f"The given object is not an Optimizer instance. Given: {found}")
    return found
