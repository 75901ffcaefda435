"""Names of mathematical functions in LLVM IR, and the freedom that instructions leave to their results."""

from __future__ import annotations

import re
from collections.abc import Mapping

from gpucc.interp.compare import Freedom
from gpucc.interp.reference.irtext import LOCAL, TextCall, TextFunction, TextLine, parse_call, vector_parts
from gpucc.isa.model import Bound

INEXACT_FLAGS = frozenset("reassoc contract arcp afn".split())
UNARY = frozenset(
    "acos acosh asin asinh atan atanh cbrt cos cosh erf exp exp2 expm1 log log10 log1p log2 sin sinh tan tanh".split()
)
BINARY = frozenset("atan2 hypot pow".split())
COMPARING = frozenset({"fcmp", "icmp"})
WHOLE = frozenset({"floor", "ceil", "trunc", "rint", "round", "nearbyint", "roundeven"})
# operations whose result changes with the last bit of an operand
HANDS_ON = frozenset(
    "fdiv fadd fsub fmul fneg select phi fptrunc fpext insertelement extractelement shufflevector".split()
)
# names of exact operations -> the helper that computes them
EXACT = {
    **{name: name for name in "sqrt floor ceil trunc rint round fmin fmax fabs copysign fma".split()},
    **dict.fromkeys(("nearbyint", "roundeven"), "rint"),
    **dict.fromkeys(("minnum", "minimumnum", "fminimum_num"), "fmin"),
    **dict.fromkeys(("maxnum", "maximumnum", "fmaximum_num"), "fmax"),
    **dict.fromkeys(("canonicalize", "arithmetic.fence"), "copy"),
    "minimum": "fminimum",
    "maximum": "fmaximum",
    "fmod": "frem",
    "fmuladd": "fma",
}


def function_name(name: str, kind: str) -> str:
    """The operation of an intrinsic or C function: llvm.exp2.v4f32, exp2f and exp2 are exp2."""
    if name.startswith("llvm."):
        return re.sub(r"(?:\.(?:v\d+)?(?:f|i|bf)\d+)+$", "", name[len("llvm.") :])
    return name[:-1] if name.endswith("f") and name not in ("erf",) and kind != "double" else name


def bounded_as(op: str, call: TextCall) -> str:
    """The operation whose bound applies. LLVM replaces exp2 of an integer by ldexp; a target that has only exp2 has
    that bound."""
    if op == "ldexp":
        return "" if call.arguments[1][1].lstrip("-").isdigit() else "exp2"
    return "pow" if op in ("exp10", "powi") else op


def licence(line: TextLine) -> frozenset[str]:
    """The flags that leave the value open.

    afn does not concern arithmetic, arcp only quotients, and no flag concerns operations that are exact in any order,
    such as floor. If a model of the target gives a function's value, other ways to compute it do not matter.
    """
    flags = line.flags & INEXACT_FLAGS
    if not flags or line.op != "call":
        return flags - ({"afn"} if line.op == "fdiv" and line.models is None else {"afn", "arcp"})
    call = parse_call(line)
    op = EXACT.get(function_name(call.callee[1:].strip('"'), vector_parts(call.result)[1])) if call else None
    if op not in (None, "sqrt", "fma"):
        return frozenset()
    # a root may be approximate, a fused operation may not
    flags = flags - {"afn"} if op == "fma" else flags
    return flags if line.models is None else flags - {"afn", "arcp"}


def line_freedom(line: TextLine, bounds: Mapping[str, Bound]) -> Freedom:
    """The freedom that an instruction's flags and the bound of its operation allow."""
    reorders = bool(licence(line))
    values = reorders or (line.op in bounds and line.models is None)
    call = parse_call(line) if line.op == "call" else None
    if call is not None and line.models is None:
        op = function_name(call.callee[1:].strip('"'), vector_parts(call.result)[1])
        values |= bounded_as(op, call) in bounds or op == "sincos" or EXACT.get(op) in bounds
        values |= ".proj" in call.callee and "fdiv" in bounds
    return Freedom(values, "nsz" in line.flags, reorders)


def freedom(function: TextFunction, bounds: Mapping[str, Bound]) -> Freedom:
    """The freedom of all instructions together."""
    found = [line_freedom(line, bounds) for block in function.blocks for line in block.lines]
    return Freedom(any(f.values for f in found), any(f.zero_signs for f in found), any(f.reorders for f in found))


def is_whole(line: TextLine) -> bool:
    if line.op in ("fptosi", "fptoui"):
        return True
    call = parse_call(line) if line.op == "call" else None
    return call is not None and function_name(call.callee[1:].strip('"'), vector_parts(call.result)[1]) in WHOLE


def rounded_values(function: TextFunction) -> frozenset[str]:
    """Return the values whose last bit decides a whole part, a remainder or a comparison, by way of arithmetic."""
    lines = [line for block in function.blocks for line in block.lines]
    makers = {line.result: line for line in lines if line.result}
    waiting = [line for line in lines if line.op in ("fcmp", "frem") or is_whole(line)]
    found: set[str] = set()
    while waiting:
        for name in LOCAL.findall(waiting.pop().rest):
            maker = makers.get(name)
            if name not in found and maker is not None and _hands_on(maker):
                found.add(name)
                waiting.append(maker)
    return frozenset(found)


def _hands_on(line: TextLine) -> bool:
    call = parse_call(line) if line.op == "call" else None
    if call is None:
        return line.op in HANDS_ON
    op = function_name(call.callee[1:].strip('"'), vector_parts(call.result)[1])
    return EXACT.get(op) in ("fmin", "fmax", "fminimum", "fmaximum", "fabs", "copy")


def open_values(function: TextFunction, bounds: Mapping[str, Bound]) -> frozenset[str]:
    """Values computed from an open value: even exact operations on them may round differently.

    A store of an open value makes all loads open. Comparisons and whole parts end the dependence: their result is one
    or the other, and operations on it round as usual.
    """
    lines = [line for block in function.blocks for line in block.lines]
    users: dict[str, list[TextLine]] = {}
    for line in lines:
        for name in LOCAL.findall(line.rest):
            users.setdefault(name, []).append(line)
    loads = [line.result for line in lines if line.op == "load" and line.result]
    waiting = [line.result for line in lines if line.result and line_freedom(line, bounds).values]
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        for user in users.get(name, []):
            if user.op in COMPARING or is_whole(user):
                continue
            if user.result:
                waiting.append(user.result)
            elif user.op == "store":
                waiting += loads
    return frozenset(found)
