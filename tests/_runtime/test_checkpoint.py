"""The store: formats by what the files are, replacement in one step, saves that go on behind the caller."""

from __future__ import annotations

import os
import pathlib
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests._formats.checkpoint_values import BFLOAT16, SLICED, VALUES, pieces
from tf1compat._formats import tensor_bundle
from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._runtime import checkpoint, orbax_files
from tf1compat._runtime.pending_saves import PendingSaves

GOLDEN = pathlib.Path(__file__).parent.parent / "golden" / "checkpoints"


def rows() -> list[Any]:
    return [
        (name, spec, value, dtypes.string.enum if value.dtype == object else dtypes.as_dtype(value.dtype).enum)
        for name, spec, value in pieces()
    ]


def check(path: str) -> None:
    opened = checkpoint.store().open(path)
    found = opened.read_many([*VALUES, *SLICED])
    for name, value in {**VALUES, **{n: v for n, (v, _) in SLICED.items()}}.items():
        assert found[name].dtype == value.dtype, name
        np.testing.assert_array_equal(found[name], value)


@pytest.mark.parametrize("name", ["v2", "v2_sharded", "v1", "v1_sharded"])
def test_opens_what_tensorflow_wrote(name: str) -> None:
    check(str(GOLDEN / name))


@pytest.mark.parametrize("form", checkpoint.FORMATS)
def test_round_trip(form: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(checkpoint.FORMAT_VARIABLE, form)
    path = str(tmp_path / "m")
    checkpoint.store().save(path, rows())
    assert checkpoint.kind(path) == ("orbax" if form == "orbax" else "v2")
    check(path)


def test_unknown_format(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(checkpoint.FORMAT_VARIABLE, "pickle")
    with pytest.raises(errors.InvalidArgumentError, match="use one of orbax, tensorflow"):
        checkpoint.chosen_format()


def test_formats_take_each_others_place(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(tmp_path / "m")
    for form, version in [("orbax", 2), ("tensorflow", 2), ("orbax", 2), ("orbax", 1), ("orbax", 2), ("tensorflow", 2)]:
        monkeypatch.setenv(checkpoint.FORMAT_VARIABLE, form)
        checkpoint.store().save(path, [("x", "", np.float32([version, len(form)]), 1)], version)
        np.testing.assert_array_equal(checkpoint.store().open(path).read("x"), [version, len(form)])


def test_orbax_users_open_it(tmp_path: pathlib.Path) -> None:
    import orbax.checkpoint as ocp

    path = tmp_path / "model.ckpt-100"
    checkpoint.store().save(str(path), rows())
    tree = ocp.StandardCheckpointer().restore(path)
    np.testing.assert_array_equal(tree["layer/kernel"], VALUES["layer/kernel"])
    np.testing.assert_array_equal(tree["part/rows"], SLICED["part/rows"][0])
    text = (tmp_path / "model.ckpt-100.index").read_text()
    assert '"layer/kernel": {"dtype": "float32", "shape": [3, 4]}' in text
    assert '"empty": {"dtype": "float32", "shape": [0, 3]}' in text


@pytest.fixture
def large(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """A checkpoint of everything in the layout of large ones."""
    monkeypatch.setattr(orbax_files, "_SMALL", -1)
    checkpoint.store().save(str(tmp_path / "m"), rows())
    return tmp_path / "m"


def test_large_checkpoints_are_folders_of_arrays(large: pathlib.Path) -> None:
    import orbax.checkpoint as ocp

    assert (large / "layer/kernel/0.0").read_bytes() == VALUES["layer/kernel"].tobytes()
    check(str(large))
    tree = ocp.StandardCheckpointer().restore(large)
    np.testing.assert_array_equal(tree["layer/kernel"], VALUES["layer/kernel"])


def test_damaged_data_are_found(large: pathlib.Path) -> None:
    chunk = large / "layer/kernel/0.0"
    data = bytearray(chunk.read_bytes())
    data[7] ^= 4
    for damaged, message in ((bytes(data), "checksum"), (bytes(data[:-1]), "expected"), (None, "missing")):
        chunk.unlink()
        if damaged is not None:
            chunk.write_bytes(damaged)
        opened = checkpoint.store().open(str(large))
        with pytest.raises(errors.DataLossError, match=message):
            checkpoint.read(opened, "layer/kernel")
        if damaged is None:
            break
        np.testing.assert_array_equal(opened.read("part/rows"), SLICED["part/rows"][0])


def test_what_orbax_users_wrote_is_read(tmp_path: pathlib.Path) -> None:
    import orbax.checkpoint as ocp

    with ocp.PyTreeCheckpointer() as writer:
        writer.save(tmp_path / "theirs", {"dense": {"kernel": np.ones((2, 3), "f")}, "step": np.int64(3)})
    opened = checkpoint.store().open(str(tmp_path / "theirs"))
    assert {n: i.shape for n, i in opened.tensors.items()} == {"dense/kernel": (2, 3), "step": ()}
    np.testing.assert_array_equal(opened.read("dense/kernel"), np.ones((2, 3)))
    assert opened.read_many(["step"])["step"] == 3


def test_slices_that_do_not_cover(tmp_path: pathlib.Path) -> None:
    path = str(tmp_path / "m")
    checkpoint.store().save(path, [("x", "5 2,2", np.float32([1, 2]), 1), ("x", "5 0,1", np.float32([9]), 1)])
    opened = checkpoint.store().open(path)
    np.testing.assert_array_equal(opened.read("x", ((3, 1),)), [2])
    with pytest.raises(Exception, match="do not cover"):
        opened.read("x")


def test_convert(tmp_path: pathlib.Path) -> None:
    paths = [str(GOLDEN / "v2_sharded"), str(tmp_path / "a"), str(tmp_path / "b")]
    assert checkpoint.convert(paths[0], paths[1], "orbax") == len(VALUES) + len(SLICED) + len(BFLOAT16)
    checkpoint.convert(paths[1], paths[2], "tensorflow")
    check(paths[2])
    reader = tensor_bundle.BundleReader(paths[2])
    for name, bits in BFLOAT16.items():
        np.testing.assert_array_equal(reader.read(name).view(np.uint16), bits)


def test_large_saves_do_not_block(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, gate, path = checkpoint.Store(), threading.Event(), str(tmp_path / "m")
    write = checkpoint._write_orbax

    def slow(prefix: str, some: Any) -> None:
        gate.wait(20)
        write(prefix, some)

    monkeypatch.setattr(checkpoint, "_write_orbax", slow)
    monkeypatch.setattr(checkpoint, "_cache_takes", lambda: 1 << 20)
    value = np.ones(5 << 20, np.float32)
    done: list[str] = []
    store.save(path, [("x", "", value, 1)])
    store.after_saves(lambda: done.append("state"))
    value[:] = 2  # training goes on
    assert not os.path.exists(path) and not done
    gate.set()
    assert store.exists(path) and done == ["state"]
    assert store.open(path).read("x").max() == 1


def test_a_failed_save_is_reported_once(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = checkpoint.Store()

    def full(prefix: str, some: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(checkpoint, "_write_orbax", full)
    monkeypatch.setattr(checkpoint, "_cache_takes", lambda: 1 << 20)
    store.save(str(tmp_path / "m"), [("x", "", np.ones(5 << 20, np.float32), 1)])
    with pytest.raises(OSError, match="No space left"):
        store.wait()
    store.wait()


def test_what_stands_on_a_failed_save_is_not_done() -> None:
    pending, done = PendingSaves(), []

    def fail() -> None:
        raise OSError("disk")

    steps: list[Callable[[], None]] = [fail, lambda: done.append("state of the failed save")]
    for step in steps:
        pending.submit(step)
    with pytest.raises(OSError):
        pending.wait()
    assert not done
    pending.submit(lambda: done.append("next"))
    pending.wait()
    assert done == ["next"]


_KILLED = """
import sys
import numpy as np
from tf1compat._runtime import checkpoint
store, path = checkpoint.Store(), sys.argv[1]
for i in range(10**9):
    store.save(path, [(name, "", np.full(1000, i, np.int64), 9) for name in ("a", "b", "c")])
    print(i, flush=True)
"""


def test_killed_while_saving(tmp_path: pathlib.Path) -> None:
    """The same path again and again: whenever the process dies, one whole checkpoint is there, not older than said."""
    path = str(tmp_path / "m")
    env = {**os.environ, checkpoint.FORMAT_VARIABLE: "orbax"}
    for delay in (0.0, 0.013, 0.029):
        child = subprocess.Popen([sys.executable, "-c", _KILLED, path], env=env, stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        said = [int(child.stdout.readline()) for _ in range(3)]
        threading.Event().wait(delay)
        child.send_signal(signal.SIGKILL)
        said += [int(line) for line in child.stdout.read().split()]
        child.wait()
        opened = checkpoint.store().open(path)
        values = {int(v) for name in ("a", "b", "c") for v in np.unique(opened.read(name))}
        assert len(values) == 1 and values.pop() >= said[-1]


def test_leftovers_of_the_dead_are_removed(tmp_path: pathlib.Path) -> None:
    dead, mine = tmp_path / "m.saving-999999999-1", tmp_path / f"m.saving-{os.getpid()}-1"
    dead.mkdir()
    mine.mkdir()
    checkpoint.store().save(str(tmp_path / "m"), [("x", "", np.float32(1), 1)])
    assert not dead.exists() and mine.exists()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"tensors": 3}', '{"tensors": {"x": {"dtype": "float32"}}}'])
def test_a_damaged_manifest(text: str, tmp_path: pathlib.Path) -> None:
    checkpoint.store().save(str(tmp_path / "m"), [("x", "", np.float32(1), 1)])
    (tmp_path / "m" / orbax_files.MANIFEST).write_text(text)
    with pytest.raises(errors.DataLossError):
        checkpoint.store().open(str(tmp_path / "m"))


def test_a_damaged_orbax_checkpoint(tmp_path: pathlib.Path) -> None:
    checkpoint.store().save(str(tmp_path / "m"), [("x", "", np.float32(1), 1)])
    for file in (tmp_path / "m").rglob("*"):
        if file.parent.name == "d" and file.is_file():
            file.write_bytes(b"damaged")
    with pytest.raises(errors.DataLossError):
        checkpoint.read(checkpoint.store().open(str(tmp_path / "m")), "x")


@pytest.mark.parametrize("name", ["mine", "folder/"])
@pytest.mark.parametrize("form", checkpoint.FORMATS)
def test_other_files_of_that_name_stay(
    name: str, form: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(checkpoint.FORMAT_VARIABLE, form)
    for folder in ("mine", "folder"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "notes.txt").write_text("precious")
    path = str(tmp_path / name) + ("/" if name.endswith("/") else "")
    for i in range(2):
        checkpoint.store().save(path, [("x", "", np.float32(i), 1)])
        assert checkpoint.store().exists(path)
        assert checkpoint.store().open(path).read("x") == i
    checkpoint.delete_files(path)
    assert not checkpoint.store().exists(path)
    assert (tmp_path / name / "notes.txt").read_text() == "precious"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["folder", "mine"]


def test_nothing_there(tmp_path: pathlib.Path) -> None:
    with pytest.raises(errors.NotFoundError, match="Failed to find any matching files for"):
        checkpoint.store().open(str(tmp_path / "m"))
    assert not checkpoint.store().exists(str(tmp_path / "m"))
