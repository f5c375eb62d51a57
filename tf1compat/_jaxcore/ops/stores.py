"""Tensor arrays and stacks as storage: what their ops do in graphs that have TF's own backward loops.

There a gradient's array is found by the handle of the array that it belongs to, flows are summed up as numbers, and
stacks have no flow at all. `passes.order_effects` hands these kernels the contents in place of the handle, and takes
the new contents, where there are some, as their first result.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from tf1compat._jaxcore.base.array import is_concrete
from tf1compat._jaxcore.ops.elements import Elements, Traits
from tf1compat._jaxcore.ops.stacks import Stack
from tf1compat._jaxcore.schema import opdef
from tf1compat._jaxcore.schema.opdef import OpDef

_FLOW = np.float32(0)


class StoreOp(NamedTuple):
    """How an op uses storage: it makes it, writes to it, or reads it."""

    use: str
    declared: OpDef


def _written(method: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel that gives the new contents and a flow."""
    return lambda store, *given: (_method(store, method, *given[:-1]), _FLOW)


def _method(store: Elements, method: Callable[..., Any], *given: Any) -> Any:
    return method(store, *given)


def _write(store: Elements, index: Any, value: Any) -> Elements:
    if not store.traits.accumulates:
        return store.write(index, value)
    ready = store.write(index, value) if store.data is None else store
    if store.data is None:
        return ready
    return ready.write(index, ready.read(index) + value)


def _scatter(store: Elements, indices: Any, rows: Any) -> Elements:
    if not store.traits.accumulates or store.data is None:
        return store.scatter(indices, rows)
    return store.with_data(jnp.asarray(store.data).at[indices].add(rows))


def _split(store: Elements, value: Any, lengths: Any) -> Elements:
    parts = store.split(value, np.asarray(lengths).tolist())
    if not store.traits.accumulates or store.data is None:
        return parts
    return store.with_data(store.data + parts.data)


def _gradient_array(source: Elements, current: Any) -> Any:
    """The gradient's array, made when it is asked for first; its elements add up."""
    if current is not None:
        return current, _FLOW
    shape = source.traits.element_shape
    if (shape is None or None in shape) and source.data is not None and not source.is_ragged:
        shape = tuple(source.data.shape[1:])
    traits = Traits(source.dtype, False, False, shape, False, True)
    known = shape is not None and None not in shape
    data = np.zeros((source.size, *shape), source.dtype) if known and shape is not None else None
    return Elements(data, source.size, traits), _FLOW


def _made(kernel: Callable[..., Any]) -> Callable[..., Any]:
    def make(size: Any, **attrs: Any) -> Any:
        elements = kernel(size, **attrs)[1]
        return elements.plain(), _FLOW

    return make


def _push(store: Stack, elem: Any) -> Any:
    return store.push(elem), elem


def _new_stack(size: Any) -> Any:
    known = is_concrete(size) and int(size) > 0
    return Stack(None, int(size) if known else 0, np.int32(0))


def _declared(type: str, kernel: Callable[..., Any], **changes: Any) -> OpDef:
    return dataclasses.replace(opdef.get(type), kernel=kernel, differentiable=True, effect=None, **changes)


def store_ops() -> Mapping[str, StoreOp]:
    """The ops on storage by type, with the kernels they have here."""
    global _OPS
    if not _OPS:
        _OPS = _all_ops()
    return _OPS


def _all_ops() -> dict[str, StoreOp]:
    found: dict[str, StoreOp] = {}
    for version in ("V2", "V3"):
        name = f"TensorArray{version}"
        found[name] = StoreOp("make", _declared(name, _made(opdef.get(name).kernel)))
        for what, method in (("Write", _write), ("Scatter", _scatter), ("Split", _split)):
            name = f"TensorArray{what}{version}"
            found[name] = StoreOp("write", _declared(name, _written(method)))
        for what in ("Read", "Gather", "Concat", "Size"):
            name = f"TensorArray{what}{version}"
            found[name] = StoreOp("read", _reading(name))
        name = f"TensorArrayGrad{version}"
        found[name] = StoreOp("gradient", _declared(name, _gradient_array, kernel_attrs=()))
        found[f"TensorArrayClose{version}"] = StoreOp("close", opdef.get(f"TensorArrayClose{version}"))
    for version in ("", "V2"):
        found[f"Stack{version}"] = StoreOp("make", _declared(f"Stack{version}", _new_stack if version else _unlimited))
        found[f"StackPush{version}"] = StoreOp("write", _declared(f"StackPush{version}", _push))
        found[f"StackPop{version}"] = StoreOp("write", _declared(f"StackPop{version}", lambda store: store.pop()))
        found[f"StackClose{version}"] = StoreOp("close", opdef.get(f"StackClose{version}"))
    return found


def _unlimited() -> Any:
    return _new_stack(np.int32(-1))


def _reading(name: str) -> OpDef:
    """Reads have the store in place of the flow, too: the kernels of `ops.tensor_array` look at the flow."""
    kernel = opdef.get(name).kernel
    return _declared(name, lambda store, *given, **attrs: kernel(store, *given[:-1], store, **attrs))


_OPS: dict[str, StoreOp] = {}


def empty() -> None:
    """What is stored before anything has been made."""


EMPTY = OpDef("EmptyStore", empty, (), (), {}, {})
