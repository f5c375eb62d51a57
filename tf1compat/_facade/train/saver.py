"""`tf.train.Saver`: saves and restores variables, keeps the last few checkpoints, writes the meta graph with them."""

from __future__ import annotations

import math
import os
import time
from typing import Any, cast

import numpy as np

from tf1compat._facade import context
from tf1compat._facade.collections import GraphKeys, get_collection
from tf1compat._facade.meta_graph import (
    add_collection_def,
    import_scoped_meta_graph_with_return_elements,
    read_meta_graph_file,
)
from tf1compat._facade.meta_graph import export_meta_graph as export_meta_graph
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.scope_names import prepend_name_scope, strip_name_scope
from tf1compat._facade.session import BaseSession
from tf1compat._facade.train import checkpoint_management, training_util
from tf1compat._facade.train.checkpoint_management import checkpoint_exists as checkpoint_exists
from tf1compat._facade.train.checkpoint_management import (
    generate_checkpoint_state_proto as generate_checkpoint_state_proto,
)
from tf1compat._facade.train.checkpoint_management import get_checkpoint_mtimes as get_checkpoint_mtimes
from tf1compat._facade.train.checkpoint_management import get_checkpoint_state as get_checkpoint_state
from tf1compat._facade.train.checkpoint_management import latest_checkpoint as latest_checkpoint
from tf1compat._facade.train.checkpoint_management import remove_checkpoint as remove_checkpoint
from tf1compat._facade.train.checkpoint_management import update_checkpoint_state as update_checkpoint_state
from tf1compat._facade.train.restore_faults import differences
from tf1compat._facade.train.saveables import validate_and_slice_inputs
from tf1compat._facade.train.saver_builder import V2
from tf1compat._facade.train.saver_builder import BaseSaverBuilder as BaseSaverBuilder
from tf1compat._facade.train.saver_builder import BulkSaverBuilder as BulkSaverBuilder
from tf1compat._facade.variables import _all_saveable_objects
from tf1compat._jaxcore.base import errors

_OBJECT_GRAPH = "_CHECKPOINTABLE_OBJECT_GRAPH"


