"""The ways to unroll a shader's loops: with loops or without, as the target prefers, and others that are longer but
execute fewer instructions.

The benefit of the others is known only after compiling, so this module only offers texts, the most promising first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial

import llvmlite.binding as llvm

from gpucc.lowering.llvm import Function, Module
from gpucc.lowering.optimise import passes
from gpucc.lowering.optimise.closed import without_inverses
from gpucc.lowering.optimise.forms import Edited, LoopForm, copied, edited
from gpucc.lowering.optimise.loops import count_loops, mark_for_unrolling, unmark
from gpucc.lowering.optimise.optimise import (
    finish,
    finished,
    marked_form,
    memory_form,
    optimise,
    unrolled_as_marked,
    without_addresses,
    without_loops,
)
from gpucc.lowering.optimise.specialise import Specialiser
from gpucc.lowering.reader.edit import named
from gpucc.lowering.session import opened, printed

# the number of rounds that become one
ROUNDS = (4, 3, 2)
# limits on growth, as a factor and as a number of operations, although tests and indices disappear; what has fewer
# operations than SMALL may have grown by any factor
LARGEST, MORE, SMALL = 4, 600, 128
AGAIN = ("loop_unroll", "instruction_combine", "simplify_cfg")
# a program may grow by so many times the usual limit if its local arrays disappear
ARRAYS_GONE = 6
# a program that grows by more than this factor is limited in its branches
LARGER = 3
FREE = (
    "phi",
    "getelementptr",
    "extractelement",
    "insertelement",
    "shufflevector",
    "extractvalue",
    "insertvalue",
    "load",
)


def unrollings(
    text: str, *, loops: bool, level: int, most: int, branches: int | None = None, others: bool = False
) -> list[str]:
    """Return the optimised texts of a module, the usual one first. A target without `loops` needs all unrolled.

    Otherwise loops are unrolled if that adds at most `most` operations on scalars (several times as many if local
    arrays disappear because their indices become constant), and at most `branches` to a program that grows to several
    times its size. With `others`, texts that do not grow too much follow if the usual one has loops: first that with
    all loops, that without the innermost, and that without any, then those in which several rounds of a loop are one.
    """
    if not loops:
        return without_inverses(text, lambda one: [optimise(one, level=level, unroll=True, masks=True)])
    return without_inverses(text, partial(_unrollings, level=level, most=most, branches=branches, others=others))


def _unrollings(text: str, *, level: int, most: int, branches: int | None, others: bool) -> list[str]:
    text = without_addresses(text)
    with opened(text, "<canonical>") as module, copied(module) as rolled_module:
        finish(rolled_module, level)
        rolled = printed(rolled_module)
        if not count_loops(rolled) and not count_loops(text):
            return [rolled]
        worker = Specialiser()
        forms = {"memory": memory_form(module, worker)}
        if others and level:
            # some are in vain if no loop stays, but then they need no round trip of their own
            forms |= {"inner": marked_form(module, inner=True)} if count_loops(rolled) > 1 else {}
            forms |= _several_rounds(rolled_module)
        with edited(forms) as made:
            flat = without_loops(worker, made, text, level)
            usual = rolled if _grows_too_much(rolled, flat, most, branches) else flat
            stay = count_loops(usual)
            if not (others and level and stay):
                return [usual]
            # some loops that could be unrolled may be faster as they are
            ways: list[Callable[[], str]] = [lambda: rolled]
            ways += [partial(_without_inner, made, level)] if stay > 1 else []
            with opened(usual, "<optimised>") as usual_module, ExitStack() as stack:
                again = made if usual == rolled else stack.enter_context(edited(_several_rounds(usual_module)))
                ways += [lambda: flat, *(partial(_several_at_once, again, rounds, level) for rounds in ROUNDS)]
                return [usual, *_small(usual, ways)]


def _grows_too_much(rolled: str, flat: str, most: int, branches: int | None) -> bool:
    before, after = count_operations(rolled), count_operations(flat)
    if branches is not None and after > LARGER * before and _count_branches(flat) - _count_branches(rolled) > branches:
        return True
    return after - before > (most * ARRAYS_GONE if "= alloca " in rolled and "= alloca " not in flat else most)


def count_operations(text: str) -> int:
    """Return the approximate number of operations on scalars: addresses and shuffles are free, vectors count by
    elements.
    """
    return sum(map(_operations, text.split("\n")))


def _operations(line: str) -> int:
    if not line.startswith(("  %", "  store ")) or named(line)[1].partition(" ")[0] in FREE:
        return 0
    counts = (part.rpartition("<")[2] for part in line.split(" x ")[:-1])
    return next((int(count) for count in counts if count.isdigit()), 1)


def _count_branches(text: str) -> int:
    return sum(line.startswith(("  br i1 ", "  switch ")) for line in text.split("\n"))


# other ways -----------------------------------------------------------------------------------------------------------


def _small(usual: str, ways: list[Callable[[], str]]) -> Iterator[str]:
    """Yield the texts that differ from the usual one and from each other and do not grow too much."""
    count = count_operations(usual)
    most = min(max(LARGEST * count, SMALL), count + MORE)
    seen = {usual}
    for way in ways:
        found = way()
        gone = "= alloca " in usual and "= alloca " not in found
        if found not in seen and count_operations(found) <= most * (ARRAYS_GONE if gone else 1):
            seen.add(found)
            yield found


def _without_inner(made: Edited, level: int) -> str:
    return finished(unrolled_as_marked(made, "inner"), level)


def _several_rounds(module: llvm.ModuleRef) -> dict[str, LoopForm]:
    """Return forms of which several rounds of the innermost loops are to be one."""

    def form(rounds: int) -> LoopForm:
        def edit(records: Module, function: Function) -> None:
            mark_for_unrolling(records, function, inner=True, rounds=rounds)

        return LoopForm(module, (), edit)

    return {f"{rounds} rounds": form(rounds) for rounds in ROUNDS}


def _several_at_once(made: Edited, rounds: int, level: int) -> str:
    with made.taken(f"{rounds} rounds") as module:
        passes.run(module, *AGAIN)
        passes.run_pipeline(module, level)
        return unmark(printed(module))
