"""Place literals at addresses of the uniform file: those of one instruction share a vec4, others share one where
possible."""

from __future__ import annotations

from collections.abc import Iterable

from gpucc.program import Constant
from gpucc.sched.core.work import single
from gpucc.sched.wide.chip import FREE

Wanted = tuple[tuple[int, int], ...]


class Pool:
    """The vec4s of literals. `wanted` are sets of (bits, component or FREE), one for each instruction that loads
    literals."""

    def __init__(self, first: int, lanes: int, wanted: Iterable[Wanted]) -> None:
        self.first, self.lanes = first, lanes
        self.rows: list[list[int | None]] = []
        self.known: dict[Wanted, int] = {}
        distinct = dict.fromkeys(tuple(sorted(found)) for found in wanted)
        for found in sorted(distinct, key=lambda found: (all(pin == FREE for _, pin in found), -len(found), found)):
            self.known[found] = self._row(found)

    def _row(self, wanted: Wanted) -> int:
        best: tuple[int, int, list[int | None]] | None = None
        for number, row in enumerate(self.rows):
            merged = _merge(row, wanted)
            if merged is not None:
                added = merged.count(None)
                if best is None or row.count(None) - added < best[0]:
                    best = (row.count(None) - added, number, merged)
        if best is None:
            merged = _merge([None] * self.lanes, wanted)
            assert merged is not None
            self.rows.append(merged)
            return len(self.rows) - 1
        self.rows[best[1]] = best[2]
        return best[1]

    def address(self, wanted: Wanted) -> int:
        return self.first + self.known[tuple(sorted(wanted))]

    def find(self, wanted: Wanted, bits: int, component: int) -> tuple[int, int]:
        """The place of one of the literals."""
        number = self.known[tuple(sorted(wanted))]
        return self.first + number, self.rows[number].index(bits) if component == FREE else component

    def constants(self) -> tuple[Constant, ...]:
        return tuple(
            Constant(self.first + number, component, single(bits))
            for number, row in enumerate(self.rows)
            for component, bits in enumerate(row)
            if bits is not None
        )


def _merge(row: list[int | None], wanted: Wanted) -> list[int | None] | None:
    """Return the vec4 with these literals added, or None if it has no room for them."""
    merged = list(row)
    for bits, pin in wanted:
        if pin != FREE:
            if merged[pin] not in (None, bits):
                return None
            merged[pin] = bits
    for bits, pin in wanted:
        if pin == FREE and bits not in merged:
            if None not in merged:
                return None
            merged[merged.index(None)] = bits
    return merged
