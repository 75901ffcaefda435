"""Random programs of sections: the structure of branches and loops, independent of the sections' contents."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod

from gpucc.isel.machine import ScalarSource, Section, Selected


class RandomFlow(ABC):
    """`found` grows in the order of layout; a branch target is the index of a section."""

    random: random.Random
    found: list[Section]

    @abstractmethod
    def block(self) -> Section:
        """A section that continues to the next one."""

    @abstractmethod
    def test(self, section: Section) -> ScalarSource:
        """A condition, computed in the section."""

    @abstractmethod
    def loop(self, depth: int) -> None: ...

    def sequence(self, depth: int, length: int) -> None:
        for _ in range(length):
            kind = self.random.random() if depth else 0.0
            if kind < 0.4:
                self.found.append(self.block())
            elif kind < 0.7:
                self.fork(depth)
            else:
                self.loop(depth)

    def fork(self, depth: int) -> None:
        head = self.block()
        head.condition = self.test(head)
        self.found.append(head)
        self.sequence(depth - 1, self.random.randrange(3))
        if self.random.random() < 0.5:
            head.target = len(self.found)
            return
        end = Section("then", Selected())
        self.found.append(end)
        head.target = len(self.found)
        self.sequence(depth - 1, self.random.randrange(3))
        end.target = len(self.found)
