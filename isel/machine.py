"""What selection produces: scalar machine instructions, not yet packed, placed or ordered.

An `Inst` computes `results` scalars. Each operand is a tuple of `Source` lanes: one lane for a per-lane operand, the
op's fixed number otherwise (x first; rows of a matrix one after the other).
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from gpucc.errors import Location
from gpucc.isa.model import Op


@dataclass(frozen=True, slots=True)
class Leaf:
    """A scalar that needs no instruction: an input, a uniform (perhaps indexed) or a literal."""

    kind: str  # input, uniform, constant, undef
    register: int = 0
    component: int = 0
    value: float = 0.0
    index: Result | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Inst:
    op: Op
    operands: tuple[tuple[Source, ...], ...]
    results: int = 1
    attr: Hashable = None
    modifiers: frozenset[str] = frozenset()
    location: Location | None = None
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """Scalar `lane` of an instruction's results."""

    inst: Inst
    lane: int = 0


@dataclass(frozen=True, slots=True)
class Source:
    value: Leaf | Result
    negate: bool = False
    absolute: bool = False


@dataclass(slots=True, eq=False)
class Selected:
    """One block after selection: instructions in an order that respects dependences."""

    insts: list[Inst] = field(default_factory=list)
    outputs: dict[tuple[int, int], Source] = field(default_factory=dict)
