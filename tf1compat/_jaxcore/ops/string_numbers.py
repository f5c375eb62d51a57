"""Numbers to text and back."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from tf1compat._formats import numbers, value_text
from tf1compat._formats.faults import InvalidArgument
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.ops.strings import each
from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.opdef import op


@op("StringToNumber", "string_tensor: string -> output: out_type", host=True, grad="none",
    shape=shape_rules.unchanged, types={"out_type": dtypes.float32})  # fmt: skip
def string_to_number(string_tensor: Any, *, out_type: Any = dtypes.float32) -> Any:
    """Each text as a number."""
    kind = out_type.base.np

    def number(text: bytes) -> Any:
        value = numbers.parse_integer(text, kind.itemsize * 8) if kind.kind == "i" else numbers.parse_float(text)
        if value is None:
            shown = text.decode(errors="replace")
            raise InvalidArgument(f"StringToNumberOp could not correctly convert string: {shown}")
        return value

    with np.errstate(over="ignore"):
        return each(number, string_tensor, kind)


@op("AsString", "input: T -> output: string", host=True, grad="none", shape=shape_rules.unchanged)
def as_string(
    input: Any,
    *,
    precision: int = -1,
    scientific: bool = False,
    shortest: bool = False,
    width: int = -1,
    fill: bytes = b"",
) -> Any:
    """Each number as C's printf shows it.

    `precision`, `scientific` (`%e`) and `shortest` (`%g`) are for floating point; numbers shorter than `width` are
    padded on the left, with `fill` (one of printf's flags) where it is given.
    """
    array = np.asarray(input)
    show = _printer(array.dtype, precision, scientific, shortest, width, fill.decode())
    out = np.empty(array.shape, object)
    out.ravel()[:] = [show(v).encode() for v in array.ravel().tolist()]
    return out


def _printer(
    dtype: Any, precision: int, scientific: bool, shortest: bool, width: int, fill: str
) -> Callable[[Any], str]:
    is_real = dtype.kind in "fc"
    name = "bool" if dtype.kind == "b" else dtype.name
    if len(fill) > 1:
        raise InvalidArgument("Fill string must be one or fewer characters")
    if scientific and shortest:
        raise InvalidArgument("Cannot select both scientific and shortest notation")
    if fill and fill not in " +-0#":
        raise InvalidArgument(f"Fill argument not supported: {fill}")
    if not is_real and (scientific or shortest):
        raise InvalidArgument(f"scientific and shortest format not supported for datatype {name}")
    if not is_real and precision >= 0:
        raise InvalidArgument(f"precision not supported for datatype {name}")
    size = f"{fill}{width}" if width > -1 else ""
    if dtype.kind == "b":
        return lambda v: "true" if v else "false"
    if not is_real:
        return lambda v: f"%{size}d" % v
    digits = f".{precision}" if precision > -1 else ""
    form = f"%{size}{digits}{'e' if scientific else 'g' if shortest else 'f'}"
    plain = form.replace("%0", "%", 1)  # C: no zeros in front of inf and nan

    def real(v: float) -> str:
        return (form if math.isfinite(v) else plain) % v

    return (lambda v: f"({real(v.real)},{real(v.imag)})") if dtype.kind == "c" else real


@op("StringFormat", "inputs: [T] -> output: string", host=True, grad="none", shape=shape_rules.scalar)
def string_format(inputs: Any, *, template: bytes = b"%s", placeholder: bytes = b"%s", summarize: int = 3) -> Any:
    """The template with its placeholders replaced by the tensors, of which the `summarize` outer entries are shown."""
    parts = template.split(placeholder)
    if len(parts) != len(inputs) + 1:
        raise InvalidArgument(
            f"num placeholders in template and num inputs must match: {len(parts) - 1} vs. {len(inputs)}"
        )
    shown = [value_text.nested(np.asarray(x), summarize).encode("latin-1") for x in inputs]
    text = parts[0] + b"".join(s + p for s, p in zip(shown, parts[1:]))
    return np.array(text, object)
