"""Pictures of a schedule: the grid of units and instructions as text, and as one self-contained page.

Both are drawn from `program.Picture`, which holds finished texts: nothing here knows a target.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from gpucc.emit.names import spelled
from gpucc.errors import UsageError
from gpucc.program import Picture, PictureCell, Program

COLUMN, ROW, HEAD, LEFT = 150, 26, 30, 46
# consecutive hues far apart: the golden angle
TURN = 137.508
WIDEST = 26


def picture_of(program: Program) -> Picture:
    if program.picture is None:
        raise UsageError(
            "the schedule of this program is not known",
            notes=("only a program that has just been compiled for a target with wide instructions has a picture",),
        )
    return program.picture


def columns(picture: Picture) -> list[str]:
    """The units that do anything, in the target's order."""
    used = {cell.unit for row in picture.rows for cell in row}
    return [unit for unit in picture.units if unit in used]


def line_of(cell: PictureCell) -> int:
    """The line that a cell belongs to: of the source where it is known, else of the optimised IR, 0 if of neither."""
    if cell.location is None:
        return 0
    return cell.location.line or cell.location.ir


# Text ----------------------------------------------------------------------------------------------------------------


def schedule_text(program: Program, name: str) -> str:
    """The grid as a table: a row for each instruction, a column for each unit in use; `~` marks copies."""
    picture = picture_of(program)
    units = columns(picture)
    starts = dict(picture.blocks)
    head = ["", *units]
    body = [[str(number), *_texts(row, units)] for number, row in enumerate(picture.rows)]
    widths = [max(len(line[i]) for line in [head, *body]) for i in range(len(head))]
    lines = [f"{name}: {picture.verdict}", _aligned(head, widths)]
    for number, line in enumerate(body):
        if len(starts) > 1 and number in starts:
            lines.append(f"{starts[number]}:")
        lines.append(_aligned(line, widths))
    return "\n".join(lines) + "\n"


def _texts(row: tuple[PictureCell, ...], units: list[str]) -> list[str]:
    texts = {cell.unit: ("~" if cell.copy else "") + cell.text for cell in row}
    return [texts.get(unit, ".") for unit in units]


def _aligned(texts: list[str], widths: list[int]) -> str:
    return "  ".join(f"{text:<{width}}" for text, width in zip(texts, widths, strict=True)).rstrip()


# Page ----------------------------------------------------------------------------------------------------------------


def report(program: Program, name: str) -> str:
    """The page: statistics, the grid with an arrow for every result that goes straight into another unit, and the IR."""
    picture = picture_of(program)
    units = columns(picture)
    title = escape(spelled(f"{name}: {program.isa} {program.stage} shader"))
    return "\n".join(
        [
            "<!DOCTYPE html>",
            f'<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>{_STYLE}</style></head><body>',
            f"<h1>{title}</h1><p>{escape(picture.verdict)}</p>",
            *_statistics(program),
            "<main>",
            *_grid(picture, units),
            *_source(picture),
            f"</main><script>{_SCRIPT}</script></body></html>",
            "",
        ]
    )


def _statistics(program: Program) -> Iterator[str]:
    yield "<table class=stats>"
    verified = program.verified or {}
    plain = {**program.stats, **{f"verified {key}": value for key, value in verified.items()}}
    for key, value in plain.items():
        if isinstance(value, dict):
            value = ", ".join(f"{k}: {v}" for k, v in value.items())
        yield f"<tr><th>{escape(key.replace('_', ' '))}<td>{escape(str(value))}"
    yield "</table>"


def _grid(picture: Picture, units: list[str]) -> Iterator[str]:
    place = {unit: i for i, unit in enumerate(units)}
    width, height = LEFT + COLUMN * len(units), HEAD + ROW * len(picture.rows)
    yield f'<div class=grid style="width:{width}px;height:{height}px">'
    for unit, i in place.items():
        yield f'<b style="left:{LEFT + COLUMN * i}px;top:0">{escape(unit)}</b>'
    for number, row in enumerate(picture.rows):
        top = HEAD + ROW * number
        yield f'<i style="top:{top}px">{number}</i>'
        for cell in row:
            yield _cell(cell, number, LEFT + COLUMN * place[cell.unit], top)
    for start, block in picture.blocks if len(picture.blocks) > 1 else ():
        yield f'<u style="top:{HEAD + ROW * start}px;width:{width}px" title="{escape(block)}"></u>'
    yield f'<svg width="{width}" height="{height}">'
    for number, row in enumerate(picture.rows):
        for cell in row:
            for origin, unit in cell.reads:
                yield _arrow((origin, place[unit]), (number, place[cell.unit]))
    yield "</svg></div>"


