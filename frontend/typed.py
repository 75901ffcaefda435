"""The typed tree: what the checker hands to the builder. Every name is a symbol, every conversion is written out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from gpucc.frontend.places import Place
from gpucc.frontend.types import ShadingType

Scalar = float | int | bool
Values = tuple[Scalar, ...]


@dataclass(eq=False, slots=True)
class Symbol:
    """A variable. `kind`: local, parameter, global, const, uniform, input, output, sampler, child.

    `value` is what a constant holds, column by column. `passing` is in, out or inout of a parameter. `indexed`: with an
    index that only running tells. `loop` marks a loop's own index: AGSL protects it, and in GLSL samplers
    may be chosen by it (`chooses`).
    """

    name: str
    type: ShadingType
    place: Place
    kind: str
    precision: str = ""
    value: Values | None = None
    passing: str = "in"
    readonly: str = ""
    read: bool = False
    written: bool = False
    indexed: bool = False
    loop: bool = False
    chooses: bool = False
    invariant: bool = False
    initial: TypedNode | None = None


@dataclass(eq=False, slots=True)
class Callee:
    """A function of the source. `calls` are those in its body."""

    name: str
    result: ShadingType
    parameters: list[Symbol]
    place: Place
    body: TypedCode | None = None
    defined: Place | None = None
    prototype: Place | None = None
    calls: dict[Callee, Place] = field(default_factory=dict)
    uses: dict[Symbol, None] = field(default_factory=dict)
    precision: str = ""
    inline: bool = False
    noinline: bool = False

    @property
    def signature(self) -> str:
        return f"{self.name}({', '.join(one.type.name for one in self.parameters)})"


# expressions ---------------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class TypedNode:
    """`value` is known when compiling: the scalars, column by column."""

    place: Place
    type: ShadingType
    value: Values | None = field(default=None, kw_only=True)


@dataclass(eq=False, slots=True)
class Literal(TypedNode):
    pass


@dataclass(eq=False, slots=True)
class ReadNode(TypedNode):
    symbol: Symbol


@dataclass(eq=False, slots=True)
class SwizzleNode(TypedNode):
    """A swizzle. Lanes 4 and 5 are the constants 0 and 1."""

    object: TypedNode
    lanes: tuple[int, ...]


@dataclass(eq=False, slots=True)
class MemberNode(TypedNode):
    """A member of a struct."""

    object: TypedNode
    index: int


@dataclass(eq=False, slots=True)
class At(TypedNode):
    """An element of an array, a column of a matrix, a component of a vector."""

    object: TypedNode
    index: TypedNode


@dataclass(eq=False, slots=True)
class Operate(TypedNode):
    """`op`: + - * / and comparisons; == and != compare whole values."""

    op: str
    left: TypedNode
    right: TypedNode


@dataclass(eq=False, slots=True)
class Lazy(TypedNode):
    """&& or ||: the right side only where it matters."""

    op: str
    left: TypedNode
    right: TypedNode


@dataclass(eq=False, slots=True)
class Invert(TypedNode):
    """`op` is - or !."""

    op: str
    operand: TypedNode


@dataclass(eq=False, slots=True)
class Select(TypedNode):
    condition: TypedNode
    yes: TypedNode
    no: TypedNode


@dataclass(eq=False, slots=True)
class StoreNode(TypedNode):
    """`op` is the arithmetic of a compound assignment, empty for `=`."""

    op: str
    target: TypedNode
    given: TypedNode


@dataclass(eq=False, slots=True)
class Count(TypedNode):
    """++ and --; `op` is + or -."""

    op: str
    target: TypedNode
    postfix: bool


@dataclass(eq=False, slots=True)
class Follow(TypedNode):
    """The comma."""

    left: TypedNode
    right: TypedNode


@dataclass(eq=False, slots=True)
class Invoke(TypedNode):
    callee: Callee
    arguments: list[TypedNode]


@dataclass(eq=False, slots=True)
class Builtin(TypedNode):
    name: str
    arguments: list[TypedNode]


@dataclass(eq=False, slots=True)
class Build(TypedNode):
    """A constructor or conversion of numbers; of a struct, one argument a member."""

    arguments: list[TypedNode]


# statements ----------------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class TypedCode:
    place: Place


@dataclass(eq=False, slots=True)
class GroupCode(TypedCode):
    body: Sequence[TypedCode]


@dataclass(eq=False, slots=True)
class Do(TypedCode):
    node: TypedNode


@dataclass(eq=False, slots=True)
class LocalCode(TypedCode):
    """A variable begins; `direct` is false where control may enter its scope past this place."""

    symbol: Symbol
    initial: TypedNode | None
    direct: bool = True


@dataclass(eq=False, slots=True)
class BranchCode(TypedCode):
    arms: list[tuple[TypedNode, TypedCode]]
    otherwise: TypedCode | None


@dataclass(eq=False, slots=True)
class Repeat(TypedCode):
    """`tested_last` is a do loop; `trips` is how often the body runs where that is known; `unrolled` asks LLVM to write
    it out."""

    first: TypedCode | None
    declared: LocalCode | None
    condition: TypedNode | None
    step: TypedNode | None
    body: TypedCode
    tested_last: bool = False
    trips: int = 1
    unrolled: bool = False


@dataclass(eq=False, slots=True)
class SwitchCode(TypedCode):
    """A switch: (value, or None for default; body), one falling into the next."""

    on: TypedNode
    cases: list[tuple[int | None, list[TypedCode]]]


@dataclass(eq=False, slots=True)
class Leave(TypedCode):
    """return (with `node`), break, continue, discard."""

    kind: str
    node: TypedNode | None = None


@dataclass(slots=True)
class Newer:
    """What the Skias of some Android versions refuse, and the newest may take."""

    place: Place
    message: str
    note: str
    refused: frozenset[str]


@dataclass(eq=False, slots=True)
class CheckedUnit:
    """A checked source."""

    functions: list[Callee]
    entry: Callee
    globals: list[Symbol]
    stage: str
    newer: list[Newer] = field(default_factory=list)
    extra: dict[str, Symbol] = field(default_factory=dict)
