"""The primitive nodes of control flow, made for values and for references alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import name_scope
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import nest


def tensor_or_composite(value: Any, dtype: Any = None, name: str = "Const", as_ref: bool = False) -> Any:
    """`value` as a tensor, or unchanged if it is made of several tensors."""
    return value if nest.is_composite(value) else convert(value, dtype, name, as_ref=as_ref)


def _each(make: Any, data: Any) -> Any:
    """`make` of a tensor, or of all tensors of a composite."""
    if isinstance(data, Tensor):
        return make(data)
    return nest.map_structure(make, data, expand_composites=True)


def _by_kind(op_type: str, data: Tensor, name: str | None, **attrs: Any) -> Tensor:
    kind = "Ref" + op_type if data.dtype._is_ref_dtype else op_type
    return apply_op(kind, data, name=name, **attrs)


def identity(data: Any, name: str | None = None) -> Any:
    """The same values, references staying references."""
    return _each(lambda t: _by_kind("Identity", t, name), tensor_or_composite(data, as_ref=True))


def next_iteration(data: Any, name: str | None = None) -> Any:
    """The values that loop variables get for the next step."""
    return _each(lambda t: _by_kind("NextIteration", t, name), tensor_or_composite(data, as_ref=True))


def exit(data: Any, name: str | None = None) -> Any:
    """The last values of loop variables, outside of the loop."""
    return _each(lambda t: _by_kind("Exit", t, name), tensor_or_composite(data, as_ref=True))


def enter(
    data: Tensor,
    frame_name: str,
    is_constant: bool = False,
    parallel_iterations: int = 10,
    use_input_shape: bool = True,
    name: str | None = None,
) -> Tensor:
    """A value inside the loop `frame_name`: a loop variable's first value, or (`is_constant`) an invariant."""
    attrs = {"is_constant": is_constant, "parallel_iterations": parallel_iterations}
    entered = _by_kind("Enter", data, name, frame_name=frame_name.encode(), **attrs)
    if use_input_shape:
        entered.set_shape(data.shape)
    return entered


def loop_cond(value: Tensor, name: str | None = None) -> Tensor:
    """The value that decides whether a loop goes on."""
    return apply_op("LoopCond", value, name=name)


def switch(data: Any, pred: Any, dtype: Any = None, name: str | None = None) -> tuple[Any, Any]:
    """`(output_false, output_true)`: `data` on the one that `pred` names, nothing on the other."""
    with name_scope(name, "Switch", [data, pred]) as scope:
        data = tensor_or_composite(data, dtype, "data", as_ref=True)
        pred = convert(pred, None, "pred")
        if isinstance(data, Tensor):
            if_false, if_true = apply_op("Switch", data, pred, name=scope)
            return if_false, if_true
        parts = [apply_op("Switch", t, pred) for t in nest.flatten(data, expand_composites=True)]
        sides = [nest.pack_sequence_as(data, side, expand_composites=True) for side in zip(*parts)]
        return sides[0], sides[1]


def ref_switch(data: Any, pred: Any, name: str | None = None) -> tuple[Any, Any]:
    """`switch` of a reference to a variable."""
    if_false, if_true = apply_op("RefSwitch", data, pred, name=name)
    return if_false, if_true


def switch_ref_or_tensor(data: Any, pred: Tensor, name: str = "Switch") -> tuple[Any, Any]:
    """`switch`, standing where `data` stands; a reference stays one."""
    data = tensor_or_composite(data, name="data")
    # TF1: blocks that colocate with something else do not reach in here
    with context.get_default_graph().colocate_with(data, ignore_existing=True):
        if isinstance(data, Tensor) and data.dtype._is_ref_dtype:
            if_false, if_true = apply_op("RefSwitch", data, pred, name=name)
            return if_false, if_true
        return switch(data, pred, name=name)


def merge(inputs: Sequence[Any], name: str | None = None) -> tuple[Any, Tensor]:
    """The one of `inputs` that is available, and its position.

    Raises:
      ValueError: an input is None.
    """
    if any(inp is None for inp in inputs):
        raise ValueError(f"At least one of the merge inputs is None: {inputs}")
    with name_scope(name, "Merge", inputs) as scope:
        values = [tensor_or_composite(inp, as_ref=True) for inp in inputs]
        if all(isinstance(v, Tensor) for v in values):
            refs = all(v.dtype._is_ref_dtype for v in values)
            merged, index = apply_op("RefMerge" if refs else "Merge", values, name=scope)
            return merged, index
        for v in values:
            if not nest.is_composite(v):
                raise TypeError(f"Type {type(v)} not supported")
        for v in values[1:]:
            nest.assert_same_structure(values[0], v, expand_composites=True)
        parts = [apply_op("Merge", list(p)) for p in zip(*(nest.flatten(v, expand_composites=True) for v in values))]
        packed = nest.pack_sequence_as(values[0], [p[0] for p in parts], expand_composites=True)
        return packed, parts[0][1]
