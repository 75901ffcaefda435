"""The syntax tree, the parser's result: names and types are not resolved yet."""

from __future__ import annotations

from dataclasses import field

from gpucc.frontend.places import Place
from gpucc.records import dataclass


@dataclass(eq=False, slots=True)
class Expr:
    place: Place


@dataclass(eq=False, slots=True)
class NumberExpr(Expr):
    text: str


@dataclass(eq=False, slots=True)
class Truth(Expr):
    value: bool


@dataclass(eq=False, slots=True)
class NameExpr(Expr):
    name: str


@dataclass(eq=False, slots=True)
class Unary(Expr):
    """An operator before or after one operand. `op` is one of + - ! ~ ++ --; `postfix` if it stands after the
    operand."""

    op: str
    operand: Expr
    postfix: bool = False


@dataclass(eq=False, slots=True)
class BinaryExpr(Expr):
    """A binary operator; `op` may be a comma."""

    op: str
    left: Expr
    right: Expr


@dataclass(eq=False, slots=True)
class AssignExpr(Expr):
    op: str
    target: Expr
    value: Expr


@dataclass(eq=False, slots=True)
class Choose(Expr):
    condition: Expr
    yes: Expr
    no: Expr


@dataclass(eq=False, slots=True)
class TypeName:
    """A type as written. `sizes` are the array sizes after it; None for empty brackets."""

    place: Place
    name: str
    precision: str = ""
    sizes: tuple[Expr | None, ...] = ()
    struct: Struct | None = None


@dataclass(eq=False, slots=True)
class CallExpr(Expr):
    """A call. `callee` is a name, a type (constructor) or a member (`child.eval`)."""

    callee: Expr | TypeName
    arguments: list[Expr]


@dataclass(eq=False, slots=True)
class ListExpr(Expr):
    """A list in braces, the first value of a variable."""

    items: list[Expr]


@dataclass(eq=False, slots=True)
class IndexExpr(Expr):
    object: Expr
    index: Expr


@dataclass(eq=False, slots=True)
class Member(Expr):
    """An access to a member. `at` is the place of the member's name; `place` is that of the dot."""

    object: Expr
    name: str
    at: Place


@dataclass(eq=False, slots=True)
class BrokenExpr(Expr):
    """A placeholder for a missing expression, whose error has been reported."""


# statements ----------------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class Stmt:
    place: Place


@dataclass(eq=False, slots=True)
class Declarator:
    place: Place
    name: str
    sizes: tuple[Expr | None, ...] = ()
    initial: Expr | None = None


@dataclass(eq=False, slots=True)
class Declare(Stmt):
    """A declaration. `qualifiers` are const, uniform, attribute, varying, invariant, in, out, inout and precisions,
    with their places; `layout` holds the names in `layout(..)`."""

    qualifiers: dict[str, Place]
    type: TypeName
    names: list[Declarator]
    layout: tuple[str, ...] = ()


@dataclass(eq=False, slots=True)
class Struct:
    place: Place
    name: str
    fields: list[Declare]


@dataclass(eq=False, slots=True)
class BlockStmt(Stmt):
    body: list[Stmt]


@dataclass(eq=False, slots=True)
class Evaluate(Stmt):
    value: Expr


@dataclass(eq=False, slots=True)
class IfStmt(Stmt):
    """A chain of else-ifs is one statement."""

    arms: list[tuple[Expr, Stmt]]
    otherwise: Stmt | None


@dataclass(eq=False, slots=True)
class LoopStmt(Stmt):
    """A loop. `kind` is for, while or do."""

    kind: str
    first: Stmt | None
    condition: Expr | Declare | None
    step: Expr | None
    body: Stmt


@dataclass(eq=False, slots=True)
class Case:
    """A label of a switch. `value` is None for `default`."""

    place: Place
    value: Expr | None
    body: list[Stmt]


@dataclass(eq=False, slots=True)
class Switch(Stmt):
    value: Expr
    cases: list[Case]


@dataclass(eq=False, slots=True)
class ReturnStmt(Stmt):
    value: Expr | None


@dataclass(eq=False, slots=True)
class JumpStmt(Stmt):
    """A break, continue or discard."""

    kind: str


# the top level -------------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class ParameterSyntax:
    place: Place
    name: str
    type: TypeName
    qualifiers: dict[str, Place] = field(default_factory=dict)


@dataclass(eq=False, slots=True)
class FunctionSyntax:
    place: Place
    name: str
    result: TypeName
    parameters: list[ParameterSyntax]
    body: BlockStmt | None
    qualifiers: dict[str, Place] = field(default_factory=dict)


@dataclass(eq=False, slots=True)
class Precision(Stmt):
    precision: str
    type: str


@dataclass(eq=False, slots=True)
class Invariant:
    place: Place
    names: list[tuple[Place, str]]


@dataclass(eq=False, slots=True)
class UniformBlock:
    """`uniform Name { members } instance;`. Without an instance, the members are globals. `storage` is uniform, in or
    out."""

    place: Place
    name: str
    members: list[Declare]
    instance: Declarator | None
    layout: tuple[str, ...] = ()
    storage: str = "uniform"


@dataclass(eq=False, slots=True)
class StageLayout:
    """`layout(..) in;` or `out;`, which describes the primitives of a geometry shader."""

    place: Place
    storage: str
    layout: tuple[str, ...]


Top = FunctionSyntax | Declare | Precision | Invariant | UniformBlock | StageLayout
