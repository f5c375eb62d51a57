"""Checkpoints as Orbax writes them: a folder that Orbax users open directly, with a manifest for what Orbax lacks.

The tree is flat, a key per variable (`"dense/kernel"`). Orbax holds neither strings nor empty arrays nor parts of
arrays: strings are two arrays (bytes and lengths), empty arrays stand in the manifest only, and a slice of a tensor
that was not saved whole has a key of its own (`"name@10 4 0,5:-"`).

Orbax has two layouts. Small checkpoints are its database (few files); in large ones an array is a folder with a file of
its plain bytes, written from where the array is and read to where it will be: Orbax's own way makes two more copies.
The manifest holds checksums, which Orbax lacks.
"""

from __future__ import annotations

import ctypes
import functools
import json
import logging
import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

import numpy as np

from tf1compat._formats import tensor_proto, tensor_slices, zarr_arrays
from tf1compat._formats.faults import DataLoss
from tf1compat._formats.tensor_bundle import Piece, checksum
from tf1compat._formats.tensor_slices import Array, CheckpointFile, Extents, TensorInfo
from tf1compat._jaxcore.base import dtypes

MANIFEST = "tf1compat.json"
_FORMAT = "tf1compat orbax checkpoint"
_BESIDE = ".orbax"  # ending where another folder or file has the checkpoint's name
_SMALL = 16 << 20  # bytes of a checkpoint that is better packed into a few files
_AT_ONCE = 4  # arrays that are written or read side by side
_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def is_orbax(path: str) -> bool:
    """Is there an Orbax checkpoint at `path`?"""
    return os.path.isfile(os.path.join(path, "_METADATA")) or os.path.isfile(os.path.join(path, MANIFEST))


def find(prefix: str) -> str | None:
    """Where the Orbax checkpoint `prefix` is; None if there is none."""
    return next((path for path in (prefix, prefix + _BESIDE) if is_orbax(path)), None)


def place(prefix: str, replaceable: bool) -> str:
    """Where to write the Orbax checkpoint `prefix`: there, unless something else has the name.

    A folder or file of the user's is never replaced: TF1's checkpoints can share a name with them, so must ours.
    `replaceable`: is the file at `prefix` an old checkpoint?
    """
    taken = prefix.endswith("/") or (os.path.lexists(prefix) and not is_orbax(prefix) and not replaceable)
    return prefix + _BESIDE if taken else prefix


