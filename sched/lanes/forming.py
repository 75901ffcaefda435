"""Instructions of several lanes are formed without closing a cycle.

Scalar instructions are taken operands first; one may join an operation formed before unless it depends on it. Nothing
on which the operation depends can depend on the newcomer, as all of it was taken before, so this one check suffices.
"""

from __future__ import annotations


class LaneReach:
    """For operations numbered as they are formed, bit sets over the numbers: each and everything on which it
    depends."""

    def __init__(self) -> None:
        self.above: list[int] = []
        # those on which others depend
        self.reached = 0

    def add(self) -> None:
        self.above.append(1 << len(self.above))

    def depend(self, number: int, needed: int) -> None:
        """Let an operation, and all that depend on it, depend on more."""
        if needed & ~self.above[number]:
            self.above[number] |= needed
            bit = 1 << number
            if self.reached & bit:
                self.above = [own | needed if own & bit else own for own in self.above]
        self.reached |= needed
