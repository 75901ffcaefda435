"""Records of the vector scheduler: sections of straight code, scalars that share a register (homes), and the vector
instructions made of them.

The steps from sections of scalar instructions to words:
  - sections.plan_sections: one work of all sections; each output component is a scalar of its own
  - homes.VectorHomes: which scalars live in the same vec4 register
  - grouping.form_vectors: scalars of one op, one home and equal source registers become one instruction
  - constants.pool_constants: literals become components of the uniform file
  - order.arrange: a linear order of each section with few live components
  - allocate.allocate: homes become registers, component by component, with lifetimes over all sections
  - finish.Finisher: masks, swizzles, register numbers
  - flow_words.join_blocks: branches between the sections of a program that has several
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from gpucc.isa.model import Op, Operand
from gpucc.isel.machine import Again, Boolean, Flags, Inst, Leaf, Result, ScalarSource
from gpucc.records import dataclass
from gpucc.sched.lanes.homes import Home

# a pseudo instruction: a variable that a fork sets; it reads the condition and the values of both sides
JOIN = Op("join", -1, (Operand("condition"), Operand("then"), Operand("otherwise")), effect="join")
# a pseudo instruction: a scalar that outlives its section; `VectorWork.writers` has its writers in each section
VARIABLE = Op("variable", -2, effect="variable")


VectorHome = Home[Result]


@dataclass(slots=True, eq=False)
class CodeRegion:
    """Code without branches of its own: a whole section outside its forks, or one arm of a fork."""

    fork: VectorFork | None = None

    @property
    def parent(self) -> CodeRegion | None:
        return self.fork.region if self.fork else None

    def depth(self) -> int:
        return 0 if self.parent is None else 1 + self.parent.depth()


@dataclass(slots=True, eq=False)
class VectorFork:
    """A branch within a section. `joins` are the variables that its arms set; `early` instructions set one before the
    branch.

    `test` and its operands are chosen once the arms are filled.
    """

    joins: list[Inst]
    condition: ScalarSource
    region: CodeRegion | None = None
    test: Op | None = None
    operands: list[list[ScalarSource]] = field(default_factory=list)
    then: CodeRegion = field(init=False)
    otherwise: CodeRegion = field(init=False)
    early: list[Inst] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.then, self.otherwise = CodeRegion(self), CodeRegion(self)


@dataclass(slots=True, eq=False)
class VectorSection:
    """Straight code, perhaps with forks. `stores` are the outputs that it writes, by register and component.

    The section `target` follows if the `branch` is taken, or always if there is none; `after` are all possible
    successors. `reads` are the variables that it reads, `sets` those that it sets, with the instructions that do;
    `live` are the variables live at its beginning, `needed` those live at its end. With `emits`, it emits its outputs.
    """

    region: CodeRegion = field(default_factory=CodeRegion)
    insts: list[Inst] = field(default_factory=list)
    stores: dict[tuple[int, int], Result] = field(default_factory=dict)
    branch: Flags | Boolean | Again | None = None
    after: list[int] = field(default_factory=list)
    target: int | None = None
    reads: set[Result] = field(default_factory=set)
    sets: dict[Result, Inst] = field(default_factory=dict)
    live: set[Result] = field(default_factory=set)
    needed: set[Result] = field(default_factory=set)
    emits: tuple[int, int, int] | None = None


@dataclass(slots=True, eq=False)
class VectorWork:
    """The scalar program that is being scheduled; operands may be replaced while homes are assigned.

    `alias` maps a scalar that is written in an arm, or at the end of a section, to the variable whose component it
    shares, and the variable of a fork to the later one that continues it. `writers` are the instructions that write a
    variable which sections set; `before` are the instructions that one must not overtake.
    """

    insts: list[Inst]
    operands: dict[Inst, list[list[ScalarSource]]]
    sections: list[VectorSection] = field(default_factory=list)
    forks: list[VectorFork] = field(default_factory=list)
    region: dict[Inst, CodeRegion] = field(default_factory=dict)
    alias: dict[Result, Result] = field(default_factory=dict)
    writers: dict[Inst, list[Inst]] = field(default_factory=dict)
    before: dict[Inst, list[Inst]] = field(default_factory=dict)

    def setters(self, result: Result) -> list[Inst]:
        """The instructions that write a variable, one for each side; none for other scalars. An earlier variable that
        this one continues counts as an instruction that writes it."""
        if not is_join(result.inst):
            return []
        if result.inst in self.writers:
            return self.writers[result.inst]
        return [s.value.inst for lanes in self.operands[result.inst][1:] for s in lanes if isinstance(s.value, Result)]

    def whole(self, result: Result) -> Result:
        """The variable that a scalar is written to in its section, or that continues it, or the scalar itself."""
        variable = self.alias.get(result, result)
        return variable if variable.inst in self.writers or is_join(result.inst) else result

    def adopt_copies(self) -> None:
        """Assign the copies that gather operands to the sections of their regions."""
        section_of = {section.region: section for section in self.sections}
        for fork in self.forks:
            outer = fork.then
            while outer.parent is not None:
                outer = outer.parent
            section_of[fork.then] = section_of[fork.otherwise] = section_of[outer]
        for section in self.sections:
            section.insts = []
        for inst in self.insts:
            if inst.op is not VARIABLE:
                section_of[self.region[inst]].insts.append(inst)

    def drop_dead(self) -> None:
        """Keep the instructions that effects and outputs need, operands first."""
        order: list[Inst] = []
        seen: set[Inst] = set()
        starts = [inst for inst in self.insts if inst.op.effect and not is_join(inst)]
        stored = [result.inst for section in self.sections for _, result in sorted(section.stores.items())]
        for start in starts + stored:
            stack = [(start, iter(self.needs(start)))] if start not in seen else []
            seen.add(start)
            while stack:
                inst, children = stack[-1]
                child = next(children, None)
                if child is None:
                    order.append(inst)
                    stack.pop()
                elif child not in seen:
                    seen.add(child)
                    stack.append((child, iter(self.needs(child))))
        self.insts = order
        self.operands = {inst: self.operands[inst] for inst in order}
        for fork in self.forks:
            fork.joins = [join for join in fork.joins if join in seen]
        self.forks = [fork for fork in self.forks if fork.joins]

    def needs(self, inst: Inst) -> list[Inst]:
        """The instructions whose results this one reads."""
        return list(dict.fromkeys(r.inst for lanes in self.operands[inst] for s in lanes for r in results_of(s)))

    def behind(self, inst: Inst) -> list[Inst]:
        """The instructions that must not run after this one: those that it needs, and those that it must not
        overtake."""
        return [other for other in (*self.needs(inst), *self.before.get(inst, ())) if other.op is not VARIABLE]

    def add(self, inst: Inst, region: CodeRegion) -> Inst:
        """Register an instruction with its operands; the caller inserts it into the order."""
        self.operands[inst] = [list(lanes) for lanes in inst.operands]
        self.region[inst] = region
        return inst


@dataclass(slots=True, eq=False)
class Vector:
    """One machine instruction. For a per-lane op `operands[k][i]` feeds `results[i]`; else operands have own lanes."""

    serial: int
    op: Op
    insts: list[Inst]
    results: list[Result]
    operands: list[list[ScalarSource]]
    home: VectorHome | None
    region: CodeRegion

    def sources(self) -> Iterable[ScalarSource]:
        for lanes in self.operands:
            yield from lanes

    def reads(self) -> Iterable[Result]:
        for source in self.sources():
            yield from results_of(source)


def is_join(inst: Inst) -> bool:
    return inst.op is JOIN or inst.op is VARIABLE


def results_of(source: ScalarSource) -> Iterable[Result]:
    """The results a source depends on: its value, or the index of an indexed uniform."""
    match source.value:
        case Result() as result:
            yield result
        case Leaf(index=Result() as index):
            yield index
        case Leaf(index=ScalarSource() as index):
            yield from results_of(index)


def leaf_key(leaf: Leaf) -> tuple[object, ...]:
    """A key that is equal for leaves which can be lanes of one operand. Literals and undefined values can be put in any
    register."""
    if leaf.kind in ("constant", "undef"):
        return ("constant",)
    return (leaf.kind, leaf.register, leaf.index)
