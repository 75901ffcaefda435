"""Rounded or compared quotients by literals: right for every multiple of the divisor, on targets that divide by
multiplying with the reciprocal."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from gpucc import driver
from gpucc.compiled import CompiledProgram
from gpucc.interp.report import Report
from gpucc.program import Stage

TARGETS: list[tuple[str, Stage]] = [("lima-pp", "fragment"), ("lima-vp", "vertex"), ("pica200", "vertex")]
DIVISORS = (3.0, 7.0, 11.0, 22.0, 27.0, 251.0, 1.5, -11.0)


def source(stage: Stage, *values: str) -> str:
    shown = ", ".join((*values, *["0.0"] * (4 - len(values))))
    if stage == "fragment":
        return f"precision highp float; varying float x; void main() {{ gl_FragColor = vec4({shown}); }}"
    return f"attribute float x; varying vec4 result; void main() {{ gl_Position = vec4(0.0); result = vec4({shown}); }}"


def compiled(case: tuple[str, Stage], *values: str, verify: int | None = None) -> CompiledProgram:
    isa, stage = case
    return driver.compile(source(stage, *values), isa, stage=stage, verify=verify)


def computed(program: CompiledProgram, x: Any, precision: str = "native") -> Any:
    given: dict[str, Any] = {slot.name: np.ones((2, 4), np.float32) for slot in program.interface.uniforms}
    outputs = driver.run(program, {**given, "x": np.asarray(x, np.float32)[:, None]}, precision)
    return outputs["gl_FragColor" if program.stage == "fragment" else "result"]


@pytest.mark.parametrize("case", TARGETS, ids=lambda case: case[0])
@pytest.mark.parametrize("divisor", DIVISORS)
def test_multiples_have_no_remainder(case: Any, divisor: float) -> None:
    count = np.arange(-int(2048 / abs(divisor)), int(2048 / abs(divisor)) + 1)
    # those that a half represents exactly
    count = count[(count * divisor).astype(np.float16) == count * divisor]
    x = count * divisor
    program = compiled(
        case,
        f"mod(x, {divisor})",
        f"floor(x / {divisor})",
        f"x / {divisor} >= 5.0 ? 1.0 : 0.0",
        f"fract(x / {divisor})",
    )
    found = computed(program, x)
    assert (found[:, 0] == 0).all()
    assert (found[:, 1] == count).all()
    assert (found[:, 2] == (count >= 5)).all()
    assert (found[:, 3] == 0).all()


def test_before_a_whole_number_is_reached_it_is_not_rounded_up() -> None:
    below = np.nextafter(np.arange(11, 2048, 11).astype(np.float16), np.float16(0)).astype(np.float32)
    found = computed(compiled(TARGETS[0], "mod(x, 11.0)"), below)[:, 0]
    assert ((found >= 10) & (found < 11)).all()


@pytest.mark.parametrize("divisor", [11.0, 0.3, 1e-3, -0.7])
def test_what_overflows_is_infinite(divisor: float) -> None:
    program = compiled(TARGETS[0], f"floor(x * x / {divisor})", f"floor(x / {divisor})")
    x = np.array([300.0, -300.0, math.inf, -math.inf, 65504.0, -65504.0])
    found = computed(program, x)
    assert (found[:, 0] == math.copysign(math.inf, divisor)).all()
    assert (found[2:4, 1] == np.copysign(math.inf, x[2:4] * divisor)).all()
    assert np.allclose(found[4:, 1], np.clip(x[4:] / divisor, -math.inf, math.inf), rtol=2**-9) or abs(divisor) < 1


def test_large_numbers_keep_their_remainder_in_float32() -> None:
    """34 x^2 modulo 251: with a reciprocal in half precision the quotient, of four digits, is off by two. One
    correction step leaves half a unit in 2^23."""
    program = compiled(TARGETS[0], "mod((34.0 * x + 1.0) * x, 251.0)")
    x = np.arange(251.0)
    found, expected = computed(program, x, "f32")[:, 0], (34 * x + 1) * x % 251
    assert (found == expected).sum() >= 250
    assert (found[found != expected] - expected[found != expected] == 251).all()


@pytest.mark.parametrize("case", TARGETS, ids=lambda case: case[0])
def test_zeros_keep_their_signs(case: Any) -> None:
    if case[0] == "pica200":
        pytest.skip("its zeros have none")
    ir = (
        "define float @f(float %x) {{\n  %q = fdiv float %x, 0x{:016X}\n  %r = call float @llvm.floor.f32(float %q)\n "
        " ret float %r\n}}\n"
    )
    for divisor in (11.0, -11.0, 0.3):
        text = "declare float @llvm.floor.f32(float)\n" + ir.format(
            int(np.float64(np.float32(divisor)).view(np.uint64))
        )
        program = driver.compile(text, case[0], stage=case[1], verify=None, name="f.ll")
        slot = program.interface.inputs[0].name
        found = next(iter(driver.run(program, {slot: np.array([[0.0], [-0.0]], np.float32)}).values())).reshape(2)
        assert (np.signbit(found) == np.signbit(np.array([0.0, -0.0]) / divisor)).all()


@pytest.mark.parametrize("case", TARGETS, ids=lambda case: case[0])
@pytest.mark.parametrize(
    "values",
    [
        ("mod(x, 11.0)", "floor(x / 0.3)", "fract(x / 7.0)", "sign(x / 100.0)"),
        (
            "floor((x / 0.7 + x) / 0.9999)",
            "floor(x * x / 6.2831853)",
            "step(x / 57.0, 2.0 * x / -3.0)",
            "step(x / 1e-3, 5.0) + step(x / 11.0, 3.0)",
        ),
    ],
)
def test_they_are_verified(case: Any, values: tuple[str, ...]) -> None:
    """Also at infinities: pica200's min and max do not prefer numbers."""
    assert (compiled(case, *values, verify=256).verified or {})["verdict"] == "verified"


def test_elsewhere_a_quotient_is_a_product() -> None:
    isa = TARGETS[0]
    assert compiled(isa, "x / 11.0").stats["instructions"] == compiled(isa, "x * 0.09").stats["instructions"] == 1


@pytest.mark.parametrize("isa", ["pica200", "lima-pp"])
def test_what_is_no_remainder_keeps_infinities(isa: str) -> None:
    """x - k * floor(x / 11) is infinite where x is, if k is another number than 11."""
    text = """define float @f(float %x, float %k) {
  %q = fdiv float %x, 11.0
  %w = call float @llvm.floor.f32(float %q)
  %p = fmul float %k, %w
  %r = fsub float %x, %p
  ret float %r
}
declare float @llvm.floor.f32(float)
"""
    stage = "vertex" if isa == "pica200" else "fragment"
    ((_, report),) = driver.verify(text, isa, lanes=4096, stage=stage, arithmetic="strict", name="q.ll")
    assert isinstance(report, Report)
    assert report.passed, report.describe()
