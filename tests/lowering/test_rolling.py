"""Calls of one function that become a loop where programs are to be short."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from gpucc import driver
from gpucc.compiled import CompiledProgram
from gpucc.errors import InternalError, Miscompiled
from gpucc.lowering.optimise.hoisting import without_promises
from gpucc.lowering.optimise.rolling import roll_calls
from gpucc.program import Shader
from gpucc.reading import Reading, load_any
from gpucc.targets import deriving

HEAD = """precision mediump float;
varying vec4 at; uniform sampler2D t; uniform sampler2D s; uniform vec4 how; uniform float linear;
vec3 fetch(vec2 p, vec2 o) {
  vec2 q = abs(p * how.xy + o) * how.yx;
  vec3 c = texture2D(t, q).rgb;
  vec3 l = max(c * how.z, vec3(0.25)) * (c - how.w) + c * q.x * how.w;
  return linear == 0.0 ? c : min(l * c + q.y, dot(l, l) * how.y - c);
}
"""
# the same with functions that a target approximates, which takes a judge long
APPROXIMATED = """precision mediump float;
varying vec4 at; uniform sampler2D t; uniform sampler2D s; uniform vec4 how; uniform float linear;
vec3 fetch(vec2 p, vec2 o) {
  vec2 q = (floor(p * how.xy + o) + 0.5) / how.xy;
  vec3 c = texture2D(t, q).rgb;
  vec3 l = pow(max(c, vec3(0.01)), vec3(2.2)) * exp2(how.z * c) + sin(c * q.x) * how.w;
  return linear == 0.0 ? c : l / (1.0 + dot(l, l));
}
"""
CONSTANTS = HEAD + (
    "void main() { gl_FragColor = vec4(fetch(at.xy, vec2(-3.0, 1.0)) * at.z + fetch(at.xy, vec2(0.0, 1.0)) * 0.5"
    " + fetch(at.xy, vec2(1.0)) * at.w + fetch(at.xy, vec2(-1.0, 0.0)) + fetch(at.xy, vec2(1.0, 0.0)), 1.0); }\n"
)
VALUES = APPROXIMATED + (
    "void main() { vec3 c = fetch(at.xy, at.zw) - fetch(at.zw, at.xy) * fetch(at.yz, vec2(1.0))"
    " + fetch(how.xy * at.x, at.xx); gl_FragColor = vec4(c, at.x); }\n"
)
CHAIN = HEAD + (
    "void main() { vec3 a = fetch(at.xy, at.zw), b = fetch(at.xy, at.wz), c = fetch(at.zw, vec2(2.0));"
    " vec3 d = fetch(a.xy, at.xy), e = fetch(b.xy, c.xy), f = fetch(c.zx, at.yy);"
    " gl_FragColor = vec4(d + e * f, 1.0); }\n"
)
BRANCH = HEAD + (
    "void main() { vec3 c = vec3(0.0); if (at.x > 0.4) { c = fetch(at.xy, at.zw) + fetch(at.yx, at.zw)"
    " + fetch(at.yx, at.wz) + fetch(at.xz, at.xy); } gl_FragColor = vec4(c, 1.0); }\n"
)
ROLLED = {"constants": CONSTANTS, "values": VALUES, "chain": CHAIN, "branch": BRANCH}
VERTEX = """attribute vec4 pos; attribute vec4 a; uniform vec4 u[4]; varying vec4 c; uniform mat4 m;
float light(vec3 d, float far) {
  vec3 h = normalize(d + a.xyz);
  return max(dot(h, u[0].xyz), 0.0) / (1.0 + far * dot(d, d)) + pow(max(h.x, 0.01), u[1].x) * far;
}
void main() {
  gl_Position = m * pos;
  c = vec4(light(pos.xyz, a.x), light(u[2].xyz, a.y), light(u[3].xyz - pos.xyz, a.z), light(pos.zyx, a.w));
}
"""
SAMPLERS = """precision mediump float;
varying vec4 at; uniform sampler2D t; uniform sampler2D s; uniform vec4 how;
vec4 blur(sampler2D x, vec2 p) { vec4 c = texture2D(x, p * how.xy) * how.z; return c * c * (c * 0.3 + how.w) + p.xyxy; }
void main() {
  gl_FragColor = blur(t, at.xy) + blur(s, at.xy) * blur(t, at.zw) - blur(s, at.zw) + blur(t, at.yx) * blur(t, at.yz);
}
"""


def text_of(source: str) -> str:
    return load_any(source, "shader.frag", lambda what, value: None, Reading(), "fragment").text


def compiled(source: str, isa: str = "lima-pp", **wishes: Any) -> CompiledProgram:
    """The program that is to be short, after hardly any search, verified unless `wishes` say otherwise."""
    stage = "vertex" if isa in ("lima-vp", "pica200") else "fragment"
    return driver.compile(source, isa, stage=stage, **{"prefer": "size", "effort": 1, "verify": 64, **wishes})


@cache
def of_constants() -> CompiledProgram:
    return compiled(CONSTANTS)


@pytest.mark.parametrize("name", ROLLED)
def test_rolled_programs_are_right_and_shorter(name: str) -> None:
    rolled = of_constants() if name == "constants" else compiled(ROLLED[name])
    assert rolled.verified
    assert rolled.stats["instructions"] < compiled(ROLLED[name], prefer="speed", verify=None).stats["instructions"]
    assert roll_calls(text_of(ROLLED[name]))


def test_the_judge_knows_no_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program is compared with its source, not with the text that it was made of."""

    def wrong(text: str) -> list[str]:
        return [rolled.replace("0xC008000000000000", "0xC000000000000000") for rolled in roll_calls(text)]

    assert of_constants().verified
    monkeypatch.setattr(deriving, "roll_calls", wrong)
    with pytest.raises(Miscompiled):
        compiled(CONSTANTS)


