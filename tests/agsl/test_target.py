"""AGSL as a target: kernels in LLVM IR, the interface, refusals, and golden texts."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import agsl_judges as judges
import numpy as np
import pytest
import skia_judge
from agsl_loops import HALVING

import gpucc
from gpucc import driver
from gpucc.errors import InputError, LimitExceeded, Unsupported

HERE = Path(__file__).parent
KERNELS = HERE.parent / "kernels"
ROWS: list[dict[str, Any]] = [
    row for row in json.loads((KERNELS / "index.json").read_text()) if row["stage"] == "fragment"
]
NOT_THERE = {"alpha_test", "cube_reflection", "edge", "globals_fragment", "derivatives", "biased"}


def compiled(source: str, **wishes: Any) -> str:
    return driver.compile(source.encode(), "agsl", **wishes).code.decode()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_kernels(row: dict[str, Any]) -> None:
    wishes = {"entry": row["entry"], "stage": "fragment", "bind": row["bind"], "verify": 64}
    if row["name"] in NOT_THERE:
        with pytest.raises(Unsupported, match="AGSL"):
            driver.compile(KERNELS / row["file"], "agsl", **wishes)
        return
    text = driver.compile(KERNELS / row["file"], "agsl", **wishes).code.decode()
    if "main(float4" in text:
        # color filters and blenders; skia-python makes shaders only
        assert not driver.check(text.encode(), "agsl", "16")
        assert driver.check(text.encode(), "agsl", "15")
    else:
        assert skia_judge.refusal(text) is None


LOOKED_AT = (
    "a_mandelbrot", "a_plasma", "a_rounded_box", "hash_noise", "uniforms_of_all_types", "loops_of_all_steps",
    "julia_set", "burning_ship",
    "lit_sphere", "voronoi_cells", "ray_marched_torus", "uniform_palette", "blend_modes", "fractal_brownian_motion",
)  # fmt: skip


@pytest.mark.parametrize("name", LOOKED_AT)
def test_golden_texts(name: str, request: pytest.FixtureRequest) -> None:
    path = HERE / "golden" / f"{name}.agsl"
    text = compiled(judges.SOURCES[name], name=f"{name}.agsl", verify=None)
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    assert text == path.read_text(), f"{path.name} changed; if that is meant, delete it and run the test again"


def test_a_child_is_evaluated_in_pixels() -> None:
    source = "uniform shader image; uniform float k;\nhalf4 main(float2 p) { return image.eval(p * k).bgra * .5; }"
    text = compiled(source)
    assert "uniform shader image;" in text
    assert "image.eval(p * k)" in text
    assert "size" not in text


def test_a_normalised_coordinate_asks_for_the_size() -> None:
    source = (
        "precision mediump float; uniform sampler2D s; varying vec2 uv; void main() { gl_FragColor = texture2D(s,"
        " uv); }"
    )
    text = compiled(source, name="t.frag")
    assert "uniform float2 s_size;  // of s, in pixels" in text
    assert "s.eval(uv * s_size)" in text


def test_varyings_beyond_the_coordinate_become_uniforms() -> None:
    source = """precision mediump float; varying vec2 uv; varying vec3 tint; varying float k;
    void main() { gl_FragColor = vec4(tint * k, uv.x); }"""
    told: list[str] = []
    text = driver.compile(
        source.encode(),
        "agsl",
        name="t.frag",
        observe=lambda what, value: told.append(str(value)) if what == "warning" else None,
    ).code.decode()
    assert "uniform float3 tint;" in text
    assert "main(float2 uv)" in text
    assert sum("varyings" in one for one in told) == 2


REFUSALS = {
    "precision mediump float; varying vec2 uv; void main() { if (uv.x > 0.5) discard; gl_FragColor = vec4(1); }": (
        "discard"
    ),
    "precision mediump float; varying vec3 d; uniform samplerCube c; void main() { gl_FragColor = textureCube(c, d); "
    "}": ("cube"),
    "precision mediump float; void main() { gl_FragColor = gl_FrontFacing ? vec4(1.0) : vec4(0.0); }": "gl_FrontFacing",
}


@pytest.mark.parametrize(("source", "word"), REFUSALS.items(), ids=list(REFUSALS.values()))
def test_what_agsl_lacks_is_refused(source: str, word: str) -> None:
    with pytest.raises((Unsupported, InputError), match=word):
        compiled(source.replace("vec4(1)", "vec4(1.0)"), name="t.frag")


def test_a_loop_of_unknown_length_is_guarded() -> None:
    told: list[str] = []
    program = driver.compile(
        HALVING, "agsl", observe=lambda what, value: told.append(str(value)) if what == "warning" else None
    )
    text = program.code.decode()
    assert re.search(r"for \(int n2? = 0; n2? < \d+; n2?\+\+\)", text)
    assert "break;" in text
    assert any("times at most" in one for one in told)
    assert skia_judge.refusal(text) is None
    assert driver.compile(HALVING, "agsl", target={"android": "16"}).code.decode().count("99999") == 1


COUNTED = """varying vec2 p;
void main() {
  float low = 0.0, high = 0.0;
  for (float i = 14997.0; i >= 0.0; i -= 3.0) { low += 1.0; if (low >= 16.0) { low = 0.0; high += 1.0; } }
  gl_FragColor = vec4(low, high, 0.0, 1.0); }"""
UNCOUNTED = """varying vec2 p;
void main() {
  float low = 0.0, high = 0.0, most = 2000.0 + clamp(p.x, 0.0, 1.0);
  for (float i = 0.0; i < most; i += 1.0) { low += 1.0; if (low >= 16.0) { low = 0.0; high += 1.0; } }
  gl_FragColor = vec4(low, high, 0.0, 1.0); }"""


@pytest.mark.parametrize(
    ("source", "reason"),
    [(COUNTED, "too large for Android 15"), (UNCOUNTED, "a loop runs more than the 1470 rounds")],
)
def test_a_loop_that_the_target_would_cut_short_is_refused(source: str, reason: str) -> None:
    source = "precision highp float; precision highp int; " + source
    with pytest.raises(LimitExceeded, match=reason):
        driver.compile(source, "agsl", stage="fragment", name="t.frag", verify=16)
    program = driver.compile(source, "agsl", stage="fragment", name="t.frag", target={"android": "16"}, verify=16)
    assert program.verified is not None


BITS = """
define <4 x float> @shade(<2 x float> %p) {
  %x = extractelement <2 x float> %p, i32 0
  %i = fptosi float %x to i32
  %r = srem i32 %i, 7
  %m = and i32 %i, 15
  %s = shl i32 %m, 2
  %f = sitofp i32 %r to float
  %g = sitofp i32 %s to float
  %a = insertelement <4 x float> zeroinitializer, float %f, i32 0
  %b = insertelement <4 x float> %a, float %g, i32 1
  ret <4 x float> %b
}
"""


def test_remainders_masks_and_shifts() -> None:
    text = compiled(BITS)
    assert not any(op in text for op in (" % ", " & ", "<<", ">>"))
    picture = skia_judge.paint(text)
    x = np.floor(skia_judge.POINTS[:, 0])
    assert np.array_equal(picture[:, 0], x % 7)
    assert np.array_equal(picture[:, 1], (x % 16) * 4)


IS_NUMBER = """
define <4 x float> @shade(<2 x float> %p) {
  %x = extractelement <2 x float> %p, i32 0
  %y = extractelement <2 x float> %p, i32 1
  %d = fsub float %x, 3.5
  %q = fdiv float %d, %d
  %c = fcmp ord float %q, %q
  %r = select i1 %c, float %y, float -1.0
  %a = insertelement <4 x float> zeroinitializer, float %r, i32 0
  ret <4 x float> %a
}
"""


def test_what_is_no_number_is_told_although_skia_folds_the_self_test() -> None:
    picture = skia_judge.paint(compiled(IS_NUMBER))
    points = skia_judge.POINTS
    assert np.array_equal(picture[:, 0], np.where(points[:, 0] == 3.5, -1, points[:, 1]))


def test_assembling_is_checking() -> None:
    text = "uniform float k; half4 main(float2 p) { return half4(p * k, 0, 1); }"
    program = gpucc.assemble(text, isa="agsl")
    assert driver.disassemble(program) == text
    found = program.run({"p": np.array([[1, 2], [3, 4]], np.float32), "k": 2.0})
    assert np.array_equal(found["gl_FragColor"], [[2, 4, 0, 1], [6, 8, 0, 1]])
    with pytest.raises(InputError):
        gpucc.assemble("half4 main(float2 p) { return p; }", isa="agsl")
    assert driver.check(b"half4 main(float2 p) { while (true) {} }", "agsl")


def test_the_same_text_every_time() -> None:
    source = judges.SOURCES["a_rounded_box"]
    assert len({compiled(source, verify=None) for _ in range(3)}) == 1


HANDED_OUT = """precision highp float;
uniform int shape; uniform float k; varying vec2 v;
void main() {
  float s = 0.0;
  for (int i = 0; i < 80; ++i) s += fract(s * v.x + v.y);
  float r = s * 0.125;
  if (shape == 1) r = pow(abs(r), 1.5) * k;
  else if (shape == 3) { r = pow(abs(r), 1.4); r = k * (r + (v.x > v.y ? r - v.x * r : r - v.y * r)); }
  gl_FragColor = vec4(r, 0.0, 0.0, 1.0);
}
"""


def test_what_a_loop_hands_out_is_computed_once_for_both_arms() -> None:
    """The product belongs to the block after the loop, not to the first arm that uses it."""
    program = driver.compile(HANDED_OUT, "agsl", name="k.frag", stage="fragment", verify=64)
    assert program.code.decode().count("0.125") == 1


def test_the_uniforms_that_an_app_sets_have_their_types() -> None:
    source = (
        "uniform shader image; layout(color) uniform half4 tint; uniform float2x2 turn; uniform float3 places[2];\n"
        "uniform int count;\n"
        "half4 main(float2 p) { return image.eval(turn * p + places[1].xy * float(count)) * tint; }"
    )
    found = gpucc.compile(source, "agsl", name="k.agsl").stats["uniforms"]
    assert found == {
        "image": "shader",
        "tint": "layout(color) half4",
        "turn": "float2x2",
        "places": "float3[2]",
        "count": "int",
    }


def test_a_program_that_someone_edited_is_refused_or_runs() -> None:
    source = "uniform shader child; half4 main(float2 at) { return child.eval(at) * 0.5; }"
    program = driver.compile(source, "agsl", name="k.agsl", verify=None)
    interface = program.interface
    slots = (*interface.inputs, *interface.uniforms)
    given = {slot.name: np.ones((1, len(slot.words.replace(".", "")))) for slot in slots}
    given |= {slot.name: np.ones((1, 1, 4)) for slot in interface.samplers}
    whole = driver.run(program, given)
    odd = replace(program, code=program.code + b"// \xfa\n")
    ((name, found),) = driver.run(odd, given).items()
    assert np.array_equal(found, whole[name])
    (output,) = interface.outputs
    moved = replace(program, interface=replace(interface, outputs=(replace(output, register=4),)))
    with pytest.raises(InputError, match="in register 4, and the program has none there"):
        driver.run(moved, given)
