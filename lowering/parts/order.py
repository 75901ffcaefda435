"""The order in which pieces of code are laid out: loops in one piece, their exits after them, the end last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar


class Station(Protocol):
    depth: int

    @property
    def after(self) -> Sequence[Station]: ...


S = TypeVar("S", bound=Station)


def order_pieces(first: S) -> list[S]:
    """Return the pieces in reverse postorder.

    Exits of loops are walked first, so that they come last; of two equal ways the second one comes next, so that a
    branch needs no opposite condition.
    """
    seen: set[Station] = {first}
    finished: list[Station] = []
    stack: list[tuple[Station, list[Station]]] = [(first, _ways(first))]
    while stack:
        station, ways = stack[-1]
        while ways:
            following = ways.pop(0)
            if following not in seen:
                seen.add(following)
                stack.append((following, _ways(following)))
                break
        else:
            finished.append(station)
            stack.pop()
    order = finished[::-1]
    if order[-1].after:
        last = next(station for station in reversed(order) if not station.after)
        order = [*(station for station in order if station is not last), last]
    return order  # type: ignore[return-value]


def _ways(station: Station) -> list[Station]:
    return sorted(station.after, key=lambda following: following.depth)
