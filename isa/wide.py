"""The record types of targets with wide instructions (VLIW): units, ports, windows of results, and the instruction
itself.

One word holds an operation for every unit. An operand names a unit instead of a register: it is the result of that unit
one or two instructions earlier. Data only, like `isa.model`.
"""

from __future__ import annotations

from dataclasses import field

from gpucc.isa.model import Fact, Isa, Op, Window, Word
from gpucc.records import dataclass


@dataclass(frozen=True, slots=True)
class WidePort:
    """A source of a unit: the fields of its operand number and of its sign, and the value of the identity operand here.

    Without `identity`, the operand number that is the identity elsewhere refers to a unit's result, as the routes
    define.
    """

    field: str
    negate: str = ""
    identity: float | None = None


@dataclass(frozen=True, slots=True)
class WideUnit:
    """An arithmetic unit. Units with the same `opcode` field share it."""

    name: str
    opcode: str
    ports: tuple[WidePort, ...]
    window: Window
    # the code of this result in a store
    store: int
    # the field that negates the result
    negate: str = ""


@dataclass(frozen=True, slots=True)
class LoadUnit:
    """Fetches one vec4 an instruction; every operand can read its components.

    `files` gives the values of the field `select` for each register file, `indices` those of the field `index` for each
    address register that can be added ("" for none).
    """

    name: str
    address: str
    files: tuple[tuple[str, int], ...]
    window: Window
    select: str = ""
    index: str = ""
    indices: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class StoreUnit:
    """Stores results of this instruction to components of one vec4; `flags` are fields that select another file than
    `file`.
    """

    name: str
    sources: tuple[tuple[int, str], ...]
    address: str
    file: str
    flags: tuple[tuple[str, str], ...]
    none: int
    # files that are addressed by an address register alone, so that the address field is zero
    indirect: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class BranchUnit:
    """Jumps to an absolute instruction if `condition` holds for the result that `unit` computes in the same
    instruction.

    `target` holds the low bits of the instruction's number, `high` the bit above them, inverted if `inverted`. Stores
    to `visible` files before the branch can be read at its target.
    """

    enable: str
    target: str
    high: str
    inverted: bool
    unit: str
    condition: str
    visible: tuple[str, ...]
    fact: Fact | None = None


@dataclass(frozen=True, slots=True)
class Route:
    """The meaning of an operand number: component `component` of the result of `unit`, `distance` instructions
    earlier.
    """

    code: int
    unit: str
    distance: int
    component: int = 0
    fact: Fact | None = None


@dataclass(frozen=True, slots=True)
class Latency:
    """Data stored to `file` can be read from `cycles` instructions later on; reading it earlier is undefined."""

    file: str
    cycles: int
    fact: Fact | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """An exact copy of the unit's first operand: `op` with the further operands `rest`."""

    unit: str
    op: str
    rest: tuple[WideRead, ...] = ()


@dataclass(frozen=True, slots=True)
class WideStep:
    """`op` in the instruction `at` of a sequence; `reads` are steps or operands of the function."""

    name: str
    op: str
    at: int
    reads: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sequence:
    """The only context in which opaque ops are meaningful: the last step's result is the value of `function`."""

    function: Op
    steps: tuple[WideStep, ...]

    @property
    def result(self) -> WideStep:
        return self.steps[-1]


@dataclass(frozen=True, slots=True)
class Wide:
    """An instruction word with a field for every unit.

    `idle` gives the value of each opcode field when none of its units works. The value of the field `mode` follows from
    the operations in the word.
    """

    word: Word
    units: tuple[WideUnit, ...]
    idle: tuple[tuple[str, int], ...]
    loads: tuple[LoadUnit, ...]
    stores: tuple[StoreUnit, ...]
    branch: BranchUnit
    routes: tuple[Route, ...]
    unused: int
    identity: int
    latencies: tuple[Latency, ...]
    moves: tuple[Move, ...]
    sequences: tuple[Sequence, ...]
    mode: str
    modes: tuple[tuple[str, int], ...]

    def unit(self, name: str) -> WideUnit:
        return next(unit for unit in self.units if unit.name == name)

    def latency(self, file: str) -> int:
        return next(latency.cycles for latency in self.latencies if latency.file == file)


@dataclass(frozen=True, slots=True)
class WideRead:
    """An operand: the result of `unit`, `distance` instructions earlier (`component` of a load), or "identity", or
    "unused".
    """

    unit: str
    distance: int = 0
    component: int = 0
    negate: bool = False


@dataclass(frozen=True, slots=True)
class Issue:
    """An op in a unit, with one read for each port of the unit and of the units that the op claims."""

    unit: str
    op: str
    reads: tuple[WideRead, ...]
    negate: bool = False


@dataclass(frozen=True, slots=True)
class Load:
    unit: str
    file: str
    address: int = 0
    index: str = ""


@dataclass(frozen=True, slots=True)
class WideStore:
    """`sources` names a unit, or "", for each component that the store unit can write."""

    unit: str
    file: str
    address: int
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Bundle:
    """A wide instruction. Units that are not named are idle; `branch` is the number of the instruction to jump to."""

    issues: tuple[Issue, ...] = ()
    loads: tuple[Load, ...] = ()
    stores: tuple[WideStore, ...] = ()
    branch: int | None = None


@dataclass(frozen=True, slots=True)
class WideIsa(Isa):
    wide: Wide = field(kw_only=True)

    def computed(self) -> tuple[Op, ...]:
        return (*self.ops, *(sequence.function for sequence in self.wide.sequences))
