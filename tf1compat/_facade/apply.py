"""`apply_op`: build one node as TF1's generated wrappers do, converting arguments by the op's declaration."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.convert import convert, convert_all
from tf1compat._facade.graph import Graph
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore import ops as _declared_ops
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.dtypes import DType
from tf1compat._jaxcore.schema import allowed_types, opdef
from tf1compat._jaxcore.schema.opdef import REQUIRED, OpDef
from tf1compat._jaxcore.schema.signature import Arg


def apply_op(op_type: str, *inputs: Any, name: str | None = None, **attrs: Any) -> Any:
    """Add a node of `op_type` to the graph; arguments that are not tensors become constants under its name.

    Returns:
      The output tensor, a list of tensors (several outputs, or a list output), or the Operation if it has no outputs.
    """
    op = add_op(op_type, *inputs, name=name, **attrs)
    outputs = op.outputs
    if not op.opdef.outputs:
        return op
    if len(op.opdef.outputs) == 1:
        return list(outputs) if op.opdef.outputs[0].is_list else outputs[0]
    return list(outputs)


def add_op(op_type: str, *inputs: Any, name: str | None = None, **attrs: Any) -> Operation:
    """`apply_op`, returning the Operation itself."""
    declared = opdef.get(op_type)
    graph = context.graph_of(inputs)
    if graph is not context.get_default_graph():
        with graph.as_default():
            return _add(graph, declared, inputs, op_type if name is None else name, attrs)
    return _add(graph, declared, inputs, op_type if name is None else name, attrs)


def _add(graph: Graph, declared: OpDef, inputs: tuple[Any, ...], name: str, attrs: dict[str, Any]) -> Operation:
    if not declared.has_lists and all(isinstance(x, Tensor) for x in inputs):
        flat: tuple[Any, ...] = inputs
        _check_types(declared, flat, attrs)
    else:
        with graph.name_scope(name) as scope:
            flat = _convert(declared, inputs, attrs)
        name = scope
        attrs = {**_list_attrs(declared, inputs, flat), **attrs}
    if not declared.has_refs:
        return graph.create(declared, name, flat, complete_attrs(declared, attrs))
    with contextlib.ExitStack() as stack:  # TF1: what takes a reference stands where the variable stands
        for arg, tensor in zip(declared.inputs, flat):
            if arg.is_ref:
                stack.enter_context(graph.colocate_with(tensor.op))
        return graph.create(declared, name, flat, complete_attrs(declared, attrs))


def _list_attrs(declared: OpDef, inputs: tuple[Any, ...], flat: tuple[Any, ...]) -> dict[str, Any]:
    """Types and lengths of lists, where an op has several that could not be told apart later."""
    lists = {(a.number_attr, a.type_list_attr) for a in declared.inputs if a.is_list}
    if len(lists) < 2:
        return {}
    found: dict[str, Any] = {}
    at = 0
    for arg, given in zip(declared.inputs, inputs):
        size = len(given) if arg.is_list else 1
        if arg.type_list_attr is not None:
            found[arg.type_list_attr] = [t.dtype.base for t in flat[at : at + size]]
        elif arg.number_attr is not None:
            found[arg.number_attr] = size
        at += size
    return found


def complete_attrs(declared: OpDef, attrs: Mapping[str, Any]) -> dict[str, Any]:
    """Given attrs over defaults.

    Raises:
      TypeError: an attr is unknown or missing.
    """
    full = dict(declared.attrs)
    for key, value in attrs.items():
        if key not in full and not _is_derived(declared, key):
            raise TypeError(f"op {declared.type!r} has no attr {key!r}; it has {sorted(full)}")
        full[key] = value
    missing = [k for k, v in full.items() if v is REQUIRED]
    if missing:
        raise TypeError(f"op {declared.type!r} needs a value for attr {missing[0]!r}")
    allowed = allowed_types.of(declared.type)
    for key in allowed:
        if full.get(key) is not None:
            for dtype in full[key] if isinstance(full[key], (list, tuple)) else (full[key],):
                allowed_types.check(allowed, key, dtypes.as_dtype(dtype).base, key)
    return full


def _is_derived(declared: OpDef, key: str) -> bool:
    return any(key in (a.type_attr, a.number_attr, a.type_list_attr) for a in (*declared.inputs, *declared.outputs))


def _check_types(declared: OpDef, tensors: tuple[Any, ...], attrs: Mapping[str, Any]) -> None:
    """Inputs that share a type attr must have one dtype (TF1's message)."""
    known: dict[str, tuple[DType, str]] = {}
    allowed = allowed_types.of(declared.type)
    for arg, tensor in zip(declared.inputs, tensors):
        if arg.is_ref:
            _check_ref(declared, arg, tensor)
        dtype = tensor.dtype.base
        if arg.fixed is not None:
            if dtype is not arg.fixed and arg.fixed is not dtypes.variant:
                raise _fixed_mismatch(declared, arg, dtype)
            continue
        attr = arg.type_attr
        if attr is None:
            continue
        if attr in attrs:
            known.setdefault(attr, (attrs[attr], ""))
        if attr in allowed:
            allowed_types.check(allowed, attr, known[attr][0] if attr in known else dtype, arg.name)
        first = known.setdefault(attr, (dtype, arg.name))
        if first[0] is not dtype:
            raise _mismatch(declared, arg, dtype, first)


def _check_ref(declared: OpDef, arg: Arg, tensor: Tensor) -> None:
    if not tensor.dtype._is_ref_dtype:
        raise TypeError(
            f"'{declared.type}' Op requires that input '{arg.name}' be a mutable tensor (e.g.: a tf.Variable)"
        )


def _mismatch(declared: OpDef, arg: Arg, got: DType, first: tuple[DType, str]) -> TypeError:
    other = f"type {first[0].name} of argument '{first[1]}'." if first[1] else f"expected type of {first[0].name}."
    words = "that does not match"
    return TypeError(f"Input '{arg.name}' of '{declared.type}' Op has type {got.name} {words} {other}")


def _fixed_mismatch(declared: OpDef, arg: Arg, got: DType) -> TypeError:
    assert arg.fixed is not None
    return TypeError(
        f"Input '{arg.name}' of '{declared.type}' Op has type {got.name} that does not match expected type of "
        f"{arg.fixed.name}."
    )


def _convert(declared: OpDef, inputs: tuple[Any, ...], attrs: Mapping[str, Any]) -> tuple[Tensor, ...]:
    """Convert arguments in order; the dtype of a type attr is settled by the first argument that has it."""
    if len(inputs) != len(declared.inputs):
        raise TypeError(f"op {declared.type!r} takes {len(declared.inputs)} inputs, not {len(inputs)}")
    known: dict[str, tuple[DType, str]] = {}
    allowed = allowed_types.of(declared.type)
    flat: list[Tensor] = []
    for arg, value in zip(declared.inputs, inputs):
        attr = arg.type_attr
        if attr is not None and attr in attrs:
            known.setdefault(attr, (dtypes.as_dtype(attrs[attr]), ""))
        first = known.get(attr) if attr is not None else None
        wanted = arg.fixed if arg.fixed is not None else first[0] if first is not None else None
        preferred = declared.type_defaults.get(attr) if attr is not None else None
        tensors = _convert_one(declared, arg, value, wanted, preferred, first)
        for tensor in tensors if allowed else ():
            allowed_types.check(allowed, attr or arg.type_list_attr or "", tensor.dtype.base, arg.name)
        if attr is not None and tensors:
            known.setdefault(attr, (tensors[0].dtype.base, arg.name))
        flat.extend(tensors)
    return tuple(flat)


# lengths of lists; others have an element at least
_SHORTEST = {
    "Concat": 2,
    "ConcatV2": 2,
    "ConcatOffset": 2,
    "SparseConcat": 2,
    "SparseCross": 0,
    "SparseFeatureCross": 0,
    "SparseFeatureCrossV2": 0,
    "DeleteMultiDeviceIterator": 0,
}


def _convert_one(
    declared: OpDef,
    arg: Arg,
    value: Any,
    wanted: DType | None,
    preferred: DType | None,
    first: tuple[DType, str] | None,
) -> list[Tensor]:
    try:
        if arg.type_list_attr is not None:
            return [convert(v, None, f"{arg.name}_{i}") for i, v in enumerate(value)]
        if arg.is_list:
            if not isinstance(value, (list, tuple)):
                raise TypeError(f"Expected list for '{arg.name}' argument to '{declared.type}' Op, not {value}.")
            least = _SHORTEST.get(declared.type, 1)
            if arg.number_attr == "N" and len(value) < least:
                raise ValueError(
                    f"List argument '{arg.name}' to '{declared.type}' Op with length {len(value)} shorter than minimum "
                    f"length {least}."
                )
            return _same_types(declared, arg, convert_all(value, wanted, arg.name, preferred, arg.is_ref))
        tensor = convert(value, wanted, arg.name, preferred, arg.is_ref)
        if arg.is_ref:
            _check_ref(declared, arg, tensor)
        return [tensor]
    except (TypeError, ValueError) as e:
        if arg.is_list or value is None:
            raise
        got = _dtype_without(value)
        if got is None or wanted is None or got is wanted:
            raise
        if isinstance(e, TypeError):
            kind = type(value).__name__
            raise TypeError(
                f"Expected {wanted.name} passed to parameter '{arg.name}' of op '{declared.type}', got {value!r} "
                f"of type '{kind}' instead. Error: {e}"
            ) from None
        raise (_mismatch(declared, arg, got, first) if first else _fixed_mismatch(declared, arg, got)) from e


def _same_types(declared: OpDef, arg: Arg, tensors: list[Tensor]) -> list[Tensor]:
    if any(t.dtype.base is not tensors[0].dtype.base for t in tensors):
        names = ", ".join(t.dtype.name for t in tensors)
        raise TypeError(
            f"Tensors in list passed to '{arg.name}' of '{declared.type}' Op have types [{names}] that don't all match."
        )
    return tensors


def _dtype_without(value: Any) -> DType | None:
    """The dtype that `value` would have by itself, for messages."""
    if isinstance(value, Tensor):
        return value.dtype.base
    from tf1compat._facade import constants

    try:
        return constants.to_array(value, None)[1]
    except (TypeError, ValueError):
        return None
