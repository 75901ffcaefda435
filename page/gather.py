"""Build a trace from the driver's events during a compilation: texts of stages, listings with places, and the program's
picture."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import field

from gpucc.errors import Location
from gpucc.listing import ListedLine, Listing
from gpucc.page.tables import Finished, tables
from gpucc.page.trace import Trace, TraceLine, TraceStage
from gpucc.program import Picture, PictureCell, Program
from gpucc.records import dataclass

# the driver's events that are not graphs
CANONICAL, OPTIMISED, SELECTED, WRITTEN = "canonical", "optimised", "select", "encode"
OTHERS = frozenset({CANONICAL, OPTIMISED, SELECTED, WRITTEN, "schedule", "allocate", "check", "verify", "warning"})
# the keys of places outside the optimised IR start here, after those of all its lines
BEYOND = 1 << 24
# lines of LLVM IR that compute nothing
QUIET = re.compile(r"\s*(?:[!;^$]|attributes |declare |target |source_filename|#dbg_|$)")
NAMED_VALUE = re.compile(r"\s*%([A-Za-z_][-\w.$]*) = ")
PREDECESSORS = re.compile(r"(?<=:) {3,}; preds")
# suffixes that LLVM adds to a name when it copies or inlines a value
ADDED = re.compile(r"(?:\.i\d*|\.\d+)+$")

# a source's name and, if it can be read, its text
Read = Callable[[str], str | None]


@dataclass(slots=True)
class _Links:
    """The keys of each source line, from the listings of all stages."""

    lines: dict[int, tuple[str, int]] = field(default_factory=dict)
    keys: dict[tuple[str, int], set[int]] = field(default_factory=dict)
    extra: dict[Location, int] = field(default_factory=dict)

    def key(self, place: Location) -> int:
        if place.ir:
            return place.ir
        return self.extra.setdefault(place, BEYOND + len(self.extra))

    def learn(self, places: Iterable[Location]) -> None:
        for place in places:
            if place.file and place.line:
                self.lines.setdefault(self.key(place), (place.file, place.line))
                self.keys.setdefault((place.file, place.line), set()).add(self.key(place))

    def of(self, places: Iterable[Location]) -> tuple[int, ...]:
        return tuple(dict.fromkeys(map(self.key, places)))

    def colours(self) -> Callable[[tuple[int, ...]], int]:
        """A function that numbers source lines in their order; lines without one get -1."""
        ordered = {place: number for number, place in enumerate(sorted(self.keys))}

        def colour(keys: tuple[int, ...]) -> int:
            places = [self.lines[key] for key in keys if key in self.lines]
            return min((ordered[place] for place in places), default=-1)

        return colour


def gather(
    title: str,
    verdict: str,
    told: Sequence[tuple[str, object]],
    program: Program,
    main: str,
    read: Read,
    finished: Finished | None = None,
) -> Trace:
    """The trace of a compilation. `told` are the stages with their results in order, `main` is the name of the source,
    `read` returns the texts of sources. With what is known of the `finished` program, the trace ends with tables."""
    links = _Links()
    for _, value in told:
        if isinstance(value, Listing):
            for line in value.lines:
                links.learn(line.places)
    for cell in _cells(program.picture):
        links.learn(_places(cell))
    texts = {name: value for name, value in told if isinstance(value, str)}
    sources = _sources(main, links, read, str(texts.get(CANONICAL, "")))
    if not links.keys:
        _link_by_name(main, sources.get(main, ""), str(texts.get(OPTIMISED, "")), links)
    colour = links.colours()
    unchanged: list[str] = []
    stages = [
        _source(sources, links, colour),
        TraceStage("LLVM IR", "ir", tuple(_ir(texts.get(OPTIMISED, ""), colour))),
        *_graphs(told, links, colour, unchanged, OTHERS if program.picture is not None else OTHERS - {SELECTED}),
    ]
    if program.picture is not None and SELECTED in texts:
        stages.append(TraceStage("selected", "selected", tuple(_listed(texts[SELECTED], links, colour))))
    if program.picture is not None:
        stages.append(TraceStage("schedule", "schedule", tuple(_schedule(program.picture, links, colour))))
        stages.append(TraceStage("machine words", "words", tuple(_words(program.picture, links, colour))))
    elif WRITTEN in texts:
        stages.append(TraceStage("written text", "text", tuple(_listed(texts[WRITTEN], links, colour, numbered=True))))
    if finished is not None:
        rows = program.picture.rows if program.picture is not None else ()
        per_row = [tuple(place for cell in row for place in _places(cell)) for row in rows]
        stages += tables(finished, program, per_row, stages[0].lines, main, links.of, colour)
    return Trace(title, verdict, tuple(stages), tuple(unchanged), tuple(_facts(program)))


# the source -----------------------------------------------------------------------------------------------------------


def _sources(main: str, links: _Links, read: Read, canonical: str) -> dict[str, str]:
    """The texts that values come from, starting with the one that was compiled; for a binary module, its canonical
    text."""
    files = dict.fromkeys([main, *(file for file, _ in sorted(links.keys))])
    found = {file: text for file in files if (text := read(file)) is not None}
    return found or {f"{main} (as canonical LLVM IR)": canonical}


def _source(sources: Mapping[str, str], links: _Links, colour: Callable[[tuple[int, ...]], int]) -> TraceStage:
    lines: list[TraceLine] = []
    for file, text in sources.items():
        lines.append(TraceLine(file, kind="heading"))
        for number, line in enumerate(text.splitlines(), 1):
            keys = tuple(sorted(links.keys.get((file, number), ())))
            lines.append(TraceLine(line, keys, str(number), colour=colour(keys)))
    return TraceStage("source", "source", tuple(lines))


def _link_by_name(main: str, source: str, optimised: str, links: _Links) -> None:
    """For LLVM IR without debug information: link values by their names, as far as LLVM keeps them."""
    lines: dict[str, int] = {}
    for number, line in enumerate(source.splitlines(), 1):
        if named := NAMED_VALUE.match(line):
            lines.setdefault(named[1], number)
    for number, line in enumerate(optimised.splitlines(), 1):
        if named := NAMED_VALUE.match(line):
            known = lines.get(named[1]) or lines.get(ADDED.sub("", named[1]))
            if known:
                links.learn([Location(main, known, ir=number)])


# stages ---------------------------------------------------------------------------------------------------------------


def _ir(text: str, colour: Callable[[tuple[int, ...]], int]) -> Iterator[TraceLine]:
    """Yield the optimised IR; a line's number is its key."""
    for number, line in enumerate(text.rstrip("\n").split("\n"), 1):
        # LLVM prints a block's predecessors far to the right
        line = PREDECESSORS.sub("  ; preds", line)
        quiet = QUIET.match(line) is not None
        keys = () if quiet or not line.startswith("  ") else (number,)
        yield TraceLine(line, keys, str(number), colour=colour(keys), kind="quiet" if quiet else "plain")


