"""`Selector.neutral_ops`: lowering for a machine of one's own needs nothing else."""

from __future__ import annotations

import pytest

import gpucc
from gpucc.errors import Unsupported
from gpucc.isa import FP32, Bound, Isa, Op, Operand, RegisterFile
from gpucc.isel import ARCP, P, Rule, Ruleset, Selector, show_selected

A, B = (Operand(name, modifiers=frozenset({"neg"})) for name in "ab")
X = Operand("a", 1)
CLOSE = Bound(relative=2.0**-22)
FILES = tuple(
    RegisterFile(role, role, code, {"vertex": role[0]}, {"vertex": 16}, writable=True)
    for code, role in enumerate(("temporary", "input", "uniform", "output"))
)
RECIPROCAL, ROOT = "fdiv(1.0, x)", "fdiv(1.0, sqrt(x))"
ROOTS = Rule("root", P.fdiv(1.0, P.sqrt("radicand")), "rsq(radicand)", assume=frozenset({"approximate"}))
QUOTIENT = """declare float @llvm.sqrt.f32(float)
define float @k(float %a, float %b) {
  %root = call float @llvm.sqrt.f32(float %a)
  %result = fdiv float %b, %root
  ret float %result
}
"""


def machine(operand: Operand = A, *more: Op) -> Isa:
    """A machine whose only divisions are reciprocals of a number and of a root."""
    result = "broadcast" if operand.lanes else "each"
    name = "a.x" if operand.lanes else "a"
    ops = (
        Op("mov", 0, (A,), semantics=("a",)),
        Op("mul", 1, (A, B), semantics=("fmul(a, b)",)),
        Op("rcp", 2, (operand,), result, (f"fdiv(1.0, {name})",), CLOSE),  # type: ignore[arg-type]
        Op("rsq", 3, (operand,), result, (f"fdiv(1.0, sqrt({name}))",), CLOSE),  # type: ignore[arg-type]
        *more,
    )
    return Isa("mine", "a small machine", ("vertex",), "vertex", FP32, ops, FILES, (), 4, "flatten", False)


@pytest.mark.parametrize("operand", [A, X])
def test_special_cases_of_division(operand: Operand) -> None:
    selector = Selector(machine(operand), [ROOTS])
    assert selector.neutral_ops == {"fmul", "fneg", RECIPROCAL, ROOT}
    lowered = gpucc.lower(QUOTIENT, machine(operand), ops=selector.neutral_ops, stage="vertex")
    text = show_selected(selector.select(lowered.value.entry))
    assert [line.split()[2] for line in text.splitlines()[:2]] == ["rsq", "mul"]


def test_an_approximate_op_of_several_steps_needs_a_rule() -> None:
    assert Selector(machine()).neutral_ops == {"fmul", "fneg", RECIPROCAL}
    with pytest.raises(Unsupported, match="no way to compute 'sqrt'"):
        gpucc.lower(QUOTIENT, machine(), ops=Selector(machine()).neutral_ops, stage="vertex")


def test_a_rule_that_needs_a_flag_covers_nothing_in_general() -> None:
    licensed = Rule("root", P.fdiv(1.0, P.sqrt("x")), "rsq(x)", flags=ARCP, assume=frozenset({"approximate"}))
    guarded = Rule("root", P.fdiv(1.0, P.sqrt(P.var("x", "constant"))), "rsq(x)", assume=frozenset({"approximate"}))
    for rule in (licensed, guarded):
        assert ROOT not in Selector(machine(), [rule]).neutral_ops


def test_uniforms_at_a_computed_index() -> None:
    ruleset = Ruleset(index={"vertex": frozenset({"temporary"})})
    assert "uniform_at" in Selector(machine(), ruleset, {"stage": "vertex"}).neutral_ops
    assert "uniform_at" not in Selector(machine(), ruleset, {"stage": "fragment"}).neutral_ops
