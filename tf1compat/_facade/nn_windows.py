"""Arguments that describe sliding windows, and dilation by way of space-to-batch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from tf1compat._facade import array_ops
from tf1compat._facade.convert import convert, convert_to_tensor
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.ir import partial

InnerOp = Callable[[Any, int, Any], Tensor]


def sequence(value: Any, n: int, channel_index: int, name: str) -> list[int]:
    """A per-dimension list from a number, one number per spatial dimension, or a full list."""
    given: list[Any] = [1] if value is None else list(value) if isinstance(value, Iterable) else [value]
    if len(given) == n + 2:
        return given
    if len(given) not in (1, n):
        raise ValueError(f"{name} should be of length 1, {n} or {n + 2} but was {len(given)}")
    spatial = given * n if len(given) == 1 else given
    return [1, 1, *spatial] if channel_index == 1 else [1, *spatial, 1]


def checked_padding(kind: str, padding: Any, allowed: tuple[str, ...] = ("SAME", "VALID")) -> bytes:
    """The attr `padding` of an op of type `kind`.

    Raises:
      ValueError: a name that the op does not know (TF1's message).
      TypeError: not a string.
    """
    text = padding.decode() if isinstance(padding, bytes) else padding
    if not isinstance(text, str):
        raise TypeError(f"Expected string for argument 'padding' not {padding!r}.")
    if text not in allowed:
        names = ", ".join(f'"{a}"' for a in allowed)
        raise ValueError(f"Attr 'padding' of '{kind}' Op passed string '{text}' not in: {names}.")
    return text.encode()


def strides_and_rates(n: int, strides: Any, rates: Any) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Strides and dilation rates of `n` spatial dimensions as int32 vectors.

    Raises:
      ValueError: wrong length, not positive, or both strided and dilated.
    """
    if rates is None:
        rates = [1] * n
    elif len(rates) != n:
        raise ValueError(f"len(dilation_rate)={len(rates)} but should be {n}")
    if np.any(np.asarray(rates) < 1):
        raise ValueError("all values of dilation_rate must be positive")
    if strides is None:
        strides = [1] * n
    elif len(strides) != n:
        raise ValueError(f"len(strides)={len(strides)} but should be {n}")
    if np.any(np.asarray(strides) < 1):
        raise ValueError("all values of strides must be positive")
    if np.any(np.asarray(strides) > 1) and np.any(np.asarray(rates) > 1):
        raise ValueError("strides > 1 not supported in conjunction with dilation_rate > 1")
    return np.array(strides, np.int32), np.array(rates, np.int32)


def with_space_to_batch(
    input: Any,
    dilation_rate: Any,
    padding: Any,
    op: InnerOp,
    filter_shape: Any = None,
    spatial_dims: Sequence[int] | None = None,
    data_format: str | None = None,
) -> Tensor:
    """Apply `op(input, num_spatial_dims, padding)` as if its windows were dilated.

    Args:
      input: tensor of rank 3 or more.
      dilation_rate: a positive integer per spatial dimension; all ones simply call `op`.
      padding: `"SAME"` or `"VALID"`, meant for the dilated operation.
      op: the operation without dilation.
      filter_shape: needed for SAME padding.
      spatial_dims: which dimensions the rates are of.
      data_format: layouts that begin with `NC` have the spatial dimensions from 2 on.
    """
    input = convert_to_tensor(input, name="input")
    spread = SpaceToBatch(input.dims, dilation_rate, padding, filter_shape, spatial_dims, data_format)
    return spread(input, None, op)


class SpaceToBatch:
    """Dilation prepared for inputs of given static shape: the constants are made here, the rest when called.

    Arguments as of `with_space_to_batch`; `dims` is the input's raw shape.
    """

    def __init__(
        self, dims: Any, dilation_rate: Any, padding: Any, filter_shape: Any, spatial_dims: Any, data_format: str | None
    ) -> None:
        self.rate = convert(dilation_rate, dtypes.int32, "dilation_rate")
        if self.rate.dims is None or len(self.rate.dims) != 1:
            raise ValueError("rate must be rank 1")
        n = self.rate.dims[0]
        if n is None:
            raise ValueError("rate must have known shape")
        self.n = n
        self.dims = dims
        self.padding = padding
        self.channels_first = data_format is not None and data_format.startswith("NC")
        first = 2 if self.channels_first else 1
        self.places = list(range(first, n + first)) if spatial_dims is None else list(spatial_dims)
        self._check_places()
        known = partial.constant_value(self.rate)
        if known is not None and np.any(known < 1):
            raise ValueError("dilation_rate must be positive")
        self.is_plain = known is not None and bool(np.all(known == 1))
        if not self.is_plain:
            self.around = _base_paddings(padding, filter_shape, n, self.rate if known is None else known)

    def _check_places(self) -> None:
        places = self.places
        if places != sorted(set(places)) or any(p < 1 for p in places):
            raise ValueError("spatial_dims must be a montonically increasing sequence of positive integers")
        needed = places[-1] if self.channels_first else places[-1] + 1
        if self.dims is not None and len(self.dims) < needed:
            raise ValueError(f"input tensor must have rank {needed} at least")

    def __call__(self, input: Any, filter: Any, op: InnerOp) -> Tensor:
        if self.is_plain:
            return op(input, self.n, self.padding)
        paddings, crops = array_ops.required_space_to_batch_paddings(
            input_shape=self._sizes(input), base_paddings=self.around, block_shape=self.rate
        )
        block = _for_all_dims(self.rate, 1, self.places)
        paddings, crops = (_for_all_dims(v, 0, self.places) for v in (paddings, crops))
        batched = array_ops.space_to_batch_nd(input=input, block_shape=block, paddings=paddings)
        result = array_ops.batch_to_space_nd(input=op(batched, self.n, "VALID"), block_shape=block, crops=crops)
        if self.channels_first and filter is not None and result.dims is not None and not result.dims[1]:
            dims = list(result.dims)
            dims[1] = filter.shape[-1].value
            result.set_shape(dims)
        return result

    def _sizes(self, input: Any) -> Any:
        """The spatial sizes, as numbers where all are known."""
        sizes: Any = None if self.dims is None else [self.dims[p] for p in self.places]
        if sizes is not None and None not in sizes:
            return sizes
        dynamic = array_ops.shape(input)
        return array_ops.stack([dynamic[p] for p in self.places])


def _base_paddings(padding: Any, filter_shape: Any, n: int, rate: Any) -> Any:
    """The zeros that the dilated windows need around the image: an [n, 2] array or tensor."""
    if padding == "VALID":
        return np.zeros([n, 2], np.int32)
    if padding != "SAME":
        raise ValueError(f"Invalid padding method {padding!r}")
    if filter_shape is None:
        raise ValueError("filter_shape must be specified for SAME padding")
    as_tensor = convert_to_tensor(filter_shape, name="filter_shape")
    known = partial.constant_value(as_tensor)
    taps = (as_tensor if known is None else known)[:n]
    extra = taps + (taps - 1) * (rate - 1) - 1
    before = extra // 2
    after = extra - before
    return array_ops.stack([[before[i], after[i]] for i in range(n)])


def _for_all_dims(values: Tensor, fill: int, places: list[int]) -> Any:
    """Rows for the spatial dimensions, with `fill` rows for dimensions in front of and between them."""
    known = partial.constant_value(values)
    source: Any = values if known is None else known
    rest: list[Any] = list(values.dims or ())[1:]
    parts: list[Any] = []
    done, i = 0, 0
    while i < len(places):
        start = i
        if places[start] > 1:
            parts.append(np.full([places[start] - 1 - done, *rest], fill, values.dtype.base.np))
        while i + 1 < len(places) and places[i + 1] == places[i] + 1:
            i += 1
        parts.append(source[start : i + 1])
        done = places[i]
        i += 1
    return np.concatenate(parts) if known is not None else array_ops.concat(parts, 0)
