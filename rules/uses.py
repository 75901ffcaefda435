"""The names of rules, `book/name`, or the name alone where only one book has it; and counts of their uses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from gpucc.errors import UsageError
from gpucc.records import dataclass

PREFIX = "rule:"


def resolve(words: Sequence[str], books: Mapping[str, Sequence[str]]) -> frozenset[str]:
    """Return the full names of the rules given as `rule:NAME` or `rule:BOOK/NAME`."""
    full = {f"{book}/{name}": (book, name) for book, names in books.items() for name in names}
    return frozenset(_resolved(word, full) for word in words)


def _resolved(word: str, full: Mapping[str, tuple[str, str]]) -> str:
    if not word.startswith(PREFIX):
        raise UsageError(
            f"{word!r} names nothing that can be disabled",
            notes=(f"write {PREFIX}NAME; --explain lists the rules in use",),
        )
    name = word.removeprefix(PREFIX)
    if name in full:
        return name
    found = [whole for whole, (_, short) in full.items() if short == name]
    if len(found) == 1:
        return found[0]
    if found:
        raise UsageError(
            f"several rules are called {name!r}",
            notes=(f"write one of {', '.join(PREFIX + whole for whole in found)}",),
        )
    close = get_close_matches(name, [*full, *(short for _, short in full.values())], 3, 0.4)
    hint = (
        f"did you mean {' or '.join(map(repr, dict.fromkeys(close)))}?" if close else "--explain lists the rules in use"
    )
    raise UsageError(f"there is no rule {name!r}", notes=(hint,))


@dataclass(frozen=True, slots=True)
class RuleUses:
    """The number of uses of each rule of a book in one stage, by the rule's name."""

    stage: str
    book: str
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class UseTable:
    """Rows of (stage, full name of the rule, uses): stages in their order, the most used rules first in each."""

    rows: tuple[tuple[str, str, int], ...]

    def __str__(self) -> str:
        shown = [("stage", "rule", "uses"), *((stage, rule, str(uses)) for stage, rule, uses in self.rows)]
        wide = [max(len(row[k]) for row in shown) for k in range(2)]
        return "".join(f"{stage:<{wide[0]}}  {rule:<{wide[1]}}  {uses}\n" for stage, rule, uses in shown)


def tabulated(told: Sequence[RuleUses]) -> UseTable:
    totals: dict[str, Counter[str]] = {}
    for uses in told:
        totals.setdefault(uses.stage, Counter()).update(
            {f"{uses.book}/{name}": count for name, count in uses.counts.items()}
        )
    ranked = [(stage, sorted(counts.items(), key=lambda item: (-item[1], item[0]))) for stage, counts in totals.items()]
    return UseTable(tuple((stage, rule, count) for stage, counts in ranked for rule, count in counts))
