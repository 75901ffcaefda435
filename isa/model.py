"""The record types that describe every target. They hold data only: stages read these records and never test a target's
name.
"""

from __future__ import annotations

import math
from dataclasses import field
from typing import Literal

from gpucc.records import dataclass

Result = Literal["each", "broadcast", "fixed", "none"]


@dataclass(frozen=True, slots=True)
class Format:
    """A number format: rounding and rules for special values."""

    name: str
    exponent: int
    mantissa: int
    rounding: Literal["even", "trunc"] = "even"
    subnormals: bool = True
    negative_zero: bool = True
    zero_times_inf_is_zero: bool = False
    minmax: Literal["ieee", "second"] = "ieee"
    # a target without a select unit blends a*c + b*(1-c): exact for finite values only
    blend_select: bool = False

    def rounded(self, value: float) -> float:
        """The format's number for a value, as the program has it where its source has a literal."""
        if value == 0 or not math.isfinite(value):
            return value
        exponent = max(math.frexp(value)[1] - 1, self.least_exponent) - self.mantissa
        steps = math.ldexp(value, -exponent)
        size = math.ldexp(round(steps) if self.rounding == "even" else math.trunc(steps), exponent)
        if abs(size) > self.greatest:
            size = math.inf if self.rounding == "even" else self.greatest
        elif abs(size) < self.least and not self.subnormals:
            size = 0.0
        return math.copysign(size, value)

    def at_most(self, value: float) -> float:
        """The largest number of the format that is not more than a positive one, which the format need not hold."""
        if (near := self.rounded(value)) <= value:
            return near
        if math.isinf(near):
            return self.greatest
        # more than half a step, and less than one and a half of the steps below a power of two
        step = math.ldexp(0.6, max(math.frexp(near)[1] - 1, self.least_exponent) - self.mantissa)
        return self.rounded(near - step)

    def at_least(self, value: float) -> float:
        """The smallest number of the format that is not less than a positive one."""
        if (near := self.rounded(value)) >= value:
            return near
        quantum = max(math.frexp(near)[1] - 1 if near else 0, self.least_exponent) - self.mantissa
        if near == 0:
            return self.least if not self.subnormals else math.ldexp(1.0, self.least_exponent - self.mantissa)
        more = near + math.ldexp(1.0, quantum)
        return more if more <= self.greatest else math.inf

    @property
    def exact_integers(self) -> int:
        """The largest magnitude up to which all integers are exact."""
        return int(2 ** (self.mantissa + 1))

    @property
    def least_exponent(self) -> int:
        """The exponent of the smallest normal number."""
        return int(2 - 2 ** (self.exponent - 1))

    @property
    def least(self) -> float:
        """The smallest positive number with full precision."""
        return float(2.0**self.least_exponent)

    @property
    def greatest(self) -> float:
        """The largest finite number."""
        return float((2.0 - 2.0**-self.mantissa) * 2.0 ** (1 - self.least_exponent))


FP32 = Format("fp32", 8, 23)
FP24 = Format("fp24", 7, 16, subnormals=False, negative_zero=False, zero_times_inf_is_zero=True, minmax="second")
FP16 = Format("fp16", 5, 10)


# How sure a fact is -------------------------------------------------------------------------------------------------

# the components of a register of constants, and of a vector register on every target that has them
LANES = 4
# their letters, and the swizzle that leaves them in their places
LETTERS = "xyzw"
IDENTITY = (0, 1, 2, 3)
Level = Literal["proven", "agreed", "documented"]
LEVELS: tuple[Level, ...] = ("proven", "agreed", "documented")


@dataclass(frozen=True, slots=True)
class Fact:
    """A statement about a chip that not every source shows, kept in one record so that it can be corrected in one
    place.

    `level` is the most cautious setting of `facts=` that may rely on it: "proven" is exercised by code of the vendor's
    or Mesa's compiler, "agreed" stands in the notes and nothing contradicts it, "documented" is contradicted or a
    guess.
    """

    name: str
    level: Level
    statement: str
    source: str

    def holds(self, level: Level) -> bool:
        """Return whether a compiler with the setting `facts=level` may rely on this fact."""
        return LEVELS.index(self.level) <= LEVELS.index(level)


