"""The `checkpoint` file: which checkpoints a folder has, as the text form of a CheckpointState message."""

from __future__ import annotations

from typing import Any

from tf1compat._formats.checkpoint_protos import message
from tf1compat._formats.faults import DataLoss


def __getattr__(name: str) -> Any:
    if name == "CheckpointState":
        return message(name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def to_text(state: Any) -> str:
    """The message in text form."""
    from google.protobuf import text_format

    return text_format.MessageToString(state)


def from_text(text: str) -> Any:
    """The message that `text` holds; DataLoss where it is none."""
    from google.protobuf import text_format

    state = message("CheckpointState")()
    try:
        text_format.Merge(text, state)
    except text_format.ParseError as e:
        raise DataLoss(f"not the text of a CheckpointState: {e}") from None
    return state
