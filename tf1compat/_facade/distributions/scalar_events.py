"""The base of distributions of numbers: parameters that broadcast to the batch."""

from __future__ import annotations

import functools
import inspect
from typing import Any

import numpy as np

from tf1compat._facade.convert import convert
from tf1compat._facade.distributions.distribution import Distribution
from tf1compat._facade.formulas import array_ops, check_ops, constants, nn_ops
from tf1compat._facade.framework import name_scope
from tf1compat._facade.grouping import with_dependencies
from tf1compat._jaxcore.base import dtypes, shapes


def given(name: str) -> Any:
    """A property that gives the parameter `name`."""
    return property(lambda self: getattr(self, "_" + name))


def arguments(values: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a constructor among its `locals()`."""
    return {k: v for k, v in values.items() if k not in ("self", "__class__")}


class ScalarEvents(Distribution):
    """Events are scalars; the parameters named in `_PARAMETERS` broadcast to the batch."""

    _PARAMETERS: tuple[str, ...] = ()

    @classmethod
    def _param_shapes(cls, sample_shape: Any) -> Any:  # type: ignore[override]
        shape = convert(sample_shape, dtypes.int32)
        return dict.fromkeys(cls._PARAMETERS, shape)

    def _sizes(self) -> list[Any]:
        return [getattr(self, name) for name in self._PARAMETERS]

    # TF1: of three, the last two are broadcast first as nodes
    def _batch_shape_tensor(self) -> Any:
        parts = [array_ops.shape(p) for p in self._sizes()]
        return functools.reduce(lambda later, p: array_ops.broadcast_dynamic_shape(p, later), reversed(parts))

    def _batch_shape(self) -> Any:
        return functools.reduce(array_ops.broadcast_static_shape, [p.shape for p in self._sizes()])

    def _event_shape_tensor(self) -> Any:
        return constants.constant([], dtype=dtypes.int32)

    def _event_shape(self) -> Any:
        return shapes.TensorShape([])

    def _defined(self, value: Any, where: Any, checks: Any) -> Any:
        """`value` where that holds, NaN elsewhere; with `allow_nan_stats=False` after the checks."""
        if self.allow_nan_stats:
            none = np.array(np.nan, dtype=self.dtype.as_numpy_dtype)
            nan = array_ops.fill(self.batch_shape_tensor(), none, name="nan")
            return array_ops.where_v2(where(), value, nan)
        return with_dependencies(checks(), value)

    def _less_than(self, parameter: Any, message: str, bound: Any = None) -> Any:
        """Asserts that 1 (or another bound) is less than a parameter."""
        one = array_ops.ones([], dtype=self.dtype) if bound is None else bound
        return check_ops.assert_less(one, parameter, message=message)


def variant(base: Any, name: str, doc: str, **changes: Any) -> Any:
    """A kind of distribution `base` whose parameters pass through functions first, each `(parameter) -> tensor`."""
    own = inspect.signature(base.__init__)
    parameters = [p.replace(default=name) if p.name == "name" else p for p in own.parameters.values()]
    signature = own.replace(parameters=parameters)

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        bound = signature.bind(self, *args, **kwargs)
        bound.apply_defaults()
        values = {k: v for k, v in bound.arguments.items() if k != "self"}
        with name_scope(values["name"], values=[values[k] for k in changes]) as scope:
            changed = {k: change(values[k]) for k, change in changes.items()}
            base.__init__(self, **{**values, **changed, "name": scope})
        self._parameters = values

    vars(__init__)["__signature__"] = signature
    return type(name, (base,), {"__init__": __init__, "__doc__": doc, "__module__": base.__module__})


def softplus_of(parameter: str) -> Any:
    """The function softplus, its node named after a parameter."""
    return lambda x: nn_ops.softplus(x, name="softplus_" + parameter)
