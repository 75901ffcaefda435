"""Analyses of the sections of selected code: needed instructions, successors, live variables and dead code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from gpucc.isel.machine import Inst, Leaf, Result, ScalarSource, Section, stores_local
from gpucc.sched.core.work import bits_of

Variables = frozenset[int]

# needed instructions -------------------------------------------------------------------------------------------------


def insts_of(value: Leaf | Result) -> list[Inst]:
    """The instructions that a value needs directly: the one that computes it, or the one that computes its index."""
    if isinstance(value, Result):
        return [value.inst]
    index = value.index.value if isinstance(value.index, ScalarSource) else value.index
    return [] if index is None else insts_of(index)


def sources_of(inst: Inst) -> Iterator[ScalarSource]:
    for lanes in inst.operands:
        yield from lanes


def ends_of(section: Section) -> list[ScalarSource]:
    """The values that must exist at the end of a section: outputs, assigned variables and the condition of the
    branch."""
    found = [*section.selected.outputs.values(), *section.assigned.values()]
    return found if section.condition is None else [*found, section.condition]


def acting(section: Section) -> list[Inst]:
    """The instructions with an effect besides their result."""
    return [inst for inst in section.selected.insts if stores_local(inst.op) or inst.op.effect == "discard"]


def needed_insts(section: Section) -> set[Inst]:
    """The instructions whose results are used, and those with effects."""
    stack = acting(section) + [inst for source in ends_of(section) for inst in insts_of(source.value)]
    needed: set[Inst] = set()
    while stack:
        inst = stack.pop()
        if inst not in needed:
            needed.add(inst)
            stack += [found for source in sources_of(inst) for found in insts_of(source.value)]
    return needed


def leaves_of(value: Leaf | Result) -> Iterator[Leaf]:
    """Yield a leaf and the leaves in its index."""
    if isinstance(value, Leaf):
        yield value
        if value.index is not None:
            yield from leaves_of(value.index.value if isinstance(value.index, ScalarSource) else value.index)


# successors of sections -----------------------------------------------------------------------------------------------


def falls(section: Section) -> bool:
    """Return whether control can continue in the next section."""
    stops = any(inst.op.effect == "discard" and not inst.operands for inst in section.selected.insts)
    return not stops and (section.target is None or not _always(section.condition))


def _always(condition: ScalarSource | None) -> bool:
    """Return whether a branch is always taken. A constant that is zero in single precision, even of a negative sign, is
    false."""
    found = None if condition is None else condition.value
    return found is None or (
        isinstance(found, Leaf) and found.kind == "constant" and bool(bits_of(found.value, "f") << 1)
    )


def ways_of(sections: Sequence[Section]) -> list[list[int]]:
    """For each section, the numbers of the sections that may follow it."""
    return [
        [*([section.target] if section.target is not None else []), *([i + 1] if falls(section) else [])]
        for i, section in enumerate(sections)
    ]


def drop_jumps(sections: Sequence[Section]) -> None:
    """Drop jumps to the next section, and retarget jumps to a section that only jumps."""
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
    """For each section, the variables that are live at its beginning and at its end.

    `ways` are the sections that may follow each one (a number past the last section is the end of the program).
    `before` is the transfer function: it maps a section and the variables live after it to the variables live before
    it.
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
    """Return a function from the variables live after a block to those live before it, for `liveness`. The blocks do
    all their reads before their first write."""
    return lambda i, after: reads[i] | (after - writes[i])


def drop_dead(sections: Sequence[Section]) -> None:
    """Drop assignments to variables that are dead afterwards, and assignments of a variable to itself."""

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
    """The variables read by needed instructions, if only the `wanted` variables are live afterwards."""
    kept = {variable: source for variable, source in section.assigned.items() if variable in wanted}
    found = replace(section, assigned=kept)
    sources = ends_of(found) + [source for inst in needed_insts(found) for source in sources_of(inst)]
    return frozenset(leaf.register for source in sources for leaf in leaves_of(source.value) if leaf.kind == "variable")
