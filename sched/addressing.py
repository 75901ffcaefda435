"""Address registers of targets that index constants only by them: loads put where the index is new, shared while it holds.

An index stands in the instruction as whatever computed it. Each component of the address register keeps one index; the one used
longest ago makes room. A second load of the same register that would follow the first at once joins it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from gpucc.isa.model import Dest, Index, Instruction, Source

ADDRESS = "address"
COMPONENTS = 2


def load_addresses(instructions: Sequence[Instruction], load: str) -> list[Instruction]:
    """The instructions of one straight piece with the loads that their indices ask for."""
    loader = _Loader(load)
    for instruction in instructions:
        loader.add(instruction)
    return loader.done


@dataclass(slots=True)
class _Loader:
    load: str
    done: list[Instruction] = field(default_factory=list)
    kept: list[tuple[str, int, int] | None] = field(default_factory=lambda: [None] * COMPONENTS)
    used: list[int] = field(default_factory=lambda: [-1] * COMPONENTS)

    def add(self, instruction: Instruction) -> None:
        sources = tuple(self.addressed(source) for source in instruction.sources)
        self.done.append(replace(instruction, sources=sources))
        if instruction.dest is not None:
            self.forget(instruction.dest)

    def addressed(self, source: Source) -> Source:
        index = source.index
        if index is None or index.file in (ADDRESS, "loop"):
            return source
        place = (index.file, index.number, index.component)
        if place not in self.kept:
            self.fetch(place)
        component = self.kept.index(place)
        self.used[component] = len(self.done)
        return replace(source, index=Index(ADDRESS, 0, component, index.offset))

    def fetch(self, place: tuple[str, int, int]) -> None:
        component = min(range(COMPONENTS), key=lambda c: (self.kept[c] is not None, self.used[c]))
        self.kept[component] = place
        file, number, lane = place
        last = self.done[-1] if self.done else None
        if last is not None and last.op == self.load:
            (before,) = last.sources
            other = last.dest.mask if last.dest is not None else 0
            if (before.file, before.number) == (file, number) and not other & 1 << component:
                lanes = [lane if c == component else before.swizzle[c] for c in range(4)]
                self.done[-1] = _load(self.load, file, number, other | 1 << component, lanes)
                return
        self.done.append(_load(self.load, file, number, 1 << component, [lane] * 4))

    def forget(self, dest: Dest) -> None:
        """What was loaded from a register that changes is no longer there."""
        for component, place in enumerate(self.kept):
            if place is not None and place[0] == dest.file and place[1] == dest.number and dest.mask >> place[2] & 1:
                self.kept[component] = None


def _load(op: str, file: str, number: int, mask: int, swizzle: Iterable[int]) -> Instruction:
    x, y, z, w = swizzle
    return Instruction(op, Dest(ADDRESS, 0, mask), (Source(file, number, (x, y, z, w)),))
