"""Functions with the target's own values: results that depend on their rounding are compared too, and wrong ones stay
wrong."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import planting
import pytest
from planting import STAGES, built

from gpucc import driver
from gpucc.interp.chance import Chance
from gpucc.interp.models import Models
from gpucc.interp.reference.irtext import parse_line, parse_module
from gpucc.interp.reference.models import ModelTemplate, dividing_roots, modelled
from gpucc.interp.reference.names import rounded_values
from gpucc.interp.report import Report
from gpucc.isa.model import Bound
from gpucc.lowering.legalise.functions import FUNCTION_BOUNDS
from gpucc.program import Program, Shader
from gpucc.targets import registry

judged = partial(planting.judged, lanes=64)

# the rounding error of a sine, times 43,758, decides every result
HASH = """
declare float @llvm.sin.f32(float)
declare float @llvm.floor.f32(float)
define float @main(float %x, float %y) {
  %fx = call float @llvm.floor.f32(float %x)
  %a = fmul float %fx, 0x4029FAD420000000
  %b = fmul float %y, 0x40538EF9E0000000
  %d = fadd float %a, %b
  %s = call afn float @llvm.sin.f32(float %d)
  %m = fmul float %s, 0x40E55DD180000000
  %f = call float @llvm.floor.f32(float %m)
  %r = fsub float %m, %f
  ret float %r
}
"""


@pytest.mark.parametrize("isa", sorted(STAGES))
def test_a_sine_hash_is_verified(isa: str) -> None:
    source = built(HASH, isa)
    report = judged(source)
    assert report.verdict == "verified", report.describe()
    # halves know few of the angles; eight more lanes are drawn for those that they do not
    assert report.lanes == (72 if isa == "lima-pp" else 64)


@pytest.mark.parametrize("isa", ["agal", "lima-vp"])
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("0x40E55DD180000000", "0x40E86A0000000000"),
        ("fmul float %y, 0x40538EF9E0000000", "fmul float %x, 0x40538EF9E0000000"),
    ],
)
def test_a_wrong_hash_is_never_verified(isa: str, right: str, wrong: str) -> None:
    """No lane proves it wrong, because nothing is known about the sine; but no lane proves it right either."""
    report = judged(built(HASH, isa), built(HASH.replace(right, wrong), isa).program)
    assert report.verdict in ("differs", "unverified")


ANGLES = """precision highp float; varying vec2 v;
void main() { gl_FragColor = vec4(cos(v.x + vec2(12.0, 21.0)), sin(v.y * 4.0 + 30.0), 1.0); }"""


@pytest.mark.parametrize("isa", ["lima-pp", "agal", "agsl"])
def test_sines_of_large_angles_prove_a_program_wrong(isa: str) -> None:
    """All angles are beyond those for which lima-pp's sine has a constant bound; two components that change places are
    a difference nevertheless."""
    source = built(ANGLES, isa)
    assert judged(source).verdict == "verified"
    assert judged(source, built(ANGLES.replace("12.0, 21.0", "21.0, 12.0"), isa).program).verdict == "differs"


LOOP = """precision highp float; varying vec2 v;
void main() {
  float t = 0.0;
  for (float i = 0.0; i < 24.0; i++)
    t = fract(t * v.y + sin(v.x + i * 1.75 + 40.0) * 37.5);
  gl_FragColor = vec4(t);
}"""


def test_sines_of_large_angles_in_a_loop_are_verified() -> None:
    """lima-pp knows little more of them than that they are numbers; so the loop ends, and the lanes need no other
    inputs."""
    source = built(LOOP, "lima-pp")
    assert "branch" in driver.disassemble(source.program)
    assert judged(source).verdict == "verified"
    wrong = LOOP.replace("i * 1.75", "i * 1.8")
    other = built(wrong, "lima-pp")
    assert judged(source, other.program).verdict in ("differs", "unverified")


def test_a_function_that_is_compiled_wrongly_vouches_for_nothing() -> None:
    goal = registry.find("agal")
    template = ModelTemplate("sin", 1, "call float @llvm.sin.f32(float %a)")
    rows = np.array([[0.5], [2.0], [-3.0]], np.float32)

    def make(text: str) -> tuple[Shader, Program]:
        right = built(text, "agal")
        other = built(
            text.replace("float %a)\n", "float %b)\n").replace(
                "  %r =", "  %b = fadd float %a, 0x3F50624DE0000000\n  %r ="
            ),
            "agal",
        )
        return right.shader, other.program

    models = Models(make, goal.isa, goal.simulate, {"sin": Bound(absolute=2.0**-18)}, {})
    assert np.abs(models(template, rows) - np.sin(rows[:, 0])).max() < 1e-6


def test_a_chip_gives_the_same_value_for_the_same_argument() -> None:
    values = np.array([0.25, 1.5, 0.25, -3.0])
    moved = Chance(3).of(values)
    assert moved[0] == moved[2]
    assert len(set(moved.tolist())) == 3
    assert np.abs(moved).max() <= 1
    assert (Chance(4).of(values) != moved).all()
    spread = Chance(0).of(np.arange(10000.0))
    assert abs(float(spread.mean())) < 0.03
    assert 0.55 < float(spread.std()) < 0.61


def test_what_hangs_on_a_reciprocals_rounding_is_no_alarm() -> None:
    """At (0, 0, 1) the second comparison depends on the rounding of o.y / floor(o.y) alone."""
    text = """precision mediump float; uniform vec2 o; varying float v;
