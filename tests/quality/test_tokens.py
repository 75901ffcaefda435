"""Limits on the tokens of well-known programs: hand-written AGAL would not be shorter."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpucc import driver
from gpucc.program import Program, Stage

KERNELS = Path(__file__).parent.parent / "kernels"
MATRIX = "ptr readonly align 16 dereferenceable(64) %m"


def tokens(source: Path | str, stage: Stage = "vertex") -> list[str]:
    """The tokens of a verified program."""
    program: Program = driver.compile(source, "agal", stage=stage)
    lines = [line for line in program.asm().splitlines() if line and not line.startswith("//")]
    assert len(lines) == program.stats["instructions"]
    return lines


def names(lines: list[str]) -> list[str]:
    return [line.split()[0] for line in lines]


@pytest.mark.parametrize("name", ["transform_rows", "transform_rows_O0"])
def test_matrix_times_vector(name: str) -> None:
    assert names(tokens(KERNELS / f"{name}.ll")) in (["m44"], ["dp4"] * 4)


def test_matrix_times_vector_by_columns() -> None:
    """Four products and three sums; no single instruction does this."""
    assert len(tokens(KERNELS / "transform_columns.ll")) <= 7


@pytest.mark.parametrize("name", ["transform_colour", "transform_colour_x86"])
def test_transform_and_passed_colour(name: str) -> None:
    assert len(tokens(KERNELS / f"{name}.ll")) == 2


@pytest.mark.parametrize("name", ["lit_directional", "lit_directional_fast"])
def test_transform_normal_and_directional_light(name: str) -> None:
    assert len(tokens(KERNELS / f"{name}.ll")) <= 7


@pytest.mark.parametrize("name", ["box_blur", "box_blur_O3", "box_blur_x86"])
def test_box_blur_of_nine_samples(name: str) -> None:
    lines = tokens(KERNELS / f"{name}.ll", "fragment")
    assert names(lines).count("tex") == 9
    assert len(lines) <= 27


def rows_by_scalars(shuffled: bool) -> str:
    """mat4 * vec4 written out component by component; `shuffled` adds the products in another order, which reassoc
    allows."""
    body = []
    flags = "reassoc " if shuffled else ""
    for row in range(4):
        for lane in range(4):
            body += [
                f"  %p{row}{lane} = getelementptr inbounds float, ptr %m, i64 {4 * row + lane}",
                f"  %m{row}{lane} = load float, ptr %p{row}{lane}, align 4",
                f"  %t{row}{lane} = fmul {flags}float %m{row}{lane}, %v{lane}",
            ]
        order = [2, 0, 3, 1] if shuffled else [0, 1, 2, 3]
        total = f"%t{row}{order[0]}"
        for step, lane in enumerate(order[1:]):
            body.append(f"  %s{row}{step} = fadd {flags}float {total}, %t{row}{lane}")
            total = f"%s{row}{step}"
        source = f"%r{row - 1}" if row else "poison"
        body.append(f"  %r{row} = insertelement <4 x float> {source}, float {total}, i32 {row}")
    lanes = "\n".join(f"  %v{lane} = extractelement <4 x float> %v, i32 {lane}" for lane in range(4))
    return (
        f"define <4 x float> @f(<4 x float> %v, {MATRIX}) {{\n{lanes}\n"
        + "\n".join(body)
        + "\n  ret <4 x float> %r3\n}\n"
    )


@pytest.mark.parametrize("shuffled", [False, True])
def test_matrix_times_vector_from_scalars(shuffled: bool) -> None:
    assert names(tokens(rows_by_scalars(shuffled))) in (["m44"], ["dp4"] * 4)


BACKWARDS = "shufflevector <4 x float> %a, <4 x float> poison, <4 x i32> <i32 3, i32 1, i32 1, i32 0>"
CLAMP = (
    "  %l = call <4 x float> @llvm.maxnum.v4f32(<4 x float> %a, <4 x float> zeroinitializer)\n"
    "  %r = call <4 x float> @llvm.minnum.v4f32(<4 x float> %l, <4 x float> splat (float 1.0))"
)
EXTREMES = "".join(
    f"declare <4 x float> @llvm.{name}.v4f32(<4 x float>, <4 x float>)\n" for name in ("minnum", "maxnum")
)


def one_operation(line: str, declared: str = "", parameters: str = "<4 x float> %a, <4 x float> %b") -> str:
    return f"{declared}\ndefine <4 x float> @f({parameters}) {{\n{line}\n  ret <4 x float> %r\n}}\n"


@pytest.mark.parametrize(
    ("line", "declared", "expected"),
    [
        ("  %r = fadd <4 x float> %a, %b", "", ["add"]),
        ("  %n = fneg <4 x float> %b\n  %r = fadd <4 x float> %a, %n", "", ["sub"]),
        (
            "  %r = call <4 x float> @llvm.fabs.v4f32(<4 x float> %a)",
            "declare <4 x float> @llvm.fabs.v4f32(<4 x float>)",
            ["abs"],
        ),
        (f"  %r = {BACKWARDS}", "", ["mov"]),
        (f"  %s = {BACKWARDS}\n  %r = fmul <4 x float> %s, %b", "", ["mul"]),
        ("  %c = fcmp olt <4 x float> %a, %b\n  %r = uitofp <4 x i1> %c to <4 x float>", "", ["slt"]),
        (CLAMP, EXTREMES, ["sat"]),
    ],
)
def test_one_operation_is_one_token(line: str, declared: str, expected: list[str]) -> None:
    assert names(tokens(one_operation(line, declared))) == expected


SCALED = """define <4 x float> @f(<4 x float> %a, float %k) {
  %s0 = insertelement <4 x float> poison, float %k, i32 0
  %s = shufflevector <4 x float> %s0, <4 x float> poison, <4 x i32> zeroinitializer
  %b = fadd <4 x float> %a, %s
  %m = fmul <4 x float> %b, %s
  %r = shufflevector <4 x float> %m, <4 x float> %b, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
  ret <4 x float> %r
}
"""


def test_a_component_that_is_not_scaled_does_not_split_what_comes_before() -> None:
    """k*b.xyz beside b.w: the products overwrite the components of b from which they are computed."""
    assert names(tokens(SCALED, "fragment")) == ["add", "mul", "mov"]


BONES = """attribute vec4 p; attribute float bone; uniform vec4 m[60];
void main() {
    int i = int(bone) * 4;
    gl_Position = vec4(dot(m[i], p), dot(m[i + 1], p), dot(m[i + 2], p), dot(m[i + 3], p));
}
"""


def test_rows_at_an_index_are_read_in_place() -> None:
    """Each was copied before: the price of the index counted for every component, and for a copy not at all."""
    program = driver.compile(BONES, "agal", name="k.vert")
    lines = [line for line in program.asm().splitlines() if line and not line.startswith("//")]
    assert len(lines) <= 5
    assert sum("vc[" in line for line in lines) == 1
    assert names(lines)[-1] == "m44"
