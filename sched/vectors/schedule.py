"""Schedule selected code for a target with vec4 registers: pack, order, allocate, and join the sections with flow
words.

If a program does not fit, further attempts share less between narrow computations, or recompute more values instead of
keeping them. Each attempt tries all orders. The first that fits is taken, or the one with the fewest loads if indices
must be in address registers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from math import inf

from gpucc.errors import LimitExceeded
from gpucc.isa.model import LANES, Instruction, Op
from gpucc.isel.machine import Inst, Leaf, Result, ScalarSource, Stretch
from gpucc.program import Constant
from gpucc.records import dataclass
from gpucc.sched.core.allowance import Surpassed
from gpucc.sched.core.schedule import lines
from gpucc.sched.limits import check_constants, check_length, wider
from gpucc.sched.mixed import mix_lanes
from gpucc.sched.vectors.addressing import load_addresses
from gpucc.sched.vectors.aligned import align_copies, align_operands
from gpucc.sched.vectors.allocate import Place, Shortage, allocate
from gpucc.sched.vectors.bounds import least_instructions
from gpucc.sched.vectors.complete import is_completable
from gpucc.sched.vectors.constants import ConstantPool, distinct_literals, pool_constants
from gpucc.sched.vectors.copies import read_copies
from gpucc.sched.vectors.families import families
from gpucc.sched.vectors.finish import Finisher
from gpucc.sched.vectors.flow_shape import FlowBlock
from gpucc.sched.vectors.flow_words import join_blocks
from gpucc.sched.vectors.grouping import Formed, form_vectors
from gpucc.sched.vectors.hoisting import loops_of
from gpucc.sched.vectors.homes import VectorHomes
from gpucc.sched.vectors.idle import drop_idle_moves
from gpucc.sched.vectors.machine import Vec4Machine
from gpucc.sched.vectors.merging import merge_narrow_homes
from gpucc.sched.vectors.order import ORDERS, arrange, by_index, indices, varied
from gpucc.sched.vectors.outputs import Forked, shared_leaves
from gpucc.sched.vectors.passing import can_pass
from gpucc.sched.vectors.records import Vector, VectorSection, VectorWork
from gpucc.sched.vectors.sections import plan_sections

# a target's last pass over the final instructions of all sections
Fitting = Callable[[list[list[Instruction]]], list[list[Instruction]]]


@dataclass(frozen=True, slots=True)
class Effort:
    """The options of an attempt. `share`: merge narrow computations that are at most so many instructions apart; 0:
    none; `succeed`: let scalars reuse components whose readers must have run; `again`: recompute scalars of at most so
    many instructions for each reader; `precede`: at least so many scalars may take components before others; `kin`:
    families ask for one register together; `walk`: a scalar may wait until nothing else reads the one that it is
    computed from, or a whole vector may (2); `beside`: scalars take components that are left beside their kin; `keep`:
    leaves that several outputs take beside computed values are copied to these; `complete`: components that an output
    takes as they are pass through the operation of its others, for nothing (1), or also at the price of a copy (2);
    `passing`: so do components of operands, and of outputs that are written in parts: inputs and uniforms (1), or also
    computed ones (2), or also those that only some of several equal operations read (3); `hoist`: leaves that loops
    copy are copied before them."""

    share: int
    succeed: bool
    again: int = 0
    precede: int = 3
    kin: bool = False
    walk: int = 0
    beside: bool = False
    keep: bool = False
    complete: int = 0
    passing: int = 0
    hoist: bool = False


# straight programs of more instructions are packed once
LONGEST = 100
# more orders are tried, at most so many, where the components that are live at once are so many times those there are;
# few of them for large programs
TRIES, NEARLY, LARGEST = 24, 1.3, 6000
# a program with so many times the instructions that there is room for would not fit if it were packed in another way,
# which takes long if it has this many
HOPELESS, LENGTHY = 1.1, 1000
# the scalar instructions that all attempts together may pack; larger programs get fewer attempts, but so many
MOST_PACKED, FEWEST = 20_000, 4
# of a loop, where attempts are compared
ROUNDS = 4
ANYWHERE = 1 << 30
NEAR = (64, 24, 8)
ATTEMPTS = (
    Effort(ANYWHERE, True),
    Effort(ANYWHERE, False),
    *(Effort(near, succeed) for near in NEAR for succeed in (True, False)),
    Effort(0, False),
    *(Effort(share, False, again) for again in (1, 2) for share in (ANYWHERE, *NEAR, 0)),
    Effort(0, False, 4),
)


@dataclass(frozen=True, slots=True)
class Scheduled:
    """The finished program. `lower_bound` is known only of programs without flow words."""

    instructions: tuple[Instruction, ...]
    constants: tuple[Constant, ...]
    registers: int
    lines: dict[str, int]
    lower_bound: int | None = None

    def describe(self) -> str:
        """Return the length, the lower bound, the registers and the number of each op in a few words."""
        count = len(self.instructions)
        used = ", ".join(f"{number} {op}" for op, number in Counter(i.op for i in self.instructions).most_common())
        bound = "" if self.lower_bound is None else f", lower bound {self.lower_bound} for the selected operations"
        return f"{count} instructions{bound}, {self.registers} registers: {used}"

    def statistics(self) -> dict[str, object]:
        """Return the numbers that a program has in its statistics, by name."""
        count, least = len(self.instructions), self.lower_bound
        bound = {} if least is None else {"lower_bound": least, "meets_bound": count == least}
        return {
            "instructions": count,
            "registers": self.registers,
            "spills": 0,
            **bound,
            "lines": self.lines,
            "slots": dict(sorted(Counter(instruction.op for instruction in self.instructions).items())),
        }


@dataclass(frozen=True, slots=True)
class VectorPlan:
    """What an attempt found: the order of the instructions, and the places of their values. `apart`: families are in
    several registers each."""

    sections: list[VectorSection]
    order: list[list[Vector]]
    places: Mapping[Result, Place]
    pool: ConstantPool
    apart: bool


def schedule_vectors(
    stretches: Sequence[Stretch],
    machine: Vec4Machine,
    first_constant: int,
    forks: Sequence[Forked] = (),
    most: float = inf,
) -> Scheduled:
    """Schedule a program; `forks` are branches within its last section, and `most` limits it as in plan_vectors."""
    return finish_vectors(plan_vectors(stretches, machine, first_constant, forks, most), machine, stretches)


def plan_vectors(
    stretches: Sequence[Stretch],
    machine: Vec4Machine,
    first_constant: int,
    forks: Sequence[Forked] = (),
    most: float = inf,
) -> VectorPlan:
    """Return the order and the places of a program, which can be finished with more than one `fit`. Raise Surpassed if
    it has more than `most` instructions before it is known which copies can be left out."""
    waiting = list(ATTEMPTS)
    worst: Shortage | None = None
    while waiting:
        effort = waiting.pop(0)
        trial = _attempt(stretches, forks, machine, effort, first_constant, most=most)
        if isinstance(trial, VectorPlan):
            return _shorter(trial, stretches, forks, machine, effort, first_constant)
        if worst is None and trial is not None:
            worst, waiting = trial, efforts(trial.size)[1:]
    assert worst is not None
    raise _too_few(machine, worst)


def finish_vectors(
    plan: VectorPlan, machine: Vec4Machine, stretches: Sequence[Stretch], fit: Fitting = list
) -> Scheduled:
    """Return the program of a plan; `fit` may write its instructions in other ways."""
    blocks = _blocks(plan, machine, fit)
    if machine.flow is None:
        (block,), (stretch,) = blocks, stretches
        instructions, least = block.instructions, least_instructions(stretch.section.selected, machine)
    else:
        instructions, least = join_blocks(blocks, machine.flow), None
    written = (one.dest for block in blocks for one in block.instructions if one.dest is not None)
    used = 1 + max((dest.number for dest in written if dest.file == "temporary"), default=-1)
    by_line = lines(vector.insts for section in plan.order for vector in section)
    return Scheduled(tuple(instructions), plan.pool.constants(), used, by_line, least)


def efforts(size: int) -> list[Effort]:
    """The attempts for a program of so many scalar instructions: all of them, or the first, the last and some between
    where all would take long."""
    number = min(len(ATTEMPTS), max(FEWEST, MOST_PACKED // max(size, 1)))
    return [ATTEMPTS[k * (len(ATTEMPTS) - 1) // (number - 1)] for k in range(number)]


def _shorter(
    best: VectorPlan,
    stretches: Sequence[Stretch],
    forks: Sequence[Forked],
    machine: Vec4Machine,
    effort: Effort,
    first_constant: int,
) -> VectorPlan:
    """Return the best of a program's attempts: pairs of scalars beside their kin may save an instruction, and families
    in one register more than that. With loops, the best executes least in them.
    """
    if loops_of(best.sections):
        hoisted = _attempt(stretches, forks, machine, replace(effort, hoist=True), first_constant, best)
        if isinstance(hoisted, VectorPlan) and _better(hoisted, best):
            best, effort = hoisted, replace(effort, hoist=True)
    if not effort.succeed or _words(best) > LONGEST:
        return best
    selected = [stretch.section.selected for stretch in stretches]
    further = _packings(best, effort)
    plain = [effort, *further]
    if any(map(shared_leaves, selected)):
        further += [replace(choice, keep=True) for choice in plain]
    completed = selected if machine.writes_whole else []
    ways = [1 + costs for costs in (False, True) if any(is_completable(one, costs) for one in completed)]
    whole = [replace(choice, complete=way) for way in ways for choice in (effort, *further)]
    ways = [way for way in (1, 2) if any(can_pass(one, machine, way) for one in selected)]
    passing = [replace(choice, passing=way) for way in ways for choice in (*plain, *whole[:1])]
    if any(can_pass(one, machine, 3) for one in selected):
        passing += [replace(choice, passing=3) for choice in (effort, *whole[:1])]
    least = sum(least_instructions(one, machine) for one in selected)
    for choice in (*further, *whole, *passing):
        if _words(best) <= least:
            break
        other = _attempt(stretches, forks, machine, choice, first_constant, best)
        if isinstance(other, VectorPlan) and _better(other, best):
            best = other
    return best


def _packings(best: VectorPlan, effort: Effort) -> list[Effort]:
    """The other ways to pack a program in which the first way leaves something to gain."""
    further = [replace(effort, precede=2)]
    if best.apart:
        further.append(replace(effort, kin=True))
    if any(any(map(_gathers, section)) or _parted(section) for section in best.order):
        further += [replace(effort, walk=way) for way in (1, 2)]
    if any(map(_kindred, best.order)):
        further.append(replace(effort, beside=True))
    return further


def _words(plan: VectorPlan) -> int:
    return sum(map(len, plan.order))


def _better(one: VectorPlan, other: VectorPlan) -> bool:
    """Return whether one is no longer and executes less, if loops have some rounds."""
    return _improves(one.sections, [len(section) for section in one.order], other)


def _may_improve(work: VectorWork, order: Sequence[Sequence[Vector]], best: VectorPlan, move: Op) -> bool:
    """Return whether a program may be better than the best one once its copies are left out."""
    return _improves(work.sections, [sum(vector.op is not move for vector in section) for section in order], best)


def _improves(sections: Sequence[VectorSection], words: Sequence[int], best: VectorPlan) -> bool:
    executed = _executed(best.sections, [len(section) for section in best.order])
    return sum(words) <= _words(best) and _executed(sections, words) < executed


def _executed(sections: Sequence[VectorSection], words: Sequence[int]) -> int:
    inside = [range(first, last + 1) for first, last in loops_of(sections)]
    return sum(count * ROUNDS ** sum(i in loop for loop in inside) for i, count in enumerate(words))


def _attempt(
    stretches: Sequence[Stretch],
    forks: Sequence[Forked],
    machine: Vec4Machine,
    effort: Effort,
    first_constant: int,
    best: VectorPlan | None = None,
    most: float = inf,
) -> VectorPlan | Shortage | None:
    """What an attempt finds, or None if it cannot be better than `best`. Raises Surpassed as plan_vectors does."""
    work, formed, apart = _pack(stretches, forks, machine, effort, frozenset())
    if len(formed.vectors) > most:
        raise Surpassed(f"the program takes some {len(formed.vectors)} instructions")
    room = HOPELESS * machine.isa.limit(machine.length, machine.version) if machine.length else inf
    if len(formed.vectors) > max(room, LENGTHY):
        check_length(machine.isa, machine.stage, machine.version, len(formed.vectors), machine.length, "some ")
    if machine.writes_whole and (split := split_outputs(formed.vectors)):
        work, formed, apart = _pack(stretches, forks, machine, effort, split)
    literals = -(-distinct_literals(formed.vectors) // LANES)
    check_constants(machine.isa, machine.stage, machine.version, first_constant, literals)
    registers = machine.isa.file("uniform", machine.stage).size(machine.stage, machine.version) - first_constant
    pool = pool_constants(formed.vectors, first_constant, registers)
    shortage: Shortage | None = None
    least: float = inf
    found: list[VectorPlan] = []
    indexed = machine.load is not None and any(indices(vector) for vector in formed.vectors)
    regular = (*ORDERS, by_index) if indexed else ORDERS
    for choice in chain(regular, varied(min(TRIES, LARGEST // (1 + len(formed.vectors))))):
        if choice not in regular and (found or least > NEARLY * LANES * machine.registers):
            break
        order = arrange(work, formed, machine.isa, choice)
        if best is not None and shortage is None and not found and not _may_improve(work, order, best, machine.move):
            return None
        if machine.writes_whole:
            for section in order:
                section.sort(key=_writes_output)
        places = allocate(work, order, machine.registers)
        if isinstance(places, Shortage):
            shortage, least = shortage or places, min(least, places.peak)
            continue
        kept = [drop_idle_moves(section, places, machine.move) for section in order]
        found.append(VectorPlan(work.sections, kept, places, pool, apart))
        if not indexed:
            break
    if len(found) > 1:
        return min(found, key=lambda attempt: sum(len(block.instructions) for block in _blocks(attempt, machine)))
    if found:
        return found[0]
    assert shortage is not None
    return shortage


def _pack(
    stretches: Sequence[Stretch], forks: Sequence[Forked], machine: Vec4Machine, effort: Effort, whole: frozenset[int]
) -> tuple[VectorWork, Formed, bool]:
    """Return the work, its vectors, and whether a family is in several registers."""
    options = (effort.keep, effort.complete, effort.passing, effort.hoist)
    work = plan_sections(stretches, forks, machine, effort.again, whole, *options)
    align_operands(work)
    align_copies(work, machine.move)
    kin = families(work)
    wanted = kin if effort.kin else ()
    homes = VectorHomes(work, machine.move, effort.succeed, effort.precede, wanted, effort.walk, effort.beside)
    if effort.share:
        read_copies(homes)
        merge_narrow_homes(homes, effort.share)
    work.adopt_copies()
    apart = any(len({homes.of(value) for value in family}) > 1 for family in kin)
    return work, form_vectors(homes), apart


def split_outputs(vectors: Sequence[Vector]) -> frozenset[int]:
    """The outputs that are written by several instructions, or only in part."""
    writers: dict[int, list[Vector]] = {}
    for vector in vectors:
        if vector.home is not None and vector.home.output is not None:
            writers.setdefault(vector.home.output, []).append(vector)
    return frozenset(
        output for output, writing in writers.items() if len(writing) > 1 or len(writing[0].results) < LANES
    )


def _gathers(vector: Vector) -> bool:
    """Return whether the instruction copies computed scalars to other registers, for an operand."""
    return any(inst.rule == "gather" and isinstance(inst.operands[0][0].value, Result) for inst in vector.insts)


def _parted(vectors: Sequence[Vector]) -> bool:
    """Return whether two instructions of one op read the same registers, and could be one but for where they write."""
    owner = {inst: vector for vector in vectors for inst in vector.insts}
    seen: set[Hashable] = set()
    for vector in vectors:
        if vector.op.result == "each":
            key = (vector.op.name, vector.insts[0].attr, *(_register(lanes[0], owner) for lanes in vector.operands))
            if key in seen:
                return True
            seen.add(key)
    return False


def _kindred(vectors: Sequence[Vector]) -> bool:
    """Return whether two instructions of one op read the same leaves, and a register has room for the results of
    both."""
    seen: dict[Hashable, int] = {}
    for vector in vectors:
        if vector.op.result == "each":
            lanes = [lanes[0] for lanes in vector.operands]
            key = (vector.op.name, vector.insts[0].attr, *(_register(one, {}) for one in lanes))
            if seen.get(key, LANES) + len(vector.results) <= LANES:
                return True
            seen[key] = min(seen.get(key, LANES), len(vector.results))
    return False


def _register(source: ScalarSource, owner: Mapping[Inst, Vector]) -> Hashable:
    value = source.value
    if isinstance(value, Leaf):
        index = None if value.index is None else id(value.index)
        return (value.kind, value.register, index, source.negate, source.absolute)
    return (owner.get(value.inst), source.negate, source.absolute)


def _writes_output(vector: Vector) -> bool:
    return vector.home is not None and vector.home.output is not None


def _blocks(attempt: VectorPlan, machine: Vec4Machine, fit: Fitting | None = None) -> list[FlowBlock]:
    """The instructions of each section; if they are the last ones, after the machine's `mixing` and after `fit`."""
    places = dict(attempt.places)
    for vector in (vector for section in attempt.order for vector in section):
        if vector.home is not None and vector.home.output is not None:
            places |= {result: (vector.home.output, vector.home.fixed[result]) for result in vector.results}
    finisher = Finisher(machine.isa, machine.stage, places, machine.samplers)
    finished = [finisher.finish(section) for section in attempt.order]
    if fit is not None and machine.mixing is not None:
        ones = {
            (constant.register, constant.component) for constant in attempt.pool.constants() if constant.value == 1.0
        }
        finished = [mix_lanes(section, ones, machine.mixing) for section in finished]
    if machine.load is not None:
        finished = [load_addresses(section, machine.load, machine.addresses) for section in finished]
    emission = machine.flow.emission if machine.flow is not None else None
    finished = [
        code if section.emits is None or emission is None else [*code, *emission(section.emits)]
        for code, section in zip(finished, attempt.sections, strict=True)
    ]
    if fit is not None:
        finished = fit(finished)
    return [
        FlowBlock(code, section.branch, section.target)
        for code, section in zip(finished, attempt.sections, strict=True)
    ]


def _too_few(machine: Vec4Machine, shortage: Shortage) -> LimitExceeded:
    isa, registers = machine.isa, machine.registers
    where = f"{isa.name} version {machine.version}" if "version" in isa.options else isa.name
    needed = max(shortage.peak, 4 * registers + 1)
    return LimitExceeded(
        f"{where} has {registers} temporaries of 4 components; this program needs "
        f"{needed} components at once at instruction {shortage.position}",
        notes=(
            *wider(isa, machine.stage, machine.version, "temporary", -(-needed // 4)),
            "split the shader, or compute fewer intermediate values before they are used",
        ),
    )
