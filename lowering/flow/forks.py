"""Chooses the selects of a flattened block that should become branches.

Selects of one condition make one branch: each is a variable that the arms set. They are grouped unless one depends on
another, directly or through other branches, because a branch is entered once and everything in it runs together.
"""

from __future__ import annotations

from dataclasses import field

from gpucc.lowering.graph import Block, Node, roots, topological
from gpucc.records import dataclass


@dataclass(slots=True, eq=False)
class Fork:
    condition: Node
    selects: list[Node] = field(default_factory=list)


def find_forks(block: Block, least: int, deepest: int) -> list[Fork]:
    """Return branches for at least `least` selects each, nested at most `deepest`; operands come before their users."""
    forks: dict[Node, list[int]] = {}
    needs = _Needs()
    for node in topological(list(roots(block))):
        if node.op == "select":
            same = forks.setdefault(node.args[0], [])
            number = next((number for number in same if not needs.reaches(node, number)), None)
            if number is None:
                same.append(number := needs.add_fork(node.args[0]))
            needs.join(node, number)
        else:
            needs.pass_on(node)
    kept = [needs.forks[number] for several in forks.values() for number in several]
    return _shallow([fork for fork in kept if len(fork.selects) >= least], deepest)


class _Needs:
    """The forks that each node needs, as bits; entering a fork needs everything that its members need."""

    def __init__(self) -> None:
        self.forks: list[Fork] = []
        # the needs of each fork, including those through other forks
        self._reached: list[int] = []
        # the needs of each node, except through forks, so that they stay valid when forks get more members
        self._direct: dict[Node, int] = {}

    def add_fork(self, condition: Node) -> int:
        self.forks.append(Fork(condition))
        self._reached.append(0)
        return len(self.forks) - 1

    def reaches(self, node: Node, number: int) -> bool:
        """Return whether the node needs a value of the fork."""
        return bool(self._through(self._of_operands(node)) >> number & 1)

    def join(self, select: Node, number: int) -> None:
        self.forks[number].selects.append(select)
        more = self._through(self._of_operands(select))
        self._direct[select] = mine = 1 << number
        if more & ~self._reached[number]:
            self._reached = [
                reached | more if reached & mine or other == number else reached
                for other, reached in enumerate(self._reached)
            ]

    def pass_on(self, node: Node) -> None:
        self._direct[node] = self._of_operands(node)

    def _of_operands(self, node: Node) -> int:
        needed = 0
        for operand in node.args:
            needed |= self._direct[operand]
        return needed

    def _through(self, direct: int) -> int:
        needed = left = direct
        while left:
            number = left.bit_length() - 1
            needed |= self._reached[number]
            left ^= 1 << number
            left &= ~self._reached[number]
        return needed


def _shallow(forks: list[Fork], deepest: int) -> list[Fork]:
    """Drop forks that may be nested too deeply: one level more than the deepest fork that only their arms need."""
    owner = {select: fork for fork in forks for select in fork.selects}
    depth: dict[Node, int] = {}
    for node in topological([select for fork in forks for select in fork.selects]):
        below = max((depth[arg] for arg in node.args), default=0)
        depth[node] = below + (node in owner)
    return [fork for fork in forks if max(depth[select] for select in fork.selects) <= deepest]
