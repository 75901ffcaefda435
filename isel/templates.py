"""Compiles templates: a tree of machine ops whose leaves are slots, priced by one generated Python expression.

A slot holds what a match binds there: a variable (in some representation), the lanes of one operand, or a literal. The
cover has a list of prices for every slot, one for each set of forms. An op whose encoding takes at most one operand
from certain files (`Op.exclusive`) is priced by the cheapest choice of the operand that may use them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from gpucc.errors import UsageError
from gpucc.isa.model import Op, Operand
from gpucc.isel.forms import Forms
from gpucc.records import dataclass
from gpucc.rules.pattern import from_semantics, names, normal, rename
from gpucc.rules.semantics import Call, Computed, Expr, Lanes, Number, Var, group_lanes, parse


@dataclass(frozen=True, slots=True)
class TemplateSlot:
    """One of: a variable, a tuple of slots that are lanes of one operand, an expression that computes a literal.

    `negated` and `absolute`: the operand changes the sign.
    """

    variable: str = ""
    representation: str = ""
    lanes: tuple[TemplateSlot, ...] = ()
    literal: Expr | None = None
    negated: bool = False
    absolute: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One op of a template. An operand is the index of a slot, or the steps that compute its lanes.

    Each of the `ways` gives a set of forms for every operand. `modifiers` are those that the op applies to its result;
    if `signs`, (absolute, negated), are set, its reader changes the sign.
    """

    op: Op
    operands: tuple[tuple[Step, ...] | int, ...]
    ways: tuple[tuple[int, ...], ...]
    cost: float
    modifiers: frozenset[str] = frozenset()
    signs: tuple[bool, bool] = (False, False)


@dataclass(frozen=True, slots=True)
class Template:
    """A compiled template.

    `price` takes a weight and the prices of the slots. `choose` takes these prices and returns, for each operand that
    is a slot, outermost op first, the slot and the set of forms that it may take. `reach` gives, for each slot, the
    forms that some way allows in all its occurrences. `step` is None if the template is only a slot: the matched node
    is then an alias of it.

    The weight is the share of one lane in a vector instruction: `cost` is divided by the lanes of a register, `whole`
    is paid once for any number of lanes.
    """

    slots: tuple[TemplateSlot, ...]
    step: Step | None
    price: Callable[..., float]
    choose: Callable[..., tuple[tuple[int, int], ...]]
    reach: tuple[frozenset[int], ...]
    cost: float
    whole: float = 0.0

    def weighted(self, weight: float) -> float:
        return self.cost * weight + self.whole


class TemplateCompiler:
    def __init__(self, ops: Mapping[str, Op], forms: Forms) -> None:
        self.ops, self.forms = ops, forms

    @cached_property
    def commutative(self) -> frozenset[str]:
        """Machine ops of two like operands whose semantics do not depend on their order."""
        return frozenset(op.name for op in self.ops.values() if _is_commutative(op))

    def compile(self, template: Expr, variables: Sequence[str], cost: float | None) -> Template:
        """Compile a template. `variables` are those of the pattern; a group's name refers to all its lanes."""
        slots: list[TemplateSlot] = []
        term = self._term(template, variables, slots)
        if isinstance(term, int):
            return Template(tuple(slots), None, lambda weight, prices: cost or 0.0, lambda prices: (), (), cost or 0.0)
        (root,) = term
        shared, whole = _total(root)
        if cost is not None:
            shared, whole = (cost, 0.0) if not whole else (0.0, cost)
        names = ", ".join(f"s{i}" for i in range(len(slots)))
        price = eval(f"lambda w, {names}: w * {shared!r} + {whole!r} + {_price(root)}", {"min": min})
        reach = tuple(frozenset(range(len(self.forms.forms))) for _ in slots)
        return Template(
            tuple(slots), root, price, eval(f"lambda {names}: {_choice(root)}"), self._reach(root, reach), shared, whole
        )

    def _term(
        self, expr: Expr, variables: Sequence[str], slots: list[TemplateSlot], operand: Operand | None = None
    ) -> tuple[Step, ...] | int:
        if isinstance(expr, Call):
            return (self._step(expr, variables, slots, operand),)
        if isinstance(expr, Lanes) and (calls := [item for item in expr.items if isinstance(item, Call)]):
            if len(calls) < len(expr.items):
                raise UsageError(f"template: the lanes {expr} are computed either all or none")
            return tuple(self._step(call, variables, slots, operand) for call in calls)
        slot = self._slot(expr, variables)
        if slot not in slots:
            slots.append(slot)
        return slots.index(slot)

    def _slot(self, expr: Expr, variables: Sequence[str]) -> TemplateSlot:
        match expr:
            case Number():
                return TemplateSlot(literal=expr)
            case Computed(inner):
                return TemplateSlot(literal=inner)
            case Lanes(items):
                return TemplateSlot(lanes=tuple(self._slot(item, variables) for item in items))
            case Var(name, representation, negated, absolute) if name in variables:
                return TemplateSlot(name, representation, negated=negated, absolute=absolute)
            case Var(name, representation, negated, absolute) if lanes := group_lanes(name, variables):
                parts = tuple(TemplateSlot(lane, representation, negated=negated, absolute=absolute) for lane in lanes)
                return TemplateSlot(lanes=parts, negated=negated, absolute=absolute)
        raise UsageError(f"a template cannot use {expr}: the pattern has {', '.join(variables)}")

    def _step(self, call: Call, variables: Sequence[str], slots: list[TemplateSlot], reader: Operand | None) -> Step:
        op = self.ops[call.name]
        if len(op.operands) != len(call.args):
            raise UsageError(f"template: {op.name} has {len(op.operands)} operands, not {len(call.args)}")
        operands = tuple(
            self._term(arg, variables, slots, operand) for arg, operand in zip(call.args, op.operands, strict=True)
        )
        for operand, given in zip(op.operands, operands, strict=True):
            if isinstance(given, tuple) and "temporary" not in operand.accepts:
                raise UsageError(
                    f"template: operand {operand.name} of {op.name} cannot take the result of {given[0].op.name}"
                )
        ways = self._ways(op, [slots[o] if isinstance(o, int) else None for o in operands])
        return Step(op, operands, ways, op.cost, *_changes(call, op, reader))

    def _ways(self, op: Op, given: Sequence[TemplateSlot | None]) -> tuple[tuple[int, ...], ...]:
        full = [self._accepted(operand, slot, frozenset()) for operand, slot in zip(op.operands, given, strict=True)]
        limited = [
            self._accepted(operand, slot, op.exclusive) for operand, slot in zip(op.operands, given, strict=True)
        ]
        free = [i for i in range(len(full)) if full[i] != limited[i]]
        if len(free) < 2:
            return (tuple(full),)
        return tuple(
            tuple(full[i] if i == chosen or i not in free else limited[i] for i in range(len(full))) for chosen in free
        )

    def _reach(self, step: Step, reach: tuple[frozenset[int], ...]) -> tuple[frozenset[int], ...]:
        for i, operand in enumerate(step.operands):
            if isinstance(operand, int):
                allowed = frozenset(form for way in step.ways for form in self.forms.sets[way[i]])
                reach = (*reach[:operand], reach[operand] & allowed, *reach[operand + 1 :])
            else:
                for inner in operand:
                    reach = self._reach(inner, reach)
        return reach

    def _accepted(self, operand: Operand, slot: TemplateSlot | None, without: frozenset[str]) -> int:
        return self.forms.accepted(
            operand, without, slot is not None and slot.negated, slot is not None and slot.absolute
        )


