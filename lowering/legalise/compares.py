"""Comparisons and choices that a target lacks, by those it has; every identity holds for NaN as well."""

from __future__ import annotations

from gpucc.lowering.graph import NNAN, Node
from gpucc.lowering.logic import truth
from gpucc.lowering.maker import Expansion, Maker, is_const, value_of


def _may_be_nan(m: Maker, x: Node) -> bool:
    return not (is_const(x) and value_of(x) == value_of(x)) and x.op != "btof"


def _unordered_less(m: Maker, a: Node, b: Node) -> Node:
    return m.op("folt", a, b) if m.flags & NNAN else m.invert(m.op("fole", b, a))


def _unordered_at_most(m: Maker, a: Node, b: Node) -> Node:
    return m.op("fole", a, b) if m.flags & NNAN else m.invert(m.op("folt", b, a))


def _ordered(m: Maker, a: Node, b: Node) -> Node:
    result = truth(m.block, True)
    for x in dict.fromkeys((a, b)):
        if m.flags & NNAN == 0 and _may_be_nan(m, x):
            result = m.both(result, m.op("foeq", x, x))
    return result


def _unordered(m: Maker, a: Node, b: Node) -> Node:
    result = truth(m.block, False)
    for x in dict.fromkeys((a, b)):
        if m.flags & NNAN == 0 and _may_be_nan(m, x):
            result = m.either(result, m.op("fune", x, x))
    return result


def _ordered_unequal(m: Maker, a: Node, b: Node) -> Node:
    if m.flags & NNAN or not (_may_be_nan(m, a) or _may_be_nan(m, b)):
        return m.op("fune", a, b)
    return m.either(m.op("folt", a, b), m.op("folt", b, a))


def _unordered_equal(m: Maker, a: Node, b: Node) -> Node:
    if m.flags & NNAN or not (_may_be_nan(m, a) or _may_be_nan(m, b)):
        return m.op("foeq", a, b)
    return m.invert(m.either(m.op("folt", a, b), m.op("folt", b, a)))


def _equal(m: Maker, a: Node, b: Node) -> Node:
    return m.both(m.op("fole", a, b), m.op("fole", b, a))


def _unequal(m: Maker, a: Node, b: Node) -> Node:
    return m.op("bnot", m.op("foeq", a, b))


def _less(m: Maker, a: Node, b: Node) -> Node:
    """a <= b is false for NaN, and so is this."""
    return m.both(m.op("fole", a, b), m.op("bnot", m.op("fole", b, a)))


def _at_most(m: Maker, a: Node, b: Node) -> Node:
    return m.either(m.op("folt", a, b), m.op("foeq", a, b))


COMPARES: dict[str, Expansion] = {
    "fult": _unordered_less,
    "fule": _unordered_at_most,
    "ford": _ordered,
    "funo": _unordered,
    "fone": _ordered_unequal,
    "fueq": _unordered_equal,
    "foeq": _equal,
    "fune": _unequal,
    "folt": _less,
    "fole": _at_most,
    "bxor": Maker.differ,
    "select": Maker.pick,
}
