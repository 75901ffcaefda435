"""Removes branches: `flatten` all of them, `flatten_small` those that cost more than they save.

`structure`, for targets with if and loop, is in structure.py.
"""

from __future__ import annotations

from math import inf

from gpucc.errors import Location, Unsupported
from gpucc.isa.neutral import LEAVES
from gpucc.lowering.flow.cfg import ControlFlow, analyse, successors
from gpucc.lowering.flow.collapse import Collapse, merge_returns
from gpucc.lowering.graph import Block, Branch, Graph, Node, roots
from gpucc.lowering.rewrite import homes, pending

# the blocks between a branch and where its sides meet again that are looked at
MOST_BLOCKS = 32


def flatten(graph: Graph, room: float = inf, blends: bool = False) -> Graph:
    """Return a graph with one block, which computes both sides of every branch and selects. Where a row of exits would
    keep more values alive than there is `room` for, they are chosen exit by exit. On a target that `blends` instead of
    selecting, values of rounds behind an exit do not grow."""
    merged = merge_returns(graph)
    flow = analyse(merged)
    _refuse_loops(flow)
    return Collapse(flow, dict.fromkeys(flow.order, merged.entry), flow.post_dominators(), room, blends).run()


def _refuse_loops(flow: ControlFlow) -> None:
    if flow.irreducible:
        where = _location([flow.irreducible[0], *flow.before[flow.irreducible[0]]])
        raise Unsupported("jumps into the middle of a loop cannot be turned into straight code", where, _ADVICE)
    if flow.loops:
        header = min(flow.loops, key=lambda block: flow.index[block])
        body = sorted(flow.loops[header], key=lambda block: flow.index[block])
        leaving = [block for block in body if any(edge.target not in flow.loops[header] for edge in successors(block))]
        if not leaving:
            raise Unsupported("this loop never ends", _location(body), ("a shader must reach its end",))
        message = "the trip count of this loop is not known at compile time, and the target cannot loop"
        counted = _limit(leaving)
        if counted is not None:
            message = f"this loop counts to {counted}, too far to be unrolled, and the target cannot loop"
            if len(flow.loops) > 1:
                message = f"this loop counts to {counted}; with the other loops it is too long to be unrolled, and the"
                message += " target cannot loop"
                raise Unsupported(message, _location([*leaving, *body]), (_FEWER,))
        raise Unsupported(message, _location([*leaving, *body]), _ADVICE)


_ADVICE = (
    "give the loop constant bounds (a break inside is fine): for (int i = 0; i < 16; i++) { if (done) break; ... }",
    "the largest count that can occur is enough: the rounds after the break cost only instructions",
)

_FEWER = "the rounds of nested loops multiply, and so do ways out of them: make fewer of both"


def _limit(leaving: list[Block]) -> int | None:
    """Return the number with which the condition of an exit compares a count."""
    for block in leaving:
        condition = block.terminator.condition if isinstance(block.terminator, Branch) else None
        if condition is not None and condition.op in ("ieq", "ine", "islt", "isle", "iult", "iule"):
            for value, limit in (condition.args, condition.args[::-1]):
                if (
                    limit.op == "const"
                    and isinstance(limit.attr, int)
                    and (value.op == "phi" or any(arg.op == "phi" for arg in value.args))
                ):
                    return abs(limit.attr)
    return None


def _location(blocks: list[Block]) -> Location | None:
    """Return the place of the first branch condition that has one, otherwise of anything in these blocks."""
    for block in blocks:
        if isinstance(block.terminator, Branch) and block.terminator.condition.location:
            return block.terminator.condition.location
    for block in blocks:
        for node in (*roots(block), *block.known.values()):
            if node.location:
                return node.location
    return None


def flatten_small(graph: Graph, limit: int, fetch: int = 1) -> Graph:
    """If-convert branches whose arms hold at most `limit` operations and no effect; join blocks that follow each other.

    A texture fetch counts as `fetch` operations.
    """
    merged = merge_returns(graph)
    flow = analyse(merged)
    return Collapse(flow, _Clusters(flow, limit, fetch).grow(), {}).run()


