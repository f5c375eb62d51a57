"""`tf.saved_model.Builder`: writes graphs with signatures, the variables' values and asset files into one folder."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from tf1compat._facade import variables
from tf1compat._facade.collections import GraphKeys, add_to_collection, get_collection
from tf1compat._facade.deprecation import deprecated, warn
from tf1compat._facade.platform import file_io, tf_logging
from tf1compat._facade.saved_model import assets, constants, signatures, tensor_info
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._facade.train.saver import Saver


class _SavedModelBuilder:
    """Writes SavedModels in the way that newer readers prefer: assets and init op outside of collections.

    Raises:
      AssertionError: the folder holds something.
    """

    def __init__(self, export_dir: Any) -> None:
        from tf1compat._formats import protos

        self._saved_model = protos.SavedModel(saved_model_schema_version=constants.SAVED_MODEL_SCHEMA_VERSION)
        self._export_dir = export_dir
        if not file_io.file_exists(export_dir):
            file_io.recursive_create_dir(export_dir)
        elif file_io.list_directory(export_dir):
            raise AssertionError(
                "Export directory already exists, and isn't empty. Please choose a different export directory, or "
                f"delete all the contents of the specified directory: {export_dir}"
            )
        self._has_saved_variables = False

    def _save_and_write_assets(self, meta_graph_def: Any, assets_list: Any = None) -> None:
        def add(filename: str, tensor: Tensor) -> None:
            meta_graph_def.asset_file_def.add().CopyFrom(assets.asset_message(filename, tensor))

        assets.save(add, assets_list, self._export_dir)

    def _tag_and_add_meta_graph(self, meta_graph_def: Any, tags: Any, signature_def_map: Any) -> None:
        meta_graph_def.meta_info_def.tags.extend(tags)
        for key, signature in (signature_def_map or {}).items():
            meta_graph_def.signature_def[key].CopyFrom(signature)
        self._saved_model.meta_graphs.add().CopyFrom(meta_graph_def)

    def _maybe_create_saver(self, saver: Any = None) -> Any:
        return saver or Saver(variables._all_saveable_objects(), sharded=True, allow_empty=True)

    def _begin(self, signature_def_map: Any, first: bool) -> dict[str, Any]:
        if first and self._has_saved_variables:
            raise AssertionError(
                "Graph state including variables and assets has already been saved. Please invoke `add_meta_graph()` "
                "instead."
            )
        if not first and not self._has_saved_variables:
            raise AssertionError(
                "Graph state including variables and assets has not been saved yet. Please invoke "
                "`add_meta_graph_and_variables()` first."
            )
        signature_def_map = signature_def_map or {}
        _check_signatures(signature_def_map)
        return signature_def_map

    def _save_variables(self, sess: Any, saver: Any) -> None:
        """As a checkpoint of TensorFlow's whatever the chosen format is: others are to read it, too."""
        from tf1compat._runtime import checkpoint

        tensor_info.get_or_create_variables_dir(self._export_dir)
        path = tensor_info.get_variables_path(self._export_dir)
        with checkpoint.store().writing("tensorflow"):
            saver.save(sess, path, write_meta_graph=False, write_state=False)
        checkpoint.store().wait()

    def add_meta_graph(
        self,
        tags: Any,
        signature_def_map: Any = None,
        assets_list: Any = None,
        clear_devices: bool = False,
        init_op: Any = None,
        train_op: Any = None,
        saver: Any = None,
    ) -> None:
        """Add the default graph without variables: they were saved with the first graph.

        Raises:
          AssertionError: they were not; a signature is malformed.
          KeyError: a signature has a reserved name.
        """
        signature_def_map = self._begin(signature_def_map, first=False)
        _add_ops(signature_def_map, init_op, train_op)
        message = self._maybe_create_saver(saver).export_meta_graph(
            clear_devices=clear_devices, strip_default_attrs=True
        )
        self._save_and_write_assets(message, assets_list)
        self._tag_and_add_meta_graph(message, tags, signature_def_map)

    def add_meta_graph_and_variables(
        self,
        sess: Any,
        tags: Any,
        signature_def_map: Any = None,
        assets_list: Any = None,
        clear_devices: bool = False,
        init_op: Any = None,
        train_op: Any = None,
        strip_default_attrs: bool = False,
        saver: Any = None,
    ) -> None:
        """Add the default graph, as the first one, and save the variables of `sess`.

        Raises:
          AssertionError: it is not the first one; a signature is malformed.
          KeyError: a signature has a reserved name.
        """
        signature_def_map = self._begin(signature_def_map, first=True)
        _add_ops(signature_def_map, init_op, train_op)
        saver = self._maybe_create_saver(saver)
        self._save_variables(sess, saver)
        message = saver.export_meta_graph(clear_devices=clear_devices, strip_default_attrs=strip_default_attrs)
        self._save_and_write_assets(message, assets_list)
        self._tag_and_add_meta_graph(message, tags, signature_def_map)
        self._has_saved_variables = True

    def save(self, as_text: bool = False) -> bytes:
        """Write `saved_model.pb`, or `.pbtxt`; returns its path.

        Raises:
          ValueError: more than 2 GB.
        """
        name = constants.SAVED_MODEL_FILENAME_PBTXT if as_text else constants.SAVED_MODEL_FILENAME_PB
        if not as_text and self._saved_model.ByteSize() >= 1 << 31:
            raise ValueError("SavedModel cannot be larger than 2GB: its graphs hold too many constants.")
        if not file_io.file_exists(self._export_dir):
            file_io.recursive_create_dir(self._export_dir)
        path = os.path.join(os.fsdecode(self._export_dir), name)
        content = str(self._saved_model) if as_text else self._saved_model.SerializeToString(deterministic=True)
        file_io.atomic_write_string_to_file(path, content)
        tf_logging.info("SavedModel written to: %s", path)
        return os.fsencode(path)


