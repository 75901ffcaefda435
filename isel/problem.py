"""One block as the cover sees it: items, and for every node the rules that can compute it.

An item is a node in one representation (its plain value, or another one that the target defines). Items, groups of
items that are lanes of one operand, and the literal are numbered in one sequence, so that prices are lists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from typing import TypeAlias

from gpucc.isa.model import SamplerState
from gpucc.isa.neutral import LEAVES
from gpucc.isel.lanes import orient
from gpucc.isel.machine import ScalarSource
from gpucc.isel.rules import Compiled, Rules
from gpucc.isel.shapes import VectorShape, find_shapes
from gpucc.isel.templates import Template, TemplateSlot
from gpucc.lowering.graph import Node
from gpucc.records import dataclass
from gpucc.rules import facts
from gpucc.rules.evaluate import evaluate
from gpucc.rules.pattern import Binding, Match

LITERAL = 0
# the only modifier that can be combined with others
NEGATED = frozenset({"neg"})
PLAIN = ("",)
LEAF_OPS = LEAVES | {"uniform_at"}


@dataclass(slots=True, eq=False)
class Found:
    """A rule that matches at a node. `slots` are the items of the template's slots, `groups` those of them that are
    groups.
    """

    compiled: Compiled
    template: Template
    price: Callable[..., float]
    nodes: tuple[Node, ...]
    slots: tuple[int, ...]
    groups: tuple[int, ...]
    root: Node


@dataclass(frozen=True, slots=True)
class Modified:
    """A match whose outermost op also applies a modifier to its result."""

    found: Found
    modifier: str


Offer: TypeAlias = tuple[int, Found, "Found | Modified"]  # the item, the match, and how it computes the item


@dataclass(slots=True, eq=False)
class Cluster:
    """One instruction with several results, each of which is a node. `lanes` maps result to node."""

    item: int
    found: Found
    lanes: dict[int, Node]


@dataclass(slots=True, eq=False)
class Problem:
    """The input of the cover. `known` are nodes whose values exist already: phis and results of other blocks.

    `groups` gives the lanes of an operand, by item; `packs` gives the item of the same lanes in any order, since
    copying them into one register is done once for all orders. `weights` and `shapes`: see shapes.py.
    """

    rules: Rules
    known: Mapping[Node, ScalarSource]
    roots: list[Node]
    held: Mapping[Node, str] = field(default_factory=dict)
    nodes: list[Node] = field(default_factory=list)
    uses: dict[Node, int] = field(default_factory=dict)
    base: dict[Node, int] = field(default_factory=dict)
    owner: list[tuple[Node | None, str]] = field(default_factory=lambda: [(None, "")])
    found: list[list[Found]] = field(default_factory=list)
    offers: list[list[Offer]] = field(default_factory=list)
    chains: dict[Node, list[Found]] = field(default_factory=dict)
    groups: dict[int, tuple[int, ...]] = field(default_factory=dict)
    packs: dict[int, int] = field(default_factory=dict)
    pack_uses: dict[int, int] = field(default_factory=dict)
    weights: dict[Node, float] = field(default_factory=dict)
    shapes: dict[Node, VectorShape] = field(default_factory=dict)
    clusters: list[Cluster] = field(default_factory=list)
    names: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def contested(self) -> bool:
        """True if sharing affects a choice.

        It does if a pattern can reach across a node with other readers, or if a leaf with several readers may need a
        copy.
        """
        moved = ("uniform", "const", "uniform_at")
        return any(node.op in moved and self.uses[node] > 1 for node in self.nodes) or any(
            self._reaches_across(match) for matches in self.found for match in matches
        )

    def _reaches_across(self, match: Found) -> bool:
        inside = [arg for arg in match.root.args if arg not in match.nodes]
        return any(self.uses[arg] > 1 and not self.is_leaf(arg) for arg in inside)

    def representations(self, node: Node) -> tuple[str, ...]:
        return self.names.get(node.type.kind, PLAIN)

    def item(self, node: Node, representation: str = "") -> int | None:
        base = self.base.get(node)
        if base is None or not representation:
            return base
        names = self.representations(node)
        return base + names.index(representation) if representation in names else None

    def wanted_item(self, root: Node) -> int:
        item = self.item(root, self.held.get(root, ""))
        assert item is not None
        return item

    def is_leaf(self, node: Node) -> bool:
        return node.op in LEAF_OPS or node in self.known

    def new_item(self, node: Node | None, representation: str = "") -> int:
        self.owner.append((node, representation))
        return len(self.owner) - 1


def make_problem(
    rules: Rules,
    roots: Iterable[Node],
    known: Mapping[Node, ScalarSource],
    samplers: Mapping[int, SamplerState],
    held: Mapping[Node, str],
    depth: int | None = None,
) -> tuple[Problem, Matcher]:
    """The block with the rules that match at each node. The parameters are those of `Selector.problem`, and the depth
    of `Selection`."""
    problem = Problem(rules, known, list(roots), held)
    _collect(problem)
    problem.names = _wanted_names(problem)
    matrices = any(operand.rows > 1 for op in rules.ops.values() for operand in op.operands)
    problem.shapes = find_shapes(problem.nodes, rules.isa.lanes, known, depth, matrices)
    problem.weights = {node: shape.weight for node, shape in problem.shapes.items()}
    for node in problem.nodes:
        names = problem.representations(node)
        problem.base[node] = problem.new_item(node)
        for name in names[1:]:
            problem.new_item(node, name)
    matcher = Matcher(problem, samplers)
    problem.found = [[] if problem.is_leaf(node) else matcher.match(node) for node in problem.nodes]
    problem.offers = [_offers(problem, node, found) for node, found in zip(problem.nodes, problem.found, strict=True)]
    if rules.chains:
        for node in problem.nodes:
            matcher.match_chains(node)
    return problem, matcher


def _wanted_names(problem: Problem) -> dict[str, tuple[str, ...]]:
    """Return representations that rules for ops of this block need, directly or to derive a representation that is
    needed.
    """
    ops = {node.op for node in problem.nodes}
    wanted = {"", *problem.held.values()}
    rules = [c for c in problem.rules.compiled if isinstance(c.patterns[0], Match) or c.patterns[0].op in ops]  # type: ignore[union-attr]
    before = 0
    while len(wanted) != before:
        before = len(wanted)
        wanted.update(r for c in rules if c.rule.yields in wanted for r in c.asks_for)
    return {
        kind: tuple(name for name in names if name in wanted) for kind, names in problem.rules.names_by_kind.items()
    }


def _offers(problem: Problem, node: Node, matches: list[Found]) -> list[Offer]:
    item, names = problem.base[node], problem.representations(node)
    offers: list[Offer] = []
    for match in matches:
        if match.compiled.rule.yields in names:
            offers.append((item + names.index(match.compiled.rule.yields), match, match))
        if len(names) > 1 and (step := match.template.step) is not None and not (step.modifiers - NEGATED):
            modifiers = step.op.modifiers
            offers.extend((item + i, match, Modified(match, name)) for i, name in enumerate(names) if name in modifiers)
    return offers


def _collect(problem: Problem) -> None:
    """Collect the nodes reachable from the roots, operands first, and count their uses; known nodes are not entered."""
    uses, known, seen = problem.uses, problem.known, set[Node]()
    for root in problem.roots:
        uses[root] = uses.get(root, 0) + 1
        if root in seen:
            continue
        seen.add(root)
        stack = [(root, 0)]
        while stack:
            node, i = stack.pop()
            if i < len(node.args) and node not in known:
                stack.append((node, i + 1))
                child = node.args[i]
                uses[child] = uses.get(child, 0) + 1
                if child not in seen:
                    seen.add(child)
                    stack.append((child, 0))
            else:
                problem.nodes.append(node)


class Matcher:
    def __init__(self, problem: Problem, samplers: Mapping[int, SamplerState]) -> None:
        self.problem, self.samplers = problem, samplers
        self.index = problem.rules.single
        self.group_of: dict[tuple[int, ...], int] = {}
        self.pack_of: dict[tuple[int, ...], int] = {}

    def match(self, node: Node) -> list[Found]:
        found: list[Found] = []
        seen: set[tuple[int, tuple[Node, ...]]] = set()
        for test, compiled in self.index.candidates(node):
            bound = test(node)
            if bound is None or not self.holds(compiled, node, bound):
                continue
            if compiled.mates:
                bound = _oriented(compiled, bound)
            key = (id(compiled), bound)
            if key not in seen:
                seen.add(key)
                made = self.make(compiled, node, bound)
                if made is not None:
                    found.append(made)
        return found

    def match_chains(self, node: Node) -> None:
        for compiled in self.problem.rules.chains:
            root = compiled.patterns[0]
            assert isinstance(root, Match)
            if compiled.rule.yields not in self.problem.representations(node):
                continue
            if root.type in (None, node.type.kind) and self.holds(compiled, node, (node,)):
                made = self.make(compiled, node, (node,))
                if made is not None:
                    self.problem.chains.setdefault(node, []).append(made)

    def holds(self, compiled: Compiled, root: Node, bound: tuple[Node, ...]) -> bool:
        if compiled.unconditional:
            return True
        for i, predicate in compiled.checks:
            if not predicate.test(bound[i], self.problem.uses):
                return False
        if any(bound[i].op != "const" for i in compiled.constants):
            return False
        guard = compiled.rule.guard
        if guard is None:
            return True
        values = dict(zip(compiled.variables, bound, strict=True))
        if callable(guard):
            return guard(Binding(root, values, self.problem.uses, self.samplers))
        assert compiled.guard is not None
        return bool(evaluate(compiled.guard, {name: facts.value(n) for name, n in values.items() if n.op == "const"}))

    def make(self, compiled: Compiled, root: Node, bound: tuple[Node, ...]) -> Found | None:
        slots: list[int] = []
        for slot in compiled.template.slots:
            item = self._item(slot, compiled, bound)
            if item is None:
                return None
            slots.append(item)
        groups = tuple(item for item in slots if item in self.problem.groups)
        return Found(compiled, compiled.template, compiled.template.price, bound, tuple(slots), groups, root)

    def _item(self, slot: TemplateSlot, compiled: Compiled, bound: tuple[Node, ...]) -> int | None:
        if slot.variable:
            return self.problem.item(bound[compiled.position[slot.variable]], slot.representation)
        if not slot.lanes:
            return LITERAL
        lanes: list[int] = []
        for lane in slot.lanes:
            item = self._item(lane, compiled, bound)
            if item is None:
                return None
            lanes.append(item)
        return self._group(tuple(lanes))

    def _group(self, lanes: tuple[int, ...]) -> int:
        problem = self.problem
        if lanes not in self.group_of:
            group = self.group_of[lanes] = problem.new_item(None)
            problem.groups[group] = lanes
            members = tuple(sorted(set(lanes)))
            if members not in self.pack_of:
                self.pack_of[members] = problem.new_item(None)
            problem.packs[group] = self.pack_of[members]
        group = self.group_of[lanes]
        pack = problem.packs[group]
        problem.pack_uses[pack] = problem.pack_uses.get(pack, 0) + 1
        return group


def _oriented(compiled: Compiled, bound: tuple[Node, ...]) -> tuple[Node, ...]:
    more = ([bound[i] for i in compiled.unpaired[0]], [bound[i] for i in compiled.unpaired[1]])
    pairs = orient([(bound[a], bound[b]) for a, b in compiled.mates], compiled.symmetric_lanes, more)
    result = list(bound)
    for (a, b), (x, y) in zip(compiled.mates, pairs, strict=True):
        result[a], result[b] = x, y
    return tuple(result)
