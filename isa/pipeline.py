"""The record types of targets whose instruction is a pipeline of units: words of any length, units that work one after
the other.

Each unit of an instruction reads registers, or what an earlier unit of the same instruction made, and a control word
says which units there are. A unit has one `Form` for every layout of its bits. Data only, like `isa.model`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from gpucc.isa.model import Dest, Fact, Isa, Op, Source, Word


@dataclass(frozen=True, slots=True)
class Pipe:
    """A pipeline register: what `unit` makes, for the units after it (constants for all). Without `code` only a port's
    flag names it."""

    name: str
    unit: str
    code: int | None
    scalar: bool = False


@dataclass(frozen=True, slots=True)
class PipePort:
    """A source operand as fields: a vec4 register with a swizzle, or (without one) a scalar, whose number counts
    components.

    `component` is there if the component has a field of its own. `enable` tells whether there is an operand at all;
    without it, `none` is the register number that means there is not. `bypass` is a flag that takes the result of
    `unit` instead.
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
    # the operand is one scalar, or as many components as the setting `align` says
    aligned: bool = False

    @property
    def scalar(self) -> bool:
        return not self.swizzle

    @property
    def optional(self) -> bool:
        return bool(self.enable) or self.none is not None


@dataclass(frozen=True, slots=True)
class ResultPlace:
    """Where a form puts its result: a register with a mask, or a scalar register. `discard` is the number that keeps it
    out of the file."""

    register: str
    mask: str = ""
    enable: str = ""
    discard: int | None = None
    # all four components are written, though no field says so
    whole: int = 0

    @property
    def scalar(self) -> bool:
        return not self.mask and not self.whole


@dataclass(frozen=True, slots=True)
class Setting:
    """A number in the word that is no register. With `values`, (number, code) pairs, only those numbers have a code."""

    name: str
    field: str
    values: tuple[tuple[int, int], ...] = ()
    default: int = 0


@dataclass(frozen=True, slots=True)
class Form:
    """One layout of a unit's bits: `fixed` fields tell it from the others; every bit that no field covers is zero."""

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
    """What a unit does to its result on the way out: `semantics` over `a`."""

    name: str
    code: int
    semantics: str


@dataclass(frozen=True, slots=True)
class Pipeline:
    """The control word, the units in their order, and what they share.

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
        """The place of a unit in an instruction."""
        return next(i for i, unit in enumerate(self.units) if unit.name == name)


@dataclass(frozen=True, slots=True)
class UnitPart:
    """What one unit does in one instruction.

    A source's `file` is "register", or the unit whose result it is; a scalar source repeats its component in the
    swizzle. Sources are those of the form's ports, None for an optional one that is not there; ports that the op does
    not read may be left out. Without `dest` the result is only for the pipeline. Settings that are left out have their
    default.
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
    """Which texture a selected instruction reads. `projected`: its coordinates have the divisor as one component more,
    which is to be z (2) or w (3) of what the varying unit loads. `explicit`: the level is given, not a bias."""

    sampler: int
    projected: int = 0
    explicit: bool = False


@dataclass(frozen=True, slots=True)
class Packet:
    """An instruction. `following` is the length in words that it tells of the next one, 0 without prefetch as a
    rule."""

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
        """The ops that a form can hold."""
        return tuple(op for op in self.ops if form in op.slots)