def test_the_vertex_processor_rolls() -> None:
    rolled = compiled(VERTEX, "lima-vp")
    assert rolled.verified
    usual = compiled(VERTEX, "lima-vp", prefer="speed", verify=None)
    assert rolled.stats["instructions"] < usual.stats["instructions"]


def test_calls_with_different_samplers_are_no_rounds_of_one_loop() -> None:
    rolled = roll_calls(text_of(SAMPLERS))
    assert [text.count("ptr addrspace(4) @t") for text in rolled] == [1]
    assert compiled(SAMPLERS).verified


@pytest.mark.parametrize(
    "change",
    [
        ("return linear", "if (q.x > 0.9) discard; return linear"),
        ("varying vec4 at;", "varying vec4 at; vec4 seen;"),
    ],
)
def test_what_does_more_than_return_a_value_stays(change: tuple[str, str]) -> None:
    source = CONSTANTS.replace(*change)
    if "seen" in source:
        source = source.replace("vec2 q =", "seen += p.xyxy; vec2 q =").replace("1.0); }\n", "seen.x); }\n")
    assert roll_calls(text_of(CONSTANTS))
    assert not roll_calls(text_of(source))


def test_what_saves_nothing_stays() -> None:
    small = "precision mediump float; varying vec4 at; float f(float x) { return x * x; }\n"
    four = "void main() { gl_FragColor = vec4(f(at.x), f(at.y), f(at.z), f(at.w)); }\n"
    assert not roll_calls(text_of(small + four))
    once = HEAD + "void main() { gl_FragColor = vec4(fetch(at.xy, at.zw), 1.0); }\n"
    assert not roll_calls(text_of(once))


def test_equal_calls_are_one() -> None:
    """Two calls of which the others are copies save nothing, although the function is called six times."""
    calls = " + ".join(["fetch(at.xy, at.zw)"] * 5 + ["fetch(at.zw, at.zw)"])
    rolled = roll_calls(text_of(HEAD + f"void main() {{ gl_FragColor = vec4({calls}, 1.0); }}\n"))
    assert all("alloca [2 x <3 x float>]" in text for text in rolled)


@pytest.mark.parametrize("isa", ["agal", "pica200"])
def test_targets_without_memory_are_as_they_were(isa: str) -> None:
    assert compiled(SAMPLERS if isa == "agal" else VERTEX, isa).verified


# hoisting -------------------------------------------------------------------------------------------------------------

