"""Trip counts of loops whose index, bound and step are constants. AGSL allows no other loops, because it unrolls
them."""

from __future__ import annotations

import math

from gpucc.frontend.places import Complaints
from gpucc.frontend.syntax import LoopStmt
from gpucc.frontend.typed import (
    Count,
    Do,
    GroupCode,
    LocalCode,
    Operate,
    ReadNode,
    StoreNode,
    Symbol,
    TypedCode,
    TypedNode,
)
from gpucc.frontend.types import ERROR

MOST_ITERATIONS = 100_000
LOOP = "AGSL takes loops of the form for (int i = 0; i < 10; i++), all numbers constant"


class LoopChecker:
    """Counts the iterations of loops that have the form required by the language."""

    def __init__(self, report: Complaints) -> None:
        self.report = report

    def counter(
        self, first: TypedCode | None, test: TypedNode | None, step: TypedNode | None
    ) -> tuple[Symbol | None, int]:
        """The index of a loop in the form of appendix A of GLSL ES with constant numbers, and its trip count."""
        if (
            not isinstance(first, LocalCode)
            or first.initial is None
            or first.initial.value is None
            or not first.symbol.type.is_scalar
        ):
            return None, 1
        match step:
            case Count(op=op, target=ReadNode(symbol=target)):
                amount = 1.0
            case StoreNode(op="+" | "-" as op, target=ReadNode(symbol=target), given=TypedNode(value=(number,))):
                amount = float(number)
            case _:
                return None, 1
        match test:
            case Operate(
                op="<" | ">" | "<=" | ">=" | "==" | "!=" as relation,
                left=ReadNode(symbol=left),
                right=TypedNode(value=(bound,)),
            ):
                if left is not first.symbol or target is not first.symbol:
                    return None, 1
                trips = trip_count(
                    float(first.initial.value[0]), relation, float(bound), amount if op == "+" else -amount
                )
                return first.symbol, MOST_ITERATIONS if trips is None else trips
        return None, 1

    def bounded(
        self, stmt: LoopStmt, first: TypedCode | None, test: TypedNode | None, step: TypedNode | None
    ) -> tuple[Symbol | None, int]:
        """The index of an AGSL loop and its trip count; a loop of another form is reported."""
        if not isinstance(first, LocalCode) or first.initial is None or first.symbol.type is ERROR:
            if (
                first is None
                or isinstance(first, Do | GroupCode)
                or (isinstance(first, LocalCode) and first.initial is None)
            ):
                self.report.error("the loop needs an index with a constant first value", stmt.place, LOOP)
            return None, 1
        symbol, start = first.symbol, first.initial.value
        if not symbol.type.is_scalar or symbol.type.base == "bool":
            self.report.error(f"a loop's index cannot be {symbol.type}", first.place, LOOP)
            return None, 1
        if start is None:
            self.report.error("the first value of a loop's index must be constant", first.initial.place, LOOP)
            return symbol, 1
        bound = self.bound(stmt, symbol, test)
        amount = self.stride(stmt, symbol, step)
        return symbol, self.count_trips(
            stmt, float(start[0]), bound, amount
        ) if bound is not None and amount is not None else 1

    def bound(self, stmt: LoopStmt, symbol: Symbol, test: TypedNode | None) -> tuple[str, float] | None:
        if test is not None and test.type is ERROR:
            return None
        if not isinstance(test, Operate) or test.op not in ("<", ">", "<=", ">=", "==", "!="):
            self.report.error(
                "the loop's condition must compare its index with a constant", test.place if test else stmt.place, LOOP
            )
            return None
        if not isinstance(test.left, ReadNode) or test.left.symbol is not symbol:
            self.report.error(f"the loop's condition must begin with its index `{symbol.name}`", test.place, LOOP)
            return None
        if test.right.value is None:
            self.report.error("the bound of a loop must be constant", test.right.place, LOOP)
            return None
        return test.op, float(test.right.value[0])

    def stride(self, stmt: LoopStmt, symbol: Symbol, step: TypedNode | None) -> float | None:
        match step:
            case Count(op=op, target=target):
                amount = 1.0 if op == "+" else -1.0
            case StoreNode(op="+" | "-" as op, target=target, given=given):
                if given.value is None:
                    self.report.error("the step of a loop must be constant", given.place, LOOP)
                    return None
                amount = float(given.value[0]) * (1 if op == "+" else -1)
            case TypedNode() if step.type is ERROR:
                return None
            case _:
                self.report.error(
                    "the loop's last part must change its index by a constant", step.place if step else stmt.place, LOOP
                )
                return None
        if not isinstance(target, ReadNode) or target.symbol is not symbol:
            self.report.error(f"the loop's last part must change its index `{symbol.name}`", stmt.place, LOOP)
            return None
        return amount

    def count_trips(self, stmt: LoopStmt, start: float, bound: tuple[str, float], step: float) -> int:
        trips = trip_count(start, bound[0], bound[1], step)
        if trips is not None and trips < MOST_ITERATIONS:
            return trips
        many = "does not end" if trips is None else f"runs {trips} times"
        self.report.error(
            f"this loop {many}", stmt.place, f"a loop may run {MOST_ITERATIONS - 1} times", limit=trips is not None
        )
        return 1


def trip_count(start: float, relation: str, bound: float, step: float) -> int | None:
    """The number of times that the body runs; None if the loop does not end."""
    if relation == "!=" and step:
        steps = (bound - start) / step
        if not math.isfinite(steps) or steps < 0 or steps != math.floor(steps):
            return None
        return int(steps)
    if relation == "==":
        return 0 if start != bound else None if not step else 1
    rising = relation in ("<", "<=")
    if (start < bound) != rising and start != bound:
        return 0
    if start == bound and relation in ("<", ">"):
        return 0
    if not step or (step > 0) != rising:
        return None
    steps = (bound - start) / step
    if not math.isfinite(steps):
        return None
    whole = math.floor(steps)
    return whole + 1 if relation in ("<=", ">=") else whole + (steps != whole)
