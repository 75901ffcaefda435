"""The assembler: picasso's syntax in all its forms, and errors that point at the mistake."""

from __future__ import annotations

import pytest

from gpucc.emit import fp24, shbin
from gpucc.emit.pica200 import assign, decode
from gpucc.emit.pica200_assembler import assemble
from gpucc.emit.pica200_text import disassemble, print_binary
from gpucc.errors import GpuccError, InputError, LimitExceeded
from gpucc.isa.model import Dest, Instruction, Source


def words(body: str, head: str = "") -> list[str]:
    return [f"{word:08x}" for word in assemble(f"{head}\n.proc main\n{body}\n.end").words]


def same(body: str, other: str, head: str = "") -> None:
    a, b = (assemble(f"{head}\n.proc main\n{text}\n.end") for text in (body, other))
    assert (a.words, a.descriptors) == (b.words, b.descriptors)


# syntax of picasso ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("MOV r0, v0", "mov r0, v0"),
        ("mov r0, v0.rgba", "mov r0, v0.xyzw"),
        ("mov r0.st, v0.pq", "mov r0.xy, v0.zw"),
        ("mov r0, v0.wz", "mov r0, v0.wzzz"),
        ("mov r0, --v0", "mov r0, v0"),
        ("mov r0, - v0", "mov r0, -v0"),
        ("mov r0, c8[4]", "mov r0, c12"),
        ("mov r0, r4[-2]", "mov r0, r2"),
        ("mov r0, c8[ a0.x + 3 ]", "mov r0, c11[a0.x]"),
        ("mov r0, c8[a0.x-3]", "mov r0, c5[a0.x]"),
        ("mov r0, c8[lcnt]", "mov r0, c8[aL]"),
        ("mov r0, c8[a1]", "mov r0, c8[a0.y]"),
        ("dphi r0, r1, c2", "dph r0, r1, c2"),
        ("madi r0, r1, r2, c2", "mad r0, r1, r2, c2"),
        ("mov r0,v0;comment", "mov r0, v0"),
        ("one: two: mov r0, v0", "mov r0, v0"),
        ("ifc !!cmp.x\nnop\n.end", "ifc cmp.x\nnop\n.end"),
        ("ifc cmp.y | cmp.x\nnop\n.end", "ifc cmp.x || cmp.y\nnop\n.end"),
        ("ifc cmp.x & !cmp.y\nnop\n.end", "ifc cmp.x && !cmp.y\nnop\n.end"),
    ],
)
def test_other_spellings(text: str, other: str) -> None:
    same(text, other)


def test_names_of_registers_with_components_are_combined() -> None:
    head = ".alias some c0.wyxz\n.alias minus -r3.xyy\n"
    same("mov r0, some.xxww\nmov r1, minus.zx\nmov r2, -minus", "mov r0, c0.wwzz\nmov r1, -r3.yx\nmov r2, r3.xyy", head)


def test_uniforms_grow_up_and_constants_down() -> None:
    head = ".fvec a, b[3]\n.ivec i\n.bool f[2], g\n.constf c(1, 2, 3, 4)\n.consti k(1, -1, 255, 0)\n"
    text = f"{head}.proc main\nmov r0, b[1]\nmov r1, c\nend\n.end"
    binary = assemble(text)
    (executable,) = binary.executables
    assert [(s.name, s.first, s.last) for s in executable.uniforms] == [
        ("a", 0x10, 0x10), ("b", 0x11, 0x13), ("i", 0x70, 0x70), ("f", 0x78, 0x79), ("g", 0x7A, 0x7A),
    ]  # fmt: skip
    assert [(c.bank, c.register) for c in executable.constants] == [("uniform", 95), ("integer", 3)]
    assert executable.constants[1].bytes == (1, 255, 255, 0)
    assert [i.sources[0].number for i in decode(binary.words, binary.descriptors).whole()[:2]] == [2, 95]


def test_a_preprocessors_marks_name_the_place() -> None:
    with pytest.raises(InputError) as caught:
        assemble('# 12 "other.h"\n.proc main\nmov q, r0\n.end', "main.pica")
    assert str(caught.value.location) == "other.h:13:5"