@dataclass(frozen=True, slots=True)
class Window:
    """The time in which a result can be read: `first` to `last` instructions after the one that computes it.

    If `stored`, the computing instruction itself can store it.
    """

    first: int
    last: int
    stored: bool = True


@dataclass(frozen=True, slots=True)
class Bound:
    """The largest distance of an approximate op from the correctly rounded value.

    The bound of a function composed of several ops adds to the errors of these ops, unless it is the `total`: then it
    covers them, and no other bound applies.
    """

    relative: float = 0.0
    absolute: float = 0.0
    assumed: bool = True
    total: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """Bits `low .. low+width-1` of a word."""

    name: str
    low: int
    width: int
    signed: bool = False


@dataclass(frozen=True, slots=True)
class Word:
    """A code word (or part of one) field by field. Bits that no field covers must be zero."""

    name: str
    bits: int
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class RegisterFile:
    """The registers of one kind.

    name      the name by which sources and destinations refer to the file
    role      the name by which the compiler finds the file: "input", "uniform", "temporary" and "output"; and, where a
              machine has them, "varying" (the outputs after the first one, if they are another file), "address"
              (relative addressing) and "sampler"
    code      the number of the file in the encoding
    prefix    what the file's registers are called in text, by stage: {"vertex": "v"}. A stage that is missing here
              does not have the file
    count     how many registers there are, by stage ("vertex"), or by stage and version ("vertex/2")
    readable  an instruction can have operands from the file
    writable  an instruction can have its result there
    complete  every component of an output that is written at all must be written
    whole     the stages in which one instruction must write all components of a register
    ports     how many registers of the file one instruction can read; 0: no limit. `slot_target` obeys it for every
              file, `vector_target` for the file of inputs only: for other files, see `Op.exclusive`
    """

    name: str
    role: str
    code: int
    prefix: dict[str, str]
    count: dict[str, int]
    readable: bool = True
    writable: bool = False
    complete: bool = False
    whole: tuple[str, ...] = ()
    ports: int = 0
    # the last registers of the file, so many, that the encoding has and the compiler must not use
    avoided: int = 0

    def size(self, stage: str, version: int = 1) -> int:
        """Return the number of registers of this file in a stage of a version; 0 where the file does not exist."""
        return self.count.get(f"{stage}/{version}", self.count.get(stage, 0))


@dataclass(frozen=True, slots=True)
class Operand:
    """An operand that an op reads.

    name       the name in the op's semantics
    lanes      0: one lane for each lane of the result. Otherwise the operand has so many lanes, from x on
    accepts    the roles of the register files that it can come from
    rows       more than 1: a matrix in so many consecutive registers
    modifiers  the changes of sign that the encoding can apply to it: "neg", "abs"
    place      for an operand that no field names: a component of a load of the same instruction, "load.x"
    """

    name: str
    lanes: int = 0
    accepts: frozenset[str] = frozenset({"temporary", "input", "uniform"})
    rows: int = 1
    modifiers: frozenset[str] = frozenset()
    place: str = ""


