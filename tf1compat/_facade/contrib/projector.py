"""The configuration of TensorBoard's embedding projector."""

from __future__ import annotations

import os
from typing import Any

from tf1compat._facade.platform import file_io

_NAMES = ("EmbeddingInfo", "ProjectorConfig", "SpriteMetadata")
_FILE = "projector_config.pbtxt"


def __getattr__(name: str) -> Any:
    """The messages, TensorBoard's own."""
    if name in _NAMES:
        from tensorboard.plugins.projector import projector_config_pb2

        return getattr(projector_config_pb2, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def visualize_embeddings(summary_writer: Any, config: Any) -> None:
    """Write the projector's configuration into the folder of a FileWriter.

    Args:
      summary_writer: a FileWriter.
      config: a ProjectorConfig: for each embedding a variable's name and where its metadata are.

    Raises:
      ValueError: the writer has no folder.

    >>> import os, tempfile
    >>> import tf1compat as tf
    >>> from tf1compat.contrib.tensorboard.plugins import projector
    >>> config = projector.ProjectorConfig()
    >>> config.embeddings.add(tensor_name="words", metadata_path="words.tsv").tensor_name
    'words'
    >>> with tf.summary.FileWriter(tempfile.mkdtemp()) as writer:
    ...     projector.visualize_embeddings(writer, config)
    ...     print(sorted(os.listdir(writer.get_logdir()))[-1])
    projector_config.pbtxt
    """
    from google.protobuf import text_format

    logdir = summary_writer.get_logdir() if hasattr(summary_writer, "get_logdir") else None
    if not logdir:
        raise ValueError("Summary writer must have a logdir")
    file_io.write_string_to_file(os.path.join(logdir, _FILE), text_format.MessageToString(config))
