"""Arc tangents in the two steps of the combine unit, where the facts allow them, and the line information of words."""

from __future__ import annotations

import numpy as np
import pytest

from gpucc import driver
from gpucc.emit.lima_pp import decode
from gpucc.emit.lima_pp_assembler import assemble
from gpucc.interp import numerics
from gpucc.interp.chance import Chance
from gpucc.interp.lima_pp_check import check
from gpucc.isa.lima_pp import LIMA_PP
from gpucc.isa.model import FP16
from gpucc.program import Program

HEAD = (
    "declare float @atanf(float)\ndeclare float @atan2f(float, float)\ndeclare <4 x float> @llvm.atan.v4f32(<4 x"
    " float>)\n"
)
ONE = "define float @main(float %y, float %x) {\n  %a = call float @atanf(float %y)\n  ret float %a\n}\n"
TWO = "define float @main(float %y, float %x) {\n  %a = call float @atan2f(float %y, float %x)\n  ret float %a\n}\n"
FOUR = (
    "define <4 x float> @main(<4 x float> %y) {\n  %a = call <4 x float> @llvm.atan.v4f32(<4 x float> %y)\n"
    "  %b = fmul <4 x float> %a, %y\n  ret <4 x float> %b\n}\n"
)


def crowded(count: int) -> str:
    """Angles that are all used again after the last one is computed."""
    lines = ["define float @main(<4 x float> %p, ptr align 16 dereferenceable(160) %u) {"]
    lines += [f"  %p{lane} = extractelement <4 x float> %p, i32 {lane}" for lane in range(4)]
    for i in range(count):
        lines.append(f"  %g{i} = getelementptr float, ptr %u, i64 {i}")
        lines.append(f"  %u{i} = load float, ptr %g{i}, align 4")
        lines.append(f"  %m{i} = fmul float %u{i}, %p{i % 4}")
        lines.append(f"  %a{i} = call float @atan2f(float %m{i}, float %p{(i + 1) % 4})")
    total = "%a0"
    for way in ("fadd", "fsub"):
        for i in range(1, count):
            lines.append(f"  %{way}{i} = {way} float {total}, %a{i}")
            total = f"%{way}{i}"
    return "\n".join([*lines, f"  ret float {total}", "}"])


def compiled(text: str, facts: str, opt: int = 2) -> Program:
    return driver.compile(HEAD + text, "lima-pp", stage="fragment", opt=opt, target={"facts": facts}, verify=128)


def ops(program: Program) -> list[str]:
    return [part.op for packet in decode(program.code) for part in packet.parts]


@pytest.mark.parametrize("opt", [0, 2, 3])
@pytest.mark.parametrize(
    ("text", "begins", "count"), [(ONE, "atan_pt1", 1), (TWO, "atan2_pt1", 1), (FOUR, "atan_pt1", 4)]
)
def test_where_it_is_documented_the_unit_does_it(text: str, begins: str, count: int, opt: int) -> None:
    program = compiled(text, "documented", opt)
    found = ops(program)
    assert found.count(begins) == found.count("atan_pt2") == count
    if text == ONE:
        assert len(decode(program.code)) == 2


@pytest.mark.parametrize("text", [ONE, TWO])
def test_others_compute_a_polynomial(text: str) -> None:
    assert not {op for op in ops(compiled(text, "agreed")) if op.startswith("atan")}


def test_angles_that_wait_on_the_stack() -> None:
    program = compiled(crowded(40), "documented")
    assert program.stats["spills"]
    assert ops(program).count("atan2_pt1") == 40


def broken(text: str) -> list[str]:
    return [violation.rule for violation in check(assemble(text, "<text>"), "documented") if violation.rule == "atan"]


BEGIN = "load.v $0 0\natan2_pt1.s2 $1.xyz $0.x $0.y\n"


@pytest.mark.parametrize(
    ("middle", "bad"),
    [
        ("mul.s0 $1.x $1.x $1.y\n", False),
        ("mul.s0 $1.w $1.x $1.y\nmov.s0 $1.x $0.x, mov.s1 $2.x $1.w\n", True),
        ("mul.s0 $1.x $1.x $1.y, mov.s1 $1.w $0.x\n", False),
        ("mul.s0 $1.x $1.x $1.y\nmov.s0 $1.z $0.x\n", True),
        ("mov.s0 $1.y $0.x\nmul.s0 $1.x $1.x $1.y\n", True),
        ("mul.s0 $1.x $1.x $1.y\nmul.s0 $1.x $1.x $1.y\n", True),
        ("", True),
    ],
)
def test_nothing_may_come_between_the_steps(middle: str, bad: bool) -> None:
    assert bool(broken(f"{BEGIN}{middle}stop, atan_pt2.s2 $0.x $1")) == bad


def test_the_product_may_stand_in_the_last_instruction() -> None:
    assert not broken(f"{BEGIN}stop, mul.s0 $1.x $1.x $1.y, atan_pt2.s2 $0.x $1")


@pytest.mark.parametrize("name", ["atan_pt2", "sqrt", "rcp"])
def test_a_zero_keeps_its_sign_when_results_are_moved(name: str) -> None:
    zeros = np.array([-0.0, 0.0])
    for perturb in (None, Chance(0)):
        assert np.signbit(numerics.settle(zeros, LIMA_PP.op(name).bound, perturb, FP16)).tolist() == [True, False]


def test_words_of_instructions_are_told() -> None:
    program = compiled(crowded(6), "agreed")
    assert program.picture is not None
    assert len(program.picture.words) == program.stats["instructions"]
    assert sum(program.picture.words) == program.stats["words"]
