"""One walk over the regions of a program: what is assigned and decided in them, and in which block."""

from __future__ import annotations

from dataclasses import dataclass, field

from gpucc.lowering.flow.structure import Assign, IfRegion, LoopRegion, Region, Seq, Straight
from gpucc.lowering.graph import Node


@dataclass(slots=True)
class RegionWalk:
    """Assignments, conditions with the blocks they stand in, and straight pieces of code, in the order of the text."""

    assigns: list[tuple[Assign, object]] = field(default_factory=list)
    conditions: list[tuple[Node, object]] = field(default_factory=list)
    straights: list[Straight] = field(default_factory=list)

    def enter(self, region: Region, block: object) -> None:
        match region:
            case Seq(items):
                for item in items:
                    if isinstance(item, Straight):
                        block = item.block
                    self.enter(item, block)
            case Straight():
                self.straights.append(region)
            case Assign():
                self.assigns.append((region, block))
            case IfRegion(condition, then, otherwise):
                self.conditions.append((condition, block))
                self.enter(then, block)
                self.enter(otherwise, block)
            case LoopRegion(_, body):
                self.enter(body, None)


def walked(body: Region) -> RegionWalk:
    walk = RegionWalk()
    walk.enter(body, None)
    return walk
