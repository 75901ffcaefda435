"""A lower bound on the instructions that any packing and order of the selected operations needs."""

from __future__ import annotations

from collections import Counter

from gpucc.isa.model import LANES
from gpucc.isel.machine import Leaf, Selected
from gpucc.sched.vectors.complete import complete_outputs
from gpucc.sched.vectors.machine import Vec4Machine
from gpucc.sched.vectors.outputs import define_undefined
from gpucc.sched.vectors.passing import pass_components
from gpucc.sched.vectors.records import leaf_key


def least_instructions(selected: Selected, machine: Vec4Machine) -> int:
    """Return the lower bound, also of a program in which outputs are completed or components pass through."""
    forms = [selected]
    if machine.writes_whole:
        forms += [complete_outputs(selected, machine.move, further) for further in (False, True)]
    forms += [pass_components(form, machine, computed) for form in forms for computed in (False, True)]
    return min(map(_least, forms))


def _least(selected: Selected) -> int:
    """Per-lane scalars of one op fit four to an instruction; each other op is an instruction of its own.

    An output component that is a leaf needs a copy; one copy reads one register and writes one.
    """
    selected = define_undefined(selected)
    per_lane: Counter[object] = Counter()
    alone = 0
    for inst in selected.insts:
        if inst.op.result == "each":
            per_lane[inst.op.name] += 1
        else:
            alone += 1
    copies = {
        (register, leaf_key(source.value))
        for (register, _), source in selected.outputs.items()
        if isinstance(source.value, Leaf)
    }
    return alone + len(copies) + sum(-(-count // LANES) for count in per_lane.values())
