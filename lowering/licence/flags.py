"""Sets fast-math flags in the text of a module according to `--arithmetic`.

LLVM's passes distribute, factor and open parentheses wherever they see `reassoc`, so by default it is hidden from them:
only gpucc's own passes may regroup, marked by `contract`, which LLVM preserves and merges carefully but does not use
before it generates machine code. With `fast` both flags stay as they are.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from typing import Literal

from gpucc.errors import UsageError
from gpucc.lowering.llvm import Function, Module
from gpucc.lowering.reader.calls import FAST_MATH
from gpucc.lowering.reader.edit import with_flags

Arithmetic = Literal["strict", "default", "fast"]
STEPS: tuple[Arithmetic, ...] = ("strict", "default", "fast")

# `fast` is all of them
EVERY = ("reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn")
# flags kept by strict: promises about values, and the precision of functions
PROMISES = frozenset({"nnan", "ninf", "afn"})
# flags removed where nothing may be regrouped; signs of zeros and functions do not depend on the order
ORDER = frozenset({"reassoc", "contract", "arcp"})


def step_named(word: str) -> Arithmetic:
    for step in STEPS:
        if word == step:
            return step
    raise UsageError(f"arithmetic cannot be {word!r}", notes=(f"choices: {', '.join(map(repr, STEPS))}",))


def settle(module: Module, arithmetic: Arithmetic) -> bool:
    """Settle the flags of a module that no pass has seen; return whether anything in it may be regrouped then.

    `contract` alone, which allows no other order, is removed.
    """
    free = False
    for function in module.functions.values():
        for block in function.blocks:
            for i, one in enumerate(block.instructions):
                if not FAST_MATH.isdisjoint(one.flags):
                    block.lines[i] = with_flags(block.lines[i], lambda words: _settled(words, arithmetic))
                    free = free or not ORDER.isdisjoint(_settled(list(one.flags), arithmetic))
    return free


def _settled(words: list[str], arithmetic: Arithmetic) -> list[str]:
    regroups = "reassoc" in words or "fast" in words
    if arithmetic == "fast":
        return [word for word in words if regroups or word != "contract"]
    every = EVERY if "fast" in words else words
    kept = [
        word for word in every if word in PROMISES or (arithmetic == "default" and word not in ("reassoc", "contract"))
    ]
    return [*kept, "contract"] if arithmetic == "default" and regroups else kept


def may_regroup(function: Function) -> bool:
    """Return whether anything in a function may be regrouped."""
    return any(not ORDER.isdisjoint(one.flags) for block in function.blocks for one in block.instructions)


def withdraw(function: Function, names: Container[str]) -> bool:
    """Make the function compute these values in the written order; return whether that changes anything."""
    found = False
    for block in function.blocks:
        for i, one in enumerate(block.instructions):
            if one.name in names and not ORDER.isdisjoint(one.flags):
                block.lines[i] = with_flags(block.lines[i], lambda words: [word for word in words if word not in ORDER])
                block.instructions[i] = replace(one, flags=one.flags - ORDER)
                found = True
    return found
