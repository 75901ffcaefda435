"""The picture of a schedule as a table and as a page, from a picture made by hand."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from gpucc.emit.report import line_of, report, schedule_text
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
    "define void @f() {\n" + "  %x = fmul\n" * 6 + "  %y = fadd float %x, <ok>\n}",
)
PROGRAM = Program("lima-vp", "vertex", b"", stats={"instructions": 3, "slots": {"acc0": 1}}, picture=PICTURE)


class Page(HTMLParser):
    """Checks that what is opened is closed, and collects texts and the attributes of every element."""

    void = frozenset({"meta", "tr", "th", "td"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in self.void:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.void:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def read(page: str) -> Page:
    found = Page()
    found.feed(page)
    assert found.open == []
    return found


def test_the_table_has_a_row_for_each_instruction_and_a_column_for_each_unit_in_use() -> None:
    lines = schedule_text(PROGRAM, "k").splitlines()
    assert lines[0] == "k: 3 instructions, lower bound 3 for the selected operations"
    assert lines[1].split() == ["load", "mul0", "acc0", "store0"]
    assert [line.split()[0] for line in lines[2:]] == ["entry:", "0", "1", "exit:", "2"]
    assert "~mul0@1" in lines[4]
    assert lines[3].split()[1] == "u0"


def test_the_page_is_whole_and_shows_every_cell_and_line() -> None:
    found = read(report(PROGRAM, "k"))
    cells = [attributes for tag, attributes in found.seen if tag == "a"]
    assert len(cells) == 5
    assert "a0.x * u0.x" in (cells[1]["title"] or "")
    assert "k.c:3:1" in (cells[1]["title"] or "")
    assert "rule: mul" in (cells[1]["title"] or "")
    assert [attributes["data-l"] for attributes in cells] == ["0", "7", "8", "0", "0"]
    lines = [attributes for tag, attributes in found.seen if tag == "span"]
    assert len(lines) == 9
    assert [line["data-l"] for line in lines if line.get("class") == "known"] == ["7", "8"]
    assert any("%y = fadd float %x, <ok>" in text for text in found.texts)


def test_every_direct_operand_has_an_arrow() -> None:
    tags = [tag for tag, _ in read(report(PROGRAM, "k")).seen]
    assert tags.count("path") == 2
    assert tags.count("circle") == 2


def test_names_cannot_break_out_of_the_page() -> None:
    found = read(report(PROGRAM, "<script>alert(1)</script>"))
    assert [tag for tag, _ in found.seen].count("script") == 1


def test_a_page_needs_nothing_from_elsewhere_and_is_the_same_each_time() -> None:
    page = report(PROGRAM, "k")
    assert "http" not in page
    assert "src=" not in page
    assert page == report(PROGRAM, "k")


def test_a_cell_belongs_to_its_source_line_or_else_to_its_line_of_ir() -> None:
    assert [line_of(cell) for row in PICTURE.rows for cell in row] == [0, 3, 8, 0, 0]


@pytest.mark.parametrize("make", [report, schedule_text])
def test_a_program_without_a_picture_says_so(make: object) -> None:
    with pytest.raises(UsageError, match="schedule of this program is not known"):
        make(Program("agal", "vertex", b""), "k")  # type: ignore[operator]
