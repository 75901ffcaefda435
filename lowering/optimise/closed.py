"""Keeps loops that LLVM would replace by a formula whose numbers the targets cannot hold.

LLVM computes the sum of i * i as a polynomial of the trip count, divided by six: it multiplies by the inverse of three
modulo a power of two, 1431655766, and no float carries such integers. A loop stays if its integers are used in it: by
calls that are removed afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from gpucc.lowering.llvm import IntType
from gpucc.lowering.optimise import passes
from gpucc.lowering.reader.read import read
from gpucc.lowering.reader.spelling import quote
from gpucc.lowering.session import opened, printed

# the integers of a formula have one bit more than those of the loop, so that a product may be halved
WIDER = re.compile(r"\bi(?:9|17|33|65)\b")
INVERSE = re.compile(r"= mul (?:nuw |nsw )*i\d+ %[^,]+, -?\d{8,}")
KEEP = re.compile(r"^  (?:tail )?call void @gpucc\.keep\.i\d+\(.*\n|^declare void @gpucc\.keep\..*\n", re.MULTILINE)
CLEAN = ("instruction_combine", "aggressive_dce", "loop_deletion", "simplify_cfg", "instruction_combine")


def without_inverses(text: str, ways: Callable[[str], list[str]]) -> list[str]:
    """Return the `ways` to optimise a text, with its loops where some of them have formulas that no target computes."""
    found = ways(text)
    if _has_wider(text) or not any(_is_formula(one) for one in found):
        return found
    kept = [_without_calls(one) for one in ways(_with_calls(text))]
    return found if any(_is_formula(one) for one in kept) else list(dict.fromkeys(kept))


def _has_wider(text: str) -> bool:
    return WIDER.search(text) is not None


def _is_formula(text: str) -> bool:
    return INVERSE.search(text) is not None and _has_wider(text)


def _with_calls(text: str) -> str:
    """Return the text with calls that use each integer which a block gets from several others."""
    module = read(text, "<canonical>")
    used: set[str] = set()
    for function in module.functions.values():
        for block in function.blocks:
            phis = [one for one in block.instructions if one.op == "phi"]
            calls = []
            for one in phis:
                if one.name is not None and isinstance(one.type, IntType) and one.type.bits > 1:
                    used.add(f"i{one.type.bits}")
                    calls.append(f"  call void @gpucc.keep.i{one.type.bits}(i{one.type.bits} %{quote(one.name)})")
            block.lines[len(phis) : len(phis)] = calls
    declared = [
        f"declare void @gpucc.keep.{type}({type}) nounwind willreturn memory(inaccessiblemem: readwrite)"
        for type in sorted(used)
    ]
    return "\n".join([module.text(), *declared, ""])


def _without_calls(text: str) -> str:
    with opened(KEEP.sub("", text), "<kept>") as module:
        passes.run(module, *CLEAN)
        return printed(module)