class Saver:
    """Saves and restores variables of a graph in a session.

    Args:
      var_list: variables (by their own names) or a dict from names in checkpoints; all saveable objects if None.
      reshape: restore tensors of another shape with as many elements.
      sharded: one save operation per device.
      max_to_keep: delete all but so many checkpoints; 0 or None keeps all, but the state file lists the last only.
      keep_checkpoint_every_n_hours: keep one checkpoint of every so many hours for good.
      name: name scope of the nodes, `"save"` if absent.
      restore_sequentially: TF1 reads one variable after the other; here all are read at once anyway.
      saver_def: a SaverDef whose nodes exist, instead of building new ones.
      builder: makes the nodes; a `BulkSaverBuilder` if absent.
      defer_build: build at the call of `build`, when all variables exist.
      allow_empty: a graph without variables is no error: the Saver does nothing.
      write_version: 2, or 1 for files of the old format.
      pad_step_number: write steps with eight digits.
      save_relative_paths: the state file has paths relative to its folder.
      filename: default of the file name's placeholder.

    Raises:
      ValueError: no variables; names that are not unique; `defer_build` with a `var_list`.
      TypeError: something in `var_list` cannot be saved.

    >>> import tempfile
    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     v = tf.Variable(3.0)
    ...     saver = tf.train.Saver()
    ...     _ = sess.run(v.initializer)
    ...     path = saver.save(sess, tempfile.mkdtemp() + "/model", global_step=7)
    ...     _ = sess.run(v.assign(0.0))
    ...     saver.restore(sess, path)
    ...     print(path[-7:], sess.run(v))
    model-7 3.0
    """

    def __init__(
        self,
        var_list: Any = None,
        reshape: bool = False,
        sharded: bool = False,
        max_to_keep: int | None = 5,
        keep_checkpoint_every_n_hours: float = 10000.0,
        name: str | None = None,
        restore_sequentially: bool = False,
        saver_def: Any = None,
        builder: Any = None,
        defer_build: bool = False,
        allow_empty: bool = False,
        write_version: int = V2,
        pad_step_number: bool = False,
        save_relative_paths: bool = False,
        filename: str | None = None,
    ) -> None:
        if defer_build and var_list:
            raise ValueError(
                "If `var_list` is provided then build cannot be deferred. Either set defer_build=False or "
                "var_list=None."
            )
        self._var_list = var_list
        self._options: dict[str, Any] = {
            "reshape": reshape,
            "sharded": sharded,
            "max_to_keep": max_to_keep,
            "keep_checkpoint_every_n_hours": keep_checkpoint_every_n_hours,
            "name": name,
            "restore_sequentially": restore_sequentially,
            "filename": filename or "model",
        }
        self._sharded = sharded
        self._name = name
        self.saver_def = saver_def
        self._builder = builder
        self._is_built = False
        self._allow_empty = allow_empty
        self._is_empty: bool | None = None
        self._write_version = write_version
        self._pad_step_number = pad_step_number
        self._save_relative_paths = save_relative_paths
        self._last_checkpoints: list[tuple[str, float]] = []
        self._checkpoints_to_be_deleted: list[tuple[str, float]] = []
        self._next_checkpoint_time = math.inf
        self._object_restore_saver: Any = None
        if not defer_build:
            self.build()
        if self.saver_def:
            self._check_saver_def()
            self._write_version = self.saver_def.version

    def build(self) -> None:
        """Make the nodes, unless they are made."""
        if self._is_built:
            return
        self._is_built = True
        if not self.saver_def:
            if self._var_list is None:
                self._var_list = _all_saveable_objects()
            if not self._var_list:
                if not self._allow_empty:
                    raise ValueError("No variables to save")
                self._is_empty = True
                return
            self._is_empty = False
            if self._builder is None:
                self._builder = BulkSaverBuilder(self._write_version)
            self.saver_def = self._builder.build(self._var_list, **self._options)
        elif self._name:
            for field in ("filename_tensor_name", "save_tensor_name", "restore_op_name"):
                setattr(self.saver_def, field, prepend_name_scope(getattr(self.saver_def, field), self._name))
        self._check_saver_def()
        self._next_checkpoint_time = time.time() + self.saver_def.keep_checkpoint_every_n_hours * 3600

    def _check_saver_def(self) -> None:
        if type(self.saver_def).__name__ != "SaverDef":
            raise ValueError(f"saver_def must be a saver_pb2.SaverDef: {self.saver_def}")
        for field in ("save_tensor_name", "restore_op_name"):
            if not getattr(self.saver_def, field):
                raise ValueError(f"saver_def must specify the {field}: {self.saver_def}")

    # ---- which checkpoints there are --------------------------------------------------------------------------------

    @property
    def last_checkpoints(self) -> list[str]:
        """The checkpoints that are not deleted yet, oldest first."""
        return [path for path, _ in self._last_checkpoints]

    def set_last_checkpoints(self, last_checkpoints: list[str]) -> None:
        """Set the list of checkpoints (`set_last_checkpoints_with_time` is better)."""
        assert isinstance(last_checkpoints, list)
        self._last_checkpoints = [(path, math.inf) for path in last_checkpoints]

    def set_last_checkpoints_with_time(self, last_checkpoints_with_time: list[tuple[str, float]]) -> None:
        """Set the list of checkpoints and when they were written."""
        assert isinstance(last_checkpoints_with_time, list)
        self._last_checkpoints = last_checkpoints_with_time

    def recover_last_checkpoints(self, checkpoint_paths: Any) -> None:
        """Take over the checkpoints of an earlier process, those that still exist."""
        found: list[tuple[str, float]] = []
        for path in checkpoint_paths:
            found += [(path, when) for when in checkpoint_management.modification_times([path])]
        self.set_last_checkpoints_with_time(found)

    def _record(self, path: str) -> None:
        if not self.saver_def.max_to_keep:
            return
        self._last_checkpoints = [entry for entry in self._last_checkpoints if entry[0] != path]
        self._last_checkpoints.append((path, time.time()))
        if len(self._last_checkpoints) > self.saver_def.max_to_keep:
            self._checkpoints_to_be_deleted.append(self._last_checkpoints.pop(0))

    def _delete_old(self, meta_graph_suffix: str) -> None:
        if not self._checkpoints_to_be_deleted:
            return
        path, written = self._checkpoints_to_be_deleted.pop(0)
        if written > self._next_checkpoint_time:
            self._next_checkpoint_time += self.saver_def.keep_checkpoint_every_n_hours * 3600
            return
        try:
            checkpoint_management.delete_checkpoint(path, meta_graph_suffix)
        except (OSError, errors.OpError) as e:
            tf_logging.warning("Ignoring: %s", str(e))

    # ---- messages ---------------------------------------------------------------------------------------------------

    def as_saver_def(self) -> Any:
        """The SaverDef."""
        return self.saver_def

    def to_proto(self, export_scope: str | None = None) -> Any:
        """The SaverDef, with names relative to `export_scope`; None outside of it."""
        if export_scope is None:
            return self.saver_def
        fields = ("filename_tensor_name", "save_tensor_name", "restore_op_name")
        if not all(getattr(self.saver_def, f).startswith(export_scope) for f in fields):
            return None
        copy = type(self.saver_def)()
        copy.CopyFrom(self.saver_def)
        for field in fields:
            setattr(copy, field, strip_name_scope(getattr(copy, field), export_scope))
        return copy

    @staticmethod
    def from_proto(saver_def: Any, import_scope: str | None = None) -> Saver:
        """A Saver for a SaverDef whose nodes exist."""
        return Saver(saver_def=saver_def, name=import_scope)

    def export_meta_graph(
        self,
        filename: str | None = None,
        collection_list: Any = None,
        as_text: bool = False,
        export_scope: str | None = None,
        clear_devices: bool = False,
        clear_extraneous_savers: bool = False,
        strip_default_attrs: bool = False,
        save_debug_info: bool = False,
    ) -> Any:
        """`tf.train.export_meta_graph` of the default graph with this Saver."""
        return export_meta_graph(
            filename=filename,
            graph_def=context.get_default_graph().as_graph_def(add_shapes=True),
            saver_def=self.saver_def,
            collection_list=collection_list,
            as_text=as_text,
            export_scope=export_scope,
            clear_devices=clear_devices,
            clear_extraneous_savers=clear_extraneous_savers,
            strip_default_attrs=strip_default_attrs,
            save_debug_info=save_debug_info,
        )

    # ---- saving and restoring ---------------------------------------------------------------------------------------

    def save(
        self,
        sess: Any,
        save_path: Any,
        global_step: Any = None,
        latest_filename: str | None = None,
        meta_graph_suffix: str = "meta",
        write_meta_graph: bool = True,
        write_state: bool = True,
        strip_default_attrs: bool = False,
        save_debug_info: bool = False,
    ) -> str | None:
        """Save the variables as they are in `sess`; returns the checkpoint's path, for `restore`.

        Args:
          sess: the session.
          save_path: path of the checkpoint; `global_step` is appended.
          global_step: a number, a tensor or a variable.
          latest_filename: name of the state file, `"checkpoint"` if absent.
          meta_graph_suffix: suffix of the meta graph.
          write_meta_graph: write the graph, too.
          write_state: update the state file.
          strip_default_attrs: leave default attrs out of the meta graph.
          save_debug_info: write where nodes were created, too.

        Raises:
          TypeError: `sess` is no session.
          ValueError: the state file would have the checkpoint's path; the folder does not exist.
          RuntimeError: the Saver is not built.
        """
        if not self._is_built:
            raise RuntimeError("`build()` should be called before save if defer_build==True")
        latest_filename = latest_filename or "checkpoint"
        if self._write_version != V2:
            _warn_of_v1()
        if os.path.split(latest_filename)[0]:
            raise ValueError("'latest_filename' must not contain path components")
        save_path = os.fspath(save_path) if not isinstance(save_path, bytes) else save_path.decode()
        path = self._checkpoint_path(sess, save_path, global_step, latest_filename)
        if not isinstance(sess, BaseSession):
            raise TypeError(f"'sess' must be a Session; {sess}")
        saved = None if self._is_empty else self._run_save(sess, path, save_path)
        try:
            if write_meta_graph:
                meta = checkpoint_management.meta_graph_filename(path, meta_graph_suffix)
                with sess.graph.as_default():
                    self.export_meta_graph(
                        meta, strip_default_attrs=strip_default_attrs, save_debug_info=save_debug_info
                    )
        finally:  # the state comes last: it never names what is not complete
            if saved is not None and write_state:
                self._record(saved)
                checkpoint_management.update_checkpoint_state_internal(
                    os.path.dirname(save_path), saved, self.last_checkpoints, latest_filename, self._save_relative_paths
                )
                self._delete_old(meta_graph_suffix)
        return saved

    def _add_collection_def(self, meta_graph_def: Any, key: Any, export_scope: str | None = None) -> None:
        add_collection_def(meta_graph_def, key, export_scope=export_scope)

    def _checkpoint_path(self, sess: Any, save_path: str, global_step: Any, latest_filename: str) -> str:
        if global_step is not None:
            if not isinstance(global_step, (int, np.integer)):
                global_step = training_util.global_step(sess, global_step)
            return f"{save_path}-{global_step:08d}" if self._pad_step_number else f"{save_path}-{int(global_step)}"
        if os.path.basename(save_path) == latest_filename and not self._sharded:
            raise ValueError(f"'latest_filename' collides with 'save_path': '{latest_filename}' and '{save_path}'")
        return save_path

    def _run_save(self, sess: Any, path: str, save_path: str) -> str:
        try:
            saved = sess.run(self.saver_def.save_tensor_name, {self.saver_def.filename_tensor_name: path})
        except (errors.FailedPreconditionError, errors.NotFoundError, errors.PermissionDeniedError):
            parent = os.path.dirname(save_path)
            if parent and not os.path.isdir(parent):
                raise ValueError(f"Parent directory of {save_path} doesn't exist, can't save.") from None
            raise
        return saved.decode() if isinstance(saved, bytes) else str(saved)

    def restore(self, sess: Any, save_path: Any) -> None:
        """Give the variables in `sess` the values of a checkpoint, in whatever format it is.

        Raises:
          ValueError: there is no such checkpoint.
          NotFoundError: it lacks a variable.
          InvalidArgumentError: a variable has another shape or dtype in it.
          DataLossError: it is damaged.
        """
        if self._is_empty:
            return
        if save_path is None:
            raise ValueError("Can't load save_path when it is None.")
        path = save_path.decode() if isinstance(save_path, bytes) else os.fspath(save_path)
        if not checkpoint_management.checkpoint_exists_internal(path):
            raise ValueError(f"The passed save_path is not a valid checkpoint: {path}")
        tf_logging.info("Restoring parameters from %s", path)
        try:
            sess.run(self.saver_def.restore_op_name, {self.saver_def.filename_tensor_name: path})
        except errors.NotFoundError as e:
            names = object_graph_key_mapping(path)
            if names is None:
                raise self._explained(e, "a Variable name or other graph key that is missing", sess, path) from None
            tf_logging.warning(
                "Restoring an object-based checkpoint using a name-based saver. This may be somewhat fragile, and will "
                "re-build the Saver. Instead, consider loading object-based checkpoints using tf.train.Checkpoint()."
            )
            if self._object_restore_saver is None:
                self._object_restore_saver = _saver_of_objects(self._var_list, names)
            self._object_restore_saver.restore(sess, path)
        except errors.InvalidArgumentError as e:
            raise self._explained(e, "a mismatch between the current graph and the graph", sess, path) from None

    def _explained(self, error: errors.OpError, reason: str, sess: Any, path: str) -> errors.OpError:
        text = (
            f"Restoring from checkpoint failed. This is most likely due to {reason} from the checkpoint. Please ensure "
            f"that you have not altered the graph expected based on the checkpoint. Original error:\n\n{error.message}"
            f"{differences(sess.graph, self.saver_def.restore_op_name, path)}"
        )
        return errors.exception_from_status(error.node_def, error.op, text, error.error_code)


