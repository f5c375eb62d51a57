"""Python functions in the graph: `PyFunc`."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._jaxcore.base import errors, host_services
from tf1compat._jaxcore.base.quiet import aloud
from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.opdef import REQUIRED, op


@op("PyFunc", "input: [Tin] -> output: [Tout]", effect="io", host=True, waits=True, grad="none",
    shape=shape_rules.unknown)  # fmt: skip
@op("PyFuncStateless", "input: [Tin] -> output: [Tout]", host=True, waits=True, grad="none",
    shape=shape_rules.unknown)  # fmt: skip
def py_func(input: Any, *, token: bytes = REQUIRED, Tout: Any = REQUIRED) -> Any:
    """What the Python function that `token` names returns for the inputs."""
    function = host_services.get("python functions")(token)
    with aloud():
        results = function([x[()] if isinstance(x, np.ndarray) and x.ndim == 0 else x for x in input])
    if len(results) != len(Tout):
        raise errors.InvalidArgumentError(
            None, None, f"{token.decode()} returns {len(results)} values, but expects to see {len(Tout)} values."
        )
    for i, (result, dtype) in enumerate(zip(results, Tout)):
        if result.dtype != dtype.np:
            raise errors.InvalidArgumentError(
                None,
                None,
                f"{i}-th value returned by {token.decode()} is {_NAMES.get(result.dtype.name, result.dtype.name)}, "
                f"but expects {_NAMES.get(dtype.name, dtype.name)}",
            )
    return [result.copy() for result in results]  # the function may fill its arrays anew


_NAMES = {"float32": "float", "float64": "double", "float16": "half", "object": "string"}
