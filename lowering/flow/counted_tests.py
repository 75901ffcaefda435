"""Tests of counters at the end of loops: the number of rounds they allow, and transformations that create such tests.

A test of a counter combined with another condition becomes two tests. If a loop is left by a test of a counter in its
middle and also at its end, to the same place with the same values, the test may as well be made at the end.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from gpucc.isa.model import Format
from gpucc.lowering.flow.cfg import ControlFlow, analyse, successors
from gpucc.lowering.flow.counted_uniforms import ByUniform, counted_by
from gpucc.lowering.graph import BOOL, Block, Branch, Edge, Graph, Jump, Node, topological
from gpucc.lowering.rewrite import GraphRewriter
from gpucc.records import dataclass

WIDEST = 4096


@dataclass(frozen=True, slots=True)
class Reach:
    """The limits for simulating counters: at most `rounds` rounds. Values are rounded to `format`; without one, all of
    them must be exact in every format.
    """

    rounds: int = 256
    format: Format | None = None

    def take(self, value: float) -> float | None:
        """Return the value as the format has it, or None if that depends on the format, or is no number."""
        if self.format is None:
            return value if (16 * value).is_integer() and abs(value) <= WIDEST else None
        held = self.format.rounded(value)
        return held if math.isfinite(held) else None


HARDWARE = Reach()
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
    "band": lambda a, b: a and b,
    "bor": lambda a, b: a or b,
    "bxor": lambda a, b: a != b,
    "bnot": lambda a: not a,
}


def split_tests(graph: Graph, registers: frozenset[int] = frozenset(), reach: Reach = HARDWARE) -> Graph:
    """Split tests at the ends of loops: a counter is tested first, in a block of its own, then the other condition."""
    fresh = GraphRewriter().run(graph)
    flow = analyse(fresh)
    names = {block.name for block in fresh.blocks}
    for header in sorted(flow.loops, key=lambda block: flow.index[block]):
        latch = latch_of(flow, header)
        if (
            latch is None
            or rounds_of(flow, header, reach) is not None
            or uniform_of(flow, header, registers) is not None
        ):
            continue
        early = _early_test(flow, header, latch)
        if early is not None:
            _test_late(fresh, header, latch, early, names)
            continue
        assert isinstance(latch.terminator, Branch)
        stays = latch.terminator.then.target is header
        terms = terms_of(latch.terminator.condition, stays)
        counting = [term for term in terms if _is_count(flow, header, latch, term, stays, registers, reach)]
        if len(terms) > 1 and counting:
            _split(fresh, header, latch, terms, counting[-1], names)
    return fresh


def _is_count(
    flow: ControlFlow, header: Block, latch: Block, term: Node, stays: bool, registers: frozenset[int], reach: Reach
) -> bool:
    if _counts(flow, header, latch, term, stays, reach) is not None:
        return True
    return bool(registers) and counted_by(flow, header, latch, term, stays, registers) is not None


def _early_test(flow: ControlFlow, header: Block, latch: Block) -> Block | None:
    """Return a block that in every round tests a counter and leaves the loop to the same place as the loop's end, with
    the same values. If a third exit is between them, the test cannot wait.
    """
    body = flow.loops[header]
    exits = [block for block in body if any(edge.target not in body for edge in successors(block))]
    if len(exits) != 2:
        return None
    out = next(edge for edge in successors(latch) if edge.target not in body)
    if any(block.effects for block in body) or any(other in body and other is not header for other in flow.loops):
        return None
    for block in flow.order:
        if (
            block not in exits
            or block is latch
            or not isinstance(block.terminator, Branch)
            or not flow.dominates(block, latch)
        ):
            continue
        leaving = [edge for edge in successors(block) if edge.target not in body]
        below = phis_below(block.terminator.condition)
        if len(leaving) == 1 and len(below) == 1 and below[0] in header.phis:
            same = leaving[0].target is out.target and all(
                a is b for a, b in zip(leaving[0].values, out.values, strict=True)
            )
            if same:
                return block
    return None


def _test_late(graph: Graph, header: Block, latch: Block, early: Block, names: set[str]) -> None:
    test, last = early.terminator, latch.terminator
    assert isinstance(test, Branch)
    assert isinstance(last, Branch)
    block = _behind(graph, latch, names)
    back = last.then if last.then.target is header else last.otherwise
    leaves = test.then.target is last.then.target or test.then.target is last.otherwise.target
    stays = test.otherwise if leaves else test.then
    out = test.then if leaves else test.otherwise
    early.terminator = Jump(stays)
    block.terminator = Branch(test.condition, out, back) if leaves else Branch(test.condition, back, out)
    go_on = Edge(block)
    latch.terminator = (
        Branch(last.condition, go_on, last.otherwise) if back is last.then else Branch(last.condition, last.then, go_on)
    )


def _behind(graph: Graph, latch: Block, names: set[str]) -> Block:
    name = f"{latch.name}.count"
    while name in names:
        name += "."
    names.add(name)
    block = Block(name)
    graph.blocks.insert(graph.blocks.index(latch) + 1, block)
    return block


def terms_of(condition: Node, stays: bool) -> list[Node]:
    """Return the conditions that must all hold for another round; without `stays`, those of which each ends the
    loop."""
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
    block = _behind(graph, latch, names)
    block.terminator = Branch(counting, old.then, old.otherwise)
    out = old.otherwise if stays else old.then
    leave, go_on = Edge(out.target, list(out.values)), Edge(block)
    latch.terminator = Branch(rest, go_on, leave) if stays else Branch(rest, leave, go_on)


def rounds_of(flow: ControlFlow, header: Block, reach: Reach = HARDWARE) -> tuple[Block, Node, list[float]] | None:
    """Return the latch, the counter, and its value in every round."""
    latch = latch_of(flow, header)
    if latch is None:
        return None
    assert isinstance(latch.terminator, Branch)
    found = _counts(flow, header, latch, latch.terminator.condition, latch.terminator.then.target is header, reach)
    return None if found is None else (latch, *found)


def uniform_of(flow: ControlFlow, header: Block, registers: frozenset[int]) -> ByUniform | None:
    """Return the uniform that counts the loop."""
    latch = latch_of(flow, header) if registers else None
    if latch is None:
        return None
    assert isinstance(latch.terminator, Branch)
    return counted_by(
        flow, header, latch, latch.terminator.condition, latch.terminator.then.target is header, registers
    )


def _counts(
    flow: ControlFlow, header: Block, latch: Block, condition: Node, stays: bool, reach: Reach
) -> tuple[Node, list[float]] | None:
    """Return the counter and its values, if the loop continues while a condition on it holds (or fails, without
    `stays`).
    """
    body = flow.loops[header]
    back = [edge for edge in successors(latch) if edge.target is header]
    counters = phis_below(condition)
    if len(counters) != 1 or counters[0] not in header.phis:
        return None
    counter = counters[0]
    place = header.phis.index(counter)
    entries = [
        edge.values[place]
        for block in flow.order
        if block not in body
        for edge in successors(block)
        if edge.target is header
    ]
    following = back[0].values[place]
    if any(entry.op != "const" or entry.attr != entries[0].attr for entry in entries) or phis_below(following) != [
        counter
    ]:
        return None
    start = entries[0].attr
    if not isinstance(start, int | float):
        return None
    values = [float(start)]
    follow = follower((condition, following), counter, reach)
    while follow is not None and len(values) <= reach.rounds:
        found = follow(values[-1])
        if found is None:
            return None
        if bool(found[0]) is not stays:
            return counter, values
        values.append(found[1])
    return None


def latch_of(flow: ControlFlow, header: Block) -> Block | None:
    """Return the only block that goes back to the header, if the loop is left there too."""
    body = flow.loops[header]
    latches = [block for block in dict.fromkeys(flow.before[header]) if block in body]
    if len(latches) != 1 or not isinstance(latches[0].terminator, Branch):
        return None
    inside = [edge.target in body for edge in successors(latches[0])]
    return latches[0] if sum(inside) == 1 else None


def phis_below(node: Node) -> list[Node]:
    return [below for below in topological([node]) if below.op == "phi"]


def value_of(node: Node, counter: Node, value: float, reach: Reach = HARDWARE) -> float | None:
    """Return the node's value in a round, or None unless every value on the way is exact."""
    follow = follower((node,), counter, reach)
    found = None if follow is None else follow(value)
    return None if found is None else found[0]


def follower(wanted: Sequence[Node], counter: Node, reach: Reach) -> Callable[[float], list[float] | None] | None:
    """Return a function from the counter's value to those of the wanted nodes, or None if they depend on other values.

    The function returns None if a value on the way is not exact.
    """
    places = {counter: 0}
    start = [0.0]
    steps: list[tuple[int, Callable[..., float], list[int]]] = []
    for below in topological(list(wanted)):
        if below in places:
            continue
        places[below] = len(start)
        if below.op in ("const", "kept") and isinstance(below.attr, int | float):
            constant = reach.take(float(below.attr))
            if constant is None:
                return None
            start.append(constant)
        elif below.op in ARITHMETIC:
            steps.append((len(start), ARITHMETIC[below.op], [places[arg] for arg in below.args]))
            start.append(0.0)
        else:
            return None
    ends = [places[node] for node in wanted]

    def follow(value: float) -> list[float] | None:
        known = [value, *start[1:]]
        for place, operation, args in steps:
            found = reach.take(float(operation(*[known[arg] for arg in args])))
            if found is None:
                return None
            known[place] = found
        return [known[end] for end in ends]

    return follow
