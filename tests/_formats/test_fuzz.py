"""Readers of files from anywhere meet damage: always a clear error, never a crash, never memory for what is not there.

`TF1COMPAT_FUZZ_SECONDS=600 python -m pytest tests/_formats/test_fuzz.py` looks longer than the usual moment.
"""

from __future__ import annotations

import os
import pathlib
import resource
import shutil
import struct
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

import tf1compat as tf
from tf1compat._facade.meta_graph import read_meta_graph_file
from tf1compat._facade.saved_model.loader import parse_saved_model
from tf1compat._formats import protos, tensor_proto, tfrecord
from tf1compat._formats.faults import FormatFault
from tf1compat._runtime import checkpoint, orbax_files

GOLDEN = pathlib.Path(__file__).parent.parent / "golden"
SECONDS = float(os.environ.get("TF1COMPAT_FUZZ_SECONDS", "0"))
CLEAR = (FormatFault, tf.errors.OpError, OSError, ValueError, TypeError, KeyError)
_MEMORY = 6 << 30  # address space that a reader of these small files may take on top of what the process has


def read_checkpoint(folder: pathlib.Path) -> None:
    (prefix,) = {str(p).partition(".index")[0].partition(".data-")[0].partition("-0000")[0] for p in folder.iterdir()}
    opened = checkpoint.store().open(prefix)
    for name in opened.tensors:
        checkpoint.read(opened, name)


def read_records(folder: pathlib.Path) -> None:
    (path,) = folder.iterdir()
    list(tf.python_io.tf_record_iterator(str(path)))


def read_events(folder: pathlib.Path) -> None:
    (path,) = folder.iterdir()
    list(tf.train.summary_iterator(str(path)))


def import_model(folder: pathlib.Path) -> None:
    message = parse_saved_model(str(folder))
    for graph in message.meta_graphs:
        with tf.Graph().as_default():
            tf.train.import_meta_graph(graph)


def import_graph(folder: pathlib.Path) -> None:
    (path,) = folder.iterdir()
    with tf.Graph().as_default():
        tf.train.import_meta_graph(read_meta_graph_file(str(path)))


def meta_graph_bytes() -> bytes:
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [None, 2], name="x")
        tf.layers.dense(x, 2)
        tf.while_loop(lambda i: i < 3, lambda i: i + 1, [0])
        return tf.train.export_meta_graph(saver_def=tf.train.Saver().as_saver_def()).SerializeToString()


def folders_of_arrays() -> dict[str, bytes]:
    """The files of a checkpoint in the layout of large ones."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(orbax_files, "_SMALL", -1)
        checkpoint.store().save(folder + "/m", [("a/b", "", np.float32([1, 2]), 1), ("n", "", np.int64(3), 9)])
        found = [p for p in pathlib.Path(folder).rglob("*") if p.is_file()]
        return {str(p.relative_to(folder)): p.read_bytes() for p in found}


CASES: dict[str, tuple[Any, Callable[[pathlib.Path], None]]] = {
    "v2": ([GOLDEN / "checkpoints" / n for n in ("v2.index", "v2.data-00000-of-00001")], read_checkpoint),
    "v1": ([GOLDEN / "checkpoints" / "v1"], read_checkpoint),
    "objects": (sorted((GOLDEN / "checkpoints").glob("objects.*")), read_checkpoint),
    "records": (lambda: b"".join(tfrecord.frame(bytes([i]) * i) for i in range(20)), read_records),
    "events": (sorted((GOLDEN / "events").glob("*"))[:1], read_events),
    "saved_model": ([GOLDEN / "saved_models" / "simple" / "saved_model.pb"], import_model),
    "meta_graph": (meta_graph_bytes, import_graph),
    "arrays": (folders_of_arrays, read_checkpoint),
}
DAMAGE = st.lists(
    st.tuples(
        st.sampled_from(["flip", "set", "cut", "insert", "drop", "number"]),
        st.floats(0, 1, exclude_max=True),
        st.integers(0, 2**64 - 1),
    ),
    min_size=1,
    max_size=4,
)


def damaged(data: bytes, changes: Any) -> bytes:
    out = bytearray(data)
    for kind, where, value in changes:
        at = int(where * len(out))
        if not out:
            break
        if kind == "flip":
            out[at] ^= 1 << value % 8
        elif kind == "set":
            out[at] = value % 256
        elif kind == "cut":
            del out[at:]
        elif kind == "insert":
            out[at:at] = bytes([value % 256]) * (value % 9)
        elif kind == "drop":
            del out[at : at + value % 50]
        else:
            out[at : at + 8] = struct.pack("<Q", value)
    return bytes(out)


@pytest.fixture(scope="module", autouse=True)
def _bounded_memory() -> Any:
    """More than this for a file of a few kilobytes ends in a MemoryError, which is no clear error."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    used = int(pathlib.Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + _MEMORY, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


