"""Components of a colour that are computed alike become one vector on lima-pp, whatever reads them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest

from gpucc import driver
from gpucc.isel.shapes import find_shapes
from gpucc.lowering.graph import F32, Block
from gpucc.rules.uses import UseTable
from gpucc.sched.pipe import search
from gpucc.targets import lima_pp

# neighbours are compared in luma and chroma; each test reads one component of each
PATTERN = """
precision mediump float;

uniform sampler2D picture;
varying vec2 at, right, below, across;

vec3 luma(vec3 c) {
    return vec3(
        dot(c, vec3(0.299, 0.587, 0.114)),
        dot(c, vec3(-0.169, -0.331, 0.5)) + 0.5,
        dot(c, vec3(0.5, -0.419, -0.081)) + 0.5
    );
}

bool differ(vec3 a, vec3 b) {
    return any(greaterThan(abs(a - b), vec3(0.1, 0.03, 0.02)));
}

void main() {
    vec3 a = texture2D(picture, at).rgb, b = texture2D(picture, right).rgb;
    vec3 c = texture2D(picture, below).rgb, d = texture2D(picture, across).rgb;
    vec3 p = luma(a), q = luma(b), r = luma(c), s = luma(d);
    float edge = float(differ(p, q)) + 2.0 * float(differ(p, r));
    edge += 4.0 * float(differ(q, s)) + 8.0 * float(differ(r, s));
    gl_FragColor = vec4(a, edge * 0.0625);
}
"""
# the mask of each channel is another expression, so the sums of the channels differ deep below
SCAN = """
precision mediump float;

uniform sampler2D picture, glow;
uniform float dark, bright, kind, scan, halation;
varying vec2 at;

vec3 beam(float position) {
    return vec3(1.0 - pow(cos(position) * 0.5 + 0.5, kind));
}

void main() {
    vec4 a = texture2D(picture, at - 0.01), b = texture2D(picture, at);
    vec4 c = texture2D(picture, at + 0.01), d = texture2D(picture, at + 0.02);
    vec4 k = vec4(sin(at.x), cos(at.x), sin(at.y), cos(at.y));
    k /= dot(k, vec4(1.0));
    vec4 lit = clamp(mat4(a, b, c, d) * k, min(b, c), max(b, c));
    float column = mod(floor(at.x * scan), 3.0);
    vec3 mask;
    if (column == 0.0) mask = mix(vec3(bright), vec3(bright, dark, dark), kind);
    else if (column == 1.0) mask = mix(vec3(dark), vec3(dark, bright, dark), kind);
    else mask = vec3(dark, dark, bright);
    vec3 shown = lit.rgb * mask;
    vec3 sum = clamp(shown * beam(at.y * scan - 0.3), 0.0, 1.0);
    sum += clamp(shown * beam(at.y * scan), 0.0, 1.0);
    sum += clamp(shown * beam(at.y * scan + 0.3), 0.0, 1.0);
    sum /= 3.0;
    sum += texture2D(glow, at).rgb * mask * halation;
    gl_FragColor = vec4(pow(sum, vec3(0.4545)), 1.0);
}
"""

# each component of a vector is the brightness of another texel, and each corner blends by itself
CORNERS = """
precision mediump float;

uniform sampler2D picture;
uniform vec4 near, far;
varying vec2 at;
varying vec4 level, upper, lower, left, right;

vec4 bright(vec4 a, vec4 b, vec4 c, vec4 d) {
    vec3 weights = vec3(0.25, 0.625, 0.125);
    return vec4(dot(a.rgb, weights), dot(b.rgb, weights), dot(c.rgb, weights), dot(d.rgb, weights));
}

vec4 weigh(vec4 a, vec4 b, vec4 c, vec4 d) {
    return abs(a - b) + abs(a - c) + 3.0 * abs(c - d);
}

