"""The target-neutral graph: scalar nodes, hash-consed per block, in a control-flow graph of blocks.

Everything is scalar: a swizzle, shuffle, insert or extract of LLVM IR only renames scalars and leaves no node. For
targets with vectors, scalars are packed again after selection, when the machine op of each is known.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import field
from typing import NamedTuple

from gpucc.errors import Location
from gpucc.isa.neutral import AFN as AFN
from gpucc.isa.neutral import ARCP as ARCP
from gpucc.isa.neutral import CONTRACT as CONTRACT
from gpucc.isa.neutral import FAST as FAST
from gpucc.isa.neutral import FLAG_NAMES as FLAG_NAMES
from gpucc.isa.neutral import LEAVES
from gpucc.isa.neutral import NINF as NINF
from gpucc.isa.neutral import NNAN as NNAN
from gpucc.isa.neutral import NSZ as NSZ
from gpucc.isa.neutral import REASSOC as REASSOC
from gpucc.records import dataclass


class Type(NamedTuple):
    """kind: f float, i integer, b boolean, t four floats (the result of a texture read), v none."""

    kind: str
    bits: int

    def __str__(self) -> str:
        return {"b": "bool", "t": "vec4", "v": "void"}.get(self.kind, f"{self.kind}{self.bits}")


F32 = Type("f", 32)
F16 = Type("f", 16)
BOOL = Type("b", 1)
VEC4 = Type("t", 128)
VOID = Type("v", 0)


def integer(bits: int) -> Type:
    return Type("i", bits)


I32 = integer(32)

# leaves that are the same in every block
FIXED_LEAVES = LEAVES - {"phi"}
# the attr of a `trunc` whose operand is in the range of an integer, because the source converts it to one
IN_RANGE = "in range"

# LLVM's flags of integer instructions share the word with the fast-math flags, which are the first seven bits
NUW, NSW, EXACT, DISJOINT, NNEG = (1 << i for i in range(7, 12))
INTEGER_FLAG_NAMES = {"nuw": NUW, "nsw": NSW, "exact": EXACT, "disjoint": DISJOINT, "nneg": NNEG}


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """An operation. `attr` holds what is not an operand: a constant's value, (register, component) of a leaf, a phi's
    (block, k).
    """

    op: str
    type: Type
    args: tuple[Node, ...] = ()
    attr: Hashable = None
    flags: int = 0
    location: Location | None = None

    def __repr__(self) -> str:
        inner = ", ".join(
            [*(a.op if a.args else repr(a) for a in self.args), *([str(self.attr)] if self.attr is not None else [])]
        )
        return f"{self.op}({inner})"


class LocalArray(NamedTuple):
    """The attr of local_load and local_store: `length` elements of one type, undefined until they are stored.

    The index operand counts elements; an index outside 0 .. length-1 is undefined behaviour. `row` names the four
    arrays at most of which this is one, and its place among them: their elements of one index are a vector.
    """

    name: str
    length: int
    type: Type
    row: tuple[str, int] | None = None


class VertexEmission(NamedTuple):
    """The attr of emit, whose operands are the values of the outputs at `places`: which of the three vertices of a
    triangle this is, whether it completes one, and whether that is turned around.
    """

    fields: tuple[int, int, int]
    places: tuple[tuple[int, int], ...]


class AtCount(NamedTuple):
    """The attr of a uniform that is read at the count of a hardware loop: a component of register `register` plus the
    count.
    """

    loop: int
    register: int
    component: int


# the condition at the end of a hardware loop (attr: its number): another round while the count has not run out
AGAIN = "loop_again"


@dataclass(slots=True, eq=False)
class Edge:
    """A jump to `target`, with one value for each of its phis."""

    target: Block
    values: list[Node] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Jump:
    edge: Edge

    def edges(self) -> tuple[Edge, ...]:
        return (self.edge,)


@dataclass(slots=True, eq=False)
class Branch:
    condition: Node
    then: Edge
    otherwise: Edge

    def edges(self) -> tuple[Edge, ...]:
        return (self.then, self.otherwise)


@dataclass(slots=True, eq=False)
class Return:
    """`outputs` maps (output register, component) to the value written there."""

    outputs: dict[tuple[int, int], Node]

    def edges(self) -> tuple[Edge, ...]:
        return ()


@dataclass(slots=True, eq=False)
class Block:
    """A basic block. `effects` are its nodes with side effects or reads of mutable memory, in order (discard,
    emit, local_load, local_store).
    """

    name: str
    phis: list[Node] = field(default_factory=list)
    effects: list[Node] = field(default_factory=list)
    terminator: Jump | Branch | Return | None = None
    known: dict[tuple[object, ...], Node] = field(default_factory=dict)

    def make(
        self,
        op: str,
        type: Type,
        args: tuple[Node, ...] = (),
        attr: Hashable = None,
        flags: int = 0,
        location: Location | None = None,
    ) -> Node:
        """Return the node of a pure operation: an equal one of this block, or a new one."""
        key = (op, type, args, repr(attr) if isinstance(attr, float) else attr, flags)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = Node(op, type, args, attr, flags, location)
        return found


@dataclass(slots=True, eq=False)
class Graph:
    """A program. The first block is the entry."""

    name: str
    blocks: list[Block] = field(default_factory=list)

    @property
    def entry(self) -> Block:
        return self.blocks[0]

    def unused_name(self, name: str) -> str:
        """The name, with dots behind it if a block has it already."""
        taken = {block.name for block in self.blocks}
        while name in taken:
            name += "."
        return name


@dataclass(slots=True, eq=False)
class CodePart:
    """A stretch of straight code of a program with branches, as lowering.parts lays it out.

    `known` are nodes whose values are in variables (numbered scalars) when the part begins. At its end the variables of
    `sets` change, all at once. Control then goes to the part numbered `target` if `condition` holds, always if there is
    none, and otherwise to the next part. Parts that end the program have outputs; the number of parts, as a target, is
    the end. With `emits`, the outputs are those of a vertex, which the part emits at its end.
    """

    name: str
    effects: list[Node] = field(default_factory=list)
    outputs: dict[tuple[int, int], Node] = field(default_factory=dict)
    known: dict[Node, int] = field(default_factory=dict)
    sets: dict[int, Node] = field(default_factory=dict)
    condition: Node | None = None
    target: int | None = None
    emits: tuple[int, int, int] | None = None

    def computed(self) -> list[Node]:
        """The nodes that the part computes, operands first."""
        asked = [self.condition] if self.condition is not None else []
        return topological([*self.effects, *self.outputs.values(), *self.sets.values(), *asked], self.known)


def roots(block: Block) -> Iterator[Node]:
    """Yield the nodes that a block must compute: effects, branch condition, values of phis and outputs."""
    yield from block.effects
    match block.terminator:
        case Branch(condition, _, _):
            yield condition
        case Return(outputs):
            yield from outputs.values()
    if block.terminator is not None:
        for edge in block.terminator.edges():
            yield from edge.values


def topological(starts: Iterator[Node] | list[Node], known: Iterable[Node] = ()) -> list[Node]:
    """Return all nodes reachable through operands, operands first, without those that are known and what only they
    need. It is iterative, so that depth is no limit."""
    order: list[Node] = []
    seen: set[Node] = set(known)
    stack: list[tuple[Node, int]] = []
    for start in starts:
        if start in seen:
            continue
        seen.add(start)
        stack.append((start, 0))
        while stack:
            node, i = stack.pop()
            if i < len(node.args):
                stack.append((node, i + 1))
                child = node.args[i]
                if child not in seen:
                    seen.add(child)
                    stack.append((child, 0))
            else:
                order.append(node)
    return order
