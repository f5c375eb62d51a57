"""Event files: names and first event as TensorFlow 1.15.5 writes them, and no event lost however the program ends."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tf1compat._formats import protos, tfrecord
from tf1compat._runtime.event_writer import EventsWriter

GOLDEN = Path(__file__).parents[1] / "golden" / "events" / "events.out.tfevents.1500000000.fixture"


def event(step: int) -> Any:
    summary = protos.Summary(value=[protos.Summary.Value(tag="loss", simple_value=step)])
    return protos.Event(wall_time=1000.0 + step, step=step, summary=summary)


def read(path: Path) -> list[Any]:
    with path.open("rb") as file:
        return [protos.Event.FromString(record) for record in tfrecord.read_records(file)]


def event_files(logdir: Path) -> list[Path]:
    return sorted(logdir.glob("events.out.tfevents.*"))


def steps(logdir: Path) -> list[int]:
    """Steps of all events of all files; every file must start with its version."""
    found: list[int] = []
    for path in event_files(logdir):
        first, *rest = read(path)
        assert first.file_version == "brain.Event:2"
        found += [e.step for e in rest]
    return found


def test_file_written_by_tensorflow_is_read_and_framed_alike():
    events = read(GOLDEN)
    assert [e.WhichOneof("what") for e in events] == ["file_version", "session_log", "summary"]
    assert [v.tag for v in events[2].summary.value][:3] == ["loss", "net/x", "net/loss"]
    assert b"".join(tfrecord.frame(e.SerializeToString()) for e in events) == GOLDEN.read_bytes()


def test_name_and_first_event(tmp_path: Path):
    logdir = tmp_path / "deep" / "folder"
    before = int(time.time())
    writer = EventsWriter(logdir)
    assert logdir.is_dir()
    writer.flush()
    assert event_files(logdir) == []  # TF1: no file before the first event
    writer.add_event(event(1))
    writer.close()
    (path,) = event_files(logdir)
    assert writer.path == str(path)
    name = re.fullmatch(r"events\.out\.tfevents\.(\d{10})\.(.*)", path.name)
    assert name is not None
    assert name[2] == socket.gethostname()
    first, second = read(path)
    assert before <= int(name[1]) <= time.time()
    assert first == protos.Event(wall_time=int(name[1]), file_version="brain.Event:2")
    assert second == event(1)


def test_suffix_creates_the_file_at_once(tmp_path: Path):
    writer = EventsWriter(tmp_path, filename_suffix=".mine")
    (path,) = event_files(tmp_path)
    assert path.name.endswith(f"{socket.gethostname()}.mine")
    assert len(read(path)) == 1
    writer.close()


def test_tensorboard_reads_it(tmp_path: Path):
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    with_graph = protos.GraphDef(node=[protos.NodeDef(name="x", op="NoOp")])
    writer = EventsWriter(tmp_path)
    writer.add_event(protos.Event(wall_time=1.0, graph_def=with_graph.SerializeToString()))
    for step in range(10):
        writer.add_event(event(step))
    writer.flush()
    accumulator = EventAccumulator(str(tmp_path)).Reload()
    assert [(e.step, e.value) for e in accumulator.Scalars("loss")] == [(i, i) for i in range(10)]
    assert accumulator.Graph().node[0].name == "x"
    writer.close()


def test_the_first_event_is_on_disk_soon_and_the_rest_after_flush_secs(tmp_path: Path):
    writer = EventsWriter(tmp_path, flush_secs=0.05)
    for step in range(3):
        writer.add_event(event(step))
        deadline = time.monotonic() + 5
        while step not in steps(tmp_path):
            assert time.monotonic() < deadline
            time.sleep(0.01)
    writer.close()


def test_long_flush_secs_keep_events_in_memory_until_flush(tmp_path: Path):
    writer = EventsWriter(tmp_path, max_queue=2, flush_secs=1000)
    writer.flush()
    writer.add_event(event(0))
    deadline = time.monotonic() + 5
    while not steps(tmp_path):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    for step in range(1, 50):
        writer.add_event(event(step))
    time.sleep(0.05)
    assert steps(tmp_path) == [0]
    writer.flush()
    assert steps(tmp_path) == list(range(50))
    writer.close()


def test_close_and_reopen(tmp_path: Path):
    writer = EventsWriter(tmp_path)
    writer.add_event(event(1))
    writer.close()
    writer.close()
    assert writer.closed
    writer.add_event(event(2))  # TF1: dropped
    writer.reopen()
    writer.reopen()
    writer.add_event(event(3))
    writer.close()
    assert len(event_files(tmp_path)) == 2  # within one second, too
    assert steps(tmp_path) == [1, 3]


def test_events_are_queued_as_they_are(tmp_path: Path):
    writer = EventsWriter(tmp_path)
    changing = event(1)
    writer.add_event(changing)
    changing.step = 2
    writer.add_event(changing.SerializeToString())
    writer.close()
    assert steps(tmp_path) == [1, 2]


@pytest.mark.parametrize("max_queue", [0, 1, 10])
def test_many_threads(tmp_path: Path, max_queue: int):
    writer = EventsWriter(tmp_path, max_queue=max_queue)

    def add(start: int) -> None:
        for step in range(start, start + 100):
            writer.add_event(event(step))
            if step % 40 == 0:
                writer.flush()

    threads = [threading.Thread(target=add, args=(1000 * i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    writer.close()
    found = steps(tmp_path)
    for i in range(4):
        assert [s for s in found if s // 1000 == i] == list(range(1000 * i, 1000 * i + 100))


def test_forgotten_writer_is_completed_and_its_thread_ends(tmp_path: Path):
    threads = threading.active_count()
    writer = EventsWriter(tmp_path)
    writer.add_event(event(7))
    writer.add_event(event(8))
    del writer
    assert steps(tmp_path) == [7, 8]
    assert threading.active_count() == threads


ENDINGS = {
    "falls off the end": "",
    "sys.exit": "sys.exit(3)",
    "exception": "raise RuntimeError('boom')",
    "later exit handler": "atexit.register(lambda: writer.add_event(event(5)))",
    "reference cycle": "cycle = [writer]; cycle.append(cycle); del writer, cycle",
    "busy thread": "threading.Thread(target=lambda: (time.sleep(0.2), writer.add_event(event(5)))).start()",
}
SCRIPT = """
import atexit, sys, threading, time
{before}
sys.path.insert(0, {root!r})
from tests._runtime.test_event_writer import EventsWriter, event
atexit.register(lambda: sys.stdout.flush())
writer = EventsWriter({logdir!r}, flush_secs=1000)
for step in range(5):
    writer.add_event(event(step))
{ending}
"""


def run_script(logdir: Path, ending: str, before: str = "") -> subprocess.CompletedProcess[str]:
    root = str(Path(__file__).parents[2])
    code = SCRIPT.format(root=root, logdir=str(logdir), ending=ending, before=before)
    return subprocess.run([sys.executable, "-X", "dev", "-c", code], capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("name", sorted(ENDINGS))
def test_nothing_is_lost_when_the_program_ends(tmp_path: Path, name: str):
    result = run_script(tmp_path, ENDINGS[name])
    assert result.returncode == {"sys.exit": 3, "exception": 1}.get(name, 0), result.stderr
    assert ("Error" in result.stderr or "Warning" in result.stderr) == (name == "exception"), result.stderr
    assert steps(tmp_path) == list(range(6 if name in ("later exit handler", "busy thread") else 5))


def test_an_exit_handler_that_runs_last_may_still_add_events(tmp_path: Path):
    result = run_script(tmp_path, "", before="atexit.register(lambda: writer.add_event(event(5)))")
    assert result.returncode == 0, result.stderr
    assert result.stderr == ""
    assert steps(tmp_path) == list(range(6))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_writes_its_own_file(tmp_path: Path):
    child = (
        "import os\npid = os.fork()\nif pid == 0:\n    writer.add_event(event(9))\n    sys.exit()\nos.waitpid(pid, 0)"
    )
    result = run_script(tmp_path, child)
    assert result.returncode == 0, result.stderr
    assert len(event_files(tmp_path)) == 2
    assert sorted(steps(tmp_path)) == [0, 1, 2, 3, 4, 9]


def test_a_failing_disk_is_reported_and_nothing_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: Any) -> int:
        raise OSError(28, "No space left on device")

    writer = EventsWriter(tmp_path)
    with monkeypatch.context() as broken:
        broken.setattr(os, "open", refuse)
        writer.add_event(event(1))
        with pytest.raises(OSError, match="No space left"):
            writer.flush()
        deadline = time.monotonic() + 5
        while writer._journal._error is None:  # the background thread fails as well
            assert time.monotonic() < deadline
            time.sleep(0.001)
        with pytest.raises(OSError, match="No space left"):
            writer.add_event(event(2))
        writer.add_event(event(3))
        with pytest.raises(OSError, match="No space left"):
            writer.flush()
    writer.close()
    assert steps(tmp_path) == [1, 3]


def test_a_file_in_place_of_the_folder(tmp_path: Path):
    (tmp_path / "taken").write_text("")
    with pytest.raises(FileExistsError, match="taken"):
        EventsWriter(tmp_path / "taken")
