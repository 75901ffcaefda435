"""The rounds of loops that are not counted loops, because they are left in the middle or at several ends, or because
their counter is rounded.
"""

from __future__ import annotations

from collections.abc import Iterator

from gpucc.isa.model import FP32, Format
from gpucc.lowering.flow.cfg import ControlFlow, analyse, successors
from gpucc.lowering.flow.counted_tests import Reach, follower, phis_below, terms_of
from gpucc.lowering.graph import Block, Branch, Graph, Node
from gpucc.records import dataclass

# the number of rounds until which a loop is followed in the target's format and in float32
FOLLOWED = 1 << 17


@dataclass(frozen=True, slots=True)
class LoopEnd:
    """How a test of a counter ends a loop: in which round, or never, because the counter stays at `stands` for ever;
    neither is known of other counters."""

    test: Node
    rounds: int | None = None
    stands: float | None = None


@dataclass(frozen=True, slots=True)
class Miscount:
    """A loop that goes round another number of times than in float32 because a format rounds its counter.

    `rounds` is None if it never ends: the counter then stays at `stands`. `wanted` is None if float32 does not end it
    either.
    """

    header: Block
    test: Node
    rounds: int | None
    wanted: int | None
    stands: float | None


def bounded_loops(graph: Graph, reach: Reach) -> dict[str, int]:
    """Return, by the name of the header, the last possible round of a loop.

    The bound comes from a test of a counter that is made in every round.
    """
    flow = analyse(graph)
    if flow.irreducible:
        return {}
    found = {}
    for header in flow.loops:
        rounds = [end.rounds for end in _endings(flow, header, reach) if end.rounds is not None]
        if rounds:
            found[header.name] = min(rounds)
    return found


def miscounted(graph: Graph, format: Format) -> Iterator[Miscount]:
    """Yield the loops whose tests of counters end them in another round, or never, because the format rounds."""
    flow = analyse(graph)
    for header in () if flow.irreducible else flow.loops:
        ends = _endings(flow, header, Reach(FOLLOWED, format))
        if not ends:
            continue
        rounds = min((end.rounds for end in ends if end.rounds is not None), default=None)
        stands = next((end for end in ends if end.stands is not None), None)
        if rounds is None and stands is None:
            continue
        exact = _endings(flow, header, Reach(FOLLOWED, FP32))
        wanted = min((end.rounds for end in exact if end.rounds is not None), default=None)
        # what stands still in float32, too, is no counter
        if rounds is None and stands is not None and stands not in exact:
            yield Miscount(header, stands.test, None, wanted, stands.stands)
        elif rounds != wanted and wanted is not None:
            yield Miscount(header, next(end.test for end in ends if end.rounds == rounds), rounds, wanted, None)


def _endings(flow: ControlFlow, header: Block, reach: Reach) -> list[LoopEnd]:
    """Return the endings of a loop by tests that are made in every round."""
    body = flow.loops[header]
    latches = [one for one in flow.before[header] if one in body]
    found = []
    for block in (block for block in flow.order if block in body):
        if not isinstance(block.terminator, Branch) or not all(flow.dominates(block, latch) for latch in latches):
            continue
        stays = block.terminator.then.target in body
        if stays != (block.terminator.otherwise.target in body):
            found += [_ending(flow, header, term, stays, reach) for term in terms_of(block.terminator.condition, stays)]
    return found


def _ending(flow: ControlFlow, header: Block, term: Node, stays: bool, reach: Reach) -> LoopEnd:
    """Return how the term ends the loop. It must hold for the loop to continue, or must not hold if `stays` is
    false."""
    unknown = LoopEnd(term)
    below = phis_below(term)
    if len(below) != 1 or below[0] not in header.phis:
        return unknown
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
    start = reach.take(float(value)) if isinstance(value, int | float) else None
    if follow is None or start is None:
        return unknown
    value = start
    for count in range(1, reach.rounds + 1):
        found = follow(value)
        if found is None:
            return unknown
        if bool(found[0]) is not stays:
            return LoopEnd(term, count)
        if found[1] == value:
            return LoopEnd(term, stands=value)
        value = found[1]
    return unknown
