"""Nothing of the source goes unseen: neither what lies between it and the optimised text, nor a part that no compared
lane reaches, nor an exact component beside one whose results are open.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from planting import built, judged

from gpucc.errors import InternalError
from gpucc.interp.report import Report
from gpucc.interp.verify import verify_program
from gpucc.program import relocate
from gpucc.targets import registry

HEAD = "precision highp float;\nvarying vec4 v; uniform vec4 u;\n"
SCALED = HEAD + (
    "void main() { vec3 c = v.xyz * u.x + u.yzw; float l = c.x * c.x + c.y * c.y + c.z * c.z;"
    " gl_FragColor = vec4(c / (l + 0.0001), 0.75); }\n"
)
ROUNDS = (
    HEAD
    + "void main() { vec4 s = vec4(0.0); for (int i = 0; i < 5; i++) s += v * float(i) + u; gl_FragColor = s * 0.1; }\n"
)
VERTEX = (
    ROUNDS.replace("varying", "attribute")
    .replace("gl_FragColor", "gl_Position")
    .replace("highp float", "mediump float")
)
# integers beyond the exact range leave the fragments without a result that are not discarded
DISCARDED = HEAD + (
    "void main() { if (v.x < 0.6) discard; int a = int(floor(max(v.x, 0.0) * 30000000.0));"
    " gl_FragColor = vec4(float(a / 3) * 0.000001, v.z * u.x, v.w + u.y, 1.0); }\n"
)
CONSTANT_ELSE = HEAD + (
    "void main() { gl_FragColor = vec4(0.5, 0.25, 0.125, 1.0); if (v.x > 0.3) {"
    " int a = int(floor(abs(v.y) * 300000000.0 + 17000000.0));"
    " gl_FragColor = vec4(float(a / 3) * 0.000001, v.z * u.x, v.w + u.y, 1.0); } }\n"
)
PACKED = """#version 300 es
precision highp float; precision highp int;
in vec4 v; uniform vec4 u; out vec4 o;
void main() {
  int r = int(clamp(v.x, 0.0, 1.0) * BITS.0), g = int(clamp(v.y, 0.0, 1.0) * BITS.0);
  o = vec4(float(r + g * (BITS + 1) + ABOVE), v.z * u.x, 0.0, 1.0);
}
"""
BYTES = PACKED.replace("BITS", "255").replace("ABOVE", "16711680")
NIBBLES = PACKED.replace("BITS", "15").replace("ABOVE", "1024")
PLAIN = HEAD + "void main() { vec4 o = vec4(v.xyz * u.x + u.yzw * v.w, 1.0); HERE gl_FragColor = o; }\n"


def compared(text: str, isa: str, other: str = "", optimised: str = "", seed: int = 0) -> Report:
    """The report on the program of `other`, compared with the text. Its optimised text is that of `optimised`, as if
    the compiler had made that of the text."""
    made = built(optimised or text, isa).optimised
    return judged(built(text, isa), built(other or text, isa).program, optimised_text=made, seed=seed)


@pytest.mark.parametrize(
    ("text", "isa", "right", "wrong"),
    [
        (SCALED, "lima-pp", "0.0001", "0.000118"),
        (SCALED, "lima-pp", "c.y * c.y + c.z", "c.y * c.y - c.z"),
        (SCALED, "agal", "0.0001", "0.000118"),
        (ROUNDS, "lima-pp", "i < 5", "i < 6"),
        (VERTEX, "pica200", "i < 5", "i < 6"),
        (VERTEX, "lima-vp", "i < 5", "i < 6"),
    ],
)
def test_a_mistake_of_the_optimiser_is_seen(text: str, isa: str, right: str, wrong: str) -> None:
    """The program and the text that it was made of were compared with each other, in halves and in fp24, and in float32
    that text excused what differs from the source."""
    assert compared(text, isa).verdict == "verified"
    other = text.replace(right, wrong)
    assert other != text
    report = compared(text, isa, other, optimised=other)
    assert report.verdict == "differs", report.describe()


@pytest.mark.parametrize(
    ("text", "right", "wrong"), [(DISCARDED, "0.000001", "1.0"), (CONSTANT_ELSE, "v.w + u.y", "v.w * u.y")]
)
def test_a_part_that_no_compared_lane_reaches_is_not_verified(text: str, right: str, wrong: str) -> None:
    """All lanes that were compared were discarded, or took a constant."""
    for other in (text, text.replace(right, wrong)):
        report = compared(text, "agal", other)
        assert report.verdict == "unverified"
        assert report.passed
        assert "ordinary lanes that reach" in report.describe()


@pytest.mark.parametrize(("text", "isa", "number"), [(BYTES, "agal", 16711680), (NIBBLES, "lima-pp", 1024)])
@pytest.mark.parametrize("off", [1, 2])
def test_an_exact_component_is_compared_bit_for_bit(text: str, isa: str, number: int, off: int) -> None:
    """A product that may be contracted stands beside it, which gave all components two units in the last place."""
    assert compared(text, isa).verdict == "verified"
    assert compared(text, isa, text.replace(str(number), str(number + off))).verdict == "differs"


@pytest.mark.parametrize("isa", ["agal", "agsl"])
def test_a_zero_is_no_excuse_by_itself(isa: str) -> None:
    """Corner lanes with a zero were excused, as if a product had underflown in another order."""
    right = PLAIN.replace("HERE", "")
    assert compared(right, isa).verdict == "verified"
    corners = " || ".join(f"v.x == {number}.0 || v.y == {number}.0" for number in (255, 65536, 16777215, 16777216))
    for value in ("0.0", "7.0"):
        wrong = PLAIN.replace("HERE", f"if ({corners}) o.xyz = vec3({value});")
        assert compared(right, isa, wrong).verdict == "differs"


@pytest.mark.parametrize("words", ["f...", None])
def test_a_program_declares_all_outputs(words: str | None) -> None:
    """Its own interface says what is compared."""
    source = built(SCALED, "agal")
    interface = source.program.interface
    relocate(source.shader, interface)
    outputs = () if words is None else (replace(interface.outputs[0], words=words),)
    with pytest.raises(InternalError, match="outputs"):
        relocate(source.shader, replace(interface, outputs=outputs))


BALL = HEAD + (
    "uniform sampler2D s; void main() { float inside = 1.0 - dot(v.xy, v.xy); if (inside < 0.2) discard;"
    " vec3 n = normalize(vec3(v.xy, sqrt(inside - 0.1))); gl_FragColor = texture2D(s, n.xy) * n.z + u; }\n"
)
FADED = HEAD + (
    "uniform sampler2D s; void main() { vec4 c = texture2D(s, v.xy / (v.x - v.x)); if (c.a < 0.5) discard;"
    " gl_FragColor = c * u; }\n"
)


@pytest.mark.parametrize("isa", ["agal", "lima-pp"])
def test_what_comes_after_a_discard_does_not_matter(isa: str) -> None:
    """A root of a negative number, and a texture there, took discarded fragments their result."""
    report = compared(BALL, isa)
    assert report.verdict == "verified"
    assert report.compared > 200
    assert compared(BALL, isa, BALL.replace("inside < 0.2", "inside < 0.3")).verdict == "differs"


def test_what_comes_before_a_discard_does() -> None:
    report = compared(FADED, "agal")
    assert report.verdict == "unverified"
    assert not report.ordinary_compared


RING = """uniform float2 size;
half4 main(float2 at) {
  float far = length((at / size - 0.5) * float2(size.x / size.y, 1.0));
  if (far > 0.05 && far < 0.3) { return half4(1.0 - abs(far - 0.12) * 15.0); }
  return half4(0.0);
}
"""


NARROW = RING.replace("far > 0.05 && far < 0.3", "far > 0.1 && far < 0.11")
GRAIN = """uniform float2 size;
uniform shader picture;
uniform float amount;
float noise(float2 p) { return fract(cos(dot(p, float2(23.14, 2.665))) * 43758.5453); }
half4 main(float2 at) {
  half4 colour = picture.eval(at);
  if (at.x < 0.0 || at.x > size.x || at.y < 0.0 || at.y > size.y) { return colour; }
  float2 place = at / size;
  place.y *= noise(float2(place.y, 0.2));
  colour.rgb += step(0.5, noise(place)) * amount;
  return colour;
}
"""


@pytest.mark.parametrize("isa", ["agsl", "agal", "lima-pp"])
def test_coordinates_lie_in_the_picture(isa: str) -> None:
    """A coordinate and a size were drawn independently, so that their quotient was hardly ever between 0 and 1, and a
    wrong result in a part of the picture was verified."""
    report = compared(RING, isa)
    assert report.verdict == "verified"
    assert report.unreached == ()
    assert compared(RING, isa, RING.replace("15.0", "14.0")).verdict == "differs"


# in halves, lanes are sought as in floats, but cost more
@pytest.mark.parametrize(("isa", "seed"), [*(("agsl", seed) for seed in range(4)), ("lima-pp", 2)])
def test_lanes_are_sought_that_reach_a_narrow_part(isa: str, seed: int) -> None:
    """A ring of one in fifty pixels of a picture is met by no lane of 256 with most seeds."""
    report = compared(NARROW, isa, seed=seed)
    assert report.verdict == "verified"
    assert report.lanes > 256
    assert report.unreached == ()
    assert compared(NARROW, isa, NARROW.replace("15.0", "9.0"), seed=seed).verdict == "differs"


def test_instructions_are_counted_on_the_first_lanes_alone() -> None:
    """The lanes that are sought are no sample of what runs."""
    report = compared(NARROW, "agal")
    assert report.executed is not None
    assert report.executed.lanes <= 256 < report.lanes


def test_a_part_that_hangs_on_a_hash_is_compared_with_the_targets_functions() -> None:
    """Lanes in the picture were unstable, those outside of it enough for a verdict: the program was not verified, since
    none of the former could be compared."""
    report = compared(GRAIN, "agsl")
    assert report.verdict == "verified"
    assert report.unseen == report.unreached == ()


@pytest.mark.parametrize(
    ("right", "wrong"),
    [("23.14", "23.15"), ("0.2)", "0.21)"), ("43758.5453", "43758.0"), ("step(0.5, noise(place))", "noise(place)")],
)
def test_wrong_hashes_in_a_part_are_not_verified(right: str, wrong: str) -> None:
    assert compared(GRAIN, "agsl", GRAIN.replace(right, wrong)).verdict == "unverified"


@pytest.mark.parametrize("isa", ["agal", "agsl"])
def test_a_hash_that_is_a_little_off_everywhere_is_not_verified(isa: str) -> None:
    """Another order of operations moves results a little where functions move them far, but not in all lanes: only a
    few of these agreed, and none counted against the program."""
    plain = GRAIN.replace("step(0.5, noise(place))", "noise(place)")
    assert compared(plain, isa).verdict == "verified"
    report = compared(plain, isa, plain.replace("* amount", "* amount * 1.01"))
    assert report.verdict == "unverified"
    assert report.evidence.nearly > report.evidence.witnesses


PIXELS = """precision highp float;
void main() {
  vec2 at = gl_FragCoord.xy;
  float r = 0.0;
  if (at.x > 40.0 && at.x < 300.0) { r = fract(at.y * 0.17) * 0.5 + at.x * 0.002; }
  gl_FragColor = vec4(r, 0.0, 0.0, 1.0);
}
"""
BARS = """precision highp float;
varying vec2 uv;
uniform vec2 resolution;
uniform sampler2D levels;
void main() {
  vec2 at = uv * resolution;
  vec4 colour = vec4(1.0);
  if (resolution.x > 100.0 && mod(at.x, 8.0) < 6.0) {
    colour = vec4(texture2D(levels, vec2(floor(at.x / 8.0) / 64.0, 0.0)).rg, 0.0, 1.0);
  }
  gl_FragColor = colour;
}
"""


@pytest.mark.parametrize("isa", ["agsl", "lima-pp"])
@pytest.mark.parametrize(
    ("right", "wrong"), [("0.17", "0.27"), ("* 0.5", "* 0.8"), ("> 40.0", "> 55.0"), ("< 300.0", "< 130.0")]
)
def test_a_coordinate_is_a_pixel_where_no_size_is_told(isa: str, right: str, wrong: str) -> None:
    """Coordinates were numbers near 1, and all of these were verified."""
    assert compared(PIXELS, isa).verdict == "verified"
    assert compared(PIXELS, isa, PIXELS.replace(right, wrong)).verdict == "differs"


@pytest.mark.parametrize("isa", ["agal", "lima-pp"])
def test_lanes_on_a_screen_are_sought(isa: str) -> None:
    """No ordinary lane had a size of hundreds of pixels, and the infinities of corner lanes passed for some."""
    report = compared(BARS, isa)
    assert report.verdict == "verified"
    assert report.unreached == ()
    for right, wrong in (("8.0) <", "9.0) <"), (".rg, 0.0", ".gr, 0.0"), ("0.0, 1.0);\n  }", "0.5, 1.0);\n  }")):
        assert compared(BARS, isa, BARS.replace(right, wrong)).verdict == "differs"


def test_an_infinity_reaches_no_part() -> None:
    far = HEAD + "void main() { vec4 c = v;\nif (u.x * u.x > 3.0e38) {\nc = v * u; }\n gl_FragColor = c; }\n"
    report = compared(far, "agal")
    assert report.verdict == "verified"
    assert report.unreached == ("k.frag:4:15",)


def test_a_part_that_no_compared_lane_reached_is_told() -> None:
    rare = HEAD + (
        "void main() { vec4 c = v;\nif (v.x == 0.7182818 && u.x == 0.5772157) {\nc = v * u; }\n gl_FragColor = c; }\n"
    )
    report = compared(rare, "agal")
    assert report.verdict == "verified"
    assert report.unreached == ("k.frag:4:22",)
    assert "no compared lane reached a part at k.frag:4:22" in report.describe().splitlines()
    assert report.summary()["unreached"] == ["k.frag:4:22"]
    assert compared(rare.replace("== 0.7182818", "> 0.7182818").replace("== 0.57", "> 0.57"), "agal").unreached == ()


BEHIND = """define float @fragment(float %x, ptr %w) {
  %near = fcmp olt float %x, 0.5
  %by = select i1 %near, i64 2, i64 1
  %at = getelementptr float, ptr %w, i64 %by
  %r = load float, ptr %at
  ret float %r
}
"""


@pytest.mark.parametrize("isa", ["agal", "agsl", "lima-pp"])
def test_what_no_uniform_declares_is_no_number_for_both_sides(isa: str) -> None:
    """Both sides read zeros behind an array whose interface was too short, and the program was verified."""
    goal = registry.find(isa)
    source = built(BEHIND, isa)
    (whole,) = source.program.interface.uniforms
    assert whole.words.rstrip(".") == "fff"
    short = replace(source.program.interface, uniforms=(replace(whole, words="ff" + "." * (len(whole.words) - 2)),))
    for interface, verdict in ((source.program.interface, "verified"), (short, "differs")):
        report = verify_program(
            replace(source.shader, interface=interface),
            replace(source.program, interface=interface),
            goal.isa,
            goal.simulate,
            optimised_text=source.optimised,
            make=source.make,
        )
        assert report.verdict == verdict
