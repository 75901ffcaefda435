"""Compute whole outputs: a component that an output takes as it is passes through the operation of its neighbours.

In `vec4(c.rgb * 0.5, c.a)` the product is one instruction if c.a is multiplied by 1.0 beside it, and no mov has to
gather the two. That costs nothing where the neighbours read literals: the operand has another one in that component.
Other ways cost a copy or nothing, and save the two that would gather the components:
  - c.rgb + d with an input or uniform c, where d is computed: a neutral literal is copied beside d
  - limits of computed values beside a literal that they do not change, which is copied
  - differences of fractions, f.xyz - f.yzw * k: f.w * 0.0 is neutral, since no fraction is infinite
  - a literal beside what some other operations compute: 1.0 - 0.0 beside 1.0 - x, max(1.0, 1.0) beside max(x, y)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from gpucc.isa.model import Op
from gpucc.isel.machine import Inst, Leaf, Result, ScalarSource, Selected
from gpucc.records import dataclass
from gpucc.sched.vectors.passing import NEUTRAL, PRODUCT, at_place, is_literal, literal, register_of
from gpucc.sched.vectors.records import results_of

FRACTION = "fsub(a, floor(a))"
# for each limit of values the literals that it does not change
LIMITS: dict[str, Callable[[float], bool]] = {
    "fmin(fmax(a, 0.0), 1.0)": lambda value: 0 <= value <= 1,
    "fabs(a)": lambda value: value >= 0,
}
LARGER, SMALLER, SUM, DIFFERENCE = "fmax(a, b)", "fmin(a, b)", "fadd(a, b)", "fsub(a, b)"
OPERATIONS = frozenset({*NEUTRAL, *LIMITS, LARGER, SMALLER})
# the smallest literal whose half is exact
HALVED = 2.0**-100
Key = tuple[int, int]
# the operands of an operation with a literal as its result: a literal, and whether it is copied first
Pair = tuple[tuple[float, bool], tuple[float, bool]]


@dataclass(frozen=True, slots=True)
class _Whole:
    """An output that one operation can compute: the instruction of some component, the other components, and its
    operand that is neutral for these. `product` computes that operand, `computed` says that other instructions do.
    `pairs` are the operands for each of the other components if these are literals."""

    inst: Inst
    rest: tuple[Key, ...]
    place: int = 0
    product: Inst | None = None
    computed: bool = False
    pairs: tuple[Pair, ...] = ()


def complete_outputs(selected: Selected, move: Op, further: bool = False) -> Selected:
    """Let the components that are not computed pass through the operation that computes the others. Literals and
    uniforms are copied first, since no operation reads two of them. `further`: also in ways that cost a copy."""
    outputs, insts = dict(selected.outputs), list(selected.insts)

    def add(op: Op, *operands: ScalarSource, inst: Inst | None = None) -> ScalarSource:
        location = inst.location if inst is not None else None
        insts.append(Inst(op, tuple((operand,) for operand in operands), location=location, rule="complete"))
        return ScalarSource(Result(insts[-1], 0))

    for whole in _completable(selected, further):
        for key, pair in zip(whole.rest, whole.pairs, strict=False):
            copies = {value: add(move, literal(value)) for value, copied in pair if copied}
            operands = [copies[value] if copied else literal(value) for value, copied in pair]
            outputs[key] = add(whole.inst.op, *operands, inst=whole.inst)
        for key in () if whole.pairs else whole.rest:
            source, inst = selected.outputs[key], whole.inst
            alone = len(inst.operands) == 1
            if isinstance(source.value, Leaf) and source.value.kind != "input" and (alone or not whole.computed):
                source = add(move, source)
            if alone:
                outputs[key] = add(inst.op, source, inst=inst)
                continue
            neutral = literal(NEUTRAL[inst.op.semantics[0]][1])
            if whole.product is not None:
                place = int(is_literal(whole.product.operands[1][0]))
                neutral = add(whole.product.op, *at_place(place, literal(0.0), source), inst=whole.product)
            elif whole.computed:
                neutral = add(move, neutral)
            outputs[key] = add(inst.op, *at_place(whole.place, neutral, source), inst=inst)
    return replace(selected, insts=insts, outputs=outputs)


def is_completable(selected: Selected, further: bool = False) -> bool:
    """Return whether an output can be completed; if `further`, whether one can in the ways that cost a copy."""
    return any(whole.computed == further for whole in _completable(selected, further))


def _completable(selected: Selected, further: bool) -> Iterator[_Whole]:
    """Yield each output that one operation computes in part, and how it can compute the other components."""
    reads = Counter(r for inst in selected.insts for lanes in inst.operands for s in lanes for r in results_of(s))
    stored: dict[Result, set[int]] = {}
    for (register, _), source in selected.outputs.items():
        if isinstance(source.value, Result):
            stored.setdefault(source.value, set()).add(register)
    for register in sorted({register for register, _ in selected.outputs}):
        parts = {key: source for key, source in sorted(selected.outputs.items()) if key[0] == register}
        made = {
            key: source.value.inst
            for key, source in parts.items()
            if isinstance(source.value, Result) and _is_own(source, reads, stored)
        }
        rest = tuple(key for key in parts if key not in made)
        plain = not any(parts[key].negate or parts[key].absolute for key in rest)
        insts = list(made.values())
        if not (insts and rest and plain and all(inst.op is insts[0].op for inst in insts)):
            continue
        sources = [parts[key] for key in rest]
        whole = _beside_literals(insts, rest)
        if whole is None and further:
            whole = _with_literals(insts, rest, sources) or _beside_computed(insts, rest, sources, reads)
        if whole is not None:
            yield whole


def _beside_literals(made: Sequence[Inst], rest: tuple[Key, ...]) -> _Whole | None:
    """Return how components can be computed beside others that read literals."""
    for place in NEUTRAL.get(made[0].op.semantics[0], ((), 0.0))[0]:
        if all(is_literal(inst.operands[place][0]) for inst in made):
            return _Whole(made[0], rest, place)
    return None


def _with_literals(made: Sequence[Inst], rest: tuple[Key, ...], sources: Sequence[ScalarSource]) -> _Whole | None:
    """Return how literals can be the results of an operation that computes the others of its register, if the operands
    of the operation that are copied for this stand in one register."""
    values = [source.value.value for source in sources if isinstance(source.value, Leaf) and is_literal(source)]
    if len(values) < len(sources) or len(made[0].operands) != 2:
        return None
    own = [all(is_literal(inst.operands[place][0]) for inst in made) for place in (0, 1)]
    computed = all(isinstance(operand[0].value, Result) for inst in made for operand in inst.operands)
    pairs = tuple(_pair(made[0].op.semantics[0], value, own, computed) for value in values)
    whole = _Whole(made[0], rest, computed=True, pairs=tuple(pair for pair in pairs if pair is not None))
    return whole if None not in pairs else None


def _pair(meaning: str, value: float, own: Sequence[bool], computed: bool) -> Pair | None:
    """Return the operands with which an operation gives a literal: literals in `own` places, and copied ones."""
    alike: Pair | None = None
    if meaning in (LARGER, SMALLER) or (meaning == PRODUCT and value == 1):
        alike = ((value, not own[0]), (value, not own[1]))
    elif meaning == SUM and abs(value) >= HALVED:
        alike = ((value / 2, not own[0]), (value / 2, not own[1]))
    elif meaning == DIFFERENCE and own[0]:
        return (value, False), (0.0, True)
    return alike if computed or any(own) else None


def _beside_computed(
    made: Sequence[Inst], rest: tuple[Key, ...], sources: Sequence[ScalarSource], reads: Counter[Result]
) -> _Whole | None:
    """Return how components can be computed beside others whose operands are computed."""
    meaning = made[0].op.semantics[0]
    if meaning in LIMITS:
        kept = all(is_literal(s) and isinstance(s.value, Leaf) and LIMITS[meaning](s.value.value) for s in sources)
        return _Whole(made[0], rest, computed=True) if kept else None
    for place in NEUTRAL.get(meaning, ((), 0.0))[0]:
        computed = [inst.operands[place][0].value for inst in made]
        if not all(isinstance(value, Result) for value in computed):
            continue
        others = [inst.operands[1 - place][0] for inst in made]
        registers = {register_of(source) for source in (*others, *sources)}
        if len(registers) == 1 and None not in registers:
            return _Whole(made[0], rest, place, computed=True)
        products = [value.inst for value in computed if isinstance(value, Result) and _scales(value, reads)]
        if meaning != PRODUCT and len(products) == len(made) and all(map(_is_fraction, sources)):
            return _Whole(made[0], rest, place, products[0], computed=True)
    return None


def _scales(value: Result, reads: Counter[Result]) -> bool:
    """Return whether the value is a product with a literal that is read once."""
    inst = value.inst
    return inst.op.semantics[:1] == (PRODUCT,) and reads[value] == 1 and any(is_literal(o[0]) for o in inst.operands)


def _is_fraction(source: ScalarSource) -> bool:
    return isinstance(source.value, Result) and source.value.inst.op.semantics[:1] == (FRACTION,)


def _is_own(source: ScalarSource, reads: Counter[Result], stored: Mapping[Result, set[int]]) -> bool:
    """Return whether one output register alone reads the result of an operation that may have no effect."""
    value = source.value
    if not isinstance(value, Result) or source.negate or source.absolute or reads[value] or len(stored[value]) > 1:
        return False
    op = value.inst.op
    known = op.semantics[:1] != () and op.semantics[0] in OPERATIONS
    return op.result == "each" and value.inst.results == 1 and known
