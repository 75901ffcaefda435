"""Programs that only some Android versions accept. The verdicts are those of their Skias: m102 (canvaskit 0.35, Android
13), m111 (0.38, 14), m128's own tests and m131 (0.40, 15), m144. The newest one's verdicts are compared with the
installed Skia."""

from __future__ import annotations

import pytest
from skia_judge import refusal

from gpucc.errors import GpuccError
from gpucc.frontend.compile import compile_source

ANDROIDS = ("13", "14", "15", "16", "skia-m144")
MAIN = " half4 main(float2 p) { return half4(p.x); }"
BUILT_IN = ("step", "distance", "round", "isnan", "length", "saturate", "dFdx", "mix", "packUnorm2x16", "unpremul")
# by the versions that accept it
CASES = {
    "13": [f"{one}{MAIN}" for word in BUILT_IN for one in (f"uniform float {word};", f"const float {word} = 1;",
                                                                                  f"struct {word} {{ float a; }};")]
    + [
        f"uniform shader mix;{MAIN}",
        f"float mod = 1;{MAIN}",
        f"float f(float x); inline float f(float x) {{ return x; }}{MAIN}",
        f"noinline float f(float x); float f(float x) {{ return x; }}{MAIN}",
    ],
    "15 16 skia-m144": [
        f"half4 main(float2 p) {{ {one} return half4(1); }}"
        for one in (
            "p++;", "--p;", "p.xy++;", "int2 q = int2(1); q--;", "float2x2 m = float2x2(1); ++m;",
            "float2x2 m = float2x2(1); m[0]++;",
            "float2 z = normalize(float2(0));", "const float3 z = float3(0); float3 n = normalize(z);",
        )
    ],
    "13 14 15 16 skia-m144": [
        f"{one} half4 main(float2 p) {{ return half4(f(p.x)); }}"
        for one in (
            "noinline float f(float x) { return x; }", "noinline highp float f(float x) { return x; }",
            "noinline float f(float x); noinline float f(float x) { return x; }",
            "float f(float step) { return step; }",
            "float f(float x) { float mix = x; return mix; }",
            "float step(int a, int b) { return 1; } float f(float x) { return x; }",
            "struct S { float step; }; float f(float x) { return S(x).step; }",
            "noinline struct S { float a; }; float f(float x) { return x; }",
        )
    ]
    + [
        f"half4 main(float2 p) {{ {one} return half4(1); }}"
        for one in ("p.x++;", "float2 z = normalize(float2(0, 1));", "half4 h = half4(4294967295);",
        "float2 v = float2(2147483648);",
                    "float3x3 m = float3x3(4294967295);", "half4 h = half4(half3(2147483648), 1);",
                    "bool b = bool(4294967295);",
                    "float2 v = float2(p.x, 2147483648);", "p = p + 4294967295;", "int i = -2147483648;")
    ],
    "": [
        f"half4 main(float2 p) {{ {one} return half4(1); }}"
        for one in ("half4 h = half4(4294967296);", "int i = 4294967295;", "int2 i = int2(2147483648);",
        "int a = 1; a = a + 4294967295;",
                    "float f = -2147483649;", "int a = 1; bool b = a == 4294967295;",
                    "switch (1) { case 4294967295: break; }")
    ]
    + [
        f"{one}{MAIN}"
        for one in ("inline noinline float f(float x) { return x; }", "noinline float g;",
        "float f(noinline float x) { return x; }",
                    "noinline uniform float u;", "float f(const float x); float f(float x) { return x; }",
                    "\ufeff", "uniform float sk_RTAdjust;",
                    "uniform float usampler3D;", "uniform float dmat2x3;")
    ],
}  # fmt: skip
# indices of uniforms made of constants and loop indices; a call of a function is never one, even with constant
# arguments
INDEX = """uniform float u[3]; half4 main(float2 p) {{
    const int2 c = int2(0, 1); float s = 0; for (int i = 0; i < 2; i++) s += u[{}]; return half4(s); }}"""
GOOD = (
    "i < 2 ? 0 : i",
    "i < 1 ? c.x : c.y",
    "c[i]",
    "int2(i, 0)[i]",
    "int(float2x2(i)[0].x)",
    "i < 1 ? 0 : (i < 2 ? 1 : 2)",
    "int(!(i < 1))",
)
BAD = (
    "p.x < 1 ? 0 : i",
    "int(max(float(i), 0))",
    "int(abs(float(i)))",
    "int(u[0])",
    "i < 1 ? 0 : int(p.x)",
    "int(mod(float(i), 2))",
)
CASES["13 14 15 16 skia-m144"] += [INDEX.format(one) for one in GOOD]
CASES[""] += [INDEX.format(one) for one in BAD]


def error_of(source: str, android: str) -> GpuccError | None:
    try:
        compile_source(source, "version.agsl", "agsl", android=android)
    except GpuccError as error:
        return error
    return None


@pytest.mark.parametrize("takers", CASES)
def test_each_version_takes_what_its_skia_takes(takers: str) -> None:
    for source in CASES[takers]:
        for android in ANDROIDS:
            error = error_of(source, android)
            assert (error is None) == (android in takers.split()), (source, android, error)


@pytest.mark.parametrize("takers", CASES)
def test_the_newest_skia_says_the_same(takers: str) -> None:
    for source in CASES[takers]:
        assert (refusal(source) is None) == ("skia-m144" in takers), source


def test_the_message_names_the_version_and_the_place() -> None:
    error = error_of("uniform float time;\nuniform float step;\n" + MAIN, "14")
    assert error is not None
    assert error.location is not None
    assert error.location.line == 2
    assert "Android 14" in error.message
    assert "`step`" in error.message
    assert "Android 13" in " ".join(error.notes)
    error = error_of("half4 main(float2 p) {\n  p++;\n  return half4(1);\n}", "13")
    assert error is not None
    assert error.location is not None
    assert error.location.line == 2
    assert "Android 13" in error.message
    assert "Android 15" in " ".join(error.notes)


def test_a_byte_order_mark_is_named() -> None:
    error = error_of("\ufeff" + MAIN, "15")
    assert error is not None
    assert "byte order mark" in error.message
    assert error.notes
