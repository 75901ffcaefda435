"""Removes superfluous control flow and phis: decided branches, unreachable blocks, blocks in sequence, phis of one
value.

`tidy` changes no node. It returns blocks made of the old nodes, and the replacements of phis; simplify rebuilds the
graph from that.
"""

from __future__ import annotations

from dataclasses import field
from itertools import chain

from gpucc.lowering.flow.cfg import reverse_postorder
from gpucc.lowering.graph import F32, FIXED_LEAVES, I32, Block, Branch, Edge, Graph, Jump, Node, Return
from gpucc.lowering.rewrite import homes
from gpucc.records import dataclass


@dataclass(slots=True)
class FlowShape:
    """`blocks` hold old nodes. `instead` maps phis to their replacements; `floats` are integer phis that carry floats.

    `home` is the new block of every old node that has one.
    """

    blocks: list[Block]
    instead: dict[Node, Node] = field(default_factory=dict)
    floats: set[Node] = field(default_factory=set)
    home: dict[Node, Block] = field(default_factory=dict)
    changed: bool = False

    def resolve(self, node: Node) -> Node:
        while node in self.instead:
            node = self.instead[node]
        return node


def tidy(graph: Graph) -> FlowShape:
    """Return the flow graph without superfluous blocks, edges and phis."""
    copies = {block: Block(block.name, list(block.phis), list(block.effects)) for block in graph.blocks}
    decided = False
    for block, copy in copies.items():
        copy.terminator = _copied(block.terminator, copies)
        decided |= isinstance(block.terminator, Branch) and isinstance(copy.terminator, Jump)
    order = reverse_postorder(Graph(graph.name, list(copies.values())))
    shape = FlowShape(order, changed=decided or len(order) < len(copies))
    if len(order) > 1:
        edges = _edges(order)
        _find_single_values(shape, edges)
        _find_floats(shape, edges)
        leaders = _merge(shape, edges)
        _drop_unused(shape, _edges(shape.blocks))
    else:
        leaders = {order[0]: order[0]}
    for node, block in homes(graph).items():
        if copies[block] in leaders:
            shape.home[node] = leaders[copies[block]]
    return shape


def _copied(terminator: Jump | Branch | Return | None, copies: dict[Block, Block]) -> Jump | Branch | Return | None:
    def moved(edge: Edge) -> Edge:
        return Edge(copies[edge.target], list(edge.values))

    match terminator:
        case Jump(edge):
            return Jump(moved(edge))
        case Branch(condition, then, otherwise):
            if condition.op == "const":
                return Jump(moved(then if condition.attr else otherwise))
            if then.target is otherwise.target and then.values == otherwise.values:
                return Jump(moved(then))
            return Branch(condition, moved(then), moved(otherwise))
    return terminator


def _edges(blocks: list[Block]) -> dict[Block, list[Edge]]:
    """Return the edges into each block."""
    found: dict[Block, list[Edge]] = {block: [] for block in blocks}
    for block in blocks:
        if block.terminator is not None:
            for edge in block.terminator.edges():
                found[edge.target].append(edge)
    return found


def _find_single_values(shape: FlowShape, edges: dict[Block, list[Edge]]) -> None:
    """Replace phis with a single value besides themselves by it, and phis of a leaf or nothing known by the leaf."""
    again = True
    while again:
        again = False
        for block in shape.blocks:
            for k, phi in enumerate(block.phis):
                if phi in shape.instead:
                    continue
                given = dict.fromkeys(shape.resolve(edge.values[k]) for edge in edges[block])
                given.pop(phi, None)
                known = [value for value in given if value.op != "undef"]
                if len(given) == 1 or (len(known) == 1 and known[0].op in FIXED_LEAVES):
                    shape.instead[phi] = known[0] if known else next(iter(given))
                    again = shape.changed = True


def _find_floats(shape: FlowShape, edges: dict[Block, list[Edge]]) -> None:
    """Find integer phis that only hold bits of floats, perhaps from each other; a constant that would be a NaN must
    stay an integer."""
    given: dict[Node, list[Node]] = {}
    for block in shape.blocks:
        for k, phi in enumerate(block.phis):
            if phi.type == I32 and phi not in shape.instead:
                values = chain.from_iterable(_chosen(shape.resolve(edge.values[k])) for edge in edges[block])
                given[phi] = [value for value in map(shape.resolve, values) if value is not phi]
    fitting = set(given)
    while wrong := {phi for phi in fitting if not all(_is_float(one) or one in fitting for one in given[phi])}:
        fitting -= wrong
    found: set[Node] = set()
    while more := {phi for phi in fitting - found if any(one.op == "bits" or one in found for one in given[phi])}:
        found |= more
    shape.floats |= found
    shape.changed |= bool(found)


def _is_float(value: Node) -> bool:
    if value.op == "bits":
        return value.args[0].type == F32
    finite = isinstance(value.attr, int) and value.attr & 0x7F800000 != 0x7F800000
    return value.op == "undef" or (value.op == "const" and finite)


def _chosen(value: Node) -> list[Node]:
    """The values among which selects choose."""
    waiting, found = [value], dict[Node, None]()
    while waiting:
        one = waiting.pop()
        if one.op == "select" and one not in found:
            waiting += one.args[1:]
        found[one] = None
    return [one for one in found if one.op != "select"]


def _merge(shape: FlowShape, edges: dict[Block, list[Edge]]) -> dict[Block, Block]:
    """Join every block to its only predecessor, if that has no other successor; return the block that each became part
    of.
    """
    leaders: dict[Block, Block] = {}
    kept: list[Block] = []
    before = {
        edge.target: block
        for block in shape.blocks
        if isinstance(block.terminator, Jump)
        for edge in block.terminator.edges()
    }
    for block in shape.blocks:
        above = before.get(block)
        if above is None or len(edges[block]) > 1 or above not in leaders:
            leaders[block] = block
            kept.append(block)
            continue
        leader = leaders[block] = leaders[above]
        leader.effects += block.effects
        leader.terminator = block.terminator
        shape.changed = True
    shape.blocks = kept
    return leaders


def _drop_unused(shape: FlowShape, edges: dict[Block, list[Edge]]) -> None:
    """Keep the phis that are needed: by roots, or as a value of such a phi."""
    home = {phi: block for block in shape.blocks for phi in block.phis}
    place = {phi: k for block in shape.blocks for k, phi in enumerate(block.phis)}
    seen: set[Node] = set()
    work: list[Node] = []
    for block in shape.blocks:
        work += block.effects
        match block.terminator:
            case Branch(condition, _, _):
                work.append(condition)
            case Return(outputs):
                work += outputs.values()
    while work:
        node = shape.resolve(work.pop())
        if node in seen:
            continue
        seen.add(node)
        work += node.args
        if node in home:
            work += [edge.values[place[node]] for edge in edges[home[node]]]
    for block in shape.blocks:
        kept = [k for k, phi in enumerate(block.phis) if phi in seen and phi not in shape.instead]
        shape.changed |= len(kept) < len(block.phis)
        for edge in edges[block]:
            edge.values[:] = [edge.values[k] for k in kept]
        block.phis[:] = [block.phis[k] for k in kept]
