"""Output for people at a terminal: diagnostics in clang's style, summaries and tables, and the exit codes.

0 success; 1 the input is wrong or unsupported; 2 the command line is wrong; 3 a bug of gpucc; 130 interrupted; 141 the
reader of the pipe closed it; 143 terminated.
"""

from __future__ import annotations

import errno
import os
import re
import shlex
import shutil
import sys
import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from io import TextIOWrapper
from pathlib import Path
from typing import Any, TextIO

from gpucc.emit.bands import bands
from gpucc.errors import GpuccError, InputError, InternalError, UsageError
from gpucc.terminal.diagnostics import Finding, Reporter, of_error, of_warning

READER_GONE = 141
# what the library that reads the command line says, and what is said instead
GRAMMAR = {
    r"is not a valid int(eger)?( range)?\b": "is not a whole number",
    r"is not a valid float( range)?\b": "is not a number",
    r"is not in the range (\S+)<=x<=(\S+)": r"is not in the range from \1 to \2",
    r"is not in the range x>=(\S+)": r"is less than \1",
}
EXTRA = re.compile(r"(?i)got unexpected extra arguments?(?:\(s\))? \((.*)\)")
WIDEST = 160
BUG_NOTE = "this is a bug in gpucc, not in your input; please report it with the input"
_STYLES = {"error": "1;31", "warning": "1;35", "note": "1;36", "caret": "1;32", "bold": "1"}


# who collects the findings of the command that runs here
REPORTER: ContextVar[Reporter] = ContextVar("reporter")


class ClosedOutput(TextIOWrapper):
    """Standard output that was closed before the command began. Its number stays taken, so that no file gets it."""

    def __init__(self) -> None:
        super().__init__(open(os.devnull, "wb"), encoding="utf-8")  # noqa: SIM115

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, "it is closed")


class ReaderGone(BaseException):
    """The reader of standard output has closed it; no message can be shown there."""


class Terminated(BaseException):
    """SIGTERM stopped a command that has something to write first."""


@contextmanager
def reporting(reporter: Reporter) -> Iterator[Reporter]:
    """Collect findings in `reporter` meanwhile."""
    token = REPORTER.set(reporter)
    try:
        yield reporter
    finally:
        REPORTER.reset(token)


def keep_document_off(others: Iterable[str | Path]) -> None:
    """Refuse a document of findings in the place of one of these files."""
    reporter = REPORTER.get(None)
    if reporter is not None:
        reporter.keep_off(others)


def add_findings(found: Iterable[Finding]) -> None:
    """Add what another process found."""
    reporter = REPORTER.get(None)
    if reporter is not None:
        reporter.found += found


def coloured(stream: TextIO) -> bool:
    """Return whether to use colour: on terminals, unless NO_COLOR is set. A stream that keeps text for a terminal says
    so by its attribute `coloured`."""
    kept = getattr(stream, "coloured", None)
    if kept is not None:
        return bool(kept)
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _paint(text: str, style: str, colour: bool) -> str:
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if colour else text


def printable(text: str) -> str:
    """Escape control characters, so that hostile input cannot control the terminal."""
    return "".join(
        c if c.isprintable() or c == "\t" else c.encode("unicode_escape", "backslashreplace").decode() for c in text
    )


def _lines(text: str) -> list[str]:
    return [printable(line) for line in text.splitlines()] or [""]


# diagnostics --------------------------------------------------------------------------------------------------------


def diagnose(error: GpuccError, command: Sequence[str] = ()) -> None:
    """Print an error: place, message, source line with a caret, notes, and for bugs of gpucc how to reproduce them."""
    colour = coloured(sys.stderr)
    place = printable(str(error.location)) if error.location else "gpucc"
    first, *rest = _lines(error.message)
    out = [f"{_paint(place + ':', 'bold', colour)} {_paint('error:', 'error', colour)} {_paint(first, 'bold', colour)}"]
    out += [f"    {line}" for line in rest]
    out += _excerpt(error, colour)
    notes = list(error.notes)
    if error.exit_code == 3:
        notes += [] if any("bug" in note for note in notes) else [BUG_NOTE]
        notes.append(f"to reproduce: {reproduce(command)}")
    out += _note_lines(notes, colour)
    add_findings([of_error(error, notes)])
    say("\n".join(out))
    for other in error.also:
        diagnose(other, command)


