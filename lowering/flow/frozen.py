"""Keep what grows from round to round as it was when a lane left its loop.

A target without branches computes all rounds of an unrolled loop in every lane, and chooses the values of the round in
which the lane left. Where each round squares what the last one gave, as in z = z*z + c, the rounds behind that soon
overflow; a target that blends multiplies their results by zero, and zero times infinity is NaN. So the rounds behind an
exit all start from the values with which the lane left, and these do not grow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from itertools import pairwise
from math import inf, prod

from gpucc.lowering.flow.gate import Row
from gpucc.lowering.graph import F32, Block, Branch, Node
from gpucc.lowering.logic import choose, either, invert, truth
from gpucc.lowering.rewrite import pending
from gpucc.records import dataclass

# results that are small, whatever the operands are
SMALL = frozenset("sin cos log2 log log10 texture fract".split())
# the power of a number of ordinary size that is still a number
SAFE = 8.0
POWERS = frozenset("exp exp2 pow".split())


@dataclass(slots=True, eq=False)
class FrozenRow:
    """A row of exits, and the phis of its join that keep their values. `left` is the condition under which a lane has
    left by one of the exits so far, and `kept` the values of the phis if it has."""

    row: Row
    phis: dict[int, Node]
    left: Node | None = None
    kept: dict[int, Node] = field(default_factory=dict)

    def leave(self, here: Block, new: dict[Node, Node], number: int, own: Callable[[Node], bool]) -> None:
        """Choose the values behind an exit. Operations that are copied from now on read the chosen values. Only `own`
        values of the rounds are replaced, because others may also be read behind the join."""
        asked, edge, first = self.row[0][number]
        left = self.left or truth(here, False)
        chosen: dict[Node, Node] = {}
        for place, phi in self.phis.items():
            value = edge.values[place]
            if number:
                chosen[value] = choose(here, left, self.kept[place], new[value], phi.location, phi.flags)
            self.kept[place] = chosen.get(value, new[value])
        new.update((value, found) for value, found in chosen.items() if own(value))
        assert isinstance(asked.terminator, Branch)
        condition = new[asked.terminator.condition]
        self.left = either(here, left, condition if first else invert(here, condition))

    def joined(self, here: Block, new: dict[Node, Node], place: int) -> Node:
        """The value of a phi at the join."""
        assert self.left is not None
        phi = self.phis[place]
        return choose(here, self.left, self.kept[place], new[self.row[1].values[place]], phi.location, phi.flags)


def frozen_row(row: Row | None, phis: Sequence[Node]) -> FrozenRow | None:
    """Return the row if its rounds together make its values grow beyond all numbers."""
    if row is None or len(row[0]) < 2:
        return None
    wanted = {place: phi for place, phi in enumerate(phis) if phi.type == F32}
    rounds = [[edge.values[place] for place in wanted] for edge in (*(edge for _, edge, _ in row[0]), row[1])]
    together = prod(max(1.0, _degree(before, after)) for before, after in pairwise(rounds))
    return FrozenRow(row, wanted) if together > SAFE else None


def _degree(before: Sequence[Node], after: Sequence[Node]) -> float:
    """Return the largest power of the values `before` that stands in the values `after`, if all are large."""
    degrees = {node: 1.0 for node in before if node.args or node.op == "phi"}
    for node in pending(after, degrees):
        degrees[node] = _raised(node, [degrees[arg] for arg in node.args])
    return max((degrees[node] for node in after), default=0.0)


def _raised(node: Node, given: Sequence[float]) -> float:
    most = max(given, default=0.0)
    if node.type != F32 or node.op in SMALL or not most:
        return 0.0
    match node.op:
        case "fmul":
            return sum(given)
        case "fma":
            return max(given[0] + given[1], given[2])
        case "fdiv":
            return given[0]
        case "sqrt":
            return most / 2.0
        case op if op in POWERS:
            return inf
        case "select":
            return max(given[1:])
    return most