void main() {
  float s = o.y / floor(o.y);
  float t = ((v * 2.0 - 1.0) * s) * 0.5 + 0.5;
  gl_FragColor = vec4(s * o.x > -0.5 && t > 0.0001 ? 1.0 : 0.0);
}"""
    ((_, report),) = driver.verify(text, "lima-pp", lanes=8192, name="k.frag")
    assert isinstance(report, Report)
    assert report.verified, report.describe()


@pytest.mark.parametrize("lanes", [64, 1024])
def test_a_tangent_near_its_pole_is_no_alarm(lanes: int) -> None:
    text = """precision mediump float; varying vec4 color;
void main() {
  float c = 3.14159265 * (color.r - 0.5);
  gl_FragColor = vec4(abs(c) < 0.5 ? 0.5 * tan(c) + 0.5 : 0.5 / tan(c) + 0.5, 0.0, 0.0, 1.0);
}"""
    source = built(text, "agal")
    report = judged(source, lanes=lanes)
    assert report.verified, report.describe()
    other = built(text.replace("0.5 / tan", "0.5005 / tan"), "agal")
    assert judged(source, other.program, lanes=lanes).verdict == "differs"


FLAKES = """precision highp float; varying vec2 uv;
void main() {
  float sum = 0.0;
  for (int i = 0; i < 15; i++) {
    vec3 n = vec3(floor(uv * float(1 + i)), 31.1875 + float(i));
    vec3 m = n / 65536.0 + fract(n);
    vec3 r = fract((31408.0 + m) / fract(m.x * 13.3125 + m.y * 23.5 + m.z * vec3(21.75, 11.9375, 61.375)));
    vec2 s = abs(fract(uv * float(1 + i)) - 0.5 + 0.875 * r.xy - 0.4375);
    sum += smoothstep(0.125, -0.125, 0.625 * (s.x + s.y) + max(s.x, s.y)) * r.x;
  }
  gl_FragColor = vec4(sum);
}"""


def test_rare_results_of_chaos_are_no_alarm_in_float32() -> None:
    """The fraction of a quotient of 100,000 decides: one unit in its last place creates a flake that the source does
    not have."""
    source = built(FLAKES, "lima-pp")
    report = judged(source, lanes=128)
    assert report.verdict != "differs", report.describe()
    other = built(FLAKES.replace("vec4(sum)", "vec4(sum + 0.01)"), "lima-pp")
    assert judged(source, other.program, lanes=128).verdict == "differs"


def test_a_quotient_that_is_rounded_is_modelled_as_it_is_compiled_there() -> None:
    """lima-pp multiplies by 1/289 as a half has it, which is below it, and mends most of what is rounded."""
    goal = registry.find("lima-pp")

    def make(text: str) -> tuple[Shader, Program]:
        found = built(text, "lima-pp")
        return found.shader, found.program

    bounds = {"fdiv": Bound(relative=2.0**-10)}
    models = Models(make, goal.isa, goal.simulate, bounds, {}, precision="ieee")
    rows = np.arange(0, 289 * 289, 289, dtype=np.float32)[:, None]
    text = "fdiv float %a, 2.890000e+02"
    careful, plain = (ModelTemplate("fdiv", 1, text, rounded) for rounded in (True, False))
    wrong = [np.floor(models(template, rows)) != rows[:, 0] / 289 for template in (careful, plain)]
    assert wrong[0].mean() < 0.1 < 0.9 < wrong[1].mean()
    assert (np.abs(models(plain, rows) * 289 - rows[:, 0]) <= rows[:, 0] * 2.0**-9).all()


def test_quotients_are_modelled_as_rounded_only_where_their_last_bit_decides() -> None:
    text = """declare float @llvm.floor.f32(float)
