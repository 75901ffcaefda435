"""What Mesa's driver keeps in its disk cache: the state's fields, the file's layout, and what Mesa gives no program."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from gpucc import cli, driver
from gpucc.emit import mesa, mesa_log, mesa_uniforms
from gpucc.errors import InputError, Unsupported
from gpucc.program import Constant, Interface, Program, Slot

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
BUILD = "95eb300fdf4c697be2d77a755f3c8c452ba87f5d"
# the first 64 bytes of a file that Mesa 25.0.7 of this build wrote on its no-op Mali-450
HEAD = bytes.fromhex(
    "0139356562333030666466346336393762653264373761373535663363386334353262613837663564004d616c69343530"
    "000800000000000000000000000000"
)
# that file's content, compressed by zstd, and Mesa's checksum of it
COMPRESSED = bytes.fromhex("28b52ffd2024cd0000780c00ffa3000000603c00f0000000000300340380" + "7c378005")
CHECKSUM = 0x1FD8C579
KEYS = ("ab480b7c867898d5da8185ce977d757cf93dc2af", "f456148dd62e492d26e98b24c727319efd645984")
LOG = "".join(f"[mesa disk cache] retrieving {key}: missing\n[mesa disk cache] storing {key}\n" for key in KEYS)
VERTEX = """precision highp float; attribute vec4 p; attribute vec2 q; uniform mat4 m; uniform mat3 n; uniform vec4 k;
varying vec2 v; varying vec3 w;
void main() { gl_Position = m * p; gl_PointSize = q.y; v = k.xy + q; w = n * p.xyz; }"""
FRAGMENT = """precision mediump float; varying vec2 v; varying vec3 w; uniform vec4 z;
void main() { if (v.x > 0.5) discard; gl_FragColor = vec4(v, WZ) * z; }"""
MESAS = {"viewport": "32768"}


def pair(tmp_path: Path, third: str = "w.x, w.y") -> tuple[Program, Program]:
    """Both programs, linked."""
    paths = tmp_path / "a.vert", tmp_path / "b.frag"
    paths[0].write_text(VERTEX)
    paths[1].write_text(FRAGMENT.replace("WZ", third))
    first, second = driver.paired(*paths)
    return (
        driver.compile(first, "lima-vp", name="a.ll", stage="vertex", target=MESAS, verify=None),
        driver.compile(second, "lima-pp", name="b.ll", stage="fragment", verify=None),
    )


def test_the_state_of_a_pair(tmp_path: Path) -> None:
    vertex, fragment = pair(tmp_path)
    mesa.check_pair(vertex, fragment)
    made, other = mesa.shader_of(vertex), mesa.shader_of(fragment)
    numbers = struct.unpack("<48i", made.state.packed())
    size, _, uniforms, constants = numbers[:4]
    assert (size, uniforms) == (len(vertex.code), 16 * 8)
    assert constants == len(made.constants) == 16 * len({one.register for one in vertex.constants})
    assert numbers[4:16] == (4, 4, 0, 2, 4, 0, 3, 4, 0, 1, 4, 0)
    assert numbers[16:43] == (0,) * 27
    assert numbers[43:] == (0, 4, 2, 0, 3)
    assert struct.unpack("<5i?3x", other.state.packed()) == (len(fragment.code), 0, 0, -1, -1, True)
    assert made.packed() == made.state.packed() + vertex.code + made.constants
    assert driver.contents(vertex, driver.format_named("mesa"), "a") == made.packed()


def test_the_prefetch_is_the_last_instruction_with_an_attribute(tmp_path: Path) -> None:
    vertex, _ = pair(tmp_path)
    last = max(i for i, line in enumerate(_lines(vertex)) if "a0" in line or "a1" in line)
    state = mesa.shader_of(vertex).state
    assert isinstance(state, mesa.MesaVertexState)
    assert state.prefetch == last


def _lines(program: Program) -> list[str]:
    """The text of each instruction."""
    lines: list[str] = []
    for line in driver.disassemble(program).splitlines():
        if line.startswith("   ;"):
            lines[-1] += line
        elif not line.startswith("//"):
            lines.append(line)
    return lines


def test_uniforms_that_nothing_reads_leave_no_gap(tmp_path: Path) -> None:
    """Only the dropped varying reads n: Mesa's file has no place for it."""
    vertex, _ = pair(tmp_path, "v.x, v.y")
    after = mesa_uniforms.packed(vertex)
    assert [(slot.name, slot.register) for slot in after.interface.uniforms] == [
        ("m", 0), ("k", 4), ("gl_mali_ViewportTransform", 5),
    ]  # fmt: skip
    rng = np.random.default_rng(3)
    shapes = {"p": (5, 4), "q": (5, 2), "m": (4, 4), "n": (3, 3), "k": (4,), "gl_mali_ViewportTransform": (2, 4)}
    given = {name: rng.uniform(0.5, 2, shape).astype(np.float32) for name, shape in shapes.items()}
    before, found = (driver.run(one, _given(one, given)) for one in (vertex, after))
    assert all(np.array_equal(before[name], found[name]) for name in before)


