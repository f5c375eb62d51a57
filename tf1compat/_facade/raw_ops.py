"""`tf.raw_ops` and TF's generated modules (`gen_math_ops` …): every declared op as a function that makes one node.

`raw_ops.MatMul(a=x, b=y)` and `gen_math_ops.mat_mul(x, y, transpose_b=True, name="product")` are made from the op's
declaration when they are asked for.
"""

from __future__ import annotations

import collections
import re
from collections.abc import Callable
from typing import Any

from tf1compat._facade.apply import apply_op
from tf1compat._facade.defun import DefinedFunction, reference
from tf1compat._jaxcore.base import dtypes, shapes
from tf1compat._jaxcore.base.dtypes import DType
from tf1compat._jaxcore.schema import opdef
from tf1compat._jaxcore.schema.opdef import REQUIRED, OpDef

_WORD = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z0-9])(?=[A-Z][a-z])")


def snake_case(op_type: str) -> str:
    """The name of an op type in TF's generated Python modules.

    >>> [snake_case(t) for t in ("MatMul", "Conv2DBackpropInput", "FusedBatchNormV3", "L2Loss")]
    ['mat_mul', 'conv2d_backprop_input', 'fused_batch_norm_v3', 'l2_loss']
    """
    return _WORD.sub("_", op_type).lower()


def function_of(declared: OpDef) -> Callable[..., Any]:
    """A function with the op's inputs, then its attrs (those without a default first), then `name`."""
    inputs = [arg.name for arg in declared.inputs]
    attrs = sorted(declared.attrs, key=lambda a: declared.attrs[a] is not REQUIRED)
    names = [*inputs, *attrs, "name"]

    def build(*args: Any, **kwargs: Any) -> Any:
        if len(args) > len(names):
            raise TypeError(f"{build.__name__}() takes at most {len(names)} arguments, got {len(args)}")
        given = dict(zip(names, args))
        for key, value in kwargs.items():
            if key in given:
                raise TypeError(f"{build.__name__}() got multiple values for argument {key!r}")
            given[key] = value
        missing = [n for n in inputs if n not in given]
        if missing:
            raise TypeError(f"{build.__name__}() misses the argument {missing[0]!r}")
        values = [given.pop(n) for n in inputs]
        name = given.pop("name", None)
        made = apply_op(declared.type, *values, name=name, **{k: _attr(declared, k, v) for k, v in given.items()})
        return _named(declared, made)

    build.__name__ = build.__qualname__ = snake_case(declared.type)
    build.__doc__ = f"{declared.doc}\n\nArguments: {', '.join(names)}."
    return build


def _attr(declared: OpDef, key: str, value: Any) -> Any:
    """An attr as nodes keep it: dtypes and shapes in any spelling, text as bytes."""
    default = declared.attrs.get(key, REQUIRED)
    if value is None:
        return value
    if isinstance(value, DefinedFunction):
        return reference(value)
    if isinstance(value, (list, tuple)) and value and isinstance(value[0], DefinedFunction):
        return [reference(f) for f in value]
    if key == "dtype" or isinstance(default, DType) or any(key == a.type_attr for a in declared.outputs):
        return dtypes.as_dtype(value)
    if isinstance(value, shapes.TensorShape) or key == "shape":
        return shapes.as_raw(value)
    return value.encode() if isinstance(value, str) else value


def _named(declared: OpDef, made: Any) -> Any:
    """Several outputs as a named tuple, as TF's generated functions return them."""
    if len(declared.outputs) < 2 or any(a.is_list for a in declared.outputs):
        return made
    return collections.namedtuple(declared.type, [a.name for a in declared.outputs])(*made)


def __getattr__(name: str) -> Any:
    known = _by_snake_case()
    found = opdef.find(name) or known.get(name)
    if found is None and name.startswith("_"):  # TF1: those that TF's own Python functions hide (`_stack`, `_assert`)
        found = known.get(name[1:])
    if found is None:
        raise AttributeError(f"no op called {name!r} is declared; docs/coverage.md lists what is supported")
    return function_of(found)


def by_keyword(name: str) -> Callable[..., Any]:
    """The operation `name` as a function that takes keywords only: what `tf.raw_ops` has.

    Raises:
      AttributeError: there is no such operation.
    """
    declared = opdef.find(name)
    if declared is None or declared.own:
        raise AttributeError(f"no op called {name!r} is declared; docs/coverage.md lists what is supported")
    build = function_of(declared)
    keys = [arg.name for arg in declared.inputs] + sorted(
        declared.attrs, key=lambda a: declared.attrs[a] is not REQUIRED
    )

    def function(*args: Any, **kwargs: Any) -> Any:
        if args:
            raise TypeError(
                f"{name} only takes keyword args (possible keys: {[*keys, 'name']}). Please pass these args as kwargs "
                "instead."
            )
        return build(**kwargs)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = build.__doc__
    return function


def operation_names() -> list[str]:
    """The names that `by_keyword` takes."""
    return sorted(name for name, declared in opdef.all_ops().items() if not declared.own)


def _by_snake_case() -> dict[str, OpDef]:
    return {snake_case(t): d for t, d in opdef.all_ops().items()}


def __dir__() -> list[str]:
    declared = opdef.all_ops()
    return sorted([*declared, *map(snake_case, declared)])
