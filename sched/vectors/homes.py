"""Homes for the scalars of a `VectorWork`, and which scalars may reuse the component of another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations

from gpucc.isa.model import LANES, Op
from gpucc.isel.machine import Inst, Leaf, Result, ScalarSource, is_undefined
from gpucc.sched.lanes.homes import Packer
from gpucc.sched.vectors.ancestors import ancestors
from gpucc.sched.vectors.records import (
    JOIN,
    VARIABLE,
    CodeRegion,
    VectorHome,
    VectorWork,
    is_join,
    leaf_key,
    results_of,
)

Slots = Sequence[list[Result]]
# the scalars that may take the components of a register one after the other, usually and where they walk
CROWD, QUEUE = 2 * LANES, 6 * LANES


class VectorHomes(Packer[Result, Inst, ScalarSource]):
    """Assigns homes. With `succeed`, a scalar may reuse a component whose readers must all have run by then.

    At least `precede` scalars together may take components whose first scalars follow them, to stand beside their kin.
    `kin` are scalars that ask for one register together. With `walk`, a scalar may wait for all readers of the scalar
    that it is computed from, and take its component, as a coordinate does that walks from texel to texel; if it is 2,
    those of a whole vector may, wherever they are. With `beside`, scalars may take components that are left beside
    their kin, and all ask for one register for each operand.
    """

    def __init__(
        self,
        work: VectorWork,
        move: Op,
        succeed: bool,
        precede: int,
        kin: Sequence[Sequence[Result]] = (),
        walk: int = 0,
        beside: bool = False,
    ) -> None:
        super().__init__()
        self.work, self.move, self.precede, self.kin = work, move, precede, kin
        self.walk, self.beside = walk, beside
        self.made: list[Inst] = []
        self.heirs = Heirs(work) if succeed else None
        self.assign()
        self.gather_operands()

    # the description that Packer needs

    def whole(self, value: Result) -> Result:
        return self.work.whole(value)

    def per_lane(self, value: Result) -> list[Inst]:
        return [inst for inst in self._writers(value) or [value.inst] if inst.op.result == "each"]

    def _writers(self, variable: Result) -> list[Inst]:
        """The instructions that write a variable or one that it continues."""
        setters = self.work.setters(variable)
        return [writer for one in setters for writer in (self._writers(Result(one)) if one.op is JOIN else [one])]

    def merge_key(self, inst: Inst) -> tuple[object, ...]:
        operands = tuple(self.lane_key(lanes[0]) for lanes in self.work.operands[inst])
        return (inst.op.name, inst.attr, inst.modifiers, self.work.region[inst], operands)

    def operands(self, inst: Inst) -> list[list[ScalarSource]]:
        return self.work.operands[inst]

    def read(self, source: ScalarSource) -> Result | None:
        return source.value if isinstance(source.value, Result) else None

    def leaf_key(self, source: ScalarSource) -> tuple[object, ...]:
        assert isinstance(source.value, Leaf)
        return (*leaf_key(source.value), source.negate, source.absolute)

    def plain(self, value: Result) -> ScalarSource:
        return ScalarSource(value)

    def undefined(self, source: ScalarSource) -> bool:
        return is_undefined(source)

    def put(self, value: Result, home: VectorHome, slot: list[Result] | None = None, first: bool = False) -> None:
        if slot and not first and self.is_spare(slot):
            self.work.before.setdefault(value.inst, []).append(slot[-1].inst)
        super().put(value, home, slot, first)
        setters = list(self.work.setters(value))
        while setters:
            setter = setters.pop()
            self.home[Result(setter)] = home
            if setter.op is JOIN:
                setters += self.work.setters(Result(setter))

    def copy(self, source: ScalarSource, where: object) -> Result:
        assert isinstance(where, CodeRegion)
        self.made.append(self.work.add(Inst(self.move, ((source,),), rule="gather"), where))
        return Result(self.made[-1])

    def spare(self, home: VectorHome, number: int, where: object) -> list[list[Result]]:
        slots = [slot for slot in home.slots if self.is_spare(slot) and self.work.region[slot[-1].inst] is where]
        return slots[:number]

    def is_spare(self, slot: Sequence[Result]) -> bool:
        """Return whether the last scalar of a slot is a component of a texture, or the like, that nothing reads."""
        if self.heirs is None or not slot or self.work.forks:
            return False
        return slot[-1].inst.op.result == "fixed" and slot[-1] not in self.heirs.readers

    # requests

    def assign(self) -> None:
        work = self.work
        for section in work.sections:
            homes: dict[int, VectorHome] = {}
            for (register, component), result in sorted(section.stores.items()):
                if register not in homes:
                    homes[register] = self.new(register)
                self.lanes[result] = component
                self.put(result, homes[register])
            for home in homes.values():
                self.request_operands(home.members)
        for inst in reversed(work.insts):
            if inst.op.result == "fixed" and Result(inst, 0) not in self.home:
                self.place_fixed(inst)
        for inst in reversed(work.insts):
            if inst.op.result != "each":
                for lanes in work.operands[inst]:
                    self.request(lanes)
        self.queue += map(list, self.kin)
        self.serve()
        for inst in reversed(work.insts):
            if inst.op.result != "none" and Result(inst, 0) not in self.home:
                self.queue.append([Result(inst, 0)])
                self.serve()

    def place_fixed(self, inst: Inst) -> None:
        """Give results with fixed lanes a register of their own."""
        home = self.new()
        for lane in range(inst.results):
            self.lanes[Result(inst, lane)] = lane
            self.put(Result(inst, lane), home)

    def settle(self, fresh: Sequence[Result], placed: Sequence[VectorHome]) -> None:
        if not self.walked(fresh, placed) and not self.joined_kin(fresh, placed):
            super().settle(fresh, placed)
        if self.heirs is not None:
            self.heirs.note(self, fresh)

    def follow(self, fresh: Sequence[Result], placed: Sequence[VectorHome]) -> bool:
        found = self.footsteps(fresh, placed)
        if found is None:
            return False
        home, slots, first = found
        for result, slot in zip(fresh, slots, strict=True):
            self.put(result, home, slot, first)
        return True

    def footsteps(self, fresh: Sequence[Result], placed: Sequence[VectorHome]) -> tuple[VectorHome, Slots, bool] | None:
        """A home, its slots for the new scalars, and whether these come first in their slots; None if there is none."""
        if self.heirs is None:
            return None
        for home in placed:
            slots = self.heirs.slots_for(home, fresh)
            if slots:
                return home, slots, False
        for home in placed:
            slots = self.heirs.slots_after(home, fresh, self.is_spare)
            if slots:
                return home, slots, False
        if not placed and len(fresh) >= self.precede:
            for home in self.heirs.homes_of_kin(self, fresh[0].inst):
                slots = self.heirs.slots_before(home, fresh)
                if slots:
                    return home, slots, True
        return None

    def walked(self, fresh: Sequence[Result], placed: Sequence[VectorHome]) -> bool:
        """Place new scalars in the components of those that they are computed from, or that are computed from them.
        The later ones wait for all other readers of the earlier ones. Return whether that was possible."""
        if self.heirs is None or not self.walk or any(result in self.lanes for result in fresh) or self.work.forks:
            return False
        if len(fresh) > 1:
            homes = placed or self.heirs.homes_of_kin(self, fresh[0].inst)
            if not homes and self.walk > 1:
                homes = self.homes_of_readers(fresh[0])
            return self.walked_together(fresh, homes)
        (result,) = fresh
        for home in placed:
            for slot in home.slots if home.output is None else ():
                for later, earlier in ((result, slot[-1]), (slot[0], result)):
                    if self.heirs.may_wait(self.work, later, earlier):
                        self.heirs.wait(self.work, later, earlier)
                        self.put(result, home, slot, earlier is result)
                        return True
        return False

    def homes_of_readers(self, value: Result) -> list[VectorHome]:
        """The registers of what is computed from a scalar lane by lane."""
        assert self.heirs is not None
        readers = self.heirs.readers.get(value, 0)
        found = [
            self.home.get(self.whole(Result(inst)))
            for inst in self.work.insts
            if inst.op.result == "each" and readers >> self.heirs.number[inst] & 1
        ]
        return list(dict.fromkeys(home for home in found if home is not None))

    def joined_kin(self, fresh: Sequence[Result], placed: Sequence[VectorHome]) -> bool:
        """Place new scalars beside their kin. Return whether that was possible."""
        if self.heirs is None or not self.beside or placed:
            return False
        for home in self.heirs.homes_of_kin(self, fresh[0].inst):
            if self.fits(home, fresh):
                kin = [value for value in home.members if value not in fresh]
                for value in fresh:
                    self.put(value, home)
                self.request_operands([*fresh, *kin])
                return True
        return False

    def walked_together(self, fresh: Sequence[Result], homes: Sequence[VectorHome]) -> bool:
        """Place several new scalars before those that are computed from them, each from one."""
        assert self.heirs is not None
        most = QUEUE if self.walk > 1 else CROWD
        for home in homes:
            if home.output is not None or len(home.members) + len(fresh) > most:
                continue
            for slots in permutations(home.slots, len(fresh)):
                if self.heirs.all_wait(self.work, [(slot[0], one) for slot, one in zip(slots, fresh, strict=True)]):
                    for result, slot in zip(fresh, slots, strict=True):
                        self.put(result, home, slot, True)
                    return True
        return False

    def gather_operands(self) -> None:
        """Copy the lanes of an operand into one register where its scalars could not be placed in one."""
        work, insts = self.work, []
        for inst in work.insts:
            if inst.op.result != "each":
                for position, (operand, lanes) in enumerate(zip(inst.op.operands, work.operands[inst], strict=False)):
                    if operand.rows == 1:
                        work.operands[inst][position] = self.gather(lanes, work.region[inst])
            insts += [*self.made, inst]
            self.made.clear()
        work.insts = insts


class Heirs:
    """Finds scalars that may reuse the component of another in any order: those that depend on all readers of that one.

    `kin` are the homes of scalars, by the key under which their instructions can merge: sharing a home with kin pays,
    even by coming first in components that are assigned already.
    """

    def __init__(self, work: VectorWork) -> None:
        above = ancestors(work)
        self.number, self.above = above.number, above.sets
        self.readers: dict[Result, int] = {}
        self.kin: dict[tuple[object, ...], dict[VectorHome, None]] = {}
        for i, inst in enumerate(work.insts):
            for lanes in work.operands[inst]:
                for source in lanes:
                    for result in results_of(source):
                        self.readers[result] = self.readers.get(result, 0) | 1 << i

    def slots_for(self, home: VectorHome, fresh: Sequence[Result]) -> Slots | None:
        """A different slot for each scalar such that it can follow all scalars there, or None."""
        if home.output is not None or len(fresh) > len(home.slots) or any(is_join(r.inst) for r in fresh):
            return None
        for slots in permutations(home.slots, len(fresh)):
            if all(self._may_follow(result, slot) for result, slot in zip(fresh, slots, strict=True)):
                return slots
        return None

    def slots_after(
        self, home: VectorHome, fresh: Sequence[Result], is_spare: Callable[[Sequence[Result]], bool]
    ) -> Slots | None:
        """A different spare slot for each scalar such that it can wait for the scalar there, or None."""
        spare = [slot for slot in home.slots if is_spare(slot)]
        if home.output is not None or len(fresh) > len(spare) or any(is_join(r.inst) for r in fresh):
            return None
        slots = spare[: len(fresh)]
        for result, slot in zip(fresh, slots, strict=True):
            if self.above[self.number[slot[-1].inst]] >> self.number[result.inst] & 1:
                return None
        for result, slot in zip(fresh, slots, strict=True):
            own, needed = 1 << self.number[result.inst], self.above[self.number[slot[-1].inst]]
            self.above[:] = [above | needed if above & own else above for above in self.above]
        return slots

    def note(self, homes: VectorHomes, results: Sequence[Result]) -> None:
        for result in results:
            if result.inst.op.result == "each" and not is_join(result.inst):
                self.kin.setdefault(homes.merge_key(result.inst), {})[homes.home[result]] = None

    def homes_of_kin(self, homes: VectorHomes, inst: Inst) -> list[VectorHome]:
        if inst.op.result != "each" or is_join(inst):
            return []
        return [home for home in self.kin.get(homes.merge_key(inst), ()) if home.joined is None]

    def slots_before(self, home: VectorHome, fresh: Sequence[Result]) -> Slots | None:
        """A different slot for each scalar such that the first scalar there is its only reader, or None."""
        crowded = len(home.members) + len(fresh) > CROWD
        if crowded or home.output is not None or len(fresh) > len(home.slots) or any(is_join(r.inst) for r in fresh):
            return None
        for slots in permutations(home.slots, len(fresh)):
            if all(self._only_reader(slot[0], result) for result, slot in zip(fresh, slots, strict=True)):
                return slots
        return None

    def may_wait(self, work: VectorWork, result: Result, earlier: Result) -> bool:
        """Return whether a scalar is computed from an earlier one and can wait for all others that read that one."""
        own = 1 << self.number[result.inst]
        readers = self.readers.get(earlier, 0)
        if not readers & own or any(one.inst.op is VARIABLE or is_join(one.inst) for one in (result, earlier)):
            return False
        return all(
            work.region[inst] is work.region[result.inst] and (inst is result.inst or not self.above[number] & own)
            for inst, number in self.number.items()
            if readers >> number & 1
        )

    def wait(self, work: VectorWork, result: Result, earlier: Result) -> None:
        """Let a scalar be computed after all that read the earlier one."""
        own, readers = 1 << self.number[result.inst], self.readers[earlier]
        others = [inst for inst, number in self.number.items() if readers >> number & 1 and inst is not result.inst]
        work.before.setdefault(result.inst, []).extend(others)
        needed = 0
        for inst in others:
            needed |= self.above[self.number[inst]]
        self.above[:] = [above | needed if above & own else above for above in self.above]

    def all_wait(self, work: VectorWork, pairs: Sequence[tuple[Result, Result]]) -> bool:
        """Let each later scalar wait for all that read the earlier one, if all of them can."""
        above, before = list(self.above), {inst: list(others) for inst, others in work.before.items()}
        for later, earlier in pairs:
            if not self.may_wait(work, later, earlier):
                self.above[:] = above
                work.before.clear()
                work.before.update(before)
                return False
            self.wait(work, later, earlier)
        return True

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