def _given(program: Program, values: Mapping[str, object]) -> dict[str, object]:
    return {slot.name: values[slot.name] for slot in program.interface.inputs + program.interface.uniforms}


def test_a_file_begins_as_mesas_own(tmp_path: Path) -> None:
    shader = mesa.shader_of(pair(tmp_path)[1])
    data = mesa.entry(shader, BUILD, "Mali450")
    assert data[: len(HEAD)] == HEAD
    checksum, size = struct.unpack_from("<II", data, len(HEAD))
    packed = data[len(HEAD) + 8 :]
    assert ~zlib.crc32(COMPRESSED) & 0xFFFFFFFF == CHECKSUM
    assert checksum == ~zlib.crc32(packed) & 0xFFFFFFFF
    magic, descriptor, content = struct.unpack_from("<IBI", packed)
    assert (magic, descriptor, content, size) == (0xFD2FB528, 0xA0, size, len(shader.packed()))
    assert int.from_bytes(packed[9:12], "little") == size << 3 | 1
    assert packed[12:] == shader.packed()


def test_a_long_content_is_several_blocks() -> None:
    state = mesa.MesaFragmentState(300_000, 0, 0, -1, -1, False)
    shader = mesa.MesaShader(state, bytes(300_000))
    packed, at, content, last = mesa.entry(shader, BUILD, "Mali400")[len(HEAD) + 8 :], 9, b"", 0
    while not last:
        head = int.from_bytes(packed[at : at + 3], "little")
        last, size = head & 1, head >> 3
        assert size <= 1 << 17
        content += packed[at + 3 : at + 3 + size]
        at += 3 + size
    assert content == shader.packed()
    assert at == len(packed)


