"""The bytes of MBS files, spelled out by the layout of the limadriver wiki: a round trip cannot show a mistake that
writer and reader share.
"""

from __future__ import annotations

import struct

import pytest

from gpucc.emit import lima_pp_mbs, mbs, mbs_program
from gpucc.emit.lima_pp_assembler import assemble
from gpucc.emit.mbs import Fragment, MbsBinary, MbsSymbol
from gpucc.program import Constant, Interface, Program, Slot


def chunk(tag: bytes, content: bytes) -> bytes:
    return tag + struct.pack("<I", len(content)) + content


def symbol(name: bytes, numbers: tuple[int, ...], invariant: int, offset: int, parent: int, more: bytes = b"") -> bytes:
    """A uniform or varying: its name, eight numbers, whether it is invariant, its offset and its parent."""
    text = chunk(b"STRI", name + bytes(4 - len(name) % 4))
    return text + struct.pack("<BBHHHHBBIHH", *numbers, invariant, offset, parent) + more


def test_uniforms_and_varyings() -> None:
    s = MbsSymbol("s", 0, 0, 8, 2, 0, 0, 0, 0)
    m = MbsSymbol("map", 12, 2, 4, 3, 4, 8, 16, 2, 1, 0)
    c = MbsSymbol("?c", 28, values=(0.5, 0.0, 0.0, -1.0))
    v = MbsSymbol("v", mbs.NOWHERE, 3, 1, 0, 4, 4, 16, 1)
    written = mbs.write(MbsBinary("vertex", 6, b"code", (s, m, c), (), (v,), 32, 7, 2))
    uniforms = [
        symbol(b"s", (0, 8, 0, 0, 2, 0, 0, 0), 0, 0, 0xFFFF),
        symbol(b"map", (0, 4, 2, 4, 3, 8, 16, 2), 1, 12, 0),
        symbol(b"?c", (0, 1, 4, 4, 0, 4, 16, 3), 0, 28, 0xFFFF, chunk(b"VINI", struct.pack("<I4f", 4, 0.5, 0, 0, -1))),
    ]
    body = struct.pack("<I", 6) + chunk(b"FINS", struct.pack("<III", 0, 7, 2))
    body += chunk(b"SUNI", struct.pack("<II", 3, 32) + b"".join(chunk(b"VUNI", one) for one in uniforms))
    body += chunk(b"SATT", struct.pack("<I", 0))
    varying = symbol(b"v", (0, 1, 3, 4, 0, 4, 16, 1), 0, 0xFFFF, 0xFFFF)
    body += chunk(b"SVAR", struct.pack("<I", 1) + chunk(b"VVAR", varying))
    assert written == chunk(b"MBS1", chunk(b"CVER", body + chunk(b"DBIN", b"code")))


def test_constants_lie_in_their_registers() -> None:
    """An offset counts components."""
    interface = Interface((), (Slot("gl_Position", "output", 0, "ffff"),), (Slot("k", "uniform", 2, "ffff"),))
    constants = (Constant(5, 1, 0.25), Constant(3, 0, 8.0), Constant(5, 3, -2.0))
    made = mbs_program.from_program(Program("other", "vertex", b"", interface, constants))
    assert [(one.offset, one.values) for one in made.uniforms] == [
        (8, ()),
        (12, (8.0, 0.0, 0.0, 0.0)),
        (20, (0.0, 0.25, 0.0, -2.0)),
    ]
    assert made.uniform_area == 24


def test_what_a_driver_needs_of_a_fragment_program() -> None:
    facts = Fragment(3, 2, True, (1, 1, 0, 0, 0, 0, 0, 0))
    body = struct.pack("<I", 5) + chunk(b"FSTA", struct.pack("<II", 3, 2)) + chunk(b"FDIS", struct.pack("<I", 1))
    body += chunk(b"FBUU", bytes((1, 1, 0, 0, 0, 0, 0, 0))) + chunk(b"SUNI", struct.pack("<II", 0, 0))
    body += chunk(b"SVAR", struct.pack("<I", 0)) + chunk(b"DBIN", b"code")
    written = mbs.write(MbsBinary("fragment", 5, b"code", fragment=facts))
    assert written == chunk(b"MBS1", chunk(b"CFRA", body))


@pytest.mark.parametrize(
    ("text", "rows", "discards", "buffers"),
    [
        ("stop, load.v $0 0", 0, False, (0, 1, 0)),
        ("load.v $0 0, store.t -1.w $0.x\nstop", 1, False, (0, 1, 0)),
        ("load.v $0 0, store.t -2.x $0.x\nstop", 2, False, (0, 1, 0)),
        ("load.v $0 0, store.t -3.w+$0.x $0.x\nstop", 3, False, (0, 1, 0)),
        ("load.v $0 0, store.t -5 $0\nstop, load.t -9.zw, mov.v1 $0.xy ^u", 9, False, (0, 1, 0)),
        ("stop, discard", 0, True, (0, 1, 0)),
        ("stop, read_color.t $0", 0, False, (1, 1, 0)),
        ("stop, read_depth.t $0", 0, False, (0, 1, 1)),
    ],
)
def test_the_code_tells_what_the_driver_needs(text: str, rows: int, discards: bool, buffers: tuple[int, ...]) -> None:
    """The stack has as many rows as the lowest that is stored or loaded."""
    assert lima_pp_mbs.facts_of(assemble(text)) == Fragment(rows, rows, discards, (*buffers, 0, 0, 0, 0, 0))
