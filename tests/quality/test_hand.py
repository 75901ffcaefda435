"""Idioms of hand-written code: how many instructions these programs may take, which is what a hand needs or less."""

from __future__ import annotations

import numpy as np
import pytest

from gpucc import driver
from gpucc.program import Program

FRAGMENT = "precision highp float; varying vec4 v; uniform vec4 c; uniform vec4 d; void main() { gl_FragColor = %s; }"
SKIN = """attribute vec4 p; attribute vec4 w; attribute vec4 index; uniform mat4 proj; uniform vec4 bones[72];
void main() {
  int a = int(index.x), b = int(index.y);
  vec3 first = vec3(dot(bones[a], p), dot(bones[a + 1], p), dot(bones[a + 2], p));
  vec3 second = vec3(dot(bones[b], p), dot(bones[b + 1], p), dot(bones[b + 2], p));
  gl_Position = vec4(w.x * first + w.y * second, 1.0) * proj;
}
"""
VERTEX = {
    "a matrix of which two rows are wanted": (
        """attribute vec4 p; attribute vec4 t; uniform mat4 m; uniform vec4 c; varying vec4 v;
        void main() { gl_Position = p; v = vec4((t * m).xy, c.zw); }""",
        3,
    ),
    "the last two rows": (
        """attribute vec4 p; attribute vec4 t; uniform mat4 m; varying vec4 v;
        void main() { vec2 s = (t * m).zw; gl_Position = p * s.x; v = p * s.y; }""",
        3,
    ),
    "matrices at an index": (SKIN, 10),
    "an index that is rounded": (
        "attribute vec4 p; attribute float i; uniform vec4 u[60]; void main() { gl_Position = p + u[int(i)]; }",
        4,
    ),
}
FRAGMENTS = {
    "floor(v)": 2,
    "ceil(v)": 4,
    "vec4(c.w - dot(v.xyz, c.xyz))": 2,
    "vec4(1.0 - dot(normalize(v.xyz), normalize(v.zyw)))": 4,
    "vec4(v.y / c.x * c.y / c.x)": 3,
    "vec4(exp2(-(v.x * c.y)))": 3,
    "v * (c.x * c.y)": 2,
    "v * (c.x / c.y) / (d.x * d.y)": 4,
    "v + (c + d)": 2,
    "v - (c + 0.5)": 2,
}
PICA200 = {
    "a row matrix times a vector with 0 and 1": (
        "attribute vec2 p; uniform mat4 m; void main() { gl_Position = vec4(p, 0.0, 1.0) * m; }",
        7,
    ),
    "two of them": (
        """attribute vec2 p; uniform mat4 m; uniform mat4 n;
        void main() { gl_Position = vec4(p, 0.0, 1.0) * n * m; }""",
        11,
    ),
    "zeros in other places": (
        """attribute vec2 p; uniform mat4 m; uniform mat4 n; varying vec4 color;
        void main() { gl_Position = vec4(p, 0.0, 1.0) * m; color = vec4(p.y, 0.0, p.x, 0.0) * n; }""",
        11,
    ),
}


def compiled(source: str, isa: str, *target: str) -> Program:
    stage = "fragment" if "gl_FragColor" in source else "vertex"
    options = dict(one.split("=") for one in target)
    program = driver.compile(source, isa, stage=stage, target=options, verify=64, name=f"hand.{stage}.glsl")
    assert program.verified is not None
    assert program.verified["verdict"] == "verified"
    return program


@pytest.mark.parametrize("name", VERTEX)
def test_vertex_programs_of_agal(name: str) -> None:
    source, most = VERTEX[name]
    assert compiled(source, "agal").stats["instructions"] <= most


@pytest.mark.parametrize("expression", FRAGMENTS)
def test_fragment_programs_of_agal(expression: str) -> None:
    assert compiled(FRAGMENT % expression, "agal").stats["instructions"] <= FRAGMENTS[expression]


@pytest.mark.parametrize("name", PICA200)
def test_programs_of_pica200(name: str) -> None:
    source, most = PICA200[name]
    assert compiled(source, "pica200").stats["words"] <= most


def test_converters_that_know_square_matrices_only() -> None:
    """On request no mask and no m34, but at an index."""
    two_rows, _ = VERTEX["a matrix of which two rows are wanted"]
    assert "m44" in compiled(two_rows, "agal").asm()
    assert "m44" not in compiled(two_rows, "agal", "matrices=square").asm()
    assert "m34" in compiled(SKIN, "agal", "matrices=square").asm()


def test_an_index_that_one_side_of_a_branch_reads_says_nothing_of_the_other() -> None:
    """u[i] is read where i is not negative, u[i + 1] always: for i = -1 the truncation counts."""
    source = """attribute vec4 p; attribute float i; uniform vec4 u[60];
    void main() {
      int k = int(i);
      vec4 s = vec4(0.0);
      if (k >= 0) s = u[k];
      gl_Position = s + p * u[k + 1];
    }
    """
    table = np.arange(240, dtype=np.float32).reshape(60, 4)
    given = {"p": np.ones((1, 4), np.float32), "i": np.array([-1.0], np.float32), "u": table}
    (found,) = compiled(source, "agal").run(given).values()
    assert found.tolist() == [table[0].tolist()]
