"""What journals say: how many tasks ended in which way, for each group, and what changed between two campaigns."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from statistics import median

from gpucc.campaign.journal import JournalRow

Row = list[object]
SECONDS = "seconds"
# times differ from run to run: smaller differences than this factor, or than these seconds, are not listed
NOTABLE, LEAST = 1.25, 0.2


def told(value: object) -> str:
    """What was asked for, as text; a text stays as it is."""
    return value if isinstance(value, str) else json.dumps(value)


def group_of(row: JournalRow) -> str:
    """The group of a task: the last word of its name."""
    return row.task.name.rsplit(" ", 1)[-1]


def counts(rows: Iterable[JournalRow], outcomes: Sequence[str], figure: str) -> list[Row]:
    """A heading, a row for each group and one for all: the number of tasks by outcome, and the sum of a figure."""
    found: dict[str, Counter[str]] = {}
    sums: Counter[str] = Counter()
    for row in rows:
        found.setdefault(group_of(row), Counter())[row.result.outcome] += 1
        sums[group_of(row)] += round(row.result.figures.get(figure, 0))
    total = sum(found.values(), Counter[str]())
    shown = [word for word in dict.fromkeys(outcomes) if total[word]] + sorted({*total} - {*outcomes})
    lines = [
        [name, sum(tally.values()), *(tally[word] for word in shown), sums[name]]
        for name, tally in sorted(found.items())
    ]
    if len(lines) > 1:
        lines.append(["all", sum(total.values()), *(total[word] for word in shown), sum(sums.values())])
    return [["isa", "tasks", *shown, figure], *lines]


def changes(before: Iterable[JournalRow], after: Iterable[JournalRow], figures: Sequence[str]) -> list[Row]:
    """A heading, and a row for each task of both campaigns that ended in another way or with other figures: first
    those with another outcome, then those with other figures, then those that took another time, the worst first."""
    old, new = ({row.task.name: row.result for row in rows} for rows in (before, after))
    found: list[tuple[tuple[int, float, str], Row]] = []
    for name in [name for name in old if name in new]:
        one, other = old[name], new[name]
        pairs = [(one.figures.get(figure), other.figures.get(figure)) for figure in figures]
        ratios = [b / a for a, b in pairs if a and b is not None]
        longer = other.seconds / one.seconds if one.seconds and other.seconds else 1.0
        notable = abs(other.seconds - one.seconds) > LEAST and not 1 / NOTABLE <= longer <= NOTABLE
        if one.outcome == other.outcome and all(a == b for a, b in pairs) and not notable:
            continue
        worst = max((ratio for ratio in ratios if ratio != 1.0), default=longer)
        outcome = one.outcome if one.outcome == other.outcome else f"{one.outcome} > {other.outcome}"
        line: Row = [name, outcome, *(_change(a, b) for a, b in pairs), _change(one.seconds, other.seconds)]
        order = 0 if one.outcome != other.outcome else 1 if any(a != b for a, b in pairs) else 2
        found.append(((order, -worst, name), line))
    return [["task", "outcome", *figures, SECONDS], *(line for _, line in sorted(found, key=lambda pair: pair[0]))]


def summary(before: Iterable[JournalRow], after: Iterable[JournalRow], figures: Sequence[str]) -> list[str]:
    """Sentences: the tasks of only one campaign, and the figures of the tasks that both did."""
    old, new = ({row.task.name: row.result for row in rows} for rows in (before, after))
    both = [name for name in old if name in new]
    told = [
        f"{len(both)} tasks in both, {len(old) - len(both)} in the first only, {len(new) - len(both)} in the second"
    ]
    for figure in figures:
        pairs = [_of(old[name].figures, new[name].figures, figure) for name in both]
        kept = [pair for pair in pairs if pair is not None]
        if kept:
            first, second = sum(a for a, _ in kept), sum(b for _, b in kept)
            told.append(f"{figure}: {first:,.0f} to {second:,.0f} ({second / first:.4f}) over {len(kept)} tasks")
    times = [new[name].seconds / old[name].seconds for name in both if old[name].seconds and new[name].seconds]
    if times:
        told.append(f"CPU time of a task: {median(times):.2f} of the first campaign's in the middle")
    return told


def _of(one: Mapping[str, float], other: Mapping[str, float], figure: str) -> tuple[float, float] | None:
    first, second = one.get(figure), other.get(figure)
    return (first, second) if first and second is not None else None


def _change(before: float | None, after: float | None) -> str:
    if before == after:
        return _shown(after)
    return f"{_shown(before)} > {_shown(after)}"


def _shown(value: float | None) -> str:
    return "-" if value is None else f"{value:g}"
