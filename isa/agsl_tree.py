"""The source text of a program as a tree of records: the output of selection and the input of the writer."""

from __future__ import annotations

from dataclasses import field

from gpucc.records import dataclass

# the place in the sources that an expression comes from: an errors.Location, which these records need not import
Origin = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class AgslNumber:
    value: float | int | bool


@dataclass(frozen=True, slots=True)
class AgslName:
    text: str


@dataclass(frozen=True, slots=True)
class AgslPick:
    """A swizzle; `lanes` are letters."""

    object: Text
    lanes: str


@dataclass(frozen=True, slots=True)
class Prefix:
    op: str
    operand: Text
    origin: Origin = field(default=(), compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Infix:
    op: str
    left: Text
    right: Text
    origin: Origin = field(default=(), compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class AgslChoice:
    condition: Text
    yes: Text
    no: Text
    origin: Origin = field(default=(), compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Called:
    """A function, a constructor, or a child's eval."""

    name: str
    arguments: tuple[Text, ...]
    origin: Origin = field(default=(), compare=False, repr=False, kw_only=True)


Text = AgslNumber | AgslName | AgslPick | Prefix | Infix | AgslChoice | Called


@dataclass(slots=True)
class Set:
    """`name = value`; a declaration if `type` is given. `lanes` are the components that change, as letters. If `meant`,
    the source has this variable, and the writer keeps it.
    """

    name: str
    value: Text | None
    lanes: str = ""
    type: str = ""
    meant: bool = False


@dataclass(slots=True)
class AgslBody:
    items: list[Statement]


@dataclass(slots=True)
class When:
    condition: Text
    then: AgslBody
    otherwise: AgslBody


@dataclass(slots=True)
class AgslRounds:
    """A for loop. The index is a float if the program reads it, otherwise an int that only counts."""

    index: str
    first: float
    relation: str
    last: float
    step: float
    whole: bool
    body: AgslBody


@dataclass(slots=True)
class AgslBreak:
    """break."""


@dataclass(slots=True)
class Give:
    """return."""

    value: Text


Statement = Set | AgslBody | When | AgslRounds | AgslBreak | Give


@dataclass(frozen=True, slots=True)
class Declared:
    """A uniform: type, name, size of an array (0: none), a remark, and the contents of layout(..)."""

    type: str
    name: str
    size: int = 0
    note: str = ""
    layout: str = ""


@dataclass(frozen=True, slots=True)
class AgslProgram:
    uniforms: tuple[Declared, ...]
    parameters: tuple[tuple[str, str], ...]
    body: AgslBody
    # remarks before main
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AgslPlace:
    """The place of an input or uniform component: component `lane` of the vector (or scalar) `base`, which holds
    integers if `whole` and halves if `half`.
    """

    base: Text
    width: int
    lane: int
    whole: bool = False
    half: bool = False
