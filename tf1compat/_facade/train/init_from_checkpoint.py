"""`tf.train.init_from_checkpoint`: variables of a new model start with values of an old one's checkpoint."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tf1compat._facade import framework, variable_scope
from tf1compat._facade.apply import apply_op
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.train import checkpoint_reader, saveables
from tf1compat._facade.variable_base import Variable


def init_from_checkpoint(ckpt_dir_or_file: Any, assignment_map: Mapping[str, Any]) -> None:
    """Replace the initialisers of variables by reads of a checkpoint; nothing is read before they run.

    Args:
      ckpt_dir_or_file: a checkpoint, or a folder with one.
      assignment_map: name in the checkpoint -> variable, list of its slices, or name of a variable; or a scope in the
        checkpoint (ending in `/`) -> a scope of the graph.

    Raises:
      ValueError: a name or scope is missing on either side, or shapes differ.
    """
    path = checkpoint_reader._checkpoint_path(ckpt_dir_or_file)
    shapes = checkpoint_reader.load_checkpoint(path).get_variable_to_shape_map()
    known = variable_scope._get_default_variable_store()._vars
    for key, wanted in sorted(assignment_map.items(), key=lambda item: item[0]):
        variable = wanted if _is_variable(wanted) else _named(known, wanted)
        if variable is None:
            _replace_scope(ckpt_dir_or_file, path, shapes, key, wanted, known)
            continue
        if key not in shapes:
            raise ValueError(f"Tensor {key} is not found in {ckpt_dir_or_file} checkpoint {shapes}")
        if isinstance(variable, Variable) and not variable.get_shape().is_compatible_with(shapes[key]):
            raise ValueError(
                f"Shape of variable {variable.name} ({variable.get_shape()}) doesn't match with shape of tensor {key} "
                f"({shapes[key]}) from checkpoint reader."
            )
        _replace(path, key, variable)


def _is_variable(x: Any) -> bool:
    return isinstance(x, Variable) or (isinstance(x, list) and all(isinstance(v, Variable) for v in x))


def _named(known: Mapping[str, Any], name: str) -> Any:
    """The variable `name`, or the list of its slices; None if there is neither."""
    if name in known:
        return known[name]
    parts: list[Any] = []
    while f"{name}/part_{len(parts)}" in known:
        parts.append(known[f"{name}/part_{len(parts)}"])
    return parts or None


def _replace_scope(given: Any, path: str, shapes: Mapping[str, Any], source: str, target: str, known: Any) -> None:
    scope = target.rpartition("/")[0]
    if not source.endswith("/"):
        raise ValueError(
            f"Assignment map with scope only name {scope} should map to scope only {source}. Should be 'scope/': "
            "'other_scope/'."
        )
    names = {n.partition("/part_")[0] for n in known if not scope or n.startswith(scope + "/")}
    for name in sorted(names):
        key = name[len(scope) :]
        if target != "/":
            key = key[1:]
        if source != "/":
            key = source + key
        key = key.removesuffix("/")
        if key not in shapes:
            raise ValueError(f"Tensor {key} ({name[len(scope) + 1 :]} in {source}) is not found in {given} checkpoint")
        _replace(path, key, _named(known, name))


def _replace(path: str, key: str, variable: Any) -> None:
    parts: Sequence[Any] = [variable] if isinstance(variable, Variable) else variable
    whole = isinstance(variable, Variable)
    full_names = {None if whole else p._save_slice_info.full_name for p in parts}
    if len(full_names) > 1:
        raise ValueError(f"Slices must all be from the same tensor: {' != '.join(sorted(map(str, full_names)))}")
    for part in parts:
        _set_initializer(part, path, key, "" if whole else part._save_slice_info.spec)
    tf_logging.debug("Initialize variable %s from checkpoint %s with %s", parts[0].name, path, key)


def _set_initializer(variable: Any, path: str, key: str, spec: str) -> None:
    """The variable's initialiser becomes an assignment of what RestoreV2 reads."""
    dtype = variable.dtype.base_dtype
    with framework.device(variable.device), framework.device("/cpu:0"):
        restored = apply_op("RestoreV2", path, [key], [spec], dtypes=[dtype], name="checkpoint_initializer")[0]
        ((name, op),) = saveables.op_list_to_dict([variable]).items()
        (saveable,) = saveables.saveable_objects_for_op(op, name)
    variable._initializer_op = saveable.restore([restored], None)
    restored.set_shape(variable.shape)
    variable._initial_value = restored