@dataclass(frozen=True, slots=True)
class Op:
    """An instruction of a machine, or the work of one slot.

    result     "each": every lane is computed from the same lane of the operands; "broadcast": one value for all lanes;
               "fixed": each lane has a meaning of its own; "none": no result
    semantics  expressions over the neutral ops of `isa.neutral`, such as "fadd(fmul(a.x, b.x), fmul(a.y, b.y))": one
               for each lane if the result is "fixed", otherwise only one. They call an operand `a` if it has one lane
               for each lane of the result, the lanes of others `a.x`, and row 1 of a matrix `m.1.x`. An op without
               semantics has its own code in the simulator
    bound      the largest error, if the result is not the correctly rounded one
    stages, versions  where programs may contain it. With versions=() text and bytes may, but no rule selects it
    cost       what selection pays for it, in instructions
    latency    the number of instructions until the result can be read
    slots      the slots of an instruction that can execute it
    mask       the lanes of the result that it can write, as bits; None: all
    exclusive  roles of register files: only one operand may come from these files, or all from the same register
    effect     what the op does besides computing: "discard", "address" (loads the address register), "if", ...
    straight   the op may not be inside of a branch
    sampler    the op also names a sampler register and a `SamplerState`
    modifiers  what the op can do to its result: "sat", "pos" (the greater of it and 0), "neg", "abs"
    claims     wide instructions: units whose ports hold further operands of the op, so that they can do nothing else
    beside     wide instructions: ops that other units with the same opcode field may execute beside it
    window     when the result can be read, if that differs from its unit's other ops
    opaque     operands and result are no ordinary numbers: the op means something only within a `Sequence`
    fact       the statement that the op's record relies on, if not every source shows it
    """

    name: str
    code: int
    operands: tuple[Operand, ...] = ()
    result: Result = "each"
    semantics: tuple[str, ...] = ()
    bound: Bound | None = None
    stages: tuple[str, ...] = ("vertex", "fragment")
    versions: tuple[int, ...] = (1,)
    cost: float = 1.0
    latency: int = 1
    slots: tuple[str, ...] = ()
    mask: int | None = None
    exclusive: frozenset[str] = frozenset()
    effect: str | None = None
    straight: bool = False
    note: str = ""
    sampler: bool = False
    modifiers: frozenset[str] = frozenset()
    claims: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    window: Window | None = None
    opaque: bool = False
    fact: Fact | None = None


@dataclass(frozen=True, slots=True)
class Bypass:
    """A path of a machine of slots that leads results past the register file: ops in slot `reader` read a result of
    slot `source` after `latency` instructions if the op's own latency is longer."""

    source: str
    reader: str
    latency: int


@dataclass(frozen=True, slots=True)
class Isa:
    """A machine as data. All stages of the compiler read the same record.

    name           the name behind `--isa`
    title          what the machine is, in a few words, for `gpucc isas`
    stages         the stages of shaders that it runs: "vertex", "fragment"
    default_stage  the stage of a source that does not say which it is; None: the user has to
    format         the format of its numbers, such as `FP32`
    ops            its instructions
    files          its register files
    words          the words of its code, for coders that use `pack` and `unpack`
    lanes          the number of components of a register: 4 for `vector_target`, 1 to 4 for `slot_target`
    flow           what becomes of branches: "flatten" computes both sides and selects, which a machine without
                   branches needs; "structured" has if and else, "branches" has jumps
    loops          whether the machine can loop; if not, all loops are unrolled
    limits         limits by name. "instructions" is the greatest length of a program; the other names are the target's
                   own. "instructions/2" is the limit of version 2
    options        the switches of the target (`--target NAME=VALUE`) and their values; the first one is the default
    facts          statements that not every source shows, for which the switch `facts` says how much to rely on
    speculation    in a machine with branches: a side with at most this many operations is always computed, and its
                   results are selected
    unrolling      loops are unrolled if the program grows by at most this many operations ..
    branching      .. and, where it becomes much larger, by at most this many branches
    fetch_price    the cost of a texture fetch, in instructions, when the compiler decides whether to avoid one
    absent         built-in outputs and inputs of GLSL that the hardware lacks, each with the missing effect
    bypasses       in a machine of slots: paths on which results arrive early
    """

    name: str
    title: str
    stages: tuple[str, ...]
    default_stage: str | None
    format: Format
    ops: tuple[Op, ...]
    files: tuple[RegisterFile, ...]
    words: tuple[Word, ...]
    lanes: int
    flow: Literal["flatten", "structured", "branches"]
    loops: bool
    limits: dict[str, int] = field(default_factory=dict)
    options: dict[str, tuple[str, ...]] = field(default_factory=dict)
    facts: tuple[Fact, ...] = ()
    speculation: int = 0
    unrolling: int = 0
    branching: int | None = None
    fetch_price: int = 1
    absent: dict[str, str] = field(default_factory=dict)
    bypasses: tuple[Bypass, ...] = ()

    def op(self, name: str) -> Op:
        """Return the op of this name."""
        return next(op for op in self.ops if op.name == name)

    def delay(self, op: Op, slot: str, reader: str) -> int:
        """Return the number of instructions after which slot `reader` can read the result of an op in `slot`."""
        return min([op.latency, *(b.latency for b in self.bypasses if (b.source, b.reader) == (slot, reader))])

    def normalises(self) -> bool:
        """Return whether an op divides a vector by its length."""
        return any(
            op.result == "fixed" and all("sqrt(" in text for text in op.semantics) for op in self.ops if op.semantics
        )

    def adds_products(self) -> bool:
        """Return whether an op adds three products."""
        three = "fadd(fadd(fmul(a.x, b.x), fmul(a.y, b.y)), fmul(a.z, b.z))"
        return any(op.semantics == (three,) for op in self.ops)

    def limits_results(self) -> bool:
        """Return whether an op can keep its own result from being negative."""
        return any("pos" in op.modifiers for op in self.ops)

    def computed(self) -> tuple[Op, ...]:
        """Return everything that can compute a value: the ops, and functions composed of several."""
        return self.ops

    def output_place(self, stage: str, register: int) -> tuple[str, int]:
        """Return role and number of a logical output: 0 is the stage's own, the others are varyings if the stage has
        them.
        """
        if register and any(file.role == "varying" and stage in file.prefix for file in self.files):
            return ("varying", register - 1)
        return ("output", register)

    def file(self, role: str, stage: str) -> RegisterFile:
        """Return the register file with this role in a stage."""
        return next(file for file in self.files if file.role == role and stage in file.prefix)

    def limit(self, name: str, version: int = 1) -> int:
        """Return the limit of this name in a version."""
        return self.limits.get(f"{name}/{version}", self.limits[name])