class _Clusters:
    """Grows blocks into clusters from the end of the graph on, so that inner branches are merged before outer ones are
    weighed.
    """

    def __init__(self, flow: ControlFlow, limit: int, fetch: int) -> None:
        self.flow = flow
        self.limit = limit
        self.weight = _weights(flow, fetch)
        self.effects = {block for block in flow.order if block.effects}
        self.before = {block: set(preds) for block, preds in flow.before.items()}
        self.after = {block: list(dict.fromkeys(edge.target for edge in successors(block))) for block in flow.order}
        self.members = {block: [block] for block in flow.order}

    def grow(self) -> dict[Block, Block]:
        for block in reversed(self.flow.order):
            if block in self.members:
                while self._absorb(block):
                    pass
        return {member: lead for lead, members in self.members.items() for member in members}

    def _absorb(self, block: Block) -> bool:
        targets = self.after[block]
        if len(targets) == 1 and self._only_after(targets[0], block):
            self._take(block, targets[0], self.after[targets[0]])
            return True
        if len(targets) == 2:
            a, b = targets
            if self._is_arm(a, block) and self._is_arm(b, block) and self.after[a] == self.after[b]:
                join = self.after[a]
                self._take(block, a, join)
                self._take(block, b, join)
                return True
            for arm, join_block in ((a, b), (b, a)):
                if self._is_arm(arm, block) and self.after[arm] == [join_block]:
                    self._take(block, arm, [join_block])
                    return True
            return self._absorb_region(block)
        return False

    def _absorb_region(self, lead: Block) -> bool:
        """Take all blocks up to the next one that every path passes, if together they are as small as an arm: the cases
        of a `switch` that go on into others, and switches that LLVM has threaded into each other."""
        region: list[Block] = []
        ahead = set(self.after[lead])
        weight = 0
        while len(ahead) > 1:
            inside = [one for one in ahead if self._is_inside(one, lead, region)]
            found = min(inside, key=self.flow.index.__getitem__, default=None)
            weight += self.weight[found] if found is not None else 0
            if found is None or weight > self.limit or len(region) == MOST_BLOCKS:
                return False
            region.append(found)
            ahead = (ahead | set(self.after[found])) - {found}
        for block in region:
            self._take(lead, block, list(ahead))
        return True

    def _is_inside(self, block: Block, lead: Block, region: list[Block]) -> bool:
        """Whether a block runs only behind the lead and these blocks, and goes forward, without effects."""
        behind = self.before[block] <= {lead, *region} and block not in (lead, self.flow.graph.entry)
        index = self.flow.index
        forward = all(index[one] > index[block] for one in self.after[block])
        return behind and forward and bool(self.after[block]) and block not in self.effects

    def _only_after(self, block: Block, lead: Block) -> bool:
        return self.before[block] == {lead} and block is not lead and block is not self.flow.graph.entry

    def _is_arm(self, block: Block, lead: Block) -> bool:
        one_way = len(self.after[block]) == 1 and block not in self.after[block]
        return (
            one_way and self._only_after(block, lead) and block not in self.effects and self.weight[block] <= self.limit
        )

    def _take(self, lead: Block, block: Block, after: list[Block]) -> None:
        self.members[lead] += self.members.pop(block)
        self.weight[lead] += self.weight[block]
        if block in self.effects:
            self.effects.add(lead)
        self.after[lead] = after
        for target in self.after[block]:
            self.before[target].discard(block)
        for target in after:
            self.before[target].add(lead)


def _weights(flow: ControlFlow, fetch: int) -> dict[Block, int]:
    """Return the number of needed operations in each block."""
    home = homes(flow.graph)
    weight = dict.fromkeys(flow.order, 0)
    done: set[Node] = set()
    for block in flow.order:
        for node in pending(roots(block), done):
            done.add(node)
            if node.op not in LEAVES:
                weight[home.get(node, block)] += fetch if node.op == "texture" else 1
    return weight
