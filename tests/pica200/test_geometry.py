"""Geometry shaders: those in GLSL emit what hand-written ones emit, the judge notices wrong ones, and pairs fit
together."""

from __future__ import annotations

import json
import struct
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import gpucc
from gpucc import driver
from gpucc.emit import manifest, shbin
from gpucc.emit.pica200_program import assemble_program, from_shbin
from gpucc.errors import GpuccError, InputError, LimitExceeded, Unsupported, UsageError
from gpucc.interp.emissions import listing, listing_program, listing_text
from gpucc.interp.verify import verify_program
from gpucc.program import GeometryShape, Program
from gpucc.reading import Reading, canonical, load_any
from gpucc.targets import registry
from gpucc.targets.pica200 import TARGET

FOLDER = Path(__file__).parent / "geometry"
LANES = 24
Arrays = dict[str, NDArray[Any]]
# for each shader: its inputs in GLSL with the registers of the hand-written one, and their widths
SHADERS: dict[str, tuple[dict[str, tuple[str, int]], dict[str, Any]]] = {
    "quad": ({"gl_in[0]": ("center", 4), "size[0]": ("size", 2), "tint[0]": ("tint", 4)}, {"projection": (4, 4)}),
    "face": (
        {name: (f"v{k}", 4 - k % 2) for k, name in enumerate(f"{n}[{i}]" for i in range(3) for n in ("gl_in", "n"))},
        {"push": (1,)},
    ),
    "cross": ({"gl_in[0]": ("center", 4), "spread[0]": ("spread", 1)}, {"tint": (4,)}),
    "mirror": (
        {
            name: (f"v{k}", 4 - 2 * (k % 2))
            for k, name in enumerate(f"{n}[{i}]" for i in range(3) for n in ("gl_in", "at"))
        },
        {"both": ()},
    ),
    "ribbon": (
        {name: (f"v{k}", 4) for k, name in enumerate(f"{n}[{i}]" for i in range(2) for n in ("gl_in", "tint"))},
        {"steps": (), "width": (1,)},
    ),
}
RESULTS = {"position": "gl_Position", "color": "color", "texcoord0": "texcoord0"}


def given(name: str) -> tuple[Arrays, Arrays]:
    """Random arrays for a shader in GLSL, and the same for the hand-written one."""
    inputs, uniforms = SHADERS[name]
    random = np.random.default_rng(7)
    glsl: Arrays = {}
    hand: Arrays = {}
    for shown, (register, width) in inputs.items():
        values = random.integers(-32, 32, (LANES, 4)).astype(np.float32) / 8
        glsl[shown] = values[:, :width] if width > 1 else values[:, 0]
        hand[register] = values
    for shown, shape in uniforms.items():
        if shown == "both":
            glsl[shown] = hand[shown] = np.arange(LANES) % 2 == 0
        elif shown == "steps":
            glsl[shown] = np.arange(LANES) % 11 - 1
            hand[shown] = np.repeat(glsl[shown][:, None], 4, axis=1).astype(np.float32)
        else:
            glsl[shown] = random.integers(-16, 16, shape).astype(np.float32) / 4
            row = np.zeros(4, np.float32)
            row[: glsl[shown].size] = glsl[shown].reshape(-1)[:4]
            hand[shown] = glsl[shown] if glsl[shown].size == 16 else row
    return glsl, hand


def known(program: Program, arrays: Arrays) -> Arrays:
    return {slot.name: arrays[slot.name] for slot in (*program.interface.inputs, *program.interface.uniforms)}


def vertices(found: Arrays, names: dict[str, str]) -> list[list[tuple[Any, ...]]]:
    """For each lane the list of its vertices: what the chip is told, and the outputs by their meaning."""
    rows: list[list[tuple[Any, ...]]] = []
    for lane, count in enumerate(found["emitted"].astype(int)):
        meanings = [one for one in RESULTS if f"{names.get(one, one)}[0]" in found] if count else []
        rows.append(
            [
                (
                    *found[f"setemit[{k}]"][lane],
                    *(tuple(np.ravel(found[f"{names.get(one, one)}[{k}]"][lane])) for one in meanings),
                )
                for k in range(count)
            ]
        )
    return rows


