"""Rules by name: counted where they apply, and skipped if they are disabled."""

from __future__ import annotations

import pytest

import gpucc
from gpucc import driver
from gpucc.errors import Unsupported, UsageError
from gpucc.rules.uses import RuleUses, UseTable, resolve, tabulated

BOOKS = {"simplify": ("add -0", "square"), "toy": ("add", "square")}
LL = """define <4 x float> @main(<4 x float> %a, <4 x float> %b) {
  %f = call <4 x float> @llvm.floor.v4f32(<4 x float> %a)
  %r = fsub <4 x float> %a, %f
  %m = call <4 x float> @llvm.fabs.v4f32(<4 x float> %b)
  %w = call <4 x float> @llvm.trunc.v4f32(<4 x float> %m)
  %s = fmul <4 x float> %r, %w
  ret <4 x float> %s
}
declare <4 x float> @llvm.floor.v4f32(<4 x float>)
declare <4 x float> @llvm.fabs.v4f32(<4 x float>)
declare <4 x float> @llvm.trunc.v4f32(<4 x float>)
"""
STAGES = {"agal": "vertex", "lima-vp": "vertex", "lima-pp": "fragment", "pica200": "vertex"}


def compiled(isa: str, *disable: str) -> tuple[driver.CompiledProgram, dict[tuple[str, str], int]]:
    tables: list[object] = []

    def observe(stage: str, value: object) -> None:
        if stage == "rules":
            tables.append(value)

    program = driver.compile(LL, isa, stage=STAGES[isa], observe=observe, disable=disable)  # type: ignore[arg-type]
    (table,) = tables
    assert isinstance(table, UseTable)
    return program, {(stage, rule): count for stage, rule, count in table.rows}


def test_names_are_resolved() -> None:
    assert resolve(["rule:add -0", "rule:toy/square"], BOOKS) == {"simplify/add -0", "toy/square"}
    assert resolve([], BOOKS) == frozenset()


@pytest.mark.parametrize(
    ("word", "message", "note"),
    [
        ("add -0", "names nothing that can be disabled", "write rule:NAME"),
        ("rule:square", "several rules are called 'square'", "rule:simplify/square, rule:toy/square"),
        ("rule:add 0", "there is no rule 'add 0'", "did you mean 'add -0'"),
        ("rule:xyz", "there is no rule 'xyz'", "--explain lists"),
    ],
)
def test_wrong_names_are_refused(word: str, message: str, note: str) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        resolve([word], BOOKS)
    assert note in caught.value.notes[0]


def test_uses_of_a_stage_add_up() -> None:
    told = [
        RuleUses("select", "toy", {"add": 1}),
        RuleUses("simplify", "simplify", {"add -0": 2}),
        RuleUses("select", "toy", {"add": 2, "mul": 5}),
    ]
    assert tabulated(told).rows == (
        ("select", "toy/mul", 5),
        ("select", "toy/add", 3),
        ("simplify", "simplify/add -0", 2),
    )
    assert str(tabulated(told)).splitlines()[1] == "select    toy/mul          5"


@pytest.mark.parametrize("isa", STAGES)
def test_a_disabled_rule_is_not_used_and_the_program_stays_right(isa: str) -> None:
    program, uses = compiled(isa)
    assert uses["simplify", "simplify/truncate what is positive"] == 4
    fract = next(((stage, rule) for stage, rule in uses if stage == "select" and "fr" in rule), None)
    names = ["simplify/truncate what is positive", *([fract[1]] if fract else [])]
    other, rest = compiled(isa, *(f"rule:{name}" for name in names))
    assert not {rule for _, rule in rest} & set(names)
    assert other.code != program.code or not fract


def test_what_cannot_be_done_without_a_rule_says_so() -> None:
    with pytest.raises(Unsupported) as caught:
        compiled("lima-pp", "rule:mul")
    assert "disabled: rule:mul" in caught.value.notes
    assert gpucc.compile(LL, "lima-pp").code


AGSL = "half4 main(float2 p) { return half4(half2(p - floor(p)), 0.0, 1.0); }"


def test_functions_of_a_shading_language_are_found_by_rules_that_can_be_disabled() -> None:
    tables: list[UseTable] = []

    def observe(stage: str, value: object) -> None:
        tables.extend([value] if isinstance(value, UseTable) else [])

    found, spelled = (
        driver.compile(AGSL, "agsl", name="p.agsl", observe=observe, disable=disable)
        for disable in ((), ("rule:fract",))
    )
    assert [("select", "agsl/fract") in {row[:2] for row in table.rows} for table in tables] == [True, False]
    assert ("fract" in found.asm(), "fract" in spelled.asm()) == (True, False)
    assert "floor" in spelled.asm()


ROUND = """define <4 x float> @main(<4 x float> %a) {
  %r = call <4 x float> @llvm.round.v4f32(<4 x float> %a)
  ret <4 x float> %r
}
declare <4 x float> @llvm.round.v4f32(<4 x float>)
"""


def test_what_stands_for_a_lacking_operation_is_counted_and_can_be_disabled() -> None:
    told: list[UseTable] = []

    def observe(stage: str, value: object) -> None:
        told.extend([value] if isinstance(value, UseTable) else [])

    driver.compile(ROUND, "agal", stage="vertex", observe=observe)
    assert ("legalise", "legalise/round", 4) in told[0].rows
    with pytest.raises(Unsupported, match="no way to compute 'round'") as caught:
        driver.compile(ROUND, "agal", stage="vertex", disable=("rule:legalise/round",))
    assert "disabled: rule:legalise/round" in caught.value.notes
