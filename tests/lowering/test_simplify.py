"""Simplification: each rule alone, proven by an SMT solver or over awkward values; random graphs; control flow; sums."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import z3
from graph_runner import evaluate
from graph_shaders import graph_of, same, shader

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
    topological,
)
from gpucc.lowering.simplify.simplify import RULES, simplify
from gpucc.lowering.text import format_graph
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
            nodes = tuple(arg if isinstance(arg, Node) else self.const(BOOL if isinstance(arg, bool) else known, arg) for arg in args)
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
x, y, z, c, d, i, j = m.x, m.y, m.z, m.c, m.d, m.i, m.j
I8, I64 = integer(8), integer(64)
NAMES = {(0, 0): "x", (0, 1): "y", (0, 2): "z", (1, 0): "c", (1, 1): "d", (2, 0): "i", (2, 1): "j"}


def show(node: Node) -> str:
    """Expressions as the tests write them."""
    if node.op == "input":
        return NAMES[node.attr] + (f"{100 * node.attr[0]}" if node.attr[0] > 2 else "")  # type: ignore[index]
    if node.op == "const":
        return f"{node.attr:g}" if isinstance(node.attr, float) else str(node.attr)
    return f"{node.op}({', '.join(map(show, node.args))})"


def result(value: Node, available: frozenset[str] | None = None, fired: Counter[str] | None = None) -> Node:
    maker = Maker()
    moved: dict[Node, Node] = {}
    for node in topological([value]):
        moved[node] = maker.block.make(node.op, node.type, tuple(moved[arg] for arg in node.args), node.attr, node.flags)
    graph = simplify(maker.graph(moved[value]), available, applied=fired)
    check_graph(graph, "simplify")
    assert isinstance(graph.entry.terminator, Return)
    return graph.entry.terminator.outputs[0, 0]


# the rules ------------------------------------------------------------------------------------------------------------

EXACT = [
    (m.fadd(x, -0.0), "x"),
    (m.fadd(m.fabs(x), 0.0), "fabs(x)"),
    (m.fadd(m.fmul(x, x), 0.0), "fmul(x, x)"),
    (m.fadd(x, m.fneg(y)), "fsub(x, y)"),
    (m.fadd(m.fneg(x), y), "fsub(y, x)"),
    (m.fadd(x, m.fmul(m.fneg(y), z)), "fsub(x, fmul(y, z))"),
    (m.fadd(x, m.fdiv(y, m.fneg(z))), "fsub(x, fdiv(y, z))"),
    (m.fsub(x, 0.0), "x"),
    (m.fsub(-0.0, x), "fneg(x)"),
    (m.fsub(x, m.fneg(y)), "fadd(x, y)"),
    (m.fsub(x, m.fmul(y, m.fneg(z))), "fadd(x, fmul(y, z))"),
    (m.fsub(m.btof(c), m.btof(c)), "0"),
    (m.fmul(x, 1.0), "x"),
    (m.fmul(-1.0, x), "fneg(x)"),
    (m.fmul(m.fneg(x), m.fneg(y)), "fmul(x, y)"),
    (m.fmul(m.fneg(x), 3.0), "fmul(x, -3)"),
    (m.fmul(m.fmul(m.fneg(x), y), 3.0), "fmul(fmul(x, y), -3)"),
    (m.fmul(m.fdiv(x, m.fneg(y)), 3.0), "fmul(fdiv(x, y), -3)"),
    (m.fmul(m.fabs(x), m.fabs(x)), "fmul(x, x)"),
    (m.fdiv(x, 1.0), "x"),
    (m.fdiv(x, 8.0), "fmul(x, 0.125)"),
    (m.fdiv(x, -0.25), "fmul(x, -4)"),
    (m.fdiv(m.fneg(x), m.fneg(y)), "fdiv(x, y)"),
    (m.fdiv(m.fneg(x), 3.0), "fdiv(x, -3)"),
    (m.fdiv(3.0, m.fneg(x)), "fdiv(-3, x)"),
    (m.fneg(m.fneg(x)), "x"),
    (m.fneg(m.fmul(x, 3.0)), "fmul(x, -3)"),
    (m.fneg(m.fdiv(3.0, x)), "fdiv(-3, x)"),
    (m.fabs(m.fneg(x)), "fabs(x)"),
    (m.fabs(m.fabs(x)), "fabs(x)"),
    (m.fabs(m.copysign(x, y)), "fabs(x)"),
    (m.fabs(m.fmul(x, x)), "fmul(x, x)"),
    (m.fabs(m.fmax(x, 0.5)), "fmax(x, 0.5)"),
    (m.copysign(x, 2.0), "fabs(x)"),
    (m.copysign(x, -0.0), "fneg(fabs(x))"),
    (m.copysign(x, x), "x"),
    (m.copysign(m.fneg(x), y), "copysign(x, y)"),
    (m.copysign(x, m.fabs(y)), "fabs(x)"),
    (m.floor(m.ceil(x)), "ceil(x)"),
    (m.rint(m.fadd(m.floor(x), 3.0)), "fadd(floor(x), 3)"),
    (m.trunc(m.fabs(x)), "floor(fabs(x))"),
    (m.fmin(x, x), "x"),
    (m.fmin(m.fmin(x, y), y), "fmin(x, y)"),
    (m.fmax(x, NAN), "x"),
    (m.fmin(x, -INF), "-inf"),
    (m.fmax(m.fmax(x, 1.0), INF), "inf"),
    (m.fmin(m.fmin(x, 1.0), 2.0), "fmin(x, 1)"),
    (m.fmin(m.fmax(x, 3.0), 2.0), "2"),
    (m.fmin(m.fmax(x, -0.0), 0.0), "fmin(fmax(x, -0), 0)"),
    (m.fmin(m.fneg(x), m.fneg(y)), "fneg(fmax(x, y))"),
    (m.fmax(m.fneg(x), -2.0), "fneg(fmin(x, 2))"),
    (m.folt(x, x), "False"),
    (m.fole(x, x), "ford(x, x)"),
    (m.fune(x, x), "funo(x, x)"),
    (m.fueq(x, x), "True"),
    (m.folt(m.fneg(x), m.fneg(y)), "folt(y, x)"),
    (m.folt(m.fneg(x), 1.0), "folt(-1, x)"),
    (m.fult(2.0, m.fneg(x)), "fult(x, -2)"),
    (m.foeq(m.fneg(x), 2.0), "foeq(x, -2)"),
    (m.foeq(m.fabs(x), 0.0), "foeq(x, 0)"),
    (m.folt(m.fabs(x), 0.0), "False"),
    (m.fole(m.fabs(x), -0.0), "foeq(x, -0)"),
    (m.folt(x, NAN), "False"),
    (m.fult(NAN, x), "True"),
    (m.fult(m.btof(c), m.fmin(x, 1.0)), "folt(btof(c), fmin(x, 1))"),
    (m.ford(m.fneg(x), 1.0), "ford(x, x)"),
    (m.funo(m.btof(c), 1.0), "False"),
    (m.folt(m.btof(c), 0.5), "bnot(c)"),
    (m.foeq(m.btof(c), 1.0), "c"),
    (m.folt(m.select(c, x.type and m.const(F32, 2.0), 5.0), 3.0), "c"),
    (m.folt(m.select(c, m.const(F32, 2.0), 5.0), 9.0), "True"),
    (m.band(c, True), "c"),
    (m.band(c, False), "False"),
    (m.bor(c, m.bnot(c)), "True"),
    (m.band(m.bor(c, d), c), "c"),
    (m.band(c, m.band(d, c)), "band(d, c)"),
    (m.band(m.bnot(c), m.bnot(d)), "bnot(bor(c, d))"),
    (m.bxor(c, True), "bnot(c)"),
    (m.bxor(m.bnot(c), d), "bnot(bxor(c, d))"),
    (m.bxor(c, m.bnot(c)), "True"),
    (m.bnot(m.bnot(c)), "c"),
    (m.bnot(m.foeq(x, y)), "fune(x, y)"),
    (m.bnot(m.fult(x, y)), "fole(y, x)"),
    (m.bnot(m.folt(x, y)), "bnot(folt(x, y))"),
    (m.bnot(m.islt(i, j)), "isle(j, i)"),
    (m.select(c, x, x), "x"),
    (m.select(m.bnot(c), x, y), "select(c, y, x)"),
    (m.select(m.fune(x, x), m.fneg(y), m.fneg(z)), "fneg(select(funo(x, x), y, z))"),
    (m.select(c, d, True), "bor(bnot(c), d)"),
    (m.select(c, d, False), "band(c, d)"),
    (m.select(c, m.const(BOOL, True), d), "bor(c, d)"),
    (m.select(c, m.const(BOOL, False), d), "band(bnot(c), d)"),
    (m.select(c, m.const(F32, 1.0), 0.0), "btof(c)"),
    (m.select(c, m.const(F32, 0.0), 1.0), "btof(bnot(c))"),
    (m.select(c, m.const(I32, 1), 0), "btoi(c)"),
    (m.select(c, m.select(c, x, y), z), "select(c, x, z)"),
    (m.select(c, x, m.select(c, y, z)), "select(c, x, z)"),
    (m.select(c, m.select(d, x, y), y), "select(band(c, d), x, y)"),
    (m.select(c, x, m.select(d, x, y)), "select(bor(c, d), x, y)"),
    (m.select(m.folt(1.0, x), x, 1.0), "fmax(x, 1)"),
    (m.select(m.folt(x, 1.0), x, 1.0), "fmin(x, 1)"),
    (m.select(m.folt(0.0, x), x, 0.0), "fmax(x, 0)"),
    (m.select(m.folt(x, 0.0), x, 0.0), "select(folt(x, 0), x, 0)"),
    (m.select(m.fult(x, 1.0), 1.0, x), "fmax(x, 1)"),
    (m.select(m.folt(x, 1.0), 1.0, x), "select(folt(x, 1), 1, x)"),
    (m.select(m.folt(x, y), x, y), "select(folt(x, y), x, y)"),
    (m.pow(x, 1.0), "x"),
    (m.pow(x, 0.0), "1"),
    (m.pow(1.0, x), "1"),
    (m.iadd(i, 0), "i"),
    (m.iadd(m.iadd(i, 3), 4), "iadd(i, 7)"),
    (m.isub(i, i), "0"),
    (m.isub(i, 5), "iadd(i, -5)"),
    (m.imul(m.imul(i, 3), -2), "imul(i, -6)"),
    (m.imul(i, 0), "0"),
    (m.iand(i, -1), "i"),
    (m.iand(m.iand(i, 12), 6), "iand(i, 4)"),
    (m.ior(i, i), "i"),
    (m.ixor(i, i), "0"),
    (m.shl(i, 0), "i"),
    (m.srem(i, 1), "0"),
    (m.ieq(m.iadd(i, 3), 10), "ieq(i, 7)"),
    (m.ine(m.isub(i, j), 0), "ine(i, j)"),
    (m.ieq(m.ior(i, j), 0), "band(ieq(i, 0), ieq(j, 0))"),
    (m.ine(m.iand(i, j), -1), "bor(ine(i, -1), ine(j, -1))"),
    (m.ieq(m.ixor(i, j), 0), "ieq(i, j)"),
    (m.islt(m.ior(i, j), 0), "bor(islt(i, 0), islt(j, 0))"),
    (m.islt(-1, m.iand(i, j)), "bor(islt(-1, i), islt(-1, j))"),
    (m.iult(m.ior(i, j), 8), "band(iult(i, 8), iult(j, 8))"),
    (m.ieq(m.btoi(c), 1), "c"),
    (m.islt(0, m.btoi(c)), "c"),
    (m.ieq(m.sext(m.itrunc(i, type=I8), type=I32), 300), "False"),
    (m.ine(m.zext(m.itrunc(i, type=I8), type=I32), 200), "ine(itrunc(i), -56)"),
    (m.islt(m.sext(i, type=I64), 7), "islt(i, 7)"),
    (m.itrunc(m.sext(i, type=I64), type=I32), "i"),
    (m.itrunc(m.zext(i, type=I64), type=I8), "itrunc(i)"),
    (m.sext(m.zext(m.itrunc(i, type=I8), type=integer(16)), type=I32), "zext(itrunc(i))"),
    (m.itrunc(m.itrunc(i, type=integer(16)), type=I8), "itrunc(i)"),
    (m.uitofp(m.btoi(c)), "btof(c)"),
    (m.sitofp(m.sext(i, type=I64)), "sitofp(i)"),
    (m.fptosi(m.trunc(m.fmin(m.fmax(x, -9.0), 9.0)), type=I32), "fptosi(fmin(fmax(x, -9), 9))"),
    (m.fpconvert(m.fpconvert(m.fpconvert(x, type=F16), type=F32), type=F16), "fpconvert(x)"),
    (m.bits(m.bits(x, type=I32), type=F32), "x"),
    (m.bits(m.select(c, m.bits(x, type=I32), 0), type=F32), "select(c, x, 0)"),
]
# with the flags the rule holds; without any one of them it does not
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


@pytest.mark.parametrize(("before", "after"), EXACT, ids=[show(before) for before, _ in EXACT])
def test_exact_rule(before: Node, after: str) -> None:
    found = result(before)
    assert show(found) == after
    values = lanes()
    inputs = np.zeros((len(values[0]), 3, 4), np.float32)
    inputs[:, 0, :3] = np.stack(values, 1)
    inputs[:, 1, 0], inputs[:, 1, 1] = np.arange(len(inputs)) % 2, np.arange(len(inputs)) // 2 % 2
    inputs[:, 2, :2] = np.random.default_rng(1).integers(-20, 21, (len(inputs), 2))
    nothing = np.zeros((1, 4), np.float32)
    wanted = evaluate(Maker().graph(before), inputs, nothing)[0, 0]
    assert same(evaluate(Maker().graph(found), inputs, nothing)[0, 0], wanted)


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
    """Each rule that is a function fires for at least one of the cases above; of records their left sides are cases."""
    fired: Counter[str] = Counter()
    cases = [before for before, _ in EXACT]
    cases += [make(*args, flags=flags) for make, args, flags, _ in FLAGGED]
    cases += [build(flags, flags) for build, flags, _ in FLAGGED_TWICE]
    cases += [m.select(c, x, m.block.make("undef", F32)), m.bits(m.block.make("undef", I32), type=F32)]
    for case in cases:
        result(case, fired=fired)
    assert {rule.name for rule in RULES.rules if isinstance(rule, Procedure)} <= set(fired)


def lanes() -> tuple[Any, Any, Any]:
    """Every pair of awkward values for x and y, with changing z."""
    corners = [0.0, -0.0, 1.0, -1.0, INF, -INF, NAN, 1e-45, -1e-45, 1.1754944e-38, 3.4028235e38, 0.5, -2.5, 3.0, 1e30, -1e-30, 8388609.0]
    a = np.array(list(itertools.product(corners, corners)), np.float32)
    return a[:, 0], a[:, 1], np.roll(a[:, 0], 7)


# proofs ---------------------------------------------------------------------------------------------------------------

# small floats: no rule depends on the width, and proofs with products stay short
SORT = z3.FPSort(4, 5)
NEAREST = z3.RNE()
ROUNDINGS = {"floor": z3.RTN(), "ceil": z3.RTP(), "trunc": z3.RTZ(), "rint": z3.RNE(), "round": z3.RNA()}


def _least(a: Any, b: Any) -> Any:
    equal = z3.If(z3.fpIsNegative(a), a, b)
    return z3.If(z3.fpIsNaN(a), b, z3.If(z3.fpIsNaN(b), a, z3.If(z3.fpEQ(a, b), equal, z3.If(z3.fpLT(a, b), a, b))))


def _ordered(a: Any, b: Any) -> Any:
    return z3.And(z3.Not(z3.fpIsNaN(a)), z3.Not(z3.fpIsNaN(b)))


MEANING: dict[str, Callable[..., Any]] = {
    "fadd": lambda a, b: z3.fpAdd(NEAREST, a, b),
    "fsub": lambda a, b: z3.fpSub(NEAREST, a, b),
    "fmul": lambda a, b: z3.fpMul(NEAREST, a, b),
    "fdiv": lambda a, b: z3.fpDiv(NEAREST, a, b),
    "fmin": _least,
    "fmax": lambda a, b: z3.fpNeg(_least(z3.fpNeg(a), z3.fpNeg(b))),
    "fneg": z3.fpNeg,
    "fabs": z3.fpAbs,
    "copysign": lambda a, b: z3.If(z3.fpIsNegative(b), z3.fpNeg(z3.fpAbs(a)), z3.fpAbs(a)),
    **{name: lambda a, mode=mode: z3.fpRoundToIntegral(mode, a) for name, mode in ROUNDINGS.items()},
    "foeq": z3.fpEQ,
    "fune": lambda a, b: z3.Not(z3.fpEQ(a, b)),
    "fone": lambda a, b: z3.And(_ordered(a, b), z3.Not(z3.fpEQ(a, b))),
    "fueq": lambda a, b: z3.Or(z3.Not(_ordered(a, b)), z3.fpEQ(a, b)),
    "folt": z3.fpLT,
    "fole": z3.fpLEQ,
    "fult": lambda a, b: z3.Not(z3.fpGEQ(a, b)),
    "fule": lambda a, b: z3.Not(z3.fpGT(a, b)),
    "ford": _ordered,
    "funo": lambda a, b: z3.Not(_ordered(a, b)),
    "band": z3.And,
    "bor": z3.Or,
    "bxor": z3.Xor,
    "bnot": z3.Not,
    "select": z3.If,
    "btof": lambda a: z3.If(a, z3.FPVal(1.0, SORT), z3.FPVal(0.0, SORT)),
}
SYMBOLS = {
    **{name: z3.FP(name, SORT) for name in "xyz"},
    **{name: z3.Bool(name) for name in "cd"},
}


def term(node: Node) -> Any:
    """The node in the solver's language."""
    if node.op == "input":
        return SYMBOLS[show(node)]
    if node.op == "const":
        return z3.BoolVal(node.attr) if isinstance(node.attr, bool) else z3.FPVal(node.attr, SORT)
    return MEANING[node.op](*map(term, node.args))