@pytest.mark.parametrize("name", SHADERS)
def test_shaders_in_glsl_emit_the_vertices_of_hand_written_ones(name: str) -> None:
    program = gpucc.compile(FOLDER / f"{name}.geom", "pica200", verify=16)
    assert program.stage == "geometry"
    hand = assemble_program((FOLDER / f"{name}.g.pica").read_text(), name)
    assert hand.stage == "geometry"
    glsl, own = given(name)
    one = driver.run(program, known(program, glsl), precision="f32")
    other = driver.run(hand, known(hand, own), precision="f32")
    found, wanted = vertices(one, RESULTS), vertices(other, {})
    assert [len(row) for row in found] == [len(row) for row in wanted]
    assert {len(row) for row in wanted} > {0} or min(len(row) for row in wanted) > 2
    for mine, theirs in zip(found, wanted, strict=True):
        for a, b in zip(mine, theirs, strict=True):
            assert a[:3] == b[:3]
            for left, right in zip(a[3:], b[3:], strict=True):
                np.testing.assert_allclose(left, right[: len(left)], rtol=1e-5, atol=1e-4)


def changed(program: Program, number: int, xor: int) -> Program:
    """The program with other bits in its `number`-th setemit."""
    binary = shbin.read(program.code)
    at = [i for i, word in enumerate(binary.words) if word >> 26 == 0x2B][number]
    words = tuple(word ^ xor if i == at else word for i, word in enumerate(binary.words))
    return replace(program, code=shbin.write(replace(binary, words=words)))


@cache
def quad() -> Program:
    return gpucc.compile(FOLDER / "quad.geom", "pica200", verify=None)


@pytest.mark.parametrize(("number", "xor"), [(1, 1 << 24), (2, 1 << 23), (3, 1 << 22)])
def test_the_judge_notices_a_wrong_setemit(number: int, xor: int) -> None:
    path = FOLDER / "quad.geom"
    program = quad()
    text = load_any(path, None, lambda stage, value: None, Reading(), "geometry", "vertex")
    shader = TARGET.prepare(canonical(text, None, "geometry", None, "vertex", Reading()), registry.find("pica200").isa)  # type: ignore[arg-type]
    for wrong in (False, True):
        judged = changed(program, number, xor) if wrong else program
        report = verify_program(
            listing(shader),
            listing_program(judged),
            TARGET.isa,
            TARGET.simulate,
            lanes=16,
            optimised_text=listing_text(shader, shader.text),
        )
        assert report.passed is not wrong


def test_a_pair_is_one_file_of_both_programs(tmp_path: Path) -> None:
    vertex = tmp_path / "a.vert"
    vertex.write_text(
        "#version 320 es\nin vec4 p; in vec4 shade; in vec2 extent;\nout vec4 tint; out vec2 size;\n"
        "void main() { gl_Position = p; tint = shade; size = extent; }"
    )
    first = gpucc.compile(vertex, "pica200", verify=16)
    second = gpucc.compile(FOLDER / "quad.geom", "pica200", verify=16, after=first)
    places = {slot.name: slot.register for slot in second.interface.inputs}
    outputs = {slot.name: slot.register for slot in first.interface.outputs}
    assert places == {"gl_in[0]": 0, "tint[0]": outputs["tint"], "size[0]": outputs["size"]}
    alone = quad()
    assert {slot.name: slot.register for slot in alone.interface.inputs} == {"gl_in[0]": 0, "size[0]": 1, "tint[0]": 2}
    both = driver.joined(first, second)
    kinds = [one.kind for one in shbin.read(both.code).executables]
    assert kinds == ["vertex", "geometry"]
    assert driver.check(both.code, "pica200") == []
    assert from_shbin(both.code).stage == "vertex"
    assert struct.unpack_from("<I", both.code, 4) == (2,)


def test_a_shape_survives_its_manifest() -> None:
    program = gpucc.compile(FOLDER / "face.geom", "pica200", verify=None)
    assert program.geometry == GeometryShape("triangles", 3, 3)
    again = manifest.read(manifest.write(program))
    assert again.geometry == program.geometry
    record = json.loads(manifest.write(program))
    record["geometry"]["most"] = 0
    with pytest.raises(InputError, match="geometry"):
        manifest.read(json.dumps(record))


HEAD = "#version 320 es\nprecision highp float;\n"
IN, OUT = "layout(points) in;\n", "layout(triangle_strip, max_vertices = 3) out;\n"
EMIT = "void main() { gl_Position = gl_in[0].gl_Position; EmitVertex(); }"


