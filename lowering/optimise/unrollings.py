"""Other ways to unroll the loops that `optimise` leaves: programs that are longer but execute fewer instructions.

The benefit is known only after compiling, so this module only offers texts, the most promising first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from gpucc.lowering.optimise import passes
from gpucc.lowering.optimise.loops import count_loops, mark_for_unrolling, merge_latches, unmark
from gpucc.lowering.optimise.optimise import (
    BEFORE_UNROLLING,
    INLINE,
    PROMOTE,
    UNROLL,
    count_operations,
    without_addresses,
)
from gpucc.lowering.session import opened, printed

# the number of rounds that become one
ROUNDS = (4, 3, 2)
# limits on growth, as a factor and as a number of operations, although tests and indices disappear
LARGEST, MORE = 4, 600
AGAIN = ("loop_unroll", "instruction_combine", "simplify_cfg")


def other_unrollings(text: str, usual: str, flat: str, *, level: int) -> Iterator[str]:
    """Yield optimised texts of a module besides its `usual` one, if that has loops, without those that grow too much.

    First come those without the innermost loops, and without any, which is `flat`, then those in which several rounds
    of a loop are one.
    """
    loops = count_loops(usual)
    if not level or not loops:
        return
    count = count_operations(usual)
    most = min(LARGEST * count, count + MORE)
    seen = {usual}
    ways: list[Callable[[], str]] = [partial(_without_inner, text, level)] if loops > 1 else []
    ways += [lambda: flat, *(partial(_several_rounds, usual, level, rounds) for rounds in ROUNDS)]
    for way in ways:
        found = way()
        if found not in seen and count_operations(found) <= most:
            seen.add(found)
            yield found


def _without_inner(text: str, level: int) -> str:
    with opened(without_addresses(text), "<canonical>") as module:
        passes.run(module, *BEFORE_UNROLLING)
        text = str(module)
    with opened(mark_for_unrolling(merge_latches(text), inner=True), "<unrolled>") as module:
        passes.run(module, *UNROLL)
        text = unmark(printed(module))
    with opened(text, "<unrolled>") as module:
        passes.run(module, *INLINE, *PROMOTE)
        passes.run_pipeline(module, level)
        return printed(module)


def _several_rounds(usual: str, level: int, rounds: int) -> str:
    with opened(mark_for_unrolling(usual, inner=True, rounds=rounds), "<optimised>") as module:
        passes.run(module, *AGAIN)
        passes.run_pipeline(module, level)
        return unmark(printed(module))
