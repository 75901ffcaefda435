"""The graph's printer and verifier."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from flowgraphs import acyclic, looping
from graphtext import parse_graph, same_graphs
from hypothesis import given, settings
from hypothesis import strategies as st

from gpucc.errors import InternalError
from gpucc.lowering.check import check_graph
from gpucc.lowering.fold import round_to
from gpucc.lowering.graph import (
    BOOL,
    F16,
    F32,
    FAST,
    I32,
    NNAN,
    NSW,
    NSZ,
    VEC4,
    VOID,
    Block,
    Branch,
    Edge,
    Graph,
    Jump,
    LocalArray,
    Node,
    Return,
    Type,
    integer,
)
from gpucc.lowering.text import constant, format_graph


def sample() -> Graph:
    """One of every construct that has its own textual form."""
    entry, body, done = Block("entry"), Block("body"), Block("done")
    u = entry.make("input", F32, attr=(0, 0))
    n = entry.make("input", I32, attr=(1, 2))
    two = entry.make("const", I32, attr=2)
    total = entry.make("fadd", F32, (u, entry.make("uniform", F32, attr=(3, 3))), flags=NSZ | NNAN)
    row = entry.make("uniform_at", F32, (entry.make("iadd", I32, (n, two), flags=NSW),), (4, 1, 8))
    texel = entry.make("texture", VEC4, (total, row), (2, "2d", "none"))
    array = LocalArray("a.1", 4, F32)
    entry.effects += [
        Node("local_store", VOID, (n, entry.make("part", F32, (texel,), 3)), array),
        Node("discard", VOID, (entry.make("folt", BOOL, (row, entry.make("const", F32, attr=0.1))),)),
    ]
    load = Node("local_load", F32, (two,), array)
    entry.effects.append(load)
    count = Node("phi", I32, (), ("body", 0))
    value = Node("phi", F32, (), ("body", 1))
    body.phis += [count, value]
    entry.terminator = Jump(Edge(body, [two, load]))
    again = body.make("islt", BOOL, (count, n))
    body.terminator = Branch(again, Edge(body, [body.make("iadd", I32, (count, two)), value]), Edge(done))
    done.terminator = Return(
        {(0, 0): value, (0, 1): entry.make("undef", F32), (1, 0): entry.make("input", BOOL, attr=(2, 0))}
    )
    return Graph("sample", [entry, body, done])


def test_text() -> None:
    graph = sample()
    check_graph(graph, "sample")
    assert (
        format_graph(graph)
        == """\
graph sample

entry:
  %0 = fadd f32 in0.x, u3.w {nnan nsz}
  %1 = iadd i32 in1.z:i32, 2 {nsw}
  %2 = uniform_at f32 %1 [u4.y of 8]
  %3 = texture vec4 %0, %2 [2 2d none]
  local_store in1.z:i32, %3.w [a.1: 4 f32]
  %4 = folt bool %2, 0.1
  discard %4
  %5 = local_load f32 2 [a.1: 4 f32]
  jump body(2, %5)

body(%6: i32, %7: f32):
  %8 = islt bool %6, in1.z:i32
  %9 = iadd i32 %6, 2
  branch %8, body(%9, %7), done

done:
  return
    out0.x = %7
    out0.y = undef:f32
    out1.x = in2.x:bool
