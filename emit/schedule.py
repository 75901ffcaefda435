"""A schedule as text: the grid of instructions and units, drawn from `program.Picture`, which holds the finished
texts.
"""

from __future__ import annotations

from gpucc.emit.bands import bands
from gpucc.errors import UsageError
from gpucc.program import Picture, PictureCell, Program


def picture_of(program: Program) -> Picture:
    if program.picture is None:
        raise UsageError(
            f"there is no schedule (.txt) of this {program.isa} program",
            notes=(
                "only a program of instructions that has just been compiled has one; the program itself is written to a"
                " file that ends in .s",
            ),
        )
    return program.picture


def columns(picture: Picture) -> list[str]:
    """Return the units that are used, in the target's order."""
    used = {cell.unit for row in picture.rows for cell in row}
    return [unit for unit in picture.units if unit in used]


def schedule_text(program: Program, name: str, width: int = 0) -> str:
    """Return a row for each instruction and a column for each unit in use; `~` marks copies.

    If the columns are wider than `width`, they are arranged in bands, one below the other, each with all instructions.
    """
    picture = picture_of(program)
    units = columns(picture)
    starts = dict(picture.blocks) if len(picture.blocks) > 1 else {}
    body = [[str(number), *_texts(row, units)] for number, row in enumerate(picture.rows)]
    head = ["", *units]
    widths = [max(len(line[i]) for line in [head, *body]) for i in range(len(head))]
    lines = [f"{name}: {picture.verdict}"]
    for number, band in enumerate(bands(widths, width)):
        lines += [""] if number else []
        lines.append(_aligned(head, widths, band))
        for row, line in enumerate(body):
            if row in starts:
                lines.append(f"{starts[row]}:")
            lines.append(_aligned(line, widths, band))
    return "\n".join(lines) + "\n"


def _texts(row: tuple[PictureCell, ...], units: list[str]) -> list[str]:
    texts = {cell.unit: ("~" if cell.copy else "") + cell.text for cell in row}
    return [texts.get(unit, ".") for unit in units]


def _aligned(texts: list[str], widths: list[int], band: list[int]) -> str:
    return "  ".join(f"{texts[i]:<{widths[i]}}" for i in band).rstrip()
