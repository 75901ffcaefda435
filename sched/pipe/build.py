"""Turn selected sections into scalar tasks over values: needed instructions, copies of operands, comparisons fused into
branches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from gpucc.errors import InternalError
from gpucc.isa.model import LANES
from gpucc.isa.pipeline import TextureRead
from gpucc.isel.machine import ZERO, Inst, Leaf, LocalArray, Result, ScalarSource, Section, loads_local, stores_local
from gpucc.sched.core.sections import ends_of, insts_of, needed_insts, sources_of
from gpucc.sched.core.work import CONSTANT, MEMORY, RESULT, VARIABLE, Accesses, Use, add_value, bits_of
from gpucc.sched.pipe.rows import Element, RowStores, used_rows
from gpucc.sched.pipe.ways import Ways, commutes
from gpucc.sched.pipe.work import (
    ARITHMETIC,
    BRANCH,
    DISCARD,
    FRAME,
    LOAD,
    ONE,
    SIGN,
    STORE,
    TEXEL,
    TEXTURE,
    UNDEF,
    UNIFORM,
    Direct,
    PipeBlock,
    PipeTask,
    PipeWork,
    Sample,
)

# comparisons that a branch can make itself, all false for NaN: the branch's op, and whether its operands are swapped
FUSED = {
    "btof(folt(b, a))": ("branch_lt", True), "btof(fole(b, a))": ("branch_le", True),
    "btof(foeq(a, b))": ("branch_eq", False),
    "btof(fone(a, b))": ("branch_ne", False),
}  # fmt: skip
ANGLES = frozenset({"atan", "atan2"})


def build_work(sections: Sequence[Section], ways: Ways, builtins: Mapping[int, str]) -> PipeWork:
    work = PipeWork(ways.isa, ways.level)
    shared: dict[object, int] = {}
    rows = used_rows(sections)
    for i, section in enumerate(sections):
        work.blocks.append(PipeBlock(section.name))
        _Builder(work, section, ways, builtins, len(sections), i, shared, rows).run()
    return work


class _Builder:
    """Builds one section. `shared` are the leaves that are the same in all sections."""

    def __init__(
        self,
        work: PipeWork,
        section: Section,
        ways: Ways,
        builtins: Mapping[int, str],
        count: int,
        place: int,
        shared: dict[object, int],
        rows: Mapping[str, list[LocalArray]],
    ) -> None:
        self.section, self.ways, self.builtins = section, ways, builtins
        self.work, self.block = work, work.blocks[place]
        self.count, self.place, self.shared = count, place, shared
        self.leaves: dict[object, int] = {}
        self.results: dict[Result, int] = {}
        self.copied: dict[tuple[Use, str], int] = {}
        self.inside: frozenset[Inst] = frozenset()
        self.accesses = Accesses()
        self.stores = RowStores(
            work, self.block, rows, ways.by_name, self.accesses, self.copied_source, self.held, self.constant
        )

    def run(self) -> None:
        section, block = self.section, self.block
        self.inside = self.fused()
        needed = needed_insts(section) - self.inside
        ends_here = False
        for inst in section.selected.insts:
            if inst in needed:
                self.instruction(inst)
                ends_here = ends_here or (inst.op.effect == "discard" and not inst.operands)
        self.stores.flush_all()
        if any(self.work.tasks[number].kind == TEXTURE for number in block.tasks):
            self.constant(ONE)  # a texel may be copied by a product with 1.0
        last = section.target == self.count or (section.target is None and self.place + 1 == self.count)
        block.ends = section.condition is None and last
        block.target = section.target
        if ends_here:
            block.ends, block.target = True, None
        elif section.condition is not None:
            self.branch(section.condition)
        elif section.target is not None and not block.ends and section.target != self.place + 1:
            block.branch = len(self.work.tasks)
            self.work.add_task(block, BRANCH, "branch", self.ways.by_name["branch"])
        if not ends_here:
            self.outputs(section.selected.outputs)
            self.assign(section.assigned)

    def fused(self) -> frozenset[Inst]:
        """Return the comparisons that have one reader, a branch or discard, and can become part of it."""
        section = self.section
        asked = [
            inst.operands[0][0] for inst in section.selected.insts if inst.op.effect == "discard" and inst.operands
        ]
        asked += [section.condition] if section.condition is not None else []
        read = [source for inst in section.selected.insts for source in sources_of(inst)] + ends_of(section)
        count = Counter(found for source in read for found in insts_of(source.value))
        return frozenset(
            source.value.inst
            for source in asked
            if isinstance(source.value, Result)
            and not source.negate
            and count[source.value.inst] == 1
            and _fusible(source.value.inst)
        )

    # values

    def use(self, source: ScalarSource) -> Use:
        value = source.value
        if isinstance(value, Result):
            return Use(self.results[value], source.negate, source.absolute)
        if value.kind == "constant":
            bits = bits_of(value.value, "e")
            bits = bits & ~SIGN if source.absolute else bits
            return Use(self.constant(bits ^ SIGN if source.negate else bits))
        return Use(self.leaf(value), source.negate, source.absolute)

    def constant(self, bits: int) -> int:
        if (CONSTANT, bits) not in self.shared:
            self.shared[CONSTANT, bits] = add_value(self.work.values, CONSTANT, address=bits)
        return self.shared[CONSTANT, bits]

    def leaf(self, leaf: Leaf) -> int:
        known = self.leaves if leaf.kind == "input" or leaf.index is not None else self.shared
        if leaf not in known:
            known[leaf] = self.new_leaf(leaf)
        return known[leaf]

    def new_leaf(self, leaf: Leaf) -> int:
        match leaf.kind:
            case "input":
                return self.load(leaf.register, leaf.component)
            case "uniform":
                index = None
                if leaf.index is not None:
                    index = self.held(leaf.index if isinstance(leaf.index, ScalarSource) else ScalarSource(leaf.index))
                return add_value(
                    self.work.values, UNIFORM, address=leaf.register, component=leaf.component, index=index
                )
            case "variable":
                return add_value(self.work.values, VARIABLE, address=leaf.register)
            case "undef":
                return add_value(self.work.values, UNDEF)
        raise InternalError(f"a leaf of kind {leaf.kind} in a fragment program")

    def load(self, register: int, component: int) -> int:
        name = self.builtins.get(register, "varying")
        value = add_value(self.work.values, RESULT, task=len(self.work.tasks), component=component)
        self.work.add_task(
            self.block, LOAD, name, self.ways.by_name[name], results=(value,), lane=component, attr=register
        )
        return value

    def copy(self, use: Use, modifier: str = "", inst: Inst | None = None) -> int:
        """Copy the value, with its signs, into a register of its own."""
        value = add_value(self.work.values, RESULT, task=len(self.work.tasks))
        self.work.add_task(
            self.block, ARITHMETIC, "mov", self.ways.copies, operands=((use,),), results=(value,), modifier=modifier,
            inst=inst
        )  # fmt: skip
        return value

    def copied_source(self, source: ScalarSource) -> int:
        return self.copy(self.use(source))

    def held(self, source: ScalarSource) -> int:
        """Put the value into a register, without signs, since offsets, levels and stores cannot change a sign."""
        use = self.use(source)
        plain = self.work.values[use.value].kind in (RESULT, VARIABLE) and not (use.negate or use.absolute)
        if plain:
            return use.value
        if (use, "held") not in self.copied:
            self.copied[use, "held"] = self.copy(use)
        return self.copied[use, "held"]

    def again(self, use: Use) -> int | None:
        """Compute a value once more for another component of an output, if a vector unit can: it computes all
        components at once, and nothing has to wait for a copy. A sum is written to all of them by one operation."""
        value = self.work.values[use.value]
        task = self.work.tasks[value.task] if value.kind == RESULT else None
        if task is None or use.negate or use.absolute or not _is_lane(task):
            return None
        if task.own and not self.work.isa.fact("sum-writes").holds(self.work.level):
            return None
        found = add_value(self.work.values, RESULT, task=len(self.work.tasks))
        self.work.add_task(
            self.block, ARITHMETIC, task.name, task.ways, operands=task.operands, results=(found,),
            modifier=task.modifier, inst=task.inst, own=task.own, swaps=task.swaps, condition=task.condition,
        )  # fmt: skip
        return found

    # instructions

    def instruction(self, inst: Inst) -> None:
        op = inst.op
        if op.effect == "local":
            self.access(inst)
        elif op.effect == "texture":
            self.texture(inst)
        elif op.effect == "discard":
            self.discard(inst)
        elif op.effect == "frame":
            # a register is written as a whole, whatever is read of it
            values = tuple(
                add_value(self.work.values, RESULT, task=len(self.work.tasks), component=lane) for lane in range(LANES)
            )
            self.work.add_task(
                self.block, FRAME, op.name, self.ways.by_name[op.name], results=values, inst=inst, lane=0
            )
            self.results |= {Result(inst, lane): value for lane, value in enumerate(values[: inst.results])}
        elif op.effect in ANGLES:
            self.angle(inst)
        else:
            self.arithmetic(inst)

    def angle(self, inst: Inst) -> None:
        """Build an arc tangent. Its first part gives three numbers in one register; with two operands, the first of
        these is multiplied by the second."""
        work, ways = self.work, self.ways.by_name
        first, finish = (
            next(op.name for op in work.isa.ops if op.effect == effect) for effect in (inst.op.effect, "atan_end")
        )
        operands = tuple((self.use(source),) for lanes in inst.operands for source in lanes)
        parts = tuple(add_value(work.values, RESULT, task=len(work.tasks), component=lane) for lane in range(3))
        work.add_task(self.block, FRAME, first, ways[first], operands=operands, results=parts, inst=inst, lane=0)
        uses = [Use(value) for value in parts]
        if len(operands) > 1:
            product = add_value(work.values, RESULT, task=len(work.tasks))
            factors = ((uses[0],), (uses[1],))
            work.add_task(
                self.block, ARITHMETIC, "mul", ways["mul"], operands=factors, results=(product,), inst=inst, swaps=True
            )
            uses[0] = Use(product)
        value = add_value(work.values, RESULT, task=len(work.tasks))
        work.add_task(
            self.block, ARITHMETIC, finish, ways[finish], operands=(tuple(uses),), results=(value,), inst=inst, own=True
        )
        self.results[Result(inst)] = value

    def arithmetic(self, inst: Inst) -> None:
        op, work = inst.op, self.work
        ways = self.ways.of(op)
        if not ways or op.opaque or inst.results != 1:
            raise InternalError(f"{op.name} is no op that can be scheduled for {work.isa.name}")
        uses = [tuple(self.use(source) for source in lanes) for lanes in inst.operands]
        condition = None
        if any(operand.place for operand in op.operands):
            condition = uses.pop(next(i for i, operand in enumerate(op.operands) if operand.place))[0]
        value = add_value(work.values, RESULT, task=len(work.tasks))
        modifier = next(iter(sorted(inst.modifiers)), "")
        if len(inst.modifiers) > 1:
            raise InternalError(f"{op.name} has several modifiers")
        work.add_task(
            self.block, ARITHMETIC, op.name, ways, operands=tuple(uses), results=(value,), modifier=modifier, inst=inst,
            own=op.result == "broadcast", swaps=len(uses) == 2 and commutes(op), condition=condition,
        )  # fmt: skip
        self.results[Result(inst)] = value

    def texture(self, inst: Inst) -> None:
        texture = inst.attr
        assert isinstance(texture, TextureRead)
        work = self.work
        direct = _direct(inst, texture, self.builtins)
        operands = [() if direct is not None else tuple(self.use(source) for source in inst.operands[0])]
        if len(inst.operands) > 1:
            operands.append((Use(self.held(inst.operands[1][0])),))
        number = len(work.tasks)
        values = tuple(add_value(work.values, TEXEL, task=number, component=lane) for lane in range(4))
        work.add_task(
            self.block, TEXTURE, inst.op.name, self.ways.by_name[inst.op.name], operands=tuple(operands),
            results=values, inst=inst,
            own=True, attr=Sample(texture, direct),
        )  # fmt: skip
        self.results |= {Result(inst, lane): value for lane, value in enumerate(values)}

    def discard(self, inst: Inst) -> None:
        if not inst.operands:
            self.work.add_task(self.block, DISCARD, "discard", self.ways.by_name["discard"], inst=inst)
            return
        name, operands = self.question(inst.operands[0][0])
        number = len(self.work.tasks)
        self.work.add_task(self.block, DISCARD, name, self.ways.by_name[name], operands=operands, inst=inst)
        # discarded lanes compute no derivatives for their neighbours, so derivatives and texture reads come first
        quads = [
            task
            for task in self.block.tasks
            if self.work.tasks[task].kind == TEXTURE or _derives(self.work.tasks[task])
        ]
        self.block.orders += [(task, number) for task in quads]

    def access(self, inst: Inst) -> None:
        """Build an access to a local array. Loads stay after earlier stores to it, and stores after earlier loads and
        stores."""
        array, work = inst.attr, self.work
        assert isinstance(array, LocalArray)
        index = inst.operands[0][0]
        fixed = int(index.value.value) if isinstance(index.value, Leaf) and index.value.kind == "constant" else None
        place = None if fixed is not None else self.held(index)
        rows = self.stores.rows(array)
        if rows is not None and stores_local(inst.op):
            self.stores.add(inst, array, Element(rows, fixed, place))
            return
        if loads_local(inst.op):
            if rows is not None and array.row is not None:
                self.stores.flush(rows.name)
            lane = array.row[1] if rows is not None and array.row is not None else 0
            found = add_value(work.values, MEMORY, address=fixed or 0, component=lane, index=place, array=rows or array)
            self.results[Result(inst)] = self.copy(Use(found), inst=inst)
        else:
            value = self.held(inst.operands[1][0])
            operands = ((Use(value),), *(((Use(place),),) if place is not None else ()))
            work.add_task(
                self.block,
                STORE,
                "store",
                self.ways.by_name["store"],
                operands=operands,
                inst=inst,
                attr=(array, fixed or 0),
            )
        number = len(work.tasks) - 1
        last, loads = self.accesses.follow(array, number, stores_local(inst.op))
        self.block.orders += [(task, number) for task in (*loads, *([last] if last is not None else []))]

    # the end of the section

    def compared(self, source: ScalarSource) -> Use:
        """Return an operand in a form that branches can read: a register or a constant, without signs."""
        use = self.use(source)
        kind = self.work.values[use.value].kind
        if kind == CONSTANT or (kind in (RESULT, VARIABLE) and not (use.negate or use.absolute)):
            return use
        return Use(self.held(source))

    def question(self, condition: ScalarSource) -> tuple[str, tuple[tuple[Use, ...], ...]]:
        """The op of the branch that is taken if the condition holds, and its operands."""
        name, turned, pair = "branch_ne", False, (condition, ZERO)
        if isinstance(condition.value, Result) and condition.value.inst in self.inside:
            inst = condition.value.inst
            name, turned = FUSED[inst.op.semantics[0]]
            pair = (inst.operands[0][0], inst.operands[1][0])
        return name, tuple((self.compared(source),) for source in (reversed(pair) if turned else pair))

    def branch(self, condition: ScalarSource) -> None:
        name, operands = self.question(condition)
        inst = condition.value.inst if isinstance(condition.value, Result) else None
        self.block.branch = len(self.work.tasks)
        self.work.add_task(self.block, BRANCH, name, self.ways.by_name[name], operands=operands, inst=inst)

    def outputs(self, outputs: Mapping[tuple[int, int], ScalarSource]) -> None:
        taken: set[int] = set()
        for (register, component), source in sorted(outputs.items()):
            use = self.use(source)
            value = self.work.values[use.value]
            task = self.work.tasks[value.task] if value.kind == RESULT else None
            lane = task.lane if task is not None and task.kind == LOAD else component
            direct = (
                task is not None and not (use.negate or use.absolute) and use.value not in taken and lane == component
            )
            if direct and task is not None and task.kind == FRAME and task.inst is not None:
                # it writes a whole register, in which no other output can be
                places = {lane: ScalarSource(Result(task.inst, lane)) for lane in range(len(task.results))}
                direct = places == {lane: source for (other, lane), source in outputs.items() if other == register}
            number = use.value if direct else self.again(use) or self.copy(use)
            taken.add(number)
            self.block.outputs.append((register, component, number))

    def assign(self, assigned: Mapping[int, ScalarSource]) -> None:
        taken: set[int] = set()
        for variable, source in sorted(assigned.items()):
            use = self.use(source)
            value = self.work.values[use.value]
            if value.kind == VARIABLE and value.address == variable and not (use.negate or use.absolute):
                continue
            direct = value.kind == RESULT and not (use.negate or use.absolute) and use.value not in taken
            direct = direct and self.work.tasks[value.task].kind == ARITHMETIC
            number = use.value if direct else self.copy(use)
            taken.add(number)
            self.block.assigned[variable] = number


def _direct(inst: Inst, texture: TextureRead, builtins: Mapping[int, str]) -> Direct | None:
    """Return the coordinates that the varying unit can load without an instruction, which are components of one varying
    in their order; None for others."""
    leaves = [source.value for source in inst.operands[0] if not (source.negate or source.absolute)]
    if len(leaves) < len(inst.operands[0]):
        return None
    found = [leaf for leaf in leaves if isinstance(leaf, Leaf) and leaf.kind == "input" and leaf.index is None]
    if len(found) < len(leaves) or len({leaf.register for leaf in found}) > 1 or found[0].register in builtins:
        return None
    lanes = tuple(leaf.component for leaf in found)
    register = found[0].register
    if not texture.projected:
        if lanes in ((0, 1), (0, 1, 2)):
            return Direct(register, 2 if len(lanes) == 2 else 4, 2 * register if len(lanes) == 2 else register)
        return Direct(register, 2, 2 * register + 1) if lanes == (2, 3) else None
    return Direct(register, 4, register, lanes[-1]) if lanes in ((0, 1, 2), (0, 1, 3)) else None


def _is_lane(task: PipeTask) -> bool:
    return task.kind == ARITHMETIC and any(way.vector for way in task.ways)


def _fusible(inst: Inst) -> bool:
    return bool(inst.op.semantics) and inst.op.semantics[0] in FUSED and not inst.modifiers


def _derives(task: PipeTask) -> bool:
    return task.inst is not None and task.inst.op.effect in ("derivative_x", "derivative_y")
