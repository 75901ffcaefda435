"""Loops that hardware can count: those that run a number of rounds known beforehand, unless they break.

The test at the end of such a loop becomes `loop_again`, and its counter goes where nothing else needs it. A uniform array that is
read at a multiple of the round's number is read at the hardware's count, which starts from 0: its node becomes a uniform
whose attr is an `AtCount`. How often a loop runs is found by counting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from gpucc.lowering.counted_exits import hand_out
from gpucc.lowering.flow_cfg import Flow, analyse, successors
from gpucc.lowering.graph import AGAIN, BOOL, AtCount, Block, Branch, Edge, Graph, Node, roots, topological
from gpucc.lowering.rewrite import Rewriter, copy, rewrite

MOST_ROUNDS = 256
WIDEST = 4096
# what the hardware adds to a register's number must stay below
FARTHEST = 127
ARITHMETIC: dict[str, Callable[..., float]] = {
    "fadd": lambda a, b: a + b,
    "fsub": lambda a, b: a - b,
    "fmul": lambda a, b: a * b,
    "fneg": lambda a: -a,
    "fmin": min,
    "fmax": max,
    "foeq": lambda a, b: a == b,
    "fueq": lambda a, b: a == b,
    "fone": lambda a, b: a != b,
    "fune": lambda a, b: a != b,
    "folt": lambda a, b: a < b,
    "fult": lambda a, b: a < b,
    "fole": lambda a, b: a <= b,
    "fule": lambda a, b: a <= b,
    "bnot": lambda a: not a,
}


@dataclass(frozen=True, slots=True)
class Rounds:
    """Loop `number` runs `count` times; its count grows by `step` each time."""

    number: int
    count: int
    step: int


@dataclass(frozen=True, slots=True)
class Counted:
    graph: Graph
    loops: tuple[Rounds, ...]


def split_tests(graph: Graph) -> Graph:
    """Ends of loops that test a counter and something else at once test that first, in a block of their own."""
    fresh = Rewriter().run(graph)
    flow = analyse(fresh)
    names = {block.name for block in fresh.blocks}
    for header in sorted(flow.loops, key=lambda block: flow.index[block]):
        latch = _latch(flow, header)
        if latch is None or _rounds(flow, header) is not None:
            continue
        assert isinstance(latch.terminator, Branch)
        stays = latch.terminator.then.target is header
        terms = _terms(latch.terminator.condition, stays)
        counting = [term for term in terms if _phis_below(term) and all(phi in header.phis for phi in _phis_below(term))]
        if len(terms) > 1 and counting:
            _split(fresh, header, latch, terms, counting[-1], names)
    return fresh


def _terms(condition: Node, stays: bool) -> list[Node]:
    """What must hold, all of it, for another round; without `stays`, what each ends the loop."""
    joins = "band" if stays else "bor"
    found: list[Node] = []
    stack = [condition]
    while stack:
        node = stack.pop()
        if node.op == joins:
            stack.extend(reversed(node.args))
        else:
            found.append(node)
    return found


def _split(graph: Graph, header: Block, latch: Block, terms: list[Node], counting: Node, names: set[str]) -> None:
    old = latch.terminator
    assert isinstance(old, Branch)
    stays = old.then.target is header
    others = [term for term in terms if term is not counting]
    rest = others[0]
    for term in others[1:]:
        rest = latch.make("band" if stays else "bor", BOOL, (rest, term), location=term.location)
    name = f"{latch.name}.count"
    while name in names:
        name += "."
    names.add(name)
    block = Block(name)
    graph.blocks.insert(graph.blocks.index(latch) + 1, block)
    block.terminator = Branch(counting, old.then, old.otherwise)
    out = old.otherwise if stays else old.then
    leave, go_on = Edge(out.target, list(out.values)), Edge(block)
    latch.terminator = Branch(rest, go_on, leave) if stays else Branch(rest, leave, go_on)


def count_loops(graph: Graph, without: frozenset[int] = frozenset(), unread: frozenset[int] = frozenset()) -> Counted:
    """Counts all loops that it can but those `without`; of those `unread`, nothing reads the count."""
    if analyse(graph).irreducible:
        return Counted(graph, ())
    graph = split_tests(graph)
    flow = analyse(graph)
    found: list[tuple[Block, Rounds]] = []
    reads: dict[Node, AtCount] = {}
    for number, header in enumerate(sorted(flow.loops, key=lambda block: flow.index[block])):
        rounds = None if number in without else _rounds(flow, header)
        if rounds is None:
            continue
        latch, counter, values = rounds
        inner = any(other in flow.loops[header] and other is not header for other in flow.loops)
        step, mine = (0, {}) if inner or number in unread else _reads(flow, header, number, counter, values)
        reads |= mine
        found.append((latch, Rounds(number, len(values), step)))
    if not found:
        return Counted(graph, ())
    fresh = _replaced(graph, reads)
    for latch, loop in found:
        _test_count(graph, fresh, flow, latch, loop.number)
    _drop_dead_phis(fresh)
    hand_out(fresh, {latch.name for latch, _ in found})
    return Counted(fresh, tuple(loop for _, loop in found))


def _rounds(flow: Flow, header: Block) -> tuple[Block, Node, list[float]] | None:
    """The block that goes back, the counter, and its value in every round."""
    body, latch = flow.loops[header], _latch(flow, header)
    if latch is None:
        return None
    assert isinstance(latch.terminator, Branch)
    back = [edge for edge in successors(latch) if edge.target is header]
    condition = latch.terminator.condition
    stays = latch.terminator.then is back[0]
    counters = _phis_below(condition)
    if len(counters) != 1 or counters[0] not in header.phis:
        return None
    counter = counters[0]
    place = header.phis.index(counter)
    entries = [edge.values[place] for block in flow.order if block not in body for edge in successors(block) if edge.target is header]
    following = back[0].values[place]
    if any(entry.op != "const" or entry.attr != entries[0].attr for entry in entries) or _phis_below(following) != [counter]:
        return None
    start = entries[0].attr
    if not isinstance(start, int | float):
        return None
    values = [float(start)]
    while len(values) <= MOST_ROUNDS:
        again, after = _value(condition, counter, values[-1]), _value(following, counter, values[-1])
        if again is None or after is None:
            return None
        if bool(again) is not stays:
            return latch, counter, values
        values.append(after)
    return None


def _latch(flow: Flow, header: Block) -> Block | None:
    """The one block that goes back, if the loop is left there too."""
    body = flow.loops[header]
    latches = [block for block in dict.fromkeys(flow.before[header]) if block in body]
    if len(latches) != 1 or not isinstance(latches[0].terminator, Branch):
        return None
    inside = [edge.target in body for edge in successors(latches[0])]
    return latches[0] if sum(inside) == 1 else None


def _phis_below(node: Node) -> list[Node]:
    return [below for below in topological([node]) if below.op == "phi"]


def _value(node: Node, counter: Node, value: float) -> float | None:
    """What the node is in a round; None unless all on the way is exact in any format."""
    known: dict[Node, float] = {counter: value}
    for below in topological([node]):
        if below in known:
            continue
        if below.op == "const" and isinstance(below.attr, int | float):
            known[below] = float(below.attr)
        elif below.op in ARITHMETIC and all(arg in known for arg in below.args):
            known[below] = float(ARITHMETIC[below.op](*(known[arg] for arg in below.args)))
        else:
            return None
        if not ((16 * known[below]).is_integer() and abs(known[below]) <= WIDEST):
            return None
    return known[node]


def _reads(flow: Flow, header: Block, number: int, counter: Node, values: list[float]) -> tuple[int, dict[Node, AtCount]]:
    """Uniforms that are read at a place that grows evenly from round to round, and by how much: the commonest step only."""
    body = [block for block in flow.order if block in flow.loops[header]]
    found: dict[Node, tuple[int, int]] = {}
    for node in topological([root for block in body for root in roots(block)]):
        if node.op == "uniform_at" and _phis_below(node.args[0]) == [counter]:
            places = [_value(node.args[0], counter, value) for value in values]
            line = _line(places)
            if line is not None:
                found[node] = line
    steps = Counter(step for _, step in found.values())
    fitting = [step for step, _ in steps.most_common() if 0 < step * (len(values) - 1) <= FARTHEST or (step == 0 and len(values) == 1)]
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


def _test_count(graph: Graph, fresh: Graph, flow: Flow, latch: Block, number: int) -> None:
    block = fresh.blocks[graph.blocks.index(latch)]
    old, new = latch.terminator, block.terminator
    assert isinstance(old, Branch)
    assert isinstance(new, Branch)
    goes_back = old.then.target in flow.loops and latch in flow.loops[old.then.target]
    back, out = (new.then, new.otherwise) if goes_back else (new.otherwise, new.then)
    block.terminator = Branch(block.make(AGAIN, BOOL, (), number), back, out)


def _drop_dead_phis(graph: Graph) -> None:
    """A phi that only its own next value needs is none."""
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
    """What a block needs besides what it hands to phis."""
    edges = successors(block)
    handed = sum(len(edge.values) for edge in edges)
    found = list(roots(block))
    return found[: len(found) - handed]