def _cell(cell: PictureCell, number: int, left: int, top: int) -> str:
    line = line_of(cell)
    shown = cell.text if len(cell.text) <= WIDEST else cell.text[: WIDEST - 1] + "…"
    where = f"\n{cell.location}" if cell.location else ""
    rule = f"\nrule: {cell.rule}" if cell.rule else "\na copy" if cell.copy else ""
    hint = escape(f"{number}: {cell.unit} = {cell.text}{rule}{where}")
    colour = f";--h:{_hue(line)}" if line else ""
    kind = " class=copy" if cell.copy else " class=known" if line else ""
    ir = cell.location.ir if cell.location is not None else 0
    return f'<a{kind} style="left:{left}px;top:{top}px{colour}" data-l="{ir}" title="{hint}">{escape(shown)}</a>'


def _hue(line: int) -> int:
    return round(line * TURN) % 360


def _arrow(origin: tuple[int, int], to: tuple[int, int]) -> str:
    x0, y0 = LEFT + COLUMN * origin[1] + COLUMN // 2, HEAD + ROW * origin[0] + ROW - 5
    x1, y1 = LEFT + COLUMN * to[1] + COLUMN // 2, HEAD + ROW * to[0] + 3
    middle = (y0 + y1) // 2
    return f'<path d="M{x0} {y0}C{x0} {middle} {x1} {middle} {x1} {y1}"/><circle cx="{x1}" cy="{y1}" r="2"/>'


def _source(picture: Picture) -> Iterator[str]:
    lines = {cell.location.ir: line_of(cell) for row in picture.rows for cell in row if cell.location is not None and cell.location.ir}
    yield "<pre>"
    for number, text in enumerate(picture.ir.split("\n"), 1):
        known = f' class=known style="--h:{_hue(lines[number])}"' if number in lines else ""
        yield f'<span{known} data-l="{number}">{number:4} {escape(text)}</span>'
    yield "</pre>"


_STYLE = """
:root{color-scheme:light dark}
body{font:13px/1.4 system-ui,sans-serif;margin:1.5em}
h1{font-size:1.3em}
main{display:flex;gap:2em;align-items:flex-start}
.stats{border-spacing:1em 0;margin:0 0 1em -1em}
.stats th{text-align:left;font-weight:normal;opacity:.7}
.stats td{max-width:60em}
.grid{position:relative;flex:none;font:11px/20px ui-monospace,monospace}
.grid b,.grid i,.grid a,.grid u{position:absolute}
.grid i{left:0;width:32px;text-align:right;opacity:.6;font-style:normal}
.grid a{width:142px;height:20px;padding:0 3px;box-sizing:border-box;overflow:hidden;white-space:nowrap;
border-radius:3px;border:1px solid #8886}
.grid u{left:0;border-top:1px dashed #888;height:0}
.grid svg{position:absolute;left:0;top:0;pointer-events:none}
.grid path{fill:none;stroke:#888;stroke-opacity:.55}
.grid circle{fill:#888}
.known{background:hsl(var(--h) 65% 50% / .3)}
.copy{border-style:dashed!important;opacity:.75}
.lit{outline:2px solid currentColor}
pre{font:11px/16px ui-monospace,monospace;overflow:auto;margin:0}
pre span{display:block;white-space:pre}
"""

# hovering over a cell lights up its line of IR and everything else that comes from it
_SCRIPT = """
const all=[...document.querySelectorAll('[data-l]')];
const light=(e,on)=>{const l=e.target.dataset&&e.target.dataset.l;
if(l&&l!=='0')all.forEach(x=>x.dataset.l===l&&x.classList.toggle('lit',on))};
document.addEventListener('mouseover',e=>light(e,true));
document.addEventListener('mouseout',e=>light(e,false));
"""