def warn(message: str) -> None:
    """Print a warning, with the place first as errors have it, so that editors find it."""
    found = of_warning(message)
    add_findings([found])
    place = ":".join([found.file, *(str(number) for number in (found.line, found.column) if number)]) or "gpucc"
    colour = coloured(sys.stderr)
    words = (_paint(f"{printable(place)}:", "bold", colour), _paint("warning:", "warning", colour))
    say(" ".join([*words, printable(found.message)]))


def _note_lines(notes: Iterable[str], colour: bool) -> list[str]:
    """Format notes, each with a `note:`. A note that begins with blanks continues the one before."""
    out: list[str] = []
    for note in notes:
        for i, line in enumerate(_lines(note)):
            go_on = i > 0 or line.startswith(" ")
            out.append(f"    {line.strip()}" if go_on else f"{_paint('note:', 'note', colour)} {line}")
    return out


def reproduce(command: Sequence[str]) -> str:
    return printable(shlex.join(["gpucc", *command]))


def _excerpt(error: GpuccError, colour: bool) -> list[str]:
    """The source line with a caret below the column, cut to the neighbourhood when the line is long."""
    location = error.location
    line = error.source_line
    if line is None and location is not None and location.line:
        line = _source_line(location.file, location.line)
    if line is None or not line.strip():
        return []
    column = min(location.column, len(line) + 1) if location else 0
    start = max(0, column - WIDEST // 2) if len(line) > WIDEST else 0
    shown = printable(line[start : start + WIDEST])
    out = [f"  {shown}"]
    if column:
        before = printable(line[start : column - 1])
        out.append("  " + "".join("\t" if c == "\t" else " " for c in before) + _paint("^", "caret", colour))
    return out


def _source_line(file: str, number: int) -> str | None:
    """Line `number` of a file, or None if there is no such line or the file is not a text."""
    try:
        path = Path(file)
        data = path.read_bytes() if path.is_file() and path.stat().st_size < 1 << 26 else b""
    except (OSError, ValueError):
        return None
    lines = data.split(b"\n", number)
    if b"\0" in data or number > len(lines):
        return None
    return lines[number - 1].decode("utf-8", "replace").rstrip("\r")


def diagnose_bug(error: BaseException, command: Sequence[str]) -> int:
    """Report an unexpected exception: its place, and that it is a bug of gpucc. Return the exit code of one."""
    if os.environ.get("GPUCC_TRACE") == "1":
        traceback.print_exception(error)
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno} in {frames[-1].name}" if frames else ""
    notes = ("GPUCC_TRACE=1 in the environment prints the whole traceback",)
    bug = InternalError(f"{type(error).__name__}{place}: {error}", notes=notes)
    diagnose(bug, command)
    return bug.exit_code


def unusable(error: Exception) -> GpuccError:
    """The error for a library that is missing or cannot be loaded, for example for lack of memory."""
    reason = (str(error).strip().splitlines() or [type(error).__name__])[0]
    return InputError(
        f"a library that gpucc needs does not work here: {reason}",
        notes=("is it installed, and is there enough memory?",),
    )


def wrong_grammar(error: Any) -> int:
    """Report a wrong option or argument in the same form as all other errors."""
    if type(error).__name__ == "NoArgsIsHelpError":
        say(error.format_message())
        return 2
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "gpucc"
    message = _plain(error.format_message().rstrip("."))
    notes = [f"{path} --help lists the options"]
    extra = EXTRA.fullmatch(message)
    if extra is not None and context is not None:
        wanted = [
            (one.metavar or one.name.upper()).strip("[]")
            for one in context.command.params
            if one.param_type_name == "argument"
        ]
        takes = f"one {wanted[0]}" if len(wanted) == 1 else " and ".join(wanted) or "no argument"
        message = f"{path} takes {takes}, and there is more: {extra[1]}"
        notes = [*([f"run it once for each {wanted[0]}"] if len(wanted) == 1 else []), *notes]
    diagnose(UsageError(message[:1].lower() + message[1:], notes=tuple(notes)))
    return 2


def _plain(message: str) -> str:
    """A message of the library that reads the command line, in words that do not presume Python."""
    for pattern, words in GRAMMAR.items():
        message = re.sub(pattern, words, message)
    return message


