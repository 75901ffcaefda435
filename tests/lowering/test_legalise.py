"""Legalisation as a whole: bits of floats, halves, booleans, phis of loops, tables, local arrays, and its speed."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from evaluate import evaluate
from lane_values import same_floats
from legal import AGAL, BLEND, E24, finish, floats, integers, legal, operations

from gpucc.errors import InternalError, LimitExceeded, Location, Unsupported
from gpucc.isa.model import FP32
from gpucc.lowering.arrays.known_indices import settle_indices
from gpucc.lowering.arrays.locals import promote_locals
from gpucc.lowering.check import check_graph
from gpucc.lowering.graph import (
    BOOL,
    F16,
    F32,
    I32,
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
    roots,
    topological,
)
from gpucc.lowering.legalise.legalise import legalise

Array = Any
SIGN, SIZE, INFINITY = -(2**31), 2**31 - 1, 0x7F800000


class Bench:
    """A block with inputs of any type and short methods to make nodes."""

    def __init__(self, *inputs: Type) -> None:
        self.block = Block("entry")
        self.inputs = [self.block.make("input", type, (), (k, 0)) for k, type in enumerate(inputs)]

    def make(self, op: str, type: Type, *args: Node | float | bool, attr: Any = None, flags: int = 0) -> Node:
        kind = next((arg.type for arg in args if isinstance(arg, Node) and arg.type != BOOL), type)
        nodes = tuple(arg if isinstance(arg, Node) else self.block.make("const", kind, (), arg) for arg in args)
        return self.block.make(op, type, nodes, attr, flags)

    def both(self, result: Node, *inputs: Array, **options: Any) -> tuple[Array, Array]:
        graph = finish(self.block, result)
        given = {(k, 0): values for k, values in enumerate(inputs)}
        return evaluate(graph, given).outputs[0, 0], evaluate(legal(graph, **options), given).outputs[0, 0]


# bits of floats -------------------------------------------------------------------------------------------------------


def sign_tricks(b: Bench) -> dict[str, Node]:
    x, y = b.inputs
    bx, by = b.make("bits", I32, x), b.make("bits", I32, y)
    size = b.make("iand", I32, bx, SIZE)
    sign = b.make("iand", I32, by, SIGN)
    one = 0x3F800000

    def back(pattern: Node) -> Node:
        return b.make("bits", F32, pattern)

    return {
        "abs": back(size),
        "neg": back(b.make("ixor", I32, bx, SIGN)),
        "neg by add": back(b.make("iadd", I32, bx, SIGN)),
        "minus abs": back(b.make("ior", I32, bx, SIGN)),
        "copysign": back(b.make("ior", I32, size, sign)),
        "flip": back(b.make("ixor", I32, bx, sign)),
        "unit": back(b.make("ior", I32, sign, one)),
        "moved": back(bx),
        "chosen": back(b.make("select", I32, b.make("folt", BOOL, x, y), bx, by)),
        "constants": back(b.make("select", I32, b.make("folt", BOOL, x, y), one, one + (1 << 23))),
        "masked": back(b.make("iand", I32, b.make("select", I32, b.make("folt", BOOL, x, y), -1, 0), bx)),
        "sign as a number": b.make("sitofp", F32, b.make("lshr", I32, bx, 31)),
        "sign as a mask": b.make("sitofp", F32, b.make("ashr", I32, bx, 31)),
    }


@pytest.mark.parametrize("name", list(sign_tricks(Bench(F32, F32))))
@pytest.mark.parametrize("blend", [True, False])
def test_sign_tricks_are_float_operations(name: str, blend: bool) -> None:
    b = Bench(F32, F32)
    x = floats(4000)
    y = np.random.default_rng(1).permutation(x)
    real = ~(np.isnan(x) | np.isnan(y))  # the sign of NaN does not matter
    if blend and name in ("chosen", "masked"):
        real &= np.isfinite(x) & np.isfinite(y)
    expected, got = b.both(sign_tricks(b)[name], x, y, format=BLEND if blend else FP32)
    assert same_floats(expected, got)[real].all()


COMPARED = [
    ("islt", "all", 0), ("islt", -1, "all"), ("isle", "all", -1), ("isle", 0, "all"), ("iult", SIZE, "all"),
    ("iult", "all", SIGN),
    ("ieq", "all", 0), ("ine", "all", 0), ("ieq", "all", SIGN), ("ieq", "all", 0x3F800000), ("ine", "all", INFINITY),
    ("ieq", "size", 0),
    ("ieq", "size", INFINITY), ("iult", INFINITY, "size"), ("islt", "size", INFINITY), ("isle", "size", INFINITY),
    ("iult", "size", 1 << 23),
    ("isle", 1 << 23, "size"), ("islt", "all", 0x40000000), ("islt", 0x40000000, "all"), ("iult", "all", 0x40000000),
    ("iult", 0x40000000, "all"), ("iule", "size", INFINITY), ("islt", -1, "size"), ("islt", "size", 0),
    ("ieq", "exponent", INFINITY),
    ("ine", "exponent", INFINITY), ("ieq", "exponent", 0), ("ieq", "sign", 0), ("ine", "sign", 0),
    ("ieq", "sign", SIGN),
    ("islt", "sign", 0), ("islt", -1, "sign"),
]  # fmt: skip


@pytest.mark.parametrize(("op", "left", "right"), COMPARED)
def test_comparisons_of_bits(op: str, left: Any, right: Any) -> None:
    b = Bench(F32)
    bits = b.make("bits", I32, b.inputs[0])
    parts = {"all": bits, "size": b.make("iand", I32, bits, SIZE), "sign": b.make("iand", I32, bits, SIGN)}
    parts["exponent"] = b.make("iand", I32, bits, INFINITY)
    x = floats(4000)
    x[np.isnan(x)] = np.nan  # with a sign bit of 0
    expected, got = b.both(b.make(op, BOOL, parts.get(left, left), parts.get(right, right)), x)
    assert np.array_equal(expected, got.astype(bool))


def test_bits_that_only_move_leave_nothing() -> None:
    b = Bench(F32)
    graph = finish(b.block, b.make("bits", F32, b.make("bits", I32, b.inputs[0])))
    assert operations(legal(graph)) == 0


def test_half_patterns() -> None:
    b = Bench(F16)
    size = b.make("iand", integer(16), b.make("bits", integer(16), b.inputs[0]), 0x7FFF)
    x = floats(2000).astype(np.float16).astype(np.float32)
    expected, got = b.both(b.make("bits", F16, size), x)
    assert same_floats(expected.astype(np.float32), got).all()


@pytest.mark.parametrize(
    ("build", "word"),
    [
        (lambda b, bits: b.make("iadd", I32, bits, 1), "'add' on the bits of a float"),
        (lambda b, bits: b.make("lshr", I32, bits, 1), "'lshr' on the bits of a float"),
        (lambda b, bits: b.make("isub", I32, 0x5F3759DF, b.make("ashr", I32, bits, 1)), "on the bits of a float"),
        (lambda b, bits: b.make("iand", I32, bits, 0xFFF), "'and' on the bits of a float"),
        (lambda b, bits: b.make("imul", I32, bits, -8), "'mul' on the bits of a float"),
        (lambda b, bits: b.make("imul", I32, bits, 0x633661E9), "'mul' on the bits of a float"),
        (lambda b, bits: b.make("shl", I32, bits, 23), "'shl' on the bits of a float"),
    ],
)
def test_other_bit_tricks_are_refused(build: Any, word: str) -> None:
    b = Bench(F32)
    result = b.make("bits", F32, build(b, b.make("bits", I32, b.inputs[0])))
    with pytest.raises(Unsupported) as caught:
        legal(finish(b.block, result))
    assert word in caught.value.message
    assert "copysign" in caught.value.notes[0]


def test_a_long_choice_of_bit_patterns() -> None:
    b = Bench(F32)
    pattern = b.block.make("const", I32, (), 0x3F800000)
    for k in range(1500):
        here = b.make("foeq", BOOL, b.inputs[0], float(k))
        pattern = b.block.make("select", I32, (here, b.block.make("const", I32, (), 0x40000000 + k), pattern))
    expected, got = b.both(b.make("bits", F32, pattern), np.float32([0, 700, 1499, 5000]))
    assert np.array_equal(expected, got)


def test_a_float_made_from_arithmetic_is_refused() -> None:
    b = Bench(I32)
    with pytest.raises(Unsupported, match="taken as the bits of a float"):
        legal(finish(b.block, b.make("bits", F32, b.make("shl", I32, b.inputs[0], 3))))


def test_a_refusal_names_the_place() -> None:
    block = Block("entry")
    x = block.make("input", I32, (), (0, 0))
    y = block.make("const", I32, (), 1103515245)
    result = block.make("imul", I32, (x, y), location=Location("a.c", 7, 3))
    with pytest.raises(Unsupported) as caught:
        legal(finish(block, result))
    assert str(caught.value.location) == "a.c:7:3"


# halves ---------------------------------------------------------------------------------------------------------------


def test_rounding_to_half_is_exact() -> None:
    b = Bench(F32)
    result = b.make("fpconvert", F32, b.make("fpconvert", F16, b.inputs[0]))
    mantissas = (
        np.arange(2**23, 2**24, 37, dtype=np.uint32).astype(np.float32)[:, None] * np.float32([2**-23, 2**-37, 2**-8])
    ).ravel()
    x = np.concatenate([floats(40_000), mantissas.astype(np.float32)])
    expected, got = b.both(result, x, half="round")
    assert same_floats(expected, got).all()


def test_half_arithmetic_is_widened_or_rounded() -> None:
    b = Bench(F16, F16)
    result = b.make("fmul", F16, b.make("fadd", F16, *b.inputs), b.inputs[1])
    graph = finish(b.block, result)
    assert operations(legal(graph)) == 2
    rng = np.random.default_rng(2)
    x, y = (rng.standard_normal(2000).astype(np.float16).astype(np.float32) for _ in range(2))
    expected, got = b.both(result, x, y, half="round")
    assert np.array_equal(expected.astype(np.float32), got)
    plain, negated = Bench(F16), Bench(F16)
    graphs = finish(plain.block, plain.inputs[0]), finish(negated.block, negated.make("fneg", F16, negated.inputs[0]))
    # an input is rounded; its negation need not be rounded again
    assert [operations(legal(graph)) for graph in graphs] == [0, 1]
    assert operations(legal(graphs[1], half="round")) == operations(legal(graphs[0], half="round")) + 1


# booleans -------------------------------------------------------------------------------------------------------------


def test_boolean_leaves_and_outputs() -> None:
    b = Bench(BOOL, BOOL)
    x, y = b.inputs
    result = b.make("bxor", BOOL, b.make("select", BOOL, x, y, b.make("bnot", BOOL, y)), x)
    expected, got = b.both(result, np.float32([0, 0, 1, 1]), np.float32([0, 1, 0, 1]))
    assert got.dtype == np.float32
    assert np.array_equal(expected, got)


def test_a_select_stays_a_select_where_there_is_one() -> None:
    b = Bench(F32, F32)
    result = b.make("select", F32, b.make("folt", BOOL, *b.inputs), *b.inputs, flags=NSZ)
    assert any(n.op == "select" and n.flags == NSZ for n in legal(finish(b.block, result)).entry.known.values())
    expected, got = b.both(result, np.float32([1, 5]), np.float32([4, 2]), available=AGAL - {"select"})
    assert np.array_equal(expected, got)


# phis and loops -------------------------------------------------------------------------------------------------------


def counting(type: Type, step: int, start: int = 0) -> Graph:
    """for (i = start; i < n; i += step) sum += i / 3;"""
    entry, header, body, end = Block("entry"), Block("header"), Block("body"), Block("end")
    n = entry.make("input", type, (), (0, 0))
    header.phis = [Node("phi", type, (), ("header", k)) for k in range(2)]
    i, total = header.phis
    entry.terminator = Jump(Edge(header, [entry.make("const", type, (), start), entry.make("const", type, (), 0)]))
    header.terminator = Branch(header.make("islt", BOOL, (i, n)), Edge(body), Edge(end))
    third = body.make("udiv" if start >= 0 else "sdiv", type, (i, body.make("const", type, (), 3)))
    more = body.make("iadd", type, (total, third))
    body.terminator = Jump(Edge(header, [body.make("iadd", type, (i, body.make("const", type, (), step))), more]))
    end.terminator = Return({(0, 0): end.make("sitofp", F32, (total,))})
    return Graph("counting", [entry, header, body, end])


@pytest.mark.parametrize(("bits", "step", "start"), [(32, 1, 0), (32, 2, -7), (8, 1, 0), (8, 3, -100)])
def test_integers_in_loops(bits: int, step: int, start: int) -> None:
    graph = counting(integer(bits), step, start)
    given = {(0, 0): np.float32([0, 1, 5, 30, 60])}
    assert np.array_equal(evaluate(graph, given).outputs[0, 0], evaluate(legal(graph), given).outputs[0, 0])


def test_a_loop_counter_is_known_to_be_positive() -> None:
    """i starts at 0 and only grows, so i / 3 needs no handling of signs."""
    graph = legal(counting(I32, 1))
    assert not any(node.op == "fabs" for node in topological([root for block in graph.blocks for root in roots(block)]))


def test_bits_of_floats_through_phis() -> None:
    entry, left, right, end = (Block(name) for name in ("entry", "left", "right", "end"))
    x = entry.make("input", F32, (), (0, 0))
    condition = entry.make("folt", BOOL, (x, entry.make("const", F32, (), 1.0)))
    entry.terminator = Branch(condition, Edge(left), Edge(right))
    phi = Node("phi", I32, (), ("end", 0))
    end.phis = [phi]
    bits = left.make("bits", I32, (x,))
    left.terminator = Jump(Edge(end, [left.make("ixor", I32, (bits, left.make("const", I32, (), SIGN)))]))
    right.terminator = Jump(Edge(end, [right.make("const", I32, (), 0x40000000)]))
    end.terminator = Return({(0, 0): end.make("bits", F32, (phi,))})
    graph = Graph("phis", [entry, left, right, end])
    given = {(0, 0): np.float32([0.5, -3, 7])}
    assert np.array_equal(evaluate(graph, given).outputs[0, 0], evaluate(legal(graph), given).outputs[0, 0])


# tables and arrays ----------------------------------------------------------------------------------------------------


def test_uniform_arrays_without_address_registers() -> None:
    b = Bench(I32)
    result = b.make("uniform_at", F32, b.inputs[0], attr=(2, 1, 5))
    graph = finish(b.block, result)
    uniforms = {(r, 1): np.float32(10 * r) for r in range(12)}
    given = {(0, 0): np.float32([0, 1, 2, 3, 4, -1, -2])}
    expected = evaluate(graph, given, uniforms).outputs[0, 0]
    for available in (AGAL, AGAL - {"uniform_at"}, AGAL - {"uniform_at", "select"}):
        assert np.array_equal(evaluate(legal(graph, available), given, uniforms).outputs[0, 0], expected)
    large = finish(b.block, b.make("uniform_at", F32, b.inputs[0], attr=(0, 0, 100)))
    with pytest.raises(Unsupported, match="uniform array") as caught:
        legal(large, AGAL - {"uniform_at"})
    assert any("100 elements" in note for note in caught.value.notes)


def test_indices_stay_exact_integers() -> None:
    b = Bench(F32)
    index = b.make("iadd", I32, b.make("imul", I32, b.make("fptosi", I32, b.inputs[0]), 4), 1)
    graph = finish(b.block, b.make("uniform_at", F32, index, attr=(0, 0, 64)))
    uniforms = {(r, 0): np.float32(r) for r in range(64)}
    given = {(0, 0): np.float32([0.9, 1.5, 15.999])}
    assert np.array_equal(evaluate(legal(graph), given, uniforms).outputs[0, 0], np.float32([1, 5, 61]))


def arrays(seed: int) -> Graph:
    """Stores and loads at constant and computed places of two arrays."""
    rng = random.Random(seed)
    b = Bench(I32, I32, F32, F32)
    i, j, x, y = b.inputs
    block, values = b.block, [x, y]
    made = [LocalArray("a", 4, F32), LocalArray("b", 3, F32)]
    for array in made:
        for k in range(array.length):
            block.effects.append(
                Node("local_store", VOID, (block.make("const", I32, (), k), rng.choice(values)), array)
            )
    for _ in range(rng.randrange(2, 8)):
        array = rng.choice(made)
        index = rng.choice([i, j, block.make("const", I32, (), rng.randrange(array.length))])
        index = block.make("iand", I32, (index, block.make("const", I32, (), 1)))
        if rng.random() < 0.5:
            block.effects.append(Node("local_store", VOID, (index, rng.choice(values)), array))
        else:
            load = Node("local_load", F32, (index,), array)
            block.effects.append(load)
            values.append(block.make("fadd", F32, (load, x)))
    return finish(block, *values)


@pytest.mark.parametrize("seed", range(25))
def test_local_arrays_become_values(seed: int) -> None:
    graph = arrays(seed)
    promoted = promote_locals(graph)
    check_graph(promoted, "promote_locals")
    assert not promoted.entry.effects
    rng = np.random.default_rng(seed)
    given = {(k, 0): rng.integers(0, 3, 32).astype(np.float32) for k in range(4)}
    expected, got = evaluate(graph, given).outputs, evaluate(legal(promoted), given).outputs
    assert all(np.array_equal(expected[place], got[place]) for place in expected)


def test_a_constant_index_costs_nothing_and_a_load_a_tree() -> None:
    b = Bench(I32, F32)
    array = LocalArray("a", 8, F32)
    for k in range(8):
        value = b.make("fadd", F32, b.inputs[1], float(k + 1))
        b.block.effects.append(Node("local_store", VOID, (b.block.make("const", I32, (), k), value), array))
    load = Node("local_load", F32, (b.inputs[0],), array)
    b.block.effects.append(load)
    promoted = promote_locals(finish(b.block, load))
    made = list(promoted.entry.known.values())
    assert sum(node.op == "select" for node in made) == 7
    assert sum(node.op == "islt" for node in made) == 7
    depth: dict[Node, int] = {}
    for node in topological(list(roots(promoted.entry))):
        depth[node] = (node.op == "select") + max((depth[arg] for arg in node.args), default=0)
    assert max(depth.values()) == 3


def test_arrays_too_large_to_promote() -> None:
    b = Bench(I32, F32)
    array = LocalArray("a", 1000, F32)
    b.block.effects.append(Node("local_store", VOID, (b.inputs[0], b.inputs[1]), array))
    with pytest.raises(LimitExceeded, match="1000 elements") as caught:
        promote_locals(finish(b.block, b.inputs[1]))
    assert "256" in caught.value.message


@pytest.mark.parametrize("number", [0, 1])
def test_elements_outside_of_an_array_have_no_place_in_memory(number: int) -> None:
    """Sides of choices between constant indices. lima-vp's array at the end of memory got an address behind it."""
    b = Bench(F32)
    (x,) = b.inputs
    array = LocalArray("a", 9, F32)
    indices = [b.block.make("const", F32, (), float(k)) for k in (-8, -1, 8, 9, 12)]
    loads = [Node("local_load", F32, (index,), array) for index in indices]
    stores = [Node("local_store", VOID, (index, (x, loads[2])[number]), array) for index in indices]
    first = Node("local_store", VOID, (indices[2], x), array)
    b.block.effects += [first, *loads, *stores]
    settled = settle_indices(finish(b.block, *loads))
    check_graph(settled, "settle_indices")
    assert [effect.op for effect in settled.entry.effects] == ["local_store", "local_load", "local_store"]
    assert {effect.args[0].attr for effect in settled.entry.effects} == {8.0}
    assert isinstance(settled.entry.terminator, Return)
    outputs = list(settled.entry.terminator.outputs.values())
    assert [node.op == "undef" for node in outputs] == [True, True, False, True, True]


