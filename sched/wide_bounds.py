"""Lower bounds on the instructions of one section: the longest path, and the slots that the units of an opcode field offer."""

from __future__ import annotations

from collections import Counter

from gpucc.isa.model import Op, Window
from gpucc.isa.wide import WideIsa
from gpucc.sched.wide_work import RESULT, Task, Use, Work


def lower_bound(work: Work) -> int:
    """No schedule of the section is shorter than this."""
    return max(path_bound(work), slot_bound(work), 1 if work.goals or work.target is not None else 0)


def path_bound(work: Work) -> int:
    ready = [0] * len(work.values)
    starts = [0] * len(work.tasks)
    orders: dict[int, list[tuple[int, int]]] = {}
    for order in work.orders:
        orders.setdefault(order.then, []).append((order.first, order.cycles))
    longest = 0
    for task in work.tasks:
        start = max((starts[first] + cycles for first, cycles in orders.get(task.number, ())), default=0)
        for piece in task.pieces:
            for read in piece.reads:
                if isinstance(read, Use):
                    start = max(start, _ready(work, ready, read.value) - piece.at)
        starts[task.number] = start
        if task.value is not None:
            ready[task.value] = start + task.pieces[-1].at + _window(work.isa, task).first
        longest = max(longest, start + task.pieces[-1].at + 1)
    for goal in work.goals:
        value = work.values[goal.value]
        if value.kind == RESULT and not _window(work.isa, work.tasks[value.task]).stored:
            longest = max(longest, ready[goal.value] + 1)
    if work.condition is not None:
        longest = max(longest, _ready(work, ready, work.condition.value) + 1)
    return longest


def _ready(work: Work, ready: list[int], number: int) -> int:
    value = work.values[number]
    if value.kind == RESULT:
        return ready[number]
    if value.index is not None:
        return _ready(work, ready, value.index) + max(work.isa.wide.latency(name) for name in _indices(work.isa))
    return 0


def _indices(isa: WideIsa) -> list[str]:
    return [name for load in isa.wide.loads for name, _ in load.indices if name]


def _window(isa: WideIsa, task: Task) -> Window:
    """When the result of a task can be read; the most generous unit where it has a choice."""
    last = task.pieces[-1]
    if last.op is not None and last.op.window is not None:
        return last.op.window
    return min((isa.wide.unit(unit).window for unit in last.units), key=lambda window: window.first)


def slot_bound(work: Work) -> int:
    """Instructions that each opcode field must serve: units that share one run one op at a time, or what goes beside it."""
    fields: dict[str, list[str]] = {}
    for unit in work.isa.wide.units:
        fields.setdefault(unit.opcode, []).append(unit.name)
    ops = {piece.op for task in work.tasks for piece in task.pieces if piece.op is not None}
    counts = Counter(piece.op.name for task in work.tasks for piece in task.pieces if piece.op is not None)
    return max((_field_bound(units, [op for op in work.isa.ops if op in ops], counts) for units in fields.values()), default=0)


def _field_bound(units: list[str], ops: list[Op], counts: Counter[str]) -> int:
    own = [op for op in ops if op.slots and op.slots[0] in units]
    guests = {name for op in own for name in op.beside}
    total = sum(-(-counts[op.name] * (1 + len(op.claims)) // len(units)) for op in own if op.name not in guests and not op.beside)
    shared = sum(counts[op.name] for op in own if op.name in guests or op.beside)
    hosts = sum(counts[op.name] for op in own if op.beside)
    return total + max(-(-shared // len(units)), hosts)