class OrbaxReader(CheckpointFile):
    """An Orbax checkpoint, written by us or by an Orbax user (nested trees: keys joined by slashes).

    Raises:
      DataLoss: its metadata are damaged.
    """

    def __init__(self, path: str) -> None:
        self.path = os.path.abspath(path)
        manifest = os.path.join(path, MANIFEST)
        self._nested = not os.path.exists(manifest)
        self._loaded: dict[str, Any] = {}
        self._checksums: dict[str, int] = {}
        if self._nested:
            self._keys, self.tensors = _foreign_tensors(self.path)
            return
        try:
            with open(manifest, encoding="utf-8") as file:
                about = json.load(file)
            self.tensors = {name: _info(row) for name, row in about["tensors"].items()}
            self._checksums = {str(key): int(value) for key, value in about.get("crc32c", {}).items()}
        except (ValueError, KeyError, TypeError, AttributeError) as e:
            raise DataLoss(f"{manifest} is damaged: {e}") from None

    def read_many(self, names: Sequence[str]) -> dict[str, Array]:
        """Several whole tensors, read side by side."""
        missing = [key for name in names for key in self._stored_keys(name) if key not in self._loaded]
        if missing:
            self._load(missing)
        return {name: self.read(name) for name in names}

    def _stored_keys(self, name: str) -> list[str]:
        info = self.tensors[name]
        if 0 in info.shape:
            return []
        if info.slices:
            return [slice_key(name, info.shape, s) for s in info.slices]
        return [name]

    def _whole(self, name: str) -> Array:
        info = self.tensors[name]
        if 0 in info.shape:
            return np.empty(info.shape, tensor_proto.element_type(info.dtype))
        return self._value(name, info, info.shape)

    def _piece(self, name: str, extents: Extents) -> Array:
        info = self.tensors[name]
        return self._value(slice_key(name, info.shape, extents), info, tensor_slices.sizes(info.shape, extents))

    def _value(self, key: str, info: TensorInfo, shape: tuple[int, ...]) -> Array:
        if key not in self._loaded:
            self._load([key])
        stored = self._loaded.pop(key)
        if info.dtype == tensor_proto.STRING:
            return _strings(stored, shape)
        value = np.asarray(stored)
        if value.shape != shape:
            raise DataLoss(f"tensor {key!r} in {self.path} has the shape {list(value.shape)}, expected {list(shape)}")
        return value

    def _load(self, keys: Sequence[str]) -> None:
        """Read what is stored under `keys`, side by side, and see whether it is what was written."""
        plain = [key for key in keys if not self._nested and not self._is_string(key) and self._is_plain(key)]
        rest = sorted({*keys} - {*plain})
        found = dict(zip(plain, side_by_side(self._read_plain, plain)))
        if rest:
            found |= {key: (value, _checksum(value)) for key, value in self._restore(rest).items()}
        for key, (value, crc) in found.items():
            if crc != self._checksums.get(key, crc):
                raise DataLoss(f"the checksum of {key!r} in {self.path} does not match: its data are damaged")
            self._loaded[key] = value

    def _layout(self, key: str) -> tuple[tuple[int, ...], np.dtype[Any]]:
        """Shape and type of the array under `key`: a tensor, or a slice of one."""
        info = self.tensors.get(key)
        if info is not None and not info.slices:
            return info.shape, tensor_proto.element_type(info.dtype)
        name, _, spec = key.rpartition("@")
        parsed = tensor_slices.parse_spec(spec)
        element = tensor_proto.element_type(self.tensors[name].dtype)
        return tensor_slices.sizes(parsed.shape, parsed.extents), element

    def _is_plain(self, key: str) -> bool:
        return zarr_arrays.fits([key]) and zarr_arrays.is_plain(os.path.join(self.path, key), *self._layout(key))

    def _read_plain(self, key: str) -> tuple[Array, int]:
        return zarr_arrays.read(os.path.join(self.path, key), *self._layout(key))

    def _restore(self, keys: Sequence[str]) -> dict[str, Any]:
        import orbax.checkpoint as ocp

        wanted: dict[str, Any] = {}
        for key in keys:
            if self._nested:
                _put(wanted, self._keys[key], 0)
            elif self._is_string(key):
                wanted[key] = {"bytes": 0, "lengths": 0} if self._has_bytes(key) else {"lengths": 0}
            else:
                wanted[key] = 0
        as_numpy = _mapped(wanted, ocp.RestoreArgs(restore_type=np.ndarray))
        try:
            with ocp.Checkpointer(ocp.PyTreeCheckpointHandler()) as reader:
                found = reader.restore(
                    self.path, args=ocp.args.PyTreeRestore(item=wanted, restore_args=as_numpy, partial_restore=True)
                )
        except (ValueError, OSError, KeyError) as e:
            raise DataLoss(f"the checkpoint at {self.path} cannot be read: {e}") from e
        return {key: _get(found, self._keys[key]) if self._nested else found[key] for key in keys}

    def _is_string(self, key: str) -> bool:
        info = self.tensors.get(key) or self.tensors.get(key.rpartition("@")[0])
        return info is not None and info.dtype == tensor_proto.STRING

    def _has_bytes(self, key: str) -> bool:
        return key + "/bytes" in self._stored

    @functools.cached_property
    def _stored(self) -> set[str]:
        return set(_foreign_tensors(self.path)[0])


def slice_key(name: str, shape: Sequence[int], extents: Extents) -> str:
    """The key of a slice in the Orbax tree."""
    return f"{name}@{tensor_slices.spec_text(shape, extents)}"


def _info(row: Any) -> TensorInfo:
    shape = tuple(int(d) for d in row["shape"])
    if any(d < 0 for d in shape):
        raise ValueError(f"a tensor has the shape {list(shape)}")
    slices = tuple(tensor_slices.parse_spec(text).extents for text in row.get("slices", ()))
    return TensorInfo(dtypes.as_dtype(row["dtype"]).enum, shape, slices)


def _foreign_tensors(path: str) -> tuple[dict[str, tuple[Any, ...]], dict[str, TensorInfo]]:
    """Key path and description of every array of an Orbax tree."""
    import orbax.checkpoint as ocp

    with ocp.Checkpointer(ocp.PyTreeCheckpointHandler()) as reader:
        metadata: Any = reader.metadata(path)
    tree = getattr(metadata, "item_metadata", metadata)
    tree = getattr(tree, "tree", tree)
    keys: dict[str, tuple[Any, ...]] = {}
    tensors: dict[str, TensorInfo] = {}

    def walk(node: Any, at: tuple[Any, ...]) -> None:
        if isinstance(node, dict):
            for key, child in node.items():
                walk(child, (*at, key))
        elif isinstance(node, (list, tuple)):
            for i, child in enumerate(node):
                walk(child, (*at, i))
        elif getattr(node, "shape", None) is not None:
            name = "/".join(map(str, at))
            keys[name] = at
            tensors[name] = TensorInfo(dtypes.as_dtype(np.dtype(node.dtype)).enum, tuple(node.shape))

    walk(tree, ())
    return keys, tensors


