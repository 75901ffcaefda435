"""Arithmetic that moves to the vertex shader: what moves, what stays, and that the judge sees what is wrong."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from gpucc import driver
from gpucc.errors import UsageError
from gpucc.interp.composed import agreement
from gpucc.linking import LinkedPair, link_moving, link_paths
from gpucc.lowering.moving.pair import MovedPair, PairMover
from gpucc.lowering.session import session
from gpucc.lowering.source import SourceText
from gpucc.lowering.source import load as load_source
from gpucc.program import Program, Shader, Stage
from gpucc.reading import Reading, canonical, translated

from .pairs import MOVING, STILL, VERTEX, fragment

# those whose pictures are compared as well
JUDGED = ("a kernel in a loop", "two components of a product with a matrix", "behind a branch")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pairs")


def sources(folder: Path, body: str, vertex: str = VERTEX) -> tuple[SourceText, SourceText]:
    for name, text in (("k.vert", vertex), ("k.frag", fragment(body) if "main" not in body else body)):
        (folder / name).write_text(text)
    found = translated(folder / "k.vert", folder / "k.frag")
    assert found is not None
    return found


@session()
def moved(pair: tuple[SourceText, SourceText], steep_too: bool = False) -> tuple[PairMover, MovedPair]:
    mover = PairMover(pair[0].text, pair[1].text, steep_too)
    return mover, mover.moved(mover.candidates)


def shaders(vertex: str, fragment: str) -> tuple[Shader, Shader]:
    def shader(text: str, stage: Stage) -> Shader:
        return canonical(load_source(text, name=f"k.{stage}.ll", own=True), None, stage, None, stage, Reading())

    return shader(vertex, "vertex"), shader(fragment, "fragment")


def judged(pair: tuple[SourceText, SourceText], found: MovedPair) -> bool:
    names = frozenset(one.varying for one in found.values)
    before, after = shaders(pair[0].text, pair[1].text), shaders(found.vertex, found.fragment)
    return agreement(before, after, names).holds


@pytest.mark.parametrize("name", MOVING)
def test_what_moves(folder: Path, name: str) -> None:
    body, widths = MOVING[name]
    pair = sources(folder, body)
    _, found = moved(pair)
    assert [one.components for one in found.values] == widths
    assert name not in JUDGED or judged(pair, found)


@pytest.mark.parametrize("name", STILL)
def test_what_stays(folder: Path, name: str) -> None:
    assert moved(sources(folder, STILL[name]))[1].values == ()


def test_decisions_move_only_where_all_arithmetic_is_free(folder: Path) -> None:
    pair = sources(folder, STILL["fract"])
    assert [one.components for one in moved(pair, steep_too=True)[1].values] == [2]


def test_varyings_that_are_not_read_any_more_go(folder: Path) -> None:
    _, found = moved(sources(folder, MOVING["a direction"][0]))
    vertex, fragment = shaders(found.vertex, found.fragment)
    assert [slot.name for slot in fragment.interface.inputs] == ["gpucc_moved_0"]
    assert [slot.name for slot in vertex.interface.outputs] == ["gl_Position", "gpucc_moved_0"]


EARLY = """
attribute vec4 p;
varying mat3 m;
varying vec3 rows[2];
void main() {
  m = mat3(p.xyz, p.yzx, p.zxy);
  rows[0] = p.xyz;
  rows[1] = p.yyy;
  gl_Position = p;
  if (p.x > 0.5) {
    rows[1] = p.wzy;
    return;
  }
  m[2] = p.www;
}
"""
ROWS = """
precision highp float;
varying mat3 m;
varying vec3 rows[2];
uniform vec3 light;
void main() { gl_FragColor = vec4(sqrt(abs(m * light + rows[1] * 0.5)), 1.0); }
"""


def test_arrays_matrices_and_early_returns(folder: Path) -> None:
    pair = sources(folder, ROWS, EARLY)
    _, found = moved(pair)
    assert [one.components for one in found.values] == [3]
    assert found.vertex.count("@gpucc_moved_0") == 3
    assert judged(pair, found)


@pytest.mark.parametrize(
    ("body", "old", "new"),
    [
        ("gl_FragColor = vec4(v_uv * scale + offset, v_uv * 2.0);", "fadd", "fsub"),
        ("gl_FragColor = vec4(v_uv * scale + offset, v_uv * 2.0);", "@offset", "@scale"),
        ("gl_FragColor = abs(v_pos * 0.5);", "float 5.000000e-01", "float 7.500000e-01"),
        ("gl_FragColor = v_pos;\nif (k[0] > 10.0) gl_FragColor = sqrt(abs(shadow * v_pos));", "fadd", "fsub"),
        ("gl_FragColor = v_pos;\nif (k[0] == -2.5) gl_FragColor = sqrt(abs(shadow * v_pos));", "fadd", "fsub"),
        ("gl_FragColor = v_pos;\nif (int(k[1]) == 7) gl_FragColor = sqrt(abs(shadow * v_pos));", "fadd", "fsub"),
        ("gl_FragColor = v_pos;\nif (gl_FragCoord.x > 99.0) gl_FragColor = sqrt(abs(shadow * v_pos));", "fadd", "fsub"),
        ("gl_FragColor = v_pos;\nif (v_normal.x > 3.0) gl_FragColor = sqrt(abs(shadow * v_pos));", "fadd", "fsub"),
    ],
)
def test_wrong_moves_are_seen(folder: Path, body: str, old: str, new: str) -> None:
    pair = sources(folder, body)
    _, found = moved(pair)
    tail = found.vertex.rindex("gpucc_moved_0.")
    head = found.vertex.index("%gpucc_moved_0.")
    part = found.vertex[head:tail]
    assert old in part
    wrong = MovedPair(found.vertex[:head] + part.replace(old, new) + found.vertex[tail:], found.fragment, found.values)
    assert not judged(pair, wrong)


def test_values_that_no_point_depends_on_are_named(folder: Path) -> None:
    """No texel is below zero."""
    read = "gl_FragColor = texture2D(picture, v_uv);"
    body = f"{read}\nif (gl_FragColor.r < 0.0) gl_FragColor = sqrt(abs(shadow * v_pos));"
    pair = sources(folder, body)
    _, found = moved(pair)
    names = frozenset(one.varying for one in found.values)
    assert names
    result = agreement(shaders(pair[0].text, pair[1].text), shaders(found.vertex, found.fragment), names)
    assert result.holds
    assert result.unseen == tuple(names)


def test_what_is_not_affine_is_seen(folder: Path) -> None:
    """A product of varyings, which is moved by hand."""
    pair = sources(folder, "gl_FragColor = v_pos * v_pos;")
    vertex = VERTEX.replace("v_pos = position;", "v_pos = position * position;")
    other = sources(folder, "gl_FragColor = v_pos;", vertex)
    before, after = shaders(pair[0].text, pair[1].text), shaders(other[0].text, other[1].text)
    assert not agreement(before, after, frozenset({"v_pos"})).holds


# the whole way --------------------------------------------------------------------------------------------------------


def linked(folder: Path, body: str, isa: str, arithmetic: str = "default") -> LinkedPair:
    def compile(text: bytes, stage: Stage) -> Program:
        target, _ = driver.member(isa, stage, "", {})
        return driver.compile(text, target, stage=stage, verify=None, name="k.ll", opt=1, effort=0)

    return link_moving(*sources(folder, body), compile, Reading(arithmetic=arithmetic))


SHADOWS = MOVING["two components of a product with a matrix"][0]


@pytest.mark.parametrize("isa", ["lima", "agal"])
def test_only_what_is_cheaper_moves(folder: Path, isa: str) -> None:
    found = linked(folder, SHADOWS, isa)
    assert found.told.startswith("moved ")
    assert re.search(r"(\d+) of \1 points", found.told)
    before, after = (
        driver.compile(text, driver.member(isa, "fragment", "", {})[0], stage="fragment", verify=None, name="k.ll")
        for text in (sources(folder, SHADOWS)[1].text, found.fragment)
    )
    assert after.stats["instructions"] < before.stats["instructions"]
    assert driver.compile(found.vertex, driver.member(isa, "vertex", "", {})[0], stage="vertex", verify=64, name="k.ll")


@cache
def plain_words() -> str:
    return "nothing moved to the vertex shader"


def test_nothing_moves_under_strict_arithmetic(folder: Path) -> None:
    assert linked(folder, SHADOWS, "agal", "strict").told == plain_words()
    assert linked(folder, STILL["a varying as it is"], "agal").told == plain_words()


def test_no_more_varyings_than_the_target_has(folder: Path) -> None:
    """AGAL has eight, which the pair uses up; two more values find no room."""
    names = [f"a{k}" for k in range(8)]
    declared = "".join(f"varying vec4 {name};\n" for name in names)
    vertex = f"attribute vec4 p;\n{declared}void main() {{ gl_Position = p;\n"
    vertex += "".join(f"{name} = p * {k}.5;\n" for k, name in enumerate(names)) + "}"
    squares = " + ".join(f"{name} * {name}" for name in names)
    two = "sqrt(abs(m * a0)) + sqrt(abs(m * a1))"
    body = f"precision highp float;\n{declared}uniform mat4 m;\nvoid main() {{ gl_FragColor = {squares} + {two}; }}"

    def compile(text: bytes, stage: Stage) -> Program:
        return driver.compile(text, "agal", stage=stage, verify=None, name="k.ll")

    assert link_moving(*sources(folder, body, vertex), compile, Reading()).told == plain_words()


def test_other_inputs_are_refused(folder: Path) -> None:
    def compile(text: bytes, stage: Stage) -> Program:
        raise AssertionError("nothing is compiled")

    (folder / "k.ll").write_text("")
    with pytest.raises(UsageError, match="two files in GLSL"):
        link_paths(folder / "k.ll", folder / "k.ll", compile, lambda *_: None)
