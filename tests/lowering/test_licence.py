"""The steps of --arithmetic, as flags in the canonical text: operations that may be regrouped, and those that may not
because they lead to a jump."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from gpucc import driver
from gpucc.errors import UsageError
from gpucc.lowering.interface.canonicalise import canonicalise
from gpucc.lowering.licence.flags import STEPS, Arithmetic
from gpucc.lowering.source import load

SUM = "  %p = fmul fast float %a, %b\n  %q = fadd fast float %p, %c\n  %s = fadd fast float %q, %d\n"
HEAD = "define float @f(float %a, float %b, float %c, float %d, i32 %n) {\n"
DECLARED = """
declare float @llvm.floor.f32(float)
declare float @llvm.sin.f32(float)
declare float @llvm.exp2.f32(float)
declare float @llvm.minnum.f32(float, float)
declare float @llvm.maxnum.f32(float, float)
declare float @gpucc.dfdx(float)
"""


def canonical(body: str, arithmetic: Arithmetic = "default", more: str = "") -> str:
    text = HEAD + body + "}\n" + more + DECLARED
    return canonicalise(load(text), stage="fragment", entry="f", arithmetic=arithmetic).text


def words(text: str, op: str) -> list[set[str]]:
    """The flags of every instruction of this name."""
    found = re.findall(rf" = (?:tail )?{op}((?: (?:fast|nnan|ninf|nsz|arcp|contract|afn|reassoc))*) ", text)
    return [set(one.split()) for one in found]


def regroups(text: str, op: str = "fadd") -> list[bool]:
    return ["contract" in flags for flags in words(text, op)]


# the steps ------------------------------------------------------------------------------------------------------------


def test_what_each_step_leaves() -> None:
    body = SUM + "  ret float %s\n"
    for flags in words(canonical(body, "strict"), "fadd"):
        assert flags == {"nnan", "ninf", "afn"}
    for flags in words(canonical(body), "fadd"):
        assert flags == {"nnan", "ninf", "nsz", "arcp", "contract", "afn"}
    for flags in words(canonical(body, "fast"), "fadd"):
        assert flags == {"fast"}


@pytest.mark.parametrize("arithmetic", STEPS)
def test_leave_to_contract_is_none_to_regroup(arithmetic: Arithmetic) -> None:
    text = canonical(SUM.replace("fast", "contract") + "  ret float %s\n", arithmetic)
    assert words(text, "fadd") == [set(), set()]


def test_an_unknown_step_is_refused() -> None:
    with pytest.raises(UsageError, match="arithmetic cannot be 'loose'") as caught:
        driver.compile(HEAD + SUM + "  ret float %s\n}\n", "agal", stage="vertex", arithmetic="loose")
    assert "'strict', 'default', 'fast'" in caught.value.notes[0]


# amplifying and discontinuous operations ------------------------------------------------------------------------------

JUMPS = {
    "floor": "  %r = call fast float @llvm.floor.f32(float %s)\n",
    "comparison": "  %t = fcmp fast olt float %s, 1.0\n  %r = select i1 %t, float 1.0, float 2.0\n",
    "integer": "  %t = fptosi float %s to i32\n  %r = sitofp i32 %t to float\n",
    "remainder": "  %r = frem fast float %s, 3.0\n",
    "bits": "  %t = bitcast float %s to i32\n  %u = xor i32 %t, 1\n  %r = bitcast i32 %u to float\n",
    "sine": "  %r = call fast float @llvm.sin.f32(float %s)\n",
    "derivative": "  %r = call float @gpucc.dfdx(float %s)\n",
}


@pytest.mark.parametrize("jump", JUMPS)
def test_what_leads_to_a_jump_keeps_its_order(jump: str) -> None:
    text = canonical(SUM + JUMPS[jump] + "  ret float %r\n")
    assert words(text, "fadd")
    assert not any(regroups(text))
    assert not any(flags & {"contract", "arcp", "reassoc"} for flags in words(text, "fmul"))


def test_what_is_continuous_does_not() -> None:
    text = canonical(SUM + "  %r = call fast float @llvm.exp2.f32(float %s)\n  ret float %r\n")
    assert all(regroups(text))


def test_a_sine_of_a_small_angle_does_not() -> None:
    small = (
        "  %l = call fast float @llvm.maxnum.f32(float %s, float -3.0)\n  %m = call fast float @llvm.minnum.f32(float"
        " %l, float {})\n"
    )
    wave = "  %r = call fast float @llvm.sin.f32(float %m)\n  ret float %r\n"
    assert all(regroups(canonical(SUM + small.format("3.0") + wave)))
    assert not any(regroups(canonical(SUM + small.format("300.0") + wave)))


def test_a_sine_of_a_fraction_does_not() -> None:
    fraction = (
        "  %w = call fast float @llvm.floor.f32(float %a)\n  %x = fsub fast float %a, %w\n  %t = fmul fast float %x,"
        " 6.28125\n"
    )
    text = canonical(fraction + "  %r = call fast float @llvm.sin.f32(float %t)\n  ret float %r\n")
    assert regroups(text, "fmul") == [True]
    assert regroups(text, "fsub") == [False]


# the way back ---------------------------------------------------------------------------------------------------------


def test_through_a_loop() -> None:
    body = """  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %t = phi float [ %a, %0 ], [ %s, %loop ]
  %p = fmul fast float %t, %b
  %s = fadd fast float %p, %c
  %j = add i32 %i, 1
  %more = icmp slt i32 %j, %n
  br i1 %more, label %loop, label %done
