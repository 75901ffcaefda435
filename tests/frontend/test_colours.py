"""Fragment shaders with several colour buffers: agal from version 2 on has four of them, the other targets say no."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

import gpucc
from gpucc.emit import lima_pp_mbs
from gpucc.errors import GpuccError
from gpucc.frontend.compile import compile_source
from tests.frontend.conftest import run_source

V = np.array([[0.25, -1.5, 2.75, 1.5]], np.float32)
EXTENDED = "#extension GL_EXT_draw_buffers : require\nprecision highp float; varying vec4 v;"
NEWER = "#version 300 es\nprecision highp float; in vec4 v;"
DESKTOP = "#version 330\nin vec4 v;"
DEFAULT = [0.0, 0.0, 0.0, 1.0]

# a source, and what each of its buffers gets
CASES: dict[str, tuple[str, list[list[float]]]] = {
    "by the extension": (
        f"{EXTENDED} void main() {{ gl_FragData[0] = v; gl_FragData[1] = v + v; }}", [[*V[0]], [*(V[0] * 2)]]),
    "the number of buffers": (
        f"{EXTENDED} void main() {{ gl_FragData[1] = v + float(gl_MaxDrawBuffers); }}", [DEFAULT, [*(V[0] + 4)]]),
    "old desktop GLSL, in a loop": (
        "#version 120\nvarying vec4 v; void main() { for (int k = 0; k < 4; k++) gl_FragData[k] = v * float(k); }",
        [[*(V[0] * k)] for k in range(4)]),
    "a buffer that nothing writes": (
        f"{NEWER} layout(location = 2) out vec2 b; layout(location = 0) out vec4 a; void main() {{ a = v; b = v.xy; }}",
        [[*V[0]], DEFAULT, [0.25, -1.5, 0.0, 1.0]]),
    "the first is not there": (
        f"{NEWER} layout(location = 1) out vec4 a; void main() {{ a = v; }}", [DEFAULT, [*V[0]]]),
    "an array": (
        f"{NEWER} out vec4 a[2]; void main() {{ a[1] = v; a[0] = v.wzyx; }}", [[*V[0][::-1]], [*V[0]]]),
    "places that the driver chooses": (
        f"{DESKTOP} out vec4 a; layout(location = 0) out vec4 b[2]; out vec4 c;"
        " void main() { a = v; b[0] = v * 2.0; b[1] = v * 3.0; c = v * 4.0; }",
        [[*(V[0] * k)] for k in (2, 3, 1, 4)]),
}  # fmt: skip


def in_order(found: Mapping[str, np.ndarray]) -> list[list[float]]:
    names = sorted(name for name in found if name.startswith("gl_Frag"))
    assert names == ["gl_FragColor", *(f"gl_FragData.{k}" for k in range(1, len(names)))]
    return [list(found[name][0]) for name in names]


@pytest.mark.parametrize("case", CASES)
def test_each_buffer_gets_its_colour(case: str) -> None:
    text, expected = CASES[case]
    assert in_order(run_source(text, "fragment", v=V)) == expected
    program = gpucc.compile(text, isa="agal", name="k.frag", target={"version": "3"})
    registers = [(slot.name, slot.register) for slot in program.interface.outputs]
    assert registers == [("gl_FragColor", 0), *((f"gl_FragData.{k}", k) for k in range(1, len(expected)))]
    assert in_order(program.run({"v": V})) == expected


def test_a_shader_that_asks_goes_the_way_for_one_buffer() -> None:
    ask = "#ifdef GL_EXT_draw_buffers\n#extension GL_EXT_draw_buffers : enable\n#define TWO\n#endif\n"
    body = "#ifdef TWO\ngl_FragData[1] = v;\n#endif\ngl_FragData[0] = v;"
    text = f"{ask}precision highp float; varying vec4 v; void main() {{\n{body}\n}}"
    assert in_order(run_source(text, "fragment", v=V)) == [[*V[0]]]
    text = f"#define GL_EXT_draw_buffers 1\n{text}"
    with pytest.raises(GpuccError, match="cannot be defined: the name is reserved"):
        compile_source(text, "k.frag", "glsl", "fragment")


@pytest.mark.parametrize(
    ("declared", "told", "helps"),
    [
        (f"{NEWER} layout(location = 4) out vec4 a;", "the output `a` goes to colour buffer 4", "more than four"),
        (
            f"{NEWER} layout(location = 3) out vec4 b[2]; vec4 a = b[0];",
            "the output `b` goes to colour buffer 4",
            "more than four",
        ),
        (f"{NEWER} out vec4 a; layout(location = 1) out vec4 b;", "`a` must say which colour buffer", "location = 1"),
        (
            f"{DESKTOP} layout(location = 0) out vec4 a[2]; layout(location = 1) out vec4 b;",
            "the outputs `a` and `b` go to the same colour buffer, 1",
            "location = 1",
        ),
        (
            "#version 300 es\n#extension GL_EXT_shader_framebuffer_fetch : require\nprecision highp float;"
            " layout(location = 1) inout vec4 a;",
            "`a` begins as what colour buffer 1 holds",
            "declare it `out`",
        ),
    ],
)
def test_places_that_cannot_be(declared: str, told: str, helps: str) -> None:
    with pytest.raises(GpuccError) as caught:
        compile_source(f"{declared} void main() {{ vec4 read = vec4(a); }}", "k.frag", "glsl", "fragment")
    assert told in caught.value.message
    assert any(helps in note for note in caught.value.notes)


@pytest.mark.parametrize(
    ("isa", "options", "told"),
    [
        ("agal", {"version": "1"}, "output 'gl_FragData.1' needs oc1, and agal version 1 (fragment) has 1"),
        ("agsl", {}, "AGSL gives one color"),
    ],
)
def test_targets_with_one_buffer_say_so(isa: str, options: dict[str, str], told: str) -> None:
    with pytest.raises(GpuccError) as caught:
        gpucc.compile(CASES["by the extension"][0], isa=isa, name="k.frag", target=options)
    assert told in caught.value.message


def test_the_files_of_lima_hold_one_colour() -> None:
    program = gpucc.compile(CASES["by the extension"][0], isa="lima-pp", name="k.frag")
    with pytest.raises(GpuccError, match="MBS supports only one output"):
        lima_pp_mbs.to_mbs(program)


def test_outputs_that_are_not_written_may_be_many() -> None:
    """PlayCanvas declares eight outputs in all its shaders, and writes the first."""
    declared = "".join(f"layout(location = {k}) out highp vec4 shown{k};\n" for k in range(8))
    text = f"#version 300 es\nprecision highp float;\n{declared}in vec2 v; void main() {{ shown0 = vec4(v, 0.0, 1.0);"
    program = gpucc.compile(f"{text} }}", "lima-pp", name="f.frag")
    assert [slot.name for slot in program.interface.outputs] == ["gl_FragColor"]
    with pytest.raises(GpuccError, match="the output `shown5` goes to colour buffer 5"):
        gpucc.compile(f"{text} shown5.x = 1.0; }}", "lima-pp", name="f.frag")