def _changes(call: Call, op: Op, reader: Operand | None) -> tuple[frozenset[str], tuple[bool, bool]]:
    """Return the modifiers that the op applies to its result, and the signs left to the operand that reads it."""
    own = {
        name for name in (call.modifier, "neg" * (call.negated and not call.absolute)) if name and name in op.modifiers
    }
    absolute, negated = call.absolute, call.negated and "neg" not in own
    able = frozenset() if reader is None else reader.modifiers
    if (
        (call.modifier and call.modifier not in own)
        or (absolute and "abs" not in able)
        or (negated and "neg" not in able)
    ):
        raise UsageError(f"template: {call}: {op.name} cannot change its result so, and neither can what reads it")
    return frozenset(own), (absolute, negated)


def _is_commutative(op: Op) -> bool:
    if (
        len(op.operands) != 2
        or len(op.semantics) != 1
        or replace(op.operands[0], name="") != replace(op.operands[1], name="")
    ):
        return False
    a, b = op.operands[0].name, op.operands[1].name
    p = from_semantics(parse(op.semantics[0]))
    swap = {name: re.sub(r"^\w+", lambda m: {a: b, b: a}.get(m[0], m[0]), name) for name in names(p)}
    return normal(rename(p, swap)) == normal(p)


def _total(step: Step) -> tuple[float, float]:
    """Return the cost of the ops that several lanes can share, and that of the others."""
    inner = [_total(lane) for operand in step.operands if isinstance(operand, tuple) for lane in operand]
    own = (step.cost, 0.0) if step.op.result == "each" else (0.0, step.cost)
    return sum((s for s, _ in inner), own[0]), sum((w for _, w in inner), own[1])


def _price(step: Step) -> str:
    """Return an expression for the price of a step's slots. The results of inner steps are temporaries, whose price is
    the same in every way."""
    inner = [_price(lane) for operand in step.operands if isinstance(operand, tuple) for lane in operand]
    unique = list(dict.fromkeys(_ways_of(step)))
    choice = unique[0] if len(unique) == 1 else f"min({', '.join(unique)})"
    return " + ".join([*inner, choice])


def _ways_of(step: Step) -> list[str]:
    """Return expressions for the price of the slots among the operands, one for each way to choose them."""
    return [
        " + ".join(f"s{o}[{way[i]}]" for i, o in enumerate(step.operands) if isinstance(o, int)) or "0.0"
        for way in step.ways
    ]


def _choice(step: Step) -> str:
    """Return an expression for the (slot, set) pairs of the cheapest way, inner steps after the operands of their
    op.
    """
    chosen = [repr(tuple((o, way[i]) for i, o in enumerate(step.operands) if isinstance(o, int))) for way in step.ways]
    costs = _ways_of(step)
    own = chosen[0]
    if len(chosen) > 1:
        own = chosen[-1]
        for i in range(len(chosen) - 2, -1, -1):
            rest = " and ".join(f"{costs[i]} <= {costs[k]}" for k in range(i + 1, len(chosen)))
            own = f"({chosen[i]} if {rest} else {own})"
    inner = [_choice(lane) for operand in step.operands if isinstance(operand, tuple) for lane in operand]
    return " + ".join([own, *inner])