PROVABLE = [
    case[0] for case in EXACT if all(n.op in {*MEANING, "const", "input"} and n.type in (F32, BOOL) for n in topological([case[0]]))
]


@pytest.mark.parametrize("before", PROVABLE, ids=show)
def test_exact_rule_is_proven(before: Node) -> None:
    solver = z3.Solver()
    solver.add(term(before) != term(result(before)))
    assert solver.check() == z3.unsat


@pytest.mark.parametrize(
    ("wrong", "claimed"), [(m.fadd(x, 0.0), x), (m.fsub(0.0, x), m.fneg(x)), (m.select(m.folt(x, y), x, y), m.fmin(x, y))]
)
def test_the_solver_refutes_what_is_wrong(wrong: Node, claimed: Node) -> None:
    solver = z3.Solver()
    solver.add(term(wrong) != term(claimed))
    assert solver.check() == z3.sat


# constants ------------------------------------------------------------------------------------------------------------

ARITHMETIC = "fadd fsub fmul fdiv fmin fmax frem copysign".split()


@pytest.mark.parametrize("type", [F32, F16])
@pytest.mark.parametrize("op", ARITHMETIC + "sqrt floor ceil trunc rint round fneg fabs".split())
def test_folding_is_numpys_arithmetic(op: str, type: Type) -> None:
    """What folds is bit for bit what the operation gives at run time."""
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
    *("fadd fsub fmul fdiv fmin fmax copysign".split()),
    *("fneg fabs floor ceil trunc rint".split() * 2),
    *("folt fole fult fule foeq fune fone fueq ford funo".split()),
    *("band bor bxor bnot btof".split()),
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
                # a NaN's sign is nobody's business: LLVM leaves it open
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


