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


def report_numbers_out_of_range(graph: Graph, format: Format, warn: Callable[[str], None]) -> None:
    """Warn about literals beyond the format, which are infinite: harmless in comparisons, but seldom intended in
    products; and about those too small for it, which are zero, and guard no quotient."""
    nodes = topological([root for block in graph.blocks for root in roots(block)])
    found = {float(node.attr) for node in nodes if node.op == "const" and isinstance(node.attr, int | float)}
    numbers = sorted({abs(value) for value in found if isfinite(value) and value})
    limit = format.greatest * (1.0 + 2.0 ** -(format.mantissa + 2))
    large = [value for value in numbers if value > limit]
    if large:
        warn(f"{_few(large)}: infinite here, for the largest number is {format.greatest:.9g}")
    small = [value for value in numbers if format.rounded(value) == 0]
    if small:
        least = format.least * (2.0**-format.mantissa if format.subnormals else 1.0)
        warn(f"{_few(small, 7)}: zero here, for the smallest number is {least:.3g}")


def _few(numbers: list[float], digits: int = 9) -> str:
    return ", ".join(f"{value:.{digits}g}" for value in numbers[:4]) + (" and more" if len(numbers) > 4 else "")
