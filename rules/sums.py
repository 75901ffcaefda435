"""Rules for dot products whose sums flags allow to be reordered, derived from ops that add products from x on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from gpucc.isa.model import LETTERS, Isa, Op
from gpucc.isa.neutral import REASSOC
from gpucc.rules.compares import MachineOps
from gpucc.rules.lanes import of_one_vector
from gpucc.rules.pattern import Binding, P, Pattern, Rule

PRODUCTS = tuple(P.fmul(f"a.{lane}", f"b.{lane}") for lane in LETTERS)


def free_sum(terms: Sequence[Pattern]) -> Pattern:
    """Return the pattern of a sum that begins with the first term, and whose order is free."""
    total = terms[0]
    for term in terms[1:]:
        total = P.fadd(total, term, flags=REASSOC)
    return total


def free_pairs(terms: Sequence[Pattern]) -> Pattern:
    return P.fadd(free_sum(terms[:2]), free_sum(terms[2:]), flags=REASSOC)


def in_order(terms: Sequence[Pattern]) -> Pattern:
    total = terms[0]
    for term in terms[1:]:
        total = P.fadd(total, term)
    return total


def dots(machine: MachineOps) -> Iterator[tuple[Op, tuple[Pattern, ...]]]:
    """Yield the target's dot products, each with the products that it adds."""
    meaning = "fmul(a.x, b.x)"
    for count, lane in enumerate(LETTERS[1:], 2):
        meaning = f"fadd({meaning}, fmul(a.{lane}, b.{lane}))"
        if (op := machine.op(meaning)) is not None:
            yield op, PRODUCTS[:count]


def sums(isa: Isa) -> Iterator[Rule]:
    """Yield the rules for all ops of the target that compute a dot product; a target without such an op has none.

    Where the factors of an op come from different places, `a` and `b` are bound before anything is placed, so both
    orders are offered.
    """
    machine = MachineOps(isa)
    for op, products in dots(machine):
        yield from _orders(machine, op.name, products)
        if machine.has_places(op):
            yield from _orders(machine, op.name, products, turned=True)


def _orders(machine: MachineOps, op: str, products: Sequence[Pattern], turned: bool = False) -> Iterator[Rule]:
    name, template, cost = (", turned", f"{op}(b, a)", 1.0) if turned else ("", f"{op}(a, b)", None)
    if turned:
        yield Rule(f"{op}, turned", in_order(products), template, cost)
    yield Rule(f"{op}, free order{name}", free_sum(products), template, cost)
    if all("neg" in operand.modifiers for operand in machine.isa.op(op).operands):
        minus = f"[{', '.join(f'-a.{lane}' for lane in LETTERS[: len(products)])}]"
        negated = f"{op}(b, {minus})" if turned else f"{op}({minus}, b)"
        yield Rule(f"negated {op}{name}", P.fneg(free_sum(products), flags=REASSOC), negated, cost)
    if len(products) == len(LETTERS):
        yield Rule(f"{op} of pairs{name}", free_pairs(products), template, cost)
    end = free_sum((P.var("t"), *products))
    whole = machine.spell(f"fadd(t, {template})")
    yield Rule(f"{op} at the end of a sum{name}", end, whole, 2.0 if turned else None)
    yield from _bare(op, len(products), turned)


def _bare(op: str, count: int, turned: bool) -> Iterator[Rule]:
    """Yield rules for sums of which some terms are components themselves and the others products with literals.

    LLVM leaves out a factor of one: dot(c, vec3(1.0, 0.5, 0.25)) is c.x + c.y * 0.5 + c.z * 0.25. Since the sum of the
    first two terms is commutative, a component among them comes first. Scalars from different places, such as terms of
    x + y * 0.5 + z * 0.25, would need copies: their sums stay as they are. Of four terms, one or all lack a factor;
    other sums of four are too rare to look for.
    """

    def together(m: Binding) -> bool:
        return of_one_vector([m[f"a.{lane}"] for lane in LETTERS[:count]])

    for bare in range(1, 2**count):
        if bare & 3 == 2 or (count == len(LETTERS) and bare.bit_count() not in (1, count)):
            continue
        lanes = [(lane, bool(bare >> i & 1)) for i, lane in enumerate(LETTERS[:count])]
        terms = [
            P.var(f"a.{lane}") if alone else P.fmul(f"a.{lane}", P.var(f"b.{lane}", "constant"))
            for lane, alone in lanes
        ]
        factors = f"[{', '.join('1.0' if alone else f'b.{lane}' for lane, alone in lanes)}]"
        template = f"{op}({factors}, a)" if turned else f"{op}(a, {factors})"
        name = f"{op} with ones for {''.join(lane for lane, alone in lanes if alone)}{', turned' if turned else ''}"
        cost = 1.0 if turned else None
        yield Rule(name, in_order(terms), template, cost, together, why="a product with one is exact")
        if bare.bit_count() == count:
            yield _scaled(op, count, turned, together)


def _scaled(op: str, count: int, turned: bool, together: Callable[[Binding], bool]) -> Rule:
    """Return the rule for a sum of components that is multiplied by a literal: LLVM takes a common factor out."""
    total = free_sum([P.var(f"a.{lane}") for lane in LETTERS[:count]])
    factors = f"[{', '.join('k' * count)}]"
    template = f"{op}({factors}, a)" if turned else f"{op}(a, {factors})"
    name = f"{op} of a common factor{', turned' if turned else ''}"
    return Rule(name, P.fmul(total, P.var("k", "constant"), flags=REASSOC), template, 1.0 if turned else None, together)