def _graphs(
    told: Sequence[tuple[str, object]],
    links: _Links,
    colour: Callable[[tuple[int, ...]], int],
    unchanged: list[str],
    others: Set[str],
) -> Iterator[TraceStage]:
    """Yield the graphs that differ from the one before. On targets without instructions, the selected code is a graph,
    too."""
    before = ""
    for name, value in told:
        if name in others or not isinstance(value, Listing):
            continue
        if value == before:
            unchanged.append(name)
            continue
        before = str(value)
        yield TraceStage(name, "graph", tuple(_listed(value, links, colour)))


def _listed(
    text: str, links: _Links, colour: Callable[[tuple[int, ...]], int], numbered: bool = False
) -> Iterator[TraceLine]:
    lines = text.lines if isinstance(text, Listing) else tuple(map(ListedLine, text.splitlines()))
    for number, line in enumerate(lines, 1):
        keys = links.of(line.places)
        shown = line.text.removesuffix(f"; {line.note}").rstrip() if line.note else line.text
        yield TraceLine(shown, keys, str(number) if numbered else "", note=line.note, colour=colour(keys))


def _cells(picture: Picture | None) -> Iterator[PictureCell]:
    for row in picture.rows if picture is not None else ():
        yield from row


def _places(cell: PictureCell) -> tuple[Location, ...]:
    return (cell.location, *cell.others) if cell.location is not None else ()


def _schedule(picture: Picture, links: _Links, colour: Callable[[tuple[int, ...]], int]) -> Iterator[TraceLine]:
    """Yield a line for the work of each unit; the first of an instruction has its number."""
    starts = dict(picture.blocks) if len(picture.blocks) > 1 else {}
    units = len(picture.units) > 1
    for number, row in enumerate(picture.rows):
        if number in starts:
            yield TraceLine(f"{starts[number]}:", kind="heading")
        for place, cell in enumerate(row):
            keys = links.of(_places(cell))
            note = cell.rule or ("a copy" if cell.copy else "")
            label = cell.unit if units else ""
            yield TraceLine(cell.text, keys, "" if place else str(number), label, note, colour(keys))
        if not row:
            yield TraceLine("(nothing)", (), str(number))


def _words(picture: Picture, links: _Links, colour: Callable[[tuple[int, ...]], int]) -> Iterator[TraceLine]:
    for number, (row, code) in enumerate(zip(picture.rows, picture.code, strict=True)):
        keys = links.of(place for cell in row for place in _places(cell))
        yield TraceLine(code, keys, str(number), colour=colour(keys))


def _facts(program: Program) -> Iterator[tuple[str, str]]:
    verified = program.verified or {}
    for key, value in {**program.stats, **{f"verified {key}": value for key, value in verified.items()}}.items():
        if isinstance(value, Mapping):
            value = ", ".join(f"{name}: {entry}" for name, entry in value.items())
        elif isinstance(value, (list, tuple)):
            value = ", ".join(map(str, value))
        yield key.replace("_", " "), str(value)
