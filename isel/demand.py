"""From prices to a cover: what the roots need, each instruction once, and which form every operand takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from gpucc.isel.forms import TEMPORARY
from gpucc.isel.pricing import Alias, Modified, Move, Part, Pricing, Stored
from gpucc.isel.problem import Found
from gpucc.isel.templates import Slot, Step

Place: TypeAlias = tuple[int, int]  # item, form


@dataclass(frozen=True, slots=True)
class Lane:
    slot: Slot
    item: int
    form: int


@dataclass(frozen=True, slots=True)
class Plan:
    """A step with its operands chosen, lane by lane: the result of an inner step, or a place."""

    step: Step
    operands: tuple[tuple[Plan | Lane, ...], ...]


@dataclass(slots=True, eq=False)
class Cover:
    """`reads` has an entry for every item that an instruction computes, listing the items it needs; `plans` the operands
    of those that a rule computes; `uses` counts readers. `cost` is the sum over all instructions."""

    pricing: Pricing
    wanted: Sequence[Place]
    reads: dict[int, list[int]] = field(default_factory=dict)
    plans: dict[int, Plan] = field(default_factory=dict)
    uses: dict[int, int] = field(default_factory=dict)
    cost: float = 0.0


def resolve(pricing: Pricing, item: int, form: int) -> Place:
    """Follow other names to what holds the value."""
    way = pricing.how[item][form]
    while isinstance(way, Alias):
        item, form = way.item, way.form
        way = pricing.how[item][form]
    return item, form


def make_cover(pricing: Pricing, wanted: Sequence[Place]) -> Cover:
    demand = _Demand(pricing, wanted)
    for item, form in wanted:
        demand.want(item, form, [])
    while demand.stack:
        demand.expand(demand.stack.pop())
    return demand.cover


class _Demand:
    def __init__(self, pricing: Pricing, wanted: Sequence[Place]) -> None:
        self.pricing = pricing
        self.cover = Cover(pricing, wanted)
        self.stack: list[int] = []

    def want(self, item: int, form: int, reads: list[int]) -> None:
        item, form = resolve(self.pricing, item, form)
        way = self.pricing.how[item][form]
        if isinstance(way, Stored):
            if way.index is not None:
                self.want(*way.index, reads)
            return
        cover = self.cover
        cover.uses[item] = cover.uses.get(item, 0) + 1
        reads.append(item)
        if item not in cover.reads:
            cover.reads[item] = []
            self.stack.append(item)

    def expand(self, item: int) -> None:
        way = self.pricing.how[item][TEMPORARY]
        cover, reads = self.cover, self.cover.reads[item]
        match way:
            case Found() | Modified():
                found = way.found if isinstance(way, Modified) else way
                assert found.template.step is not None
                plan = cover.plans[item] = self._plan(found.template.step, found)
                cover.cost += found.template.cost
                for lane in lanes_of(plan):
                    self.want(lane.item, lane.form, reads)
            case Move(op, form):
                cover.cost += op.cost
                self.want(item, form, reads)
            case Part(other, _):
                self.want(other, TEMPORARY, reads)

    def _plan(self, step: Step, found: Found) -> Plan:
        prices = self.pricing.prices
        way = step.ways[0]
        if len(step.ways) > 1:
            outer = [(i, found.slots[o]) for i, o in enumerate(step.operands) if isinstance(o, int)]
            way = min(step.ways, key=lambda w: sum(prices[item][w[i]] for i, item in outer))
        operands: list[tuple[Plan | Lane, ...]] = []
        for operand, accepted in zip(step.operands, way, strict=True):
            if isinstance(operand, tuple):
                operands.append(tuple(self._plan(inner, found) for inner in operand))
            else:
                operands.append(self._lanes(found.template.slots[operand], found.slots[operand], accepted))
        return Plan(step, tuple(operands))

    def _lanes(self, slot: Slot, item: int, accepted: int) -> tuple[Lane, ...]:
        form = self._cheapest(item, accepted)
        group = self.pricing.problem.groups.get(item)
        if group is None:
            return (Lane(slot, item, form),)
        if self.pricing.forms.forms[form].file == "temporary":
            self.cover.cost += self.pricing.gather * self.pricing.strangers(dict.fromkeys(group))
        return tuple(Lane(lane, i, form) for lane, i in zip(slot.lanes, group, strict=True))

    def _cheapest(self, item: int, accepted: int) -> int:
        costs, share = self.pricing.costs[item], self.pricing.share[item]
        return min(self.pricing.sets[accepted], key=lambda f: costs[f] * share if f == TEMPORARY else costs[f])


def lanes_of(plan: Plan) -> Iterator[Lane]:
    for operand in plan.operands:
        for lane in operand:
            if isinstance(lane, Plan):
                yield from lanes_of(lane)
            else:
                yield lane
