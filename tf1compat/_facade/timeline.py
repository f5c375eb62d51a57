"""`tensorflow.python.client.timeline`: step statistics as a trace that chrome://tracing and Perfetto show."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple


class AllocationMaximum(NamedTuple):
    """When an allocator held the most, how many bytes, and which tensors."""

    timestamp: int
    num_bytes: int
    tensors: set[str]


class StepStatsAnalysis(NamedTuple):
    """A trace, and the maximum of each allocator."""

    chrome_trace: ChromeTrace
    allocator_maximums: dict[str, AllocationMaximum]


class ChromeTrace:
    """Events in the Trace Event Format."""

    def __init__(self) -> None:
        self._metadata: list[dict[str, Any]] = []
        self._events: list[dict[str, Any]] = []

    def name_process(self, name: str, pid: int) -> None:
        """A row group."""
        self._metadata.append({"name": "process_name", "ph": "M", "pid": pid, "args": {"name": name}})

    def add(self, kind: str, category: str, name: str, pid: int, tid: int, timestamp: int, **more: Any) -> None:
        """An event of kind `"X"` (with a duration), `"C"` (counter), `"N"`, `"O"`, `"D"` (object), `"s"`, `"t"` (arrow)."""
        event = {"ph": kind, "cat": category, "name": name, "pid": pid, "tid": tid, "ts": timestamp}
        self._events.append({**event, **more})

    def format_to_string(self, pretty: bool = False) -> str:
        """The trace as JSON."""
        trace = {"traceEvents": self._metadata + self._events}
        return json.dumps(trace, indent=4) if pretty else json.dumps(trace, separators=(",", ":"))


class _Tensor:
    def __init__(self, number: int, pid: int, allocator: str, size: int, created: int, until: int, made: Any) -> None:
        self.number, self.pid, self.allocator, self.size = number, pid, allocator, size
        self.created, self.until = created, until
        self.made = made  # end of its operation, and its row


class Timeline:
    """What `RunMetadata.step_stats` says, as a trace.

    Args:
      step_stats: a StepStats message.
      graph: TF1 does not use it.

    >>> import json
    >>> import tf1compat as tf
    >>> from tf1compat._facade.timeline import Timeline
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     metadata = tf.RunMetadata()
    ...     options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
    ...     _ = sess.run(tf.constant(1.0) + 2.0, options=options, run_metadata=metadata)
    >>> "traceEvents" in json.loads(Timeline(metadata.step_stats).generate_chrome_trace_format())
    True
    """

    def __init__(self, step_stats: Any, graph: Any = None) -> None:
        del graph
        self._stats = step_stats

    def analyze_step_stats(self, show_dataflow: bool = True, show_memory: bool = True) -> StepStatsAnalysis:
        """The trace (with arrows between rows, and with tensors, if asked) and the memory maxima."""
        trace = ChromeTrace()
        trace.name_process("Allocators", 0)
        rows: dict[str, int] = {}
        for i, device in enumerate(self._stats.dev_stats):
            rows[device.device] = 2 * i + 1
            trace.name_process(f"{device.device} Compute", 2 * i + 1)
            trace.name_process(f"{device.device} Tensors", 2 * i + 2)
            _set_lanes(device.node_stats)
        tensors = self._tensors(rows)
        self._add_operations(trace, rows, tensors, show_dataflow)
        maximums: dict[str, AllocationMaximum] = {}
        if show_memory:
            for name, t in tensors.items():
                trace.add("N", "Tensor", name, t.pid, t.made[2], t.created, id=t.number)
                trace.add("D", "Tensor", name, t.pid, 0, t.until, id=t.number)
            maximums = _add_memory(trace, tensors)
        return StepStatsAnalysis(trace, maximums)

    def generate_chrome_trace_format(self, show_dataflow: bool = True, show_memory: bool = False) -> str:
        """The trace as JSON, for chrome://tracing or ui.perfetto.dev.

        Args:
          show_dataflow: arrows from producers to consumers in other rows.
          show_memory: tensors and the memory they take.
        """
        return self.analyze_step_stats(show_dataflow, show_memory).chrome_trace.format_to_string(pretty=True)

    def _tensors(self, rows: dict[str, int]) -> dict[str, _Tensor]:
        found: dict[str, _Tensor] = {}
        for device in self._stats.dev_stats:
            row = rows[device.device]
            for node in device.node_stats:
                end = node.all_start_micros + node.all_end_rel_micros
                for i, out in enumerate(node.output):
                    allocation = out.tensor_description.allocation_description
                    found[f"{node.node_name}:{i}" if i else node.node_name] = _Tensor(
                        len(found),
                        row + 1,
                        allocation.allocator_name,
                        allocation.requested_bytes,
                        node.all_start_micros,
                        end,
                        (end, row, node.thread_id),
                    )
        return found

    def _add_operations(
        self, trace: ChromeTrace, rows: dict[str, int], tensors: dict[str, _Tensor], arrows: bool
    ) -> None:
        count = 0
        for device in self._stats.dev_stats:
            row = rows[device.device]
            for node in device.node_stats:
                op, inputs = _parsed(node.timeline_label)
                if node.node_name == "RecvTensor":
                    op, inputs = "RecvTensor", []
                lane, start = node.thread_id, node.all_start_micros
                named = {f"input{i}": name for i, name in enumerate(inputs)}
                more = {"dur": node.all_end_rel_micros, "args": {"name": node.node_name, "op": op, **named}}
                trace.add("X", "Op", op, row, lane, start, **more)
                for name in inputs:
                    tensor = tensors.get(name) or tensors.get(name.rpartition("/_")[0])
                    if tensor is None:
                        continue
                    tensor.until = max(tensor.until, start + node.all_end_rel_micros - 1)
                    if arrows and tensor.made[1:] != (row, lane):
                        trace.add("s", "DataFlow", name, tensor.made[1], tensor.made[2], tensor.made[0], id=count)
                        trace.add("t", "DataFlow", name, row, lane, start, id=count)
                        count += 1


def _set_lanes(nodes: Any) -> None:
    """Number rows within a device so that nothing overlaps in one (TF1: in the message itself)."""
    ends: list[int] = []
    for node in nodes:
        lane = next((i for i, end in enumerate(ends) if node.all_start_micros >= end), len(ends))
        ends[lane : lane + 1] = [node.all_start_micros + node.all_end_rel_micros]
        node.thread_id = lane


def _parsed(label: str) -> tuple[str, list[str]]:
    """Op and inputs of `"name = Op(input, input)"`."""
    match = re.match(r"(.*) = (.*)\((.*)\)", label)
    if match is None:
        return "unknown", []
    return match.group(2), match.group(3).split(", ") if match.group(3) else []


def _add_memory(trace: ChromeTrace, tensors: dict[str, _Tensor]) -> dict[str, AllocationMaximum]:
    changes: dict[str, list[tuple[int, int, str]]] = {}
    for name, t in tensors.items():
        changes.setdefault(t.allocator, []).extend([(t.created, t.size, name), (t.until, -t.size, name)])
    maximums: dict[str, AllocationMaximum] = {}
    for allocator, steps in changes.items():
        total, held = 0, set[str]()
        best = AllocationMaximum(0, 0, set())
        for when, size, name in sorted(steps, key=lambda s: (s[0], s[1] < 0)):
            total += size
            (held.discard if size < 0 else held.add)(name)
            if total > best.num_bytes:
                best = AllocationMaximum(when, total, set(held))
            trace.add("C", "Memory", allocator, 0, 0, when, args={allocator: total})
        maximums[allocator] = best
    return maximums
