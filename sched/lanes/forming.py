"""Form vector instructions from scalar ones without closing a dependence cycle.

Scalar instructions are taken operands first; one may join an operation formed earlier unless it depends on that
operation. Everything that the operation depends on was taken earlier, so it cannot depend on the newcomer: this one
check suffices.
"""

from __future__ import annotations


class LaneReach:
    """Bit sets of dependences between operations, which are numbered as they are formed: each holds the operation and
    all that it depends on."""

    def __init__(self) -> None:
        self.above: list[int] = []
        # the operations that others depend on
        self.reached = 0

    def add(self) -> None:
        self.above.append(1 << len(self.above))

    def depend(self, number: int, needed: int) -> None:
        """Add dependences to an operation and to all that depend on it."""
        if needed & ~self.above[number]:
            self.above[number] |= needed
            bit = 1 << number
            if self.reached & bit:
                self.above = [own | needed if own & bit else own for own in self.above]
        self.reached |= needed
