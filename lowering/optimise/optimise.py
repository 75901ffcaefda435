"""LLVM's own optimisation of a canonical shader: inlining, promotion of memory, folding, and unrolling of loops."""

from __future__ import annotations

import llvmlite.binding as llvm

from gpucc.errors import Unsupported
from gpucc.lowering.llvm import Function, Module
from gpucc.lowering.optimise import passes
from gpucc.lowering.optimise.forms import Edited, LoopForm, edited
from gpucc.lowering.optimise.local_addresses import numbered
from gpucc.lowering.optimise.loops import count_loops, mark_for_unrolling, merge_latches, split_conditions, unmark
from gpucc.lowering.optimise.minima import apart_at_minima
from gpucc.lowering.optimise.specialise import FROM_MEMORY, TO_MEMORY, Specialiser
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
# by how many bytes parameters are moved to see whether a program depends on where they are
MOVED = 4
ADDRESS_AS_NUMBER = frozenset(("ptrtoint", "inttoptr", "ptrtoaddr"))


def optimise(text: str, *, level: int = 2, unroll: bool, masks: bool = False) -> str:
    """Return the optimised text. Results change only as far as the text's own fast-math flags permit.

    Level 0 does only what later stages need: one function, local memory promoted. 1 to 3 are LLVM's pipelines without
    vectorisation. With `unroll` every loop with a known trip count is unrolled at every level, even with breaks; with
    `masks`, also those that count up to a mask or a remainder.
    """
    text = without_addresses(text)
    if unroll:
        text = _unrolled(text, masks)
    text = finished(text, level)
    return _unrolled(text, masks) if unroll else text


def without_loops(worker: Specialiser, forms: Edited, text: str, level: int) -> str:
    """Return the optimised text, after `worker` has unrolled the loops that it can follow in the form "memory"."""
    return _unrolled(finished(_unrolled_by(worker, forms, text), level))


def finished(text: str, level: int) -> str:
    with opened(text, "<canonical>") as module:
        finish(module, level)
        return printed(module)


def finish(module: llvm.ModuleRef, level: int) -> None:
    passes.run(module, *INLINE, *PROMOTE)
    if level:
        passes.run_pipeline(module, level)


def _unrolled(text: str, masks: bool = False) -> str:
    """Unroll loops that can be followed or counted. The remaining loops have no constant trip count, or one that is far
    too large.
    """
    if not count_loops(text):
        return text
    if (parts := apart_at_minima(text, masks=masks)) != text:
        text = split_conditions(parts)
    worker = Specialiser()
    with opened(text, "<loops>") as module, edited({"memory": memory_form(module, worker)}) as forms:
        return _unrolled_by(worker, forms, text)


def memory_form(module: llvm.ModuleRef, worker: Specialiser) -> LoopForm:
    return LoopForm(module, TO_MEMORY, worker.edit, bodies=True)


def followed(worker: Specialiser, forms: Edited, text: str) -> str:
    """Return the text with the loops unrolled that `worker` has followed in the form "memory"."""
    if not worker.changed:
        return text
    with forms.taken("memory") as module:
        passes.run(module, *FROM_MEMORY)
        return printed(module)


def _unrolled_by(worker: Specialiser, forms: Edited, text: str) -> str:
    text = followed(worker, forms, text)
    loops = count_loops(text)
    for _ in range(ROUNDS):
        if not loops or worker.exhausted:
            break
        unrolled = _unroll_counted(text)
        before, loops = loops, count_loops(unrolled)
        if loops >= before:
            break
        text = unrolled
    return text


def _unroll_counted(text: str) -> str:
    """Unroll by LLVM, which computes trip counts as formulas: i from n to n + 4."""
    with (
        opened(split_conditions(apart_at_minima(text)), "<unrolled>") as module,
        edited({"marked": marked_form(module)}) as forms,
    ):
        return unrolled_as_marked(forms, "marked")


def marked_form(module: llvm.ModuleRef, *, inner: bool = False) -> LoopForm:
    """Return the form whose loops LLVM is to unroll, all or only the innermost."""

    def edit(records: Module, function: Function) -> None:
        merge_latches(function)
        mark_for_unrolling(records, function, inner=inner)

    return LoopForm(module, BEFORE_UNROLLING, edit)


def unrolled_as_marked(forms: Edited, name: str) -> str:
    with forms.taken(name) as module:
        passes.run(module, *UNROLL)
        return unmark(printed(module))


def _cleaned(text: str) -> str:
    with opened(text, "<canonical>") as module:
        passes.run(module, *CLEAN)
        return printed(module)


def without_addresses(text: str) -> str:
    """Return the text without conversions between addresses and numbers: the text itself, or the result of promotion
    and folding, which must have removed them unless they concern local memory.
    """
    if not _finds_address(text):
        return text
    with opened(text, "<canonical>") as module:
        passes.run(module, *INLINE, *CLEAN)
        text = printed(module)
    if _finds_address(text):
        found = [_cleaned(one) for one in dict.fromkeys((numbered(text), numbered(text, MOVED)))]
        text = found[0] if len(set(found)) == 1 else text
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
