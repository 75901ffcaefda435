"""Computes `(float)sqrt((double)x)`, as C writes it, without the double.

This is exact for functions whose double result, rounded to float, is the float function's result: sqrt (a double has
more than twice a float's bits, so rounding twice is rounding once) and functions that only select or round to integers.
Sines, powers and the like are approximate on every target, as floats and as doubles.
"""

from __future__ import annotations

from gpucc.lowering.llvm import FLOAT, Function, Global, LlvmInstruction, Local, Module
from gpucc.lowering.reader.calls import FAST_MATH
from gpucc.lowering.reader.edit import restated
from gpucc.lowering.reader.spelling import DefUse, quote, trace_flow

EXACT = frozenset(
    "sqrt fabs floor ceil trunc rint nearbyint round roundeven minnum maxnum minimumnum maximumnum minimum maximum"
    " copysign".split()
)
APPROXIMATE = frozenset("sin cos tan asin acos atan atan2 sinh cosh tanh exp exp2 exp10 log log2 log10 pow".split())


def demote_doubles(module: Module, function: Function) -> None:
    """Turn the function's double functions of floats into float functions if the result is the same."""
    if not any(name.endswith(".f64") for name in module.functions):
        return
    flow = trace_flow(function)
    for block in function.blocks:
        for i, one in enumerate(block.instructions):
            call = flow.definition(one.operands[0]) if one.op == "fptrunc" and one.type == FLOAT else None
            arguments = _float_arguments(call, flow) if call is not None else None
            if call is None or arguments is None:
                continue
            name = f"llvm.{_double_function(call)}.f32"
            flags = "".join(f"{flag} " for flag in sorted(call.flags & FAST_MATH))
            operands = ", ".join(f"float %{quote(argument)}" for argument in arguments)
            block.lines[i] = restated(
                block.lines[i], f"%{quote(one.name or '')} = call {flags}float @{name}({operands})"
            )
            declaration = f"declare float @{name}({', '.join(['float'] * len(arguments))})"
            module.functions.setdefault(name, Function(name, FLOAT, (), line=declaration))


def _double_function(call: LlvmInstruction) -> str:
    """Return the name of a double function: sqrt for a call of @llvm.sqrt.f64."""
    name = call.callee.name if call.op == "call" and isinstance(call.callee, Global) else ""
    return name[5:-4] if name.startswith("llvm.") and name.endswith(".f64") else ""


def _float_arguments(call: LlvmInstruction, flow: DefUse) -> list[str] | None:
    """Return the floats that the call's arguments are converted from, if it may be a float function."""
    name = _double_function(call)
    if name not in EXACT | APPROXIMATE:
        return None
    found = [flow.definition(operand) for operand in call.operands]
    floats = [
        one.operands[0] for one in found if one is not None and one.op == "fpext" and one.operands[0].type == FLOAT
    ]
    names = [one.name for one in floats if isinstance(one, Local)]
    return names if len(names) == len(call.operands) else None
