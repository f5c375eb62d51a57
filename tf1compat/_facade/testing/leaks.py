"""Decorators of tests that must leave no tensors and no uncollected cycles behind."""

from __future__ import annotations

import functools
import gc
from collections.abc import Callable
from typing import Any

from tf1compat._facade.graph import Graph
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.variable_base import Variable
from tf1compat._jaxcore.base.shapes import Dimension, TensorShape


def assert_no_new_tensors(f: Callable[..., Any]) -> Callable[..., Any]:
    """AssertionError if tensors, variables or shapes made by the test outlive it."""

    @functools.wraps(f)
    def decorated(self: Any, **kwargs: Any) -> Any:
        before = {id(x) for x in _tensor_like()}
        with Graph().as_default():
            result = f(self, **kwargs)
        gc.collect()
        left = [x for x in _tensor_like() if id(x) not in before]
        if left:
            raise AssertionError(f"{len(left)} Tensors not deallocated after test: {left}")
        return result

    return decorated


def assert_no_garbage_created(f: Callable[..., Any]) -> Callable[..., Any]:
    """AssertionError if the test makes cycles that only the garbage collector can free."""

    @functools.wraps(f)
    def decorated(self: Any, **kwargs: Any) -> Any:
        flags = gc.get_debug()
        gc.collect()
        gc.disable()
        gc.set_debug(gc.DEBUG_SAVEALL)
        try:
            before = len(gc.garbage)
            result = f(self, **kwargs)
            gc.collect()
            made = len(gc.garbage) - before
        finally:
            gc.set_debug(flags)
            gc.enable()
            gc.garbage.clear()
        if made:
            raise AssertionError(f"{made} objects were left in reference cycles")
        return result

    return decorated


def _tensor_like() -> list[Any]:
    return [x for x in gc.get_objects() if isinstance(x, (Tensor, Variable, Dimension, TensorShape))]
