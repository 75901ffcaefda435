"""The lima fragment processor as a target: from IR to bytes, files and pictures of schedules."""

from __future__ import annotations

import numpy as np
import pytest

from gpucc import driver
from gpucc.emit import files
from gpucc.emit.lima_pp import decode
from gpucc.errors import GpuccError
from gpucc.interp.lima_pp_check import check, facts_used
from gpucc.isa.lima_pp import LIMA_PP
from gpucc.isa.model import Dest, Source
from gpucc.isa.pipeline import Packet, UnitPart
from gpucc.program import Program
from gpucc.sched.pipe.rename import outputs_first

SHADED = """
declare <4 x float> @gpucc.texture.2d(ptr addrspace(4), <2 x float>)
declare float @gpucc.dfdx(float)
declare void @gpucc.discard(i1)
@tex = external addrspace(4) global i32
define <4 x float> @main(<4 x float> %a, <2 x float> %uv, ptr %u) {
  %t = call <4 x float> @gpucc.texture.2d(ptr addrspace(4) @tex, <2 x float> %uv)
  %w = extractelement <4 x float> %t, i32 3
  %c = fcmp olt float %w, 5.0e-01
  call void @gpucc.discard(i1 %c)
  %x = extractelement <4 x float> %a, i32 0
  %d = call float @gpucc.dfdx(float %x)
  %k = load <4 x float>, ptr %u
  %m = fmul <4 x float> %t, %k
  %r = insertelement <4 x float> %m, float %d, i32 3
  ret <4 x float> %r
}
"""
COUNTING = """
define float @main(float %x, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi float [ %x, %entry ], [ %more, %loop ]
  %half = fmul float %s, 5.0e-01
  %more = fadd float %half, 1.0
  %next = add i32 %i, 1
  %limit = and i32 %n, 15
  %stop = icmp sgt i32 %next, %limit
  br i1 %stop, label %done, label %loop
done:
  ret float %more
}
"""


def compiled(text: str, **wishes: str) -> Program:
    return driver.compile(text, "lima-pp", stage="fragment", target=wishes, verify=128)


def ops(program: Program) -> list[str]:
    return [part.op for packet in decode(program.code) for part in packet.parts]


def test_a_shader_with_everything() -> None:
    program = compiled(SHADED)
    assert program.stats["instructions"] <= 4
    found = ops(program)
    assert found.count("texld_2d") == found.count("discard") == found.count("dfdx") == 1
    assert any(op.startswith("branch_") for op in found)
    assert check(program.code) == []


def test_a_loop_that_counts_is_one_instruction_a_round() -> None:
    packets = decode(compiled(COUNTING).code)
    (back,) = [i for i, packet in enumerate(packets) if packet.part("branch")]
    target = packets[back].part("branch")
    assert target is not None
    assert target.setting("target") == 0


@pytest.mark.parametrize("level", ["proven", "agreed"])
def test_a_level_is_kept_or_the_user_is_told(level: str) -> None:
    told: list[str] = []

    def observe(stage: str, value: object) -> None:
        if stage == "warning":
            told.append(str(value))

    program = driver.compile(SHADED, "lima-pp", stage="fragment", target={"facts": level}, verify=None, observe=observe)
    bolder = [fact.name for fact in facts_used(program.code) if fact.level != "proven"]
    assert bool(told) == (level == "proven")
    if told:
        assert all(name in told[0] for name in bolder)


def test_the_colour_stands_in_the_first_register_so_that_mbs_can_hold_it() -> None:
    program = compiled(SHADED)
    assert dict(program.options)["outputs"] == "0"
    again = driver.contained(driver.contents(program, files.kind_named("mbs")), "file.mbs")
    assert again is not None
    assert (again.isa, again.stage, again.code) == ("lima-pp", "fragment", program.code)


def test_two_outputs_have_a_register_each() -> None:
    program = compiled("define { <4 x float>, float } @main(<4 x float> %a, float %b) {\n"
                       "  %d = fmul float %b, 2.0\n"
                       "  %s = insertvalue { <4 x float>, float } poison, <4 x float> %a, 0\n"
                       "  %r = insertvalue { <4 x float>, float } %s, float %d, 1\n"
                       "  ret { <4 x float>, float } %r\n}\n")  # fmt: skip
    assert dict(program.options)["outputs"] == "0,1"
    found = program.run({"a": np.ones((4, 4), np.float32), "b": np.full((4, 1), 3.0, np.float32)})
    assert sorted(float(np.ravel(value)[0]) for value in found.values()) == [1.0, 6.0]


def test_registers_are_renamed_all_at_once() -> None:
    part = UnitPart("vmul", "mul", Dest("register", 5, 15), (Source("register", 0), Source("register", 3)))
    (packet,) = outputs_first([Packet((part,))], [5, 3], LIMA_PP.pipeline.registers)
    (renamed,) = packet.parts
    assert renamed.dest == Dest("register", 0, 15)
    assert renamed.sources[1] == Source("register", 1)
    assert isinstance(renamed.sources[0], Source)
    assert renamed.sources[0].number not in (0, 1)