done:
"""
    assert regroups(canonical(body + "  ret float %s\n")) == [True]
    assert regroups(canonical(body + "  %r = call float @llvm.floor.f32(float %s)\n  ret float %r\n")) == [False]


def test_through_memory() -> None:
    body = """  %m = alloca [4 x float]
  %o = alloca [4 x float]
  %k = and i32 %n, 3
  %to = getelementptr [4 x float], ptr %m, i32 0, i32 %k
  %other = getelementptr [4 x float], ptr %o, i32 0, i32 %k
  %s = fadd fast float %a, %b
  %t = fadd fast float %c, %d
  store float %s, ptr %to
  store float %t, ptr %other
  %l = xor i32 %k, 1
  %from = getelementptr [4 x float], ptr %m, i32 0, i32 %l
  %rest = getelementptr [4 x float], ptr %o, i32 0, i32 %l
  %x = load float, ptr %from
  %y = load float, ptr %rest
  %w = call float @llvm.floor.f32(float %x)
  %r = fmul float %w, %y
  ret float %r
"""
    assert regroups(canonical(body)) == [False, True]


def test_through_copies_and_unknown_addresses() -> None:
    body = """  %m = alloca [4 x float]
  %o = alloca [4 x float]
  %k = and i32 %n, 3
  %to = getelementptr [4 x float], ptr %m, i32 0, i32 %k
  %s = fadd fast float %a, %b
  store float %s, ptr %to
  call void @llvm.memcpy.p0.p0.i64(ptr %o, ptr %m, i64 16, i1 false)
  %l = xor i32 %k, 1
  %from = getelementptr [4 x float], ptr %o, i32 0, i32 %l
  %x = load float, ptr %from
  %r = call float @llvm.floor.f32(float %x)
  ret float %r
"""
    assert regroups(canonical(body, more="declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n")) == [False]


def test_through_calls_each_for_itself() -> None:
    helper = (
        "define internal float @g(float %x, float %y) noinline {\n  %s = fadd fast float %x, %y\n  ret float %s\n}\n"
    )
    body = """  %x = call float @g(float %a, float %b)
  %y = call float @g(float %c, float %d)
  %w = call float @llvm.floor.f32(float %x)
  %r = fmul float %w, %y
  ret float %r
"""
    assert regroups(canonical(body, more=helper)) == [False, True]


def test_through_vectors_by_component() -> None:
    body = """  %u = insertelement <2 x float> poison, float %a, i32 0
  %v = insertelement <2 x float> %u, float %b, i32 1
  %s = fadd fast float %c, %d
  %t = fadd fast float %c, %b
  %h = insertelement <2 x float> poison, float %s, i32 0
  %k = insertelement <2 x float> %h, float %t, i32 1
  %z = shufflevector <2 x float> %k, <2 x float> %v, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
  %e = extractelement <4 x float> %z, i32 1
  %o = extractelement <4 x float> %z, i32 0
  %w = call float @llvm.floor.f32(float %e)
  %r = fmul float %w, %o
  ret float %r
