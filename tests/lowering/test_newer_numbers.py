"""Numbers as LLVM 23 writes them: rounded decimal ones, words, and bits, in text of any kind."""

from __future__ import annotations

import struct
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gpucc
from gpucc.lowering.numbers import in_older_spelling
from gpucc.lowering.source import load


def constant(number: str, type: str) -> str:
    """A number as the LLVM at hand prints it."""
    text = load(f"define {type} @f() {{\n  ret {type} {number}\n}}\n").text
    return text.partition(f"ret {type} ")[2].partition("\n")[0]


def read(shown: str) -> float:
    """The value of a float or double as an older LLVM spells it."""
    if shown.startswith("0x"):
        return float(struct.unpack(">d", bytes.fromhex(shown[2:]))[0])
    return float(shown)


@pytest.mark.parametrize(
    ("type", "number", "shown"),
    [
        ("float", "0.1", "0x3FB99999A0000000"),
        ("float", "-0.7", "0xBFE6666660000000"),
        ("float", "f0x3DCCCCCD", "0x3FB99999A0000000"),
        ("float", "f0x3F800000", "1.000000e+00"),
        ("float", "+inf", "0x7FF0000000000000"),
        ("float", "-inf", "0xFFF0000000000000"),
        ("float", "+qnan", "0x7FF8000000000000"),
        ("float", "-qnan", "0xFFF8000000000000"),
        ("float", "+nan(0x1)", "0x7FF8000020000000"),
        ("float", "+snan(0x1)", "0x7FF0000020000000"),
        ("float", "1.5", "1.500000e+00"),
        ("float", "-0.0", "-0.000000e+00"),
        ("float", "0x3FB99999A0000000", "0x3FB99999A0000000"),
        ("float", "1.0e-45", "0x36A0000000000000"),
        ("double", "0.1", "1.000000e-01"),
        ("double", "+inf", "0x7FF0000000000000"),
        ("double", "f0x3FF8000000000000", "1.500000e+00"),
        ("half", "0.1", "0xH2E66"),
        ("half", "-inf", "0xHFC00"),
        ("half", "f0x3C00", "0xH3C00"),
        ("bfloat", "0.1", "0xR3DCD"),
    ],
)
def test_numbers_of_each_type(type: str, number: str, shown: str) -> None:
    assert constant(number, type) == shown


@given(st.floats(width=32, allow_nan=False))
def test_the_shortest_decimal_number_is_the_float(value: float) -> None:
    number = np.format_float_scientific(np.float32(value), unique=True, trim="0")
    if not np.isfinite(value):
        number = "-inf" if value < 0 else "+inf"
    assert struct.pack("<d", read(constant(number, "float"))) == struct.pack("<d", value)


@given(st.decimals(-1000, 1000, places=12))
def test_a_decimal_number_becomes_the_nearest_float(number: object) -> None:
    """Rounded once, and not to a double first."""
    shown = f"{number:.12f}"
    exact, found = Fraction(shown), np.float32(read(constant(shown, "float")))
    near = (np.nextafter(found, np.float32(side)) for side in (-np.inf, np.inf))
    assert all(abs(Fraction(float(found)) - exact) <= abs(Fraction(float(one)) - exact) for one in near)


def test_what_is_no_number_stays() -> None:
    text = """@"float 0.1" = constant [4 x i8] c"0.1\\00"
@float0.1 = global float 0.5 ; float 0.1
define float @f(float %x0.1) {
  ret float %x0.1
}
!0 = !{!"float 0.1", i32 7}
"""
    assert in_older_spelling(text) == text


def test_places_in_instructions() -> None:
    text = """  %a = phi float [ 0.1, %b ], [ %c, %d ]
  %e = fcmp olt <2 x float> %f, <float 0.1, float 0.5>
  %g = select i1 %h, half 0.1, half %i
  %j = fptrunc double 0.1 to float
  %k = call float @l(i32 1, float 0.1, double 0.2)
"""
    tenth = "0x3FB99999A0000000"
    assert in_older_spelling(text) == text.replace("[ 0.1", f"[ {tenth}").replace(
        "<float 0.1", f"<float {tenth}"
    ).replace("half 0.1", "half 0xH2E66").replace("float 0.1,", f"float {tenth},")


def test_a_kernel_of_a_newer_clang() -> None:
    program = gpucc.compile(
        "define <2 x float> @vertex(<2 x float> %p) {\n"
        "  %y = fmul <2 x float> %p, splat (float 0.1)\n"
        "  %z = fadd <2 x float> %y, <float f0x3DCCCCCD, float -0.3>\n"
        "  ret <2 x float> %z\n}\n",
        "lima-vp",
        stage="vertex",
    )
    assert program.verified is not None
    assert program.verified["verdict"] == "verified"