def _put(tree: dict[Any, Any], path: tuple[Any, ...], value: Any) -> None:
    for key in path[:-1]:
        tree = tree.setdefault(key, {})
    tree[path[-1]] = value


def _get(tree: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        tree = tree[key]
    return tree


def _mapped(tree: Any, value: Any) -> Any:
    return {k: _mapped(v, value) for k, v in tree.items()} if isinstance(tree, dict) else value


def _strings(stored: Any, shape: tuple[int, ...]) -> Array:
    lengths = np.asarray(stored["lengths"]).ravel()
    data = np.asarray(stored["bytes"]).tobytes() if "bytes" in stored else b""
    if int(lengths.sum()) != len(data):
        raise DataLoss(f"a string tensor has {len(data)} bytes, expected {int(lengths.sum())}")
    out = np.empty(lengths.size, object)
    at = 0
    for i, length in enumerate(lengths.tolist()):
        out[i] = data[at : at + length]
        at += length
    return out.reshape(shape)


# ---- writing ----------------------------------------------------------------------------------------------------


def prepare(pieces: Iterable[Piece]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The Orbax tree and the manifest's rows of `pieces`; slices that cover a tensor are joined."""
    by_name: dict[str, list[Piece]] = {}
    for piece in pieces:
        by_name.setdefault(piece.name, []).append(piece)
    tree: dict[str, Any] = {}
    rows: dict[str, Any] = {}
    for name, parts in by_name.items():
        parts = _joined(parts)
        first = parts[0]
        rows[name] = {"dtype": dtypes.as_dtype(first.dtype).name, "shape": list(first.shape)}
        if first.extents is not None:
            rows[name]["slices"] = [tensor_slices.spec_text(p.shape, p.extents) for p in parts if p.extents is not None]
        for part in parts:
            if part.value.size:
                key = name if part.extents is None else slice_key(name, part.shape, part.extents)
                tree[key] = _storable(part)
    return tree, rows


def _joined(parts: list[Piece]) -> list[Piece]:
    """Slices as one whole piece, if they cover the tensor and nothing twice."""
    first = parts[0]
    if first.extents is None or sum(p.value.size for p in parts) != int(np.prod(first.shape, dtype=np.int64)):
        return parts
    out = np.empty(first.shape, first.value.dtype)
    seen = np.zeros(first.shape, bool)
    for part in parts:
        if part.extents is None:
            return parts
        at = tensor_slices.indices(part.shape, part.extents)
        out[at] = part.value
        seen[at] = True
    return [first._replace(value=out, extents=None)] if seen.all() else parts


def _storable(piece: Piece) -> Any:
    if piece.dtype != tensor_proto.STRING:
        return tensor_proto.plain_elements(piece.value, piece.dtype)
    strings = [v.encode() if isinstance(v, str) else v for v in piece.value.ravel().tolist()]
    data = np.frombuffer(b"".join(strings), np.uint8)
    lengths = np.array([len(s) for s in strings], np.int64).reshape(piece.value.shape)
    return {"bytes": data, "lengths": lengths} if data.size else {"lengths": lengths}


def write(path: str, tree: dict[str, Any], rows: dict[str, Any]) -> None:
    """Write an Orbax checkpoint that takes the place of whatever is at `path` in one step."""
    import orbax.checkpoint as ocp

    path = os.path.abspath(path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    remove_leftovers(path)
    temporary = f"{path}.saving-{os.getpid()}-{time.monotonic_ns():x}"
    folders = _folders(tree)
    checksums: dict[str, int] = {}
    if sum(array.nbytes for array in folders.values()) > _SMALL and zarr_arrays.fits(list(folders)):
        with _without_advice(), ocp.Checkpointer(_metadata_only()) as writer:
            writer.save(temporary, args=ocp.args.PyTreeSave(tree))
        written = side_by_side(lambda key: zarr_arrays.write(os.path.join(temporary, key), folders[key]), list(folders))
        checksums = dict(zip(folders, written))
    elif tree:
        # weights hardly shrink, and compressing them would take longer than writing them
        with ocp.Checkpointer(ocp.PyTreeCheckpointHandler(use_compression=False)) as writer:
            writer.save(temporary, args=ocp.args.PyTreeSave(tree))
    else:
        os.makedirs(temporary)
    checksums = {key: checksums[key] if key in checksums else _checksum(value) for key, value in tree.items()}
    with open(os.path.join(temporary, MANIFEST), "w", encoding="utf-8") as file:
        file.write(manifest_text(rows, checksums))
    swap(temporary, path)


def _metadata_only() -> Any:
    """A handler of Orbax's that writes all but the arrays, for a tree whose arrays are folders."""
    import orbax.checkpoint as ocp

    handlers: Any = ocp.type_handlers

    class Elsewhere(handlers.NumpyHandler):
        async def serialize(self, values: Any, infos: Any, args: Any = None) -> list[Any]:
            del values, infos, args
            return []

    registry = handlers.create_type_handler_registry((np.ndarray, Elsewhere()))
    return ocp.PyTreeCheckpointHandler(use_compression=False, use_ocdbt=False, type_handler_registry=registry)


@contextmanager
def _without_advice() -> Iterator[None]:
    """Orbax warns of what is missing on purpose: a handler of jax.Arrays, and a database."""

    def keep(record: logging.LogRecord) -> bool:
        return record.levelno > logging.WARNING or "orbax" not in record.pathname

    log = logging.getLogger("absl")
    log.addFilter(keep)
    try:
        yield
    finally:
        log.removeFilter(keep)


def side_by_side(work: Callable[[_Item], _Result], items: Sequence[_Item]) -> list[_Result]:
    """What `work` makes of the items, some at a time."""
    if len(items) < 2:
        return [work(item) for item in items]
    with ThreadPoolExecutor(min(_AT_ONCE, os.cpu_count() or 1)) as pool:
        return list(pool.map(work, items))


def _folders(tree: dict[str, Any]) -> dict[str, Array]:
    """The arrays of a tree and the folders where Orbax looks for them: those of strings are at `name.bytes` and so on."""
    out: dict[str, Array] = {}
    for key, value in tree.items():
        for part, array in _parts(value):
            out[f"{key}.{part}" if part else key] = array
    return out


def _parts(value: Any) -> list[tuple[str, Array]]:
    """The arrays that are stored of a tensor: itself, or bytes and lengths of strings."""
    return [(k, np.asarray(value[k])) for k in sorted(value)] if isinstance(value, dict) else [("", np.asarray(value))]


def _checksum(value: Any) -> int:
    crc = 0
    for _, array in _parts(value):
        crc = checksum(crc, np.ascontiguousarray(array).reshape(-1).view(np.uint8).data)
    return crc


def manifest_text(rows: dict[str, Any], checksums: dict[str, int] | None = None) -> str:
    """Names, dtypes and shapes, one line per tensor; then the checksums of the stored arrays, if given."""
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(rows[name])}" for name in sorted(rows))
    more = "" if checksums is None else f', "crc32c": {json.dumps(checksums, sort_keys=True)}'
    return f'{{"format": "{_FORMAT}", "version": 1, "tensors": {{\n{lines}\n}}{more}}}\n'


def swap(new: str, path: str) -> None:
    """Put `new` at `path`; what was there (a folder cannot be renamed over) is exchanged and deleted."""
    if not os.path.lexists(path):
        os.rename(new, path)
        return
    if not _exchange(new, path):
        old = f"{new}.old"
        os.rename(path, old)
        os.rename(new, path)
        new = old
    delete(new)


def _exchange(first: str, second: str) -> bool:
    """Let two paths change places at once; False where the system cannot."""
    rename = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if rename is None:
        return False
    here, exchange = -100, 2  # AT_FDCWD, RENAME_EXCHANGE
    return rename(here, os.fsencode(first), here, os.fsencode(second), exchange) == 0


def delete(path: str) -> None:
    """Delete a file or a folder, if it is there."""
    if os.path.isdir(path) and not os.path.islink(path):
        shutil.rmtree(path, ignore_errors=True)
    elif os.path.lexists(path):
        os.remove(path)


def remove_leftovers(path: str) -> None:
    """Delete what saves to `path` left behind that were killed half-way."""
    folder, name = os.path.split(path)
    with os.scandir(folder) as found:
        leftovers = [e.name for e in found if e.name.startswith(f"{name}.saving-")]
    for leftover in leftovers:
        owner = leftover.removeprefix(f"{name}.saving-").split("-")[0]
        if owner != str(os.getpid()) and not _is_alive(owner):
            delete(os.path.join(folder, leftover))


def _is_alive(pid: str) -> bool:
    try:
        os.kill(int(pid), 0)
    except (ProcessLookupError, ValueError):
        return False
    except PermissionError:
        pass
    return True
