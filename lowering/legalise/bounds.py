"""Limits between which a float lies, as far as operations and conditions show: a conversion to an integer counts on
them.

A conversion of NaN is undefined, so NaN is ignored except where a minimum or maximum makes a number of it. A limit that
the format does not hold is moved outward, by more than roundings may add.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from gpucc.isa.model import Format
from gpucc.lowering.graph import Node
from gpucc.lowering.guards.ranges import GuardRanges
from gpucc.lowering.rewrite import pending

ROUNDINGS = ("floor", "ceil", "trunc", "rint", "round")
# operations whose result is a whole number
WHOLE = frozenset({*ROUNDINGS, "btof"})
# integers beyond this do not matter
FAR = 1 << 64


class Bounds(NamedTuple):
    """`nan`: it may be NaN; `minus_zero`: it may be -0."""

    low: float = -math.inf
    high: float = math.inf
    nan: bool = True
    minus_zero: bool = True

    def whole(self) -> tuple[int, int]:
        """Integers between which it lies; the upper one limits its truncation."""
        return math.floor(max(self.low, -FAR)), math.trunc(min(self.high, FAR))


ANY = Bounds()


class FloatBounds:
    """The bounds of nodes, in numbers of one format."""

    def __init__(self, format: Format) -> None:
        self.format = format
        self.ranges = GuardRanges(format)
        self.found: dict[Node, Bounds] = {}

    def of(self, node: Node) -> Bounds:
        for other in pending([node], self.found):
            self.found[other] = self._operation(other)
        return self.found[node]

    def _operation(self, x: Node) -> Bounds:
        match x.op:
            case "const" if isinstance(x.attr, float) and math.isfinite(x.attr):
                return Bounds(x.attr, x.attr, False, x.attr == 0 and math.copysign(1.0, x.attr) < 0)
            case "btof":
                return Bounds(0.0, 1.0, False, False)
            case "select":
                return self._choice(x)
        args = [self.found[arg] for arg in x.args]
        match x.op:
            case "fabs":
                (a,) = args
                least = 0.0 if a.low <= 0 <= a.high else min(abs(a.low), abs(a.high))
                return Bounds(least, max(abs(a.low), abs(a.high)), a.nan, False)
            case "fneg":
                (a,) = args
                return Bounds(-a.high, -a.low, a.nan, True)
            case _ if x.op in ROUNDINGS:
                (a,) = args
                low = a.low if math.isinf(a.low) else float(math.floor(a.low))
                high = a.high if math.isinf(a.high) else float(math.ceil(a.high))
                return Bounds(low, high, a.nan, a.minus_zero or a.low < 0)
            case "fmin" | "fmax":
                return self._extreme(x.op, args[0], args[1])
            case "fadd" | "fsub":
                a, b = args
                b = b if x.op == "fadd" else Bounds(-b.high, -b.low, b.nan)
                low, high = self._outward(a.low + b.low, a.high + b.high)
                return self._checked(low, high, (a, b), positive=low > 0)
            case "fmul":
                a, b = args
                ends = [p * q for p in (a.low, a.high) for q in (b.low, b.high)]
                if any(end != end for end in ends):
                    return ANY
                low, high = self._outward(min(ends), max(ends))
                plain = min(a.low, b.low) >= 0 and not (a.minus_zero or b.minus_zero)
                return self._checked(low, high, (a, b), positive=plain)
        return ANY

    def _checked(self, low: float, high: float, args: tuple[Bounds, Bounds], positive: bool) -> Bounds:
        if low != low or high != high:
            return ANY
        finite = all(math.isfinite(limit) for one in args for limit in (one.low, one.high))
        return Bounds(low, high, any(one.nan for one in args) or not finite, not positive)

    def _extreme(self, op: str, a: Bounds, b: Bounds) -> Bounds:
        choice = min if op == "fmin" else max
        low, high = choice(a.low, b.low), choice(a.high, b.high)
        # of NaN and a number it is the number
        for this, other in ((a, b), (b, a)):
            if this.nan:
                low, high = min(low, other.low), max(high, other.high)
        positive = op == "fmax" and any(one.low >= 0 and not one.minus_zero and not one.nan for one in (a, b))
        return Bounds(low, high, a.nan and b.nan, not positive and (a.minus_zero or b.minus_zero))

    def _choice(self, x: Node) -> Bounds:
        condition, *arms = x.args
        sides = []
        for holds, arm in zip((True, False), arms, strict=True):
            known = self.ranges.facts(condition, holds).known.get(arm)
            side = self.found[arm]
            if known is not None:
                side = side._replace(low=max(side.low, known.low), high=min(side.high, known.high))
            if side.low > side.high:
                # never, or NaN
                return ANY
            sides.append(side)
        a, b = sides
        return Bounds(min(a.low, b.low), max(a.high, b.high), a.nan or b.nan, a.minus_zero or b.minus_zero)

    def _outward(self, low: float, high: float) -> tuple[float, float]:
        return -self._up(-low), self._up(high)

    def _up(self, limit: float) -> float:
        if not math.isfinite(limit) or self.format.rounded(limit) == limit:
            return limit
        return limit + math.ldexp(abs(limit), 2 - self.format.mantissa)
