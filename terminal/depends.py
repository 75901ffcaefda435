"""Dependency files for Make and Ninja: `-MD`, `-MF`, `-MT`, `-MP`, as gcc and clang write them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from gpucc.errors import UsageError
from gpucc.records import dataclass

# backslashes before a space must be doubled, or they would quote each other
SPACES = re.compile(r"(\\*)([ \t])")
WIDEST = 100


@dataclass(frozen=True, slots=True)
class DependWishes:
    """The request of `-MD` and its like. `file` is the file to write, and `targets` are the targets of the rule, as
    they stand in it. `phony` adds an empty rule for each file, so that Make goes on when one is deleted."""

    file: str | None = None
    targets: tuple[str, ...] = ()
    phony: bool = False


def depend_wishes(wanted: bool, file: str | None, targets: Sequence[str], phony: bool) -> DependWishes | None:
    """The options, checked: the others need -MD."""
    for option, given in (("-MF", file is not None), ("-MT", targets), ("-MP", phony)):
        if given and not wanted:
            raise UsageError(f"{option} needs -MD", notes=("-MD asks for a dependency file",))
    return DependWishes(file, tuple(targets), phony) if wanted else None


def depend_path(wishes: DependWishes, outputs: Sequence[Path]) -> Path:
    """The file to write: that of -MF, or the first output's name with the ending .d."""
    if not outputs and not (wishes.file and wishes.targets):
        raise UsageError(
            "-MD needs to know what depends on the sources", notes=("give -o FILE, or -MF FILE and -MT TARGET",)
        )
    return Path(wishes.file) if wishes.file else outputs[0].with_suffix(".d")


def rule(wishes: DependWishes, outputs: Sequence[Path], files: Iterable[str]) -> bytes:
    """The rule: the outputs depend on the files."""
    names = [escaped(name) for name in dict.fromkeys(map(str, files))]
    targets = list(wishes.targets) or [_as_target(escaped(str(path))) for path in outputs]
    lines = [f"{' '.join(targets)}:"]
    for name in names:
        if len(lines[-1]) + len(name) > WIDEST:
            lines[-1] += " \\"
            lines.append("")
        lines[-1] += f" {name}"
    # the source itself needs no empty rule: without it nothing can be made
    empty = [f"\n{_as_target(name)}:" for name in names[1:]] if wishes.phony else []
    return "\n".join([*lines, *empty, ""]).encode("utf-8", "surrogateescape")


def _as_target(name: str) -> str:
    """A name left of the colon, where % would make a pattern."""
    return name.replace("%", "\\%")


def escaped(name: str) -> str:
    """A file name as Make reads it."""
    if "\n" in name or "\r" in name:
        raise UsageError(f"a dependency file cannot name {name!r}", notes=("Make has no line breaks in names",))
    spaced = SPACES.sub(r"\1\1\\\2", name.replace("$", "$$"))
    return spaced.replace("#", "\\#").replace(":", "\\:")
