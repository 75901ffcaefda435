"""Finds integers of which only low bits are read.

LLVM drops a mask if a later mask hides its effect: `(x & 4095) * 257 + 57 & 4095` becomes `x * 257 + 57 & 4095`. In
32-bit integers both are the same. In floats the product leaves the exact range, although no number in the source did.
"""

from __future__ import annotations

from gpucc.lowering.graph import Graph, Node, roots
from gpucc.lowering.legalise.integers import integer_of
from gpucc.lowering.rewrite import pending

# the low bits of their results depend only on those of their operands
RING = frozenset({"iadd", "isub", "imul", "iand", "ior", "ixor"})


def low_bits(graph: Graph) -> dict[Node, int]:
    """Return the number of low bits that are read, for each integer of which not all bits are read."""
    starts = [root for block in graph.blocks for root in roots(block)]
    read = {root: root.type.bits for root in starts if root.type.kind == "i"}
    for node in reversed(pending(starts, ())):
        for place, arg in enumerate(node.args):
            if arg.type.kind == "i":
                read[arg] = max(read.get(arg, 0), _of_operand(node, place, read.get(node, 0)))
    return {node: bits for node, bits in read.items() if 0 < bits < node.type.bits}


def _of_operand(node: Node, place: int, read: int) -> int:
    """Return how many low bits of an operand decide the `read` low bits of the result."""
    arg = node.args[place]
    if node.type.kind == "i" and node.type.bits == arg.type.bits:
        if node.op == "iand" and (mask := node.args[1 - place]).op == "const" and integer_of(mask) >= 0:
            return min(read, integer_of(mask).bit_length())
        if node.op in RING or (node.op == "select" and place > 0):
            return read
        if node.op == "shl" and place == 0 and node.args[1].op == "const":
            return max(read - integer_of(node.args[1]), 1)
    return min(read, node.type.bits) if node.op == "itrunc" else arg.type.bits