def test_the_command_writes_entries_under_the_keys(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, folder = tmp_path / "log", tmp_path / "cache"
    forms = form("vertex", 6, "highp mat4 transform (0, 0, 0)", "vec3 light (1, 4, 0)", "vec4 colour (2, 5, 0)") + form(
        "fragment", 1, "mediump vec4 color (0, 0, 0)"
    )
    log.write_text("Mali450\n" + LOG + forms)
    words = ["mesa-cache", str(EXAMPLES / "lit.vert"), str(EXAMPLES / "lit.frag"), "--mesa-build-id", BUILD]
    assert cli.main([*words, "--log", str(log), "-o", str(folder)]) == 0
    told = capsys.readouterr().err
    vertex, fragment = (folder / mesa.path_of(key) for key in (KEYS[1], KEYS[0]))
    assert f"{vertex}: the vertex program" in told
    assert len(vertex.read_bytes()) > len(fragment.read_bytes())
    assert cli.main([*words, "--log", str(log), "-o", str(folder), "--gpu", "Mali9"]) == 2
    assert "chips: Mali400, Mali450" in capsys.readouterr().err


@pytest.mark.parametrize("log", ["", LOG[: len(LOG) // 2], LOG + LOG.replace("f4", "f5")])
def test_a_log_of_other_than_one_pair_is_refused(log: str) -> None:
    with pytest.raises(InputError, match="but a pair is two"):
        mesa_log.keys_of(log, "log")


def test_what_mesa_gives_no_program_is_refused(tmp_path: Path) -> None:
    vertex, fragment = pair(tmp_path)
    with pytest.raises(InputError, match="40 hexadecimal digits"):
        mesa.entry(mesa.shader_of(fragment), "beef", "Mali450")
    wrong = Interface((Slot("w", "input", 0, "fff"), Slot("v", "input", 1, "ff")))
    with pytest.raises(InputError, match="writes the varyings v, w, but the fragment program reads w, v"):
        mesa.check_pair(vertex, Program("lima-pp", "fragment", fragment.code, wrong))
    table = Program("lima-pp", "fragment", fragment.code, fragment.interface, (Constant(3, 0, 1.0),))
    with pytest.raises(Unsupported, match="this one has a table"):
        mesa.shader_of(table)
    arms = driver.compile(VERTEX, "lima-vp", name="a.vert", verify=None)
    with pytest.raises(Unsupported, match="puts the viewport right after the shader's uniforms"):
        mesa.shader_of(arms)
    many = "".join(f"varying vec4 v{i};" for i in range(13))
    body = "".join(f"v{i} = p + {i}.0;" for i in range(13))
    text = f"attribute vec4 p; {many} void main() {{ gl_Position = p; {body} }}"
    wide = driver.compile(text, "lima-vp", name="a.vert", target=MESAS, verify=None)
    with pytest.raises(Unsupported, match="14 outputs, but Mesa's driver takes 13"):
        mesa.shader_of(wide)
    indexed = VERTEX.replace("uniform vec4 k;", "uniform vec4 k[9]; uniform float i;").replace("k.xy", "k[int(i)].xy")
    (tmp_path / "a.vert").write_text(indexed)
    (tmp_path / "b.frag").write_text(FRAGMENT.replace("WZ", "v.x, v.y"))
    first, _ = driver.paired(tmp_path / "a.vert", tmp_path / "b.frag")
    gap = driver.compile(first, "lima-vp", name="a.ll", stage="vertex", target=MESAS, verify=None)
    with pytest.raises(Unsupported, match="does not read n, which Mesa would leave out"):
        mesa.shader_of(gap)


def form(stage: str, rows: int, *uniforms: str) -> str:
    """What LIMA_DEBUG=gp,pp tells of a linked shader with these uniforms."""
    lines = "".join(f"decl_var uniform INTERP_MODE_NONE none {one}\n" for one in uniforms)
    head = f"shader: MESA_SHADER_{stage.upper()}\nname: GLSL1\nuniforms: {rows}\n"
    return f"{head}{lines}decl_function main () (entrypoint)\n\nimpl main {{\n"


SAMPLER = "lowp sampler2D z2 (1, 0, 0)"
OF_THE_VERTEX = ("highp mat4 m (0, 0, 0)", "highp mat3 n (1, 4, 0)", "highp vec4 k (2, 7, 0)")


def test_a_uniform_that_the_linker_took_away_is_refused(tmp_path: Path) -> None:
    """As in glmark2's jellyfish: the driver would upload nothing for it."""
    vertex, fragment = pair(tmp_path)
    for log in (
        form("fragment", 1, "mediump vec4 z (3, 0, 0)", SAMPLER),
        form("fragment", 2, SAMPLER, "vec4[2] z (3, 0, 0)"),
    ):
        mesa_log.check_uniforms(fragment, log, "log")
    with pytest.raises(Unsupported, match="fragment shader has no uniform 'z': Mesa's linker computes with it"):
        mesa_log.check_uniforms(fragment, form("fragment", 0, SAMPLER), "log")
    with pytest.raises(Unsupported, match="has the uniform 'z' in row 2, but the program has it in row 0"):
        mesa_log.check_uniforms(fragment, form("fragment", 3, "mediump vec4 z (3, 2, 0)"), "log")
    mesa_log.check_uniforms(vertex, form("vertex", 8, *OF_THE_VERTEX), "log")
    with pytest.raises(Unsupported, match="vertex shader has no uniform 'k', which the program reads") as caught:
        mesa_log.check_uniforms(vertex, form("vertex", 7, *OF_THE_VERTEX[:2]), "log")
    assert caught.value.notes == (mesa_log.SAME_PAIR,)
    with pytest.raises(Unsupported, match="take 9 rows, but the program's 8"):
        mesa_log.check_uniforms(vertex, form("vertex", 9, *OF_THE_VERTEX), "log")


def test_structs_lie_as_mesa_keeps_them_or_are_refused() -> None:
    source = """precision mediump float; struct L { vec3 d; vec4 c; }; uniform vec4 a; uniform L one; uniform L two[2];
    void main() { gl_FragColor = a * one.c MORE; }"""

    def compiled(more: str) -> Program:
        return driver.compile(source.replace("MORE", more), "lima-pp", name="a.frag", stage="fragment", verify=None)

    told = ("vec4 a (0, 0, 0)", "L one (1, 1, 0)", "L[2] two (3, 3, 0)")
    mesa_log.check_uniforms(compiled("+ one.d.xyzx"), form("fragment", 7, *told), "log")
    with pytest.raises(Unsupported, match=r"'one' is a struct, of which Mesa keeps all its members \(2 rows\)"):
        mesa_log.check_uniforms(compiled(""), form("fragment", 7, *told), "log")
    with pytest.raises(
        Unsupported, match=r"'two' is a struct, of which Mesa keeps every element with all its members \(4"
    ):
        mesa_log.check_uniforms(compiled("+ one.d.xyzx * two[1].c * two[0].d.xyzz"), form("fragment", 7, *told), "log")


def test_an_array_of_structs_inside_a_struct_is_refused() -> None:
    """Mesa has d and c of the first element, then those of the second; the program has both of d, then both of c."""
    source = """precision mediump float; struct L { vec4 d; vec4 c; }; struct A { L ls[2]; vec4 z; }; uniform A a;
    void main() { gl_FragColor = a.ls[0].d * a.ls[1].d + a.ls[0].c * a.ls[1].c + a.z; }"""
    program = driver.compile(source, "lima-pp", name="a.frag", stage="fragment", verify=None)
    with pytest.raises(Unsupported, match=r"'a\.ls\.d' has several rows in a struct of structs"):
        mesa_log.check_uniforms(program, form("fragment", 5, "A a (0, 0, 0)"), "log")
    flat = driver.compile(
        source.replace("ls[2]", "l").replace("ls[0]", "l").replace("ls[1]", "l"),
        "lima-pp",
        name="a.frag",
        stage="fragment",
        verify=None,
    )
    mesa_log.check_uniforms(flat, form("fragment", 3, "A a (0, 0, 0)"), "log")


@pytest.mark.parametrize(
    ("log", "said"),
    [
        (LOG, "log has no form of Mesa's fragment shader"),
        (form("vertex", 0), "log has no form of Mesa's fragment shader"),
        (
            form("fragment", 0, SAMPLER) + form("fragment", 1, "vec4 z (0, 0, 0)"),
            "log has 2 forms of Mesa's fragment shader",
        ),
    ],
)
def test_a_log_without_mesas_forms_is_refused(tmp_path: Path, log: str, said: str) -> None:
    _, fragment = pair(tmp_path)
    with pytest.raises(InputError, match=said) as caught:
        mesa_log.check_uniforms(fragment, log, "log")
    assert "LIMA_DEBUG=diskcache,gp,pp" in caught.value.notes[0]


def test_a_log_of_a_run_with_a_full_cache_is_refused() -> None:
    """The driver shows no form of a shader that it finds, so nothing could be checked."""
    assert mesa_log.keys_of(LOG, "log") == (KEYS[1], KEYS[0])
    with pytest.raises(InputError, match="took a program from a cache"):
        mesa_log.keys_of(LOG.replace("missing", "found", 1), "log")
