"""Write selected code by hand: `code.mul(x, y)` is a scalar Inst of AGAL's mul, `code.u(3, 1)` is uniform c3.y."""

from __future__ import annotations

from collections.abc import Callable

from gpucc.isa.agal import AGAL
from gpucc.isel.machine import Inst, Leaf, Result, Selected, Source


def i(register: int, component: int) -> Source:
    return Source(Leaf("input", register, component))


def u(register: int, component: int) -> Source:
    return Source(Leaf("uniform", register, component))


def k(value: float) -> Source:
    return Source(Leaf("constant", value=value))


def indexed(register: int, component: int, index: Source) -> Source:
    return Source(Leaf("uniform", register, component, index=index))


class Code:
    def __init__(self) -> None:
        self.selected = Selected()
        self.dots: dict[tuple[Source, ...], Source] = {}

    def op(self, name: str, *operands: tuple[Source, ...], results: int = 1, attr: object = None) -> list[Source]:
        inst = Inst(AGAL.op(name), operands, results, attr)
        self.selected.insts.append(inst)
        return [Source(Result(inst, lane)) for lane in range(results)]

    def dp_of(self, vector: list[Source]) -> Source:
        """The dot product of three components with c1.xyz, always the same instruction."""
        key = tuple(vector[:3])
        if key not in self.dots:
            self.dots[key] = self.op("dp3", key, (u(1, 0), u(1, 1), u(1, 2)))[0]
        return self.dots[key]

    def __getattr__(self, name: str) -> Callable[..., Source]:
        return lambda *sources: self.op(name, *((s,) for s in sources))[0]

    def out(self, register: int, *sources: Source) -> None:
        for component, source in enumerate(sources):
            self.selected.outputs[register, component] = source
