"""A class of ActionScript holds the program. benchmarks/actionscript.py compiles and runs such classes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gpucc import driver
from gpucc.cli import main
from gpucc.emit import actionscript
from gpucc.emit.classes import runs
from gpucc.errors import LimitExceeded

FRAGMENT = """
precision mediump float;
varying vec2 uv;
uniform sampler2D tex;
uniform vec4 tint;
uniform mat4 m;
void main() { gl_FragColor = m * texture2D(tex, uv) * tint + vec4(0.25, 1e-8, 0.1, 3.0e7); }
"""


def test_the_class_has_code_constants_and_registers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("wave.frag").write_text(FRAGMENT)
    assert main(["wave.frag", "--isa", "agal", "-o", "Wave.as"]) == 0
    text = Path("Wave.as").read_text()
    program = driver.compile(FRAGMENT, "agal", name="wave.frag", stage="fragment", verify=None)
    assert "public final class Wave {" in text
    assert "".join(re.findall(r'^ +"([0-9a-f]+)",?$', text, re.MULTILINE)) == program.code.hex()
    for slot in (*program.interface.inputs, *program.interface.uniforms, *program.interface.samplers):
        assert f"const {slot.kind}_{slot.name}:int = {slot.register};" in text
    assert "/** m: mat4 */" in text
    ((first, rows),) = runs(program)
    assert f"(Context3DProgramType.FRAGMENT, {first}, Vector.<Number>([" in text
    (told,) = re.findall(r"Vector.<Number>\(\[\n(.*?)\n +\]\), 1\)", text, re.DOTALL)
    assert [float(one) for one in told.split(",")] == pytest.approx(rows[0])


def test_neighbours_are_set_together() -> None:
    source = "precision highp float; varying vec4 v; void main() { gl_FragColor = v * vec4(0.1, 0.2, 0.3, 0.4)"
    source += " + vec4(0.5, 0.6, 0.7, 0.8); }"
    program = driver.compile(source, "agal", name="k.frag", stage="fragment", verify=None)
    assert [(first, len(rows)) for first, rows in runs(program)] == [(0, 2)]
    assert actionscript.write(program, "k").count("setProgramConstantsFromVector") == 1


def test_derived_constants_have_no_class() -> None:
    source = "precision highp float; uniform float t; varying vec2 v;"
    source += "void main() { gl_FragColor = vec4(v, sin(t), 1.0); }"
    derived = driver.compile(source, "agal", stage="fragment", name="k.frag", verify=None, derive=True)
    with pytest.raises(LimitExceeded, match="class of ActionScript has no code for derived constants"):
        actionscript.write(derived, "k")
