"""Finds nodes that one instruction with several results can compute (cross product, normalised vector).

Every result has a pattern, and the patterns share variables. Matches of the single patterns are joined on these
variables. Some results may be missing if the others bind every variable.
"""

from __future__ import annotations

from gpucc.isel.problem import Cluster, Matcher, Problem
from gpucc.isel.rules import Compiled
from gpucc.lowering.graph import Node
from gpucc.rules.pattern import names

Binding = dict[str, Node]
Candidate = tuple[Node, Binding]


def find_clusters(problem: Problem, matcher: Matcher) -> None:
    lanes = _candidates(problem)
    for compiled, candidates in lanes.items():
        _Joiner(problem, matcher, compiled, candidates).join()


def _candidates(problem: Problem) -> dict[Compiled, list[list[Candidate]]]:
    result: dict[Compiled, list[list[Candidate]]] = {}
    index = problem.rules.multiple
    for node in problem.nodes:
        if node.op not in index.by_root or problem.is_leaf(node):
            continue
        for test, (compiled, lane) in index.candidates(node):
            bound = test(node)
            if bound is not None:
                lists = result.setdefault(compiled, [[] for _ in compiled.patterns])
                lists[lane].append((node, dict(zip(names(compiled.patterns[lane]), bound, strict=True))))
    return result


class _Joiner:
    def __init__(
        self, problem: Problem, matcher: Matcher, compiled: Compiled, candidates: list[list[Candidate]]
    ) -> None:
        self.problem, self.matcher, self.compiled, self.candidates = problem, matcher, compiled, candidates
        self.taken: set[Node] = set()
        self.indexed: dict[tuple[int, tuple[str, ...]], dict[tuple[Node, ...], list[Candidate]]] = {}

    def join(self) -> None:
        for first, candidates in enumerate(self.candidates):
            for node, binding in candidates:
                if node not in self.taken:
                    self._grow(first, node, binding)

    def _grow(self, first: int, node: Node, start: Binding) -> None:
        binding, lanes = dict(start), {first: node}
        for lane in range(first + 1, len(self.candidates)):
            found = next(
                (c for c in self._fitting(lane, binding) if c[0] not in self.taken and c[0] not in lanes.values()), None
            )
            if found is not None:
                lanes[lane] = found[0]
                binding.update(found[1])
        if len(binding) < len(self.compiled.variables):
            return
        bound = tuple(binding[name] for name in self.compiled.variables)
        if not self.matcher.holds(self.compiled, node, bound):
            return
        found_rule = self.matcher.make(self.compiled, node, bound)
        if found_rule is not None and not set(lanes.values()) & set(bound):
            self.taken.update(lanes.values())
            self.problem.clusters.append(Cluster(self.problem.new_item(None), found_rule, lanes))

    def _fitting(self, lane: int, binding: Binding) -> list[Candidate]:
        shared = tuple(name for name in names(self.compiled.patterns[lane]) if name in binding)
        key = (lane, shared)
        if key not in self.indexed:
            table = self.indexed[key] = {}
            for candidate in self.candidates[lane]:
                table.setdefault(tuple(candidate[1][name] for name in shared), []).append(candidate)
        return self.indexed[key].get(tuple(binding[name] for name in shared), [])
