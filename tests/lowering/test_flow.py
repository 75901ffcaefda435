"""Control-flow passes: equal results on any shape of graph, few selects, clear refusals, linear time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from evaluate import Result, evaluate, evaluate_structured
from flowgraphs import acyclic, looping
from legal import operations

from gpucc.errors import Location, Unsupported
from gpucc.lowering.check import check_graph
from gpucc.lowering.flow.flatten import flatten, flatten_small
from gpucc.lowering.flow.structure import Assign, Break, IfRegion, LoopRegion, Seq, Straight, structure
from gpucc.lowering.graph import BOOL, F32, VOID, Block, Branch, Edge, Graph, Jump, Node, Return, roots, topological


def inputs(seed: int, lanes: int = 16) -> dict[tuple[int, int], Any]:
    rng = np.random.default_rng(seed)
    return {(0, k): rng.integers(-3, 4, lanes).astype(np.float32) for k in range(3)}


def agree(a: Result, b: Result) -> bool:
    return np.array_equal(a.discarded, b.discarded) and all(
        np.array_equal(a.outputs[place], b.outputs[place]) for place in a.outputs
    )


def count(graph: Graph, op: str) -> int:
    return sum(node.op == op for node in topological([root for block in graph.blocks for root in roots(block)]))


# any shape ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(60))
def test_any_acyclic_graph(seed: int) -> None:
    graph = acyclic(seed, 3 + seed % 14)
    given = inputs(seed)
    expected = evaluate(graph, given)
    flat = flatten(graph)
    check_graph(flat, "flatten")
    assert len(flat.blocks) == 1
    assert agree(expected, evaluate(flat, given))
    for limit in (0, 2, 8):
        smaller = flatten_small(graph, limit)
        check_graph(smaller, "flatten_small")
        assert agree(expected, evaluate(smaller, given))
    for nested in (True, False):
        assert agree(expected, evaluate_structured(structure(graph, nested), given))


@pytest.mark.parametrize("seed", range(60))
def test_any_loops_with_labelled_breaks(seed: int) -> None:
    graph = looping(seed)
    given = inputs(seed, 6)
    expected = evaluate(graph, given)
    smaller = flatten_small(graph, seed % 4)
    check_graph(smaller, "flatten_small")
    assert agree(expected, evaluate(smaller, given))
    for nested in (True, False):
        tree = structure(graph, nested)
        assert agree(expected, evaluate_structured(tree, given))
        if not nested:
            _breaks_end_bodies(tree.body, None)


def _breaks_end_bodies(region: Any, body: Seq | None) -> None:
    """Check that every break is the whole of an If at the end of a loop's body."""
    match region:
        case LoopRegion(_, inner):
            for item in inner.items:
                _breaks_end_bodies(item, inner)
        case Seq(items):
            for item in items:
                _breaks_end_bodies(item, body if region is body else None)
        case IfRegion(_, then, otherwise):
            if then.items == (Break(),):
                assert body is not None
                assert body.items[-1] is region
                return
            _breaks_end_bodies(then, None)
            _breaks_end_bodies(otherwise, None)
        case Break():
            pytest.fail("a bare break")


# few selects ----------------------------------------------------------------------------------------------------------


