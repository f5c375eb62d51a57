"""Tensor arrays and stacks: storage that loops write to and read from, behind a handle.

In TF the handle stands for mutable storage and the `flow` scalars order reads after writes. Here the flow carries the
contents (`elements.Elements`) and the handle nothing. Graphs with TF's own backward loops (TensorArrayGrad, stacks)
need the storage and are not supported yet.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._jaxcore.base import errors, shapes
from tf1compat._jaxcore.base.shapes import Shape, ShapeError
from tf1compat._jaxcore.ops import array_checks
from tf1compat._jaxcore.ops.elements import Elements, Ledger, Traits
from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.opdef import REQUIRED, op

_ARRAY = {"tensor_array_name": b""}


def _not_yet(op_type: str) -> errors.UnsupportedError:
    return errors.unsupported(
        f"{op_type}, an op of imported training graphs", advice="build the model in Python and restore its checkpoint"
    )


def _scalar(x: Any, *positions: int) -> None:
    for i in positions:
        shapes.with_rank(x.dims(i), 0)


def _vector(x: Any, position: int) -> tuple[int | None, ...]:
    return shapes.with_rank(x.dims(position), 1)


def _handle(x: Any) -> None:
    """A handle is a vector of two elements."""
    size = _vector(x, 0)[0]
    if size not in (None, 2):
        raise ShapeError(f"Dimension must be 2 but is {size}")


# ---- static shapes -------------------------------------------------------------------------------------------------


def _created(x: Any) -> Any:
    _scalar(x, 0)
    return ((2,), ())[: x.n_outputs]


def _gradient(x: Any) -> Any:
    _handle(x)
    return ((2,), ())[: x.n_outputs]


def _written(x: Any) -> Any:
    _handle(x)
    _scalar(x, 1, 3)
    known = x.handle_shape(0)
    if known is not None:
        shapes.merge(known[0], x.dims(2))
    return ((),)


def _read(x: Any) -> Any:
    _handle(x)
    _scalar(x, 1, 2)
    known = x.handle_shape(0)
    return (None if known is None else known[0],)


def _gathered(x: Any) -> Any:
    _handle(x)
    indices = _vector(x, 1)
    _scalar(x, 2)
    known = x.handle_shape(0)
    element: Shape = x.attrs["element_shape"] if known is None else known[0]
    return (shapes.concatenate(indices, element),)


def _scattered(x: Any) -> Any:
    _handle(x)
    indices = _vector(x, 1)
    _scalar(x, 3)
    value: Shape = x.dims(2)
    if value is not None:
        value = shapes.with_rank_at_least(value, 1)
        assert value is not None
        shape_rules.same_dim(value[0], indices[0])
        known = x.handle_shape(0)
        if known is not None:
            shapes.merge(known[0], value[1:])
    return ((),)


def _concatenated(x: Any) -> Any:
    _handle(x)
    _scalar(x, 1)
    return (None, (None,))


def _splitted(x: Any) -> Any:
    _handle(x)
    _vector(x, 2)
    _scalar(x, 3)
    return ((),)


def _size(x: Any) -> Any:
    _handle(x)
    return ((),)


def _second(x: Any) -> Any:
    return (x.dims(1),)


def _legacy_gathered(x: Any) -> Any:
    return (None,) * x.n_outputs


# ---- tensor arrays -------------------------------------------------------------------------------------------------


@op("TensorArrayV2", "size: int32 -> handle: string", stateful=True, grad="none", shape=_created,
    attrs=_ARRAY)  # fmt: skip
@op("TensorArray", "size: int32 -> handle: Ref(string)", stateful=True, grad="none", shape=shape_rules.unknown,
    attrs=_ARRAY)  # fmt: skip
def tensor_array(
    size: Any,
    *,
    dtype: Any = REQUIRED,
    element_shape: Any = None,
    dynamic_size: bool = False,
    clear_after_read: bool = True,
) -> Any:
    """A new array of `size` elements, none of them written."""
    return _new(size, Traits(np.dtype(dtype.np), dynamic_size, False, element_shape, clear_after_read))


@op("TensorArrayV3", "size: int32 -> handle: resource, flow: float32", static="size", stateful=True, grad="none",
    shape=_created, attrs=_ARRAY)  # fmt: skip
def tensor_array_v3(
    size: Any,
    *,
    dtype: Any = REQUIRED,
    element_shape: Any = None,
    dynamic_size: bool = False,
    clear_after_read: bool = True,
    identical_element_shapes: bool = False,
) -> Any:
    """A new array of `size` elements, none of them written."""
    traits = Traits(np.dtype(dtype.np), dynamic_size, identical_element_shapes, element_shape, clear_after_read)
    return _new(size, traits)


def _new(size: Any, traits: Traits) -> Any:
    shape = None if traits.element_shape is None else tuple(traits.element_shape)
    data = None
    if shape is not None and None not in shape:
        data = np.full((int(size), *shape), b"" if traits.dtype == object else 0, traits.dtype)
    return np.zeros(2, np.int32), Elements(data, int(size), traits._replace(element_shape=shape), ledger=Ledger())


@op("TensorArrayGradV3", "handle: resource, flow_in: float32 -> grad_handle: resource, flow_out: float32",
    stateful=True, grad="none", shape=_gradient, attrs={"source": REQUIRED})  # fmt: skip
@op("TensorArrayGradV2", "handle: string, flow_in: float32 -> grad_handle: string", stateful=True, grad="none",
    shape=_gradient, attrs={"source": REQUIRED})  # fmt: skip
@op("TensorArrayGrad", "handle: string, flow_in: float32 -> grad_handle: Ref(string)", stateful=True, grad="none",
    shape=shape_rules.unknown, attrs={"source": REQUIRED})  # fmt: skip
def tensor_array_grad(handle: Any, flow_in: Any) -> Any:
    """The array of the gradients of an array's elements, one for each `source`."""
    raise _not_yet("TensorArrayGrad")