def test_arrays_stay_where_a_target_has_memory() -> None:
    kind = integer(32)
    b = Bench(I32, I32)
    array = LocalArray("a", 4, kind)
    b.block.effects.append(Node("local_store", VOID, tuple(b.inputs), array))
    load = Node("local_load", kind, (b.inputs[0],), array)
    b.block.effects.append(load)
    graph = finish(b.block, b.make("sitofp", F32, load))
    reduced = legal(graph, AGAL | {"local_load", "local_store"})
    assert all(isinstance(e.attr, LocalArray) and e.attr.type == F32 for e in reduced.entry.effects)
    given = {(0, 0): np.float32([0, 1, 2]), (1, 0): np.float32([5, 6, 7])}
    assert np.array_equal(evaluate(reduced, given).outputs[0, 0], np.float32([5, 6, 7]))


# operations that pass through -----------------------------------------------------------------------------------------


def test_textures_and_discards_pass() -> None:
    b = Bench(F32, F32)
    sample = b.block.make("texture", VEC4, tuple(b.inputs), (0, "2d", "none"))
    part = b.block.make("part", F32, (sample,), 2)
    b.block.effects.append(Node("discard", VOID, (b.make("folt", BOOL, part, 0.5),)))
    b.block.effects.append(Node("discard", VOID, (b.block.make("const", BOOL, (), False),)))
    graph = finish(b.block, part)
    assert [effect.op for effect in legal(graph).entry.effects] == ["discard", "discard"]
    for lacking, said in (("texture", "cannot read textures"), ("discard", "'discard'")):
        with pytest.raises(Unsupported, match=said):
            legal(graph, AGAL - {lacking})


