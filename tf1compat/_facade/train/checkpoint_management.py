"""The `checkpoint` file of a folder, and checkpoints as files: the latest, whether one exists, when it was written."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Sequence
from typing import Any

from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.platform import file_io, tf_logging
from tf1compat._formats.faults import FormatFault
from tf1compat._jaxcore.base import errors

_MODULE = "tensorflow.python.training.checkpoint_management"
_CLOCK = time  # the managers read it here, where tests put their own
_V1, _V2 = 1, 2


def _store() -> Any:
    from tf1compat._runtime import checkpoint

    return checkpoint.store()


def _state_path(save_dir: Any, latest_filename: str | None) -> str:
    return os.path.join(os.fspath(save_dir), latest_filename or "checkpoint")


def generate_checkpoint_state_proto(
    save_dir: str,
    model_checkpoint_path: str,
    all_model_checkpoint_paths: Sequence[str] | None = None,
    all_model_checkpoint_timestamps: Sequence[float] | None = None,
    last_preserved_timestamp: float | None = None,
) -> Any:
    """A CheckpointState; paths become relative to `save_dir` where that is relative itself.

    Raises:
      ValueError: paths and timestamps differ in number.
    """
    from tf1compat._formats import protos

    # TF1: it is the caller's own list that grows
    paths = all_model_checkpoint_paths if isinstance(all_model_checkpoint_paths, list) else []
    if not paths:
        paths = list(all_model_checkpoint_paths or ())
    if not paths or paths[-1] != model_checkpoint_path:
        tf_logging.info("%s is not in all_model_checkpoint_paths. Manually adding it.", model_checkpoint_path)
        paths.append(model_checkpoint_path)
    if all_model_checkpoint_timestamps and len(all_model_checkpoint_timestamps) != len(paths):
        raise ValueError(
            "Checkpoint timestamps, if provided, must match checkpoint paths (got paths "
            f"{paths} and timestamps {all_model_checkpoint_timestamps})"
        )

    def stored(path: str) -> str:
        if os.path.isabs(save_dir) or os.path.isabs(path):
            return path
        return os.path.relpath(path, save_dir or ".")

    return protos.CheckpointState(
        model_checkpoint_path=stored(model_checkpoint_path),
        all_model_checkpoint_paths=map(stored, paths),
        all_model_checkpoint_timestamps=all_model_checkpoint_timestamps or (),
        last_preserved_timestamp=last_preserved_timestamp or 0.0,
    )


@deprecated(
    None,
    "Use `tf.train.CheckpointManager` to manage checkpoints rather than manually editing the Checkpoint proto.",
    _MODULE,
)
def update_checkpoint_state(
    save_dir: str,
    model_checkpoint_path: str,
    all_model_checkpoint_paths: Sequence[str] | None = None,
    latest_filename: str | None = None,
    all_model_checkpoint_timestamps: Sequence[float] | None = None,
    last_preserved_timestamp: float | None = None,
) -> None:
    """Write the `checkpoint` file of `save_dir`.

    Raises:
      RuntimeError: the checkpoint would have the path of that file.
    """
    update_checkpoint_state_internal(
        save_dir,
        model_checkpoint_path,
        all_model_checkpoint_paths,
        latest_filename,
        False,
        all_model_checkpoint_timestamps,
        last_preserved_timestamp,
    )


def update_checkpoint_state_internal(
    save_dir: str,
    model_checkpoint_path: str,
    all_model_checkpoint_paths: Sequence[str] | None = None,
    latest_filename: str | None = None,
    save_relative_paths: bool = False,
    all_model_checkpoint_timestamps: Sequence[float] | None = None,
    last_preserved_timestamp: float | None = None,
) -> None:
    """`update_checkpoint_state`, with paths relative to the folder if asked; in one step, after saves under way."""
    from tf1compat._formats import checkpoint_state

    path = _state_path(save_dir, latest_filename)
    paths = list(all_model_checkpoint_paths or ())
    if save_relative_paths:
        model_checkpoint_path = _relative(model_checkpoint_path, save_dir)
        paths = [_relative(p, save_dir) for p in paths]
    state = generate_checkpoint_state_proto(
        save_dir, model_checkpoint_path, paths, all_model_checkpoint_timestamps, last_preserved_timestamp
    )
    if path == state.model_checkpoint_path:
        raise RuntimeError(
            f"Save path '{model_checkpoint_path}' conflicts with path used for checkpoint state.  "
            "Please use a different save path."
        )
    text = checkpoint_state.to_text(state)
    _store().after_saves(lambda: file_io.atomic_write_string_to_file(path, text))


def _relative(path: str, folder: str) -> str:
    return os.path.relpath(path, folder) if os.path.isabs(path) else path


def get_checkpoint_state(checkpoint_dir: Any, latest_filename: str | None = None) -> Any:
    """The CheckpointState in the `checkpoint` file of a folder, with complete paths; None if there is none.

    Raises:
      ValueError: the file names no checkpoint.
    """
    from tf1compat._formats import checkpoint_state

    _store().wait()
    folder = os.fspath(checkpoint_dir)
    path = _state_path(folder, latest_filename)
    try:
        if not file_io.file_exists(path):
            return None
        state = checkpoint_state.from_text(file_io.read_file_to_string(path))
    except (errors.OpError, FormatFault, UnicodeDecodeError) as e:
        tf_logging.warning("%s: %s", type(e).__name__, e)
        tf_logging.warning("%s: Checkpoint ignored", path)
        return None
    if not state.model_checkpoint_path:
        raise ValueError(f"Invalid checkpoint state loaded from {folder}")
    state.model_checkpoint_path = os.path.join(folder, state.model_checkpoint_path)
    for i, known in enumerate(state.all_model_checkpoint_paths):
        state.all_model_checkpoint_paths[i] = os.path.join(folder, known)
    return state


def latest_checkpoint(checkpoint_dir: Any, latest_filename: str | None = None) -> str | None:
    """The path of the latest checkpoint in a folder, None if there is none.

    >>> import tf1compat as tf
    >>> tf.train.latest_checkpoint("/no/such/folder")
    """
    state = get_checkpoint_state(checkpoint_dir, latest_filename)
    if state and state.model_checkpoint_path:
        if checkpoint_exists_internal(state.model_checkpoint_path):
            return state.model_checkpoint_path
        tf_logging.error("Couldn't match files for checkpoint %s", state.model_checkpoint_path)
    return None


def checkpoint_exists_internal(checkpoint_prefix: str) -> bool:
    """Is there a checkpoint with this prefix, in any format?"""
    return _store().exists(checkpoint_prefix)


@deprecated(None, "Use standard file APIs to check for files with this prefix.", _MODULE)
def checkpoint_exists(checkpoint_prefix: str) -> bool:
    """Is there a checkpoint with this prefix, in any format?"""
    return checkpoint_exists_internal(checkpoint_prefix)


@deprecated(None, "Use standard file utilities to get mtimes.", _MODULE)
def get_checkpoint_mtimes(checkpoint_prefixes: Sequence[str]) -> list[float]:
    """When the checkpoints were written, in seconds; those that do not exist are left out."""
    return modification_times(checkpoint_prefixes)


def modification_times(checkpoint_prefixes: Sequence[str]) -> list[float]:
    """`get_checkpoint_mtimes` without its warning."""
    _store().wait()
    found: list[float] = []
    for prefix in checkpoint_prefixes:
        files = file_io.get_matching_files(f"{prefix}.index") or file_io.get_matching_files(prefix)
        if files:
            found.append(file_io.stat(files[0]).mtime_nsec / 1e9)
    return found


@deprecated(None, "Use standard file APIs to delete files with this prefix.", _MODULE)
def remove_checkpoint(
    checkpoint_prefix: str, checkpoint_format_version: int = _V2, meta_graph_suffix: str = "meta"
) -> None:
    """Delete a checkpoint and its meta graph."""
    delete_checkpoint(checkpoint_prefix, meta_graph_suffix)
    del checkpoint_format_version  # the files say which format they are


def delete_checkpoint(prefix: str, meta_graph_suffix: str = "meta") -> None:
    """`remove_checkpoint` without its warning."""
    for path in file_io.get_matching_files(meta_graph_filename(prefix, meta_graph_suffix)):
        file_io.delete_file(path)
    _store().delete(prefix)


def meta_graph_filename(checkpoint_filename: str, meta_graph_suffix: str = "meta") -> str:
    """The meta graph that goes with a checkpoint: shards have one together."""
    return re.sub(r"-[\d\?]+-of-\d+$", "", checkpoint_filename) + "." + meta_graph_suffix
