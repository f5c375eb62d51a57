"""Conditions and loops whose branches and bodies are graph functions, and the lists that their gradients keep."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.ops.elements import Elements, Traits
from tf1compat._jaxcore.ops.stacks import Stack
from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.opdef import REQUIRED, op

_IF = {"then_branch": REQUIRED, "else_branch": REQUIRED, "output_shapes": []}
_LOOP = {"cond": REQUIRED, "body": REQUIRED, "output_shapes": [], "parallel_iterations": 10}


def _declared_shapes(x: Any) -> Any:
    declared = x.attrs.get("output_shapes") or ()
    if len(declared) != x.n_outputs:
        return (None,) * x.n_outputs
    types = x.attrs.get("Tout") or x.attrs["T"]
    # the shape of a handle would be taken for that of its variable
    return tuple(None if t == dtypes.resource else shape for t, shape in zip(types, declared))


@op("If", "cond: Tcond, input: [Tin] -> output: [Tout]", stateful=True, attrs=_IF, shape=_declared_shapes)
@op("StatelessIf", "cond: Tcond, input: [Tin] -> output: [Tout]", attrs=_IF, shape=_declared_shapes)
def if_(cond: Any, input: Any) -> Any:
    """What the function `then_branch` gives if the condition is true, else what `else_branch` gives."""
    raise _by_exec()


@op("Case", "branch_index: int32, input: [Tin] -> output: [Tout]", stateful=True,
    attrs={"branches": REQUIRED, "output_shapes": []}, shape=_declared_shapes)  # fmt: skip
def case(branch_index: Any, input: Any) -> Any:
    """What one of `branches` gives: the one at the index, the last one for an index out of range."""
    raise _by_exec()


@op("While", "input: [T] -> output: [T]", stateful=True, attrs=_LOOP, shape=_declared_shapes)
@op("StatelessWhile", "input: [T] -> output: [T]", attrs=_LOOP, shape=_declared_shapes)
def while_(input: Any) -> Any:
    """The values after the function `body` has been applied as long as `cond` gives true."""
    raise _by_exec()


@op("For", "start: int32, limit: int32, delta: int32, input: [T] -> output: [T]", attrs={"body": REQUIRED},
    shape=lambda x: (None,) * x.n_outputs)  # fmt: skip
def for_(start: Any, limit: Any, delta: Any, input: Any) -> Any:
    """The values after the function `body` has been applied for every number from `start` to `limit`."""
    raise _by_exec()


def _by_exec() -> AssertionError:
    return AssertionError("functional control flow is evaluated by exec, as conditionals and loops")


# ---- lists ---------------------------------------------------------------------------------------------------------


def _element(shape: Any) -> tuple[int | None, ...] | None:
    sizes = np.asarray(shape)
    if sizes.ndim == 0:
        return None
    return tuple(None if s < 0 else int(s) for s in sizes.tolist())


@op("EmptyTensorList", "element_shape: shape_type, max_num_elements: int32 -> handle: variant", static="element_shape",
    grad="none", shape=shape_rules.scalar)  # fmt: skip
def empty_tensor_list(element_shape: Any, max_num_elements: Any, *, element_dtype: Any = REQUIRED) -> Any:
    """A list without elements, to push to."""
    return Stack(None, 0, np.int32(0))


@op("TensorListPushBack", "input_handle: variant, tensor: element_dtype -> output_handle: variant", grad="none",
    shape=shape_rules.scalar)  # fmt: skip
def tensor_list_push_back(input_handle: Any, tensor: Any) -> Any:
    """The list with one more element at its end."""
    return input_handle.push(tensor)


@op("TensorListPopBack", "input_handle: variant, element_shape: int32 -> output_handle: variant, tensor: element_dtype",
    grad="none", shape=lambda x: ((), None))  # fmt: skip
def tensor_list_pop_back(input_handle: Any, element_shape: Any) -> Any:
    """The list without its last element, and that element."""
    return input_handle.pop()


@op("TensorListReserve", "element_shape: shape_type, num_elements: int32 -> handle: variant",
    static=("element_shape", "num_elements"), grad="none", shape=shape_rules.scalar)  # fmt: skip
def tensor_list_reserve(element_shape: Any, num_elements: Any, *, element_dtype: Any = REQUIRED) -> Any:
    """A list of so many elements, none of them set."""
    shape, size = _element(element_shape), int(num_elements)
    known = shape is not None and None not in shape
    data = np.zeros((size, *cast("tuple[int, ...]", shape)), element_dtype.np) if known else None
    return Elements(data, size, Traits(np.dtype(element_dtype.np), False, True, shape, False))


@op("TensorListFromTensor", "tensor: element_dtype, element_shape: shape_type -> output_handle: variant",
    static="element_shape", grad="none", shape=shape_rules.scalar)  # fmt: skip
def tensor_list_from_tensor(tensor: Any, element_shape: Any) -> Any:
    """The list of the rows of `tensor`."""
    traits = Traits(np.dtype(tensor.dtype), False, True, tuple(tensor.shape[1:]), False)
    return Elements(tensor, tensor.shape[0], traits)


@op("TensorListSetItem", "input_handle: variant, index: int32, item: element_dtype -> output_handle: variant",
    grad="none", shape=shape_rules.scalar)  # fmt: skip
def tensor_list_set_item(input_handle: Any, index: Any, item: Any) -> Any:
    """The list with another element at `index`."""
    return input_handle.write(index, item)


@op("TensorListGetItem", "input_handle: variant, index: int32, element_shape: int32 -> item: element_dtype",
    grad="none", shape=shape_rules.unknown)  # fmt: skip
def tensor_list_get_item(input_handle: Any, index: Any, element_shape: Any) -> Any:
    """The element at `index`."""
    return input_handle.read(index)


@op("TensorListStack", "input_handle: variant, element_shape: int32 -> tensor: element_dtype", grad="none",
    shape=shape_rules.unknown, attrs={"num_elements": -1})  # fmt: skip
def tensor_list_stack(input_handle: Any, element_shape: Any) -> Any:
    """All elements as the rows of one tensor."""
    if isinstance(input_handle, Stack):
        return input_handle.stacked()
    return input_handle.gather(np.arange(input_handle.size))


@op("TensorListLength", "input_handle: variant -> length: int32", grad="none", shape=shape_rules.scalar)
def tensor_list_length(input_handle: Any) -> Any:
    """The number of elements."""
    return input_handle.length if isinstance(input_handle, Stack) else input_handle.count()


@op("TensorListElementShape", "input_handle: variant -> element_shape: shape_type", grad="none",
    shape=lambda x: ((None,),))  # fmt: skip
def tensor_list_element_shape(input_handle: Any, *, shape_type: Any = REQUIRED) -> Any:
    """The shape of the elements as far as it is known, -1 for what is not."""
    shape = input_handle.element_shape()
    if shape is None:
        return np.asarray(-1, shape_type.np)
    return np.array([-1 if s is None else s for s in shape], shape_type.np)
