"""Sections of selected code: what they need, which of them may follow, which variables are alive between them, and what
is dead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from gpucc.isel.machine import LOCAL_STORE, Inst, Leaf, Result, ScalarSource, Section
from gpucc.sched.core.work import bits_of

Variables = frozenset[int]

# what a section needs -------------------------------------------------------------------------------------------------


def insts_of(value: Leaf | Result) -> list[Inst]:
    """The instructions that a value needs at once: the one that computes it, or that of its index."""
    if isinstance(value, Result):
        return [value.inst]
    index = value.index.value if isinstance(value.index, ScalarSource) else value.index
    return [] if index is None else insts_of(index)


def sources_of(inst: Inst) -> Iterator[ScalarSource]:
    for lanes in inst.operands:
        yield from lanes


def ends_of(section: Section) -> list[ScalarSource]:
    """What a section leaves behind, and what its branch asks."""
    found = [*section.selected.outputs.values(), *section.assigned.values()]
    return found if section.condition is None else [*found, section.condition]


def acting(section: Section) -> list[Inst]:
    """Instructions that do something besides giving a result."""
    return [inst for inst in section.selected.insts if inst.op is LOCAL_STORE or inst.op.effect == "discard"]


def needed_insts(section: Section) -> set[Inst]:
    """The instructions without those whose results nobody wants."""
    stack = acting(section) + [inst for source in ends_of(section) for inst in insts_of(source.value)]
    needed: set[Inst] = set()
    while stack:
        inst = stack.pop()
        if inst not in needed:
            needed.add(inst)
            stack += [found for source in sources_of(inst) for found in insts_of(source.value)]
    return needed


def leaves_of(value: Leaf | Result) -> Iterator[Leaf]:
    """A leaf, and those that index it."""
    if isinstance(value, Leaf):
        yield value
        if value.index is not None:
            yield from leaves_of(value.index.value if isinstance(value.index, ScalarSource) else value.index)


# which sections follow ------------------------------------------------------------------------------------------------


def falls(section: Section) -> bool:
    """Whether the next section may follow."""
    stops = any(inst.op.effect == "discard" and not inst.operands for inst in section.selected.insts)
    return not stops and (section.target is None or not _always(section.condition))


def _always(condition: ScalarSource | None) -> bool:
    """Whether a branch is taken whatever happens; only the sign is left of what is too small for a number of its
    own."""
    found = None if condition is None else condition.value
    return found is None or (
        isinstance(found, Leaf) and found.kind == "constant" and bool(bits_of(found.value, "f") << 1)
    )


def ways_of(sections: Sequence[Section]) -> list[list[int]]:
    """The sections that may follow each."""
    return [
        [*([section.target] if section.target is not None else []), *([i + 1] if falls(section) else [])]
        for i, section in enumerate(sections)
    ]


def drop_jumps(sections: Sequence[Section]) -> None:
    """A jump to what follows anyway is none; one to a section that does nothing but jump goes where that does."""
    for i in reversed(range(len(sections))):
        section = sections[i]
        for _ in sections:
            over = None if section.target is None or section.target >= len(sections) else sections[section.target]
            if over is None or not _idle(over) or over.target is None or not _always(over.condition):
                break
            section.target = over.target
        target = section.target
        if (
            target is not None
            and i < target
            and all(_idle(over) and over.target is None for over in sections[i + 1 : target])
        ):
            section.target = section.condition = None


def _idle(section: Section) -> bool:
    return not section.selected.outputs and not section.assigned and not acting(section)


# variables ------------------------------------------------------------------------------------------------------------


def liveness(
    ways: Sequence[Sequence[int]], before: Callable[[int, Variables], Variables]
) -> tuple[list[Variables], list[Variables]]:
    """By section, the variables alive at its beginning and its end.

    `ways` are the sections that may follow each (numbers beyond the last: the end), `before` tells what is alive before
    a section from what is behind it.
    """
    count = len(ways)
    begin: list[Variables] = [frozenset()] * count
    end: list[Variables] = [frozenset()] * count
    changed = True
    while changed:
        changed = False
        for i in reversed(range(count)):
            after = frozenset[int]().union(*(begin[way] for way in ways[i] if way < count))
            alive = before(i, after)
            if (alive, after) != (begin[i], end[i]):
                begin[i], end[i], changed = alive, after, True
    return begin, end


def before_block(
    reads: Sequence[Variables], writes: Sequence[AbstractSet[int]]
) -> Callable[[int, Variables], Variables]:
    """For blocks that read all that they read before they write anything."""
    return lambda i, after: reads[i] | (after - writes[i])


def drop_dead(sections: Sequence[Section]) -> None:
    """Nothing is assigned to variables that nobody wants afterwards, nor to a variable what it holds."""

    def before(i: int, after: Variables) -> Variables:
        section = sections[i]
        return _reads(section, after) | (after - section.assigned.keys())

    for section, wanted in zip(sections, liveness(ways_of(sections), before)[1], strict=True):
        section.assigned = {
            variable: source
            for variable, source in section.assigned.items()
            if variable in wanted and source != ScalarSource(Leaf("variable", variable))
        }


def _reads(section: Section, wanted: Variables) -> Variables:
    """What is read by instructions that somebody wants, if these variables are wanted."""
    kept = {variable: source for variable, source in section.assigned.items() if variable in wanted}
    found = replace(section, assigned=kept)
    sources = ends_of(found) + [source for inst in needed_insts(found) for source in sources_of(inst)]
    return frozenset(leaf.register for source in sources for leaf in leaves_of(source.value) if leaf.kind == "variable")
