"""Write a trace as one self-contained HTML page with a column for each stage."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape

from gpucc.page.assets import HUES, asset, panes_style
from gpucc.page.trace import Trace, TraceLine, TraceStage

# forbids the browser to fetch anything, whatever the text contains
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
# columns that are folded at first: there are many stages between the IR and the selected code, and the tables about the
# finished program are for later
FOLDED = ("graph", "assembly", "cost", "lanes", "registers")
# the least number of quiet lines that are folded away
FEW = 3
# the attachments at the end of an instruction of LLVM IR
ATTACHED = re.compile(r"(?:, ![\w.]+ !(?:\d+|\w+\(.*\)))+$")

LEGEND = (
    (
        "Lines that show the same value light up together: point at one, or go to it with the arrow keys (left and"
        " right change the column)."
    ),
    "Enter, or a click, pins a line: the bar below lists its lines of all stages. Escape lets go.",
    "A column's title folds and unfolds it. Columns of stages in between are folded at first.",
    (
        f"The bar at the left of a line has a colour for the line of the source that it comes from; {len(HUES)} colours"
        " take turns."
    ),
)


def write_page(trace: Trace) -> str:
    """The page of a compilation. The same trace always gives the same text."""
    return "".join(
        (
            f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{_safe(trace.title)}</title>\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n',
            f"<style>{panes_style()}{asset('explain.css')}</style></head><body>\n",
            *_header(trace),
            *_picker(trace.stages),
            "<main>\n",
            *(text for number, stage in enumerate(trace.stages) for text in pane(stage, number)),
            "</main>\n",
            (
                '<aside hidden aria-label="the pinned value in every stage" aria-live="polite"><h2>The pinned value in'
                " every stage "
            ),
            '<button type="button">close (Esc)</button></h2><div></div></aside>\n',
            f"<script>{asset('panes.js')}{asset('explain.js')}</script></body></html>\n",
        )
    )


def _safe(text: str) -> str:
    """Escape text for any place in the page: unprintable characters are shown as escapes, and nothing is markup."""
    shown = "".join(
        c if c.isprintable() or c == "\t" else c.encode("unicode_escape", "surrogatepass").decode() for c in text
    )
    return escape(shown)


def _header(trace: Trace) -> Iterator[str]:
    yield f"<header><h1>{_safe(trace.title)}</h1><p>{_safe(trace.verdict)}</p>\n"
    yield "<details><summary>How to read this page</summary><ul>"
    yield from (f"<li>{_safe(line)}</li>" for line in LEGEND)
    keys = "".join(f'<span class="key c{number}"></span>' for number in range(len(HUES)))
    yield f"<li>The colours: {keys}</li></ul></details>\n"
    if trace.unchanged:
        yield (
            f"<details><summary>{len(trace.unchanged)} stages changed"
            f" nothing</summary>{_safe(', '.join(trace.unchanged))}</details>\n"
        )
    if trace.facts:
        yield "<details><summary>Statistics</summary><table>"
        yield from (f"<tr><th>{_safe(name)}</th><td>{_safe(value)}</td></tr>" for name, value in trace.facts)
        yield "</table></details>\n"
    yield "</header>\n"


def _picker(stages: Sequence[TraceStage]) -> Iterator[str]:
    """On a phone, one column is shown at a time."""
    yield '<nav aria-label="stages">'
    yield from (f'<button type="button" aria-pressed="false">{_safe(stage.name)}</button>' for stage in stages)
    yield "</nav>\n"


def pane(stage: TraceStage, number: int) -> Iterator[str]:
    """The column of one stage."""
    folded = stage.role in FOLDED
    plain = "" if any(line.number for line in stage.lines) else " plain"
    name = _safe(stage.name)
    yield (
        f'<section class="pane {stage.role}{plain}{" folded" if folded else ""}" data-name="{name}"'
        f' aria-label="{name}">'
    )
    yield f'<h2><button type="button" aria-expanded="{"false" if folded else "true"}" aria-controls="b{number}">{name} '
    yield f'<small>{_count(stage)}</small></button></h2><div class="body" id="b{number}" role="list">\n'
    quiet: list[TraceLine] = []
    for line in stage.lines:
        if line.kind == "quiet":
            quiet.append(line)
            continue
        yield from _folded(quiet)
        quiet.clear()
        yield _line(line, stage)
    yield from _folded(quiet)
    yield "</div></section>\n"


def _count(stage: TraceStage) -> str:
    """The size of a column, for those that are often folded and for the program itself."""
    match stage.role:
        case "graph" | "selected":
            return f"{sum(bool(line.keys) for line in stage.lines)} values"
        case "schedule":
            return f"{sum(bool(line.number) for line in stage.lines)} instructions"
    return ""


def _folded(lines: Sequence[TraceLine]) -> Iterator[str]:
    """Yield a few quiet lines unchanged, and more of them behind a summary with their number."""
    if sum(bool(line.text.strip()) for line in lines) < FEW:
        yield from (_line(line, None) for line in lines)
        return
    yield f'<div role="listitem"><details><summary>… {len(lines)} lines that compute nothing</summary>'
    yield '<div role="list">\n'
    yield from (_line(line, None) for line in lines)
    yield "</div></details></div>\n"


def _line(line: TraceLine, stage: TraceStage | None) -> str:
    classes = "l"
    if line.colour >= 0:
        classes += f" c{line.colour % len(HUES)}"
    if line.kind == "heading":
        classes += " h"
    elif stage is not None and stage.role == "schedule" and line.number:
        classes += " row"
    keys = f' data-k="{" ".join(map(str, line.keys))}"' if line.keys else ""
    number = f"<i>{_safe(line.number)}</i>" if line.kind != "heading" else ""
    label = f"<b>{_safe(line.label)}</b>" if line.label else ""
    note = f"<small>{_safe(line.note)}</small>" if line.note else ""
    return f'<div class="{classes}"{keys}>{number}{label}<span>{_text(line.text, stage)}{note}</span></div>\n'


def _text(text: str, stage: TraceStage | None) -> str:
    attached = ATTACHED.search(text) if stage is not None and stage.role == "ir" else None
    if attached is None:
        return _safe(text)
    return f"{_safe(text[: attached.start()])}<em>{_safe(attached[0])}</em>"
