"""Chooses the selects of a flattened block that should become branches.

Selects of one condition make one branch: each is a variable that the arms set. They are grouped unless one depends on
another, directly or through other branches, because a branch is entered once and everything in it runs together.
"""

from __future__ import annotations

from dataclasses import field

from gpucc.lowering.graph import Node, topological
from gpucc.records import dataclass


@dataclass(slots=True, eq=False)
class Fork:
    condition: Node
    selects: list[Node] = field(default_factory=list)


def find_forks(starts: list[Node], least: int, deepest: int) -> list[Fork]:
    """Return branches for at least `least` selects each that a block needs to compute `starts`, nested at most
    `deepest`; operands come before their users."""
    forks: dict[Node, list[int]] = {}
    needs = _Needs()
    for node in topological(starts):
        if node.op == "select":
            same = forks.setdefault(node.args[0], [])
            number = next((number for number in same if not needs.reaches(node, number)), None)
            if number is None:
                same.append(number := needs.add_fork(node.args[0]))
            needs.join(node, number)
        else:
            needs.pass_on(node)
    kept = [needs.forks[number] for several in forks.values() for number in several]
    wanted = [fork for fork in kept if len(fork.selects) >= least]
    depth = _depths(starts, wanted)
    return [fork for fork in wanted if depth[fork] <= deepest]


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


Arm = tuple[Fork, int]
Path = tuple[Arm, ...]


def _depths(starts: list[Node], forks: list[Fork]) -> dict[Fork, int]:
    """How deeply each fork will be nested, itself included. What only one arm uses is computed there."""
    fork_of = {select: fork for fork in forks for select in fork.selects}
    nodes = topological(starts)
    left: dict[Node | Fork, int] = {}
    for node in nodes:
        left.setdefault(fork_of.get(node, node), 0)
        for arg in node.args:
            unit = fork_of.get(arg, arg)
            left[unit] = left.get(unit, 0) + 1
    # the arms in which each value is used, the outermost first
    sites: dict[Node | Fork, list[Path]] = {unit: [] for unit in left}
    for root in starts:
        sites[fork_of.get(root, root)].append(())
    depth: dict[Fork, int] = {}
    ready = [unit for unit, count in left.items() if not count]
    while ready:
        unit = ready.pop()
        path = _common(sites.pop(unit))
        if isinstance(unit, Fork):
            depth[unit] = 1 + len(path)
        for node in unit.selects if isinstance(unit, Fork) else (unit,):
            for position, arg in enumerate(node.args):
                used = fork_of.get(arg, arg)
                sites[used].append((*path, (unit, position)) if isinstance(unit, Fork) and position else path)
                left[used] -= 1
                if not left[used]:
                    ready.append(used)
    return depth


def _common(paths: list[Path]) -> Path:
    first = paths[0] if paths else ()
    for path in paths:
        same = 0
        while same < min(len(first), len(path)) and first[same] == path[same]:
            same += 1
        first = first[:same]
    return first