define float @main(float %x, float %y) {
  %a = fdiv float %x, 7.000000e+00
  %b = fdiv arcp float %x, 1.100000e+01
  %c = fdiv float %y, 1.300000e+01
  %d = fadd float %a, %b
  %e = call float @llvm.floor.f32(float %d)
  %f = fadd float %c, %e
  ret float %f
}
"""
    function = parse_module(text).functions[0]
    rounded = rounded_values(function)
    lines = [line for block in function.blocks for line in block.lines]
    elements = [modelled(line, {"fdiv": Bound(relative=2.0**-10)}, rounded) or [] for line in lines]
    assert [element.template.rounded for found in elements for element in found] == [True, False, False]


LIGHTS = """precision mediump float; varying vec2 uv; varying vec3 n; uniform sampler2D s; uniform vec4 lights[4];
void main() {
    vec4 c = texture2D(s, uv);
    vec3 sum = vec3(0.0);
    int count = int(c.a * 10.0);
    for (int i = 0; i < count; ++i) sum += c.xyz * n[i] * lights[i].xyz;
    gl_FragColor = vec4(sum, 1.0);
}"""


def test_an_index_beyond_its_array_stops_no_search_for_rare_results() -> None:
    """Lanes that read beyond the array mean nothing, and the simulator cannot run them."""
    source = built(LIGHTS, "lima-pp")
    assert judged(source).passed


CORNERS = """precision mediump float; uniform vec2 size;
float hash(vec2 p) { return fract(sin(dot(p, vec2(127.1, 311.7))) * 43758.5453); }
void main() {
    vec2 p = gl_FragCoord.xy / size * 10.0, i = floor(p), f = fract(p);
    float low = mix(hash(i), hash(i + vec2(1.0, 0.0)), f.x);
    float high = mix(hash(i + vec2(0.0, 1.0)), hash(i + vec2(1.0, 1.0)), f.x);
    gl_FragColor = vec4(vec3(mix(low, high, f.y)), 1.0);
}"""
OCTAVES = """precision mediump float; uniform vec2 size; uniform float time;
float hash(float x) { return fract(sin(x) * 1e4); }
float noise(vec3 p) {
    vec3 i = floor(p), f = fract(p);
    float n = dot(i, vec3(110.0, 241.0, 171.0));
    return mix(mix(hash(n), hash(n + 110.0), f.x), mix(hash(n + 241.0), hash(n + 351.0), f.x), f.y) * f.z;
}
void main() {
    vec3 p = vec3(gl_FragCoord.xy / size * 10.0, time * 0.1);
    float sum = 0.0;
    for (int i = 0; i < 3; i++) { sum += 0.5 * noise(p); p = p * 2.0 + 1000.0; }
    gl_FragColor = vec4(vec3(sum), 1.0);
}"""


@pytest.mark.parametrize(("text", "verdict"), [(CORNERS, "verified"), (OCTAVES, "structure")])
def test_lanes_are_drawn_for_hashes_of_large_angles(text: str, verdict: str) -> None:
    """No lane is settled with exact sines; those of OCTAVES overflow a half besides."""
    source = built(text, "lima-pp")
    assert judged(source).verdict == verdict


NEAREST = """precision mediump float; uniform vec2 size, mouse;
void main() {
    vec2 p = gl_FragCoord.xy / size, nearest;
    float least = 1.0;
    for (int i = 0; i < 3; i++) {
        vec2 q = i == 0 ? vec2(0.83, 0.75) : i == 1 ? vec2(0.28, 0.64) : mouse / size;
        float d = distance(p, q);
        if (d < least) { least = d; nearest = q; }
    }
    gl_FragColor = vec4(nearest, least - abs(sin(80.0 * least)) * 0.07, 1.0);
}"""


def test_what_is_left_undefined_is_no_evidence_against_a_program() -> None:
    """Where no point is nearer than 1, `nearest` has no value, and the target may have any."""
    source = built(NEAREST, "agal", version="2")
    assert judged(source).verdict == "verified"


@pytest.mark.parametrize("isa", ["agal", "lima-pp"])
@pytest.mark.parametrize("options", [{"language": "glsl"}, {"sampler": ("s=repeat,nearest",)}])
def test_options_of_the_source_are_none_of_the_models(isa: str, options: dict[str, Any]) -> None:
    """A model is LLVM IR without samplers: `language` had it read as GLSL, and without it a right hash was called a
    bug."""
    text = """precision highp float; varying vec2 v; uniform sampler2D s;
