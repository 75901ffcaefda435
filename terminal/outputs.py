"""Where results go: formats and names settled before the work, files or standard output after it."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gpucc.emit.files import Kind, check_target, contents, kind_named, kind_of, write_files
from gpucc.errors import UsageError
from gpucc.program import Program
from gpucc.terminal import console

ASSEMBLY = kind_named("asm")
GRAPH = "graph"


@dataclass(frozen=True, slots=True)
class Plan:
    """Where each program goes; `kind` None stands for the graph, and no paths for standard output."""

    kind: Kind | None
    paths: tuple[Path, ...] = ()


def plan_outputs(output: str | None, emit: str | None, labels: Sequence[str], default: Kind = ASSEMBLY) -> Plan:
    """Settle formats and names before any work is done, so that a wrong wish costs no time."""
    kind = None if emit == GRAPH else kind_named(emit, (GRAPH,)) if emit else None
    if output in (None, "-"):
        kind = kind or (None if emit == GRAPH else default)
        _check_stdout(kind, len(labels))
        return Plan(kind)
    assert output is not None
    path = Path(output)
    folder = output.endswith(os.sep) or path.is_dir()
    if kind is None and emit is None:
        kind = default if folder or (len(labels) > 1 and not path.suffix) else kind_of(path)
    ending = kind.endings[0] if kind else ".txt"
    if folder:
        paths = [path / f"{label}{ending}" for label in labels]
    elif len(labels) == 1:
        paths = [path]
    else:
        paths = [path.with_name(f"{path.stem}.{label}{path.suffix or ending}") for label in labels]
    if len(set(paths)) < len(paths):
        raise UsageError("two outputs would have one name", notes=(f"both would be {str(paths[0])!r}",))
    for each in paths:
        check_target(each)
    return Plan(kind, tuple(paths))


def _check_stdout(kind: Kind | None, count: int) -> None:
    if kind is None or not (kind.binary or count > 1):
        return
    if count > 1 and kind is not ASSEMBLY:
        raise UsageError(f"{count} programs as {kind.name} need a place each", notes=("-o takes a folder or the stem of the names",))
    if kind.binary and sys.stdout.isatty():
        raise UsageError(f"{kind.what} is nothing for a terminal", notes=("write it to a file with -o, or send it through a pipe",))


def deliver(plan: Plan, programs: Sequence[Program], texts: Sequence[str], labels: Sequence[str]) -> None:
    """Write or print what was made. `texts` are the graphs, needed for that kind only."""
    if plan.kind is None:
        made = [text.encode("utf-8", "backslashreplace") for text in texts]
    else:
        names = [path.name.partition(".")[0] for path in plan.paths] or list(labels)
        if len(set(names)) < len(names):
            names = list(labels)
        made = [contents(program, plan.kind, name) for program, name in zip(programs, names, strict=True)]
    if plan.paths:
        write_files(dict(zip(plan.paths, made, strict=True)))
    elif plan.kind is not None and plan.kind.binary:
        console.put(made[0])
    else:
        console.put("\n".join(data.decode("utf-8").rstrip("\n") + "\n" for data in made))
