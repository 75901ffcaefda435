"""Programs whose values find no registers are cut into pieces, between which all values wait on the stack."""

from __future__ import annotations

import pytest

from gpucc import driver
from gpucc.compiled import CompiledProgram
from gpucc.sched.pipe import last_resort, search

HEAD = "precision mediump float; varying vec2 at; uniform sampler2D image; uniform vec4 u, v[4]; "
SOURCES = {
    "window": """void main() {
  vec3 sum = vec3(0.0), least = vec3(1.0);
  for (int y = 0; y < 3; y++) for (int x = 0; x < 3; x++) {
    vec3 c = texture2D(image, at + vec2(x, y) * u.xy).rgb;
    sum += c * c; least = min(least, c);
  }
  gl_FragColor = vec4(sum * 0.1 - least, dot(sum, least));
}""",
    "loop": """void main() {
  vec3 p = vec3(at, u.z); float t = 0.0;
  for (int i = 0; i < 20; i++) {
    vec3 q = fract(p * u.x) - 0.5;
    float d = length(q) - u.y;
    if (d < 0.1) break;
    t += d; p += vec3(at * d, d);
  }
  gl_FragColor = vec4(p, t);
}""",
    "array": """void main() {
  float list[4];
  for (int i = 0; i < 4; i++) list[i] = dot(v[i], u) + float(i) * at.x;
  int k = int(clamp(at.y * 4.0, 0.0, 3.0));
  gl_FragColor = vec4(list[k], list[3 - k], at);
}""",
    "branch": """void main() {
  vec4 c = texture2D(image, at);
  if (c.a < u.w) discard;
  vec3 n = normalize(vec3(at, 1.0)), r = reflect(u.xyz, n);
  if (r.x > r.y) c.rgb = mix(c.rgb, r, sin(at.x)); else c.gb = sqrt(abs(n.xy)) * atan(r.y, r.x);
  gl_FragColor = c;
}""",
}


def compiled(name: str, opt: int = 2, effort: int = 5, verify: int | None = 64) -> CompiledProgram:
    """The compilation includes verification, by default."""
    return driver.compile(HEAD + SOURCES[name], "lima-pp", name=f"{name}.frag", opt=opt, effort=effort, verify=verify)


@pytest.mark.parametrize("name", SOURCES)
def test_pieces_compute_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = compiled(name, verify=None)
    monkeypatch.setattr(search, "FIRST", 0)
    sizes = (last_resort.SIZE, 4)
    lengths = []
    for size in sizes:
        monkeypatch.setattr(last_resort, "SIZE", size)
        lengths.append(compiled(name).stats["instructions"])
    assert usual.stats["instructions"] <= lengths[0] <= lengths[1]
    assert usual.stats["instructions"] < lengths[1]


@pytest.mark.parametrize("name", ["array", "branch"])
def test_pieces_are_not_searched_exactly(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The exact search had taken pieces for the sections of the program."""
    monkeypatch.setattr(search, "FIRST", 0)
    monkeypatch.setattr(last_resort, "SIZE", 20)
    assert compiled(name, opt=3, effort=100).stats["instructions"]
