"""A compiled program and its interface: all that the simulator, the disassembler and containers see of a
compilation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import Any, Literal

from gpucc.errors import InputError, InternalError, Location
from gpucc.isa.model import SamplerState
from gpucc.records import dataclass

Kind = Literal["input", "output", "uniform", "sampler"]
Stage = Literal["vertex", "fragment", "geometry"]
# is told what happens in a compilation: the name of a stage, or of what is told, and the value
Observe = Callable[[str, object], None]


@dataclass(frozen=True, slots=True)
class BlockPlace:
    """The place of a uniform in the buffer of its block, in bytes, in the layout std140. `strides` has one distance for
    each dimension of an array, the outermost first; 0 is the dimension of an array of blocks, each of which has its own
    buffer. `matrix_stride` is the distance of columns, or of rows with `row_major`."""

    block: str
    offset: int
    strides: tuple[int, ...] = ()
    matrix_stride: int = 0
    row_major: bool = False


@dataclass(frozen=True, slots=True)
class DeclaredSlot:
    """How the source declares the variable that a slot holds: its type (`mat3[2]`), its precision ("" if none), and
    whether it is invariant. Where a variable takes several slots, `part` counts them; `fields` are the names of the
    structs around a member, the outermost first, each with its length (0 if it is no array)."""

    name: str
    type: str
    precision: str = ""
    invariant: bool = False
    part: int | None = None
    fields: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Slot:
    """One named input, output, uniform or sampler.

    `register` counts vec4 registers of the kind, in the shader's logical numbering. `words` has one letter for each
    32-bit component from the first register's x on: f float, i signed, u unsigned, b boolean, `.` unused. It spans all
    registers of the slot (16 bytes each; C layout within it). `aliases` are other names that a user may give, such as
    arg0. Integers are from 0 to `most`, if that is given. `default` is the value of a uniform, a number for each used
    component, that the source gives in case nobody sets it. `place` is that of a member of a uniform block. `fixed`:
    the user chose the register. `rows`: the registers hold the rows of matrices. `declared` is what a source in GLSL
    says.
    """

    name: str
    kind: Kind
    register: int
    words: str
    type: str = "vec4"
    builtin: str | None = None
    sampler: SamplerState | None = None
    aliases: tuple[str, ...] = ()
    most: int | None = None
    default: tuple[float, ...] = ()
    place: BlockPlace | None = None
    rows: bool = False
    fixed: bool = field(default=False, compare=False, repr=False)
    declared: DeclaredSlot | None = field(default=None, compare=False, repr=False)

    @property
    def spelled(self) -> str:
        """The type as the source declares it, where the slot holds a whole variable."""
        return self.declared.type if self.declared is not None and self.declared.part is None else self.type

    @property
    def registers(self) -> int:
        return max(1, -(-len(self.words) // 4))

    def letter(self, register: int, component: int) -> str:
        """The letter of a component of a register; `.` beyond the last one."""
        at = 4 * (register - self.register) + component
        return self.words[at] if at < len(self.words) else "."

    @property
    def components(self) -> int:
        """The number of components used in the widest register."""
        return max((len(self.words[i : i + 4].rstrip(".")) for i in range(0, len(self.words), 4)), default=0)


class NoOutput(InputError):
    """The shader computes nothing: it writes no output, or only values that are always undefined."""


@dataclass(frozen=True, slots=True)
class Interface:
    inputs: tuple[Slot, ...] = ()
    outputs: tuple[Slot, ...] = ()
    uniforms: tuple[Slot, ...] = ()
    samplers: tuple[Slot, ...] = ()

    def slots(self) -> tuple[Slot, ...]:
        return self.inputs + self.outputs + self.uniforms + self.samplers

    def find(self, name: str) -> Slot | None:
        """The slot of this name, or else the one that has it as an alias."""
        slots = self.slots()
        return next(
            (slot for slot in slots if slot.name == name), next((slot for slot in slots if name in slot.aliases), None)
        )


def file_size(slots: tuple[Slot, ...]) -> int:
    """The number of vec4 registers that the slots span."""
    return max((slot.register + slot.registers for slot in slots), default=0)


@dataclass(frozen=True, slots=True)
class GeometryShape:
    """The primitives of a geometry shader: it reads one `primitive` of so many `vertices` at a time, and emits at most
    `most` vertices of triangle strips for it."""

    primitive: str = "points"
    vertices: int = 1
    most: int = 32


# the positions that a geometry shader reads, and the output of the vertex shader that they are
POSITIONS, POSITION = "gl_in", "gl_Position"


@dataclass(frozen=True, slots=True)
class FedPlace:
    """The place of a value that a geometry shader takes: at first, by the order of its inputs, and in the outputs of
    the vertex shader: their name, the vertex, the row among the registers of this output, and the component."""

    register: int
    component: int
    name: str
    vertex: int
    row: int
    fed_component: int


# an emitted vertex as a result: its place among the three last ones, and whether it completes a triangle, turned around
EMITTED = ("vertex", "primitive", "winding")


def listed(interface: Interface, shape: GeometryShape) -> Interface:
    """The interface with the list of emitted vertices for outputs: their number, then for each what `EMITTED` names,
    and the outputs."""
    size = file_size(interface.outputs)
    slots = [Slot("emitted", "output", 0, "f", "float")]
    for k in range(shape.most):
        first = 1 + k * (size + 1)
        slots.append(Slot(f"setemit[{k}]", "output", first, "fff", "vec3"))
        for slot in interface.outputs:
            words = "".join("." if letter == "." else "f" for letter in slot.words)
            slots.append(
                replace(slot, name=f"{slot.name}[{k}]", register=first + 1 + slot.register, words=words, builtin=None)
            )
    return replace(interface, outputs=tuple(slots))


@dataclass(frozen=True, slots=True)
class Constant:
    """A literal that the compiler placed in one component of the uniform file."""

    register: int
    component: int
    value: float


# the mark, as `Slot.builtin`, of the uniform that holds derived constants
DERIVED = "gpucc_derived"


# the mark, as `Slot.builtin`, of the slot that holds tables of constants while a program is made
TABLES = "gpucc_tables"


@dataclass(frozen=True, slots=True)
class DerivedStep:
    """One operation of isa/derived.py; `args` are earlier steps. A leaf has a `value`, or the `uniform` that it reads
    (`word` counts components from the slot's first register)."""

    op: str
    args: tuple[int, ...] = ()
    uniform: str = ""
    word: int = 0
    value: float = 0.0


@dataclass(frozen=True, slots=True)
class Derivation:
    """Constants that the host derives from uniforms: `values` has the step for each word of the uniform `slot`."""

    slot: str
    steps: tuple[DerivedStep, ...]
    values: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class AssumedWord:
    """An assumption about one component: it lies between `low` and `high`, and is a whole number if `whole`."""

    word: int
    low: float
    high: float
    whole: bool = False

    @property
    def fixed(self) -> bool:
        return self.low == self.high


@dataclass(frozen=True, slots=True)
class Assumption:
    """The assumptions about an input or uniform: `text` as the user wrote it, `words` for its components."""

    text: str
    name: str
    words: tuple[AssumedWord, ...]


@dataclass(frozen=True, slots=True)
class PictureCell:
    """The work of one unit in one instruction. `reads` are the cells, as (instruction, unit), whose results it reads
    directly.

    `rule` is the selection rule that it comes from; a `copy` only keeps or moves a value. `others` are further places
    that it serves: those of the other lanes of a vector.
    """

    unit: str
    text: str
    location: Location | None = None
    rule: str = ""
    copy: bool = False
    reads: tuple[tuple[int, str], ...] = ()
    others: tuple[Location, ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """A schedule as a table: for each instruction its cells, for each block its first instruction and its name.

    `verdict` is its length compared with the lower bound; `ir` is the optimised IR it was made from. `words` are the
    lengths of instructions if these differ, `code` are the machine words as text.
    """

    units: tuple[str, ...]
    rows: tuple[tuple[PictureCell, ...], ...]
    blocks: tuple[tuple[int, str], ...]
    verdict: str
    ir: str
    words: tuple[int, ...] = ()
    code: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Program:
    isa: str
    stage: Stage
    code: bytes
    interface: Interface = Interface()
    constants: tuple[Constant, ...] = ()
    entry: str = "main"
    options: tuple[tuple[str, str], ...] = ()
    stats: dict[str, Any] = field(default_factory=dict)
    verified: dict[str, Any] | None = None
    derived: Derivation | None = None
    assumed: tuple[Assumption, ...] = ()
    geometry: GeometryShape | None = None
    # present only in a program directly from the compiler
    picture: Picture | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SignatureLeaf:
    """A by-value parameter or a returned member of the canonical shader function.

    Components `component .. component+count-1` of input or output register `register`; `letter` as in `Slot.words`,
    or h for half. `count` 1 is a scalar, more a vector of LLVM.
    """

    register: int
    component: int
    count: int
    letter: str


@dataclass(frozen=True, slots=True)
class Hints:
    """Properties of the values of a source in a shading language that LLVM IR does not keep.

    `values`: by (file, line, column) of an operation, the variable that takes its value or "", whether it is half, and
    the number of its components. `uniforms`: by name, in the order of the source, the type and the layout qualifier
    that uniforms and children are declared with; with `whole`, unread ones belong to the interface as well. `effects`
    are children that the source evaluates and LLVM IR has nothing for.
    """

    values: Mapping[tuple[str, int, int], tuple[str, bool, int]] = field(default_factory=dict)
    uniforms: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    whole: bool = False
    effects: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shader:
    """A module in canonical form: all that the compiler and the JIT reference need to know of the source.

    `text` is LLVM IR that defines `@gpucc.shader`. Its parameters: one `ptr` for each entry of `pointers` (the first
    uniform register that it points to), then the `inputs` by value. It returns a struct with one member for each of
    `outputs` (void if there are none). External globals in addrspace(2) are uniforms: `uniform_globals` has their first
    registers. `sampler_globals` is the same for sampler globals in addrspace(4). `derived`
    are constants among the uniforms that are computed from others; only optimised texts read them. `assumed` are facts
    about inputs and uniforms. `tables` are the constants of the slot with the mark TABLES, which only the stages of a
    target see: in a program they are constants like others.

    A geometry shader returns nothing: it calls `@gpucc.emit.V.P.W` with the values of `outputs`, for the vertex V of
    the three that the chip keeps; P is 1 if that completes a triangle, W if it is turned around. `fed` are the outputs
    of the vertex shader before it, by name, with the number of registers of each; `rows` say which of the inputs come
    from them.
    """

    text: str
    stage: Stage
    entry: str
    interface: Interface
    pointers: tuple[int, ...] = ()
    inputs: tuple[SignatureLeaf, ...] = ()
    outputs: tuple[SignatureLeaf, ...] = ()
    uniform_globals: dict[str, int] = field(default_factory=dict)
    sampler_globals: dict[str, int] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    hints: Hints = field(default_factory=Hints, compare=False, repr=False)
    derived: Derivation | None = None
    assumed: tuple[Assumption, ...] = ()
    tables: tuple[Constant, ...] = ()
    geometry: GeometryShape | None = None
    fed: tuple[tuple[str, int], ...] = ()
    rows: tuple[FedPlace, ...] = ()


def published(interface: Interface) -> Interface:
    """The interface without the slot of tables, whose registers hold constants of the program."""
    return replace(interface, uniforms=tuple(slot for slot in interface.uniforms if slot.builtin != TABLES))


def relocate(shader: Shader, interface: Interface) -> Shader:
    """The shader with uniforms in the registers of this interface.

    The program's own interface says what is compared, so it must declare all that the shader gives.
    """
    given, kept = (
        [(slot.name, slot.register, slot.words) for slot in one.outputs] for one in (shader.interface, interface)
    )
    if given != kept:
        raise InternalError(f"the program's outputs {kept} are not the shader's {given}")
    where = {slot.name: slot.register for slot in interface.uniforms}
    moved = {slot.register: where[slot.name] for slot in shader.interface.uniforms}
    return replace(
        shader,
        interface=interface,
        pointers=tuple(moved.get(register, register) for register in shader.pointers),
        uniform_globals={name: moved.get(register, register) for name, register in shader.uniform_globals.items()},
    )


def fed(shader: Shader, after: Program | None) -> Shader:
    """A geometry shader that reads the outputs of a vertex program."""
    if after is None:
        return shader
    return replace(shader, fed=tuple((slot.name, slot.registers) for slot in after.interface.outputs))