def test_only_available_operations_are_made() -> None:
    """After legalisation a rule must not bring back what the target lacks."""
    value = m.fadd(m.select(m.folt(1.0, x), x, 1.0), m.fole(x, x) and m.fabs(m.fneg(y)))
    assert show(result(value)) == "fadd(fmax(x, 1), fabs(y))"
    available = frozenset(("fadd", "select", "folt", "fabs", "fneg"))
    assert show(result(value, available)) == "fadd(select(folt(1, x), x, 1), fabs(y))"


def test_integer_flags_survive_where_they_hold() -> None:
    inner = m.iadd(i, 3, flags=NSW)
    assert result(m.iadd(inner, 4, flags=NSW)).flags == NSW
    assert result(m.iadd(inner, -4, flags=NSW)).flags == 0


# sums -----------------------------------------------------------------------------------------------------------------


def lane(register: int, component: int, op: str = "uniform") -> Node:
    return m.block.make(op, F32, attr=(register, component))


def listed(value: Node) -> str:
    """A left-to-right sum as its terms."""
    if value.op in ("fadd", "fsub"):
        return f"{listed(value.args[0])} {'+' if value.op == 'fadd' else '-'} {listed(value.args[1])}"
    return value.op if value.args else "c" if value.op == "const" else f"{value.op[0]}{value.attr[0]}{'xyzw'[value.attr[1]]}"  # type: ignore[index]


