"""`tf.contrib.resampler`: values of images at places between pixels."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.framework import name_scope
from tf1compat._facade.tensor import Tensor


def resampler(data: Any, warp: Any, name: str = "resampler") -> Tensor:
    """Bilinear values of `data` at the places `warp`; outside of the image they are 0.

    Args:
      data: floats [batch, height, width, channels].
      warp: [batch, …, 2], x and y of each place, in pixels.
      name: name scope.

    Returns:
      [batch, …, channels].
    """
    with name_scope(name, "resampler", [data, warp]):
        data = convert_to_tensor(data, name="data")
        warp = convert_to_tensor(warp, name="warp")
        return apply_op("Resampler", data, warp)
