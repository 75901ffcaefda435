"""The record agrees with its documentation, and our files with the sheet on the container."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest
from pica200_outside import Recorded, vectors

from gpucc.emit import shbin
from gpucc.emit.pica200_assembler import assemble
from gpucc.isa.pica200 import PICA200

DOCUMENT = (Path(__file__).resolve().parents[2] / "docs" / "pica200.md").read_text()


def test_the_page_lists_every_fact_and_hazard() -> None:
    facts = [f"| `{f.name}` | {f.level} | {f.statement} | {f.source} |" for f in PICA200.facts]
    hazards = [f"| `{h.name}` | {h.statement} | {h.remedy} | {h.source} |" for h in PICA200.hazards]
    assert re.findall(r"^\| `[a-z0-9-]+` \| (?:proven|agreed|documented) \|.*$", DOCUMENT, re.MULTILINE) == facts
    for line in hazards:
        assert line in DOCUMENT


def test_names_are_unique_and_words_are_whole() -> None:
    for names in ([op.name for op in PICA200.ops], [f.name for f in PICA200.facts], [h.name for h in PICA200.hazards]):
        assert len(names) == len(set(names))
    for word in PICA200.words:
        bits = [bit for field in word.fields for bit in range(field.low, field.low + field.width)]
        assert len(bits) == len(set(bits))
        assert max(bits) < word.bits == 32


def test_all_words_but_those_of_exactly_one_operand_have_one_wide_source() -> None:
    for op in PICA200.ops:
        assert sum("uniform" in operand.accepts for operand in op.operands) == (1 if op.operands else 0)


# the container, structurally ------------------------------------------------------------------------------------------


def u32(data: bytes, at: int) -> int:
    return int(struct.unpack_from("<I", data, at)[0])


def check_structure(data: bytes) -> None:
    """Every requirement of the sheet on the container, by offsets alone."""
    assert data[:4] == b"DVLB"
    count = u32(data, 4)
    dvlp = 8 + 4 * count
    assert data[dvlp : dvlp + 4] == b"DVLP"
    code, words, table, entries = (u32(data, dvlp + at) for at in (8, 12, 16, 20))
    assert (code, table) == (40, 40 + 4 * words)
    assert u32(data, dvlp + 0x18) == table + 8 * entries
    assert [u32(data, dvlp + at) for at in (4, 0x1C, 0x20, 0x24)] == [0, 0, 0, 0]
    expected = dvlp + table + 8 * entries
    for i in range(entries):
        assert u32(data, dvlp + table + 8 * i) >> 31 == 0
        assert u32(data, dvlp + table + 8 * i + 4) == 0
    for i in range(count):
        at = u32(data, 8 + 4 * i)
        assert at == expected
        assert data[at : at + 4] == b"DVLE"
        assert struct.unpack_from("<HBB", data, at + 4) == (0x1002, 0, 0)
        main, end = u32(data, at + 8), u32(data, at + 12)
        assert 0 <= main < end <= words
        place = 64
        for offset, size in ((0x18, 20), (0x20, 16), (0x28, 8), (0x30, 8), (0x38, 1)):
            assert u32(data, at + offset) == place
            assert place % 4 == 0
            place += size * u32(data, at + offset + 4)
        check_tables(data, at, words)
        expected = at + place + -place % 4
    assert expected == len(data)


def check_tables(data: bytes, at: int, words: int) -> None:
    constants, outputs, uniforms, symbols = (
        (u32(data, at + o) + at, u32(data, at + o + 4)) for o in (0x18, 0x28, 0x30, 0x38)
    )
    for i in range(constants[1]):
        kind, register, *values = struct.unpack_from("<HH4I", data, constants[0] + 20 * i)
        assert register < (16, 4, 96)[kind]
        assert all(value < 1 << 24 for value in values) or kind == 1
        assert values[1:] == [0, 0, 0] or kind == 2
    mask = 0
    for i in range(outputs[1]):
        kind, register, lanes, zero = struct.unpack_from("<HHHH", data, outputs[0] + 8 * i)
        assert kind in (0, 1, 2, 3, 4, 5, 6, 8, 9)
        assert (register < 7, 0 < lanes < 16, zero) == (True, True, 0)
        mask |= 1 << register
    assert mask == struct.unpack_from("<H", data, at + 0x12)[0]
    text = data[symbols[0] : symbols[0] + symbols[1]]
    previous = -1
    for i in range(uniforms[1]):
        name, first, last = struct.unpack_from("<IHH", data, uniforms[0] + 8 * i)
        assert text.index(b"\0", name) > name
        assert previous < first <= last
        assert any(low <= first and last < high for low, high in ((0, 16), (0x10, 0x70), (0x70, 0x74), (0x78, 0x88)))
        previous = last


@pytest.mark.parametrize("entry", vectors(), ids=lambda entry: entry.name)
def test_our_files_are_as_the_sheet_demands(entry: Recorded) -> None:
    check_structure(shbin.write(assemble(entry.source)))
