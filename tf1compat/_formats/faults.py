"""Errors of this layer, carrying the TF error code that a caller with an operation at hand turns into `tf.errors`.

`_formats` stands beside `_jaxcore.base`, so it cannot raise `tf.errors.*` itself: whoever knows the node raises the
class that belongs to `fault.code` with `fault.message`.
"""

from __future__ import annotations

INVALID_ARGUMENT = 3
DATA_LOSS = 15


class FormatFault(ValueError):
    """Bytes or values that a format cannot express; `code` is a TF error code, `message` its text."""

    code: int = INVALID_ARGUMENT

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class InvalidArgument(FormatFault):
    """A value with the wrong shape, dtype or range (`tf.errors.InvalidArgumentError`)."""

    code = INVALID_ARGUMENT


class DataLoss(FormatFault):
    """Truncated or corrupted stored data (`tf.errors.DataLossError`)."""

    code = DATA_LOSS
