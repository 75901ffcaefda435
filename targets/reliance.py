"""What a finished program relies on, held against how much its author was willing to believe (`facts=`)."""

from __future__ import annotations

from collections.abc import Iterable

from gpucc.errors import InternalError
from gpucc.isa.model import LEVELS, Fact, Level
from gpucc.targets.record import Observe


def report_reliance(isa: str, used: Iterable[Fact], level: Level, excepted: Fact, observe: Observe) -> None:
    """A fact less sure than asked for is a warning if nothing else did the job, as under facts=proven, and else a bug.

    `excepted` is the truncation of indices: they are whole numbers unless the level allows to rely on it.
    """
    bolder = [fact for fact in used if not fact.holds(level) and fact != excepted]
    for fact in bolder:
        if level != LEVELS[0] or not fact.holds(LEVELS[1]):
            raise InternalError(f"under facts={level}, gpucc relied on {fact.name}: {fact.statement}")
    if bolder:
        names = ", ".join(fact.name for fact in bolder)
        observe("warning", f"facts={level} does not suffice for this program: it relies on {names} (see docs/{isa}.md)")
