"""Prepares indices of uniform arrays for address registers, which use only the integer part of a number.

If the target truncates, an index is passed without the source's own truncation. With a factor (an array of matrices), k
trunc(x) becomes k floor(max(x, 0)). The two differ only for x <= -1, and such an index lies before the array, where the
source's behaviour is undefined.
"""

from __future__ import annotations

from gpucc.lowering.graph import F32, Block, Graph, Node, roots, topological
from gpucc.lowering.rewrite import copy, rewrite
from gpucc.program import Interface
from gpucc.records import dataclass

ROUNDED = frozenset({"fptosi", "fptoui"})
WIDENED = frozenset({"sext", "zext", "itrunc"})
# integers of this many bits or more hold every index; factors are at most 2 to this power
WIDEST = 16
MOST_CHOICES = 256


@dataclass(frozen=True, slots=True)
class Addressing:
    """The abilities of address registers. `truncates`: only the integer part of an index is used. `ladder`: an array
    with at most this many elements becomes a tree of selects at an unknown index, although it can be indexed.
    """

    truncates: bool = False
    ladder: int = 0


def longest_ladder(graph: Graph, addressing: Addressing) -> int:
    """Return the largest array that becomes selects: 0 if all of these together would be too large for a program."""
    starts = [root for block in graph.blocks for root in roots(block)]
    choices = sum(
        int(node.attr[2]) - 1
        for node in topological(starts)
        if node.op == "uniform_at" and isinstance(node.attr, tuple)
    )
    return addressing.ladder if choices <= MOST_CHOICES else 0


def ease_indices(graph: Graph, interface: Interface, addressing: Addressing) -> Graph:
    if not addressing.truncates:
        return graph

    def visit(block: Block, node: Node, args: tuple[Node, ...]) -> Node:
        if node.op == "uniform_at" and (index := _index(block, node, args[0], interface)) is not None:
            args = (index,)
        return copy(block, node, args)

    return rewrite(graph, visit)


def _index(block: Block, node: Node, index: Node, interface: Interface) -> Node | None:
    """Return the index as a float that the target truncates, if the source rounds it; otherwise None."""
    number, factor = _scaled(index)
    if number.op not in ROUNDED or number.args[0].type != F32:
        return None
    x = number.args[0]
    if factor == 1:
        return x
    if not _before_the_array(node, factor, interface):
        return None
    positive = block.make("fmax", F32, (x, block.make("const", F32, (), 0.0)), location=node.location)
    whole = block.make("floor", F32, (positive,), location=node.location)
    return block.make("fmul", F32, (whole, block.make("const", F32, (), float(factor))), location=node.location)


def _scaled(index: Node) -> tuple[Node, int]:
    """Return an integer as another integer times a small positive constant."""
    factor = 1
    while True:
        while index.op in WIDENED and index.type.bits >= WIDEST and index.args[0].type.bits >= WIDEST:
            index = index.args[0]
        if index.op not in ("imul", "shl") or index.args[1].op != "const":
            return index, factor
        by = index.args[1].attr
        assert isinstance(by, int)
        step = by if index.op == "imul" else 1 << min(max(by, 0), WIDEST)
        if not 0 < step * factor <= 1 << WIDEST:
            return index, factor
        index, factor = index.args[0], factor * step


def _before_the_array(node: Node, factor: int, interface: Interface) -> bool:
    """Return whether index -1 leads to a register before the array."""
    assert isinstance(node.attr, tuple)
    register = int(node.attr[0])
    slots = [slot for slot in interface.uniforms if slot.register <= register < slot.register + slot.registers]
    return any(register - factor < slot.register for slot in slots)
