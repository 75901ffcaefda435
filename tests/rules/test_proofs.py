"""Every rule of every target is proved, or listed here by name as a rule without a formula."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from typing import get_args

import pytest
import z3

from gpucc.isa.agal import AGAL
from gpucc.isa.lima_pp import LIMA_PP
from gpucc.isa.lima_vp import LIMA_VP
from gpucc.isa.model import Isa, Level
from gpucc.isa.pica200 import PICA200
from gpucc.isel import P, Rule, lima_pp, lima_vp
from gpucc.isel.agal import AGAL_RULES
from gpucc.isel.pica200 import PICA200_RULES, for_selection
from gpucc.isel.rules import base_rules
from gpucc.rules.pattern import Ruleset
from gpucc.testing.proofs.prover import Proof, Prover
from gpucc.testing.proofs.smt import lemmas
from gpucc.testing.proofs.solver import solve


@dataclass(frozen=True)
class Book:
    """A target's rules. `base` is the record whose ops also serve as rules, with their own meanings."""

    isa: Isa
    base: Isa
    rulesets: tuple[Ruleset, ...]
    groups: int

    def rules(self) -> list[Rule]:
        """Each rule once: rulesets for other levels of certainty repeat most of them."""
        found: dict[tuple[object, ...], Rule] = {}
        for rule in (rule for ruleset in self.rulesets for rule in ruleset.rules):
            found.setdefault((rule.name, rule.template, rule.yields), rule)
        return [*found.values()]


def _of_levels(rules_of: Callable[[Level], Ruleset]) -> tuple[Ruleset, ...]:
    return tuple(rules_of(level) for level in get_args(Level))


BOOKS = {
    "agal": Book(AGAL, AGAL, (AGAL_RULES,), 3),
    "lima-vp": Book(LIMA_VP, LIMA_VP, _of_levels(lima_vp.rules_of), 2),
    "lima-pp": Book(replace(LIMA_PP, ops=(*LIMA_PP.ops, lima_pp.DIFFER)), LIMA_PP, _of_levels(lima_pp.rules_of), 2),
    "pica200": Book(PICA200, for_selection(PICA200), (PICA200_RULES,), 2),
}
# rules that are not arithmetic, or name a function that proofs do not know
WITHOUT_FORMULA = {
    "agal": {
        "texture", "texture of level 0", "cube texture", "biased texture", "biased cube texture", "projected texture",
        "projected cube texture",
    },
    "lima-vp": {"load from an array", "store to an array"},
    "lima-pp": {
        "2d texture", "2d texture with a bias", "2d texture with a lod", "cube texture", "cube texture with a bias",
        "cube texture with a lod", "projected texture", "projected cube texture", "derivative across",
        "derivative down",
        "discard", "load from an array", "store to an array", "sine", "cosine", "sin of a product", "cos of a product",
        "sin of turns", "cos of turns", "arc tangent", "arc tangent of a quotient",
    },
    "pica200": set[str](),
}  # fmt: skip
# rules for which proofs assume more than the flags and guards state
ASSUMING = {
    "approximate": {
        "agal": set[str](),
        "lima-vp": {"reciprocal root"},
        "lima-pp": {
            "reciprocal root", "sine", "cosine", "sin of a product", "cos of a product", "sin of turns", "cos of turns",
            "arc tangent", "arc tangent of a quotient",
        },
        "pica200": {"reciprocal root"},
    },
}  # fmt: skip


@cache
def prover(book: str) -> Prover:
    return Prover(BOOKS[book].isa, BOOKS[book].rulesets[0])


@pytest.mark.parametrize(
    ("book", "group"), [(name, group) for name, book in BOOKS.items() for group in range(book.groups)]
)
def test_all_rules_are_proved(book: str, group: int) -> None:
    proofs = [prover(book).prove(rule) for rule in BOOKS[book].rules()[group :: BOOKS[book].groups]]
    assert [p for p in proofs if p.verdict != _expected(book, p)] == []


def _expected(book: str, proof: Proof) -> str:
    return "not arithmetic" if proof.rule in WITHOUT_FORMULA[book] else "proved"


@pytest.mark.parametrize("book", BOOKS)
def test_base_rules_are_proved(book: str) -> None:
    assert {prover(book).prove(rule).verdict for rule in base_rules(BOOKS[book].base)} == {"proved"}


@pytest.mark.parametrize("book", BOOKS)
def test_rules_without_a_formula_are_these(book: str) -> None:
    assert WITHOUT_FORMULA[book] <= {rule.name for rule in BOOKS[book].rules()}


@pytest.mark.parametrize("book", BOOKS)
def test_approximate_rules_are_these(book: str) -> None:
    assert {rule.name for rule in BOOKS[book].rules() if "approximate" in rule.assume} == ASSUMING["approximate"][book]


@pytest.mark.parametrize("name", lemmas())
def test_what_the_proofs_rely_on(name: str) -> None:
    assert solve([z3.Not(lemmas()[name])])[0] == z3.unsat


# the number format ----------------------------------------------------------------------------------------------------


def test_what_formats_leave_open_is_assumed_by_name() -> None:
    """Exactly the rules that assume that a minimum ignores NaN are wrong in a format where it may return either."""
    extremes = [rule for rule in PICA200_RULES.rules if " by f" in rule.name]
    strict = [replace(rule, assume=rule.assume - {"extreme"}) for rule in extremes]
    refuted = {rule.name for rule in strict if prover("pica200").prove(rule).verdict == "refuted"}
    assert refuted == {rule.name for rule in extremes if "extreme" in rule.assume}
    assert refuted


@pytest.mark.parametrize(
    ("rule", "format"),
    [
        (Rule("sum with nothing", P.fadd("a", 0.0), "a"), {"negative_zero": False}),
        (
            Rule("blend of any zero", P.select("c", "a", 0.0), "mul(c, a)", assume=frozenset({"blend"})),
            {"negative_zero": False},
        ),
        (
            Rule("blend of infinities", P.select("c", P.var("a", "number"), -0.0), "add(mul(c, a), mul(c:not, -0.0))"),
            {"negative_zero": False, "zero_times_inf_is_zero": True},
        ),
        (Rule("sign of less", P.folt("a", "b"), "sub(a, b)", yields="sign"), {"subnormals": True}),
    ],
    ids=lambda x: x.name if isinstance(x, Rule) else "",
)
def test_a_format_decides(rule: Rule, format: dict[str, bool]) -> None:
    """Each of these holds in the one format and is refuted in the other."""
    other = {name: not value for name, value in format.items()}
    verdicts = [
        Prover(replace(AGAL, format=replace(AGAL.format, **these)), AGAL_RULES.representations).prove(rule).verdict
        for these in (format, other)
    ]
    assert verdicts == ["proved", "refuted"]


def test_a_missing_solver_is_named_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("gpucc.testing.proofs")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "z3", None)
    with pytest.raises(ImportError, match=r"z3, which is not installed: pip install 'gpucc\[testing\]'"):
        import_module("gpucc.testing.proofs.prover")
