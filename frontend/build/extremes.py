"""Minima and maxima that a source writes as choices: `a < b ? a : b`, and `if (a < b) b = a;`.

They differ from min and max if an operand is NaN, which GLSL need not know, and in the sign of zeros. The operands are
cheap expressions without effects, which both forms compute.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from gpucc.frontend.build.costs import CHEAP, cost
from gpucc.frontend.check.simplify import same_tree
from gpucc.frontend.typed import BranchCode, Do, GroupCode, Operate, Select, StoreNode, TypedCode, TypedNode

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
    if cost(a, CHEAP) + cost(b, CHEAP) > CHEAP:
        return None
    same = partial(same_tree, arithmetic=True)
    forward, backward = same(a, yes) and same(b, no), same(a, no) and same(b, yes)
    if not (forward or backward):
        return None
    return Extreme((condition.op in GREATER) == forward, a, b)
