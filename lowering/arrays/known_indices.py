"""Turns elements of uniform arrays at constant indices into plain uniforms, and elements that no array has into
undefined values.

A choice between two constant indices is a choice between two elements, also where one of them is outside of the array:
`k + 1 < 3 ? k + 1 : k - 2` has such sides for each constant k.
"""

from __future__ import annotations

from gpucc.lowering.graph import Block, Graph, LocalArray, Node
from gpucc.lowering.rewrite import copy, rewrite


def settle_indices(graph: Graph) -> Graph:
    known = any(
        _is_known(node, node.args) or _is_outside(node, node.args)
        for block in graph.blocks
        for node in (*block.known.values(), *block.effects)
    )
    return rewrite(graph, _settled) if known else graph


def _is_known(node: Node, args: tuple[Node, ...]) -> bool:
    return node.op == "uniform_at" and args[0].op == "const"


def _is_outside(node: Node, args: tuple[Node, ...]) -> bool:
    if node.op not in ("local_load", "local_store") or args[0].op != "const":
        return False
    index, array = args[0].attr, node.attr
    assert isinstance(index, int | float)
    assert isinstance(array, LocalArray)
    return not 0 <= index < array.length


def _settled(block: Block, node: Node, args: tuple[Node, ...]) -> Node:
    if _is_outside(node, args):
        return block.make("undef", node.type, location=node.location)
    if _is_known(node, args) and isinstance(node.attr, tuple):
        register, component, count = (int(part) for part in node.attr)
        value = args[0].attr
        if isinstance(value, int | float):
            inside = 0 <= value < count
            place = (register + int(value), component) if inside else None
            return block.make("uniform" if inside else "undef", node.type, (), place, location=node.location)
    return copy(block, node, args)
