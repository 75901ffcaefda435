"""The largest trip count of a loop over a statement before Android refuses the program as too large: recorded from Skia
m102, m111 and m119 (canvaskit 0.35, 0.38, 0.39), found by bisection."""

from __future__ import annotations

import pytest

from gpucc.errors import LimitExceeded
from gpucc.frontend.compile import compile_source

SOURCE = """uniform shader c; uniform float a[8]; struct Z {{ float q; float2 r; }}; const float K = 2.0;
const float2 KV = float2(1, 2);
float f(float x) {{ return x * 2.0; }}
void v(inout float x) {{ x += 1.0; if (x > 3.0) {{ x = 0.0; return; }} }}
half4 main(float2 p) {{
    float t = 0.0; float2 w = p; Z z; int n = 0; float2x2 m = float2x2(1);
    for (int i = 0; i < {}; i++) {{ {} }}
    return half4(t);
}}"""
ROUNDS = {
    "t += p.x;": 9998, "t = -p.x;": 9089, "{ t += p.x; }": 9089, "float u = p.x; t += u;": 9089,
    "float u = p.x, y = p.y; t += u + y;": 6249,
    "if (t > 1.0) { t = 0.0; } else { t += 2.0; }": 5554, "if (t > 5.0) break;": 9089, "w = float2(1, 2);": 9089,
    "w = float2(3);": 9998,
    "w += KV;": 11109, "w *= KV * 2.0;": 9089, "m = m * float2x2(1, 2, 3, 4);": 6665, "t += c.eval(p).x;": 8332,
    "t += f(t);": 7142,
    "t += f(f(t));": 5262, "v(t);": 4999, "z = Z(1.0, float2(2));": 8332, "w = w.x0;": 8332,
    "half4 q = half4(1, 0, 0, 1); t += q.x;": 6249,
    "half4 q = half4(t); t += q.x;": 7142, "half4 q = half4(p, w); t += q.x;": 6249,
    "t += p.x == 1.0 ? 0.0 : 1.0;": 6249,
    "switch (n) { case 0: t += 1.0; break; case 1: t += 2.0; default: t = 3.0; }": 4544, "return half4(1);": 11109,
    "t += a[2];": 9089,
    "w = float2(1, 1) * 2.0;": 9998, "t += t + t + t + t;": 6665,
}  # fmt: skip


@pytest.mark.parametrize("android", ["13", "14", "15"])
def test_the_count_is_skias(android: str) -> None:
    for body, rounds in ROUNDS.items():
        compile_source(SOURCE.format(rounds, body), "size.agsl", "agsl", android=android)
        with pytest.raises(LimitExceeded, match="too large"):
            compile_source(SOURCE.format(rounds + 1, body), "size.agsl", "agsl", android=android)


@pytest.mark.parametrize(
    "body", [";", "{}", "t = t + 0.0;", "if (false) t = 5.0;", "for (int j = 0; j < 0; j++) t += 1.0;"]
)
def test_a_loop_over_nothing_has_no_size(body: str) -> None:
    compile_source(SOURCE.format(99998, body), "size.agsl", "agsl", android="13")