def test_the_schedule_names_units_and_lines() -> None:
    picture = compiled(SHADED).picture
    assert picture is not None
    assert picture.units == tuple(unit.name for unit in LIMA_PP.pipeline.units)
    assert {cell.rule for row in picture.rows for cell in row} >= {"2d texture", "derivative across"}


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("define double @main(double %x) {\n  %r = fmul double %x, %x\n  ret double %r\n}\n", "double"),
        ("define i32 @main(i32 %x, i32 %y) {\n  %r = mul i32 %x, 747796405\n  ret i32 %r\n}\n", "exact up to 2048"),
    ],
)
def test_what_cannot_be_is_said(text: str, word: str) -> None:
    with pytest.raises(GpuccError, match=word):
        compiled(text)


def test_vertex_programs_are_refused() -> None:
    with pytest.raises(GpuccError, match="fragment"):
        driver.compile("define float @main(float %x) {\n  ret float %x\n}\n", "lima-pp", stage="vertex")


LEFT = """
declare <4 x float> @gpucc.texture.2d(ptr addrspace(4), <2 x float>)
declare void @gpucc.discard(i1)
@mips = external addrspace(4) global i32
define <4 x float> @main(<2 x float> %p, float %x) {
entry:
  %c = fcmp ogt float %x, 0.0
  br i1 %c, label %out, label %on
out:
  call void @gpucc.discard(i1 true)
  br label %on
on:
  %q = fmul <2 x float> %p, <float 3.0, float 5.0>
  %t = call <4 x float> @gpucc.texture.2d(ptr addrspace(4) @mips, <2 x float> %q)
  ret <4 x float> %t
}
!gpucc.interface = !{!0}
!0 = !{!"mips", !"sampler", i32 0, !"linear,miplinear,repeat"}
"""


def test_levels_next_to_a_fragment_that_left_are_not_compared() -> None:
    """A discarded fragment has no coordinates any more; the reference still has them."""
    ((_, report),) = driver.verify(LEFT, "lima-pp", stage="fragment", lanes=512)
    assert not isinstance(report, GpuccError)
    assert report.passed
    assert report.unsure
    assert report.compared > 100


LARGE = """
define <2 x float> @main(float %x) {
  %scaled = fmul float %x, 0x416FA05FE0000000
  %whole = call float @llvm.floor.f32(float %scaled)
  %part = fsub float %scaled, %whole
  %near = fcmp olt float %x, 1.0e+09
  %flag = uitofp i1 %near to float
  %a = insertelement <2 x float> poison, float %part, i32 0
  %b = insertelement <2 x float> %a, float %flag, i32 1
  ret <2 x float> %b
}
declare float @llvm.floor.f32(float)
"""


def test_numbers_too_large_for_a_half_are_infinite_and_no_miscompilation() -> None:
    """Packing a depth into bytes multiplies by powers of 255: zero times infinity is NaN in halves, but 0 in the
    source's floats."""
    told: list[str] = []
    program = driver.compile(
        LARGE, "lima-pp", stage="fragment", verify=128, observe=lambda name, text: told.append(f"{name}: {text}")
    )
    assert program.verified
    warning = next(one for one in told if one.startswith("warning"))
    assert warning == "warning: 16581375, 1e+09: infinite here, for the largest number is 65504"


SMALL = """define float @main(float %x) {
  %size = call float @llvm.fabs.f32(float %x)
  %guarded = call float @llvm.maxnum.f32(float %size, float 0x3E45798EE0000000)
  %r = fdiv float %x, %guarded
  ret float %r
}
declare float @llvm.fabs.f32(float)
declare float @llvm.maxnum.f32(float, float)
"""


def test_numbers_too_small_for_a_half_are_zero_and_guard_nothing() -> None:
    told: list[str] = []
    driver.compile(
        SMALL, "lima-pp", stage="fragment", verify=64, observe=lambda name, text: told.append(f"{name}: {text}")
    )
    assert "warning: 1e-08: zero here, for the smallest number is 5.96e-08" in told


def blur(shifts: list[tuple[float, float]]) -> str:
    """A sum of texels around the fragment's position."""
    texels = " + ".join(f"texture2D(image, at + vec2({x}, {y}))" for x, y in shifts)
    return (
        f"precision mediump float; uniform sampler2D image; varying vec2 at; void main() {{ gl_FragColor = ({texels}) *"
        " 0.125; }"
    )


ROW = [(0.125 * i, 0.25) for i in range(1, 5)]
GRID = [(0.125 * x, 0.25 * y) for x in range(1, 4) for y in range(1, 4)]


@pytest.mark.parametrize("arithmetic", ["strict", "default"])
@pytest.mark.parametrize("shifts", [ROW, GRID], ids=["row", "grid"])
def test_coordinates_made_again_leave_no_trace_of_the_old(shifts: list[tuple[float, float]], arithmetic: str) -> None:
    """Sums shared by more texture reads than a register has components are recomputed for each; the original ones must
    not remain."""
    program = driver.compile(blur(shifts), "lima-pp", stage="fragment", arithmetic=arithmetic, verify=64)
    assert ops(program).count("texld_2d") == len(shifts)
