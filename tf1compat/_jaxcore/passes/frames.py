"""Frames and liveness of v1 control flow: which loop each node belongs to, and under which conditions it runs.

Nothing is told from names. A frame is what lies between an Enter and an Exit. A node is live under a set of
*literals* (predicate, branch): the branches of all Switches it depends on, less those that a Merge has joined again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.ir.node import Node, Value

SWITCH = frozenset({"Switch", "RefSwitch"})
MERGE = frozenset({"Merge", "RefMerge"})
ENTER = frozenset({"Enter", "RefEnter"})
EXIT = frozenset({"Exit", "RefExit"})
NEXT = frozenset({"NextIteration", "RefNextIteration"})

Literal = tuple[Value, bool]
Literals = frozenset[Literal]
Split = tuple[Value, int, bool]  # predicate, rank, branch of a Merge's first input


@dataclass(eq=False)
class Frame:
    """One while loop (the root frame is the graph itself)."""

    name: str
    parent: Frame | None
    enters: list[Node] = field(default_factory=list[Node])
    merges: list[Node] = field(default_factory=list[Node])
    switches: list[Node] = field(default_factory=list[Node])
    exits: list[Node] = field(default_factory=list[Node])
    condition: Node | None = None
    literals: Literals = frozenset()
    rank: dict[Value, int] = field(default_factory=dict[Value, int])
    wanted: dict[Value, int] = field(default_factory=dict[Value, int])  # lowest rank of those who use its results

    @property
    def depth(self) -> int:
        return 0 if self.parent is None else self.parent.depth + 1


def _contains(outer: Frame, inner: Frame) -> bool:
    found: Frame | None = inner
    while found is not None and found is not outer:
        found = found.parent
    return found is outer


def is_back_edge(node: Node, value: Value) -> bool:
    """Does a loop's Merge get `value` from the iteration before?"""
    return node.type in MERGE and value.node.type in NEXT


def before(node: Node) -> list[Node]:
    """Nodes that `node` waits for within one iteration."""
    if hoisted(node):
        return []
    return [*(v.node for v in node.inputs if not is_back_edge(node, v)), *waits(node)]


def waits(node: Node) -> list[Node]:
    """The control inputs of `node` and, as constants stand elsewhere, those of its constants."""
    found = list(node.control)
    for value in node.inputs:
        if value.node.type == "Const":
            found.extend(c for c in value.node.control if not _tells_place(c))
    return found


def _tells_place(node: Node) -> bool:
    """Is it there to say in which branch or loop its users are?"""
    if node.type in MERGE:
        return any(is_back_edge(node, v) for v in node.inputs)
    return node.type == "Identity" and node.inputs[0].node.type in SWITCH


def hoisted(node: Node) -> bool:
    """Constants and variables have no place of their own: they stand outside of every loop and branch."""
    return node.type == "Const" or node.opdef.variable


