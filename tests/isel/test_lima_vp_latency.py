"""Operations on selects: moved before the select if the condition is late, and left alone if that only costs slots."""

from __future__ import annotations

from collections import Counter

import pytest
from leaves import k

from gpucc import driver
from gpucc.isa.lima_vp import LIMA_VP
from gpucc.isel.lima_vp_latency import hasten, latency
from gpucc.isel.machine import Inst, Leaf, Result, ScalarSource, Selected

X, Y = ScalarSource(Leaf("input", 0, 0)), ScalarSource(Leaf("input", 0, 1))


def op(name: str, *operands: ScalarSource, negated: bool = False) -> Inst:
    return Inst(
        LIMA_VP.op(name),
        tuple((operand,) for operand in operands),
        modifiers=frozenset({"neg"}) if negated else frozenset(),
    )


def r(inst: Inst, negate: bool = False) -> ScalarSource:
    return ScalarSource(Result(inst), negate)


def block(*insts: Inst, outputs: tuple[Inst, ...] = ()) -> Selected:
    return Selected(list(insts), {(0, i): r(inst) for i, inst in enumerate(outputs or insts[-1:])})


def counted(selected: Selected) -> dict[str, int]:
    return dict(Counter(inst.op.name for inst in selected.insts))


def scaled(user: str = "mul", before: str = "ge", **more: bool) -> tuple[Inst, Inst, Inst]:
    condition = op(before, X, k(0.5))
    chosen = op("select", k(2.0), r(condition), k(3.0))
    return condition, chosen, op(user, X, r(chosen), **more)


@pytest.mark.parametrize("user", ["mul", "add", "min", "lt"])
def test_an_operation_on_a_late_choice_is_turned_around(user: str) -> None:
    selected = block(*scaled(user))
    hasten(selected)
    found = counted(selected)
    assert found["select"] == 1
    assert found[user] == 2
    last = selected.insts[-1]
    assert last.op.name == "select"
    (otherwise,), _, (then,) = last.operands
    # the value for a zero condition comes first, both in the select and in its operands
    assert [source.value.inst.operands[1][0] for source in (otherwise, then)] == [k(2.0), k(3.0)]
    assert selected.outputs[0, 0] == r(last)


def test_signs_stay_with_operand_and_result() -> None:
    condition, chosen, _ = scaled()
    selected = block(condition, chosen, op("add", X, r(chosen, negate=True)))
    hasten(selected)
    adds = [inst for inst in selected.insts if inst.op.name == "add"]
    assert [inst.operands[1][0].negate for inst in adds] == [True, True]
    selected = block(*scaled(negated=True))
    hasten(selected)
    assert [inst.modifiers for inst in selected.insts if inst.op.name == "mul"] == [frozenset({"neg"})] * 2


def test_what_comes_as_late_as_the_condition_gains_nothing() -> None:
    condition = op("ge", X, k(0.5))
    beside = op("add", X, Y)
    chosen = op("select", k(2.0), r(condition), k(3.0))
    selected = block(condition, beside, chosen, op("mul", r(beside), r(chosen)))
    hasten(selected)
    assert counted(selected)["mul"] == 1


def test_a_choice_that_something_else_needs_stays() -> None:
    condition, chosen, product = scaled()
    selected = block(condition, chosen, product, outputs=(product, chosen))
    hasten(selected)
    assert counted(selected)["mul"] == 1


def test_a_short_path_is_not_worth_a_slot() -> None:
    insts = list(scaled())
    others = [op("mul", X, k(float(i))) for i in range(12)]
    selected = block(*insts, *others, outputs=(insts[-1], *others))
    hasten(selected)
    assert counted(selected)["mul"] == 13


def test_results_of_functions_are_late() -> None:
    functions = {sequence.function.name: sequence.function for sequence in LIMA_VP.wide.sequences}
    insts = [Inst(functions[name], ((X,),)) for name in ("rcp", "rsqrt", "exp2", "log2")]
    assert [latency(inst) for inst in insts] == [3, 3, 4, 4]


def steps(count: int) -> str:
    body = "if (d >= 0.5) d = fract(2.0 * d); else d = fract(3.0 * d);\n" * count
    return (
        f"attribute float a;\nvarying float v;\nvoid main() {{\nfloat d = a;\n{body}v = d;\ngl_Position ="
        " vec4(a);\n}\n"
    )


def test_each_step_of_a_chain_of_choices_takes_four_instructions() -> None:
    """Compare beside the products, select, floor, subtract."""
    short, long = (
        driver.compile(steps(count), "lima-vp", stage="vertex", verify=64).stats["instructions"] for count in (4, 9)
    )
    assert long - short == 20
