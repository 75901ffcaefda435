"""Chooses the block that computes each node: as late as its readers allow, but outside of loops where possible."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gpucc.lowering.flow.cfg import ControlFlow, successors
from gpucc.lowering.graph import FIXED_LEAVES, Block, Branch, Node, Return, topological
from gpucc.lowering.parts.rows import shared_terms
from gpucc.lowering.rewrite import EFFECTS, first_below, homes
from gpucc.records import dataclass

# derivatives, and texture reads, whose level of detail comes from derivatives
NEIGHBOURS = frozenset({"texture", "dfdx", "dfdy"})
# computed wherever they are read: a sign or an opposite costs less than a variable
CHEAP = FIXED_LEAVES | {"fneg", "btof", "bnot"}


@dataclass(slots=True, eq=False)
class Placement:
    """The chosen blocks. `place` has the block of every node except leaves and those computed wherever they are read;
    `used` are all needed nodes, operands first.
    """

    flow: ControlFlow
    place: dict[Node, Block]
    number: dict[Node, int]
    depth: dict[Block, int]

    @property
    def used(self) -> dict[Node, int]:
        return self.number

    def effects(self, block: Block) -> list[Node]:
        return [effect for effect in block.effects if effect in self.number]

    def needed_elsewhere(self, starts: Iterable[Node], here: Block | None) -> set[Node]:
        """Return the nodes that must be in variables for `starts` to be computed in a block; None is a place between
        blocks.
        """

        def needed(node: Node) -> bool:
            return node.op == "phi" or (node in self.place and self.place[node] is not here)

        return set(first_below(starts, needed))


def place_nodes(flow: ControlFlow, rows: bool = False) -> Placement:
    """Place all nodes. `rows`: the target multiplies a vector with a row of uniforms in one instruction."""
    reads = {block: _roots(block) for block in flow.order}
    loads = _loads_read([node for starts in reads.values() for node in starts])
    order = topological(
        [node for block in flow.order for node in [*(e for e in block.effects if e in loads), *reads[block]]]
    )
    depth = {block: sum(block in body for body in flow.loops.values()) for block in flow.order}
    home = homes(flow.graph)
    fixed = {node: block for block in flow.order for node in (*block.phis, *block.effects)}
    stays = _together(flow, order, home, fixed)
    again = shared_terms(order, [node for starts in reads.values() for node in starts]) if rows else frozenset[Node]()
    late: dict[Node, Block] = {}
    for block, starts in reads.items():
        for node in starts:
            late[node] = _meet(flow, late.get(node), block)
    place: dict[Node, Block] = {}
    for node in reversed(order):
        spot = fixed.get(node) or stays.get(node) or _best(flow, depth, home.get(node), late[node])
        anywhere = node.op in CHEAP or node in again
        if not anywhere:
            place[node] = spot
        for arg in node.args:
            late[arg] = _meet(flow, late.get(arg), late[node] if anywhere else spot)
    return Placement(flow, place, {node: i for i, node in enumerate(order)}, depth)


def _together(
    flow: ControlFlow, order: Iterable[Node], home: Mapping[Node, Block], fixed: Mapping[Node, Block]
) -> dict[Node, Block]:
    """Return the blocks of nodes that depend on neighbouring fragments, which must still be running there.

    They stay in their own block, or after their operands. The components of a texel stay where the texture is read.
    """
    entry = flow.order[0]
    earliest: dict[Node, Block] = {}
    found: dict[Node, Block] = {}
    for node in order:
        first = max((earliest[arg] for arg in node.args), key=flow.index.__getitem__, default=entry)
        if node.op in NEIGHBOURS and node in home:
            first = found[node] = max((first, home[node]), key=flow.index.__getitem__)
        elif node.op == "part" and node.args[0] in found:
            first = found[node] = found[node.args[0]]
        earliest[node] = fixed.get(node, first)
    return found


def _roots(block: Block) -> list[Node]:
    """Return the roots of a block without loads from arrays, which count only if they are read."""
    found = [effect for effect in block.effects if effect.op != "local_load"]
    match block.terminator:
        case Branch(condition, _, _):
            found.append(condition)
        case Return(outputs):
            found.extend(outputs.values())
    return found + [value for edge in successors(block) for value in edge.values]


def _loads_read(starts: list[Node]) -> set[Node]:
    return {node for node in topological(starts) if node.op in EFFECTS}


def _meet(flow: ControlFlow, a: Block | None, b: Block) -> Block:
    """Return the nearest block that dominates both."""
    while a is not None and a is not b:
        if flow.index[a] > flow.index[b]:
            a = flow.dominator[a]
        else:
            b = flow.dominator[b]
    return b


def _best(flow: ControlFlow, depth: dict[Block, int], home: Block | None, late: Block) -> Block:
    """Return the block between the node's own and the latest one that is in the fewest loops."""
    best = block = late
    while home is not None and block is not home and flow.index[block] > flow.index[home]:
        block = flow.dominator[block]
        if depth[block] < depth[best]:
            best = block
    return best if home is not None and block is home else late
