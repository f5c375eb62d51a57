"""`tf.train.init_from_checkpoint`: variables of a new model start with values of an old one's checkpoint."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tf1compat._facade import context, framework, state_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.train import checkpoint_reader
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
    for in_checkpoint, wanted in sorted(assignment_map.items(), key=lambda item: item[0]):
        if _is_variable(wanted) or _are_slices(wanted):
            _replace(path, shapes, in_checkpoint, wanted)
        elif wanted in _by_name():
            _replace(path, shapes, in_checkpoint, _by_name()[wanted])
        else:
            _replace_scope(path, shapes, in_checkpoint, wanted)


def _is_variable(x: Any) -> bool:
    return isinstance(x, Variable)


def _are_slices(x: Any) -> bool:
    return type(x).__name__ == "PartitionedVariable" or isinstance(x, list) and all(_is_variable(v) for v in x)


def _by_name() -> dict[str, Any]:
    """The variables that `get_variable` made, by name."""
    from tf1compat._facade import variable_scope

    return dict(variable_scope._get_default_variable_store()._vars)


def _replace_scope(path: str, shapes: Mapping[str, Any], source: str, target: str) -> None:
    if "/" in target and not target.endswith("/"):
        raise ValueError(f"Assignment map with scope only name {target} should map to scope only {source}. Should be 'scope/': 'other_scope/'.")
    if not source.endswith("/"):
        raise ValueError(f"Assignment map with scope only name {target} should map to scope only {source}. Should be 'scope/': 'other_scope/'.")
    prefix = target if not target or target.endswith("/") else target + "/"
    prefix = "" if prefix == "/" else prefix
    variables = {n: v for n, v in _by_name().items() if n.startswith(prefix) and "/part_" not in n}
    if not variables:
        raise ValueError(f"{target} does not have any variables.")  # TF1 names the scope in another sentence
    for name, variable in variables.items():
        key = ("" if source == "/" else source) + name[len(prefix) :]
        if key not in shapes:
            raise ValueError(f"Tensor {key} ({name} in {target}) is not found in {path} checkpoint {dict(shapes)}")
        _replace(path, shapes, key, variable)


def _replace(path: str, shapes: Mapping[str, Any], key: str, variable: Any) -> None:
    if key not in shapes:
        raise ValueError(f"Tensor {key} is not found in {path} checkpoint {dict(shapes)}")
    parts = [variable] if _is_variable(variable) else list(variable)
    info = parts[0]._save_slice_info
    found = parts[0].get_shape().as_list() if info is None else list(info.full_shape or ())
    if found != list(shapes[key]):
        raise ValueError(
            f"Shape of variable {parts[0].name} ({tuple(found)}) doesn't match with shape of tensor {key} "
            f"({list(shapes[key])}) from checkpoint reader."
        )
    for part in parts:
        _set_initializer(part, path, key, part._save_slice_info.spec if part._save_slice_info else "")
    tf_logging.debug("Initialize variable %s from checkpoint %s with %s", parts[0].name, path, key)


def _set_initializer(variable: Any, path: str, key: str, spec: str) -> None:
    """The variable's initialiser becomes an assignment of what RestoreV2 reads."""
    graph = context.get_default_graph()
    dtype = variable.dtype.base_dtype
    with framework.device(variable.device), framework.device("/cpu:0"), graph.name_scope(None):
        restored = apply_op("RestoreV2", path, [key], [spec], dtypes=[dtype], name="checkpoint_initializer")[0]
        restored.set_shape(variable.shape)
        if hasattr(variable, "_handle"):
            with framework.colocate_with(variable.handle.op):
                variable._initializer_op = apply_op("AssignVariableOp", variable.handle, restored)
        else:
            variable._initializer_op = state_ops.assign(variable, restored).op
    variable._initial_value = restored
