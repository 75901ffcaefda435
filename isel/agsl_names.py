"""Names for values that have none: short, and after what they are."""

from __future__ import annotations

from gpucc.isa.agsl import RESERVED
from gpucc.isel.agsl_units import Unit

AFTER = {"texture": "texel", "normalize": "direction", "length": "distance", "dot": "product", "floor": "cell", "fract": "part"}


class Namer:
    """Gives every name once. `taken` are those of the interface."""

    def __init__(self, taken: frozenset[str]) -> None:
        self.taken = set(taken) | RESERVED

    def make(self, unit: Unit) -> str:
        if unit.op == "phi":
            return self.fresh("x" if unit.width == 1 else "v")
        if unit.lanes[0].type.kind == "b":
            return self.fresh("is")
        return self.fresh(AFTER.get(unit.op, "s" if unit.width == 1 else "t"))

    def fresh(self, stem: str) -> str:
        number = 0
        name = stem
        while name in self.taken or (number == 0 and len(stem) == 1 and stem not in "in"):
            number += 1
            name = f"{stem}{number}"
        self.taken.add(name)
        return name
