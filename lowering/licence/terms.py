"""Terms that are never opened: differences, and the parts that built-ins compute from a rounded value.

(x - c) * k is exact near c, x * k - c * k is not, and x - floor(x) is a fraction only in this form. The terms of a
difference may be reordered among themselves, but the difference is one term of any larger sum. x + (0 - x) * a, which
mix(x, 0.0, a) is, is such a difference.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from gpucc.lowering.licence.ranges import intrinsic
from gpucc.lowering.llvm import Aggregate, FloatConstant, Function, LlvmInstruction, Value, Zero
from gpucc.lowering.reader.spelling import DefUse, trace_flow

ROUNDING = frozenset({"floor", "ceil", "trunc", "round", "roundeven", "rint", "nearbyint"})
ADDITIVE = frozenset({"fadd", "fsub"})
ARITHMETIC = frozenset({"fadd", "fsub", "fmul", "fdiv", "frem"})
# instructions that pass a value on unchanged
MOVES = frozenset({"fneg", "freeze", "extractelement", "insertelement", "shufflevector", "phi", "select"})


def closed_terms(function: Function) -> Iterator[str]:
    """Yield the sums and differences that the surrounding code must not open."""
    flow = trace_flow(function)
    for block in function.blocks:
        for one in block.instructions:
            if one.op not in ADDITIVE or one.name is None:
                continue
            if _parts_rounded(one, flow) or (_subtracts(one, flow) and _is_term(one, flow)):
                yield one.name


def fractions(function: Function) -> Iterator[str]:
    """Yield what is left of values behind their rounding, such as x - floor(x), and the differences that read it.

    `fast` keeps these closed, too: of a large x, another order leaves another number, or none. LLVM makes a + (floor(x)
    - x) of a - (x - floor(x)), with the flags of the outer difference.
    """
    flow = trace_flow(function)
    for block in function.blocks:
        for one in block.instructions:
            if one.op in ADDITIVE and one.name is not None and _parts_rounded(one, flow):
                yield one.name
                yield from (user.name for user in _arithmetic(one, flow) if user.op == "fsub" and user.name)


def _subtracts(one: LlvmInstruction, flow: DefUse) -> bool:
    return one.op == "fsub" or any(_is_negative(value) or _negates(value, flow) for value in one.operands)


def _negates(value: Value, flow: DefUse) -> bool:
    """Return whether a value is -x, 0 - x in one of its components, or a product with such a factor."""
    made = flow.definition(value)
    if made is None:
        return False
    if made.op == "fmul":
        factors = [flow.definition(factor) for factor in made.operands]
        return any(factor is not None and _is_negation(factor) for factor in factors)
    return _is_negation(made)


def _is_negation(made: LlvmInstruction) -> bool:
    return made.op == "fneg" or (made.op == "fsub" and _has_zero(made.operands[0]))


def _has_zero(value: Value) -> bool:
    match value:
        case FloatConstant(_, number):
            return number == 0
        case Aggregate(_, elements):
            return any(map(_has_zero, elements))
        case Zero():
            return True
    return False


def _is_negative(value: Value) -> bool:
    match value:
        case FloatConstant(_, number):
            return math.copysign(1.0, number) < 0 and number != 0
        case Aggregate(_, elements):
            return any(map(_is_negative, elements))
    return False


def _parts_rounded(one: LlvmInstruction, flow: DefUse) -> bool:
    """Return whether the instruction is x - floor(x), x - y * floor(x / y) or the like."""
    for value in one.operands:
        made = flow.definition(value)
        factors = made.operands if made is not None and made.op == "fmul" else (value,)
        for factor in factors:
            called = flow.definition(factor)
            if called is not None and intrinsic(called) in ROUNDING:
                return True
    return False


def _is_term(one: LlvmInstruction, flow: DefUse) -> bool:
    """Return whether arithmetic reads the value, as it is or as a component."""
    return any(True for _ in _arithmetic(one, flow))


def _arithmetic(one: LlvmInstruction, flow: DefUse) -> Iterator[LlvmInstruction]:
    """Yield the arithmetic that reads the value, as it is or as a component."""
    seen: set[str | None] = {one.name}
    waiting = [one.name]
    while waiting:
        for user in flow.users(waiting.pop()):
            if user.op in ARITHMETIC:
                yield user
            if user.op in MOVES and user.name not in seen:
                seen.add(user.name)
                waiting.append(user.name)
