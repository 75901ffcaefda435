"""Upper bounds on the rounds of loops that are not counted loops, because they are left in the middle or at several
ends.
"""

from __future__ import annotations

from gpucc.lowering.flow.cfg import ControlFlow, analyse, successors
from gpucc.lowering.flow.counted_tests import Reach, follower, phis_below, terms_of
from gpucc.lowering.graph import Block, Branch, Graph, Node


def bounded_loops(graph: Graph, reach: Reach) -> dict[str, int]:
    """Return, by the name of the header, the last possible round of a loop.

    The bound comes from a test of a counter that is made in every round.
    """
    flow = analyse(graph)
    if flow.irreducible:
        return {}
    found = {}
    for header in flow.loops:
        rounds = [count for block in flow.loops[header] if (count := _ends_in(flow, header, block, reach)) is not None]
        if rounds:
            found[header.name] = min(rounds)
    return found


def _ends_in(flow: ControlFlow, header: Block, block: Block, reach: Reach) -> int | None:
    body = flow.loops[header]
    latches = [one for one in flow.before[header] if one in body]
    if not isinstance(block.terminator, Branch) or not all(flow.dominates(block, latch) for latch in latches):
        return None
    stays = block.terminator.then.target in body
    if stays == (block.terminator.otherwise.target in body):
        return None
    counts = [_rounds(flow, header, term, stays, reach) for term in terms_of(block.terminator.condition, stays)]
    return min((count for count in counts if count is not None), default=None)


def _rounds(flow: ControlFlow, header: Block, term: Node, stays: bool, reach: Reach) -> int | None:
    """Return the round in which the term ends the loop.

    The term must hold for the loop to continue, or must not hold if `stays` is false.
    """
    below = phis_below(term)
    if len(below) != 1 or below[0] not in header.phis:
        return None
    place = header.phis.index(below[0])
    first, later = set(), set()
    for block in dict.fromkeys(flow.before[header]):
        values = {edge.values[place] for edge in successors(block) if edge.target is header}
        if block in flow.loops[header]:
            later |= values
        else:
            first |= {value.attr if value.op == "const" else None for value in values}
    follow = follower((term, *later), below[0], reach) if len(first) == len(later) == 1 else None
    value = first.pop() if follow is not None else None
    if follow is None or not isinstance(value, int | float):
        return None
    value = float(value)
    for count in range(1, reach.rounds + 1):
        found = follow(value)
        if found is None:
            return None
        if bool(found[0]) is not stays:
            return count
        value = found[1]
    return None
