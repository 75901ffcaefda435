"""Facts about values that hold in every run. A positive result is certain; the depth of the search is limited."""

from __future__ import annotations

import math
from collections.abc import Callable

from gpucc.isa.neutral import NINF, NNAN
from gpucc.rules.facts import Predicate
from gpucc.rules.terms import GraphNode, Uses

DEPTH = 4
WHOLE = frozenset("floor ceil trunc rint round sitofp uitofp btof".split())
KEEPS_NAN = frozenset("floor ceil trunc rint round fneg fabs fpconvert copysign exp2 exp".split())
ARITHMETIC = frozenset("fadd fsub fmul fmin fmax".split())


def number(node: GraphNode) -> float | None:
    """Return the value of a constant float."""
    return node.attr if node.op == "const" and isinstance(node.attr, float) else None


def is_zero(node: GraphNode, sign: float = 0.0) -> bool:
    """Return whether the node is a constant zero; with `sign`, one with that sign."""
    value = number(node)
    return value == 0 and (not sign or math.copysign(1.0, value) == sign)


def never_nan(node: GraphNode, depth: int = DEPTH) -> bool:
    value = number(node)
    if value is not None:
        return value == value
    if node.flags & NNAN or node.op in ("sitofp", "uitofp", "btof"):
        return True
    if not depth:
        return False
    if node.op in KEEPS_NAN:
        return never_nan(node.args[0], depth - 1)
    if node.op in ("fmin", "fmax"):
        return any(never_nan(arg, depth - 1) for arg in node.args)
    return node.op == "select" and all(never_nan(arg, depth - 1) for arg in node.args[1:])


def never_infinite(node: GraphNode, depth: int = DEPTH) -> bool:
    value = number(node)
    if value is not None:
        return not math.isinf(value)
    if (
        node.flags & NINF
        or node.op in ("btof", "sin", "cos")
        or (node.op in ("sitofp", "uitofp") and node.type.bits == 32)
    ):
        return True
    if not depth:
        return False
    if node.op in ("floor", "ceil", "trunc", "rint", "fneg", "fabs"):
        return never_infinite(node.args[0], depth - 1)
    return node.op == "select" and all(never_infinite(arg, depth - 1) for arg in node.args[1:])


def never_negative_zero(node: GraphNode, depth: int = DEPTH) -> bool:
    value = number(node)
    if value is not None:
        return not is_zero(node, -1.0)
    if node.op in ("fabs", "sitofp", "uitofp", "btof", "exp2", "exp"):
        return True
    if node.op == "fmul" and node.args[0] is node.args[1]:
        return True
    if not depth:
        return False
    if node.op == "fadd":
        # in rounding to nearest only (-0) + (-0) is -0
        return any(never_negative_zero(arg, depth - 1) for arg in node.args)
    if node.op == "fsub":
        return never_negative_zero(node.args[0], depth - 1)
    if node.op == "fmax":
        return any(is_zero(arg, 1.0) or (number(arg) or 0) > 0 for arg in node.args)
    return node.op == "select" and all(never_negative_zero(arg, depth - 1) for arg in node.args[1:])


def never_negative(node: GraphNode, depth: int = DEPTH) -> bool:
    """Return whether the sign bit is clear or the value is NaN."""
    value = number(node)
    if value is not None:
        return math.copysign(1.0, value) > 0
    if node.op in ("fabs", "uitofp", "btof", "exp2", "exp") or (node.op == "fmul" and node.args[0] is node.args[1]):
        return True
    if not depth:
        return False
    if node.op == "fmax":
        return any(never_negative(arg, depth - 1) and never_nan(arg, depth - 1) for arg in node.args)
    if node.op == "fsub":
        minuend = number(node.args[0])
        return minuend is not None and minuend >= 0 and at_most(node.args[1], minuend, depth - 1)
    if node.op in ("fmin", "fadd", "fmul", "fdiv", "sqrt", "floor", "ceil", "trunc", "rint", "round", "fpconvert"):
        return all(never_negative(arg, depth - 1) for arg in node.args)
    return node.op == "select" and all(never_negative(arg, depth - 1) for arg in node.args[1:])


def at_most(node: GraphNode, limit: float, depth: int = DEPTH) -> bool:
    """Return whether the value is at most a limit, or NaN."""
    value = number(node)
    if value is not None:
        return not value > limit
    if node.op in ("fmin", "fmax") and depth:
        return (any if node.op == "fmin" else all)(at_most(arg, limit, depth - 1) for arg in node.args)
    return node.op == "btof" and limit >= 1


def is_whole(node: GraphNode, depth: int = DEPTH) -> bool:
    """Return whether the value is an integer, infinity or NaN: rounded sums and products of whole floats are whole,
    too.
    """
    value = number(node)
    if value is not None:
        return not math.isfinite(value) or value == math.trunc(value)
    if node.op in WHOLE:
        return True
    if not depth:
        return False
    if node.op in ARITHMETIC or node.op in ("fneg", "fabs"):
        return all(is_whole(arg, depth - 1) for arg in node.args)
    return node.op == "select" and all(is_whole(arg, depth - 1) for arg in node.args[1:])


def is_share(node: GraphNode, depth: int = DEPTH) -> bool:
    """Return whether the value is between 0 and 1, or a component of a texture, which nearly always is."""
    if node.op == "part":
        return True
    value = number(node)
    if value is not None:
        return 0 <= value <= 1
    if not depth:
        return False
    if node.op == "fmin":
        return any(number(arg) == 1 for arg in node.args) and never_negative(node)
    return node.op == "fmul" and all(is_share(arg, depth - 1) for arg in node.args)


def _is(test: Callable[[float], bool]) -> Callable[[GraphNode, Uses], bool]:
    """Return a predicate for literals with this property."""
    return lambda node, _: (value := number(node)) is not None and test(value)


PREDICATES = {
    p.name: p
    for p in (
        Predicate("number", lambda node, _: never_nan(node), "ford(v, v)"),
        Predicate("bounded", lambda node, _: never_infinite(node), "fune(fabs(v), inf)"),
        Predicate("plus", lambda node, _: never_negative_zero(node), "bor(fune(v, 0.0), foeq(copysign(1.0, v), 1.0))"),
        Predicate("positive", lambda node, _: never_negative(node), "bor(funo(v, v), foeq(copysign(1.0, v), 1.0))"),
        Predicate("whole", lambda node, _: is_whole(node), "fueq(trunc(v), v)"),
        Predicate("share", lambda node, _: is_share(node)),
        Predicate("reinterpreted", lambda node, _: node.op in ("bits", "const", "undef")),
        Predicate("zero", _is(lambda value: value == 0), "foeq(v, 0.0)"),
        Predicate("one", _is(lambda value: value == 1), "foeq(v, 1.0)"),
        Predicate("nan", _is(math.isnan), "funo(v, v)"),
    )
}
