"""Guards for selects that are computed by blending.

A target without a select computes `c ? a : b` as c*a + (1-c)*b, and zero times infinity is NaN: `x == 0 ? 0 : 1/x`
would be NaN for x = 0. So if the arm that is not taken could be an infinity or a NaN, its operations get a harmless
operand there: 1/(x - 1), with the 1 from the condition. Where the arm is taken, the operand is unchanged, bit for bit;
the forms also preserve the sign of a zero and a NaN.

Two operations always suffice (x*c - (1-c) for a divisor), and one if more is known: a factor of the condition makes a
root's operand zero; for `x > 0` the larger of x and 1-c is enough; and if the condition limits x where it does not
hold, a sum moves x away from the dangerous values. Nothing is done if the range of the operand excludes them.
"""

from __future__ import annotations

from collections.abc import Mapping

from gpucc.isa.model import Format
from gpucc.lowering.graph import F32, Block, Graph, Node, roots, topological
from gpucc.lowering.guards.kinds import ANYTHING, NAN, OPERAND, Kinds
from gpucc.lowering.guards.ranges import NOTHING, ConditionFacts, GuardRanges, Range
from gpucc.lowering.logic import both, invert
from gpucc.lowering.rewrite import GraphRewriter, copy, pending
from gpucc.lowering.simplify.facts import never_negative_zero
from gpucc.records import dataclass

COMPARES = frozenset("folt fole fult fule".split())


class TooManyGuards(Exception):
    """Guards for arms within arms take more copies than wanted."""


def guard(graph: Graph, format: Format, most: int | None = None) -> Graph:
    """Return the graph with every select safe to blend, except those that `unsafe` returns. Raise TooManyGuards if that
    takes more than `most` copies: an arm is copied for each choice around it."""
    return _guarded(graph, format, most)[0]


def unsafe(graph: Graph, format: Format) -> set[Node]:
    """Return the conditions of selects that no guard makes safe, because an infinity or NaN comes from another block or
    is a literal.
    """
    return _guarded(graph, format)[1]


def _guarded(graph: Graph, format: Format, most: int | None = None) -> tuple[Graph, set[Node]]:
    """Return the graph and the unsafe conditions of the old one, repeated until the kinds of all phis are known."""
    phis: dict[Node, int] = {}
    while True:
        rewriter = _Guard(format, phis, most)
        result = rewriter.run(graph)
        found = rewriter.handed(graph)
        if all(kind | phis.get(phi, 0) == phis.get(phi, 0) for phi, kind in found.items()):
            return result, rewriter.unsafe
        phis = {phi: kind | phis.get(phi, 0) for phi, kind in found.items()}


def endangered(graph: Graph, format: Format) -> set[Node]:
    """Return the selects that are not safe to blend: those with an arm that may be harmful where it is not taken."""
    ranges = GuardRanges(format)
    kinds, harm = Kinds(format, ranges), harmful(format)
    nodes = topological([root for block in graph.blocks for root in roots(block)])
    blended = [node for node in nodes if _is_blend(node)]
    return {node for node in blended if any(kinds.of(arm) & harm for arm in node.args[1:])}


def spoilt_where(format: Format, condition: Node, arm: Node) -> bool:
    """Return whether an operation in the arm may create an infinity or NaN in lanes where the condition holds."""
    ranges = GuardRanges(format)
    kinds = Kinds(format, ranges)
    if not kinds.of(arm):
        return False
    known = ranges.facts(condition, True).known
    return any(node.op in OPERAND and kinds.made(node, known) for node in topological([arm]))


def harmful(format: Format) -> int:
    """Return the kinds of values that do not become zero in a product with zero."""
    return NAN if format.zero_times_inf_is_zero else ANYTHING


def _is_blend(node: Node) -> bool:
    """Return whether the node is a select of floats that is not computed as a minimum or maximum."""
    return node.op == "select" and node.type == F32 and not _is_extreme(node)


def _is_extreme(node: Node) -> bool:
    """Return whether the select is x < k ? x : k or the like, with a literal that is taken where the comparison is
    unordered.
    """
    condition, a, b = node.args
    if condition.op not in COMPARES or {a, b} != set(condition.args):
        return False
    unordered = b if condition.op[1] == "o" else a
    return unordered.op == "const" and unordered.attr != 0.0


@dataclass(frozen=True, slots=True)
class _Case:
    """One side of a select: the condition that holds where the side is taken, and the facts that follow from it and
    from its opposite.
    """

    block: Block
    taken: Node
    here: ConditionFacts
    elsewhere: ConditionFacts

    def factor(self) -> Node:
        return self.block.make("btof", F32, (self.taken,))

    def other(self) -> Node:
        return self.block.make("btof", F32, (invert(self.block, self.taken),))


