"""Idioms of hand-written code: how many instructions these programs may take, which is what a hand needs or less."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from gpucc import driver
from gpucc.program import Program

HERE = Path(__file__).parent
FRAGMENT = "precision highp float; varying vec4 v; uniform vec4 c; uniform vec4 d; void main() { gl_FragColor = %s; }"
SKIN = """attribute vec4 p; attribute vec4 w; attribute vec4 index; uniform mat4 proj; uniform vec4 bones[72];
void main() {
  int a = int(index.x), b = int(index.y);
  vec3 first = vec3(dot(bones[a], p), dot(bones[a + 1], p), dot(bones[a + 2], p));
  vec3 second = vec3(dot(bones[b], p), dot(bones[b + 1], p), dot(bones[b + 2], p));
  gl_Position = vec4(w.x * first + w.y * second, 1.0) * proj;
}
"""
# weighted means of what three bones do to a point
THREE_BONES = """attribute vec4 p; attribute vec4 w; attribute vec4 index; uniform mat4 proj; uniform vec4 bones[72];
vec3 turned(float at) { int i = int(at); return vec3(dot(bones[i], p), dot(bones[i + 1], p), dot(bones[i + 2], p)); }
void main() {
  gl_Position = vec4(w.x * turned(index.x) + w.y * turned(index.y) + w.z * turned(index.z), 1.0) * proj;
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
    "means of vectors are no dot products": (THREE_BONES, 13),
    "a point and a normal turned by one matrix": (
        """attribute vec4 p; attribute vec4 n; uniform mat4 m; varying vec3 v;
        void main() { gl_Position = p * m; v = n.xyz * mat3(m); }""",
        3,
    ),
    "a point of the plane times rows": (
        "attribute vec2 p; uniform mat4 m; void main() { gl_Position = vec4(p, 0.0, 1.0) * m; }",
        6,
    ),
    "a light less a point that is turned": (
        """attribute vec3 p; uniform mat4 m; uniform vec4 l; varying vec3 v;
        void main() { gl_Position = vec4(0.0); v = l.xyz - (vec4(p, 1.0) * m).xyz; }""",
        6,
    ),
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
    "1.0 - fract(v)": 2,
    "c - fract(v)": 2,
    "min(fract(v), 1.0 - fract(v))": 3,
    "vec4(dot(normalize(-v.xyz), c.xyz))": 3,
    "v * (c.x * c.y)": 2,
    "v * (c.x / c.y) / (d.x * d.y)": 4,
    "v + (c + d)": 2,
    "v - (c + 0.5)": 2,
    # a component passes through the operation of its neighbours
    "vec4(v.xyz * 0.5, v.w)": 1,
    "vec4(v.xyz * c.x - 0.25, v.w * c.y)": 3,
    "vec4(v.xyz * 2.0 - 1.0, 1.0)": 3,
    "vec4(v.xyz + c.xyz * v.x, v.w)": 3,
    "vec4(c.xyz - v.x * v.xyz, c.w)": 3,
    "vec4(c.xyz, c.w * sqrt(v.x))": 3,
    "clamp(vec4(v.xyz * v.yzx, 1.0), 0.0, 1.0)": 3,
    # rows of literals are a matrix
    "vec4(v.xyz * mat3(0.4, 0.8, 0.2, 0.3, 0.7, 0.2, 0.3, 0.5, 0.1), c.x)": 3,
    "v * mat4(0.4, 0.8, 0.2, 0.1, 0.3, 0.7, 0.2, 0.5, 0.3, 0.5, 0.1, 0.3, 0.2, 0.9, 0.6, 0.7)": 1,
}
# a depth in four bytes, of which each loses what the next one holds
DEPTH = """precision highp float; varying vec4 v; uniform vec4 c; uniform vec4 d;
void main() { vec4 e = fract(c * (v.x * d.w)); e.yzw -= (e * d).xyz; gl_FragColor = e; }
"""
GEOMETRY = """#version 320 es
precision highp float;
layout(points) in; layout(triangle_strip, max_vertices = 4) out;
in vec4 t[]; in vec4 tint[]; out vec2 texcoord0; out vec4 color; uniform bool turned; uniform vec4 size;
uniform mat4 m;
void corner(vec2 p, vec2 straight, vec2 across) { BODY EmitVertex(); }
void main() {
  vec4 box = gl_in[0].gl_Position, at = t[0];
  corner(box.xy, at.xy, at.yx); corner(box.zy, at.zy, at.yz);
  corner(box.xw, at.xw, at.wx); corner(box.zw, at.zw, at.wz);
  EndPrimitive();
}
"""
CORNERS = {
    "a boolean beside emissions is a branch": (
        "gl_Position = vec4(p, 0.5, 1.0); texcoord0 = turned ? across : straight; color = vec4(1.0);",
        30,
    ),
    "a constant beside a variable is copied once, not in each emission": (
        "gl_Position = vec4(p, -1.0, 1.0); texcoord0 = straight; color = vec4(tint[0].xyz * size.z, 1.0);",
        27,
    ),
    "corners have products in common, but are multiplied by a matrix whole": (
        "gl_Position = vec4(p, 0.0, 1.0) * m; texcoord0 = straight; color = tint[0];",
        41,
    ),
}
PICA200 = {
    "matrices at an index": (SKIN, 14),
    "a row matrix times a vector with 0 and 1": (
        "attribute vec2 p; uniform mat4 m; void main() { gl_Position = vec4(p, 0.0, 1.0) * m; }",
        7,
    ),
    "two of them": (
        """attribute vec2 p; uniform mat4 m; uniform mat4 n;
        void main() { gl_Position = vec4(p, 0.0, 1.0) * n * m; }""",
        11,
    ),
    "a turned point that is moved": (
        """attribute vec3 p; attribute vec2 t; uniform mat4 m;
        void main() { vec4 q = vec4(p, 1.0) * m; q.xy += t; gl_Position = q; }""",
        7,
    ),
    "a light less a point that is turned": (
        """attribute vec3 p; uniform mat4 m; uniform vec4 l; varying vec3 view;
        void main() { gl_Position = vec4(0.0); view = l.xyz - (vec4(p, 1.0) * m).xyz; }""",
        6,
    ),
    "zeros in other places": (
        """attribute vec2 p; uniform mat4 m; uniform mat4 n; varying vec4 color;
        void main() { gl_Position = vec4(p, 0.0, 1.0) * m; color = vec4(p.y, 0.0, p.x, 0.0) * n; }""",
        11,
    ),
    "a component whose neighbours are sums waits with them": (
        """attribute vec4 p; attribute vec4 c; attribute vec3 q; uniform vec4 a; uniform vec4 k; uniform vec4 m;
        varying vec4 color;
        void main() {
          gl_Position = p;
          color = m * clamp(c * 0.25 + vec4(q * k.z + a.rgb * k.x, 0.0), 0.0, 1.0);
        }""",
        9,
    ),
    "a factor that a boolean chooses": (
        """attribute vec4 p; attribute vec4 c; uniform bool one; uniform vec4 k[2]; varying vec4 color;
        void main() { gl_Position = p; color = c * (one ? k[1] : k[0]); }""",
        5,
    ),
    "a side that only passes inputs on": (
        """attribute vec4 p; attribute vec4 c; uniform mat4 m; varying vec4 color;
        void main() {
          if (p.w > 0.0) { gl_Position = p * m; color = c * m[0] + m[1]; } else { gl_Position = p; color = c; }
        }""",
        11,
    ),
    "lights until one is off": (
        """attribute vec4 p; attribute vec3 n; uniform vec4 on[8]; uniform vec4 l[8]; uniform vec4 c[8];
        varying vec4 color;
        void main() {
          gl_Position = p;
          vec3 s = vec3(0.0);
          for (int i = 0; i < 8; i++) { if (on[i].x < 1.0) break; s += max(0.0, dot(n, l[i].xyz)) * c[i].rgb; }
          color = vec4(s, 1.0);
        }""",
        11,
    ),
}
# words that are executed at most
EXECUTED = {
    "lights until one is off": 18,
    "a side that only passes inputs on": 9,
    "a factor that a boolean chooses": 4,
}


