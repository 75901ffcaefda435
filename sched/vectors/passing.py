"""Let components that something takes as they are pass through the operation that computes their neighbours.

A texture's coordinates, the vector of a dot product and an output each stand in one register. Of the coordinates
`vec2(uv.x + 0.1, uv.y)` one component is computed and the other copied, in two instructions. Added to a literal that
changes no number, uv.y takes part in the addition instead:

    add ft0.x, v0.x, fc0.x        add ft0.xy, v0.xy, fc0.xy
    mov ft0.y, v0.y

In the same way a component is multiplied by 1.0 beside a product, and a negated one by -1.0. Where one of several
equal operations reads an input and the others read what is computed of it, as in `fract(d * vec4(1.0, 255.0, ..))`, the
input passes, so that all become one instruction.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import TypeVar

from gpucc.isa.model import LANES, Op
from gpucc.isel.machine import Inst, Leaf, Result, ScalarSource, Selected
from gpucc.records import dataclass
from gpucc.sched.vectors.machine import Vec4Machine
from gpucc.sched.vectors.records import results_of

PRODUCT = "fmul(a, b)"
# for each operation the operand that may be a literal, or either one, and the literal that changes no number
NEUTRAL = {"fadd(a, b)": ((0, 1), -0.0), "fsub(a, b)": ((1,), 0.0), PRODUCT: ((0, 1), 1.0)}
COPY, NEGATION = "a", "fneg(a)"
# the register of a computed value is not known yet
COMPUTED = ("temporary", -1)
K = TypeVar("K", bound=Hashable)


def pass_components(selected: Selected, machine: Vec4Machine, way: int = 1) -> Selected:
    """Let inputs and uniforms pass through the operations of their neighbours, in operands and in outputs that may be
    written in parts; in the latter also computed values in way 2; in way 3 before equal operations, too."""
    passing = _Passing(machine, way == 2)
    selected = passing.to_operands(selected, way == 3)
    return selected if machine.writes_whole else passing.to_outputs(selected)


def can_pass(selected: Selected, machine: Vec4Machine, way: int = 1) -> bool:
    """Return whether an input or a uniform can pass through an operation; in way 2, whether a computed value can; in
    way 3, whether an input or a uniform can before equal operations."""
    passing = _Passing(machine, way == 2)
    if way == 3:
        return any(any(passing.ways(lanes)) for lanes in _alike(selected.insts))
    written = [] if machine.writes_whole else [passing.ways(parts) for _, parts in _registers(selected)]
    if way == 2:
        return any(isinstance(source.value, Result) for ways in written for _, source, _ in ways)
    gathered = (lanes for inst in selected.insts for lanes in inst.operands if _is_gathered(lanes))
    return any(map(any, written)) or any(any(passing.ways(dict(enumerate(lanes)))) for lanes in gathered)


def literal(value: float) -> ScalarSource:
    return ScalarSource(Leaf("constant", value=value))


def is_literal(source: ScalarSource) -> bool:
    return isinstance(source.value, Leaf) and source.value.kind == "constant"


def at_place(place: int, one: ScalarSource, other: ScalarSource) -> tuple[ScalarSource, ScalarSource]:
    """Return two operands, `one` of them at this place."""
    return (one, other) if place == 0 else (other, one)


def register_of(source: ScalarSource) -> tuple[str, int] | None:
    """Return the register of an input or a uniform that is read as it is."""
    leaf = source.value
    if isinstance(leaf, Leaf) and leaf.kind in ("input", "uniform") and leaf.index is None:
        return None if source.negate or source.absolute else (leaf.kind, leaf.register)
    return None


@dataclass(frozen=True, slots=True)
class _Passage:
    """An operation on a register and a literal, which is its operand number `place`. `like` is such an instruction."""

    op: Op
    place: int
    register: tuple[str, int]
    like: Inst | None = field(default=None, compare=False)

    def inst(self, source: ScalarSource, value: float) -> Inst:
        """Return the instruction through which a component passes beside the literal `value`."""
        operands = at_place(self.place, literal(value), source)
        attr, location = (None, None) if self.like is None else (self.like.attr, self.like.location)
        return Inst(self.op, tuple((one,) for one in operands), attr=attr, location=location, rule="passing")


@dataclass(frozen=True, slots=True)
class _Passing:
    machine: Vec4Machine
    computed: bool

    def to_outputs(self, selected: Selected) -> Selected:
        outputs, insts = dict(selected.outputs), list(selected.insts)
        for _, parts in _registers(selected):
            for key, source, (passage, value) in self.ways(parts):
                insts.append(passage.inst(source, value))
                outputs[key] = ScalarSource(Result(insts[-1], 0))
        return replace(selected, insts=_without_idle(insts, outputs), outputs=outputs)

    def to_operands(self, selected: Selected, alike: bool) -> Selected:
        rebuilt: list[Inst] = []
        before = self.before_equals(selected.insts) if alike else {}
        same: dict[Inst, Inst] = {}
        made: dict[Hashable, Inst] = {}

        def current(source: ScalarSource) -> ScalarSource:
            value = source.value
            if isinstance(value, Result):
                return replace(source, value=Result(same[value.inst], value.lane)) if value.inst in same else source
            if isinstance(value.index, ScalarSource):
                return replace(source, value=replace(value, index=current(value.index)))
            return source

        def passed(made_of: Inst) -> ScalarSource:
            key = made_of.op.name, made_of.operands
            if key not in made:
                made[key] = made_of
                rebuilt.append(made_of)
            return ScalarSource(Result(made[key], 0))

        for inst in selected.insts:
            operands = [[current(source) for source in lanes] for lanes in inst.operands]
            for lanes in filter(_is_gathered, operands):
                for lane, source, (passage, value) in list(_Passing(self.machine, False).ways(dict(enumerate(lanes)))):
                    lanes[lane] = passed(passage.inst(source, value))
            for place, made_of in before.get(inst, ()):
                operands[place] = [passed(made_of)]
            fresh = tuple(map(tuple, operands))
            if fresh != inst.operands:
                same[inst] = replace(inst, operands=fresh)
            rebuilt.append(same.get(inst, inst))
        outputs = {key: current(source) for key, source in selected.outputs.items()}
        return replace(selected, insts=_without_idle(rebuilt, outputs), outputs=outputs)

    def before_equals(self, insts: Sequence[Inst]) -> dict[Inst, list[tuple[int, Inst]]]:
        """Return the operands of instructions that become copies of what they are, so that equal instructions merge:
        the place of each, and the instruction through which it passes."""
        found: dict[Inst, list[tuple[int, Inst]]] = {}
        for lanes in _alike(insts):
            for (inst, place), source, (passage, value) in self.ways(lanes):
                found.setdefault(inst, []).append((place, passage.inst(source, value)))
        return found

    def ways(self, lanes: Mapping[K, ScalarSource]) -> Iterator[tuple[K, ScalarSource, tuple[_Passage, float]]]:
        """Yield each component that can pass through an operation: its key and source, the operation, the literal."""
        plain = {key: _plain(source) for key, source in lanes.items()}
        made = [source.value.inst for source in lanes.values() if isinstance(source.value, Result)]
        passages = [passage for inst in made for passage in _passages(inst)]
        passages += self.products([found for found in plain.values() if found is not None])
        for key, source in lanes.items():
            found = plain[key] or (source, False)
            register = register_of(found[0])
            if self.computed and isinstance(source.value, Result) and plain[key] is None:
                own = source.negate or source.absolute or _passages(source.value.inst)
                register = None if own else COMPUTED
            for passage in passages:
                meaning = passage.op.semantics[0]
                if passage.register == register and (not found[1] or meaning == PRODUCT):
                    yield key, found[0], (passage, -1.0 if found[1] else NEUTRAL[meaning][1])
                    break

    def products(self, found: Sequence[tuple[ScalarSource, bool]]) -> Iterator[_Passage]:
        """Yield products with 1.0 and -1.0 for inputs of which some components are negated and others are not."""
        product = next((op for op in self.machine.isa.ops if op.semantics == (PRODUCT,) and op.result == "each"), None)
        turned = {register_of(source) for source, negated in found if negated}
        straight = {register_of(source) for source, negated in found if not negated}
        for register in sorted(one for one in turned & straight if one is not None and one[0] == "input"):
            if product is not None:
                yield _Passage(product, 0, register)


def _registers(selected: Selected) -> list[tuple[int, dict[tuple[int, int], ScalarSource]]]:
    """Return the components of each output register."""
    found: dict[int, dict[tuple[int, int], ScalarSource]] = {}
    for key, source in sorted(selected.outputs.items()):
        found.setdefault(key[0], {})[key] = source
    return sorted(found.items())


def _alike(insts: Sequence[Inst]) -> Iterator[dict[tuple[Inst, int], ScalarSource]]:
    """Yield the operands at one place of a few equal instructions, of which some are computed and others are not."""
    groups: dict[Hashable, list[Inst]] = {}
    for inst in insts:
        if inst.op.result == "each" and inst.op.semantics[:1] not in ((), (COPY,), (NEGATION,)):
            groups.setdefault((inst.op.name, inst.attr, inst.modifiers), []).append(inst)
    for group in groups.values():
        for place in range(len(group[0].operands)) if 1 < len(group) <= LANES else ():
            lanes = {(inst, place): inst.operands[place][0] for inst in group}
            if len({isinstance(source.value, Result) for source in lanes.values()}) > 1:
                yield lanes


def _is_gathered(lanes: Sequence[ScalarSource]) -> bool:
    return 1 < len(lanes) <= LANES


def _without_idle(insts: Sequence[Inst], outputs: Mapping[tuple[int, int], ScalarSource]) -> list[Inst]:
    """Return the instructions without copies and negations of inputs and uniforms that nothing reads any more."""
    read = {r.inst for inst in insts for lanes in inst.operands for s in lanes for r in results_of(s)}
    read |= {r.inst for source in outputs.values() for r in results_of(source)}
    return [inst for inst in insts if inst in read or _plain(ScalarSource(Result(inst, 0))) is None]


def _plain(source: ScalarSource) -> tuple[ScalarSource, bool] | None:
    """Return the component of an input or a uniform that the source reads or copies, and whether it is negated."""
    value, negated = source.value, source.negate
    if source.absolute:
        return None
    if isinstance(value, Result):
        op = value.inst.op
        if op.result != "each" or op.semantics[:1] not in ((COPY,), (NEGATION,)) or value.inst.modifiers:
            return None
        copied = value.inst.operands[0][0]
        if copied.absolute:
            return None
        negated = negated ^ copied.negate ^ (op.semantics[0] == NEGATION)
        value = copied.value
    found = ScalarSource(value)
    return None if register_of(found) is None else (found, negated)


def _passages(inst: Inst) -> Sequence[_Passage]:
    """Return the operation of an instruction if components can pass through it."""
    if inst.op.result != "each" or inst.results != 1 or inst.modifiers or inst.op.semantics[:1] == ():
        return ()
    found = []
    for place in NEUTRAL.get(inst.op.semantics[0], ((), 0.0))[0]:
        other = inst.operands[1 - place][0]
        unsigned = not (other.negate or other.absolute)
        register = COMPUTED if isinstance(other.value, Result) and unsigned else register_of(other)
        if register is not None and is_literal(inst.operands[place][0]):
            found.append(_Passage(inst.op, place, register, inst))
    return found