void main() {
    float h = fract(sin(dot(v, vec2(12.9898, 78.233))) * 43758.5453);
    gl_FragColor = h > 0.5 ? texture2D(s, v) : vec4(h);
}"""
    program = driver.compile(text, isa, stage="fragment", name="k.frag", verify=128, **options)
    assert program.verified is not None
    assert program.verified["verdict"] == "verified"


@pytest.mark.parametrize("isa", sorted(STAGES))
def test_a_power_by_an_integer_has_a_model(isa: str) -> None:
    called = parse_line("%r = call float @llvm.powi.f32.i32(float %x, i32 6)")
    found = modelled(called, FUNCTION_BOUNDS)
    assert found is not None
    assert built(HASH, isa).make(found[0].template.module) is not None


MIRROR = """#version 150
uniform samplerCube room; in vec3 n, e; out vec4 c;
void main() { c = texture(room, %s); }
"""
DIVIDED = "reflect(e, vec3(n.x / length(n), n.y / length(n), n.z / length(n)))"


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("direction", ["reflect(e, normalize(n))", "reflect(e, n / length(n))", DIVIDED])
def test_a_reciprocal_root_is_one_function(direction: str, seed: int) -> None:
    """The chip has one for it: as a root and a reciprocal, which round twice, it is off by a unit, and the texels that
    a reflection picks were held against a right program."""
    source = built(MIRROR % direction, "lima-pp")
    assert planting.judged(source, seed=seed).verdict == "verified"
    wrong = built(MIRROR % direction.replace("e,", "e * vec3(1.0, 1.0, 1.1),"), "lima-pp")
    assert planting.judged(source, wrong.program, seed=seed).verdict in ("differs", "unverified")


ROOT = "%s = call float @llvm.sqrt.f32(float %x)"
SPREAD = """%i = insertelement <2 x float> poison, float %s, i32 0
  %v = shufflevector <2 x float> %i, <2 x float> poison, <2 x i32> zeroinitializer
  %q = fdiv <2 x float> %y, %v"""


@pytest.mark.parametrize(
    ("kind", "body", "found"),
    [
        ("float", f"{ROOT}\n  %q = fdiv float 1.0, %s", ["fdiv float 1.0, %root"]),
        ("float", f"{ROOT}\n  %q = fdiv float %y, %s", ["fdiv float %a, %root"]),
        ("float", f"{ROOT}\n  %q = fdiv float %x, %s", ["fdiv float %a, %root"]),
        ("<2 x float>", f"{ROOT}\n  {SPREAD}", ["fdiv float %a, %root"] * 2),
        ("float", f"{ROOT}\n  %t = fdiv float %y, %s\n  %q = fdiv float %t, %s", ["fdiv float %a, %root"] * 2),
        # another reader, a dividend, no root
        ("float", f"{ROOT}\n  %t = fadd float %s, 1.0\n  %q = fdiv float 1.0, %s", ["fdiv float 1.0, %a"]),
        ("float", f"{ROOT}\n  %q = fdiv float %s, %y", ["fdiv float %a, %b"]),
        ("float", "%s = fadd float %x, %x\n  %q = fdiv float 1.0, %s", ["fdiv float 1.0, %a"]),
    ],
)
def test_quotients_by_roots_are_known(kind: str, body: str, found: list[str]) -> None:
    text = f"define {kind} @f(float %x, {kind} %y) {{\n  {body}\n  ret {kind} %q\n}}\n"
    (function,) = parse_module(text).functions
    bounds = {"fdiv": Bound(relative=0.001), "sqrt": Bound(relative=0.001)}
    roots = dividing_roots(function, bounds)
    lines = [line for block in function.blocks for line in block.lines if line.op == "fdiv"]
    elements = [one for line in lines for one in modelled(line, bounds, (), roots) or ()]
    assert [one.template.text for one in elements] == found
    for one in elements:
        assert bool(one.root) == ("%root" in one.template.text)
        assert not one.root or one.template.root == "%root = call float @llvm.sqrt.f32(float %" + (
            "b)" if "%a" in one.template.text and "%x, %s" not in body else "a)"
        )
        parse_module(one.template.module)