def compiled(source: str, isa: str, *target: str) -> Program:
    stage = "fragment" if "gl_FragColor" in source else "vertex"
    options = dict(one.split("=") for one in target)
    program = driver.compile(source, isa, stage=stage, target=options, verify=16, name=f"hand.{stage}.glsl")
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
    stats = compiled(source, "pica200").stats
    assert stats["words"] <= most
    assert stats.get("executed", {"maximum": most})["maximum"] <= EXECUTED.get(name, most)


def test_a_quotient_stands_beside_its_divisor() -> None:
    """One instruction changes the quotients and the alpha that they were divided by."""
    source = """precision highp float; varying vec4 v; uniform sampler2D s; uniform vec4 k; uniform vec4 o;
    void main() {
      vec4 a = texture2D(s, v.xy);
      a.rgb /= a.a;
      a = a * k + o;
      a.rgb *= a.a;
      gl_FragColor = a;
    }
    """
    assert compiled(source, "agal").stats["instructions"] <= 6


def test_a_component_may_wait_for_those_that_read_its_old_value() -> None:
    assert compiled(DEPTH, "agal").stats["instructions"] <= 6


@pytest.mark.parametrize("name", CORNERS)
def test_geometry_programs_of_pica200(name: str) -> None:
    body, most = CORNERS[name]
    program = driver.compile(GEOMETRY.replace("BODY", body), "pica200", name="hand.geom", verify=64)
    assert program.verified is not None
    assert program.stats["words"] <= most


