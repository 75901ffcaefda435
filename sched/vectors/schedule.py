"""Schedule selected code for a target with vec4 registers: pack, order, allocate.

If a program does not fit, further attempts share less between narrow computations, or compute more values again instead
of keeping them. Each is tried with every order; the first that fits is taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gpucc.errors import LimitExceeded
from gpucc.isa.model import Instruction, Isa
from gpucc.isel.machine import Leaf, Result, ScalarSource, Selected
from gpucc.program import Constant, Stage
from gpucc.sched.vectors.allocate import Place, Shortage, allocate
from gpucc.sched.vectors.bounds import least_instructions
from gpucc.sched.vectors.constants import ConstantPool, pool_constants
from gpucc.sched.vectors.copies import read_copies
from gpucc.sched.vectors.finish import Finisher, Samplers
from gpucc.sched.vectors.grouping import Formed, form_vectors
from gpucc.sched.vectors.homes import assign_homes
from gpucc.sched.vectors.idle import drop_idle_moves
from gpucc.sched.vectors.merging import merge_narrow_homes
from gpucc.sched.vectors.order import ORDERS, arrange
from gpucc.sched.vectors.outputs import Forked, move_op, plan_outputs
from gpucc.sched.vectors.records import LANES, Vector, VectorWork
from gpucc.sched.vectors.rematerialise import rematerialise


@dataclass(frozen=True, slots=True)
class Effort:
    """`share`: instructions between narrow computations; `succeed`: components to scalars whose predecessor is spent;
    `again`: the most instructions to compute for each reader instead of once."""

    share: bool
    succeed: bool
    again: int = 0


ATTEMPTS = (
    Effort(True, True),
    Effort(True, False),
    Effort(False, False),
    *(Effort(share, False, again) for again in (1, 2) for share in (True, False)),
    Effort(False, False, 4),
)


@dataclass(frozen=True, slots=True)
class Scheduled:
    instructions: tuple[Instruction, ...]
    constants: tuple[Constant, ...]
    registers: int
    lower_bound: int
    lines: dict[str, int]

    def describe(self) -> str:
        count = len(self.instructions)
        used = ", ".join(f"{number} {op}" for op, number in Counter(i.op for i in self.instructions).most_common())
        return f"{count} instructions, lower bound {self.lower_bound} for the selected operations, {self.registers} registers: {used}"

    def statistics(self) -> dict[str, object]:
        count = len(self.instructions)
        return {
            "instructions": count,
            "registers": self.registers,
            "spills": 0,
            "lower_bound": self.lower_bound,
            "meets_bound": count == self.lower_bound,
            "lines": self.lines,
            "slots": dict(sorted(Counter(instruction.op for instruction in self.instructions).items())),
        }


@dataclass(frozen=True, slots=True)
class _Attempt:
    order: list[Vector]
    places: Mapping[Result, Place]
    pool: ConstantPool


def schedule_vectors(
    selected: Selected,
    isa: Isa,
    stage: Stage,
    version: int,
    first_constant: int,
    samplers: Samplers,
    forks: Sequence[Forked] = (),
) -> Scheduled:
    registers = isa.file("temporary", stage).size(stage, version)
    selected = define_undefined(selected)
    best: _Attempt | None = None
    worst: Shortage | None = None
    for effort in ATTEMPTS:
        if best is not None:
            break
        again, branches = rematerialise(selected, forks, effort.again) if effort.again else (selected, forks)
        trial = _attempt(again, branches, isa, stage, effort, registers, first_constant)
        if isinstance(trial, Shortage):
            worst = worst or trial
        else:
            best = trial
    if best is None:
        assert worst is not None
        raise _too_few(isa, version, registers, worst)
    order = drop_idle_moves(best.order, best.places, move_op(isa))
    places = dict(best.places) | _output_places(order)
    instructions = Finisher(isa, stage, places, samplers).finish(order)
    used = 1 + max((place[0] for place in best.places.values()), default=-1)
    return Scheduled(tuple(instructions), best.pool.constants(), used, least_instructions(selected), _by_line(order))


def _attempt(
    selected: Selected, forks: Sequence[Forked], isa: Isa, stage: Stage, effort: Effort, registers: int, first_constant: int
) -> _Attempt | Shortage:
    move = move_op(isa)
    whole = stage in isa.file("output", stage).whole
    work, formed = _pack(selected, forks, isa, effort, frozenset())
    if whole and (split := split_outputs(formed.vectors)):
        work, formed = _pack(selected, forks, isa, effort, split)
    pool = pool_constants(formed.vectors, first_constant)
    shortage: Shortage | None = None
    for choice in ORDERS:
        order = arrange(work, formed, isa, choice)
        if whole:
            order.sort(key=_writes_output)
        places = allocate(order, registers, work.alias)
        if not isinstance(places, Shortage):
            return _Attempt(drop_idle_moves(order, places, move), places, pool)
        shortage = shortage or places
    assert shortage is not None
    return shortage


def _pack(selected: Selected, forks: Sequence[Forked], isa: Isa, effort: Effort, whole: frozenset[int]) -> tuple[VectorWork, Formed]:
    work = plan_outputs(selected, isa, forks, whole)
    assign_homes(work, move_op(isa), effort.succeed)
    if effort.share:
        read_copies(work, move_op(isa))
        merge_narrow_homes(work)
    return work, form_vectors(work)


def split_outputs(vectors: Sequence[Vector]) -> frozenset[int]:
    """Outputs that several instructions write, or one writes in part."""
    writers: dict[int, list[Vector]] = {}
    for vector in vectors:
        if vector.home is not None and vector.home.output is not None:
            writers.setdefault(vector.home.output, []).append(vector)
    return frozenset(output for output, writing in writers.items() if len(writing) > 1 or len(writing[0].results) < LANES)


def _by_line(order: Sequence[Vector]) -> dict[str, int]:
    """Instructions for each source line that is known; one that serves several lines counts for the first."""
    places = [next((inst.location for inst in vector.insts if inst.location), None) for vector in order]
    counted = Counter(f"{place.file}:{place.line}" for place in places if place and place.line)
    return dict(sorted(counted.items()))


def _writes_output(vector: Vector) -> bool:
    return vector.home is not None and vector.home.output is not None


def _output_places(order: list[Vector]) -> dict[Result, Place]:
    return {
        result: (v.home.output, v.home.fixed[result])
        for v in order
        if v.home is not None and v.home.output is not None
        for result in v.results
    }


def define_undefined(selected: Selected) -> Selected:
    """An undefined output component repeats a neighbour's value, any other undefined value is zero."""
    outputs = dict(selected.outputs)
    for (register, component), source in selected.outputs.items():
        if _undefined(source):
            neighbours = [s for key, s in sorted(selected.outputs.items()) if key[0] == register and not _undefined(s)]
            outputs[register, component] = neighbours[0] if neighbours else ScalarSource(Leaf("constant", value=0.0))
    return replace(selected, outputs=outputs)


def _undefined(source: ScalarSource) -> bool:
    return isinstance(source.value, Leaf) and source.value.kind == "undef"


def _too_few(isa: Isa, version: int, registers: int, shortage: Shortage) -> LimitExceeded:
    return LimitExceeded(
        f"{isa.name} version {version} has {registers} temporaries of 4 components; this program needs "
        f"{max(shortage.peak, 4 * registers + 1)} components at once at instruction {shortage.position}",
        notes=("split the shader, or compute fewer intermediate values before they are used",),
    )
