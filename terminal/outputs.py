"""Output files: formats and names are checked before any work is done, and results written to files or standard output
afterwards."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from gpucc import driver
from gpucc.emit.files import ASM, KINDS, OutputKind, check_stem, check_target, write_files
from gpucc.errors import UsageError
from gpucc.program import Program
from gpucc.records import dataclass
from gpucc.terminal import console

GRAPH = "graph"
# endings of compiled programs
COMPILED = frozenset(ending for kind in KINDS if kind.binary or kind.name == "json" for ending in kind.endings)
# endings of files that say how derived constants are computed
DERIVING = (".json", ".h")


@dataclass(frozen=True, slots=True)
class OutputPlan:
    """The destination of each program. `kind` is None for the graph; `paths` is empty for standard output."""

    kind: OutputKind | None
    paths: tuple[Path, ...] = ()


def plan_outputs(
    output: str | None,
    emit: str | None,
    labels: Sequence[str],
    default: OutputKind = ASM,
    inputs: Sequence[str] = (),
) -> OutputPlan:
    """Determine formats and names before any work is done, so that mistakes are reported at once. `inputs` are the
    files that are read."""
    kind = None if emit == GRAPH else driver.format_named(emit, (GRAPH,)) if emit else None
    if output in (None, "-"):
        kind = kind or (None if emit == GRAPH else default)
        _check_stdout(kind, len(labels))
        return OutputPlan(kind)
    assert output is not None
    if not output:
        raise UsageError(
            "cannot write '': the name is empty", notes=("-o takes a file, a folder, or - for standard output",)
        )
    path = Path(output)
    folder = output.endswith(os.sep) or os.path.isdir(path)
    if kind is None and emit is None:
        kind = default if folder or (len(labels) > 1 and not path.suffix) else driver.format_of(path)
    ending = kind.endings[0] if kind else ".txt"
    stem = kind.stem if kind is not None and kind.stem is not None else _as_name
    if folder:
        paths = [path / f"{stem(label)}{ending}" for label in labels]
    elif len(labels) == 1:
        paths = [path]
    else:
        names = [stem(_named(path.stem, _as_name(label))) for label in labels]
        paths = [path.with_name(f"{name}{path.suffix or ending}") for name in names]
    for one in paths:
        check_stem(one, kind)
    check_paths(paths, inputs)
    return OutputPlan(kind, tuple(paths))


def _named(stem: str, name: str) -> str:
    """The stem with the name of a program after it; what stands at the start of both stands there once."""
    return name if name.startswith(f"{stem}.") else f"{stem}.{name}"


def _as_name(label: str) -> str:
    """A label made safe as part of a file name: an entry may have any name, such as `../../x`, which must not leave the
    folder."""
    return re.sub(r"[/\\\0-\x1f\x7f]", "_", label)


def check_paths(paths: Sequence[Path], inputs: Sequence[str]) -> None:
    """Check that the outputs can be written, are distinct, and are not inputs."""
    read = [status for word in inputs if (status := _status(word)) is not None]
    for each in paths:
        check_target(each, read)
    known: dict[str, Path] = {}
    for each in paths:
        other = known.setdefault(os.path.realpath(each), each)
        if other is not each and not _is_device(each):
            both = (
                f"both would be {str(each)!r}"
                if each == other
                else f"{str(other)!r} and {str(each)!r} are links to one"
            )
            raise UsageError("two outputs would have one name", notes=(both,))


def _status(word: str) -> os.stat_result | None:
    """The status of an input file; `-` is standard input, which may be a file too."""
    try:
        return os.fstat(sys.stdin.fileno()) if word == "-" else os.stat(word)
    except (OSError, ValueError, AttributeError):
        return None


def _is_device(path: Path) -> bool:
    return path.exists() and not path.is_file()


def _check_stdout(kind: OutputKind | None, count: int) -> None:
    if kind is None or not (kind.binary or count > 1):
        return
    if count > 1 and kind is not ASM:
        raise UsageError(
            f"{count} programs as {kind.name} need a place each", notes=("-o takes a folder or the stem of the names",)
        )
    if kind.binary and sys.stdout.isatty():
        raise UsageError(
            f"refusing to write binary {kind.what} to a terminal",
            notes=("write it to a file with -o, or send it through a pipe",),
        )


def unexplained(plan: OutputPlan, derives: Sequence[bool]) -> list[str]:
    """Warnings of files that need derived constants, and that nothing beside them says how to compute."""
    found: list[str] = []
    for path, derived in zip(plan.paths, derives, strict=False):
        beside = [path.with_suffix(ending) for ending in DERIVING]
        if derived and path.suffix not in DERIVING and not any(map(Path.exists, beside)):
            names = " or ".join(one.name for one in beside)
            found.append(
                f"{path.name} does not say how its derived constants are computed: write {names} with the same options"
            )
    return found


def names_of(plan: OutputPlan, labels: Sequence[str], whole: bool = False) -> list[str]:
    """The names of the programs in formats that have one: of the outputs, unless they are `whole` names of inputs."""
    names = [path.name.partition(".")[0] for path in plan.paths]
    return names if names and not whole and len(set(names)) == len(names) else list(labels)


def contents_of(
    plan: OutputPlan, programs: Sequence[Program], texts: Sequence[str], names: Sequence[str]
) -> list[bytes]:
    """The bytes of each output. `texts` are the graphs, used for that format only."""
    if plan.kind is None:
        return [text.encode("utf-8", "backslashreplace") for text in texts]
    width = 0 if plan.paths else console.width()
    return [driver.contents(program, plan.kind, name, width) for program, name in zip(programs, names, strict=True)]


def deliver(plan: OutputPlan, made: Sequence[bytes], more: Mapping[Path, bytes] | None = None) -> None:
    """Write or print the results, and write `more` files."""
    files = dict(zip(plan.paths, made, strict=True)) if plan.paths else {}
    write_files({**files, **(more or {})})
    if plan.paths:
        return
    if plan.kind is not None and plan.kind.binary:
        console.put(made[0])
    else:
        console.put("\n".join(data.decode("utf-8").rstrip("\n") + "\n" for data in made))
