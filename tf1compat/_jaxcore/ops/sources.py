"""Ops that start or only pass on values: constants, placeholders, identities, no-ops."""

from __future__ import annotations

from typing import Any

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.schema import rows, shape_rules
from tf1compat._jaxcore.schema.opdef import REQUIRED, op


def _constant_shape(x: Any) -> Any:
    return (x.attrs["value"].shape,)


@op("Const", "-> dtype", shape=_constant_shape, grad="none")
def const(*, value: Any = REQUIRED) -> Any:
    """The same value in every step."""
    return value


@op("Placeholder", "-> dtype", shape=shape_rules.from_attr, grad="none", attrs={"shape": None})
def placeholder() -> Any:
    """A value that must be fed; reaching the kernel means that it was not."""
    raise errors.InvalidArgumentError(None, None, "You must feed a value for placeholder tensor")


@op("PlaceholderWithDefault", "input: dtype -> dtype", shape=shape_rules.from_attr, attrs={"shape": REQUIRED})
def placeholder_with_default(input: Any) -> Any:
    """The default, unless a value is fed."""
    return input


@op("NoOp", "", grad="none")
def no_op() -> Any:
    """Nothing; stands for the operations it depends on."""
    return ()


@op("Identity", "input: T -> T", shape=shape_rules.unchanged, moves=True, rows=rows.cast)
def identity(input: Any) -> Any:
    """The input."""
    return input


@op("GuaranteeConst", "input: T -> output: T", shape=shape_rules.unchanged, stateful=True)
def guarantee_const(input: Any) -> Any:
    """The input, of which the program says that it never changes."""
    return input


@op("IdentityN", "input: [T] -> output: [T]", shape=lambda x: [x.shape(i) for i in range(len(x))])
def identity_n(input: Any) -> Any:
    """The inputs."""
    return tuple(input)


@op("StopGradient", "input: T -> T", shape=shape_rules.unchanged, grad="none", rows=rows.cast)
def stop_gradient(input: Any) -> Any:
    """The input, a constant to differentiation."""
    return input


@op("PreventGradient", "input: T -> T", shape=shape_rules.unchanged, attrs={"message": b""}, rows=rows.cast)
def prevent_gradient(input: Any) -> Any:
    """The input; TF refuses to differentiate it."""
    return input


@op("CheckNumerics", "tensor: T -> T", shape=shape_rules.unchanged, effect="io", stateful=True)
def check_numerics(tensor: Any, *, message: str = REQUIRED) -> Any:
    """The input, or an error if it has NaN or infinite elements."""
    import numpy as np

    array = np.asarray(tensor)
    for bad, word in ((np.isnan, "NaN"), (np.isinf, "Inf")):
        if bad(array).any():
            text = message.decode() if isinstance(message, bytes) else message
            raise errors.InvalidArgumentError(None, None, f"{text} : Tensor had {word} values")
    return tensor
