"""Turns discards into exits: on targets that branch, a discarded fragment goes to a block where the program ends."""

from __future__ import annotations

from gpucc.lowering.graph import BOOL, VOID, Block, Branch, Edge, Graph, Jump, Node, Return

END = "discard"


def branch_discards(graph: Graph) -> Graph:
    """Return the graph, changed in place, with all discards in one last block that fragments branch to."""
    if not any(effect.op == END for block in graph.blocks for effect in block.effects):
        return graph
    end = Block(END)
    end.effects = [Node(END, VOID, (end.make("const", BOOL, (), True),))]
    end.terminator = Return({})
    blocks: list[Block] = []
    for block in graph.blocks:
        blocks += _split(block, end)
    graph.blocks[:] = [*blocks, end]
    return graph


def _split(block: Block, end: Block) -> list[Block]:
    """Split a block into parts without discards; known conditions need no branch."""
    found = [block]
    effects, block.effects = block.effects, []
    terminator = block.terminator
    for effect in effects:
        here = found[-1]
        if effect.op != END:
            here.effects.append(effect)
            continue
        condition = effect.args[0]
        if condition.op == "const" and not condition.attr:
            continue
        if condition.op == "const":
            here.terminator = Jump(Edge(end, []))
            return found
        rest = Block(f"{block.name}.kept" + "'" * (len(found) - 1))
        here.terminator = Branch(condition, Edge(end, []), Edge(rest, []))
        found.append(rest)
    found[-1].terminator = terminator
    return found
