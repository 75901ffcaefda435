"""One attempt at a program: plan, homes, groups, placement and registers, with changes to the plan until everything
fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from math import inf

from gpucc.errors import LimitExceeded
from gpucc.isa.model import LANES
from gpucc.records import dataclass
from gpucc.sched.pipe.groups import PipeGroup, duplicate, form_groups, unlink
from gpucc.sched.pipe.homes import Homes
from gpucc.sched.pipe.memory import copy_texels, store_variables
from gpucc.sched.pipe.place import CAP, PipeOrder, PipePlacer, PipeStuck, PlacedSection, pack
from gpucc.sched.pipe.plan import Genes, PipePlan, Step, make_plan
from gpucc.sched.pipe.registers import Full, Need, Registers, allocate
from gpucc.sched.pipe.remake import remake_coordinates
from gpucc.sched.pipe.spill import Spilled, Terms, spill_all
from gpucc.sched.pipe.variables import Crowded, PipeLayout, lay_out, waiting_rows
from gpucc.sched.pipe.victims import victims_of
from gpucc.sched.pipe.ways import Ways
from gpucc.sched.pipe.work import TEXEL, PipeWork

# of the rows of variables on the stack, the part that may follow at once
MORE = 4
# the number of rounds before a section is judged by its length, and the length that is too much in half of them
EARLY, HOPELESS = 5, 1.25
CONSTANTS = ("const0", "const1")
Cost = tuple[int, int, int]
TRIES = 200
# limits of the number of live values, tighter each time registers run out
CAPS = (CAP, CAP - 6, CAP - 12, CAP - 18)
# orders for sections that lack registers, the best first. Some leave registers free, which are soon needed for what is
# loaded again; the last one keeps fewest values alive. Sections of up to LARGE tasks are placed in all others, too
LARGE = 250
NARROW = CAP - 4
SPARING = (
    PipeOrder(cap=NARROW),
    PipeOrder(cap=NARROW, closing=True),
    PipeOrder(closing=True),
    PipeOrder(deep=True),
)
# orders that are tried once the search has ended with a program that spills
LOOSE = (
    PipeOrder(cap=NARROW, loose=True),
    PipeOrder(cap=NARROW, deep=True, loose=True),
    PipeOrder(cap=CAP - 6, loose=True),
    PipeOrder(cap=CAP - 6, deep=True, loose=True),
    PipeOrder(closing=True, loose=True),
)
# how often the tasks of a section may be placed for these orders, besides what the program may spend
SPARE = 60


@dataclass(slots=True)
class PipeSection:
    """A placed section with its registers."""

    placed: PlacedSection
    registers: Registers
    spilled: Spilled
    victims: Mapping[tuple[int, ...], Terms]
    order: PipeOrder
    _cost: Cost | None = None

    def release(self, frame: PipeFrame) -> None:
        drop(self.placed.groups, frame.groups[self.placed.block])

    def cost(self) -> Cost:
        """The numbers of instructions, words and bits."""
        if self._cost is None:
            self._cost = self._counted()
        return self._cost

    def _counted(self) -> Cost:
        pipeline = self.placed.plan.work.isa.pipeline
        sizes = {unit.name: unit.bits for unit in pipeline.units}
        constants = [unit.bits for unit in pipeline.units if unit.name in CONSTANTS]
        words = total = 0
        for row in self.placed.rows:
            packed = pack(row.constants)
            assert packed is not None
            bits = sum(sizes[unit] for unit in row.units) + sum(
                size for size, held in zip(constants, packed, strict=True) if held
            )
            words += 1 - -bits // pipeline.word_bits
            total += bits
        return len(self.placed.rows), words, total


@dataclass(slots=True)
class PipeFrame:
    """The part of a plan that all sections share. `groups` are those of each section before anything is spilled."""

    plan: PipePlan
    homes: Homes
    layout: PipeLayout
    groups: dict[int, list[PipeGroup]] = field(default_factory=dict)

    def release(self) -> None:
        for groups in self.groups.values():
            unlink(groups)


@dataclass(slots=True)
class Attempt:
    """`cut` is true if the sections are pieces of those of the program; `form` is the number of the form of the
    program of which it was made."""

    frame: PipeFrame
    sections: list[PipeSection | None]
    cut: bool = False
    form: int = 0

    def release(self) -> None:
        """Break the reference cycles of an attempt that is no longer needed."""
        for section in self.sections:
            if section is not None:
                section.release(self.frame)
        self.frame.release()

    def spills(self) -> bool:
        return any(section is not None and section.victims for section in self.sections)

    def cost(self) -> Cost:
        costs = [section.cost() for section in self.sections if section is not None]
        return sum(one[0] for one in costs), sum(one[1] for one in costs), sum(one[2] for one in costs)


@dataclass(slots=True)
class Meter:
    """The number of groups that may still be placed: a budget that is the same on every machine."""

    left: int

    def spend(self, amount: int) -> None:
        self.left -= amount
        if self.left < 0:
            raise Spent


class Spent(Exception):
    """The budget is used up."""


class Longer(Exception):
    """A section that still lacks registers has become longer than a program that is known."""


class Exhausted(Exception):
    """Registers ran out, and nothing is left to spill in the section: `needs` are the unmet needs, `rows` are variables
    alive there, by rows of the stack."""

    def __init__(self, needs: list[Need], rows: list[tuple[int, ...]]) -> None:
        super().__init__(needs)
        self.needs, self.rows = needs, rows


def outputs_of(work: PipeWork) -> dict[int, int]:
    """The registers of the outputs: the last ones, because variables fill the first."""
    numbers = sorted({register for block in work.blocks for register, _, _ in block.outputs})
    return {number: work.isa.pipeline.registers - 1 - number for number in numbers}


def frame_of(work: PipeWork, ways: Ways, genes: Genes) -> PipeFrame:
    steps: list[Step] = []
    if genes.stored:
        steps.append(store_variables)
    if genes.texels:
        steps.append(copy_texels)
    plan = make_plan(work, ways, genes, steps)
    homes = Homes(plan)
    homes.assign()
    remake_coordinates(plan, homes)
    homes.gather_operands()
    return PipeFrame(plan, homes, lay_out(plan, homes))


def attempt(work: PipeWork, ways: Ways, genes: Genes, meter: Meter, most: float = inf) -> tuple[Attempt, Genes]:
    """Change the genes until everything fits; return the attempt with its genes. It is given up where it gets longer
    than `most` instructions while registers lack: `Longer`."""
    before: list[Genes] = []
    for _ in range(TRIES):
        genes = work.crowds.get(genes, genes)
        try:
            frame = frame_of(work, ways, genes)
        except Crowded as crowded:
            before.append(genes)
            genes = replace(genes, stored=(*genes.stored, *(row_of(work, row) for row in crowded.rows)))
            continue
        work.crowds |= dict.fromkeys(before, genes)
        before.clear()
        found = Attempt(frame, [])
        try:
            meter.spend(len(work.tasks))
            left = most
            for number in range(len(work.blocks)):
                section = first_section(frame, number, meter, left)
                found.sections.append(section)
                left -= 0 if section is None else len(section.placed.rows)
            return found, genes
        except (Spent, Longer):
            found.release()
            raise
        except PipeStuck as stuck:
            found.release()
            genes = _alone(genes, stuck.group)
        except Exhausted as exhausted:
            found.release()
            genes = _relieve(work, genes, exhausted)
    raise LimitExceeded("no way was found to keep this program's values in registers and on the stack")


def row_of(work: PipeWork, places: Sequence[int]) -> tuple[int, ...]:
    return tuple(work.values[place].address for place in places)


def _alone(genes: Genes, group: PipeGroup) -> Genes:
    """Make each lane of the group an operation of its own, because a single lane needs less of an instruction."""
    numbers = {task.number for task in group.tasks}
    if numbers <= genes.alone:
        raise LimitExceeded(f"an operation ({group.task.name}) fits in no instruction")
    return replace(genes, alone=genes.alone | numbers)


def _relieve(work: PipeWork, genes: Genes, exhausted: Exhausted) -> Genes:
    """Genes that need fewer registers: texels that live long become ordinary values; else the variables with the most
    registers go to the stack; else fewer values may be alive; else texels wait on the stack, each from its texture on.
    """
    values = [value for need in exhausted.needs for value in need.values if value < len(work.values)]
    textures = {work.values[value].task for value in values if work.values[value].kind == TEXEL} - genes.texels
    if textures and not genes.waiting:
        return replace(genes, texels=genes.texels | textures)
    fresh = exhausted.rows
    if not fresh and genes.tight < len(CAPS) - 1:
        return replace(genes, tight=genes.tight + 1)
    if not fresh and not genes.waiting:
        return replace(genes, texels=frozenset(), waiting=True, tight=0)
    if not fresh:
        raise LimitExceeded(
            "the program needs more registers at once than there are, and nothing of it can wait on the stack"
        )
    count = max(1, LANES // len(fresh[0]), len(genes.stored) // MORE)
    return replace(genes, stored=(*genes.stored, *fresh[:count]))


def first_section(frame: PipeFrame, number: int, meter: Meter, most: float = inf) -> PipeSection | None:
    """Place a section in the plain order if that needs no spills. Else spill, in the first of several orders in which a
    place is found for everything."""
    plain = _plain_order(frame)
    try:
        found = place_section(frame, number, plain, meter, once=True)
        return None if found is None else _relaxed(frame, number, found)
    except (Full, PipeStuck):
        pass
    failure: PipeStuck | Exhausted | Longer | None = None
    orders = LOOSE if frame.plan.genes.loose else (SPARING[0], SPARING[-1]) if plain.cap == CAP else (plain, SPARING[0])
    for order in orders:
        try:
            return place_section(frame, number, order, meter, most=most)
        except (PipeStuck, Exhausted, Longer) as failed:
            failure = failure or failed
    assert failure is not None
    raise failure


def _plain_order(frame: PipeFrame) -> PipeOrder:
    cap = CAPS[frame.plan.genes.tight]
    return PipeOrder(cap=cap, deep=cap < CAP)


def _other_orders(frame: PipeFrame, number: int) -> list[PipeOrder]:
    """The orders to try for a section. The first is the plain one. If values are alive at the end of the section, the
    second allows as many registers more, because no order can avoid those."""
    plain = _plain_order(frame)
    held = len(held_at_end(frame.plan, number, frame.layout.end[number]))
    return [plain, replace(plain, cap=CAP + held)] if held and plain.cap == CAP else [plain]


def _relaxed(frame: PipeFrame, number: int, found: PipeSection) -> PipeSection:
    for order in _other_orders(frame, number)[1:]:
        found = _tried(frame, number, order, found, Meter(SPARE * len(found.placed.groups)))
    return found


def spare_registers(found: Attempt, known: Attempt | None = None) -> None:
    """Place the sections that lack registers in other orders, too, and keep what is shorter. If an attempt is known
    that did so, only in the order that was the best there."""
    frame = found.frame
    for number, section in enumerate(found.sections):
        if section is None or not (section.victims or section.order.deep):
            continue
        size, first = len(frame.plan.members[number]), section.order
        spare = Meter(SPARE * size)
        like = None if known is None else known.sections[number]
        if like is not None:
            orders = [replace(like.order, noise={}, bend=0)]
        else:
            others = _other_orders(frame, number)
            orders = [*SPARING, *(others if size <= LARGE else others[:1])]
        for order in orders:
            if order != first:
                section = found.sections[number] = _tried(frame, number, order, section, spare)


def loosen(found: Attempt) -> None:
    """Place the sections that spill in loose orders, too, and keep what is shorter."""
    for number, section in enumerate(found.sections):
        if section is not None and section.victims:
            spare = Meter(SPARE * len(found.frame.plan.members[number]))
            for order in LOOSE:
                section = found.sections[number] = _tried(found.frame, number, order, section, spare)


def _tried(frame: PipeFrame, number: int, order: PipeOrder, known: PipeSection, meter: Meter) -> PipeSection:
    """Return the section placed in this order if that is shorter, otherwise the section as it is."""
    try:
        other = place_section(frame, number, order, meter, most=len(known.placed.rows))
    except (PipeStuck, Exhausted, Longer, Spent):
        return known
    return known if other is None else shorter(frame, known, other)


def shorter(frame: PipeFrame, known: PipeSection, other: PipeSection) -> PipeSection:
    """The shorter one of two ways to place a section; the other one is released."""
    best, worse = (other, known) if other.cost() < known.cost() else (known, other)
    worse.release(frame)
    return best


def drop(groups: list[PipeGroup], plain: list[PipeGroup]) -> None:
    """Unlink the groups that were copied from the plain ones for spilling."""
    if groups is not plain:
        unlink(groups)


def place_section(
    frame: PipeFrame,
    number: int,
    order: PipeOrder,
    meter: Meter,
    victims: Mapping[tuple[int, ...], Terms] | None = None,
    most: float = inf,
    once: bool = False,
) -> PipeSection | None:
    """Place one section; `victims` are homes to spill from the start. A section that has more than `most` instructions
    and still lacks registers is given up: `Longer`; only later, as the first spills often make it shorter. With `once`,
    nothing more is spilled: `Full`."""
    plan, homes, layout = frame.plan, frame.homes, frame.layout
    block = plan.work.blocks[number]
    victims = dict(victims or {})
    if number not in frame.groups:
        frame.groups[number] = form_groups(plan, homes, number)
    plain = frame.groups[number]
    if not plain and not block.ends:
        return None
    held, outputs = held_at_end(plan, number, layout.end[number]), outputs_of(plan.work)
    groups, spilled, more = plain, Spilled(), victims
    again = 0
    while True:
        try:
            meter.spend(len(plain) * (2 if victims else 1))
            if groups is plain and victims:
                groups, spilled, more = duplicate(plain), Spilled(), victims
            spill_all(plan, homes, groups, more, spilled)
            placed = PipePlacer(plan, number, groups, order, held).run()
            found = allocate(
                placed, homes, layout.spots, layout.begin[number], layout.end[number], outputs, once, order.loose
            )
            return PipeSection(placed, found, spilled, victims, order)
        except Full as full:
            if once or len(placed.rows) > (most if again >= EARLY else HOPELESS * most if 2 * again >= EARLY else inf):
                drop(groups, plain)
                raise (full if once else Longer) from None
            more = victims_of(placed, full, spilled.fresh, victims, order.weight, again)
            if not more or not victims.keys().isdisjoint(more):
                # homes that are spilled in another way than before, or none
                drop(groups, plain)
                groups = plain
            if not more:
                raise Exhausted(full.needs, _variables(frame, number)) from full
            victims |= more
            again += 1
        except (PipeStuck, Spent):
            drop(groups, plain)
            raise


def held_at_end(plan: PipePlan, number: int, end: frozenset[int]) -> set[int]:
    """The values that have registers at the end of a section: outputs, and variables that are alive there."""
    assigned = plan.assigned[number]
    return {value for _, _, value in plan.work.blocks[number].outputs} | {assigned.get(place, place) for place in end}


def _variables(frame: PipeFrame, number: int) -> list[tuple[int, ...]]:
    """The variables alive in a section, by homes, those first that cost least on the stack."""
    alive = frame.layout.begin[number] | frame.layout.end[number]
    rows = waiting_rows(frame.plan, frame.homes, alive)
    return [row_of(frame.plan.work, row) for row in rows]