"""
    assert regroups(canonical(body)) == [False, True]


# terms that stay closed -----------------------------------------------------------------------------------------------


def test_differences_are_closed() -> None:
    """The product with a constant is not distributed, neither by LLVM's passes nor by ours."""
    text = (
        "define float @f(float %a) {\n  %s = fsub fast float %a, 1000.0\n  %r = fmul fast float %s, 3.0\n  ret float"
        " %r\n}\n"
    )
    near = np.float32(1000.0) + np.arange(8, dtype=np.float32) * np.float32(2.0**-14)

    def found(arithmetic: Arithmetic) -> np.ndarray:
        program = driver.compile(text, "agal", stage="vertex", verify=None, arithmetic=arithmetic)
        (output,) = driver.run(program, {program.interface.inputs[0].name: near}).values()
        return output.ravel()

    right = (near - np.float32(1000.0)) * np.float32(3.0)
    assert (found("default") == right).all()
    assert (found("fast") != right).any()


def test_a_fraction_is_closed() -> None:
    """Agal D1: (4 mod(x) + y) - 4 floor(y / 4) cancels where y is huge."""
    body = """  %u = fmul fast float %b, 0.25
  %w = call fast float @llvm.floor.f32(float %u)
  %v = fmul fast float %w, 4.0
  %y = fsub fast float %b, %v
  %x = fmul fast float %a, 4.0
  %r = fadd fast float %x, %y
  ret float %r
"""
    text = canonical(body)
    assert regroups(text, "fsub") == [False]
    assert regroups(text, "fadd") == [True]


DITHER = """precision highp float; varying vec4 v; uniform vec2 s; uniform sampler2D t;
void main() {
    vec2 d = v.xy * s;
    float k = mod(d.x, 4.0) * 4.0 + mod(d.y, 4.0), o = 0.0;
    if (k == 0.0) o = 13.0; else if (k == 1.0) o = 1.0; else if (k == 2.0) o = 4.0;
    gl_FragColor = vec4(floor(texture2D(t, v.xy).r * 32.0 + o));
}
"""


@pytest.mark.parametrize("lanes", [64, 1024])
def test_no_right_program_is_refused(lanes: int) -> None:
    driver.compile(DITHER, "agal", stage="fragment", verify=lanes, target={"version": "2"})


# the same expression has the same value -------------------------------------------------------------------------------

CORNER = """precision highp float; varying vec2 v;
float hash(vec2 p) { return fract(sin(dot(p, vec2(12.9898, 78.233))) * 43758.5453); }
void main() { gl_FragColor = vec4(hash(v), hash(v + vec2(1.0, 0.0)), hash(v + vec2(0.0, 1.0)), hash(v - 1.0)); }
"""


@pytest.mark.parametrize("isa", ["agal", "lima-pp"])
@pytest.mark.parametrize("arithmetic", ["strict", "default"])
def test_neighbours_agree_about_their_corner(isa: str, arithmetic: str) -> None:
    program = driver.compile(CORNER, isa, stage="fragment", verify=None, arithmetic=arithmetic)
    cells = np.stack(np.meshgrid(np.arange(20), np.arange(30, 50)), -1).reshape(-1, 2).astype(np.float32)

    def painted(offset: tuple[float, float]) -> np.ndarray:
        return driver.run(program, {"v": cells + np.float32(offset)}, precision="f32")["gl_FragColor"]

    here = painted((0.0, 0.0))[:, 0]
    assert (painted((-1.0, 0.0))[:, 1] == here).all()
    assert (painted((0.0, -1.0))[:, 2] == here).all()
    assert (painted((1.0, 1.0))[:, 3] == here).all()


