"""Check the facts that a finished program relies on against the level that the user allows (`facts=`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import isfinite

from gpucc.errors import InternalError
from gpucc.isa.model import LEVELS, Fact, Format, Level
from gpucc.lowering.graph import Graph, roots, topological


def report_reliance(isa: str, used: Iterable[Fact], level: Level, excepted: Fact, warn: Callable[[str], None]) -> None:
    """Warn about a fact less sure than the level if no surer one suffices, as under facts=proven; otherwise it is a
    bug.

    `excepted` is the truncation of indices: they are whole numbers unless the level allows to rely on it.
    """
    bolder = [fact for fact in used if not fact.holds(level) and fact != excepted]
    for fact in bolder:
        if level != LEVELS[0] or not fact.holds(LEVELS[1]):
            raise InternalError(f"under facts={level}, gpucc relied on {fact.name}: {fact.statement}")
    if bolder:
        names = ", ".join(fact.name for fact in bolder)
        warn(f"facts={level} does not suffice for this program: it relies on {names} (see docs/{isa}.md)")


def report_large_numbers(graph: Graph, format: Format, warn: Callable[[str], None]) -> None:
    """Warn about literals beyond the format, which are infinite: harmless in comparisons, but seldom intended in
    products."""
    nodes = topological([root for block in graph.blocks for root in roots(block)])
    found = {float(node.attr) for node in nodes if node.op == "const" and isinstance(node.attr, int | float)}
    limit = format.greatest * (1.0 + 2.0 ** -(format.mantissa + 2))
    large = sorted({abs(value) for value in found if isfinite(value) and abs(value) > limit})
    if large:
        few = ", ".join(f"{value:.9g}" for value in large[:4]) + (" and more" if len(large) > 4 else "")
        warn(f"{few}: infinite here, for the largest number is {format.greatest:.9g}")
