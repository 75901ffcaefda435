"""The selector: chooses the cheapest set of rules that computes a block.

One pricing pass covers a tree optimally. In a graph, a node with several readers is computed once, and a reader cannot
know locally what its share of the cost is; finding the best cover is NP-hard. The cover is found in passes:

1. Every reader is charged its share (cost / readers) of a shared value; the roots then determine what is computed.
   Where truths have several representations, this is done twice: readers may want several of them, or the same one.
2. In a second look, values that this cover computes for several readers are free to further readers, and a value not
   computed yet is charged in full to its first user; again the roots determine what is computed, until that settles.

Every pass yields a complete cover with a known total, and the cheapest is taken, so another look cannot make it worse.
Covers are compared with an exhaustive search in tests/isel. A pass is linear in the number of matches, and nothing
recurses on the depth of the graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field

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
from gpucc.records import dataclass
from gpucc.rules.pattern import Rule, Ruleset

LOOKS = 2


@dataclass(frozen=True, slots=True)
class Selection:
    """The options of selection.

    `gather` prices a copy that brings lanes into one register. `matrices`: fuse dot products with matrix rows "never",
    only if the rows are not read in any other way ("safe"), or only whole square ones of these ("square"). `arrays` are
    the uniform arrays (first register, registers); without it an array is assumed to reach to the end of the file.
    `disabled` are names of rules. `depth` is the number of operations that have to be alike for values to be taken for
    components of one vector (shapes.py); None: all.
    """

    stage: str | None = None
    version: int = 1
    gather: float = 1.0
    matrices: str = "safe"
    arrays: tuple[tuple[int, int], ...] | None = None
    disabled: frozenset[str] = frozenset()
    depth: int | None = None


@dataclass(frozen=True, slots=True)
class Wanted:
    """The values that a block must compute: output components, other values, and effects in their order.

    `held` gives the representation of a value if it is not the plain one: the one in which a branch needs its
    condition.
    """

    outputs: Mapping[tuple[int, int], Node] = field(default_factory=dict)
    values: Sequence[Node] = ()
    effects: Sequence[Node] = ()
    held: Mapping[Node, str] = field(default_factory=dict)

    def roots(self) -> list[Node]:
        """Return the nodes that must be computed."""
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
    """Selects blocks for one target. One instance may serve many blocks and threads.

    `rules` are special rules, alone or as a Ruleset; base rules are derived from the semantics of the ISA's ops.
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
        """The neutral ops that rules cover with any operands, so that lowering need not replace them, and the special
        cases of division that they cover (`isa.neutral`)."""
        return self.rules.neutral_ops

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the rules."""
        return tuple(dict.fromkeys(compiled.rule.name for compiled in self.rules.compiled))

    def select(
        self,
        block: Block | Wanted,
        known: Mapping[Node, ScalarSource] | None = None,
        samplers: Mapping[int, SamplerState] | None = None,
    ) -> Selected:
        """Select a block. `known` maps nodes computed elsewhere, such as phis and results of other blocks, to their
        sources.
        """
        wanted = wanted_of(block) if isinstance(block, Block) else block
        problem = self.problem(wanted.roots(), known, samplers, wanted.held)
        selected = self._produce(problem, wanted, samplers or {})
        if self.options.matrices != "never":
            fuse_matrices(selected, self.rules, self.options.arrays, self.options.matrices == "square")
        if self.rules.ruleset.check is not None:
            self.rules.ruleset.check(selected)
        return selected

    def _produce(self, problem: Problem, wanted: Wanted, samplers: Mapping[int, SamplerState]) -> Selected:
        """Produce the instructions. If an instruction needs its own results as operands, drop it and cover the block
        again.
        """
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
        """Return the block as the cover sees it, with the rules that match at each node. The parameters are those of
        `select`."""
        problem, matcher = make_problem(self.rules, nodes, known or {}, samplers or {}, held or {}, self.options.depth)
        find_clusters(problem, matcher)
        return problem

    def cover(self, problem: Problem) -> Cover:
        """Return the cheapest cover of a block that was found. Where readers share values, several distributions of
        their cost are tried."""
        shares = _shares_of_readers(problem)
        best = self._pass(problem, shares)
        if any(problem.uses[node] > 1 for node in problem.chains):
            other = self._pass(problem, shares, apart=True)
            best = other if other.cost < best.cost - 1e-9 else best
        failures = 0
        for shares_of in (_free_if_shared, _free_if_computed) * LOOKS if problem.contested else ():
            current = self._pass(problem, shares_of(problem, best))
            failures = 0 if current.cost < best.cost - 1e-9 else failures + 1
            if failures == 0:
                best = current
            elif failures == 2:
                break
        return best

    def _pass(self, problem: Problem, shares: Sequence[float], apart: bool = False) -> Cover:
        kinds = self.rules.ruleset.index.get(self.options.stage or "", frozenset())
        pricing = Pricing(problem, shares, self.options.gather, kinds)
        pricing.apart = apart
        pricing.run()
        return make_cover(pricing, [self._place(pricing, node) for node in problem.roots])

    def _place(self, pricing: Pricing, node: Node) -> Place:
        """Return the place of a root: a leaf may stay a leaf, a computed value goes to a temporary."""
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
    """Return a price of 0 for the items that exist anyway, because they have another reader or a reader that needs a
    copy."""
    return [0.0 if cover.uses.get(item, 0) > 1 or item in cover.forced else 1.0 for item in range(len(problem.owner))]


def _free_if_computed(problem: Problem, cover: Cover) -> list[float]:
    return [
        0.0 if cover.uses.get(item, 0) > 0 and node and problem.uses[node] > 1 else 1.0
        for item, (node, _) in enumerate(problem.owner)
    ]
