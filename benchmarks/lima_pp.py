"""Counts of lima-pp: `python -P benchmarks/lima_pp.py [--write] [--exact]`.

The recorded programs, compiled from their GLSL sources, compared with Mesa's code for them: instructions, words of
code, instructions that are executed on the recorded inputs, and lower bounds. --exact uses -O3 for proven optima;
--write puts the tables into docs/lima-pp-counts.md.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "benchmarks"), str(ROOT / "tests" / "lima_pp")]

import sections  # noqa: E402
from lima_pp_sources import compiled, executed, mesas_executed, programs, record, words  # noqa: E402

from gpucc.errors import GpuccError  # noqa: E402
from gpucc.program import Program  # noqa: E402

DOCUMENT = "docs/lima-pp-counts.md"
LEVELS = ("proven", "agreed", "documented")


@dataclass(frozen=True, slots=True)
class Row:
    """One recorded program. `excused` is the reason if Mesa's count is not a goal for it."""

    name: str
    lengths: dict[str, int]
    lower_bound: int
    optimum: str
    words: int
    executed: int
    mesa: int
    mesas_words: int
    mesas_executed: int
    excused: str = ""


@cache
def attempt(name: str, facts: str, opt: int = 2) -> Program | None:
    try:
        return compiled(name, facts, opt)
    except GpuccError as error:
        print(f"{name}, facts={facts}, -O{opt}: {error}", file=sys.stderr)
        return None


def row(name: str, exact: bool) -> Row | None:
    program = attempt(name, "agreed")
    if program is None:
        return None
    lengths = {level: found.stats["instructions"] for level in LEVELS if (found := attempt(name, level)) is not None}
    excused = "Mesa's code is wrong" if "mesa_wrong" in record(name) else ""
    return Row(
        name,
        lengths,
        program.stats["lower_bound"],
        optimum(name, program, exact),
        words(program.code),
        sum(executed(name, program)),
        record(name)["instructions"],
        words(programs()[name].code),
        sum(mesas_executed(name)),
        excused,
    )


def optimum(name: str, program: Program, exact: bool) -> str:
    stats = program.stats
    if exact and not stats["meets_bound"]:
        better = attempt(name, "agreed", 3)
        stats = better.stats if better is not None else stats
    return str(stats["instructions"]) if stats["meets_bound"] else f"{stats['lower_bound']} or more"


def counted(rows: Iterable[Row]) -> list[Row]:
    return [row for row in rows if not row.excused]


def mean_ratio(rows: Iterable[Row]) -> float:
    """The geometric mean of the ratios of our instructions to Mesa's."""
    ratios = [math.log(row.lengths["agreed"] / row.mesa) for row in rows]
    return math.exp(sum(ratios) / len(ratios))


HEAD = ("program", *LEVELS, "lower bound", "optimum", "Mesa", "agreed / Mesa", "words", "Mesa", "executed", "Mesa")


def counts_table(rows: list[Row]) -> str:
    lines = ["| " + " | ".join(HEAD) + " |", "|" + " --- |" * len(HEAD)]
    for row in rows:
        ratio = row.excused or f"{row.lengths['agreed'] / row.mesa:.2f}"
        lengths = [row.lengths.get(level, "") for level in LEVELS]
        counts = (row.words, row.mesas_words, row.executed, row.mesas_executed)
        lines.append(_line([row.name, *lengths, row.lower_bound, row.optimum, row.mesa, ratio, *counts]))
    chosen = counted(rows)
    whole = {level: sum(row.lengths.get(level, 0) for row in chosen) for level in LEVELS}
    mesa = sum(row.mesa for row in chosen)
    best = sum(int(row.optimum.split()[0]) for row in chosen)
    bounds = sum(row.lower_bound for row in chosen)
    rest = [
        sum(part)
        for part in zip(
            *((row.words, row.mesas_words, row.executed, row.mesas_executed) for row in chosen), strict=True
        )
    ]
    lines.append(
        _line(
            [
                f"all {len(chosen)}",
                *whole.values(),
                bounds,
                f"{best} or more",
                mesa,
                f"{whole['agreed'] / mesa:.2f}",
                *rest,
            ]
        )
    )
    return "\n".join([*lines, "", *_verdicts(chosen, whole["agreed"] / mesa)])


def _verdicts(rows: list[Row], total: float) -> list[str]:
    longer = [row.name for row in rows if row.lengths["agreed"] > row.mesa]
    slower = [row.name for row in rows if row.executed > row.mesas_executed]
    ours, mesas = (sum(getattr(row, key) for row in rows) for key in ("words", "mesas_words"))
    proven = sum(not row.optimum.endswith("more") for row in rows)
    return [
        (
            f"* Instructions: {total:.3f} of Mesa's in total (bound 0.85), {mean_ratio(rows):.3f} in the geometric mean"
            " (bound 0.9)."
        ),
        f"* Longer than Mesa's: {', '.join(longer) or 'none'} (bound: none, or proven to be the least).",
        f"* Words of code: {ours / mesas:.3f} of Mesa's in total (bound 1).",
        (
            f"* More instructions executed than by Mesa's words on the recorded inputs: {', '.join(slower) or 'none'}"
            " (bound: none)."
        ),
        f"* Proven to be the least: {proven} of {len(rows)}.",
    ]


def _line(cells: Iterable[Any]) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help=f"put the tables into {DOCUMENT}")
    parser.add_argument("--exact", action="store_true", help="ask for proven optima at -O3 too")
    wishes = parser.parse_args()
    rows = [found for name in programs() if (found := row(name, wishes.exact)) is not None]
    tables: dict[str, Callable[[], str]] = {"recorded": lambda: counts_table(rows)}
    for name, table in tables.items():
        text = table()
        print(f"{name}\n\n{text}\n", flush=True)
        if wishes.write:
            sections.write_section(DOCUMENT, name, text)


if __name__ == "__main__":
    main()
