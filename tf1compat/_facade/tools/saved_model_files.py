"""What `saved_model_cli` and freeze_graph read of SavedModels: tag sets and meta graphs by comma-separated tags."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.saved_model.loader import parse_saved_model

read_saved_model = parse_saved_model


def get_saved_model_tag_sets(saved_model_dir: Any) -> list[list[str]]:
    """The tags of every graph in a SavedModel."""
    return [list(message.meta_info_def.tags) for message in parse_saved_model(saved_model_dir).meta_graphs]


def get_meta_graph_def(saved_model_dir: Any, tag_set: str) -> Any:
    """The MetaGraphDef with exactly the tags in `tag_set`, separated by commas.

    Raises:
      RuntimeError: there is none.
    """
    wanted = set(tag_set.split(","))
    for message in parse_saved_model(saved_model_dir).meta_graphs:
        if set(message.meta_info_def.tags) == wanted:
            return message
    raise RuntimeError(f"MetaGraphDef associated with tag-set {tag_set} could not be found in SavedModel")
