"""The pattern language, the matcher, and rules that are refused when they are made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from iselkit import Maker

from gpucc.errors import UsageError
from gpucc.isa.agal import AGAL
from gpucc.isa.lima_vp import LIMA_VP
from gpucc.isa.model import LEVELS, Isa
from gpucc.isa.pica200 import PICA200
from gpucc.isel import P, Rule, Ruleset, Selected, Selector, lima_pp, lima_vp
from gpucc.isel.agal import AGAL_RULES
from gpucc.isel.pica200 import PICA200_RULES
from gpucc.isel.rules import refuse_overlaps_of
from gpucc.lowering.graph import NNAN, NSZ, Block, Node
from gpucc.rules.semantics import Call, Computed, Lanes, Number, Var, parse, variables
from gpucc.testing.coverage import coverage, describe


def select(rules: tuple[Rule, ...], block: Block) -> list[str]:
    """Names of the rules that made the instructions."""
    return [inst.rule for inst in selected(rules, block).insts]


def selected(rules: tuple[Rule, ...], block: Block) -> Selected:
    return Selector(AGAL, rules).select(block)


def one(rule: Rule, build: object) -> bool:
    """Return whether the rule fires for the graph that `build` makes of inputs x and y."""
    make = Maker()
    block = make.outputs(build(make, make.i(0), make.i(1)))  # type: ignore[operator]
    return rule.name in select((rule,), block)


# expressions ----------------------------------------------------------------------------------------------------------


def test_expressions() -> None:
    assert parse("fsub(a, floor(a))") == Call("fsub", (Var("a"), Call("floor", (Var("a"),))))
    assert parse("add(c:not, -1.5e2)") == Call("add", (Var("c", "not"), Number(-150.0)))
    assert parse("m.1.x") == Var("m.1.x")
    assert parse("tex([u, |v|])") == Call("tex", (Lanes((Var("u"), Var("v", absolute=True))),))
    assert parse("mul(-x, {fneg(k)})") == Call("mul", (Var("x", negated=True), Computed(Call("fneg", (Var("k"),)))))
    assert variables(parse("f(b, g(a, b), 1)")) == ("b", "a")
    assert str(parse("add(c:not, -|x|)")) == "add(c:not, -|x|)"


@pytest.mark.parametrize("text", ["", "f(", "f(a", "f(a,)", "f(a))", "a b", "f(a;b)", "[a", "{a", "-1x", "|a"])
def test_malformed_expressions(text: str) -> None:
    with pytest.raises(UsageError, match="unexpected"):
        parse(text)


# matching -------------------------------------------------------------------------------------------------------------


def test_commutative_ops_match_in_both_orders() -> None:
    rule = Rule("r", P.fadd(P.fmul("x", 2.0), P.fabs("y")), "sub(x, y)", cost=0.1)
    assert one(rule, lambda m, x, y: m.fadd(m.fmul(x, 2.0), m.fabs(y)))
    assert one(rule, lambda m, x, y: m.fadd(m.fabs(y), m.fmul(2.0, x)))
    assert not one(rule, lambda m, x, y: m.fsub(m.fabs(y), m.fmul(2.0, x)))


def test_ordered_ops_match_in_one() -> None:
    rule = Rule("r", P.fsub(P.fabs("x"), "y"), "sub(x, y)", cost=0.1)
    assert one(rule, lambda m, x, y: m.fsub(m.fabs(x), y))
    assert not one(rule, lambda m, x, y: m.fsub(x, m.fabs(y)))


def test_a_variable_that_appears_twice_is_one_node() -> None:
    rule = Rule("r", P.fadd(P.fmul("x", "x"), "x"), "sub(x, x)", cost=0.1)
    assert one(rule, lambda m, x, y: m.fadd(x, m.fmul(x, x)))
    assert not one(rule, lambda m, x, y: m.fadd(x, m.fmul(x, y)))
    assert not one(rule, lambda m, x, y: m.fadd(y, m.fmul(x, x)))


@pytest.mark.parametrize(
    ("wanted", "given", "fires"), [(0.0, 0.0, True), (0.0, -0.0, False), (-0.0, 0.0, False), (1.0, 1.0, True)]
)
def test_constants_match_bit_by_bit(wanted: float, given: float, fires: bool) -> None:
    rule = Rule("r", P.fadd("x", wanted), "neg(x)", cost=0.1)
    assert one(rule, lambda m, x, y: m.fadd(x, given)) is fires


def test_zeros_of_both_signs_in_one_set_of_rules() -> None:
    rules = (
        Rule("plus", P.fmul("x", 0.0), "neg(x)", cost=0.1),
        Rule("minus", P.fmul("x", -0.0), "add(x, -0.0)", cost=0.1),
    )
    make = Maker()
    code = selected(rules, make.outputs(make.fmul(make.i(0), 0.0), make.fmul(make.i(0), -0.0)))
    assert [inst.rule for inst in code.insts] == ["plus", "minus"]
    assert repr(code.insts[1].operands[1][0].value.value) == "-0.0"  # type: ignore[union-attr]


def test_flags_of_the_rule_hold_for_every_float_op() -> None:
    rule = Rule("r", P.fadd(P.fmul("x", "y"), "y"), "neg(x)", cost=0.1, flags=NNAN)
    assert one(rule, lambda m, x, y: m.fadd(m.fmul(x, y, flags=NNAN), y, flags=NNAN | NSZ))
    assert not one(rule, lambda m, x, y: m.fadd(m.fmul(x, y), y, flags=NNAN))
    assert not one(rule, lambda m, x, y: m.fadd(m.fmul(x, y, flags=NNAN), y, flags=NSZ))


def test_flags_of_one_op() -> None:
    rule = Rule("r", P.fadd(P.fmul("x", "y", flags=NSZ), "y"), "neg(x)", cost=0.1)
    assert one(rule, lambda m, x, y: m.fadd(m.fmul(x, y, flags=NSZ), y))
    assert not one(rule, lambda m, x, y: m.fadd(m.fmul(x, y), y, flags=NSZ))


def test_predicates() -> None:
    constant = Rule("r", P.fadd("x", P.var("k", "constant")), "neg(x)", cost=0.1)
    assert one(constant, lambda m, x, y: m.fadd(3.0, x))
    assert not one(constant, lambda m, x, y: m.fadd(y, x))
    uniform = Rule("r", P.fadd("x", P.var("k", "uniform")), "neg(x)", cost=0.1)
    assert one(uniform, lambda m, x, y: m.fadd(x, m.u(0)))
    assert not one(uniform, lambda m, x, y: m.fadd(x, y))
    single = Rule("r", P.fadd("x", P.var("s", "single")), "neg(x)", cost=0.1)
    assert one(single, lambda m, x, y: m.fadd(x, m.fmul(x, x)))
    positive = Rule("r", P.fmul(P.var("x", "positive"), "y"), "neg(y)", cost=0.1)
    assert one(positive, lambda m, x, y: m.fmul(m.fabs(x), y))
    assert one(positive, lambda m, x, y: m.fmul(y, m.fadd(m.fmul(x, x), 1.0)))
    assert not one(positive, lambda m, x, y: m.fmul(x, y))


def test_guards() -> None:
    text = Rule("r", P.fadd("x", P.var("k", "constant")), "neg(x)", cost=0.1, guard="folt(1.0, k)")
    assert one(text, lambda m, x, y: m.fadd(x, 2.0))
    assert not one(text, lambda m, x, y: m.fadd(x, 1.0))
    assert not one(text, lambda m, x, y: m.fadd(x, y))  # not known
    function = Rule("r", P.fadd("x", "y"), "neg(x)", cost=0.1, guard=lambda m: m["x"] is m["y"])
    assert one(function, lambda m, x, y: m.fadd(x, x))
    assert not one(function, lambda m, x, y: m.fadd(x, y))


def test_literals_are_computed_in_float32() -> None:
    rule = Rule(
        "r", P.fmul(P.fmul("x", P.var("k", "constant")), P.var("l", "constant")), "mul(x, {fmul(k, l)})", cost=0.5
    )
    make = Maker()
    code = selected((rule,), make.outputs(make.fmul(make.fmul(make.i(0), 0.1), 3.0)))
    assert code.insts[0].operands[1][0].value.value == 0.30000001192092896  # type: ignore[union-attr]


def test_attributes() -> None:
    flat = Rule("flat", P.texture("u", "v", attr=lambda a: a[1] == "2d"), "tex([u, v])", attr=lambda m: m.root.attr)
    exact = Rule("exact", P.texture("u", "v", attr=(1, "2d", "none")), "tex([u, v])", cost=0.5, attr=lambda m: "own")
    make = Maker()
    block = make.outputs(*make.texture(make.i(0), make.i(0, 1)), *make.texture(make.i(0), make.i(0, 1), sampler=1))
    found = Selector(AGAL, (flat, exact)).select(block)
    assert [(inst.rule, inst.attr) for inst in found.insts] == [("flat", (0, "2d", "none")), ("exact", "own")]


def test_the_more_specific_of_equal_rules_wins() -> None:
    rules = (Rule("any", P.fmul("x", P.floor("y")), "mul(x, y)"), Rule("two", P.fmul(2.0, P.floor("y")), "add(y, y)"))
    make = Maker()
    assert select(rules, make.outputs(make.fmul(2.0, make.floor(make.i(0))))) == ["two"]


# refusals -------------------------------------------------------------------------------------------------------------

REFUSED: list[tuple[tuple[Rule, ...], str]] = [
    ((Rule("a", P.fsub("x", P.floor("x")), "frc(x)"),), "rules 'frc' and 'a' have the same pattern"),
    (
        (Rule("a", P.fadd(P.fmul("x", "y"), "z"), "neg(x)"), Rule("b", P.fadd("p", P.fmul("q", "r")), "neg(p)")),
        "rules 'a' and 'b'",
    ),
    ((Rule("a", P.floor("x"), "nothing(x)"),), "no op 'nothing'"),
    ((Rule("a", P.floor("x"), "sub(x)"),), "sub has 2 operands, not 1"),
    ((Rule("a", P.floor("x"), "neg(z)"),), "cannot use z"),
    ((Rule("a", P.floor(P.var("x", "odd")), "neg(x)"),), "no predicate is called 'odd'"),
    ((Rule("a", P.floor("x"), "frc(x"),), "unexpected 'end'"),
]


@pytest.mark.parametrize(("rules", "message"), REFUSED)
def test_refused_rules(rules: tuple[Rule, ...], message: str) -> None:
    make = Maker()
    with pytest.raises(UsageError, match=message):
        select(rules, make.outputs(make.floor(make.i(0))))


def rulesets() -> Iterator[tuple[Isa, Ruleset, str, int]]:
    """Those of the targets, for every stage, version and level of facts."""
    for stage in AGAL.stages:
        yield from ((AGAL, AGAL_RULES, stage, int(version)) for version in AGAL.options["version"])
    yield PICA200, PICA200_RULES, "vertex", 1
    for level in LEVELS:
        yield LIMA_VP, lima_vp.rules_of(level), "vertex", 1
        yield lima_pp.isa_of(level), lima_pp.rules_of(level), "fragment", 1


@pytest.mark.parametrize("given", list(rulesets()), ids=lambda given: f"{given[0].name}-{given[2]}-{given[3]}")
def test_rules_of_targets_do_not_overlap(given: tuple[Isa, Ruleset, str, int]) -> None:
    isa, ruleset, stage, version = given
    refuse_overlaps_of(isa, ruleset, stage, version)
    twice = replace(ruleset, rules=(*ruleset.rules, replace(ruleset.rules[0], name="again")))
    with pytest.raises(UsageError, match="'again' have the same pattern"):
        refuse_overlaps_of(isa, twice, stage, version)


def test_not_overlapping_when_anything_differs() -> None:
    p = P.fadd(P.fmul("x", "y"), "z")
    rules = (
        Rule("a", p, "neg(x)"),
        Rule("b", p, "neg(x)", flags=NSZ),
        Rule("c", p, "neg(x)", cost=3.0),
        Rule("d", P.fadd(P.fmul("x", P.var("y", "constant")), "z"), "neg(x)"),
        Rule("e", p, "neg(x)", guard=lambda m: True),
        Rule("f", P.fadd(P.fmul("x", "y", flags=NSZ), "z"), "neg(x)"),
    )
    Selector(AGAL, rules)


def test_wrong_patterns() -> None:
    with pytest.raises(UsageError, match="fadd has 2 operands, not 3"):
        P.fadd("a", "b", "c")
    with pytest.raises(AttributeError, match="no neutral op is called 'mystery'"):
        P.mystery("a")


def test_rules_with_assumptions_need_a_target_that_grants_them() -> None:
    strict = replace(AGAL, format=replace(AGAL.format, blend_select=False))
    assert "select" in Selector(AGAL, AGAL_RULES).neutral_ops
    assert "select" not in Selector(strict, AGAL_RULES).neutral_ops


# reports --------------------------------------------------------------------------------------------------------------


def test_coverage_lists_every_rule() -> None:
    selector = Selector(AGAL, AGAL_RULES, {"stage": "fragment"})
    make = Maker()
    x: Node = make.i(0)
    report = coverage(selector, [selector.select(make.outputs(make.fsub(x, make.floor(x)), make.fadd(x, x)))])
    assert (report.counts["frc"], report.counts["add"], report.counts["floor"]) == (1, 1, 0)
    assert "floor" in report.unused
    assert report.table().startswith(f"2 of {len(report.counts)} rules used\n")


def test_rules_print() -> None:
    text = describe(AGAL_RULES.rules)
    assert "floor: floor(x) -> min(sub(x, frc(x)), x)\n" in text
    assert len(text.splitlines()) == len(AGAL_RULES.rules)


def test_rule_names_are_unique() -> None:
    names = [rule.name for rule in AGAL_RULES.rules]
    assert len(names) == len(set(names))


def test_one_selector_serves_threads() -> None:
    from concurrent.futures import ThreadPoolExecutor

    from gpucc.isel.text import show_selected

    selector = Selector(
        AGAL, Ruleset(AGAL_RULES.rules, representations=AGAL_RULES.representations), {"stage": "fragment"}
    )

    def run(k: int) -> str:
        make = Maker()
        x = make.fadd(make.i(0), float(k % 3))
        return show_selected(
            selector.select(make.outputs(make.select(make.folt(x, 0.0), make.floor(x), make.fmul(x, make.u(0)))))
        )

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(run, range(60)))
    assert len(set(answers)) == 3
