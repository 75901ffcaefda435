"""Preparations for targets with branches, before layout and after it: equal results on any shape, and the savings."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from evaluate import Machine, Place, Result, evaluate
from flowgraphs import acyclic, looping
from test_flow import agree, inputs

from gpucc.lowering.arrays.locals_flow import promote_across
from gpucc.lowering.check import check_graph
from gpucc.lowering.flow.arms import compute_in_arms
from gpucc.lowering.flow.counted import count_loops
from gpucc.lowering.flow.diamonds import branch_on_selects
from gpucc.lowering.flow.flatten import flatten, flatten_small
from gpucc.lowering.flow.switches import branch_on_switches
from gpucc.lowering.graph import (
    AGAIN,
    BOOL,
    F32,
    REASSOC,
    AtCount,
    Block,
    Branch,
    CodePart,
    Edge,
    Graph,
    Jump,
    Node,
    Return,
    roots,
    topological,
)
from gpucc.lowering.parts.lay_out import lay_out
from gpucc.lowering.parts.outputs import drop_repeats, set_before, write_early
from gpucc.lowering.rewrite import pending
from gpucc.lowering.simplify.simplify import simplify


def run(parts: Sequence[CodePart], given: dict[Place, np.ndarray]) -> Result:
    """Execute the parts. Each output may be written anywhere, but exactly once."""
    lanes = max(len(values) for values in given.values())
    ran = [
        _lane(parts, Machine({place: values[i : i + 1] for place, values in given.items()}, {}, 1))
        for i in range(lanes)
    ]
    assert len({frozenset(one) for one, _ in ran}) == 1
    outputs = {place: np.concatenate([one[place] for one, _ in ran]) for place in ran[0][0]}
    return Result(outputs, np.concatenate([discarded for _, discarded in ran]), 0)


def _lane(parts: Sequence[CodePart], machine: Machine) -> tuple[dict[Place, np.ndarray], np.ndarray]:
    variables: dict[int, np.ndarray] = {}
    outputs: dict[Place, np.ndarray] = {}
    number = 0
    for _ in range(100_000):
        part = parts[number]
        machine.values = {node: variables[n] for node, n in part.known.items()}
        wanted = [
            *part.effects,
            *part.outputs.values(),
            *part.sets.values(),
            *([part.condition] if part.condition else []),
        ]
        for node in pending(wanted, machine.values):
            assert node.op != "phi", f"{part.name} does not know {node}"
            machine.compute(node)
        variables |= {n: machine.values[node] for n, node in part.sets.items()}
        for place, node in part.outputs.items():
            assert place not in outputs, f"{place} is written twice"
            outputs[place] = machine.values[node]
        goes = part.target is not None and (part.condition is None or machine.values[part.condition][0])
        number = part.target if goes and part.target is not None else number + 1
        if number == len(parts):
            return outputs, machine.discarded
    raise AssertionError("no end")


def laid_out(graph: Graph, early: bool = False, several_ends: bool = True) -> list[CodePart]:
    parts = lay_out(graph, rows=early, early=early, several_ends=several_ends)
    write_early(parts)
    drop_repeats(parts)
    set_before(parts)
    return parts


# outputs and copies ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(60))
def test_outputs_are_written_once_on_every_way(seed: int) -> None:
    graph, given = acyclic(seed, 3 + seed % 14, effects=False), inputs(seed)
    assert agree(evaluate(graph, given), run(laid_out(graph), given))


@pytest.mark.parametrize("seed", range(60))
def test_outputs_behind_loops(seed: int) -> None:
    graph, given = looping(seed), inputs(seed, 6)
    assert agree(evaluate(graph, given), run(laid_out(graph), given))


@pytest.mark.parametrize("several_ends", [False, True])
@pytest.mark.parametrize("seed", range(30))
def test_outputs_that_variables_hold_are_set_on_each_side(seed: int, several_ends: bool) -> None:
    for graph, given in ((acyclic(seed, 3 + seed % 14, effects=False), inputs(seed)), (looping(seed), inputs(seed, 6))):
        assert agree(evaluate(graph, given), run(laid_out(graph, True, several_ends), given))
        if seed % 3 == 0:
            assert agree(evaluate(graph, given), evaluate(compute_in_arms(graph), given))


class Sketch:
    def __init__(self, *names: str) -> None:
        self.blocks = {name: Block(name) for name in names}

    def __getitem__(self, name: str) -> Block:
        return self.blocks[name]

    def phis(self, name: str, count: int) -> list[Node]:
        self[name].phis = [Node("phi", F32, (), (name, k)) for k in range(count)]
        return self[name].phis

    def input(self, name: str, k: int) -> Node:
        return self[name].make("input", F32, (), (0, k))

    def const(self, name: str, value: float) -> Node:
        return self[name].make("const", F32, (), float(value))

    def op(self, name: str, op: str, *args: Node) -> Node:
        return self[name].make(op, BOOL if op.startswith("fo") else F32, args)

    def graph(self) -> Graph:
        graph = Graph("sketch", list(self.blocks.values()))
        check_graph(graph, "sketch")
        return graph


def test_both_sides_write_what_they_choose() -> None:
    s = Sketch("entry", "a", "b", "end")
    (result,) = s.phis("end", 1)
    x = s.input("entry", 0)
    condition = s.op("entry", "folt", x, s.const("entry", 0.5))
    shared = s.op("entry", "fmul", x, x)
    s["entry"].terminator = Branch(condition, Edge(s["a"]), Edge(s["b"]))
    s["a"].terminator = Jump(Edge(s["end"], [s.op("a", "fadd", x, s.input("a", 1))]))
    s["b"].terminator = Jump(Edge(s["end"], [s.op("b", "fmul", x, s.input("b", 1))]))
    total = s.op("end", "fadd", shared, s.const("end", 1.0))
    s["end"].terminator = Return({(0, 0): result, (0, 1): shared, (1, 0): total})
    parts = laid_out(s.graph())
    assert [sorted(part.outputs) for part in parts] == [[], [(0, 0)], [(0, 0)], [(0, 1), (1, 0)]]
    assert [part.sets for part in parts] == [{}, {}, {}, {}]


def test_a_side_that_only_passes_on_an_output_writes_it() -> None:
    """Without that, the variable would be set before the branch, and copied to the output behind it."""
    s = Sketch("entry", "a", "end")
    (result,) = s.phis("end", 1)
    x = s.input("entry", 0)
    condition = s.op("entry", "folt", x, s.const("entry", 0.5))
    s["entry"].terminator = Branch(condition, Edge(s["a"]), Edge(s["end"], [s.input("entry", 2)]))
    s["a"].terminator = Jump(Edge(s["end"], [s.op("a", "fadd", x, s.input("a", 1))]))
    s["end"].terminator = Return({(0, 0): result, (0, 1): s.op("end", "fmul", x, x)})
    assert [sorted(part.outputs) for part in laid_out(s.graph(), True, False)] == [[], [(0, 0)], [(0, 0)], [(0, 1)]]
    assert [sorted(part.outputs) for part in laid_out(s.graph())] == [[], [], [(0, 0), (0, 1)]]


def test_products_that_only_rows_read_are_no_variables() -> None:
    s = Sketch("entry", "a", "b", "end")
    results = s.phis("end", 2)
    x, y, z = (s.input("entry", k) for k in range(3))
    rows = [[s["entry"].make("uniform", F32, (), (k, c)) for c in range(3)] for k in range(2)]

    def total(name: str, a: Node, b: Node) -> Node:
        return s[name].make("fadd", F32, (a, b), None, REASSOC)

    shared = [s["entry"].make("fmul", F32, (x, row[0]), None, REASSOC) for row in rows]
    s["entry"].terminator = Branch(s.op("entry", "folt", x, y), Edge(s["a"]), Edge(s["b"]))
    for name, other in (("a", y), ("b", z)):
        sums = [
            total(name, total(name, one, s[name].make("fmul", F32, (other, row[1]), None, REASSOC)), row[2])
            for one, row in zip(shared, rows, strict=True)
        ]
        s[name].terminator = Jump(Edge(s["end"], sums))
    s["end"].terminator = Return({(0, k): node for k, node in enumerate(results)})
    assert [len(part.sets) for part in laid_out(s.graph())] == [2, 0, 0]
    assert not any(part.sets for part in laid_out(s.graph(), True, False))


# arrays ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(60))
def test_arrays_of_any_graph_become_values(seed: int) -> None:
    for graph, given in ((acyclic(seed, 3 + seed % 14), inputs(seed)), (looping(seed), inputs(seed, 6))):
        plain = promote_across(graph)
        check_graph(plain, "promote_across")
        assert not any(
            node.op.startswith("local") for block in plain.blocks for node in topological(list(roots(block)))
        )
        assert agree(evaluate(graph, given), evaluate(simplify(plain), given))


# selects --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("least", [1, 2, 4])
@pytest.mark.parametrize("seed", range(30))
def test_selects_become_branches(seed: int, least: int) -> None:
    graph, given = flatten(acyclic(seed, 3 + seed % 14, effects=False)), inputs(seed)
    branched = branch_on_selects(graph, lambda condition: True, least)
    check_graph(branched, "diamonds")
    if least == 1:
        assert not any(node.op == "select" for block in branched.blocks for node in topological(list(roots(block))))
    assert agree(evaluate(graph, given), evaluate(branched, given))
    assert agree(evaluate(graph, given), run(laid_out(branched), given))


@pytest.mark.parametrize("seed", range(30))
def test_selects_in_any_block_become_branches(seed: int) -> None:
    graph, given = flatten_small(acyclic(seed, 3 + seed % 14, effects=False), 1 + seed % 5), inputs(seed)
    branched = branch_on_selects(graph, lambda condition: True)
    check_graph(branched, "diamonds")
    assert not any(node.op == "select" for block in branched.blocks for node in topological(list(roots(block))))
    assert agree(evaluate(graph, given), evaluate(branched, given))
    assert agree(evaluate(graph, given), run(laid_out(branched, True), given))


def test_a_select_that_later_blocks_read_becomes_a_branch() -> None:
    """It belongs to the entry, which does not read it."""
    s = Sketch("entry", "a", "b", "end")
    (result,) = s.phis("end", 1)
    x, y = s.input("entry", 0), s.input("entry", 1)
    chosen = s["entry"].make("select", F32, (s.op("entry", "folt", x, y), x, s.const("entry", 2.0)))
    s["entry"].terminator = Branch(s.op("entry", "folt", y, s.const("entry", 0.0)), Edge(s["a"]), Edge(s["b"]))
    s["a"].terminator = Jump(Edge(s["end"], [s.op("a", "fadd", chosen, x)]))
    s["b"].terminator = Jump(Edge(s["end"], [s.op("b", "fmul", chosen, y)]))
    s["end"].terminator = Return({(0, 0): result})
    branched = branch_on_selects(s.graph(), lambda condition: True)
    check_graph(branched, "diamonds")
    assert not any(node.op == "select" for block in branched.blocks for node in topological(list(roots(block))))
    assert agree(evaluate(s.graph(), inputs(1)), evaluate(branched, inputs(1)))


def test_an_operation_on_a_choice_of_leaves_moves_into_the_arms() -> None:
    def graph(op: str, other: Node | None = None) -> Graph:
        s = Sketch("entry", "a", "b", "end")
        (chosen,) = s.phis("end", 1)
        x = s.input("entry", 0)
        s["entry"].terminator = Branch(s.op("entry", "folt", x, s.const("entry", 0.5)), Edge(s["a"]), Edge(s["b"]))
        for k, name in enumerate("ab"):
            s[name].terminator = Jump(Edge(s["end"], [s[name].make("uniform", F32, (), (k, 0))]))
        made = s.op("end", op, chosen, other or x)
        s["end"].terminator = Return({(0, 0): made, (0, 1): x})
        return s.graph()

    moved = compute_in_arms(graph("fmul"))
    assert [node.op for block in moved.blocks[1:3] for node in block.known.values() if node.args] == ["fmul", "fmul"]
    given = {(k, 0): np.full(1, 3.0 + k, np.float32) for k in range(2)}
    assert agree(evaluate(graph("fmul"), inputs(2), given), evaluate(moved, inputs(2), given))
    # two uniforms in each arm would need the copies all the same
    apart = Sketch("x")["x"].make("uniform", F32, (), (3, 0))
    assert all(not any(n.args for n in b.known.values()) for b in compute_in_arms(graph("fmul", apart)).blocks[1:3])


def is_switch(node: Node) -> bool:
    return node.op == "uniform" and isinstance(node.attr, tuple) and node.attr[0] >= 10


@pytest.mark.parametrize("value", [0.0, 1.0])
def test_switches_are_asked_by_branches_only(value: float) -> None:
    s = Sketch("entry", "a", "end")
    (result,) = s.phis("end", 1)
    x = s.input("entry", 0)
    switch = s["entry"].make("uniform", F32, (), (10, 0))
    on = s.op("entry", "foeq", switch, s.const("entry", 0.0))
    on = s["entry"].make("bnot", BOOL, (on,))
    less = s.op("entry", "folt", x, s.const("entry", 0.5))
    both = s["entry"].make("band", BOOL, (on, less))
    chosen = s["entry"].make("select", F32, (both, x, s.const("entry", 2.0)))
    number = s.op("entry", "fmul", switch, x)
    s["entry"].terminator = Branch(both, Edge(s["a"]), Edge(s["end"], [chosen]))
    s["a"].terminator = Jump(Edge(s["end"], [s.op("a", "fadd", x, number)]))
    s["end"].terminator = Return({(0, 0): result, (0, 1): number})
    graph = s.graph()
    asked = branch_on_switches(graph, is_switch)
    check_graph(asked, "switches")
    for block in asked.blocks:
        starts = [
            root
            for root in roots(block)
            if not (isinstance(block.terminator, Branch) and root is block.terminator.condition)
        ]
        assert not any(is_switch(node) for node in topological(starts))
    given, uniforms = inputs(3), {(10, 0): np.full(1, value, np.float32)}
    assert agree(evaluate(graph, given, uniforms), evaluate(asked, given, uniforms))


# counted loops --------------------------------------------------------------------------------------------------------


def counting(
    start: float, step: float, limit: float, test: str = "folt", breaks: bool = False, scale: float = 1.0
) -> Graph:
    """Sums c[4 + scale * i] while `i + step` is below the limit, or until the sum is above 9."""
    s = Sketch("entry", "loop", "latch", "end")
    i, total = s.phis("loop", 2)
    (result,) = s.phis("end", 1)
    s["entry"].terminator = Jump(Edge(s["loop"], [s.const("entry", start), s.input("entry", 0)]))
    index = s.op("loop", "fmul", i, s.const("loop", scale))
    element = s["loop"].make("uniform_at", F32, (index,), (4, 1, 40))
    added = s.op("loop", "fadd", total, element)
    stop = s.op("loop", "folt", s.const("loop", 9.0 if breaks else 1e9), added)
    s["loop"].terminator = Branch(stop, Edge(s["end"], [added]), Edge(s["latch"]))
    following = s.op("latch", "fadd", i, s.const("latch", step))
    again = s.op("latch", test, following, s.const("latch", limit))
    s["latch"].terminator = Branch(again, Edge(s["loop"], [following, added]), Edge(s["end"], [added]))
    s["end"].terminator = Return({(0, 0): result})
    return s.graph()


@pytest.mark.parametrize(
    ("graph", "expected"),
    [
        (counting(0, 1, 8), (8, 1)),
        (counting(3, 1, 8), (5, 1)),
        (counting(0, 2, 9), (5, 2)),
        (counting(0, 1, 8, scale=3), (8, 3)),
        (counting(0, 1, 8, "fole"), (9, 1)),
        (counting(9, 1, 8), (1, 0)),
        (counting(0, 0.5, 4), (8, 0)),
        (counting(0, 1, 200), (200, 0)),
    ],
)
def test_rounds_are_counted(graph: Graph, expected: tuple[int, int]) -> None:
    """A count that exceeds the largest offset of a register number is not used for addressing, nor is one that does not
    grow by integers."""
    counted = count_loops(graph)
    (loop,) = counted.loops
    assert (loop.count, loop.step) == expected
    nodes = topological([root for block in counted.graph.blocks for root in roots(block)])
    reads = [node.attr for node in nodes if isinstance(node.attr, AtCount)]
    assert len(reads) == (expected[1] > 0 or expected[0] == 1)
    assert sum(node.op == AGAIN for node in nodes) == 1
    if reads:
        assert sum(len(block.phis) for block in counted.graph.blocks if block.name == "loop") == 1


@pytest.mark.parametrize("graph", [counting(0, 1, 300), counting(0, 0, 8), counting(0, 1 / 3, 8), counting(0, -1, 8)])
def test_loops_that_cannot_be_counted_stay(graph: Graph) -> None:
    assert count_loops(graph).loops == ()


def test_a_first_element_that_is_not_the_first_register() -> None:
    graph = count_loops(counting(2, 1, 8)).graph
    (read,) = [n.attr for n in topological([r for b in graph.blocks for r in roots(b)]) if isinstance(n.attr, AtCount)]
    assert (read.register, read.component) == (6, 1)


def test_a_loop_without_its_number_is_left_alone() -> None:
    graph = counting(0, 1, 8)
    assert count_loops(graph, frozenset({0})).loops == ()
    unread = count_loops(graph, unread=frozenset({0}))
    assert [(loop.count, loop.step) for loop in unread.loops] == [(8, 0)]