def test_strict_takes_the_order_of_the_source() -> None:
    """Equivalent programs give equal bits: here with dead code, and with parts in functions."""
    plain = (
        "attribute vec4 a; uniform mat4 m; uniform mat4 k; void main() { gl_Position = m * k * a + (a.x - a.y) * 3.0 -"
        " 0.1 * a; }"
    )
    apart = """attribute vec4 a; uniform mat4 m; uniform mat4 k; varying float unused;
float less(float x, float y) { return x - y; }
vec4 moved(vec4 p) { mat4 both = m * k; return both * p; }
void main() { float dead = less(a.y, a.z) * 7.0; vec4 first = moved(a); first += less(a.x, a.y) * 3.0;
gl_Position = first - 0.1 * a; }"""
    random = np.random.default_rng(1)
    shapes = {"a": (200, 4), "m": (4, 4), "k": (4, 4)}
    given = {name: random.normal(0, 10, shape).astype(np.float32) for name, shape in shapes.items()}
    found = [
        driver.run(driver.compile(text, "agal", stage="vertex", verify=None, arithmetic="strict"), given)["gl_Position"]
        for text in (plain, apart)
    ]
    assert (found[0].view(np.int32) == found[1].view(np.int32)).all()


def test_chains_of_matrices_are_regrouped_by_default() -> None:
    text = "attribute vec4 a; uniform mat4 m; uniform mat4 k; void main() { gl_Position = m * k * a; }"
    strict, default, fast = (
        driver.compile(text, "lima-vp", stage="vertex", verify=None, arithmetic=arithmetic).stats["instructions"]
        for arithmetic in STEPS
    )
    assert default <= fast < strict


# the linked stage -----------------------------------------------------------------------------------------------------

VERTEX = """attribute vec4 p; uniform vec4 k; varying vec2 place; varying float light;
void main() { gl_Position = p; place = p.xy * k.xy + k.zw + p.zw; light = p.x * k.x + k.y + p.z; }
"""
READERS = {
    "varying vec2 place; varying float light; void main() { gl_FragColor = vec4(fract(place) * light, light, 1.0); }": {
        "light"
    },
    "varying vec2 place; varying float light; void main() { gl_FragColor = vec4(place, step(0.5, light), 1.0); }": {
        "place"
    },
    "varying vec2 place; varying float light; uniform sampler2D t; void main() { gl_FragColor = texture2D(t, place) * "
    "light; }": {"light"},
    "varying vec2 place; varying float light; void main() { gl_FragColor = vec4(place, light, 1.0); }": {
        "light",
        "place",
    },
}


@pytest.mark.parametrize("reader", READERS)
def test_what_the_linked_stage_does_counts(reader: str, tmp_path: Path) -> None:
    (tmp_path / "a.vert").write_text(VERTEX)
    (tmp_path / "b.frag").write_text(f"precision highp float; {reader}")
    vertex, _ = driver.paired(tmp_path / "a.vert", tmp_path / "b.frag")
    assert isinstance(vertex, bytes)
    shader = canonicalise(load(vertex.decode()), stage="vertex")
    free = {
        name
        for name, width in (("place", "<2 x float>"), ("light", "float"))
        if re.search(rf"fadd nsz arcp contract afn {re.escape(width)} ", shader.text)
    }
    assert free == READERS[reader]


@pytest.mark.parametrize("isa", ["agal", "lima-pp", "agsl"])
@pytest.mark.parametrize(
    "value",
    [
        "(fract(place) - 0.5) * size + 0.5",
        "(fract(place) - fract(place.yx * 3.0)) * size",
        "(place - floor(place) - size) * 2.0",
        "mod(place, 3.0) - 0.5 * size",
    ],
)
def test_fractions_stay_fractions_where_any_order_is_allowed(value: str, isa: str) -> None:
    """LLVM made (x - 0.5) - floor(x) of fract(x) - 0.5: of a large x nothing is left then."""
    text = f"precision highp float; varying vec2 place; uniform float size; void main() {{ vec2 v = {value}; "
    text += "gl_FragColor = vec4(v, step(0.0, v.x), 1.0); }"
    made = driver.compile(text, isa, name="k.frag", arithmetic="fast", verify=512)
    assert made.verified is not None
    assert made.verified["verdict"] == "verified"