ARMS = HEAD + (
    "void main() { vec3 c = vec3(0.0);\n"
    "  if (at.x > 0.4) c += fetch(at.xy, at.zw) + fetch(at.yx, at.zw);\n"
    "  if (at.y > 0.4) c -= fetch(at.xy, at.zw) * fetch(at.yx, at.wz);\n"
    "  if (at.z > 0.4) c *= fetch(at.xz, at.xy) + fetch(at.yx, at.zw);\n"
    "  gl_FragColor = vec4(c, 1.0); }\n"
)
IR = """define internal float @f(float %x, float %y) alwaysinline {
  DIVIDE
  %a = fmul nnan float %x, %y
  %b = call float @llvm.sqrt.f32(float %a)
  %c = call float @llvm.exp2.f32(float %b)
  %d = fadd ninf float %c, %y
  %e = call float @llvm.log2.f32(float %d)
  %f = fdiv float %e, %b
  %g = fmul float %f, %z
  %h = call float @llvm.sin.f32(float %g)
  %k = fadd float %h, %d
  %l = fmul float %k, %b
  %m = call float @llvm.exp2.f32(float %l)
  %n = fdiv float %m, %k
  ret float %n
}
declare float @llvm.sin.f32(float)
declare float @llvm.sqrt.f32(float)
declare float @llvm.exp2.f32(float)
declare float @llvm.log2.f32(float)
@in = external addrspace(1) global <4 x float>
@out = external addrspace(3) global <4 x float>
define void @main() {
  %v = load <4 x float>, ptr addrspace(1) @in
  %x = extractelement <4 x float> %v, i32 0
  %y = extractelement <4 x float> %v, i32 1
  %test = fcmp ogt float %x, 0.5
  br i1 %test, label %then, label %join
then:
  %double = fadd nnan float %y, %y
  %p = call float @f(float %x, float %y)
  %q = call float @f(float %y, float %x)
  %r = call float @f(float %double, float %x)
  %s = call float @f(float %x, float %double)
  %t = fadd float %p, %q
  %u = fmul float %r, %s
  %w = fadd float %t, %u
  br label %join
join:
  %o = phi float [ %w, %then ], [ %y, %0 ]
  %c = insertelement <4 x float> zeroinitializer, float %o, i32 0
  store <4 x float> %c, ptr addrspace(3) @out
  ret void
}
"""
# replaces DIVIDE in IR by so many operations that programs with loops are shorter
MUCH = """%z0 = call float @llvm.sin.f32(float %x)
  %z1 = fdiv float %z0, %y
  %z2 = call float @llvm.log2.f32(float %z1)
  %z3 = call float @llvm.sqrt.f32(float %z2)
  %z4 = fdiv float %z3, %z1
  %z5 = call float @llvm.sin.f32(float %z4)
  %z6 = fmul float %z5, %z2
  %z7 = call float @llvm.exp2.f32(float %z6)
  %z = fadd float %z7, SUMMAND"""


def entry_of(text: str) -> str:
    main = text[text.index("@main") :]
    return main[: main.index("br i1 %test")] if "br i1 %test" in main else main


def test_calls_of_several_branches_are_one() -> None:
    """Six calls, of which two are copies, are four rounds before all branches."""
    (rolled,) = roll_calls(text_of(ARMS))
    assert rolled.count("call fastcc <3 x float> @source.fetch") + rolled.count("call <3 x float> @source.fetch") == 1
    assert "alloca [4 x <3 x float>]" in rolled
    assert compiled(ARMS).verified


def test_a_loop_stands_before_a_discard_that_stood_after_a_call() -> None:
    """The derivatives that choose a texture's level are of no use behind a discard."""
    first, rest = (
        "vec3 c = fetch(at.xy, at.zw);",
        "c += fetch(at.yx, at.zw) * fetch(at.yx, at.wz) + fetch(at.xz, at.xy);",
    )
    source = HEAD + f"void main() {{ {first} if (at.x > 0.4) discard; {rest} gl_FragColor = vec4(c, 1.0); }}\n"
    (rolled,) = roll_calls(text_of(source))
    main = rolled[rolled.index("@main") :]
    assert main.index("source.fetch") < main.index("call void @gpucc.discard")
    assert compiled(source).verified


def test_calls_keep_their_convention() -> None:
    """LLVM deletes a call of a function whose calling convention is another one."""
    source = IR.replace("DIVIDE", "%z = fadd float %x, 1.0").replace("internal float", "internal spir_func float")
    source = source.replace("call float @f(", "call spir_func float @f(")
    (rolled,) = roll_calls(source)
    assert rolled.count("call spir_func float @f(") == 1
    assert compiled(source).verified


