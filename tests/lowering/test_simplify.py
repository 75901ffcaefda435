"""Simplification: rules under flags, constants, random graphs, control flow, sums; tests/rules proves each rule
separately."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from filetest import FOLDER, read_case
from graph_shaders import graph_of, same, shader
from graphtext import parse_graph

from gpucc.lowering.check import check_graph
from gpucc.lowering.fold import fold, round_to
from gpucc.lowering.graph import (
    AFN,
    ARCP,
    BOOL,
    F16,
    F32,
    FAST,
    I32,
    NINF,
    NNAN,
    NSW,
    NSZ,
    REASSOC,
    Block,
    Graph,
    Node,
    Return,
    Type,
    topological,
)
from gpucc.lowering.simplify.simplify import RULES, simplify
from gpucc.lowering.text import format_graph
from gpucc.reduce.graph_runs import evaluate
from gpucc.rules.rewrite import Procedure

F = "fadd fsub fmul fdiv frem copysign fmin fmax fneg fabs floor ceil trunc rint round sqrt pow exp2 cos fma".split()
INF, NAN = math.inf, math.nan


class Maker:
    """m.fadd(x, 1.0, flags=NSZ): numbers become constants of the type of the other operands."""

    def __init__(self) -> None:
        self.block = Block("entry")
        self.x, self.y, self.z = (self.block.make("input", F32, attr=(0, k)) for k in range(3))
        self.c, self.d = (self.block.make("input", BOOL, attr=(1, k)) for k in range(2))
        self.i, self.j = (self.block.make("input", I32, attr=(2, k)) for k in range(2))

    def const(self, type: Type, value: float) -> Node:
        return self.block.make("const", type, attr={"f": float, "i": int, "b": bool}[type.kind](value))

    def __getattr__(self, op: str) -> Callable[..., Node]:
        def make(*args: Any, type: Type | None = None, flags: int = 0) -> Node:
            known = next((arg.type for arg in reversed(args) if isinstance(arg, Node)), F32)
            nodes = tuple(
                arg if isinstance(arg, Node) else self.const(BOOL if isinstance(arg, bool) else known, arg)
                for arg in args
            )
            return self.block.make(op, type or self.result(op, known), nodes, flags=flags)

        return make

    @staticmethod
    def result(op: str, known: Type) -> Type:
        if op in F or op == "select":
            return known
        if op in ("btof", "sitofp", "uitofp"):
            return F32
        compare = op[0] in "fi" and op[1:] in ("oeq one ueq une ord uno olt ole ult ule eq ne slt sle ult ule").split()
        return BOOL if compare or op in ("band", "bor", "bxor", "bnot") else I32 if op == "btoi" else known

    def graph(self, value: Node) -> Graph:
        self.block.terminator = Return({(0, 0): value})
        return Graph("test", [self.block])


m = Maker()
x, y, c, i = m.x, m.y, m.c, m.i
NAMES = {(0, 0): "x", (0, 1): "y", (0, 2): "z", (1, 0): "c", (1, 1): "d", (2, 0): "i", (2, 1): "j"}


def show(node: Node) -> str:
    """Expressions in the notation of the tests."""
    if node.op == "input":
        return NAMES[node.attr] + (f"{100 * node.attr[0]}" if node.attr[0] > 2 else "")  # type: ignore[index]
    if node.op == "const":
        return f"{node.attr:g}" if isinstance(node.attr, float) else str(node.attr)
    return f"{node.op}({', '.join(map(show, node.args))})"


def result(value: Node, fired: Counter[str] | None = None) -> Node:
    maker = Maker()
    moved: dict[Node, Node] = {}
    for node in topological([value]):
        moved[node] = maker.block.make(
            node.op, node.type, tuple(moved[arg] for arg in node.args), node.attr, node.flags
        )
    graph = simplify(maker.graph(moved[value]), applied=fired)
    check_graph(graph, "simplify")
    assert isinstance(graph.entry.terminator, Return)
    return graph.entry.terminator.outputs[0, 0]


SHOWN = (
    "sums products quotients signs roundings extremes comparisons truths choices powers roots integers"
    " integer_comparisons conversions fields"
)


# the rules ------------------------------------------------------------------------------------------------------------

# rules that need no flag, several per file: each output shows one
EXACT = [read_case(FOLDER / "simplify" / f"{name}.txt") for name in SHOWN.split()]
# with the flags the rule applies; without any one of them it does not
FLAGGED = [
    (m.fadd, (x, 0.0), NSZ, "x"),
    (m.fsub, (x, -0.0), NSZ, "x"),
    (m.fsub, (0.0, x), NSZ, "fneg(x)"),
    (m.fsub, (x, x), NNAN, "0"),
    (m.fmul, (x, 0.0), NSZ | NNAN, "0"),
    (m.fdiv, (x, x), NNAN, "1"),
    (m.fdiv, (x, 5.0), ARCP, "fmul(x, 0.2)"),
    (m.fneg, (m.fsub(x, y),), NSZ, "fsub(y, x)"),
    (m.fmin, (x, INF), NNAN, "x"),
    (m.fult, (x, y), NNAN, "folt(x, y)"),
    (m.ford, (x, y), NNAN, "True"),
    (m.select, (m.folt(x, y), x, y), NNAN | NSZ, "fmin(x, y)"),
    (m.select, (m.folt(y, x), x, y), NNAN | NSZ, "fmax(x, y)"),
    (m.select, (m.folt(x, 0.0), m.fneg(x), x), NSZ, "fabs(x)"),
    (m.select, (m.folt(0.0, x), m.fneg(x), x), NSZ, "fneg(fabs(x))"),
    (m.fma, (x, y, 0.0), NSZ, "fmul(x, y)"),
    (m.pow, (x, 0.5), NSZ | NINF, "sqrt(x)"),
    (m.fadd, (x, m.fsub(y, x)), REASSOC | NSZ, "y"),
    (m.fadd, (2.0, m.fadd(y, -2.0)), REASSOC | NSZ, "y"),
    (m.fadd, (x, m.select(c, m.fsub(y, x), 0.0)), REASSOC | NSZ, "select(c, y, x)"),
    (m.fadd, (x, m.select(c, 0.0, m.fsub(y, x))), REASSOC | NSZ, "select(c, x, y)"),
    (m.pow, (x, 3.0), AFN, "fmul(fmul(x, x), x)"),
]
# flags that must be on both operations
MIXING = REASSOC | NSZ | NNAN
FLAGGED_TWICE = [
    (lambda f, g: m.fadd(m.fadd(x, 2.0, flags=f), 3.0, flags=g), REASSOC, "fadd(x, 5)"),
    (lambda f, g: m.fsub(x, m.fadd(y, m.floor(x), flags=f), flags=g), REASSOC, "fsub(fsub(x, floor(x)), y)"),
    (lambda f, g: m.fmul(m.fmul(x, 2.0, flags=f), 3.0, flags=g), REASSOC, "fmul(x, 6)"),
    (lambda f, g: m.fadd(x, m.fmul(m.btof(c), m.fsub(y, x), flags=f), flags=g), MIXING, "select(c, y, x)"),
    (lambda f, g: m.fmul(m.fmul(x, 2.0, flags=f), m.fmul(y, 3.0, flags=f), flags=g), REASSOC, "fmul(fmul(x, y), 6)"),
]


@pytest.mark.parametrize(("make", "args", "flags", "after"), FLAGGED, ids=[f"{case[3]}" for case in FLAGGED])
def test_rule_under_flags(make: Callable[..., Node], args: tuple[Any, ...], flags: int, after: str) -> None:
    assert show(result(make(*args, flags=flags))) == after
    for bit in (1 << k for k in range(7)):
        if flags & bit:
            assert show(result(make(*args, flags=FAST & ~bit))) != after or (bit == NNAN and "sqrt" in after)


@pytest.mark.parametrize(("make", "flags", "after"), FLAGGED_TWICE, ids=[case[2] for case in FLAGGED_TWICE])
def test_rule_under_flags_of_both(make: Callable[[int, int], Node], flags: int, after: str) -> None:
    assert show(result(make(flags, flags))) == after
    assert show(result(make(0, flags))) != after
    assert show(result(make(flags, 0))) != after


def test_every_rule_has_a_case() -> None:
    """A rule that is a function fires in tests/filetests/simplify or in a case above; for a record, its left side is
    the case."""
    fired: Counter[str] = Counter()
    for case in EXACT:
        simplify(parse_graph(case.given), applied=fired)
    cases = [make(*args, flags=flags) for make, args, flags, _ in FLAGGED]
    cases += [build(flags, flags) for build, flags, _ in FLAGGED_TWICE]
    cases += [m.select(c, x, m.block.make("undef", F32)), m.bits(m.block.make("undef", I32), type=F32)]
    for value in cases:
        result(value, fired)
    assert {rule.name for rule in RULES.rules if isinstance(rule, Procedure)} <= set(fired)


def lanes() -> tuple[Any, Any, Any]:
    """Every pair of awkward values for x and y, with changing z."""
    corners = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        INF,
        -INF,
        NAN,
        1e-45,
        -1e-45,
        1.1754944e-38,
        3.4028235e38,
        0.5,
        -2.5,
        3.0,
        1e30,
        -1e-30,
        8388609.0,
    ]
    a = np.array(list(itertools.product(corners, corners)), np.float32)
    return a[:, 0], a[:, 1], np.roll(a[:, 0], 7)


# constants ------------------------------------------------------------------------------------------------------------

ARITHMETIC = "fadd fsub fmul fdiv fmin fmax frem copysign".split()


@pytest.mark.parametrize("type", [F32, F16])
@pytest.mark.parametrize("op", ARITHMETIC + "sqrt floor ceil trunc rint round fneg fabs".split())
def test_folding_is_numpys_arithmetic(op: str, type: Type) -> None:
    """Folded results are bit for bit those of the operation at run time."""
    dtype = np.float32 if type == F32 else np.float16
    rng = np.random.default_rng(3)
    patterns = rng.integers(0, 1 << type.bits, (400, 2)).astype(f"u{type.bits // 8}").view(dtype)
    corners = np.array(list(itertools.product([0, -0.0, 1, INF, -INF, NAN, 6e-8, 0.5, 2.5, 65504], repeat=2)), dtype)
    for a, b in np.concatenate([patterns, corners]):
        args = [m.const(type, round_to(float(v), type)) for v in ((a, b) if op in ARITHMETIC else (a,))]
        folded = fold(op, type, tuple(args))
        if folded is None:
            assert op == "copysign"
            assert math.isnan(b)
            continue
        inputs = np.zeros((1, 3, 4), np.float32)
        maker = Maker()
        inputs[0, 0, :2] = a, b
        leaves = tuple(maker.block.make("input", type, attr=(0, k)) for k in range(len(args)))
        wanted = evaluate(maker.graph(maker.block.make(op, type, leaves)), inputs, np.zeros((1, 4), np.float32))[0, 0]
        assert same(np.array([folded], dtype), wanted), (op, a, b, folded, wanted)


def test_functions_fold_only_where_the_rounding_is_certain() -> None:
    assert fold("sin", F32, (m.const(F32, 0.0),)) == 0.0
    assert fold("exp2", F32, (m.const(F32, 3.0),)) == 8.0
    assert fold("log", F32, (m.const(F32, -1.0),)) is None
    value = fold("sin", F32, (m.const(F32, 1.0),))
    assert value == np.float32(math.sin(1.0))


def test_division_by_zero_does_not_fold() -> None:
    assert fold("sdiv", I32, (m.const(I32, 1), m.const(I32, 0))) is None
    assert fold("shl", I32, (m.const(I32, 1), m.const(I32, 32))) is None
    assert fold("fptosi", I32, (m.const(F32, 3e9),)) is None


# whole graphs ---------------------------------------------------------------------------------------------------------

PICKED = [
    *"fadd fsub fmul fdiv fmin fmax copysign".split(),
    *("fneg fabs floor ceil trunc rint".split() * 2),
    *"folt fole fult fule foeq fune fone fueq ford funo".split(),
    *"band bor bxor bnot btof".split(),
    *(["select"] * 6),
]


def random_graph(seed: int) -> Graph:
    rng = random.Random(seed)
    maker = Maker()
    floats = [maker.x, maker.y, maker.z, *(maker.const(F32, v) for v in (0.0, -0.0, 1.0, -1.0, 2.0, 0.5, INF))]
    truths = [maker.c, maker.d, maker.const(BOOL, True)]
    for _ in range(30):
        op = rng.choice(PICKED)
        if op in ("band", "bor", "bxor", "bnot"):
            truths.append(getattr(maker, op)(*(rng.choice(truths[-5:]) for _ in range(1 if op == "bnot" else 2))))
        elif op == "select":
            pool = rng.choice((floats, truths))
            pool.append(maker.select(rng.choice(truths[-4:]), rng.choice(pool), rng.choice(pool)))
        elif op == "btof":
            floats.append(maker.btof(rng.choice(truths)))
        else:
            count = 1 if op in "fneg fabs floor ceil trunc rint".split() else 2
            args = [rng.choice(floats if rng.random() < 0.4 else floats[-4:]) for _ in range(count)]
            if op == "copysign":
                # LLVM leaves the sign of a NaN undefined
                args[1] = maker.fmin(args[1], 1.0)
            value = getattr(maker, op)(*args)
            (truths if value.type == BOOL else floats).append(value)
    maker.block.terminator = Return({(0, k): value for k, value in enumerate([*floats[-3:], truths[-1]])})
    return Graph("random", [maker.block])


@pytest.mark.parametrize("seed", range(150))
def test_random_graphs_keep_their_values(seed: int) -> None:
    graph = random_graph(seed)
    better = simplify(graph)
    check_graph(better, "simplify")
    values = lanes()
    inputs = np.zeros((len(values[0]), 2, 4), np.float32)
    inputs[:, 0, :3] = np.stack(values, 1)
    inputs[:, 1, 0], inputs[:, 1, 1] = np.arange(len(inputs)) % 2, np.arange(len(inputs)) // 2 % 2
    wanted, found = (evaluate(g, inputs, np.zeros((1, 4), np.float32)) for g in (graph, better))
    assert all(same(found[place], wanted[place]) for place in wanted), format_graph(better)
    assert format_graph(simplify(better)) == format_graph(better)


def test_integer_flags_survive_where_they_hold() -> None:
    inner = m.iadd(i, 3, flags=NSW)
    assert result(m.iadd(inner, 4, flags=NSW)).flags == NSW
    assert result(m.iadd(inner, -4, flags=NSW)).flags == 0


# control flow ---------------------------------------------------------------------------------------------------------


def test_shaders_of_llvm_keep_their_values() -> None:
    """A clamp written with branches, through memory that LLVM kept."""
    text = """
define { float } @gpucc.shader(float %x) {
entry:
  %m = alloca float
  store float %x, ptr %m
  %c = fcmp ogt float %x, 1.0
  br i1 %c, label %high, label %low
high:
  store float 1.0, ptr %m
  br label %done
low:
  br label %done
done:
  %v = load float, ptr %m
  %r = insertvalue { float } poison, float %v, 0
  ret { float } %r
}"""
    graph = simplify(graph_of(shader(text)))
    inputs = np.array([[[v, 0, 0, 0]] for v in (-1, 0.5, 3, NAN)], np.float32)
    assert same(evaluate(graph, inputs, np.zeros((1, 4), np.float32))[0, 0], np.array([-1, 0.5, 1, NAN], np.float32))
