"""Simplifies a graph by assumed ranges and whole numbers: decides comparisons and removes needless operations.

A range holds for a value that is not NaN. Computed values are rounded in the target's format, so computed bounds are
widened by more than the coarsest format's rounding, and large ones are dropped. Two numbers of the source may be one in
that format, so a comparison is decided only if the numbers and what the format makes of them decide it alike.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from gpucc.isa.model import Format
from gpucc.lowering.graph import BOOL, NSZ, Block, Graph, Node
from gpucc.lowering.rewrite import GraphRewriter, copy
from gpucc.program import Assumption, Interface
from gpucc.records import dataclass

ROUNDED = 2.0**-9
# operations on numbers up to this limit cannot overflow unnoticed in halves
LARGEST = 60000.0
WHOLE = frozenset(("floor", "ceil", "trunc", "rint", "round"))
LESS = {"folt": False, "fult": False, "islt": False, "fole": True, "fule": True, "isle": True}
FILES = ("input", "uniform")
EQUAL = {"foeq": True, "fueq": True, "ieq": True, "fone": False, "fune": False, "ine": False}


@dataclass(frozen=True, slots=True)
class AssumedRange:
    low: float
    high: float
    whole: bool = False

    @property
    def finite(self) -> bool:
        return max(-self.low, self.high) <= LARGEST

    def held(self, format: Format) -> AssumedRange:
        """The range after its ends were rounded to the format."""
        return AssumedRange(format.rounded(self.low), format.rounded(self.high), self.whole)


Leaves = Mapping[tuple[str, int, int], AssumedRange]


def leaf_facts(assumed: Iterable[Assumption], interface: Interface) -> Leaves:
    """Return the assumptions about each component of a register, by kind."""
    slots = {slot.name: slot for slot in (*interface.inputs, *interface.uniforms)}
    found: dict[tuple[str, int, int], AssumedRange] = {}
    for one in assumed:
        slot = slots[one.name]
        for word in one.words:
            key = (slot.kind, slot.register + word.word // 4, word.word % 4)
            old = found.get(key, AssumedRange(-math.inf, math.inf))
            found[key] = AssumedRange(max(old.low, word.low), min(old.high, word.high), old.whole or word.whole)
    return found


def use_facts(graph: Graph, leaves: Leaves, format: Format) -> Graph:
    """Return the graph without the operations that the assumed facts make superfluous."""
    return _FactUser(leaves, format).run(graph) if leaves else graph


class _FactUser(GraphRewriter):
    def __init__(self, leaves: Leaves, format: Format) -> None:
        super().__init__()
        self.leaves, self.format = leaves, format
        self.known: dict[Node, AssumedRange] = {}

    def node(self, block: Block, node: Node, args: tuple[Node, ...]) -> Node:
        made = self.simpler(block, node, args)
        if made is None:
            made = copy(block, node, args)
            found = self.range_of(made)
            if found is not None:
                self.known[made] = found
        return made

    def simpler(self, block: Block, node: Node, args: tuple[Node, ...]) -> Node | None:
        """Return a replacement of this node, if the facts permit one."""
        op, known = node.op, [self.get(arg) for arg in args]
        first = known[0] if known else None
        if op in WHOLE and first is not None and first.whole:
            return args[0]
        if op == "fabs" and first is not None and first.low >= 0:
            return args[0]
        # the fraction of a whole number; a product of whole numbers may be an infinity
        if op == "fsub" and args[0] is args[1] and first is not None and (first.finite or args[0].op in FILES):
            return block.make("const", node.type, (), 0.0) if first.finite or first.whole else None
        if op in ("fmin", "fmax", *LESS, *EQUAL) and len(known) == 2 and first is not None and known[1] is not None:
            return self.decided(block, op, args, (first, known[1]))
        if op == "band" and any(arg.op == "const" and not arg.attr for arg in args):
            return block.make("const", BOOL, (), False)
        if op == "btof" and args[0].op == "const":
            return block.make("const", node.type, (), float(bool(args[0].attr)))
        zero = op == "fadd" and args[1].op == "const" and args[1].attr == 0.0
        # the sum of -0 and 0 is 0
        if zero and first is not None and (node.flags & NSZ or first.low > 0):
            return args[0]
        return None

    def decided(
        self, block: Block, op: str, args: tuple[Node, ...], known: tuple[AssumedRange, AssumedRange]
    ) -> Node | None:
        same = args[0] is args[1]
        a, b = known
        answer = _answer(op, a, b, same)
        if answer is None or _answer(op, a.held(self.format), b.held(self.format), same) != answer:
            return None
        return args[answer] if op in ("fmin", "fmax") else block.make("const", BOOL, (), answer)

    def get(self, node: Node) -> AssumedRange | None:
        if node.op == "const" and isinstance(node.attr, int | float) and not isinstance(node.attr, bool):
            value = float(node.attr)
            return None if math.isnan(value) else AssumedRange(value, value, value.is_integer())
        return self.known.get(node)

    def range_of(self, node: Node) -> AssumedRange | None:
        if node.op in FILES:
            place = node.attr
            return self.leaves.get((node.op, *place)) if isinstance(place, tuple) and len(place) == 2 else None
        if node.type == BOOL or node.op == "phi":
            return None
        if node.op == "btof":
            return AssumedRange(0.0, 1.0, True)
        given = [self.get(arg) for arg in node.args]
        if node.op == "select" and given[1] is not None and given[2] is not None:
            a, b = given[1:]
            return AssumedRange(min(a.low, b.low), max(a.high, b.high), a.whole and b.whole) if a and b else None
        known = [one for one in given if one is not None]
        return _computed(node.op, known) if known and len(known) == len(given) else None


def _answer(op: str, a: AssumedRange, b: AssumedRange, same: bool) -> bool | None:
    """The truth of a comparison, or whether the second is the least or greatest of two numbers; None if the ranges do
    not tell. `same`: both are one value."""
    if op in ("fmin", "fmax"):
        return op == "fmax" if a.high <= b.low else op == "fmin" if b.high <= a.low else None
    if op in LESS:
        below = a.high <= b.low if LESS[op] else a.high < b.low
        above = a.low > b.high if LESS[op] else a.low >= b.high or same
        return True if below else False if above else None
    return not EQUAL[op] if a.high < b.low or b.high < a.low else None


def _computed(op: str, known: list[AssumedRange]) -> AssumedRange | None:
    a, b = known[0], known[-1]
    match op:
        case "fneg":
            return AssumedRange(-a.high, -a.low, a.whole)
        case "fabs":
            least = 0.0 if a.low <= 0 <= a.high else min(abs(a.low), abs(a.high))
            return AssumedRange(least, max(-a.low, a.high), a.whole)
        case "fmin":
            return AssumedRange(min(a.low, b.low), min(a.high, b.high), a.whole and b.whole)
        case "fmax":
            return AssumedRange(max(a.low, b.low), max(a.high, b.high), a.whole and b.whole)
        case "uitofp" if a.low < 0:
            return None
        case "sitofp" | "uitofp" | "fptosi":
            return AssumedRange(math.floor(a.low), math.ceil(a.high), True) if a.finite else None
        case "floor" | "ceil" | "trunc" | "rint" | "round":
            return AssumedRange(math.floor(a.low), math.ceil(a.high), True) if a.finite else None
    if op not in ("fadd", "fsub", "fmul") or not (a.finite and b.finite):
        return None
    if op == "fmul":
        ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    else:
        b = b if op == "fadd" else AssumedRange(-b.high, -b.low, b.whole)
        ends = [a.low + b.low, a.high + b.high]
    slack = ROUNDED * max(map(abs, ends))
    low = 0.0 if min(ends) == 0 else min(ends) - slack
    high = 0.0 if max(ends) == 0 else max(ends) + slack
    return AssumedRange(low, high, a.whole and b.whole)