def test_arrays_of_constants() -> None:
    text = ".constfa t[]\n.constfa (1, 2, 3, 4)\n.constfa (5, 6, 7, 8)\n.end\n.proc main\nmov r0, t[1]\nend\n.end"
    (executable,) = assemble(text).executables
    assert [(c.register, fp24.from_bits(c.words[0])) for c in executable.constants] == [(94, 1.0), (95, 5.0)]


def test_geometry_shaders_and_their_modes() -> None:
    modes = {
        "": (0, 0, 0, 0),
        " point c4": (0, 0, 0, 0),
        " variable c4, 3": (1, 0, 3, 0),
        " fixed c4 c8 6": (2, 8, 0, 6),
    }
    for text, expected in modes.items():
        binary = assemble(f".gsh{text}\n.fvec u\n.proc main\nsetemit 2, prim inv\nemit\nend\n.end")
        assert assemble(print_binary(binary)) == binary
        (e,) = binary.executables
        assert e.kind == "geometry"
        assert (e.mode, e.fixed_start, e.variable_count, e.fixed_count) == expected
        assert e.uniforms[0].first == (0x14 if text else 0x10)


def test_padding_can_be_turned_off() -> None:
    assert words("ifu b0\n.end\nend") == ["9c000800", "84000000", "88000000"]
    assert words("ifu b0\n.end\nend", ".nopad") == ["9c000400", "88000000"]


def test_the_extensions_say_everything() -> None:
    binary = assemble(".opdesc 0x0000036f, 0x0006c36f\n.proc main\nmov r0, v0 @1\n.word 0xdeadbeef\nend\n.end")
    assert binary.words == (0x4E000001, 0xDEADBEEF, 0x88000000)
    assert binary.descriptors == (0x36F, 0x6C36F)
    again = assemble(print_binary(binary))
    assert (again.words, again.descriptors) == (binary.words, binary.descriptors)


@pytest.mark.parametrize(("manual", "plain"), [("a0", "a0.x"), ("a1", "a0.y"), ("a01", "a0.xy")])
def test_the_address_register_has_the_names_of_picassos_manual(manual: str, plain: str) -> None:
    first, second = (assemble(f".proc main\nmova {name}, v0\nnop\nend\n.end") for name in (manual, plain))
    assert (first.words, first.descriptors) == (second.words, second.descriptors)


def test_conditions_that_another_assembler_writes_survive() -> None:
    """References that are not tested need not be 1, as they are in picasso's code."""
    binary = shbin.ShbinBinary((0xA2800800, 0x84000000, 0x88000000), (), (shbin.Executable(end=3),))
    text = print_binary(binary)
    assert "ifc cmp.x, !cmp.y" in text
    assert assemble(text).words == binary.words


def test_short_descriptor_numbers_are_kept_for_mad() -> None:
    swizzles = [f"{a}{b}{c}{a}" for a in "xyzw" for b in "xyzw" for c in "xyzw"][:48]
    many = "\n".join(f"add r{i % 16}, r1.{swizzle}, r2.{swizzle[::-1]}" for i, swizzle in enumerate(swizzles))
    binary = assemble(f".proc main\n{many}\nmad r0, r1.wzyx, -r2.yx, r3.zzxy\nend\n.end")
    code = decode(binary.words, binary.descriptors)
    assert code.numbers[-2] < 32
    assert len(binary.descriptors) > 32


def test_too_many_descriptors_are_refused_with_the_number() -> None:
    lanes = [(a, b, c, d) for a in range(4) for b in range(4) for c in range(4) for d in range(4)]
    mads = [
        Instruction("mad", Dest("temporary", 0), tuple(Source("temporary", 1, lane) for _ in range(3)))
        for lane in lanes[:40]
    ]
    with pytest.raises(LimitExceeded, match="mad instructions need more than the 32"):
        assign(mads)
    movs = [Instruction("mov", Dest("temporary", 0), (Source("temporary", 1, lane),)) for lane in lanes[:129]]
    with pytest.raises(LimitExceeded, match="needs 129 operand descriptors, and there are 128"):
        assign(movs)
    assert len(assign(movs[:128]).descriptors) == 128


# errors ---------------------------------------------------------------------------------------------------------------

