"""The records of a self-test: one small program for one fact of a target, and what a chip would draw otherwise.

A self-test fills the picture with one colour. The inputs are chosen so that the colour depends on the fact; every
`Otherwise` is a way in which the fact may be wrong, with the colour that would follow from it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

from gpucc.isa.model import Isa
from gpucc.records import dataclass

Row: TypeAlias = tuple[float, float, float, float]
# an attribute or a varying: the same at all three vertices, or each vertex's own
Vertices: TypeAlias = tuple[Row, Row, Row]
# parts of a text, each with what stands in its place
Exchange: TypeAlias = tuple[tuple[str, str], ...]
SIZE = 16  # of the picture, in pixels
BYTE = 255.0
Records: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class Otherwise:
    """One way in which a fact may not hold: what the chip does instead, and a run of the simulator that shows it: with
    parts of the text exchanged, with other inputs, or under another record of the target."""

    means: str
    exchange: Exchange = ()
    inputs: tuple[tuple[int, Row | Vertices], ...] = ()
    uniforms: tuple[tuple[int, Row], ...] = ()
    record: Callable[[Records], Isa] | None = None


@dataclass(frozen=True, slots=True)
class SelfTest:
    """`text` is assembly. Input k is attribute k + 1 of a vertex program (attribute 0 and varying 0 are the position)
    or varying k of a fragment program; a vertex program leaves the colour in varying 1, a fragment program in $0.

    - stands_for: what the text does if the fact holds, where the simulator leaves that open
    - constants: rows of the uniform file that hold constants of the program
    - room: the first uniform that the program writes temporaries over
    - levels: for each texture, the colour of each of its levels, the largest first
    - frame: the colour that the picture has before
    - only: the drivers that can run it, if not all
    - by_clock: what is compared is the time that this other program takes, and no colour
    """

    fact: str
    text: str
    otherwise: tuple[Otherwise, ...]
    inputs: tuple[Row | Vertices, ...] = ()
    uniforms: tuple[Row, ...] = ()
    stands_for: Exchange = ()
    constants: tuple[tuple[int, Row], ...] = ()
    room: int | None = None
    levels: tuple[tuple[Row, ...], ...] = ()
    frame: Row = (0.0, 0.0, 0.0, 0.0)
    only: str = ""
    by_clock: str = ""


def shade(x: int, y: int = 0, z: int = 0, w: int = 0) -> Row:
    """A colour by its bytes."""
    return x / BYTE, y / BYTE, z / BYTE, w / BYTE


def ladder(count: int) -> tuple[Row, ...]:
    """Rows that all differ, in every component: row k has the bytes 16 (k + 1), + 4, + 8 and + 12, modulo 240."""
    return tuple(shade(*(16 * (k % 14 + 1) + 4 * i for i in range(4))) for k in range(count))


def with_ops(*semantics: tuple[str, str]) -> Callable[[Records], Isa]:
    """A change of a record: some of its ops mean something else."""
    meanings = dict(semantics)

    def changed(isa: Isa) -> Isa:
        ops = (replace(op, semantics=(meanings[op.name],)) if op.name in meanings else op for op in isa.ops)
        return replace(isa, ops=tuple(ops))

    return changed
