"""The state of building the graph: the value of every name, the place of new nodes, and facts about memory.

A value of LLVM is a tuple of leaves, one for each scalar in it: a node, or a pointer. Pointers never become nodes; they
are resolved to the place that they point to.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from dataclasses import field

from gpucc.errors import GpuccError, InternalError, Location, Unsupported
from gpucc.isa.model import Format
from gpucc.lowering.arrays.tables import TableWishes
from gpucc.lowering.fold import fold, round_to, wrap
from gpucc.lowering.graph import (
    CONTRACT,
    FAST,
    FLAG_NAMES,
    INTEGER_FLAG_NAMES,
    REASSOC,
    Block,
    Graph,
    Node,
    Type,
    integer,
)
from gpucc.lowering.layout import F64, Layout
from gpucc.lowering.llvm import LlvmInstruction, LType, Module, Value
from gpucc.program import Shader, Slot
from gpucc.records import dataclass

# in canonical text `contract` is the licence to regroup, hidden from LLVM's passes: lowering.licence.flags
KEPT = FLAG_NAMES | INTEGER_FLAG_NAMES | {"contract": CONTRACT | REASSOC}

# roots of pointers ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BuildUniforms:
    """Uniform registers from `register` on, 16 bytes each."""

    register: int
    name: str


@dataclass(frozen=True, slots=True)
class ConstantTable:
    """A constant global of the module."""

    name: str


@dataclass(frozen=True, slots=True)
class BuildMemory:
    """The invocation's own memory: an alloca or a global variable outside of the interface."""

    name: str


@dataclass(frozen=True, slots=True)
class SamplerPointer:
    number: int


@dataclass(frozen=True, slots=True)
class Nowhere:
    """null, an undefined address, or the address of something that is not memory of a shader."""

    what: str


@dataclass(frozen=True, slots=True)
class PlaceChoice:
    """One of several places: the first where a boolean `which` holds, or the one with the number of an integer
    `which`.
    """

    which: Node
    candidates: tuple[Pointer, ...]

    @property
    def breadth(self) -> int:
        """The total number of places, including those among which the candidates choose."""
        return sum(breadth(candidate) for candidate in self.candidates)


@dataclass(frozen=True, slots=True)
class Joined:
    """A pointer that depends on the path taken and is not known yet."""

    key: Hashable


Root = BuildUniforms | ConstantTable | BuildMemory | SamplerPointer | Nowhere | PlaceChoice | Joined


@dataclass(frozen=True, slots=True)
class Pointer:
    """`root` + `offset` bytes + the sum of every term's index times its stride in bytes."""

    root: Root
    offset: int = 0
    terms: tuple[tuple[Node, int], ...] = ()

    def plus(self, offset: int) -> Pointer:
        return Pointer(self.root, self.offset + offset, self.terms) if offset else self


# null differs from all other addresses; an undefined address may equal any
NULL = Pointer(Nowhere("null"))
NO_ADDRESS = Pointer(Nowhere("an undefined address"))


def breadth(at: Pointer) -> int:
    return at.root.breadth if isinstance(at.root, PlaceChoice) else 1


@dataclass(frozen=True, slots=True)
class RefusedValue:
    """The value of an instruction that no target supports. It is an error only if the value is needed."""

    error: Unsupported


Leaf = Node | Pointer
Leaves = tuple[Leaf, ...]

# facts that one build records for the next --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ArrayPiece:
    """Bytes of each step of an array that hold one scalar; without a type if no access tells it."""

    offset: int
    size: int
    type: Type | None

    @property
    def kind(self) -> Type:
        return self.type or integer(8 * self.size)


@dataclass(frozen=True, slots=True)
class ArrayPlan:
    """Memory that is indexed at run time: `step` divides every stride, `pieces` are the scalars within a step."""

    step: int
    pieces: tuple[ArrayPiece, ...]


@dataclass(frozen=True, slots=True)
class JoinPlan:
    """A pointer phi: the places that it may point to, and the unit of its varying offset, 0 if that is constant."""

    candidates: tuple[tuple[Root, int], ...]
    unit: int


@dataclass(slots=True)
class MemoryFacts:
    """Facts about memory that are known only at the end of a build; the build is repeated until they stay the same."""

    arrays: dict[str, ArrayPlan] = field(default_factory=dict)
    grains: dict[tuple[str, int], int] = field(default_factory=dict)
    joins: dict[Hashable, JoinPlan] = field(default_factory=dict)

    def copy(self) -> MemoryFacts:
        return MemoryFacts(dict(self.arrays), dict(self.grains), dict(self.joins))


@dataclass(frozen=True, slots=True)
class Image:
    """A constant in memory: the scalars by offset, and all bytes except those of pointers."""

    leaves: dict[int, Leaf]
    data: bytes


@dataclass(slots=True, eq=False)
class Incoming:
    """A phi to be completed: `source` is an LLVM value for each predecessor, or a variable in memory, read at its end.

    Of an LLVM value, the phi is for the scalar `part` or, if that is split, for a word of it.
    """

    block: str
    source: dict[str, Value] | tuple[str, int]
    part: int = 0
    word: int | None = None
    instruction: LlvmInstruction | None = None


