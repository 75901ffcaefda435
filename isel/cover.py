"""Choose the cheapest set of rules that computes a block: the selector.

A tree is covered optimally by one pass of pricing. In a graph a node with several readers is computed once, and a
reader cannot know locally what that costs it; the best choice of all is NP-hard. So the cover is found in passes:

  1. every reader is charged its share (cost / readers) of a shared value; the roots then say what is really computed;
  2. a second look: what that cover computes for several readers is free to further ones, and a value not computed
     yet is charged in full to its first user; from there the roots say again what is computed, until it settles.

Every pass gives a complete cover with a known total, and the cheapest is taken, so looking again never loses. Covers
are compared with an exhaustive search in tests/isel. Each pass is linear in the matches found, and nothing recurses on
the depth of the graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from gpucc.isa.model import Isa, SamplerState
from gpucc.isel.clusters import find_clusters
from gpucc.isel.demand import Cover, Place, make_cover
from gpucc.isel.fusion import fuse_matrices
from gpucc.isel.machine import ScalarSource, Selected
from gpucc.isel.pricing import INF, Pricing
from gpucc.isel.problem import Problem, make_problem
from gpucc.isel.produce import CyclicCover, produce
from gpucc.isel.refuse import explain_failure
from gpucc.isel.rules import Rules, make_rules, shared_rules
from gpucc.lowering.graph import Block, Branch, Node, Return
from gpucc.rules.pattern import Rule, Ruleset

LOOKS = 2


@dataclass(frozen=True, slots=True)
class Selection:
    """`gather` prices a copy that brings lanes into one register. `matrices`: fuse dot products with matrix rows
    "never", or when the rows are read in no other way ("safe"). `arrays` are the uniform arrays that are indexed (first
    register, registers); without it an array is taken to reach to the end of the file. `disabled` are names of
    rules."""

    stage: str | None = None
    version: int = 1
    gather: float = 1.0
    matrices: str = "safe"
    arrays: tuple[tuple[int, int], ...] | None = None
    disabled: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a block must give: values for output components, other values, and effects in their order.

    `held` names the representation in which a value is wanted, if not its plain one: what a branch asks of its
    condition.
    """

    outputs: Mapping[tuple[int, int], Node] = field(default_factory=dict)
    values: Sequence[Node] = ()
    effects: Sequence[Node] = ()
    held: Mapping[Node, str] = field(default_factory=dict)

    def roots(self) -> list[Node]:
        return [*self.effects, *self.values, *self.outputs.values()]


def wanted_of(block: Block) -> Wanted:
    values: list[Node] = []
    outputs: Mapping[tuple[int, int], Node] = {}
    match block.terminator:
        case Return(given):
            outputs = dict(sorted(given.items()))
        case Branch(condition, _, _):
            values.append(condition)
    for edge in block.terminator.edges() if block.terminator else ():
        values.extend(edge.values)
    return Wanted(outputs, tuple(dict.fromkeys(values)), tuple(block.effects))


class Selector:
    """Selects blocks for one target. Made once it may serve many blocks and threads.

    `rules` are special rules, alone or as a Ruleset; base rules come from the ISA's own semantics.
    """

    def __init__(
        self, isa: Isa, rules: Ruleset | Sequence[Rule] = (), options: Selection | Mapping[str, object] | None = None
    ) -> None:
        self.isa = isa
        self.options = options if isinstance(options, Selection) else Selection(**(options or {}))  # type: ignore[arg-type]
        make = shared_rules if isinstance(rules, Ruleset) else make_rules
        self.rules: Rules = make(isa, rules, self.options.stage, self.options.version, self.options.disabled)  # type: ignore[arg-type]

    @property
    def neutral_ops(self) -> frozenset[str]:
        """The neutral ops that rules cover whatever their operands: what lowering need not replace."""
        return self.rules.neutral_ops

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its rules."""
        return tuple(dict.fromkeys(compiled.rule.name for compiled in self.rules.compiled))

    def select(
        self,
        block: Block | Wanted,
        known: Mapping[Node, ScalarSource] | None = None,
        samplers: Mapping[int, SamplerState] | None = None,
    ) -> Selected:
        """`known` says where nodes computed elsewhere are: phis, results of other blocks."""
        wanted = wanted_of(block) if isinstance(block, Block) else block
        problem = self.problem(wanted.roots(), known, samplers, wanted.held)
        selected = self._produce(problem, wanted, samplers or {})
        if self.options.matrices != "never":
            fuse_matrices(selected, self.rules, self.options.arrays)
        if self.rules.ruleset.check is not None:
            self.rules.ruleset.check(selected)
        return selected

    def _produce(self, problem: Problem, wanted: Wanted, samplers: Mapping[int, SamplerState]) -> Selected:
        """An instruction whose own results its operands need is given up, and the block covered again."""
        while True:
            try:
                return produce(self.cover(problem), wanted.outputs, wanted.values, samplers)
            except CyclicCover as cycle:
                problem.clusters = [cluster for cluster in problem.clusters if cluster.item != cycle.item]

    def problem(
        self,
        nodes: Iterable[Node],
        known: Mapping[Node, ScalarSource] | None = None,
        samplers: Mapping[int, SamplerState] | None = None,
        held: Mapping[Node, str] | None = None,
    ) -> Problem:
        problem, matcher = make_problem(self.rules, nodes, known or {}, samplers or {}, held or {})
        find_clusters(problem, matcher)
        return problem

    def cover(self, problem: Problem) -> Cover:
        best = self._pass(problem, _shares_of_readers(problem))
        failures = 0
        for shares_of in (_free_if_shared, _free_if_computed) * LOOKS if problem.contested else ():
            current = self._pass(problem, shares_of(problem, best))
            failures = 0 if current.cost < best.cost - 1e-9 else failures + 1
            if failures == 0:
                best = current
            elif failures == 2:
                break
        return best

    def _pass(self, problem: Problem, shares: Sequence[float]) -> Cover:
        pricing = Pricing(
            problem, shares, self.options.gather, self.rules.ruleset.index.get(self.options.stage or "", frozenset())
        )
        pricing.run()
        return make_cover(pricing, [self._place(pricing, node) for node in problem.roots])

    def _place(self, pricing: Pricing, node: Node) -> Place:
        """A root may stay a leaf; a computed one is wanted in a temporary."""
        item = pricing.problem.wanted_item(node)
        plain = [
            f
            for f, form in enumerate(pricing.forms.forms)
            if not (form.negated or form.absolute) and pricing.costs[item][f] < INF
        ]
        if not plain:
            raise explain_failure(pricing, node)
        return item, min(plain, key=lambda f: (pricing.costs[item][f], f))


def _shares_of_readers(problem: Problem) -> list[float]:
    shares = [1.0 if node is None else 1.0 / problem.uses[node] for node, _ in problem.owner]
    for pack, uses in problem.pack_uses.items():
        shares[pack] = 1.0 / uses
    return shares


def _free_if_shared(problem: Problem, cover: Cover) -> list[float]:
    """Several readers keep it alive without me, or one that must have it."""
    return [0.0 if cover.uses.get(item, 0) > 1 or item in cover.forced else 1.0 for item in range(len(problem.owner))]


def _free_if_computed(problem: Problem, cover: Cover) -> list[float]:
    return [
        0.0 if cover.uses.get(item, 0) > 0 and node and problem.uses[node] > 1 else 1.0
        for item, (node, _) in enumerate(problem.owner)
    ]
