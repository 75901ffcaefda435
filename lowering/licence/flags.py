"""Fast-math flags in the text of a module, as the steps of `--arithmetic` leave them.

LLVM's passes distribute, factor and open parentheses wherever they see `reassoc`. So by default they never see it: the licence to
regroup is told to gpucc's own passes alone, by `contract`, which LLVM carries along and merges with care but has no use for before it
generates machine code. With `fast` both words stay as they are.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Literal

from gpucc.errors import UsageError
from gpucc.lowering.llvm import Function
from gpucc.lowering.reader.edit import with_flags

Arithmetic = Literal["strict", "default", "fast"]
STEPS: tuple[Arithmetic, ...] = ("strict", "default", "fast")

# `fast` is all of them
EVERY = ("reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn")
# what strict leaves: promises about values, and which approximation of a function will do
PROMISES = frozenset({"nnan", "ninf", "afn"})
# what goes where nothing may be regrouped; signs of zeros and functions are not a matter of order
ORDER = frozenset({"reassoc", "contract", "arcp"})


def step_named(word: str) -> Arithmetic:
    for step in STEPS:
        if word == step:
            return step
    raise UsageError(f"arithmetic cannot be {word!r}", notes=(f"choices: {', '.join(map(repr, STEPS))}",))


def settle(text: str, arithmetic: Arithmetic) -> str:
    """The text before any pass has seen it. `contract` alone, which allows no other order, goes."""
    if not any(word in text for word in EVERY) and " fast " not in text:
        return text
    return "\n".join(with_flags(line, lambda words: _settled(words, arithmetic)) for line in text.split("\n"))


def _settled(words: list[str], arithmetic: Arithmetic) -> list[str]:
    regroups = "reassoc" in words or "fast" in words
    if arithmetic == "fast":
        return [word for word in words if regroups or word != "contract"]
    every = EVERY if "fast" in words else words
    kept = [word for word in every if word in PROMISES or (arithmetic == "default" and word not in ("reassoc", "contract"))]
    return [*kept, "contract"] if arithmetic == "default" and regroups else kept


def may_regroup(text: str) -> bool:
    """Whether anything in a settled text is free to be regrouped."""
    return any(word in text for word in ORDER)


def withdraw(function: Function, names: Container[str]) -> bool:
    """Has the function compute these values in the order that is written; whether that changes anything."""
    found = False
    for block in function.blocks:
        for i, one in enumerate(block.instructions):
            if one.name in names and not ORDER.isdisjoint(one.flags):
                block.lines[i] = with_flags(block.lines[i], lambda words: [word for word in words if word not in ORDER])
                found = True
    return found
