"""`tf.profiler.profile`: parameters, floating point operations, time and memory of a graph, by scope or by op type."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tf1compat._facade import context, op_flops
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.platform import file_io
from tf1compat._facade.profile_options import TRAINABLE_VARIABLES, ProfileOptionBuilder
from tf1compat._formats import protos
from tf1compat._jaxcore.base import errors

_ROOT = "_TFProfRoot"
# name of an attribute -> (field of the messages, option with the least value, head of the column, unit)
_ATTRIBUTES = {
    "params": ("parameters", "min_params", "# parameters", "params"),
    "float_ops": ("float_ops", "min_float_ops", "# float_ops", "flops"),
    "micros": ("exec_micros", "min_micros", "total execution time", "us"),
    "bytes": ("requested_bytes", "min_bytes", "requested bytes", "B"),
}
_VARIABLES = ("VariableV2", "Variable", "VarHandleOp")


class _Entry:
    """A name: an operation, a scope, or both."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.types: set[str] = set()
        self.kind = ""
        self.values = dict.fromkeys(_ATTRIBUTES, 0)
        self.shape: tuple[int, ...] | None = None
        self.below: dict[str, _Entry] = {}


def profile(
    graph: Any = None, run_meta: Any = None, op_log: Any = None, cmd: str = "scope", options: Any = None
) -> Any:
    """Count what a graph holds and takes, print a table, and return it as a message.

    The backward part of a graph is one `Gradient` node here: its operations are not counted.

    Args:
      graph: the default graph if None.
      run_meta: the RunMetadata of a traced step, for time and memory.
      op_log: an OpLogProto, whose counts of floating point operations and types are added.
      cmd: `"scope"` (or `"graph"`), or `"op"`.
      options: as from `ProfileOptionBuilder`.

    Returns:
      A GraphNodeProto of the root; for `"op"` a MultiGraphNodeProto.

    Raises:
      UnsupportedError: another view, output or attribute.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default() as graph:
    ...     _ = tf.get_variable("w", [3, 4])
    ...     options = tf.profiler.ProfileOptionBuilder.trainable_variables_parameter()
    ...     print(tf.profiler.profile(graph, options={**options, "output": "none"}).total_parameters)
    12
    """
    graph = graph or context.get_default_graph()
    options = options or ProfileOptionBuilder().build()
    _check(cmd, options)
    entries = _entries(graph, run_meta, op_log)
    if cmd == "op":
        message, lines = _by_type(entries, options)
    else:
        message, lines = _by_scope(entries, options)
    _write(lines, options, run_meta)
    return message


def _check(cmd: str, options: Mapping[str, Any]) -> None:
    if cmd not in ("scope", "graph", "op"):
        raise errors.unsupported(f"tf.profiler.profile(cmd={cmd!r})", advice='use cmd="scope" or cmd="op"')
    unknown = [a for a in options["select"] if a not in (*_ATTRIBUTES, "occurrence", "op_types", "device")]
    if unknown:
        raise errors.unsupported(
            f"tf.profiler attributes {', '.join(unknown)}", advice=f"select among {', '.join(_ATTRIBUTES)}"
        )
    if options["output"].startswith("pprof"):
        raise errors.unsupported("tf.profiler output pprof", advice="use with_timeline_output or with_file_output")


def _entries(graph: Any, run_meta: Any, op_log: Any) -> dict[str, _Entry]:
    trainable = {v.op.name for v in graph.get_collection(GraphKeys.TRAINABLE_VARIABLES)}
    found: dict[str, _Entry] = {}
    for op in graph.get_operations():
        entry = found[op.name] = _Entry(op.name)
        entry.kind = op.type
        entry.types = {op.type, op.device} | ({TRAINABLE_VARIABLES} if op.name in trainable else set())
        if op.type in _VARIABLES:
            entry.shape = _variable_shape(op)
            entry.values["params"] = _product(entry.shape)
        try:
            entry.values["float_ops"] = op_flops.flops(op) or 0
        except ValueError:
            continue  # TF1: ops of unknown shape count nothing
    for log in op_log.log_entries if op_log is not None else ():
        if log.name in found:
            found[log.name].types.update(log.types)
            found[log.name].values["float_ops"] = log.float_ops or found[log.name].values["float_ops"]
    for device in run_meta.step_stats.dev_stats if run_meta is not None else ():
        for node in device.node_stats:
            entry = found.get(node.node_name)
            if entry is not None:
                entry.values["micros"] += node.all_end_rel_micros
                entry.values["bytes"] += sum(m.total_bytes for m in node.memory)
    return found


def _variable_shape(op: Any) -> tuple[int, ...] | None:
    dims = op.attrs.get("shape", op.outputs[0].dims)
    return None if dims is None or any(d is None for d in dims) else tuple(dims)


def _product(shape: Sequence[int] | None) -> int:
    count = 0 if shape is None else 1
    for size in shape or ():
        count *= size
    return count


def _matches(patterns: Iterable[str], names: Iterable[str]) -> bool:
    return any(re.fullmatch(p, n) for p in patterns for n in names)


