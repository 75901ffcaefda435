"""Minima and maxima that a source writes as choices: `a < b ? a : b`, and `if (a < b) b = a;`.

They differ from min and max if an operand is NaN, which GLSL ES need not know, and in the sign of zeros.
"""

from __future__ import annotations

from typing import NamedTuple

from gpucc.frontend.build.costs import FORBIDDEN, cost
from gpucc.frontend.typed import (
    At,
    BranchCode,
    Build,
    Builtin,
    Do,
    GroupCode,
    Invert,
    MemberNode,
    Operate,
    ReadNode,
    Select,
    StoreNode,
    SwizzleNode,
    TypedCode,
    TypedNode,
)

LESS, GREATER = ("<", "<="), (">", ">=")


class Extreme(NamedTuple):
    """The smaller or larger one of two scalars."""

    larger: bool
    one: TypedNode
    other: TypedNode


def extreme_of(node: Select) -> Extreme | None:
    """Return what a choice between the operands of its comparison is."""
    return _extreme(node.condition, node.yes, node.no)


def extreme_kept(code: BranchCode) -> tuple[StoreNode, Extreme] | None:
    """Return the assignment of a branch that keeps the smaller or larger one of a variable and another value."""
    if len(code.arms) > 1 or code.otherwise is not None:
        return None
    (condition, body) = code.arms[0]
    store = _only(body)
    if store is None or store.op:
        return None
    found = _extreme(condition, store.given, store.target)
    return None if found is None else (store, found)


def _only(code: TypedCode) -> StoreNode | None:
    """The assignment that a statement consists of."""
    while isinstance(code, GroupCode) and len(code.body) == 1:
        code = code.body[0]
    return code.node if isinstance(code, Do) and isinstance(code.node, StoreNode) else None


def _extreme(condition: TypedNode, yes: TypedNode, no: TypedNode) -> Extreme | None:
    if not isinstance(condition, Operate) or condition.op not in (*LESS, *GREATER) or not yes.type.is_float:
        return None
    a, b = condition.left, condition.right
    forward, backward = _same(a, yes) and _same(b, no), _same(a, no) and _same(b, yes)
    if not (forward or backward) or max(cost(a, FORBIDDEN), cost(b, FORBIDDEN)) >= FORBIDDEN:
        return None
    return Extreme((condition.op in GREATER) == forward, a, b)


def _same(a: TypedNode, b: TypedNode) -> bool:
    """Return whether two expressions without effects are alike."""
    if a.type != b.type:
        return False
    if a.value is not None or b.value is not None:
        return a.value == b.value
    match a, b:
        case ReadNode(), ReadNode():
            return a.symbol is b.symbol
        case SwizzleNode(), SwizzleNode():
            return a.lanes == b.lanes and _same(a.object, b.object)
        case MemberNode(), MemberNode():
            return a.index == b.index and _same(a.object, b.object)
        case At(), At():
            return _same(a.object, b.object) and _same(a.index, b.index)
        case Operate(), Operate():
            return a.op == b.op and _same(a.left, b.left) and _same(a.right, b.right)
        case Invert(), Invert():
            return a.op == b.op and _same(a.operand, b.operand)
        case Builtin(), Builtin():
            return a.name == b.name and _all_same(a.arguments, b.arguments)
        case Build(), Build():
            return _all_same(a.arguments, b.arguments)
    return False


def _all_same(a: list[TypedNode], b: list[TypedNode]) -> bool:
    return len(a) == len(b) and all(map(_same, a, b))
