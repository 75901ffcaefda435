"""`gpucc cost`: the cost of a shader on each target, in total and by source line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gpucc import driver
from gpucc.errors import GpuccError, Location, UsageError
from gpucc.program import Picture, PictureCell, Program
from gpucc.terminal import console
from gpucc.terminal.outputs import COMPILED
from gpucc.terminal.wishes import Choices, GivenSource, check_isa, placed, read_shader, readable
from gpucc.verdict import executed

TOTALS = ("instructions", "words", "registers", "lower_bound")
# instructions that the compiler could not trace to a line
ELSEWHERE = "(no line)"
MOST_TEXT = 60

# place (file:line) to instructions and words; an instruction that serves several lines is divided among them
Shares = Mapping[str, tuple[float, float]]


def show_cost(word: str, isas: Sequence[str], choices: Choices, lanes: int | None) -> None:
    """Print instructions and words for every target that accepts the shader, and a line for each that refuses it."""
    for name in isas:
        check_isa(name)
    if Path(word).suffix.lower() in COMPILED:
        _show_program(word, isas)
        return
    source = read_shader(word, choices.language)
    arguments: dict[str, Any] = {"entry": choices.entry, "name": source.name, **choices.arguments()}
    arguments |= {"verify": lanes, "allow_unverified": True}
    programs: list[Program] = []
    refusals: list[tuple[str, GpuccError]] = []
    with console.Progress() as progress:
        for name in isas or driver.isas():
            progress(f"compiling for {name}")
            try:
                with placed(source):
                    programs.append(driver.compile(source.data, name, **arguments))
            except GpuccError as error:
                if len(isas) == 1 or error.exit_code == 3:
                    raise
                refusals.append((name, error))
    if not programs:
        raise _common(refusals)
    rows: list[list[object]] = [["isa", *(key.replace("_", " ") for key in TOTALS), "executed"]]
    rows += [[program.isa, *(program.stats.get(key) for key in TOTALS), executed(program)] for program in programs]
    console.put(console.table(rows, room=console.width()))
    lines = cost_lines(programs, source)
    if len(lines) > 1:
        console.put("\n" + console.table(lines, room=console.width()))
    for name, refusal in refusals:
        told = refusal_line(refusal, source)
        console.say(told if told.startswith(name) else f"{name}: {told}")


def _show_program(word: str, isas: Sequence[str]) -> None:
    """Print the same totals of a compiled program, and how often each operation stands in it."""
    program = driver.load(readable(word))
    if isas and tuple(isas) != (program.isa,):
        raise UsageError(f"{word!r} is a program for {program.isa}, not for {', '.join(isas)}")
    rows: list[list[object]] = [["isa", *(key.replace("_", " ") for key in TOTALS)]]
    console.put(console.table([*rows, [program.isa, *(program.stats.get(key) for key in TOTALS)]]))
    operations = program.stats.get("slots")
    if isinstance(operations, Mapping) and operations:
        counted: list[list[object]] = [["operation", "count"], *([name, count] for name, count in operations.items())]
        console.put("\n" + console.table(counted))


def _common(refusals: Sequence[tuple[str, GpuccError]]) -> GpuccError:
    """The error if no target accepts the shader: the common reason, else one note per target."""
    first = refusals[0][1]
    if len({(error.message, error.location) for _, error in refusals}) == 1:
        return first
    return GpuccError(
        "no target takes this shader", notes=tuple(f"{name}: {error.message}" for name, error in refusals)
    )


def refusal_line(error: GpuccError, source: GivenSource) -> str:
    """The reason why a target refuses the shader, on one line, with the place if it is known."""
    place = f" ({error.location})" if error.location and error.location != Location(source.name) else ""
    return " ".join(error.message.split()) + place


def cost_lines(programs: Sequence[Program], source: GivenSource | None = None) -> list[list[object]]:
    """One row per source line: instructions and words on each target, and the text of the line."""
    counts = [shares(program) for program in programs]
    heading = [f"{program.isa} {what}" for program in programs for what in ("instructions", "words")]
    rows: list[list[object]] = [["line", *heading, "source"]]
    texts = _Texts(source)
    for place in sorted({place for count in counts for place in count}, key=_place_order):
        row: list[object] = [place]
        for count in counts:
            row += [_plain(part) for part in count.get(place, (0.0, 0.0))]
        rows.append([*row, texts.line(place)])
    return rows if len(rows) > 1 and rows[1][0] != ELSEWHERE else rows[:1]


def shares(program: Program) -> Shares:
    """The cost of each line. The sums are the program's instructions and words."""
    if program.picture is not None and program.picture.rows:
        return _from_picture(program.picture, _words(program))
    count, words = program.stats.get("instructions", 0), _words(program)
    lines = program.stats.get("lines")
    known = lines if isinstance(lines, Mapping) else {}
    found = {place: (float(n), n * words / max(1, count)) for place, n in known.items()}
    rest = count - sum(n for n, _ in found.values())
    return found | ({ELSEWHERE: (rest, rest * words / count)} if count and rest > 0 else {})


