"""`tf.saved_model.load`: adds the graph of a SavedModel to a session's, restores its variables, runs its init op."""

from __future__ import annotations

import os
from typing import Any

from tf1compat._facade import variables
from tf1compat._facade.collections import get_collection
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.platform import file_io, tf_logging
from tf1compat._facade.saved_model import constants, signatures, tensor_info
from tf1compat._facade.saved_model.assets import get_asset_tensors
from tf1compat._facade.train import saver as savers

_MODULE = "tensorflow.python.saved_model.loader_impl"


def parse_saved_model(export_dir: Any) -> Any:
    """The SavedModel message of a folder, from `saved_model.pb` or else `saved_model.pbtxt`.

    Raises:
      IOError: there is neither, or it cannot be parsed.
    """
    from google.protobuf import text_format
    from google.protobuf.message import DecodeError

    from tf1compat._formats import protos

    binary, text = _files(export_dir)
    message = protos.SavedModel()
    if file_io.file_exists(binary):
        with file_io.FileIO(binary, "rb") as file:
            content = file.read()
        try:
            message.ParseFromString(content)
        except DecodeError as e:
            raise OSError(f"Cannot parse file {binary}: {e}.") from None
        return message
    if file_io.file_exists(text):
        with file_io.FileIO(text, "rb") as file:
            content = file.read()
        try:
            text_format.Merge(content.decode("utf-8"), message)
        except (text_format.ParseError, UnicodeDecodeError) as e:
            raise OSError(f"Cannot parse file {text}: {e}.") from None
        return message
    raise OSError(
        f"SavedModel file does not exist at: {os.fsdecode(export_dir)}/"
        f"{{{constants.SAVED_MODEL_FILENAME_PBTXT}|{constants.SAVED_MODEL_FILENAME_PB}}}"
    )


_parse_saved_model = parse_saved_model


def _files(export_dir: Any) -> tuple[str, str]:
    folder = os.fsdecode(export_dir)
    return (
        os.path.join(folder, constants.SAVED_MODEL_FILENAME_PB),
        os.path.join(folder, constants.SAVED_MODEL_FILENAME_PBTXT),
    )


def contains_saved_model(export_dir: Any) -> bool:
    """Is there a SavedModel in the folder? It may still be one that cannot be loaded."""
    return any(file_io.file_exists(path) for path in _files(export_dir))


maybe_saved_model_directory = contains_saved_model


def _get_main_op_tensor(meta_graph_def_to_load: Any, init_op_key: str = constants.MAIN_OP_KEY) -> Any:
    """The one operation of a collection, None if it is absent.

    Raises:
      RuntimeError: there are several.
    """
    if init_op_key not in meta_graph_def_to_load.collection_def:
        return None
    names = meta_graph_def_to_load.collection_def[init_op_key].node_list.value
    if len(names) != 1:
        raise RuntimeError(f"Expected exactly one SavedModel init op. Found: {names}")
    return get_collection(init_op_key)[0]


def _from_signature(meta_graph_def: Any, key: str, import_scope: str | None) -> Any:
    if key not in meta_graph_def.signature_def:
        return None
    return signatures.load_op_from_signature_def(meta_graph_def.signature_def[key], key, import_scope)


def get_init_op(meta_graph_def: Any, import_scope: str | None = None) -> Any:
    """The operation to run after loading, None if there is none."""
    found = _from_signature(meta_graph_def, constants.INIT_OP_SIGNATURE_KEY, import_scope)
    for key in (constants.MAIN_OP_KEY, constants.LEGACY_INIT_OP_KEY):
        found = _get_main_op_tensor(meta_graph_def, key) if found is None else found
    return found


def get_train_op(meta_graph_def: Any, import_scope: str | None = None) -> Any:
    """The operation of a training step, None if there is none."""
    found = _from_signature(meta_graph_def, constants.TRAIN_OP_SIGNATURE_KEY, import_scope)
    return _get_main_op_tensor(meta_graph_def, constants.TRAIN_OP_KEY) if found is None else found


