"""Mutation campaigns: records with one mistake each, a judge that examines each of them, and the list of survivors in
docs/tables.

Used by benchmarks/mutate_*.py: `mutate_X.py` compares outside evidence with a mutant that all of gpucc uses,
`mutate_X_compiler.py` runs the judges of every compilation on a mutant that only the compiler uses.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from sections import section, write_section

from gpucc.errors import GpuccError
from gpucc.isa.model import Isa, Word

Record = TypeVar("Record", bound=Isa)
Entry = TypeVar("Entry")
# exceptions that gpucc raises when its record is inconsistent
NOTICED = (
    GpuccError,
    LookupError,
    ValueError,
    AssertionError,
    TypeError,
    AttributeError,
    StopIteration,
    ArithmeticError,
)


@dataclass(frozen=True)
class Mutant(Generic[Record]):
    """`subject` is the wrong part of the record, such as a field or an op."""

    group: str
    subject: str
    what: str
    isa: Record

    @property
    def name(self) -> str:
        return f"{self.subject}: {self.what}"


@dataclass(frozen=True)
class Campaign(Generic[Record]):
    """A record, its mutants, their judge, and the section of a document that lists the survivors."""

    record: Record
    mutants: Callable[[Record], list[Mutant[Record]]]
    judge: Callable[[Record], str | None]
    document: str
    section: str = "survivors"

    def documented(self) -> set[str]:
        """The names of the survivors that the document lists."""
        return set(re.findall(r"^- `(.*)`$", section(self.document, self.section), re.MULTILINE))

    def survivors(self, found: Sequence[Mutant[Record]], report: Callable[[str], object]) -> list[Mutant[Record]]:
        alive = []
        for number, mutant in enumerate(found, 1):
            wrong = self.judge(mutant.isa)
            if wrong is None:
                alive.append(mutant)
            report(f"{number}/{len(found)} {mutant.group} {mutant.name}: {wrong or 'SURVIVES'}")
        return alive

    def run(self, about: str | None) -> None:
        """Run the command line: judge all mutants, and with --write update the section of the document."""
        parser = argparse.ArgumentParser(description=about.split("\n")[0] if about else None)
        parser.add_argument("--write", action="store_true", help=f"put the survivors into {self.document}")
        parser.add_argument("--quiet", action="store_true", help="print only the summary")
        arguments = parser.parse_args()
        start = time.perf_counter()
        if (wrong := self.judge(self.record)) is not None:
            raise SystemExit(f"the record itself is wrong: {wrong}")
        found = self.mutants(self.record)
        text = table(found, self.survivors(found, (lambda line: None) if arguments.quiet else print))
        print(text)
        print(f"{time.perf_counter() - start:.0f} s")
        if arguments.write:
            write_section(self.document, self.section, text)


def table(found: Sequence[Mutant[Record]], survivors: Sequence[Mutant[Record]]) -> str:
    """The section of the document: numbers by group, and each survivor by name."""
    lines = [f"{len(found)} mutants, {len(found) - len(survivors)} killed, {len(survivors)} survive.", ""]
    lines += ["| part of the record | mutants | killed |", "| --- | --- | --- |"]
    for group in dict.fromkeys(mutant.group for mutant in found):
        mine, alive = ([mutant for mutant in some if mutant.group == group] for some in (found, survivors))
        lines.append(f"| {group} | {len(mine)} | {len(mine) - len(alive)} |")
    return "\n".join([*lines, "", *(f"- `{mutant.name}`" for mutant in survivors)])


def first_objection(question: Callable[[Entry, Record], str | None], asked: Iterable[Entry], isa: Record) -> str | None:
    """The first entry that contradicts the record, and how. An exception caused by an inconsistent record counts as a
    contradiction."""
    for entry in asked:
        try:
            wrong = question(entry, isa)
        except NOTICED as error:
            wrong = f"{getattr(entry, 'name', entry)}: {type(error).__name__}: {error}".splitlines()[0]
        if wrong:
            return wrong
    return None


# making mutants -------------------------------------------------------------------------------------------------------


def collect(isa: Record, makers: Sequence[Callable[[Record], Iterator[Mutant[Record]]]]) -> list[Mutant[Record]]:
    """All mutants, in the order of the record; none equals the record or another."""
    found: list[Mutant[Record]] = []
    for make in makers:
        for mutant in make(isa):
            if mutant.isa != isa and all(mutant.isa != other.isa for other in found if other.subject == mutant.subject):
                found.append(mutant)
    return found


def put(items: Sequence[Any], index: int, item: Any) -> tuple[Any, ...]:
    return (*items[:index], item, *items[index + 1 :])


def exchange(items: Sequence[Any], index: int, later: int, attribute: str = "") -> tuple[Any, ...]:
    """Swap two items, or only one of their attributes."""
    first, second = items[index], items[later]
    if attribute:
        mine, other = getattr(first, attribute), getattr(second, attribute)
        second, first = replace(first, **{attribute: other}), replace(second, **{attribute: mine})
    return put(put(items, index, second), later, first)


def misplaced_fields(word: Word) -> Iterator[tuple[str, str, Word]]:
    """Yield words with a field shifted by a bit, a bit narrower or wider, or swapped with the next one of its width:
    (field, what, word)."""
    for index, field in enumerate(word.fields):
        changes = [
            (f"one bit {side}", replace(field, low=field.low + by)) for side, by in (("lower", -1), ("higher", 1))
        ]
        changes += [(f"{field.width + by} bits wide", replace(field, width=field.width + by)) for by in (-1, 1)]
        for what, changed in changes:
            if changed.low >= 0 and changed.low + changed.width <= word.bits and changed.width:
                yield field.name, what, replace(word, fields=put(word.fields, index, changed))
        for later in range(index + 1, len(word.fields)):
            other = word.fields[later]
            if other.width == field.width:
                yield (
                    field.name,
                    f"swapped with {other.name}",
                    replace(word, fields=exchange(word.fields, index, later, "low")),
                )
                break
