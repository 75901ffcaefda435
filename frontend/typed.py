"""The typed tree, the checker's result and the builder's input. Every name is a symbol, every conversion is
explicit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from gpucc.frontend.dialect import Dialect
from gpucc.frontend.places import Place
from gpucc.frontend.types import ShadingType
from gpucc.program import BlockPlace, GeometryShape
from gpucc.records import dataclass

Scalar = float | int | bool
Values = tuple[Scalar, ...]


@dataclass(eq=False, slots=True)
class Symbol:
    """A variable. `kind`: local, parameter, global, const, uniform, input, output, sampler, child, fetched.

    `value` is the value of a constant, column by column. `passing` is in, out or inout for a parameter. `indexed` is
    set if an index known only at run time is applied to it. `loop` marks the index of a loop: AGSL forbids writing it,
    and in GLSL it may choose samplers (`chooses`).
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
    # the variables that the first value of a global reads and the functions that it calls, if it is computed when the
    # shader runs
    needs: tuple[Symbol, ...] = ()
    calls: dict[Callee, Place] = field(default_factory=dict)
    # whether it is a colour of a fragment shader, and its place if the source gives one
    color: bool = False
    location: int = -1
    flat: bool = False
    # whether it begins as what the frame buffer holds
    fetched: bool = False

    @property
    def computed(self) -> bool:
        """Whether it is a global whose first value is computed when the shader runs."""
        return self.initial is not None and self.initial.value is None


@dataclass(eq=False, slots=True)
class Callee:
    """A function of the source. `calls` are the functions called in its body, with the places."""

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
    # whether its body asks for the size of a texture
    measures: bool = False

    @property
    def signature(self) -> str:
        return f"{self.name}({', '.join(one.type.name for one in self.parameters)})"


# expressions ---------------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class TypedNode:
    """An expression. `value` holds its scalars, column by column, if it is known at compile time."""

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


def variable_of(node: TypedNode) -> Symbol | None:
    """The variable that a place is a part of; None if it is a part of a result."""
    while isinstance(node, SwizzleNode | MemberNode | At):
        node = node.object
    return node.symbol if isinstance(node, ReadNode) else None


@dataclass(eq=False, slots=True)
class Operate(TypedNode):
    """A binary operator: + - * / and comparisons; == and != compare whole values."""

    op: str
    left: TypedNode
    right: TypedNode


@dataclass(eq=False, slots=True)
class Lazy(TypedNode):
    """&& or ||; the right side is evaluated only if the left does not decide."""

    op: str
    left: TypedNode
    right: TypedNode


@dataclass(eq=False, slots=True)
class Invert(TypedNode):
    """An operator that inverts a value: `op` is - or !."""

    op: str
    operand: TypedNode


@dataclass(eq=False, slots=True)
class Select(TypedNode):
    condition: TypedNode
    yes: TypedNode
    no: TypedNode


@dataclass(eq=False, slots=True)
class StoreNode(TypedNode):
    """An assignment. `op` is the arithmetic operator of a compound assignment, empty for `=`."""

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
    """The comma operator."""

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
    """A constructor or conversion of numbers; for a struct, one argument per member."""

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
    """The declaration of a local variable; `direct` is false if control may enter its scope past this place."""

    symbol: Symbol
    initial: TypedNode | None
    direct: bool = True


@dataclass(eq=False, slots=True)
class BranchCode(TypedCode):
    arms: list[tuple[TypedNode, TypedCode]]
    otherwise: TypedCode | None


@dataclass(eq=False, slots=True)
class Repeat(TypedCode):
    """A loop. `tested_last` marks a do loop; `trips` is the trip count if known; `unrolled` makes LLVM unroll it."""

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
    """A switch. Each case is (value, or None for default; body) and falls through to the next."""

    on: TypedNode
    cases: list[tuple[int | None, list[TypedCode]]]


@dataclass(eq=False, slots=True)
class Leave(TypedCode):
    """A return (with `node`), break, continue or discard."""

    kind: str
    node: TypedNode | None = None


@dataclass(slots=True)
class Newer:
    """An error in the Skias of the Android versions in `refused`; newer ones may accept the code."""

    place: Place
    message: str
    note: str
    refused: frozenset[str]


@dataclass(frozen=True, slots=True)
class BlockSymbol:
    """A block of uniforms: its members with their precisions and layouts, the layout of the whole, and the places of
    its uniforms in the buffer."""

    name: str
    place: Place
    members: tuple[tuple[str, ShadingType, str], ...]
    layout: frozenset[str]
    places: dict[str, BlockPlace] = field(default_factory=dict)


@dataclass(eq=False, slots=True)
class CheckedUnit:
    """A checked source."""

    functions: list[Callee]
    entry: Callee
    globals: list[Symbol]
    stage: str
    dialect: Dialect
    newer: list[Newer] = field(default_factory=list)
    blocks: dict[str, BlockSymbol] = field(default_factory=dict)
    # values that uniforms have unless the program sets them, by the name of the uniform
    defaults: dict[str, Values] = field(default_factory=dict)
    shape: GeometryShape | None = None
