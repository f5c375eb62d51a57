"""TensorFlow's summary histogram: exponentially growing buckets on both sides of zero."""

from __future__ import annotations

import functools
import sys
from typing import Any

import numpy as np

from tf1compat._formats import protos
from tf1compat._formats.faults import InvalidArgument

_SMALLEST, _LARGEST, _GROWTH = 1.0e-12, 1.0e20, 1.1


@functools.cache
def bucket_limits() -> np.ndarray[Any, Any]:
    """Upper limits (exclusive) of the 1549 buckets: -DBL_MAX … -1e-12, 0, 1e-12, 1.1e-12 … DBL_MAX."""
    positive: list[float] = []
    limit = _SMALLEST
    while limit < _LARGEST:
        positive.append(limit)
        limit *= _GROWTH  # the product, not a power: the limits must equal TF's to the last bit
    positive.append(sys.float_info.max)
    limits = np.array([-value for value in reversed(positive)] + [0.0] + positive)
    limits.flags.writeable = False
    return limits


def histogram_proto(values: np.ndarray[Any, Any], op_name: str) -> Any:
    """HistogramProto of all elements; InvalidArgument naming `op_name` if one is NaN or infinite."""
    flat = values.astype(np.float64).ravel()
    _check_finite(flat, op_name)
    limits = bucket_limits()
    below = np.searchsorted(np.sort(flat), limits, side="left")
    below[-1] = flat.size  # DBL_MAX itself belongs to the last bucket
    counts = np.diff(below, prepend=0)
    filled = counts > 0
    # A run of empty buckets is written as one entry under its last limit.
    kept = filled | np.append(filled[1:], True)
    with np.errstate(over="ignore"):
        return protos.HistogramProto(
            min=flat.min() if flat.size else sys.float_info.max,
            max=flat.max() if flat.size else -sys.float_info.max,
            num=flat.size,
            sum=_running_sum(flat),
            sum_squares=_running_sum(flat * flat),
            bucket_limit=limits[kept].tolist(),
            bucket=counts[kept].tolist(),
        )


def _running_sum(flat: np.ndarray[Any, Any]) -> float:
    """The sum taken one by one, as TF takes it: np.sum adds in pairs and differs in the last digits."""
    return float(np.add.accumulate(flat)[-1]) if flat.size else 0.0


def _check_finite(flat: np.ndarray[Any, Any], op_name: str) -> None:
    finite = np.isfinite(flat)
    if not finite.all():
        first = flat[np.argmin(finite)]
        raise InvalidArgument(f"{'Nan' if np.isnan(first) else 'Infinity'} in summary histogram for: {op_name}")
