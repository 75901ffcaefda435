"""Fast-math flags in the text of a module, as the steps of `--arithmetic` leave them.

LLVM's passes distribute, factor and open parentheses wherever they see `reassoc`. So by default they never see it: the licence to
regroup is told to gpucc's own passes alone, by `contract`, which LLVM carries along and merges with care but has no use for before it
generates machine code. With `fast` both words stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Literal

from gpucc.errors import UsageError

Arithmetic = Literal["strict", "default", "fast"]
STEPS: tuple[Arithmetic, ...] = ("strict", "default", "fast")

# `fast` is all of them
EVERY = ("reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn")
# what strict leaves: promises about values, and which approximation of a function will do
PROMISES = frozenset({"nnan", "ninf", "afn"})
# what goes where nothing may be regrouped; signs of zeros and functions are not a matter of order
ORDER = frozenset({"reassoc", "contract", "arcp"})

_WORD = f"(?:{'|'.join(('fast', *EVERY))})"
FLAGGED = re.compile(rf'^(\s+(%(?:"[^"]*"|[-\w.$]+)) = (?:(?:tail|musttail|notail) )?\w+)((?: {_WORD})+)(?= )')


def step_named(word: str) -> Arithmetic:
    for step in STEPS:
        if word == step:
            return step
    raise UsageError(f"arithmetic cannot be {word!r}", notes=(f"choices: {', '.join(map(repr, STEPS))}",))


def settle(text: str, arithmetic: Arithmetic) -> str:
    """The text before any pass has seen it. `contract` alone, which allows no other order, goes."""
    if not any(word in text for word in EVERY) and " fast " not in text:
        return text
    return "\n".join(_rewritten(line, arithmetic) for line in text.split("\n"))


def _rewritten(line: str, arithmetic: Arithmetic) -> str:
    found = FLAGGED.match(line)
    if found is None:
        return line
    words = found[3].split()
    regroups = "reassoc" in words or "fast" in words
    if arithmetic == "fast":
        kept = [word for word in words if regroups or word != "contract"]
    else:
        every = EVERY if "fast" in words else words
        kept = [word for word in every if word in PROMISES or (arithmetic == "default" and word not in ("reassoc", "contract"))]
        if arithmetic == "default" and regroups:
            kept.append("contract")
    return _with(found, line, kept)


def may_regroup(text: str) -> bool:
    """Whether anything in a settled text is free to be regrouped."""
    return any(word in text for word in ORDER)


def withdraw(text: str, names: Container[str]) -> str:
    """The text in which these values are computed in the order that is written."""
    lines = text.split("\n")
    for i, line in enumerate(lines):
        found = FLAGGED.match(line)
        if found is not None and found[2][1:].strip('"') in names:
            lines[i] = _with(found, line, [word for word in found[3].split() if word not in ORDER])
    return "\n".join(lines)


def _with(found: re.Match[str], line: str, words: list[str]) -> str:
    return f"{found[1]}{''.join(f' {word}' for word in words)}{line[found.end() :]}"
