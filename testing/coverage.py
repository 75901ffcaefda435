"""The rules of a target that a set of programs uses, and the rules as text.

Overlaps are refused where rules are made, and by a test of each target's book (`isel.rules.refuse_overlaps_of`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gpucc.isel.cover import Selector
from gpucc.isel.machine import Selected, used
from gpucc.records import dataclass
from gpucc.rules.pattern import Rule, show


@dataclass(frozen=True, slots=True)
class Coverage:
    """The number of times that each rule was chosen, in the order of the rules, including rules that never were."""

    counts: dict[str, int]

    @property
    def unused(self) -> tuple[str, ...]:
        """The names of the rules that no program used."""
        return tuple(name for name, count in self.counts.items() if not count)

    def table(self) -> str:
        """Return the uses of all rules as text, the most used first."""
        width = max(map(len, self.counts), default=0)
        used = len(self.counts) - len(self.unused)
        lines = [f"{name:<{width}}  {count}" for name, count in sorted(self.counts.items(), key=lambda item: -item[1])]
        return "\n".join([f"{used} of {len(self.counts)} rules used", *lines]) + "\n"


def coverage(selector: Selector, selections: Iterable[Selected]) -> Coverage:
    """Count the uses of each rule of a selector in selected programs."""
    chosen = used(selections)
    names = sorted(compiled.rule.name for compiled in selector.rules.compiled)
    return Coverage({name: chosen[name] for name in names})


def describe(rules: Sequence[Rule]) -> str:
    """The rules as a table of text: pattern, template, conditions."""
    lines: list[str] = []
    for rule in rules:
        patterns = " | ".join(show(p) for p in rule.patterns)
        conditions = [
            rule.guard if isinstance(rule.guard, str) else "a function" if rule.guard else "",
            *sorted(rule.assume),
        ]
        extra = ", ".join(filter(None, conditions))
        yields = f" as {rule.yields}" if rule.yields else ""
        lines.append(f"{rule.name}: {patterns} -> {rule.template}{yields}{f'  if {extra}' if extra else ''}")
    return "\n".join(lines) + "\n"
