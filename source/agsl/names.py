"""Names of variables, taken from the source or else short ones by operation; and which values are of type half.

An operation of the source may have become several in the graph; its name and its precision apply to the last of them.
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

# for a node, as the source says: its name or ""; whether it is a half, or None if unknown; its number of components, or
# 0
Said = Callable[[Node], tuple[str, bool | None, int]]
Places = Mapping[tuple[str, int, int], bool]


class Sayings:
    """Names and precisions that the source gives to values, extended to nodes about which it says nothing. `given`
    maps a phi to the values assigned to it, `places` a component of the interface to whether it is a half."""

    def __init__(self, said: Said, given: Mapping[Node, list[Node]], places: Places) -> None:
        self.said = said
        self.given = given
        self.places = places
        # where an operation of the source has become several: all except the last
        self.inner: frozenset[Node] = frozenset()
        self.known: dict[Node, bool] = {}

    def name(self, unit: TextUnit) -> str:
        names = {self.variable(node) if unit.op == "phi" else self.said(node)[0] for node in unit.lanes}
        if unit.op == "phi" and len(names) > 1:
            names.discard("")
        return names.pop() if len(names) == 1 and self.inner.isdisjoint(unit.lanes) else ""

    def variable(self, phi: Node) -> str:
        """The name of the phi itself, else the most common name of its values, else that of a variable whose value it
        takes."""
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
        """Return whether the node is a variable that only holds constants, so that its precision does not matter."""
        return node.op == "phi" and all(one.op in ("const", "undef") for one in self.given.get(node, ()))

    def half(self, node: Node) -> bool:
        if node not in self.known:
            self._settle(node)
        return self.known[node]

    def _settle(self, start: Node) -> None:
        """Decide which values without information are halves: those computed from halves and constants only. Values in
        a loop are first assumed to be halves and dropped until nothing changes."""
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
        hopes = self._founded(parts, hopes)
        self.known |= {node: node in hopes for node in order}

    def _founded(self, parts: Mapping[Node, list[Node]], hopes: set[Node]) -> set[Node]:
        """Return the candidates that depend on a value which really is a half. A variable that is computed from
        constants alone, such as a counter, is a float instead."""
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
        """The values that determine the precision of a node, if the source does not."""
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
    """Operations whose result is used by another operation of the same place: the inner parts of one operation of the
    source."""
    found: set[Node] = set()
    for unit in units.order:
        if unit.op not in ("select", "phi", "copy"):
            places = {place for node in unit.lanes if (place := _place(node, said))}
            found.update(node for lanes in unit.operands for node in lanes if _place(node, said) in places)
    return frozenset(found)


def _place(node: Node, said: Said) -> object:
    """The place of a node in a source in a shading language, else the instruction of the IR from which it comes."""
    where = node.location
    if where is None:
        return None
    return (where.file, where.line, where.column) if said(node)[2] else where.ir or None


class Namer:
    """Makes unique names. `taken` are those of the interface."""

    def __init__(self, taken: frozenset[str]) -> None:
        self.taken = set(taken) | RESERVED
        # names that had to be numbered, with the name that the source gives
        self.numbered: dict[str, str] = {}
        # the last number of each stem; names are never given back
        self.last: dict[str, int] = {}

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
        """Make a unique name. A name from the source is kept if it is free; if it ends in a digit, the number follows
        an underscore."""
        number = 0
        name = stem
        gap = "_" if stem[-1].isdigit() else ""
        while name in self.taken or (number == 0 and len(stem) == 1 and stem not in "in" and not said):
            number = max(number, self.last.get(stem, 0)) + 1
            name = f"{stem}{gap}{number}"
        self.taken.add(name)
        self.last[stem] = max(number, self.last.get(stem, 0))
        if said and number:
            self.numbered[name] = stem
        return name


def usable(said: str) -> str:
    """The name of a source's variable, made valid in AGSL; "" if that is impossible."""
    if said in ("gl_FragColor", "gl_FragData"):
        return "color"
    stem = re.sub(r"_{2,}", "_", re.sub(r"\W", "_", said, flags=re.ASCII)).strip("_")
    if not stem or stem[0].isdigit() or stem.startswith(("gl_", "sk_")):
        return ""
    return f"{stem}_" if stem in RESERVED else stem
