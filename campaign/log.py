"""A line for each run of a campaign, to be kept where the journal is not: its tree, its tasks, their outcomes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gpucc.campaign.journal import JournalRow
from gpucc.campaign.tables import group_of, told

# what `given` has of random programs: they can be made again from these alone
NUMBER, SEED = "number", "seed"
# words of a campaign that every line repeats, where they are not empty
REPEATED = ("opt", "lanes", "stage", "target")


def lines(
    about: Mapping[str, Any], runs: Mapping[int, Mapping[str, Any]], rows: Iterable[JournalRow], outcomes: Sequence[str]
) -> list[str]:
    """The lines, by run, group and seed."""
    groups: dict[tuple[int, str, int], list[JournalRow]] = {}
    for row in rows:
        groups.setdefault((row.run, group_of(row), int(row.task.given.get(SEED, 0))), []).append(row)
    return [
        _line(about, str(runs.get(run, {}).get("tree", "unknown")), group, seed, found, outcomes)
        for (run, group, seed), found in sorted(groups.items(), key=lambda one: one[0])
    ]


def _line(
    about: Mapping[str, Any], tree: str, group: str, seed: int, rows: Sequence[JournalRow], outcomes: Sequence[str]
) -> str:
    given = rows[0].task.given
    words = [about["kind"], *about["inputs"], group, f"seed {seed}"]
    words += [f"{word} {told(given[word])}" for word in REPEATED if given.get(word) not in (None, {}, "")]
    numbers = [row.task.given[NUMBER] for row in rows if NUMBER in row.task.given]
    which = f"programs {ranges(numbers)}" if len(numbers) == len(rows) else "tasks"
    tally = Counter(row.result.outcome for row in rows)
    shown = [word for word in dict.fromkeys(outcomes) if tally[word]] + sorted({*tally} - {*outcomes})
    counts = ", ".join(f"{tally[word]:,} {word}" for word in shown)
    seconds = sum(row.result.seconds for row in rows)
    return f"{' '.join(words)} on {tree}: {which}, {len(rows):,}: {counts}; {seconds:,.0f} s"


def ranges(numbers: Sequence[int]) -> str:
    """Numbers as ranges: 0-41, 43."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in found)
