"""Decide which scalars share a vec4 register, so that vector instructions form without any copy.

A tuple of scalars that one instruction reads as one operand must live in one register. Requests are served breadth
first from the outputs back: the scalars of a request that have the same op and compatible sources will become one
instruction, so their own operands are requested together next. What cannot be granted costs later: a per-lane
instruction is split, an operand with lanes of its own (dot product, texture coordinates) is gathered by copies.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import permutations

from gpucc.isa.model import Op
from gpucc.isel.machine import Inst, Leaf, Result, ScalarSource
from gpucc.sched.vectors.records import LANES, VARIABLE, CodeRegion, VectorHome, VectorWork, distinct, is_join, leaf_key, results_of


def assign_homes(work: VectorWork, move: Op, succeed: bool) -> None:
    """With `succeed`, a scalar may follow another in its component once all readers of that one must have run."""
    queue: deque[list[Result]] = deque()
    heirs = Heirs(work) if succeed else None
    _place_outputs(work, queue)
    for inst in reversed(work.insts):
        if inst.op.result == "fixed" and Result(inst, 0) not in work.home:
            _place_fixed(work, inst)
    for inst in reversed(work.insts):
        if _has_own_lanes(inst):
            for lanes in work.operands[inst]:
                queue.append(distinct(lanes))
    _serve(work, queue, heirs)
    for inst in reversed(work.insts):
        if inst.op.result != "none" and Result(inst, 0) not in work.home:
            queue.append([Result(inst, 0)])
            _serve(work, queue, heirs)
    gather_operands(work, move)


def _has_own_lanes(inst: Inst) -> bool:
    return inst.op.result != "each"


def _place_outputs(work: VectorWork, queue: deque[list[Result]]) -> None:
    for section in work.sections:
        homes: dict[int, VectorHome] = {}
        for (register, component), result in sorted(section.stores.items()):
            if register not in homes:
                homes[register] = work.new_home(register)
            work.place(result, homes[register], component)
        for home in homes.values():
            _request_operands(work, home.members, queue)


def _place_fixed(work: VectorWork, inst: Inst) -> None:
    """Results with given lanes get a register; one that writes all four lanes leaves room for nobody."""
    home = work.new_home()
    for lane in range(inst.results):
        work.place(Result(inst, lane), home, lane)


def _serve(work: VectorWork, queue: deque[list[Result]], heirs: Heirs | None) -> None:
    while queue:
        wanted = list(dict.fromkeys(work.whole(result) for result in queue.popleft()))
        fresh = [r for r in wanted if r not in work.home]
        _join(work, [work.home[r] for r in wanted if r in work.home], len(fresh))
        if not fresh:
            continue
        home, slots, first = _best_home(work, wanted, fresh, heirs)
        for i, result in enumerate(fresh):
            work.place(result, home, slot=slots[i] if slots else None, first=first)
        if heirs is not None:
            heirs.note(work, fresh, home)
        _request_operands(work, fresh, queue)


def _best_home(
    work: VectorWork, wanted: Sequence[Result], fresh: Sequence[Result], heirs: Heirs | None
) -> tuple[VectorHome, Slots | None, bool]:
    """The register where most of the request already lives, if the rest fits: beside what is there, or in its footsteps.

    With it the slots, if any, and whether the request comes first in them.
    """
    placed = sorted({work.home[r] for r in wanted if r in work.home}, key=lambda home: home.serial)
    count = {home: sum(work.home.get(r) is home for r in wanted) for home in placed}
    fitting = [home for home in placed if home.room() >= len(fresh)]
    if fitting:
        return max(fitting, key=count.__getitem__), None, False
    if heirs is not None:
        for home in sorted(placed, key=lambda home: -count[home]):
            slots = heirs.slots_for(home, fresh)
            if slots:
                return home, slots, False
        if not placed and len(fresh) > LANES // 2:
            for home in heirs.homes_of_kin(work, fresh[0].inst):
                slots = heirs.slots_before(home, fresh)
                if slots:
                    return home, slots, True
    return work.new_home(), None, False


Slots = Sequence[list[Result]]


class Heirs:
    """Which scalars may follow which in a component, whatever the order: those that need every reader to have run.

    `kin` are the registers of scalars by what would make one instruction of them: it pays to live beside them, also
    in components whose later scalars are placed already.
    """

    def __init__(self, work: VectorWork) -> None:
        self.number = {inst: i for i, inst in enumerate(work.insts)}
        self.above: list[int] = []
        self.readers: dict[Result, int] = {}
        self.kin: dict[tuple[object, ...], dict[VectorHome, None]] = {}
        for i, inst in enumerate(work.insts):
            own = 1 << i
            for needed in work.needs(inst):
                own |= self.above[self.number[needed]]
            self.above.append(own)
            for lanes in work.operands[inst]:
                for source in lanes:
                    for result in results_of(source):
                        self.readers[result] = self.readers.get(result, 0) | 1 << i

    def slots_for(self, home: VectorHome, fresh: Sequence[Result]) -> Slots | None:
        """A slot for each of the scalars, all different."""
        if home.output is not None or len(fresh) > len(home.slots) or any(is_join(r.inst) for r in fresh):
            return None
        for slots in permutations(home.slots, len(fresh)):
            if all(self._may_follow(result, slot) for result, slot in zip(fresh, slots, strict=True)):
                return slots
        return None

    def note(self, work: VectorWork, results: Sequence[Result], home: VectorHome) -> None:
        for result in results:
            if result.inst.op.result == "each" and not is_join(result.inst):
                self.kin.setdefault(merge_key(work, result.inst), {})[home] = None

    def homes_of_kin(self, work: VectorWork, inst: Inst) -> list[VectorHome]:
        if inst.op.result != "each" or is_join(inst):
            return []
        return [home for home in self.kin.get(merge_key(work, inst), ()) if home.joined is None]

    def slots_before(self, home: VectorHome, fresh: Sequence[Result]) -> Slots | None:
        """A slot for each of the scalars, all different, whose first scalar so far is written when the new one is spent."""
        crowded = len(home.members) + len(fresh) > 2 * LANES
        if crowded or home.output is not None or len(fresh) > len(home.slots) or any(is_join(r.inst) for r in fresh):
            return None
        for slots in permutations(home.slots, len(fresh)):
            if all(self._only_reader(slot[0], result) for result, slot in zip(fresh, slots, strict=True)):
                return slots
        return None

    def _only_reader(self, reader: Result, result: Result) -> bool:
        return self.readers.get(result) == 1 << self.number[reader.inst]

    def _may_follow(self, result: Result, slot: Sequence[Result]) -> bool:
        known = self.above[self.number[result.inst]]
        for earlier in slot:
            if earlier.inst.op is VARIABLE:
                return False
            needed = self.readers.get(earlier, 0) | 1 << self.number[earlier.inst]
            if needed & ~known or earlier.inst is result.inst:
                return False
        return True


def _join(work: VectorWork, homes: Iterable[VectorHome], extra: int) -> None:
    """Make one register of several, when all their scalars and the newcomers fit."""
    unique = list(dict.fromkeys(homes))
    if len(unique) < 2 or any(home.output is not None for home in unique):
        return
    slots = sum(len(home.slots) for home in unique)
    lanes = [lane for home in unique for lane in home.fixed.values()]
    if slots + extra > LANES or len(set(lanes)) != len(lanes):
        return
    first = unique[0]
    for home in unique[1:]:
        merge(work, first, home)


def merge(work: VectorWork, into: VectorHome, other: VectorHome) -> None:
    for slot in other.slots:
        fresh: list[Result] = []
        into.slots.append(fresh)
        for result in slot:
            work.place(result, into, other.fixed.get(result), fresh)
    other.members, other.slots = [], []
    other.joined = into


def _request_operands(work: VectorWork, results: Sequence[Result], queue: deque[list[Result]]) -> None:
    groups: dict[tuple[object, ...], list[Inst]] = {}
    for inst in [setter for result in results for setter in work.setters(result) or [result.inst]]:
        if inst.op.result == "each":
            groups.setdefault(merge_key(work, inst), []).append(inst)
    for insts in groups.values():
        for position in range(len(work.operands[insts[0]])):
            wanted = distinct(work.operands[inst][position][0] for inst in insts)
            if wanted:
                queue.append(wanted)


def merge_key(work: VectorWork, inst: Inst) -> tuple[object, ...]:
    """Per-lane instructions with equal keys could be one instruction if their computed operands share registers."""
    operands = tuple(_lane_key(lanes[0]) for lanes in work.operands[inst])
    return (inst.op.name, inst.attr, inst.modifiers, work.region[inst], operands)


def _lane_key(source: ScalarSource) -> tuple[object, ...]:
    base = leaf_key(source.value) if isinstance(source.value, Leaf) else ("result",)
    return (*base, source.negate, source.absolute)


def gather_operands(work: VectorWork, move: Op) -> None:
    """Copy the lanes of a many-lane operand together where they could not be placed in one register."""
    copies: dict[tuple[object, ...], Result] = {}
    insts: list[Inst] = []
    for inst in work.insts:
        if _has_own_lanes(inst):
            for position, operand in enumerate(inst.op.operands):
                if operand.rows == 1 and position < len(work.operands[inst]):
                    lanes = work.operands[inst][position]
                    if len({_place_of(work, s) for s in lanes if not _is_undef(s)}) > 1:
                        work.operands[inst][position] = _gathered(work, work.region[inst], lanes, move, copies, insts)
        insts.append(inst)
    work.insts = insts


def _is_undef(source: ScalarSource) -> bool:
    return isinstance(source.value, Leaf) and source.value.kind == "undef"


def _place_of(work: VectorWork, source: ScalarSource) -> tuple[object, ...]:
    modifiers = (source.negate, source.absolute)
    if isinstance(source.value, Leaf):
        return (*leaf_key(source.value), *modifiers)
    return ("home", work.home[source.value].serial, *modifiers)


def _gathered(
    work: VectorWork, region: CodeRegion, lanes: list[ScalarSource], move: Op, copies: dict[tuple[object, ...], Result], insts: list[Inst]
) -> list[ScalarSource]:
    homes = [work.home[s.value] for s in lanes if isinstance(s.value, Result) and not (s.negate or s.absolute)]
    best = max(homes, key=homes.count, default=None)
    strangers = list(dict.fromkeys(s for s in lanes if not _is_undef(s) and not _lives_in(work, s, best)))
    if best is None or best.room() < len(strangers):
        best = work.new_home()
        strangers = list(dict.fromkeys(s for s in lanes if not _is_undef(s)))
    moved: dict[ScalarSource, ScalarSource] = {}
    for source in strangers:
        if (source, best, region) not in copies:
            copy = work.add(Inst(move, ((source,),), rule="gather"), region)
            insts.append(copy)
            work.place(Result(copy), best)
            copies[source, best, region] = Result(copy)
        moved[source] = ScalarSource(copies[source, best, region])
    return [moved.get(s, s) for s in lanes]


def _lives_in(work: VectorWork, source: ScalarSource, home: VectorHome | None) -> bool:
    return isinstance(source.value, Result) and not (source.negate or source.absolute) and work.home[source.value] is home
