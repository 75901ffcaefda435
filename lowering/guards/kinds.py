"""Kinds of values besides numbers, if all inputs are numbers of ordinary size: infinities of either sign, and NaN."""

from __future__ import annotations

import math

from gpucc.isa.model import Format
from gpucc.lowering.graph import Node
from gpucc.lowering.guards.ranges import NOTHING, GuardRanges, KnownRanges, Range
from gpucc.lowering.rewrite import pending

PLUS, MINUS, NAN = 1, 2, 4
INFINITE = PLUS | MINUS
ANYTHING = INFINITE | NAN
# the operand that decides whether an operation creates an infinity or NaN; sums do if they stand for a literal
# infinity, products if they are known to be large, as those are that make a power of two from the bits of its exponent
OPERAND = {"fdiv": 1, "frem": 1, "sqrt": 0, "log2": 0, "exp2": 0, "pow": 0, "fadd": 0, "fmul": 0}
KEEPS = frozenset("floor ceil trunc round rint fpconvert".split())


class Kinds:
    """Computes kinds. `found` has the kinds of values; a caller with better knowledge can set them there."""

    def __init__(self, format: Format, ranges: GuardRanges) -> None:
        self.zero_wins = format.zero_times_inf_is_zero
        # numbers of ordinary size are at most the root of the format's range, so that any product of two is in it
        self.limit = float(2 ** (format.exponent - 2))
        self.half = overflowing_half(format)
        self.root = math.sqrt(2.0 * self.half)
        self.ranges = ranges
        self.found: dict[Node, int] = {}

    def of(self, node: Node) -> int:
        if node not in self.found:
            for other in pending([node], self.found):
                self.found[other] = self.made(other) | self.carried(other)
        return self.found[node]

    def made(self, node: Node, known: KnownRanges = NOTHING) -> int:
        """Return the kinds that an operation creates from numbers."""
        args = node.args
        match node.op:
            case "const":
                return _literal(node.attr) if isinstance(node.attr, float) else 0
            case "fdiv":
                if not self.ranges.of(args[1], known).has(0.0):
                    return 0
                return INFINITE | (NAN if self.ranges.of(args[0], known).has(0.0) and not self.zero_wins else 0)
            case "frem":
                return NAN if self.ranges.of(args[1], known).has(0.0) else 0
            case "sqrt":
                return NAN if self.ranges.of(args[0], known).low < 0.0 else 0
            case "log2":
                inner = self.ranges.of(args[0], known)
                return (NAN if inner.low < 0.0 else 0) | (MINUS if inner.has(0.0) else 0)
            case "exp2":
                return PLUS if self.ranges.of(args[0], known).high >= self.limit else 0
            case "fmul":
                return INFINITE if self._beyond(*(self.ranges.of(arg, known) for arg in args)) else 0
            case "fadd" if self._overflowing(*args):
                range = self.ranges.of(args[0], known)
                return (PLUS if range.high >= self.half else 0) | (MINUS if range.low <= -self.half else 0)
            case "pow":
                base, power = self.ranges.of(args[0], known), self.ranges.of(args[1], known)
                even = power.low == power.high and power.low % 2.0 == 0.0
                below = NAN if base.low < 0.0 and not even else 0
                pole = base.has(0.0) and power.low < 0.0
                return below | (PLUS if pole or self.overflows(node, known) else 0)
        return 0

    def _overflowing(self, one: Node, other: Node) -> bool:
        """Return whether a sum is that of a large product and itself (see `legalise.blends`), maybe with guards."""
        one, other = _unguarded(one), _unguarded(other)
        factor = one.args[1].attr if one is other and one.op == "fmul" and one.args[1].op == "const" else None
        return isinstance(factor, float) and abs(factor) >= self.half

    def _beyond(self, one: Range, other: Range) -> bool:
        """Return whether a product overflows by what is known of one factor at least, and they do not by themselves."""
        sizes = [limits.size().high for limits in (one, other)]
        known = [size for size in sizes if size != math.inf]
        if not known or max(known) >= 2.0 * self.half:
            return False
        return math.prod(self.root if size == math.inf else size for size in sizes) >= 2.0 * self.half

    def overflows(self, node: Node, known: KnownRanges = NOTHING) -> bool:
        """Return whether a power of numbers of ordinary size may be beyond the format. A square is not."""
        base, power = (self.ranges.of(arg, known) for arg in node.args)
        logs = [math.log2(min(max(bound, 1.0 / self.limit), self.limit)) for bound in (abs(base.low), base.high)]
        if base.low < 0.0 or base.has(0.0):
            logs.append(-math.log2(self.limit))
        bounds = [min(max(bound, -self.limit), self.limit) for bound in (power.low, power.high)]
        return max(log * bound for log in logs for bound in bounds) > 2.0 * math.log2(self.limit)

    def carried(self, node: Node) -> int:
        """Return the kinds that result from infinities and NaNs among the operands."""
        kinds = [self.found[arg] for arg in node.args]
        if not any(kinds):
            return 0
        every = 0
        for kind in kinds:
            every |= kind
        match node.op:
            case "fneg":
                return _negated(kinds[0])
            case "fabs":
                return (PLUS if every & INFINITE else 0) | (every & NAN)
            case "fadd":
                return self._sum(kinds[0], kinds[1])
            case "fsub":
                return self._sum(kinds[0], _negated(kinds[1]))
            case "fmul":
                return every & NAN | (INFINITE | (0 if self.zero_wins else NAN) if every & INFINITE else 0)
            case "fdiv":
                return (
                    every & NAN
                    | (INFINITE if kinds[0] & INFINITE else 0)
                    | (NAN if kinds[0] & kinds[1] & INFINITE else 0)
                )
            case "fmin":
                return every & MINUS | kinds[0] & kinds[1] & (PLUS | NAN) | self._mixed(kinds, PLUS)
            case "fmax":
                return every & PLUS | kinds[0] & kinds[1] & (MINUS | NAN) | self._mixed(kinds, MINUS)
            case "sqrt":
                return every & PLUS | (NAN if every & (MINUS | NAN) else 0)
            case "log2":
                return every & PLUS | (NAN if every & (MINUS | NAN) else 0)
            case "exp2":
                return every & (PLUS | NAN)
            case "select":
                return kinds[1] | kinds[2]
            case "texture" | "part" | "btof":
                return 0
            case op if op in KEEPS:
                return every
        return ANYTHING

    def _sum(self, a: int, b: int) -> int:
        opposed = (a & PLUS and b & MINUS) or (a & MINUS and b & PLUS)
        return a | b | (NAN if opposed else 0)

    def _mixed(self, kinds: list[int], infinity: int) -> int:
        """Return `infinity` if a minimum of a NaN and that infinity can occur, since its result is the infinity."""
        a, b = kinds
        return infinity if (a & NAN and b & infinity) or (b & NAN and a & infinity) else 0


def overflowing_half(format: Format) -> float:
    """The least power of two that overflows if it is doubled."""
    return float(2 ** ((1 << (format.exponent - 1)) - 1))


def _unguarded(node: Node) -> Node:
    """Return what is multiplied by conditions where it is not taken."""
    while node.op == "fmul" and node.args[1].op == "btof":
        node = node.args[0]
    return node


def _literal(value: float) -> int:
    return NAN if math.isnan(value) else PLUS if value == math.inf else MINUS if value == -math.inf else 0


def _negated(kind: int) -> int:
    return kind & NAN | (MINUS if kind & PLUS else 0) | (PLUS if kind & MINUS else 0)
