"""Prepares indices of uniform arrays for address registers, which use only the integer part of a number.

If the target truncates, an index is passed without the source's own truncation. Otherwise, and with a factor (an array
of matrices), k trunc(x) becomes k floor(max(x, 0)). The two differ only for x <= -1, and such an index lies before the
array, where the source's behaviour is undefined. If one read of a block would lie before its array, the same holds for
all other reads at that index: m[3 i + 1] beside m[3 i].
"""

from __future__ import annotations

from gpucc.errors import Location
from gpucc.lowering.graph import F32, NINF, Block, Graph, Node, roots, topological
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
    with at most this many elements becomes a tree of selects at an unknown index, although it can be indexed. `tables`:
    a table of constants with at least this many different elements is better read in registers than selected from.
    """

    truncates: bool = False
    ladder: int = 0
    tables: int = 2


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
    """Ease indices before branches are flattened, when reads on one side do not affect the other."""
    positive = _positive(graph, interface)

    def visit(block: Block, node: Node, args: tuple[Node, ...]) -> Node:
        if node.op == "uniform_at":
            args = (eased(block, args[0], node in positive, addressing, node.location) or args[0],)
        return copy(block, node, args)

    return rewrite(graph, visit)


def eased(block: Block, index: Node, positive: bool, addressing: Addressing, location: Location | None) -> Node | None:
    """Return the rounded index as a float, which the target truncates or which is whole; None if there is no gain.
    `positive`: the rounded number is not negative."""
    number, factor = _scaled(index)
    if not _is_rounded(number):
        return None
    x = number.args[0]
    if factor == 1 and addressing.truncates:
        return x
    if not positive:
        return None
    least = block.make("fmax", F32, (x, block.make("const", F32, (), 0.0)), location=location)
    whole = block.make("floor", F32, (least,), None, NINF, location)
    if factor == 1:
        return whole
    return block.make("fmul", F32, (whole, block.make("const", F32, (), float(factor))), location=location)


def _is_rounded(number: Node) -> bool:
    return number.op in ROUNDED and number.args[0].type == F32


def _positive(graph: Graph, interface: Interface) -> set[Node]:
    """Return the reads whose rounded number cannot be negative, because a read beside them would precede its array."""
    found: set[Node] = set()
    for block in graph.blocks:
        reads = [(node, *_scaled(node.args[0])) for node in block.known.values() if node.op == "uniform_at"]
        sure = {number for node, number, factor in reads if _before_the_array(node, factor, interface)}
        found.update(node for node, number, _ in reads if number in sure)
    return found


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
