"""Helper functions in LLVM that perturb numbers at random.

A run may keep its numbers (its strength is zero), draw new errors for each result, or derive the error from the result
itself, as a chip does. No helper changes an infinity or a NaN.
"""

from __future__ import annotations

from gpucc.interp.reference.library import Library
from gpucc.interp.rounding import literal
from gpucc.isa.model import Format


def draw(library: Library) -> str:
    """A helper: a random number of either sign, with its size uniform in 1/2 .. 1 (splitmix64)."""
    body = """  %s = load i64, ptr @ref.random
  %n = add i64 %s, -7046029254386353131
  store i64 %n, ptr @ref.random
  %a0 = lshr i64 %n, 30
  %a1 = xor i64 %n, %a0
  %a2 = mul i64 %a1, -4658895280553007687
  %a3 = lshr i64 %a2, 27
  %a4 = xor i64 %a2, %a3
  %a5 = mul i64 %a4, -7723592293110705685
  %a6 = lshr i64 %a5, 31
  %x = xor i64 %a5, %a6
  %u = lshr i64 %x, 40
  %f = uitofp i64 %u to double
  %g = fmul double %f, 0x3E60000000000000
  %p = fadd double %g, 5.000000e-01
  %bit = trunc i64 %x to i1
  %minus = fneg double %p
  %r = select i1 %bit, double %minus, double %p
  ret double %r"""
    return library.scalar("draw", "double", [], lambda: body)


def jitter(library: Library, format: Format, rounding: str, steep: bool = False, chip: bool = False) -> str:
    """A helper that moves float %a at random by up to %b of itself and by up to %c, times the run's strength; a zero
    changes its sign where %d says so.

    `steep` is for a tangent computed from a sine and a cosine that are each off by up to %c: both are moved, and
    divided. Near a pole, where the cosine is no larger than its error, the result can be anything, so no multiple of
    the tangent's slope is a bound. Where numbers are further apart than %b of themselves, they move by up to that
    distance. With `chip`, the movement depends only on the run's seed and the float's bits.
    """
    root = library.intrinsic("llvm.sqrt.f64", "double", ["double"]) if steep else ""
    least = 2.0 ** (format.least_exponent - (format.mantissa if format.subnormals else 0))
    body = f"""  %on = load i8, ptr @ref.perturb
  %wanted = icmp ne i8 %on, 0
  %difference = fsub float %a, %a
  %finite = fcmp ord float %difference, %difference
  %active = and i1 %wanted, %finite
  br i1 %active, label %move, label %keep
keep:
  ret float %a
move:
{_OF_THE_VALUE if chip else ""}  %x = fpext float %a to double
  %strength = uitofp i8 %on to double
  %u.draw = call double {draw(library)}()
  %u = fmul double %u.draw, %strength
  %v.draw = call double @ref.draw()
  %v = fmul double %v.draw, %strength
  %ub = fmul double %u, %b
  %relative = fadd double %ub, 1.0
  %moved = fmul double %x, %relative
{_steep(root) if steep else _FLAT}
  %fixed = fcmp oeq double %c, 0.0
  %near = select i1 %fixed, double %moved, double %shifted
  %nonzero = fcmp one float %a, 0.0
  %loose = fcmp ogt double %b, 0.0
  %tiny = and i1 %nonzero, %loose
  %quantum = fmul double %v, {literal(least)}
  %finest = fadd double %near, %quantum
  %sum = select i1 %tiny, double %finest, double %near
  %r = call float {rounding}(double %sum)
  %zero = fcmp oeq float %r, 0.0
  %w = call double @ref.draw()
  %down = fcmp olt double %w, 0.0
  %flip0 = and i1 %zero, %down
  %flip = and i1 %flip0, %d
  %minus = fneg float %r
  %out = select i1 %flip, float %minus, float %r
  ret float %out"""
    return library.scalar(
        f"{format.name}.{format.rounding}.jitter{'.steep' if steep else ''}{'.chip' if chip else ''}",
        "float",
        ["float", "double", "double", "i1"],
        lambda: body,
    )


def stretched(library: Library, format: Format, rounding: str, chip: bool = False) -> str:
    """A helper that moves a finite float %a at random by up to %b of itself if its magnitude exceeds %c."""
    move = jitter(library, format, rounding, chip=chip)
    body = f"""  %x = fpext float %a to double
  %minus = fneg double %x
  %over = fcmp ogt double %x, %c
  %under = fcmp ogt double %minus, %c
  %large = or i1 %over, %under
  br i1 %large, label %move, label %keep
keep:
  ret float %a
move:
  %r = call float {move}(float %a, double %b, double 0.0, i1 false)
  ret float %r"""
    return library.scalar(
        f"{format.name}.{format.rounding}.stretched{'.chip' if chip else ''}",
        "float",
        ["float", "double", "double"],
        lambda: body,
    )


# 2^64 divided by the golden ratio
_OF_THE_VALUE = """  %given.bits = bitcast float %a to i32
  %given.wide = zext i32 %given.bits to i64
  %given.spread = mul i64 %given.wide, -7046029254386353131
  %chip = load i64, ptr @ref.seed
  %state = xor i64 %given.spread, %chip
  store i64 %state, ptr @ref.random
"""

_FLAT = """  %absolute = fmul double %v, %c
  %shifted = fadd double %moved, %absolute"""


def _steep(root: str) -> str:
    return f"""  %square = fmul double %moved, %moved
  %one = fadd double %square, 1.0
  %secant = call double {root}(double %one)
  %cosine = fdiv double 1.0, %secant
  %sine = fdiv double %moved, %secant
  %cosine.off = fmul double %v, %c
  %sine.draw = call double @ref.draw()
  %sine.part = fmul double %sine.draw, %strength
  %sine.off = fmul double %sine.part, %c
  %cosine.moved = fadd double %cosine, %cosine.off
  %sine.moved = fadd double %sine, %sine.off
  %shifted = fdiv double %sine.moved, %cosine.moved"""
