"""Merges values into variables: values that are copied to one another or set alike, unless they are ever live together
with different values.

All variables that a piece sets change at once at its end, after everything was read. So two of them conflict if both
are live when a piece begins, if one is set where the other passes through, or if one piece sets both to different
values. A copy causes no conflict: afterwards both hold the same value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Protocol

from gpucc.lowering.graph import Node
from gpucc.records import dataclass


class CodeStretch(Protocol):
    """The fields of a piece of code that this module needs: the variables that it reads and assigns, and the pieces
    after it."""

    reads: set[Node]
    live: set[Node]
    gives: dict[Node, Node]

    @property
    def sets(self) -> dict[Node, Node]: ...

    @property
    def after(self) -> Sequence[CodeStretch]: ...


@dataclass(slots=True, eq=False)
class Web:
    """Values in one variable: the numbers of the pieces where some of them are live, pass through or are set."""

    members: list[Node]
    live: set[int] = field(default_factory=set)
    passing: dict[int, set[Node]] = field(default_factory=dict)
    values: dict[int, set[Node]] = field(default_factory=dict)

    def disturbs(self, other: Web) -> bool:
        return bool(self.live & other.live) or self._overwrites(other) or other._overwrites(self)

    def _overwrites(self, other: Web) -> bool:
        for piece, values in self.values.items():
            if piece in other.values and (len(values) > 1 or values != other.values[piece]):
                return True
            if piece in other.passing and values != other.passing[piece]:
                return True
        return False

    def join(self, other: Web) -> None:
        self.members += other.members
        self.live |= other.live
        for mine, theirs in ((self.passing, other.passing), (self.values, other.values)):
            for piece, nodes in theirs.items():
                mine[piece] = mine.get(piece, set()) | nodes


class Variables:
    def __init__(self, web_of: dict[Node, Web]) -> None:
        self.web_of = web_of
        webs = list(dict.fromkeys(web_of.values()))
        self.numbers = {web: i for i, web in enumerate(webs)}

    def number(self, node: Node) -> int:
        return self.numbers[self.web_of[node]]

    def settings(self, piece: CodeStretch) -> dict[int, Node]:
        """Return the variables that a piece changes, without those that are set to the value that they already hold."""
        found: dict[int, Node] = {}
        for node, value in piece.sets.items():
            if node in self.web_of and not (value in piece.reads and self.web_of[value] is self.web_of[node]):
                found[self.number(node)] = value
        return dict(sorted(found.items()))


def join_variables(pieces: Sequence[CodeStretch]) -> Variables:
    web_of = _webs(pieces)
    number = {id(piece): i for i, piece in enumerate(pieces)}
    back = [piece for i, piece in enumerate(pieces) if any(number[id(after)] <= i for after in piece.after)]
    for piece in [*back, *(piece for piece in pieces if piece not in back)]:
        first: dict[Node, Node] = {}
        pairs = list(piece.gives.items())
        pairs += [(node, first.setdefault(value, node)) for node, value in piece.sets.items()]
        for node, partner in pairs:
            mine, other = web_of.get(node), web_of.get(partner)
            if mine is not None and other is not None and mine is not other and not mine.disturbs(other):
                mine.join(other)
                web_of.update(dict.fromkeys(other.members, mine))
    return Variables(web_of)


def _webs(pieces: Sequence[CodeStretch]) -> dict[Node, Web]:
    """Return the web of every value that is needed."""
    wanted = set[Node]().union(*(piece.live for piece in pieces))
    web_of = {node: Web([node]) for piece in pieces for node in piece.sets if node in wanted}
    for i, piece in enumerate(pieces):
        for node in piece.live:
            web_of[node].live.add(i)
        for node in set[Node]().union(*(after.live for after in piece.after)) - piece.sets.keys():
            web_of[node].passing.setdefault(i, set()).add(node)
        for node, value in piece.sets.items():
            if node in web_of:
                web_of[node].values.setdefault(i, set()).add(value)
    return web_of
