"""Rules for targets whose truths are the numbers 0.0 and 1.0: logic of such numbers, and selects among them.

`c:not` is the opposite of a truth. The rules are composed of the target's comparisons and differences.
"""

from __future__ import annotations

from gpucc.isa.model import Isa
from gpucc.rules.compares import MachineOps
from gpucc.rules.pattern import P, Rule


def truths(isa: Isa) -> tuple[Rule, ...]:
    """Return the logic of truths that are the numbers 0.0 and 1.0: and, or, not, exclusive or, their use as numbers.

    The target needs comparisons (`compares`), and its ruleset the representation `not`, the opposite of a truth:
    `Representation("not", value="btof(bnot(c))")`.
    """
    machine = MachineOps(isa)
    less, at_least, spell = machine.less, machine.at_least, machine.spell
    return (
        Rule("truth as a number", P.btof("c"), "c"),
        Rule("falsehood as a number", P.fsub(1.0, P.btof("c")), "c:not"),
        Rule("not", P.bnot("c"), "c:not"),
        Rule("not, opposite", P.bnot("c"), "c", yields="not"),
        Rule("and", P.band("p", "q"), spell("fmul(p, q)")),
        Rule("and, opposite", P.band("p", "q"), spell("fmax(p:not, q:not)"), yields="not"),
        Rule("and, by an opposite", P.band("p", "q"), less("q:not", "p")),
        Rule("and, opposite by an opposite", P.band("p", "q"), at_least("q:not", "p"), yields="not"),
        Rule("or", P.bor("p", "q"), spell("fmax(p, q)")),
        Rule("or, opposite", P.bor("p", "q"), spell("fmul(p:not, q:not)"), yields="not"),
        Rule("or, by an opposite", P.bor("p", "q"), at_least("p", "q:not")),
        Rule("or, opposite by an opposite", P.bor("p", "q"), less("p", "q:not"), yields="not"),
        *_exclusive(machine),
        Rule("opposite", P.var("c", type="b"), machine.difference("1.0", "c"), yields="not"),
        Rule("opposite of the opposite", P.var("c", type="b"), machine.difference("1.0", "c:not")),
    )


def _exclusive(machine: MachineOps) -> tuple[Rule, ...]:
    """Compare the two if the target has such an op, otherwise square their difference."""
    pattern = P.bxor("p", "q")
    if differ := machine.compare("fune", "p", "q"):
        equal = machine.compare("foeq", "p", "q")
        return Rule("exclusive or", pattern, differ), Rule("exclusive or, opposite", pattern, equal, yields="not")
    squares = (machine.difference("p", q) for q in ("q", "q:not"))
    one, other = (machine.spell(f"fmul({square}, {square})") for square in squares)
    return (
        Rule("exclusive or", pattern, one, cost=2.0),
        Rule("exclusive or, opposite", pattern, other, cost=2.0, yields="not"),
    )


def choices(isa: Isa) -> tuple[Rule, ...]:
    """Return rules for selects between 1.0 and 0.0, which are truths themselves, and for the sign of a number.

    They need the same as `truths`, with and without an op that selects.
    """
    machine = MachineOps(isa)
    sign = machine.op("fsub(btof(folt(0.0, a)), btof(folt(a, 0.0)))")
    template = f"{sign.name}(x)" if sign else machine.difference(machine.less("0.0", "x"), machine.less("x", "0.0"))
    below, above = P.folt("x", 0.0), P.folt(0.0, "x")
    return (
        Rule("select one or zero", P.select("c", 1.0, 0.0), "c"),
        Rule("select zero or one", P.select("c", 0.0, 1.0), "c:not"),
        Rule("sign", P.select(below, -1.0, P.btof(above)), template),
        Rule("sign, positive first", P.select(above, 1.0, P.select(below, -1.0, 0.0)), template),
        Rule("sign, negative first", P.select(below, -1.0, P.select(above, 1.0, 0.0)), template),
    )
