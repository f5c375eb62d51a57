"""`tf.train.write_graph`: a graph, or any message, as a file."""

from __future__ import annotations

import os
from typing import Any

from tf1compat._facade.graph import Graph
from tf1compat._facade.platform import file_io


def write_graph(graph_or_graph_def: Any, logdir: Any, name: str, as_text: bool = True) -> str:
    """Write a graph (its GraphDef) or a message to `logdir/name`, as text or binary; returns the path.

    >>> import tempfile
    >>> import tf1compat as tf
    >>> with tf.Graph().as_default() as g:
    ...     x = tf.constant(1.0, name="x")
    >>> tf.train.write_graph(g, tempfile.mkdtemp(), "g.pbtxt")[-7:]
    'g.pbtxt'
    """
    message = graph_or_graph_def.as_graph_def() if isinstance(graph_or_graph_def, Graph) else graph_or_graph_def
    folder = os.fspath(logdir)
    if not folder.startswith("gs:"):  # TF1: where folders exist only as parts of names
        file_io.recursive_create_dir(folder)
    path = os.path.join(folder, name)
    if as_text:
        from google.protobuf import text_format

        file_io.atomic_write_string_to_file(path, text_format.MessageToString(message))
    else:
        file_io.atomic_write_string_to_file(path, _serialized(message))
    return path


def _serialized(message: Any) -> bytes:
    if message.ByteSize() >= 1 << 31:
        raise ValueError(f"{type(message).__name__} cannot be larger than 2GB.")
    return message.SerializeToString(deterministic=True)
