"""Outputs that one instruction must write in full (AGAL's colour): compute elsewhere and copy, unless one instruction does."""

from __future__ import annotations

from collections.abc import Sequence

from gpucc.isa.model import Op
from gpucc.isel.machine import Inst, Result, Source
from gpucc.sched.vectors import LANES, Home, Vector, Work


def split_outputs(vectors: Sequence[Vector]) -> list[Home]:
    """Output homes that several instructions write, or one writes in part."""
    writers: dict[Home, list[Vector]] = {}
    for vector in vectors:
        if vector.home is not None and vector.home.output is not None:
            writers.setdefault(vector.home, []).append(vector)
    return [home for home, writing in writers.items() if len(writing) > 1 or len(writing[0].results) < LANES]


def copy_out(work: Work, homes: Sequence[Home], move: Op) -> None:
    """The home becomes an ordinary register and one move writes the output."""
    for home in homes:
        register = home.output
        assert register is not None
        home.output = None
        pinned, home.fixed = dict(home.fixed), {r: lane for r, lane in home.fixed.items() if r.inst.op.result == "fixed"}
        target = work.new_home(register)
        for result, lane in pinned.items():
            source = Source(result)
            copy = Inst(move, ((source,),), rule="whole output")
            work.insts.append(copy)
            work.operands[copy] = [[source]]
            work.region[copy] = work.root
            work.place(Result(copy), target, lane)
            work.stores[register, lane] = Result(copy)
