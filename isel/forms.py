"""Forms: where a value is, and which signs an operand can apply when it reads the value.

A form is a file (temporary, input, uniform, constant) with a sign: plain, negated, absolute, or both (minus the
absolute value). Each operand of the target accepts a set of forms; the cover keeps, for every value, the cheapest cost
of having it in one form of each set. Sets and forms are small integers so that the cover works on lists.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from itertools import product
from typing import NamedTuple

from gpucc.isa.model import Op, Operand
from gpucc.records import dataclass

TEMPORARY = 0  # the plain temporary is form 0 on every target


class OperandForm(NamedTuple):
    file: str
    negated: bool = False
    absolute: bool = False


@dataclass(frozen=True, slots=True)
class Forms:
    """All forms of a target, and the sets of them that operands accept."""

    forms: tuple[OperandForm, ...]
    sets: list[tuple[int, ...]] = field(default_factory=list)

    def index(self, form: OperandForm) -> int:
        return self.forms.index(form)

    def accepted(
        self, operand: Operand, without: frozenset[str] = frozenset(), negated: bool = False, absolute: bool = False
    ) -> int:
        """Return the number of the set of forms that the operand accepts from files other than `without`, when it also
        changes the sign.
        """
        files = operand.accepts - without
        wanted = tuple(
            i
            for i, form in enumerate(self.forms)
            if form.file in files and _sign_fits(signed(form, negated, absolute), operand)
        )
        if wanted not in self.sets:
            self.sets.append(wanted)
        return self.sets.index(wanted)

    def literal(self) -> int:
        """The initial form of a literal: a constant if some operand takes one, otherwise a uniform."""
        files = {form.file for form in self.forms}
        return self.index(OperandForm("constant" if "constant" in files else "uniform"))

    def leaf(self, file: str) -> int:
        return self.index(OperandForm(file))


def _sign_fits(form: OperandForm, operand: Operand) -> bool:
    return ("neg" in operand.modifiers or not form.negated) and ("abs" in operand.modifiers or not form.absolute)


def forms_of(ops: Sequence[Op]) -> Forms:
    operands = [operand for op in ops for operand in op.operands]
    files = ["temporary", "input", "uniform"] + ["constant"] * any(
        "constant" in operand.accepts for operand in operands
    )
    modifiers = frozenset().union(*(operand.modifiers for operand in operands)) if operands else frozenset()
    signs = product(
        (False, True) if "neg" in modifiers else (False,), (False, True) if "abs" in modifiers else (False,)
    )
    return Forms(tuple(OperandForm(file, negated, absolute) for negated, absolute in signs for file in files))


def signed(form: OperandForm, negated: bool, absolute: bool) -> OperandForm:
    """Return the form that the operand must apply to read a value in this form and change its sign, absolute first."""
    return OperandForm(form.file, (form.negated and not absolute) != negated, form.absolute or absolute)


def negate(form: OperandForm) -> OperandForm:
    return signed(form, True, False)


def absolute(form: OperandForm) -> OperandForm:
    return signed(form, False, True)
