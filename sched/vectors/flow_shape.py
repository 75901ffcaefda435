"""Structure the branches between sections as ifs and counted loops, with jumps for the rest.

Sections keep their order. A branch over a stretch of sections is an if, with an else part if the stretch ends with a
jump over another one, provided that control enters these stretches only at the top and leaves them only at the bottom.
All other branches become jumps, so every program has a form. A counted loop can break only from its own body: an if
with a branch out of the loop inside is not made.
"""

from __future__ import annotations

from collections.abc import Sequence

from gpucc.errors import InternalError
from gpucc.isa.model import Instruction
from gpucc.isel.machine import Again, Boolean, Flags
from gpucc.records import dataclass

Condition = Flags | Boolean | None
# deeper ifs become jumps; this bounds recursion, and the stacks of the hardware are smaller
DEEPEST = 24


@dataclass(frozen=True, slots=True)
class FlowBlock:
    """A section's instructions, and its successor: the section `target` if the branch is taken, or always if there is
    none."""

    instructions: list[Instruction]
    branch: Flags | Boolean | Again | None
    target: int | None


@dataclass(frozen=True, slots=True)
class FlowCode:
    number: int


@dataclass(frozen=True, slots=True)
class FlowIf:
    """An if; `number` is the section after it."""

    condition: Flags | Boolean
    then: list[Node]
    otherwise: list[Node]
    number: int


@dataclass(frozen=True, slots=True)
class FlowLoop:
    """A counted loop; `number` is its first section. A jump to it from outside the loop starts counting."""

    register: int
    body: list[Node]
    number: int


@dataclass(frozen=True, slots=True)
class FlowJump:
    """A jump to a section, or a break out of the innermost loop."""

    condition: Condition
    number: int
    breaks: bool = False


@dataclass(frozen=True, slots=True)
class End:
    pass


Node = FlowCode | FlowIf | FlowLoop | FlowJump | End


def opposite(condition: Flags | Boolean) -> Flags | Boolean:
    if isinstance(condition, Boolean):
        return Boolean(condition.number, not condition.wanted)
    x, y = (None if flag is None else not flag for flag in condition.wanted)
    return Flags((x, y), not condition.either)


def shape(blocks: Sequence[FlowBlock]) -> list[Node]:
    return _Shape(blocks).between(0, len(blocks), ())


def misfits(blocks: Sequence[FlowBlock]) -> list[int]:
    """The registers of the counted loops that have a second entry, or an exit to anywhere but the section after
    them."""
    found = _Shape(blocks)
    return [again.loop for first, last, again in found.loops if not found.is_loop(first, last)]


class _Shape:
    """Builds the tree. `loops` are the first and last section of each counted loop, with its branch."""

    def __init__(self, blocks: Sequence[FlowBlock]) -> None:
        self.blocks = blocks
        self.jumps = [
            (i, block.target)
            for i, block in enumerate(blocks)
            if block.target is not None and block.target < len(blocks)
        ]
        self.loops: list[tuple[int, int, Again]] = []
        for i, block in enumerate(blocks):
            if isinstance(block.branch, Again):
                self.loops.append((-1 if block.target is None else block.target, i, block.branch))

    def is_loop(self, first: int, last: int) -> bool:
        if not 0 <= first <= last:
            return False
        for source, target in self.jumps:
            inside, goes_inside = first <= source <= last, first <= target <= last
            if source == last:
                continue
            if inside and not goes_inside and target != last + 1:
                return False
            if goes_inside and not inside and target != first:
                return False
            if inside and target == first and not isinstance(self.blocks[source].branch, Again):
                return False
        return True

    def closed(self, first: int, behind: int, leaving: int | None = None, entering: int | None = None) -> bool:
        """Return whether control enters the sections from `first` up to `behind` only from above and leaves them only
        at the bottom.

        The section `leaving`, if given, is the only one that leaves elsewhere; the section `entering` may jump to
        `first`.
        """
        last = behind if leaving is None else behind - 1
        for source, target in self.jumps:
            if first <= source < behind:
                if source != leaving and not first <= target <= last:
                    return False
            elif first <= target < behind and (source != entering or target != first):
                return False
        return True

    def between(self, first: int, behind: int, around: tuple[int, ...]) -> list[Node]:
        """The tree of the sections from `first` up to `behind`. `around` are the last sections of the enclosing loops,
        and -1 for each enclosing if."""
        nodes: list[Node] = []
        i = first
        while i < behind:
            starting = [
                (last, again)
                for start, last, again in self.loops
                if start == i and last < behind and last not in around
            ]
            if starting:
                last, again = max(starting, key=lambda loop: loop[0])
                nodes.append(FlowLoop(again.loop, self.between(i, last + 1, (*around, last)), i))
                i = last + 1
            else:
                i = self.section(i, behind, around, nodes)
        return nodes

    def section(self, i: int, behind: int, around: tuple[int, ...], nodes: list[Node]) -> int:
        """Add one section, and the if that its branch makes; return the number of the next section."""
        block, count = self.blocks[i], len(self.blocks)
        nodes.append(FlowCode(i))
        if isinstance(block.branch, Again):
            if not around or around[-1] != i:
                raise InternalError("a counted loop is no block")
        elif (block.target is None and i + 1 == count) or (block.target == count and block.branch is None):
            nodes.append(End())
        elif block.target is not None and block.target != i + 1:
            found = self.as_if(block.branch, i, block.target, behind, around) if block.branch is not None else None
            if found is not None:
                nodes.append(found[0])
                return found[1]
            nodes.append(FlowJump(block.branch, block.target, bool(around) and block.target == around[-1] + 1 > 0))
        return i + 1

    def as_if(
        self, branch: Flags | Boolean, i: int, target: int, behind: int, around: tuple[int, ...]
    ) -> tuple[FlowIf, int] | None:
        if not i + 1 < target <= behind or target >= len(self.blocks) or len(around) >= DEEPEST:
            return None
        leaving = self.blocks[target - 1]
        end = leaving.target
        skips = leaving.branch is None and end is not None and target < end <= behind and end < len(self.blocks)
        if skips and end and self.closed(i + 1, target, leaving=target - 1) and self.closed(target, end, entering=i):
            then = self.between(i + 1, target, (*around, -1))
            return FlowIf(opposite(branch), then[:-1], self.between(target, end, (*around, -1)), end), end
        if self.closed(i + 1, target):
            return FlowIf(opposite(branch), self.between(i + 1, target, (*around, -1)), [], target), target
        return None
