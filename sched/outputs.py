"""Give every output component a scalar of its own, so that the instruction computing it can write the output directly."""

from __future__ import annotations

from collections import Counter

from gpucc.errors import InternalError
from gpucc.isa.model import Isa, Op
from gpucc.isel.machine import Inst, Result, Selected, Source
from gpucc.sched.vectors import Work, results_of


def move_op(isa: Isa) -> Op:
    """The op that copies its operand."""
    for op in isa.ops:
        if op.semantics == ("a",) and op.result == "each":
            return op
    raise InternalError(f"{isa.name} has no move")


def plan_outputs(selected: Selected, isa: Isa) -> Work:
    """Copies are made only where a scalar serves two masters; a clone is free where it joins its neighbours' vector."""
    move = move_op(isa)
    work = Work(list(selected.insts), {inst: [list(lanes) for lanes in inst.operands] for inst in selected.insts}, {})
    uses = Counter(r for inst in selected.insts for lanes in inst.operands for s in lanes for r in results_of(s))
    wanted = Counter(s.value for s in selected.outputs.values() if isinstance(s.value, Result))
    direct = {
        key: source.value
        for key, source in sorted(selected.outputs.items())
        if isinstance(source.value, Result) and _writes_directly(source, key, selected, uses, wanted)
    }
    direct_ops = {(key[0], result.inst.op.name) for key, result in direct.items()}
    for key, source in sorted(selected.outputs.items()):
        if key in direct:
            work.stores[key] = direct[key]
            continue
        value = source.value
        joins = isinstance(value, Result) and value.inst.results == 1 and value.inst.op.result != "fixed" and not _modified(source)
        alone = isinstance(value, Result) and uses[value] == 0 and _one_register(value, selected)
        if isinstance(value, Result) and joins and (alone or (key[0], value.inst.op.name) in direct_ops):
            copy = _clone(work, value.inst)
        else:
            copy = Inst(move, ((source,),), location=value.inst.location if isinstance(value, Result) else None, rule="output")
            work.insts.append(copy)
            work.operands[copy] = [[source]]
        work.stores[key] = Result(copy, 0)
    return _without_dead(work)


def _modified(source: Source) -> bool:
    return source.negate or source.absolute


def _writes_directly(source: Source, key: tuple[int, int], selected: Selected, uses: Counter[Result], wanted: Counter[Result]) -> bool:
    value = source.value
    if not isinstance(value, Result) or _modified(source):
        return False
    if value.inst.op.result == "fixed":
        return _all_go_out_in_place(value.inst, key[0], selected, uses, wanted)
    return value.inst.results == 1 and uses[value] == 0 and wanted[value] == 1


def _all_go_out_in_place(inst: Inst, register: int, selected: Selected, uses: Counter[Result], wanted: Counter[Result]) -> bool:
    results = [Result(inst, lane) for lane in range(inst.results)]
    return all(uses[r] == 0 and wanted[r] == 1 and selected.outputs.get((register, r.lane)) == Source(r) for r in results)


def _one_register(value: Result, selected: Selected) -> bool:
    return len({key[0] for key, source in selected.outputs.items() if source.value == value}) == 1


def _clone(work: Work, inst: Inst) -> Inst:
    copy = Inst(inst.op, inst.operands, inst.results, inst.attr, inst.modifiers, inst.location, inst.rule)
    work.insts.append(copy)
    work.operands[copy] = [list(lanes) for lanes in inst.operands]
    return copy


def _without_dead(work: Work) -> Work:
    """Drop what only a replaced scalar needed; order instructions operands first."""
    order: list[Inst] = []
    seen: set[Inst] = set()
    starts = [inst for inst in work.insts if inst.op.effect] + [result.inst for _, result in sorted(work.stores.items())]
    for start in starts:
        stack = [(start, iter(_operand_insts(work, start)))] if start not in seen else []
        seen.add(start)
        while stack:
            inst, children = stack[-1]
            child = next(children, None)
            if child is None:
                order.append(inst)
                stack.pop()
            elif child not in seen:
                seen.add(child)
                stack.append((child, iter(_operand_insts(work, child))))
    work.insts = order
    work.operands = {inst: work.operands[inst] for inst in order}
    return work


def _operand_insts(work: Work, inst: Inst) -> list[Inst]:
    return list(dict.fromkeys(r.inst for lanes in work.operands[inst] for s in lanes for r in results_of(s)))
