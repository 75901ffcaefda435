"""Values that several branches compute: equal and opposite ones have one number, and one node before the branches."""

from __future__ import annotations

import random

import numpy as np
import pytest
from evaluate import evaluate
from test_flow import agree, count, inputs

from gpucc import driver
from gpucc.lowering.check import check_graph
from gpucc.lowering.flow import share as module
from gpucc.lowering.flow.numbering import Numbering
from gpucc.lowering.flow.share import share
from gpucc.lowering.graph import (
    BOOL,
    F32,
    NNAN,
    NSZ,
    Block,
    Branch,
    Edge,
    Graph,
    Jump,
    Node,
    Return,
    roots,
    topological,
)
from gpucc.reduce.graph_lanes import operate

BINARY = ("fadd", "fsub", "fmul", "fmin")
COMPARES = ("foeq", "fune", "folt", "fule", "fole", "fult")


def expression(rng: random.Random, block: Block, leaves: list[Node], depth: int) -> Node:
    """A random float, of few operations, so that equal and opposite ones are frequent."""
    if not depth or rng.random() < 0.2:
        return rng.choice(leaves)
    a, b = (expression(rng, block, leaves, depth - 1) for _ in range(2))
    flags = rng.choice((0, NSZ, NSZ, NSZ | NNAN))
    match rng.randrange(8):
        case 0:
            return block.make("fneg", F32, (a,), flags=flags)
        case 1:
            return block.make("fabs", F32, (a,), flags=flags)
        case 2:
            test = block.make(rng.choice(COMPARES), BOOL, (a, b))
            other = block.make(rng.choice(COMPARES), BOOL, (b, a))
            joined = block.make(rng.choice(("band", "bor", "bxor")), BOOL, (block.make("bnot", BOOL, (test,)), other))
            return block.make("select", F32, (joined, a, b))
    return block.make(rng.choice(BINARY), F32, (a, b), flags=flags)


def branching(seed: int) -> Graph:
    """Some ifs one after the other, in whose arms few leaves are read, and a loop of two rounds around the last."""
    rng = random.Random(seed)
    blocks = [Block("b0")]
    leaves = [blocks[0].make("input", F32, (), (0, k)) for k in range(3)]
    values = list(leaves)
    for number in range(1, 4):
        top, then, otherwise, join = blocks[-1], *(Block(f"b{number}.{k}") for k in range(3))
        condition = top.make("folt", BOOL, (rng.choice(values), expression(rng, top, values, 2)))
        top.terminator = Branch(condition, Edge(then), Edge(otherwise))
        join.phis = [Node("phi", F32, (), (join.name, 0))]
        for arm in (then, otherwise):
            arm.terminator = Jump(Edge(join, [expression(rng, arm, values, 4)]))
        blocks += [then, otherwise, join]
        values.append(join.phis[0])
    blocks[-1].terminator = Return({(0, k): expression(rng, blocks[-1], values, 3) for k in range(3)})
    return Graph("branching", blocks)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(150))
