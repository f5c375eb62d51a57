"""What a Saver saves: `SaveableObject`s, made from variables, slices of partitioned ones, and things with state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tf1compat._facade import array_ops, convert, framework, state_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.ref_variable import RefVariable
from tf1compat._facade.resource_variables import BaseResourceVariable, is_resource_variable
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.variable_base import Variable
from tf1compat._jaxcore.base import devices

_REFERENCES = ("Variable", "VariableV2", "AutoReloadVariable")
_VARIABLE_OPS = (*_REFERENCES, "VarHandleOp", "ReadVariableOp")


class SaveSpec:
    """One tensor to save: `tensor` (or a function that makes it), its slice, its name in the checkpoint, its dtype."""

    def __init__(self, tensor: Any, slice_spec: str, name: str, dtype: Any = None, device: str | None = None) -> None:
        self._tensor = tensor
        self.slice_spec = slice_spec
        self.name = name
        if callable(tensor):
            if dtype is None or device is None:
                raise AssertionError(
                    "When passing a callable `tensor` to a SaveSpec, an explicit dtype and device must be provided."
                )
            self.dtype, self.device = dtype, device
        else:
            self.dtype, self.device = tensor.dtype, tensor.device

    @property
    def tensor(self) -> Any:
        """The tensor, made anew at each look where a function was given."""
        return self._tensor() if callable(self._tensor) else self._tensor


class SaveableObject:
    """Something that knows how to be saved and restored: the base class for those of users.

    Args:
      op: what is saved; one object is saved once per Saver.
      specs: the tensors to save.
      name: name in the checkpoint.
    """

    def __init__(self, op: Any, specs: Sequence[SaveSpec], name: str) -> None:
        self.op = op
        self.specs = specs
        self.name = name

    @property
    def optional_restore(self) -> bool:
        """May it be missing in a checkpoint?"""
        return False

    @property
    def device(self) -> str:
        """The device of the tensors."""
        return self.specs[0].device

    def restore(self, restored_tensors: Sequence[Any], restored_shapes: Sequence[Any] | None) -> Any:
        """An operation that gives the object the values `restored_tensors` (reshaped to `restored_shapes`, if any)."""
        raise ValueError("Calling an abstract method.")


def _reshaped(tensors: Sequence[Any], shapes: Sequence[Any] | None) -> Any:
    return tensors[0] if shapes is None else array_ops.reshape(tensors[0], shapes[0])


class ReferenceVariableSaveable(SaveableObject):
    """A reference variable."""

    def __init__(self, var: Any, slice_spec: str, name: str) -> None:
        super().__init__(var, [SaveSpec(var, slice_spec, name, dtype=var.dtype)], name)

    def restore(self, restored_tensors: Sequence[Any], restored_shapes: Sequence[Any] | None) -> Any:
        validate = restored_shapes is None and self.op.get_shape().is_fully_defined()
        return state_ops.assign(self.op, _reshaped(restored_tensors, restored_shapes), validate_shape=validate)


class ResourceVariableSaveable(SaveableObject):
    """A resource variable, or a read of one."""

    def __init__(self, var: Any, slice_spec: str, name: str) -> None:
        self._var_device = var.device
        self._var_shape = var.shape
        if isinstance(var, Tensor):
            self.handle_op: Any = var.op.inputs[0]
            tensor: Any = var
        elif is_resource_variable(var):
            self.handle_op = var.handle
            tensor = _reading(var)
        else:
            raise ValueError(f"Saveable is neither a resource variable nor a read operation. Got: {var!r}")
        spec = SaveSpec(tensor, slice_spec, name, dtype=var.dtype, device=var.device)
        super().__init__(var, [spec], name)

    def restore(self, restored_tensors: Sequence[Any], restored_shapes: Sequence[Any] | None) -> Any:
        value = _reshaped(restored_tensors, restored_shapes)
        with framework.device(self._var_device):
            value = array_ops.identity(value)
            self._var_shape.assert_is_compatible_with(value.shape)
            return apply_op("AssignVariableOp", self.handle_op, value)


def _reading(variable: Any) -> Any:
    def read() -> Tensor:
        with framework.device(variable.device):
            value = variable.read_value()
            with framework.device("/device:CPU:0"):
                return array_ops.identity(value)

    return read


def on_cpu(device: str) -> str:
    """The CPU of the task that `device` belongs to."""
    return devices.merge(devices.parse(device), devices.parse("/device:CPU:0")).to_string()


def _is_partitioned(op: Any) -> bool:
    return type(op).__name__ == "PartitionedVariable"


def _has_saveables(op: Any) -> bool:
    return hasattr(op, "_gather_saveables_for_checkpoint") and not isinstance(op, (Variable, SaveableObject))


def _of_variable(tensor: Any) -> bool:
    return isinstance(tensor, Tensor) and tensor.op.type in _VARIABLE_OPS


def saveable_objects_for_op(op: Any, name: str) -> Iterator[SaveableObject]:
    """The objects that save `op` (a variable, a reference, a list of slices, something with state) as `name`.

    Raises:
      TypeError: `op` cannot be saved, or `name` is no string.
      ValueError: a list of something else than slices of one variable.
    """
    if not isinstance(name, str):
        raise TypeError(
            "names_to_saveables must be a dict mapping string names to trackable operations. Name is not a string: "
            f"{name}"
        )
    if isinstance(op, SaveableObject):
        yield op
    elif isinstance(op, (list, tuple)) or _is_partitioned(op):
        yield from _slices(list(op), name)
    elif _has_saveables(op):
        for attr, factory in op._gather_saveables_for_checkpoint().items():
            full_name = name if attr == "VARIABLE_VALUE" else f"{name}_{attr}"
            made: Any = factory(full_name) if callable(factory) else factory
            yield from saveable_objects_for_op(made, made.name)
    elif isinstance(op, BaseResourceVariable):
        yield ResourceVariableSaveable(op._graph_element, "", name)
    else:
        variable = convert.convert(op, as_ref=True)
        if not _of_variable(variable):
            raise TypeError(
                "names_to_saveables must be a dict mapping string names to Tensors/Variables. Not a variable: "
                f"{variable}"
            )
        kind = ReferenceVariableSaveable if variable.op.type in _REFERENCES else ResourceVariableSaveable
        yield kind(variable, "", name)


def _slices(parts: Sequence[Any], name: str) -> Iterator[SaveableObject]:
    full_name = None
    for variable in parts:
        if not isinstance(variable, Variable):
            raise ValueError(f"Slices must all be Variables: {variable}")
        info = variable._save_slice_info
        if not info:
            raise ValueError(f"Slices must all be slices: {variable}")
        if full_name is None:
            full_name = info.full_name
        elif full_name != info.full_name:
            raise ValueError(f"Slices must all be from the same tensor: {full_name} != {info.full_name}")
        kind = ReferenceVariableSaveable if variable.op.type in _REFERENCES else ResourceVariableSaveable
        yield kind(variable, info.spec, name)


def op_list_to_dict(op_list: Any, convert_variable_to_tensor: bool = True) -> dict[str, Any]:
    """Names in the checkpoint for a list of variables: each one's own name, slices under that of the whole.

    Raises:
      TypeError: no list, tuple or set, or an element that is no variable.
      ValueError: two variables with one name.
    """
    if not isinstance(op_list, (list, tuple, set)):
        raise TypeError(f"Variables to save should be passed in a dict or a list: {op_list}")
    found: dict[str, Any] = {}
    for var in sorted(op_list, key=lambda x: x.name):
        if isinstance(var, SaveableObject):
            found[var.name] = var
        elif _is_partitioned(var):
            if var.name in found:
                raise ValueError(f"At least two variables have the same name: {var.name}")
            found[var.name] = var
        elif isinstance(var, Variable) and var._save_slice_info:
            name = var._save_slice_info.full_name or ""
            if not isinstance(found.setdefault(name, []), list):
                raise ValueError(f"Mixing slices and non-slices with the same name: {name}")
            found[name].append(var)
        elif _has_saveables(var):
            factories: Any = getattr(var, "_gather_saveables_for_checkpoint")()  # noqa: B009
            made = [f() if callable(f) else f for f in factories.values()]
            found.update(op_list_to_dict(made))
        else:
            name, var = _named(var, convert_variable_to_tensor)
            if name in found:
                raise ValueError(f"At least two variables have the same name: {name}")
            found[name] = var
    return found


def _named(var: Any, to_tensor: bool) -> tuple[str, Any]:
    if to_tensor:
        if isinstance(var, BaseResourceVariable):
            var = var._graph_element
        elif isinstance(var, (RefVariable, Tensor)) or hasattr(var, "graph"):
            var = convert.convert(var, as_ref=True)
        if not _of_variable(var):
            raise TypeError(f"Variable to save is not a Variable: {var}")
    name = var.op.inputs[0].op.name if var.op.type == "ReadVariableOp" else var.op.name
    return name, var


def validate_and_slice_inputs(names_to_saveables: Any) -> list[SaveableObject]:
    """The objects to save, by name.

    Raises:
      TypeError: something that cannot be saved.
      ValueError: one thing under two names.
    """
    if not isinstance(names_to_saveables, dict):
        names_to_saveables = op_list_to_dict(names_to_saveables)
    saveables: list[SaveableObject] = []
    seen: set[int] = set()
    for name, op in sorted(names_to_saveables.items(), key=lambda item: item[0]):
        for saveable in saveable_objects_for_op(op, name):
            if id(saveable.op) in seen:
                raise ValueError(f"The same saveable will be restored with two names: {saveable.name}")
            saveables.append(saveable)
            seen.add(id(saveable.op))
    return saveables
