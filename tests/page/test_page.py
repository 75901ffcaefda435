"""The page of `gpucc explain`: well-formed, without network access, and with every text unchanged."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from gpucc.page.trace import Trace, TraceLine, TraceStage
from gpucc.page.write import write_page

VOID = frozenset({"meta"})
HOSTILE = "</span><script>alert('1')</script>\"& \x1b[31m\u202e http://example.com"
SHOWN = "</span><script>alert('1')</script>\"& \\x1b[31m\\u202e http://example.com"


class Page(HTMLParser):
    """Checks that elements are closed, and collects elements with their attributes and the texts of lines."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.lines: list[str] = []
        self.depth = 0
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.seen.append((tag, attributes))
        if tag in VOID:
            return
        self.open.append(tag)
        if tag == "div" and "l" in (attributes.get("class") or "").split():
            self.lines.append("")
            self.depth = len(self.open)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        if len(self.open) < self.depth:
            self.depth = 0

    def handle_data(self, data: str) -> None:
        if self.depth:
            self.lines[-1] += data


def trace(lines: list[TraceLine], title: str = "k") -> Trace:
    ir = TraceLine("  %x = fadd float %a, %b, !dbg !7, !tbaa !9", (1,), "1")
    quiet = [TraceLine(f"!{n} = !{{}}", kind="quiet") for n in range(5)]
    stages = (
        TraceStage("source", "source", (TraceLine("k.vert", kind="heading"), *lines)),
        TraceStage("LLVM IR", "ir", (ir, *quiet)),
        TraceStage("build", "graph", (TraceLine("%0 = fadd f32 in0.x, u0.x", (1,)),)),
        TraceStage("schedule", "schedule", (TraceLine("a + b", (1,), "0", "acc0", "add", 3),)),
    )
    return Trace(title, "1 instruction", stages, ("flatten",), (("spills", "0"),))


def test_a_page_is_well_formed_and_has_every_text_whole() -> None:
    long = "x" * 5000
    found = Page(write_page(trace([TraceLine("gl_Position = a;", (1,), "1"), TraceLine(long, (), "2")])))
    assert found.lines[:3] == ["k.vert", "1gl_Position = a;", f"2{long}"]
    assert "1  %x = fadd float %a, %b, !dbg !7, !tbaa !9" in found.lines
    assert "0acc0a + badd" in found.lines
    assert sum(line.startswith("!") for line in found.lines) == 5


def test_quiet_lines_are_folded_behind_a_mark_that_the_keyboard_reaches() -> None:
    page = write_page(trace([]))
    assert "<summary>… 5 lines that compute nothing</summary>" in page


def test_hostile_texts_stay_texts() -> None:
    found = Page(write_page(trace([TraceLine(HOSTILE, (1,), HOSTILE, HOSTILE, HOSTILE)], HOSTILE)))
    assert found.lines[1] == 4 * SHOWN
    assert [tag for tag, _ in found.seen].count("script") == 1


def test_a_page_asks_nothing_of_the_network_and_is_the_same_each_time() -> None:
    page = write_page(trace([]))
    assert not re.search(r"https?:|\b(?:src|href|action|srcset)=|@import|url\(", page)
    assert "default-src 'none'" in page
    assert '<meta name="viewport"' in page
    assert page == write_page(trace([]))


def test_lines_of_one_value_have_its_key_and_lines_of_one_source_line_its_colour() -> None:
    found = Page(write_page(trace([TraceLine("a", (1, 2), "1", colour=3)])))
    lines = [attributes for tag, attributes in found.seen if tag == "div" and "data-k" in attributes]
    assert [line["data-k"] for line in lines] == ["1 2", "1", "1", "1"]
    assert [("c3" in (line["class"] or "").split()) for line in lines] == [True, False, False, True]


def test_every_column_has_a_button_and_an_entry_in_the_picker() -> None:
    found = Page(write_page(trace([])))
    panes = [attributes for tag, attributes in found.seen if tag == "section"]
    assert [pane["data-name"] for pane in panes] == ["source", "LLVM IR", "build", "schedule"]
    assert ["folded" in (pane["class"] or "").split() for pane in panes] == [False, False, True, False]
    # a title and an entry for each, and the button that closes the bar
    assert sum(tag == "button" for tag, _ in found.seen) == 2 * len(panes) + 1


def test_a_program_of_150_instructions_is_below_a_megabyte() -> None:
    """Six graphs of 600 nodes each, 150 instructions of 8 cells."""
    node = TraceLine("  %123 = fmul f32 %120, %121 {nnan nsz arcp contract afn reassoc}", (123,), colour=5)
    cell = TraceLine("mul0@1 + complex@2", (123,), "1", "acc0", "product of a sum", 5)
    graphs = tuple(TraceStage(f"stage {n}", "graph", (node,) * 600) for n in range(6))
    page = write_page(Trace("k", "", (*graphs, TraceStage("schedule", "schedule", (cell,) * 1200))))
    assert len(page) < 1_000_000