@pytest.mark.parametrize("name", CASES)
def test_damaged_files_are_refused_or_read(name: str) -> None:
    source, read = CASES[name]
    found = source() if callable(source) else {p.name: p.read_bytes() for p in source}
    files: dict[str, bytes] = found if isinstance(found, dict) else {"file": found}

    @settings(deadline=None, database=None, suppress_health_check=list(HealthCheck), max_examples=25)
    @given(changes=DAMAGE, which=st.integers(0, len(files) - 1))
    def check(changes: Any, which: int) -> None:
        folder = pathlib.Path(tempfile.mkdtemp())
        try:
            for i, (file, data) in enumerate(files.items()):
                (folder / file).parent.mkdir(parents=True, exist_ok=True)
                (folder / file).write_bytes(damaged(data, changes) if i == which else data)
            read(folder)
        except CLEAR:
            pass
        finally:
            shutil.rmtree(folder)

    end, rounds = time.monotonic() + SECONDS / len(CASES), 0
    while not rounds or time.monotonic() < end:
        seed(rounds)(check)()
        rounds += 1


# ---- lengths that are not there ---------------------------------------------------------------------------------

TEN_GB = 10 * 10**9


def test_a_record_of_10_gb_in_a_small_file(tmp_path: pathlib.Path) -> None:
    length = struct.pack("<Q", TEN_GB)
    head = length + struct.pack("<I", tfrecord.masked_crc32c(length))
    (tmp_path / "records").write_bytes(head + b"x" * 1000)
    with pytest.raises(tf.errors.DataLossError, match="truncated record at 0"):
        read_records(tmp_path)


def test_a_constant_of_10_gb_in_a_small_graph() -> None:
    message = protos.TensorProto(dtype=1, float_val=[1.0])
    message.tensor_shape.dim.add(size=TEN_GB)
    with pytest.raises(ValueError, match=r"of 1 values says that its shape is \[10000000000\]"):
        tensor_proto.make_ndarray(message)


def test_a_tensor_of_10_gb_in_a_small_checkpoint(tmp_path: pathlib.Path) -> None:
    from tf1compat._formats import sstable, tensor_bundle

    tensor_bundle.write_bundle(str(tmp_path / "m"), [tensor_bundle.Piece("v", np.float32([1]), 1, (1,))])
    _, entries = tensor_bundle.read_index(str(tmp_path / "m"))
    header = protos.BundleHeaderProto(num_shards=1)
    for change in ("shape", "size", "slices"):
        entry = protos.BundleEntryProto()
        entry.CopyFrom(entries[b"v"])
        if change == "size":
            entry.size = 4 * TEN_GB
        else:
            entry.shape.dim[0].size = TEN_GB
        if change == "slices":
            entry.slices.add().extent.add(start=0, length=TEN_GB)
        rows = [(b"", header.SerializeToString()), (b"v", entry.SerializeToString())]
        (tmp_path / "m.index").write_bytes(sstable.write_table(rows))
        with pytest.raises(tf.errors.DataLossError):
            read_checkpoint(tmp_path)


def test_a_damaged_message_of_a_collection() -> None:
    """Found by flipping bytes: a text in a loop's context that is not UTF-8."""
    graph = tf.MetaGraphDef()
    graph.collection_def["while_context"].bytes_list.value.append(b"\x0a\x01\xff")
    with tf.Graph().as_default(), pytest.raises(tf.errors.DataLossError, match="Collection 'while_context'"):
        tf.train.import_meta_graph(graph)


def test_groups_that_are_no_texts() -> None:
    """Found by flipping bytes: a list of numbers where the names of colocated nodes should be."""
    graph = tf.GraphDef()
    node = graph.node.add(name="n", op="NoOp")
    node.attr["_class"].list.i.append(3)
    with tf.Graph().as_default(), pytest.raises(ValueError, match="'_class' is not a list of strings"):
        tf.import_graph_def(graph, name="")


def test_attrs_of_another_kind() -> None:
    """Found by flipping bytes: a number where the op has a type."""
    graph = tf.GraphDef()
    graph.node.add(name="n", op="Placeholder").attr["dtype"].i = 1
    with tf.Graph().as_default(), pytest.raises(ValueError, match=r"NodeDef is malformed; node n \(op Placeholder\)"):
        tf.import_graph_def(graph, name="")
