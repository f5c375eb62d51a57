"""`tf.contrib.framework`: values of checkpoints, read and assigned to variables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tf1compat._facade import framework, grouping
from tf1compat._facade.contrib.framework_variables import get_variable_full_name
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.tensor import Operation
from tf1compat._facade.train import checkpoint_reader
from tf1compat._facade.train import init_from_checkpoint as initial_values
from tf1compat._facade.train.saver import Saver


def load_checkpoint(filepattern: Any) -> checkpoint_reader.CheckpointReader:
    """`tf.train.load_checkpoint`."""
    return checkpoint_reader.load_checkpoint(filepattern)


def load_variable(checkpoint_dir: Any, name: str) -> Any:
    """`tf.train.load_variable`."""
    return checkpoint_reader.load_variable(checkpoint_dir, name)


def list_variables(checkpoint_dir: Any) -> list[tuple[str, list[int]]]:
    """`tf.train.list_variables`."""
    return checkpoint_reader.list_variables(checkpoint_dir)


def init_from_checkpoint(checkpoint_dir: Any, assignment_map: Mapping[str, Any]) -> None:
    """`tf.train.init_from_checkpoint`."""
    initial_values.init_from_checkpoint(checkpoint_dir, assignment_map)


def assign_from_checkpoint(
    model_path: str, var_list: Any, ignore_missing_vars: bool = False
) -> tuple[Operation, dict[Any, Any]]:
    """An operation that assigns a checkpoint's values to variables, and what to feed it.

    Args:
      model_path: the checkpoint.
      var_list: variables, or a dict of them (or of lists of them) by name in the checkpoint.
      ignore_missing_vars: only warn of variables that the checkpoint lacks?

    Raises:
      ValueError: the checkpoint lacks a variable, or has it in another shape.
    """
    reader = checkpoint_reader.NewCheckpointReader(model_path)
    feed_dict: dict[Any, Any] = {}
    assign_ops = []
    for name, group in _grouped(var_list).items():
        if not reader.has_tensor(name):
            missing = f"Checkpoint is missing variable [{name}]"
            if not ignore_missing_vars:
                raise ValueError(missing)
            tf_logging.warning(missing)
            continue
        value = reader.get_tensor(name)
        for var in group:
            given = framework.placeholder(var.dtype.base_dtype, var.get_shape(), name="placeholder/" + var.op.name)
            assign_ops.append(var.assign(given))
            feed_dict[given] = _part(var, value, name)
    return grouping.group(*assign_ops), feed_dict


def _grouped(var_list: Any) -> dict[str, list[Any]]:
    if isinstance(var_list, (list, tuple)):
        grouped: dict[str, list[Any]] = {}
        for var in var_list:
            grouped.setdefault(get_variable_full_name(var), []).append(var)
        return grouped
    return {name: list(v) if isinstance(v, (list, tuple)) else [v] for name, v in var_list.items()}


def _part(var: Any, value: Any, name: str) -> Any:
    """What a variable gets of a value: all of it, or its part of a partitioned variable."""
    part = getattr(var, "_save_slice_info", None)
    if part:
        where = tuple(slice(start, start + size) for start, size in zip(part.var_offset, part.var_shape))
        return value[where].reshape(part.var_shape)
    if var.get_shape() != value.shape:
        raise ValueError(
            f"Total size of new array must be unchanged for {name} lh_shape: [{value.shape}], "
            f"rh_shape: [{var.get_shape()}]"
        )
    return value


def assign_from_checkpoint_fn(
    model_path: str, var_list: Any, ignore_missing_vars: bool = False, reshape_variables: bool = False
) -> Callable[[Any], None] | None:
    """A function of a session that restores variables from a checkpoint; None if none are left to restore.

    Args:
      reshape_variables: accept another shape of the same size?
      Others: as of `assign_from_checkpoint`.

    Raises:
      ValueError: there are no variables.
    """
    if not var_list:
        raise ValueError("var_list cannot be empty")
    if ignore_missing_vars:
        reader = checkpoint_reader.NewCheckpointReader(model_path)
        by_name = var_list if isinstance(var_list, dict) else {var.op.name: var for var in var_list}
        for name in by_name:
            if not reader.has_tensor(name):
                tf_logging.warning("Variable %s missing in checkpoint %s", name, model_path)
        var_list = {name: var for name, var in by_name.items() if reader.has_tensor(name)}
    if not var_list:
        tf_logging.warning("No Variables to restore")
        return None
    saver = Saver(var_list, reshape=reshape_variables)

    def callback(session: Any) -> None:
        saver.restore(session, model_path)

    return callback
