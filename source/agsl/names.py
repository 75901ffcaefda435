"""Names for values: what the source calls them, else short ones after what they are. And which values are halves.

An operation of the source may have become several; its name and its precision belong to the last of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping

from gpucc.isa.agsl import RESERVED
from gpucc.lowering.graph import Node
from gpucc.source.agsl.units import TextUnit, Units

AFTER = {
    "texture": "texel",
    "normalize": "direction",
    "length": "distance",
    "dot": "product",
    "floor": "cell",
    "fract": "part",
}

# a name or nothing; whether it is a half, or None where nobody says; how many components it had, or 0
Said = Callable[[Node], tuple[str, bool | None, int]]
Places = Mapping[tuple[str, int, int], bool]


class Sayings:
    """`given` are the values that a phi may get, `places` whether a component of the interface is a half."""

    def __init__(self, said: Said, given: Mapping[Node, list[Node]], places: Places) -> None:
        self.said = said
        self.given = given
        self.places = places
        # of an operation of the source that has become several, all but the last
        self.inner: frozenset[Node] = frozenset()
        self.known: dict[Node, bool] = {}

    def name(self, unit: TextUnit) -> str:
        names = {self.variable(node) if unit.op == "phi" else self.said(node)[0] for node in unit.lanes}
        if unit.op == "phi" and len(names) > 1:
            names.discard("")
        return names.pop() if len(names) == 1 and self.inner.isdisjoint(unit.lanes) else ""

    def variable(self, phi: Node) -> str:
        """The name of the phi itself, else the one that most of its values have, else that of a variable that it takes
        over."""
        seen, order = {phi}, [phi]
        for one in order:
            own = self.said(one)[0]
            held = Counter(name for value in self.given.get(one, []) if (name := self.said(value)[0]))
            if own or held:
                return own or held.most_common(1)[0][0]
            fresh = [value for value in self.given.get(one, []) if value.op == "phi" and value not in seen]
            seen.update(fresh)
            order += fresh
        return ""

    def constant(self, node: Node) -> bool:
        """Whether it is a variable of constants, whose precision does not matter."""
        return node.op == "phi" and all(one.op in ("const", "undef") for one in self.given.get(node, ()))

    def half(self, node: Node) -> bool:
        if node not in self.known:
            self._settle(node)
        return self.known[node]

    def _settle(self, start: Node) -> None:
        """Of what nobody says, that is half which comes of halves and constants; what goes round in a loop is what
        comes in there."""
        order = [start]
        seen = {start}
        parts: dict[Node, list[Node]] = {}
        for node in order:
            parts[node] = self._origins(node)
            fresh = [one for one in dict.fromkeys(parts[node]) if one not in seen and one not in self.known]
            seen.update(fresh)
            order += fresh
        hopes = {node for node in order if parts[node] or self._plainly(node)}
        changed = True
        while changed:
            changed = False
            for node in order:
                if node in hopes and parts[node] and not self._all_half(parts[node], hopes):
                    hopes.discard(node)
                    changed = True
        hopes = self._founded(order, parts, hopes)
        self.known |= {node: node in hopes for node in order}

    def _founded(self, order: list[Node], parts: Mapping[Node, list[Node]], hopes: set[Node]) -> set[Node]:
        """Those that something is a half for: a variable that only counts is none."""
        found = {node for node in hopes if not parts[node] or any(self.known.get(one, False) for one in parts[node])}
        grown = True
        while grown:
            fresh = {node for node in hopes if node not in found and not found.isdisjoint(parts[node])}
            found |= fresh
            grown = bool(fresh)
        return found

    def _all_half(self, parts: list[Node], hopes: set[Node]) -> bool:
        values = [one for one in parts if one.op not in ("const", "undef")]
        return bool(values) and all(one in hopes or self.known.get(one, False) for one in values)

    def _origins(self, node: Node) -> list[Node]:
        """What decides on it, if nobody says."""
        if node.type.kind != "f" or self._plainly(node) is not None:
            return []
        if node.op == "phi":
            return [one for one in self.given.get(node, []) if one is not node]
        return list(node.args[1:] if node.op == "select" else node.args)

    def _plainly(self, node: Node) -> bool | None:
        if node.op in ("input", "uniform", "kept") and isinstance(node.attr, tuple):
            return self.places.get((node.op, *node.attr[:2]), False)
        if node.op == "part" and node.args[0].op == "texture":
            return self._plainly(node.args[0])
        if node.type.kind not in "ft" or node.op in ("trunc", "quotient", "btof", "kept"):
            return False
        return None if node in self.inner else self.said(node)[1]


def inner_values(units: Units, said: Said) -> frozenset[Node]:
    """Operations whose result goes into another one of the same place: the rest of what is one operation in the
    source."""
    found: set[Node] = set()
    for unit in units.order:
        if unit.op not in ("select", "phi", "copy"):
            places = {place for node in unit.lanes if (place := _place(node, said))}
            found.update(node for lanes in unit.operands for node in lanes if _place(node, said) in places)
    return frozenset(found)


def _place(node: Node, said: Said) -> object:
    """Where a source in a shading language has it, else which instruction of the IR it comes from."""
    where = node.location
    if where is None:
        return None
    return (where.file, where.line, where.column) if said(node)[2] else where.ir or None


class Namer:
    """Gives every name once. `taken` are those of the interface."""

    def __init__(self, taken: frozenset[str]) -> None:
        self.taken = set(taken) | RESERVED
        # what a name said in the source became where it was taken already
        self.numbered: dict[str, str] = {}

    def make(self, unit: TextUnit, said: str = "") -> str:
        stem = usable(said)
        if stem:
            return self.fresh(stem, said=True)
        if unit.op == "phi":
            return self.fresh("x" if unit.width == 1 else "v")
        if unit.lanes[0].type.kind == "b":
            return self.fresh("is")
        return self.fresh(AFTER.get(unit.op, "s" if unit.width == 1 else "t"))

    def fresh(self, stem: str, said: bool = False) -> str:
        """A name said in the source is taken as it is if it can be; one that ends in a digit is numbered behind an
        underscore."""
        number = 0
        name = stem
        gap = "_" if stem[-1].isdigit() else ""
        while name in self.taken or (number == 0 and len(stem) == 1 and stem not in "in" and not said):
            number += 1
            name = f"{stem}{gap}{number}"
        self.taken.add(name)
        if said and number:
            self.numbered[name] = stem
        return name


def usable(said: str) -> str:
    """What a source may call a variable, as AGSL may."""
    if said in ("gl_FragColor", "gl_FragData"):
        return "color"
    stem = re.sub(r"_{2,}", "_", re.sub(r"\W", "_", said, flags=re.ASCII)).strip("_")
    if not stem or stem[0].isdigit() or stem.startswith(("gl_", "sk_")):
        return ""
    return f"{stem}_" if stem in RESERVED else stem
