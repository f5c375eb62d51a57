"""`tf.train.warm_start`: variables of a new model start with values of another one's checkpoint."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tf1compat._facade import context, state_ops
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.convert import convert
from tf1compat._facade.partitioned_variable import PartitionedVariable, _PartitionInfo
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.train import checkpoint_reader, saveables, vocab_remap
from tf1compat._facade.train import init_from_checkpoint as checkpoint_utils
from tf1compat._facade.train.saver import object_graph_key_mapping
from tf1compat._facade.variable_base import Variable


class _VocabFields(NamedTuple):
    new_vocab: Any
    new_vocab_size: Any
    num_oov_buckets: Any
    old_vocab: Any
    old_vocab_size: Any
    backup_initializer: Any
    axis: Any


class VocabInfo(_VocabFields):
    """Vocabularies of a variable in the new and the old model: its rows (or columns) follow the words.

    Args:
      new_vocab, new_vocab_size, num_oov_buckets: file, number of its words that count, and rows for unknown words.
      old_vocab, old_vocab_size: file and number of words of the checkpoint; -1 for all.
      backup_initializer: makes the rows of new words; zeros if absent.
      axis: 0 for rows, 1 for columns.

    Raises:
      ValueError: another axis.
    """

    __slots__ = ()

    def __new__(
        cls,
        new_vocab: Any,
        new_vocab_size: Any,
        num_oov_buckets: Any,
        old_vocab: Any,
        old_vocab_size: Any = -1,
        backup_initializer: Any = None,
        axis: int = 0,
    ) -> Any:
        if axis not in (0, 1):
            raise ValueError(f"The only supported values for the axis argument are 0 and 1.  Provided axis: {axis}")
        return super().__new__(
            cls, new_vocab, new_vocab_size, num_oov_buckets, old_vocab, old_vocab_size, backup_initializer, axis
        )


def warm_start(
    ckpt_to_initialize_from: Any,
    vars_to_warm_start: Any = ".*",
    var_name_to_vocab_info: Mapping[str, Any] | None = None,
    var_name_to_prev_var_name: Mapping[str, str] | None = None,
) -> None:
    """Replace initialisers by reads of a checkpoint.

    Args:
      ckpt_to_initialize_from: a checkpoint, or a folder with one.
      vars_to_warm_start: a regular expression for trainable variables; a list of them for all global variables; a
        list of variables; or None for those in `var_name_to_vocab_info` only.
      var_name_to_vocab_info: name -> VocabInfo, where the vocabulary has changed.
      var_name_to_prev_var_name: name -> name in the checkpoint.

    Raises:
      ValueError: `vars_to_warm_start` is none of these, or a name in a dictionary belongs to no such variable.
    """
    tf_logging.info(f"Warm-starting from: {ckpt_to_initialize_from}")
    grouped = _grouped_variables(vars_to_warm_start)
    vocab_info = dict(var_name_to_vocab_info or {})
    previous = dict(var_name_to_prev_var_name or {}) or _names_of_objects(ckpt_to_initialize_from, grouped)
    plain: dict[str, Any] = {}
    count = 0
    for name, variables in grouped.items():
        info = vocab_info.get(name)
        if info is not None:
            count += 1
            _warm_start_with_vocab(variables, info, ckpt_to_initialize_from, previous.get(name) or name)
        elif vars_to_warm_start:
            count += 1
            single = variables[0] if len(variables) == 1 and not _is_slice(variables[0]) else variables
            plain[previous.get(name) or name] = single
    checkpoint_utils.init_from_checkpoint(ckpt_to_initialize_from, plain)
    tf_logging.info("Warm-started %d variables.", count)
    known = grouped.keys()
    for what, unused in (
        ("var_name_to_prev_var_name", set(previous) - set(known)),
        ("var_name_to_vocab_info", set(vocab_info) - set(known)),
    ):
        if unused:
            raise ValueError(
                f"You provided the following variables in {what} that were not used: {unused}.  Perhaps you "
                f"misspelled them?  Here is the list of viable variable names: {known}"
            )


def _names_of_objects(checkpoint: Any, wanted: Mapping[str, Any]) -> dict[str, str]:
    """Name -> key, for a checkpoint that `tf.train.Checkpoint` wrote; nothing for one of a Saver.

    Raises:
      ValueError: it lacks a variable.
    """
    keys = object_graph_key_mapping(checkpoint_reader._checkpoint_path(checkpoint))
    if keys is None:
        return {}
    missing = set(wanted) - set(keys)
    if missing:
        raise ValueError(
            "Attempting to warm-start from an object-based checkpoint, but found that the checkpoint did not contain "
            f"values for all variables. The following variables were missing: {missing}"
        )
    return {name: keys[name] for name in wanted}


def _is_slice(variable: Any) -> bool:
    return getattr(variable, "_save_slice_info", None) is not None


def _grouped_variables(wanted: Any) -> dict[str, list[Any]]:
    """Name -> the variable, or the slices of one."""
    graph = context.get_default_graph()
    if isinstance(wanted, str) or wanted is None:
        tf_logging.info("Warm-starting variables only in TRAINABLE_VARIABLES.")
        found = graph.get_collection(GraphKeys.TRAINABLE_VARIABLES, scope=wanted)
    elif isinstance(wanted, list):
        if all(isinstance(v, str) for v in wanted):
            found = [v for scope in wanted for v in graph.get_collection(GraphKeys.GLOBAL_VARIABLES, scope=scope)]
        elif all(isinstance(v, Variable) for v in wanted):
            found = wanted
        else:
            raise ValueError(
                "If `vars_to_warm_start` is a list, it must be all `Variable` or all `str`.  Given types are "
                f"{[type(v) for v in wanted]}"
            )
    else:
        raise ValueError(f"`vars_to_warm_start must be a `list` or `str`.  Given type is {type(wanted)}")
    grouped: dict[str, list[Any]] = {}
    for variable in found:
        (name,) = saveables.op_list_to_dict([variable])
        grouped.setdefault(name, []).append(variable)
    return grouped


def _warm_start_with_vocab(variables: list[Any], info: Any, checkpoint: Any, old_name: str) -> None:
    _warm_start_var_with_vocab(
        variables,
        info.new_vocab,
        info.new_vocab_size,
        checkpoint,
        info.old_vocab,
        info.old_vocab_size,
        info.num_oov_buckets,
        old_name,
        info.backup_initializer,
        info.axis,
    )


def _warm_start_var_with_vocab(
    var: Any,
    current_vocab_path: Any,
    current_vocab_size: int,
    prev_ckpt: Any,
    prev_vocab_path: Any,
    previous_vocab_size: int = -1,
    current_oov_buckets: int = 0,
    prev_tensor_name: str | None = None,
    initializer: Any = None,
    axis: int = 0,
) -> None:
    """Replace the initialiser of a variable (or of its slices) by rows or columns of a checkpoint, word by word.

    Raises:
      ValueError: an argument is missing; another axis than 0 or 1.
      TypeError: `var` is no variable.
    """
    if not (current_vocab_path and current_vocab_size and prev_ckpt and prev_vocab_path):
        raise ValueError(
            "Invalid args: Must provide all of [current_vocab_path, current_vocab_size, prev_ckpt, prev_vocab_path}."
        )
    if axis not in (0, 1):
        raise ValueError(f"The only supported values for the axis argument are 0 and 1.  Provided axis: {axis}")
    parts = _parts(var)
    name = prev_tensor_name or _infer_var_name(parts)
    rows = sum(v.get_shape().as_list()[0] for v in parts)
    words = {
        "old_row_vocab_size": previous_vocab_size,
        "old_row_vocab_file": prev_vocab_path,
        "new_row_vocab_file": current_vocab_path,
        "num_row_oov_buckets": current_oov_buckets,
    }
    columns = {
        "old_col_vocab_file": prev_vocab_path,
        "new_col_vocab_file": current_vocab_path,
        "num_col_oov_buckets": current_oov_buckets,
    }
    for v in parts:
        shape = v.get_shape().as_list()
        info = v._get_save_slice_info()
        where = None
        if info:
            where = _PartitionInfo(full_shape=info.full_shape, var_offset=info.var_offset)
        made = vocab_remap._load_and_remap_matrix_initializer(
            checkpoint_reader._checkpoint_path(prev_ckpt),
            name,
            current_vocab_size if axis == 0 else rows,
            shape[1] if axis == 0 else current_vocab_size,
            initializer=initializer,
            **(words if axis == 0 else columns),
        )
        v._initializer_op = state_ops.assign(v, convert(made(shape=shape, partition_info=where)))


def _parts(var: Any) -> list[Any]:
    """The variable, or its slices, as a list."""
    if isinstance(var, Variable):
        return [var]
    if isinstance(var, list) and all(isinstance(v, Variable) for v in var):
        return var
    if isinstance(var, PartitionedVariable):
        return list(var)
    raise TypeError(
        f"var MUST be one of the following: a Variable, list of Variable or PartitionedVariable, but is {type(var)}"
    )


def _infer_var_name(var: Any) -> str:
    """The name in checkpoints of a list with a variable, or with the slices of one."""
    names = saveables.op_list_to_dict(var)
    if len(names) > 1:
        raise TypeError(f"`var` = {var} passed as arg violates the constraints.  name_to_var_dict = {names}")
    return next(iter(names))


def _get_var_info(var: Any, prev_tensor_name: str | None = None) -> tuple[str, Any]:
    """The name to look up in a checkpoint, and the variable or list of its slices."""
    parts = _parts(var)
    name = _infer_var_name([var] if isinstance(var, PartitionedVariable) else parts)
    return prev_tensor_name or name, parts if isinstance(var, PartitionedVariable) else var
