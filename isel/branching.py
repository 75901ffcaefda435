"""Selects the parts of a program with branches for a target with flags, each with the comparison that its branch tests.

Only the wide operand of a comparison may be a uniform. Pairs are turned around so that as few operands as possible must
first be copied together or into a register.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product

from gpucc.isa.model import Op
from gpucc.isel.conditions import MIRRORED, BranchCondition, Question, question
from gpucc.isel.cover import Selector, Wanted
from gpucc.isel.machine import ZERO, Again, Boolean, Flags, Inst, Leaf, Result, ScalarSource, Section, Selected, Stretch
from gpucc.lowering.graph import AGAIN, AtCount, CodePart, Node
from gpucc.records import dataclass


@dataclass(frozen=True, slots=True)
class BranchOps:
    """The ops that branching needs; `booleans` finds the boolean register that holds a node, if one does."""

    compare: Op
    move: Op
    codes: Mapping[str, int]
    booleans: Callable[[Node], tuple[int, bool] | None] = lambda node: None


def select_parts(selector: Selector, parts: Sequence[CodePart], machine: BranchOps) -> list[Stretch]:
    return [_stretch(selector, part, machine) for part in parts]


def _stretch(selector: Selector, part: CodePart, machine: BranchOps) -> Stretch:
    known = {**_counts(part), **{node: ScalarSource(Leaf("variable", number)) for node, number in part.known.items()}}
    asked: Question | Boolean | Again | None = None
    if part.condition is not None:
        number = part.condition.attr
        counts = part.condition.op == AGAIN and isinstance(number, int)
        asked = Again(number) if counts else question(part.condition, machine.booleans, part.known)  # type: ignore[arg-type]
    values = list(part.sets.values())
    if isinstance(asked, Question):
        values += [node for one in asked.comparisons for node in (one.a, one.b) if node is not None]
    values = list(dict.fromkeys(values))
    stripped = {node: _sign(node, known) for node in values}
    wanted = Wanted(
        part.outputs,
        tuple(dict.fromkeys([*part.sets.values(), *(node for node, _ in stripped.values())])),
        tuple(part.effects),
    )
    selected = selector.select(wanted, known)
    section = Section(
        part.name, selected, {n: selected.values[node] for n, node in part.sets.items()}, None, part.target, part.emits
    )
    if not isinstance(asked, Question):
        return Stretch(section, asked)
    found = {node: ScalarSource(selected.values[base].value, minus) for node, (base, minus) in stripped.items()}
    compare, flags = _compare(asked, found, selected, machine)
    return Stretch(section, flags, compare)


def _counts(part: CodePart) -> dict[Node, ScalarSource]:
    """Map each uniform that is indexed by a loop counter to its source."""
    found = [(node, node.attr) for node in part.computed() if isinstance(node.attr, AtCount)]
    count = ScalarSource(Leaf("loop"))
    return {node: ScalarSource(Leaf("uniform", at.register, at.component, index=count)) for node, at in found}


def _sign(node: Node, known: Mapping[Node, ScalarSource]) -> tuple[Node, bool]:
    """Return the operand without its negation, and whether it was negated, since a negated operand costs nothing."""
    if node.op == "fneg" and node not in known:
        return node.args[0], True
    return node, False


def _compare(
    asked: Question, values: Mapping[Node, ScalarSource], selected: Selected, machine: BranchOps
) -> tuple[Inst, Flags]:
    ways = [_ways(one, values) for one in asked.comparisons]
    best = min(product(*ways), key=_price)
    if len(best) == 1:
        best = (best[0], best[0])
    a = [way[1] for way in best]
    b = [_narrow(way[2], selected, machine) for way in best]
    attr = tuple(machine.codes[way[0]] for way in best)
    compare = Inst(machine.compare, (tuple(a), tuple(b)), 0, attr, rule="branch")
    selected.insts.append(compare)
    wanted = [one.wanted for one in asked.comparisons]
    return compare, Flags((wanted[0], wanted[1] if len(wanted) > 1 else None), asked.either)


def _ways(one: BranchCondition, values: Mapping[Node, ScalarSource]) -> list[tuple[str, ScalarSource, ScalarSource]]:
    a = values[one.a]
    b = ZERO if one.b is None else values[one.b]
    return [(one.name, a, b), (MIRRORED[one.name], b, a)]


def _price(ways: Sequence[tuple[str, ScalarSource, ScalarSource]]) -> int:
    """Return the price of the copies: for operands that are not all in one place, and for uniforms as second
    operands.
    """
    price = 2 * len({_place(b) for _, _, b in ways if _is_uniform(b)})
    for side in (1, 2):
        places = {_place(way[side]) for way in ways}  # type: ignore[arg-type]
        price += 2 * (len(places) - 1)
    return price


def _place(source: ScalarSource) -> tuple[object, ...]:
    value = source.value
    if not isinstance(value, Leaf):
        return ("computed", source.negate)
    if value.kind == "constant":
        return ("constant",)
    return (value.kind, None if value.kind == "variable" else value.register, value.index, source.negate)


def _is_uniform(source: ScalarSource) -> bool:
    return isinstance(source.value, Leaf) and source.value.kind in ("uniform", "constant", "undef")


def _narrow(source: ScalarSource, selected: Selected, machine: BranchOps) -> ScalarSource:
    if not _is_uniform(source):
        return source
    copy = Inst(machine.move, ((source,),), rule="operand")
    selected.insts.append(copy)
    return ScalarSource(Result(copy))
