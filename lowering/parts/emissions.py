"""Divides blocks so that each emits one vertex at most, behind everything else that it does."""

from __future__ import annotations

from gpucc.lowering.graph import Block, Edge, Graph, Jump


def split_emissions(graph: Graph) -> Graph:
    """Return the graph, changed in place."""
    blocks: list[Block] = []
    for block in graph.blocks:
        effects, block.effects = block.effects, []
        here = block
        blocks.append(here)
        for number, effect in enumerate(effects):
            here.effects.append(effect)
            if effect.op == "emit":
                rest = Block(f"{block.name}.{number}'")
                rest.terminator, here.terminator = here.terminator, Jump(Edge(rest))
                blocks.append(rest)
                here = rest
    return Graph(graph.name, blocks)
