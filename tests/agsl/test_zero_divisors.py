"""A division by a known zero is legal in the source languages, but AGSL refuses one that it recognises."""

from __future__ import annotations

import pytest

import gpucc

SOURCES = {
    "equal edges": "half4 main(float2 p) { return half4(smoothstep(0.5, 0.5, p.x)); }",
    "equal edges of vectors": (
        "half4 main(float2 p) { return half4(smoothstep(float2(0.5, 0), float2(0.5, 1), p).xyxy); }"
    ),
    "one of two": (
        """half4 main(float2 p) {
        float2 e = float2(0.25); return half4(smoothstep(e.x, 0.25, p.y), smoothstep(0.0, 1.0, p.x), 0, 1); }"""
    ),
    "a copy": (
        "float s(float a, float b, float x) { return smoothstep(a, b, x); } half4 main(float2 p) { return half4(s(2.0,"
        " 2.0, p.x)); }"
    ),
}
DIVIDE = """define <4 x float> @shader(<2 x float> %p) {{
  %x = extractelement <2 x float> %p, i32 0
  %q = fdiv {flags} float %x, {zero}
  %v = insertelement <4 x float> zeroinitializer, float %q, i32 0
  ret <4 x float> %v
}}
"""


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize("math", ["glsl", "skia-cpu"])
def test_smoothstep_of_equal_edges(name: str, math: str) -> None:
    assert " / 0.0" not in gpucc.compile(SOURCES[name], isa="agsl", name="zero.agsl", math=math, verify=None).asm()


@pytest.mark.parametrize("flags", ["", "arcp", "fast", "nsz arcp contract reassoc afn"])
@pytest.mark.parametrize("zero", ["0.0", "-0.0"])
def test_divisions_of_llvm_ir(flags: str, zero: str) -> None:
    gpucc.compile(DIVIDE.format(flags=flags, zero=zero), isa="agsl", stage="fragment", verify=None)
