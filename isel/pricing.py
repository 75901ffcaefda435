"""Prices every item in every form, operands first: the dynamic programming at the heart of selection.

For each item the pass keeps the cheapest way to have it in each form (`how`) and derives a price for each set of forms
that some operand accepts. A value with several readers is paid for once: each reader is charged a `share` of its cost,
which the cover adjusts from pass to pass (see cover.py). A pass visits each match once, so it is linear.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from gpucc.errors import InternalError
from gpucc.isa.model import Op
from gpucc.isel.forms import TEMPORARY, OperandForm, absolute, negate
from gpucc.isel.machine import Leaf, ScalarSource
from gpucc.isel.problem import LITERAL, Cluster, Found, Modified, Offer, Problem
from gpucc.isel.shapes import VectorShape
from gpucc.lowering.graph import Node
from gpucc.records import dataclass

INF = math.inf
Home = tuple[object, ...]
# a home with more parts than these is one at an index
INDEXED = 2
FULL_REGISTER = 4
STRUCTURAL = frozenset({"part", "fneg", "fabs"})


@dataclass(frozen=True, slots=True)
class Alias:
    """The item is computed as another item, in the given form."""

    item: int
    form: int


@dataclass(frozen=True, slots=True)
class MoveWay:
    """A temporary made by copying another form of the same item."""

    op: Op
    form: int


@dataclass(frozen=True, slots=True)
class ResultOf:
    """Result number `lane` of an item that has several."""

    item: int
    lane: int


@dataclass(frozen=True, slots=True)
class Stored:
    """The value exists already: a leaf, or a node that `Problem.known` has a source for."""

    source: ScalarSource
    index: tuple[int, int] | None = None  # item and form of a relative register number


How: TypeAlias = Found | Alias | MoveWay | ResultOf | Modified | Stored


class Pricing:
    """One pass. `share` is the part of an item's cost that each reader pays; `gather` prices a copy into a common
    register. `apart`: readers of a node want one representation of it, so one that is made of another costs both.
    """

    def __init__(self, problem: Problem, share: Sequence[float], gather: float, index_kinds: frozenset[str]) -> None:
        self.problem, self.share, self.gather = problem, share, gather
        self.apart = False
        self.forms = problem.rules.forms
        self.width = len(self.forms.forms)
        self.index_set = self._index_set(index_kinds)
        self.moves = problem.rules.moves_from
        self.weights = problem.weights
        self.sets = self.forms.sets
        size = len(problem.owner)
        self.costs: list[list[float]] = [[]] * size
        self.prices: list[list[float]] = [[0.0] * len(self.sets)] * size
        self.how: list[list[How | None]] = [[]] * size
        self.home: list[Home | None] = [None] * size
        self.results = {cluster.item: len(cluster.found.compiled.patterns) for cluster in problem.clusters}
        self.lane_of: dict[Node, list[tuple[Cluster, int]]] = {}
        for cluster in problem.clusters:
            for lane, node in cluster.lanes.items():
                self.lane_of.setdefault(node, []).append((cluster, lane))
        self.temporary = [form.file == "temporary" for form in self.forms.forms]
        self.held = [form for form, temporary in enumerate(self.temporary) if temporary]
        self.simple = [TEMPORARY in accepted for accepted in self.sets]
        self.picky = not all(self.simple)

    def _index_set(self, kinds: frozenset[str]) -> tuple[int, ...]:
        return tuple(
            i for i, form in enumerate(self.forms.forms) if form.file in kinds and form == OperandForm(form.file)
        )

    def run(self) -> None:
        self._literal()
        problem = self.problem
        for node in problem.nodes:
            if problem.is_leaf(node) and (node.op != "uniform_at" or node in problem.known):
                self._leaf(node)
        for node, offers in zip(problem.nodes, problem.offers, strict=True):
            if problem.is_leaf(node):
                if node.op == "uniform_at" and node not in problem.known:
                    self._indexed(node)
            else:
                self._computed(node, offers)

    # leaves

    def _literal(self) -> None:
        self._set_leaf(LITERAL, self.forms.literal(), Stored(ScalarSource(Leaf("constant"))), ("constant",))

    def _leaf(self, node: Node) -> None:
        item = self.problem.base[node]
        known = self.problem.known.get(node)
        if known is None:
            stored, form, home = self._own_leaf(node)
        elif isinstance(known.value, Leaf) and known.value.kind != "variable":
            kind = known.value.kind
            form = self.forms.leaf(kind) if kind in ("input", "uniform") else self.forms.literal()
            stored, home = Stored(known), (kind, known.value.register)
        else:
            stored, form, home = Stored(known), TEMPORARY, None
        self._set_leaf(item, form, stored, home)
        self._other_representations(node, item)

    def _own_leaf(self, node: Node) -> tuple[Stored, int, Home]:
        match node.op, node.attr:
            case ("input" | "uniform") as kind, (int(register), int(component)):
                return Stored(ScalarSource(Leaf(kind, register, component))), self.forms.leaf(kind), (kind, register)
            case "const", int() | float() as value:
                return Stored(ScalarSource(Leaf("constant", value=float(value)))), self.forms.literal(), ("constant",)
            case "undef", _:
                return Stored(ScalarSource(Leaf("undef"))), self.forms.literal(), ("constant",)
        raise InternalError(
            f"the selector does not know where {node!r} is: phis and values of other blocks belong in `known`"
        )

    def _indexed(self, node: Node) -> None:
        """Price a uniform whose register depends on a value, if the target can index with it."""
        item, index = self.problem.base[node], self.problem.base[node.args[0]]
        choices = [(self.price(index, f), f) for f in self.index_set if self.costs[index][f] < INF]
        costs: list[float] = [INF] * self.width
        how: list[How | None] = [None] * self.width
        if choices and isinstance(node.attr, tuple):
            cost, form = min(choices)
            leaf = Leaf("uniform", node.attr[0], node.attr[1])
            place = self.forms.leaf("uniform")
            costs[place], how[place] = cost, Stored(ScalarSource(leaf), (index, form))
            self.home[item] = ("uniform", node.attr[0], index)
        self.costs[item], self.how[item] = costs, how
        self._finish(item)
        self._other_representations(node, item)

    def price(self, item: int, form: int) -> float:
        """Return what a reader pays for an item in a form. Signs are free, so all readers of an item share the
        temporary that its forms are made of."""
        return cost if (cost := self.costs[item][form]) == INF or not self.temporary[form] else cost * self.share[item]

    def _set_leaf(self, item: int, form: int, stored: Stored, home: Home | None) -> None:
        costs: list[float] = [INF] * self.width
        how: list[How | None] = [None] * self.width
        costs[form], how[form] = 0.0, stored
        self.home[item] = home
        self.costs[item], self.how[item] = costs, how
        self._finish(item)

    # computed nodes

    def _computed(self, node: Node, offers: list[Offer]) -> None:
        item, count = self.problem.base[node], len(self.problem.representations(node))
        for target in range(item, item + count):
            self.costs[target], self.how[target] = [INF] * self.width, [None] * self.width
        for target, found, way in offers:
            self._offer(target, found, way)
        if node.op in STRUCTURAL or node in self.lane_of:
            self._structural(node, item)
        for target in range(item, item + count):
            self._finish(target)
        if count > 1:
            self._other_representations(node, item)

    def _offer(self, item: int, found: Found, way: Found | Modified) -> None:
        prices = self.prices
        for group in found.groups:
            self._group(group)
        if found.template.step is None:
            self._alias(item, found)
            return
        cost = found.price(self.weights[found.root], *[prices[slot] for slot in found.slots])
        costs = self.costs[item]
        if cost < costs[TEMPORARY]:
            costs[TEMPORARY], self.how[item][TEMPORARY] = cost, way

    def _alias(self, item: int, found: Found) -> None:
        other = found.slots[0]
        costs, how = self.costs[item], self.how[item]
        for form in range(self.width):
            cost = found.template.cost + self.price(other, form)
            if cost < costs[form]:
                costs[form], how[form] = cost, Alias(other, form)
                if form != TEMPORARY:
                    self.home[item] = self.home[other]

    def _structural(self, node: Node, item: int) -> None:
        """Price nodes that need no rule: a texture's components, lanes of clusters, signs that operands absorb."""
        costs, how = self.costs[item], self.how[item]
        match node.op, node.attr:
            case "part", int(lane):
                other = self.problem.base[node.args[0]]
                costs[TEMPORARY], how[TEMPORARY] = self.price(other, TEMPORARY), ResultOf(other, lane)
            case (("fneg" | "fabs"), _) if len(self.forms.forms) > len({form.file for form in self.forms.forms}):
                self._signed(node, costs, how)
        for cluster, lane in self.lane_of.get(node, ()):
            cost = self._cluster(cluster) / len(cluster.lanes)
            if cost < costs[TEMPORARY]:
                costs[TEMPORARY], how[TEMPORARY] = cost, ResultOf(cluster.item, lane)

    def _signed(self, node: Node, costs: list[float], how: list[How | None]) -> None:
        other = self.problem.base[node.args[0]]
        change = negate if node.op == "fneg" else absolute
        for i, form in enumerate(self.forms.forms):
            changed = change(form)
            if changed in self.forms.forms and self.costs[other][i] < INF:
                target = self.forms.index(changed)
                cost = self.price(other, i)
                if cost < costs[target]:
                    costs[target], how[target] = cost, Alias(other, i)

    def _cluster(self, cluster: Cluster) -> float:
        found = cluster.found
        self.costs[cluster.item], self.how[cluster.item] = [INF] * self.width, [None] * self.width
        self._offer(cluster.item, found, found)
        return self.costs[cluster.item][TEMPORARY]

    def make_free(self, item: int) -> None:
        """Make the existing temporary free for further readers."""
        self.costs[item] = [0.0, *self.costs[item][1:]]
        self._set_prices(item)

    def _other_representations(self, node: Node, item: int) -> None:
        """Derive representations of truth values from each other by rules, until nothing gets cheaper. No
        representation may be derived from itself."""
        names = self.problem.representations(node)
        for offset in range(1, len(names)):
            if not self.costs[item + offset]:
                self.costs[item + offset], self.how[item + offset] = [INF] * self.width, [None] * self.width
                self._finish(item + offset)
        chains = self.problem.chains.get(node, ())
        made_of: dict[int, tuple[int, ...]] = {}
        changed = bool(chains)
        while changed:
            changed = False
            for found in chains:
                target = item + names.index(found.compiled.rule.yields)
                if found.template.step is None:
                    changed |= self._same_value(target, found, made_of)
                    continue
                cost = found.price(self.weights[node], *[self._for_another(slot) for slot in found.slots])
                costs, how = self.costs[target], self.how[target]
                if cost < costs[TEMPORARY] and not _rests_on(found.slots, target, made_of):
                    costs[TEMPORARY], how[TEMPORARY] = cost, found
                    made_of[target] = found.slots
                    self._finish(target)
                    changed = True

    def _for_another(self, item: int) -> Sequence[float]:
        """Return the prices of an item from which another representation of its node is made. If the other one is read
        in its place, its readers share the sum of both costs: a share of the first would be divided twice."""
        share, prices = self.share[item], self.prices[item]
        return [price / share for price in prices] if self.apart and 0.0 < share < 1.0 else prices

    def _same_value(self, target: int, found: Found, made_of: dict[int, tuple[int, ...]]) -> bool:
        """Let one representation of a node serve as another one, without an instruction."""
        (other,) = found.slots
        if _rests_on((other,), target, made_of):
            return False
        costs, how, changed = self.costs[target], self.how[target], False
        for form, cost in enumerate(self.costs[other]):
            if found.template.cost + cost < costs[form]:
                costs[form], how[form], changed = found.template.cost + cost, Alias(other, form), True
        if changed:
            made_of[target] = (other,)
            self.home[target] = self.home[other]
            self._finish(target)
        return changed

    def _finish(self, item: int) -> None:
        """Set the prices of an item, after adding the temporary that a move would make."""
        how = self.how[item]
        if any(how[1:]):
            costs = self.costs[item]
            weight = self.move_weight(item)
            for op, form in self.moves:
                cost = costs[form] + op.cost * weight
                if cost < costs[TEMPORARY]:
                    costs[TEMPORARY], how[TEMPORARY] = cost, MoveWay(op, form)
            self._set_prices(item)
        else:
            price = self.costs[item][TEMPORARY] * self.share[item]
            self.prices[item] = (
                [price if simple else INF for simple in self.simple] if self.picky else [price] * len(self.sets)
            )

    def move_weight(self, item: int) -> float:
        node = self.problem.owner[item][0]
        return 1.0 if node is None else self.weights[node]

    def _set_prices(self, item: int) -> None:
        share = self.share[item]
        priced = [c * share if c < INF and t else c for c, t in zip(self.costs[item], self.temporary, strict=True)]
        self.prices[item] = [min((priced[f] for f in accepted), default=INF) for accepted in self.sets]

    # lanes of one operand

    def _group(self, group: int) -> None:
        lanes = self.problem.groups[group]
        homes = {self.home[lane] for lane in lanes if not self._is_undef(lane)}
        priced = [lane for lane in lanes if self.costs[lane]]
        if len(homes) > 1 or None in homes:
            costs = [INF] * self.width
        else:
            # lanes of one register at one index share the load of the index
            total = max if any(home is not None and len(home) > INDEXED for home in homes) else sum
            costs = [
                INF if temporary else total([self.costs[lane][form] for lane in priced] or [0.0])
                for form, temporary in enumerate(self.temporary)
            ]
        computed = dict.fromkeys(lane for lane in priced if self.home[lane] is None)
        copies = self.copies(lanes) * self.share[self.problem.packs[group]]
        # copies of leaves apply the sign themselves
        held = (TEMPORARY,) if any(self.home[lane] is not None for lane in lanes) else self.held
        for form in held:
            costs[form] = sum([self.price(lane, form) for lane in computed]) + copies + self._indices(priced)
        self.costs[group] = costs
        self.prices[group] = [min([costs[f] for f in accepted], default=INF) for accepted in self.sets]

    def _indices(self, lanes: Sequence[int]) -> float:
        """The cost of the indices with which lanes are copied, one for each register."""
        found: dict[Home, float] = {}
        for lane in lanes:
            home = self.home[lane]
            if home is not None and len(home) > INDEXED:
                least = min(
                    (cost for cost, own in zip(self.costs[lane], self.temporary, strict=True) if not own), default=INF
                )
                found[home] = 0.0 if least == INF else least
        return sum(found.values())

    def _is_undef(self, lane: int) -> bool:
        node = self.problem.owner[lane][0]
        return node is not None and node.op == "undef"

    def copies(self, lanes: Sequence[int]) -> float:
        """Return the cost of bringing lanes into one register.

        It is a move for each register that leaves among them come from, and one for each result that its instruction
        puts elsewhere.
        """
        plain = 0
        apart: dict[VectorShape, int] = {}
        registers: set[Home] = set()
        fixed: dict[int, int] = {}
        for lane in dict.fromkeys(lanes):
            home = self.home[lane]
            way = self.how[lane][TEMPORARY] if self.how[lane] else None
            if home is not None:
                registers.add(home)
            elif isinstance(way, ResultOf):
                fixed[way.item] = fixed.get(way.item, 0) + 1
            else:
                plain += 1
                node = self.problem.owner[lane][0]
                if node is not None:
                    apart[self.problem.shapes[node]] = apart.get(self.problem.shapes[node], 0) + 1
        return self.gather * (len(registers) + self._misplaced(fixed, plain) + self._torn(apart))

    def _torn(self, apart: Mapping[VectorShape, int]) -> float:
        """Return the instructions lost when lanes of different shapes do not fit into one register together.

        Lanes of one shape come from one instruction, in the components of its operands. If the shapes do not fit, their
        lanes here are written one by one, and the rest of each shape saves nothing.
        """
        if len(apart) == 1 or sum(shape.members for shape in apart) <= FULL_REGISTER:
            return 0.0
        return sum(max(0.0, 1.0 - lanes * shape.share) for shape, lanes in apart.items())

    def _misplaced(self, fixed: Mapping[int, int], plain: int) -> int:
        if not fixed:
            return 0
        biggest = max(fixed, key=lambda item: fixed[item])
        room = FULL_REGISTER - self.results.get(biggest, FULL_REGISTER)
        return max(0, sum(fixed.values()) - fixed[biggest] + plain - room)


def _rests_on(slots: Sequence[int], target: int, made_of: Mapping[int, tuple[int, ...]]) -> bool:
    return any(slot == target or (slot in made_of and _rests_on(made_of[slot], target, made_of)) for slot in slots)