def test_short_programs_of_pica200_have_procedures() -> None:
    """Code that stands twice is called, although the program has room for it."""
    text = """attribute vec4 p; attribute vec4 w; attribute vec4 index; uniform mat4 m; uniform vec4 bones[60];
    varying vec4 color;
    vec3 turned(vec4 q, int i) { return vec3(dot(bones[i], q), dot(bones[i + 1], q), dot(bones[i + 2], q)); }
    void main() {
      vec3 q = vec3(0.0);
      if (w.x > 0.0) q += w.x * turned(vec4(p.xyz, 1.0), int(index.x));
      if (w.y > 0.0) q += w.y * turned(vec4(p.xyz, 1.0), int(index.y));
      if (w.z > 0.0) q += w.z * turned(vec4(p.xyz, 1.0), int(index.z));
      gl_Position = vec4(q, 1.0) * m; color = vec4(q, 1.0);
    }
    """
    size, speed = (
        driver.compile(text, "pica200", stage="vertex", prefer=wish, verify=64).stats for wish in ("size", "speed")
    )
    assert size["words"] < speed["words"]
    assert "call" in size["slots"]
    assert size["executed"]["maximum"] > speed["executed"]["maximum"]


def test_a_viewport_knows_that_the_scale_is_a_number() -> None:
    """Mesa needs three instructions, too: zero times the scale of z is zero."""
    source = "attribute vec2 p; void main() { gl_Position = vec4(p, 0.0, 1.0); }"
    assert compiled(source, "lima-vp").stats["instructions"] == 3


def test_a_sky_box_takes_two_products_with_a_vector() -> None:
    """mat4(mat3(view)) has a last column of 0 and 1; the product of both matrices would take 34 instructions."""
    source = """attribute vec3 p; uniform mat4 projection; uniform mat4 view; varying vec3 at;
    void main() { at = p; gl_Position = projection * mat4(mat3(view)) * vec4(p, 1.0); }
    """
    assert compiled(source, "lima-vp").stats["instructions"] <= 18


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


def test_a_branch_is_weighed_by_what_is_executed() -> None:
    """Eight words of which six are executed, or seven that all are."""
    source = """attribute vec4 p; attribute vec4 a; uniform vec4 k; uniform vec4 u;
    varying vec4 color; varying vec3 view;
    void main() {
      bool c = p.x < k.x;
      gl_Position = c ? p : a; color = c ? u : a; view = vec3(1.0);
    }
    """
    found = [driver.compile(source, "pica200", stage="vertex", prefer=wish).stats for wish in ("speed", "size")]
    assert [(stats["words"], stats["executed"]["maximum"]) for stats in found] == [(8, 6), (7, 7)]


def test_what_a_hand_written_shader_of_the_3ds_executes() -> None:
    program = driver.compile(HERE / "pica200" / "mapped.vert", "pica200", verify=64)
    assert program.stats["executed"]["maximum"] <= 50


@pytest.mark.parametrize(("file", "share"), [("agal_engines.txt", 0.9), ("agal_engines_3d.txt", 0.93)])
def test_programs_of_engines(file: str, share: float) -> None:
    """In all at most this share of the tokens that hands need, and none longer."""
    text = (HERE / file).read_text()
    heads = re.split(r"^== (.*): (\d+) (vertex|fragment)\n", text, flags=re.MULTILINE)[1:]
    hand, ours, longer = 0, 0, []
    for name, tokens, stage, source in zip(*(heads[k::4] for k in range(4)), strict=True):
        source = source.replace("F ", "precision highp float; ", 1) if stage == "fragment" else source
        program = driver.compile(source, "agal", stage=stage, verify=None, name=f"{name}.glsl")
        count = program.stats["instructions"]
        hand, ours = hand + int(tokens), ours + count
        if count > int(tokens):
            longer.append(name)
    assert not longer
    assert ours <= share * hand
