"""Turns prices into a cover: the items that the roots need, each computed once, and the form of every operand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import TypeAlias

from gpucc.isel.forms import TEMPORARY
from gpucc.isel.pricing import INF, Alias, MoveWay, Pricing, ResultOf, Stored
from gpucc.isel.problem import LITERAL, Found, Modified
from gpucc.isel.templates import TemplateSlot
from gpucc.records import dataclass

# what makes a copy dearer than its original where both are free
COPY = 1e-9

Place: TypeAlias = tuple[int, int]  # item, form
Lane: TypeAlias = tuple[TemplateSlot, int, int]  # slot in the template, item, form


@dataclass(slots=True, eq=False)
class Cover:
    """The chosen instructions.

    `reads` maps every item that an instruction computes to the items that it needs; `operands` lists those operands of
    its template that are slots, outermost op first; `uses` counts readers; `forced` are leaves that some reader can
    only take as a copy. `cost` is the sum over all instructions.
    """

    pricing: Pricing
    wanted: Sequence[Place]
    reads: dict[int, list[int]] = field(default_factory=dict)
    operands: dict[int, list[tuple[Lane, ...]]] = field(default_factory=dict)
    uses: dict[int, int] = field(default_factory=dict)
    forced: set[int] = field(default_factory=set)
    cost: float = 0.0


def resolve(pricing: Pricing, item: int, form: int) -> Place:
    """Follow aliases to the item and form that hold the value."""
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
        self.gathered: set[int] = set()

    def want(self, item: int, form: int, reads: list[int], charged: bool = True) -> None:
        item, form = resolve(self.pricing, item, form)
        way = self.pricing.how[item][form]
        if isinstance(way, Stored):
            if way.index is not None:
                self.want(*way.index, reads)
            return
        cover = self.cover
        cover.uses[item] = cover.uses.get(item, 0) + 1
        if item == LITERAL:
            cover.cost += way.op.cost if isinstance(way, MoveWay) and charged else 0.0
            return
        reads.append(item)
        if item not in cover.reads:
            cover.reads[item] = []
            self.stack.append(item)
            if isinstance(way, MoveWay):
                self.pricing.make_free(item)

    def expand(self, item: int) -> None:
        way = self.pricing.how[item][TEMPORARY]
        cover, reads = self.cover, self.cover.reads[item]
        match way:
            case Found() | Modified():
                found = way.found if isinstance(way, Modified) else way
                cover.cost += found.template.weighted(self.pricing.weights[found.root])
                cover.operands[item] = self._operands(found, reads)
            case MoveWay(op, form):
                cover.cost += 0.0 if item in self.gathered else op.cost * self.pricing.move_weight(item)
                self.want(item, form, reads)
            case ResultOf(other, _):
                self.want(other, TEMPORARY, reads)

    def _operands(self, found: Found, reads: list[int]) -> list[tuple[Lane, ...]]:
        slots, template, prices, homes = found.slots, found.template, self.pricing.prices, self.pricing.home
        operands: list[tuple[Lane, ...]] = []
        for number, accepted in template.choose(*[prices[i] if homes[i] is None else self._prices(i) for i in slots]):
            item = slots[number]
            form = self._cheapest(item, accepted)
            if item in found.groups:
                operands.append(self._group(template.slots[number], item, form, reads))
            else:
                if (
                    form == TEMPORARY
                    and self.pricing.home[item] is not None
                    and self._is_forced(item, template.reach[number])
                ):
                    self.cover.forced.add(resolve(self.pricing, item, form)[0])
                self.want(item, form, reads)
                operands.append(((template.slots[number], item, form),))
        return operands

    def _prices(self, item: int) -> Sequence[float]:
        """The prices of an item that has a register. A copy that exists anyway costs nothing; the leaf itself is still
        preferred, as its neighbours are read from the same register.
        """
        pricing = self.pricing
        prices, costs = pricing.prices[item], pricing.costs[item]
        if costs[TEMPORARY]:
            return prices
        held = [form for form in range(1, pricing.width) if costs[form] < INF]
        return [
            price if any(form in accepted for form in held) else price + COPY
            for price, accepted in zip(prices, pricing.sets, strict=True)
        ]

    def _is_forced(self, item: int, reach: frozenset[int]) -> bool:
        costs = self.pricing.costs[item]
        return not any(costs[form] < INF for form in reach if form != TEMPORARY)

    def _group(self, slot: TemplateSlot, item: int, form: int, reads: list[int]) -> tuple[Lane, ...]:
        """Return the operand's lanes; copies are counted once for all operands with the same lanes."""
        pricing, cover = self.pricing, self.cover
        lanes = pricing.problem.groups[item]
        if pricing.forms.forms[form].file == "temporary":
            pack = pricing.problem.packs[item]
            cover.uses[pack] = cover.uses.get(pack, 0) + 1
            cover.cost += pricing.copies(lanes) if cover.uses[pack] == 1 else 0.0
            self.gathered.update(lane for lane in lanes if lane not in cover.reads)
        for lane in lanes:
            self.want(lane, form, reads, charged=False)
        return tuple((part, lane, form) for part, lane in zip(slot.lanes, lanes, strict=True))

    def _cheapest(self, item: int, accepted: int) -> int:
        """Return the cheapest accepted form; a copy is chosen only if it is cheaper than the leaf itself."""
        price, forms = self.pricing.price, self.pricing.sets[accepted]
        least, _, best = min([(price(item, form), form == TEMPORARY, form) for form in forms])
        return best if least < INF else TEMPORARY