def test_doubles_are_refused() -> None:
    b = Bench(F32)
    double = b.make("fpconvert", Type("f", 64), b.inputs[0])
    with pytest.raises(Unsupported, match="double"):
        legal(finish(b.block, b.make("fpconvert", F32, double)))


def test_arrays_before_flattening_are_our_mistake() -> None:
    graph = counting(I32, 1)
    graph.entry.effects.append(
        Node("local_load", F32, (graph.entry.make("const", I32, (), 0),), LocalArray("a", 1, F32))
    )
    with pytest.raises(InternalError, match="flattened"):
        promote_locals(graph)


# time -----------------------------------------------------------------------------------------------------------------


def mixture(size: int) -> Graph:
    rng = random.Random(0)
    b = Bench(F32, F32, I32, I32)
    reals, whole = list(b.inputs[:2]), list(b.inputs[2:])
    while len(b.block.known) < size:
        kind = rng.randrange(6)
        if kind < 3:
            reals.append(
                b.make(rng.choice(["fadd", "fmul", "fmin"]), F32, rng.choice(reals[-3:]), rng.choice(reals[-3:]))
            )
        elif kind == 3:
            whole.append(b.make("iadd", I32, rng.choice(whole[-3:]), rng.choice(whole[-3:])))
        elif kind == 4:
            reals.append(b.make("sitofp", F32, rng.choice(whole[-3:])))
        else:
            reals.append(b.make("select", F32, b.make("islt", BOOL, *rng.sample(whole, 2)), reals[-1], reals[-2]))
    return finish(b.block, *reals[-8:], *[b.make("sitofp", F32, node) for node in whole[-4:]])


