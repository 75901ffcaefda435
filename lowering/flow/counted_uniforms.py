"""Loops counted by a uniform, for hardware with integer registers: they run one round more than the register's x.

Counters, indices and tests are polynomials with integer coefficients in the number of the round and the uniform's
components. A loop runs as often as a register says if its test, a comparison of two polynomials, depends only on the
difference of round and x and holds until they are equal. An array element at y + z * round is read at the hardware's
count.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Mapping
from dataclasses import field

from gpucc.lowering.flow.cfg import ControlFlow, successors
from gpucc.lowering.graph import AtCount, Block, Branch, Node, topological
from gpucc.records import dataclass

Form = dict[tuple[str, ...], int]
ROUND = "r"
SELF = "phi"
MOST = 255
LARGEST = 4096
COMPARES: dict[str, Callable[[int], bool]] = {
    **dict.fromkeys(("foeq", "fueq"), lambda d: d == 0),
    **dict.fromkeys(("fone", "fune"), lambda d: d != 0),
    **dict.fromkeys(("folt", "fult"), lambda d: d < 0),
    **dict.fromkeys(("fole", "fule"), lambda d: d <= 0),
}


@dataclass(frozen=True, slots=True)
class ByUniform:
    """A loop that the uniform in `register` counts; `forms` are the polynomials of the loop's variables."""

    latch: Block
    register: int
    forms: Mapping[Node, Form] = field(repr=False)


def symbol(register: int, component: int) -> str:
    return f"u{register}.{component}"


def counted_by(
    flow: ControlFlow, header: Block, latch: Block, condition: Node, stays: bool, registers: Container[int]
) -> ByUniform | None:
    """Return the uniform that counts the loop, if it continues while the condition holds (or fails, without
    `stays`).
    """
    while condition.op == "bnot":
        condition, stays = condition.args[0], not stays
    compare = COMPARES.get(condition.op)
    if compare is None:
        return None
    forms = _variables(flow, header, latch, registers)
    a, b = (form_of(arg, forms, registers) for arg in condition.args)
    if a is None or b is None:
        return None
    difference = _sum(a, b, -1)
    names = [monomial for monomial in difference if monomial not in ((), (ROUND,))]
    if (
        len(names) != 1
        or len(names[0]) != 1
        or not names[0][0].endswith(".0")
        or difference.get((ROUND,)) != -difference[names[0]]
    ):
        return None
    step, rest = difference[ROUND,], difference.get((), 0)
    if any(compare(rest - step * left) is (stays if left == 0 else not stays) for left in range(MOST + 1)):
        return None
    return ByUniform(latch, int(names[0][0][1:].split(".")[0]), forms)


def reads_at_count(
    flow: ControlFlow, header: Block, number: int, found: ByUniform, registers: Container[int]
) -> dict[Node, AtCount]:
    """Return the elements of uniform arrays that the hardware's count reaches: at the number in the register's y in the
    first round, and z further on in each later one.
    """
    y, z = (symbol(found.register, component) for component in (1, 2))
    reads = {}
    body = [block for block in flow.order if block in flow.loops[header]]
    for node in topological([root for block in body for root in _roots(block)]):
        if node.op == "uniform_at" and isinstance(node.attr, tuple):
            form = form_of(node.args[0], found.forms, registers)
            if form is not None:
                first = form.pop((), 0)
                if form == {(y,): 1, tuple(sorted((ROUND, z))): 1} and first >= 0:
                    reads[node] = AtCount(number, int(node.attr[0]) + first, int(node.attr[1]))
    return reads


def _roots(block: Block) -> list[Node]:
    found = [*block.effects, *(value for edge in successors(block) for value in edge.values)]
    return [*found, block.terminator.condition] if isinstance(block.terminator, Branch) else found


def form_of(node: Node, variables: Mapping[Node, Form], registers: Container[int]) -> Form | None:
    forms: dict[Node, Form | None] = dict(variables)
    for below in topological([node]):
        if below not in forms:
            forms[below] = _form(below, forms, registers)
    return forms[node]


def _form(node: Node, forms: Mapping[Node, Form | None], registers: Container[int]) -> Form | None:
    """Return the node as a polynomial with whole coefficients in the uniforms of these registers, or None if it is not
    one. `forms` has its operands."""
    if node.op == "const" and isinstance(node.attr, int | float):
        whole = math.isfinite(node.attr) and float(node.attr).is_integer() and abs(node.attr) <= LARGEST
        return {(): int(node.attr)} if whole and node.attr else {} if whole else None
    if node.op == "uniform" and isinstance(node.attr, tuple) and not isinstance(node.attr, AtCount):
        return {(symbol(int(node.attr[0]), int(node.attr[1])),): 1} if node.attr[0] in registers else None
    args = [forms[arg] for arg in node.args]
    known = [arg for arg in args if arg is not None]
    if len(known) < len(args):
        return None
    match node.op, known:
        case "fadd", [a, b]:
            return _sum(a, b, 1)
        case "fsub", [a, b]:
            return _sum(a, b, -1)
        case "fneg", [a]:
            return _sum({}, a, -1)
        case "fmul", [a, b]:
            return _product(a, b)
        case "floor", [a]:
            return a
    return None


def _sum(a: Form, b: Form, sign: int) -> Form:
    total = {monomial: a.get(monomial, 0) + sign * b.get(monomial, 0) for monomial in (*a, *b)}
    return {monomial: factor for monomial, factor in total.items() if factor}


def _product(a: Form, b: Form) -> Form | None:
    found: Form = {}
    for x, p in a.items():
        for y, q in b.items():
            found = _sum(found, {tuple(sorted((*x, *y))): p * q}, 1)
    fits = all(len(monomial) <= 2 and abs(factor) <= LARGEST for monomial, factor in found.items())
    return found if fits else None


def _variables(flow: ControlFlow, header: Block, latch: Block, registers: Container[int]) -> dict[Node, Form]:
    """Return the loop's variables that grow by the same amount in every round, which the loop does not change."""
    body = flow.loops[header]
    entries = [edge for block in flow.order if block not in body for edge in successors(block) if edge.target is header]
    back = next(edge for edge in successors(latch) if edge.target is header)
    found: dict[Node, Form] = {}
    for place, phi in enumerate(header.phis):
        starts = [form_of(edge.values[place], {}, registers) for edge in entries]
        following = form_of(back.values[place], {phi: {(SELF,): 1}}, registers)
        if starts[0] is None or any(start != starts[0] for start in starts) or following is None:
            continue
        if following.pop((SELF,), 0) != 1 or any(SELF in monomial for monomial in following):
            continue
        grown = _product(following, {(ROUND,): 1})
        if grown is not None:
            found[phi] = _sum(starts[0], grown, 1)
    return found
