"""`RunOptions` with a trace level: what a step ran, where and for how long, as a `RunMetadata` message.

XLA runs a segment of the graph as one program: its time stands at the segment's last node, whose label says of how many
ops it is; the other nodes are listed with their outputs and no time of their own.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from tf1compat._facade import session_feed
from tf1compat._facade.session_fetch import FetchPlan
from tf1compat._jaxcore.base import devices, dtypes

_LOCAL = "/job:localhost/replica:0/task:0"


def is_asked_for(options: Any, run_metadata: Any) -> bool:
    """Is the step to be traced, or its graphs noted?

    Raises:
      TypeError: an argument is another message.
    """
    for value, name in ((options, "RunOptions"), (run_metadata, "RunMetadata")):
        if value is not None and type(value).__name__ != name:
            raise TypeError(f"Argument must be a tf.{name}, but got {type(value)}")
    if run_metadata is None or options is None:
        return False
    return bool(options.trace_level or options.output_partition_graphs)


def run(session: Any, fetches: Any, feed_dict: Mapping[Any, Any], options: Any, run_metadata: Any) -> Any:
    """`Session.run`, which also fills `run_metadata`."""
    if options.output_partition_graphs:
        run_metadata.partition_graphs.add().CopyFrom(session.graph.as_graph_def())
    if not options.trace_level:
        return session.run(fetches, feed_dict)
    engine = session._engine
    if not hasattr(engine, "_container"):  # a cluster: its tasks run on their own
        start = time.time_ns()
        values = session.run(fetches, feed_dict)
        _fill(run_metadata.step_stats, [((), False, start, time.time_ns())])
        return values
    plan = FetchPlan(session.graph, fetches)
    tensors, given = session_feed.expand_feeds(session.graph, feed_dict)
    step = _step(session, plan, tensors)
    values = plan.build(step([session_feed.converter(t)(v) for t, v in zip(tensors, given)]))
    _fill(run_metadata.step_stats, step.timings)
    return values


def _step(session: Any, plan: FetchPlan, tensors: Sequence[Any]) -> Any:
    from tf1compat._jaxcore.exec.traced import TracedStep

    key = ("traced", tuple(plan.tensors), tuple(plan.targets), tuple(tensors))
    found = session._plans.get(key)
    if found is None:
        engine = session._engine
        engine.check(session.graph.nodes)
        found = TracedStep(plan.tensors, list(plan.targets), tensors, engine._container, engine._streams)
        session._plans[key] = found
    return found


def _fill(stats: Any, timings: Sequence[Any]) -> None:
    by_device: dict[str, Any] = {}

    def on(device: str) -> Any:
        if device not in by_device:
            by_device[device] = stats.dev_stats.add(device=device)
        return by_device[device]

    for part, (nodes, compiled, start, end) in enumerate(timings):
        shown = [n for n in nodes if n.type != "NoOp"] or list(nodes)
        default = _default_device(compiled)
        for node in shown:
            entry = on(_device(node.device, default)).node_stats.add(node_name=node.name)
            what = node.type
            if node is shown[-1]:
                what = _program(shown, compiled)
                _set_times(entry, start, end)
            else:
                _set_times(entry, start, start)
            entry.timeline_label = f"{node.name} = {what}({', '.join(_source(v) for v in node.inputs)})"
            entry.thread_id = part
            _add_outputs(entry, node)
        if not shown:
            entry = on(default).node_stats.add(node_name="step", timeline_label="step = Step()")
            _set_times(entry, start, end)


def _program(nodes: Sequence[Any], compiled: bool) -> str:
    if len(nodes) == 1:
        return nodes[0].type
    return f"XLA program of {len(nodes)} ops" if compiled else f"Python part of {len(nodes)} ops"


def _source(value: Any) -> str:
    node = getattr(value, "node", None)
    name = getattr(node, "name", "")
    return f"{name}:{value.index}" if getattr(value, "index", 0) else name


def _set_times(entry: Any, start: int, end: int) -> None:
    entry.all_start_micros, entry.all_start_nanos = start // 1000, start
    entry.op_end_rel_micros = entry.all_end_rel_micros = max(end - start, 0) // 1000
    entry.op_end_rel_nanos = entry.all_end_rel_nanos = max(end - start, 0)


def _add_outputs(entry: Any, node: Any) -> None:
    """Types and static shapes of outputs; sizes where they are known."""
    allocator = "cpu"
    total = 0
    for i, value in enumerate(node.outputs):
        out = entry.output.add(slot=i)
        description = out.tensor_description
        description.dtype = value.dtype.base.enum
        if value.dims is None:
            description.shape.unknown_rank = True
            continue
        count = 1
        for size in value.dims:
            description.shape.dim.add(size=-1 if size is None else size)
            count = count * size if count is not None and size is not None else None
        if count is not None and value.dtype.base not in (dtypes.string, dtypes.resource, dtypes.variant):
            bytes_ = count * value.dtype.np.itemsize
            total += bytes_
            allocation = description.allocation_description
            allocation.requested_bytes = allocation.allocated_bytes = bytes_
            allocation.allocator_name = allocator
    if total:
        entry.memory.add(allocator_name=allocator, total_bytes=total, peak_bytes=total)


def _default_device(compiled: bool) -> str:
    kind = "CPU"
    if compiled:
        import jax

        kind = {"gpu": "GPU", "cuda": "GPU", "rocm": "GPU", "tpu": "TPU"}.get(jax.default_backend(), "CPU")
    return f"{_LOCAL}/device:{kind}:0"


def _device(text: str, default: str) -> str:
    if not text:
        return default
    return devices.merge(devices.parse(default), devices.parse(text)).to_string()
