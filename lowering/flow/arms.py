"""Computes in the arms of a branch what is made of the leaves that they choose from.

Where a branch chooses between uniforms, inputs or literals, each arm copies one to a register. If one operation alone
reads the choice, the arms compute it in place of their copies.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from gpucc.lowering.flow.cfg import ControlFlow, analyse
from gpucc.lowering.graph import FIXED_LEAVES, AtCount, Block, Graph, Jump, Node, roots, topological
from gpucc.lowering.rewrite import GraphRewriter, homes

OPERATIONS = frozenset({"fadd", "fsub", "fmul", "fmin", "fmax"})
SUMS = frozenset({"fadd", "fsub"})
# an instruction reads one of them
WIDE = frozenset({"uniform", "const"})
Place = tuple[str, Hashable]


def compute_in_arms(graph: Graph) -> Graph:
    """Return the graph with operations on choices in the arms, where that saves copies."""
    if len(graph.blocks) < 3:
        return graph
    flow, home = analyse(graph), homes(graph)
    readers = _readers(graph)
    moved: dict[Node, Node] = {}
    for block in flow.order:
        arms = flow.before[block]
        if len(arms) > 1 and all(isinstance(arm.terminator, Jump) and arm is not block for arm in arms):
            moved |= _moved(block, arms, flow, home, readers)
    return _Mover(moved).run(graph) if moved else graph


def _readers(graph: Graph) -> dict[Node, list[Node | None]]:
    """What reads each node; None stands for what a block wants at its end."""
    found: dict[Node, list[Node | None]] = {}
    starts = [node for block in graph.blocks for node in roots(block)]
    for node in starts:
        found.setdefault(node, []).append(None)
    for node in topological(starts):
        for arg in node.args:
            found.setdefault(arg, []).append(node)
    return found


def _moved(
    block: Block,
    arms: list[Block],
    flow: ControlFlow,
    home: Mapping[Node, Block],
    readers: Mapping[Node, list[Node | None]],
) -> dict[Node, Node]:
    """The phis of a block that only one operation reads, with the operations. All that one copy brings must go."""
    groups: dict[tuple[Place | None, ...], list[Node]] = {}
    for number, phi in enumerate(block.phis):
        if phi in readers:
            values = [_value(arm, number) for arm in arms]
            groups.setdefault(tuple(map(_place, values)), []).append(phi)
    found: dict[Node, Node] = {}
    for places, phis in groups.items():
        ways = [_operation(block, phi, readers) for phi in phis]
        if None in places or len({way.op for way in ways if way is not None}) != 1 or None in ways:
            continue
        others = [arg for way, phi in zip(ways, phis, strict=True) if way for arg in way.args if arg is not phi]
        # an arm that cannot read its leaf there copies it, which is a word less in the other arms
        copied = sum(any(_clash(other, place) for other in others) for place in places if place is not None)
        if copied <= 1 and all(_reaches(flow, home, other, arms) for other in others):
            found |= {phi: way for phi, way in zip(phis, ways, strict=True) if way is not None}
    return found


def _value(arm: Block, number: int) -> Node:
    assert isinstance(arm.terminator, Jump)
    return arm.terminator.edge.values[number]


def _place(leaf: Node) -> Place | None:
    """The register of a leaf that a copy must bring; None for other values. Literals can be in any."""
    if leaf.op not in FIXED_LEAVES or leaf.op == "undef" or isinstance(leaf.attr, AtCount):
        return None
    return (leaf.op, leaf.attr[0] if isinstance(leaf.attr, tuple) else None)


def _operation(block: Block, phi: Node, readers: Mapping[Node, list[Node | None]]) -> Node | None:
    """The only reader of a phi, if it can be in the arms and is no term of a sum, which would be one instruction."""
    (reader, *more) = readers[phi]
    if more or reader is None or reader.op not in OPERATIONS or reader.args.count(phi) != 1:
        return None
    further = readers[reader]
    term = reader.op == "fmul" and any(one is not None and one.op in SUMS for one in further)
    own = any(arg in block.phis for arg in reader.args if arg is not phi)
    factor = reader.op in SUMS and any(arg.op == "fmul" and len(readers[arg]) == 1 for arg in reader.args)
    return None if term or own or factor else reader


def _reaches(flow: ControlFlow, home: Mapping[Node, Block], node: Node, arms: list[Block]) -> bool:
    """Return whether the arms can read a node."""
    if node.op in FIXED_LEAVES:
        return _place(node) is not None
    return node in home and all(flow.dominates(home[node], arm) for arm in arms)


def _clash(node: Node, place: Place) -> bool:
    """Return whether an instruction cannot read a node beside a leaf: two uniforms, or two inputs."""
    own = _place(node)
    if own is None:
        return False
    return (own[0] in WIDE and place[0] in WIDE) or (own[0] == place[0] == "input" and own != place)


class _Mover(GraphRewriter):
    """Makes each operation a phi of what the arms compute."""

    def __init__(self, moved: Mapping[Node, Node]) -> None:
        super().__init__()
        self.phi_of = {operation: phi for phi, operation in moved.items()}
        self.moved = moved

    def node(self, block: Block, node: Node, args: tuple[Node, ...]) -> Node:
        phi = self.phi_of.get(node)
        return super().node(block, node, args) if phi is None else self.new[phi]

    def passed(self, block: Block, phi: Node, value: Node) -> Node:
        operation = self.moved.get(phi)
        if operation is None:
            return super().passed(block, phi, value)
        args = tuple([self.new[value] if arg is phi else self.new[arg] for arg in operation.args])
        return block.make(operation.op, operation.type, args, operation.attr, operation.flags, operation.location)
