"""docs/3ds.md: its shader computes what the page says, its C fits the header that gpucc writes."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from gpucc import driver
from gpucc.compiled import CompiledProgram
from gpucc.emit import shbin

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "3ds.md").read_text()
CONSOLE = Path(__file__).with_name("console")
COMPILER = shutil.which("cc")


def block(language: str) -> str:
    (found,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return str(found)


@pytest.fixture(scope="module")
def cube(tmp_path_factory: pytest.TempPathFactory) -> CompiledProgram:
    source = tmp_path_factory.mktemp("cube") / "cube.vert"
    source.write_text(block("glsl"))
    return driver.compile(source, "pica200", verify=256, matrices="rows")


def test_the_matrices_of_the_page_are_rows(cube: CompiledProgram) -> None:
    """What citro3d uploads are rows, in order; the shader multiplies them with a vector on the right."""
    random = np.random.default_rng(3)
    projection, model = random.uniform(-1, 1, (2, 4, 4))
    position, normal = random.uniform(-1, 1, (2, 6, 3))
    light = np.array([0.0, 0.6, 0.8])
    got = driver.run(cube, {
        "position": position, "normal": normal, "texcoord": random.uniform(0, 1, (6, 2)), "projection": projection,
        "modelView": model, "lightDirection": light, "lightColour": np.full(3, 0.8), "ambient": np.full(3, 0.2),
    })  # fmt: skip
    eye = np.hstack([position, np.ones((6, 1))]) @ model.T
    assert np.allclose(got["gl_Position"], eye @ projection.T, atol=1e-3)
    turned = normal @ model[:3, :3].T
    turned /= np.linalg.norm(turned, axis=1, keepdims=True)
    assert np.allclose(got["color"][:, :3], 0.2 + 0.8 * np.maximum(turned @ light, 0)[:, None], atol=1e-3)


def test_the_header_has_locations_alignment_and_meanings(cube: CompiledProgram) -> None:
    text = driver.contents(cube, driver.format_named("h"), "cube").decode()
    assert "__attribute__((aligned(4)))" in text
    assert "cube_constant_count = 0" in text
    assert "cube_constants" not in text
    assert re.search(r"cube_output_texcoord0 = \d, /\* texcoord0: vec2, texcoord0 \*/", text)
    assert "cube_uniform_projection = 0, /* projection: vec4[4], 4 registers, the rows of matrices */" in text
    assert re.search(r"cube_output_gl_Position = 0, /\* gl_Position: vec4, position \*/", text)
    (program,) = shbin.read(cube.code).executables
    for symbol in program.uniforms:
        kind, first = ("input", symbol.first) if symbol.first < 16 else ("uniform", symbol.first - 16)
        assert re.search(rf"cube_{kind}_{symbol.name} = {first},", text), symbol


def test_the_script_in_picassos_place_compiles_glsl(tmp_path: Path) -> None:
    script = tmp_path / "picasso"
    script.write_text(block("sh"))
    script.chmod(0o755)
    (tmp_path / "cube.vert").write_text(block("glsl"))
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    words = [str(script), "-o", "cube.shbin", "cube.vert"]
    subprocess.run(words, cwd=tmp_path, env={**os.environ, "PATH": path}, check=True, capture_output=True)
    made = shbin.read((tmp_path / "cube.shbin").read_bytes())
    named = driver.compile(tmp_path / "cube.vert", "pica200", verify=None, matrices="rows")
    assert made.words == shbin.read(named.code).words
    assert made.words != shbin.read(driver.compile(tmp_path / "cube.vert", "pica200", verify=None).code).words


@pytest.mark.skipif(COMPILER is None, reason="no C compiler on this machine")
def test_the_c_of_the_page_compiles(cube: CompiledProgram, tmp_path: Path) -> None:
    assert COMPILER is not None
    (tmp_path / "cube.h").write_bytes(driver.contents(cube, driver.format_named("h"), "cube"))
    (tmp_path / "main.c").write_text(block("c"))
    words = [COMPILER, "-Wall", "-Werror", "-fsyntax-only", f"-I{CONSOLE}", f"-I{tmp_path}", str(tmp_path / "main.c")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
