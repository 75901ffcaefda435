"""The reference for covers: the cheapest cover of a small graph, found by trying every rule at every node and all
orders of its operands."""

from __future__ import annotations

import math
from itertools import product

from gpucc.isel.forms import TEMPORARY
from gpucc.isel.problem import LITERAL, Found, Problem
from gpucc.isel.templates import Step

Demand = tuple[int, tuple[int, ...]]  # an item in one of some forms


class Exhaustive:
    def __init__(self, problem: Problem) -> None:
        assert not problem.groups, "lanes of one operand are not tried"
        self.problem = problem
        self.forms = problem.rules.forms
        self.move = problem.rules.moves[0].cost
        self.best = math.inf

    def cost(self) -> float:
        plain = tuple(range(len(self.forms.forms)))
        self._search([(self.problem.base[root], plain) for root in self.problem.roots], {}, frozenset(), 0.0)
        return self.best

    def _search(
        self, pending: list[Demand], chosen: dict[int, Found | None], moved: frozenset[int], cost: float
    ) -> None:
        pending = list(pending)
        while pending:
            if cost >= self.best:
                return
            item, accepted = pending.pop()
            leaf = self._leaf_form(item)
            if item == LITERAL:
                cost += self.move if leaf not in accepted else 0.0
                continue
            if leaf is not None:
                if leaf not in accepted and item not in moved:
                    cost += self.move
                    moved |= {item}
                continue
            if item not in chosen:
                for found in self._rules(item, chosen):
                    self._search([*pending, (item, accepted)], {**chosen, item: found}, moved, cost)
                return
            found = chosen[item]
            assert found is not None
            if found.template.step is None:
                pending.append((found.slots[0], accepted))
            elif item not in moved:
                moved |= {item}
                cost += found.template.cost
                ways = list(_ways(found.template.step))
                if len(ways) > 1:
                    for way in ways:
                        self._search([*pending, *self._demands(found, way)], chosen, moved, cost)
                    return
                pending += self._demands(found, ways[0])
        self.best = min(self.best, cost)

    def _demands(self, found: Found, way: list[tuple[int, int]]) -> list[Demand]:
        return [(found.slots[slot], self.forms.sets[accepted]) for slot, accepted in way]

    def _leaf_form(self, item: int) -> int | None:
        node, representation = self.problem.owner[item]
        if item == LITERAL or (node is not None and node.op == "const" and not representation):
            return self.forms.literal()
        if node is not None and node.op in ("input", "uniform") and not representation:
            return self.forms.leaf(node.op)
        return None

    def _rules(self, item: int, chosen: dict[int, Found | None]) -> list[Found]:
        node, representation = self.problem.owner[item]
        assert node is not None
        found = [*self.problem.found[self.problem.nodes.index(node)], *self.problem.chains.get(node, [])]
        return [f for f in found if f.compiled.rule.yields == representation and not self._is_made_of(f, item, chosen)]

    def _is_made_of(self, found: Found, item: int, chosen: dict[int, Found | None]) -> bool:
        """Return whether a representation is made from another one that is itself made from it."""
        below = [slot for slot in found.slots if self.problem.owner[slot][0] is self.problem.owner[item][0]]
        return any(
            slot == item or (chosen.get(slot) is not None and self._is_made_of(chosen[slot], item, chosen))
            for slot in below
        )  # type: ignore[arg-type]


def _ways(step: Step) -> list[list[tuple[int, int]]]:
    """For every op of the template its alternatives, as (slot, set) pairs."""
    own = [[(o, way[i]) for i, o in enumerate(step.operands) if isinstance(o, int)] for way in step.ways]
    inner = [_ways(lane) for operand in step.operands if isinstance(operand, tuple) for lane in operand]
    return [[pair for part in parts for pair in part] for parts in product(own, *inner)]


assert TEMPORARY == 0
