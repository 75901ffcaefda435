"""Reversed bits and bytes, compared with LLVM's own on every target that can hold them."""

from __future__ import annotations

import pytest

from gpucc import driver
from gpucc.errors import Unsupported

VAN_DER_CORPUT = """#version 300 es
precision highp float;
uniform int u;
out vec4 c;
void main() {
    uint bits = uint(u);
    bits = (bits << 16u) | (bits >> 16u);
    bits = ((bits & 0x55555555u) << 1u) | ((bits & 0xAAAAAAAAu) >> 1u);
    bits = ((bits & 0x33333333u) << 2u) | ((bits & 0xCCCCCCCCu) >> 2u);
    bits = ((bits & 0x0F0F0F0Fu) << 4u) | ((bits & 0xF0F0F0F0u) >> 4u);
    bits = ((bits & 0x00FF00FFu) << 8u) | ((bits & 0xFF00FF00u) >> 8u);
    c = vec4(float(bits) * 2.3283064365386963e-10);
}
"""


def kernel(body: str, *declared: str) -> str:
    return "\n".join(
        [
            *(f"declare {text}" for text in declared),
            "define void @main(ptr %in, ptr %out) {",
            "  %a = load float, ptr %in",
            "  %x = fptosi float %a to i32",
            body,
            "  store float %r, ptr %out",
            "  ret void",
            "}",
        ]
    )


SHORT = {
    "bitreverse.i8": kernel(
        "%n = trunc i32 %x to i8\n%y = call i8 @llvm.bitreverse.i8(i8 %n)\n%r = uitofp i8 %y to float",
        "i8 @llvm.bitreverse.i8(i8)",
    ),
    "bitreverse.i16": kernel(
        "%n = trunc i32 %x to i16\n%y = call i16 @llvm.bitreverse.i16(i16 %n)\n%r = uitofp i16 %y to float",
        "i16 @llvm.bitreverse.i16(i16)",
    ),
    "bswap.i16": kernel(
        "%n = trunc i32 %x to i16\n%y = call i16 @llvm.bswap.i16(i16 %n)\n%r = sitofp i16 %y to float",
        "i16 @llvm.bswap.i16(i16)",
    ),
}
REVERSED = "%y = call i32 @llvm.bitreverse.i32(i32 %x)\n"
LONG = {
    "fraction": REVERSED + "%f = uitofp i32 %y to float\n%r = fmul float %f, 0x3DF0000000000000",
    "float": REVERSED + "%r = uitofp i32 %y to float",
    "upper bits": REVERSED + "%s = lshr i32 %y, 24\n%r = uitofp i32 %s to float",
    "upper bits of a narrower number": "%n = trunc i32 %x to i24\n%y = call i24 @llvm.bitreverse.i24(i24 %n)\n"
    "%w = zext i24 %y to i32\n%s = shl nuw i32 %w, 8\n%f = uitofp i32 %s to float\n"
    "%r = fmul float %f, 0x3DF0000000000000",
}
DECLARED = "i32 @llvm.bitreverse.i32(i32)", "i24 @llvm.bitreverse.i24(i24)"


@pytest.mark.parametrize("name", SHORT)
@pytest.mark.parametrize("isa", ["lima-vp", "pica200"])
def test_short_numbers(name: str, isa: str) -> None:
    report = driver.compile(SHORT[name], isa, stage="vertex", bind={"in": "input:0", "out": "output:0"}).verified
    assert report is not None
    assert report["compared"] >= 200


@pytest.mark.parametrize("name", LONG)
@pytest.mark.parametrize("isa", ["lima-vp", "pica200"])
def test_long_numbers_as_fractions_and_shifted(name: str, isa: str) -> None:
    text = kernel(LONG[name], *DECLARED)
    report = driver.compile(text, isa, stage="vertex", bind={"in": "input:0", "out": "output:0"}).verified
    assert report is not None
    assert report["compared"] >= 64


def test_a_long_number_has_no_place_in_a_float() -> None:
    text = kernel(REVERSED + "%s = udiv i32 %y, 5\n%r = uitofp i32 %s to float", *DECLARED)
    with pytest.raises(Unsupported, match="reversing the bits of a number takes 32 bits") as caught:
        driver.compile(text, "lima-vp", stage="vertex", bind={"in": "input:0", "out": "output:0"})
    assert "a reversal can be used as a fraction" in caught.value.notes[0]


def test_the_points_of_a_sequence_as_shaders_write_them() -> None:
    report = driver.compile(VAN_DER_CORPUT, "agsl", name="points.frag").verified
    assert report is not None
    assert report["compared"] == 256
