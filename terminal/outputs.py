"""Output files: formats and names are checked before any work is done, and results written to files or standard output
afterwards."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from gpucc import driver
from gpucc.emit.files import AGSL, ASM, GLSL2AGAL, KINDS, SCHEDULE, OutputKind, check_stem, check_target, write_files
from gpucc.errors import UsageError
from gpucc.program import Program
from gpucc.records import dataclass
from gpucc.terminal import console

GRAPH = "graph"
# endings of compiled programs that commands read
COMPILED = frozenset(
    ending
    for kind in KINDS
    if kind.read is not None or kind.bare is not None or kind.name in ("bin", "json")
    for ending in kind.endings
)
# the beginning of LLVM's bitcode, which may have any name
BITCODE = b"BC\xc0\xde"
# endings of files that say how derived constants are computed
DERIVING = (".json", ".h")


@dataclass(frozen=True, slots=True)
class OutputPlan:
    """The destination of each program. `kind` is None for the graph; `paths` is empty for standard output."""

    kind: OutputKind | None
    paths: tuple[Path, ...] = ()


def refuse_written(word: str, sources: bool = False) -> None:
    """Refuse a file of a kind that gpucc writes and does not read. With `sources`, kinds whose endings sources may have
    are accepted."""
    ending = Path(word).suffix.lower()
    kind = next((one for one in KINDS if ending in one.endings), None)
    if kind is None or kind is AGSL or ending in COMPILED or (sources and kind in (ASM, GLSL2AGAL, SCHEDULE)):
        return
    notes: tuple[str, ...] = (f"compiled programs are read from files that end in {', '.join(sorted(COMPILED))}",)
    if kind is ASM:
        notes = (f"gpucc asm {word} --isa X assembles it", *notes)
    raise UsageError(f"{word!r} is in the format {kind.name!r}, which gpucc writes and does not read", notes=notes)


def refuse_compiled(word: str) -> None:
    """Refuse a compiled program where a source is wanted."""
    refuse_written(word, sources=True)
    if Path(word).suffix.lower() not in COMPILED:
        return
    with open(word, "rb") as file:
        if file.read(len(BITCODE)) == BITCODE:
            return
    raise UsageError(
        f"{word!r} is a compiled program, and not a source",
        notes=(
            f"gpucc run {word} executes it, gpucc disasm {word} prints it",
            "if it is a source, --language says in which language",
        ),
    )


def plan_outputs(
    output: str | None,
    emit: str | None,
    labels: Sequence[str],
    default: OutputKind = ASM,
    inputs: Sequence[str] = (),
    isa: str = "",
) -> OutputPlan:
    """Determine formats and names before any work is done, so that mistakes are reported at once. `inputs` are the
    files that are read; of a known `isa` or family, only its formats are accepted."""
    kind = None if emit == GRAPH else driver.format_named(emit, (GRAPH,)) if emit else None
    if output is None or output == "-":
        kind = kind or (None if emit == GRAPH else default)
        _check_holds(kind, isa)
        _check_stdout(kind, len(labels))
        return OutputPlan(kind)
    if not output:
        raise UsageError(
            "cannot write '': the name is empty", notes=("-o takes a file, a folder, or - for standard output",)
        )
    path = Path(output)
    folder = output.endswith(os.sep) or os.path.isdir(path)
    if kind is None and emit is None:
        kind = default if folder or (len(labels) > 1 and not path.suffix) else driver.format_of(path)
    _check_holds(kind, isa)
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


def _check_holds(kind: OutputKind | None, isa: str) -> None:
    """Refuse the format of another target's code."""
    if kind is None or kind.shared or not isa:
        return
    owners, names = driver.holders(kind.name), driver.family_named(isa) or (isa,)
    if owners and not set(owners) & set(names):
        own = driver.own_format(names[0])
        notes = (f"code for {isa} is written with -o NAME{own.endings[0]}, or --emit {own.name}",)
        raise UsageError(f"format {kind.name!r} holds {' and '.join(owners)} code, not code for {isa}", notes=notes)


def _named(stem: str, name: str) -> str:
    """The stem with the name of a program after it; what stands at the start of both stands there once."""
    return name if name.startswith(f"{stem}.") else f"{stem}.{name}"


def _as_name(label: str) -> str:
    """A label made safe as part of a file name: an entry may have any name, such as `../../x`, which must not leave the
    folder."""
    return re.sub(r"[/\\\0-\x1f\x7f]", "_", label)


def check_paths(paths: Sequence[Path], inputs: Sequence[str]) -> None:
    """Check that the outputs can be written, are distinct, and are not inputs."""
    console.keep_document_off([*paths, *inputs])
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
    """Warnings about files that need derived constants, where no file beside them says how to compute these."""
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
