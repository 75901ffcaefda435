"""A program as assembly text, by the printer of its target, which is imported only when needed."""

from __future__ import annotations

from collections.abc import Callable

from gpucc.program import Program


def _agal(program: Program) -> str:
    from gpucc.emit.agal_text import print_program

    return print_program(program)


def _source_text(program: Program) -> str:
    """Return a program that is source text unchanged: it needs no assembly."""
    return program.code.decode("utf-8", "replace")


def _lima_pp(program: Program) -> str:
    from gpucc.emit.lima_pp_text import print_program

    return print_program(program)


def _lima_vp(program: Program) -> str:
    from gpucc.emit.lima_vp_text import print_program

    return print_program(program)


def _pica200(program: Program) -> str:
    from gpucc.emit.pica200_text import print_program

    return print_program(program)


PRINTERS: dict[str, Callable[[Program], str]] = {
    "agal": _agal,
    "agsl": _source_text,
    "lima-pp": _lima_pp,
    "lima-vp": _lima_vp,
    "pica200": _pica200,
}


def print_program(program: Program) -> str:
    """Return assembly that the target's assembler reads, with interface and constants as comments."""
    return PRINTERS[program.isa](program)
