"""Rules that targets share whose truths are the numbers 0.0 and 1.0: the logic of such numbers, and compares where no NaN is about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gpucc.isa.neutral import NNAN
from gpucc.rules.pattern import P, Rule


def truths(less: str, at_least: str) -> tuple[Rule, ...]:
    """`less` and `at_least` are the target's compares of two numbers, `{0}` and `{1}`; `c:not` is the opposite of a truth."""
    return (
        Rule("truth as a number", P.btof("c"), "c"),
        Rule("falsehood as a number", P.fsub(1.0, P.btof("c")), "c:not"),
        Rule("not", P.bnot("c"), "c:not"),
        Rule("not, opposite", P.bnot("c"), "c", yields="not"),
        Rule("and", P.band("p", "q"), "mul(p, q)"),
        Rule("and, opposite", P.band("p", "q"), "max(p:not, q:not)", yields="not"),
        Rule("and, by an opposite", P.band("p", "q"), less.format("q:not", "p")),
        Rule("and, opposite by an opposite", P.band("p", "q"), at_least.format("q:not", "p"), yields="not"),
        Rule("or", P.bor("p", "q"), "max(p, q)"),
        Rule("or, opposite", P.bor("p", "q"), "mul(p:not, q:not)", yields="not"),
        Rule("or, by an opposite", P.bor("p", "q"), at_least.format("p", "q:not")),
        Rule("or, opposite by an opposite", P.bor("p", "q"), less.format("p", "q:not"), yields="not"),
    )


def without_nan(compares: Iterable[tuple[str, str, str]]) -> Iterator[Rule]:
    """Compares (op, what they yield, template) that hold where flags or the operands say that there is no NaN."""
    for op, yields, template in compares:
        build = getattr(P, op)
        name = f"{op}{', opposite' if yields else ''}"
        yield Rule(f"{name}, no NaN", build("a", "b", flags=NNAN), template, yields=yields)
        yield Rule(f"{name} of numbers", build(P.var("a", "number"), P.var("b", "number")), template, yields=yields)
