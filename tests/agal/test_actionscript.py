"""A class of ActionScript holds the program. benchmarks/actionscript.py compiles and runs such classes."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

from gpucc import driver
from gpucc.cli import main
from gpucc.emit import actionscript
from gpucc.emit.classes import runs
from gpucc.errors import LimitExceeded
from gpucc.program import Constant, Interface, Program, Slot

FRAGMENT = """
precision mediump float;
varying vec2 uv;
uniform sampler2D tex;
uniform vec4 tint;
uniform mat4 m;
void main() { gl_FragColor = m * texture2D(tex, uv) * tint + vec4(0.25, 1e-8, 0.1, 3.0e7); }
"""
CLASS = """package {
    import flash.display3D.Context3D;
    import flash.display3D.Context3DProgramType;
    import flash.utils.ByteArray;
    import flash.utils.Endian;

    /** a class: fragment program in AGAL version 1. Made by gpucc. */
    public final class A_class {
        public static const stage:String = "fragment";
        public static const version:int = 1;

        /** uv: vec2 */
        public static const input_uv:int = 1;

        /** m: mat4 */
        public static const uniform_m:int = 2;
        public static const uniform_m_registers:int = 4;

        /** tex: sampler2D */
        public static const sampler_tex:int = 3;

        /** The code for `Program3D.upload`. */
        public static function program():ByteArray {
            var digits:String = [
                "CODE"
            ].join("");
            var data:ByteArray = new ByteArray();
            data.endian = Endian.LITTLE_ENDIAN;
            for (var at:int = 0; at < digits.length; at += 2) {
                data.writeByte(parseInt(digits.substr(at, 2), 16));
            }
            data.position = 0;
            return data;
        }

        /** Set the compiler's own constants, which the program needs besides its uniforms. */
        public static function setConstants(context:Context3D):void {
            context.setProgramConstantsFromVector(Context3DProgramType.FRAGMENT, 6, Vector.<Number>([
                -2, 0, 0, 0,
                0, 0.5, 0, 0
            ]), 2);
            context.setProgramConstantsFromVector(Context3DProgramType.FRAGMENT, 9, Vector.<Number>([
                Infinity, 0, 0, 1e30
            ]), 1);
        }
    }
}
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


def test_the_text_of_a_class() -> None:
    """The whole of it, as nothing here runs ActionScript; benchmarks/actionscript.py does."""
    interface = Interface(
        (Slot("uv", "input", 1, "ff", "vec2"),),
        (Slot("gl_FragColor", "output", 0, "ffff"),),
        (Slot("m", "uniform", 2, "f" * 16, "mat4"),),
        (Slot("tex", "sampler", 3, "", "sampler2D"),),
    )
    code = driver.assemble("mov oc, v1", "agal", stage="fragment").code
    constants = (Constant(7, 1, 0.5), Constant(6, 0, -2.0), Constant(9, 3, 1e30), Constant(9, 0, math.inf))
    text = actionscript.write(Program("agal", "fragment", code, interface, constants), "a class")
    assert text == CLASS.replace("CODE", code.hex())


def test_the_version_is_that_of_the_code() -> None:
    program = driver.compile(FRAGMENT, "agal", name="k.frag", stage="fragment", target={"version": "2"}, verify=None)
    text = actionscript.write(program, "k")
    assert "program in AGAL version 2." in text
    assert "const version:int = 2;" in text


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