class SavedModelBuilder(_SavedModelBuilder):
    """Writes a SavedModel into the folder `export_dir`: graphs by tags, variables, signatures, assets.

    Raises:
      AssertionError: the folder holds something.

    >>> import tempfile
    >>> import tf1compat as tf
    >>> folder = tempfile.mkdtemp() + "/model"
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     x = tf.placeholder(tf.float32, name="x")
    ...     y = tf.Variable(2.0) * x
    ...     sess.run(tf.global_variables_initializer())
    ...     builder = tf.saved_model.Builder(folder)
    ...     signature = tf.saved_model.predict_signature_def({"x": x}, {"y": y})
    ...     builder.add_meta_graph_and_variables(sess, [tf.saved_model.SERVING], {"serving_default": signature})
    ...     path = builder.save()
    >>> path[-15:]
    b'/saved_model.pb'
    """

    def _add_collections(self, assets_collection: Any, main_op: Any, train_op: Any) -> None:
        assets.save(assets.add_to_assets_collection, assets_collection, self._export_dir)
        if main_op is not None:
            if not isinstance(main_op, Operation):
                raise TypeError(f"main_op needs to be an Operation: {main_op!r}")
            for key in (constants.MAIN_OP_KEY, constants.LEGACY_INIT_OP_KEY):
                if get_collection(key):
                    raise ValueError(f"Graph already contains one or more main ops under the collection {key}.")
            add_to_collection(constants.MAIN_OP_KEY, main_op)
        if train_op is not None:
            if not isinstance(train_op, (Tensor, Operation)):
                raise TypeError(f"train_op needs to be a Tensor or Op: {train_op!r}")
            add_to_collection(constants.TRAIN_OP_KEY, train_op)

    def add_meta_graph(  # pyright: ignore[reportIncompatibleMethodOverride]
        self,
        tags: Any,
        signature_def_map: Any = None,
        assets_collection: Any = None,
        legacy_init_op: Any = None,
        clear_devices: bool = False,
        main_op: Any = None,
        strip_default_attrs: bool = False,
        saver: Any = None,
    ) -> None:
        """Add the default graph without variables: they were saved with the first graph.

        Args:
          tags: how the graph is chosen when it is loaded.
          signature_def_map: SignatureDefs by name.
          assets_collection: constant string tensors, each with the path of a file to copy.
          legacy_init_op: the old name of `main_op`.
          clear_devices: forget where nodes stand.
          main_op: operation to run after loading.
          strip_default_attrs: leave out attrs that have their default value.
          saver: the Saver to name in the graph; one of all variables if absent.

        Raises:
          AssertionError: nothing was saved yet; a signature is malformed.
          KeyError: a signature has a reserved name.
          TypeError: `main_op` is no operation.
          ValueError: the graph has a main op already.
        """
        signature_def_map = self._begin(signature_def_map, first=False)
        self._add_collections(assets_collection, _main_or_legacy(main_op, legacy_init_op), None)
        message = self._maybe_create_saver(saver).export_meta_graph(
            clear_devices=clear_devices, strip_default_attrs=strip_default_attrs
        )
        self._tag_and_add_meta_graph(message, tags, signature_def_map)

    def add_meta_graph_and_variables(  # pyright: ignore[reportIncompatibleMethodOverride]
        self,
        sess: Any,
        tags: Any,
        signature_def_map: Any = None,
        assets_collection: Any = None,
        legacy_init_op: Any = None,
        clear_devices: bool = False,
        main_op: Any = None,
        strip_default_attrs: bool = False,
        saver: Any = None,
    ) -> None:
        """`add_meta_graph` for the first graph, which also saves the variables of `sess`."""
        signature_def_map = self._begin(signature_def_map, first=True)
        self._add_collections(assets_collection, _main_or_legacy(main_op, legacy_init_op), None)
        saver = self._maybe_create_saver(saver)
        self._save_variables(sess, saver)
        message = saver.export_meta_graph(clear_devices=clear_devices, strip_default_attrs=strip_default_attrs)
        self._tag_and_add_meta_graph(message, tags, signature_def_map)
        self._has_saved_variables = True