ERRORS = [
    ("mvo r0, r1", 1, "there is no instruction 'mvo'", "mov"),
    ("mov r0", 7, "expected ','", ""),
    ("mov r0, r16", 9, "there is no register 'r16'", "r0 to r15"),
    ("mov r0, clolor", 9, "there is no register 'clolor'", "color"),
    ("mov v0, r1", 5, "an input register cannot be written", "o and r"),
    ("mov r0, o1", 9, "an output cannot be read back", "v, r and c"),
    ("mov r0, r1.xyzwx", 11, "names no components", "xyzw"),
    ("mov r0, r1.xg", 11, "names no components", ""),
    ("add r0, r1, c2", 13, "source 2 of add cannot be a c register", "swap"),
    ("add r0, c1, c2", 13, "at most one c register", "copy"),
    ("mad r0, c1, r1, r2", 9, "source 1 of mad cannot be a c register", ""),
    ("add r0, v1, v2", 13, "v1 and v2", "copy"),
    ("mov r0, v15", 9, "v15", "v0 to v14"),
    ("mov r0, r1[a0.x]", 9, "only a c register can be indexed", ""),
    ("mov r0, c1[a0.z]", 11, "is no index", "a0.x, a0.y"),
    ("mov r0, c90[6]", 9, "there is no c96", ""),
    ("mov r0, r1, r2", 11, "expected the end of the line", ""),
    ("mova r0", 6, "expected the address register", "mova a0.x"),
    ("mova a0.z, r0", 6, "components a0.x and a0.y", ""),
    ("mova a01.x, r0", 6, "components a0.x and a0.y", ""),
    ("mova a2, r0", 6, "expected the address register", "mova a0.x"),
    ("cmp r0, lt, foo, r1", 13, "expected a comparison for cmp.y", "eq, ne"),
    ("ifc cmp.z\n.end", 5, "expected cmp.x or cmp.y", ""),
    ("ifc cmp.x && cmp.x\n.end", 14, "tested twice", ""),
    ("ifu !b0\n.end", 5, "cannot test for a false boolean", "jmpu"),
    ("ifu c0\n.end", 5, "takes a boolean register", ""),
    ("for b0\n.end", 5, "takes an integer register", ""),
    ("call nowhere", 6, "there is no procedure 'nowhere'", ""),
    ("jmpu b0, nowhere", 10, "there is no label 'nowhere'", ""),
    ("setemit 4", 9, "must be from 0 to 3", ""),
    (".fvec a", 1, "", ""),
    (".foo", 1, "there is no directive .foo", ""),
    (".else", 1, ".else stands in no if", ""),
    ("mov r0, r1 @200", 13, "must be from 0 to 127", ""),
    ("mov r0, \N{SNOWMAN}", 9, "expected source", ""),
]


@pytest.mark.parametrize(
    ("text", "column", "message", "note"), ERRORS, ids=[error[0].split("\n")[0] for error in ERRORS]
)
def test_errors_point_at_what_is_wrong(text: str, column: int, message: str, note: str) -> None:
    whole = f".out color color\n.proc main\n{text}\nend\n.end"
    if not message:
        assemble(whole)
        return
    with pytest.raises(GpuccError) as caught:
        assemble(whole, "shader.v.pica")
    error = caught.value
    assert message in error.message
    assert str(error.location) == f"shader.v.pica:3:{column}"
    assert error.source_line == text.split("\n")[0]
    assert note in " ".join(error.notes)


