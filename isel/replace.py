"""Instructions of a selected block exchanged for others, with everything that reads their results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gpucc.isel.machine import Inst, Result, Selected, Source


def replace_insts(selected: Selected, exchange: Callable[[Inst], Inst]) -> None:
    """`exchange` gives an instruction or another one of as many results that reads the same; what it reads is then exchanged, too."""
    new: dict[Inst, Inst] = {}

    def moved(source: Source) -> Source:
        value = source.value
        if isinstance(value, Result):
            return replace(source, value=Result(new[value.inst], value.lane))
        if value.index is None:
            return source
        index = moved(value.index if isinstance(value.index, Source) else Source(value.index))
        return replace(source, value=replace(value, index=index))

    for inst in selected.insts:
        made = exchange(inst)
        new[inst] = replace(made, operands=tuple(tuple(moved(lane) for lane in lanes) for lanes in made.operands))
    selected.insts = list(new.values())
    selected.outputs = {place: moved(source) for place, source in selected.outputs.items()}
    selected.values = {node: moved(source) for node, source in selected.values.items()}
