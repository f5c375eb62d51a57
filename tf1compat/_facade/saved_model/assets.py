"""Asset files of SavedModels: which tensors name them, under which names they are copied, where they are found."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tf1compat._facade.collections import add_to_collection
from tf1compat._facade.platform import file_io, tf_logging
from tf1compat._facade.saved_model import constants, tensor_info
from tf1compat._facade.scope_names import prepend_name_scope
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, errors


def save(add: Callable[[str, Tensor], None], tensors: Iterable[Any] | None, export_dir: Any) -> None:
    """Copy the files that constant string tensors name; `add(file name, tensor)` notes each in the meta graph.

    Raises:
      TypeError: a tensor is no constant string.
      ValueError: it is empty.
    """
    if tensors is None:
        tf_logging.info("No assets to save.")
        tf_logging.info("No assets to write.")
        return
    sources: dict[str, str] = {}
    for tensor in tensors:
        source = _path_in(tensor)
        if not source:
            raise ValueError(f"Invalid asset filepath tensor {tensor}")
        name = get_asset_filename_to_add(source, sources)
        add(name, tensor)
        sources[name] = source
    tf_logging.info("Assets added to graph.")
    if sources:
        copy_assets_to_destination_dir(sources, export_dir)
    else:
        tf_logging.info("No assets to write.")


def _path_in(tensor: Any) -> str:
    if not isinstance(tensor, Tensor):
        raise TypeError("Asset path tensor must be a Tensor.")
    if tensor.op.type != "Const":
        raise TypeError("Asset path tensor must be of type constant.")
    if tensor.dtype != dtypes.string:
        raise TypeError("Asset path tensor must be of dtype string.")
    values = tensor.op.get_attr("value").string_val
    if len(values) != 1:
        raise TypeError("Asset path tensor must be a scalar.")
    return os.fsdecode(values[0])


def get_asset_filename_to_add(asset_filepath: str, asset_filename_map: Mapping[str, str]) -> str:
    """The name for a file in the SavedModel: its own, with a number if another file has that already."""
    name = os.path.basename(asset_filepath)
    known = asset_filename_map.get(name)
    if known is None or known == asset_filepath or file_io.filecmp(asset_filepath, known):
        return name
    number = 1
    while f"{name}_{number}" in asset_filename_map:
        number += 1
    return f"{name}_{number}"


def copy_assets_to_destination_dir(asset_filename_map: Mapping[str, str], destination_dir: Any) -> None:
    """Copy files (name -> path) to the assets of a SavedModel; those that exist there stay."""
    folder = tensor_info.get_or_create_assets_dir(destination_dir)
    for name, source in asset_filename_map.items():
        destination = os.path.join(folder, name)
        if not file_io.file_exists(destination):
            file_io.copy(source, destination)
    tf_logging.info("Assets written to: %s", folder)


def asset_message(filename: str, tensor: Tensor) -> Any:
    """The AssetFileDef for a file and the tensor that names it."""
    from tf1compat._formats import protos

    message = protos.AssetFileDef(filename=filename)
    message.tensor_info.name = tensor.name
    return message


def add_to_assets_collection(filename: str, tensor: Tensor) -> None:
    """Note an asset in the default graph's collection, where released readers look for it."""
    from google.protobuf.any_pb2 import Any as AnyMessage

    packed = AnyMessage()
    packed.type_url = "type.googleapis.com/tensorflow.AssetFileDef"
    packed.value = asset_message(filename, tensor).SerializeToString()
    add_to_collection(constants.ASSETS_KEY, packed)


# ---- reading ----------------------------------------------------------------------------------------------------


def get_asset_tensors(export_dir: Any, meta_graph_def_to_load: Any, import_scope: str | None = None) -> dict[str, Any]:
    """Tensor name -> path of its asset file, for the meta graph of a SavedModel.

    Raises:
      InvalidArgumentError: a file name leads out of the folder of assets.
    """
    from tf1compat._formats import protos

    files = list(meta_graph_def_to_load.asset_file_def)
    if not files and constants.ASSETS_KEY in meta_graph_def_to_load.collection_def:
        packed = meta_graph_def_to_load.collection_def[constants.ASSETS_KEY].any_list.value
        files = [protos.AssetFileDef.FromString(p.value) for p in packed]
    folder = tensor_info.get_assets_dir(export_dir)
    return {
        prepend_name_scope(f.tensor_info.name, import_scope): os.fsencode(inside(folder, f.filename)) for f in files
    }


def inside(folder: str, name: str) -> str:
    """A SavedModel comes from anywhere: its assets are files in their folder and nothing else."""
    path = os.path.join(folder, name)
    root = os.path.abspath(folder)
    if os.path.isabs(name) or os.path.commonpath([root, os.path.abspath(path)]) != root or not name:
        raise errors.InvalidArgumentError(
            None, None, f"The SavedModel names the asset file {name!r}, which is not inside its folder {folder}"
        )
    if os.path.islink(path) and os.path.commonpath([os.path.realpath(root), os.path.realpath(path)]) != (
        os.path.realpath(root)
    ):
        raise errors.InvalidArgumentError(
            None, None, f"The asset file {path} of the SavedModel is a link that leads out of its folder"
        )
    return path
