"""A compiled program as HTML for a notebook: its schedule, or its text, and for fragment programs the picture."""

from __future__ import annotations

import base64
from html import escape

from gpucc.compiled import CompiledProgram
from gpucc.emit import png
from gpucc.emit.schedule import columns, picture_of
from gpucc.errors import GpuccError
from gpucc.terminal import render
from gpucc.terminal.running import Scene, draw, scene_arrays

SIDE = 128
CELL = "padding: 0 .8em 0 0; text-align: left; font-family: monospace; white-space: pre"


def html(program: CompiledProgram) -> str:
    """The program as one element that loads nothing."""
    parts = [f"<div><b>{escape(program.entry)}</b>, {escape(program.isa)} {program.stage} program"]
    if program.picture is None:
        parts.append(f"<pre>{escape(program.asm())}</pre>")
    else:
        parts.append(f": {escape(program.picture.verdict)}{_table(program)}")
    if program.stage == "fragment":
        parts.append(_drawn(program))
    return "".join([*parts, "</div>"])


def _table(program: CompiledProgram) -> str:
    """A row for each instruction, a column for each unit that is used."""
    picture = picture_of(program)
    units = columns(picture)
    rows = [f"<tr>{_cells(['', *units], 'th')}</tr>"]
    starts = dict(picture.blocks) if len(picture.blocks) > 1 else {}
    for number, row in enumerate(picture.rows):
        if number in starts:
            rows.append(f"<tr>{_cells([f'{starts[number]}:'], 'td')}</tr>")
        texts = {cell.unit: ("~" if cell.copy else "") + cell.text for cell in row}
        rows.append(f"<tr>{_cells([str(number), *(texts.get(unit, '.') for unit in units)], 'td')}</tr>")
    return f"<table>{''.join(rows)}</table>"


def _cells(texts: list[str], tag: str) -> str:
    return "".join(f'<{tag} style="{CELL}">{escape(text)}</{tag}>' for text in texts)


def _drawn(program: CompiledProgram) -> str:
    """The picture as `gpucc render` draws it. Uniforms and textures have no values here, so without defaults there is
    no picture."""
    grid = render.grid(SIDE, SIDE)
    raw = any(slot.builtin == render.WINDOW for slot in program.interface.uniforms)
    try:
        arrays = scene_arrays(program, grid, Scene(), render.Habits(raw=raw))
        data = png.write(draw(program.run(arrays), program, grid))
    except GpuccError as error:
        return f"<p>no picture: {escape(error.message)} (gpucc render takes values)</p>"
    return f'<img alt="the picture" src="data:image/png;base64,{base64.b64encode(data).decode()}"/>'
