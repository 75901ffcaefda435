"""Rules that let operands and results carry signs, derived from the ops that take a sign at no cost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gpucc.isa.model import Isa, Op
from gpucc.isa.neutral import NSZ
from gpucc.rules.compares import MachineOps
from gpucc.rules.pattern import P, Rule

# negated sums need NSZ: -(a + b) and -a - b differ in the sign of a zero
OTHER = (("minimum", P.fmin, "fmax"), ("maximum", P.fmax, "fmin"))
POSITIVE, NEGATIVE = "foeq(copysign(1.0, k), 1.0)", "fune(copysign(1.0, k), 1.0)"


def signs(isa: Isa) -> tuple[Rule, ...]:
    """Return rules for negations, magnitudes, and differences of what has a sign. All are exact.

    Every target can use them: there is a rule for each op whose operands or results can change their sign.
    """
    machine = MachineOps(isa)
    found = (*_sums(machine), *_products(machine), *_extremes(machine), *_magnitudes(machine))
    return tuple(replace(rule, template=machine.spell(rule.template)) for rule in found)


def _takes(op: Op | None, modifier: str) -> bool:
    return op is not None and all(modifier in operand.modifiers for operand in op.operands)


def _sums(machine: MachineOps) -> Iterator[Rule]:
    negated = P.fneg(P.fsub("a", "b"), flags=NSZ)
    if _takes(machine.op("fadd(a, b)"), "neg"):
        yield Rule("difference", P.fsub("a", "b"), "fadd(a, -b)")
        yield Rule("negated sum", P.fneg(P.fadd("a", "b"), flags=NSZ), "fadd(-a, -b)")
        yield Rule("negated difference", negated, "fadd(b, -a)")
        if machine.has_places(machine.op("fadd(a, b)")):
            yield Rule("difference, turned", P.fsub("a", "b"), "fadd(-b, a)", cost=1.0)
            yield Rule("negated difference, turned", negated, "fadd(-a, b)", cost=1.0)
    elif machine.op("fsub(a, b)"):
        yield Rule("add of a negation", P.fadd("a", P.fneg("b")), "fsub(a, b)")
        yield Rule("subtract a negation", P.fsub("a", P.fneg("b")), "fadd(a, b)")
        yield Rule("negated difference", negated, "fsub(b, a)")


def _products(machine: MachineOps) -> Iterator[Rule]:
    product = machine.op("fmul(a, b)")
    if _takes(product, "neg"):
        yield Rule("negated product", P.fneg(P.fmul("a", "b")), "fmul(-a, b)")
        return
    yield Rule("product of negations", P.fmul(P.fneg("a"), P.fneg("b")), "fmul(a, b)")
    if product is not None and "neg" in product.modifiers:
        yield Rule("product with a negation", P.fmul(P.fneg("a"), "b"), "-fmul(a, b)")


def _extremes(machine: MachineOps) -> Iterator[Rule]:
    if _takes(machine.op("fmin(a, b)"), "neg") and _takes(machine.op("fmax(a, b)"), "neg"):
        for name, op, other in OTHER:
            yield Rule(f"negated {name}", P.fneg(op("a", "b")), f"{other}(-a, -b)")


def _magnitudes(machine: MachineOps) -> Iterator[Rule]:
    """Yield rules for magnitudes. Without a modifier "abs" this is the larger of a number and its negation.

    A copysign with a literal is such a rule too, since the literal's sign is known.
    """
    largest = machine.op("fmax(a, b)")
    plain, negated = "fabs(a)", "fneg(fabs(a))"
    if machine.op("fabs(a)") is None:
        if not _takes(largest, "neg") or _takes(largest, "abs"):
            return
        plain, negated = "fmax(a, -a)", "fmin(a, -a)"
        yield Rule("absolute", P.fabs("a"), plain)
        yield Rule("negated absolute", P.fneg(P.fabs("a")), negated)
    literal = P.copysign("a", P.var("k", "constant"))
    yield Rule("copysign, positive literal", literal, plain, guard=POSITIVE)
    if not negated.startswith("fneg") or machine.op("fneg(a)"):
        yield Rule("copysign, negative literal", literal, negated, guard=NEGATIVE)
