"""Undefined values of the source may be anything on the target: a lane that depends on one is never reported as
different."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from planting import built, judged

from gpucc import driver
from gpucc.interp.data import Batch
from gpucc.interp.reference.irtext import TextLine, parse_module
from gpucc.interp.reference.jit import Reference
from gpucc.interp.reference.undefined import _filled_shuffle
from gpucc.interp.reference.undefined_uses import undefined_reaches
from gpucc.interp.report import Report
from gpucc.isa.model import FP32
from gpucc.program import Shader

SHUFFLE = "<2 x float> %v, <2 x float> poison, <2 x i32> <i32 0, i32 poison>"
LOOP = """define float @march(float %x) {
  %n = alloca i32
  %sum = alloca float
  store float 0.0, ptr %sum
  br label %head
head:
  %i = load i32, ptr %n
  %c = icmp slt i32 %i, 6
  br i1 %c, label %body, label %end
body:
  store float 1.0, ptr %sum
  %j = load i32, ptr %n
  %k = add nsw i32 %j, 1
  store i32 %k, ptr %n
  br label %head
end:
  %r = load float, ptr %sum
  ret float %r
}"""
CHOICE = """define float @f(float %x) {
  %a = alloca float
  %v = load float, ptr %a
  %c = fcmp olt float %v, 6.0
  %r = select i1 %c, float %x, float 2.0
  ret float %r
}"""
FROZEN = """define float @f(float %x) {
  %v = freeze i32 undef
  %c = icmp slt i32 %v, 6
  br i1 %c, label %a, label %b
a:
  ret float %x
b:
  ret float 2.0
}"""
GLSL = """precision highp float; varying float x;
struct pair { float a; int n; };
void main() { pair p; float t[3]; p.a = x; t[1] = x;
  float sum = p.n < 6 ? 1.0 : x;
  for (int i = 0; i < 9; i++) { if (float(i) > t[0] + 7.0) break; sum += p.a; }
  gl_FragColor = vec4(sum, p.a, t[1], 1.0); }"""


@pytest.mark.parametrize("isa", ["agal", "agsl"])
@pytest.mark.parametrize("text", [LOOP, CHOICE, FROZEN], ids=["loop", "choice", "frozen"])
def test_decisions_on_undefined_values_are_no_alarm(text: str, isa: str) -> None:
    ((_, report),) = driver.verify(text, isa, lanes=64, stage="fragment", name="u.ll")
    assert isinstance(report, Report)
    assert report.verdict != "differs", report.describe()


@pytest.mark.parametrize("isa", ["agal", "lima-pp"])
def test_uninitialised_members_and_elements_are_no_alarm(isa: str) -> None:
    ((_, report),) = driver.verify(GLSL, isa, lanes=64, name="u.frag")
    assert isinstance(report, Report)
    assert report.verdict != "differs", report.describe()


def marked(shader: Shader) -> list[bool]:
    batch = Batch(np.zeros((4, 1, 4), np.float32), np.zeros((1, 0, 4), np.float32))
    batch.inputs[:, 0, 0] = [1.0, 2.0, 3.0, 4.0]
    return list(map(bool, Reference(shader, FP32, fill="marks").run(batch).unsure))


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        # undefined only in lanes with a up to 2
        ("%c = fcmp ogt float %a, 2.0\n %v = select i1 %c, float %a, float undef\n %d = fcmp ogt float %v, 3.0\n"
         " %r = select i1 %d, float 1.0, float 2.0", [True, True, False, False]),
        # one element of a vector
        ("%v = insertelement <2 x float> poison, float %a, i32 1\n %w = fadd <2 x float> %v, %v\n "
         "%e = extractelement <2 x float> %w, i32 1\n"
         " %d = fcmp ogt float %e, 3.0\n %r = select i1 %d, float 1.0, float 2.0", [False] * 4),
        ("%v = insertelement <2 x float> poison, float %a, i32 1\n"
         " %w = shufflevector <2 x float> %v, <2 x float> %v, <2 x i32> <i32 1, i32 2>\n"
         " %e = extractelement <2 x float> %w, i32 1\n %d = fcmp ogt float %e, 3.0\n %r = select i1 %d, float 1.0, "
         "float 2.0", [True] * 4),
        # an element that the mask of a shuffle leaves undefined, and one that it selects
        ("%v = insertelement <2 x float> zeroinitializer, float %a, i32 0\n"
         " %w = shufflevector <2 x float> %v, <2 x float> poison, <2 x i32> <i32 0, i32 poison>\n"
         " %e = extractelement <2 x float> %w, i32 0\n"
         " %d = fcmp ogt float %e, 3.0\n %r = select i1 %d, float 1.0, float 2.0", [False] * 4),
        ("%v = insertelement <2 x float> zeroinitializer, float %a, i32 0\n"
         " %w = shufflevector <2 x float> %v, <2 x float> poison, <2 x i32> <i32 0, i32 poison>\n"
         " %e = extractelement <2 x float> %w, i32 1\n"
         " %d = fcmp ogt float %e, 3.0\n %r = select i1 %d, float 1.0, float 2.0", [True] * 4),
        # no decision at all, and a division whose undefined divisor affects every lane
        ("%r = fadd float %a, undef", [False] * 4),
        ("%n = fptosi float %a to i32\n %d = udiv i32 6, undef\n %r = uitofp i32 %d to float", [True] * 4),
    ],
)  # fmt: skip
def test_what_undefined_values_decide_is_marked_lane_by_lane(shader, lines: str, expected: list[bool]) -> None:  # type: ignore[no-untyped-def]
    assert marked(shader("  " + lines)) == expected


def test_a_mistake_beside_what_is_undefined_is_still_told() -> None:
    """No decision here depends on the undefined value, so a wrong constant must be noticed."""
    text = CHOICE.replace("load float, ptr %a", "fadd float %x, 1.0")
    source, other = built(text, "agal"), built(text.replace("float 2.0", "float 3.0"), "agal")
    assert judged(source, other.program, lanes=64).verdict == "differs"


def test_an_undefined_index_takes_an_element_that_there_is() -> None:
    """`<1 x float>` has no third element to take."""
    text = """define <4 x float> @f(float %x) {
  %v = insertelement <1 x float> poison, float %x, i32 0
  %w = shufflevector <1 x float> %v, <1 x float> poison, <4 x i32> <i32 0, i32 poison, i32 undef, i32 0>
  ret <4 x float> %w
}"""
    program = driver.compile(text, "agal", stage="vertex")
    assert program.verified is not None


def test_a_quoted_name_gets_its_ending_within_the_quotes() -> None:
    line = TextLine('%"1.a"', "shufflevector", frozenset(), SHUFFLE, "")
    first, second = _filled_shuffle(line, "numbers", 0)
    assert (first.result, second.result) == ('%"1.a.undefined1"', '%"1.a"')
    assert second.rest.startswith('<2 x float> %"1.a.undefined1", float ')
    plain, _ = _filled_shuffle(replace(line, result="%w"), "numbers", 0)
    assert plain.result == "%w.undefined1"


def reaches(lines: str) -> bool:
    text = f"define <4 x float> @f(float %x, <4 x float> %v) {{\n{lines}\n}}\n"
    return undefined_reaches(parse_module(text).functions[0])


@pytest.mark.parametrize(
    "lines",
    [
        "  ret <4 x float> %v",
        # a vector is built, and each element is set
        "  %a = insertelement <2 x float> poison, float %x, i64 0\n"
        "  %b = insertelement <2 x float> %a, float %x, i64 1\n"
        "  %c = shufflevector <2 x float> %b, <2 x float> poison, <4 x i32> <i32 0, i32 1, i32 1, i32 0>\n"
        "  ret <4 x float> %c",
        # elements that nobody wrote go through arithmetic, and nobody reads them
        "  %a = shufflevector <4 x float> %v, <4 x float> poison, <2 x i32> <i32 poison, i32 1>\n"
        "  %b = fmul <2 x float> %a, <float poison, float 2.0>\n"
        "  %c = call <2 x float> @llvm.fabs.v2f32(<2 x float> %b)\n"
        "  %d = extractelement <2 x float> %c, i64 1\n  %e = insertelement <4 x float> %v, float %d, i32 0\n"
        "  ret <4 x float> %e",
        # the result of a comparison chooses element by element
        "  %a = shufflevector <4 x float> %v, <4 x float> poison, <2 x i32> <i32 0, i32 poison>\n"
        "  %b = fcmp olt <2 x float> %a, zeroinitializer\n"
        "  %c = select <2 x i1> %b, <2 x float> %a, <2 x float> zeroinitializer\n"
        "  %d = shufflevector <2 x float> %c, <2 x float> poison, <4 x i32> zeroinitializer\n  ret <4 x float> %d",
    ],
)
def test_undefined_elements_that_nothing_reads_have_no_effect(lines: str) -> None:
    assert not reaches(lines)


@pytest.mark.parametrize(
    "lines",
    [
        "  ret <4 x float> undef",
        "  ret <4 x float> <float 0.0, float poison, float 0.0, float 0.0>",
        # one element is never set
        "  %a = insertelement <4 x float> poison, float %x, i64 0\n  ret <4 x float> %a",
        # an element that is set somewhere, and only a run knows where
        "  %n = fptosi float %x to i32\n"
        "  %a = insertelement <4 x float> poison, float %x, i32 %n\n  ret <4 x float> %a",
        "  %a = shufflevector <4 x float> %v, <4 x float> poison, <2 x i32> <i32 0, i32 poison>\n"
        "  %b = extractelement <2 x float> %a, i32 1\n  %c = insertelement <4 x float> %v, float %b, i32 0\n"
        "  ret <4 x float> %c",
        # one undefined choice decides all elements
        "  %a = shufflevector <4 x float> %v, <4 x float> poison, <2 x i32> <i32 0, i32 poison>\n"
        "  %b = fcmp olt <2 x float> %a, zeroinitializer\n  %c = extractelement <2 x i1> %b, i32 1\n"
        "  %d = select i1 %c, <4 x float> %v, <4 x float> zeroinitializer\n  ret <4 x float> %d",
        # a sum of all elements
        "  %a = insertelement <4 x float> poison, float %x, i64 0\n"
        "  %b = call float @llvm.vector.reduce.fadd.v4f32(float 0.0, <4 x float> %a)\n"
        "  %c = insertelement <4 x float> %v, float %b, i32 0\n  ret <4 x float> %c",
        # memory
        "  %m = alloca float\n  %a = load float, ptr %m\n  %c = insertelement <4 x float> %v, float %a, i32 0\n"
        "  ret <4 x float> %c",
        # a block that stands before the one that defines what it uses
        "  br label %late\nearly:\n  ret <4 x float> %a\nlate:\n"
        "  %a = insertelement <4 x float> poison, float %x, i64 0\n  br label %early",
        "  %n = fptosi float %x to i32\n  %d = udiv i32 6, undef\n  %r = uitofp i32 %d to float\n"
        "  %c = insertelement <4 x float> %v, float %r, i32 0\n  ret <4 x float> %c",
    ],
)
def test_undefined_values_that_may_have_an_effect_are_found(lines: str) -> None:
    assert reaches(lines)


def test_a_phi_of_an_undefined_value_has_an_effect() -> None:
    lines = "  %c = fcmp olt float %x, 0.0\n  br i1 %c, label %a, label %b\na:\n  br label %b\nb:\n"
    lines += "  %p = phi <4 x float> [ poison, %0 ], [ %v, %a ]\n  ret <4 x float> %p"
    assert reaches(lines)
