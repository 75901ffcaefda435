"""The common part of both writers of twisted programs (shading languages in twists.py, IR in twists_ir.py)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import ClassVar

from gpucc.fuzz.draws import Draws


@dataclass
class Twisting:
    """`twists` are the kinds to apply, each at about every `often`-th place where it fits; `done` counts them,
    `functions` are those added."""

    draws: Draws
    twists: tuple[str, ...] = ()
    functions: list[str] = field(default_factory=list)
    made: int = 0
    done: Counter[str] = field(default_factory=Counter)
    often: ClassVar[int] = 2
    # the prefix of names in the language
    sigil: ClassVar[str] = ""

    def wants(self, twist: str, one_in: int | None = None) -> bool:
        if twist not in self.twists or not self.draws.chance(one_in or self.often):
            return False
        self.done[twist] += 1
        return True

    def fresh(self, stem: str) -> str:
        self.made += 1
        return f"{self.sigil}{stem}{self.made}x"
