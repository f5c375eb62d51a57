"""`tf1compat inspect PATH`: what is in a checkpoint, (meta) graph, SavedModel, TFRecord or event file, as a table."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

Rows = list[tuple[str, ...]]


def inspect(arguments: Sequence[str]) -> int:
    """Prints the table; 1 if the path is nothing that can be looked into."""
    parser = argparse.ArgumentParser(prog="tf1compat inspect", description=(__doc__ or "").partition(":")[2].strip())
    parser.add_argument("path", help="a file, a folder, or the prefix of a checkpoint")
    options = parser.parse_args(arguments)
    from tf1compat._formats.faults import FormatFault
    from tf1compat._jaxcore.base import errors

    try:
        print(describe(options.path), end="")
    except (errors.OpError, FormatFault, OSError, ValueError) as error:
        print(f"tf1compat inspect: {error}", file=sys.stderr)
        return 1
    return 0


def describe(path: str) -> str:
    """The table for `path`.

    Raises:
      ValueError: it is nothing that is known here.
      OSError, tf.errors.OpError: it cannot be read.
    """
    for prefix in (re.sub(r"\.(index|data-\d{5}-of-\d{5})$", "", path), path):
        if _is_checkpoint(prefix):
            return _checkpoint(prefix)
    if os.path.isdir(path):
        return _folder(path)
    if os.path.basename(path) == "checkpoint" and os.path.isfile(path):  # the state file names the last one
        return _folder(os.path.dirname(path) or ".")
    if not os.path.isfile(path):
        raise FileNotFoundError(f"there is neither a file nor a checkpoint {path}")
    kinds: list[Callable[[str], str | None]] = [_records, _message_file]
    for kind in kinds:
        found = kind(path)
        if found is not None:
            return found
    raise ValueError(f"{path} is no checkpoint, graph, meta graph, SavedModel, TFRecord or event file")


def _is_checkpoint(prefix: str) -> bool:
    from tf1compat._formats import checkpoint_v1
    from tf1compat._runtime import checkpoint

    kind = checkpoint.kind(prefix)
    return kind in ("v2", "orbax") or (kind == "v1" and checkpoint_v1.is_v1(checkpoint_v1.files(prefix)[0]))


def table(rows: Iterable[tuple[str, ...]], head: tuple[str, ...]) -> str:
    """Rows below a head, in columns."""
    lines = [head, *rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    return "".join("  ".join(c.ljust(w) for c, w in zip(line, widths)).rstrip() + "\n" for line in lines)


def _folder(path: str) -> str:
    from tf1compat._facade.train import checkpoint_management

    for name in ("saved_model.pb", "saved_model.pbtxt"):
        if os.path.isfile(os.path.join(path, name)):
            return _saved_model(os.path.join(path, name))
    latest = checkpoint_management.latest_checkpoint(path)
    if latest is not None:
        return _checkpoint(latest)
    tables: list[str] = []
    for name in sorted(os.listdir(path)):
        prefix = os.path.join(path, name.removesuffix(".index"))
        if name.endswith(".index") and _is_checkpoint(prefix):
            tables.append(_checkpoint(prefix))
        elif ".tfevents." in name:
            tables.append(_events(os.path.join(path, name)))
    if not tables:
        raise ValueError(f"the folder {path} has neither a checkpoint nor a SavedModel, nor event files")
    return "\n".join(tables)


def _checkpoint(prefix: str) -> str:
    from tf1compat._jaxcore.base import dtypes
    from tf1compat._runtime import checkpoint

    opened = checkpoint.store().open(prefix)
    rows: Rows = []
    total = 0
    for name, info in sorted(opened.tensors.items()):
        dtype = dtypes.as_dtype(info.dtype)
        size = 1
        for d in info.shape:
            size *= d
        total += size
        slices = f"{len(info.slices)} slices" if len(info.slices) > 1 else ""
        rows.append((name, dtype.name, str(list(info.shape)), slices))
    title = f"{checkpoint.FORMAT_NAMES[checkpoint.kind(prefix)]} {prefix}: {len(rows)} tensors, {total:,} elements\n"
    return title + table(rows, ("name", "dtype", "shape", ""))


def _records(path: str) -> str | None:
    """A TFRecord or event file; None if its first record has no sound head."""
    from tf1compat._formats import protos, tfrecord
    from tf1compat._formats.faults import DataLoss

    count = size = 0
    first = None
    with open(path, "rb") as file:
        try:
            for record in tfrecord.read_records(file):
                first = record if first is None else first
                count, size = count + 1, size + len(record)
        except DataLoss as fault:
            if not count:
                return None
            print(f"after {count} records: {fault}", file=sys.stderr)
    if first is None:
        return None
    event = _parsed(protos.Event, first)
    if event is not None and event.file_version:
        return _events(path)
    example = _parsed(protos.Example, first)
    title = f"TFRecord file {path}: {count} records, {size:,} bytes\n"
    if example is None or not example.features.feature:
        return title
    rows = [(name, *_feature(f)) for name, f in sorted(example.features.feature.items())]
    return title + "features of the first Example:\n" + table(rows, ("name", "kind", "values"))


def _feature(feature: Any) -> tuple[str, str]:
    kind = feature.WhichOneof("kind")
    return (kind or "empty", str(len(getattr(feature, kind).value)) if kind else "0")


def _events(path: str) -> str:
    from tf1compat._formats import protos, tfrecord

    tags: dict[str, list[Any]] = {}
    others: Counter[str] = Counter()
    with open(path, "rb") as file:
        for record in tfrecord.read_records(file):
            event = protos.Event.FromString(record)
            for value in event.summary.value:
                row = tags.setdefault(value.tag, [value.WhichOneof("value") or "", 0, event.step, event.step])
                row[1], row[3] = row[1] + 1, event.step
            if not event.summary.value:
                others[event.WhichOneof("what") or "empty"] += 1
    rows = [(tag, kind, str(n), f"{first}..{last}") for tag, (kind, n, first, last) in sorted(tags.items())]
    title = f"event file {path}: {', '.join(f'{n} {what}' for what, n in others.items())}\n"
    return title + table(rows, ("tag", "kind", "count", "steps"))


def _message_file(path: str) -> str | None:
    """A GraphDef, MetaGraphDef or SavedModel, binary or text."""
    from tf1compat._formats import protos

    with open(path, "rb") as file:
        data = file.read()
    saved = _parsed(protos.SavedModel, data)
    if saved is not None and saved.meta_graphs and saved.meta_graphs[0].graph_def.node:
        return _saved_model(path)
    meta = _parsed(protos.MetaGraphDef, data)
    if meta is not None and meta.graph_def.node:
        return _meta_graph(path, meta)
    graph = _parsed(protos.GraphDef, data)
    if graph is not None and graph.node:
        return f"GraphDef {path}: {_nodes(graph)}"
    return None


def _parsed(kind: Any, data: bytes) -> Any:
    """The message, or None."""
    from google.protobuf import text_format
    from google.protobuf.message import DecodeError

    try:
        return kind.FromString(data)
    except DecodeError:
        pass
    try:
        return text_format.Parse(data.decode(), kind())
    except (text_format.ParseError, UnicodeDecodeError):
        return None


def _nodes(graph_def: Any) -> str:
    from tf1compat._jaxcore import ops as _ops
    from tf1compat._jaxcore.ir import own_ops
    from tf1compat._jaxcore.schema import opdef

    counts = Counter(own_ops.restored(n).op for n in graph_def.node)
    functions = {f.signature.name for f in graph_def.library.function}
    rows = [
        (op, str(n), "" if opdef.find(op) or op in functions else "not supported") for op, n in sorted(counts.items())
    ]
    feeds = [(n.name, "Placeholder", "") for n in graph_def.node if n.op in ("Placeholder", "PlaceholderV2")]
    title = f"{len(graph_def.node)} nodes, producer {graph_def.versions.producer}\n"
    return title + table(rows, ("op", "nodes", "")) + "".join(f"placeholder {name}\n" for name, *_ in feeds)


def _meta_graph(path: str, meta: Any) -> str:
    info = meta.meta_info_def
    rows = [
        (key, value.WhichOneof("kind") or "", str(len(getattr(value, value.WhichOneof("kind")).value)))
        for key, value in sorted(meta.collection_def.items())
    ]
    title = f"MetaGraphDef {path}, TensorFlow {info.tensorflow_version}, tags {list(info.tags)}: "
    return title + _nodes(meta.graph_def) + table(rows, ("collection", "kind", "items")) + _signatures(meta)


def _signatures(meta: Any) -> str:
    rows: Rows = []
    for name, signature in sorted(meta.signature_def.items()):
        for way, infos in (("in", signature.inputs), ("out", signature.outputs)):
            rows += [(name, way, key, infos[key].name) for key in sorted(infos)]
    return table(rows, ("signature", "", "key", "tensor")) if rows else ""


def _saved_model(path: str) -> str:
    from tf1compat._formats import protos

    with open(path, "rb") as file:
        saved = _parsed(protos.SavedModel, file.read())
    if saved is None:
        raise ValueError(f"{path} holds no SavedModel")
    return f"SavedModel {path}: {len(saved.meta_graphs)} graphs\n" + "".join(
        _meta_graph(path, meta) for meta in saved.meta_graphs
    )
