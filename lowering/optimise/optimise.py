"""LLVM's own optimisation of a canonical shader: inlining, promotion of memory, folding, and unrolling of loops."""

from __future__ import annotations

from gpucc.errors import Unsupported
from gpucc.lowering.optimise import passes
from gpucc.lowering.optimise.loops import count_loops, mark_for_unrolling, merge_latches, split_conditions, unmark
from gpucc.lowering.optimise.specialise import specialise
from gpucc.lowering.reader.read import read
from gpucc.lowering.reader.tokens import TOKEN
from gpucc.lowering.session import opened, printed

INLINE = ("always_inliner", "global_dead_code_eliminate")
PROMOTE = ("sroa", "simplify_cfg")
CLEAN = ("sroa", "instruction_combine", "simplify_cfg", "sroa", "instruction_combine")
# The passes before unrolling keep the exits of a loop apart, because a counted exit merged with a break has no trip
# count. So there is no simplify_cfg, and no critical edges: LLVM merges exits that lead to one block.
BEFORE_UNROLLING = ("always_inliner", "sroa", "instruction_combine", "break_critical_edges")
UNROLL = ("loop_unroll", "sroa", "instruction_combine", "sccp", "aggressive_dce")
# a round unrolls all loops whose trip count is known by then; shaders have no deeper chain of dependent trip counts
ROUNDS = 8
# LLVM 22 miscompiles these instructions when it unrolls
ADDRESS_AS_NUMBER = frozenset(("ptrtoint", "inttoptr", "ptrtoaddr"))


def optimise(text: str, *, level: int = 2, unroll: bool, most: int | None = None, branches: int | None = None) -> str:
    """Return the optimised text. Results change only as far as the text's own fast-math flags permit.

    Level 0 does only what later stages need: one function, local memory promoted. 1 to 3 are LLVM's pipelines without
    vectorisation. With `unroll` every loop with a known trip count is unrolled at every level, even with breaks. `most`
    limits the additional operations on scalars; several times as many are allowed if local arrays disappear because
    their indices become constant. `branches` limits the additional branches of a program that grows to several times
    its size.
    """
    if unroll and most is not None:
        return optimise_ways(text, True, level, most, branches)[0]
    text = without_addresses(text)
    if unroll:
        text = _unroll(text)
    with opened(text, "<canonical>") as module:
        passes.run(module, *INLINE, *PROMOTE)
        if level:
            passes.run_pipeline(module, level)
        text = printed(module)
    return _unroll(text) if unroll else text


def optimise_ways(text: str, loops: bool, level: int, most: int, branches: int | None = None) -> tuple[str, str]:
    """Return the optimised texts with loops and without, the better one first: see `optimise`. If no loop can stay,
    both are the same.
    """
    if not loops:
        only = optimise(text, level=level, unroll=True)
        return only, only
    rolled, flat = (optimise(text, level=level, unroll=choice) for choice in (False, True))
    before, after = count_operations(rolled), count_operations(flat)
    if branches is not None and after > LARGER * before and _count_branches(flat) - _count_branches(rolled) > branches:
        return rolled, flat
    enough = most * ARRAYS_GONE if "= alloca " in rolled and "= alloca " not in flat else most
    return (flat, rolled) if after - before <= enough else (rolled, flat)


ARRAYS_GONE = 6
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


def count_operations(text: str) -> int:
    """Return the approximate number of operations on scalars: addresses and shuffles are free, vectors count by
    elements.
    """
    return sum(map(_operations, text.split("\n")))


def _operations(line: str) -> int:
    if not line.startswith(("  %", "  store ")) or line.partition(" = ")[2].partition(" ")[0] in FREE:
        return 0
    counts = (part.rpartition("<")[2] for part in line.split(" x ")[:-1])
    return next((int(count) for count in counts if count.isdigit()), 1)


def _count_branches(text: str) -> int:
    return sum(line.startswith(("  br i1 ", "  switch ")) for line in text.split("\n"))


def _unroll(text: str) -> str:
    """Unroll loops that can be followed or counted. The remaining loops have no constant trip count, or one that is far
    too large.
    """
    if not count_loops(text):
        return text
    text, exhausted = specialise(text)
    loops = count_loops(text)
    for _ in range(ROUNDS):
        if not loops or exhausted:
            break
        unrolled = _unroll_counted(text)
        before, loops = loops, count_loops(unrolled)
        if loops >= before:
            break
        text = unrolled
    return text


def _unroll_counted(text: str) -> str:
    """Unroll by LLVM, which computes trip counts as formulas: i from n to n + 4."""
    with opened(split_conditions(text), "<unrolled>") as module:
        passes.run(module, *BEFORE_UNROLLING)
        text = str(module)
    with opened(mark_for_unrolling(merge_latches(text)), "<unrolled>") as module:
        passes.run(module, *UNROLL)
        return unmark(printed(module))


def without_addresses(text: str) -> str:
    """Return the text without conversions between addresses and numbers: the text itself, or the result of promotion
    and folding, which must have removed them.
    """
    if not _finds_address(text):
        return text
    with opened(text, "<canonical>") as module:
        passes.run(module, *INLINE, *CLEAN)
        text = printed(module)
    if _finds_address(text):
        _refuse(text)
    return text


def _finds_address(text: str) -> bool:
    if not any(word in text for word in ADDRESS_AS_NUMBER):
        return False
    return any(line.startswith(("  ", "@")) and _takes_address(line) for line in text.split("\n"))


def _takes_address(line: str) -> bool:
    """Return whether a line contains such an instruction. A name that is one of these words is one token with its
    sigil.
    """
    return not ADDRESS_AS_NUMBER.isdisjoint(TOKEN.findall(line))


def _refuse(text: str) -> None:
    notes = ("index arrays instead of computing with addresses",)
    for function in read(text).functions.values():
        for block in function.blocks:
            for instruction in block.instructions:
                if _takes_address(instruction.text):
                    raise Unsupported(
                        "an address is converted to or from a number", instruction.location, notes, instruction.text
                    )
    raise Unsupported("an address is converted to or from a number in a global", notes=notes)