@op("TensorArrayGradWithShape",
    "handle: resource, flow_in: float32, shape_to_prepend: int32 -> grad_handle: resource, flow_out: float32",
    stateful=True, grad="none", shape=_gradient, attrs={"source": REQUIRED})  # fmt: skip
def tensor_array_grad_with_shape(handle: Any, flow_in: Any, shape_to_prepend: Any) -> Any:
    """Like TensorArrayGradV3, for elements with further dimensions in front."""
    raise _not_yet("TensorArrayGradWithShape")


@op("TensorArrayWriteV3", "handle: resource, index: int32, value: T, flow_in: float32 -> flow_out: float32",
    stateful=True, shape=_written, check=array_checks.write_place)  # fmt: skip
@op("TensorArrayWriteV2", "handle: string, index: int32, value: T, flow_in: float32 -> flow_out: float32",
    shape=lambda x: ((),), check=array_checks.write_place)  # fmt: skip
@op("TensorArrayWrite", "handle: Ref(string), index: int32, value: T, flow_in: float32 -> flow_out: float32",
    shape=shape_rules.unknown)  # fmt: skip
def tensor_array_write(handle: Any, index: Any, value: Any, flow_in: Any) -> Any:
    """Element `index` becomes `value`."""
    return flow_in.write(index, value)


@op("TensorArrayReadV3", "handle: resource, index: int32, flow_in: float32 -> value: dtype", stateful=True,
    shape=_read, check=array_checks.read_place)  # fmt: skip
@op("TensorArrayReadV2", "handle: string, index: int32, flow_in: float32 -> value: dtype", shape=shape_rules.unknown,
    check=array_checks.read_place)  # fmt: skip
@op("TensorArrayRead", "handle: Ref(string), index: int32, flow_in: float32 -> value: dtype",
    shape=shape_rules.unknown)  # fmt: skip
def tensor_array_read(handle: Any, index: Any, flow_in: Any, *, dtype: Any = REQUIRED) -> Any:
    """Element `index`."""
    flow_in.check_read_as(dtype.base.np)
    return flow_in.read(index)


@op("TensorArrayGatherV3", "handle: resource, indices: int32, flow_in: float32 -> value: dtype", stateful=True,
    shape=_gathered)  # fmt: skip
@op("TensorArrayGatherV2", "handle: string, indices: int32, flow_in: float32 -> value: dtype",
    shape=_legacy_gathered)  # fmt: skip
@op("TensorArrayGather", "handle: Ref(string), indices: int32, flow_in: float32 -> value: dtype",
    shape=_legacy_gathered)  # fmt: skip
def tensor_array_gather(handle: Any, indices: Any, flow_in: Any, *, element_shape: Any = None) -> Any:
    """The elements at `indices`, stacked."""
    return flow_in.gather(indices, element_shape)


@op("TensorArrayPack", "handle: Ref(string), flow_in: float32 -> value: dtype", shape=_legacy_gathered,
    attrs={"element_shape": None})  # fmt: skip
def tensor_array_pack(handle: Any, flow_in: Any) -> Any:
    """All elements, stacked."""
    raise _not_yet("TensorArrayPack")


@op("TensorArrayScatterV3", "handle: resource, indices: int32, value: T, flow_in: float32 -> flow_out: float32",
    stateful=True, shape=_scattered)  # fmt: skip
@op("TensorArrayScatterV2", "handle: string, indices: int32, value: T, flow_in: float32 -> flow_out: float32",
    shape=lambda x: ((),))  # fmt: skip
@op("TensorArrayScatter", "handle: Ref(string), indices: int32, value: T, flow_in: float32 -> flow_out: float32",
    shape=shape_rules.unknown)  # fmt: skip
def tensor_array_scatter(handle: Any, indices: Any, value: Any, flow_in: Any) -> Any:
    """The elements at `indices` become the rows of `value`."""
    return flow_in.scatter(indices, value)


