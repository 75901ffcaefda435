"""Turns elements of uniform arrays at constant indices into plain uniforms."""

from __future__ import annotations

from gpucc.lowering.graph import Block, Graph, Node
from gpucc.lowering.rewrite import copy, rewrite


def settle_indices(graph: Graph) -> Graph:
    known = any(_is_known(node, node.args) for block in graph.blocks for node in block.known.values())
    return rewrite(graph, _settled) if known else graph


def _is_known(node: Node, args: tuple[Node, ...]) -> bool:
    return node.op == "uniform_at" and args[0].op == "const"


def _settled(block: Block, node: Node, args: tuple[Node, ...]) -> Node:
    if _is_known(node, args) and isinstance(node.attr, tuple):
        register, component, count = (int(part) for part in node.attr)
        value = args[0].attr
        if isinstance(value, int | float):
            inside = 0 <= value < count
            place = (register + int(value), component) if inside else None
            return block.make("uniform" if inside else "undef", node.type, (), place, location=node.location)
    return copy(block, node, args)
