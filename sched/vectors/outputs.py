"""Give each output component a scalar of its own, so that the instruction that computes it can write the output
directly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from gpucc.isa.model import LANES, Op
from gpucc.isel.machine import ZERO, Inst, Leaf, Result, ScalarSource, Selected, is_undefined
from gpucc.records import dataclass
from gpucc.sched.vectors.machine import Vec4Machine
from gpucc.sched.vectors.records import VectorFork, VectorSection, VectorWork, is_join, results_of
from gpucc.sched.vectors.regions import place_in_arms


@dataclass(frozen=True, slots=True)
class Forked:
    """A branch as selected: its condition, and for each variable its `JOIN` with the values of both sides."""

    condition: ScalarSource
    variables: tuple[tuple[Inst, ScalarSource, ScalarSource], ...]


def define_undefined(selected: Selected) -> Selected:
    """Replace an undefined output component by a defined one of its register that one instruction can write there too,
    or by zero if there is none.
    """
    outputs = dict(selected.outputs)
    for (register, component), source in selected.outputs.items():
        if is_undefined(source):
            neighbours = [
                s for key, s in sorted(selected.outputs.items()) if key[0] == register and _can_be_repeated(s)
            ]
            outputs[register, component] = neighbours[0] if neighbours else ZERO
    return replace(selected, outputs=outputs)


def keep_leaves(selected: Selected, machine: Vec4Machine) -> Selected:
    """Copy each leaf that several outputs take beside computed values once, for one copy of it with these values."""
    outputs = dict(selected.outputs)
    insts = list(selected.insts)
    for source, keys in shared_leaves(selected).items():
        copy = Inst(machine.move, ((source,),), rule="kept")
        insts.append(copy)
        outputs |= dict.fromkeys(keys, ScalarSource(Result(copy, 0)))
    return replace(selected, insts=insts, outputs=outputs)


def shared_leaves(selected: Selected) -> dict[ScalarSource, list[tuple[int, int]]]:
    """The leaves that several output registers take beside computed values, with their places."""
    computed = {register for (register, _), source in selected.outputs.items() if isinstance(source.value, Result)}
    found: dict[ScalarSource, list[tuple[int, int]]] = {}
    for key, source in sorted(selected.outputs.items()):
        if key[0] in computed and isinstance(source.value, Leaf) and source.value.index is None:
            found.setdefault(source, []).append(key)
    return {source: keys for source, keys in found.items() if len({register for register, _ in keys}) > 1}


def _can_be_repeated(source: ScalarSource) -> bool:
    return not is_undefined(source) and (isinstance(source.value, Leaf) or _can_be_cloned(source.value.inst))


def plan_outputs(
    selected: Selected, machine: Vec4Machine, forks: Sequence[Forked], whole: frozenset[int]
) -> VectorWork:
    """The work of one section. A scalar is copied or cloned only if it has other uses besides one output component; a
    clone is free if it joins the vector of its neighbours.

    The outputs in `whole` are gathered in a temporary and written by one move.
    """
    move, section = machine.move, VectorSection()
    operands = {inst: [list(lanes) for lanes in inst.operands] for inst in selected.insts}
    work = VectorWork(list(selected.insts), operands, [section])
    for forked in forks:
        work.forks.append(VectorFork([join for join, _, _ in forked.variables], forked.condition))
        for join, then, otherwise in forked.variables:
            work.insts.append(join)
            work.operands[join] = [[forked.condition], [then], [otherwise]]
    uses = Counter(r for inst in work.insts for lanes in work.operands[inst] for s in lanes for r in results_of(s))
    uses.update(r for source in selected.outputs.values() if isinstance(source.value, Leaf) for r in results_of(source))
    wanted = Counter(s.value for s in selected.outputs.values() if isinstance(s.value, Result))
    direct = {
        key: source.value
        for key, source in sorted(selected.outputs.items())
        if isinstance(source.value, Result)
        and key[0] not in whole
        and _writes_directly(source, key, selected, uses, wanted)
    }
    direct_ops = {(key[0], result.inst.op.name) for key, result in direct.items()}
    for key, source in sorted(selected.outputs.items()):
        if key in direct:
            section.stores[key] = direct[key]
        if key in direct or key[0] in whole:
            continue
        value = source.value
        joins = (
            isinstance(value, Result)
            and value.inst.results == 1
            and _can_be_cloned(value.inst)
            and not _modified(source)
        )
        alone = isinstance(value, Result) and uses[value] == 0 and _one_register(value, selected)
        if isinstance(value, Result) and joins and (alone or (key[0], value.inst.op.name) in direct_ops):
            copy = _clone(work, value.inst)
        else:
            copy = Inst(
                move, ((source,),), location=value.inst.location if isinstance(value, Result) else None, rule="output"
            )
            work.insts.append(copy)
            work.operands[copy] = [[source]]
        section.stores[key] = Result(copy, 0)
    for register in sorted(whole):
        _write_whole(work, selected, register, move)
    work.drop_dead()
    if work.forks:
        place_in_arms(work, machine)
    else:
        work.region = dict.fromkeys(work.insts, section.region)
    return work


def _write_whole(work: VectorWork, selected: Selected, register: int, move: Op) -> None:
    lanes = [selected.outputs[register, component] for component in range(LANES)]
    op = replace(move, operands=(replace(move.operands[0], lanes=LANES),), result="fixed")
    inst = Inst(op, (tuple(lanes),), LANES, rule="whole output")
    work.insts.append(inst)
    work.operands[inst] = [lanes]
    for component in range(LANES):
        work.sections[0].stores[register, component] = Result(inst, component)


def _can_be_cloned(inst: Inst) -> bool:
    return inst.op.result != "fixed" and not is_join(inst)


def _modified(source: ScalarSource) -> bool:
    return source.negate or source.absolute


def _writes_directly(
    source: ScalarSource, key: tuple[int, int], selected: Selected, uses: Counter[Result], wanted: Counter[Result]
) -> bool:
    value = source.value
    if not isinstance(value, Result) or _modified(source) or is_join(value.inst):
        return False
    if value.inst.op.result == "fixed":
        return _all_go_out_in_place(value.inst, key[0], selected, uses, wanted)
    return value.inst.results == 1 and uses[value] == 0 and wanted[value] == 1


def _all_go_out_in_place(
    inst: Inst, register: int, selected: Selected, uses: Counter[Result], wanted: Counter[Result]
) -> bool:
    results = [Result(inst, lane) for lane in range(inst.results)]
    return all(
        uses[r] == 0 and wanted[r] == 1 and selected.outputs.get((register, r.lane)) == ScalarSource(r) for r in results
    )


def _one_register(value: Result, selected: Selected) -> bool:
    return len({key[0] for key, source in selected.outputs.items() if source.value == value}) == 1


def _clone(work: VectorWork, inst: Inst) -> Inst:
    copy = Inst(inst.op, inst.operands, inst.results, inst.attr, inst.modifiers, inst.location, inst.rule)
    work.insts.append(copy)
    work.operands[copy] = [list(lanes) for lanes in inst.operands]
    return copy
