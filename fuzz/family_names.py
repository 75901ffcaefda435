"""Names with a meaning elsewhere: keywords of C, GLSL, HLSL, Metal and AGSL, mnemonics and registers of the targets'
assemblers; and in IR, where a name is any string, pieces of assembly.

Requirements: assembly text assembles to the same program; AGSL keeps the names of AGSL; a C header has no duplicate
names.
"""

from __future__ import annotations

import re

from gpucc import driver
from gpucc.compiled import CompiledProgram
from gpucc.emit import header
from gpucc.errors import GpuccError
from gpucc.frontend.compile import compile_source
from gpucc.fuzz import rooms
from gpucc.fuzz.draws import Draws
from gpucc.fuzz.shading import Shell, some_language
from gpucc.fuzz.trials import Fact, FuzzFamily, FuzzSample
from gpucc.isa.model import Isa
from gpucc.program import Program, Stage

WORDS = """
auto char register signed typedef restrict main printf NAN INFINITY errno stdin complex I and or not xor
bool true_ NULL new delete class_ this_ operator friend virtual_ private protected public mutable
explicit export wchar_t nullptr constexpr thread_local alignas static_assert texture texture2D sample
sampler smooth flat centroid patch subroutine precise buffer shared coherent resource image2D uint
mat2x2 dvec uvec2 gl gl_ common partition active filter input_ output_ lerp frac saturate rsqrt ddx ddy
cbuffer Texture2D SamplerState float4 float4x4 half4 fixed4 min16float groupshared numthreads
SV_Position COLOR0 technique pass vertex fragment kernel device constant thread threadgroup metal simd
half stage_in packed_float3 ushort uchar size_t ptrdiff_t array string var let require module fn
override struct_ unsized byte sk_FragCoord toLinearSrgb fromLinearSrgb unpremul eval shader colorFilter
blender layout inline noinline children content uniforms mov add sub mul div rcp rsq sqt pow log exp nrm
sin cos crs dp3 dp4 abs neg sat m33 m34 m44 ife els eif ted tex kil sge slt sgn seq sne ddx ddy va0 vc0
vt0 op v0 fs0 fc0 ft0 oc od va vc vt fc ft mul0 mul1 acc0 acc1 complex pass branch store load nop load_u
attr uniform_load reg u0 r0 r15 a0 sync stop discard varying frag_coord mul01 complex1 mova mad madi flr
ex2 lg2 dph dst lit cmp call callc callu ifc ifu loop jmpc jmpu break breakc end proc dph o0 o1 c0 c95
i0 b0 aL lcnt out in alias fvec ivec bool_ gsh setf seti setb constf entry nodvle if_ x xyzw r rgba s1
t1 n1 x1 i1 zero divisor result coord size step_ fract1 PI dFdx fwidth texture2DLod shadow2D noise1
ftransform define undef pragma version extension line error ifdef endif defined __LINE__x GL_ES VERSION
abs floor mix clamp dot length normalize cross mod max min radians any all not equal lessThan reflect
refract exp2 log2 inversesqrt distance step
""".split()
STRINGS = (
    "a\\0Amov vt0, va0\\0A// ", "x;y", "a b", "%a", "@f", "// c", "/* c */", "*/", "\\22quoted\\22", "a\\09b", "é",
    "\\C3\\A9", "a-b",
    "1st", "0", "-", ".end", ".proc main", "a\\0D\\0A.end", "#if", "a:", "a,b", "v0", "[3]", "a[3]", "$x", "x = 1", "{",
    "}", "\\\\",
    "a\\5C", "a" * 300, "vec4", "out\\0Aoutput", ": vec4", "a.b", "a..b", ".x", "x.", "__", "_", "?", "'", "`", "$(x)",
    "\\1F",
    "\\7F", "日本", "\\F0\\9F\\98\\80",
)  # fmt: skip


def _taken(text: str, name: str, language: str, stage: Stage) -> bool:
    try:
        compile_source(text, name, language, stage)
    except GpuccError:
        return False
    return True


def assembles(program: CompiledProgram) -> str | None:
    """The program's text must describe the same program."""
    text = program.asm()
    try:
        again = driver.assemble(text, program.isa, stage=program.stage)
    except GpuccError as error:
        return f"assembly: its own text is refused: {error}\n{text}"
    if again.code != program.code and _statements(again.asm()) != _statements(text):
        return f"assembly: the text assembles to other code\n{text}"
    return None


def _statements(text: str) -> list[str]:
    """The text without comments and directives; invalid names of symbols stand in comments."""
    lines = (re.sub(r"(//|;|#).*", "", line).strip() for line in text.split("\n"))
    return [line for line in lines if line and not line.startswith(".")]


