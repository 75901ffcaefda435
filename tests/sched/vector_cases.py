"""Selected code written by hand: `code.mul(x, y)` is a scalar Inst of AGAL's mul, `code.u(3, 1)` is uniform c3.y."""

from __future__ import annotations

from collections.abc import Callable

from leaves import k as k
from leaves import u as u

from gpucc.isa.agal import AGAL
from gpucc.isel.machine import Inst, Leaf, Result, ScalarSource, Selected


def i(register: int, component: int) -> ScalarSource:
    return ScalarSource(Leaf("input", register, component))


def indexed(register: int, component: int, index: ScalarSource) -> ScalarSource:
    return ScalarSource(Leaf("uniform", register, component, index=index))


class Code:
    def __init__(self) -> None:
        self.selected = Selected()
        self.dots: dict[tuple[ScalarSource, ...], ScalarSource] = {}

    def op(
        self, name: str, *operands: tuple[ScalarSource, ...], results: int = 1, attr: object = None
    ) -> list[ScalarSource]:
        inst = Inst(AGAL.op(name), operands, results, attr)
        self.selected.insts.append(inst)
        return [ScalarSource(Result(inst, lane)) for lane in range(results)]

    def dp_of(self, vector: list[ScalarSource]) -> ScalarSource:
        """The dot product of three components with c1.xyz; the same components give the same instruction."""
        key = tuple(vector[:3])
        if key not in self.dots:
            self.dots[key] = self.op("dp3", key, (u(1, 0), u(1, 1), u(1, 2)))[0]
        return self.dots[key]

    def __getattr__(self, name: str) -> Callable[..., ScalarSource]:
        return lambda *sources: self.op(name, *((s,) for s in sources))[0]

    def out(self, register: int, *sources: ScalarSource) -> None:
        for component, source in enumerate(sources):
            self.selected.outputs[register, component] = source
