"""Facts about a node's value that hold in every run: the predicates that a pattern's variables can require.

A predicate's meaning is a neutral expression over the value `v`; proofs assume it. A predicate without a meaning only
concerns the form of the code.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from gpucc.isa.neutral import NNAN
from gpucc.records import dataclass
from gpucc.rules.terms import GraphNode, Uses

DEPTH = 6


@dataclass(frozen=True, slots=True)
class Predicate:
    name: str
    test: Callable[[GraphNode, Uses], bool]
    meaning: str | None = None


def value(node: GraphNode) -> float:
    """Return the value of a constant, NaN for other nodes."""
    return float(node.attr) if isinstance(node.attr, int | float) else math.nan


def is_number(node: GraphNode, depth: int = DEPTH) -> bool:
    """Return whether the value is never NaN."""
    if depth == 0:
        return False
    match node.op:
        case "const":
            return not math.isnan(value(node))
        case "btof":
            return True
        case "fmin" | "fmax":
            return any(is_number(a, depth - 1) for a in node.args)
        case "fabs" | "fneg" | "floor" | "ceil" | "trunc":
            return is_number(node.args[0], depth - 1)
        case "select":
            return all(is_number(a, depth - 1) for a in node.args[1:])
        case "fadd" | "fsub" | "fmul" | "fdiv":
            return bool(node.flags & NNAN)
    return False


def is_truth(node: GraphNode) -> bool:
    """Return whether the value is zero or one."""
    return node.op == "btof" or (
        node.op == "select" and sorted(value(a) for a in node.args[1:] if a.op == "const") == [0.0, 1.0]
    )


def is_finite(node: GraphNode, depth: int = DEPTH) -> bool:
    if depth == 0:
        return False
    match node.op:
        case "const":
            return math.isfinite(value(node))
        case "btof":
            return True
        case "fabs" | "fneg" | "floor" | "ceil" | "trunc":
            return is_finite(node.args[0], depth - 1)
        case "fmin" | "fmax":
            return all(is_finite(a, depth - 1) for a in node.args) or _is_clamp(node)
        case "select":
            return all(is_finite(a, depth - 1) for a in node.args[1:])
    return False


def _is_clamp(node: GraphNode) -> bool:
    """Return whether the node is fmin(fmax(x, low), high) with finite bounds, which turns a NaN into one of them."""
    other = {"fmin": "fmax", "fmax": "fmin"}[node.op]
    for inner, bound in (node.args, node.args[::-1]):
        if (
            inner.op == other
            and bound.op == "const"
            and is_finite(bound)
            and any(a.op == "const" and is_finite(a) for a in inner.args)
        ):
            return True
    return False


def is_positive(node: GraphNode, depth: int = DEPTH) -> bool:
    """Return whether the sign bit is clear or the value is NaN."""
    if depth == 0:
        return False
    match node.op:
        case "const":
            return math.copysign(1.0, value(node)) > 0
        case "fabs" | "btof" | "exp2" | "exp":
            return True
        case "fmul" if node.args[0] is node.args[1]:
            return True
        case "fmax":
            bounded = any(a.op == "const" and is_number(a) and is_positive(a) for a in node.args)
            return bounded or all(is_positive(a, depth - 1) for a in node.args)
        case "fmul" | "fadd" | "fdiv" | "fmin":
            return all(is_positive(a, depth - 1) for a in node.args)
        case "sqrt" | "floor" | "ceil" | "trunc":
            return is_positive(node.args[0], depth - 1)
        case "select":
            return all(is_positive(a, depth - 1) for a in node.args[1:])
    return False


def is_even_integer(node: GraphNode) -> bool:
    return node.op == "const" and math.isfinite(value(node)) and value(node) % 2.0 == 0.0


PREDICATES = (
    Predicate("constant", lambda n, _: n.op == "const"),
    Predicate("uniform", lambda n, _: n.op in ("uniform", "uniform_at")),
    Predicate("parameter", lambda n, _: n.op in ("uniform", "uniform_at", "const")),
    Predicate("product", lambda n, _: n.op == "fmul"),
    Predicate("single", lambda n, uses: uses.get(n, 0) <= 1),
    Predicate("truth", lambda n, _: is_truth(n), "bor(foeq(v, 0.0), foeq(v, 1.0))"),
    Predicate("number", lambda n, _: is_number(n), "ford(v, v)"),
    Predicate("finite", lambda n, _: is_finite(n), "foeq(fsub(v, v), 0.0)"),
    Predicate("positive", lambda n, _: is_positive(n), "bor(funo(v, v), foeq(copysign(1.0, v), 1.0))"),
    Predicate("even", lambda n, _: is_even_integer(n)),
)
