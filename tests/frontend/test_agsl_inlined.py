"""Skia inlines small functions and folds the copies with libm; `--math skia-cpu` does the same to the same depth."""

from __future__ import annotations

import pytest
from lane_values import same_floats
from skia_judge import paint, run

F = "float f(float x) { return sin(x); } "
F2 = "float f(float2 x) { return sin(x.x); } "
G = "float g(float x) { return x * 2.0; } "
SINES = "+".join(f"sin(x+{k}.0)" for k in range(30))
# functions, and the expression that main returns four times
CASES = [
    # constant arguments are constants
    (F, "f(2.0)"),
    (F, "f(1.0 + 1.0)"),
    (F, "f(2)+f(p.x)+f(3.0)"),
    ("float f(half x) { return sin(x); }", "f(2.0)"),
    (F2, "f(float2(2.0))"),
    (F2, "f(float2(2.0, p.x))"),
    (F2, "f(float2(2.0, sin(p.x)))"),
    ("float f(float2 x) { return sin(length(x)); }", "f(float2(2, 1))"),
    ("struct S { float a; float b; }; float f(S s) { return sin(s.a); }", "f(S(2.0, p.x))"),
    ("float f(float4 x) { return sin(x.w); }", "f(float4(p, p.x, 2.0))"),
    ("float f(float4 x) { return sin(x.w) + x.y; }", "f(float4(p, p.x, 2.0))"),
    (G + "float f(float x) { return sin(x) + x; }", "f(g(2.0))"),
    (G + "float f(float2 x) { return sin(x.x) + x.y; }", "f(float2(g(2.0), p.x))"),
    ("float f(float x) { return sin(x); } float g(float2 v) { return f(v.x) + f(v.y); }", "g(float2(2.0, p.x))"),
    (
        (
            "float f(int k) { float r = 0; switch (k) { case 2: r = sin(float(k)); break; default: r = cos(float(k)); }"
            " return r; }"
        ),
        "f(2)",
    ),
    ("float f(float2 q, float x) { return length(q) / x; }", "f(p, 3.0) + f(p.yx, 7.0)"),
    # local variables that keep a constant are constants, others are not
    ("float f() { float y = 2.0; return sin(y); }", "f()"),
    ("float f(float x) { float y = x * 2.0; return sin(y); }", "f(2.0)"),
    ("float f(float x) { float y = x; y = x; return sin(y); }", "f(2.0)"),
    ("float f(float q) { float2 v = float2(2.0, q); return sin(v.x); }", "f(p.x)"),
    ("float f(float x) { float r = 0; for (int i = 0; i < 2; i++) { r += sin(x); } return r; }", "f(2.0)"),
    ("float f(float x) { float r = 0; if (x > 1.0) { r = sin(x); } return r; }", "f(2.0)"),
    ("float f(float x) { x += 0.0; float y = x; y = y; return sin(y); }", "f(2.0)"),
    ("struct S { float a; float2 b; }; float f() { S v = S(0.5, float2(2, 3)); return exp(v.b.x); }", "f()"),
    (
        "struct S { float a; float2 b; }; float f(float x) { S v = S(0.5, float2(x, 3)); return exp(v.a); }",
        "f(2.0) + f(p.x)",
    ),
    # the caller is not folded again, unless it is inlined itself
    ("float f(float x) { return x; }", "sin(f(2.0))"),
    (F + "float g(float x) { return sin(f(x)); }", "g(2.0)"),
    (F + "float g() { return sin(f(2.0)); }", "g()"),
    (F + G, "f(g(2.0))"),
    (F + G, "f(g(2.0) + 1.0)"),
    (F + G, "f(-g(2.0))"),
    (F + G, "f(sin(g(2.0)))"),
    (F2 + G, "f(float2(g(2.0), p.x))"),
    (F + "float g(float y) { return f(y) + f(y + 1.0); }", "g(2.0) + g(3.0)"),
    ("float f() { return sin(unpremul(float4(2)).x); }", "f()"),
    ("", "sin(unpremul(float4(2, 3, 4, 5)).x)"),
    # functions that are not inlined
    ("float f(float x) { if (x > 3.0) { return 1.0; } return sin(x); }", "f(2.0)"),
    (F, "p.x > 0.0 ? f(2.0) : 1.0"),
    (F, "float(p.x > 0.0 && f(2.0) > 0.90927)"),
    (f"float f(float x) {{ return {SINES}; }}", "f(2.0)"),
    (f"float f(float x) {{ return {SINES}; }}", "f(2.0) + f(p.x)"),
    (f"inline float f(float x) {{ return {SINES}; }}", "f(2.0) + f(p.x)"),
    (F + "float h(float y) { if (y > 1.0) { return 1.0; } return f(2.0); }", "h(0.5)"),
]
STATEMENTS = [
    (F, "float y = 2.0; p.x = f(y);"),
    (F, "const float y = 2.0; p.x = f(y);"),
    ("float f(float x, out float y) { y = sin(x); return cos(x); }", "float r; p.x = f(2.0, r) + r;"),
    ("void f(float x, inout float y) { y += sin(x); }", "f(2.0, p.x);"),
    ("mat2 rot(float a) { float s = sin(a), c = cos(a); return mat2(c, -s, s, c); }", "p *= rot(0.5);"),
    (F, "float r = 0; for (int i = 0; i < 2; i++) { r += f(2.0); } p.x = r;"),
]


@pytest.mark.parametrize(("functions", "expression"), CASES)
def test_copies_are_folded_as_skia_folds_them(functions: str, expression: str) -> None:
    source = f"{functions} half4 main(float2 p) {{ return half4({expression}); }}"
    assert same_floats(paint(source), run(source).colors).all()


@pytest.mark.parametrize(("functions", "statements"), STATEMENTS)
def test_so_they_are_in_statements(functions: str, statements: str) -> None:
    source = f"{functions} half4 main(float2 p) {{ {statements} return half4(p, p); }}"
    assert same_floats(paint(source), run(source).colors).all()
