"""The record types of targets whose instruction is a pipeline: a word of variable length, with units that work one
after another.

A unit reads registers or results of earlier units of the same instruction; a control word lists the units that are
present. A unit has one `Form` for every layout of its bits. Data only, like `isa.model`.
"""

from __future__ import annotations

from dataclasses import field

from gpucc.isa.model import Dest, Fact, Isa, Op, Source, Word
from gpucc.records import dataclass


@dataclass(frozen=True, slots=True)
class Pipe:
    """A pipeline register: the result of `unit`, which later units can read (constants: all units).

    Without `code` only a port's flag can select it.
    """

    name: str
    unit: str
    code: int | None
    scalar: bool = False


@dataclass(frozen=True, slots=True)
class PipePort:
    """A source operand as fields: a vec4 register with a swizzle, or (without one) a scalar, whose number counts
    components.

    `component` is set if the component has a field of its own. `enable` is the field that says whether there is an
    operand; without it, the register number `none` means that there is none. `bypass` is a flag that selects the result
    of `unit` instead.
    """

    name: str
    register: str
    swizzle: str = ""
    component: str = ""
    absolute: str = ""
    negate: str = ""
    enable: str = ""
    none: int | None = None
    bypass: str = ""
    unit: str = ""
    # only the general registers can be named
    plain: bool = False
    # the operand is one scalar, or the number of components given by the setting `align`
    aligned: bool = False

    @property
    def scalar(self) -> bool:
        return not self.swizzle

    @property
    def optional(self) -> bool:
        return bool(self.enable) or self.none is not None


@dataclass(frozen=True, slots=True)
class ResultPlace:
    """The destination of a form's result: a register with a mask, or a scalar register.

    Register number `discard` writes no register.
    """

    register: str
    mask: str = ""
    enable: str = ""
    discard: int | None = None
    # all four components are always written; no field controls it
    whole: int = 0

    @property
    def scalar(self) -> bool:
        return not self.mask and not self.whole


@dataclass(frozen=True, slots=True)
class Setting:
    """A number in the word that is not a register. With `values`, (number, code) pairs, only those numbers have a
    code.
    """

    name: str
    field: str
    values: tuple[tuple[int, int], ...] = ()
    default: int = 0


@dataclass(frozen=True, slots=True)
class Form:
    """One layout of a unit's bits: its `fixed` fields distinguish it from the others; bits that no field covers are
    zero.
    """

    name: str
    word: Word
    fixed: tuple[tuple[str, int], ...] = ()
    opcode: str = ""
    target: ResultPlace | None = None
    ports: tuple[PipePort, ...] = ()
    modifier: str = ""
    settings: tuple[Setting, ...] = ()


@dataclass(frozen=True, slots=True)
class PipeUnit:
    """A stage of the pipeline; units of equal `step` work in parallel. `suffix` is its name in assembly."""

    name: str
    suffix: str
    present: str
    bits: int
    step: int
    forms: tuple[Form, ...]


@dataclass(frozen=True, slots=True)
class Modifier:
    """A function that a unit can apply to its own result: `semantics` over `a`."""

    name: str
    code: int
    semantics: str


@dataclass(frozen=True, slots=True)
class Pipeline:
    """The control word, the units in their order, and the data that they share.

    The control word has a presence bit for each unit and the fields length, stop, sync, next_length and prefetch;
    lengths count words of `word_bits`, the control word included.
    """

    control: Word
    units: tuple[PipeUnit, ...]
    pipes: tuple[Pipe, ...]
    modifiers: tuple[Modifier, ...]
    registers: int
    word_bits: int = 32

    def unit(self, name: str) -> PipeUnit:
        return next(unit for unit in self.units if unit.name == name)

    def order(self, name: str) -> int:
        """Return the position of a unit in an instruction."""
        return next(i for i, unit in enumerate(self.units) if unit.name == name)


@dataclass(frozen=True, slots=True)
class UnitPart:
    """The work of one unit in one instruction.

    A source's `file` is "register", or the unit whose result it is; a scalar source repeats its component in the
    swizzle. There is one source for each of the form's ports, None for an optional one that is absent; ports that the
    op does not read may be left out. Without `dest` the result only goes to the pipeline. Omitted settings have their
    defaults.
    """

    unit: str
    op: str
    dest: Dest | None = None
    sources: tuple[Source | None, ...] = ()
    modifier: str = ""
    settings: tuple[tuple[str, int], ...] = ()

    def setting(self, name: str, default: int = 0) -> int:
        return next((value for key, value in self.settings if key == name), default)


@dataclass(frozen=True, slots=True)
class TextureRead:
    """The texture read of a selected instruction.

    If `projected`, the coordinates have the divisor as an additional component, which must be z (2) or w (3) of the
    value that the varying unit loads. If `explicit`, the level of detail is given, otherwise a bias.
    """

    sampler: int
    projected: int = 0
    explicit: bool = False


@dataclass(frozen=True, slots=True)
class Packet:
    """An instruction. `following` is the length of the next instruction in words; by convention it is 0 without
    prefetch.
    """

    parts: tuple[UnitPart, ...] = ()
    stop: bool = False
    sync: bool = False
    prefetch: bool = False
    following: int = 0

    def part(self, unit: str) -> UnitPart | None:
        return next((part for part in self.parts if part.unit == unit), None)


@dataclass(frozen=True, slots=True)
class PipeIsa(Isa):
    pipeline: Pipeline = field(kw_only=True)

    def fact(self, name: str) -> Fact:
        return next(fact for fact in self.facts if fact.name == name)

    def in_form(self, form: str) -> tuple[Op, ...]:
        """Return the ops that can be encoded in a form of the unit's word."""
        return tuple(op for op in self.ops if form in op.slots)