void main() {
    vec4 n = texture2D(picture, upper.yw), e = texture2D(picture, level.zw);
    vec4 s = texture2D(picture, lower.yw), w = texture2D(picture, level.xw);
    vec4 ne = texture2D(picture, upper.zw), se = texture2D(picture, lower.zw);
    vec4 sw = texture2D(picture, lower.xw), nw = texture2D(picture, upper.xw);
    vec4 nne = texture2D(picture, right.xy), see = texture2D(picture, right.zw);
    vec4 ssw = texture2D(picture, left.xy), nww = texture2D(picture, left.zw);
    vec4 sides = bright(n, e, s, w), corners = bright(ne, se, sw, nw), beyond = bright(nne, see, ssw, nww);
    vec4 along = weigh(sides, corners, sides.yzwx, beyond);
    vec4 across = weigh(corners, sides.wxyz, beyond.yzwx, sides.zwxy);
    bvec4 calm = lessThan(abs(sides - sides.yzwx), far), even = lessThan(abs(corners - beyond.wxyz), far);
    bvec4 steep = lessThan(2.0 * abs(corners - sides.wxyz), abs(sides.zwxy - corners.yzwx));
    bvec4 low = lessThan(2.0 * abs(sides.zwxy - corners.yzwx), abs(corners - sides.wxyz));
    vec4 edge = vec4(lessThan(along * near, across));
    vec4 only = vec4(calm.x && !even.x, calm.y && !even.y, calm.z && !even.z, calm.w && !even.w);
    vec4 turned = vec4(steep.x || low.x, steep.y || low.y, steep.z || low.z, steep.w || low.w);
    vec4 much = clamp(edge * (along - across) * near + far * at.x, 0.0, 1.0) * only;
    much += turned * clamp(near * at.y + across * at.x, 0.0, 0.25);
    vec4 c = texture2D(picture, at);
    c = mix(c, abs(c.x - n.x) < abs(c.x - e.x) ? n : e, much.x);
    c = mix(c, abs(c.x - e.x) < abs(c.x - s.x) ? e : s, much.y);
    c = mix(c, abs(c.x - s.x) < abs(c.x - w.x) ? s : w, much.z);
    gl_FragColor = mix(c, abs(c.x - w.x) < abs(c.x - n.x) ? w : n, much.w);
}
"""


# in percent: a long search may find by chance what a better beginning has at once
SHORT_SEARCH = 1


def length(source: str, verify: int | None = None) -> int:
    program = driver.compile(source, "lima-pp", name="k.frag", stage="fragment", verify=verify, effort=SHORT_SEARCH)
    return int(program.stats["instructions"])


@cache
def verified_length(source: str) -> int:
    return length(source, verify=64)


def test_components_that_tests_read_one_by_one_are_vectors() -> None:
    assert verified_length(PATTERN) <= 21  # 24 where operands of several lanes alone decide


def test_sums_of_channels_that_differ_deep_below_are_sums_of_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    assert verified_length(SCAN) <= 27
    monkeypatch.setattr(lima_pp, "DEPTHS", (None,))
    assert length(SCAN) > 27  # 32


def test_what_several_texels_give_alike_are_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Registers run short here, so scalars that are alike but for their textures share them."""
    short = verified_length(CORNERS)
    monkeypatch.setattr(search, "PLACEMENTS", [one for one in search.PLACEMENTS if not one[0]])
    assert short < length(CORNERS)


def test_loose_orders_make_programs_that_spill_shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    short = verified_length(CORNERS)
    monkeypatch.setattr(search, "_loosely", lambda work, ways, best, genes: (best, genes))
    assert short < length(CORNERS)


def test_only_so_many_operations_are_compared() -> None:
    block = Block("b")
    a, b = (block.make("input", F32, (), (0, lane)) for lane in (0, 1))
    u = block.make("uniform", F32, (), (0, 0))
    deep, flat = block.make("fmul", F32, (block.make("fadd", F32, (a, a)), u)), block.make("fmul", F32, (b, u))
    one, other = block.make("sqrt", F32, (deep,)), block.make("sqrt", F32, (flat,))
    nodes = [a, b, u, deep.args[0], deep, flat, one, other]
    whole, upper = find_shapes(nodes, 4, ()), find_shapes(nodes, 4, (), 1)
    assert whole[one] is not whole[other]
    assert upper[one] is upper[other]
    assert upper[one].members == 2
    assert upper[deep] is not upper[flat]  # a sum is no component of an input
    assert find_shapes(nodes, 4, (), 9)[one].members == 1


def rules_told(depths: tuple[int | None, ...], monkeypatch: pytest.MonkeyPatch) -> Mapping[str, int]:
    """The rules that selection is told to have used, with their numbers of uses."""
    told: list[object] = []
    monkeypatch.setattr(lima_pp, "DEPTHS", depths)
    driver.compile(
        SCAN,
        "lima-pp",
        name="k.frag",
        stage="fragment",
        prefer="size",
        effort=SHORT_SEARCH,
        verify=None,
        observe=lambda _, value: told.append(value),
    )
    (table,) = (one for one in told if isinstance(one, UseTable))
    return {rule: uses for stage, rule, uses in table.rows if stage == "select"}


def test_the_rules_that_are_told_are_those_of_the_form_that_was_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = rules_told((4,), monkeypatch)
    assert rules_told((None,), monkeypatch) != taken
    assert rules_told((None, 4), monkeypatch) == taken
    assert rules_told((4, None), monkeypatch) == taken
