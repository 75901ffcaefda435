"""Splits a branch condition into comparisons, for targets where one instruction compares two pairs and sets two flags.

A branch tests one flag or both, so a condition of the graph becomes at most two comparisons. Other truth values are 1.0
or 0.0 and are compared with zero. Opposites cost nothing, because a flag can be tested for either value.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container

from gpucc.isel.machine import Boolean
from gpucc.lowering.graph import Node
from gpucc.records import dataclass

DIRECT = {"foeq": "eq", "fune": "ne", "folt": "lt", "fole": "le"}
# the opposite of a comparison, for exchanged operands
OPPOSITE = {"fult": "le", "fule": "lt"}
MIRRORED = {"eq": "eq", "ne": "ne", "lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}


@dataclass(frozen=True, slots=True)
class BranchCondition:
    """The comparison `a name b`; without b, a test of the truth value a. `wanted` is the required value of the flag."""

    name: str
    a: Node
    b: Node | None
    wanted: bool


@dataclass(frozen=True, slots=True)
class Question:
    """The comparisons that decide a condition. All flags must be as wanted or, with `either`, at least one of them."""

    comparisons: tuple[BranchCondition, ...]
    either: bool = False


def question(
    node: Node, booleans: Callable[[Node], tuple[int, bool] | None], known: Container[Node] = (), sense: bool = True
) -> Question | Boolean:
    """Return the comparisons that test a condition, or its opposite if `sense` is false. Nodes that are `known` are not
    taken apart."""
    node, sense = _plain(node, known, sense)
    register = booleans(node)
    if register is not None:
        return Boolean(register[0], register[1] is sense)
    one = _comparison(node, known, sense)
    if one is not None:
        return Question((one,))
    if node.op in ("band", "bor") and node not in known:
        sides = tuple(_comparison(arg, known, sense) or _truth(arg, known, sense) for arg in node.args)
        return Question(sides, (node.op == "bor") is sense)
    if node.op in ("fone", "fueq") and node not in known:
        a, b = node.args
        wanted = (node.op == "fone") is sense
        return Question((BranchCondition("lt", a, b, wanted), BranchCondition("gt", a, b, wanted)), wanted)
    if node.op in ("ford", "funo") and node not in known:
        wanted = (node.op == "ford") is sense
        return Question(tuple(BranchCondition("eq", arg, arg, wanted) for arg in node.args), not wanted)
    return Question((_truth(node, known, sense),))


def _plain(node: Node, known: Container[Node], sense: bool) -> tuple[Node, bool]:
    while node.op == "bnot" and node not in known:
        node, sense = node.args[0], not sense
    return node, sense


def _comparison(node: Node, known: Container[Node], sense: bool) -> BranchCondition | None:
    node, sense = _plain(node, known, sense)
    if node in known:
        return None
    if node.op in DIRECT:
        return BranchCondition(DIRECT[node.op], node.args[0], node.args[1], sense)
    if node.op in OPPOSITE:
        return BranchCondition(OPPOSITE[node.op], node.args[1], node.args[0], not sense)
    if node.op in ("ford", "funo"):
        alone = [
            arg for arg in dict.fromkeys(node.args) if not (isinstance(arg.attr, float) and not math.isnan(arg.attr))
        ]
        if len(alone) == 1:
            return BranchCondition("eq", alone[0], alone[0], (node.op == "ford") is sense)
    return None


def _truth(node: Node, known: Container[Node], sense: bool) -> BranchCondition:
    node, sense = _plain(node, known, sense)
    return BranchCondition("ne", node, None, sense)
