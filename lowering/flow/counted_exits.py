"""Passes values that are read after a counted loop through phis at its exits.

The loop's own variables may then change before its last test.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping

from gpucc.lowering.flow.cfg import ControlFlow, analyse, successors
from gpucc.lowering.graph import Block, Branch, Edge, Graph, Jump, Node, Return, roots
from gpucc.lowering.rewrite import copy, first_below, homes, pending


def hand_out(graph: Graph, latches: Container[str]) -> set[str]:
    """Change, in place, the loops that end in blocks of these names. Return the names of blocks after whose exit a
    variable of their loop is read.

    Each loop gets one exit block with a phi for each of its values that is read outside, and for each variable of a
    loop around it. A loop with exits to several places only gets blocks before the headers of other loops.
    """
    done: set[str] = set()
    keeping: set[str] = set()
    while True:
        flow = analyse(graph)
        header = next((h for h in sorted(flow.loops, key=lambda b: flow.index[b]) if h.name not in done), None)
        if header is None:
            return keeping
        done.add(header.name)
        ends = {block.name for block in flow.before[header] if block in flow.loops[header] and block.name in latches}
        if ends and not _hand_out(graph, flow, header, ends):
            keeping |= ends


def _hand_out(graph: Graph, flow: ControlFlow, header: Block, ends: Container[str]) -> bool:
    """Hand out the values of one loop. Return whether no variable of it is read once it has ended in a block of these
    names."""
    body = flow.loops[header]
    leaving = [edge for block in flow.order if block in body for edge in successors(block) if edge.target not in body]
    outside = [block for block in flow.order if block not in body]
    home = homes(graph)
    wanted = _read_from([root for block in outside for root in roots(block)], lambda node: home.get(node) in body)
    targets = dict.fromkeys(edge.target for edge in leaving)
    if len(targets) != 1:
        for target in targets:
            if target in flow.loops:
                _exit(graph, header, [edge for edge in leaving if edge.target is target], [])
        after = [edge.target for block in body if block.name in ends for edge in successors(block)]
        read = [root for block in _reached(after, body) for root in roots(block)]
        return set(header.phis).isdisjoint(_read_from(read, lambda node: home.get(node) in body))
    if wanted or leaving[0].target in flow.loops:
        _replace(outside, dict(zip(wanted, _exit(graph, header, leaving, wanted), strict=True)), home)
    return True


def _reached(starts: list[Block], body: Container[Block]) -> dict[Block, None]:
    """The blocks outside of a loop's body that can be reached from these without entering it, and those of these that
    are outside."""
    found: dict[Block, None] = {}
    waiting = starts[::-1]
    while waiting:
        block = waiting.pop()
        if block not in body and block not in found:
            found[block] = None
            waiting += [edge.target for edge in successors(block)]
    return found


def _exit(graph: Graph, header: Block, leaving: list[Edge], wanted: list[Node]) -> list[Node]:
    """Put a new block on edges that lead to one block, with a phi for each value that they hand to it and for each
    wanted value; return the phis of the wanted ones."""
    target = leaving[0].target
    exit = Block(graph.unused_name(f"{header.name}.out"))
    exit.phis = [Node("phi", phi.type, (), (exit.name, k)) for k, phi in enumerate([*target.phis, *wanted])]
    for edge in leaving:
        edge.target = exit
        edge.values = [*edge.values, *wanted]
    handed = len(target.phis)
    exit.terminator = Jump(Edge(target, list(exit.phis[:handed])))
    graph.blocks.insert(graph.blocks.index(target), exit)
    return exit.phis[handed:]


def _read_from(starts: list[Node], inside: Callable[[Node], bool]) -> list[Node]:
    """Return the inside nodes that these nodes read, directly or through nodes outside."""
    return first_below(starts[::-1], lambda node: inside(node) and bool(node.args or node.op == "phi"))


def _replace(blocks: list[Block], new: dict[Node, Node], home: Mapping[Node, Block]) -> None:
    """Let these blocks read other nodes instead. Changed readers stay in their block, since several blocks may need
    them.
    """
    for block in blocks:
        for node in pending(roots(block), new):
            moved = any(new.get(arg, arg) is not arg for arg in node.args)
            new[node] = copy(home.get(node, block), node, tuple(new[arg] for arg in node.args)) if moved else node
        match block.terminator:
            case Branch():
                block.terminator.condition = new[block.terminator.condition]
            case Return():
                block.terminator.outputs = {key: new[value] for key, value in block.terminator.outputs.items()}
        for edge in successors(block):
            edge.values = [new[value] for value in edge.values]
