"""The typed tree: what the checker hands to the builder. Every name is a symbol, every conversion is written out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from gpucc.frontend.places import Place
from gpucc.frontend.types import Type

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
    type: Type
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
    initial: Node | None = None


@dataclass(eq=False, slots=True)
class Callee:
    """A function of the source. `calls` are those in its body."""

    name: str
    result: Type
    parameters: list[Symbol]
    place: Place
    body: Code | None = None
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
class Node:
    """`value` is known when compiling: the scalars, column by column."""

    place: Place
    type: Type
    value: Values | None = field(default=None, kw_only=True)


@dataclass(eq=False, slots=True)
class Literal(Node):
    pass


@dataclass(eq=False, slots=True)
class Read(Node):
    symbol: Symbol


@dataclass(eq=False, slots=True)
class Pick(Node):
    """A swizzle. Lanes 4 and 5 are the constants 0 and 1."""

    object: Node
    lanes: tuple[int, ...]


@dataclass(eq=False, slots=True)
class Part(Node):
    """A member of a struct."""

    object: Node
    index: int


@dataclass(eq=False, slots=True)
class At(Node):
    """An element of an array, a column of a matrix, a component of a vector."""

    object: Node
    index: Node


@dataclass(eq=False, slots=True)
class Operate(Node):
    """`op`: + - * / and comparisons; == and != compare whole values."""

    op: str
    left: Node
    right: Node


@dataclass(eq=False, slots=True)
class Lazy(Node):
    """&& or ||: the right side only where it matters."""

    op: str
    left: Node
    right: Node


@dataclass(eq=False, slots=True)
class Invert(Node):
    """`op` is - or !."""

    op: str
    operand: Node


@dataclass(eq=False, slots=True)
class Select(Node):
    condition: Node
    yes: Node
    no: Node


@dataclass(eq=False, slots=True)
class Store(Node):
    """`op` is the arithmetic of a compound assignment, empty for `=`."""

    op: str
    target: Node
    given: Node


@dataclass(eq=False, slots=True)
class Count(Node):
    """++ and --; `op` is + or -."""

    op: str
    target: Node
    postfix: bool


@dataclass(eq=False, slots=True)
class Follow(Node):
    """The comma."""

    left: Node
    right: Node


@dataclass(eq=False, slots=True)
class Invoke(Node):
    callee: Callee
    arguments: list[Node]


@dataclass(eq=False, slots=True)
class Builtin(Node):
    name: str
    arguments: list[Node]


@dataclass(eq=False, slots=True)
class Build(Node):
    """A constructor or conversion of numbers; of a struct, one argument a member."""

    arguments: list[Node]


# statements ----------------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class Code:
    place: Place


@dataclass(eq=False, slots=True)
class Group(Code):
    body: Sequence[Code]


@dataclass(eq=False, slots=True)
class Do(Code):
    node: Node


@dataclass(eq=False, slots=True)
class Local(Code):
    """A variable begins; `direct` is false where control may enter its scope past this place."""

    symbol: Symbol
    initial: Node | None
    direct: bool = True


@dataclass(eq=False, slots=True)
class Branch(Code):
    arms: list[tuple[Node, Code]]
    otherwise: Code | None


@dataclass(eq=False, slots=True)
class Repeat(Code):
    """`tested_last` is a do loop; `trips` is how often the body runs where that is known; `unrolled` asks LLVM to write it out."""

    first: Code | None
    declared: Local | None
    condition: Node | None
    step: Node | None
    body: Code
    tested_last: bool = False
    trips: int = 1
    unrolled: bool = False


@dataclass(eq=False, slots=True)
class Choice(Code):
    """A switch: (value, or None for default; body), one falling into the next."""

    on: Node
    cases: list[tuple[int | None, list[Code]]]


@dataclass(eq=False, slots=True)
class Leave(Code):
    """return (with `node`), break, continue, discard."""

    kind: str
    node: Node | None = None


@dataclass(slots=True)
class Newer:
    """What the Skias of some Android versions refuse, and the newest may take."""

    place: Place
    message: str
    note: str
    refused: frozenset[str]


@dataclass(eq=False, slots=True)
class Unit:
    """A checked source."""

    functions: list[Callee]
    entry: Callee
    globals: list[Symbol]
    stage: str
    newer: list[Newer] = field(default_factory=list)
    extra: dict[str, Symbol] = field(default_factory=dict)
