"""Load address registers, on targets that index constants only through them: before the first use of an index, shared
as long as the register holds it.

Until this pass, an index names the register that holds it. Each component of the address register keeps one index; the
one whose next use is farthest away is replaced (Belady's rule). The source then names the component to which it adds
the index. One load fills both components if the next missing index is in the same register already and its use comes
before the next use of the other component's index.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import field, replace

from gpucc.isa.model import Dest, Index, Instruction, Source
from gpucc.records import dataclass

ADDRESS = "address"


@dataclass(frozen=True, slots=True)
class WantedAddress:
    """An index: a component of a register with the value of its write number `version`, and the index of that register,
    if any."""

    file: str
    number: int
    component: int
    inner: Index | None
    version: int


def load_addresses(instructions: Sequence[Instruction], load: str, components: int) -> list[Instruction]:
    """The instructions of one straight piece, with the loads that their indices need. The address register has one or
    two components."""
    return _Loader(load, instructions, [None] * components).run()


@dataclass(slots=True)
class _Loader:
    """State of the pass: `wanted` are the indices of each instruction, `places` the instructions of each index,
    `versions` the current versions of components, `kept` the contents of the address register."""

    load: str
    instructions: Sequence[Instruction]
    kept: list[WantedAddress | None]
    wanted: list[list[WantedAddress | None]] = field(default_factory=list)
    places: dict[WantedAddress, list[int]] = field(default_factory=dict)
    versions: dict[tuple[str, int, int], int] = field(default_factory=dict)
    done: list[Instruction] = field(default_factory=list)

    def run(self) -> list[Instruction]:
        for at, instruction in enumerate(self.instructions):
            self.wanted.append([self.asked(source.index) for source in instruction.sources])
            for one in self.wanted[-1]:
                if one is not None:
                    self.places.setdefault(one, []).append(at)
            self.write(instruction.dest)
        self.versions.clear()
        for at, instruction in enumerate(self.instructions):
            sources = tuple(
                self.addressed(at, *pair) for pair in zip(instruction.sources, self.wanted[at], strict=True)
            )
            self.done.append(replace(instruction, sources=sources))
            self.write(instruction.dest)
        return self.done

    def asked(self, index: Index | None) -> WantedAddress | None:
        if index is None or index.file in (ADDRESS, "loop"):
            return None
        place = (index.file, index.number, index.component)
        return WantedAddress(*place, index.inner, self.versions.get(place, 0))

    def write(self, dest: Dest | None) -> None:
        for component in range(4):
            if dest is not None and dest.mask >> component & 1:
                place = (dest.file, dest.number, component)
                self.versions[place] = self.versions.get(place, 0) + 1

    def addressed(self, at: int, source: Source, wanted: WantedAddress | None) -> Source:
        if wanted is None or source.index is None:
            return source
        if wanted not in self.kept:
            self.fetch(at, wanted)
        number = source.number + source.index.offset
        return replace(source, number=number, index=Index(ADDRESS, 0, self.kept.index(wanted)))

    def fetch(self, at: int, wanted: WantedAddress) -> None:
        component = max(range(len(self.kept)), key=lambda c: (self.next_use(self.kept[c], at), -c))
        loaded = {component: wanted}
        other = 1 - component
        following = self.following(at, wanted) if other < len(self.kept) else None
        if following is not None and self.next_use(following, at) < self.next_use(self.kept[other], at):
            loaded[other] = following
        for c, one in loaded.items():
            self.kept[c] = one
        first = next(iter(loaded.values())).component
        lanes = [loaded[c].component if c in loaded else first for c in range(2)]
        source = Source(wanted.file, wanted.number, (lanes[0], lanes[1], lanes[1], lanes[1]), index=wanted.inner)
        dest = Dest(ADDRESS, 0, sum(1 << c for c in loaded))
        self.done.append(Instruction(self.load, dest, (source,), origin=self.instructions[at].origin))

    def following(self, at: int, wanted: WantedAddress) -> WantedAddress | None:
        """The next index that is not loaded, if it is in the same register and has been written already."""
        for one in (one for each in self.wanted[at:] for one in each if one is not None):
            if one not in self.kept and one != wanted:
                same = (one.file, one.number, one.inner) == (wanted.file, wanted.number, wanted.inner)
                now = self.versions.get((one.file, one.number, one.component), 0)
                return one if same and one.version == now else None
        return None

    def next_use(self, wanted: WantedAddress | None, at: int) -> int:
        places = self.places.get(wanted, []) if wanted is not None else []
        following = bisect_left(places, at)
        return places[following] if following < len(places) else len(self.instructions)
