"""Files obey the sheet on the container, both recorded and assembled ones; and the checker finds faults."""

from __future__ import annotations

import struct

import pytest
from pica200_outside import Recorded, vectors

from gpucc.emit import shbin
from gpucc.emit.pica200_assembler import assemble
from gpucc.fuzz.shbin_structure import faults, names

TEXT = (
    ".in a\n.fvec m[4], k\n.bool flag\n.ivec n\n.constf one(1.0, 2.0, 3.0, 4.0)\n.out o position\n.proc main\nmov o,"
    " a\nend\n.end\n"
)


@pytest.mark.parametrize("entry", vectors(), ids=lambda entry: entry.name)
def test_recorded_and_assembled_files_are_in_order(entry: Recorded) -> None:
    assert faults(entry.file) == []
    assert faults(shbin.write(assemble(entry.source))) == []


def test_names_lead_to_registers() -> None:
    data = shbin.write(assemble(TEXT))
    assert faults(data) == []
    assert names(data) == {"a": ("v", 0, 0), "m": ("c", 0, 3), "k": ("c", 4, 4), "flag": ("b", 0, 0), "n": ("i", 0, 0)}


def program_at(data: bytes) -> int:
    (at,) = struct.unpack_from("<I", data, 8)
    return int(at)


def table_at(data: bytes, which: int) -> int:
    at = program_at(data)
    return at + int(struct.unpack_from("<I", data, at + 0x18 + 8 * which)[0])


BROKEN = {
    "magic": lambda data: (0, b"DVLX"),
    "DVLP elsewhere": lambda data: (12, b"XXXX"),
    "code offset": lambda data: (12 + 8, struct.pack("<I", 44)),
    "descriptor table": lambda data: (12 + 16, struct.pack("<I", 41)),
    "too many descriptors": lambda data: (12 + 20, struct.pack("<I", 129)),
    "main": lambda data: (program_at(data) + 8, struct.pack("<I", 99)),
    "version": lambda data: (program_at(data) + 4, struct.pack("<H", 1)),
    "type": lambda data: (program_at(data) + 6, b"\2"),
    "output mask": lambda data: (program_at(data) + 0x12, b"\0\0"),
    "input mask": lambda data: (program_at(data) + 0x10, b"\0\0"),
    "constant type": lambda data: (table_at(data, 0), struct.pack("<H", 3)),
    "constant register": lambda data: (table_at(data, 0) + 2, struct.pack("<H", 96)),
    "constant value": lambda data: (table_at(data, 0) + 4, struct.pack("<I", 1 << 24)),
    "output type": lambda data: (table_at(data, 2), struct.pack("<H", 7)),
    "output register": lambda data: (table_at(data, 2) + 2, struct.pack("<H", 16)),
    "empty output": lambda data: (table_at(data, 2) + 4, struct.pack("<H", 0)),
    "uniform range": lambda data: (table_at(data, 3) + 6, struct.pack("<H", 0x74)),
    "uniform name": lambda data: (table_at(data, 3), struct.pack("<I", 1 << 20)),
    "labels beyond the file": lambda data: (program_at(data) + 0x24, struct.pack("<I", 1 << 20)),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_has_faults(name: str) -> None:
    data = bytearray(shbin.write(assemble(TEXT)))
    at, change = BROKEN[name](bytes(data))
    data[at : at + len(change)] = change
    assert faults(bytes(data)) != []


def test_a_short_header_of_the_code_is_read() -> None:
    """nihstro's assembler writes seven words, and a program right behind them. Its header was taken for a longer one
    that overlaps with the program."""
    data = shbin.write(assemble(TEXT))
    at, code = program_at(data), 12
    version, words, length, table, entries = struct.unpack_from("<5I", data, code + 4)
    behind = data[at:]
    first = 28 + len(behind)
    header = struct.pack("<4s6I", b"DVLP", version, first, length, first + 4 * length, entries, 0)
    short = (
        data[:8]
        + struct.pack("<I", 12 + 28)
        + header
        + behind
        + data[code + words : code + words + 4 * length]
        + data[code + table : code + table + 8 * entries]
    )
    read = shbin.read(short)
    assert read.words == shbin.read(data).words
    assert read.executables == shbin.read(data).executables
