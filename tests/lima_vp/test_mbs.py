"""MBS1 files: layout byte by byte, programs in and out, and broken files."""

from __future__ import annotations

import contextlib
import struct
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gpucc.emit import mbs, mbs_program
from gpucc.emit.lima_vp import from_mbs, to_mbs
from gpucc.emit.lima_vp_assembler import assemble
from gpucc.emit.mbs import Fragment, MbsBinary, MbsSymbol
from gpucc.errors import InputError
from gpucc.isa.model import SamplerState
from gpucc.program import Constant, Interface, Program, Slot

CODE = assemble("acc0 = a1.x + u0.x; v0.x = acc0\nnop")
PROGRAM = Program(
    "lima-vp",
    "vertex",
    CODE,
    Interface(
        (Slot("pos", "input", 1, "ffff"), Slot("uv", "input", 2, "ff", "vec2")),
        (Slot("gl_Position", "output", 0, "ffff"), Slot("tint", "output", 1, "fff", "vec3")),
        (
            Slot("mvp", "uniform", 0, "f" * 16, "mat4"),
            Slot("on", "uniform", 4, "b", "bool"),
            Slot("n", "uniform", 5, "i...i", "int[2]"),
        ),
    ),
    (Constant(7, 0, 0.5), Constant(7, 3, -1.0)),
)


def test_a_vertex_program_byte_by_byte() -> None:
    symbol = (
        b"STRI"
        + struct.pack("<I", 4)
        + b"pos\0"
        + struct.pack("<BBHHHHBB", 0, 1, 4, 4, 0, 4, 16, 3)
        + struct.pack("<HH", 0, 4)
    )
    table = struct.pack("<I", 1) + b"VATT" + struct.pack("<I", len(symbol)) + symbol
    body = struct.pack("<I", 6) + b"FINS" + struct.pack("<IIII", 12, 0, 2, 1)
    body += b"SUNI" + struct.pack("<III", 8, 0, 0)
    body += b"SATT" + struct.pack("<I", len(table)) + table
    body += b"SVAR" + struct.pack("<II", 4, 0)
    body += b"DBIN" + struct.pack("<I", 32) + CODE
    inner = b"CVER" + struct.pack("<I", len(body)) + body
    program = replace(PROGRAM, interface=Interface(PROGRAM.interface.inputs[:1]), constants=())
    assert to_mbs(program) == b"MBS1" + struct.pack("<I", len(inner)) + inner


def test_programs_survive() -> None:
    again = from_mbs(to_mbs(PROGRAM))
    assert again.code == PROGRAM.code
    assert [(c.register, c.component, c.value) for c in again.constants if c.value] == [(7, 0, 0.5), (7, 3, -1.0)]
    for before, after in zip(PROGRAM.interface.slots(), again.interface.slots(), strict=True):
        assert (before.name, before.kind, before.register, before.words, before.type) == (
            after.name, after.kind, after.register, after.words, after.type,
        )  # fmt: skip
    binary = mbs.read(to_mbs(PROGRAM))
    assert (binary.core, binary.instructions, binary.prefetch, binary.uniform_area) == (6, 2, 1, 32)


def test_fragment_programs_and_samplers() -> None:
    interface = Interface(
        (Slot("uv", "input", 0, "ff", "vec2"),),
        (Slot("gl_FragColor", "output", 0, "ffff"),),
        (Slot("k", "uniform", 0, "ffff"),),
        (
            Slot("tex", "sampler", 0, "", "sampler2D"),
            Slot("sky", "sampler", 1, "", "samplerCube", sampler=SamplerState("cube")),
        ),
    )
    program = Program("other", "fragment", b"\1\2\3\4", interface)
    binary = mbs_program.from_program(program, core="mali-200", fragment=Fragment(3, 1, True, (1, 1, 0, 0, 0, 0, 0, 0)))
    assert binary.core == 5
    assert mbs.read(mbs.write(binary)) == binary
    again = mbs_program.to_program(binary, "other")
    assert [slot.name for slot in again.interface.slots()] == ["uv", "gl_FragColor", "k", "tex", "sky"]
    assert binary.uniforms[2].type == mbs.TYPES["samplerCube"]
    with pytest.raises(InputError, match="not one for the vertex processor"):
        from_mbs(mbs.write(binary))


NAMES = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=9)
SHORT = st.integers(0, 65535)
PLAIN = st.builds(
    MbsSymbol, NAMES, SHORT, SHORT, st.integers(0, 255), SHORT, SHORT, SHORT, st.integers(0, 255), st.integers(0, 255)
)
VALUES = st.lists(st.floats(width=32, allow_nan=False), max_size=5).map(tuple)
FULL = st.builds(replace, PLAIN, invariant=st.integers(0, 1), parent=st.none() | st.integers(0, 65534), values=VALUES)


