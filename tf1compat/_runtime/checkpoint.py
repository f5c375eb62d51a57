"""The store of checkpoints: writes Orbax (or V2 files), reads whatever is there: Orbax, TensorFlow's V2 or V1.

A checkpoint is named by its prefix. `PREFIX` is the Orbax folder, `PREFIX.index` a small manifest beside it; or
`PREFIX.index` is a table and `PREFIX.data-…` hold the data (V2); or `PREFIX` is a file (V1).

A caller waits no longer than copying the values takes. Where memory is large enough for the file system to take them,
writing them at once is that copy; larger saves are copied and go on behind the caller, and everything that looks at
checkpoints waits for them.
"""

from __future__ import annotations

import glob
import math
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from tf1compat._formats import checkpoint_v1, tensor_bundle, tensor_slices
from tf1compat._formats.faults import FormatFault
from tf1compat._formats.tensor_bundle import Piece
from tf1compat._formats.tensor_slices import Array, CheckpointFile
from tf1compat._jaxcore.base import errors
from tf1compat._runtime import orbax_files
from tf1compat._runtime.pending_saves import PendingSaves

_SMALL = 16 << 20  # bytes that are written at once anywhere
FORMAT_VARIABLE = "TF1COMPAT_CHECKPOINT_FORMAT"
FORMATS = ("orbax", "tensorflow")
FORMAT_NAMES = {"orbax": "Orbax checkpoint", "v2": "TensorFlow V2 checkpoint", "v1": "TensorFlow V1 checkpoint"}


def chosen_format() -> str:
    """The format to write, from the environment.

    Raises:
      InvalidArgumentError: it names none.
    """
    name = os.environ.get(FORMAT_VARIABLE, "") or FORMATS[0]
    if name not in FORMATS:
        raise errors.InvalidArgumentError(
            None, None, f"{FORMAT_VARIABLE}={name!r} is no checkpoint format; use one of {', '.join(FORMATS)}"
        )
    return name


