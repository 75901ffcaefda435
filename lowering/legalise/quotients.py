"""Corrects quotients by a literal whose last bit matters because they are rounded to whole numbers or compared.

On targets that divide by multiplying, the reciprocal of 11 is not exact, so 22/11 comes out below 2, its floor is 1,
and mod(22, 11) is 11. One step of Newton's method corrects that: the error of the product with the divisor determines
that of the quotient. The remaining error is that of the target's multiplication and subtraction, which is at most the
last bit, and zero where all of it is exact.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field

from gpucc.lowering.graph import NINF, Graph, Node, roots
from gpucc.lowering.maker import Maker
from gpucc.lowering.rewrite import pending
from gpucc.lowering.simplify.facts import never_infinite, number
from gpucc.records import dataclass

JUMPS = frozenset("floor ceil trunc rint round frem fptosi fptoui foeq fone fueq fune folt fole fult fule".split())
# operations that pass the last bit on
PASSES = frozenset("fdiv fadd fsub fmul fneg fabs fmin fmax select fpconvert phi".split())
# corrections are smaller than this part of the largest number; the correction of an infinity is limited to it, which
# leaves the infinity unchanged
SMALL = 1 / 8


@dataclass(slots=True)
class Quotients:
    """The quotients by literals that reach an operation that jumps (`exposed`). `remainders` are those of them from
    which only remainders are computed, so that infinite values do not matter.
    """

    exposed: frozenset[Node] = frozenset()
    remainders: frozenset[Node] = field(default_factory=frozenset)

    def make(self, m: Maker, old: Node, x: Node) -> Node | None:
        """Return x / c for a node of the old graph, or None if the product with the reciprocal suffices or cannot be
        improved.

        Divisor and dividend are scaled down (up, if the divisor is below 1) by a power of two, so that no product
        overflows unless the quotient does. An infinite quotient stays, unless only remainders are computed from it,
        which are NaN: its correction, a NaN, becomes a number by min. If min does not prefer numbers, the correction is
        computed from a finite quotient, and limited.
        """
        divisor = number(old.args[1]) or 0.0
        c, least = abs(divisor), m.format.least
        if old not in self.exposed or not least <= c <= 1 / least or math.frexp(c)[0] == 0.5:
            return None
        scale = 0.5 if c > 1 else 2.0 ** -math.frexp(c)[1]
        first = m.scale(x, 1 / c)
        guarded = old not in self.remainders and (c < 1 or not never_infinite(x))
        numbers, greatest = m.format.minmax == "ieee", m.format.greatest
        taken = first
        if guarded and not numbers:
            taken = _held(m, first, greatest * min(1.0, 2.0 ** (1 - math.frexp(c)[1])))
        off = m.sub(m.scale(taken, c * scale), m.scale(x, scale))
        if guarded and numbers:
            off = m.op("fmin", off, m.const(greatest * SMALL))
            off = m.op("fmax", off, m.const(-greatest * SMALL)) if c < 1 else off
        elif guarded:
            off = _held(m, off, greatest * 2.0 ** (2 - m.format.mantissa))
        found = m.sub(first, m.scale(off, 1 / (c * scale)))
        return m.neg(found) if divisor < 0 else found


def _held(m: Maker, x: Node, limit: float) -> Node:
    """Return x limited to -limit .. limit."""
    return m.op("fmin", m.op("fmax", x, m.const(-limit)), m.const(limit))


def quotients(graph: Graph, incoming: Mapping[Node, Sequence[Node]]) -> Quotients:
    """Find all quotients of a graph. `incoming` are the values that a phi may take."""
    starts = [root for block in graph.blocks for root in roots(block)]
    every = pending(starts, ())
    if not any(map(_by_a_literal, every)):
        return Quotients()
    seen: set[Node] = set()
    waiting = [arg for node in every if node.op in JUMPS for arg in node.args]
    while waiting:
        node = waiting.pop()
        if node not in seen and node.op in PASSES:
            seen.add(node)
            waiting += incoming.get(node, ()) if node.op == "phi" else node.args
    exposed = frozenset(filter(_by_a_literal, seen))
    users: dict[Node, list[Node]] = {}
    for node in every:
        for arg in node.args:
            users.setdefault(arg, []).append(node)
    leaves = frozenset(starts)
    return Quotients(exposed, frozenset(node for node in exposed if _only_remainders(node, users, leaves)))


def _by_a_literal(node: Node) -> bool:
    return node.op == "fdiv" and number(node.args[1]) is not None


def _only_remainders(node: Node, users: Mapping[Node, Iterable[Node]], starts: frozenset[Node]) -> bool:
    """Return whether a quotient is used only in x/c - floor(x/c) and x - c * floor(x/c). If c is below 1, the quotient
    of a number may be infinite, and then the latter is an infinity, too."""
    x, grows = node.args[0], abs(number(node.args[1]) or 0.0) < 1
    for user in users.get(node, ()):
        if user.op == "fsub" and user.args[0] is node and user.args[1].op == "floor" and user.args[1].args[0] is node:
            continue
        if user.op != "floor" or user in starts:
            return False
        for product in users.get(user, ()):
            if product.op == "fsub" and product.args == (node, user):
                continue
            whole = product.op == "fmul" and node.args[1] in product.args
            taken = users.get(product, ()) if whole and product not in starts else ()
            if not taken or not all(
                one.op == "fsub" and one.args == (x, product) and (one.flags & NINF or not grows) for one in taken
            ):
                return False
    return node not in starts
