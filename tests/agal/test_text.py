"""AGAL text: shortest forms, round trips of random instructions, and the assembler's errors."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gpucc.emit import agal as emit
from gpucc.emit.agal_assembler import assemble, parse
from gpucc.emit.agal_text import disassemble, print_instruction, print_program
from gpucc.emit.digits import shortest
from gpucc.errors import GpuccError, InputError, LimitExceeded
from gpucc.isa import agal
from gpucc.isa.agal import AGAL
from gpucc.isa.model import Dest, Index, Instruction, SamplerState, Source
from gpucc.program import Constant, Interface, Program, Slot, Stage

SWIZZLES = st.tuples(*[st.integers(0, 3)] * 4)


@st.composite
def instructions(draw: st.DrawFn, stage: Stage, version: int) -> Instruction:
    """Any instruction whose opcode and registers exist in the version."""
    op = draw(st.sampled_from([op for op in agal.OPS if stage in op.stages and version in op.versions]))

    def number(role: str, rows: int = 1) -> int:
        return draw(st.integers(0, AGAL.file(role, stage).size(stage, version) - rows))

    def roles(writable: bool) -> list[str]:
        files = [f for f in AGAL.files if f.size(stage, version) and stage in f.prefix]
        return [f.role for f in files if (f.writable if writable else f.readable)]

    def source(rows: int) -> Source:
        role = draw(st.sampled_from([r for r in roles(False) if r != "instance" or rows == 1]))
        swizzle = draw(SWIZZLES)
        if stage == "vertex" and role == "uniform" and draw(st.booleans()):
            file = draw(st.sampled_from(["input", "uniform", "temporary"]))
            return Source(
                role, 0, swizzle, index=Index(file, number(file), draw(st.integers(0, 3)), draw(st.integers(0, 255)))
            )
        return Source(role, number(role, rows), swizzle)

    sources = tuple(source(operand.rows) for operand in op.operands)
    dest = None
    if emit.has_destination(op):
        role = draw(st.sampled_from(roles(True)))
        dest = Dest(role, number(role), draw(st.integers(1, 15)))
    if not op.sampler:
        return Instruction(op.name, dest, sources)
    state = SamplerState(
        draw(st.sampled_from(["2d", "cube"])),
        draw(st.sampled_from(list(agal.FILTERS))),
        draw(st.sampled_from(list(agal.MIPS))),
        draw(st.sampled_from(list(agal.WRAPS))),
        draw(st.sampled_from(list(agal.FORMATS))),
        tuple(word for word in agal.SPECIALS if draw(st.booleans())),
        draw(st.integers(-128, 127)) / 8,
    )
    return Instruction(op.name, dest, sources, state, number("sampler"))


@st.composite
def listings(draw: st.DrawFn) -> emit.AgalListing:
    stage: Stage = draw(st.sampled_from(["vertex", "fragment"]))
    version = draw(st.integers(1, 4))
    return emit.AgalListing(stage, version, tuple(draw(st.lists(instructions(stage, version), min_size=1, max_size=6))))


@given(listings())
@settings(max_examples=150, deadline=None)
def test_random_programs_survive_both_round_trips(listing: emit.AgalListing) -> None:
    code = emit.encode_listing(listing)
    assert emit.decode_listing(code) == listing
    assert emit.decode(code).instructions == listing.tokens
    assert assemble(disassemble(code)) == code


@given(st.binary(max_size=120), st.sampled_from([0, 1]))
@settings(max_examples=150, deadline=None)
def test_any_bytes_survive_the_disassembler(data: bytes, stage: int) -> None:
    code = bytes([0xA0, 1, 0, 0, 0, 0xA1, stage]) + (data or b"\0")
    assert assemble(disassemble(code), check=False) == code


@given(st.text(alphabet="mov add tex kil ft0 va1 vc[va0.x+5] <2d,>.xyzw//\n0123456789-+", max_size=60))
@settings(max_examples=150, deadline=None)
def test_any_text_gets_an_answer(text: str) -> None:
    try:
        code = assemble(text)
    except (InputError, LimitExceeded):
        return
    assert assemble(disassemble(code)) == code


@pytest.mark.parametrize(
    "text",
    [
        "mov ft0, v1",
        "mov ft0.xz, v1.x",
        "mov ft0.w, v1.xy",
        "add ft0, v1.xyz, fc3.wzyx",
        "mov oc, ft7",
        "kil ft0.x",
        "tex ft1, v0.xyx, fs2 <2d,linear>",
        "tex ft1, v0, fs2 <cube,anisotropic4x,miplinear,repeat,dxt5,centroid,-1.5>",
        "nrm ft0.xyz, v0.xyz",
    ],
)
def test_shortest_forms_are_printed(text: str) -> None:
    (token,) = parse(text, "fragment").tokens
    assert isinstance(token, Instruction)
    assert print_instruction(token, "fragment") == text


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("mov ft0.zx, v1.xxxx // why", "mov ft0.xz, v1.x"),
        ("  add   ft0  ft1.xyzw   fc1", "add ft0, ft1, fc1"),
        ("mov fo, fi2", "mov oc, v2"),
        ("mov oc, i3", "mov oc, v3"),
        ("mov oc, fc", "mov oc, fc0"),
        ("tex ft0, v0, fs0", "tex ft0, v0, fs0 <2d,nearest>"),
        ("tex ft0, v0, fs0 <mipnone, wrap,-1.6 linear, compressed>", "tex ft0, v0, fs0 <2d,linear,repeat,dxt1,-1.5>"),
        ("m43 ft0.xyz, v0, fc1", "m34 ft0.xyz, v0, fc1"),
        (
            "tex ft0, v0, fs0 <single,centroid,2d,nearest,clamp,nomip,rgba,0>",
            "tex ft0, v0, fs0 <2d,nearest,centroid,single>",
        ),
    ],
)
def test_spellings(text: str, same: str) -> None:
    assert assemble(text, "fragment") == assemble(same, "fragment")
    (token,) = parse(text, "fragment").tokens
    assert isinstance(token, Instruction)
    assert print_instruction(token, "fragment") == same


def test_vertex_spellings() -> None:
    assert assemble("mov vo, va0\r\nmov vi1, va1\rmov i2, va[va0.x]", check=False, stage="vertex")
    assert assemble("mov vo, va0\nmov v1, vc[ va0.y + 7 ].x") == assemble("mov op, va0\nmov v1, vc[va0.y+7].xxxx")


@pytest.mark.parametrize(
    ("text", "stage"),
    [
        ("mov v0, vt0", "vertex"),
        ("mov ft0, v0", "fragment"),
        ("eif\nkil v0.x", "fragment"),
        ("mov v0, va0", "vertex"),
        ("tex oc, v0, fs0", "fragment"),
    ],
)
def test_stage_is_read_off_the_registers(text: str, stage: str) -> None:
    assert parse(text, check=False).stage == stage


def test_title_line_gives_stage_and_version() -> None:
    listing = parse("// AGAL version 2, vertex program, 1 token\nmov v0, v1", check=False)
    assert (listing.stage, listing.version) == ("vertex", 2)
    assert parse("// AGAL version 2, fragment program\nmov oc, v0", version=1).version == 1


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("mov ft0, v0\nmvo ft1, v0", 2, 1, ("'mvo'", "'mov'")),
        ("MOV ft0, v0", 1, 1, ("'MOV'", "'mov'")),
        ("  mov ft8, v0", 1, 7, ("ft8", "ft0 to ft7", "version 2 has 26 (--target version=2)")),
        ("mov ft0, fc28", 1, 10, ("fc28", "fc27")),
        ("m44 ft0, v0, fc25", 1, 14, ("fc28", "4 rows")),
        ("mov ft0, vc3", 1, 10, ("vc", "vertex")),
        ("mov ft0, fx3", 1, 10, ("'fx'", "fc")),
        ("mov ft0.rgb, v0", 1, 8, ("colour", ".xyz")),
        ("mov ft0, v0.bgr", 1, 12, ("colour", ".zyx")),
        ("mov ft0, v0.xyzwx", 1, 12, ("components",)),
        ("mov ft0, v0.", 1, 12, ("components",)),
        ("mov ft0, v0.s", 1, 12, ("components",)),
        ("mov ft0", 1, 8, ("incomplete", "source")),
        ("mov ft0, v0, v1", 1, 12, ("left over",)),
        ("add ft0,, v1", 1, 9, ("','",)),
        ("mov ft0, v0 <2d>", 1, 13, ("flags",)),
        ("tex ft0, v0, fs0 <2d,linaer>", 1, 22, ("'linaer'", "'linear'")),
        ("tex ft0, v0, fs0 <linear,nearest>", 1, 26, ("both set the filter",)),
        ("tex ft0, v0, fs0 <1,2>", 1, 21, ("bias",)),
        ("tex ft0, v0, fs0 <16>", 1, 19, ("16", "-16 to 15.875")),
        ("tex ft0, v0, fs0 <nan>", 1, 19, ("'nan'",)),
        ("tex ft0, v0, fs0 <2d", 1, 18, ("never closed",)),
        ("tex ft0, v0, fs0.x <2d>", 1, 14, ("no components",)),
        ("tex ft0, v0, ft1 <2d>", 1, 14, ("sampler", "fs0")),
        ("tex ft0, v0, fs8", 1, 14, ("fs8", "fs7")),
        ("ddx ft0, v0", 1, 1, ("version 1", "version 2 has it (--target version=2)")),
        ("sgn ft0, v0", 1, 1, ("sgn",)),
        ("ft0 = v0", 1, 1, ("'ft0'",)),
        ("= ft0", 1, 1, ("'='",)),
        (".token 00", 1, 8, ("48",)),
        ("mov ft99999999999999999999, v0", 1, 5, ("out of range",)),
    ],
)
def test_errors_name_place_word_and_remedy(text: str, line: int, column: int, words: tuple[str, ...]) -> None:
    with pytest.raises(GpuccError) as error:
        assemble(text, "fragment", file="a.s")
    _check(error.value, line, column, words)


def _check(error: GpuccError, line: int, column: int, words: tuple[str, ...]) -> None:
    said = " ".join((error.message, *error.notes))
    for word in words:
        assert word in said
    assert error.location is not None
    assert (error.location.file, error.location.line, error.location.column) == ("a.s", line, column)
    assert error.source_line is not None


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("mov vt0, vc[va0]", 13, ("x, y, z or w",)),
        ("mov vt0, vc[va.x+3]", 13, ("number", "va0")),
        ("mov vt0, vc[va0.x-3]", 13, ("cannot read", "vc[va0.x+5]")),
        ("mov vt0, vc[5]", 13, ("vc[va0.x+5]",)),
        ("mov vt0, vc[va0.x+256]", 13, ("256", "255")),
        ("mov vt0, vc[va8.x]", 13, ("va8", "va7")),
        ("mov vt0, vc[va0.x", 12, ("never closed",)),
        ("mov vt0, vc4[va0.x]", 10, ("no number",)),
        ("mov vt[va0.x], vc0", 5, ("cannot be written",)),
        ("kil vt0.x", 1, ("fragment",)),
        ("mov vt0, iid", 10, ("iid", "version 3")),
    ],
)
def test_vertex_errors(text: str, column: int, words: tuple[str, ...]) -> None:
    with pytest.raises(GpuccError) as error:
        assemble(text, "vertex", file="a.s")
    _check(error.value, 1, column, words)


@pytest.mark.parametrize("text", ["", "\n\n", "// nothing", "mov v0, v1", "els"])
def test_programs_without_content_or_stage(text: str) -> None:
    with pytest.raises(InputError):
        assemble(text)


def test_limits_are_limit_errors() -> None:
    with pytest.raises(LimitExceeded):
        assemble("mov ft8, v0")
    assert parse("mov ft8, v0", version=2).version == 2


def test_printed_program_names_its_interface() -> None:
    interface = Interface(
        inputs=(Slot("position", "input", 0, "fff", "vec3"),),
        outputs=(Slot("gl_Position", "output", 0, "ffff"), Slot("uv", "output", 1, "ff", "vec2")),
        uniforms=(Slot("mvp", "uniform", 0, "f" * 16, "mat4"),),
    )
    code = assemble("m44 op, va0, vc0\nmov v0, vc4.xyyy")
    program = Program("agal", "vertex", code, interface, (Constant(4, 0, 0.5), Constant(4, 1, 0.1)))
    text = print_program(program)
    assert text == (
        "// AGAL version 1, vertex program, 2 tokens\n"
        "// va0       input position: vec3\n"
        "// op        output gl_Position: vec4\n"
        "// v0        output uv: vec2\n"
        "// vc0..vc3  uniform mvp: mat4\n"
        "// vc4 = 0.5, 0.1, _, _\n"
        "m44 op, va0, vc0\n"
        "mov v0, vc4.xy\n"
    )
    assert assemble(text) == code


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.1, "0.1"), (1.0, "1"), (-0.0, "-0"), (1 / 3, "0.33333334"), (16777216.0, "16777216"), (1e30, "1e+30")],
)
def test_constants_print_shortest(value: float, text: str) -> None:
    assert shortest(value) == text
