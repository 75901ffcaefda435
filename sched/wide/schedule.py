"""Schedule selected code for a target with wide instructions: units, bypasses, registers and loads at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import cast

from gpucc.errors import InternalError, LimitExceeded
from gpucc.isa.model import Level
from gpucc.isa.wide import Bundle, WideIsa
from gpucc.isel.machine import Section
from gpucc.program import Constant
from gpucc.sched.wide.chip import FREE, Chip
from gpucc.sched.wide.emit import Origin, emit_section
from gpucc.sched.wide.goals import WideStuck
from gpucc.sched.wide.pool import Pool
from gpucc.sched.wide.sections import schedule_sections
from gpucc.sched.wide.table import Table
from gpucc.sched.wide.variables import lay_out, place_arrays
from gpucc.sched.wide.work import build_work


@dataclass(frozen=True, slots=True)
class WideScheduled:
    """`origins` has the issues of each bundle with what they come from, `starts` the first instruction of each section."""

    bundles: tuple[Bundle, ...]
    constants: tuple[Constant, ...]
    registers: int
    spills: int
    lower_bound: int
    lines: dict[str, int]
    origins: tuple[tuple[Origin, ...], ...]
    starts: tuple[int, ...]
    # why the shortest schedule was not looked for
    note: str = ""

    def describe(self) -> str:
        count = len(self.bundles)
        return f"{count} instructions, lower bound {self.lower_bound} for the selected operations"

    def statistics(self) -> dict[str, object]:
        count = len(self.bundles)
        return {
            "instructions": count,
            "registers": self.registers,
            "spills": self.spills,
            "lower_bound": self.lower_bound,
            "meets_bound": count == self.lower_bound,
            "lines": self.lines,
            "slots": dict(sorted(Counter(issue.unit for bundle in self.bundles for issue in bundle.issues).items())),
        }


def schedule_wide(sections: Sequence[Section], isa: WideIsa, facts: str, first_constant: int, opt: int = 2) -> WideScheduled:
    level = cast(Level, facts)
    chip = Chip(isa, level)
    arrays, top = place_arrays(sections, chip)
    works = [build_work(section, isa, level, {array: row for array, (row, _) in arrays.items()}) for section in sections]
    layout = lay_out(works, chip, top)
    try:
        placed, note = schedule_sections(works, chip, layout, arrays, top, opt)
    except WideStuck as stuck:
        size = max(len(work.tasks) for work in works)
        raise InternalError(f"no order was found in which the values of a block of {size} operations stay within reach") from stuck
    pool = Pool(first_constant, len(chip.half), [held for found in placed for held in found.uniform if isinstance(held, tuple)])
    spills = sum(row >= 0 for found in placed for row in found.spilled)
    lowest = min([top, *(row // len(chip.half) for row in layout.rows.values()), *(found.lowest[0] for found in placed)])
    _check_room(chip, first_constant, len(pool.rows), lowest)
    starts = list(accumulate((found.length for found in placed), initial=0))
    entries = _entries(placed, starts, chip)
    bundles: list[Bundle] = []
    origins: list[tuple[Origin, ...]] = []
    landing = 0
    for work, found, start in zip(works, placed, starts, strict=False):
        emitted = emit_section(found, pool, start, None if work.target is None else entries[work.target])
        bundles += emitted.bundles
        origins += emitted.origins
    if not bundles or any(work.target is not None and entries[work.target] == len(bundles) for work in works):
        # the end of the program is no instruction: there must be one to jump to
        bundles.append(Bundle())
        origins.append(())
        landing = 1
    bound = max(1, sum(found.bound for found in placed) + landing)
    used = {place >> 2 for found in placed for place in found.place if place >= 0}
    first = tuple(starts[:-1])
    return WideScheduled(tuple(bundles), pool.constants(), len(used), spills, bound, _by_line(origins), tuple(origins), first, note)


def _entries(placed: Sequence[Table], starts: Sequence[int], chip: Chip) -> list[int]:
    """Where jumps to sections go: over what only waits for registers that a jump shows at once."""
    entries = list(starts)
    if chip.jump_shows and all(found.last_temporary[0] == FREE for found in placed):
        for i, found in enumerate(placed):
            busy = {issue.t for issue in found.issues}
            while entries[i] - starts[i] < found.length and _waits(found, entries[i] - starts[i], busy):
                entries[i] += 1
    return entries


def _waits(found: Table, t: int, busy: set[int]) -> bool:
    return t not in busy and found.shared[t] == found.plain[t] == found.uniform[t] == FREE


def _check_room(chip: Chip, uniforms: int, literals: int, lowest: int) -> None:
    """Uniforms and literals fill the file from below, temporaries from above."""
    if uniforms + literals <= lowest:
        return
    raise LimitExceeded(
        f"the program needs {uniforms + literals + chip.top - lowest} vec4 ({uniforms} of uniforms, {literals} of literals, "
        f"{chip.top - lowest} of temporaries), and {chip.isa.name} has {chip.top}",
        notes=("use fewer or smaller uniforms and local arrays, or keep fewer values at once",),
    )


def _by_line(origins: Sequence[tuple[Origin, ...]]) -> dict[str, int]:
    """Instructions for each source line that is known; one that serves several lines counts for the first."""
    places = [next((o.inst.location for o in row if o.inst is not None and o.inst.location), None) for row in origins]
    counted = Counter(f"{place.file}:{place.line}" for place in places if place and place.line)
    return dict(sorted(counted.items()))
