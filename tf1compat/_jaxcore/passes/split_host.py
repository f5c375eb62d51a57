"""`split_host`: cut a graph into device segments (one XLA program each) and host segments (Python and NumPy).

    decode(host) ─ conv(dev) ─ argmax(dev) ─ lookup(host)     ->   [host][device][host]

A graph without host ops is one device segment. A value that must be concrete (`Statics.static`) but is computed on the
device starts a new segment for whoever needs it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tf1compat._jaxcore.ir.graph import Graph
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ir.region import RegionNode
from tf1compat._jaxcore.passes import slices
from tf1compat._jaxcore.passes.at_once import AtOnce, at_once
from tf1compat._jaxcore.passes.host_nodes import is_host, taped
from tf1compat._jaxcore.passes.order_effects import ABSENT
from tf1compat._jaxcore.passes.static_inputs import Statics


@dataclass(frozen=True)
class Segment:
    """A run of nodes that execute together.

    Attributes:
      on_host: Python and NumPy instead of XLA.
      nodes: in order of execution.
      inputs: values that come from outside (feeds, variables, earlier segments), `static` ones among them.
      outputs: values that the caller or later segments need.
      static: the inputs that must be concrete.
      at_once: what of it has to wait at the same time.
      device: the accelerator that it is meant for (`passes.by_device`).
    """

    on_host: bool
    nodes: tuple[Node, ...]
    inputs: tuple[Value, ...]
    outputs: tuple[Value, ...]
    static: frozenset[Value]
    at_once: AtOnce | None = None
    device: str = ""


def completed(segment: Segment, pieces: Sequence[Sequence[Node]], statics: Statics) -> list[Segment]:
    """`segment` cut into `pieces`, with what each needs and gives; constants and folded nodes are in each by themselves."""
    at = {n: i for i, n in enumerate(segment.nodes)}
    groups = {(i, segment.on_host): list(nodes) for i, nodes in enumerate(pieces)}
    _copy_shared(at, statics, groups)
    inputs = [_inputs(nodes, segment.on_host, statics, []) for nodes in groups.values()]
    wanted = {*segment.outputs, *(v for values in inputs for v in values)}
    found: list[Segment] = []
    for own, nodes, needed in zip(pieces, groups.values(), inputs):
        outputs = tuple(v for n in own for v in n.made if v in wanted)
        static = statics.static & frozenset(needed)
        found.append(replace(segment, nodes=tuple(nodes), inputs=tuple(needed), outputs=outputs, static=static))
    return found


def split_host(graph: Graph, statics: Statics) -> list[Segment]:
    """The segments of `graph` in order of execution."""
    statics = taped(graph, statics)
    stages, waits = _stages_of(graph, statics)
    keys = sorted(set(stages.values()))
    groups = {key: [n for n in graph.nodes if stages.get(n) == key] for key in keys}
    _copy_slices(graph, groups, statics)
    _copy_shared({n: i for i, n in enumerate(graph.nodes)}, statics, groups)
    again = {key: [n for n in nodes if n in statics.growing and stages.get(n) != key] for key, nodes in groups.items()}
    inputs = {key: _inputs(nodes, key[1], statics, again[key]) for key, nodes in groups.items()}
    trips = {n.trips for n in statics.growing if isinstance(n, RegionNode)}
    wanted = {*graph.outputs, *(v for values in inputs.values() for v in values)}
    segments: list[Segment] = []
    for key, nodes in groups.items():
        mine = [n for n in nodes if stages.get(n) == key]
        outputs = [v for n in mine for v in n.outputs if v in wanted]
        outputs += [n.trips for n in mine if isinstance(n, RegionNode) and n.trips in wanted]
        static = (statics.static | trips) & frozenset(inputs[key])
        segment = Segment(key[1], tuple(nodes), tuple(inputs[key]), tuple(outputs), static)
        if (
            waits is not None
            and any(put in mine for put, _ in waits.pairs)
            and all(n.type != "Gradient" for n in nodes)
        ):
            segment = replace(segment, at_once=waits)
        segments.append(segment)
    return segments


def _inputs(nodes: list[Node], on_host: bool, statics: Statics, again: list[Node]) -> list[Value]:
    """The values that a segment of `nodes` needs from outside; of loops that it runs `again`, how many steps they make."""
    done_before = [n for n in nodes if not on_host and n.type != "Const" and is_host(n, statics)]  # parts of a slice
    made = {v for n in nodes if n not in done_before for v in n.outputs}
    needed = [v for n in nodes for v in n.inputs] + [v for n in done_before for v in n.outputs]
    needed += [n.trips for n in again if isinstance(n, RegionNode)]
    return list(dict.fromkeys(v for v in needed if v not in made and v is not ABSENT))


_Stages = dict[Node, tuple[int, bool]]


def _stages_of(graph: Graph, statics: Statics) -> tuple[_Stages, AtOnce | None]:
    """The stages, such that those who wait at the same time are in the same."""
    waits = at_once(graph.nodes)
    stages = _stages(graph, statics, {})
    if waits is None:
        return stages, None
    least: dict[Node, int] = {}
    for _ in waits.pairs:  # whoever comes later for one pair may take others along
        known = dict(least)
        for put, take in waits.pairs:
            least[put] = least[take] = max(stages[put][0], stages[take][0])
        if least == known:
            break
        stages = _stages(graph, statics, least)
    return stages, waits


def _stages(graph: Graph, statics: Statics, least: Mapping[Node, int]) -> _Stages:
    """(stage, is host) of each node: within a stage the device part runs first, then the host part.

    What the host can do before anything else has run is stage -1; `least`: of nodes that are to come no earlier.
    """
    stages: dict[Node, tuple[int, bool]] = {}
    written = {v.node for v in graph.state_out.values()}
    fetched = {v.node for v in graph.outputs}
    for node in graph.nodes:
        on_host = is_host(node, statics)
        stage = least.get(node, -1 if on_host else 0)
        if node.type == "Const" and node not in fetched:
            continue  # whoever needs it gets a copy
        before = [(v.node, v) for v in node.inputs]
        if on_host or node in written:  # only effects care for control edges once variables are values
            before += [(c, None) for c in node.control]
        for producer, value in before:
            found = stages.get(producer)
            if found is None:
                continue
            producer_stage, producer_on_host = found
            crosses = not on_host and (producer_on_host or value in statics.static or producer in statics.growing)
            if value is None and not producer_on_host:
                stage = max(stage, producer_stage) if on_host else stage  # a check, which comes first
                continue
            stage = max(stage, producer_stage + crosses)
        stages[node] = (stage, on_host)
    return stages


def _copy_slices(graph: Graph, groups: dict[tuple[int, bool], list[Node]], statics: Statics) -> None:
    """A gradient's segment has all of its slice: what ran in earlier segments is evaluated again to be differentiated.

    A host op in the slice stands there for its declared gradient; its outputs come from the segment that ran it.
    """
    position = {n: i for i, n in enumerate(graph.nodes)}
    for nodes in groups.values():
        gradients = [n for n in nodes if n.type == "Gradient"]
        if len(groups) == 1 or not gradients:
            continue
        have = set(nodes)
        for gradient in gradients:
            found = slices.parse(gradient, graph.nodes).slice
            missing = found - have
            nodes.extend(missing)
            have |= missing
        nodes.sort(key=lambda n: position[n])


def _copy_shared(position: Mapping[Node, int], statics: Statics, groups: dict[tuple[int, bool], list[Node]]) -> None:
    """Constants and folded nodes stay out of the traffic between segments: each segment has its own copy."""
    for (_, on_host), nodes in groups.items():
        have = set(nodes)
        todo = list(nodes)
        while todo:
            for value in todo.pop().inputs:
                node = value.node
                if (
                    node not in have
                    and node in position
                    and (node.type == "Const" or (not on_host and node in statics.folded))
                ):
                    have.add(node)
                    nodes.append(node)
                    todo.append(node)
        nodes.sort(key=lambda n: position[n])