# output -------------------------------------------------------------------------------------------------------------


def say(text: str) -> None:
    """Print a line for the user on standard error, unless that is for a document; ignored if it is closed."""
    reporter = REPORTER.get(None)
    if reporter is None or not reporter.quiet:
        _write_error(text)


def say_document(reporter: Reporter, code: int) -> None:
    """Print the document of findings that was asked for, if standard error is its place."""
    if reporter.quiet:
        _write_error(reporter.document(code).rstrip("\n"))


def _write_error(text: str) -> None:
    try:
        sys.stderr.write(text + "\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        pass


def put(data: str | bytes) -> None:
    """Write the result to standard output."""
    if isinstance(sys.stdout, ClosedOutput):
        raise GpuccError("cannot write standard output: it is closed")
    try:
        if isinstance(data, str):
            sys.stdout.write(data if data.endswith("\n") else data + "\n")
        else:
            sys.stdout.buffer.write(data)
        sys.stdout.flush()
    except BrokenPipeError as error:
        raise ReaderGone from error
    except OSError as error:
        _silence_stdout()
        raise GpuccError(f"cannot write standard output: {error.strerror}") from error


def _silence_stdout() -> None:
    """Redirect standard output to the null device, since Python flushes it at exit, which would fail again after an
    error."""
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
    except (OSError, ValueError):
        pass


def prepare_streams() -> None:
    """Make standard streams safe: every name can be printed on every terminal, and closed streams are replaced. What
    goes to a closed standard error is lost, a result for a closed standard output is an error."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, ClosedOutput() if name == "stdout" else open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def leave_pipe() -> int:
    _silence_stdout()
    return READER_GONE


class Progress:
    """Shows the current step on one line of a terminal and wipes it afterwards; silent in a pipe."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = stream or sys.stderr
        reporter = REPORTER.get(None)
        shown = reporter is None or not reporter.quiet
        self.active = shown and self.stream.isatty() and os.environ.get("TERM") != "dumb"

    def __call__(self, step: str) -> None:
        if self.active:
            self.stream.write(f"\r\x1b[K{printable(step)[:70]}")
            self.stream.flush()

    def wipe(self) -> None:
        if self.active:
            self.stream.write("\r\x1b[K")
            self.stream.flush()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.wipe()


def width() -> int:
    """The columns of the terminal that receives the output. For other outputs the value of COLUMNS, or 0 for no
    limit."""
    if sys.stdout.isatty():
        return shutil.get_terminal_size().columns
    given = os.environ.get("COLUMNS", "")
    return int(given) if given.isascii() and given.isdigit() else 0


def table(rows: Sequence[Sequence[object]], indent: str = "", room: int = 0) -> str:
    """Format rows as aligned columns; columns of numbers are right-aligned. The first row is the heading.

    If they need more than `room` characters, the columns are split into bands, and each band repeats the first column.
    """
    cells = [[_cell(value) for value in row] for row in rows]
    widths = [max(len(row[i]) for row in cells if i < len(row)) for i in range(max(map(len, cells), default=0))]
    numeric = [all(isinstance(row[i], (int, float)) for row in rows[1:] if i < len(row)) for i in range(len(widths))]
    lines: list[str] = []
    for number, band in enumerate(bands(widths, room - len(indent) if room else 0)):
        lines += [""] if number else []
        for row in cells:
            padded = [row[i].rjust(widths[i]) if numeric[i] else row[i].ljust(widths[i]) for i in band if i < len(row)]
            lines.append((indent + "  ".join(padded)).rstrip())
    return "\n".join(lines)


def _cell(value: object) -> str:
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:.6g}"
        case _:
            return printable(str(value))


def statistics(stats: Mapping[str, object]) -> str:
    """Format the numbers of `--stats`, one per line; nested ones as a list of name=value."""
    rows: list[tuple[str, object]] = []
    for key, value in stats.items():
        if value in ({}, [], ()):
            continue
        if isinstance(value, Mapping):
            value = ", ".join(f"{name}={_cell(entry)}" for name, entry in value.items())
        elif isinstance(value, (list, tuple)):
            value = ", ".join(map(_cell, value))
        rows.append((f"{key.replace('_', ' ')}:", value))
    return table([("", ""), *rows], "  ").lstrip("\n")