class Sketch:
    """A hand-made graph: `branch` and `jump` close blocks, `value` makes distinguishable numbers."""

    def __init__(self) -> None:
        self.entry = Block("entry")
        self.blocks = [self.entry]
        self.inputs = [self.entry.make("input", F32, (), (0, k)) for k in range(4)]

    def block(self, name: str, phis: int = 0, type: Any = F32) -> Block:
        block = Block(name)
        block.phis = [Node("phi", type, (), (name, k)) for k in range(phis)]
        self.blocks.append(block)
        return block

    def condition(self, block: Block, k: int) -> Node:
        return block.make("folt", BOOL, (self.inputs[k % 4], block.make("const", F32, (), float(k // 4))))

    def value(self, block: Block, k: int) -> Node:
        return block.make("fadd", F32, (self.inputs[k % 4], block.make("const", F32, (), float(k))))

    def branch(
        self, block: Block, k: int, then: Block, otherwise: Block, a: tuple[Node, ...] = (), b: tuple[Node, ...] = ()
    ) -> None:
        block.terminator = Branch(self.condition(block, k), Edge(then, list(a)), Edge(otherwise, list(b)))

    def jump(self, block: Block, target: Block, *values: Node) -> None:
        block.terminator = Jump(Edge(target, list(values)))

    def graph(self, end: Block, *outputs: Node) -> Graph:
        end.terminator = Return({(0, k): value for k, value in enumerate(outputs)})
        return Graph("sketch", self.blocks)


def test_a_switch_shares_its_cases() -> None:
    """Eight cases, four of which give the same value: one select for each comparison that decides."""
    s = Sketch()
    end = s.block("end", 1)
    block = s.entry
    shared = s.value(s.entry, 9)
    for k in range(8):
        case, rest = s.block(f"case{k}"), s.block(f"rest{k}")
        s.branch(block, k, case, rest)
        s.jump(case, end, shared if k % 2 else s.value(case, k))
        block = rest
    s.jump(block, end, shared)
    flat = flatten(s.graph(end, end.phis[0]))
    assert count(flat, "select") == 7


# refusals -------------------------------------------------------------------------------------------------------------


def loop(exits: bool = True) -> Graph:
    s = Sketch()
    header, body, end = s.block("header", 1), s.block("body"), s.block("end")
    where = Location("shader.c", 12, 5)
    s.jump(s.entry, header, s.inputs[0])
    condition = header.make("folt", BOOL, (header.phis[0], s.inputs[1]), location=where)
    header.terminator = Branch(condition, Edge(body), Edge(end if exits else body))
    s.jump(body, header, s.value(body, 1))
    return s.graph(end, header.phis[0])


def test_a_loop_is_refused_with_place_and_remedy() -> None:
    with pytest.raises(Unsupported, match="trip count of this loop is not known") as caught:
        flatten(loop())
    assert caught.value.location == Location("shader.c", 12, 5)
    assert any("constant bounds" in note for note in caught.value.notes)
    assert any("largest count" in note for note in caught.value.notes)


def test_an_endless_loop_is_refused() -> None:
    with pytest.raises(Unsupported, match="never ends"):
        flatten(loop(exits=False))
    with pytest.raises(Unsupported, match="never reaches its end"):
        structure(loop(exits=False))


def test_a_jump_into_a_loop_is_refused() -> None:
    s = Sketch()
    left, right, end = s.block("left"), s.block("right"), s.block("end")
    s.branch(s.entry, 0, left, right)
    s.branch(left, 1, right, end)
    s.jump(right, left)
    graph = s.graph(end, s.inputs[0])
    for apply in (flatten, structure):
        with pytest.raises(Unsupported, match="into the middle of a loop"):
            apply(graph)


# policies and trees ---------------------------------------------------------------------------------------------------


def test_arms_with_effects_stay() -> None:
    s = Sketch()
    left, end = s.block("left"), s.block("end")
    s.branch(s.entry, 0, left, end)
    left.effects.append(Node("discard", VOID, (s.condition(left, 1),)))
    s.jump(left, end)
    assert len(flatten_small(s.graph(end, s.inputs[0]), 100).blocks) == 3


@pytest.mark.parametrize(("limit", "effect", "blocks"), [(100, False, 1), (5, False, 5), (100, True, 5)])
def test_sides_that_go_on_into_others(limit: int, effect: bool, blocks: int) -> None:
    """Cases that may go on into the next: neither side of the first branch ends where the other does."""
    s = Sketch()
    one, other, next, end = s.block("one"), s.block("other"), s.block("next", 1), s.block("end", 1)
    s.branch(s.entry, 0, one, other)
    s.branch(one, 1, next, end, (s.value(one, 1),), (s.value(one, 2),))
    s.branch(other, 2, next, end, (s.value(other, 3),), (s.value(other, 4),))
    s.jump(next, end, next.make("fmul", F32, (next.phis[0], s.inputs[3])))
    if effect:
        next.effects.append(Node("discard", VOID, (s.condition(next, 1),)))
    smaller = flatten_small(s.graph(end, end.phis[0]), limit)
    check_graph(smaller, "flatten_small")
    assert len(smaller.blocks) == blocks


def test_a_simple_loop_has_no_flag() -> None:
    tree = structure(loop())
    first, rest = tree.body.items[0], tree.body.items[1:]
    assert isinstance(first, Straight)
    found = [item for item in _flattened(Seq(rest)) if isinstance(item, LoopRegion)]
    assert len(found) == 1
    assigned = {variable for item in _flattened(tree.body) if isinstance(item, Assign) for variable, _ in item.pairs}
    assert {variable.attr for variable in assigned} == {("header", 0)}


def _flattened(region: Any) -> list[Any]:
    match region:
        case Seq(items):
            return [inner for item in items for inner in _flattened(item)]
        case IfRegion(_, then, otherwise):
            return [region, *_flattened(then), *_flattened(otherwise)]
        case LoopRegion(_, body):
            return [region, *_flattened(body)]
    return [region]


def test_an_if_without_then_part_is_turned_round() -> None:
    s = Sketch()
    right, end = s.block("right"), s.block("end")
    s.branch(s.entry, 0, end, right)
    right.effects.append(Node("discard", VOID, (s.condition(right, 1),)))
    s.jump(right, end)
    tree = structure(s.graph(end, s.inputs[0]))
    choice = next(item for item in tree.body.items if isinstance(item, IfRegion))
    assert choice.condition.op == "bnot"
    assert choice.then.items
    assert not choice.otherwise.items


# time -----------------------------------------------------------------------------------------------------------------


def ladder(steps: int) -> Graph:
    """A long row of diamonds combined with a long else-if chain."""
    s = Sketch()
    block, value = s.entry, s.inputs[0]
    for k in range(steps):
        left, join = s.block(f"l{k}"), s.block(f"j{k}", 1)
        s.branch(block, k, left, join, (), (value,))
        s.jump(left, join, left.make("fadd", F32, (value, s.inputs[k % 4])))
        block, value = join, join.phis[0]
    end = s.block("end", 1)
    for k in range(steps):
        case, rest = s.block(f"c{k}"), s.block(f"r{k}")
        s.branch(block, k, case, rest)
        s.jump(case, end, s.value(case, k))
        block = rest
    s.jump(block, end, value)
    return s.graph(end, end.phis[0])


def test_the_cost_is_linear_and_depth_no_limit(steps: Callable[[Callable[[], object]], int]) -> None:
    def cost(rungs: int) -> float:
        graph = ladder(rungs)
        flat = flatten(graph)
        assert count(flat, "select") == 2 * rungs
        assert operations(flat) >= 5 * rungs
        return steps(lambda: flatten(ladder(rungs))) / rungs

    assert cost(400) < 1.2 * cost(100)
    structure(ladder(1000))
    flatten_small(ladder(1000), 4)
