"""LLVM IR as records: the output of the reader for a module's canonical text, before any interpretation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from gpucc.errors import Location
from gpucc.records import dataclass

# types --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class IntType:
    bits: int


@dataclass(frozen=True, slots=True)
class FloatType:
    name: str  # half, bfloat, float, double, fp128, x86_fp80


@dataclass(frozen=True, slots=True)
class PointerType:
    space: int = 0


@dataclass(frozen=True, slots=True)
class VectorType:
    count: int
    element: LType


@dataclass(frozen=True, slots=True)
class ArrayType:
    count: int
    element: LType


@dataclass(frozen=True, slots=True)
class StructType:
    elements: tuple[LType, ...]
    packed: bool = False


@dataclass(frozen=True, slots=True)
class FunctionType:
    result: LType
    parameters: tuple[LType, ...]
    variadic: bool = False


@dataclass(frozen=True, slots=True)
class OtherType:
    """void, label, metadata, token, opaque, scalable vectors, target types."""

    name: str


LType = IntType | FloatType | PointerType | VectorType | ArrayType | StructType | FunctionType | OtherType
BOOL, I8, I32 = IntType(1), IntType(8), IntType(32)
FLOAT = FloatType("float")
# the bits of the exponent and of the mantissa, without its leading one, of the types whose bits IEEE 754 lays out
FLOAT_BITS = {"half": (5, 10), "bfloat": (8, 7), "float": (8, 23), "double": (11, 52), "fp128": (15, 112)}


def scalar_of(type: LType) -> LType:
    """Return the type of a vector's components; other types are their own."""
    return type.element if isinstance(type, VectorType) else type


def width(type: LType) -> int:
    """Return the number of a vector's components; 1 for other types."""
    return type.count if isinstance(type, VectorType) else 1


# values -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Local:
    name: str
    type: LType


@dataclass(frozen=True, slots=True)
class Global:
    name: str
    type: LType


@dataclass(frozen=True, slots=True)
class IntConstant:
    type: LType
    value: int  # not as an unsigned pattern but as printed: -1 is -1; true is 1


@dataclass(frozen=True, slots=True)
class FloatConstant:
    type: LType
    value: float  # exact: every half and float is a double


@dataclass(frozen=True, slots=True)
class Zero:
    """zeroinitializer, null, none."""

    type: LType


@dataclass(frozen=True, slots=True)
class Undefined:
    """undef or poison."""

    type: LType
    poison: bool = False


@dataclass(frozen=True, slots=True)
class Aggregate:
    """A vector, array or struct constant; splat and c"..." are expanded."""

    type: LType
    elements: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Expression:
    """A constant expression. `source` is GEP's element type."""

    op: str
    type: LType
    operands: tuple[Value, ...]
    source: LType | None = None


@dataclass(frozen=True, slots=True)
class Opaque:
    """A value without a use in float code: metadata, inline assembly, blockaddress, dso_local_equivalent."""

    text: str
    type: LType


Value = Local | Global | IntConstant | FloatConstant | Zero | Undefined | Aggregate | Expression | Opaque

# code ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LlvmInstruction:
    """One instruction. `flags` are the keywords after the opcode (fast-math, nuw, inbounds, volatile, tail ...).

    Other fields hold what is not a value operand: compare predicate, GEP/alloca/load element type, shuffle mask (-1 for
    poison), aggregate indices, called function (a Global, Local or Opaque), blocks of phis and switches.
    """

    op: str
    type: LType
    name: str | None = None
    operands: tuple[Value, ...] = ()
    flags: frozenset[str] = frozenset()
    predicate: str | None = None
    element: LType | None = None
    mask: tuple[int, ...] = ()
    indices: tuple[int, ...] = ()
    callee: Value | None = None
    labels: tuple[str, ...] = ()
    location: Location | None = None
    text: str = ""
    # of calls: convention, return and function attributes; then those of each argument (empty if none has any)
    attributes: tuple[str, ...] = ()
    argument_attributes: tuple[tuple[str, ...], ...] = ()


def definition_of(value: Value, definitions: Mapping[str, LlvmInstruction]) -> LlvmInstruction | None:
    """Return the instruction that computes a value, among those by name; None for constants and parameters."""
    return definitions.get(value.name) if isinstance(value, Local) else None


@dataclass(slots=True)
class BasicBlock:
    """A basic block with its text.

    `lines` are the statements as they are in the text, one for each instruction, each with the debug records before it;
    passes that change the code write new ones. `label` is the line above them.
    """

    name: str
    instructions: list[LlvmInstruction] = field(default_factory=list)
    label: str = field(default="", compare=False)
    lines: list[str] = field(default_factory=list, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter. `attributes` are the words before the name; one with an argument is kept as text: "align 16",
    "sret(<4 x float>)". `spelled` is the type as it is in the text, which may name a struct.
    """

    name: str
    type: LType
    attributes: tuple[str, ...] = ()
    spelled: str = field(default="", compare=False)


@dataclass(slots=True)
class Function:
    name: str
    result: LType
    parameters: tuple[Parameter, ...]
    blocks: list[BasicBlock] = field(default_factory=list)
    variadic: bool = False
    location: Location | None = None
    # linkage, convention, return and function attributes; attribute groups are expanded
    attributes: tuple[str, ...] = ()
    # as in the text: the header; the result type, which may name a struct; and the personality: "personality ptr @p"
    line: str = field(default="", compare=False, repr=False)
    spelled: str = field(default="", compare=False)
    personality: str = field(default="", compare=False)
    # the metadata node that is attached as its debug information
    subprogram: str = field(default="", compare=False)

    @property
    def declared_only(self) -> bool:
        return not self.blocks


@dataclass(slots=True)
class GlobalVariable:
    name: str
    type: LType
    space: int = 0
    constant: bool = False
    initializer: Value | None = None
    linkage: str = ""
    # the initializer of an alias or ifunc is its target
    kind: str = "variable"
    line: str = field(default="", compare=False, repr=False)


@dataclass(slots=True)
class Module:
    functions: dict[str, Function] = field(default_factory=dict)
    globals: dict[str, GlobalVariable] = field(default_factory=dict)
    types: dict[str, LType] = field(default_factory=dict)
    named_metadata: dict[str, tuple[tuple[object, ...], ...]] = field(default_factory=dict)
    datalayout: str = ""
    triple: str = ""
    # lines without a record: before the globals (target, types) and after the functions (attributes, metadata)
    head: list[str] = field(default_factory=list, compare=False, repr=False)
    # the numbered metadata nodes and the named lists, as text
    nodes: dict[str, str] = field(default_factory=dict, compare=False, repr=False)
    tail: list[str] = field(default_factory=list, compare=False, repr=False)

    def text(self) -> str:
        """Return the module as text again; unchanged lines are as they were."""
        lines = [*self.head, *(one.line for one in self.globals.values() if one.line)]
        for function in self.functions.values():
            lines.append(function.line)
            for block in function.blocks:
                if block.label:
                    lines.append(block.label)
                lines += block.lines
            if function.blocks:
                lines.append("}")
        return "\n".join([*lines, *self.tail, ""])