def _is_shown(entry: _Entry, options: Mapping[str, Any]) -> bool:
    """Is what it has itself enough, and its name wanted?"""
    enough = all(entry.values[a] >= options.get(least, 0) for a, (_, least, _, _) in _ATTRIBUTES.items())
    return (
        enough
        and _matches(options["show_name_regexes"], [entry.name])
        and not _matches(options["hide_name_regexes"], [entry.name])
    )


# ---- by scope ---------------------------------------------------------------------------------------------------


def _by_scope(entries: dict[str, _Entry], options: Mapping[str, Any]) -> tuple[Any, list[str]]:
    root = _Entry(_ROOT)
    for name in sorted(entries):
        at = root
        for end in [i for i, c in enumerate(name) if c == "/"]:
            at = at.below.setdefault(name[:end], entries.get(name[:end]) or _Entry(name[:end]))
        at.below.setdefault(name, entries[name])
    message = protos.GraphNodeProto(name=_ROOT)
    _fill(message, root, options, 0)
    lines = _head(options) + _scope_lines(message, entries, options, 0)
    return message, lines


def _fill(message: Any, entry: _Entry, options: Mapping[str, Any], depth: int) -> bool:
    """Fill the message of a node with what is shown below it; whether it counts itself."""
    counts = bool(entry.types) and _matches(options["account_type_regexes"], entry.types)
    for attribute, (field, *_) in _ATTRIBUTES.items():
        value = entry.values[attribute] if counts else 0
        setattr(message, field, value)
        setattr(message, f"total_{field}", value)
    kept: list[Any] = []
    cut = _matches(options["trim_name_regexes"], [entry.name])
    for child in entry.below.values() if not cut else ():
        part = protos.GraphNodeProto(name=child.name)
        child_counts = _fill(part, child, options, depth + 1)
        if (child_counts or (part.children and not child.types)) and _is_shown(child, options):
            kept.append(part)
        else:
            kept.extend(part.children)
    attribute = options["order_by"]
    if attribute in _ATTRIBUTES:
        kept.sort(key=lambda m: -getattr(m, f"total_{_ATTRIBUTES[attribute][0]}"))
    else:
        kept.sort(key=lambda m: m.name)
    for part in kept:
        for field, *_ in _ATTRIBUTES.values():
            setattr(message, f"total_{field}", getattr(message, f"total_{field}") + getattr(part, f"total_{field}"))
        message.total_definition_count += part.total_definition_count
    message.total_definition_count += 1
    if depth < options["max_depth"]:
        message.children.extend(kept)
    return counts


def _head(options: Mapping[str, Any]) -> list[str]:
    heads = [_ATTRIBUTES[a][2] for a in options["select"] if a in _ATTRIBUTES]
    return ["node name | " + " | ".join(heads)]


def _scope_lines(message: Any, entries: dict[str, _Entry], options: Mapping[str, Any], depth: int) -> list[str]:
    entry = entries.get(message.name)
    counted = entry is not None and _matches(options["account_type_regexes"], entry.types)
    parts: list[str] = []
    for attribute in options["select"]:
        if attribute in _ATTRIBUTES:
            field, _, _, unit = _ATTRIBUTES[attribute]
            own = _short(getattr(message, field)) if counted else "--"
            total = _short(getattr(message, f"total_{field}"))
            shape = "x".join(map(str, entry.shape)) + ", " if entry and entry.shape and attribute == "params" else ""
            parts.append(f"{shape}{own}/{total} {unit}")
    lines = [f"{'  ' * depth}{message.name} ({', '.join(parts)})"]
    for child in message.children:
        lines += _scope_lines(child, entries, options, depth + 1)
    return lines


def _short(count: int) -> str:
    for size, letter in ((10**9, "b"), (10**6, "m"), (10**3, "k")):
        if count >= size:
            return f"{count / size:.2f}{letter}"
    return str(count)


# ---- by op type -------------------------------------------------------------------------------------------------


def _by_type(entries: dict[str, _Entry], options: Mapping[str, Any]) -> tuple[Any, list[str]]:
    """TF1: each type is the child of the one before it, with what comes after in its totals."""
    sums: dict[str, _Entry] = {}
    counts: dict[str, int] = {}
    for entry in entries.values():
        if _matches(options["account_type_regexes"], entry.types):
            total = sums.setdefault(entry.kind, _Entry(entry.kind))
            counts[entry.kind] = counts.get(entry.kind, 0) + 1
            for attribute in _ATTRIBUTES:
                total.values[attribute] += entry.values[attribute]
    shown = [e for e in sums.values() if _is_shown(e, options) and counts[e.name] >= options.get("min_occurrence", 0)]
    attribute = options["order_by"]
    if attribute == "occurrence":
        shown.sort(key=lambda e: -counts[e.name])
    else:
        shown.sort(key=lambda e: (-e.values[attribute], e.name) if attribute in _ATTRIBUTES else (0, e.name))
    lines = _head(options)
    message: Any = None
    for entry in reversed(shown):
        outer = protos.MultiGraphNodeProto(name=entry.name)
        _add_type(outer, entry.values, message)
        message = outer
        lines.insert(1, _type_line(entry, counts[entry.name], options))
    root = protos.MultiGraphNodeProto(name=_ROOT)
    _add_type(root, dict.fromkeys(_ATTRIBUTES, 0), message)
    return root, lines


