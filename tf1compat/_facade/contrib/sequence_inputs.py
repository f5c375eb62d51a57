"""What `SequenceQueueingStateSaver` is given: one example's length, key, sequences, context and first states."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.contrib.sequence_checks import check_rank
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes


class SequenceInputWrapper:
    """One example as tensors.

    Args:
      length: length of its sequences, a scalar.
      key: its key, a scalar.
      sequences: dictionary of tensors, whose first dimension is time.
      context: dictionary of tensors that hold for the whole example.

    Raises:
      TypeError: a dictionary or a name in it is none.
      ValueError: there is no sequence, or a name has a colon.
    """

    def __init__(self, length: Any, key: Any, sequences: Any, context: Any) -> None:
        self.length = convert_to_tensor(length, name="length")
        self.key = convert_to_tensor(key, name="key")
        if not isinstance(sequences, dict):
            raise TypeError("sequences must be a dict")
        if not isinstance(context, dict):
            raise TypeError("context must be a dict")
        if not sequences:
            raise ValueError("must have at least one sequence tensor")
        check_names("sequence key", sequences)
        check_names("context key", context)
        self.sequences = {k: convert_to_tensor(v, name=f"sequence_{k}") for k, v in sequences.items()}
        self.context = {k: convert_to_tensor(v, name=f"context_{k}") for k, v in context.items()}


def check_names(what: str, named: dict[Any, Any]) -> None:
    """Refuse names that are no strings or have colons."""
    # TF1: the words for states have an article
    type_words = "a string" if what == "state name" else "string"
    for k in named:
        if not isinstance(k, str):
            raise TypeError(f"{what} must be {type_words}: {k}")
        if ":" in k:
            raise ValueError(f"{what} may not have a colon: '{k}'")


def _check_defined(label: str, named: dict[str, Tensor], first: int = 0) -> None:
    for k, v in named.items():
        if not v.get_shape()[first:].is_fully_defined():
            ignored = "(ignoring first dimension)" if first else ""
            raise ValueError(f"Shape for {label} {k} is not fully defined {ignored}: {v.get_shape()}")


def prepare(
    inputs: SequenceInputWrapper, states: dict[str, Any]
) -> tuple[Tensor, Tensor, dict[str, Tensor], dict[str, Tensor], dict[str, Tensor]]:
    """Length, key, states, sequences and context, checked and ordered by name.

    Raises:
      ValueError: a shape is not known, beyond the time of sequences.
      TypeError: the length is no int32, or the key no string.
    """
    states = {k: convert_to_tensor(v, name=f"state_{k}") for k, v in states.items()}
    _check_defined("state", states)
    _check_defined("context", inputs.context)
    _check_defined("sequence", inputs.sequences, 1)
    length, key = check_rank(inputs.length, 0), check_rank(inputs.key, 0)
    if length.dtype != dtypes.int32:
        raise TypeError(f"length dtype must be int32, but received: {length.dtype}")
    if key.dtype != dtypes.string:
        raise TypeError(f"key dtype must be string, but received: {key.dtype}")
    return length, key, _by_name(states), _by_name(inputs.sequences), _by_name(inputs.context)


def _by_name(named: dict[str, Tensor]) -> dict[str, Tensor]:
    return dict(sorted(named.items()))
