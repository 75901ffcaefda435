"""Accesses to local arrays of vectors, whose elements are rows of the stack: an element is loaded at once, and stored
at once where all its components are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field

from gpucc.isa.model import LANES
from gpucc.isel.machine import Inst, LocalArray, ScalarSource, Section
from gpucc.records import dataclass
from gpucc.sched.core.work import RESULT, Accesses, Rows, Use, add_value, bits_of
from gpucc.sched.pipe.work import ARITHMETIC, STORE, PipeBlock, PipeWork, TaskWay


def used_rows(sections: Iterable[Section]) -> dict[str, list[LocalArray]]:
    """The arrays that are rows together, by the names of the rows, in the order of their components.

    Arrays whose neighbours no instruction accesses, and those without a first component, are arrays like others."""
    found: dict[str, dict[int, LocalArray]] = {}
    for section in sections:
        for inst in section.selected.insts:
            if isinstance(inst.attr, LocalArray) and inst.attr.row is not None:
                name, lane = inst.attr.row
                found.setdefault(name, {})[lane] = inst.attr
    kept = {name: [lanes[lane] for lane in sorted(lanes)] for name, lanes in found.items()}
    return {name: arrays for name, arrays in kept.items() if len(arrays) > 1 and 0 in found[name]}


@dataclass(slots=True)
class Element:
    """The place of an access: a row, or the value that has its number."""

    rows: Rows
    fixed: int | None
    index: int | None


@dataclass(slots=True)
class RowStores:
    """Stores of components of a section that wait for those of the other components of their element."""

    work: PipeWork
    block: PipeBlock
    arrays: Mapping[str, list[LocalArray]]
    ways: Mapping[str, tuple[TaskWay, ...]]
    accesses: Accesses
    # copies a source to a register of its own; puts it into any register; the value of a literal
    copy: Callable[[ScalarSource], int]
    hold: Callable[[ScalarSource], int]
    constant: Callable[[int], int]
    # by the name of the rows: the element, and the store of each component
    waiting: dict[str, tuple[Element, dict[int, Inst]]] = field(default_factory=dict)
    scaled: dict[int, int] = field(default_factory=dict)

    def rows(self, array: LocalArray) -> Rows | None:
        if array.row is None or array.row[0] not in self.arrays:
            return None
        together = self.arrays[array.row[0]]
        return Rows(array.row[0], LANES * max(one.length for one in together))

    def add(self, inst: Inst, array: LocalArray, element: Element) -> None:
        assert array.row is not None
        name, lane = array.row
        known = self.waiting.get(name)
        if known is None or known[0] != element or lane in known[1]:
            self.flush(name)
            known = self.waiting[name] = element, {}
        known[1][lane] = inst

    def flush(self, name: str) -> None:
        """Store what waits for rows of a name."""
        element, given = self.waiting.pop(name, (None, {}))
        if element is None:
            return
        arrays = self.arrays[name]
        lanes = [array.row[1] for array in arrays if array.row is not None]
        if sorted(given) == lanes == list(range(len(lanes))):
            offset = () if element.index is None else ((Use(element.index),),)
            values = tuple(Use(self.copy(given[lane].operands[1][0])) for lane in lanes)
            place = element.rows, LANES * (element.fixed or 0)
            self._store(arrays, (values, *offset), place, given[0])
            return
        for lane, inst in sorted(given.items()):
            offset = () if element.index is None else ((Use(self._scalars(element.index)),),)
            place = element.rows, LANES * (element.fixed or 0) + lane
            value = Use(self.hold(inst.operands[1][0]))
            self._store([arrays[lanes.index(lane)]], ((value,), *offset), place, inst)

    def flush_all(self) -> None:
        for name in list(self.waiting):
            self.flush(name)

    def _store(
        self,
        arrays: Iterable[LocalArray],
        operands: tuple[tuple[Use, ...], ...],
        place: tuple[Rows, int],
        inst: Inst,
    ) -> None:
        number = len(self.work.tasks)
        whole = len(operands[0]) > 1
        way = self.ways["store"]
        self.work.add_task(self.block, STORE, "store", way, operands=operands, inst=inst, own=whole, attr=place)
        for array in arrays:
            last, loads = self.accesses.follow(array, number, True)
            self.block.orders += [(task, number) for task in (*loads, *([last] if last is not None else []))]

    def _scalars(self, index: int) -> int:
        """The number of scalars before a row."""
        if index not in self.scaled:
            four = self.constant(bits_of(float(LANES), "e"))
            product = add_value(self.work.values, RESULT, task=len(self.work.tasks))
            operands = ((Use(index),), (Use(four),))
            self.work.add_task(
                self.block, ARITHMETIC, "mul", self.ways["mul"], operands=operands, results=(product,), swaps=True
            )
            self.scaled[index] = product
        return self.scaled[index]
