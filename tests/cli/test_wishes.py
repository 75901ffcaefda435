"""--math, --android, --half, sources without a name, and a pair for a family of targets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gpucc as package
from gpucc import driver
from gpucc.interp.rounding import round_to
from gpucc.isa.model import FP16, FP24, FP32, Format
from gpucc.program import Interface, Program, Slot
from gpucc.reading import Reading
from gpucc.targets import registry
from gpucc.verdict import meet

Run = Callable[..., Any]
AGSL = "half4 main(float2 p) { return half4(half(sin(p.x)), floor(p.y), 0, 1); }"
GLSL = (
    "precision mediump float;\nvarying vec2 uv; uniform float k;\nvoid main() { float a = uv.x * k; gl_FragColor ="
    " vec4(a * a); }\n"
)
POINTS = np.array([[1.25, 2.5], [3.75, -7.125]], np.float32)


def test_math_chooses_skias_recipes() -> None:
    exact = package.compile(AGSL, isa="agal", name="a.agsl").run({"p": POINTS})["gl_FragColor"]
    recipes = package.compile(AGSL, isa="agal", name="a.agsl", math="skia-cpu").run({"p": POINTS})["gl_FragColor"]
    assert exact[:, 0] == pytest.approx(np.sin(POINTS[:, 0]), abs=1e-6)
    assert recipes[:, 0] == pytest.approx(np.sin(POINTS[:, 0]), abs=3e-4)
    assert np.all(exact[:, 0] != recipes[:, 0])
    assert np.array_equal(exact[:, 1], recipes[:, 1])


def test_options_reach_every_command(gpucc: Run) -> None:
    files = {"a.agsl": AGSL}
    long, short = (gpucc(f"a.agsl --isa agal --math {math}", files) for math in ("skia-cpu", "glsl"))
    assert long.code == short.code == 0
    assert len(long.out) > len(short.out)
    assert gpucc("verify a.agsl --isa agal --math skia-cpu --android 15", files).code == 0
    np.savez("in.npz", p=POINTS)
    ran = gpucc("run a.agsl --isa agal --math skia-cpu --half --android 14 --inputs in.npz", files)
    assert ran.code == 0, ran.err
    assert gpucc("render a.agsl --isa agal --math skia-cpu --size 4x4 -o a.png --diff", files).code == 0
    costs = [
        gpucc(f"cost a.agsl --isa agal --math {math}", files).text.splitlines()[1].split()[1]
        for math in ("skia-cpu", "glsl")
    ]
    assert int(costs[0]) > int(costs[1])


def test_android_refuses_what_it_cannot_take(refused: Run) -> None:
    text = "half4 main(half4 c) { return c; }"
    refused(1, "Android 14 has no color filters", "a.agsl --isa agal --android 14", {"a.agsl": text})


@pytest.mark.parametrize("words", ["--math fast", "--android 12", "--math=", "--android skia"])
def test_a_choice_that_is_none(refused: Run, words: str) -> None:
    refused(2, "choices: ", f"a.agsl --isa agal {words}", {"a.agsl": AGSL})


# half -----------------------------------------------------------------------------------------------------------------


def test_mediump_is_rounded_on_request_and_verified() -> None:
    given = {"uv": np.array([[1.2345678, 0.0]], np.float32), "k": 0.7654321}
    wide = package.compile(GLSL, isa="agal", name="a.frag").run(given)["gl_FragColor"][0, 0]
    narrow_program = package.compile(GLSL, isa="agal", name="a.frag", half=True)
    narrow = narrow_program.run(given)["gl_FragColor"][0, 0]
    assert narrow_program.verified is not None
    x, k = np.float16(given["uv"][0, 0]), np.float16(given["k"])
    a = np.float16(np.float32(x) * np.float32(k))
    assert wide == np.float32(given["uv"][0, 0] * np.float32(given["k"])) ** 2
    assert narrow == pytest.approx(float(a) ** 2, rel=2**-10)
    assert narrow != pytest.approx(float(wide), rel=1e-6)


def test_half_of_llvm_is_rounded_on_request_too() -> None:
    text = "define half @f(half %x, half %y) {\n  %p = fmul half %x, %y\n  %s = fadd half %p, %x\n  ret half %s\n}\n"
    given = {"x": np.array([1.2001953], np.float32), "y": np.array([3.2988281], np.float32)}
    x, y = (np.float16(given[name][0]) for name in "xy")
    wide, narrow = (package.compile(text, isa="agal", stage="vertex", half=half).run(given) for half in (False, True))
    (first,), (second,) = (list(found.values()) for found in (wide, narrow))
    assert np.ravel(first)[0] == np.float32(x) * np.float32(y) + np.float32(x)
    assert np.ravel(second)[0] == np.float16(np.float16(x * y) + x)


def test_a_target_that_computes_in_16_bits_rounds_by_itself() -> None:
    reading = Reading(half=True)
    assert [reading.rounds(format) for format in (FP16, FP24, FP32)] == ["widen", "round", "round"]
    assert Reading().rounds(FP32) == "widen"


@pytest.mark.parametrize("format", [FP24, FP32], ids=lambda format: format.name)
def test_the_split_rounds_every_significand_to_a_half(format: Format) -> None:
    """The arithmetic of lowering/legalise/half.py, for all significands of fp24 and a sample of those of fp32."""
    p, top = format.mantissa + 1, 2 ** (format.exponent - 1)
    count = 2 ** (p - 1) if p < 20 else 2**16
    significands = 1 + (
        np.arange(count) if p < 20 else np.random.default_rng(0).integers(0, 2 ** (p - 1), count)
    ) / 2.0 ** (p - 1)

    def fit(values: Any) -> Any:
        return np.asarray(round_to(format, values), np.float64)

    for exponent in (-26, -25, -20, -15, -14, -1, 0, 9, 15):
        x = significands * 2.0**exponent
        small = (x < 2.0**-14).astype(np.float64)
        g = fit(fit(x * (2.0 ** (p - 11) + 1)) * (1 - small) + small * 1.5 * 2.0 ** (p - 25))
        rounded = fit(g + fit(x - g))
        rounded = fit(fit(rounded * 2.0 ** (top - 16)) * 2.0 ** (16 - top))
        with np.errstate(over="ignore"):
            assert np.array_equal(rounded, x.astype(np.float16).astype(np.float64))


# sources without a name, families -------------------------------------------------------------------------------------


def test_a_text_tells_its_language(gpucc: Run) -> None:
    assert gpucc("- --isa agal", stdin=AGSL.encode()).code == 0
    assert gpucc("- --isa agal", stdin=GLSL.encode()).code == 0
    vertex = b"attribute vec4 p; void main() { gl_Position = p; }"
    assert "lima-vp vertex shader" in gpucc("- --isa lima-vp", stdin=vertex).err
    assert package.compile(GLSL, isa="agal").stage == "fragment"
    ir = b"; half4 main( void main(\ndefine <4 x float> @f(<4 x float> %p) {\n  ret <4 x float> %p\n}\n"
    assert gpucc("- --isa lima-vp", stdin=ir).code == 0


@pytest.mark.parametrize("name", ["k.glsl", "k"])
def test_a_file_with_another_ending_tells_its_language(gpucc: Run, name: str) -> None:
    assert gpucc(f"{name} --isa agal", {name: GLSL}).code == 0
    assert (
        "lima-vp vertex shader"
        in gpucc(f"{name} --isa lima-vp", {name: "void main() { gl_Position = vec4(1.0); }"}).err
    )
    assert gpucc(f"{name} --isa agal", {name: AGSL}).code == 0


VERTEX = (
    "attribute vec4 p; attribute vec2 t; varying vec3 idle; varying vec2 uv; void main() { gl_Position = p; uv = t;"
    " idle = p.xyz; }"
)


def program(isa: str, stage: Any, inputs: tuple[Slot, ...], outputs: tuple[Slot, ...]) -> Program:
    return Program(isa, stage, b"", Interface(inputs, outputs))


def test_a_family_is_chosen_from_by_stage(gpucc: Run, refused: Run) -> None:
    end = gpucc("a.vert --isa lima", {"a.vert": VERTEX})
    assert "lima-vp vertex shader" in end.err
    refused(
        2,
        "which target of lima is meant",
        "a.ll --isa lima",
        {"a.ll": "define float @f(float %x) {\n  ret float %x\n}\n"},
    )


def test_a_pair_for_a_family_is_linked(gpucc: Run) -> None:
    end = gpucc("a.vert b.frag --isa lima -o out", {"a.vert": VERTEX, "b.frag": GLSL})
    family = {stage for name in registry.families()["lima"] for stage in registry.find(name).isa.stages}
    if "fragment" not in family:
        assert "lima has no target for fragment shaders" in end.err
        return
    assert end.code == 0, end.err
    assert "lima-vp vertex shader" in end.err
    assert "lima-pp fragment shader" in end.err
    told = "".join(Path(name).read_text() for name in end.new if name.endswith(".s"))
    assert "idle" not in told


def test_programs_meet_by_the_names_of_their_varyings() -> None:
    uv, other = Slot("uv", "output", 1, "ff", "vec2"), Slot("uv", "input", 0, "fff", "vec3")
    position = Slot("gl_Position", "output", 0, "ffff")
    vertex = program("lima-vp", "vertex", (), (position, uv))
    meet(vertex, program("lima-pp", "fragment", (replace(uv, kind="input"), replace(other, name="gl_FragCoord")), ()))
    with pytest.raises(package.GpuccError, match="'uv' is vec2 in the vertex program and vec3"):
        meet(vertex, program("lima-pp", "fragment", (other,), ()))
    with pytest.raises(package.GpuccError, match="reads the varying 'none', which the vertex program does not write"):
        meet(vertex, program("lima-pp", "fragment", (replace(other, name="none"),), ()))
    with pytest.raises(package.GpuccError, match="cannot link a program for lima-vp with one for agal"):
        driver.link(vertex, program("agal", "fragment", (), ()))


def test_half_is_rounded_on_every_target_that_computes_in_more() -> None:
    vertex = """attribute mediump vec3 n; attribute vec4 p; uniform mediump vec4 c; varying mediump vec2 v;
    void main() { gl_Position = p; mediump float d = dot(n, c.xyz); v = vec2(d * c.w, d + n.x); }"""
    for isa in ("agal", "lima-vp", "pica200"):
        if isa in driver.isas():
            assert package.compile(vertex, isa=isa, name="a.vert", half=True).verified is not None


def test_api_levels_are_told(gpucc: Run) -> None:
    assert "note: API level 33 is Android 13\n" in gpucc("a.agsl --isa agsl --android 33", {"a.agsl": AGSL}).err


def test_options_about_another_language_change_nothing_and_are_told(gpucc: Run) -> None:
    """Skia's recipes were taken for GLSL, too: 43 tokens instead of 16."""
    files = {"a.frag": GLSL}
    plain = gpucc("a.frag --isa agal", files)
    other = gpucc("a.frag --isa agal --math skia-cpu --android 14", files)
    assert other.out == plain.out
    assert "warning: --math skia-cpu does nothing for GLSL: it is about AGSL" in other.err
    told = "it is about AGSL that is read; --target android=14 is about AGSL that is written"
    assert f"warning: --android 14 does nothing for GLSL: {told}" in other.err
    assert (
        "--strict-es does nothing for AGSL: it is about GLSL"
        in gpucc("a.agsl --isa agal --strict-es", {"a.agsl": AGSL}).err
    )
    pair = gpucc(
        "a.vert a.frag --isa agal --math skia-cpu -o a.json",
        files | {"a.vert": "attribute vec4 p; varying vec2 uv; void main() { uv = p.xy; gl_Position = p; }"},
    )
    assert pair.err.count("--math skia-cpu does nothing") == 1
