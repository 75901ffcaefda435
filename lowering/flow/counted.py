"""Loops that hardware can count: the number of rounds is known in advance, unless the loop breaks.

The test at the end of such a loop becomes `loop_again`, and its counter is removed if it is not needed otherwise. A
uniform array that is read at a multiple of the round's number is read at the hardware's count, which starts at 0: its
node becomes a uniform whose attr is an `AtCount`. The number of rounds is found by simulating the counter.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from gpucc.lowering.flow.cfg import ControlFlow, analyse, successors
from gpucc.lowering.flow.counted_exits import hand_out
from gpucc.lowering.flow.counted_tests import HARDWARE, Reach, phis_below, rounds_of, split_tests, uniform_of, value_of
from gpucc.lowering.flow.counted_uniforms import reads_at_count
from gpucc.lowering.graph import AGAIN, BOOL, AtCount, Block, Branch, Edge, Graph, Node, roots, topological
from gpucc.lowering.rewrite import copy, rewrite
from gpucc.records import dataclass

# the largest count that the hardware may add to a register's number
FARTHEST = 127


@dataclass(frozen=True, slots=True)
class CountedRounds:
    """Loop `number` runs `count` times; its count grows by `step` each time. Alternatively the register `uniform` holds
    these numbers.
    """

    number: int
    count: int
    step: int
    uniform: int | None = None


@dataclass(frozen=True, slots=True)
class Counted:
    """A graph with counted loops. `keeping` has the numbers of loops whose variables are read after them: such a
    variable must not change after the loop's last test."""

    graph: Graph
    loops: tuple[CountedRounds, ...]
    keeping: frozenset[int] = frozenset()


def count_loops(
    graph: Graph,
    without: frozenset[int] = frozenset(),
    unread: frozenset[int] = frozenset(),
    registers: frozenset[int] = frozenset(),
    reach: Reach = HARDWARE,
) -> Counted:
    """Count all loops where that is possible, except `without`; the count of those in `unread` is not read.

    The uniforms in `registers` are bytes that may count rounds.
    """
    if analyse(graph).irreducible:
        return Counted(graph, ())
    graph = split_tests(graph, registers, reach)
    flow = analyse(graph)
    found: list[tuple[Block, Block, CountedRounds]] = []
    reads: dict[Node, AtCount] = {}
    for number, header in enumerate(sorted(flow.loops, key=lambda block: flow.index[block])):
        if number in without:
            continue
        inner = any(other in flow.loops[header] and other is not header for other in flow.loops)
        by_uniform = uniform_of(flow, header, registers)
        if by_uniform is not None:
            if not inner and number not in unread:
                reads |= reads_at_count(flow, header, number, by_uniform, registers)
            found.append((header, by_uniform.latch, CountedRounds(number, 0, 0, by_uniform.register)))
            continue
        rounds = rounds_of(flow, header, reach)
        if rounds is None:
            continue
        latch, counter, values = rounds
        step, mine = (0, {}) if inner or number in unread else _reads(flow, header, number, counter, values)
        reads |= mine
        found.append((header, latch, CountedRounds(number, len(values), step)))
    if not found:
        return Counted(graph, ())
    fresh = _replaced(graph, reads)
    for header, latch, loop in found:
        _test_count(graph, fresh, header, latch, loop.number)
    _drop_dead_phis(fresh)
    keeping = hand_out(fresh, {latch.name for _, latch, _ in found})
    kept = frozenset(loop.number for _, latch, loop in found if latch.name in keeping)
    return Counted(fresh, tuple(loop for _, _, loop in found), kept)


def _reads(
    flow: ControlFlow, header: Block, number: int, counter: Node, values: list[float]
) -> tuple[int, dict[Node, AtCount]]:
    """Return the most common step, and the uniforms that are read at a place that grows by that step in every round."""
    body = [block for block in flow.order if block in flow.loops[header]]
    found: dict[Node, tuple[int, int]] = {}
    for node in topological([root for block in body for root in roots(block)]):
        if node.op == "uniform_at" and phis_below(node.args[0]) == [counter]:
            places = [value_of(node.args[0], counter, value) for value in values]
            line = _line(places)
            if line is not None:
                found[node] = line
    steps = Counter(step for _, step in found.values())
    fitting = [
        step
        for step, _ in steps.most_common()
        if 0 < step * (len(values) - 1) <= FARTHEST or (step == 0 and len(values) == 1)
    ]
    if not fitting:
        return 0, {}
    step = fitting[0]
    reads = {}
    for node, (first, by) in found.items():
        if by == step and isinstance(node.attr, tuple):
            reads[node] = AtCount(number, int(node.attr[0]) + first, int(node.attr[1]))
    return step, reads


def _line(places: list[float | None]) -> tuple[int, int] | None:
    known = [int(place) for place in places if place is not None and float(place).is_integer()]
    if len(known) != len(places) or known[0] < 0:
        return None
    step = known[1] - known[0] if len(known) > 1 else 0
    return (known[0], step) if all(b - a == step for a, b in pairwise(known)) else None


def _replaced(graph: Graph, reads: dict[Node, AtCount]) -> Graph:
    def visit(block: Block, node: Node, args: tuple[Node, ...]) -> Node:
        if node in reads:
            return block.make("uniform", node.type, (), reads[node], location=node.location)
        return copy(block, node, args)

    return rewrite(graph, visit)


def _test_count(graph: Graph, fresh: Graph, header: Block, latch: Block, number: int) -> None:
    block = fresh.blocks[graph.blocks.index(latch)]
    old, new = latch.terminator, block.terminator
    assert isinstance(old, Branch)
    assert isinstance(new, Branch)
    back, out = (new.then, new.otherwise) if old.then.target is header else (new.otherwise, new.then)
    block.terminator = Branch(block.make(AGAIN, BOOL, (), number), back, out)


def _drop_dead_phis(graph: Graph) -> None:
    """Remove phis that only their own next values need."""
    incoming: dict[Node, list[Node]] = {}
    edges: list[Edge] = [edge for block in graph.blocks for edge in successors(block)]
    for edge in edges:
        for phi, value in zip(edge.target.phis, edge.values, strict=True):
            incoming.setdefault(phi, []).append(value)
    used: set[Node] = set()
    stack = [root for block in graph.blocks for root in _own_roots(block)]
    while stack:
        node = stack.pop()
        if node not in used:
            used.add(node)
            stack.extend((*node.args, *incoming.get(node, ())))
    for block in graph.blocks:
        kept = [phi in used for phi in block.phis]
        for edge in edges:
            if edge.target is block:
                edge.values = [value for value, keep in zip(edge.values, kept, strict=True) if keep]
        block.phis = [phi for phi, keep in zip(block.phis, kept, strict=True) if keep]


def _own_roots(block: Block) -> list[Node]:
    """Return the roots of a block except the values that it passes to phis."""
    edges = successors(block)
    handed = sum(len(edge.values) for edge in edges)
    found = list(roots(block))
    return found[: len(found) - handed]
