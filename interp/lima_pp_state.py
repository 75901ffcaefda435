"""The state of a lima fragment program over numpy lanes: registers and stack, with the lanes in which each component is
known.

Arrays in cells are never changed. If some lanes do not know a value, the cell records that, and so does each result
computed from it; a value that no running lane knows is an `Unknown` with the reason, and a program that uses one stops.
But memory that was never stored holds some number, and so does the place at a computed address that leads outside:
computing with it is allowed, and a lane whose path or output depends on it becomes unsure.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gpucc.errors import InputError
from gpucc.interp import numerics_fp16
from gpucc.interp.data import Batch, F32Array
from gpucc.interp.machine import Mask, UniformFile
from gpucc.interp.rounding import is_binary32, round_to
from gpucc.isa.lima_pp_program import STACK_END
from gpucc.isa.model import LETTERS, Format
from gpucc.program import Constant
from gpucc.records import dataclass

FARTHEST = 1 << 20  # offsets beyond this are not addresses on any machine
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class LimaPpCell:
    """One value for each lane, or one for all of them; `known` has the lanes in which it is meaningful (None: all).

    A `loose` cell can be used by the other lanes as well: there it comes from memory that was never stored, or from an
    address that the lane computed wrongly.
    """

    values: F32Array
    known: Mask | None = None
    loose: bool = False

    def usable(self, lanes: Mask) -> bool:
        """Return whether some of the lanes have the value and can continue."""
        return self.known is None or self.loose or bool((self.known & lanes).any())


@dataclass(frozen=True, slots=True)
class Unknown:
    """A missing value, with the reason."""

    reason: str


Content = LimaPpCell | Unknown


def both(cells: Sequence[LimaPpCell]) -> Mask | None:
    """Return the lanes in which all cells are known."""
    masks = [cell.known for cell in cells if cell.known is not None]
    if not masks:
        return None
    found = masks[0]
    for mask in masks[1:]:
        found = found & mask
    return found


def computed(values: F32Array, cells: Sequence[LimaPpCell]) -> LimaPpCell:
    """A result of some cells; it is known where they are."""
    return LimaPpCell(values, both(cells), any(cell.loose for cell in cells))


def chosen_known(result: LimaPpCell, a: LimaPpCell, b: LimaPpCell, condition: LimaPpCell) -> LimaPpCell:
    """The result of a choice: it is known where the condition and the chosen value are."""
    if result.known is None:
        return result
    of_a, of_b = (True if cell.known is None else cell.known for cell in (a, b))
    known = np.broadcast_to(np.where(condition.values != 0, of_a, of_b), result.known.shape)
    return LimaPpCell(result.values, known if condition.known is None else known & condition.known, result.loose)


def fit(format: Format, values: F32Array) -> F32Array:
    """The values as the format holds them."""
    if is_binary32(format):
        return values
    if numerics_fp16.supported(format):
        return numerics_fp16.rounded(values)
    return round_to(format, values)


class LimaPpState:
    def __init__(self, format: Format, batch: Batch, constants: Sequence[Constant]) -> None:
        if batch.inputs.ndim != 3 or batch.inputs.shape[2] != 4:
            raise InputError(f"inputs of shape {batch.inputs.shape} are not (lanes, registers, 4)")
        self.format = format
        self.batch = batch
        self.lanes = batch.lanes
        self.inputs = fit(format, np.ascontiguousarray(batch.inputs.transpose(1, 2, 0), np.float32))
        self.uniforms = UniformFile(batch, constants)
        self.uniforms.table = fit(format, self.uniforms.table)
        self.registers: dict[tuple[int, int], LimaPpCell] = {}
        self.stack: dict[int, LimaPpCell] = {}
        self.active: Mask | None = None
        self.all = np.ones(self.lanes, np.bool_)
        self.all.flags.writeable = False
        self.discarded = np.zeros(self.lanes, np.bool_)
        self.unsure = np.zeros(self.lanes, np.bool_)
        self.clock = np.zeros(self.lanes, np.int64)
        self.fetches = np.zeros(self.lanes, np.int64)

    # lanes

    def running(self) -> Mask:
        return self.all if self.active is None else self.active

    def seen(self, cell: LimaPpCell | None, what: str) -> Content:
        """A cell in the view of the running lanes."""
        if cell is None:
            return Unknown(f"{what}, which nothing has written")
        if not cell.usable(self.running()):
            return Unknown(f"{what}, which these lanes have not written")
        return cell

    def mixed(self, old: LimaPpCell | None, new: LimaPpCell) -> LimaPpCell:
        """The cell after the running lanes have written it."""
        if self.active is None:
            return new
        if old is not None and old.known is None and new.known is None:
            return LimaPpCell(np.where(self.active, new.values, old.values))
        before = ~self.all if old is None else self.all if old.known is None else old.known
        after = self.all if new.known is None else new.known
        known = np.where(self.active, after, before)
        values = np.where(self.active, new.values, np.float32(np.nan) if old is None else old.values)
        loose = new.loose or (old is not None and old.loose)
        return (
            LimaPpCell(np.asarray(values, np.float32), None, False)
            if known.all()
            else LimaPpCell(np.asarray(values, np.float32), known, loose)
        )

    def doubt(self, known: Mask | None) -> None:
        """Mark the running lanes that do not know a value which they need."""
        if known is not None:
            self.unsure |= ~known & self.running()

    # registers

    def read(self, number: int, component: int) -> Content:
        return self.seen(self.registers.get((number, component)), f"${number}.{LETTERS[component]}")

    def write(self, number: int, component: int, cell: LimaPpCell) -> None:
        place = (number, component)
        self.registers[place] = self.mixed(self.registers.get(place), cell)

    def forget(self, number: int, component: int) -> None:
        """Make a register unknown in the running lanes."""
        self.write(number, component, LimaPpCell(np.full(1, np.nan, np.float32), np.zeros(self.lanes, np.bool_)))

    # memory

    def varying(self, addresses: int | Ints, valid: Mask | None) -> Content:
        """The scalar at an address of the varyings: slot and component."""
        slots = self.inputs.reshape(-1, self.lanes)
        if isinstance(addresses, int):
            if not 0 <= addresses < len(slots):
                return Unknown(f"varying {addresses >> 2}.{LETTERS[addresses & 3]}, which the caller did not give")
            return LimaPpCell(slots[addresses])
        inside = (addresses >= 0) & (addresses < len(slots))
        values = (
            slots[np.where(inside, addresses, 0), np.arange(self.lanes)]
            if len(slots)
            else np.zeros(self.lanes, np.float32)
        )
        return self.gathered(values, inside, valid, "a varying beyond those that the caller gave")

    def uniform(self, addresses: int | Ints, valid: Mask | None) -> Content:
        if isinstance(addresses, int):
            found = self.uniforms.read(addresses >> 2, addresses & 3)
            what = f"uniform {addresses >> 2}.{LETTERS[addresses & 3]}, which holds neither a uniform nor a constant"
            return Unknown(what) if found is None else LimaPpCell(found)
        values = np.zeros(self.lanes, np.float32)
        inside = np.zeros(self.lanes, np.bool_)
        for component in range(4):
            here = (addresses & 3) == component
            found, missing = self.uniforms.gather(np.where(here, addresses >> 2, -1), component)
            values = np.where(here, found, values)
            inside |= here & ~missing
        return self.gathered(values, inside, valid, "a uniform beyond those there are")

    def temporary(self, addresses: int | Ints, valid: Mask | None) -> Content:
        """A value on the stack. One that was never stored is any number: a source may read its array first, and a
        vector may be spilled in parts."""
        if isinstance(addresses, int):
            stored = self.stack.get(addresses, LimaPpCell(np.zeros(1, np.float32), np.zeros(self.lanes, np.bool_)))
            return (
                stored
                if stored.known is None
                else LimaPpCell(np.where(stored.known, stored.values, np.float32(0)), stored.known, loose=True)
            )
        values = np.zeros(self.lanes, np.float32)
        inside = np.zeros(self.lanes, np.bool_)
        for address in np.unique(addresses[self.running()]):
            cell = self.stack.get(int(address))
            if cell is not None:
                here = addresses == address
                here = here if cell.known is None else here & cell.known
                values = np.where(here, cell.values, values)
                inside |= here
        if valid is not None and self.nowhere(valid):
            return Unknown("a temporary at an address that is no number")
        known = inside if valid is None else inside & valid
        return LimaPpCell(values) if known.all() else LimaPpCell(values, known, loose=True)

    def gathered(self, values: F32Array, inside: Mask, valid: Mask | None, what: str) -> Content:
        """Return the values read at computed addresses. Lanes that read outside hold any number."""
        known = inside if valid is None else inside & valid
        if self.nowhere(known):
            return Unknown(what)
        values = np.asarray(values, np.float32)
        return LimaPpCell(values) if known.all() else LimaPpCell(values, known, loose=True)

    def nowhere(self, known: Mask) -> bool:
        """Return whether all lanes run and none of them reads at an address that exists: then the program is at fault.
        If only some lanes run, their inputs may be."""
        return self.active is None and not known.any()

    def store(self, addresses: int | Ints, valid: Mask | None, cell: LimaPpCell) -> None:
        """Store a value on the stack. What is stored beyond its end is lost, and may be anyone's."""
        if isinstance(addresses, int):
            if addresses <= STACK_END:
                self.stack[addresses] = self.mixed(self.stack.get(addresses), cell)
            return
        outer = self.active
        known = np.ones(self.lanes, np.bool_) if valid is None else valid
        running = self.running() & (addresses <= STACK_END) & known
        self.doubt(valid)
        for address in np.unique(addresses[running]):
            self.active = running & (addresses == address)
            self.stack[int(address)] = self.mixed(self.stack.get(int(address)), cell)
        self.active = outer
