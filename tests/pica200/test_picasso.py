"""Sources as picasso builds them: several in one file, geometry shaders, constants, descriptors, the header.

The expected words were made with picasso 2.7.2 from the same text.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import gpucc
from gpucc.cli import main
from gpucc.emit import shbin
from gpucc.emit.pica200_assembler import assemble, assemble_all
from gpucc.emit.pica200_declarations import shortest
from gpucc.emit.pica200_macros import macros
from gpucc.emit.pica200_manner import PicassoManner, cut_off
from gpucc.emit.pica200_text import print_sources
from gpucc.errors import GpuccError

VERTEX = """
.fvec matrix[4], _hidden, tint
.bool lit
.constf numbers(0.1, 1.0, -0.0, 2.5)
.in position v0
.out - position o0
.out - color o1
.out - dummy o2
.proc main
    dp4 o0.x, matrix[0], v0
    dp4 o0.y, matrix[1], v0
    dp4 o0.z, matrix[2], v0
    dp4 o0.w, matrix[3], v0
    call shade
    end
.end
.proc shade
    mov o1, tint
    mov o2, numbers.yyyy
.end
"""
GEOMETRY = """
.gsh point c8
.fvec shift
.constf zero(0, 0, 0, 0)
.entry strip
.out - position o0
.out - color o1.xyz
.out - dummy o2
.proc strip
    setemit 0
    mov o0, v0
    call put
    setemit 1
    add o0, shift, v0
    call put
    setemit 2, prim inv
    mov o0, v2
    call put
    end
.end
.proc put
    mov o1, v1
    mov o2, zero
    emit