def _warn_of_v1() -> None:
    for line in (
        "*" * 55,
        "TensorFlow's V1 checkpoint format has been deprecated.",
        "Consider switching to the more efficient V2 format:",
        "   `tf.train.Saver(write_version=tf.train.SaverDef.V2)`",
        "now on by default.",
        "*" * 55,
    ):
        tf_logging.warning(line)


def object_graph_key_mapping(checkpoint_path: str) -> dict[str, str] | None:
    """Variable names -> keys of a checkpoint that `tf.train.Checkpoint` wrote; None for any other checkpoint."""
    from tensorboard.compat.proto import trackable_object_graph_pb2

    from tf1compat._runtime import checkpoint

    opened = checkpoint.store().open(checkpoint_path)
    if _OBJECT_GRAPH not in opened.tensors:
        return None
    graph = cast(Any, trackable_object_graph_pb2).TrackableObjectGraph.FromString(opened.read(_OBJECT_GRAPH).item())
    return {a.full_name: a.checkpoint_key for node in graph.nodes for a in node.attributes}


def _saver_of_objects(var_list: Any, names_to_keys: dict[str, str]) -> Saver:
    saveables = validate_and_slice_inputs(_all_saveable_objects() if var_list is None else var_list)
    missing = sorted({s.name for v in saveables for s in v.specs} - set(names_to_keys))
    if missing:
        raise errors.NotFoundError(
            None,
            None,
            f"\n\nExisting variables not in the checkpoint: {', '.join(missing)}\n\n"
            f"Variables names when this checkpoint was written: {', '.join(sorted(names_to_keys))}\n\n"
            "Could not find some variables in the checkpoint (see names above). Saver was attempting to load an "
            "object-based checkpoint (saved using tf.train.Checkpoint or tf.keras.Model.save_weights) using variable "
            "names.",
        )
    for saveable in saveables:
        for spec in saveable.specs:
            spec.name = names_to_keys[spec.name]
    return Saver(saveables)


