"""A class of Haxe holds the program: what Haxe's own compiler makes of it has its bytes, registers and constants."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from agal_haxe import COMPILER, OWN, converted, differences, engines, openfl_sources, run_haxe

from gpucc import driver
from gpucc.cli import main
from gpucc.emit import haxe
from gpucc.emit.classes import class_name
from gpucc.errors import LimitExceeded, UsageError
from gpucc.program import Constant

FRAGMENT = """
precision mediump float;
varying vec2 uv;
uniform sampler2D tex;
uniform vec4 tint;
uniform mat4 m;
struct Light { vec3 at; };
uniform Light light;
void main() { gl_FragColor = m * texture2D(tex, uv) * tint + vec4(light.at, 0.1) + vec4(0.25, 1e-8, 0.1, 3.0e7); }
"""
VERTEX = "attribute vec4 place; uniform mat4 world; void main() { gl_Position = world * place; }"
PRINT = """class Main {
    static function main() {
        Sys.println([Wave.stage, "" + Wave.version, Wave.bytes().toHex(), Wave.program().content.toHex()].join(" "));
        Sys.println([Wave.input_uv, Wave.uniform_tint, Wave.uniform_m, Wave.uniform_m_registers, Wave.sampler_tex,
            Wave.uniform_light_at].join(" "));
        Sys.println([World.stage, World.bytes().toHex()].join(" "));
        Sys.println([World.uniform_world, World.constants().length].join(" "));
        for (run in Wave.constants()) for (value in run.values) Sys.println(haxe.io.FPHelper.floatToI32(value));
        var context = new openfl.display3D.Context3D();
        Wave.setConstants(context);
        Sys.println(context.told.join(";"));
        Sys.println(Wave.program().endian);
    }
}
"""
needs_haxe = pytest.mark.skipif(COMPILER is None, reason="no Haxe on this machine")


@needs_haxe
def test_haxe_finds_code_registers_and_constants_in_the_class(tmp_path: Path) -> None:
    wave = driver.compile(FRAGMENT, "agal", name="wave.frag", stage="fragment", verify=16)
    world = driver.compile(VERTEX, "agal", name="world.vert", stage="vertex", verify=16, matrices="rows")
    for program, name in ((wave, "wave"), (world, "world")):
        (tmp_path / f"{class_name(name)}.hx").write_text(haxe.write(program, name))
    (tmp_path / "Main.hx").write_text(PRINT)
    lines = run_haxe(tmp_path, "-cp", str(OWN), "--interp").splitlines()
    assert lines[0] == f"fragment 1 {wave.code.hex()} {wave.code.hex()}"
    slots = {slot.name: slot for slot in (*wave.interface.uniforms, *wave.interface.samplers, *wave.interface.inputs)}
    numbers = [slots[name].register for name in ("uv", "tint", "m")]
    assert lines[1] == " ".join(map(str, [*numbers, 4, slots["tex"].register, slots["light.at"].register]))
    assert lines[2:4] == [f"vertex {world.code.hex()}", "0 0"]
    (register,) = {constant.register for constant in wave.constants}
    values = [0.0] * 4
    for constant in wave.constants:
        values[constant.component] = constant.value
    assert [int(line) for line in lines[4:8]] == np.array(values, np.float32).view(np.int32).tolist()
    assert re.fullmatch(rf"FRAGMENT {register} \[.*\] 1", lines[8])
    assert lines[9] == "LITTLE_ENDIAN"


@needs_haxe
@pytest.mark.skipif(openfl_sources() is None, reason="OpenFL's sources are not on this machine")
def test_openfl_takes_the_classes_and_its_glsl_computes_the_same(tmp_path: Path) -> None:
    """Twenty programs of Flash's engines, through OpenFL's own converter, which knows version 1."""
    sources = openfl_sources()
    assert sources is not None
    programs = {
        name: driver.compile(text, "agal", name=name, stage=stage, target={"matrices": "square"}, verify=None)
        for name, (stage, text) in list(engines().items())[:20]
    }
    for name, glsl in converted(programs, sources, tmp_path).items():
        assert differences(programs[name], glsl) < 1e-4, name


def test_the_text_of_a_class() -> None:
    """What Haxe's compiler is not asked on machines without it: the version, the code, and every kind of number."""
    program = driver.compile(FRAGMENT, "agal", name="wave.frag", stage="fragment", target={"version": "2"}, verify=None)
    values = (math.inf, -math.inf, math.nan, -2.0, 0.5, 1e30)
    constants = tuple(Constant(5 + i // 4 * 3, i % 4, value) for i, value in enumerate(values))
    text = haxe.write(replace(program, constants=constants), "wave")
    assert "inline var version:Int = 2;" in text
    assert "".join(re.findall(r'^ +"([0-9a-f]+)",$', text, re.MULTILINE)) == program.code.hex()
    assert f"inline var sampler_tex:Int = {program.interface.samplers[0].register};" in text
    runs = re.findall(r"\{first: (\d+), values: \[\n((?: .*,\n)+?) +\]\},", text)
    assert [(int(first), rows.split()) for first, rows in runs] == [
        (5, ["Math.POSITIVE_INFINITY,", "Math.NEGATIVE_INFINITY,", "Math.NaN,", "-2.0,"]),
        (8, ["0.5,", "1e30,", "0.0,", "0.0,"]),
    ]
    assert "Context3DProgramType.FRAGMENT, run.first," in text
    assert "openfl.Vector.ofArray(run.values), run.values.length >> 2" in text


def test_a_file_is_named_after_its_class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("2d-wave.frag").write_text(FRAGMENT)
    assert main(["2d-wave.frag", "--isa", "agal", "--emit", "hx", "-o", "./", "-w"]) == 0
    assert "class Shader2d_wave {" in Path("Shader2d_wave.hx").read_text()
    assert main(["2d-wave.frag", "--isa", "agal", "-o", "Wave.hx", "-w"]) == 0
    assert "class Wave {" in Path("Wave.hx").read_text()


def test_other_names_of_files_are_refused_with_a_good_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("wave.frag").write_text(FRAGMENT)
    assert main(["wave.frag", "--isa", "agal", "-o", "wave.hx"]) == 2
    assert "-o Wave.hx" in capsys.readouterr().err
    program = driver.compile(FRAGMENT, "agal", name="wave.frag", stage="fragment", verify=None)
    with pytest.raises(UsageError, match="cannot be called 'wave'"):
        program.save(tmp_path / "wave.hx")


def test_other_targets_and_derived_constants_have_no_class() -> None:
    other = driver.compile("attribute vec4 p; void main() { gl_Position = p; }", "pica200", stage="vertex", verify=None)
    with pytest.raises(UsageError, match="holds agal code"):
        driver.contents(other, driver.format_named("hx"))
    source = (
        "precision highp float; uniform float t; varying vec2 v; void main() { gl_FragColor = vec4(v, sin(t), 1.0); }"
    )
    derived = driver.compile(source, "agal", stage="fragment", name="k.frag", verify=None, derive=True)
    assert derived.derived is not None
    with pytest.raises(LimitExceeded, match="derived constants"):
        haxe.write(derived, "k")


def test_infinite_constants_have_haxes_names() -> None:
    source = "precision highp float; varying vec2 v; void main() { gl_FragColor = vec4(v.x > 0.5 ? 1.0 / 0.0 : v.y); }"
    program = driver.compile(source, "agal", stage="fragment", name="k.frag", verify=None)
    text = haxe.write(program, "k")
    infinite = [one for one in program.constants if one.value in (float("inf"), float("-inf"))]
    assert text.count("_INFINITY") == len(infinite)
