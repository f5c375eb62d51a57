"""Arguments of convolution and pooling layers: tuples of sizes, paddings, data formats, output lengths."""

from __future__ import annotations

from typing import Any


def sizes(value: Any, n: int, name: str) -> tuple[int, ...]:
    """An integer, or an iterable of `n` of them, as a tuple.

    Raises:
      ValueError: neither (TF1's message).
    """
    if isinstance(value, int):
        return (value,) * n
    must = f"The `{name}` argument must be a tuple of {n} integers. Received: {value}"
    try:
        found = tuple(value)
    except TypeError:
        raise ValueError(must) from None
    if len(found) != n:
        raise ValueError(must)
    for single in found:
        try:
            int(single)
        except (ValueError, TypeError):
            raise ValueError(
                f"The `{name}` argument must be a tuple of {n} integers. Received: {value} including element {single} "
                f"of type {type(single)}"
            ) from None
    return found


def data_format_name(value: str | None) -> str:
    """`channels_last` (also for None) or `channels_first`."""
    found = "channels_last" if value is None else value.lower()
    if found not in ("channels_first", "channels_last"):
        raise ValueError(
            f'The `data_format` argument must be one of "channels_first", "channels_last". Received: {value}'
        )
    return found


def padding_name(value: Any) -> Any:
    """`valid`, `same` or `causal` in lower case; lists of paddings as they are."""
    if isinstance(value, (list, tuple)):
        return value
    found = value.lower()
    if found not in ("valid", "same", "causal"):
        raise ValueError(
            f'The `padding` argument must be a list/tuple or one of "valid", "same" (or "causal", only for `Conv1D). '
            f"Received: {found}"
        )
    return found


def op_data_format(data_format: str, ndim: int) -> str:
    """The ops' name of a data format, e.g. `NHWC`."""
    letters = {3: "W", 4: "HW", 5: "DHW"}[ndim]
    return f"N{letters}C" if data_format == "channels_last" else f"NC{letters}"


def convolved_length(size: int | None, window: int, padding: str, stride: int, dilation: int = 1) -> int | None:
    """The length of a convolution's output."""
    if size is None:
        return None
    extent = window + (window - 1) * (dilation - 1)
    length = size if padding in ("same", "causal") else size - extent + 1
    return (length + stride - 1) // stride


def transposed_length(size: Any, window: int, padding: str, stride: int) -> Any:
    """The length of a transposed convolution's output, for numbers and tensors."""
    if size is None:
        return None
    # TF1: nothing is multiplied by a stride of 1 only where the size is a number; tensors always are
    length = size * stride
    return length + max(window - stride, 0) if padding == "valid" else length
