"""`Roll`: elements shifted cyclically."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._jaxcore.base import shapes
from tf1compat._jaxcore.base.array import namespace, shape_tuple
from tf1compat._jaxcore.ops.arrays import invalid
from tf1compat._jaxcore.schema.opdef import op
from tf1compat._jaxcore.schema.refusals import text
from tf1compat._jaxcore.schema.shape_rules import ShapeError


def _shape(x: Any) -> Any:
    input, shift, axis = x.shape(0), x.shape(1), x.shape(2)
    if input is not None and not input:
        raise ShapeError("Shape must be at least rank 1 but is rank 0")
    for small in (shift, axis):
        if small is not None and len(small) > 1:
            raise ShapeError(f"Shape must be at most rank 1 but is rank {len(small)}")
    shapes.merge(shift, axis)
    return (input,)


@op("Roll", "input: T, shift: Tshift, axis: Taxis -> output: T", static="axis", shape=_shape)
def roll(input: Any, shift: Any, axis: Any) -> Any:
    """The input shifted cyclically along the given axes."""
    rank = np.ndim(input)
    if not rank:
        raise invalid("input must be 1-D or higher")
    for name, value in (("shift", shift), ("axis", axis)):
        if np.ndim(value) > 1:
            raise invalid(f"{name} must be a scalar or a 1-D vector. Found: {text(np.shape(value))}")
    if np.shape(shift) != np.shape(axis):
        raise invalid("shift and axis must have the same size")
    xp = namespace(input, shift)
    amounts = xp.reshape(shift, (-1,))
    for i, a in enumerate(shape_tuple(axis)):
        place = a + rank if a < 0 else a  # TF1: the message has the axis so
        if not 0 <= place < rank:
            raise invalid(f"axis {place} is out of range")
        input = xp.roll(input, int(amounts[i]) if xp is np else amounts[i], place)
    return input
