"""Creates several ends instead of one: if the last block only returns its predecessors' values, they return
themselves.
"""

from __future__ import annotations

from gpucc.lowering.flow.cfg import successors
from gpucc.lowering.flow.collapse import merge_returns
from gpucc.lowering.graph import FIXED_LEAVES, Block, Edge, Graph, Jump, Node, Return
from gpucc.lowering.rewrite import GraphRewriter, homes


def split_returns(graph: Graph) -> Graph:
    """Return the graph with a return at the end of every path, if nothing is computed where they meet.

    After a branch, as after a loop, a block would still have to pass the values on, so nothing would be gained.
    """
    fresh = GraphRewriter().run(merge_returns(graph))
    last = next((block for block in fresh.blocks if isinstance(block.terminator, Return)), None)
    if last is None or last is fresh.entry or not _only_passes_on(fresh, last):
        return fresh
    before = [block for block in fresh.blocks if any(edge.target is last for edge in successors(block))]
    if not all(isinstance(block.terminator, Jump) for block in before):
        return fresh
    for block in before:
        assert isinstance(block.terminator, Jump)
        block.terminator = _return(last, block.terminator.edge)
    return Graph(fresh.name, [block for block in fresh.blocks if block is not last])


def _only_passes_on(graph: Graph, last: Block) -> bool:
    assert isinstance(last.terminator, Return)
    home = homes(graph)
    return not last.effects and all(
        value in last.phis or value.op in FIXED_LEAVES or home.get(value, last) is not last
        for value in last.terminator.outputs.values()
    )


def _return(last: Block, edge: Edge) -> Return:
    assert isinstance(last.terminator, Return)
    given: dict[Node, Node] = dict(zip(last.phis, edge.values, strict=True))
    return Return({place: given.get(value, value) for place, value in last.terminator.outputs.items()})
