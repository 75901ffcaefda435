"""Parts shared by the targets of lima's two processors: levels of facts, neutral operations, cells of pictures,
profiles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, cast

from gpucc.isa.model import Level
from gpucc.isel.cover import Selector
from gpucc.program import Picture, PictureCell, Stage
from gpucc.sched.core.schedule import Origin, Schedule
from gpucc.targets.record import Options

# the certainty required of facts that a program relies on: the profiles of checks, and the switch `facts`
PROFILES = ("agreed", "proven", "documented")


def level_of(options: Options) -> Level:
    return cast(Level, options["facts"])


def neutral_of(
    selector_of: Callable[[Options], Selector], memory: Iterable[str]
) -> Callable[[Stage, Options], frozenset[str]]:
    """The neutral ops that the rules of a level select, and those of `memory`, which need no rules."""
    always = frozenset(memory)
    return lambda stage, options: selector_of(options).neutral_ops | always


def picture(
    units: Iterable[str],
    rows: Iterable[Iterable[tuple[str, str]]],
    scheduled: Schedule[Any],
    names: Sequence[str],
    code: tuple[str, ...],
    sizes: tuple[int, ...] = (),
) -> Picture:
    """The schedule as a table with the contents of each unit for each instruction. `names` are those of the
    sections."""
    cells = tuple(_row(parts, origins) for parts, origins in zip(rows, scheduled.origins, strict=True))
    return Picture(
        tuple(units), cells, tuple(zip(scheduled.starts, names, strict=True)), scheduled.describe(), "", sizes, code
    )


def _row(parts: Iterable[tuple[str, str]], origins: Iterable[Origin]) -> tuple[PictureCell, ...]:
    by_unit = {origin.unit: origin for origin in origins}
    return tuple(_cell(unit, text, by_unit.get(unit)) for unit, text in parts)


def _cell(unit: str, text: str, origin: Origin | None) -> PictureCell:
    if origin is None:
        return PictureCell(unit, text)
    inst = origin.inst
    return PictureCell(
        unit, text, inst.location if inst else None, inst.rule if inst else "", origin.copy, origin.producers
    )
