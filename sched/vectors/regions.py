"""Place instructions in the arms of branches, for targets with register files.

A fork sets variables, one for each select that it replaces. Selection represents a variable by a `JOIN` instruction
that reads the condition and the two values. Here each instruction sinks into the innermost arm that contains all its
uses; values used on both sides stay before the branch. The values of variables are written to their registers directly,
or by a move if they have other uses too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from gpucc.isa.model import Isa, Op
from gpucc.isel.machine import ZERO, Inst, Leaf, Result, ScalarSource
from gpucc.sched.vectors.ancestors import ancestors
from gpucc.sched.vectors.machine import Vec4Machine
from gpucc.sched.vectors.records import JOIN, CodeRegion, VectorFork, VectorWork, results_of


def place_in_arms(work: VectorWork, machine: Vec4Machine) -> None:
    """Place the instructions of a work with one section in regions, and write the variables of its forks."""
    (section,) = work.sections
    isa, move = machine.isa, machine.move
    _choose_regions(work, section.region)
    # a setter reads what the join read in its place, so these counts stay valid
    uses = Counter(r for inst in work.insts for lanes in work.operands[inst] for s in lanes for r in results_of(s))
    uses.update(result for result in section.stores.values())
    for fork in work.forks:
        _choose_test(work, fork, isa, move)
    # comparisons that became branches
    work.drop_dead()
    kept = _continued(work)
    for fork in work.forks:
        _set_variables(work, fork, move, uses, kept)
    _continue_variables(work, kept)
    work.drop_dead()


def _choose_regions(work: VectorWork, root: CodeRegion) -> None:
    """Choose a region for each instruction after all its users, and for a fork after all users of its variables."""
    fork_of = {join: fork for fork in work.forks for join in fork.joins}
    left: Counter[Inst | VectorFork] = Counter()
    sites: dict[Inst | VectorFork, list[CodeRegion]] = {inst: [] for inst in work.insts} | {
        fork: [] for fork in work.forks
    }
    for inst in work.insts:
        for used in work.needs(inst):
            left[fork_of.get(used, used)] += 1
    ready: list[Inst | VectorFork] = [
        unit for unit in dict.fromkeys(fork_of.get(i, i) for i in work.insts) if not left[unit]
    ]
    while ready:
        unit = ready.pop()
        region = root if isinstance(unit, Inst) and _pinned(unit) else _common(sites[unit], root)
        members = [unit] if isinstance(unit, Inst) else unit.joins
        if isinstance(unit, VectorFork):
            unit.region = region
        for member in members:
            work.region[member] = region
            for position, lanes in enumerate(work.operands[member]):
                site = region if isinstance(unit, Inst) or position == 0 else (unit.then, unit.otherwise)[position - 1]
                for source in lanes:
                    for result in results_of(source):
                        sites[fork_of.get(result.inst, result.inst)].append(site)
            for used in work.needs(member):
                needed = fork_of.get(used, used)
                left[needed] -= 1
                if not left[needed]:
                    ready.append(needed)


def _pinned(inst: Inst) -> bool:
    return inst.op.straight or bool(inst.op.effect)


def _common(regions: list[CodeRegion], root: CodeRegion) -> CodeRegion:
    """The innermost region that contains all of these, or the root if there are none (only outputs use the value)."""
    if not regions:
        return root
    common = regions[0]
    for region in regions[1:]:
        while common is not region:
            if common.depth() >= region.depth():
                common = common.parent or root
            else:
                region = region.parent or root
    return common


def _continued(work: VectorWork) -> dict[Inst, int]:
    """The variables that can take over the component of an earlier variable, because one side of their branch leaves
    its value unchanged; each with the operand (1 for `then`, 2 for `otherwise`) of that side.

    Nothing may read the earlier variable after the later one was first written. So each of its readers is computed
    before the branch, is on the side that leaves it unchanged, or is used to compute the other side's value.
    """
    readers, testers = _readers(work), _testers(work)
    above = ancestors(work)
    busy = {region for inst, region in work.region.items() if inst.op is not JOIN}

    def may_continue(earlier: Inst, fork: VectorFork, join: Inst, arm: CodeRegion, changed: ScalarSource) -> bool:
        """Return whether nothing reads the earlier variable after the later one was first written."""
        first = [used for source in (*work.operands[join][0], changed) for used in _used(source)]

        def before(*insts: Inst) -> bool:
            return any(above.include(later, inst) for inst in insts for later in first)

        return all(
            reader is join or _inside(work.region[reader], arm) or before(reader) for reader in readers[earlier]
        ) and all(
            tester is fork or _inside(tester.region, arm) or before(*tester.joins)
            for tester in testers.get(earlier, ())
        )

    kept: dict[Inst, int] = {}
    for fork in work.forks:
        for join in fork.joins:
            then, otherwise = (work.operands[join][position][0] for position in (1, 2))
            for position, arm, same, changed in (
                (2, fork.otherwise, otherwise, then),
                (1, fork.then, then, otherwise),
            ):
                # the first arm must not be empty; the value of the other could be set before the branch
                if arm is fork.then and not (arm in busy and _computed_in(work, changed, fork.otherwise)):
                    continue
                earlier = _plain_join(same)
                if earlier is not None and may_continue(earlier, fork, join, arm, changed):
                    kept[join] = position
                    break
    return kept


def _used(source: ScalarSource) -> Iterator[Inst]:
    return (result.inst for result in results_of(source))


def _readers(work: VectorWork) -> dict[Inst, list[Inst]]:
    """The instructions that read each instruction's results; the tests of forks are left to `_testers`."""
    readers: dict[Inst, list[Inst]] = {}
    for inst in work.insts:
        operands = work.operands[inst][1:] if inst.op is JOIN else work.operands[inst]
        for used in (used for lanes in operands for source in lanes for used in _used(source)):
            readers.setdefault(used, []).append(inst)
    return readers


