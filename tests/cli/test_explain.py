"""`gpucc explain`: pages from the command line, the files that they include, and refusals."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
VERT = """attribute vec4 position;
uniform mat4 transform;

void main() {
    gl_Position = transform * position;
}
"""
LL = """define <4 x float> @main(<4 x float> %a) !dbg !4 {
  %b = fadd <4 x float> %a, %a, !dbg !7
  ret <4 x float> %b, !dbg !7
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "c", emissionKind: FullDebug)
!1 = !DIFile(filename: "NAME", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "main", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocation(line: 1, column: 1, scope: !4)
"""


def test_a_page_is_written_and_told(gpucc: Run) -> None:
    end = gpucc("explain k.vert --isa agal -o k.html", {"k.vert": VERT})
    assert (end.code, "k.html" in end.new) == (0, True)
    assert end.err.startswith("k.html: ")
    assert "verified on" in end.err
    page = Path("k.html").read_text()
    assert "gl_Position = transform * position;" in page
    assert "add op, vt0, vt1" in page


def test_without_a_name_the_page_goes_to_standard_output(gpucc: Run) -> None:
    end = gpucc("explain - --isa pica200 --stage vertex --no-verify", stdin=VERT.encode())
    assert end.code == 0
    assert end.text.startswith("<!DOCTYPE html>")
    assert "not verified" in end.text


def test_a_family_stands_for_the_member_that_runs_the_stage(gpucc: Run) -> None:
    end = gpucc("explain k.vert --isa lima --no-verify", {"k.vert": VERT})
    assert "<title>k: lima-vp vertex shader</title>" in end.text


@pytest.mark.parametrize("name", ["k.txt", "k", "k.agal"])
def test_a_page_is_named_like_one(refused: Run, name: str) -> None:
    refused(2, "does not end in .html", f"explain k.vert --isa agal -o {name}", {"k.vert": VERT})


def test_compile_says_who_writes_pages(refused: Run) -> None:
    refused(2, "gpucc explain INPUT --isa X -o k.html", "k.vert --isa agal -o k.html", {"k.vert": VERT})
    refused(2, "there is no output format 'report'", "k.vert --isa agal --emit report", {"k.vert": VERT})


def test_sources_that_debug_information_names_are_read_beside_the_input_only(gpucc: Run, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "secret.c").write_text("what nobody shall see\n")
    (tmp_path / "in" / "own.c").write_text("vec4 own_line;\n")
    for name, text in (("own.c", "vec4 own_line;"), (str(tmp_path / "secret.c"), None), ("../secret.c", None)):
        (tmp_path / "in" / "k.ll").write_text(LL.replace("NAME", name))
        page = gpucc(f"explain {tmp_path}/in/k.ll --isa agal --stage vertex --no-verify").text
        assert "what nobody shall see" not in page
        assert text is None or text in page


def test_tables_fit_the_terminal(gpucc: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    wide = gpucc("k.vert --isa lima-vp --emit schedule", {"k.vert": VERT}).text
    assert max(map(len, wide.splitlines())) > 70
    monkeypatch.setenv("COLUMNS", "70")
    for words in ("k.vert --isa lima-vp --emit schedule", "cost k.vert"):
        narrow = gpucc(words, {"k.vert": VERT}).text
        # the heading of a schedule is a sentence, which may be longer
        assert max(map(len, narrow.splitlines()[words.endswith("schedule") :])) <= 70
