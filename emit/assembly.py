"""A program as assembly text: the printer of each target."""

from __future__ import annotations

from collections.abc import Callable

from gpucc.emit import agal_text, lima_pp_text, lima_vp_text, pica200_text
from gpucc.program import Program


def _source_text(program: Program) -> str:
    """A program that is source text needs no assembly."""
    return program.code.decode("utf-8", "replace")


PRINTERS: dict[str, Callable[[Program], str]] = {
    "agal": agal_text.print_program,
    "agsl": _source_text,
    "lima-pp": lima_pp_text.print_program,
    "lima-vp": lima_vp_text.print_program,
    "pica200": pica200_text.print_program,
}


def print_program(program: Program) -> str:
    """Assembly that the target's assembler reads, with interface and constants as comments."""
    return PRINTERS[program.isa](program)
