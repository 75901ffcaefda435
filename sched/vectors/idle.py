"""Drop moves whose source was placed in the very component that they write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gpucc.isa.model import Op
from gpucc.isel.machine import Result
from gpucc.sched.vectors.allocate import Place
from gpucc.sched.vectors.records import Vector

# the effects of ops that begin or end an arm
TURNS = ("if", "else", "endif")


def drop_idle_moves(order: Sequence[Vector], places: Mapping[Result, Place], move: Op) -> list[Vector]:
    """Drop idle moves, except one that is the only instruction of an arm: targets refuse empty arms."""
    kept: list[Vector] = []
    for position, vector in enumerate(order):
        after = order[position + 1] if position + 1 < len(order) else None
        alone = bool(kept) and after is not None and kept[-1].op.effect in TURNS and after.op.effect in TURNS
        if alone or not _is_idle(vector, places, move):
            kept.append(vector)
    return kept


def _is_idle(vector: Vector, places: Mapping[Result, Place], move: Op) -> bool:
    if vector.op is not move or vector.home is None or vector.home.output is not None:
        return False
    return all(
        isinstance(source.value, Result)
        and source.value in places
        and not (source.negate or source.absolute)
        and places[source.value] == places[result]
        for result, source in zip(vector.results, vector.operands[0], strict=True)
    )