def heads(program: Program) -> str | None:
    """The C header's identifiers must differ, begin with the program's name, and be plain."""
    text = header.write(program, "random")
    code = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.DOTALL)
    names = re.findall(r"^\s*(random_\w+)\s*=", code, re.MULTILINE)
    if len(names) != len(set(names)):
        return f"header: a name twice\n{text}"
    stray = set(re.findall(r"[A-Za-z_]\w*", re.sub(r"\b0x[0-9a-f]+|\b\d[\w.+-]*", " ", code))) - set(names)
    known = {
        "ifdef",
        "__GNUC__",
        "__attribute__",
        "aligned",
        "ifndef",
        "define",
        "endif",
        "include",
        "static",
        "const",
        "unsigned",
        "char",
        "enum",
        "struct",
        "float",
        "int",
        "math",
        "h",
    }
    odd = sorted(word for word in stray - known if not word.lower().startswith("random"))
    return (
        f"header: stray words {odd}\n{text}"
        if set(odd) - {"INFINITY", "NAN", "component", "reg", "register", "value"}
        else None
    )


def _keeps(names: list[str]) -> Fact:
    def fact(program: CompiledProgram) -> str | None:
        if program.isa not in rooms.KEEPS_NAMES:
            return None
        found = re.findall(r"\buniform\s+\w+\s+(\w+)", program.asm())
        lost = [name for name in names if name not in found and name not in rooms.RENAMED]
        return f"names: {lost} are legal in AGSL and were renamed; the text has {found}" if lost else None

    return fact


def names(draws: Draws, isa: Isa, stage: Stage) -> FuzzSample:
    """Keywords as names of uniforms, inputs, functions, parameters and locals, except for those that the language
    reserves."""
    language = some_language(draws, isa, stage)
    words = draws.some(WORDS, 6, 10)

    def write(a: str, b: str, c: str, f: str, x: str, y: str) -> tuple[str, str]:
        inputs = {"p": "vec2"} if language == "agsl" else {c: "vec4", "p": "vec2"}
        used = "vec4(p, p)" if language == "agsl" else c
        shell = Shell(
            language,
            stage,
            inputs,
            [f"vec4 {a}", f"float {b}"],
            [f"float {f}(float {x}) {{ return {x} * 2.0 + {b}; }}"],
        )
        return shell.program([f"vec4 {y} = {used} + {a};"], f"vec4({f}({y}.x), {y}.yzw)"), shell.name

    plain = ("plain_a", "plain_b", "plain_c", "plain_f", "plain_x", "plain_y")
    chosen = list(plain)
    for place in range(6):
        for word in words:
            candidate = [*chosen[:place], word, *chosen[place + 1 :]]
            if word not in chosen and _taken(*write(*candidate), language, stage):
                chosen = candidate
                break
    text, name = write(*chosen)
    facts: tuple[Fact, ...] = (assembles, heads, *((_keeps(chosen[:2]),) if language == "agsl" else ()))
    return FuzzSample(text, name, stage, facts)


def denoted(name: str) -> bytes:
    """What LLVM makes of a name: without quotes, with the bytes that escapes stand for."""
    return re.sub(rb"\\([0-9A-F]{2})", lambda found: bytes.fromhex(found[1].decode()), name.strip('"').encode())


def names_in_ir(draws: Draws, isa: Isa, stage: Stage) -> FuzzSample:
    """Any string as the name of a parameter, a global or the function."""
    known = WORDS + [f'"{text}"' for text in STRINGS] * 3
    x, u, f, g = (draws.one(known) for _ in range(4))
    if denoted(x) == denoted(u):
        u = '"another"'
    if draws.chance(2):
        text = (
            f"define <4 x float> @{f}(<4 x float> %{x}, ptr readonly dereferenceable(16) %{u}) {{\n"
            f"  %own.l = load <4 x float>, ptr %{u}, align 16\n  %own.r = fadd <4 x float> %own.l, %{x}\n"
            "  ret <4 x float> %own.r\n}\n"
        )
    else:
        output = "gl_Position" if stage == "vertex" else "gl_FragColor"
        # the function's name and the output's are taken
        x = '"a fourth"' if denoted(x) in (b"main", output.encode()) else x
        g = '"a third"' if denoted(g) in (denoted(x), b"main", output.encode()) else g
        text = (
            f"@{x} = external addrspace(1) global <4 x float>\n@{g} = external addrspace(2) global <4 x"
            f" float>\n@{output} = external addrspace(3) global <4 x float>\ndefine void @main() {{\n  %a = load <4 x"
            f" float>, ptr addrspace(1) @{x}, align 16\n  %b = load <4 x float>, ptr addrspace(2) @{g}, align 16\n  %r"
            f" = fadd <4 x float> %a, %b\n  store <4 x float> %r, ptr addrspace(3) @{output}, align 16\n  ret"
            " void\n}\n"
        )
    return FuzzSample(text, "random.ll", stage, (assembles, heads))


FAMILIES = (FuzzFamily("names", names), FuzzFamily("names-ir", names_in_ir))
