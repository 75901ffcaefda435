"""--matrices rows: uniforms hold the rows of matrices, and the shader computes the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gpucc
from gpucc import driver
from gpucc.cli import main
from gpucc.emit import header, manifest
from gpucc.errors import UsageError
from gpucc.program import Program, Slot

HEAD = "#version 300 es\nprecision highp float;\nin vec4 p;\nin vec2 q;\n"
# declarations, the value of gl_Position, and columns and rows of each matrix by the name of its uniform
SHADERS: dict[str, tuple[str, str, dict[str, tuple[int, int]]]] = {
    "whole": ("uniform mat4 m;", "m * p", {"m": (4, 4)}),
    "from the left": ("uniform mat4 m;", "p * m", {"m": (4, 4)}),
    "a product": ("uniform mat4 m; uniform mat4 n;", "m * n * p", {"m": (4, 4), "n": (4, 4)}),
    "narrow": ("uniform mat4x3 m;", "vec4(m * p, 1.0)", {"m": (4, 3)}),
    "flat": ("uniform mat3x4 m;", "m * p.xyz", {"m": (3, 4)}),
    "small": (
        "uniform mat2 m; uniform mat3 n;", "vec4(m * q, 0.0, 1.0) + vec4(n * p.xyz, 0.0)", {"m": (2, 2), "n": (3, 3)}
    ),
    "a column": ("uniform mat4 m;", "m[2] + m[0].wzyx", {"m": (4, 4)}),
    "a component": ("uniform mat2x3 m;", "vec4(m[1][2], m[0].y, m[1].x, m[0][0])", {"m": (2, 3)}),
    "a column by number": ("uniform mat4 m;", "m[int(abs(p.x)) & 3]", {"m": (4, 4)}),
    "an array": ("uniform mat4 m[3];", "m[int(abs(p.x)) % 3] * p + m[1] * p.wzyx", {"m": (4, 4)}),
    "a struct": ("struct L { float f; mat3 t; }; uniform L l;", "vec4(l.t * p.xyz, l.f)", {"l.t": (3, 3)}),
    "structs": ("struct L { mat2 t; }; uniform L l[2];", "vec4(l[0].t * q, l[1].t * q)", {"l.t": (2, 2)}),
    "a block": (
        "uniform B { mat4 m; layout(row_major) mat3 n; };", "m * p + vec4(n * p.xyz, 0.0)", {"m": (4, 4), "n": (3, 3)}
    ),
    "a function": ("uniform mat4 m; vec4 f(mat4 a, vec4 v) { a[1] += v; return a * v; }", "f(m, p)", {"m": (4, 4)}),
    "functions of matrices": ("uniform mat3 m;", "vec4(transpose(m) * p.xyz, determinant(m))", {"m": (3, 3)}),
    "converted": ("uniform mat4 m;", "vec4(mat3(m) * p.xyz, 1.0)", {"m": (4, 4)}),
}  # fmt: skip


def text(name: str) -> str:
    declarations, value, _ = SHADERS[name]
    return f"{HEAD}{declarations}\nvoid main() {{ gl_Position = {value}; }}"


def shaped(slot: Slot, values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Numbers for the used components of a uniform, register by register, in the shape that `run` takes."""
    return values.reshape(slot.registers, slot.components) if slot.registers > 1 else values


