"""RaggedTensors, which are not supported: modules that only mention them can be imported, using them is an error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from tf1compat._jaxcore.base import errors


def _refused(what: str) -> Exception:
    return errors.unsupported(
        f"tf.ragged ({what})", advice="use a SparseTensor, or a dense tensor padded to the longest row"
    )


class RaggedTensor:
    """A tensor with rows of different lengths; making one is an error."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise _refused("RaggedTensor")


class RaggedTensorSpec(RaggedTensor):
    """The type of a RaggedTensor; making one is an error."""


def _refusing(name: str) -> Callable[..., NoReturn]:
    def refuse(*args: Any, **kwargs: Any) -> NoReturn:
        raise _refused(name)

    refuse.__name__ = refuse.__qualname__ = name
    refuse.__doc__ = "Always an error: RaggedTensors are not supported."
    return refuse


constant = _refusing("constant")
constant_value = _refusing("constant_value")
placeholder = _refusing("placeholder")
map_flat_values = _refusing("map_flat_values")
boolean_mask = _refusing("boolean_mask")


def is_ragged(value: Any) -> bool:
    """Is it a RaggedTensor? None can be made."""
    return isinstance(value, RaggedTensor)