def _get_saver_or_default() -> Saver:
    """The Saver of the collection, or a sharded one of all variables, which joins it."""
    savers = get_collection(GraphKeys.SAVERS)
    if len(savers) > 1:
        raise RuntimeError(
            f"More than one item in collection {GraphKeys.SAVERS}. Please indicate which one to use by passing it to "
            "the constructor."
        )
    if savers:
        return savers[0]
    saver = Saver(sharded=True, allow_empty=True)
    context.get_default_graph().add_to_collection(GraphKeys.SAVERS, saver)
    return saver


def import_meta_graph(
    meta_graph_or_file: Any, clear_devices: bool = False, import_scope: str | None = None, **kwargs: Any
) -> Saver | None:
    """Add a graph saved with `export_meta_graph` to the default graph, with its collections.

    Args:
      meta_graph_or_file: a MetaGraphDef message, or the path of a file with one (binary or text).
      clear_devices: forget where the nodes stood.
      import_scope: name scope to put everything into.
      **kwargs: `input_map`, `unbound_inputs_col_name`, `restore_collections_predicate`.

    Returns:
      The graph's Saver; None if it has none and no variables.

    Raises:
      IOError: no such file, or it holds no MetaGraphDef.
      ValueError: the graph is malformed, or needs inputs that `input_map` does not give.
      UnimplementedError: it has ops that are not supported; the message lists all of them.
    """
    return _import_meta_graph_with_return_elements(meta_graph_or_file, clear_devices, import_scope, **kwargs)[0]


def _import_meta_graph_with_return_elements(
    meta_graph_or_file: Any,
    clear_devices: bool = False,
    import_scope: str | None = None,
    return_elements: Any = None,
    **kwargs: Any,
) -> tuple[Saver | None, Any]:
    message = meta_graph_or_file
    if type(message).__name__ != "MetaGraphDef":
        message = read_meta_graph_file(message)
    imported, elements = import_scoped_meta_graph_with_return_elements(
        message, clear_devices=clear_devices, import_scope=import_scope, return_elements=return_elements, **kwargs
    )
    if message.HasField("saver_def"):
        scope = import_scope
        for key, variable in imported.items():
            scope = variable.name[: -len(key)]
            break
        return Saver(saver_def=message.saver_def, name=scope), elements
    if _all_saveable_objects(scope=import_scope):
        return Saver(), elements
    tf_logging.info("Saver not created because there are no variables in the graph to restore")
    return None, elements