def test_the_cost_of_a_node_does_not_grow(steps: Callable[[Callable[[], object]], int]) -> None:
    def cost(size: int) -> float:
        graph = mixture(size)
        return steps(lambda: legalise(graph, format=BLEND, available=AGAL)) / size

    small, large = cost(500), cost(2000)
    assert large < 1.1 * small
    assert large < 2000


def test_integers_at_the_limit() -> None:
    b = Bench(I32, I32)
    x = integers(32, 500)
    expected, got = b.both(b.make("iadd", I32, *b.inputs), x.astype(np.float32), -x[::-1].astype(np.float32))
    inside = np.abs(expected) <= E24
    assert np.array_equal(expected[inside], got[inside])


def test_a_minimum_that_spreads_nan_survives_a_blend() -> None:
    """llvm.minimum: select(uno x y, x + y, minnum(x, y)), where x + y may be infinite when it is not selected."""
    b = Bench(F32, F32)
    x, y = b.inputs
    result = b.make("select", F32, b.make("funo", BOOL, x, y), b.make("fadd", F32, x, y), b.make("fmin", F32, x, y))
    assert not any(node.op == "select" for node in legal(finish(b.block, result)).entry.known.values())
    values, others = floats(3000), floats(3000)[::-1].copy()
    expected, got = b.both(result, values, others)
    assert same_floats(expected, got).all()
    kept = b.make("select", F32, b.make("funo", BOOL, x, y), 0.0, y)
    assert any(node.op == "select" for node in legal(finish(b.block, kept)).entry.known.values())