class Structure:
    """Frames, liveness and merge ranks of `nodes` (in topological order, back edges left out)."""

    def __init__(self, nodes: Sequence[Node], feeds: Sequence[Value]) -> None:
        self.nodes = nodes
        self.feeds = frozenset(feeds)
        self.root = Frame("", None)
        self.frame: dict[Node, Frame] = {}
        self.position = {n: i for i, n in enumerate(nodes)}
        self.literals: dict[Node, Literals] = {}
        self.rank: dict[Node, dict[Value, int]] = {}
        self.least: dict[Node, dict[Value, int]] = {}  # ranks that the users of a node demand
        self.split: dict[Node, Split] = {}
        self.chosen: dict[Node, list[Literals]] = {}  # Merges that join no condition: when each input is alive
        self._find_frames()
        self.loop_merges = {m for f in self.frames() for m in f.merges}
        self.loop_switches = {s for f in self.frames() for s in f.switches}
        self._find_liveness()
        self._join_ranks()

    def frames(self) -> list[Frame]:
        """All loops, outer ones first."""
        found = dict.fromkeys(self.frame.values())
        return sorted((f for f in found if f.parent is not None), key=lambda f: f.depth)

    def _find_frames(self) -> None:
        loops: dict[tuple[Frame, str], Frame] = {}
        for node in self.nodes:
            inside = self.root
            for other in (*before(node), *node.control):
                frame = self.frame.get(other, self.root)
                if other.type in EXIT and frame.parent is not None:
                    frame = frame.parent
                if frame.depth > inside.depth:
                    frame, inside = inside, frame
                if not _contains(frame, inside):
                    raise errors.InvalidArgumentError(
                        None,
                        node,
                        f"{errors.describe_node(node)} has inputs from different frames: "
                        f"{frame.name!r} and {inside.name!r}",
                    )
            if node.type in ENTER:
                name = node.attrs["frame_name"]
                text = name.decode() if isinstance(name, bytes) else name
                inside = loops.setdefault((inside, text), Frame(text, inside))
                inside.enters.append(node)
            self.frame[node] = inside
            self._note_role(node, inside)
        for node in self.nodes:
            if node.type in SWITCH and node.inputs[1].node.type == "LoopCond":
                self.frame[node].switches.append(node)

    def _note_role(self, node: Node, frame: Frame) -> None:
        if node.type in EXIT:
            frame.exits.append(node)
        elif node.type in MERGE and any(is_back_edge(node, v) for v in node.inputs):
            frame.merges.append(node)
        elif node.type == "LoopCond":
            if frame.condition is not None:
                found = f"more than one LoopCond node: {node.name} and {frame.condition.name}"
                raise errors.InvalidArgumentError(
                    None, node, f"Invalid loop structure: Loop {frame.name!r} has {found}"
                )
            frame.condition = node

    # ---- liveness -------------------------------------------------------------------------------------------------

    def _find_liveness(self) -> None:
        for _ in range(len(self.frames()) + 2):
            if not any([self._visit(node) for node in self.nodes]):
                return

    def _join_ranks(self) -> None:
        """Let a node stand in the condition of its users.

        Conditions with one predicate are told apart by rank, how many merges of that predicate lie behind. A node that
        depends on none of them has rank 0 although it may belong to the second condition alone. Where users stand in
        several conditions, the first one gives the value to the others (`functionalize`).
        """
        if self.split and self._raise_ranks():
            self._find_liveness()

    def _raise_ranks(self) -> bool:
        lowest: dict[Node, dict[Value, int]] = {}  # of the users seen so far
        changed = False
        for node in reversed(self.nodes):
            frame = self.frame[node]
            if node.type in EXIT:
                for p, r in lowest.get(node, {}).items():
                    frame.wanted[p] = min(r, frame.wanted.get(p, r))
                continue
            if node.type in ENTER:
                own, wanted = frame.rank, frame.wanted
            else:
                own, wanted = self.rank[node], lowest.get(node, {})
            literals = frame.literals if node.type in ENTER else self.literals[node]
            for p, _ in literals:
                if wanted.get(p, 0) > own.get(p, 0):
                    own[p] = wanted[p]
                    if node.type not in ENTER:
                        self.least.setdefault(node, {})[p] = wanted[p]
                    changed = True
            self._tell_inputs(node, own, literals, lowest)
        return changed

    def _tell_inputs(
        self, user: Node, rank: dict[Value, int], literals: Literals, lowest: dict[Node, dict[Value, int]]
    ) -> None:
        mine = {p: rank.get(p, 0) for p, _ in literals}
        if user in self.split:
            mine[self.split[user][0]] = self.split[user][1]
        for value in user.inputs:
            node = value.node
            if value in self.feeds or node not in self.position or hoisted(node) or is_back_edge(user, value):
                continue
            found = lowest.setdefault(node, {})
            under = self.frame[node].literals if node.type in EXIT else self.literals[node]
            for p, _ in under:
                found[p] = min(mine.get(p, 0), found.get(p, mine.get(p, 0)))

    def predicate(self, value: Value, branch: bool) -> Literal:
        """The predicate behind identities, negations and loop-invariant Enters, and the branch in its terms."""
        while value not in self.feeds:
            node = value.node
            if node.type == "LogicalNot":
                branch = not branch
            elif node.type != "Identity" and not (node.type in ENTER and node.attrs.get("is_constant")):
                break
            value = node.inputs[0]
        return value, branch

    def of_value(self, value: Value) -> Literals:
        """The literals under which `value` is live."""
        node = value.node
        if value in self.feeds or node not in self.position:
            return frozenset()
        found = self.literals.get(node, frozenset())
        if node.type not in SWITCH or node in self.loop_switches:
            return found
        literal = self.predicate(node.inputs[1], value.index == 1)
        frame: Frame | None = self.frame[node]
        while frame is not None:
            if literal in frame.literals:
                return found  # decided by where the loop stands
            frame = frame.parent
        return found | {literal}

    def _visit(self, node: Node) -> bool:
        """Update one node; True if something changed."""
        frame = self.frame[node]
        if node.opdef.variable or node in self.loop_merges:
            return self._set(node, frozenset(), {})
        if node.type in EXIT:
            return self._set(node, frame.literals, dict(frame.rank))
        literals, rank = self._inputs_of(node)
        if node.type in ENTER:
            changed = not literals <= frame.literals
            frame.literals |= literals
            for p, r in rank.items():
                changed |= r > frame.rank.get(p, -1)
                frame.rank[p] = max(r, frame.rank.get(p, -1))
            return self._set(node, frozenset(), {}) or changed
        if node.type == "ControlTrigger":
            literals = frozenset()  # always alive, whatever its inputs are
        elif node.type in MERGE:
            literals, rank = self._join(node, rank)
        return self._set(node, literals, rank)

    def _inputs_of(self, node: Node) -> tuple[Literals, dict[Value, int]]:
        literals: Literals = frozenset()
        rank: dict[Value, int] = {}
        for value in node.inputs:
            literals |= self.of_value(value)
        for other in node.control:
            literals |= self.literals.get(other, frozenset())
        for other in (*before(node), *node.control):
            for p, r in self.rank.get(other, {}).items():
                rank[p] = max(r, rank.get(p, 0))
        for p, r in self.least.get(node, {}).items():
            rank[p] = max(r, rank.get(p, 0))
        return literals, rank

    def _join(self, node: Node, rank: dict[Value, int]) -> tuple[Literals, dict[Value, int]]:
        """A Merge of the two branches of one predicate is live where neither literal matters."""
        sides = [self.of_value(v) for v in node.inputs]
        joined = [
            (p, b)
            for p, b in sides[0]
            if len(sides) == 2 and (p, not b) in sides[1] and sides[0] - {(p, b)} == sides[1] - {(p, not b)}
        ]
        if not joined:
            self.chosen[node] = sides
            common = frozenset.intersection(*sides)
            self.split.pop(node, None)
            return common, {**rank, **{p: rank.get(p, 0) + 1 for side in sides for p, _ in side - common}}
        self.chosen.pop(node, None)
        p, b = max(joined, key=lambda literal: self.position.get(literal[0].node, -1))
        self.split[node] = (p, rank.get(p, 0), b)
        return sides[0] - {(p, b)}, {**rank, p: rank.get(p, 0) + 1}

    def _set(self, node: Node, literals: Literals, rank: dict[Value, int]) -> bool:
        changed = self.literals.get(node) != literals or self.rank.get(node) != rank
        self.literals[node], self.rank[node] = literals, rank
        return changed

    def path(self, literals: Literals, rank: dict[Value, int]) -> list[tuple[Value, bool, int]]:
        """Literals in the order in which the conditions are nested."""
        ordered = sorted(literals, key=lambda literal: self.position.get(literal[0].node, -1))
        return [(p, b, rank.get(p, 0)) for p, b in ordered]