def sum_of(terms: list[Node], flags: int) -> Node:
    total = terms[0]
    for part in terms[1:]:
        total = m.fadd(total, part, flags=flags)
    return total


def products(value: Node) -> list[tuple[Any, ...]]:
    found = []
    while value.op in ("fadd", "fsub"):
        value, last = value.args
        found.append(last)
    return [
        tuple(sorted(arg.attr for arg in part.args if arg.op != "const")) if part.op == "fmul" else part.attr
        for part in [*found, value][::-1]
    ]


def test_dot_products_are_put_into_order() -> None:
    dot = [m.fmul(lane(3, k), lane(0, k, "input")) for k in range(4)]
    value = sum_of([dot[2], dot[0], dot[3], dot[1]], REASSOC)
    assert products(result(value)) == [((0, k), (3, k)) for k in range(4)]
    assert products(result(sum_of([dot[2], dot[0], dot[3], dot[1]], FAST & ~REASSOC)))[0] == ((0, 2), (3, 2))


def test_addends_follow_products_and_constants_come_last() -> None:
    dot = [m.fmul(lane(3, k), lane(0, k, "input")) for k in range(3)]
    value = sum_of([m.const(F32, 1.0), lane(3, 3), dot[1], m.const(F32, 2.5), dot[0], dot[2]], FAST)
    assert products(result(value)) == [((0, 0), (3, 0)), ((0, 1), (3, 1)), ((0, 2), (3, 2)), (3, 3), 3.5]


