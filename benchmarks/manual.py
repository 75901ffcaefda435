"""The man page, docs/gpucc.1, from the program's own help: `python -P benchmarks/manual.py` writes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import typer

from gpucc import __version__
from gpucc.cli import app
from gpucc.terminal.options import CHOICES

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "gpucc.1"
# options that a reader need not find in each command
SHARED = frozenset(CHOICES)
HELP = "help"
EXITS = (
    ("0", "done"),
    ("1", "the input is wrong, the target cannot do it, or too little of the program could be compared"),
    ("2", "the command line is wrong"),
    ("3", "a bug of gpucc: the program differs from LLVM's, or gpucc failed"),
    ("130, 141, 143", "interrupted; the reader of the pipe closed it; terminated"),
)
ENVIRONMENT = (
    ("GPUCC_CACHE", "the folder of the cache, or off"),
    ("CI", "if set, there is no cache unless one is named"),
    ("XDG_CACHE_HOME", "the folder of caches, instead of ~/.cache"),
    ("NO_COLOR", "if set, nothing is coloured"),
    ("COLUMNS", "the width of tables that are not printed on a terminal"),
    ("GPUCC_TRACE", "if 1, a bug prints its traceback"),
)


def escaped(text: str) -> str:
    """A text as roff reads it."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("`", "\\(ga").replace("'", "\\(aq")
    return f"\\&{text}" if text.startswith(".") else text


def option_lines(options: Iterable[Any]) -> Iterator[str]:
    for one in options:
        names = ", ".join(f"\\fB{escaped(name)}\\fR" for name in one.opts)
        value = "" if one.is_flag or not one.metavar else f" \\fI{escaped(one.metavar)}\\fR"
        yield from (".TP", f"{names}{value}", escaped(one.help or ""))


def command_lines(name: str, command: Any) -> Iterator[str]:
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    options = [one for one in command.params if one.param_type_name == "option" and one.name not in SHARED | {HELP}]
    shared = any(one.name in SHARED for one in command.params)
    shown = " ".join(f"\\fI{escaped(one.metavar or one.name)}\\fR" for one in arguments)
    yield f".SS gpucc {escaped(name)} {shown} [options]".replace("  ", " ")
    for paragraph in (command.help or "").split("\n\n"):
        yield from (".PP", escaped(" ".join(paragraph.split())))
    for one in arguments:
        if one.help:
            yield from (".TP", f"\\fI{escaped(one.metavar or one.name)}\\fR", escaped(one.help))
    yield from option_lines(options)
    if shared:
        yield from (".PP", "It takes the options for sources, too.")


def manual() -> str:
    """The text of the page."""
    group: Any = typer.main.get_command(app)
    shared = [one for one in group.commands["compile"].params if one.name in SHARED]
    intro, *rest = (group.help or "").split("\n\n")
    lines = [
        f'.TH GPUCC 1 "" "gpucc {__version__}" "User Commands"',
        ".SH NAME",
        "gpucc \\- compile LLVM IR and shaders for small, odd GPUs",
        ".SH SYNOPSIS",
        "\\fBgpucc\\fR [\\fIcommand\\fR] \\fIinput\\fR... [options]",
        ".SH DESCRIPTION",
        escaped(" ".join(intro.split())),
    ]
    for paragraph in rest:
        lines += [".PP", escaped(" ".join(paragraph.split()))]
    lines += option_lines(one for one in group.params if one.param_type_name == "option" and one.opts == ["--version"])
    lines.append(".SH COMMANDS")
    for name, command in group.commands.items():
        lines += command_lines(name, command)
    lines += [".SH OPTIONS FOR SOURCES", *option_lines(shared), ".SH EXIT STATUS"]
    for code, text in EXITS:
        lines += [".TP", f"\\fB{code}\\fR", escaped(text)]
    lines.append(".SH ENVIRONMENT")
    for name, text in ENVIRONMENT:
        lines += [".TP", f"\\fB{name}\\fR", escaped(text)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(manual())
