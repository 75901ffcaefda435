"""`gpucc explain`: a page that shows a compilation stage by stage, from the source to the machine words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

from gpucc import driver
from gpucc.emit.files import PAGES, check_target, write_files
from gpucc.errors import UsageError
from gpucc.page.gather import gather
from gpucc.page.tables import Finished, LaneShown
from gpucc.page.trace import Trace
from gpucc.page.write import write_page
from gpucc.program import Program
from gpucc.terminal import console
from gpucc.terminal.cost import executed_shares, shares
from gpucc.terminal.outputs import check_paths
from gpucc.terminal.wishes import Choices, GivenSource, check_isa, placed, read_shader
from gpucc.verdict import executed, runs_straight, told

# larger files are not shown as sources
MOST_TEXT = 1 << 22
Share = TypeVar("Share")


def explain_source(word: str, isa: str, choices: Choices, output: str | None, lanes: int | None) -> None:
    """Compile, collect the result of every stage, and write the page. A program that could not be verified is shown as
    well."""
    check_isa(isa, family=True)
    path = _target(output, word)
    source = read_shader(word, choices.language)
    stages: list[tuple[str, object]] = []
    with console.Progress() as progress:

        def observe(stage: str, value: object) -> None:
            stages.append((stage, value))
            progress(stage)

        meant = choices.stage or driver.stage_of(source.name, source.data)
        target, switches = driver.member(isa, meant, source.name, choices.target)
        arguments = {
            **choices.arguments(),
            "target": switches,
            "verify": lanes,
            "allow_unverified": True,
            "observe": observe,
        }
        with placed(source):
            program = driver.compile(source.data, target, entry=choices.entry, name=source.name, **arguments)
    for stage, value in stages:
        if stage == "warning":
            console.warn(str(value))
    page = page_of(program, source, stages)
    if path is None:
        console.put(page)
        return
    write_files({path: page.encode("utf-8", "backslashreplace")})
    console.say(f"{path}: {len(page.encode('utf-8', 'backslashreplace')) >> 10} KiB; {told(program)}")


def page_of(program: Program, source: GivenSource, stages: list[tuple[str, object]]) -> str:
    return write_page(trace_of(program, source, stages))


def trace_of(program: Program, source: GivenSource, stages: Sequence[tuple[str, object]]) -> Trace:
    """The content of a page about a compilation: its stages, as the driver told them, and tables about the program."""
    title = f"{source.label}: {program.isa} {program.stage} shader"
    schedule = next((str(value) for stage, value in stages if stage == "schedule"), "")
    ran = (
        "" if "executed" not in program.stats or runs_straight(program) else f"executed in a lane: {executed(program)}"
    )
    verdict = "; ".join(part.rstrip(".\n") for part in (schedule, ran, told(program)) if part)
    reports = [str(value) for stage, value in stages if stage == "verify"]
    lanes = next((value for stage, value in stages if stage == driver.COMPARED), ())
    assembly = driver.disassemble(program) if program.picture is not None else ""
    visits = next((value for stage, value in stages if stage == driver.VISITED), ())
    ran_by_line = {} if runs_straight(program) else executed_shares(program, cast(Any, visits))
    finished = Finished(
        assembly, _by_line(shares(program)), "\n".join(reports), tuple(map(_shown, cast(Any, lanes))),
        _by_line(ran_by_line),
    )  # fmt: skip
    return gather(title, verdict, stages, program, source.name, _Reader(source).read, finished)


def _by_line(shares: Mapping[str, Share]) -> dict[tuple[str, int], Share]:
    """Shares by file and line; line 0 is that of instructions without one."""
    found = {}
    for place, share in shares.items():
        file, _, line = place.rpartition(":")
        found[(file, int(line)) if line.isdigit() else ("", 0)] = share
    return found


def _shown(lane: Any) -> LaneShown:
    named = (lane.inputs, lane.expected, lane.found)
    texts = (tuple((name, ", ".join(f"{value:.9g}" for value in values)) for name, values in each) for each in named)
    return LaneShown(lane.number, f"{lane.verdict} ({lane.kind})", *texts)


def _target(output: str | None, word: str) -> Path | None:
    if output is None or output == "-":
        return None
    path = Path(output)
    if path.suffix.lower() not in PAGES:
        raise UsageError(
            f"gpucc explain writes pages, and {output!r} does not end in .html", notes=("-o k.html names the page",)
        )
    check_paths([path], [word])
    check_target(path)
    return path


class _Reader:
    """Reads the texts of sources. Files named by debug information are read only in the folder of the source and below,
    because pages are shared and must not leak other files."""

    def __init__(self, source: GivenSource) -> None:
        self.source = source
        self.folder = Path(source.name).parent.resolve() if isinstance(source.data, Path) else None

    def read(self, name: str) -> str | None:
        if name == self.source.name:
            data = self.source.data
            return _text(data if isinstance(data, bytes) else data.read_bytes())
        if self.folder is None:
            return None
        for path in (Path(name), self.folder / name):
            found = self._inside(path)
            if found is not None:
                return found
        return None

    def _inside(self, path: Path) -> str | None:
        assert self.folder is not None
        try:
            real = path.resolve()
            if real.is_relative_to(self.folder) and real.is_file() and real.stat().st_size <= MOST_TEXT:
                return _text(real.read_bytes())
        except (OSError, ValueError):
            pass
        return None


def _text(data: bytes) -> str | None:
    """The text; None for binary data such as bitcode."""
    if b"\0" in data or len(data) > MOST_TEXT:
        return None
    return data.decode("utf-8-sig", "replace")