"""
    )
    assert format_graph(sample()) == format_graph(graph)


@pytest.mark.parametrize(
    ("value", "type", "text"),
    [
        (1.0, F32, "1.0"),
        (0.10000000149011612, F32, "0.1"),
        (1 / 3, F16, "0.3333"),
        (16777216.0, F32, "16777216.0"),
        (-0.0, F32, "-0.0"),
        (1e-45, F32, "1e-45"),
        (math.inf, F32, "inf"),
        (math.nan, F32, "nan"),
        (True, BOOL, "true"),
        (-7, I32, "-7"),
    ],
)
def test_constants_are_short_and_exact(value: float, type: Type, text: str) -> None:
    if type == F16:
        value = 0.333251953125
    assert constant(value, type) == text


def broken(change: Callable[[Graph], object]) -> str:
    graph = sample()
    change(graph)
    with pytest.raises(InternalError) as caught:
        check_graph(graph, "some pass")
    assert "after 'some pass'" in caught.value.message
    return caught.value.message


def returning(value: Node) -> Callable[[Graph], object]:
    def change(graph: Graph) -> None:
        graph.blocks[2].terminator = Return({(0, 0): value})

    return change


X = Node("input", F32, attr=(0, 0))
N = Node("input", I32, attr=(0, 1))
C = Node("input", BOOL, attr=(0, 2))
ARRAY = LocalArray("a", 2, F32)


@pytest.mark.parametrize(
    "value",
    [
        Node("fadd", F32, (X,)),
        Node("fadd", F32, (X, N)),
        Node("fadd", F16, (X, X)),
        Node("fadd", I32, (N, N)),
        Node("frobnicate", F32, (X, X)),
        Node("folt", F32, (X, X)),
        Node("folt", BOOL, (N, N)),
        Node("islt", BOOL, (X, X)),
        Node("foeq", BOOL, (X, N)),
        Node("band", BOOL, (C, N)),
        Node("select", F32, (X, X, X)),
        Node("select", F32, (C, X, N)),
        Node("const", F32, attr=1),
        Node("const", I32, attr=1.0),
        Node("const", I32, attr=True),
        Node("const", BOOL, attr=1),
        Node("const", integer(8), attr=200),
        Node("input", F32, attr=(0, 4)),
        Node("input", F32, attr=(-1, 0)),
        Node("uniform", F32, attr=7),
        Node("uniform_at", F32, (N,), (0, 0)),
        Node("uniform_at", F32, (C,), (0, 0, 4)),
        Node("sext", I32, (N,)),
        Node("itrunc", integer(64), (N,)),
        Node("fptosi", F32, (X,)),
        Node("sitofp", F32, (X,)),
        Node("fpconvert", F32, (X,)),
        Node("btof", F32, (N,)),
        Node("bits", F16, (N,)),
        Node("bits", F32, (X,)),
        Node("part", F32, (X,), 0),
        Node("part", F32, (Node("texture", VEC4, (X, X), (0, "2d", "none")),), 4),
        Node("part", F32, (Node("texture", VEC4, (X, X, X), (0, "2d", "none")),), 0),
        Node("part", F32, (Node("texture", VEC4, (X, X, X), (0, "3d", "none")),), 0),
        Node("local_load", F32, (N,), ARRAY),
        Node("phi", F32, attr=("entry", 0)),
        Node("undef", VEC4),
    ],
    ids=repr,
)
def test_malformed_nodes_are_found(value: Node) -> None:
    assert broken(returning(value))


def test_malformed_effects_are_found() -> None:
    for effect in (
        Node("discard", VOID, (X,)),
        Node("local_store", VOID, (N, N), ARRAY),
        Node("local_load", I32, (N,), ARRAY),
        Node("local_load", F32, (N,), "a"),
        Node("fadd", F32, (X, X)),
    ):
        assert broken(lambda graph, effect=effect: graph.blocks[0].effects.append(effect))


def test_edges_must_give_every_phi_a_value() -> None:
    def forget(graph: Graph) -> None:
        assert isinstance(graph.blocks[0].terminator, Jump)
        graph.blocks[0].terminator.edge.values.pop()

    assert "does not give each phi a value" in broken(forget)


def test_blocks_must_be_whole() -> None:
    assert "no terminator" in broken(lambda graph: setattr(graph.blocks[1], "terminator", None))
    assert "not in the graph" in broken(lambda graph: graph.blocks.pop())
    assert "same name" in broken(lambda graph: setattr(graph.blocks[1], "name", "entry"))
    assert "no phi of block" in broken(lambda graph: setattr(graph.blocks[1], "name", "other"))


def test_values_must_be_there_before_they_are_used() -> None:
    def early(graph: Graph) -> None:
        """Use a phi of a later block in the entry."""
        entry = graph.entry
        entry.effects.append(Node("discard", VOID, (Node("islt", BOOL, (graph.blocks[1].phis[0], N)),)))

    assert "does not dominate" in broken(early)

    def before_it_is_done(graph: Graph) -> None:
        effects = graph.entry.effects
        effects.insert(0, Node("local_store", VOID, (N, effects[-1]), effects[-1].attr))

    assert "not done before" in broken(before_it_is_done)

    def in_a_block_not_passed(graph: Graph) -> None:
        side = Block("side")
        load = Node("local_load", F32, (N,), ARRAY)
        side.effects.append(load)
        side.terminator = Jump(Edge(graph.blocks[2]))
        entry = graph.entry
        jump = entry.terminator
        assert isinstance(jump, Jump)
        graph.blocks.append(side)
        entry.terminator = Branch(C, jump.edge, Edge(side))
        graph.blocks[2].terminator = Return({(0, 0): load})

    assert "does not dominate" in broken(in_a_block_not_passed)


def test_operands_must_not_form_a_circle() -> None:
    a = Node("fneg", F32, (X,))
    b = Node("fneg", F32, (a,))
    object.__setattr__(a, "args", (b,))
    assert "operand of itself" in broken(returning(b))


def test_flags_print_in_one_order() -> None:
    block = Block("entry")
    x = block.make("input", F32, attr=(0, 0))
    block.terminator = Return({(0, 0): block.make("fmul", F32, (x, x), flags=FAST)})
    assert "{nnan ninf nsz arcp contract afn reassoc}" in format_graph(Graph("g", [block]))


# reading back ---------------------------------------------------------------------------------------------------------

I8, I64 = integer(8), integer(64)
SIGNATURES: list[tuple[str, Type, tuple[Type, ...]]] = [
    *((op, type, (type, type)) for op in ("fadd", "fmul", "fmin") for type in (F32, F16)),
    *((op, type, (type, type)) for op in ("iadd", "iand") for type in (I8, I32, I64)),
    *(("select", type, (BOOL, type, type)) for type in (F32, F16, I8, I32, BOOL)),
    *(("folt", BOOL, (type, type)) for type in (F32, F16)),
    *(("ieq", BOOL, (type, type)) for type in (I8, I32, I64)),
    ("fma", F32, (F32, F32, F32)), ("fneg", F16, (F16,)), ("bnot", BOOL, (BOOL,)), ("band", BOOL, (BOOL, BOOL)),
    ("btof", F32, (BOOL,)),
    ("fpconvert", F16, (F32,)), ("fpconvert", F32, (F16,)), ("sext", I64, (I8,)), ("itrunc", I8, (I64,)),
    ("fptosi", I8, (F16,)),
    ("sitofp", F16, (I64,)), ("sitofp", F32, (I8,)), ("bits", I32, (F32,)),
]  # fmt: skip


@st.composite
def straight(draw: st.DrawFn) -> Graph:
    """One block of operations on all types, with literals of the types and any flags."""
    block = Block("entry")
    types = (F32, F16, I8, I32, I64, BOOL)
    pool = {
        type: [block.make("input", type, (), (k, k % 4)), block.make("undef", type)] for k, type in enumerate(types)
    }

    def operand(type: Type) -> Node:
        if draw(st.booleans()):
            return draw(st.sampled_from(pool[type]))
        if type == BOOL:
            return block.make("const", BOOL, (), draw(st.booleans()))
        if type.kind == "f":
            return block.make("const", type, (), round_to(draw(st.floats(width=32)), type))
        return block.make("const", type, (), draw(st.integers(-(1 << type.bits - 1), (1 << type.bits - 1) - 1)))

    for _ in range(draw(st.integers(1, 12))):
        op, type, taken = draw(st.sampled_from(SIGNATURES))
        flags = draw(st.integers(0, FAST)) if type.kind == "f" else draw(st.sampled_from([0, NSW]))
        pool[type].append(block.make(op, type, tuple(map(operand, taken)), None, flags))
    block.terminator = Return({(k, k % 4): draw(st.sampled_from(pool[type])) for k, type in enumerate(types)})
    return Graph("straight", [block])


@settings(max_examples=40)
@given(straight())
def test_straight_code_is_read_back(graph: Graph) -> None:
    check_graph(graph, "drawing")
    text = format_graph(graph)
    assert same_graphs(parse_graph(text), graph)
    assert format_graph(parse_graph(text)) == text


@settings(max_examples=15)
@given(st.integers(0, 10_000), st.integers(3, 16))
def test_control_flow_is_read_back(seed: int, size: int) -> None:
    for graph in (acyclic(seed, size), looping(seed)):
        text = format_graph(graph)
        assert same_graphs(parse_graph(text), graph)
        assert format_graph(parse_graph(text)) == text


def test_everything_with_a_form_of_its_own_is_read_back() -> None:
    again = parse_graph(format_graph(sample()))
    check_graph(again, "reading")
    assert same_graphs(again, sample())


def test_graphs_that_differ_are_not_the_same() -> None:
    text = format_graph(sample())
    for old, new in (
        ("{nsw}", "{nuw}"),
        ("2 2d", "1 2d"),
        ("[u4.y of 8]", "[u4.y of 7]"),
        ("0.1", "0.2"),
        ("done:", "end:"),
        ("= %7", "= %3.w"),
    ):
        changed = text.replace(old, new).replace(", done", ", end" if new == "end:" else ", done")
        assert changed != text
        assert not same_graphs(parse_graph(changed), sample())


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "begins with"),
        ("graph g\n\nentry\n  return\n", "a block"),
        ("graph g\n\nentry:\n  %0 = fadd f32 in0.x, ??\n  return\n", "an operand"),
        ("graph g\n\nentry:\n  %0 = local_load f32 0 [a]\n  return\n", "a local array"),
        ("graph g\n\nentry:\n  return\n    out0 = in0.x\n", "an output"),
    ],
)
def test_malformed_text_is_refused(text: str, word: str) -> None:
    with pytest.raises(ValueError, match=word):
        parse_graph(text)