@given(
    st.binary(max_size=40),
    st.lists(FULL, max_size=3),
    st.lists(PLAIN, max_size=3),
    st.lists(FULL, max_size=3),
    st.integers(0, 2**32 - 1),
)
@settings(max_examples=60)
def test_files_survive(
    code: bytes, uniforms: list[MbsSymbol], attributes: list[MbsSymbol], varyings: list[MbsSymbol], number: int
) -> None:
    binary = MbsBinary(
        "vertex", number, code, tuple(uniforms), tuple(attributes), tuple(varyings), number, number, number
    )
    assert mbs.read(mbs.write(binary)) == binary
    pixel = MbsBinary(
        "fragment", number, code, tuple(uniforms), (), tuple(varyings), number, fragment=Fragment(number, 7, True)
    )
    assert mbs.read(mbs.write(pixel)) == pixel


def test_the_uniform_table_of_the_wiki_has_no_area() -> None:
    binary = MbsBinary("vertex", 6, CODE, (MbsSymbol("k", 0),), instructions=2)
    data = mbs.write(binary)
    at = data.index(b"SUNI")
    (size,) = struct.unpack_from("<I", data, at + 4)
    without = data[at + 8 : at + 12] + data[at + 16 : at + 8 + size]
    old = data[:at] + b"SUNI" + struct.pack("<I", size - 4) + without + data[at + 8 + size :]
    inner, outer = struct.unpack_from("<I", old, 12)[0] - 4, struct.unpack_from("<I", old, 4)[0] - 4
    old = old[:4] + struct.pack("<I", outer) + old[8:12] + struct.pack("<I", inner) + old[16:]
    assert mbs.read(old) == binary


def test_unknown_chunks_are_skipped() -> None:
    data = mbs.write(MbsBinary("vertex", 6, CODE, (MbsSymbol("k", 0, values=(1.0,)),)))
    extra = b"VIDX" + struct.pack("<I", 4) + b"abcd"
    at = data.index(b"VINI")
    grown = data[:at] + extra + data[at:]
    for tag in (b"MBS1", b"CVER", b"SUNI", b"VUNI"):
        place = grown.index(tag) + 4
        grown = (
            grown[:place]
            + struct.pack("<I", struct.unpack_from("<I", grown, place)[0] + len(extra))
            + grown[place + 4 :]
        )
    assert mbs.read(grown) == mbs.read(data)


WRONG = [
    (b"", "it is empty"),
    (b"ELF\x7f\0\0\0\0", "begins with the chunk MBS1"),
    (b"MBS1\0\0\0\0", "MBS1 holds 0 programs"),
    (b"MBS1\0\0\0\0x", "1 bytes are no chunk"),
    (b"MBS1\0\0\0\0MBS1\0\0\0\0", "8 bytes follow the chunk MBS1"),
    (b"MBS1\xff\xff\xff\xff", "is 4294967295 bytes long, but 0 are left"),
    (b"MBS1\x08\0\0\0CVER\0\0\0\0", "the core is cut off"),
    (b"MBS1\x0c\0\0\0CVER\x04\0\0\0\x06\0\0\0", "has no code"),
]


@pytest.mark.parametrize(("data", "message"), WRONG, ids=[message for _, message in WRONG])
def test_broken_files_are_explained(data: bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        mbs.read(data, "k.mbs")
    assert message in caught.value.message
    assert caught.value.file == "k.mbs"


def test_every_cut_and_every_changed_byte_gives_an_answer() -> None:
    data = to_mbs(PROGRAM)
    for end in range(len(data)):
        with pytest.raises(InputError):
            from_mbs(data[:end])
    for at in range(len(data)):
        for change in (0x01, 0x80, 0xFF):
            with contextlib.suppress(InputError):
                from_mbs(data[:at] + bytes([data[at] ^ change]) + data[at + 1 :])


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(InputError, match="does not fit into MBS"):
        mbs.write(MbsBinary("vertex", 6, CODE, (MbsSymbol("k", 70000),)))
    with pytest.raises(InputError, match="no core 'mali-3'"):
        mbs_program.from_program(PROGRAM, core="mali-3")
    with pytest.raises(InputError, match="says that it has 3 instructions"):
        from_mbs(mbs.write(MbsBinary("vertex", 6, CODE, instructions=3)))
