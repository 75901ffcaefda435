"""Selects the parts of a program with branches one by one and returns the sections that scheduling takes."""

from __future__ import annotations

from collections.abc import Sequence

from gpucc.isel.cover import Selector, Wanted
from gpucc.isel.machine import Leaf, ScalarSource, Section
from gpucc.lowering.graph import CodePart


def select_sections(selector: Selector, parts: Sequence[CodePart], held: str = "") -> list[Section]:
    """Select every part. `held` is the representation of truth values in which the target's branch needs its
    condition.
    """
    return [_section(selector, part, held) for part in parts]


def _section(selector: Selector, part: CodePart, held: str) -> Section:
    known = {node: ScalarSource(Leaf("variable", number)) for node, number in part.known.items()}
    values = list(part.sets.values())
    asked = {}
    if part.condition is not None:
        # a truth that is also needed as a value is used in its plain form
        if part.condition not in values:
            asked[part.condition] = held
        values.append(part.condition)
    wanted = Wanted(part.outputs, tuple(dict.fromkeys(values)), tuple(part.effects), asked)
    selected = selector.select(wanted, known)
    return Section(
        part.name,
        selected,
        {number: selected.values[node] for number, node in part.sets.items()},
        None if part.condition is None else selected.values[part.condition],
        part.target,
    )
