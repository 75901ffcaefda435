"""Truth values on the lima fragment processor: compares, logic, and the numbers that represent a truth.

A truth is 0.0 or 1.0. `sel` and the logical ops test whether a number is not zero, so a truth may also be held as any
number that is not zero when it holds (`nonzero`) or when it does not (`zero`), or as its opposite (`not`). NaN counts
as not zero.
"""

from __future__ import annotations

from collections.abc import Iterable

from gpucc.isa.lima_pp import LIMA_PP
from gpucc.rules.compares import compares
from gpucc.rules.pattern import Binding, P, Representation, Rule
from gpucc.rules.truths import truths

REPRESENTATIONS = (
    Representation("not", value="btof(bnot(c))"),
    Representation("nonzero", holds="bnot(bxor(c, fune(v, 0.0)))"),
    Representation("zero", holds="bxor(c, fune(v, 0.0))"),
    Representation("asked", value="btof(c)"),
)
ZEROS = (
    # a comparison with zero is represented by the number itself
    *(
        Rule(f"{op} with {zero}", getattr(P, op)("a", zero), "a", yields=yields)
        for op, yields in (("fune", "nonzero"), ("foeq", "zero"))
        for zero in (0.0, -0.0)
    ),
)
COMPARES = (*compares(LIMA_PP), *ZEROS)
OR3, OR4 = P.bor(P.bor("p", "q"), "r"), P.bor(P.bor("p", "q"), P.bor("r", "s"))
AND3, AND4 = P.band(P.band("p", "q"), "r"), P.band(P.band("p", "q"), P.band("r", "s"))


def _of_several() -> Iterable[Rule]:
    """Yield rules for the logic of three and four truths: vadd counts those that vmul compares in the same
    instruction."""
    for count, either, both in ((3, OR3, AND3), (4, OR4, AND4)):
        names = "pqrs"[:count]
        for name, pattern, held in (("or", either, "nonzero"), ("and", both, "zero")):
            lanes = ", ".join(f"|{one}:{held}|" for one in names)
            yield Rule(f"{name} of {count}, {held}", pattern, f"sum{count}([{lanes}])", yields=held)
        yield Rule(f"and of {count}", both, f"ge(sum{count}([{', '.join(names)}]), {count}.0)", guard=_of_one_vector)


def _of_one_vector(m: Binding) -> bool:
    """Return whether one operation on vectors may compare all truths; others need no register in common."""
    return len({one.op for one in m.values.values()}) == 1


LOGIC = (
    *truths(LIMA_PP),
    Rule("not, not zero", P.bnot("c"), "c:zero", yields="nonzero"),
    Rule("not, zero", P.bnot("c"), "c:nonzero", yields="zero"),
    Rule("or, not zero", P.bor("p", "q"), "add(|p:nonzero|, |q:nonzero|)", yields="nonzero"),
    Rule("and, zero", P.band("p", "q"), "add(|p:zero|, |q:zero|)", yields="zero"),
    *_of_several(),
    # from one representation to another
    Rule("truth that is not zero", P.var("c", type="b"), "c", yields="nonzero"),
    Rule("opposite that is zero", P.var("c", type="b"), "c:not", yields="zero"),
    Rule("truth of what is not zero", P.var("c", type="b"), "ne(c:nonzero, 0.0)"),
    Rule("truth of a zero", P.var("c", type="b"), "eq(c:zero, 0.0)"),
    Rule("opposite of what is not zero", P.var("c", type="b"), "eq(c:nonzero, 0.0)", yields="not"),
    Rule("opposite of a zero", P.var("c", type="b"), "ne(c:zero, 0.0)", yields="not"),
)
# the ops of the multipliers that accept any number as a truth
ANY_NUMBER = (
    Rule("and of what is not zero", P.band("p", "q"), "and(p:nonzero, q:nonzero)"),
    Rule("or of what is not zero", P.bor("p", "q"), "or(p:nonzero, q:nonzero)"),
    Rule("or of what is zero, opposite", P.bor("p", "q"), "and(p:zero, q:zero)", yields="not"),
    Rule("and of what is zero, opposite", P.band("p", "q"), "or(p:zero, q:zero)", yields="not"),
    Rule("exclusive or of what is not zero", P.bxor("p", "q"), "xor(p:nonzero, q:nonzero)"),
    Rule("exclusive or, zero on one side, opposite", P.bxor("p", "q"), "xor(p:nonzero, q:zero)", yields="not"),
)
