"""The type signature of an op, written as TensorFlow writes it: `"params: Tparams, indices: Tindices -> Tparams"`.

x: T                one tensor, its dtype is the type attr `T`
values: N*T         a list of `N` tensors of one dtype
data: [Tin]         a list of tensors whose dtypes are the type-list attr `Tin`
ref: Ref(T)         a reference to a variable of dtype `T`; Ref(N*T): a list of them
shape: int32        a fixed dtype
-> y: T, idx: out_idx       outputs; a lone unnamed output is called `output`
"""

from __future__ import annotations

import re
from typing import NamedTuple

from tf1compat._jaxcore.base import dtypes


class Arg(NamedTuple):
    """One input or output: its name, where its dtype comes from, and whether it is a list or a reference."""

    name: str
    fixed: dtypes.DType | None = None
    type_attr: str | None = None
    number_attr: str | None = None
    type_list_attr: str | None = None
    is_ref: bool = False

    @property
    def is_list(self) -> bool:
        return self.number_attr is not None or self.type_list_attr is not None


class Signature(NamedTuple):
    inputs: tuple[Arg, ...]
    outputs: tuple[Arg, ...]


_FIXED = {
    "float": dtypes.float32,
    "double": dtypes.float64,
    **{d.name: d for d in (dtypes.float32, dtypes.float64, dtypes.int32, dtypes.int64, dtypes.bool, dtypes.string)},
    **{d.name: d for d in (dtypes.uint8, dtypes.int8, dtypes.uint64, dtypes.float16, dtypes.complex64)},
    **{d.name: d for d in (dtypes.resource, dtypes.variant)},
}
_LIST = re.compile(r"(\w+)\*(\w+)$")
_REF = re.compile(r"Ref\((.+)\)$")


def parse(text: str) -> Signature:
    """Parse a signature; see the module docstring for the notation."""
    left, _, right = text.partition("->")
    inputs = tuple(_arg(part, "input") for part in _parts(left))
    outputs = tuple(_arg(part, "output") for part in _parts(right))
    return Signature(inputs, outputs)


def _parts(text: str) -> list[str]:
    return [p.strip() for p in text.split(",") if p.strip()]


def _arg(text: str, default_name: str) -> Arg:
    name, colon, kind = (p.strip() for p in text.partition(":"))
    if not colon:
        name, kind = default_name, name
    if kind.startswith("["):
        return Arg(name, type_list_attr=kind.strip("[]"))
    ref = _REF.match(kind)
    if ref:
        kind = ref.group(1)
    many = _LIST.match(kind)
    if many:
        number, kind = many.groups()
        return _typed(Arg(name, number_attr=number, is_ref=ref is not None), kind)
    return _typed(Arg(name, is_ref=ref is not None), kind)


def _typed(arg: Arg, kind: str) -> Arg:
    fixed = _FIXED.get(kind)
    return arg._replace(fixed=fixed) if fixed is not None else arg._replace(type_attr=kind)