def executed_shares(program: Program, visits: Sequence[float]) -> Mapping[str, float]:
    """The instructions of each line that a lane runs on average. `visits` are the runs of each instruction."""
    rows = program.picture.rows if program.picture is not None else ()
    found: dict[str, float] = defaultdict(float)
    for row, count in zip(rows, visits, strict=False):
        places = _places(row)
        for place in places:
            found[place] += count / len(places)
    return found


def _words(program: Program) -> float:
    return float(program.stats.get("words") or 0)


def _from_picture(picture: Picture, words: float) -> Shares:
    """Divide each instruction equally among the lines of its operations; copies count only in instructions without
    other operations."""
    found: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for index, row in enumerate(picture.rows):
        size = picture.words[index] if picture.words else words / len(picture.rows)
        places = _places(row)
        for place in places:
            found[place][0] += 1 / len(places)
            found[place][1] += size / len(places)
    return {place: (count, size) for place, (count, size) in found.items()}


def _places(row: Sequence[PictureCell]) -> list[str]:
    """The lines of an instruction's operations; those of copies if it has no others."""
    found = [_place(cell.location) for cell in row if not cell.copy and cell.location]
    return found or [_place(cell.location) for cell in row if cell.location] or [ELSEWHERE]


def _place(location: Location | None) -> str:
    return f"{location.file}:{location.line}" if location is not None and location.line else ELSEWHERE


def _plain(value: float) -> object:
    """Integral values as int, others rounded to one decimal."""
    found = round(value, 1)
    return int(found) if found == int(found) else found


def _place_order(place: str) -> tuple[bool, str, int]:
    file, _, line = place.rpartition(":")
    return place == ELSEWHERE, file, int(line) if line.isdigit() else 0


class _Texts:
    """The lines of those sources that can be read."""

    def __init__(self, source: GivenSource | None) -> None:
        self.files: dict[str, list[str]] = {}
        if source is not None and isinstance(source.data, bytes):
            self.files[source.name] = source.data.decode("utf-8", "replace").splitlines()

    def line(self, place: str) -> str:
        file, _, number = place.rpartition(":")
        if not number.isdigit():
            return ""
        if file not in self.files:
            self.files[file] = _lines_of(file)
        lines = self.files[file]
        text = lines[int(number) - 1].strip() if 0 < int(number) <= len(lines) else ""
        return text if len(text) <= MOST_TEXT else text[: MOST_TEXT - 3] + "..."


def _lines_of(file: str) -> list[str]:
    try:
        path = Path(file)
        return (
            path.read_text("utf-8", "replace").splitlines() if path.is_file() and path.stat().st_size < 1 << 24 else []
        )
    except (OSError, ValueError):
        return []
