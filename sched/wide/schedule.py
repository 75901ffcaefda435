"""Schedule selected code for a target with wide instructions: units, bypasses, registers and loads together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from typing import cast

from gpucc.errors import InternalError, LimitExceeded
from gpucc.isa.model import Level
from gpucc.isa.wide import Bundle, WideIsa
from gpucc.isel.machine import Section
from gpucc.sched.core.allowance import Allowance
from gpucc.sched.core.schedule import Origin, Schedule
from gpucc.sched.wide.chip import FREE, Chip
from gpucc.sched.wide.emit import emit_section
from gpucc.sched.wide.goals import WideStuck
from gpucc.sched.wide.pool import Pool
from gpucc.sched.wide.sections import schedule_sections
from gpucc.sched.wide.table import Table
from gpucc.sched.wide.variables import lay_out, place_arrays, ready
from gpucc.sched.wide.work import build_work


def schedule_wide(
    sections: Sequence[Section],
    isa: WideIsa,
    facts: str,
    first_constant: int,
    opt: int = 2,
    allowance: Allowance | None = None,
) -> Schedule[Bundle]:
    """Schedule the sections of a program for lima-vp: their instructions, their registers, and the vec4s of literals
    from register `first_constant` on."""
    level = cast(Level, facts)
    chip = Chip(isa, level)
    sections = ready(sections)
    arrays, top = place_arrays(sections, chip)
    works = [
        build_work(section, isa, level, {array: row for array, (row, _) in arrays.items()}) for section in sections
    ]
    layout = lay_out(works, chip, top)
    try:
        placed, note = schedule_sections(works, chip, layout, arrays, top, opt, allowance)
    except WideStuck as stuck:
        size = max(len(work.tasks) for work in works)
        raise InternalError(
            f"no order was found in which the values of a block of {size} operations stay within reach"
        ) from stuck
    pool = Pool(
        first_constant, len(chip.half), [held for found in placed for held in found.uniform if isinstance(held, tuple)]
    )
    spills = sum(row >= 0 for found in placed for row in found.spilled)
    lowest = min(
        [top, *(row // len(chip.half) for row in layout.rows.values()), *(found.lowest[0] for found in placed)]
    )
    _check_room(chip, first_constant, len(pool.rows), lowest)
    starts = list(accumulate((found.length for found in placed), initial=0))
    entries = _entries(placed, starts, chip)
    bundles: list[Bundle] = []
    origins: list[tuple[Origin, ...]] = []
    landing = 0
    for work, found, start in zip(works, placed, starts, strict=False):
        more, whence = emit_section(found, pool, start, None if work.target is None else entries[work.target])
        bundles += more
        origins += whence
    if not bundles or any(work.target is not None and entries[work.target] == len(bundles) for work in works):
        # a jump to the end of the program needs an instruction to go to
        bundles.append(Bundle())
        origins.append(())
        landing = 1
    bound = max(1, sum(found.bound for found in placed) + landing)
    used = {place >> 2 for found in placed for place in found.place if place >= 0}
    slots = Counter(issue.unit for bundle in bundles for issue in bundle.issues)
    return Schedule(
        tuple(bundles),
        tuple(origins),
        tuple(starts[:-1]),
        len(used),
        spills,
        bound,
        slots,
        constants=pool.constants(),
        note=note,
    )


def _entries(placed: Sequence[Table], starts: Sequence[int], chip: Chip) -> list[int]:
    """The entries of sections for jumps: they skip instructions that only wait for registers, if a jump makes these
    visible at once."""
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
    """Check that uniforms and literals, which fill the file from below, leave room for temporaries, which fill it from
    above."""
    if uniforms + literals <= lowest:
        return
    raise LimitExceeded(
        f"the program needs {uniforms + literals + chip.top - lowest} vec4 ({uniforms} of uniforms, {literals} of"
        f" literals, {chip.top - lowest} of temporaries), and {chip.isa.name} has {chip.top}",
        notes=("use fewer or smaller uniforms and local arrays, or keep fewer values at once",),
    )
