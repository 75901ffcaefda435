"""Exchanges instructions of a selected block and redirects the readers of their results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gpucc.isel.machine import Inst, Leaf, Result, ScalarSource, Section, Selected

Exchange = Callable[[Inst], Inst]


def replace_insts(selected: Selected, exchange: Exchange) -> None:
    """Replace each instruction by `exchange(instruction)`, and then the instructions that it reads.

    `exchange` returns the same instruction, or one with as many results and the same operands.
    """
    _Replacer(exchange, {}).block(selected)


def replace_leaves(section: Section, made: dict[Leaf, Result]) -> None:
    """Replace leaves by results. The instructions that compute these come first in the section, if they are used."""
    replacer = _Replacer(lambda inst: inst, made)
    replacer.block(section.selected)
    section.assigned = {number: replacer.source(source) for number, source in section.assigned.items()}
    section.condition = None if section.condition is None else replacer.source(section.condition)
    section.selected.insts[:0] = dict.fromkeys(result.inst for result in replacer.used)


class _Replacer:
    def __init__(self, exchange: Exchange, made: dict[Leaf, Result]) -> None:
        self.exchange, self.made = exchange, made
        self.new: dict[Inst, Inst] = {}
        self.used: dict[Result, None] = {}

    def block(self, selected: Selected) -> None:
        for inst in selected.insts:
            given = self.exchange(inst)
            self.new[inst] = replace(given, operands=tuple(tuple(map(self.source, lanes)) for lanes in given.operands))
        selected.insts = [self.new[inst] for inst in selected.insts]
        selected.outputs = {place: self.source(source) for place, source in selected.outputs.items()}
        selected.values = {node: self.source(source) for node, source in selected.values.items()}

    def source(self, source: ScalarSource) -> ScalarSource:
        value = source.value
        if isinstance(value, Result):
            return replace(source, value=Result(self.new[value.inst], value.lane))
        if value in self.made:
            self.used[self.made[value]] = None
            return replace(source, value=self.made[value])
        if value.index is None:
            return source
        index = self.source(value.index if isinstance(value.index, ScalarSource) else ScalarSource(value.index))
        return replace(source, value=replace(value, index=index))