@dataclass(slots=True, eq=False)
class BuildState:
    module: Module
    shader: Shader
    layout: Layout
    plan: MemoryFacts
    found: MemoryFacts
    graph: Graph
    file: str
    format: Format
    block: Block
    entry: Block
    predecessors: dict[str, list[str]]
    blocks: dict[str, Block]
    # lowers one instruction; constant expressions are lowered like the instruction with the same name
    lower: Callable[[BuildState, LlvmInstruction], Leaves]
    definitions: dict[str, LlvmInstruction]
    instruction: LlvmInstruction | None = None
    values: dict[str, Leaves | RefusedValue] = field(default_factory=dict)
    # phis and pointer phis with the data that completes them, in order; the values from each predecessor
    pending: list[tuple[Node | Hashable, Incoming]] = field(default_factory=list)
    completed: dict[Node, dict[str, Node]] = field(default_factory=dict)
    joined: dict[Hashable, dict[str, Pointer]] = field(default_factory=dict)
    # integer phis of constants only, by predecessor; below, `which` is the phi that selects the constant
    constant_phis: dict[Node, dict[str, int]] = field(default_factory=dict)
    # for integer phis, a number of which they are always a multiple
    multiples: dict[Node, int] = field(default_factory=dict)
    which: dict[Node, Node] = field(default_factory=dict)
    # for a pointer phi: the phi that selects the place, and the phi of its offset
    join_phis: dict[tuple[Hashable, str], Node] = field(default_factory=dict)
    # memory: the value of a variable at the end of a block, the declared type of a global or alloca
    variables: dict[tuple[str, int], dict[str, Leaf]] = field(default_factory=dict)
    memory: dict[str, LType] = field(default_factory=dict)
    initial: dict[str, Value] = field(default_factory=dict)
    # integers that are vectors of booleans, bit by bit; wide values split into pieces of this many bits, in a block
    masks: dict[Node, tuple[Node, ...]] = field(default_factory=dict)
    cuts: dict[tuple[Block, Node, int], list[Node]] = field(default_factory=dict)
    # doubles: the float with the same value; the float that the double rounds to
    exact: dict[Node, Node] = field(default_factory=dict)
    rounded: dict[Node, Node] = field(default_factory=dict)
    origin: dict[Node, LlvmInstruction] = field(default_factory=dict)
    flags_of: dict[frozenset[str], int] = field(default_factory=dict)
    images: dict[str, Image] = field(default_factory=dict)
    # the tables of constants that go to registers; whether the place being read is one of several
    wishes: TableWishes = TableWishes()
    # whether the target raises a number to a power in one step
    powers: bool = False
    choosing: bool = False
    # the slot of a uniform register
    slots: dict[int, Slot] = field(default_factory=dict)

    # nodes ------------------------------------------------------------------------------------------------------------

    def make(self, op: str, type: Type, args: tuple[Node, ...], attr: Hashable = None, flags: int = 0) -> Node:
        """Return the node of an operation in the current block, or its value if that is constant."""
        if args and args[0].op == "const":
            value = fold(op, type, args)
            if value is not None:
                return self.constant(type, value)
        location = self.instruction.location if self.instruction else None
        return self.block.make(op, type, args, attr, flags, location)

    def constant(self, type: Type, value: int | float | bool) -> Node:
        if type.kind == "f":
            attr: int | float | bool = float(value) if type == F64 else round_to(float(value), type)
            return self.entry.make("const", type, (), math.nan if attr != attr else attr)
        return self.entry.make("const", type, (), wrap(int(value), type))

    def undef(self, type: Type) -> Node:
        return self.entry.make("undef", type)

    def leaf(self, op: str, type: Type, attr: Hashable) -> Node:
        return self.entry.make(op, type, (), attr)

    def effect(self, op: str, type: Type, args: tuple[Node, ...], attr: Hashable = None) -> Node:
        node = Node(op, type, args, attr, 0, self.instruction.location if self.instruction else None)
        self.block.effects.append(node)
        return node

    def phi(self, block: str, type: Type, incoming: Incoming, flags: int = 0) -> Node:
        into = self.blocks[block]
        location = incoming.instruction.location if incoming.instruction else None
        node = Node("phi", type, (), (block, len(into.phis)), flags, location)
        into.phis.append(node)
        self.pending.append((node, incoming))
        return node

    def flags(self, words: frozenset[str]) -> int:
        """Return the flags of an instruction that its nodes keep."""
        if not words:
            return 0
        found = self.flags_of.get(words)
        if found is None:
            found = FAST if "fast" in words else 0
            for name, bits in KEPT.items():
                found |= bits if name in words else 0
            self.flags_of[words] = found
        return found

    def place(self, error: GpuccError, instruction: LlvmInstruction | None = None) -> None:
        """Set the place of an error that has none."""
        i = instruction or self.instruction
        if i is not None and not error.location:
            error.location = i.location or Location(self.file)
            error.source_line = None if i.location else i.text


def node(leaf: Leaf) -> Node:
    """Return the leaf of a value that must be a number."""
    if isinstance(leaf, Node):
        return leaf
    raise Unsupported(
        "a pointer is used as a number",
        notes=(
            "index arrays with integers; ptrtoint, inttoptr and pointers kept in vectors of numbers have no equivalent",
        ),
    )


def nodes(leaves: Leaves) -> tuple[Node, ...]:
    return tuple(leaf if isinstance(leaf, Node) else node(leaf) for leaf in leaves)


def pointer(leaf: Leaf) -> Pointer:
    if isinstance(leaf, Pointer):
        return leaf
    if leaf.op == "undef":
        return NO_ADDRESS
    if leaf.op == "const":
        return Pointer(Nowhere("a fixed address")) if leaf.attr else NULL
    raise Unsupported(
        "a number is used as a pointer", notes=("index arrays with integers; inttoptr has no equivalent",)
    )


def defined(value: Leaves | RefusedValue | None, name: str) -> Leaves:
    if isinstance(value, RefusedValue):
        raise value.error
    if value is None:
        raise InternalError(f"%{name} has no value yet")
    return value
