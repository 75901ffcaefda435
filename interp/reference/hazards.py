"""Distinguish results that an operation does not have for its operands (hazards, such as a quotient by zero) from
overflows.

The run that decides which blends a compiler could have kept clean uses this (`interp.blends`). In three further runs,
hazards are replaced by NaNs, by ones, and by the results of guarded operands. A result that stays the same does not
depend on the hazards; one that overflows in such a run overflows because of the guard.
"""

from __future__ import annotations

from gpucc.interp.reference.library import Library
from gpucc.interp.rounding import literal

# operations whose result is no number exactly if the operand is outside their domain
HAZARDOUS = frozenset("frem sqrt exp exp2 log log2 log10 log1p asin acos acosh atanh".split())
# functions that are often computed by polynomials
CURVES = frozenset("sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh erf cbrt expm1 log1p".split())


def replaced(library: Library, op: str, count: int) -> str:
    """A helper that returns the result %a, or in a run with fills another value if %a is no number because the
    operation has none for these operands.

    Fills are a NaN, one, and the result for a guarded operand, such as a quotient by one. The cases are a quotient by
    zero, a power of a number that is not positive, a root or logarithm outside its domain, and a power of two beyond
    all numbers. If the operation takes the operands but its result is no number, or nearly infinite, it is doubted: a
    sum or product overflows. So is a curve of a large argument, since a target may compute it by a polynomial.
    """
    size, huge = library.intrinsic("llvm.fabs.f32", "float", ["float"]), literal(library.format.greatest / 2)
    lines = [f"%size = call float {size}(float %a)", f"%far = fcmp uge float %size, {huge}"]
    if op == "fdiv":
        # many targets multiply by the reciprocal
        lines += [
            "%reciprocal = fdiv float 1.0, %c",
            f"%vast = call float {size}(float %reciprocal)",
            f"%beyond = fcmp uge float %vast, {huge}",
        ]
        lines += ["%bad = or i1 %far, %beyond", "%outside = fcmp oeq float %c, 0.0"]
    else:
        test = {"pow": "fcmp ole float %b, 0.0"}.get(op, f"xor i1 {'false' if op in HAZARDOUS else 'true'}, true")
        lines += ["%bad = or i1 %far, false", f"%outside = {test}"]
    if op in CURVES or op == "exp":
        # e^x is 2^(x log2 e), which overflows as soon as twice the argument does
        largest = literal(2.0 ** (2 ** (library.format.exponent - 4))) if op in CURVES else huge
        lines += [
            f"%wide = call float {size}(float %b)",
            f"%large = fcmp uge float %wide, {largest}",
            "call void @ref.doubt(i1 %large)",
        ]
    given = "%bad"
    for i, letter in enumerate("bcd"[:count]):
        lines += [f"%n{i} = fsub float %{letter}, %{letter}", f"%number{i} = fcmp ord float %n{i}, %n{i}"]
        lines += [f"%bad{i} = and i1 {given}, %number{i}"]
        given = f"%bad{i}"
    lines += [
        f"%hazard = and i1 {given}, %outside",
        f"%overflow = xor i1 {given}, %hazard",
        "call void @ref.doubt(i1 %overflow)",
    ]
    lines += ["%fill = load i8, ptr @ref.perturb", "%second = icmp eq i8 %fill, 2", "%none = icmp eq i8 %fill, 0"]
    lines += [
        "%third = icmp eq i8 %fill, 3",
        f"%guarded = select i1 %third, float {'%b' if op == 'fdiv' else '1.0'}, float 0x7FF8000000000000",
    ]
    lines += [
        "%other = select i1 %second, float 1.0, float %guarded",
        "%used = select i1 %none, float %a, float %other",
    ]
    lines += ["%r = select i1 %hazard, float %used, float %a", "ret float %r"]
    kind = op if op in ("fdiv", "pow", "exp") or op in CURVES else "hazard" if op in HAZARDOUS else "of"
    name = f"replaced.{kind}.{count}"
    return library.scalar(name, "float", ["float"] * (count + 1), lambda: "\n".join(f"  {line}" for line in lines))