@pytest.mark.parametrize(
    ("text", "message", "kind"),
    [
        (HEAD + OUT + EMIT, "does not say what it reads and writes", InputError),
        (HEAD + IN + EMIT, "does not say what it reads and writes", InputError),
        (HEAD + IN + "layout(points, max_vertices = 1) out;\n" + EMIT, "writes points", LimitExceeded),
        (HEAD + IN + "layout(triangle_strip, max_vertices = 0) out;\n" + EMIT, "between 1 and 256", InputError),
        (HEAD + "layout(points, invocations = 2) in;\n" + OUT + EMIT, "2 invocations", LimitExceeded),
        (HEAD + "layout(quads) in;\n" + OUT + EMIT, "is not known here", InputError),
        (HEAD + IN + "layout(lines) in;\n" + OUT + EMIT, "contradicts points", InputError),
        (HEAD + IN + OUT + "in vec4 tint;\n" + EMIT, "is an array with|of a geometry shader is vec4", InputError),
        (HEAD + IN + OUT + "flat in ivec2 k[];\n" + EMIT, "array of ivec2", LimitExceeded),
        (HEAD + IN + OUT + "void main() { EmitVertex(1); }", "EmitVertex takes no arguments", InputError),
        (EMIT, "no geometry shaders|gl_in", InputError),
    ],
)
def test_wrong_geometry_shaders_are_told_what_is_wrong(text: str, message: str, kind: type[GpuccError]) -> None:
    with pytest.raises(GpuccError, match=message):
        gpucc.compile(text.encode(), "pica200", stage="geometry", name="x.geom")


def test_other_stages_and_targets_have_no_geometry_shaders() -> None:
    for stage in ("vertex", "fragment"):
        with pytest.raises(InputError, match=f"no meaning in a {stage} shader"):
            gpucc.compile((HEAD + IN + OUT + EMIT).encode(), "lima-vp" if stage == "vertex" else "lima-pp", stage=stage)  # type: ignore[arg-type]
    for isa in ("lima-vp", "lima-pp", "agal", "agsl"):
        with pytest.raises(Unsupported, match="geometry shader"):
            gpucc.compile(FOLDER / "quad.geom", isa)
    program = gpucc.compile("define float @main(float %a) { ret float %a }", "lima-vp", verify=None)
    with pytest.raises(UsageError, match="no file format for a vertex and a geometry"):
        driver.joined(program, program)


def test_more_vertices_than_the_layout_allows_are_not_verified() -> None:
    text = HEAD + IN + OUT + "uniform int n;\nvoid main() { for (int i = 0; i < n; i++) {\n"
    text += "gl_Position = gl_in[0].gl_Position + vec4(i); EmitVertex(); } }"
    program = gpucc.compile(text.encode(), "pica200", stage="geometry", allow_unverified=True, verify=32)
    found = driver.run(program, {"gl_in[0]": np.ones((1, 4), np.float32), "n": 2})
    assert found["emitted"] == 2
    assert not any(name.startswith("setemit[2]") for name in found)


def test_files_keep_as_many_vertices_as_glsl_allows() -> None:
    text = ".gsh point c0\n.consti n(19, 0, 1, 0)\n.in a\n.out o position\n.proc main\nfor n\n"
    text += "".join(f"mov o, a\nsetemit {k}{', prim' if k == 2 else ''}\nemit\n" for k in range(3))
    program = assemble_program(f"{text}.end\nend\n.end")
    found = driver.run(program, {"a": np.ones((1, 4), np.float32)})
    assert found["emitted"] == 60
    assert found["setemit[59]"].tolist() == [[2, 1, 0]]


def test_ir_emits_by_declared_functions() -> None:
    text = """
@gl_Position = external addrspace(3) global <4 x float>
@gl_in = external addrspace(1) global <4 x float>
declare void @gpucc.emit_vertex()
declare void @gpucc.end_primitive()
define void @main() {
  %a = load <4 x float>, ptr addrspace(1) @gl_in
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %f = sitofp i32 %i to float
  %v = insertelement <4 x float> %a, float %f, i32 1
  store <4 x float> %v, ptr addrspace(3) @gl_Position
  call void @gpucc.emit_vertex()
  %j = add i32 %i, 1
  %more = icmp slt i32 %j, 4
  br i1 %more, label %loop, label %done
done:
  call void @gpucc.end_primitive()
  store <4 x float> %a, ptr addrspace(3) @gl_Position
  call void @gpucc.emit_vertex()
  ret void
}
"""
    program = gpucc.compile(text, "pica200", verify=32)
    found = driver.run(program, {"gl_in": np.array([[1, 2, 3, 4]], np.float32)})
    assert found["emitted"] == 5
    said = [tuple(found[f"setemit[{k}]"][0]) for k in range(5)]
    assert said == [(0, 0, 0), (1, 0, 0), (2, 1, 0), (0, 1, 1), (0, 0, 0)]
    assert [found[f"gl_Position[{k}]"][0, 1] for k in range(5)] == [0, 1, 2, 3, 2]