HEADS = [
    (".proc main\nmov r0, r1", "1:1", "this procedure has no .end"),
    (".proc main\nend\n.end\n.proc main\n.end", "4:7", "defined already"),
    ("mov r0, r1", "1:1", "outside any procedure"),
    (".proc f\nend\n.end", None, "there is no procedure 'main'"),
    (".entry g\n.proc f\nend\n.end", "1:8", "there is no procedure 'g'"),
    (".constf a(1, 2, 3)\n", "1:18", "expected ',' before a value"),
    (".constf a(1, 2, 3, x)\n", "1:20", "expected a number"),
    (".consti a(1, 2, 3, 256)\n", "1:20", "must be from -128 to 255"),
    (".fvec a[97]", "1:9", "must be from 1 to 96"),
    (".fvec a[90]\n.fvec b[7]", "2:7", "no room for b"),
    (".fvec a\n.fvec a", "2:7", "defined already"),
    (".alias r1 r2", "1:8", "name of a register"),
    (".out o foo", "1:8", "no meaning of an output"),
    (".in a c3", "1:7", "kept in a v register"),
    (".setb b0 maybe", "1:10", "expected true or false"),
    (".constfa (1, 2, 3, 4)", "1:1", "belongs to no array"),
    (".constfa a[2]\n.proc main", "1:1", "has no .end"),
    (".nodvle", None, "no source makes a program"),
    (".gsh foo", "1:6", "no mode"),
    (".proc main\n.proc f\n.end\n.end", "2:1", "inside another block"),
    (".proc main\nifu b0\n.else\n.else\n.end\n.end", "4:1", "an .else already"),
    (".proc main\na: nop\na: nop\n.end", "3:1", "label 'a' is defined already"),
    (".end", "1:1", "closes nothing"),
    (".proc f\n" + "nop\n" * 256 + ".end\n.proc main\ncall f\nend\n.end", "260:6", "has 256 words, and NUM holds 255"),
    (
        ".proc main\nifu b0\nnop\n.else\n" + "nop\n" * 256 + ".end\nend\n.end",
        "261:1",
        "has 256 words, and NUM holds 255",
    ),
    (".proc main\n" + "nop\n" * 512 + "end\n.end", None, "has 513 words"),
    ("", None, "there is no procedure 'main'"),
]


@pytest.mark.parametrize(("text", "place", "message"), HEADS, ids=[message for _, _, message in HEADS])
def test_errors_of_the_whole(text: str, place: str | None, message: str) -> None:
    with pytest.raises(GpuccError) as caught:
        assemble(text, "a.pica")
    assert message in caught.value.message
    assert str(caught.value.location) == ("a.pica" if place is None else f"a.pica:{place}")


# files ----------------------------------------------------------------------------------------------------------------


def test_a_file_that_is_none_says_where() -> None:
    good = shbin.write(assemble(".proc main\nend\n.end"))
    cases = {
        b"": "byte 0: it is empty",
        b"ELF.....": "byte 0: the file begins with DVLB",
        good[:20]: "bytes, and",
        good[:8] + b"\xff\xff\xff\x7f" + good[12:]: "a program's header takes 64 bytes",
        good[:4] + b"\xff\xff\xff\xff" + good[8:]: "the table of programs takes",
    }
    for data, message in cases.items():
        with pytest.raises(InputError) as caught:
            disassemble(data, "x.shbin")
        assert message in caught.value.message
        assert str(caught.value.location) == "x.shbin"


def test_tables_that_overlap_are_refused() -> None:
    """Otherwise a small file could cause endless work."""
    good = shbin.write(assemble(".proc main\nend\n.end"))
    many = b"DVLB" + (200).to_bytes(4, "little") + (8 + 800 + 44).to_bytes(4, "little") * 200 + good[12:]
    with pytest.raises(InputError, match="overlaps"):
        shbin.read(many)


def test_all_that_a_file_says_survives() -> None:
    executable = shbin.Executable(
        "geometry", 1, 3, 0x12, 0x3, (shbin.preset("boolean", 3, (1,)),), (shbin.Output(9, 2, 5),),
        (shbin.ShbinSymbol("a.b", 0x10, 0x12),),
        (shbin.ShbinLabel(7, 1, 2, "main"),), 1, 2, 8, 3, 4, 0x1001,
    )  # fmt: skip
    binary = shbin.ShbinBinary((1, 2, 3), (4, 5), (executable, shbin.Executable()), (6, 0), 0xF, b"name.c\0")
    assert shbin.read(shbin.write(binary)) == binary


@pytest.mark.parametrize(
    ("text", "note"),
    [
        (".const c5, 1.0, 2.0, 3.0, 4.0\n", "aemstro"),
        ("main:\n  mov result.position, v0\n", "aemstro"),
        (".alias one c32 as (1.0, 1.0, 1.0, 1.0)\n", "nihstro"),
        ("#version 100\nattribute vec4 a;\nvoid main() { gl_Position = a; }\n", "GLSL"),
    ],
)
def test_what_another_assembler_reads_is_named(text: str, note: str) -> None:
    with pytest.raises(InputError) as caught:
        assemble(text)
    assert note in caught.value.notes[-1]
    with pytest.raises(InputError) as caught:
        assemble(".proc main\nmvo r0, r1\n.end\n")
    assert "syntax" not in "".join(caught.value.notes)
