"""Computes path conditions as values, by gating functions instead of a predicate for every path.

The value of a phi of join J is found by walking from J's immediate dominator D. For a block B between them let value(B)
be the phi's value if control has reached B and goes on to J. An edge from B to J gives its operand, an edge to a block
from which J cannot be reached gives nothing, any other edge gives value(target); a branch then gives select(condition,
value(then), value(otherwise)), or the one operand that exists, or the operand they share. Each block is visited once
for each join, so shared sub-results stay shared. Where all paths from B meet again in Q before J, value(B) = value(Q):
the walk jumps to Q, so that it only visits branches that decide which edge into J is taken.

That way the value for the first branch of a long row of exits is chosen last, so all values and conditions are alive
until then. `in_turn` chooses them as they come: two values and one condition are alive at a time.
"""

from __future__ import annotations

from collections.abc import Callable

from gpucc.lowering.flow.cfg import ControlFlow, successors
from gpucc.lowering.graph import Block, Branch, Edge, Node
from gpucc.lowering.logic import choose, either, invert, truth
from gpucc.records import dataclass

# the target of an edge within a plan: the edge itself into the join, a further block, or nothing
Way = Edge | Block | None
# the branches of a row of exits, each with its exit and whether that is the branch's first edge, and the edge after the
# last of them
Row = tuple[list[tuple[Block, Edge, bool]], Edge]


@dataclass(frozen=True, slots=True)
class GatePlan:
    """The blocks to evaluate, last first, each with its ways (two for a branch, one for a jump)."""

    start: Way
    steps: tuple[tuple[Block, tuple[Way, ...]], ...]

    def arriving(self) -> list[Edge]:
        return [way for _, ways in self.steps for way in ways if isinstance(way, Edge)]

    def row(self) -> Row | None:
        """The row of exits that the blocks form; None if they form none."""
        ways, found, at = dict(self.steps), [], self.start
        while isinstance(at, Block):
            exits = [i for i, way in enumerate(ways[at]) if isinstance(way, Edge)]
            if len(ways[at]) == 2 and exits:
                way = ways[at][exits[0]]
                assert isinstance(way, Edge)
                found.append((at, way, exits[0] == 0))
            elif len(ways[at]) != 1:
                return None
            at = ways[at][1 - exits[0] if len(ways[at]) == 2 else 0]
        return (found, at) if found and isinstance(at, Edge) else None


class Gates:
    """Plans for the joins of clusters: acyclic sets of blocks with the same `leader`, which dominates them."""

    def __init__(self, flow: ControlFlow, post: dict[Block, Block], leader: dict[Block, Block]) -> None:
        self.flow = flow
        self.post = post
        self.leader = leader

    def plan(self, start: Block, reaches: Callable[[Edge], bool], limit: int) -> GatePlan:
        """Plan the paths from `start` to an edge that `reaches` accepts; blocks from index `limit` on come after the
        join.
        """
        index, post, leader, lead = self.flow.index, self.post, self.leader, self.leader[start]

        def before_join(block: Block | None) -> bool:
            return block is not None and leader.get(block) is lead and index[block] < limit

        def skip(block: Block) -> Block | None:
            while before_join(post.get(block)):
                block = post[block]
            return block if before_join(block) else None

        def way(edge: Edge) -> Way:
            return edge if reaches(edge) else skip(edge.target)

        first = skip(start)
        ways: dict[Block, tuple[Way, ...]] = {}
        stack = [first] if first is not None else []
        while stack:
            block = stack.pop()
            if block not in ways:
                ways[block] = tuple(way(edge) for edge in successors(block))
                stack.extend(w for w in ways[block] if isinstance(w, Block))
        return GatePlan(first, tuple(sorted(ways.items(), key=lambda step: -index[step[0]])))


def resolve(
    block: Block,
    plan: GatePlan,
    value: Callable[[Edge], Node],
    condition: Callable[[Block], Node],
    absent: Node | None,
    phi: Node | None = None,
) -> Node | None:
    """Return the value that arrives at a join, computed in `block`. `absent` is its value on paths that do not arrive
    (None: any value)."""
    found: dict[Block, Node | None] = {}

    def at(way: Way) -> Node | None:
        if way is None:
            return absent
        return found[way] if isinstance(way, Block) else value(way)

    location, flags = (phi.location, phi.flags) if phi is not None else (None, 0)
    for asked, ways in plan.steps:
        values = [at(way) for way in ways]
        if not values:
            found[asked] = absent
        elif len(values) == 1 or values[1] is None:
            found[asked] = values[0]
        elif values[0] is None:
            found[asked] = values[1]
        else:
            assert isinstance(asked.terminator, Branch)
            found[asked] = choose(
                block, condition(asked), values[0], values[1], location or asked.terminator.condition.location, flags
            )
    return at(plan.start)


def in_turn(
    block: Block,
    row: Row,
    value: Callable[[Edge], Node],
    condition: Callable[[Block], Node],
    phi: Node,
) -> Node:
    """Return the value that arrives at a join after a row of exits, chosen exit by exit."""
    exits, last = row
    found, over = value(exits[0][1]), truth(block, False)
    for i, (asked, _, first) in enumerate(exits):
        way = exits[i + 1][1] if i + 1 < len(exits) else last
        over = either(block, over, condition(asked) if first else invert(block, condition(asked)))
        found = choose(block, over, found, value(way), phi.location or condition(asked).location, phi.flags)
    return found


def arrives(block: Block, plan: GatePlan, condition: Callable[[Block], Node]) -> Node:
    """Return the condition under which control arrives at the join."""
    yes, no = truth(block, True), truth(block, False)
    result = resolve(block, plan, lambda _: yes, condition, no)
    return no if result is None else result
