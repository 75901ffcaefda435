"""Shaders in Python, and programs in notebooks."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import gpucc
from gpucc.errors import GpuccError, UsageError

HERE = __file__.rpartition("/")[2]


def transform(position: vec4, rows: uniform_mat4, out: out_vec4) -> None:  # type: ignore[name-defined]  # noqa: F821
    for i in range(4):
        k = 4 * i
        out[i] = (
            rows[k] * position[0] + rows[k + 1] * position[1] + rows[k + 2] * position[2] + rows[k + 3] * position[3]
        )


transform.__annotations__ = {"position": "vec4", "rows": "uniform mat4", "out": "out vec4"}


def test_a_matrix_in_python_is_one_instruction() -> None:
    pytest.importorskip("numba")
    made = gpucc.shader("agal", stage="vertex")(transform)
    assert made.__name__ == "transform"
    assert made.program.verified is not None
    assert made.program.verified["verdict"] == "verified"
    assert made.program.entry == "transform"
    assert [line for line in made.program.asm().splitlines() if not line.startswith("//")] == ["m44 op, va0, vc0"]
    rows, points = np.arange(16, dtype=np.float32).reshape(4, 4), np.eye(4, dtype=np.float32)
    assert made(points, rows)["out"].tolist() == (points @ rows.T).tolist()
    assert made(rows=rows, position=points)["out"].tolist() == (points @ rows.T).tolist()
    with pytest.raises(UsageError, match="transform takes position, rows: 3 arrays are too many"):
        made(points, rows, points)


def scalars(x: float, k: int, table: Any, out: Any) -> None:
    out[0] = math.sqrt(x) * np.float32(0.5) + table[k & 3]
    out[1] = x / table[7]


def test_numbers_and_tables() -> None:
    pytest.importorskip("numba")
    scalars.__annotations__ = {"x": "float", "k": "int", "table": "uniform float[8]", "out": "out vec2"}
    made = gpucc.shader("agal", stage="vertex", verify=64)(scalars)
    found = made(x=np.array([4.0, 9.0]), k=np.array([1, 2]), table=np.arange(8.0))["out"]
    # the whole table is given, though the shader reads no more than five of its numbers
    assert np.allclose(found, [[2.0, 4 / 7], [3.5, 9 / 7]], rtol=1e-5)


def mixed(x: Any, out: Any) -> None:
    out[0] = x * 2 + 1


def raising(x: Any, out: Any) -> None:
    if x > 0:
        raise ValueError
    out[0] = x


def unknown(x: Any, out: Any) -> None:
    out[0] = nowhere(x)  # type: ignore[name-defined]  # noqa: F821


def strange(x: Any, out: Any) -> None:
    out[0] = x.foo


def endless(x: Any, out: Any) -> None:
    while x < 100:
        x = x * x
    out[0] = x


WRONG: tuple[tuple[Callable[..., None], str, str], ...] = (
    (mixed, r"mixed: double arithmetic", r"np\.float32\(0\.5\) for literals"),
    (raising, "raising: it raises an exception, or makes a list", "give a value instead"),
    (unknown, "Numba cannot compile unknown: NameError: name 'nowhere' is not defined", ""),
    (strange, "Numba cannot compile strange: Unknown attribute 'foo' of type float32", ""),
    (endless, "endless: the trip count of this loop is not known", "constant bounds"),
)


@pytest.mark.parametrize(("function", "problem", "remedy"), WRONG, ids=[case[0].__name__ for case in WRONG])
def test_what_cannot_be_compiled_is_told_with_its_place(
    function: Callable[..., None], problem: str, remedy: str
) -> None:
    pytest.importorskip("numba")
    function.__annotations__ = {"x": "float", "out": "out float"}
    with pytest.raises(GpuccError, match=problem) as caught:
        _ = gpucc.shader("agal", stage="vertex")(function).program
    assert re.search(remedy, " ".join(caught.value.notes))
    place = caught.value.location
    assert place is not None
    assert place.file.endswith(HERE)
    first = function.__code__.co_firstlineno
    assert first <= place.line <= first + 4


@pytest.mark.parametrize(
    ("kinds", "problem"),
    [
        ({"x": "vec5", "out": "out float"}, "the parameter x of mixed is annotated as 'vec5'"),
        ({"x": "mat4", "out": "out float"}, "the parameter x of mixed is annotated as 'mat4'"),
        ({"x": "out float", "out": "float[0]"}, "the parameter out of mixed is annotated as"),
        ({"x": "float", "out": "uniform float"}, "the shader mixed has no output"),
    ],
)
def test_annotations_are_checked_at_once(kinds: dict[str, str], problem: str) -> None:
    mixed.__annotations__ = kinds
    with pytest.raises(UsageError, match=re.escape(problem)):
        gpucc.shader("agal", stage="vertex")(mixed)


def test_a_missing_numba_is_told_at_first_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    mixed.__annotations__ = {"x": "float", "out": "out float"}
    made = gpucc.shader("agal", stage="vertex")(mixed)
    with pytest.raises(UsageError, match="needs Numba, which is not installed") as caught:
        _ = made.program
    assert caught.value.notes == ("pip install 'gpucc[numba]'",)


# notebooks ------------------------------------------------------------------------------------------------------------

TILES = "precision highp float; varying vec2 uv; void main() { gl_FragColor = vec4(fract(uv * 4.0), 0.5, 1.0); }"


def shown(text: str, isa: str, ending: str = "frag") -> str:
    page = gpucc.compile(text, isa, name=f"k.{ending}", verify=16, allow_unverified=True)._repr_html_()
    assert not re.search(r"<script|<link|https?:|url\(", page), "nothing is loaded"
    for tag in ("div", "table", "tr", "td", "pre"):
        assert page.count(f"<{tag}>") + page.count(f"<{tag} ") == page.count(f"</{tag}>"), tag
    return page


@pytest.mark.parametrize("isa", ["lima-pp", "agal", "agsl"])
def test_a_notebook_shows_schedule_and_picture(isa: str) -> None:
    page = shown(TILES, isa)
    assert 'src="data:image/png;base64,iVBOR' in page
    assert ("<pre>" if isa == "agsl" else "lower bound") in page


def test_a_notebook_shows_no_picture_of_unknown_uniforms() -> None:
    page = shown("precision highp float; uniform vec4 u; void main() { gl_FragColor = u; }", "agal")
    assert "no picture: no value for the uniform u (vec4)" in page
    assert "<img" not in page
    assert "picture" not in shown("attribute vec4 p; void main() { gl_Position = p; }", "lima-vp", "vert")