def _cache_takes() -> int:
    """Bytes that can be written without waiting for the disk: Linux lets writers wait from a fifth of the memory on."""
    pages = os.sysconf("SC_PHYS_PAGES") if hasattr(os, "sysconf") else 0
    return max(_SMALL, pages * os.sysconf("SC_PAGE_SIZE") // 10 if pages > 0 else 0)


class Store:
    """Saves and opens checkpoints by prefix; one object serves the process."""

    def __init__(self) -> None:
        self._pending = PendingSaves()
        self._wanted = threading.local()

    # ---- writing --------------------------------------------------------------------------------------------------

    @contextmanager
    def writing(self, form: str) -> Iterator[None]:
        """In the scope of this, the calling thread writes the format `form`, whatever the environment says."""
        before = getattr(self._wanted, "form", None)
        self._wanted.form = form
        try:
            yield
        finally:
            self._wanted.form = before

    def _form(self) -> str:
        return getattr(self._wanted, "form", None) or chosen_format()

    def save(self, prefix: str, tensors: Sequence[tuple[str, str, Array, int]], version: int = 2) -> None:
        """Write the checkpoint `prefix` of (name, slice or "", value, DType number); `version` 1 writes a V1 file.

        Raises:
          InvalidArgumentError: a slice that does not fit, a name given twice.
        """
        with _as_tf_errors():
            pieces = [_piece(*row) for row in tensors]
            _check_unique(pieces)
            if version == 1:
                self._run(pieces, lambda p: _write_v1(prefix, p))
            elif _is_part(prefix) or self._form() == "tensorflow":
                self._run(pieces, lambda p: _write_v2(prefix, p))
            else:
                self._run(pieces, lambda p: _write_orbax(prefix, p))

    def _run(self, pieces: list[Piece], write: Callable[[list[Piece]], None]) -> None:
        self._pending.check()
        if sum(p.value.nbytes for p in pieces) <= _cache_takes():
            self.wait()
            write(pieces)
            return
        copies = [p._replace(value=np.array(p.value, copy=True)) for p in pieces]
        self._pending.submit(lambda: write(copies))

    def merge(self, prefixes: Sequence[str], destination: str, delete_old_dirs: bool) -> None:
        """Make the checkpoint `destination` of parts that were saved one by one."""

        form = self._form()

        def work() -> None:
            if form == "tensorflow":
                tensor_bundle.merge_bundles(prefixes, destination)
                _delete_other(destination, "v2")
            else:
                _write_orbax(destination, [p for prefix in prefixes for p in pieces_of(_reader(prefix))])
                for prefix in prefixes:
                    delete_files(prefix)
            if delete_old_dirs:
                for folder in {os.path.dirname(p) for p in prefixes}:
                    if folder and not os.listdir(folder):
                        os.rmdir(folder)

        with _as_tf_errors():
            if self._pending.busy:
                self._pending.submit(work)
            else:
                work()

    def after_saves(self, task: Callable[[], None]) -> None:
        """Run `task` now, or after the saves that are under way: what speaks of them comes after them."""
        if self._pending.busy:
            self._pending.submit(task)
        else:
            task()

    def wait(self) -> None:
        """Return when all saves are on disk; raises what went wrong with one."""
        with _as_tf_errors():
            self._pending.wait()

    def delete(self, prefix: str) -> None:
        """Delete a checkpoint in whatever format it is, after the saves under way."""
        self.after_saves(lambda: delete_files(prefix))

    # ---- reading --------------------------------------------------------------------------------------------------

    def open(self, prefix: str) -> Any:
        """The checkpoint `prefix`, for reading.

        Raises:
          NotFoundError: there is none.
          DataLossError: it is damaged.
        """
        self.wait()
        with _as_tf_errors():
            return _reader(prefix)

    def exists(self, prefix: str) -> bool:
        """Is there a checkpoint called `prefix`?"""
        self.wait()
        return bool(kind(prefix))


def _piece(name: str, spec: str, value: Array, dtype: int) -> Piece:
    if not spec:
        return Piece(name, value, dtype, value.shape)
    parsed = tensor_slices.parse_spec(spec)
    wanted = tensor_slices.sizes(parsed.shape, parsed.extents)
    if value.shape != wanted:
        raise errors.InvalidArgumentError(
            None,
            None,
            f"Slice in shape_and_slice specification does not match the shape of the tensor to save: "
            f"{spec}, tensor: {list(value.shape)}",
        )
    return Piece(name, value, dtype, parsed.shape, parsed.extents)


def _check_unique(pieces: Sequence[Piece]) -> None:
    seen: set[Any] = set()
    for piece in pieces:
        if (piece.name, None) in seen or (piece.name, piece.extents) in seen:
            raise errors.InvalidArgumentError(None, None, f"Adding duplicate key: {piece.name}")
        seen.add((piece.name, piece.extents))


def _is_part(prefix: str) -> bool:
    """Is it a part of a sharded save, to be merged?"""
    return "_temp_" in os.path.basename(os.path.dirname(prefix)) and os.path.basename(prefix).startswith("part-")


def _write_v1(prefix: str, pieces: Sequence[Piece]) -> None:
    temporary = f"{prefix}.saving-{os.getpid()}"
    checkpoint_v1.write_v1(temporary, pieces)
    if os.path.isdir(prefix) and not orbax_files.is_orbax(prefix):
        os.remove(temporary)
        raise IsADirectoryError(21, "Is a directory", prefix)
    orbax_files.swap(temporary, prefix)
    _delete_other(prefix, "v1")


def _write_v2(prefix: str, pieces: Sequence[Piece]) -> None:
    tensor_bundle.write_bundle(prefix, pieces)
    _delete_other(prefix, "v2")


def _write_orbax(prefix: str, pieces: Sequence[Piece]) -> None:
    tree, rows = orbax_files.prepare(pieces)
    orbax_files.write(orbax_files.place(prefix, _is_v1(prefix)), tree, rows)
    index = tensor_bundle.index_path(prefix)
    temporary = f"{index}.saving-{os.getpid()}"
    with open(temporary, "w", encoding="utf-8") as file:
        file.write(orbax_files.manifest_text(rows))
    os.replace(temporary, index)
    _delete_other(prefix, "orbax")


def _is_v1(path: str) -> bool:
    return os.path.isfile(path) and checkpoint_v1.is_v1(path)


def _delete_other(prefix: str, kept: str) -> None:
    """Delete what checkpoints of the same name in other formats left, and nothing else."""
    if kept != "v2":
        for path in glob.glob(f"{glob.escape(prefix)}.data-?????-of-?????"):
            os.remove(path)
    if kept == "v1":
        orbax_files.delete(tensor_bundle.index_path(prefix))
    if kept != "orbax":
        found = orbax_files.find(prefix)
        if found is not None:
            orbax_files.delete(found)
    if kept != "v1" and _is_v1(prefix):
        os.remove(prefix)


def pieces_of(reader: CheckpointFile) -> Iterator[Piece]:
    """Everything in a checkpoint, slices as they are stored."""
    for name, info in reader.tensors.items():
        parts = [s for s in info.slices if any(length >= 0 for _, length in s)]
        if parts:  # V1 files list a whole tensor as one slice
            for extents in parts:
                yield Piece(name, reader.read(name, extents), info.dtype, info.shape, extents)
        else:
            yield Piece(name, reader.read(name), info.dtype, info.shape)


def convert(source: str, destination: str, to: str) -> int:
    """Write the checkpoint `source` as `destination` in the format `to`; returns the number of tensors."""
    store().wait()
    with _as_tf_errors():
        opened = _reader(source)
        pieces = list(pieces_of(opened))
        (_write_v2 if to == "tensorflow" else _write_orbax)(destination, pieces)
    return len(opened.tensors)


def delete_files(prefix: str) -> None:
    """Delete the files of a checkpoint (not its meta graph), whatever its format; files of others stay."""
    found = kind(prefix)
    if found:
        orbax_files.delete(tensor_bundle.index_path(prefix))
    _delete_other(prefix, "")
    for path in checkpoint_v1.files(prefix) if found == "v1" else []:
        if checkpoint_v1.is_v1(path):
            os.remove(path)


# ---- reading ----------------------------------------------------------------------------------------------------


def kind(prefix: str) -> str:
    """`"v2"`, `"orbax"`, `"v1"` or `""`, from what the files are."""
    index = tensor_bundle.index_path(prefix)
    if os.path.isfile(index) and checkpoint_v1.is_v1(index):
        return "v2"
    if orbax_files.find(prefix):
        return "orbax"
    if os.path.isfile(index):
        with open(index, "rb") as file:
            return "" if file.read(1) == b"{" else "v2"  # opening a damaged index says what is wrong
    return "v1" if checkpoint_v1.files(prefix) else ""


def _reader(prefix: str) -> CheckpointFile:
    found = kind(prefix)
    if found == "v2":
        return _Bundle(prefix)
    if found == "orbax":
        return orbax_files.OrbaxReader(orbax_files.find(prefix) or prefix)
    if found == "v1":
        return _V1(checkpoint_v1.files(prefix))
    # TF1: the words of the V1 reader, which is asked last
    raise errors.NotFoundError(
        None,
        None,
        f"Unsuccessful TensorSliceReader constructor: Failed to find any matching files for {prefix}",
    )


class _ReadsMany(CheckpointFile):
    def read_many(self, names: Sequence[str]) -> dict[str, Array]:
        """Several whole tensors, large ones read side by side."""
        if len(names) < 2 or sum(math.prod(self.tensors[name].shape) for name in names) < _SMALL:
            return {name: self.read(name) for name in names}
        return dict(zip(names, orbax_files.side_by_side(self.read, names)))


class _Bundle(tensor_bundle.BundleReader, _ReadsMany):
    pass


class _V1(checkpoint_v1.V1Reader, _ReadsMany):
    pass


@contextmanager
def _as_tf_errors() -> Iterator[None]:
    try:
        yield
    except FormatFault as e:
        raise errors.exception_from_status(None, None, e.message, e.code) from e
    except FileNotFoundError as e:
        raise errors.NotFoundError(None, None, f"{e.filename}; No such file or directory") from e
    except PermissionError as e:
        raise errors.PermissionDeniedError(None, None, f"{e.filename}; Permission denied") from e
    except (FileExistsError, IsADirectoryError, NotADirectoryError) as e:
        raise errors.FailedPreconditionError(None, None, f"{e.filename}; {e.strerror}") from e


_STORE = Store()


def store() -> Store:
    """The store of this process."""
    return _STORE


def read(opened: Any, name: str) -> Array:
    """One tensor of an open checkpoint, with errors of `tf.errors`."""
    with _as_tf_errors():
        return opened.read(name)