def _main_or_legacy(main_op: Any, legacy_init_op: Any) -> Any:
    if legacy_init_op is not None:
        warn(
            "Calling SavedModelBuilder with legacy_init_op is deprecated and will be removed in a future version.\n"
            "Instructions for updating:\nPass your op to the equivalent parameter main_op instead."
        )
    return main_op if main_op is not None else legacy_init_op


def _add_ops(signature_def_map: dict[str, Any], init_op: Any, train_op: Any) -> None:
    named = ((init_op, constants.INIT_OP_SIGNATURE_KEY), (train_op, constants.TRAIN_OP_SIGNATURE_KEY))
    for op, key in named:
        if op is not None:
            signature_def_map[key] = signatures.op_signature_def(op, key)


def _check_signatures(signature_def_map: Mapping[str, Any]) -> None:
    for signature in signature_def_map.values():
        for infos in (signature.inputs, signature.outputs):
            for key in infos:
                _check_info(infos[key])
    for key, what in (
        (constants.INIT_OP_SIGNATURE_KEY, "initialization"),
        (constants.TRAIN_OP_SIGNATURE_KEY, "the train op"),
    ):
        if key in signature_def_map:
            raise KeyError(f'SignatureDef map key "{key}" is reserved for {what}. Please use a different key.')


def _check_info(info: Any) -> None:
    encoding = info.WhichOneof("encoding")
    if encoding is None:
        raise AssertionError(
            "All TensorInfo protos used in the SignatureDefs must have one of the 'encoding' fields (e.g., name or "
            f"coo_sparse) set: {info}"
        )
    if encoding == "composite_tensor":
        for component in info.composite_tensor.components:
            _check_info(component)
    elif not info.dtype:
        raise AssertionError(f"All TensorInfo protos used in the SignatureDefs must have the dtype field set: {info}")


@deprecated(
    None,
    "This function will only be available through the v1 compatibility library as "
    "tf.compat.v1.saved_model.simple_save.",
    "tensorflow.python.saved_model.simple_save",
)
def simple_save(
    session: Any,
    export_dir: Any,
    inputs: Mapping[str, Any],
    outputs: Mapping[str, Any],
    legacy_init_op: Any = None,
) -> None:
    """Write a SavedModel of the default graph with one signature, for serving.

    Args:
      session: whose variables are saved.
      export_dir: the folder; must not exist or be empty.
      inputs: names to tensors.
      outputs: names to tensors.
      legacy_init_op: operation to run after loading.

    >>> import tempfile
    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     x = tf.placeholder(tf.float32, name="x")
    ...     tf.saved_model.simple_save(sess, tempfile.mkdtemp() + "/model", {"x": x}, {"y": x + 1.0})
    """
    signature = signatures.predict_signature_def(inputs, outputs)
    builder = SavedModelBuilder(export_dir)
    builder.add_meta_graph_and_variables(
        session,
        tags=[constants.SERVING],
        signature_def_map={constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY: signature},
        assets_collection=get_collection(GraphKeys.ASSET_FILEPATHS),
        main_op=legacy_init_op,
        clear_devices=True,
    )
    builder.save()
