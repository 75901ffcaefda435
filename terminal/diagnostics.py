"""Diagnostics as documents that other programs read: JSON, and SARIF 2.1.0, which code hosts and editors show."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from gpucc import __version__
from gpucc.emit.files import write_files
from gpucc.errors import GpuccError, UsageError
from gpucc.records import dataclass

KINDS = ("text", "json", "sarif")
# the number of the JSON format
FORMAT = 1
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
PAGE = "docs/commands.md"
# the place that begins a warning; on Windows, a file may begin with a letter and a colon
PLACE = re.compile(r"((?:[A-Za-z]:)?[^:\n]+):(\d+)(?::(\d+))?: ")
# what each kind of finding is, as the rules of a SARIF document
RULES = {
    "InputError": "The input is malformed.",
    "Unsupported": "The target cannot do this.",
    "LimitExceeded": "A limit of the target or of gpucc is exceeded.",
    "Unverified": "Too little of the program could be compared with its source.",
    "UsageError": "The command line is wrong.",
    "TargetFault": "A target of another package is faulty.",
    "Miscompiled": "The program differs from its source; a bug of gpucc.",
    "InternalError": "A bug of gpucc.",
    "GpuccError": "The result cannot be written, or a warning is an error.",
    "Warning": "The input is accepted, and may not mean what it seems to.",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """An error or a warning. `line` and `column` count from 1, and 0 means unknown; `notes` tell reasons and
    remedies."""

    level: str
    kind: str
    message: str
    file: str = ""
    line: int = 0
    column: int = 0
    notes: tuple[str, ...] = ()


def of_error(error: GpuccError, notes: Sequence[str]) -> Finding:
    place = error.location
    known = next((one.__name__ for one in type(error).__mro__ if one.__name__ in RULES), "GpuccError")
    if not place:
        return Finding("error", known, error.message, notes=tuple(notes))
    return Finding("error", known, error.message, place.file, place.line, place.column, tuple(notes))


def of_warning(text: str) -> Finding:
    """A warning, whose place stands at the beginning of its text."""
    found = PLACE.match(text)
    if found is None:
        return Finding("warning", "Warning", text)
    return Finding("warning", "Warning", text[found.end() :], found[1], int(found[2]), int(found[3] or 0))


class Reporter:
    """Collects the findings of one command. `kind` is the format of the document, and `file` its place instead of
    standard error. `words` are those of the command line."""

    def __init__(self, kind: str = "text", file: Path | None = None, words: Sequence[str] = ()) -> None:
        self.kind, self.file, self.words = kind, file, tuple(words)
        self.found: list[Finding] = []

    def choose(self, word: str) -> None:
        """Take the word of --diagnostics: KIND, or KIND=FILE."""
        kind, equals, name = word.partition("=")
        if kind not in KINDS:
            raise UsageError(f"--diagnostics cannot be {kind!r}", notes=(f"choices: {', '.join(KINDS)}",))
        if equals and (kind == "text" or name in ("", "-")):
            notes = ("without a file, the document goes to standard error",)
            raise UsageError(f"--diagnostics takes json=FILE or sarif=FILE, not {word!r}", notes=notes)
        self.kind, self.file = kind, Path(name) if equals else None
        others = [one for one in self.words if one not in (word, f"--diagnostics={word}")]
        self.keep_off(name for one in others for name in (one, one.partition("=")[2]) if name)

    def keep_off(self, others: Iterable[str | Path]) -> None:
        """Refuse a document in the place of another file of the command, which then stays as it is."""
        document = self.file
        if document is not None and any(_same(document, Path(other)) for other in others):
            self.kind, self.file = "text", None
            notes = ("give the document of --diagnostics another name",)
            raise UsageError(f"cannot write {str(document)!r}: it is another file of this command", notes=notes)

    @property
    def quiet(self) -> bool:
        """Whether standard error is for the document alone."""
        return self.kind != "text" and self.file is None

    def document(self, code: int) -> str:
        made = as_sarif(self.found, code) if self.kind == "sarif" else as_json(self.found, code)
        return json.dumps(made, indent=2, ensure_ascii=False) + "\n"

    def write(self, code: int) -> None:
        """Write the file, if one was asked for."""
        if self.file is not None:
            write_files({self.file: self.document(code).encode("utf-8", "replace")})


def _same(one: Path, other: Path) -> bool:
    try:
        known = one.exists() and other.exists()
        return one.samefile(other) if known else os.path.realpath(one) == os.path.realpath(other)
    except (OSError, ValueError):
        return False


def as_json(found: Sequence[Finding], code: int) -> dict[str, Any]:
    rows = [
        {
            "level": one.level,
            "kind": one.kind,
            "file": one.file or None,
            "line": one.line or None,
            "column": one.column or None,
            "message": one.message,
            "notes": list(one.notes),
        }
        for one in found
    ]
    return {"diagnostics": rows, "exit_code": code, "format": FORMAT, "gpucc": __version__}


def as_sarif(found: Sequence[Finding], code: int) -> dict[str, Any]:
    kinds = list(dict.fromkeys(one.kind for one in found))
    rules = [{"id": kind, "shortDescription": {"text": RULES[kind]}, "help": {"text": PAGE}} for kind in kinds]
    driver = {"name": "gpucc", "version": __version__, "rules": rules}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": code == 0, "exitCode": code}],
        "results": [_result(one, kinds.index(one.kind)) for one in found],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _result(one: Finding, rule: int) -> dict[str, Any]:
    text = "\n".join([one.message, *(f"note: {note}" for note in one.notes)])
    made: dict[str, Any] = {"ruleId": one.kind, "ruleIndex": rule, "level": one.level, "message": {"text": text}}
    if one.file:
        place: dict[str, Any] = {"artifactLocation": {"uri": _uri(one.file)}}
        if one.line:
            place["region"] = {"startLine": one.line} | ({"startColumn": one.column} if one.column else {})
        made["locations"] = [{"physicalLocation": place}]
    return made


def _uri(file: str) -> str:
    """The file as a reference to a place: relative ones stay so, for a host that knows the root."""
    if os.path.isabs(file):
        return Path(file).as_uri()
    return quote(os.path.normpath(file).replace(os.sep, "/"), errors="replace")