@pytest.mark.parametrize("size", [True, False])
def test_results_stay_the_same(seed: int, size: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WORTH", 1 + seed % 4)
    graph = branching(seed)
    shared = share(graph, size)
    check_graph(shared, "share")
    given = inputs(seed, 24)
    expected, found = evaluate(graph, given), evaluate(shared, given)
    assert agree(expected, found)
    if not size:
        assert found.steps <= expected.steps + 2 * given[0, 0].size * count(graph, "fneg")


def test_random_graphs_share(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above compares changed graphs: most have something to share."""
    monkeypatch.setattr(module, "WORTH", 1)
    graphs = [branching(seed) for seed in range(40)]
    assert sum(share(graph, True) is not graph for graph in graphs) > 20
    assert sum(share(graph, False) is not graph for graph in graphs) > 5


@pytest.mark.parametrize("seed", range(200))
def test_equal_numbers_are_equal_values(seed: int) -> None:
    rng = random.Random(seed)
    block = Block("b0")
    leaves = [block.make("input", F32, (), (0, k)) for k in range(2)]
    nodes = topological([expression(rng, block, leaves, 4) for _ in range(12)])
    numbering = Numbering()
    numbering.add(nodes)
    lanes = np.random.default_rng(seed)
    values = {leaf: lanes.choice(np.float32([-2, -1, -0.5, 0, 1, 3, np.inf, np.nan]), 64) for leaf in leaves}
    with np.errstate(all="ignore"):
        for node in nodes:
            if node not in values:
                values[node] = operate(
                    node.op, node.type, [arg.type for arg in node.args], [values[arg] for arg in node.args]
                )
    known: dict[int, np.ndarray] = {}
    for node in nodes:
        number, opposite = numbering.of[node]
        value = values[node]
        if opposite:
            value = ~value if node.type == BOOL else -value
        # the sign of zero is free where signs move out of a sum
        assert np.array_equal(known.setdefault(number, value), value, equal_nan=node.type != BOOL)


def test_a_difference_is_the_opposite_of_the_other_one() -> None:
    block = Block("b0")
    a, b = (block.make("input", F32, (), (0, k)) for k in range(2))
    differences = [block.make("fsub", F32, pair, flags=NSZ) for pair in ((a, b), (b, a))]
    exact = [block.make("fsub", F32, pair) for pair in ((a, b), (b, a))]
    squares = [block.make("fmul", F32, (one, one)) for one in differences]
    numbering = Numbering()
    numbering.add(topological([*squares, *exact]))
    of = numbering.of
    assert of[differences[0]] == of[differences[1]].turned()
    assert of[squares[0]] == of[squares[1]]
    assert of[exact[0]].number != of[exact[1]].number  # 0 - 0 is 0, and no -0


@pytest.mark.parametrize(
    ("one", "other", "swapped"),
    [("foeq", "fune", False), ("fone", "fueq", False), ("folt", "fule", True), ("fole", "fult", True)],
)
def test_a_comparison_is_the_opposite_of_its_complement(one: str, other: str, swapped: bool) -> None:
    block = Block("entry")
    a, b = (block.make("input", F32, (), attr=(0, part)) for part in range(2))
    first = block.make(one, BOOL, (a, b))
    second = block.make(other, BOOL, (b, a) if swapped else (a, b))
    numbering = Numbering()
    numbering.add((a, b, first, second))
    assert numbering.of[second] == numbering.of[first].turned()


def test_flags_hold_on_every_way() -> None:
    top, then, otherwise, join = (Block(f"b{k}") for k in range(4))
    a, b = (top.make("input", F32, (), (0, k)) for k in range(2))
    for arm, flags in ((then, NNAN | NSZ), (otherwise, NSZ)):
        value = a
        for _ in range(5):
            value = arm.make("fmul", F32, (value, b), flags=flags)
        arm.terminator = Jump(Edge(join, [value]))
    top.terminator = Branch(top.make("folt", BOOL, (a, b)), Edge(then), Edge(otherwise))
    join.phis = [Node("phi", F32, (), ("b3", 0))]
    join.terminator = Return({(0, 0): join.phis[0]})
    shared = share(Graph("flags", [top, then, otherwise, join]), False)
    products = [node for node in shared.blocks[0].known.values() if node.op == "fmul"]
    assert [node.flags for node in products] == [NSZ] * 5
    needed = topological([root for block in shared.blocks for root in roots(block)])
    assert [node for node in needed if node.op == "fmul"] == products


DISTANCES = """precision mediump float;
varying vec4 at; uniform sampler2D t; uniform vec4 how;
float dist(vec3 a, vec3 b) {
  vec3 d = a - b;
  float y = dot(d, vec3(0.3, 0.6, 0.1));
  return sqrt(y * y + (d.b - y) * (d.b - y) + (d.r - y) * (d.r - y));
}
void main() {
  vec3 a = texture2D(t, at.xy).rgb, b = texture2D(t, at.zw).rgb;
  gl_FragColor = vec4(0.25);
  if (how.x > at.x) gl_FragColor.x = dist(a, b) * at.w + dist(a, at.xyz);
  if (how.y > at.y) gl_FragColor.y = dist(b, a) * at.z - dist(at.xyz, a) * how.z;
}
"""
EITHER = DISTANCES[: DISTANCES.index("  if (how.x")] + (
    "  if (how.x > at.x) { discard; } gl_FragColor.x = how.y > at.y ? 0.5 : 0.25;\n"
    "  if (how.z > at.z) gl_FragColor.y = dist(a, b) * dist(a, at.xyz) + dist(b, at.xyz);\n"
    "  else gl_FragColor.z = dist(b, a) - dist(at.xyz, a) * dist(at.xyz, b) * how.w;\n}\n"
)


def roots_of(source: str, prefer: str) -> int:
    program = driver.compile(source, "lima-pp", stage="fragment", prefer=prefer, effort=1, verify=32)
    assert program.verified
    return program.asm().count("sqrt")


def test_size_shares_what_speed_does_not() -> None:
    """Neither distance is needed on all ways, so that the shorter program executes more."""
    assert (roots_of(DISTANCES, "size"), roots_of(DISTANCES, "speed")) == (2, 4)


def test_what_both_ways_need_is_shared() -> None:
    assert (roots_of(EITHER, "size"), roots_of(EITHER, "speed")) == (3, 3)
