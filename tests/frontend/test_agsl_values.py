"""AGSL compared with Skia's own pictures: bit for bit with Skia's recipes, close with exact mathematics."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest
from lane_values import same_floats
from skia_judge import SIDE, paint, run

V = "float4 v = float4(p, p.yx * .7 + p.x * .31 + .1);"
EXPRESSIONS = """
sin(v)
cos(v)
tan(v)
asin(v * .05)
acos(v * .05)
atan(v)
atan(v, v.yxwz - 8.)
exp(v * .3)
log(v)
exp2(v)
log2(v)
pow(v, v.yzwx * .1)
pow(v - 8., v)
sqrt(v)
abs(v - 8.)
sign(v - 8.5)
floor(v * .3 - 2.)
ceil(v * .3 - 2.)
fract(v * .37 - 3.)
mod(v, v.yxwz * .3)
mod(v - 8., 3.)
min(v, v.yxwz)
max(v, 7.)
clamp(v, 3., 8.)
clamp(v, v.yxwz, v.zwxy)
saturate(v * .1)
mix(v, v.yxwz, v.zwxy)
mix(v, v.yxwz, .3)
step(v, v.yxwz)
step(7., v)
smoothstep(3., 11., v)
smoothstep(v * .2, v * 2., v.yxwz)
float4(length(v), length(v.xyz), length(v.xy), length(v.x))
float4(distance(v, v.yxwz), distance(v.xy, v.zw), distance(v.x, v.y), 1)
float4(dot(v, v.yxwz), dot(v.xyz, v.zxy), dot(v.xy, v.wz), dot(v.x, v.y))
float4(cross(v.xyz, v.yzw), 1.)
normalize(v)
float4(normalize(v.xyz), normalize(v.x - 8.))
faceforward(v, v - 8., v.yxwz - 8.)
reflect(v, v.yxwz)
refract(normalize(v), normalize(v.yxwz), .7)
float4(refract(normalize(v.xyz), normalize(v.yxw), 1.7), 1)
radians(v)
degrees(v)
unpremul(v * .1)
float4(toLinearSrgb(v.xyz * .1), fromLinearSrgb(v.xyz).x)
float4(float2x2(v) * v.xy, v.xy * float2x2(v))
float4(float3x3(v.xyz, v.yzw, v.zwx) * v.xyz, 1)
float4(v.xyz * float3x3(v.xyz, v.yzw, v.zwx), 0)
float4x4(v, v.yzwx, v.zwxy, v.wxyz) * v
v * float4x4(v, v.yzwx, v.zwxy, v.wxyz)
(float4x4(v, v.yzwx, v.zwxy, v.wxyz) * float4x4(v.yzwx, v, v.zwxy, v.wxyz))[1]
(float3x3(v.xyz, v.yzw, v.zwx) * float3x3(v.xyw, v.yzx, v.zwy))[2].xyzz
float4((float2x2(v) * float2x2(v.yzwx))[0], (float2x2(v) + 2. - float2x2(v.wzyx))[1])
float4((float2x2(v) / v.x)[0], (float2x2(v) / float2x2(v.yzwx))[1])
float4((float2x2(v) / 3.)[0], (7. / float2x2(v))[1])
matrixCompMult(float2x2(v), float2x2(v.wzyx))[0].xyxy
float4(float3x3(float2x2(v))[1], float2x2(float3x3(v.x))[0].x)
float4(float2x2(v) == float2x2(v), float2x2(v) != float2x2(v.yxwz), 1, 0)
v / v.yxwz
v * v.yxwz + v.zwxy
-v - -v.yxwz
v * 3. - v / 7.
float4(lessThan(v, v.yxwz)) + float4(greaterThanEqual(v, v.zwxy))
float4(lessThanEqual(v, v.yxwz)) + float4(greaterThan(v, v.zwxy))
float4(equal(v, v.xxyy)) + float4(notEqual(int4(v), int4(v.xxyy)))
float4(any(lessThan(v, v.yxwz)), all(lessThan(v, v + 1.)), not(bool2(v.x < v.y, true)))
float4(v == v.xyzw, v != v.yxwz, int2(v.xy) == int2(v.xx), true)
float4(int4(v) / 3) + float4(int4(v - 8.) / 2) * .5 + float4(int4(v) * int4(v.yxwz) - 7)
float4(int(v.x) / -2, -int(v.x) / 3, int(v.x) + 2147483647, short(v.y) * short(3))
v.xy01 + v.01wz + v.LTRB + v.bgra + v.qpts
float4(v.x.xx, v.x.x1) + float4(int2(v.xy).y1, bool2(v.x > v.y, true).yx)
p.x > p.y ? v : p.x > 4. ? -v : v * 2.
float4(p.x > p.y && p.x > 3., p.x > p.y || p.x > 3., p.x > p.y ^^ p.x > 3., !(p.x > p.y))
float4(sin(1.), cos(2.), exp(1.), log(3.)) + float4(pow(2., .5), atan(1., 2.), sqrt(2.), 7 / 2)
float4(inversesqrt(4.), normalize(float3(1, 2, 3)))
""".strip().splitlines()

PROGRAMS = {path.stem: path.read_text() for path in sorted((Path(__file__).parent / "agsl").glob("*.agsl"))}
ESTIMATES = [
    "inversesqrt(v)",
    "float4(inverse(float2x2(v))[0], inverse(float2x2(v))[1])",
    "float4(inverse(float3x3(v.xyz, v.ywx, v.zzx))[1], 1)",
    "inverse(float4x4(v, v.yzwx * 2., v.zzxy, v.wxyx))[2]",
]
UNIFORMS = {
    "uniforms_of_all_types": {
        "a": 1.5, "b": [2, 3], "c": [4, 5, 6.5], "d": [7, 8, 9, 10], "e": -11, "f": [12, 13, 14], "g": [1, 2, 3, 4],
        "h": list(range(9)), "i": [0.5, 0.25, 0.125], "j": [1, 2, 3, 4],
    },
    "uniform_palette": {
        "colors": [[1, 0, 0, 1], [0, 0.5, 0, 0.5], [0.25, 0, 1, 0.75]], "size": [16, 12], "shift": 1,
        "warp": [0.75, 0.125, 0, -0.25, 1, 0, 0.0625, 0, 1], "tint": [0.1, 0.2, 0.3, 0.4],
    },
}  # fmt: skip
LETTERS = {"e": "i", "f": "i", "shift": "i"}


def packed(values: dict[str, object]) -> bytes:
    """The values packed tightly, in the order of declaration."""
    return b"".join(
        struct.pack(f"<{np.size(one)}{LETTERS.get(name, 'f')}", *np.ravel(one)) for name, one in values.items()
    )


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_an_expression_has_skias_bits(expression: str) -> None:
    source = f"half4 main(float2 p) {{ {V} return half4({expression}); }}"
    wanted = paint(source)
    ours = run(source)
    sure = ~ours.unsure
    assert sure.sum() >= SIDE * SIDE * 0.9
    assert same_floats(wanted, ours.colors)[sure].all()


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_paints_skias_bits(name: str) -> None:
    uniforms = UNIFORMS.get(name, {})
    wanted = paint(PROGRAMS[name], packed(uniforms))
    ours = run(PROGRAMS[name], **uniforms)
    assert not ours.unsure.any()
    assert same_floats(wanted, ours.colors).all()


CLOSE = [
    one
    for one in EXPRESSIONS
    if "43758" not in one
    and not one.startswith(("tan(", "pow(v - 8.", "log2", "float4(toLinear", "float4(int(v.x) / -2"))
]


@pytest.mark.parametrize("expression", CLOSE)
def test_exact_mathematics_is_near_skias_picture(expression: str) -> None:
    source = f"half4 main(float2 p) {{ {V} return half4({expression}); }}"
    wanted = paint(source)
    ours = run(source, "glsl")
    finite = ~ours.unsure & np.isfinite(wanted).all(1)
    error = np.abs(wanted - ours.colors)[finite] / np.maximum(1, np.abs(wanted[finite]))
    assert np.quantile(error, 0.98) < 4e-4


@pytest.mark.parametrize("expression", ESTIMATES)
def test_what_skia_estimates_is_near(expression: str) -> None:
    source = f"half4 main(float2 p) {{ {V} return half4({expression}); }}"
    wanted = paint(source)
    ours = run(source).colors
    assert (np.isnan(wanted) == np.isnan(ours)).all()
    finite = np.isfinite(wanted)
    assert np.all(np.abs(wanted - ours)[finite] <= 3e-4 * np.maximum(1e-3, np.abs(wanted[finite])))


def test_the_transfer_functions_of_srgb_surfaces() -> None:
    to = run(
        "half4 main(float2 p) { return half4(toLinearSrgb(half3(.5, 2, -.5)), toLinearSrgb(half3(.02)).x); }", "glsl"
    ).colors[0]
    assert to == pytest.approx([0.21404, 4.9538, -0.21404, 0.02 / 12.92], rel=1e-4)
    back = run("half4 main(float2 p) { return half4(fromLinearSrgb(half3(.5, .002, 4.954)), 1); }", "glsl").colors[0]
    assert back == pytest.approx([0.73536, 0.02584, 2, 1], rel=1e-4)
