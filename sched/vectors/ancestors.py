"""What each instruction of a `VectorWork` depends on, as bit sets: one operation asks about many instructions."""

from __future__ import annotations

from gpucc.isel.machine import Inst
from gpucc.records import dataclass
from gpucc.sched.vectors.records import VectorWork


@dataclass(frozen=True, slots=True)
class Ancestors:
    """`sets` has, at the number of each instruction, the numbers of itself and of all that it depends on."""

    number: dict[Inst, int]
    sets: list[int]

    def include(self, inst: Inst, other: Inst) -> bool:
        """Return whether the other instruction is this one, or one that it depends on."""
        return bool(self.sets[self.number[inst]] >> self.number[other] & 1)

    def independent(self, a: Inst, b: Inst) -> bool:
        one, two = self.number[a], self.number[b]
        # instructions are numbered after those that they depend on
        return not self.sets[max(one, two)] >> min(one, two) & 1


def ancestors(work: VectorWork) -> Ancestors:
    number = {inst: i for i, inst in enumerate(work.insts)}
    sets: list[int] = []
    for i, inst in enumerate(work.insts):
        own = 1 << i
        for needed in work.needs(inst):
            own |= sets[number[needed]]
        sets.append(own)
    return Ancestors(number, sets)