def _add_type(message: Any, values: Mapping[str, int], inner: Any) -> None:
    for attribute, (field, *_) in _ATTRIBUTES.items():
        setattr(message, field, values[attribute])
        below = getattr(inner, f"total_{field}") if inner is not None else 0
        setattr(message, f"total_{field}", values[attribute] + below)
    if inner is not None:
        message.children.append(inner)


def _type_line(entry: _Entry, count: int, options: Mapping[str, Any]) -> str:
    parts = [f"{_short(entry.values[a])} {a}" for a in options["select"] if a in _ATTRIBUTES]
    if "occurrence" in options["select"]:
        parts.append(f"{count} times")
    return f"{entry.name:24} {', '.join(parts)}"


# ---- output -----------------------------------------------------------------------------------------------------


def _write(lines: Sequence[str], options: Mapping[str, Any], run_meta: Any) -> None:
    kind, _, where = options["output"].partition(":outfile=")
    if kind == "stdout":
        print("\n==================Model Analysis Report======================\n\nProfile:")
        print("\n".join(lines))
        print("\n======================End of Report==========================")
    elif kind == "file":
        file_io.write_string_to_file(where, "\n".join(lines) + "\n")
    elif kind == "timeline":
        from tf1compat._facade.timeline import Timeline

        if run_meta is None:
            raise ValueError("a timeline needs run_meta, the RunMetadata of a traced step")
        file_io.write_string_to_file(where, Timeline(run_meta.step_stats).generate_chrome_trace_format())


class Profiler:
    """Profiles of one graph in several steps.

    Args:
      graph: the default graph if None.
      op_log: an OpLogProto.
    """

    def __init__(self, graph: Any = None, op_log: Any = None) -> None:
        self._graph = graph or context.get_default_graph()
        self._op_log = op_log
        self._steps: dict[int, Any] = {}

    def add_step(self, step: int, run_meta: Any) -> None:
        """Add the RunMetadata of a traced step."""
        self._steps[step] = run_meta

    def _profile(self, cmd: str, options: Any) -> Any:
        step = (options or {}).get("step", -1)
        if step != -1 and step not in self._steps:
            raise ValueError(f"step {step} was not added; there are {sorted(self._steps)}")
        merged = protos.RunMetadata()
        for number, meta in self._steps.items():
            if step in (-1, number):
                merged.MergeFrom(meta)
        return profile(self._graph, merged, self._op_log, cmd, options)

    def profile_operations(self, options: Any) -> Any:
        """By op type."""
        return self._profile("op", options)

    def profile_name_scope(self, options: Any) -> Any:
        """By name scope."""
        return self._profile("scope", options)

    def profile_graph(self, options: Any) -> Any:
        """By name scope, too."""
        return self._profile("graph", options)

    def profile_python(self, options: Any) -> Any:
        """Not supported."""
        return self._profile("code", options)

    def advise(self, options: Any) -> Any:
        """Not supported."""
        return advise(self._graph, None, options)

    def serialize_to_string(self) -> bytes:
        """Not supported.

        Raises:
          UnsupportedError: always.
        """
        raise errors.unsupported("tf.profiler.Profiler.serialize_to_string", advice="keep the RunMetadata messages")


def advise(graph: Any = None, run_meta: Any = None, options: Any = None) -> Any:
    """Not supported.

    Raises:
      UnsupportedError: always.
    """
    del graph, run_meta, options
    raise errors.unsupported("tf.profiler.advise", advice="look at tf.profiler.profile")


def write_op_log(graph: Any, log_dir: Any, op_log: Any = None, run_meta: Any = None, add_trace: bool = True) -> None:
    """Write the types and counts of operations as `log_dir/tfprof_log`, an OpLogProto.

    Args:
      graph: the default graph if None.
      log_dir: folder.
      op_log: entries to start from.
      run_meta: its shapes are not needed: those of the graph are used.
      add_trace: where operations were made is not written.
    """
    del run_meta, add_trace
    log = protos.OpLogProto()
    known: dict[str, Any] = {}
    for entry in op_log.log_entries if op_log is not None else ():
        known[entry.name] = log.log_entries.add()
        known[entry.name].CopyFrom(entry)
    for name, entry in _entries(graph or context.get_default_graph(), None, op_log).items():
        types = sorted(entry.types & {TRAINABLE_VARIABLES})
        if name not in known and (types or entry.values["float_ops"]):
            log.log_entries.add(name=name, types=types, float_ops=entry.values["float_ops"])
    file_io.recursive_create_dir(log_dir)
    with file_io.FileIO(f"{log_dir}/tfprof_log", "wb") as file:
        file.write(log.SerializeToString())