class _Guard(GraphRewriter):
    def __init__(self, format: Format, phis: Mapping[Node, int], most: int | None = None) -> None:
        """Start with `phis`, the kinds of values of the old graph's phis besides numbers. `most` limits the copies."""
        super().__init__()
        self.most, self.copies = most, 0
        self.phis = phis
        self.unsafe: set[Node] = set()
        self.ranges = GuardRanges(format)
        self.kinds = Kinds(format, self.ranges)
        self.harm = harmful(format)
        self.signless = not format.negative_zero
        self.cases: dict[tuple[Block, Node], tuple[_Case, dict[Node, Node]]] = {}
        # for a guarded operation: the operand without its guard, and the condition under which that is used
        self.guarded: dict[Node, tuple[Node, Node]] = {}
        # values made of guarded ones, without the guards; except operations that hide infinities and NaNs, such as a
        # minimum, because a wrong result of these would go unnoticed
        self.plain: dict[Node, Node] = {}

    def node(self, block: Block, node: Node, args: tuple[Node, ...]) -> Node:
        made = copy(block, node, args)
        safe = made
        if _is_blend(made):
            safe = self._guarded_choice(block, made)
            if any(self._beyond_guards(arm) for arm in safe.args[1:]):
                self.unsafe.add(node.args[0])
        plain = tuple([self.plain.get(arg, arg) for arg in args])
        if safe is not made or plain != args:
            bare = copy(block, node, plain)
            if all(self.kinds.of(arg) & self.harm & ~self.kinds.of(bare) == 0 for arg in plain if arg not in args):
                self.plain[safe] = bare
        return safe

    def phi(self, block: Block, node: Node) -> Node:
        fresh = super().phi(block, node)
        self.kinds.found[fresh] = self.phis.get(node, 0)
        return fresh

    def handed(self, graph: Graph) -> dict[Node, int]:
        """Return the kinds of values that reach each of the old graph's phis."""
        found: dict[Node, int] = {}
        for block in graph.blocks:
            for edge in block.terminator.edges() if block.terminator else ():
                for phi, value in zip(edge.target.phis, edge.values, strict=True):
                    found[phi] = found.get(phi, 0) | self.kinds.of(self.new[value])
        return found

    def _guarded_choice(self, block: Block, made: Node) -> Node:
        condition, a, b = made.args
        spoilt = [bool(self.kinds.of(arm) & self.harm) for arm in (a, b)]
        if not any(spoilt):
            return made
        shared = self._sources(a) & self._sources(b) if all(spoilt) else set()
        arms = [
            self._tamed(block, arm, taken, shared) if spoils else arm
            for arm, taken, spoils in ((a, condition, spoilt[0]), (b, invert(block, condition), spoilt[1]))
        ]
        return copy(block, made, (condition, *arms))

    def _beyond_guards(self, arm: Node) -> bool:
        """Return whether an arm is harmful although no operand of it can be guarded: a literal is, or a value of
        another block."""
        return any(not node.args and self.kinds.of(node) & self.harm for node in self._spoilt(arm))

    def _sources(self, arm: Node) -> set[Node]:
        return {node for node in self._spoilt(arm) if node.op in OPERAND and self.kinds.made(node)}

    def _spoilt(self, arm: Node) -> list[Node]:
        """Return the nodes that bring infinities and NaNs into an arm, operands first."""
        clean: set[Node] = set()
        order: list[Node] = []
        stack = [(arm, False)]
        seen: set[Node] = set()
        while stack:
            node, done = stack.pop()
            if done:
                order.append(node)
                continue
            if node in seen or node in clean:
                continue
            if not self.kinds.of(node):
                clean.add(node)
                continue
            seen.add(node)
            stack.append((node, True))
            stack += [(arg, False) for arg in reversed(node.args)]
        return order

    def _tamed(self, block: Block, arm: Node, taken: Node, shared: set[Node]) -> Node:
        """Return the arm with harmless operands where it is not taken. Nodes that spoil both arms are left, since they
        spoil the select in any case.
        """
        known = self.cases.get((block, taken))
        if known is None:
            facts = self.ranges.facts
            known = self.cases[block, taken] = _Case(block, taken, facts(taken, True), facts(taken, False)), {}
        case, clones = known
        if shared:
            clones = {}
        plain = self.plain.get(arm, arm)
        if not any(self.kinds.made(node, case.here.known) for node in self._sources(plain) - shared):
            arm = plain  # this guard also serves the nodes below
        for node in self._spoilt(arm):
            if node in clones:
                continue
            args = tuple([clones.get(arg, arg) for arg in node.args])
            # what is known of an operand is not known of its guarded form
            clone = node if args == node.args else copy(block, node, args)
            self.copies += clone is not node
            if self.most is not None and self.copies > self.most:
                raise TooManyGuards
            if node.op in OPERAND and node not in shared and self.kinds.made(clone, case.elsewhere.known):
                clone = self._guarded(case, node, args)
            clones[node] = clone
        return clones[arm]

    def _guarded(self, case: _Case, node: Node, args: tuple[Node, ...]) -> Node:
        place = OPERAND[node.op]
        operand = args[place]
        if node in self.guarded and operand is node.args[place]:
            # guarded already: one guard for both conditions
            operand, before = self.guarded[node]
            taken = both(case.block, case.taken, before)
            case = _Case(case.block, taken, self.ranges.facts(taken, True), self.ranges.facts(taken, False))
        safe = self._operand(case, node, operand, same=operand is node.args[place])
        made = copy(case.block, node, (*args[:place], safe, *args[place + 1 :]))
        self.guarded.setdefault(made, (operand, case.taken))
        if not self.kinds.made(node, case.here.known):
            for other in pending(made.args, self.kinds.found):
                self.kinds.of(other)
            self.kinds.found[made] = self.kinds.carried(made)
        return made

    # forms ------------------------------------------------------------------------------------------------------------

    def _operand(self, case: _Case, node: Node, x: Node, same: bool) -> Node:
        """Return x where the side is taken, elsewhere an operand for which the operation is a number. `same`: the facts
        are about this x.
        """
        block = case.block
        match node.op:
            case "sqrt" | "exp2" | "fadd" | "fmul":
                return block.make("fmul", F32, (x, case.factor()))
            case "fdiv" if x.op == "sqrt":
                inner = self.guarded[x][0] if x in self.guarded else x.args[0]
                return block.make(
                    "sqrt", F32, (self._positive(case, inner, inner in node.args[1].args),), None, x.flags, x.location
                )
            case "pow" if self.kinds.overflows(node, case.elsewhere.known if same else NOTHING):
                one = block.make("fmul", F32, (x, case.factor()))
                return self._raised(case, one, not self._never_zero(case, x))
            case "log2" | "pow":
                return self._positive(case, x, same, signed=node.op == "pow")
        # sums work for an infinite x, too: times a factor of zero it would be NaN
        there = self._elsewhere(case, x, same)
        if not there.has(1.0):
            return block.make("fsub", F32, (x, case.other()))
        if not there.has(-1.0):
            return self._raised(case, x, not self._never_zero(case, x))
        return block.make("fsub", F32, (block.make("fmul", F32, (x, case.factor())), case.other()))

    def _positive(self, case: _Case, x: Node, same: bool, signed: bool = True) -> Node:
        """Return a value that is x where the side is taken and more than zero elsewhere; without `signed`, a -0 may
        become 0."""
        block = case.block
        if same and x in case.here.numbers and self.ranges.of(x, case.here.known).positive:
            return block.make("fmax", F32, (x, case.other()))
        if self._elsewhere(case, x, same).low <= -1.0:
            x, origin = block.make("fmul", F32, (x, case.factor())), x
            return self._raised(case, x, signed and not self._never_zero(case, origin))
        return self._raised(case, x, signed and not self._never_zero(case, x))

    def _elsewhere(self, case: _Case, x: Node, same: bool) -> Range:
        """Return the range of x in lanes where the side is not taken, including the condition's facts if they are about
        this x."""
        return self.ranges.of(x, case.elsewhere.known if same else NOTHING)

    def _never_zero(self, case: _Case, x: Node) -> bool:
        """Return whether x is never -0 where the side is taken."""
        return self.signless or never_negative_zero(x) or not self.ranges.of(x, case.here.known).has(0.0)

    def _raised(self, case: _Case, x: Node, signed: bool) -> Node:
        """Return x + 1 where the side is not taken. `signed` keeps a zero's sign: -0 - 0 is -0, but -0 + 0 is not."""
        block = case.block
        if not signed:
            return block.make("fadd", F32, (x, case.other()))
        less = block.make("fsub", F32, (case.factor(), block.make("const", F32, (), 1.0)))
        return block.make("fsub", F32, (x, less))
