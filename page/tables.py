"""Panes about the finished program: its assembly, its cost by source line, the lanes of its verification, and where
its values are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import partial

from gpucc.errors import Location
from gpucc.page.trace import TraceLine, TraceStage
from gpucc.program import Constant, Interface, Program, Slot
from gpucc.records import dataclass

# lines of assembly that hold no instruction: comments, directives, labels
NO_INSTRUCTION = re.compile(r"\s*(?://|#|;|\.|$)|[\w.$]+:\s*$")
CONTINUES = re.compile(r"\s+;")
# the widest table of numbers
MOST_LANES = 64

Keys = Callable[[Iterable[Location]], tuple[int, ...]]
Colour = Callable[[tuple[int, ...]], int]
# characters of a column of figures
COLUMN = 6


@dataclass(frozen=True, slots=True)
class LaneShown:
    """A lane of the verification: the verdict on it, its inputs, and both results, by name."""

    number: int
    verdict: str
    inputs: tuple[tuple[str, str], ...]
    expected: tuple[tuple[str, str], ...]
    found: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Finished:
    """What is known of a finished program besides its stages. `shares` are the instructions and words of each line of
    a source, `report` is the verification in words, `lanes` are some that it compared. `executed` are the instructions
    of each line that a lane ran on average, unless each ran all of them once."""

    assembly: str = ""
    shares: Mapping[tuple[str, int], tuple[float, float]] = field(default_factory=dict)
    report: str = ""
    lanes: Sequence[LaneShown] = ()
    executed: Mapping[tuple[str, int], float] = field(default_factory=dict)


def tables(
    finished: Finished, program: Program, places: Sequence[Sequence[Location]], source: Sequence[TraceLine],
    main: str, keys: Keys, colour: Colour,
) -> Iterator[TraceStage]:  # fmt: skip
    """The panes, without those that would be empty. `places` are those of each instruction, `source` the lines
    of the pane of the source."""
    if finished.assembly:
        yield TraceStage("assembly", "assembly", tuple(_assembly(finished.assembly, places, keys, colour)))
    if finished.shares:
        yield TraceStage("cost", "cost", tuple(_cost(finished, source, main, worded=program.picture is not None)))
    if finished.report or finished.lanes:
        yield TraceStage("verification", "lanes", tuple(_lanes(finished.report, finished.lanes)))
    yield TraceStage("registers", "registers", tuple(_registers(program.interface, program.constants)))


# assembly -------------------------------------------------------------------------------------------------------------


def _assembly(text: str, places: Sequence[Sequence[Location]], keys: Keys, colour: Colour) -> Iterator[TraceLine]:
    """Yield the assembly. Its instructions are those of the schedule, one after the other; where the numbers of both
    differ, nothing is linked."""
    lines = text.rstrip("\n").split("\n")
    owners = _instructions(lines)
    count = max((owner for owner in owners if owner is not None), default=-1) + 1
    linked = count == len(places)
    before = None
    for line, owner in zip(lines, owners, strict=True):
        found = keys(places[owner]) if linked and owner is not None else ()
        number = str(owner) if linked and owner is not None and owner != before else ""
        before = owner
        yield TraceLine(re.sub(r"^\d+: +", "", line), found, number, colour=colour(found))


def _instructions(lines: Sequence[str]) -> list[int | None]:
    """For each line, the number of the instruction that it is a part of."""
    found: list[int | None] = []
    number, open_line = -1, False
    for line in lines:
        if open_line or (number >= 0 and CONTINUES.match(line) and found and found[-1] == number):
            found.append(number)
        elif NO_INSTRUCTION.match(line):
            found.append(None)
        else:
            number += 1
            found.append(number)
        open_line = found[-1] is not None and line.rstrip().endswith(",")
    return found


# cost -----------------------------------------------------------------------------------------------------------------


def _cost(finished: Finished, source: Sequence[TraceLine], main: str, worded: bool) -> Iterator[TraceLine]:
    """Yield the source with the instructions and words of each line, and with what a lane ran of them; what has no line
    comes last."""
    ran = ", executed in a lane" * bool(finished.executed)
    yield TraceLine("instructions" + ", words" * worded + ran + " by source line", kind="heading")
    numbers = partial(_numbers, finished, worded)
    file = main
    shown = set()
    for line in source:
        if line.kind == "heading":
            file = line.text
            continue
        place = (file, int(line.number or 0))
        shown.add(place)
        yield TraceLine(line.text, line.keys, line.number, numbers(place), colour=line.colour, kind=line.kind)
    rest = [place for place in finished.shares if place not in shown]
    for place in sorted(rest):
        name = f"{place[0]}:{place[1]}" if place[1] else "no line of the source"
        yield TraceLine(f"({name})", (), "", numbers(place))


def _numbers(finished: Finished, worded: bool, place: tuple[str, int]) -> str:
    """The figures of a line, in columns of one width."""
    share, count = finished.shares.get(place), 1 + worded + bool(finished.executed)
    if share is None:
        return "·".rjust(count * COLUMN)
    ran = [finished.executed.get(place, 0.0)] if finished.executed else []
    return "".join(_plain(value).rjust(COLUMN) for value in (*share[: 1 + worded], *ran))


def _plain(value: float) -> str:
    return f"{round(value, 1):g}"


# verification ---------------------------------------------------------------------------------------------------------


def _lanes(report: str, lanes: Sequence[LaneShown]) -> Iterator[TraceLine]:
    for line in report.splitlines():
        yield TraceLine(line)
    for lane in lanes[:MOST_LANES]:
        yield TraceLine(f"lane {lane.number}: {lane.verdict}", kind="heading")
        for name, value in lane.inputs:
            yield TraceLine(value, (), "", name)
        theirs = dict(lane.expected)
        for name, value in lane.found:
            if theirs.get(name) == value:
                yield TraceLine(value, (), "", name, note="both")
            else:
                yield TraceLine(value, (), "", name, note="the target")
                yield TraceLine(theirs.get(name, ""), (), "", name, note="LLVM's JIT")


# registers ------------------------------------------------------------------------------------------------------------


def _registers(interface: Interface, constants: Sequence[Constant]) -> Iterator[TraceLine]:
    groups = (
        ("inputs", interface.inputs),
        ("outputs", interface.outputs),
        ("uniforms", interface.uniforms),
        ("samplers", interface.samplers),
    )
    for title, slots in groups:
        if slots:
            yield TraceLine(title, kind="heading")
        for slot in slots:
            yield TraceLine(f"{slot.name}: {slot.type}", (), "", _place(slot), _told(slot))
    if constants:
        yield TraceLine("constants", kind="heading")
    for register in sorted({one.register for one in constants}):
        own = {one.component: one.value for one in constants if one.register == register}
        values = ", ".join(f"{own[k]:.9g}" if k in own else "_" for k in range(max(own) + 1))
        yield TraceLine(values, (), "", str(register))


def _place(slot: Slot) -> str:
    last = slot.register + slot.registers - 1
    return str(slot.register) if last == slot.register else f"{slot.register}..{last}"


def _told(slot: Slot) -> str:
    """What else is known of a slot."""
    told = [f"built in as {slot.builtin}"] if slot.builtin and slot.builtin != slot.name else []
    told += [f"{', '.join(f'{value:.9g}' for value in slot.default)} if it is not set"] if slot.default else []
    if slot.sampler is not None:
        told.append(f"{slot.sampler.dimension}, {slot.sampler.filter}, {slot.sampler.wrap}")
    return "; ".join(told)