def given(program: Program, sizes: dict[str, tuple[int, int]]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The same random numbers for uniforms that hold columns, and for those that hold rows."""
    random = np.random.default_rng(5)
    columns: dict[str, Any] = {"p": random.uniform(-3, 3, (6, 4)), "q": random.uniform(-3, 3, (6, 2))}
    rows = dict(columns)
    for slot in program.interface.uniforms:
        size = len(slot.words.replace(".", ""))
        values = random.uniform(-2, 2, size)
        columns[slot.name] = shaped(slot, values)
        if slot.name in sizes:
            wide, high = sizes[slot.name]
            turned = values.reshape(-1, wide, high).transpose(0, 2, 1)
            rows[slot.name] = turned.reshape(-1, wide) if turned.size > wide else turned.reshape(-1)
        else:
            rows[slot.name] = columns[slot.name]
    read = {slot.name for slot in program.interface.inputs}
    for arrays in (columns, rows):
        for unread in {"p", "q"} - read:
            del arrays[unread]
    return columns, rows


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", SHADERS)
def test_the_order_of_matrices_does_not_change_what_a_shader_computes(name: str) -> None:
    sizes = SHADERS[name][2]
    programs = {
        order: gpucc.compile(text(name), "pica200", stage="vertex", language="glsl", verify=32, matrices=order)
        for order in ("columns", "rows")
    }
    columns, rows = given(programs["columns"], sizes)
    wanted = driver.run(programs["columns"], columns, precision="f32")["gl_Position"]
    got = driver.run(programs["rows"], rows, precision="f32")["gl_Position"]
    assert np.ptp(wanted)
    np.testing.assert_allclose(got, wanted, rtol=1e-4, atol=1e-4)
    told = {slot.name for slot in programs["rows"].interface.uniforms if slot.rows}
    assert told == {*sizes}
    assert not any(slot.rows for slot in programs["columns"].interface.uniforms)
    for slot in programs["rows"].interface.uniforms:
        if slot.rows:
            wide, high = sizes[slot.name]
            assert slot.components == wide
            assert slot.registers % high == 0


def test_the_first_value_of_a_uniform_is_turned_too() -> None:
    source = "#version 330\nin vec4 p; uniform mat2x3 m = mat2x3(1, 2, 3, 4, 5, 6);\n"
    source += "void main() { gl_Position = vec4(m * p.xy, 1.0); }"
    program = gpucc.compile(source, "pica200", stage="vertex", language="glsl", matrices="rows")
    (slot,) = program.interface.uniforms
    assert slot.default == (1, 4, 2, 5, 3, 6)
    found = driver.run(program, {"p": np.array([[1, 10, 0, 0]], np.float32)})
    assert found["gl_Position"].tolist() == [[41, 52, 63, 1]]


def test_the_outputs_say_that_rows_are_wanted() -> None:
    program = gpucc.compile(text("whole"), "pica200", stage="vertex", language="glsl", matrices="rows")
    assert "the rows of matrices" in header.write(program, "cube")
    again = manifest.read(manifest.write(program))
    assert again.interface == program.interface
    assert [slot.rows for slot in again.interface.uniforms] == [True]


def test_rows_make_matrix_instructions() -> None:
    """What is a row in a register is one operand of a product."""
    agal = gpucc.compile(text("whole"), "agal", stage="vertex", language="glsl", matrices="rows")
    assert agal.asm().splitlines()[-1] == "m44 op, va0, vc0"
    console = gpucc.compile(text("whole"), "pica200", stage="vertex", language="glsl", matrices="rows")
    assert console.asm().count("dp4 o0.") == 4


def test_pairs_and_the_reference_have_the_option_too() -> None:
    found = driver.reference(
        text("whole"), "pica200", {"p": np.eye(4, dtype=np.float32), "m": np.arange(16).reshape(4, 4)},
        stage="vertex", language="glsl", matrices="rows",
    )  # fmt: skip
    assert found["gl_Position"].tolist() == np.arange(16).reshape(4, 4).T.tolist()
    report = driver.verify(text("whole"), "pica200", stage="vertex", language="glsl", matrices="rows", lanes=16)
    assert all(getattr(one, "passed", False) for _, one in report)


def test_wrong_words_and_languages_without_matrices() -> None:
    with pytest.raises(UsageError, match="matrices cannot be 'sideways'"):
        gpucc.compile(text("whole"), "pica200", stage="vertex", matrices="sideways")
    told: list[str] = []
    gpucc.compile(
        "define float @main(float %a) { ret float %a }", "agal", stage="vertex", verify=None, matrices="rows",
        observe=lambda stage, value: told.append(str(value)) if stage == "warning" else None,
    )  # fmt: skip
    assert told == ["--matrices rows does nothing for LLVM IR: it is about the uniforms of GLSL"]


def test_linked_shaders_by_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A pair is translated before each half is compiled: the option is about the translation, without a warning."""
    monkeypatch.chdir(tmp_path)
    Path("a.vert").write_text(
        "attribute vec4 p; uniform mat4 m; varying vec2 t; void main() { t = p.xy; gl_Position = m * p; }"
    )
    Path("b.frag").write_text("precision mediump float; varying vec2 t; void main() { gl_FragColor = t.xyxy; }")
    assert main(["a.vert", "b.frag", "--isa", "agal", "--matrices", "rows", "-Werror"]) == 0
    out, err = capsys.readouterr()
    assert "m44 op, va0, vc0" in out
    assert "warning" not in err
    assert main(["a.vert", "--isa", "agal", "--matrices", "sideways"]) == 2
    assert "columns" in capsys.readouterr().err
