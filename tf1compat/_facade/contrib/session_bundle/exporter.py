"""Exports a model as it was served in 2015 and 2016: variables, meta graph with signatures, assets, by version."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.collections import add_to_collection
from tf1compat._facade.contrib.session_bundle import constants, kept_exports
from tf1compat._facade.graph import Operation
from tf1compat._facade.platform import file_io, tf_logging
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train import training_util
from tf1compat._facade.train.saver import Saver
from tf1compat._formats import manifest_protos
from tf1compat._jaxcore.base import dtypes


def gfile_copy_callback(files_to_copy: Mapping[Any, Any], export_dir_path: Any) -> None:
    """Copy files (path -> name) into a folder, which is made; those that are there are replaced."""
    file_io.recursive_create_dir(export_dir_path)
    for source, name in files_to_copy.items():
        path = os.path.join(os.fsdecode(export_dir_path), os.fsdecode(name))
        tf_logging.info("Copying asset %s to path %s.", source, path)
        file_io.copy(source, path, overwrite=True)


def regression_signature(input_tensor: Tensor, output_tensor: Tensor) -> Any:
    """The Signature of a regression."""
    signature = manifest_protos.Signature()
    signature.regression_signature.input.tensor_name = input_tensor.name
    signature.regression_signature.output.tensor_name = output_tensor.name
    return signature


def classification_signature(
    input_tensor: Tensor, classes_tensor: Tensor | None = None, scores_tensor: Tensor | None = None
) -> Any:
    """The Signature of a classification."""
    signature = manifest_protos.Signature()
    signature.classification_signature.input.tensor_name = input_tensor.name
    if classes_tensor is not None:
        signature.classification_signature.classes.tensor_name = classes_tensor.name
    if scores_tensor is not None:
        signature.classification_signature.scores.tensor_name = scores_tensor.name
    return signature


def generic_signature(name_tensor_map: Mapping[str, Tensor]) -> Any:
    """The Signature of tensors by any names."""
    signature = manifest_protos.Signature()
    signature.generic_signature.SetInParent()
    for name, tensor in name_tensor_map.items():
        signature.generic_signature.map[name].tensor_name = tensor.name
    return signature


class Exporter:
    """Packs a model for serving, version by version: `init` once, then `export`.

    Args:
      saver: a Saver of the variables.
    """

    def __init__(self, saver: Saver) -> None:
        definition = type(saver.as_saver_def())()
        definition.CopyFrom(saver.as_saver_def())
        definition.ClearField("max_to_keep")  # exports are kept or deleted as `export` is told
        self._saver = Saver(saver_def=definition)
        self._has_init = False
        self._assets_to_copy: dict[str, str] = {}
        self._assets_callback: Any = None

    def init(
        self,
        graph_def: Any = None,
        init_op: Operation | None = None,
        clear_devices: bool = False,
        default_graph_signature: Any = None,
        named_graph_signatures: Mapping[str, Any] | None = None,
        assets_collection: Sequence[Tensor] | None = None,
        assets_callback: Any = gfile_copy_callback,
    ) -> None:
        """Note in the default graph's collections what an export consists of.

        Args:
          graph_def: the graph to serve; that of the default graph if None.
          init_op: what to run when the model is loaded.
          clear_devices: forget on which devices nodes stand.
          default_graph_signature: a Signature.
          named_graph_signatures: Signatures by name.
          assets_collection: constant string tensors with the paths of files that belong to the model.
          assets_callback: copies them: `assets_callback({path: name}, folder)`.

        Raises:
          RuntimeError: the second call.
          TypeError: `init_op` is no operation, an asset no constant string.
          ValueError: an asset's path is empty.
        """
        assets = [(_path_in(tensor), tensor) for tensor in assets_collection or ()]
        self._assets_to_copy.update((path, os.path.basename(path)) for path, _ in assets)
        if self._has_init:
            raise RuntimeError("init should be called only once")
        self._has_init = True
        if graph_def or clear_devices:
            given = context.get_default_graph().as_graph_def() if graph_def is None else graph_def
            copy = type(given)()
            copy.CopyFrom(given)
            if clear_devices:
                for node in copy.node:
                    node.device = ""
            _note(constants.GRAPH_KEY, "tensorflow.GraphDef", copy)
        if init_op is not None:
            if not isinstance(init_op, Operation):
                raise TypeError(f"init_op needs to be an Operation: {init_op}")
            add_to_collection(constants.INIT_OP_KEY, init_op)
        signatures = manifest_protos.Signatures()
        if default_graph_signature is not None:
            signatures.default_signature.CopyFrom(default_graph_signature)
        for name, signature in (named_graph_signatures or {}).items():
            signatures.named_signatures[name].CopyFrom(signature)
        _note(constants.SIGNATURES_KEY, "tensorflow.serving.Signatures", signatures)
        for path, tensor in assets:
            asset = manifest_protos.AssetFile(filename=os.path.basename(path))
            asset.tensor_binding.tensor_name = tensor.name
            _note(constants.ASSETS_KEY, "tensorflow.serving.AssetFile", asset)
        self._assets_callback = assets_callback

    def export(
        self, export_dir_base: Any, global_step_tensor: Any, sess: Any = None, exports_to_keep: Any = None
    ) -> bytes:
        """Write a version, whose number is the global step; returns the path of its folder.

        Args:
          export_dir_base: folder of the versions.
          global_step_tensor: a tensor, or its name.
          sess: a session with the variables.
          exports_to_keep: a filter (`kept_exports`) of the versions that stay; None for all.

        Raises:
          RuntimeError: `init` was not called, or the version exists.
        """
        if not self._has_init:
            raise RuntimeError("init must be called first")
        base = os.fsdecode(export_dir_base).rstrip("/")
        step = training_util.global_step(sess, global_step_tensor)
        folder = os.path.join(base, constants.VERSION_FORMAT_SPECIFIER % step)
        if file_io.file_exists(folder):
            raise RuntimeError(
                "Overwriting exports can cause corruption and are not allowed. "
                f"Duplicate export dir: {os.fsencode(folder)!r}"
            )
        temporary = f"{folder}-tmp"
        file_io.recursive_create_dir(temporary)
        self._saver.save(
            sess,
            os.path.join(temporary, constants.EXPORT_BASE_NAME),
            meta_graph_suffix=constants.EXPORT_SUFFIX_NAME,
        )
        if self._assets_callback and self._assets_to_copy:
            assets_dir = os.path.join(temporary, constants.ASSETS_DIRECTORY)
            file_io.recursive_create_dir(assets_dir)
            self._assets_callback(self._assets_to_copy, assets_dir)
        _all_written()
        file_io.rename(temporary, folder)
        if exports_to_keep:
            for path in kept_exports.negation(exports_to_keep)(kept_exports.get_paths(base, _version)):
                file_io.delete_recursively(path.path)
        return os.fsencode(folder)


def _all_written() -> None:
    from tf1compat._runtime import checkpoint

    checkpoint.store().wait()


def _version(path: kept_exports.Path) -> kept_exports.Path | None:
    name = re.fullmatch(r"(\d{8})/?", os.path.basename(path.path.rstrip("/")))
    return path._replace(export_version=int(name[1])) if name else None


def _note(key: str, type_name: str, message: Any) -> None:
    """Put a message into a collection under the name that it has in TensorFlow."""
    from google.protobuf.any_pb2 import Any as AnyMessage

    packed = AnyMessage(type_url=f"type.googleapis.com/{type_name}", value=message.SerializeToString())
    add_to_collection(key, packed)


def _path_in(tensor: Any) -> str:
    if not isinstance(tensor, Tensor):
        raise TypeError("tensor is not a Tensor")
    if tensor.op.type != "Const":
        raise TypeError("Only constants tensor are supported")
    if tensor.dtype != dtypes.string:
        raise TypeError("File paths should be string")
    values = tensor.op.get_attr("value").string_val
    if len(values) != 1:
        raise TypeError("Only scalar tensors are supported")
    if not values[0]:
        raise ValueError(f"invalid asset filepath tensor {tensor}")
    return os.fsdecode(values[0])