@op("TensorArrayUnpack", "handle: Ref(string), value: T, flow_in: float32 -> flow_out: float32",
    shape=shape_rules.unknown)  # fmt: skip
def tensor_array_unpack(handle: Any, value: Any, flow_in: Any) -> Any:
    """All elements become the rows of `value`."""
    raise _not_yet("TensorArrayUnpack")


@op("TensorArrayConcatV3", "handle: resource, flow_in: float32 -> value: dtype, lengths: int64", stateful=True,
    shape=_concatenated)  # fmt: skip
@op("TensorArrayConcatV2", "handle: string, flow_in: float32 -> value: dtype, lengths: int64",
    shape=lambda x: (None, (None,)))  # fmt: skip
@op("TensorArrayConcat", "handle: Ref(string), flow_in: float32 -> value: dtype, lengths: int64",
    shape=shape_rules.unknown)  # fmt: skip
def tensor_array_concat(handle: Any, flow_in: Any, *, element_shape_except0: Any = None) -> Any:
    """All elements joined along their first dimension, and how long each one is."""
    return flow_in.joined(element_shape_except0)


@op("TensorArraySplitV3", "handle: resource, value: T, lengths: int64, flow_in: float32 -> flow_out: float32",
    static="lengths", stateful=True, shape=_splitted)  # fmt: skip
@op("TensorArraySplitV2", "handle: string, value: T, lengths: int64, flow_in: float32 -> flow_out: float32",
    shape=lambda x: ((),))  # fmt: skip
@op("TensorArraySplit", "handle: Ref(string), value: T, lengths: int64, flow_in: float32 -> flow_out: float32",
    shape=shape_rules.unknown)  # fmt: skip
def tensor_array_split(handle: Any, value: Any, lengths: Any, flow_in: Any) -> Any:
    """The elements become successive parts of `value`, as long as `lengths` says."""
    return flow_in.split(value, np.asarray(lengths).tolist())


@op("TensorArraySizeV3", "handle: resource, flow_in: float32 -> size: int32", stateful=True, grad="none",
    reads="shape", shape=_size)  # fmt: skip
@op("TensorArraySizeV2", "handle: string, flow_in: float32 -> size: int32", grad="none", shape=_size)
@op("TensorArraySize", "handle: Ref(string), flow_in: float32 -> size: int32", grad="none",
    shape=shape_rules.unknown)  # fmt: skip
def tensor_array_size(handle: Any, flow_in: Any) -> Any:
    """The number of elements."""
    return flow_in.count()


@op("TensorArrayCloseV3", "handle: resource ->", stateful=True, grad="none", shape=shape_rules.nothing)
@op("TensorArrayCloseV2", "handle: string ->", grad="none", shape=shape_rules.nothing)
@op("TensorArrayClose", "handle: Ref(string) ->", grad="none", shape=shape_rules.nothing)
def tensor_array_close(handle: Any) -> Any:
    """The array's elements are forgotten."""
    return ()


# ---- stacks --------------------------------------------------------------------------------------------------------


@op("StackV2", "max_size: int32 -> handle: resource", stateful=True, grad="none", shape=lambda x: ((2,),),
    attrs={"elem_type": REQUIRED, "stack_name": b""})  # fmt: skip
def stack_v2(max_size: Any) -> Any:
    """A new, empty stack."""
    raise _not_yet("StackV2")


@op("Stack", "-> handle: Ref(string)", stateful=True, grad="none", shape=lambda x: ((2,),),
    attrs={"elem_type": REQUIRED, "stack_name": b""})  # fmt: skip
def stack() -> Any:
    """A new, empty stack."""
    raise _not_yet("Stack")


@op("StackPushV2", "handle: resource, elem: T -> output: T", stateful=True, grad="none", shape=_second,
    attrs={"swap_memory": False})  # fmt: skip
@op("StackPush", "handle: Ref(string), elem: T -> output: T", grad="none", shape=_second,
    attrs={"swap_memory": False})  # fmt: skip
def stack_push(handle: Any, elem: Any) -> Any:
    """`elem`, which now lies on the stack."""
    raise _not_yet("StackPush")


@op("StackPopV2", "handle: resource -> elem: elem_type", stateful=True, grad="none", shape=shape_rules.unknown)
@op("StackPop", "handle: Ref(string) -> elem: elem_type", grad="none", shape=shape_rules.unknown)
def stack_pop(handle: Any) -> Any:
    """The topmost element, which is taken off."""
    raise _not_yet("StackPop")


@op("StackCloseV2", "handle: resource ->", stateful=True, grad="none", shape=shape_rules.nothing)
@op("StackClose", "handle: Ref(string) ->", grad="none", shape=shape_rules.nothing)
def stack_close(handle: Any) -> Any:
    """The stack is forgotten."""
    raise _not_yet("StackClose")
