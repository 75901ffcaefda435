"""The lanes that the reference must mark as unsure, and those that it must not."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gpucc.interp.data import Batch
from gpucc.interp.reference.body import FunctionSite
from gpucc.interp.reference.jit import Reference
from gpucc.interp.reference.replay import _nowhere
from gpucc.isa.model import FP16, FP24, FP32, Bound, Format, SamplerState

BLENDING = Format("fp32", 8, 23, blend_select=True)


def marks(shader, *columns, format: Format = FP32, **more) -> list[bool]:  # type: ignore[no-untyped-def]
    inputs = np.zeros((len(columns[0]), len(columns), 4), np.float32)
    for i, column in enumerate(columns):
        inputs[:, i, 0] = column
    found = Reference(shader, format, **more).run(Batch(inputs, np.zeros((1, 0, 4), np.float32)))
    assert not format.blend_select or not found.unsure.any()
    return [bool(mark) for mark in (found.doubtful if format.blend_select else found.unsure)]  # type: ignore[union-attr]


BIG = 2.0**24

INTEGERS = [
    # instruction, first operands, second operands, expected marks
    ("add i32 %a, %b", (1, BIG, -BIG, BIG), (2, 0, 0, 1), (False, False, False, True)),
    ("sub i32 %a, %b", (1, -BIG, 5), (2, 1, 5), (False, True, False)),
    ("mul i32 %a, %b", (4096, 4096, 65536, -3), (4096, 4097, 65536, 7), (False, True, True, False)),
    ("mul nsw i16 %a, %b", (100, 200, 300), (100, 200, 300), (False, True, True)),
    ("add nsw i8 %a, %b", (100, 100), (27, 28), (False, True)),
    ("add i8 %a, %b", (100, 100), (27, 28), (False, False)),
    ("add nuw i32 %a, %b", (1, -1), (1, 1), (False, True)),
    ("sub nuw i32 %a, %b", (3, 2), (2, 3), (False, True)),
    ("sdiv i32 %a, %b", (7, 7), (2, 0), (False, True)),
    ("srem i32 %a, %b", (7, -7), (0, 2), (True, False)),
    ("udiv i32 %a, %b", (7, -7, 7, 7), (2, 2, -2, 0), (False, True, True, True)),
    ("sdiv exact i32 %a, %b", (8, 7), (2, 2), (False, True)),
    ("shl i32 %a, %b", (1, 1, 1), (4, 25, 40), (False, True, True)),
    ("lshr i32 %a, %b", (64, -1, -1, 5), (3, 1, 31, 32), (False, True, False, True)),
    ("ashr i32 %a, %b", (64, -1, 5, -5), (3, 1, 33, -1), (False, False, True, True)),
    ("ashr exact i32 %a, %b", (8, 9), (2, 2), (False, True)),
    ("or disjoint i32 %a, %b", (8, 9), (1, 1), (False, True)),
    ("xor i32 %a, -1", (8, 9), (0, 0), (False, False)),
]


@pytest.mark.parametrize(("text", "a", "b", "expected"), INTEGERS, ids=[row[0] for row in INTEGERS])
def test_integer_arithmetic(shader, text: str, a, b, expected) -> None:  # type: ignore[no-untyped-def]
    kind = next(word for word in text.split() if word.startswith("i") and word[1:].isdigit())
    assert marks(shader(f"  %r = {text}", f"{kind}, {kind}", kind), a, b) == list(expected)


CONVERSIONS = [
    ("fptosi float %a to i32", "i32", (1.5, -1e7, BIG, 1.7e7, 1e20, math.nan, -math.inf), (0, 0, 0, 1, 1, 1, 1)),
    ("fptoui float %a to i32", "i32", (1.5, -0.5, -1.0, 1e9), (0, 0, 1, 1)),
    ("fptosi float %a to i8", "i8", (127.9, 128.0, -128.9, -129.0), (0, 1, 0, 1)),
    ("call i32 @llvm.fptosi.sat.i32.f32(float %a)", "i32", (math.nan, -3.5, 1e20), (0, 0, 1)),
    ("call i8 @llvm.fptoui.sat.i8.f32(float %a)", "i8", (math.nan, -3.5, 1e20), (0, 0, 0)),
]


@pytest.mark.parametrize(("text", "kind", "given", "expected"), CONVERSIONS, ids=[row[0] for row in CONVERSIONS])
def test_conversions_to_integers(shader, text: str, kind: str, given, expected) -> None:  # type: ignore[no-untyped-def]
    head = "declare i32 @llvm.fptosi.sat.i32.f32(float)\ndeclare i8 @llvm.fptoui.sat.i8.f32(float)"
    assert marks(shader(f"  %r = {text}", "float", kind, head=head), given) == [bool(mark) for mark in expected]


def test_saturated_values(shader) -> None:  # type: ignore[no-untyped-def]
    text = shader(
        "  %r = call i8 @llvm.fptosi.sat.i8.f32(float %a)",
        "float",
        "i8",
        head="declare i8 @llvm.fptosi.sat.i8.f32(float)",
    )
    inputs = np.zeros((4, 1, 4), np.float32)
    inputs[:, 0, 0] = [math.nan, -300, 300, -7.9]
    found = Reference(text, FP32).run(Batch(inputs, np.zeros((1, 0, 4), np.float32)))
    assert found.outputs[:, 0, 0].tolist() == [0, -128, 127, -7]


def test_the_exact_range_is_the_formats(shader) -> None:  # type: ignore[no-untyped-def]
    text = shader("  %r = add i32 %a, 1", "i32", "i32")
    given = (2047, 2048, 131071, 131072)
    assert marks(text, given) == [False] * 4
    assert marks(text, given, format=FP16) == [False, True, True, True]
    assert marks(text, given, format=FP24) == [False, False, False, True]


def test_bit_patterns_of_floats_are_no_integers(shader) -> None:  # type: ignore[no-untyped-def]
    absolute = "  %i = bitcast float %a to i32\n  %j = and i32 %i, 2147483647\n  %r = bitcast i32 %j to float"
    assert marks(shader(absolute), (1.0, -3.0, math.inf)) == [False] * 3
    chosen = (
        "  %c = fcmp olt float %a, 0.0\n  %s = sext i1 %c to i32\n  %m = and i32 %s, 1065353216\n  %r = bitcast i32 %m"
        " to float"
    )
    assert marks(shader(chosen), (1.0, -3.0)) == [False] * 2
    shifted = "  %i = bitcast float %a to i32\n  %j = lshr i32 %i, 31\n  %r = uitofp i32 %j to float"
    assert marks(shader(shifted), (1.0, -3.0)) == [False] * 2


def test_extending_by_two_shifts_is_no_overflow(shader) -> None:  # type: ignore[no-untyped-def]
    body = "  %l = shl i32 %a, 24\n  %r = ashr exact i32 %l, 24"
    assert marks(shader(body, "i32", "i32"), (5, -5, 127)) == [False] * 3


def test_vectors_are_checked_element_by_element(shader) -> None:  # type: ignore[no-untyped-def]
    inputs = np.zeros((2, 1, 4), np.float32)
    inputs[:, 0, :2] = [[1, 2], [1, 0]]
    text = shader("  %r = sdiv <2 x i32> splat (i32 6), %a", "<2 x i32>", "<2 x i32>")
    found = Reference(text, FP32).run(Batch(inputs, np.zeros((1, 0, 4), np.float32)))
    assert found.unsure.tolist() == [False, True]
    assert found.outputs[0, 0, :2].tolist() == [6, 3]


def test_promises_of_flags(shader) -> None:  # type: ignore[no-untyped-def]
    assert marks(shader("  %r = fadd nnan float %a, 1.0"), (1.0, math.nan, math.inf)) == [False, True, False]
    assert marks(shader("  %r = fadd ninf float %a, 1.0"), (1.0, math.nan, math.inf)) == [False, False, True]
    assert marks(shader("  %c = fcmp nnan olt float %a, 1.0\n  %r = uitofp i1 %c to float"), (1.0, math.nan)) == [
        False,
        True,
    ]
    assert marks(shader("  %r = zext nneg i16 %a to i32", "i16", "i32"), (1, -1)) == [False, True]
    assert marks(shader("  %r = trunc nsw i32 %a to i8", "i32", "i8"), (1, 200, -128)) == [False, True, False]
    assume = "  %c = fcmp ogt float %a, 0.0\n  call void @llvm.assume(i1 %c)\n  %r = fadd float %a, 0.0"
    assert marks(shader(assume, head="declare void @llvm.assume(i1)"), (1.0, -1.0)) == [False, True]


def test_where_another_order_may_overflow(shader) -> None:  # type: ignore[no-untyped-def]
    text = "  %r = fmul {} float %a, %b"
    a = (2.0**63, 2.0**64, 2.0**-63, 2.0**-64, 0.0, math.nan, math.inf, 2.0**40)
    b = (1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 2.0**24)
    assert marks(shader(text.format("nsz"), "float, float"), a, b) == [False] * 8
    # in canonical text both words permit regrouping (lowering.licence.flags)
    for word in ("contract", "reassoc"):
        assert marks(shader(text.format(word), "float, float"), a, b) == [
            False,
            True,
            False,
            True,
            False,
            False,
            True,
            True,
        ]


def test_dynamic_vector_index(shader) -> None:  # type: ignore[no-untyped-def]
    body = "  %v = insertelement <4 x float> <float 1.0, float 2.0, float 3.0, float 4.0>, float 9.0, i32 %a\n"
    body += "  %r = extractelement <4 x float> %v, i32 %b"
    assert marks(shader(body, "i32, i32"), (0, 4, 1), (3, 0, -1)) == [False, True, True]


def test_blending_selects(shader) -> None:  # type: ignore[no-untyped-def]
    body = "  %c = fcmp olt float %a, %b\n  %r = select i1 %c, float %a, float %b"
    a, b = (1.0, math.inf, 1.0, -0.0, 0.0, math.nan), (2.0, 2.0, math.inf, 2.0, -0.0, 1.0)
    assert marks(shader(body, "float, float"), a, b) == [False] * 6
    # infinite and not selected: 1, 2; selected -0: 3, 4; NaN not selected: 5
    assert marks(shader(body, "float, float"), a, b, format=BLENDING) == [False, True, True, True, True, True]
    integers = "  %c = icmp slt i32 %a, %b\n  %r = select i1 %c, i32 %a, i32 %b"
    assert marks(shader(integers, "i32, i32", "i32"), (1, 5), (3, 0), format=BLENDING) == [False, False]


def test_infinite_selected_values_survive_a_blend(shader) -> None:  # type: ignore[no-untyped-def]
    body = "  %c = fcmp ogt float %a, 1.0\n  %r = select i1 %c, float %a, float 2.0"
    assert marks(shader(body), (math.inf, 0.5), format=BLENDING) == [False, False]


def test_one_nan_in_a_minimum_where_the_second_operand_wins(shader) -> None:  # type: ignore[no-untyped-def]
    head = "declare float @llvm.minnum.f32(float, float)"
    text = shader("  %r = call float @llvm.minnum.f32(float %a, float %b)", "float, float", head=head)
    a, b = (1.0, math.nan, math.nan, 2.0), (math.nan, 1.0, math.nan, 1.0)
    assert marks(text, a, b, format=FP24) == [True, True, False, False]
    assert marks(text, a, b) == [False] * 4


def test_arguments_beyond_a_domain(shader) -> None:  # type: ignore[no-untyped-def]
    text = shader("  %r = call float @llvm.sin.f32(float %a)", head="declare float @llvm.sin.f32(float)")
    # float32 knows an angle of 2^23 to a radian, and a larger one not at all
    given = (1.0, 8192.0, -8200.0, 2.0**23, -(2.0**23) - 1, math.nan)
    assert marks(text, given) == [False] * 6
    assert marks(text, given, domains={"sin": 2.0**13}) == [False, False, False, False, True, False]
    assert marks(text, given, domains={"sin": 8.0}, bounds={"sin": Bound(absolute=2.0**-7)}) == (
        [False, True, True, True, True, False]
    )
    remainder = shader("  %r = frem float %a, %b", "float, float")
    assert marks(remainder, (5.0, 1e9, 1e9), (3.0, 3.0, 1e9), domains={"frem": 2.0**22}) == [False, True, False]


def test_elements_chosen_by_blending(shader) -> None:  # type: ignore[no-untyped-def]
    local = """
  %l = alloca [4 x float], align 16
  store <4 x float> <float 1.0, float 2.0, float 3.0, float 4.0>, ptr %l, align 16
  store float %a, ptr %l, align 4
  %at = getelementptr [4 x float], ptr %l, i32 0, i32 %b
  %r = load float, ptr %at, align 4"""
    a, b = (5.0, math.inf, math.nan, -0.0), (1, 1, 0, 2)
    assert marks(shader(local, "float, i32"), a, b) == [False] * 4
    assert marks(shader(local, "float, i32"), a, b, format=BLENDING) == [False, True, True, True]
    fixed = local.replace("i32 %b", "i32 1")
    assert marks(shader(fixed, "float, i32"), a, b, format=BLENDING) == [False] * 4


def test_uniforms_at_an_index(shader) -> None:  # type: ignore[no-untyped-def]
    body = "  %i = getelementptr [4 x <4 x float>], ptr %p, i32 0, i32 %a, i32 1\n  %r = load float, ptr %i, align 4"
    inputs = np.zeros((2, 1, 4), np.float32)
    inputs[:, 0, 0] = [0, 2]
    uniforms = np.ones((1, 4, 4), np.float32)
    uniforms[0, 2, 3] = np.inf
    given = Batch(inputs, uniforms)
    for stage, expected in (("vertex", [False, True]), ("fragment", [True, True])):
        text = shader(body, "i32", uniforms=("f" * 16,), stage=stage)
        assert Reference(text, BLENDING).run(given).doubtful.tolist() == expected  # type: ignore[union-attr]
        assert not Reference(text, FP32).run(given).unsure.any()


COORDINATES = [
    # wrap, coordinates, marks: an infinity clamps to an edge, but has no repeated position
    ("clamp", (0.5, math.inf, -math.inf, math.nan), (False, False, False, True)),
    ("repeat", (0.5, math.inf, -math.inf, math.nan), (False, True, True, True)),
    ("repeat_u_clamp_v", (0.5, math.inf, 1e30, math.nan), (False, True, False, True)),
]


@pytest.mark.parametrize(("wrap", "u", "expected"), COORDINATES, ids=[row[0] for row in COORDINATES])
def test_a_texture_has_no_texel_at_what_is_no_number(wrap: str, u, expected) -> None:  # type: ignore[no-untyped-def]
    assert _nowhere(FunctionSite("2d"), _operands(u, [0.5] * 4), {0: SamplerState(wrap=wrap)}).tolist() == list(
        expected
    )


def test_a_cube_has_no_face_in_no_direction() -> None:
    operands = _operands((0.0, 0.0, math.inf, math.nan), (0.0, 1e-30, 1.0, 1.0))
    assert _nowhere(FunctionSite("cube"), operands, {}).tolist() == [True, False, True, True]


def _operands(*columns) -> np.ndarray:  # type: ignore[no-untyped-def]
    return np.array([[*row, *[0.0] * (4 - len(row))] for row in zip(*columns, strict=True)], np.float32)
