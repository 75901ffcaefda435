"""The source text of a program as a tree: what selection hands to the writer. Records only."""

from __future__ import annotations

from dataclasses import dataclass, field

# where in the sources an expression comes from: errors.Location, which records need not know
Origin = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class AgslNumber:
    value: float | int | bool


@dataclass(frozen=True, slots=True)
class AgslName:
    text: str


@dataclass(frozen=True, slots=True)
class AgslPick:
    """A swizzle; `lanes` as letters."""

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
    """`name = value`, as a declaration where `type` is given. `lanes` are those that change, as letters. What is
    `meant` to be a variable of its own stays one."""

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
    """A for loop. The index is a float where the program reads it, else an int that only counts."""

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
    """A uniform: type, name, size of an array (0: none), a remark, what stands in layout(..)."""

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


@dataclass(frozen=True, slots=True)
class AgslPlace:
    """Where an input or uniform component stands: component `lane` of the vector (or scalar) `base`, an integer one if
    `whole`, a half if `half`."""

    base: Text
    width: int
    lane: int
    whole: bool = False
    half: bool = False