@deprecated(
    None,
    "This function will only be available through the v1 compatibility library as tf.compat.v1.saved_model.loader.load "
    "or tf.compat.v1.saved_model.load. There will be a new function for importing SavedModels in Tensorflow 2.0.",
    _MODULE,
)
def load(sess: Any, tags: Any, export_dir: Any, import_scope: str | None = None, **saver_kwargs: Any) -> Any:
    """Load the graph with exactly the tags `tags` into `sess`; returns its MetaGraphDef, with the signatures.

    Args:
      sess: a session, to whose graph the nodes are added.
      tags: the graph's tags.
      export_dir: folder of the SavedModel.
      import_scope: name scope to put the nodes into.
      **saver_kwargs: for `tf.train.import_meta_graph`.

    Raises:
      IOError: there is no SavedModel.
      RuntimeError: no graph has these tags.
      InvalidArgumentError: an asset file is outside of the SavedModel.

    >>> import tempfile
    >>> import tf1compat as tf
    >>> folder = tempfile.mkdtemp() + "/model"
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     x = tf.placeholder(tf.float32, name="x")
    ...     tf.saved_model.simple_save(sess, folder, {"x": x}, {"y": tf.add(x, 1.0, name="y")})
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     meta_graph = tf.saved_model.load(sess, [tf.saved_model.SERVING], folder)
    ...     print(sess.run(meta_graph.signature_def["serving_default"].outputs["y"].name, {"x:0": 2.0}))
    3.0
    """
    return SavedModelLoader(export_dir).load(sess, tags, import_scope, **saver_kwargs)


class SavedModelLoader:
    """Loads a SavedModel step by step.

    Raises:
      IOError: there is none, or it cannot be parsed.
    """

    def __init__(self, export_dir: Any) -> None:
        self._export_dir = export_dir
        self._variables_path = tensor_info.get_variables_path(export_dir)
        self._saved_model = parse_saved_model(export_dir)

    @property
    def export_dir(self) -> Any:
        """The folder."""
        return self._export_dir

    @property
    def variables_path(self) -> str:
        """Prefix of the checkpoint."""
        return self._variables_path

    @property
    def saved_model(self) -> Any:
        """The SavedModel message."""
        return self._saved_model

    def get_meta_graph_def_from_tags(self, tags: Any) -> Any:
        """The MetaGraphDef with exactly these tags.

        Raises:
          RuntimeError: there is none.
        """
        available: list[set[str]] = []
        for message in self._saved_model.meta_graphs:
            available.append(set(message.meta_info_def.tags))
            if available[-1] == set(tags):
                return message
        raise RuntimeError(
            f"MetaGraphDef associated with tags {str(tags).strip('[]')} could not be found in SavedModel. To inspect "
            "available tag-sets in the SavedModel, please use the SavedModel CLI: `saved_model_cli`\n"
            f"available_tags: {available}"
        )

    def load_graph(self, graph: Any, tags: Any, import_scope: str | None = None, **saver_kwargs: Any) -> Any:
        """Add the nodes; returns the Saver (or None) and the elements asked for with `return_elements`."""
        message = self.get_meta_graph_def_from_tags(tags)
        with graph.as_default():
            return savers._import_meta_graph_with_return_elements(message, import_scope=import_scope, **saver_kwargs)

    def restore_variables(self, sess: Any, saver: Any, import_scope: str | None = None) -> None:
        """Restore the variables.

        Raises:
          ValueError: there are variables, and no Saver is given.
        """
        with sess.graph.as_default():
            if saver is None and not variables._all_saveable_objects(scope=import_scope):
                tf_logging.info("The specified SavedModel has no variables; no checkpoints were restored.")
            elif isinstance(saver, savers.Saver):
                saver.restore(sess, self._variables_path)
            else:
                raise ValueError(
                    "No tf.train.Saver object was passed to the function SavedModelLoader.restore_variables. Since "
                    "there are variables in the graph, a saver is required."
                )

    def run_init_ops(self, sess: Any, tags: Any, import_scope: str | None = None) -> None:
        """Run the init op, fed with the paths of the assets.

        Raises:
          InvalidArgumentError: an asset file is outside of the SavedModel.
        """
        message = self.get_meta_graph_def_from_tags(tags)
        with sess.graph.as_default():
            paths = get_asset_tensors(self._export_dir, message, import_scope)
            init_op = get_init_op(message, import_scope)
            if init_op is not None:
                sess.run([init_op], paths)

    def load(self, sess: Any, tags: Any, import_scope: str | None = None, **saver_kwargs: Any) -> Any:
        """All of it; returns the MetaGraphDef."""
        with sess.graph.as_default():
            saver, _ = self.load_graph(sess.graph, tags, import_scope, **saver_kwargs)
            self.restore_variables(sess, saver, import_scope)
            self.run_init_ops(sess, tags, import_scope)
        return self.get_meta_graph_def_from_tags(tags)
