"""Divide vector operations among scalar units, where vector units have more to do than scalar ones.

An addition of four lanes fills the vector adder of one instruction, or the scalar adders of four. Where a section waits
for its vector adder, the second is shorter: the sums of a blur need it for the colours, and the coordinates of its
samples may be added one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from gpucc.sched.pipe.attempt import Attempt, PipeSection
from gpucc.sched.pipe.groups import PipeGroup
from gpucc.sched.pipe.plan import Genes
from gpucc.sched.pipe.work import ARITHMETIC, UNIFORM

# a uniform that so many groups read is kept in a register if they are divided: each of their lanes would load it
SHARED = 2


def divided(found: Attempt, genes: Genes, part: float) -> Genes:
    """Genes that do a part of the movable groups lane by lane."""
    chosen: list[PipeGroup] = []
    for section in found.sections:
        if section is not None:
            moved = _movable(section)
            chosen += moved[: ceil(part * len(moved))]
    return apart(found, genes, chosen)


def movable(found: Attempt) -> list[PipeGroup]:
    """The vector operations that would have to move to scalar units until the units of each section have equally much
    to do, the narrowest first."""
    return [group for section in found.sections if section is not None for group in _movable(section)]


def apart(found: Attempt, genes: Genes, groups: Sequence[PipeGroup]) -> Genes:
    """Genes that do these groups lane by lane."""
    values = found.frame.plan.values
    uniforms = Counter(
        address
        for group in groups
        for address in {
            values[use.value].address
            for lanes in group.operands
            for use in lanes
            if values[use.value].kind == UNIFORM and values[use.value].index is None
        }
    )
    return replace(
        genes,
        alone=genes.alone | {task.number for group in groups for task in group.tasks},
        copied=genes.copied | {address for address, readers in uniforms.items() if readers >= SHARED},
    )


def _movable(section: PipeSection) -> list[PipeGroup]:
    load = Counter(unit for row in section.placed.rows for unit in row.units)
    candidates: list[tuple[PipeGroup, str, list[str]]] = []
    for group, (_, way) in section.placed.at.items():
        if group.kind == ARITHMETIC and group.width > 1 and group.test is None:
            scalar = {one.unit for one in group.task.ways if not one.vector and _modifies(group, one.form.modifier)}
            if scalar:
                candidates.append((group, way.unit, sorted(scalar)))
    moved: list[PipeGroup] = []
    for group, unit, others in sorted(candidates, key=lambda one: (one[0].width, one[0].serial)):
        free = min(others, key=lambda one: load[one])
        if load[unit] > load[free] + group.width:
            load[unit] -= 1
            load[free] += group.width
            moved.append(group)
    return moved


def _modifies(group: PipeGroup, modifier: object) -> bool:
    return bool(modifier) or not group.task.modifier
