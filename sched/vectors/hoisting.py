"""Copy inputs, uniforms and literals to registers before a loop, not in each of its rounds.

An instruction that would read two uniforms, or two inputs, reads a copy of one. Within a loop, the copy becomes a
variable that the section before the loop sets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from gpucc.isa.model import Op
from gpucc.isel.machine import Inst, Leaf, Result, ScalarSource
from gpucc.sched.vectors.records import VectorSection, VectorWork


def loops_of(sections: Sequence[VectorSection]) -> list[tuple[int, int]]:
    """The first and last section of each loop, the longest first."""
    found = [(target, i) for i, section in enumerate(sections) for target in section.after if target <= i]
    return sorted(found, key=lambda loop: (loop[0] - loop[1], loop))


def hoist_copies(
    work: VectorWork, given: Sequence[dict[Result, ScalarSource]], move: Op, fresh: Callable[[], Result]
) -> None:
    """Hoist copies; `given` are the values that each section assigns to variables, of which `fresh` makes more."""
    for first, last in loops_of(work.sections):
        before = _section_before(work.sections, first, last)
        if before is None:
            continue
        held: dict[ScalarSource, Result] = {}
        for section, own in zip(work.sections[first : last + 1], given[first : last + 1], strict=True):
            for inst, source in list(_copies(work, section, own, move)):
                if source not in held:
                    held[source] = fresh()
                    given[before][held[source]] = source
                section.insts.remove(inst)
                del work.operands[inst]
                _replace(work, section, Result(inst), held[source])


def _section_before(sections: Sequence[VectorSection], first: int, last: int) -> int | None:
    """The only section from which control enters a loop, if that is the one in front of it."""
    inside = range(first, last + 1)
    entries = {i for i, section in enumerate(sections) if i not in inside and any(j in inside for j in section.after)}
    return first - 1 if entries == {first - 1} and set(sections[first - 1].after) & set(inside) == {first} else None


def _copies(
    work: VectorWork, section: VectorSection, given: dict[Result, ScalarSource], move: Op
) -> Iterator[tuple[Inst, ScalarSource]]:
    """Yield the copies of leaves that only instructions of the section read."""
    kept = {result.inst for result in section.stores.values()}
    kept |= {source.value.inst for source in given.values() if isinstance(source.value, Result)}
    for inst in section.insts:
        if inst.op is move and inst not in kept:
            ((source,),) = work.operands[inst]
            leaf = source.value
            if isinstance(leaf, Leaf) and leaf.kind in ("input", "uniform", "constant") and leaf.index is None:
                yield inst, source


def _replace(work: VectorWork, section: VectorSection, old: Result, new: Result) -> None:
    def changed(source: ScalarSource) -> ScalarSource:
        value = source.value
        if value == old:
            return ScalarSource(new, source.negate, source.absolute)
        if isinstance(value, Leaf) and isinstance(value.index, ScalarSource):
            index = changed(value.index)
            return ScalarSource(
                Leaf(value.kind, value.register, value.component, value.value, index), source.negate, source.absolute
            )
        return source

    for inst in section.insts:
        work.operands[inst] = [[changed(source) for source in lanes] for lanes in work.operands[inst]]
