"""Families: scalars computed alike from components of the same registers, as r, g and b of a blurred colour are.

Homes are chosen from the readers back. Where a reader takes one scalar alone, as in r + g + b, nothing says that its
kin could be computed with it. A family says so: its scalars ask for one register together, before each is placed alone.
"""

from __future__ import annotations

from collections.abc import Hashable

from gpucc.isa.model import LANES
from gpucc.isel.machine import Inst, Leaf, Result, ScalarSource
from gpucc.sched.vectors.records import VectorWork, is_join, leaf_key


def families(work: VectorWork) -> list[list[Result]]:
    """Return the families of two to four scalars, those with the latest members first."""
    numbers: dict[Hashable, int] = {}
    shapes: dict[Inst, int] = {}
    members: dict[int, list[Result]] = {}
    for inst in work.insts:
        if inst.op.result != "each" or is_join(inst):
            continue
        operands = tuple(_shape(source, shapes) for lanes in work.operands[inst] for source in lanes)
        key = (inst.op.name, inst.attr, inst.modifiers, work.region[inst], operands)
        shapes[inst] = numbers.setdefault(key, len(numbers))
        members.setdefault(shapes[inst], []).append(Result(inst, 0))
    return [family for family in reversed(members.values()) if 1 < len(family) <= LANES]


def _shape(source: ScalarSource, shapes: dict[Inst, int]) -> Hashable:
    """What an operand is, but for its component."""
    value = source.value
    if isinstance(value, Leaf):
        return (leaf_key(value), source.negate, source.absolute)
    return (shapes.get(value.inst, value.inst), source.negate, source.absolute)
