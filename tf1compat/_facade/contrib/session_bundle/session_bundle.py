"""Loads a model that `Exporter` wrote: variables restored, assets fed, the initialisation run."""

from __future__ import annotations

import os
from typing import Any

from tf1compat._facade.collections import get_collection
from tf1compat._facade.context import reset_default_graph
from tf1compat._facade.contrib.session_bundle import constants
from tf1compat._facade.saved_model.assets import inside
from tf1compat._facade.session import Session
from tf1compat._facade.tools.graph_files import read_message
from tf1compat._facade.train import saver
from tf1compat._formats import manifest_protos, protos
from tf1compat._runtime import checkpoint


def maybe_session_bundle_dir(export_dir: Any) -> bool:
    """Has the folder `export_dir` an exported model?"""
    return os.path.isfile(os.path.join(export_dir, constants.META_GRAPH_DEF_FILENAME))


def load_session_bundle_from_path(
    export_dir: Any, target: str = "", config: Any = None, meta_graph_def: Any = None
) -> tuple[Session, Any]:
    """Load the model in the folder `export_dir` into a new default graph; returns a session and the MetaGraphDef.

    Raises:
      RuntimeError: the meta graph is missing, or has not one serving graph and one initialisation.
      InvalidArgumentError: an asset is outside of the model.
    """
    export_dir = os.fspath(export_dir)
    if meta_graph_def is None:
        path = os.path.join(export_dir, constants.META_GRAPH_DEF_FILENAME)
        if not os.path.isfile(path):
            raise RuntimeError(f"Expected meta graph file missing {path}")
        meta_graph_def = read_message(protos.MetaGraphDef, path, True, "Meta graph")
    collections = meta_graph_def.collection_def
    if constants.GRAPH_KEY in collections:
        graphs = collections[constants.GRAPH_KEY].any_list.value
        if len(graphs) != 1:
            raise RuntimeError(f"Expected exactly one serving GraphDef in : {meta_graph_def}")
        # by its bytes: the name of its type is TensorFlow's
        meta_graph_def.graph_def.CopyFrom(protos.GraphDef.FromString(graphs[0].value))
    reset_default_graph()
    session = Session(target, graph=None, config=config)
    restorer = saver.import_meta_graph(meta_graph_def)
    prefix = _variables(export_dir)
    if prefix and restorer is not None:
        restorer.restore(session, prefix)
    feeds = _assets(collections, export_dir)
    if constants.INIT_OP_KEY in collections:
        if len(collections[constants.INIT_OP_KEY].node_list.value) != 1:
            raise RuntimeError(f"Expected exactly one serving init op in : {meta_graph_def}")
        session.run(get_collection(constants.INIT_OP_KEY)[0], feeds)
    return session, meta_graph_def


def _variables(export_dir: str) -> str:
    """The prefix or pattern of the variables' checkpoint; "" where the model has none."""
    names = (constants.VARIABLES_FILENAME, constants.VARIABLES_FILENAME_PATTERN)
    found = (os.path.join(export_dir, name) for name in names)
    return next((prefix for prefix in found if checkpoint.store().exists(prefix)), "")


def _assets(collections: Any, export_dir: str) -> dict[str, str]:
    """Names of tensors and the paths that they are to have."""
    feeds: dict[str, str] = {}
    for packed in collections[constants.ASSETS_KEY].any_list.value if constants.ASSETS_KEY in collections else ():
        asset = manifest_protos.AssetFile.FromString(packed.value)
        folder = os.path.join(export_dir, constants.ASSETS_DIRECTORY)
        feeds[asset.tensor_binding.tensor_name] = inside(folder, asset.filename)
    return feeds
