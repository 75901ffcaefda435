"""Records of the vector scheduler: scalars that share a register (homes) and the vector instructions made of them.

Selected (scalar Insts)
  -> outputs.plan_outputs     every output component becomes a scalar of its own
  -> homes.assign_homes       which scalars live in the same vec4 register
  -> grouping.form_vectors    scalars of one op, one home and equal source registers become one instruction
  -> constants.pool_constants literals into components of the uniform file
  -> order.*                  a linear order with few live components
  -> allocate.allocate        homes to physical registers, component by component
  -> finish.emit              masks, swizzles, register numbers
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from gpucc.isa.model import Op
from gpucc.isel.machine import Inst, Leaf, Result, Source

LANES = 4


@dataclass(slots=True, eq=False)
class Home:
    """Scalars that share one register. `fixed` pins a scalar to a component; `output` names a write-only register."""

    serial: int
    members: list[Result] = field(default_factory=list)
    fixed: dict[Result, int] = field(default_factory=dict)
    output: int | None = None
    joined: Home | None = None

    def room(self) -> int:
        return 0 if self.output is not None else LANES - len(self.members)


@dataclass(slots=True, eq=False)
class Work:
    """The scalar program in the scheduler's hands; operands may be replaced while homes are assigned."""

    insts: list[Inst]
    operands: dict[Inst, list[list[Source]]]
    stores: dict[tuple[int, int], Result]
    home: dict[Result, Home] = field(default_factory=dict)
    homes: int = 0

    def new_home(self, output: int | None = None) -> Home:
        self.homes += 1
        return Home(self.homes, output=output)

    def place(self, result: Result, home: Home, lane: int | None = None) -> None:
        home.members.append(result)
        self.home[result] = home
        if lane is not None:
            home.fixed[result] = lane


@dataclass(slots=True, eq=False)
class Vector:
    """One machine instruction. For a per-lane op `operands[k][i]` feeds `results[i]`; else operands have own lanes."""

    serial: int
    op: Op
    insts: list[Inst]
    results: list[Result]
    operands: list[list[Source]]
    home: Home | None

    def sources(self) -> Iterable[Source]:
        for lanes in self.operands:
            yield from lanes

    def reads(self) -> Iterable[Result]:
        for source in self.sources():
            yield from results_of(source)


def results_of(source: Source) -> Iterable[Result]:
    """The results a source depends on: its value, or the index of an indexed uniform."""
    match source.value:
        case Result() as result:
            yield result
        case Leaf(index=Result() as index):
            yield index
        case Leaf(index=Source() as index):
            yield from results_of(index)


def leaf_key(leaf: Leaf) -> tuple[object, ...]:
    """Leaves with equal keys can be lanes of one operand. Literals and undefined values can be put anywhere."""
    if leaf.kind in ("constant", "undef"):
        return ("constant",)
    return (leaf.kind, leaf.register, leaf.index)


def distinct(sources: Iterable[Source]) -> list[Result]:
    return list(dict.fromkeys(s.value for s in sources if isinstance(s.value, Result)))
