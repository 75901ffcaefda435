"""Rename registers so that the outputs are in the first ones, as fixed loaders expect them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from gpucc.isa.model import Source
from gpucc.isa.pipeline import Packet, UnitPart

REGISTER = "register"


def outputs_first(packets: Sequence[Packet], outputs: Sequence[int], registers: int) -> tuple[Packet, ...]:
    """Rename register `outputs[k]` to k. All registers are alike, so the others can take the remaining names."""
    named = dict(zip(outputs, range(len(outputs)), strict=True))
    free = (name for name in range(registers) if name not in named.values())
    for register in range(registers):
        if register not in named:
            named[register] = next(free)
    return tuple(replace(packet, parts=tuple(_renamed(part, named) for part in packet.parts)) for packet in packets)


def _renamed(part: UnitPart, named: Mapping[int, int]) -> UnitPart:
    dest = part.dest
    if dest is not None and dest.file == REGISTER:
        dest = replace(dest, number=named[dest.number])
    return replace(part, dest=dest, sources=tuple(_source(source, named) for source in part.sources))


def _source(source: Source | None, named: Mapping[int, int]) -> Source | None:
    return replace(source, number=named[source.number]) if source is not None and source.file == REGISTER else source
