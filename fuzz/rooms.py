"""What the generators of random programs know about targets: where they have the most room, and what they refuse."""

from __future__ import annotations

from collections.abc import Mapping

from gpucc.isa.model import Isa

# switches that give a target the most room
ROOMIEST: Mapping[str, Mapping[str, str]] = {"agal": {"version": "3"}}
# targets whose fragment programs support all kinds of texture reads and derivatives
RICH = frozenset({"lima-pp"})
# languages without discard
WITHOUT_DISCARD = frozenset({"agsl"})
# targets whose programs are texts in which the names of the source stay
KEEPS_NAMES = frozenset({"agsl"})
# words that only some versions of Skia reserve: they are renamed for all of them
RENAMED = frozenset({"buffer", "threadgroup"})

# targets whose files are SHBINs
SHBIN = frozenset({"pica200"})


def roomiest(isa: str) -> dict[str, str]:
    return dict(ROOMIEST.get(isa, {}))


def fitted(text: str, isa: Isa) -> str:
    """The module of LLVM IR without operations that the target is known to refuse."""
    if isa.name not in WITHOUT_DISCARD:
        return text
    return "\n".join(line for line in text.split("\n") if "@gpucc.discard" not in line)