def _testers(work: VectorWork) -> dict[Inst, list[VectorFork]]:
    """The forks whose tests read each instruction's results."""
    testers: dict[Inst, list[VectorFork]] = {}
    for fork in work.forks:
        for used in (used for lanes in fork.operands for source in lanes for used in _used(source)):
            testers.setdefault(used, []).append(fork)
    return testers


def _plain_join(source: ScalarSource) -> Inst | None:
    """The variable of a fork that a source reads as it is."""
    value = source.value
    plain = isinstance(value, Result) and value.inst.op is JOIN and not (source.negate or source.absolute)
    return value.inst if isinstance(value, Result) and plain else None


def _computed_in(work: VectorWork, source: ScalarSource, region: CodeRegion) -> bool:
    return isinstance(source.value, Result) and work.region[source.value.inst] is region


def _inside(region: CodeRegion | None, outer: CodeRegion) -> bool:
    while region is not None and region is not outer:
        region = region.parent
    return region is outer


def _set_variables(
    work: VectorWork, fork: VectorFork, move: Op, uses: Counter[Result], kept: Mapping[Inst, int]
) -> None:
    """Write both values of each variable. If the else arm computes nothing, its values are set before the branch."""
    idle = not any(region is fork.otherwise for region in work.region.values()) and _nothing_nested(
        work, fork.otherwise
    )
    for join in fork.joins:
        for position, arm in ((1, fork.then), (2, fork.otherwise)):
            source = work.operands[join][position][0]
            value = source.value
            if kept.get(join) == position:
                continue
            target = fork.region if idle and arm is fork.otherwise else arm
            assert target is not None
            if isinstance(value, Result) and uses[value] == 1 and _can_write_variable(work, source, value, target):
                setter = value.inst
            else:
                setter = work.add(Inst(move, ((source,),), rule="variable"), target)
                work.insts.append(setter)
            work.alias[Result(setter)] = Result(join)
            work.operands[join][position] = [ScalarSource(Result(setter))]
            if target is fork.region:
                fork.early.append(setter)


def _continue_variables(work: VectorWork, kept: Mapping[Inst, int]) -> None:
    """Let each kept variable and those that continue it share a component, that of the last one."""
    for fork in work.forks:
        for join in fork.joins:
            if join in kept:
                earlier = work.operands[join][kept[join]][0].value
                assert isinstance(earlier, Result)
                work.alias[earlier] = Result(join)
                arm = (fork.then, fork.otherwise)[kept[join] - 1]
                setters = [setter for setter in work.setters(earlier) if setter.op is not JOIN]
                fork.early += [setter for setter in setters if not _inside(work.region[setter], arm)]
    for written, variable in work.alias.items():
        while variable in work.alias:
            variable = work.alias[variable]
        work.alias[written] = variable


def _nothing_nested(work: VectorWork, region: CodeRegion) -> bool:
    return not any(fork.region is region for fork in work.forks)


def _can_write_variable(work: VectorWork, source: ScalarSource, value: Result, target: CodeRegion) -> bool:
    inst = value.inst
    plain = not (source.negate or source.absolute) and inst.results == 1 and inst.op.result in ("each", "broadcast")
    return (
        plain
        and not inst.op.effect
        and not inst.op.straight
        and work.region[inst] is target
        and Result(inst) not in work.alias
    )


def _choose_test(work: VectorWork, fork: VectorFork, isa: Isa, move: Op) -> None:
    """Fuse a comparison that only this branch uses into the branch; compare any other condition with zero."""
    tests = {op.semantics[0].replace(".x", ""): op for op in isa.ops if op.effect == "if"}
    value = fork.condition.value
    if isinstance(value, Result) and value.inst.op.semantics[0].startswith("btof("):
        test = tests.get(value.inst.op.semantics[0][len("btof(") : -1])
        operands = [list(lanes) for lanes in work.operands[value.inst]]
        # a branch must not compare a register with itself (rule 3758)
        if test is not None and operands[0] != operands[1] and not (fork.condition.negate or fork.condition.absolute):
            fork.test, fork.operands = test, operands
    if fork.test is None:
        fork.test = tests["fune(a, b)"]
        fork.operands = [[_in_a_register(work, fork, move)], [ZERO]]
    for join in fork.joins:
        work.operands[join][0] = [source for lanes in fork.operands for source in lanes]


def _in_a_register(work: VectorWork, fork: VectorFork, move: Op) -> ScalarSource:
    """The condition, copied if it is a uniform: zero is a uniform too, and no instruction reads two."""
    value = fork.condition.value
    if not (isinstance(value, Leaf) and value.kind in ("uniform", "constant")):
        return fork.condition
    assert fork.region is not None
    copy = work.add(Inst(move, ((fork.condition,),), rule="condition"), fork.region)
    work.insts.append(copy)
    return ScalarSource(Result(copy))
