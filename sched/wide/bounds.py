"""Lower bounds on the instructions of one section, each from a relaxation that is solved exactly or by counting.

All use two numbers of a task: the earliest instruction it can be in, and its tail, the instructions that must follow
(`Spans`).

- Path: a result is read in its window at the earliest, an index goes through an address register, memory keeps its
  order, a value that must be stored and cannot be is copied, and the branch comes last. So no task is earlier than its
  earliest instruction.
- Slots: let S be tasks of one opcode field that come no earlier than instruction a and have tails of at least q. All
  lie between a and the end less q, and units that share the field run one op at a time (or ops allowed beside it), so
  that the instructions needed for each op add up: the section has at least a + needed(S) + q. Tried for all a (of large
  sections, for some) and all q.
- Ports: each vec4 that operands come from, if only through a copy, is loaded at least once, at the latest when it is
  first needed; literals four at a time. Each half of an output register is stored at least once, after the last of its
  values. They are unit jobs with release times and tails on identical machines, for which running the longest tail
  first is optimal: the makespan is a bound.
- Copies: leaves that are outputs, and results that must be stored and cannot be, need a copy each. A section of T
  instructions has a known number of slots left for copies after the tasks of each field; the least T with enough slots
  is a bound.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from gpucc.sched.core.bounds import Job, makespan
from gpucc.sched.core.work import CONSTANT, MEMORY, RESULT, VARIABLE, Use, Value
from gpucc.sched.wide.chip import Chip
from gpucc.sched.wide.spans import Spans
from gpucc.sched.wide.work import Piece, WideWork

# the most earliest instructions that the bound on slots tries
BEGINNINGS = 48


def lower_bound(work: WideWork, chip: Chip | None = None, spans: Spans | None = None) -> int:
    """The best of the bounds."""
    chip = chip or Chip(work.isa, work.facts)
    spans = spans or Spans(work, chip)
    least = 1 if work.goals or work.target is not None else 0
    return max(least, spans.length, slot_bound(spans), port_bound(spans), store_bound(spans), copy_bound(spans))


# slots ----------------------------------------------------------------------------------------------------------------


def slot_bound(spans: Spans) -> int:
    best = 0
    for field, jobs in slot_jobs(spans).items():
        begins = sorted({earliest for (earliest, _), _ in jobs})
        if len(begins) > BEGINNINGS:
            begins = [begins[i * len(begins) // BEGINNINGS] for i in range(BEGINNINGS)]
        jobs.sort(key=lambda job: -job[0][1])
        for begin in begins:
            counts: dict[str, int] = {}
            last = jobs[0][0][1]
            for (earliest, tail), name in jobs:
                if tail != last and counts:
                    best = max(best, begin + needed(spans.chip, field, counts) + last)
                last = tail
                if earliest >= begin:
                    counts[name] = counts.get(name, 0) + 1
            best = max(best, begin + needed(spans.chip, field, counts) + last)
    return best


def slot_jobs(spans: Spans) -> dict[int, list[tuple[Job, str]]]:
    """Return, for each opcode field, the ops that it must execute, including those that set address registers, and the
    branch."""
    work, chip = spans.work, spans.chip
    found: dict[int, list[tuple[Job, str]]] = defaultdict(list)
    for task in spans.tasks:
        start, height = spans.start[task.number], spans.height[task.number]
        for piece in task.pieces:
            if piece.op is not None:
                found[chip.kinds[piece.op.name].field].append(
                    ((start + piece.at, height - piece.at - 1), piece.op.name)
                )
        if task.value is None and task.array is not None:
            found[chip.pointer_op.field].append(((start, height - 1), chip.pointer_op.op.name))
    for index, tail in sorted(_indices(spans).items()):
        found[chip.address_ops[0].field].append(((spans.when(index), tail), chip.address_ops[0].op.name))
    if work.condition is not None:
        name = work.isa.wide.branch.unit
        kind = next(kind for kind in chip.copies if kind.rest is not None and kind.rest.unit == name)
        found[kind.field].append(((spans.when(work.condition.value), 0), kind.op.name))
    return found


def _indices(spans: Spans) -> dict[int, int]:
    """Values that go to address registers, with the number of instructions that must follow the op that sets the
    register."""
    found: dict[int, int] = {}
    for value in spans.work.values:
        if value.index is not None and spans.after[value.number]:
            found[value.index] = max(found.get(value.index, 0), spans.after[value.number] + spans.chip.address_wait - 1)
    for task in spans.tasks:
        wait = spans.addressed(task)
        if wait and task.index is not None:
            found[task.index.value] = max(found.get(task.index.value, 0), spans.height[task.number] + wait - 1)
    return found


def needed(chip: Chip, field: int, counts: Mapping[str, int]) -> int:
    """Return the number of instructions that so many ops of one field take. Each instruction has one leading op, and
    ops that are allowed beside it fill the rest."""
    room = chip.room[field]
    total = hosts = guests = 0
    for name, count in counts.items():
        kind = chip.kinds[name]
        if kind.op.beside:
            hosts += count
        elif any(name in chip.kinds[host].op.beside for host in counts):
            guests += count
        else:
            total += -(-count * kind.width // room)
    return total + max(hosts, -(-(hosts + guests) // room))


# ports ----------------------------------------------------------------------------------------------------------------


def port_bound(spans: Spans) -> int:
    """Return a lower bound for the length of a program, from the ports alone: the attribute port and the uniform port
    each load one register a step, and literals take as few uniform registers as they fit into."""
    chip = spans.chip
    tails: dict[object, Job] = {}
    attributes: dict[object, Job] = {}
    literals: dict[int, int] = {}
    for value in spans.work.values:
        if value.kind in (RESULT, VARIABLE):
            continue
        after = spans.after[value.number]
        if value.kind == CONSTANT:
            after = _literal_after(spans, value)
            if after:
                bits = value.address
                literals[bits] = max(literals.get(bits, 0), after - 1)
        elif after and value.kind != MEMORY:
            jobs = attributes if value.kind == chip.attribute else tails
            _, tail = jobs.get((value.address, value.index), (0, 0))
            jobs[value.address, value.index] = (spans.when(value.number), max(tail, after - 1))
    lanes = len(chip.half)
    uniform = [*tails.values(), *((0, tail) for tail in sorted(literals.values(), reverse=True)[::lanes])]
    return max(makespan(uniform), makespan(attributes.values()))


def _literal_after(spans: Spans, value: Value) -> int:
    """Like `Spans.after`, but without operands whose port can supply the literal as its identity."""
    work = spans.work
    after = 1 if any(goal.value == value.number for goal in work.goals) else 0
    if work.condition is not None and work.condition.value == value.number:
        after = 1
    for task, piece in spans.readers.get(value.number, ()):
        uses = [(i, use) for i, use in enumerate(piece.reads) if isinstance(use, Use) and use.value == value.number]
        if not all(_identity(spans, piece, i, use) for i, use in uses):
            after = max(after, spans.height[task] - piece.at)
    return after


def _identity(spans: Spans, piece: Piece, position: int, use: Use) -> bool:
    """Return whether a port of the op may supply the literal for free. If operands can be swapped, either port
    counts."""
    chip = spans.chip
    if piece.op is None or use.place is not None:
        return False
    kind, bits = chip.kinds[piece.op.name], spans.work.values[use.value].address
    places = range(len(piece.reads)) if piece.swaps else (position,)
    return any(place < len(kind.free) and bits in kind.free[place] for place in places)


def store_bound(spans: Spans) -> int:
    """The bound from halves of output registers. The places of variables are not known here, so their halves are
    assumed to be full."""
    chip, count = spans.chip, len(spans.chip.stores)
    halves: dict[tuple[int, int], int] = {}
    variables = 0
    for goal in spans.work.goals:
        if goal.file == VARIABLE:
            variables += spans.work.values[goal.value].kind != VARIABLE
            continue
        key = (chip.half[goal.component], goal.address)
        halves[key] = max(halves.get(key, 0), _stored_from(spans, goal.value))
    jobs = [[(earliest, 0) for (half, _), earliest in halves.items() if half == store] for store in range(count)]
    full = -(-variables // (len(chip.half) // count))
    return max(
        *(makespan(part) for part in jobs), makespan([*(job for part in jobs for job in part), *[(0, 0)] * full], count)
    )


def _stored_from(spans: Spans, number: int) -> int:
    """The first instruction in which a unit can compute or copy a value such that it can be stored."""
    value = spans.work.values[number]
    if value.kind == RESULT:
        task = spans.work.tasks[value.task]
        if spans.window(task).stored:
            return spans.start[task.number] + task.pieces[-1].at
    return spans.when(number)


# copies ---------------------------------------------------------------------------------------------------------------


def copy_bound(spans: Spans) -> int:
    moves = len(set(_forced(spans))) + sum(piece.op is None for task in spans.tasks for piece in task.pieces)
    if not moves:
        return 0
    chip = spans.chip
    counts: dict[int, Counter[str]] = {field: Counter() for field in range(chip.fields)}
    for field, jobs in slot_jobs(spans).items():
        counts[field] = Counter(name for _, name in jobs)
    copies = {kind.field: kind.op.name for kind in chip.copies}
    least = [needed(chip, field, counts[field]) for field in range(chip.fields)]
    holes = sum(_holes(chip, field, counts[field], name) for field, name in copies.items())
    length = max(least)
    while holes + sum(chip.room[field] * (length - least[field]) for field in copies) < moves:
        length += 1
    return length


def _forced(spans: Spans) -> Sequence[int]:
    work = spans.work
    found = []
    for goal in work.goals:
        value = work.values[goal.value]
        if value.kind == RESULT:
            if not spans.window(work.tasks[value.task]).stored:
                found.append(goal.value)
        elif not (value.kind == VARIABLE and goal.file == VARIABLE):
            found.append(goal.value)
    return found


def _holes(chip: Chip, field: int, counts: Mapping[str, int], copy: str) -> int:
    """Return the greatest number of copies that fit into instructions that a field needs anyway."""
    full = needed(chip, field, counts)
    more = 0
    while needed(chip, field, {**counts, copy: counts.get(copy, 0) + more + 1}) == full:
        more += 1
    return more
