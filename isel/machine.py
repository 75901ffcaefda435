"""The output of selection: scalar machine instructions, not yet packed, placed or ordered.

An `Inst` computes `results` scalars. Each operand is a tuple of `ScalarSource` lanes: one lane for a per-lane operand,
the op's fixed number otherwise (x first; rows of a matrix one after the other).
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import field
from typing import NamedTuple

from gpucc.errors import Location
from gpucc.isa.model import Op, Operand
from gpucc.lowering.graph import LocalArray as LocalArray
from gpucc.lowering.graph import Node
from gpucc.records import dataclass

# Elements of local arrays on targets that keep them in memory. `Inst.attr` is the LocalArray; scheduling assigns its
# address
LOCAL_LOAD = Op("local_load", 0, (Operand("index", 1),), effect="local")
LOCAL_STORE = Op("local_store", 0, (Operand("index", 1), Operand("value", 1)), "none", effect="local")


def loads_local(op: Op) -> bool:
    """Return whether an op is LOCAL_LOAD, perhaps with operands that come from elsewhere."""
    return op.name == LOCAL_LOAD.name


def stores_local(op: Op) -> bool:
    return op.name == LOCAL_STORE.name


@dataclass(frozen=True, slots=True)
class Leaf:
    """A scalar that needs no instruction: an input, a uniform, a literal, or variable number `register` of a `Section`.

    With an `index` the register is `register` plus the index's value: a result, an input or another uniform. Leaves are
    equal if they read the same thing; literals if their bits are equal, so 0 is not -0 and a NaN equals itself.
    """

    kind: str  # input, uniform, constant, undef, variable
    register: int = 0
    component: int = 0
    value: float = field(default=0.0, compare=False)
    index: ScalarSource | Result | None = None
    bits: bytes = field(init=False, repr=False, default=b"")

    def __post_init__(self) -> None:
        if self.kind == "constant":
            object.__setattr__(self, "bits", struct.pack("<d", self.value))


@dataclass(frozen=True, slots=True, eq=False)
class Inst:
    """A selected operation, before it is packed with others and gets registers."""

    op: Op
    operands: tuple[tuple[ScalarSource, ...], ...]
    results: int = 1
    attr: Hashable = None
    modifiers: frozenset[str] = frozenset()
    location: Location | None = None
    rule: str = ""

    def __repr__(self) -> str:
        return f"<{self.op.name}>"


class Result(NamedTuple):
    """Scalar `lane` of an instruction's results; a tuple for speed, because schedulers look results up constantly."""

    inst: Inst
    lane: int = 0


@dataclass(frozen=True, slots=True)
class ScalarSource:
    """An operand of a selected operation: a result or a leaf, with its sign."""

    value: Leaf | Result
    negate: bool = False
    absolute: bool = False


ZERO = ScalarSource(Leaf("constant", value=0.0))


def is_undefined(source: ScalarSource) -> bool:
    """Return whether an operand may be any number."""
    return isinstance(source.value, Leaf) and source.value.kind == "undef"


@dataclass(frozen=True, slots=True)
class Choice:
    """The reason for an instruction: `rule` computes `node` at this price, in this representation ("": its plain
    value).
    """

    node: Node
    rule: str
    cost: float
    representation: str = ""


@dataclass(slots=True, eq=False)
class Selected:
    """One block after selection: instructions in an order that respects dependences.

    `values` are the other roots of the block: branch condition, values for the phis of other blocks. `cost` is the
    total of the cover; `choices` explains it.
    """

    insts: list[Inst] = field(default_factory=list)
    outputs: dict[tuple[int, int], ScalarSource] = field(default_factory=dict)
    values: dict[Node, ScalarSource] = field(default_factory=dict)
    choices: list[Choice] = field(default_factory=list)
    cost: float = 0.0


@dataclass(slots=True, eq=False)
class Section:
    """One block of a program with branches; sections are laid out in their order.

    Values that outlive their block are variables: numbered scalars, read as `Leaf("variable", n)` and set by `assigned`
    at the section's end, where all values are read before any variable changes. Then the section jumps to the section
    numbered `target` if `condition` is not zero, or always if there is no condition, and otherwise continues with the
    next section. The number of sections, as a target, is the end of the program; falling off the last section ends it
    too. With `emits`, its outputs are a vertex that it emits at its end: which of three, whether it completes a
    triangle, whether that is turned around.
    """

    name: str
    selected: Selected
    assigned: dict[int, ScalarSource] = field(default_factory=dict)
    condition: ScalarSource | None = None
    target: int | None = None
    emits: tuple[int, int, int] | None = None


@dataclass(frozen=True, slots=True)
class Flags:
    """A branch on two flags: those that are not None must be as wanted; of two, `either` suffices."""

    wanted: tuple[bool | None, bool | None]
    either: bool = False


@dataclass(frozen=True, slots=True)
class Boolean:
    """A branch on a boolean register."""

    number: int
    wanted: bool


@dataclass(frozen=True, slots=True)
class Again:
    """The end of a counted loop: control goes back to its start until the counter of register `loop` has run out."""

    loop: int


@dataclass(slots=True, eq=False)
class Stretch:
    """A `Section` whose branch tests flags, a boolean register or a counter instead of a number.

    `compare`, the last of its instructions, sets the flags.
    """

    section: Section
    branch: Flags | Boolean | Again | None = None
    compare: Inst | None = None


def used(selections: Iterable[Selected]) -> Counter[str]:
    """Return the number of times that each rule was chosen, by name."""
    return Counter(choice.rule for selected in selections for choice in selected.choices)