def test_the_two_banks_of_outputs_alternate() -> None:
    text = (
        ".gsh point c0\n.in a\n.out o position\n.proc main\nmov o, a\nsetemit 0\nemit\nmov o, -a\nsetemit 1\nemit\n"
        "setemit 2, prim\nemit\nend\n.end"
    )
    program = assemble_program(text)
    found = driver.run(program, {"a": np.array([[1, 2, 3, 4]], np.float32)})
    assert found["emitted"] == 3
    assert found["position[2]"].tolist() == [[1, 2, 3, 4]]


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("mov o, a\nemit", "before setemit says which"),
        ("setemit 3\nmov o, a\nemit", "a fourth vertex"),
        ("mov o.x, a.x\nsetemit 0\nemit", "without o0.y"),
    ],
)
def test_the_simulator_stops_where_nobody_knows_what_is_emitted(code: str, message: str) -> None:
    program = assemble_program(f".gsh point c0\n.in a\n.out o position\n.proc main\n{code}\nend\n.end")
    with pytest.raises(InputError, match=message):
        driver.run(program, {"a": np.ones((1, 4), np.float32)})


def test_the_shader_of_the_page_compiles() -> None:
    """The GLSL of docs/pica200.md: a point becomes a rectangle."""
    page = (Path(__file__).parents[2] / "docs" / "pica200.md").read_text()
    text = page.split("```glsl\n")[1].split("```")[0]
    program = gpucc.compile(text, "pica200", stage="geometry", name="page.geom", verify=64)
    assert program.geometry is not None
    assert program.geometry.most == 4
    assert program.verified is not None
    assert program.verified["verdict"] == "verified"


def test_what_another_stage_computes_is_no_list() -> None:
    """The first output of a vertex shader counts no vertices, whatever it is."""
    program = gpucc.compile("attribute vec4 p; void main() { gl_Position = p; }", "pica200", stage="vertex")
    given = np.array([[np.inf, 0, 0, 1], [np.nan, 0, 0, 1], [1e9, 0, 0, 1]], np.float32)
    assert np.isposinf(driver.run(program, {"p": given})["gl_Position"][0, 0])


@pytest.mark.parametrize("output", ["vec4 texcoord0", "vec3 texcoord0", "vec4 view"])
def test_outputs_wider_than_what_they_mean_are_compared(output: str) -> None:
    """The rasteriser reads x and y of a texcoord0, the judge all that the shader writes: a right program was called a
    bug."""
    kind, name = output.split()
    text = f"""#version 320 es
precision highp float;
layout(points) in; layout(triangle_strip, max_vertices = 3) out;
in vec4 t[]; out {output};
void main() {{
  for (int i = 0; i < 3; i++) {{ gl_Position = gl_in[0].gl_Position; {name} = {kind}(t[0]); EmitVertex(); }}
  EndPrimitive();
}}"""
    program = gpucc.compile(text, "pica200", name="wide.geom", verify=64)
    assert program.verified is not None
    assert program.verified["verdict"] == "verified"


STEEP = """#version 320 es
precision highp float;
layout(points) in;
layout(triangle_strip, max_vertices = 3) out;
in float w[];
void main() {
    float scale = fract(inversesqrt(abs(w[0])) * 1000.0) < 0.5 ? 1.0 : 2.0;
    for (int i = 0; i < 3; i++) {
        gl_Position = gl_in[0].gl_Position * scale + vec4(i, i * i, 0.0, 0.0);
        EmitVertex();
    }
    EndPrimitive();
}
"""


def test_decisions_that_hang_on_the_targets_functions_are_judged() -> None:
    """The judge compiles single functions, which return their values."""
    program = gpucc.compile(STEEP, "pica200", stage="geometry", name="k.geom", verify=64)
    assert program.verified
    assert program.verified["verdict"] == "verified"