def test_what_nothing_reads_stays_in_the_interface() -> None:
    """Registers are counted in the order of the source, so what comes after it would have another one."""
    unread = (
        "%pair = type { float, float }\n@none = external addrspace(1) global <4 x float>, !own !0\n"
        "@both = external addrspace(2) global %pair #0\n@u = external addrspace(2) global <4 x float>\n"
        'attributes #0 = { "name"="value" }\n!0 = !{}\n'
    )
    source = unread + IR.replace("DIVIDE", MUCH.replace("SUMMAND", "%x"))
    size, speed = compiled(source), compiled(source, prefer="speed", verify=None)
    assert size.stats["instructions"] < speed.stats["instructions"]
    assert size.interface == speed.interface
    assert [slot.register for slot in size.interface.uniforms] == [0, 1]
    assert [slot.register for slot in size.interface.inputs] == [0, 1]


def test_a_text_with_another_interface_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program must fit what its manifest says, which is made of the source."""
    source = "@u = external addrspace(2) global <4 x float>\n" + IR.replace("DIVIDE", MUCH.replace("SUMMAND", "%x"))
    usual = compiled(source, verify=None)

    def other(text: str) -> list[str]:
        return [rolled.replace("@u = ", "@v = ") for rolled in roll_calls(text)]

    monkeypatch.setattr(deriving, "roll_calls", other)
    plain = compiled(source, verify=None)
    assert plain.interface == usual.interface
    assert plain.stats["instructions"] > usual.stats["instructions"]


def test_a_text_that_is_not_valid_is_our_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deriving, "roll_calls", lambda text: [text.replace("ret void", "ret i32 0")])
    with pytest.raises(InternalError, match="loops in place of calls"):
        compiled(CONSTANTS)


def test_a_text_that_the_target_does_not_take_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    again, found = deriving._again, []

    def noted(canonical: Callable[[str], Shader], rolled: str) -> Shader | None:
        found.append(again(canonical, rolled.replace("@llvm.exp2.f32", "@unknown")))
        return found[-1]

    monkeypatch.setattr(deriving, "_again", noted)
    source = IR.replace("DIVIDE", MUCH.replace("SUMMAND", "%x"))
    made = compiled(source, verify=None)
    assert found == [None]
    monkeypatch.setattr(deriving, "roll_calls", lambda text: [])
    assert compiled(source, verify=None).code == made.code


def test_what_moves_before_a_branch_promises_nothing() -> None:
    """Behind the branch y + y is no NaN. Before it that may be wrong."""
    (rolled,) = roll_calls(IR.replace("DIVIDE", "%z = fadd ninf float %x, 1.0"))
    assert "store float %double" in entry_of(rolled)
    assert "nnan" not in rolled
    assert "ninf" not in rolled


def test_addresses_lose_their_promises_alone() -> None:
    line = "  %a = load float, ptr addrspace(2) getelementptr inbounds nuw (i8, ptr addrspace(2) @u, i64 16), align 4"
    assert without_promises(line) == line.replace(" inbounds nuw", "")


@pytest.mark.parametrize(
    "body",
    [
        "%i = fptosi float %x to i32\n  %j = sdiv i32 7, %i\n  %z = sitofp i32 %j to float",
        (
            "br label %loop\nloop:\n  %z = phi float [ %x, %0 ], [ %z2, %loop ]\n  %z2 = fmul float %z, %y\n"
            "  %more = fcmp olt float %z2, 9.0\n  br i1 %more, label %loop, label %after\nafter:"
        ),
    ],
    ids=["a quotient", "a loop"],
)
def test_what_may_fail_or_never_end_stays_behind_its_branch(body: str) -> None:
    (rolled,) = roll_calls(IR.replace("DIVIDE", body))
    assert "gpucc.rolled.0.loop" not in entry_of(rolled)
    assert "nnan" in rolled


def test_a_call_that_needs_what_keeps_its_order_is_no_round() -> None:
    """The second pair reads an array at an index after it was written with the first pair's results."""
    source = HEAD + (
        "void main() { vec3 a[4]; a[0] = at.xyz; a[1] = at.yzw; a[2] = how.xyz; a[3] = at.zzz;\n"
        "  int k = int(clamp(at.x * 4.0, 0.0, 3.0));\n"
        "  vec3 c = fetch(at.xy, at.zw), d = fetch(at.yx, at.zw);\n"
        "  a[k] = c * d; vec2 e = a[3 - k].xy;\n"
        "  vec3 f = fetch(e, at.xy), g = fetch(e.yx, at.xw), h = fetch(at.zy, at.zw);\n"
        "  gl_FragColor = vec4(a[k] + f * g + h, 1.0); }\n"
    )
    assert roll_calls(text_of(source))
    assert compiled(source).verified