def test_trees_become_chains_and_shared_sums_stay() -> None:
    a, b, e, f = (lane(7, k) for k in range(4))
    tree = m.fadd(m.fadd(a, b, flags=FAST), m.fadd(e, f, flags=FAST), flags=FAST)
    assert listed(result(tree)) == "u7x + u7y + u7z + u7w"
    shared = m.fadd(e, f, flags=FAST)
    found = result(m.fadd(m.fmul(m.fadd(m.fadd(a, b, flags=FAST), shared, flags=FAST), x), m.fabs(shared)))
    assert listed(found.args[0].args[0]) == "u7x + u7y + u7z + u7w"


def test_subtracted_terms_come_last() -> None:
    value = m.fsub(m.fsub(lane(1, 0), lane(1, 1), flags=FAST), m.fsub(lane(1, 2), lane(1, 3), flags=FAST), flags=FAST)
    assert listed(result(value)) == "u1x + u1w - u1y - u1z"


def test_fractions_stay_together() -> None:
    fraction = m.fsub(x, m.floor(x), flags=FAST)
    total = m.fsub(m.fadd(lane(1, 0), fraction, flags=FAST), lane(1, 1), flags=FAST)
    assert "fsub(x, floor(x))" in show(result(total))


def test_quotients_by_one_divisor_are_divided_once() -> None:
    """But not where a quotient is wanted otherwise, nor without leave."""
    length = m.sqrt(lane(2, 3))
    parts = [m.fdiv(m.fmul(lane(3, k), lane(0, k, "input"), flags=FAST), length, flags=FAST) for k in (2, 0, 1)]
    whole = result(sum_of(parts, FAST))
    assert whole.op == "fdiv"
    assert products(whole.args[0]) == [((0, k), (3, k)) for k in range(3)]
    assert whole.args[1].op == "sqrt"
    assert result(sum_of(parts, FAST & ~REASSOC)).op == "fadd"
    assert result(m.fmul(sum_of(parts, FAST), parts[0])).args[0].op == "fadd"