# Instructions of register-file targets, shared by scheduler, encoder, decoder, assembler and simulator --------------


@dataclass(frozen=True, slots=True)
class SamplerState:
    """The settings of a texture read. Their names are those of the AGAL assembler, which has words for all of them."""

    dimension: Literal["2d", "cube"] = "2d"
    filter: str = "nearest"
    mip: str = "nomip"
    wrap: str = "clamp"
    format: str = "rgba"
    special: tuple[str, ...] = ()
    bias: float = 0.0


@dataclass(frozen=True, slots=True)
class Index:
    """Relative addressing: `offset` and the value of one component of an index register are added to the source's
    register number.

    The index register may itself be read at an `inner` index, until that is loaded into a register that allows no
    index.
    """

    file: str
    number: int
    component: int
    offset: int = 0
    inner: Index | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """A source register as encoded: four swizzle lanes (lane i of the result reads component swizzle[i])."""

    file: str
    number: int
    swizzle: tuple[int, int, int, int] = (0, 1, 2, 3)
    negate: bool = False
    absolute: bool = False
    index: Index | None = None


@dataclass(frozen=True, slots=True)
class Dest:
    """A destination register; `mask` has bit 0 for x up to bit 3 for w."""

    file: str
    number: int
    mask: int = 15


@dataclass(frozen=True, slots=True)
class Instruction:
    """An instruction as it is encoded; assembler, encoder, decoder and simulator share it."""

    op: str
    dest: Dest | None = None
    sources: tuple[Source, ...] = ()
    sampler: SamplerState | None = None
    sampler_number: int = 0
    # the other fields of the word by name: targets, conditions, comparisons
    immediates: tuple[tuple[str, int], ...] = ()
    # the selected instructions that it was made from; not part of the encoded word
    origin: tuple[object, ...] = field(default=(), compare=False, repr=False)

    def immediate(self, name: str) -> int:
        """Return the value of a field that is not a register; 0 if the word has no field of this name."""
        return next((value for field, value in self.immediates if field == name), 0)


@dataclass(frozen=True, slots=True)
class SlotIssue:
    """The work of one slot in an instruction of a machine of slots. Its destination has one component, and all lanes of
    a source read the same one."""

    slot: str
    instruction: Instruction
