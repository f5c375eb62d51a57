"""What keeps a checkpoint from being restored: every key that it lacks or has otherwise, not the first one only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tf1compat._facade.tensor_util import constant_value
from tf1compat._formats import tensor_slices
from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._jaxcore.base.shapes import TensorShape

_ASSIGNS = ("Assign", "AssignVariableOp")
_SHOWN = 20


def differences(graph: Any, restore_op_name: str, path: str) -> str:
    """Lines that say for each key what the graph wants and what the checkpoint `path` has; "" if they agree."""
    from tf1compat._runtime import checkpoint

    try:
        opened = checkpoint.store().open(path)
    except errors.OpError:  # the tasks of a cluster may see other files than this process
        return ""
    lines: dict[str, None] = {}
    for key, wanted, dtype in _wanted(graph.get_operation_by_name(restore_op_name)):
        info = opened.tensors.get(key)
        if info is None:
            lines[f"  {key}: not in the checkpoint{opened.nearest(key)}"] = None
            continue
        found = dtypes.as_dtype(info.dtype)
        if dtype.base_dtype != found or not wanted.is_compatible_with(TensorShape(info.shape)):
            wants, has = f"{dtype.base_dtype.name} {_text(wanted)}", f"{found.name} {_text(TensorShape(info.shape))}"
            lines[f"  {key}: the graph wants {wants}, the checkpoint has {has}"] = None
    if not lines:
        return ""
    more = [f"  and {len(lines) - _SHOWN} more"] if len(lines) > _SHOWN else []
    return "\n".join(["\n\nThese do not fit:", *list(lines)[:_SHOWN], *more])


def _text(shape: TensorShape) -> str:
    return "of any shape" if shape.ndims is None else str(["?" if d is None else d for d in shape.as_list()])


def _wanted(restore_op: Any) -> Iterator[tuple[str, TensorShape, Any]]:
    """Key, shape and type of every tensor that `restore_op` reads into a variable."""
    seen: set[Any] = set()
    left = [restore_op]
    while left:
        op = left.pop()
        if op in seen:
            continue
        seen.add(op)
        left.extend(op.control_inputs)
        if op.type in _ASSIGNS:
            yield from _read_into(op)
        elif op.type != "RestoreV2":
            left.extend(t.op for t in op.inputs)


def _read_into(assign: Any) -> Iterator[tuple[str, TensorShape, Any]]:
    variable, value = assign.inputs
    shape = (
        TensorShape(variable.op.get_attr("shape")) if variable.dtype.base_dtype == dtypes.resource else variable.shape
    )
    dtype = value.dtype
    while value.op.type in ("Identity", "Reshape", "Cast"):
        if value.op.type == "Reshape":
            shape = TensorShape(None)
        value = value.op.inputs[0]
        dtype = value.dtype
    if value.op.type != "RestoreV2":
        return
    names, specs = (constant_value(value.op.inputs[i]) for i in (1, 2))
    if names is None or specs is None:
        return
    spec = specs.ravel()[value.value_index].decode()
    if spec:
        shape = TensorShape(tensor_slices.parse_spec(spec).shape)
    yield names.ravel()[value.value_index].decode(), shape, dtype
