"""Guarded expressions on targets that blend: the side not taken must not affect the result for any ordinary input."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from gpucc import driver
from gpucc.errors import LimitExceeded
from gpucc.interp.compare import Report
from gpucc.targets import agal

POINTS = (-150.0, -2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, 3.0, 150.0)
GUARDED = [
    "x == 0.0 ? 0.0 : 1.0 / x",
    "x != 0.0 ? y / x : y",
    "x > 0.0 ? 1.0 / x : 5.0",
    "x <= 0.0 ? y : 1.0 / x",
    "y > 0.0 ? 1.0 / x : 0.25",
    "abs(x) < 0.001 ? 0.0 : y / x",
    "abs(x) > 0.001 ? y / x : 7.0",
    "abs(x) < 2.0 ? 1.0 : y / x",
    "abs(x) <= 1.0 ? acos(x) : -1.0",
    "abs(x) <= 1.0 ? asin(x) * 2.0 : x",
    "x > 0.0 ? log2(x) : -1.0",
    "x < 0.0 ? log(-x) : x",
    "y > 1.0 && x > 0.0 ? log2(x) : -1.0",
    "x > 0.0 ? pow(x, -0.5) : 0.0",
    "x > 0.0 ? pow(x, abs(y) * 0.02) : 0.0",
    "y < 0.0 ? 1.0 : pow(x * x, -1.5)",
    "abs(y) < 2.0 ? pow(abs(x) + 1.0, y) : x",
    "y > 2.0 ? x : pow(x * x + 1.0, y)",
    "x > 0.0 ? inversesqrt(x) : 0.0",
    "x * x > 0.0 ? y * inversesqrt(x * x) : 0.0",
    "y > 0.0 ? inversesqrt(x * x) : 0.0",
    "y > 0.0 ? 1.0 : x > 0.0 ? inversesqrt(x) : 2.0",
    "x >= 0.0 ? sqrt(x) : x",
    "x < 0.0 ? x : x + sqrt(x)",
    "x + y < 0.0 ? x : sqrt(x + y) + 1.0 / sqrt(x + y + 1.0)",
    "x * x - y < 0.0 ? -1.0 : sqrt(x * x - y) + x * x",
    "x < 100.0 ? exp(x * 0.5) : 0.0",
    "x > 80.0 ? 0.0 : exp(x)",
    "y > 0.0 ? 1.0 : x > 1.0 ? 1.0 / (x - 1.0) : 2.0",
    "x > 1.0 ? (y > 0.0 ? 1.0 / (x - 1.0) : 3.0) : 2.0",
    "x > 0.0 ? (y > 0.0 ? 1.0 / y : 3.0) : (y > 0.0 ? 2.0 : 1.0 / (y - 1.0))",
    "(x > 0.0 ? 1.0 / x : 2.0) + (y > 0.0 ? log2(y) : 2.0)",
    "length(v) > 0.0 ? normalize(v).y : 0.0",
    "dot(v, v) > 0.0 ? normalize(v).x : 1.0",
    "x == 0.0 && y == 0.0 ? 0.0 : normalize(v).x",
    "x > 0.0 ? atan(y / x) : 0.0",
    "x == 0.0 ? 0.0 : mod(y, x)",
    "x == 0.0 ? 0.0 : clamp(y / x, -1.0, 1.0)",
    "abs(y) < 1.0 ? 0.5 * tan(y) + 0.5 : 0.5 / tan(y) + 0.5",
    "1.0 / (y > 0.0 ? x * x + 1.0 : 2.0)",
    "x > 0.0 ? sqrt(log2(x + 1.0)) : 0.0",
    "x > 0.0 ? 1.0 / log2(x + 1.0) : 0.0",
    "x > 1.0 ? 1.0 / sqrt(1.0 - 1.0 / x) : y",
]
TARGETS = [("agal", {"version": "1"}), ("agal", {"version": "2"}), ("pica200", {})]
POSITION = (
    "attribute vec2 v; void main() { float x = v.x; float y = v.y; float r; %s gl_Position = vec4(r, 0.0, 0.0, 1.0); }"
)
GRID = np.array(list(itertools.product(POINTS, POINTS)), np.float32)


def check(text: str, isa: str, target: dict[str, str]) -> None:
    source = POSITION % text
    wishes = {"stage": "vertex", "target": target, "name": "guard.vert"}
    program = driver.compile(source, isa, verify=None, **wishes)  # type: ignore[arg-type]
    inputs = {"v": GRID}
    expected = driver.reference(source, isa, inputs, **wishes)["gl_Position"]  # type: ignore[arg-type]
    found = driver.run(program, inputs)["gl_Position"]
    meant = np.isfinite(expected[:, 0])
    with np.errstate(all="ignore"):
        near = np.abs(found[:, 0] - expected[:, 0]) <= 2.0 ** (-12 if isa == "pica200" else -18) * np.maximum(
            np.abs(expected[:, 0]), 1
        )
    wrong = meant & ~near
    assert not wrong.any(), (GRID[wrong][0], expected[wrong][0], found[wrong][0])
    assert meant.sum() > len(GRID) // 2


@pytest.mark.parametrize(
    ("isa", "target"), TARGETS, ids=lambda part: "".join(part.values()) if isinstance(part, dict) else part
)
@pytest.mark.parametrize("expression", [GUARDED[0], GUARDED[10], GUARDED[16]])
def test_the_lanes_of_a_guard_are_compared(expression: str, isa: str, target: dict[str, str]) -> None:
    """Half of the ordinary lanes are on the side not taken."""
    ((_, report),) = driver.verify(
        POSITION % f"r = {expression};", isa, stage="vertex", target=target, name="guard.vert", lanes=256
    )
    assert isinstance(report, Report)
    assert report.passed
    assert report.ordinary_compared >= report.ordinary - 4


PROGRAMS = {
    "ease": (
        """float t = clamp(x, 0.0, 1.0);
      r = t < 0.5 ? 0.5 * (1.0 - sqrt(1.0 - 4.0 * t * t)) : 0.5 * (sqrt(-(2.0 * t - 3.0) * (2.0 * t - 1.0)) + 1.0);"""
    ),
    "slerp": (
        """vec4 p = vec4(x, y, 1.0, 0.5); vec4 q = vec4(y, 0.25, x, 1.0); float t = 0.25; float d = dot(p, q) * 0.3;
      if (d < 0.0) { q = -q; d = -d; }
      if (d >= 1.0) { r = p.x; }
      else if (d > 0.95) { r = mix(p.x, q.x, t); }
      else {
        float h = acos(d); float s = sqrt(1.0 - d * d);
        if (abs(s) < 0.001) r = 0.5 * (p.x + q.x);
        else r = p.x * (sin((1.0 - t) * h) / s) + q.x * (sin(t * h) / s);
      }"""
    ),
    "loop": (
        """r = 0.0; for (int i = 0; i < 3; i++) { float k = x - float(i); if (k > 0.0) r += log2(k);
        else if (k < 0.0) r += y / k; }"""
    ),
    "early": """if (x <= 0.0) { gl_Position = vec4(1.0); return; } r = 1.0 / x + log2(x);""",
    "element": (
        """float a[3]; a[0] = 1.0; a[1] = 1.0 / x; a[2] = log2(x); int i = x > 0.0 ? (y > 0.0 ? 1 : 2) : 0; r = a[i];"""
    ),
    "switch": (
        """int k = int(clamp(x, 0.0, 3.0)); if (k == 1) r = 1.0 / y;
      else if (k == 2) r = 1.0 / x; else if (k == 3) r = sqrt(x); else r = y;"""
    ),
    "vectors": (
        """vec3 w = vec3(v, x * y); float l = dot(w, w);
      vec3 n = l > 0.0 ? w / sqrt(l) : vec3(0.0); r = n.x + n.y * 2.0 + n.z * 4.0;"""
    ),
}


@pytest.mark.parametrize(
    ("isa", "target"), TARGETS, ids=lambda part: "".join(part.values()) if isinstance(part, dict) else part
)
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_with_guards(program: str, isa: str, target: dict[str, str]) -> None:
    check(PROGRAMS[program], isa, target)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("isa", "target"), TARGETS, ids=lambda part: "".join(part.values()) if isinstance(part, dict) else part
)
@pytest.mark.parametrize("expression", GUARDED)
def test_a_guard_guards(expression: str, isa: str, target: dict[str, str]) -> None:
    check(f"r = {expression};", isa, target)


def test_a_guard_makes_no_nan_of_an_operand_that_is_infinite() -> None:
    """The square of b's length overflows, so 1/sqrt of it is 0; a guard that multiplies the square by a condition would
    produce NaN."""
    source = """precision highp float; varying vec3 a, b;
    void main() {
        vec3 p = a + refract(normalize(a), normalize(b), 1.2);
        gl_FragColor = vec4(refract(p, vec3(0.9, 0.7, 0.5), 0.8), 1.0);
    }"""
    given = {"a": np.tile(np.float32([11.5, 4e5, -0.5]), (4, 1)), "b": np.tile(np.float32([0.5, 1e5, 9e35]), (4, 1))}
    found = driver.compile(source, "agal", stage="fragment", arithmetic="strict").run(given)["gl_FragColor"]
    wanted = driver.reference(source, "agal", given, stage="fragment", arithmetic="strict")["gl_FragColor"]
    assert np.isfinite(wanted).all()
    np.testing.assert_allclose(found, wanted, rtol=1e-4)


ROUNDS = """declare float @llvm.log2.f32(float)
define <4 x float> @vertex(float %x, float %y) {
entry:
  %n = fptosi float %y to i32
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %loop, label %join
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %l = call float @llvm.log2.f32(float %x)
  %s1 = fadd float %s, %l
  %i1 = add i32 %i, 1
  %again = icmp slt i32 %i1, %n
  br i1 %again, label %loop, label %join
join:
  %v = phi float [ 1.0, %entry ], [ %s1, %loop ]
  %w = fadd float %v, 1.0
  %w2 = fmul float %w, %y
  %c = fcmp ogt float %x, 0.000000e+00
  %r = select i1 %c, float %w2, float 5.0
  %o = insertelement <4 x float> splat (float 1.0), float %r, i32 0
  ret <4 x float> %o
}
"""


def test_what_a_loop_computed_is_not_blended() -> None:
    """Another block takes the logarithm of negative numbers: no guard reaches it, so the select must be a branch."""
    program = driver.compile(ROUNDS, "pica200", verify=None, name="rounds.ll")
    given = {"x": np.array([-0.5, 0.0, 0.5, -2.0], np.float32), "y": np.full(4, 2.0, np.float32)}
    (found,) = driver.run(program, given).values()
    assert found[:, 0].tolist() == [5.0, 5.0, -2.0, 5.0]


def test_a_guard_within_an_extreme_is_not_given_up_for_one_around_it() -> None:
    """A clamp hides that a select inside it lost its guard: the clamped NaN is a number, but a wrong one."""
    source = """precision highp float; varying vec2 uv; uniform float b, t, c;
    mat3 m = mat3(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0);
    float saturate(float v) { return clamp(v, 0.0, 1.0); }
    vec3 tint(float t) {
        vec3 k = vec3(1.0, 0.0, 0.25);
        if (t <= 66.0) k.g = saturate(0.39 * log(t) - 0.63);
        else { k.r = saturate(1.29 * pow(t - 60.0, -0.13)); k.g = saturate(1.13 * pow(t - 60.0, -0.08)); }
        return k;
    }
    void main() {
        vec3 colour = pow(vec3(uv, b), vec3(2.5)) * tint(t);
        if (c == 1.0) colour *= m;
        gl_FragColor = vec4(vec3(dot(colour, vec3(0.3, 0.59, 0.11))), 1.0);
    }"""
    ((_, report),) = driver.verify(source, "agal", lanes=64, name="k.frag")
    assert isinstance(report, Report)
    assert report.verified, report.describe()


def test_more_guards_than_a_program_holds_are_refused_before_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each arm is copied for every choice around it; two shaders of strangers took 90,000 operations of 3,000."""
    nested = "".join(f"if (t.x > {k}.0) {{ v = 1.0 / (v - t.z); " for k in range(8))
    body = f"float v = t.y; {nested}{'}' * 8} gl_FragColor = vec4(v);"
    text = f"precision highp float; varying vec4 t; void main() {{ {body} }}"
    assert driver.compile(text, "agal", name="k.frag").stats["instructions"] <= 200
    monkeypatch.setattr(agal, "GUARDS", 20)
    for version in ("1", "3"):
        with pytest.raises(LimitExceeded, match="nested choices take more than 20 operations"):
            driver.compile(text, "agal", name="k.frag", target={"version": version})
