"""Which parts of the source each lane ran: the blocks that it entered, the operands that its selects took, and whether
it was discarded. A reference notes them only to tell whether any part was never compared.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from gpucc.debuginfo import SourcePlaces
from gpucc.interp.reference.irtext import TextFunction, TextLine
from gpucc.interp.reference.marks import shortened

# the parts that a word of notes tells apart; neighbours share a bit if there are more
PARTS = 62
_CONDITION = re.compile(r"i1 (%[^\s,)]+)")
# a choice between conditions, as `&&` and `||` are written
_LOGIC = re.compile(r"^i1 %[^\s,]+, i1 ")


class Sides:
    """Writes the instructions that note parts in `@ref.first`."""

    def __init__(self, function: TextFunction, nodes: Mapping[str, str]) -> None:
        self.places = SourcePlaces(dict(nodes))
        heads = [next((line for line in block.lines if line.op != "phi"), None) for block in function.blocks]
        self.heads = {id(head): block.lines for head, block in zip(heads, function.blocks, strict=True)}
        chosen = [line for block in function.blocks for line in block.lines if _chooses(line)]
        self.scale = min(1.0, PARTS / (len(heads) + 2 * len(chosen)))
        self.parts: list[TextLine] = []
        # the bits of blocks, and of choices between values
        self.told: set[int] = set()
        self.notes = 0

    def reach(self, line: TextLine | None) -> str:
        """The text that notes what an instruction says of its lane; None is the end of a loop that was given up."""
        texts: list[str] = []
        if line is not None and id(line) in self.heads:
            bit = self._bit(line)
            self.told.add(bit)
            texts += self._note(f"or i64 {1 << bit}, 0")
        if line is not None and _chooses(line):
            condition = _CONDITION.search(line.rest)
            assert condition is not None
            yes, no = self._bit(line), self._bit(line)
            if not _LOGIC.search(line.rest):
                self.told |= {yes, no}
            texts += self._note(f"select i1 {condition[1]}, i64 {1 << yes}, i64 {1 << no}")
        return "\n  ".join(texts)

    def _note(self, bits: str) -> list[str]:
        self.notes += 1
        at = f"%ref.side{self.notes}"
        return [
            f"{at}.now = {bits}",
            f"{at}.old = load i64, ptr @ref.first",
            f"{at}.new = or i64 {at}.now, {at}.old",
            f"store i64 {at}.new, ptr @ref.first",
        ]

    def traced(self, text: str, check: str = "") -> str:
        """The text as it is: no mark is traced here."""
        return text

    def place(self, bit: int) -> str:
        """The first part that a bit stands for, as text."""
        line = next(line for k, line in enumerate(self.parts) if int(k * self.scale) == bit)
        near = self.heads.get(id(line), [line])
        place = next((place for one in near if one.node and (place := self.places.locate(one.node))), None)
        return str(place) if place else shortened(line.text)

    @property
    def bits(self) -> int:
        return int((len(self.parts) - 1) * self.scale) + 1

    def _bit(self, line: TextLine) -> int:
        """The bit of a new part: a block, or one of the two operands of a choice."""
        self.parts.append(line)
        return int((len(self.parts) - 1) * self.scale)


def _chooses(line: TextLine) -> bool:
    """Return whether a line chooses between two values, or whether to discard."""
    if line.op == "call":
        return "@gpucc.discard(i1 %" in line.rest
    return line.op == "select" and line.rest.startswith("i1 %")
