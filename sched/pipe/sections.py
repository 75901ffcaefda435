"""Prepare sections for scheduling: branches to a discard become discards of the section, and sections that then follow
each other are joined.

A branch that only discards fragments can be in any instruction, so the code after it need not wait and the section
continues.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gpucc.isel.machine import Inst, Result, ScalarSource, Section, Selected
from gpucc.sched.core.sections import drop_dead, falls


def merge_sections(sections: Sequence[Section]) -> tuple[list[Section], list[int | None]]:
    """The remaining sections, and for each old section the number of the one that contains it; None for a discard that
    is no longer reached."""
    found = [_discarding(section, sections) for section in sections]
    where: list[int | None] = list(range(len(found)))
    for i in reversed(range(1, len(found))):
        if not _entered(found, i):
            del found[i]
            _renumber(found, i)
            where = [None if old == i else old - 1 if old is not None and old > i else old for old in where]
    i = 0
    while i + 1 < len(found):
        if _only_way(found, i):
            found[i : i + 2] = [_joined(found[i], found[i + 1])]
            _renumber(found, i)
            where = [old - 1 if old is not None and old > i else old for old in where]
        else:
            i += 1
    drop_dead(found)
    return found, where


def _is_discard(section: Section) -> bool:
    insts = section.selected.insts
    return len(insts) == 1 and insts[0].op.effect == "discard" and not insts[0].operands


def _discarding(section: Section, sections: Sequence[Section]) -> Section:
    """A copy of the section; if its branch goes to a discard, the copy has a discard of its own instead."""
    selected = replace(section.selected, insts=list(section.selected.insts))
    found = replace(section, selected=selected, assigned=dict(section.assigned))
    target = section.target
    if section.condition is None or target is None or target >= len(sections) or not _is_discard(sections[target]):
        return found
    discard = sections[target].selected.insts[0]
    selected.insts.append(Inst(discard.op, ((section.condition,),), 0, location=discard.location, rule=discard.rule))
    found.condition = found.target = None
    return found


def _entered(sections: Sequence[Section], i: int) -> list[int]:
    """The sections from which control reaches section i."""
    found = [j for j, section in enumerate(sections) if section.target == i]
    if i and falls(sections[i - 1]) and i - 1 not in found:
        found.append(i - 1)
    return found


def _only_way(sections: Sequence[Section], i: int) -> bool:
    first = sections[i]
    if first.condition is not None or first.target not in (None, i + 1) or (first.target is None and not falls(first)):
        return False
    return _entered(sections, i + 1) == [i]


def _renumber(sections: Sequence[Section], i: int) -> None:
    """Adjust the targets after section i was removed."""
    for section in sections:
        if section.target is not None and section.target > i:
            section.target -= 1


def _joined(first: Section, second: Section) -> Section:
    """Join two sections; the second reads directly the values that the first assigns to variables."""
    new: dict[Inst, Inst] = {}

    def moved(source: ScalarSource) -> ScalarSource:
        value = source.value
        if isinstance(value, Result):
            return replace(source, value=Result(new[value.inst], value.lane))
        if value.kind == "variable" and value.register in first.assigned:
            inner = first.assigned[value.register]
            if source.absolute:
                return ScalarSource(inner.value, source.negate, True)
            return ScalarSource(inner.value, source.negate != inner.negate, inner.absolute)
        if value.index is None:
            return source
        index = moved(value.index if isinstance(value.index, ScalarSource) else ScalarSource(value.index))
        return replace(source, value=replace(value, index=index))

    for inst in second.selected.insts:
        new[inst] = replace(inst, operands=tuple(tuple(moved(lane) for lane in lanes) for lanes in inst.operands))
    selected = Selected(
        [*first.selected.insts, *new.values()],
        {place: moved(source) for place, source in second.selected.outputs.items()},
        {**first.selected.values, **{node: moved(source) for node, source in second.selected.values.items()}},
        [*first.selected.choices, *second.selected.choices],
        first.selected.cost + second.selected.cost,
    )
    assigned = {**first.assigned, **{variable: moved(source) for variable, source in second.assigned.items()}}
    condition = None if second.condition is None else moved(second.condition)
    return Section(first.name, selected, assigned, condition, second.target)
