"""Side effects in every position of an operand: writes happen even where the value around them is constant."""

from __future__ import annotations

import numpy as np
import pytest
import skia_judge as judge
from lane_values import same_floats

from gpucc.frontend.build.inlined import InlinedBody
from gpucc.frontend.typed import TypedNode

# {e} is the effect. Skia itself drops those of `float2({e}, {e}).yx.x` and `++n == ++n`.
POSITIONS = """
float2({e}, 0).y
float2(0, {e}).x
float3({e}, float2(1, 0)).yz.x
float4(float2({e}, 1), 0, 0).w
float2x2(1, 2, 3, {e})[0].y
float2x2(float2({e}), 3, 4)[1].x
float3x3(float3({e}), float3(1), float3(0))[1].x
S({e}, 2).b
S(1, {e}).a
S(1, {e}).b
({e}, 3.0)
({e} > 0 ? 1.0 : 1.0)
(true ? 4.0 : {e})
(false ? {e} : 4.0)
(n > 100.0 ? {e} : 2.0)
({e} > 0 && false ? 1.0 : 2.0)
(false && {e} > 0 ? 1.0 : 2.0)
(true || {e} > 0 ? 1.0 : 2.0)
({e} > 0 || true ? 1.0 : 2.0)
({e} > 0 ^^ true ? 1.0 : 2.0)
({e} * 0)
(0 * {e})
({e} + 0)
({e} - {e})
(float2({e}) * 0).x
mix(1.0, 1.0, {e})
min({e}, 2.0)
clamp({e}, 1.0, 1.0)
step({e}, {e})
pass({e})
one({e})
one(one({e}))
second({e}, {e})
pair({e}).x
pair({e}).y
two(float2({e}, 0).y)
sin(two(float2({e}, 0).y))
two(S({e}, 2).b)
one(g = 3.0) + g
put(n) + n
float2(put(n), 2).y
float2(seen(1.0), 2).y
float2(seen(1.0), 2).y + g
-float2({e}, 0).y
float(float2({e}, 0).y == 0.0)
float(!(float2({e}, 0).y == 0.0))
float2({e}, 0).y00.y
float4({e}).xyzw.x
float2({e}, 5)[1]
dot(float2({e}, 1), float2(1, {e}))
(m = float2({e}, 7)).y
(m.x = {e}, m.y)
(m += float2({e}, 0)).y
arr({e})
int2(int({e}), 3).y == 3 ? 1.0 : 2.0
half2({e}, 0).y
float(half({e}))
-(-{e})
""".strip().split("\n")
BEFORE = """struct S { float a; float b; };
float g = 1.0;
float put(inout float x) { x += 1.5; return x; }
float seen(float x) { g += x; return 2.0; }
float pass(float x) { return x; }
float one(float x) { return 1.0; }
float two(float x) { return x * x + x; }
float second(float x, float y) { return y; }
float2 pair(float x) { return float2(x, 4.0); }
float arr(float x) { float a[2]; a[0] = x; a[1] = 2.0; return a[1]; }
"""
BODY = """float n = 0.25; float2 m = float2(2, 3); float y = {};
return n + y * 16.0 + g * 256.0 + m.x * 4096.0 + m.y * 32768.0;"""
PLACES = {
    "a copied function": "float f() {{ {} }}\nhalf4 main(float2 p) {{ return half4(f()); }}",
    "a copy in a copy": (
        "float f(float k) {{ {} }}\nfloat h() {{ return f(2.0); }}\nhalf4 main(float2 p) {{ return half4(h()); }}"
    ),
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(("third", "effect"), [(0, "++n"), (1, "(n = 5.0)"), (2, "seen(n)")])
def test_nothing_that_is_written_is_lost(third: int, effect: str, place: str) -> None:
    for position in POSITIONS[third::3]:
        source = BEFORE + PLACES[place].format(BODY.format(position.replace("{e}", effect)))
        wanted = judge.paint(source)[0]
        for math in ("skia-cpu", "glsl"):
            found = judge.run(source, math).colors[0]
            assert np.array_equal(found, wanted), (position, math, source)


@pytest.mark.parametrize("on", ["1", "2", "int(p.x) / 8"])
def test_a_case_may_use_a_variable_that_another_case_declares(on: str) -> None:
    source = f"""half4 main(float2 p) {{
        switch ({on}) {{
            case 0: float a = 3, b; b = 4; return half4(a, b, 0, 0);
            case 1: a = p.x; b = 2; return half4(a, b, 1, 0);
            default: a = p.y; b = a + 1; float c = 9;
        }}
        return half4(7);
    }}"""
    for math in ("skia-cpu", "glsl"):
        assert same_floats(judge.run(source, math).colors, judge.paint(source)).all(), (math, source)


@pytest.mark.parametrize(
    "joined", [" && ".join(f"a{k}" for k in range(40)), " || ".join(f"!a{k}" for k in range(40))], ids=["and", "or"]
)
def test_an_operand_is_looked_through_once(joined: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each operand is searched for writes once; without a cache, the work doubled with each `&&`."""
    looked: list[TypedNode] = []
    writes = InlinedBody._writes
    monkeypatch.setattr(
        InlinedBody, "_writes", lambda self, node: looked.append(node) or _bounded(looked) or writes(self, node)
    )
    locals = "".join(f"bool a{k} = {k} < 50; " for k in range(40))
    source = f"bool f() {{ {locals}return {joined}; }}\nhalf4 main(float2 p) {{ return f() ? half4(1) : half4(0); }}"
    assert np.array_equal(judge.run(source, "skia-cpu").colors, judge.paint(source))


def _bounded(looked: list[TypedNode]) -> None:
    assert len(looked) < 1000
