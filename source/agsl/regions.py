"""One walk over the regions of a program, which collects assignments and conditions with their blocks."""

from __future__ import annotations

from dataclasses import field

from gpucc.lowering.flow.structure import Assign, IfRegion, LoopRegion, Region, Seq, Straight
from gpucc.lowering.graph import Node
from gpucc.records import dataclass


@dataclass(slots=True)
class RegionWalk:
    """Assignments and conditions, each with its block, and straight pieces of code, in textual order."""

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


def describe_regions(body: Region) -> str:
    """A one-line summary of the program's branches and loops."""
    ifs = loops = deepest = 0
    waiting = [(body, 0)]
    while waiting:
        region, depth = waiting.pop()
        deepest = max(deepest, depth)
        match region:
            case Seq(items):
                waiting += [(item, depth) for item in items]
            case IfRegion(_, then, otherwise):
                ifs += 1
                waiting += [(then, depth + 1), (otherwise, depth + 1)]
            case LoopRegion(_, inner):
                loops += 1
                waiting.append((inner, depth + 1))
    return f"{ifs} ifs and {loops} loops, nested {deepest} deep"
