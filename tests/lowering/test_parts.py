"""Programs with branches laid out in parts: equal results on any shape, few copies, few jumps."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from evaluate import Machine, Place, Result, evaluate
from flowgraphs import acyclic, looping
from test_flow import agree, inputs

from gpucc.errors import Unsupported
from gpucc.lowering.flow.flatten import flatten_small
from gpucc.lowering.graph import BOOL, F32, Block, Branch, CodePart, Edge, Graph, Jump, LocalArray, Node, Return
from gpucc.lowering.parts.lay_out import lay_out
from gpucc.lowering.rewrite import pending


def run(parts: Sequence[CodePart], given: dict[Place, np.ndarray]) -> Result:
    lanes = max(len(values) for values in given.values())
    ran = [
        _lane(parts, Machine({place: values[i : i + 1] for place, values in given.items()}, {}, 1))
        for i in range(lanes)
    ]
    outputs = {place: np.concatenate([one.outputs[place] for one in ran]) for place in ran[0].outputs}
    return Result(outputs, np.concatenate([one.discarded for one in ran]), sum(one.steps for one in ran))


def _lane(parts: Sequence[CodePart], machine: Machine) -> Result:
    """Execute one lane; reading a variable that was never set fails."""
    variables: dict[int, np.ndarray] = {}
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
        goes = part.target is not None and (part.condition is None or machine.values[part.condition][0])
        number = part.target if goes and part.target is not None else number + 1
        if number == len(parts):
            return Result(
                {place: machine.values[node] for place, node in part.outputs.items()}, machine.discarded, machine.steps
            )
    raise AssertionError("no end")


@pytest.mark.parametrize("seed", range(80))
def test_any_acyclic_graph(seed: int) -> None:
    graph, given = acyclic(seed, 3 + seed % 14), inputs(seed)
    assert agree(evaluate(graph, given), run(lay_out(graph), given))


@pytest.mark.parametrize("seed", range(80))
def test_any_loops(seed: int) -> None:
    graph, given = looping(seed), inputs(seed, 6)
    expected = evaluate(graph, given)
    assert agree(expected, run(lay_out(graph), given))
    assert agree(expected, run(lay_out(flatten_small(graph, seed % 4)), given))


# single shapes --------------------------------------------------------------------------------------------------------


def _input(block: Block, component: int) -> Node:
    return block.make("input", F32, (), (0, component))


def _less(block: Block, a: Node, b: Node) -> Node:
    return block.make("folt", BOOL, (a, b))


def counting(step_in: str = "latch", swaps: bool = False) -> Graph:
    """for (i = 0, s = x, t = y; i < z; i += 1) s += t; with `swaps`, s and t are swapped in each iteration."""
    entry, loop, end = Block("entry"), Block("loop"), Block("end")
    loop.phis = [Node("phi", F32, (), ("loop", k)) for k in range(3)]
    end.phis = [Node("phi", F32, (), ("end", 0))]
    i, s, t = loop.phis
    entry.terminator = Jump(Edge(loop, [entry.make("const", F32, (), 0.0), _input(entry, 0), _input(entry, 1)]))
    further = loop.make("fadd", F32, (i, loop.make("const", F32, (), 1.0)))
    total = loop.make("fadd", F32, (s, t))
    again = Edge(loop, [further, t, s] if swaps else [further, total, t])
    loop.terminator = Branch(_less(loop, further, _input(loop, 2)), again, Edge(end, [total]))
    end.terminator = Return({(0, 0): end.phis[0]})
    return Graph("counting", [entry, loop, end])


def test_a_loop_needs_no_copies_and_one_jump() -> None:
    parts = lay_out(counting())
    entry, loop, end = parts
    assert [part.name for part in parts] == ["entry", "loop", "end"]
    assert len(entry.sets) == 3
    assert len(loop.sets) == 2  # the counter and the sum, which the end uses too
    assert loop.target == 1
    assert loop.condition is not None
    assert loop.condition.op == "folt"
    assert (end.sets, end.target) == ({}, None)
    assert set(end.known.values()) <= set(loop.sets)


def test_a_swap_reads_before_it_sets() -> None:
    given = {(0, 0): np.float32([1, 2]), (0, 1): np.float32([5, 7]), (0, 2): np.float32([3, 4])}
    graph = counting(swaps=True)
    assert agree(evaluate(graph, given), run(lay_out(graph), given))


def diamond(expensive: bool) -> Graph:
    entry, then, otherwise, join = (Block(name) for name in ("entry", "then", "else", "join"))
    join.phis = [Node("phi", F32, (), ("join", 0))]
    x, y = _input(entry, 0), _input(entry, 1)
    product = entry.make("fmul", F32, (x, y))
    entry.terminator = Branch(_less(entry, x, y), Edge(then, []), Edge(otherwise, []))
    then.terminator = Jump(Edge(join, [then.make("fadd", F32, (product, x))]))
    otherwise.terminator = Jump(Edge(join, [otherwise.make("fadd", F32, (y, y))]))
    join.terminator = Return({(0, 0): join.phis[0]})
    return Graph("diamond", [entry, then, otherwise, join])


def test_a_value_is_computed_where_it_is_read() -> None:
    """The product is needed on one side only, and its factors are inputs, so no value leaves the entry."""
    parts = {part.name: part for part in lay_out(diamond(True))}
    assert not parts["entry"].sets
    assert not parts["then"].known
    assert set(parts["then"].outputs) == set(parts["else"].outputs) == {(0, 0)}


def test_the_way_that_follows_needs_no_opposite_condition() -> None:
    parts = lay_out(diamond(True))
    assert [part.name for part in parts] == ["entry", "else", "then"]
    assert parts[0].condition is not None
    assert parts[0].condition.op == "folt"
    assert [part.target for part in parts] == [2, 3, None]  # 3 is the end


def test_where_something_is_computed_ways_meet() -> None:
    graph = diamond(True)
    join = graph.blocks[-1]
    join.terminator = Return({(0, 0): join.make("fadd", F32, (join.phis[0], join.phis[0]))})
    parts = lay_out(graph)
    assert [part.name for part in parts] == ["entry", "else", "then", "join"]
    assert parts[1].sets.keys() == parts[2].sets.keys() == set(parts[3].known.values())
    assert [part.target for part in parts] == [2, 3, None, None]


def test_a_branch_whose_ways_do_nothing_vanishes() -> None:
    entry, then, join = Block("entry"), Block("then"), Block("join")
    entry.terminator = Branch(_less(entry, _input(entry, 0), _input(entry, 1)), Edge(then), Edge(join))
    then.terminator = Jump(Edge(join))
    join.terminator = Return({(0, 0): _input(join, 2)})
    parts = lay_out(Graph("nothing", [entry, then, join]))
    assert parts[-1].outputs
    assert all(part.condition is None and part.target is None for part in parts)


def test_what_a_loop_does_not_change_stays_outside() -> None:
    graph = counting()
    entry, loop, _ = graph.blocks
    root = entry.make("sqrt", F32, (_input(entry, 3),))
    assert isinstance(loop.terminator, Branch)
    total = loop.make("fadd", F32, (loop.phis[1], root))
    loop.terminator.then.values[1] = loop.terminator.otherwise.values[0] = total
    parts = lay_out(graph)
    (kept,) = (node for node in parts[0].sets.values() if node.op == "sqrt")
    assert kept in parts[1].known


def test_loads_that_nobody_reads_are_gone() -> None:
    array = LocalArray("a", 4, F32)
    block = Block("entry")
    index = _input(block, 0)
    dead = Node("local_load", F32, (index,), array)
    block.effects.append(dead)
    block.terminator = Return({(0, 0): index})
    (part,) = lay_out(Graph("dead", [block]))
    assert part.effects == []


def test_a_program_without_an_end_is_refused() -> None:
    entry, loop = Block("entry"), Block("loop")
    entry.terminator = Jump(Edge(loop))
    loop.terminator = Jump(Edge(loop))
    with pytest.raises(Unsupported, match="never ends"):
        lay_out(Graph("endless", [entry, loop]))