def test_products_with_one_factor_are_multiplied_once() -> None:
    """But not where a product is wanted otherwise, nor without leave."""
    terms = [m.fmul(x, z, flags=FAST), m.fmul(y, z, flags=FAST)]
    assert show(result(m.fadd(*terms, flags=FAST))) == "fmul(fadd(x, y), z)"
    assert show(result(m.fsub(*terms, flags=FAST))) == "fmul(fsub(x, y), z)"
    assert result(m.fadd(*terms, flags=FAST & ~REASSOC)).op == "fadd"
    assert result(m.fmul(m.fadd(*terms, flags=FAST), terms[0])).args[0].op == "fadd"
    negative = m.fsub(m.fsub(1.0, terms[0], flags=FAST), terms[1], flags=FAST)
    assert show(result(negative)) == "fsub(1, fmul(fadd(x, y), z))"


def test_factors_that_products_share_are_multiplied_first() -> None:
    """But not without leave: x (z w) and y (z w) take three multiplications, (x z) w and (y z) w four."""

    def written(flags: int) -> Node:
        return m.fmax(*(m.fmul(m.fmul(one, z, flags=flags), m.sqrt(z), flags=flags) for one in (x, y)))

    assert show(result(written(FAST))) == "fmax(fmul(fmul(z, sqrt(z)), x), fmul(fmul(z, sqrt(z)), y))"
    assert show(result(written(FAST & ~REASSOC))) == "fmax(fmul(fmul(x, z), sqrt(z)), fmul(fmul(y, z), sqrt(z)))"


