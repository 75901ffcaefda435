"""Branches and loops for PICA200: from a legal graph to instructions with flow words, and the presets that they rely
on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import inf

from gpucc.emit import pica200 as code
from gpucc.emit.pica200_descriptors import spare_descriptors
from gpucc.emit.shbin import Preset
from gpucc.errors import LimitExceeded
from gpucc.isa.model import Instruction
from gpucc.isa.pica200 import BOOLEAN_BASE, INTEGER_BASE, PICA200, PicaIsa
from gpucc.isel.branching import BranchOps, select_parts
from gpucc.isel.cover import Selector
from gpucc.isel.machine import Again, Boolean, Stretch
from gpucc.lowering.arrays.known_indices import settle_indices
from gpucc.lowering.flow.arms import compute_in_arms
from gpucc.lowering.flow.counted import CountedRounds, count_loops
from gpucc.lowering.flow.diamonds import branch_on_selects
from gpucc.lowering.flow.switches import asked_switch, branch_on_switches
from gpucc.lowering.graph import AGAIN, AtCount, CodePart, Graph, Node, topological
from gpucc.lowering.guards.factors import factor_choices
from gpucc.lowering.guards.guard import guard, unsafe
from gpucc.lowering.parts.lay_out import lay_out
from gpucc.lowering.parts.outputs import drop_repeats, keep_leaves, set_before, write_early
from gpucc.program import EMITTED, Interface, Stage
from gpucc.records import dataclass
from gpucc.sched.core.allowance import Allowance
from gpucc.sched.mixed import Mixing
from gpucc.sched.outline import Calls, is_hopeless, outline
from gpucc.sched.vectors.flow_shape import FlowBlock, misfits
from gpucc.sched.vectors.flow_words import FlowOps
from gpucc.sched.vectors.machine import Vec4Machine
from gpucc.sched.vectors.schedule import Fitting, Scheduled, VectorPlan, finish_vectors, plan_vectors
from gpucc.targets.pica200_uniforms import (
    BOOLEANS,
    INTEGERS,
    byte_registers,
    moved,
    read_as_numbers,
    refuse_numbers,
    settle_integers,
)

TRUE = (1, 0, 0, 0)
MIXING = Mixing("dst", "dsti", "mov", "mul", "uniform", "input")
# selects with one condition become a branch if there are at least so many of them; one of these programs is taken
CHOICES = (None, 1, 2, 4)
# of a loop, where nothing is known of it
ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Branched:
    """A program's words, with the boolean and integer constants that it needs, and the places of its uniforms.

    `expected` is how many words are executed if both sides of each branch are equally likely.
    """

    scheduled: Scheduled
    expected: float
    presets: tuple[Preset, ...]
    stretches: tuple[Stretch, ...]
    interface: Interface

    @property
    def words(self) -> int:
        return len(self.scheduled.instructions)


# conditions -----------------------------------------------------------------------------------------------------------


def switch_number(node: Node) -> int | None:
    if node.op == "uniform" and isinstance(node.attr, tuple) and not isinstance(node.attr, AtCount):
        number = int(node.attr[0]) - BOOLEAN_BASE
        return number if 0 <= number < BOOLEANS else None
    return None


def is_switch(node: Node) -> bool:
    return switch_number(node) is not None


# code -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PicaForm:
    """One way to branch, after selection: its stretches, and the loops that the hardware counts, with their
    registers."""

    stretches: tuple[Stretch, ...]
    loops: tuple[CountedRounds, ...]
    numbers: Mapping[int, int]
    registers: Mapping[int, int]
    always: int | None


PicaForms = Sequence[PicaForm | LimitExceeded]


def select_forms(graph: Graph, interface: Interface, selector: Selector, isa: PicaIsa = PICA200) -> PicaForms:
    """The forms that scheduling chooses from, fewest branches first, each selected or with the reason why it cannot
    be."""
    graph = branch_on_switches(settle_indices(graph), is_switch)
    graph = _without_unsafe(graph, isa)
    found: list[PicaForm | LimitExceeded] = []
    for least in CHOICES:
        form = graph if least is None else branch_on_selects(graph, lambda condition: True, least)
        if least is not None and form is graph:
            continue
        try:
            found.append(_select(compute_in_arms(form), interface, selector, isa))
        except LimitExceeded as error:
            found.append(error)
    return found


def schedule_forms(
    forms: PicaForms,
    interface: Interface,
    first_constant: int,
    isa: PicaIsa = PICA200,
    mixes: bool = True,
    longest: float = 1.0,
    allowance: Allowance | None = None,
    stage: Stage = "vertex",
) -> Branched:
    """Of the forms that fit, return the one that executes the least among those at most `longest` times the shortest.

    If no form fits, raise the first one's error. Descriptors are spared only in forms that are chosen and need it.
    """
    found: list[tuple[Branched, _Planned]] = []
    failure: LimitExceeded | None = None
    allowance = allowance or Allowance()
    for form in forms:
        if found and (not allowance.effort or allowance.ended()):
            break
        try:
            if isinstance(form, LimitExceeded):
                raise form
            machine = Vec4Machine(isa, stage, flow=flow_ops(form.always, isa), mixing=MIXING if mixes else None)
            # common code of the shortest program is called, so that its length is not known before
            most = inf if longest == 1.0 else allowance.longest
            plan = plan_vectors(form.stretches, machine, first_constant, most=most)
            planned = _Planned(form, interface, machine, plan)
            found.append((_finished(planned, isa, short=longest == 1.0), planned))
        except LimitExceeded as error:
            failure = failure or error
    if not found:
        assert failure is not None
        raise failure
    most = longest * min(one.words for one, _ in found)
    chosen = [(one, planned) for one, planned in found if one.words <= most]
    best: Branched | None = None
    for one, planned in sorted(chosen, key=lambda pair: (pair[0].expected, pair[0].words)):
        if not _has_room(one, isa) and not _too_long(one, isa):
            one = _finished(planned, isa, partial(spare_descriptors, isa=isa), longest == 1.0)
        if _has_room(one, isa):
            return one
        best = best or one
    assert best is not None
    return best


def _too_long(branched: Branched, isa: PicaIsa) -> bool:
    words = branched.scheduled.instructions
    return len(words) > isa.limit("instructions") and is_hopeless(words, calls(isa))


def _has_room(branched: Branched, isa: PicaIsa) -> bool:
    """Return whether there is room for the words, and in the table for their descriptors."""
    if branched.words > isa.limit("instructions"):
        return False
    coder = code.coder(isa)
    asked = ((coder.needs(one), one) for one in branched.scheduled.instructions)
    return not code.excess(
        list(dict.fromkeys((need, coder.width(one)) for need, one in asked if need is not None)), isa
    )


def _expected(instructions: Sequence[Instruction]) -> float:
    """Return the expected executed words; common code must not yet be in procedures."""
    times = [1.0] * len(instructions)
    sides: tuple[range, ...]
    for at, word in enumerate(instructions):
        match word.op:
            case "ifc" | "ifu":
                target = word.immediate("target")
                sides, often = (range(at + 1, target), range(target, target + word.immediate("count"))), 0.5
            case "for":
                sides, often = (range(at + 1, word.immediate("target") + 1),), ROUNDS
            case _:
                continue
        for side in sides:
            for inside in side:
                times[inside] *= often
    return sum(times)


def _without_unsafe(graph: Graph, isa: PicaIsa) -> Graph:
    """The graph with branches for selects that no guard makes safe to blend. Selects between results of such a branch
    may be unsafe, too."""
    while True:
        between = unsafe(graph, isa.format)
        branched = branch_on_selects(graph, between.__contains__) if between else graph
        if branched is graph:
            return graph
        graph = branched


def _select(graph: Graph, interface: Interface, selector: Selector, isa: PicaIsa) -> PicaForm:
    parts, loops = _parts(guard(factor_choices(graph, isa.format), isa.format), interface, isa)
    numbers = settle_integers(interface, loops)
    registers = _loop_registers(loops, numbers)
    machine = BranchOps(isa.op("cmp"), isa.op("mov"), {compare.name: compare.code for compare in isa.compares}, _switch)
    stretches = tuple(_numbered(stretch, registers) for stretch in select_parts(selector, parts, machine))
    return PicaForm(stretches, loops, numbers, registers, _free_boolean(interface))


@dataclass(frozen=True, slots=True)
class _Planned:
    """A form whose instructions have an order and whose values have places."""

    form: PicaForm
    interface: Interface
    machine: Vec4Machine
    plan: VectorPlan


def _finished(planned: _Planned, isa: PicaIsa, fit: Fitting = list, short: bool = False) -> Branched:
    """The words of a form; with `short`, common code is in procedures wherever that saves words, not only where the
    program would not fit."""
    form = planned.form
    scheduled = finish_vectors(planned.plan, planned.machine, form.stretches, fit)
    expected = _expected(scheduled.instructions)
    if short or not is_hopeless(scheduled.instructions, calls(isa)):
        called = replace(calls(isa), room=0) if short else calls(isa)
        scheduled = replace(scheduled, instructions=outline(scheduled.instructions, called))
    counting = _values(form.loops, form.registers)
    presets = [Preset("integer", number, _bytes(loop)) for loop, number in counting.items() if loop.uniform is None]
    if form.always is not None and any(_asks(instruction, form.always) for instruction in scheduled.instructions):
        presets.append(Preset("boolean", form.always, TRUE))
    return Branched(scheduled, expected, tuple(presets), form.stretches, moved(planned.interface, form.numbers))


def _parts(graph: Graph, interface: Interface, isa: PicaIsa) -> tuple[list[CodePart], tuple[CountedRounds, ...]]:
    """The parts, with as many loops as possible counted by the hardware."""
    without: frozenset[int] = frozenset()
    unread: frozenset[int] = frozenset()
    bytes = byte_registers(interface)
    while True:
        counted = count_loops(graph, without, unread, bytes)
        numbers = read_as_numbers(counted.graph, bytes)
        if numbers:
            refuse_numbers(interface, sorted(numbers))
            bytes -= numbers
            continue
        parts = _laid_out(counted.graph)
        drop_repeats(parts)
        set_before(parts)
        keep_leaves(parts)
        wrong = _misplaced(parts) - unread
        unfit = frozenset(misfits(_blocks(parts))) | _asked_elsewhere(parts)
        if not unfit and _registers_wanted(interface, counted.loops) > INTEGERS:
            unfit = frozenset({counted.loops[-1].number})
        if not unfit and _depth(parts) > isa.limit("loops"):
            unfit = frozenset({counted.loops[0].number})
        if not unfit and not wrong:
            return parts, counted.loops
        without, unread = without | unfit, unread | wrong


def _laid_out(graph: Graph) -> list[CodePart]:
    """The parts, with one end if all outputs that variables hold can be written where these are set. Otherwise
    variables are set after branches only if more outputs are written early for that."""
    found: list[tuple[int, list[CodePart]]] = []
    for early, several_ends in ((True, False), (True, True), (False, True)):
        parts = lay_out(graph, rows=True, early=early, several_ends=several_ends)
        write_early(parts)
        late = [node for part in parts if not part.emits for node in part.outputs.values() if node in part.known]
        if not late:
            return parts
        found.append((len(late), parts))
    return min(found[:0:-1], key=lambda one: one[0])[1]


def _registers_wanted(interface: Interface, loops: Sequence[CountedRounds]) -> int:
    constants = {(loop.count, loop.step) for loop in loops if loop.uniform is None}
    fixed = {slot.register for slot in interface.uniforms if INTEGER_BASE <= slot.register < BOOLEAN_BASE}
    return len(constants) + len(fixed | {loop.uniform for loop in loops if loop.uniform is not None})


def _loop_of(part: CodePart) -> int | None:
    if part.condition is None or part.condition.op != AGAIN or not isinstance(part.condition.attr, int):
        return None
    return part.condition.attr


def _blocks(parts: Sequence[CodePart]) -> list[FlowBlock]:
    found = []
    for part in parts:
        loop = _loop_of(part)
        branch = None if part.condition is None else Boolean(0, True) if loop is None else Again(loop)
        found.append(FlowBlock([], branch, part.target))
    return found


def _ranges(parts: Sequence[CodePart]) -> dict[int, tuple[int, int]]:
    """The first and last part of each counted loop."""
    loops = [(_loop_of(part), part.target, i) for i, part in enumerate(parts)]
    return {loop: (first, last) for loop, first, last in loops if loop is not None and first is not None}


def _misplaced(parts: Sequence[CodePart]) -> frozenset[int]:
    """Loops whose counter is read outside of them."""
    ranges = _ranges(parts)
    found = set()
    for i, part in enumerate(parts):
        for node in part.computed():
            if isinstance(node.attr, AtCount):
                first, last = ranges.get(node.attr.loop, (0, -1))
                if not first <= i <= last:
                    found.add(node.attr.loop)
    return frozenset(found)


def _asked_elsewhere(parts: Sequence[CodePart]) -> frozenset[int]:
    """Loops whose end condition is also used elsewhere: the hardware counts, and its condition cannot be read."""
    found = set()
    for part in parts:
        asked = part.condition
        own = [] if asked is None else list(asked.args) if asked.op == AGAIN else [asked]
        starts = [*part.effects, *part.outputs.values(), *part.sets.values(), *own]
        found |= {
            node.attr for node in topological(starts, part.known) if node.op == AGAIN and isinstance(node.attr, int)
        }
    return frozenset(found)


def _depth(parts: Sequence[CodePart]) -> int:
    ranges = list(_ranges(parts).values())
    return max((sum(first <= i <= last for first, last in ranges) for i in range(len(parts))), default=0)


def _values(loops: Sequence[CountedRounds], registers: Mapping[int, int]) -> dict[CountedRounds, int]:
    found: dict[int, CountedRounds] = {}
    for loop in loops:
        found.setdefault(registers[loop.number], loop)
    return {loop: number for number, loop in found.items()}


def _loop_registers(loops: Sequence[CountedRounds], uniforms: Mapping[int, int]) -> dict[int, int]:
    """Registers of loops; loops with equal counts and steps share one."""
    free = [number for number in range(INTEGERS) if number not in uniforms.values()]
    found: dict[int, int] = {}
    numbers: dict[tuple[int, int], int] = {}
    for loop in loops:
        if loop.uniform is not None:
            found[loop.number] = uniforms[loop.uniform]
        else:
            found[loop.number] = free[numbers.setdefault((loop.count, loop.step), len(numbers))]
    return found


def _bytes(loop: CountedRounds) -> tuple[int, int, int, int]:
    return (loop.count - 1 | loop.step << 16, 0, 0, 0)


def _numbered(stretch: Stretch, registers: Mapping[int, int]) -> Stretch:
    if isinstance(stretch.branch, Again):
        stretch.branch = Again(registers[stretch.branch.loop])
    return stretch


def _switch(node: Node) -> tuple[int, bool] | None:
    asked = asked_switch(node, is_switch)
    if asked is None:
        return None
    number = switch_number(asked[0])
    assert number is not None
    return number, asked[1]


def _free_boolean(interface: Interface) -> int | None:
    taken = {slot.register - BOOLEAN_BASE for slot in interface.uniforms}
    return next((number for number in reversed(range(BOOLEANS)) if number not in taken), None)


def _asks(instruction: Instruction, boolean: int) -> bool:
    return ("boolean", boolean) in instruction.immediates


def flow_ops(always: int | None, isa: PicaIsa = PICA200) -> FlowOps:
    return FlowOps(
        ("ifc", "ifu"), ("jmpc", "jmpu"), ("breakc", "break"), "for", "end", "nop", isa.tests, frozenset({"mova"}),
        isa.limit("ifs"), isa.limit("block"), always, emission,
    )  # fmt: skip


def emission(fields: tuple[int, int, int]) -> tuple[Instruction, Instruction]:
    """The words that emit a vertex."""
    said = tuple(zip(EMITTED, fields, strict=True))
    return Instruction("setemit", immediates=said), Instruction("emit")


def calls(isa: PicaIsa) -> Calls:
    plain = frozenset(op.name for op in isa.ops if not op.effect or op.effect in ("address", "compare", "light"))
    return Calls(
        "call", "for", ("ifc", "ifu"), plain, frozenset({"mova"}), isa.limit("instructions"), isa.limit("block")
    )
