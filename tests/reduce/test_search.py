"""The search of `gpucc reduce` and its passes, with judges that look at the text alone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from gpucc.reduce import assembly, shading
from gpucc.reduce.assembly_lines import pruned, read_module, result_type, written
from gpucc.reduce.passes import language_of
from gpucc.reduce.search import Reduction, reduce_lines, reduce_text
from gpucc.reduce.shading_tokens import ShaderTokens, split

SHADER = """precision mediump float;
#define SCALE 2.0
#ifdef NEVER
varying vec4 never;
#else
varying vec2 uv;  // read below
#endif
struct Light { vec3 at; float power; } sun;
float wave(float x, float unused) {
    for (int i = 0; i < 3; i++) x += sin(x) * SCALE;
    return x;
}
void main() {
    vec4 a = vec4(uv, 0.0, 1.0), b = a.yxzw;
    if (a.x > 0.5) { b *= 2.0; } else if (b.y < 0.25) b = -a; else { discard; }
    gl_FragColor = a + pow(b, vec4(wave(uv.x, 1.0))) * (b.x > 0.0 ? 1.0 : 3.0);
}
"""
IR = """declare float @llvm.sin.f32(float)
@table = internal constant [2 x float] [float 1.0, float 2.0]
define float @f(float %0, float %1, ptr %2) {
  %4 = fcmp olt float %0, %1
  br i1 %4, label %5, label %8
5:
  %6 = fadd float %0, %1
  %7 = call float @llvm.sin.f32(float %6)
  br label %10
8:
  %9 = load float, ptr %2, align 4
  br label %10
10:
  %11 = phi float [ %7, %5 ], [ %9, %8 ]
  %12 = fmul float %11, %1
  ret float %12
}
"""


def smallest(
    text: str, passes: tuple[Callable[[Reduction], None], ...], fails: Callable[[str], bool], limit: int = 5000
) -> str:
    reduction = Reduction(text, fails, limit)
    reduce_text(reduction, passes)
    assert fails(reduction.best)
    return reduction.best


def balanced(text: str) -> bool:
    """Return whether brackets match and every statement ends, the minimum requirement of a front end."""
    tokens = ShaderTokens.of(text)
    opening = [index for index, word in enumerate(tokens.words) if word in "([{"]
    return (
        len(tokens.partner) == len(opening) == sum(word in (")", "]", "}") for word in tokens.words)
        and "main() {" in text
    )


def test_a_shader_keeps_its_tokens_when_it_is_written_anew() -> None:
    text = ShaderTokens.of(SHADER).edited([])
    assert split(text) == split(SHADER)
    assert ShaderTokens.of(text).edited([]) == text
    assert "    vec4 a = vec4(uv, 0.0, 1.0), b = a.yxzw;\n" in text


@pytest.mark.parametrize(
    ("needed", "lines"),
    [("pow(", 3), ("discard", 3), ("sin(", 5), ("SCALE", 5), ("struct", 5), ("never", 3), (" : ", 3)],
)
def test_only_what_the_failure_needs_is_left_of_a_shader(needed: str, lines: int) -> None:
    left = smallest(SHADER, shading.PASSES, lambda text: needed in text and balanced(text))
    assert len(left.splitlines()) <= lines, left


@pytest.mark.parametrize("needed", ["sin.f32", " load ", " fcmp ", " phi ", "@table", " fadd "])
def test_only_what_the_failure_needs_is_left_of_ir(needed: str) -> None:
    def fails(text: str) -> bool:
        defined = re.findall(r"^\s*(%\S+) =", text, re.MULTILINE)
        return needed in text and len(set(defined)) == len(defined) and "define" in text

    left = smallest(IR, assembly.PASSES, fails)
    assert len(left.splitlines()) <= (10 if needed == " phi " else 5), left


def test_a_branch_that_goes_one_way_takes_the_rest_with_it() -> None:
    (function,) = [
        each
        for each in read_module(IR.replace("br i1 %4, label %5, label %8", "br label %8"))
        if not isinstance(each, str)
    ]
    (block,) = pruned(function).blocks
    assert [line.strip() for line in block.lines][1:] == [
        "%9 = load float, ptr %2, align 4",
        "%12 = fmul float %9, %1",
        "ret float %12",
    ]
    assert written(read_module(IR)).count("\n") == IR.count("\n")


@pytest.mark.parametrize(
    ("line", "type"),
    [
        ("%a = fadd nsz <4 x float> %b, %c", "<4 x float>"),
        ("%a = fcmp olt <2 x float> %b, %c", "<2 x i1>"),
        ("%a = extractelement <4 x float> %b, i64 0", "float"),
        ("%a = select i1 %c, float %x, float %y", "float"),
        ("%a = tail call fast noundef float @f(float %x)", "float"),
        ("%a = sitofp i32 %x to float, !dbg !1", "float"),
        ("%a = getelementptr i8, ptr %x, i64 4", "ptr"),
    ],
)
def test_the_type_of_a_result_is_read_off_its_line(line: str, type: str) -> None:
    assert result_type(line) == type


def test_the_search_is_bounded_and_deterministic() -> None:
    asked: list[list[str]] = [[], []]
    for seen in asked:
        reduction = Reduction(SHADER, lambda text, seen=seen: seen.append(text) or "pow(" in text, 20)  # type: ignore[misc]
        reduce_text(reduction, shading.PASSES)
        assert not reduction.finished
        assert reduction.tried == len(seen) == len(set(seen)) == 20
    assert asked[0] == asked[1]


def test_lines_of_anything_can_be_left_out() -> None:
    text = "".join(f"line {number}\n" for number in range(50))
    assert (
        smallest(text, (reduce_lines,), lambda text: "line 7\n" in text and "line 31\n" in text) == "line 7\nline 31\n"
    )


def test_what_is_ir_is_known_whatever_its_name() -> None:
    assert language_of("k.txt", IR.encode()) == language_of("k.ll", b"broken") == "ir"
    assert language_of("k.frag", b"broken") == language_of("<stdin>", SHADER.encode()) == "shading"
