"""What is known of a value before anything runs: constants, and integer vectors of which some entries are known."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._jaxcore.base import shapes
from tf1compat._jaxcore.base.shapes import Shape
from tf1compat._jaxcore.ir import handles
from tf1compat._jaxcore.ir.node import Value

_LIMIT = 1 << 16  # elements; larger arrays are never shapes or axes
_DEPTH = 64


def constant_value(value: Value, depth: int = 0) -> np.ndarray[Any, Any] | None:
    """The array that `value` always is, if that follows from the graph alone, else None."""
    found = _known(value, depth)
    if found is None or (found.dtype == object and value.dtype.np != object):
        return None
    return found


def shape_known_to_tf(value: Value) -> Shape:
    """`constant_shape` as far as TF1 sees: it does not compute. Which nodes it makes may depend on that.

    Example: of `tf.stack([tf.reduce_prod([2, 3]), 7])` it knows `(None, 7)`.
    """
    known = constant_shape(value)
    if known is None or value.node.opdef.type not in ("Pack", "ConcatV2"):
        return known
    if value.node.opdef.type == "ConcatV2":
        parts = [shape_known_to_tf(v) for v in value.node.inputs[:-1]]
        return known if any(p is None for p in parts) else tuple(d for p in parts for d in p or ())
    return tuple(d if _is_read(v) else None for v, d in zip(value.node.inputs, known))


def _is_read(value: Value) -> bool:
    """Whether TF1's `constant_value` knows the value: a constant or size, cast or compared."""
    node = value.node
    if node.opdef.type == "Const" or node.opdef.reads_shape:
        return True
    return node.opdef.type in _READ and all(map(_is_read, node.inputs))


_READ = frozenset({"Range", "Cast", "Concat", "ConcatV2", "Pack", "Fill", "Equal", "NotEqual"})


def partly_known_value(value: Value) -> np.ndarray[Any, Any] | None:
    """The value as far as the graph tells: unknown entries are None in an object array; None if nothing is known."""
    return _known(value, 0)


def constant_shape(value: Value) -> Shape:
    """An integer vector as a raw shape, entries that are not known (or -1) as None; None if nothing is known.

    Example: `tf.stack([tf.shape(x)[0], 7])` with `x` of shape (?, 3) gives `(None, 7)`.
    """
    found = _known(value, 0)
    if found is None:
        if value.dims is not None and len(value.dims) == 1 and value.dims[0] is not None:
            return (None,) * value.dims[0]
        return None
    if found.ndim != 1:
        return None
    return tuple(None if v is None or v < 0 else int(v) for v in found.tolist())


def _known(value: Value, depth: int) -> np.ndarray[Any, Any] | None:
    """The value as an array; unknown entries are None in an object array."""
    node = value.node
    if node.opdef.type == "Const":
        return node.attrs["value"]
    if depth > _DEPTH or value.dims is None or None in value.dims:
        return None
    if node.opdef.reads_shape:
        return _from_shape(value)
    if node.opdef.type == "Enter" and node.attrs.get("is_constant"):
        return _known(node.inputs[0], depth + 1)
    if not (node.opdef.moves or node.opdef.type in _COMPUTES):
        return None
    if value.dtype.np == object or (shapes.num_elements(value.dims) or 0) > _LIMIT:
        return None
    known = [_known(v, depth + 1) for v in node.inputs]
    if any(k is None for k in known):
        scalars = node.opdef.type == "Pack" and len(value.dims) == 1
        filled = [_unknown(v, scalars) if k is None else k for k, v in zip(known, node.inputs)]
        if not node.opdef.moves or any(f is None for f in filled):
            return None
        known = filled
    has_holes = any(k is not None and k.dtype == object for k in known)
    if has_holes and not node.opdef.moves:
        return None
    try:
        result = np.asarray(node.opdef(known, _attrs(value))[value.index])
    except Exception:  # a rule that cannot digest unknown entries knows nothing
        return None
    return _settled(result, value)


_COMPUTES = frozenset(
    {"Add", "AddV2", "Sub", "Mul", "FloorDiv", "FloorMod", "Maximum", "Minimum", "Neg", "Cast"}
    | {"RealDiv", "Div", "Round", "Floor", "Ceil", "Equal", "NotEqual", "Pad", "PadV2"}
    | {"Prod", "Sum", "Max", "Min", "Range", "Fill", "ZerosLike", "OnesLike", "BroadcastArgs", "InvertPermutation"}
)


def _attrs(value: Value) -> dict[str, Any]:
    node = value.node
    return {**node.opdef.type_attrs([v.dtype for v in node.inputs], node.attrs), **node.attrs}


def _from_shape(value: Value) -> np.ndarray[Any, Any] | None:
    """Shape, Size and Rank of an input whose static shape is known, at least in part."""
    node = value.node
    source = node.inputs[value.index]
    shape = handles.source(source).node.attrs.get("shape") if source.dtype.name == "resource" else source.dims
    if shape is None:
        return None
    if node.opdef.type in ("Shape", "ShapeN", "VariableShape"):
        return _settled(np.array(shape, object), value)
    if node.opdef.type == "Rank":
        return np.asarray(len(shape), value.dtype.np)
    if node.opdef.type != "Size" or None in shape:
        return None
    return np.asarray(shapes.num_elements(shape), value.dtype.np)


def _unknown(value: Value, is_scalar: bool) -> np.ndarray[Any, Any] | None:
    if is_scalar:
        return np.array(None, object)
    if value.dims is None or None in value.dims or len(value.dims) > 1:
        return None
    return np.full([d or 0 for d in value.dims], None, object)


def _settled(array: np.ndarray[Any, Any], value: Value) -> np.ndarray[Any, Any]:
    """An object array without holes is an ordinary array of the value's dtype."""
    if array.dtype == object and not any(v is None for v in array.ravel()):
        return array.astype(value.dtype.np)
    return array


def plus_constant(value: Value) -> tuple[Value, int]:
    """A whole number as another one plus a constant."""
    offset = 0
    while True:
        node = value.node
        if node.type == "Identity":
            value = node.inputs[0]
            continue
        added = [constant_value(v) for v in node.inputs] if node.type in ("Add", "AddV2", "Sub") else []
        rest = [v for v, c in zip(node.inputs, added) if c is None]
        known = [c for c in added if c is not None and c.ndim == 0 and c.dtype.kind in "iu"]
        if len(rest) != 1 or len(known) != 1 or (node.type == "Sub" and added[1] is None):
            return value, offset
        offset += -int(known[0]) if node.type == "Sub" else int(known[0])
        value = rest[0]
