"""Ask z3 whether formulas can hold together, in several ways, each within a number of steps."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from typing import Any

import z3

from gpucc.testing.proofs.smt import FLOAT
from gpucc.testing.proofs.smt_ops import Term

# about 7 million steps take a second
FIRST_EFFORT, EFFORT = 2_000_000, 200_000_000
CIRCUITS = ("simplify", "fpa2bv", "simplify", "propagate-values", "max-bv-sharing", "bit-blast", "sat")
# the values that counterexamples are guessed from
GUESSES = 400
CORNERS = (
    0.0,
    -0.0,
    1.0,
    -1.0,
    2.5,
    -0.75,
    3.0,
    2.0**24,
    -(2.0**24),
    1e30,
    -1e30,
    1e-38,
    2.0**-149,
    math.inf,
    math.nan,
)


def solve(formulas: Sequence[Term], effort: int = EFFORT) -> tuple[Any, Any]:
    """Solve with the plain solver, which is quick if the sides look alike; then by guesses, which find differences in
    rounding; then as circuits with shared parts, first with any numbers in place of products, which is enough if both
    sides have the same ones.

    Effort is counted in z3's own steps, so that the answer does not depend on the load of the machine. Each attempt has
    a context of its own, because the order of terms in a context affects the time.
    """
    answer, model = _attempt(formulas, (), FIRST_EFFORT)
    if answer != z3.unknown:
        return answer, model
    more = _with_any_products(formulas)
    if guess := guessed(formulas):
        return z3.sat, guess
    if more and _attempt(more, CIRCUITS, effort)[0] == z3.unsat:
        return z3.unsat, None
    return _attempt(formulas, CIRCUITS, effort)


def _attempt(formulas: Sequence[Term], tactics: Sequence[str], steps: int) -> tuple[Any, Any]:
    own = z3.Context()
    solver = z3.Then(*tactics, ctx=own).solver() if tactics else z3.Solver(ctx=own)
    solver.set("rlimit", steps)
    solver.add(*(f.translate(own) for f in formulas))
    answer = solver.check()
    return answer, solver.model() if answer == z3.sat else None


def _with_any_products(formulas: Sequence[Term]) -> list[Term]:
    """The formulas with a variable in place of each product: if these cannot hold, the given ones cannot. Negations of
    factors are those of the product (the lemma "-x * y"). Nothing if there are no products."""
    pairs: dict[Term, Term] = {}
    variables: dict[tuple[Term, ...], Term] = {}
    seen: set[int] = set()
    waiting = list(formulas)
    while waiting:
        term = waiting.pop()
        if term.get_id() in seen:
            continue
        seen.add(term.get_id())
        if z3.is_app(term) and term.decl().kind() == z3.Z3_OP_FPA_MUL:
            rounding, *factors = term.children()
            (a, odd), (b, turned) = map(_signless, factors)
            variable = variables.setdefault((rounding, a, b), z3.FreshConst(term.sort(), "product"))
            pairs[term] = z3.fpNeg(variable) if odd != turned else variable
        else:
            waiting += term.children()
    return [z3.substitute(f, *pairs.items()) for f in formulas] if pairs else []


def _signless(factor: Term) -> tuple[Term, bool]:
    """A factor without its negations, and whether their number is odd."""
    odd = False
    while factor.decl().kind() == z3.Z3_OP_FPA_NEG:
        factor, odd = factor.children()[0], not odd
    return factor, odd


def guessed(formulas: Sequence[Term]) -> dict[str, Term]:
    """Numbers for which all formulas hold, found by trying: faster than a solver if the sides differ in rounding."""
    variables = sorted({v.decl().name(): v for f in formulas for v in _leaves(f)}.items())
    if not variables or any(v.sort() not in (FLOAT, z3.BoolSort()) for _, v in variables):
        return {}
    chance = random.Random(0)
    for _ in range(GUESSES):
        values = {name: _any_corner(chance, z3.is_bool(v)) for name, v in variables}
        pairs = [(v, values[name]) for name, v in variables]
        if all(z3.is_true(z3.simplify(z3.substitute(f, *pairs))) for f in formulas):
            return values
    return {}


def _any_corner(chance: random.Random, boolean: bool) -> Term:
    return z3.BoolVal(chance.random() < 0.5) if boolean else z3.FPVal(chance.choice(CORNERS), FLOAT)


def _leaves(term: Term) -> Iterator[Term]:
    seen, left = set(), [term]
    while left:
        t = left.pop()
        if t.get_id() in seen:
            continue
        seen.add(t.get_id())
        left += t.children()
        if z3.is_const(t) and t.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            yield t
