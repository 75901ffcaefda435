"""A schedule printed as a table, from a hand-made picture."""

from __future__ import annotations

import pytest

from gpucc.emit.bands import bands
from gpucc.emit.schedule import schedule_text
from gpucc.errors import Location, UsageError
from gpucc.program import Picture, PictureCell, Program

PICTURE = Picture(
    ("load", "mul0", "acc0", "pass", "store0"),
    (
        (PictureCell("load", "u0"), PictureCell("mul0", "a0.x * u0.x", Location("k.c", 3, 1, ir=7), "mul")),
        (
            PictureCell("acc0", "mul0@1 + 0 < 1", Location("", ir=8), "add", reads=((0, "mul0"),)),
            PictureCell("mul0", "mul0@1", copy=True, reads=((0, "mul0"),)),
        ),
        (PictureCell("store0", "v0.x = acc0"),),
    ),
    ((0, "entry"), (2, "exit")),
    "3 instructions, lower bound 3 for the selected operations",
    "",
)
PROGRAM = Program("lima-vp", "vertex", b"", picture=PICTURE)


def test_the_table_has_a_row_for_each_instruction_and_a_column_for_each_unit_in_use() -> None:
    lines = schedule_text(PROGRAM, "k").splitlines()
    assert lines[0] == "k: 3 instructions, lower bound 3 for the selected operations"
    assert lines[1].split() == ["load", "mul0", "acc0", "store0"]
    assert [line.split()[0] for line in lines[2:]] == ["entry:", "0", "1", "exit:", "2"]
    assert "~mul0@1" in lines[4]
    assert lines[3].split()[1] == "u0"


@pytest.mark.parametrize("width", [40, 30, 20])
def test_a_narrow_terminal_gets_bands_with_every_instruction_and_unit(width: int) -> None:
    wide, narrow = schedule_text(PROGRAM, "k"), schedule_text(PROGRAM, "k", width)
    parts = narrow.partition("\n")[2].split("\n\n")
    assert len(parts) > 1
    for part in parts:
        lines = part.splitlines()
        assert max(map(len, lines)) <= width
        assert [line.split()[0] for line in lines[1:]] == ["entry:", "0", "1", "exit:", "2"]
    assert " ".join(part.splitlines()[0] for part in parts).split() == wide.splitlines()[1].split()
    for row in PICTURE.rows:
        for cell in row:
            assert cell.text in narrow


def test_bands_repeat_the_first_column_and_hold_one_other_at_least() -> None:
    assert bands([4, 10, 10, 10], 0) == [[0, 1, 2, 3]]
    assert bands([4, 10, 10, 10], 40) == [[0, 1, 2, 3]]
    assert bands([4, 10, 10, 10], 39) == [[0, 1, 2], [0, 3]]
    assert bands([4, 10, 90, 10], 20) == [[0, 1], [0, 2], [0, 3]]
    assert bands([4], 20) == [[0]]


def test_a_program_without_a_picture_says_so() -> None:
    with pytest.raises(UsageError, match=r"no schedule \(\.txt\) of this agal program"):
        schedule_text(Program("agal", "vertex", b""), "k")