.end
"""


def parts(*texts: str, manner: PicassoManner | None = None) -> shbin.ShbinBinary:
    return assemble_all([(f"{i}.pica", text) for i, text in enumerate(texts)], manner).binary


# several sources ------------------------------------------------------------------------------------------------------


def test_a_vertex_and_a_geometry_shader_share_code_and_descriptors() -> None:
    binary = parts(VERTEX, GEOMETRY)
    vertex, geometry = binary.executables
    assert (vertex.kind, vertex.main, vertex.end) == ("vertex", 0, 6)
    assert (geometry.kind, geometry.main, geometry.end) == ("geometry", 8, 18)
    assert (vertex.merge, geometry.merge) == (0, 1)  # only a geometry shader with a mode merges dummy outputs
    assert [(one.name, one.first) for one in geometry.uniforms] == [("shift", 0x18)]
    assert [one.register for one in (*vertex.constants, *geometry.constants)] == [95, 95]
    assert len(binary.words) == 21


def test_the_order_of_sources_is_the_order_of_programs() -> None:
    assert [one.kind for one in parts(GEOMETRY, VERTEX).executables] == ["geometry", "vertex"]


def test_a_source_without_a_program_lends_its_procedures() -> None:
    library = ".nodvle\n.proc twice\n    add r0, r0, r0\n.end"
    user = ".out - position o0\n.proc main\n    mov r0, v0\n    call twice\n    mov o0, r0\n    end\n.end"
    binary = parts(user, library)
    (program,) = binary.executables
    assert (program.main, program.end, len(binary.words)) == (0, 4, 5)
    assert binary.words[1] == 0x24000000 << 2 | 4 << 10 | 1


def test_uniforms_of_one_unit_meet_under_their_name() -> None:
    """A geometry shader without a mode, picasso's old kind, has the vertex shader's uniforms."""
    first = ".fvec a, b[2]\n.proc main\n    end\n.end"
    second = ".fvec b[2], c\n.entry other\n.proc other\n    setemit 0\n    mov o0, c\n    emit\n    end\n.end"
    _, geometry = parts(first, second).executables
    assert geometry.kind == "geometry"
    assert geometry.mode == 0
    assert [(one.name, one.first, one.last) for one in geometry.uniforms] == [("b", 0x11, 0x12), ("c", 0x13, 0x13)]


@pytest.mark.parametrize(
    ("second", "message"),
    [
        (".fvec tint[2]", "another source declares 'tint' with 1 uniform registers"),
        (".proc shade\nend\n.end", "the procedure 'shade' is defined already"),
        (".proc other\njmpu b0, there\nend\n.end\n.entry other", "there is no label 'there'"),
        (".in v", "there is no procedure 'nothing'"),
    ],
)
def test_what_sources_cannot_share(second: str, message: str) -> None:
    with pytest.raises(GpuccError) as caught:
        parts(VERTEX.replace("call", "there: call"), f"{second}\n.entry nothing" if ".in" in second else second)
    assert message in caught.value.message
    assert caught.value.location
    assert caught.value.location.file == "1.pica"


@pytest.mark.parametrize(
    ("line", "mode"),
    [
        (".gsh point c4", (0, 0, 0, 0)),
        (".gsh variable c4 3", (1, 0, 3, 0)),
        (".gsh subdivision c4, 3", (1, 0, 3, 0)),
        (".gsh fixed c4 c1 7", (2, 1, 0, 7)),
        (".gsh particle c4, c1, 7", (2, 1, 0, 7)),
        (".gsh", (0, 0, 0, 0)),
    ],
)
def test_modes_of_geometry_shaders_under_old_and_new_names(line: str, mode: tuple[int, ...]) -> None:
    (program,) = parts(f"{line}\n.fvec a\n.proc main\nend\n.end").executables
    assert (program.mode, program.fixed_start, program.variable_count, program.fixed_count) == mode
    assert program.uniforms[0].first == (0x10 if line == ".gsh" else 0x14)


def test_geometry_shaders_have_fifteen_booleans() -> None:
    with pytest.raises(GpuccError, match="no room for b: 1 of 0 boolean registers"):
        parts(".gsh point c0\n.bool a[15]\n.bool b\n.proc main\nend\n.end")
    with pytest.raises(GpuccError, match="before all uniforms"):
        parts(".fvec a\n.gsh point c0\n.proc main\nend\n.end")


# the table of descriptors ---------------------------------------------------------------------------------------------


def test_all_components_of_a_comparison_s_second_source_count() -> None:
    """picasso leaves them out of what may differ, for `cmp` alone: the add takes an entry of its own."""
    text = ".out - position o0\n.proc main\ncmp r0.z, eq, eq, r1.z\nadd r0.z, r0.z, r2.y\nend\n.end"
    assert assemble(text).descriptors == (0x2A9540, 0x155542)
    assert assemble(f".opdesc\n{text}").descriptors == (0x2A9542,) or len(assemble(f".opdesc\n{text}").descriptors) < 3


def test_entries_change_places_for_mad() -> None:
    """The 33rd entry changes places with entry 0, which no mad uses."""
    movs = [f"mov r0.{mask}, -v0.{lane}" for mask in ("x", "y", "z", "w", "xy", "xz", "yz", "xw") for lane in "xyzw"]
    binary = assemble("\n".join([".proc main", *movs, "mad r1, -r2, r3, r4", "end", ".end"]))
    assert [word & 127 for word in binary.words[:3]] == [32, 1, 2]
    assert binary.words[32] & 31 == 0


# numbers --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "word"),
    [
        (0.1, 0x3B9999), (-0.1, 0xBB9999), (1.0, 0x3F0000), (3e19, 0x7FA055), (1e39, 0x7F0000), (-1e-30, 0x800000),
        (-0.0, 0x800000), (float("inf"), 0x7F0000), (float("nan"), 0x7F0000), (2.0**-63, 0x000000),
    ],
)  # fmt: skip
def test_constants_as_picasso_cuts_them_off(value: float, word: int) -> None:
    assert cut_off(value) == word


def test_printed_constants_stand_for_their_word_in_both_ways_of_rounding() -> None:
    for word in (0x3B9999, 0x3B999A, 0xBB999A, 0x3F0000, 0x800000, 0x7F0000, 0x010001, 0x7EFFFF, 0x400001):
        text = shortest(word)
        assert PicassoManner().float_word(text) == word == PicassoManner(cut=True).float_word(text), text
    assert shortest(0x7FA055) == "0x7fa055"  # picasso's NaN, which has no number


def test_numbers_with_a_tail_are_read_as_picasso_reads_them_and_reported() -> None:
    text = ".constf a(1.0/128.0, 2, 3, 4)\n.consti b(2*3, 1, 1, 1)\n.proc main\nmov r0, c[1.x]\nend\n.end"
    text = text.replace("c[1.x]", "d[1.x].x").replace(".constf", ".fvec d[2]\n.constf")
    with pytest.raises(GpuccError):
        assemble(text)
    manner = PicassoManner(lenient=True)
    (program,) = assemble(text, "a.pica", manner).executables
    assert program.constants[0].words[0] == 0x3F0000
    assert program.constants[1].bytes[0] == 2
    assert manner.warnings == [
        "a.pica:2: '1.0/128.0' is read as 1.0: calculations are not part of the language",
        "a.pica:3: '2*3' is read as 2: calculations are not part of the language",
        "a.pica:5: [1.x] is read as [1]: an index has no components",
    ]


def test_an_index_with_a_minus_is_read_as_picasso_reads_it_and_reported() -> None:
    """`gpucc asm` subtracts; picasso drops the register, and so the whole index."""
    text = ".fvec d[9]\n.proc main\nmova a0.x, v0\nmov r0, d[a0.x - 4]\nmov r1, c5[a0.x-1]\nend\n.end"
    manner = PicassoManner(lenient=True)
    binary = assemble(text, "a.pica", manner)
    assert binary.words[1:3] == assemble(text.replace("[a0.x - 4]", "").replace("[a0.x-1]", "")).words[1:3]
    assert manner.warnings == [
        f"a.pica:{line}: [{index}] is read as [0]: picasso knows no minus here, and drops the index register"
        for line, index in ((4, "a0.x - 4"), (5, "a0.x-1"))
    ]
    assert (
        assemble(text.replace("d[a0.x - 4]", "d")).words[2]
        == assemble(text.replace("d[a0.x - 4]", "d").replace("c5[a0.x-1]", "c4[a0.x]")).words[2]
    )


# printing -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("texts", [(VERTEX, GEOMETRY), (GEOMETRY, VERTEX), (VERTEX,), (GEOMETRY,)])
def test_every_program_of_a_file_is_printed_in_picassos_words(texts: tuple[str, ...]) -> None:
    binary = parts(*texts)
    printed = print_sources(binary)
    assert len(printed) == len(texts)
    assert parts(*printed) == binary
    words = {line.split()[0] for text in printed for line in text.splitlines() if line.startswith(".")}
    assert words <= {".fvec", ".bool", ".in", ".out", ".setf", ".gsh", ".entry", ".proc", ".end"}
    assert not any(line.split(";")[0].split()[2:] for text in printed for line in text.splitlines() if ".fvec" in line)


def test_a_gap_between_uniforms_becomes_a_hidden_uniform() -> None:
    (text,) = print_sources(assemble(VERTEX))
    assert ".fvec matrix[4] ; c0\n.fvec _c4\n.fvec tint ; c5\n" in text


def test_uniforms_that_overlap_keep_their_registers() -> None:
    binary = assemble(".fvec a[4] c2\n.fvec b c3\n.in - v3\n.proc main\nend\n.end")
    (text,) = print_sources(binary)
    assert ".fvec b c3" in text
    assert ".in - v3" in text
    assert assemble(text) == binary


# the command line -----------------------------------------------------------------------------------------------------


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("a.v.pica").write_text(VERTEX)
    Path("b.g.pica").write_text(GEOMETRY)
    return tmp_path


def test_the_command_line_of_the_build_rules(files: Path) -> None:
    """`3ds_rules` has the sources last, users of make also first; CMake gives absolute names."""
    assert main(["picasso", "-o", "x.shbin", "a.v.pica", "b.g.pica"]) == 0
    assert main(["picasso", "a.v.pica", f"{files}/b.g.pica", f"--out={files}/y.shbin", "-hy.h"]) == 0
    data = Path("x.shbin").read_bytes()
    assert data == Path("y.shbin").read_bytes() == shbin.write(parts(VERTEX, GEOMETRY))
    assert main(["picasso", "--picasso-constants", "-oz.shbin", "a.v.pica", "b.g.pica"]) == 0
    cut = shbin.read(Path("z.shbin").read_bytes()).executables[0].constants[0].words
    assert cut == (0x3B9999, 0x3F0000, 0x800000, 0x404000)
    assert Path("y.h").read_text() == (
        "// Generated by gpucc picasso\n#pragma once\n#define VSH_FVEC_matrix 0x00\n#define VSH_ULEN_matrix 4\n"
        "#define VSH_FVEC_tint 0x05\n#define VSH_ULEN_tint 1\n#define VSH_FLAG_lit BIT(0)\n#define VSH_ULEN_lit 1\n"
        "#define GSH_FVEC_shift 0x08\n#define GSH_ULEN_shift 1\n"
    )


def test_a_shader_in_glsl_before_a_geometry_shader(files: Path) -> None:
    Path("c.vert").write_text(
        "attribute vec4 position;\nuniform mat4 mvp;\nvarying vec4 v_color;\n"
        "void main() { gl_Position = mvp * position; v_color = position.yyxx; }\n"
    )
    assert main(["picasso", "-o", "x.shbin", "b.g.pica", "c.vert"]) == 0
    geometry, vertex = shbin.read(Path("x.shbin").read_bytes()).executables
    assert (geometry.kind, vertex.kind, vertex.main) == ("geometry", "vertex", 13)
    assert {one.name for one in vertex.uniforms} >= {"position", "mvp"}


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["a.v.pica"], 2, "no output file is specified"),
        (["-o", "x.shbin"], 2, "missing argument"),
        (["-o", "a.v.pica", "a.v.pica"], 2, "it is the input"),
        (["-o", "x.shbin", "p.frag"], 1, "the chip runs no fragment shaders"),
        (["-o", "x.shbin", "none.pica"], 2, "cannot read 'none.pica'"),
        (["-o", "x.shbin", "-n", "a.v.pica"], 0, "a nop is needed here"),
        (["-o", "x.shbin", "--check", "n.pica"], 1, "no-end"),
    ],
)
def test_wrong_calls_and_warnings(
    files: Path, capsys: pytest.CaptureFixture[str], words: list[str], code: int, said: str
) -> None:
    Path("p.frag").write_text("void main() { gl_FragColor = vec4(1); }")
    Path("a.v.pica").write_text(VERTEX.replace("    mov o1, tint", "    ifu lit\n    .end\n    mov o1, tint"))
    Path("n.pica").write_text(".out - position o0\n.proc main\n    mov o0, v0\n.end")
    assert main(["picasso", *words]) == code
    assert said in capsys.readouterr().err


def test_the_header_s_prefix_is_that_of_the_first_program() -> None:
    made = assemble_all([("", ".fvec a\n.proc main\nsetemit 0\nemit\nend\n.end")])
    assert "#define GSH_FVEC_a 0x00" in macros(made)


def test_other_commands_take_geometry_shaders_too(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["picasso", "--check", "-o", "g.shbin", "b.g.pica"]) == 0
    assert main(["asm", "b.g.pica", "--isa", "pica200", "-o", "x.shbin"]) == 0
    capsys.readouterr()
    assert main(["disasm", "g.shbin"]) == 0
    assert ".gsh point c8" in capsys.readouterr().out


SHARED_NAME = """#version 320 es
precision highp float;
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
in vec4 v_color[];
uniform mat4 mvp;
out vec4 color;
void main() {
    for (int i = 0; i < 3; i++) { gl_Position = mvp * gl_in[i].gl_Position; color = v_color[i]; EmitVertex(); }
    EndPrimitive();
}
"""


def test_uniforms_of_a_compiled_geometry_shader_have_its_prefix(files: Path) -> None:
    """The vertex shader has one of that name in another register."""
    Path("c.vert").write_text(
        "attribute vec4 position;\nuniform vec4 tint;\nuniform mat4 mvp;\nvarying vec4 v_color;\n"
        "void main() { gl_Position = mvp * position; v_color = position.yyxx * tint; }\n"
    )
    Path("c.geom").write_text(SHARED_NAME)
    assert main(["picasso", "-o", "x.shbin", "-h", "x.h", "c.vert", "c.geom"]) == 0
    defined = [line.split()[1:] for line in Path("x.h").read_text().splitlines() if "_FVEC_" in line]
    assert defined == [["VSH_FVEC_tint", "0x00"], ["VSH_FVEC_mvp", "0x01"], ["GSH_FVEC_mvp", "0x00"]]


def test_a_file_of_two_programs_asks_for_what_the_one_reads_that_runs(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["picasso", "-o", "x.shbin", "a.v.pica", "b.g.pica"]) == 0
    both = gpucc.load("x.shbin").interface
    assert main(["picasso", "-o", "y.shbin", "a.v.pica"]) == 0
    alone = gpucc.load("y.shbin").interface
    assert [slot.name for slot in both.inputs] == [slot.name for slot in alone.inputs]
    assert [slot.name for slot in both.uniforms] == [slot.name for slot in alone.uniforms]
    capsys.readouterr()
    assert main(["run", "x.shbin", "--stage", "geometry"]) == 2
    assert "is run as a vertex program, not as a geometry one" in capsys.readouterr().err


def test_encodings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A byte order mark is no instruction, comments may be in Latin 1, and UTF-16 is told as such."""
    source, output = tmp_path / "k.v.pica", tmp_path / "k.shbin"
    made = []
    for data in (VERTEX.encode(), VERTEX.encode("utf-8-sig"), b"; caf\xe9" + VERTEX.encode()):
        source.write_bytes(data)
        assert main(["picasso", "-o", str(output), str(source)]) == 0
        made.append(output.read_bytes())
    assert made[0] == made[1] == made[2]
    source.write_bytes(VERTEX.encode("utf-16"))
    for words in (["picasso", "-o", str(output), str(source)], ["asm", str(source), "--isa", "pica200"]):
        assert main(words) == 1
        assert "error: this text is UTF-16\n" in capsys.readouterr().err
