"""Every field of an SHBIN file comes back, also those that gpucc's own programs leave alone, and stands at the place
that the sheet names."""

from __future__ import annotations

import struct

from gpucc.emit import shbin
from gpucc.emit.shbin import Executable, Output, Preset, ShbinBinary, ShbinLabel, ShbinSymbol

VERTEX = Executable(
    "vertex", 1, 9, 0b11, 0b101,
    (
        Preset("boolean", 2, (1, 0, 0, 0)), Preset("integer", 1, (0x04030201, 0, 0, 0)),
        Preset("uniform", 95, (1, 2, 3, 4)),
    ),
    (Output(0, 0, 15), Output(3, 2, 3, 7)),
    (ShbinSymbol("rows", 0x10, 0x13), ShbinSymbol("count", 0x70, 0x70)),
    (ShbinLabel(5, 6, 17, "body"), ShbinLabel(1, 2, 3, "rows", 0)),
)  # fmt: skip
GEOMETRY = Executable("geometry", 3, 8, 1, 2, merge=1, mode=2, fixed_start=16, variable_count=3, fixed_count=5)
BINARY = ShbinBinary((1, 2, 3), (0x1F, 0x2E), (VERTEX, GEOMETRY), (4, 5), 6, b"k.v.pica\0g.pica\0")


def test_all_of_a_file_comes_back() -> None:
    assert shbin.read(shbin.write(BINARY)) == BINARY


def test_the_names_of_files_and_labels_stand_where_the_sheet_says() -> None:
    data = shbin.write(BINARY)
    dvlp = data.index(b"DVLP")
    names, size = struct.unpack_from("<2I", data, dvlp + 32)
    assert data[dvlp + names : dvlp + names + size] == BINARY.names
    (dvle,) = struct.unpack_from("<I", data, 8)
    labels, count = struct.unpack_from("<2I", data, dvle + 24 + 8)
    assert count == 2
    # number, flag, offset, size
    assert struct.unpack_from("<HHII", data, dvle + labels) == (5, 1, 6, 17)


def test_an_output_is_read_as_wide_as_its_meaning() -> None:
    coordinates = Output(3, 2, 15)
    assert coordinates.read() == (0, 1)
    assert coordinates.read(rasterised=False) == (0, 1, 2, 3)
    assert Output(3, 2, 0b1010).read() == (1, 3)