# control flow ---------------------------------------------------------------------------------------------------------


def test_decided_branches_and_single_phis_go() -> None:
    entry, left, right, join = (Block(name) for name in ("entry", "left", "right", "join"))
    value = entry.make("input", F32, attr=(0, 0))
    phi = Node("phi", F32, (), ("join", 0))
    join.phis.append(phi)
    condition = entry.make("folt", BOOL, (value, value))
    entry.terminator = Branch(condition, Edge(left), Edge(right))
    left.terminator = Jump(Edge(join, [entry.make("fadd", F32, (value, value))]))
    right.terminator = Jump(Edge(join, [value]))
    join.terminator = Return({(0, 0): phi})
    graph = simplify(Graph("test", [entry, left, right, join]))
    check_graph(graph, "simplify")
    assert format_graph(graph) == "graph test\n\nentry:\n  return\n    out0.x = in0.x\n"


def loop(extra: bool) -> Graph:
    """A counter, and with `extra` a phi that only feeds itself and one that never changes."""
    entry, head, body, done = (Block(name) for name in ("entry", "head", "body", "done"))
    start = entry.make("const", I32, attr=0)
    value = entry.make("input", F32, attr=(0, 0))
    phis = [Node("phi", type, (), ("head", k)) for k, type in enumerate((F32, I32, F32)[: 3 if extra else 2])]
    if extra:
        phis = [phis[0], phis[1], phis[2]]
    head.phis += phis
    counter = phis[1]
    more = body.make("iadd", I32, (counter, body.make("const", I32, attr=1)))
    unused = body.make("fadd", F32, (phis[0], value))
    entry.terminator = Jump(Edge(head, [value, start, value][: len(phis)]))
    head.terminator = Branch(head.make("islt", BOOL, (counter, head.make("const", I32, attr=4))), Edge(body), Edge(done))
    body.terminator = Jump(Edge(head, [unused, more, phis[-1]][: len(phis)]))
    done.terminator = Return({(0, 0): phis[-1] if extra else counter})
    return Graph("loop", [entry, head, body, done])


def test_phis_that_nothing_needs_go() -> None:
    graph = simplify(loop(extra=True))
    check_graph(graph, "simplify")
    head = graph.blocks[1]
    assert [(phi.type, phi.attr) for phi in head.phis] == [(I32, ("head", 0))]
    assert "out0.x = in0.x" in format_graph(graph)


def test_loops_keep_their_values() -> None:
    inputs = np.ones((4, 1, 4), np.float32)
    for extra in (False, True):
        wanted, found = (evaluate(g, inputs, np.zeros((1, 4), np.float32)) for g in (loop(extra), simplify(loop(extra))))
        assert same(wanted[0, 0], found[0, 0])


def test_effects_stay_in_order() -> None:
    block, array = Block("entry"), LocalArray("a", 4, F32)
    value, index = block.make("input", F32, attr=(0, 0)), block.make("const", I32, attr=1)
    block.effects.append(Node("local_store", VOID, (index, value), array))
    first = Node("local_load", F32, (index,), array)
    block.effects += [first, Node("local_store", VOID, (index, block.make("fneg", F32, (first,))), array)]
    last = Node("local_load", F32, (index,), array)
    block.effects += [last, Node("discard", VOID, (block.make("const", BOOL, attr=False),))]
    block.terminator = Return({(0, 0): block.make("fadd", F32, (first, last))})
    graph = simplify(Graph("test", [block]))
    assert [effect.op for effect in graph.entry.effects] == ["local_store", "local_load", "local_store", "local_load"]
    inputs = np.full((2, 1, 4), 3.0, np.float32)
    assert list(evaluate(graph, inputs, np.zeros((1, 4), np.float32))[0, 0]) == [0.0, 0.0]


def test_shaders_of_llvm_keep_their_values() -> None:
    """A clamp written with branches, through memory that LLVM left."""
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
