"""Helper functions in LLVM that perturb numbers at random.

A run may keep its numbers (its strength is zero), draw new errors for each result, or derive the error from the result
itself, as a chip does. A sparse run (FEW is added to its strength) leaves most results without an error. In a run
whose strength has SAME added, results with one bound have one error, as where a constant is inexact that all of them
use. A fine run (FINE is added) counts its strength in parts of FINEST, not in whole bounds. No helper changes an
infinity or a NaN.
"""

from __future__ import annotations

import struct

from gpucc.interp.reference.library import Library
from gpucc.interp.rounding import literal
from gpucc.isa.model import Format

# what a draw adds to the state: 2^64 divided by the golden ratio, as a signed number
STEP = -7046029254386353131
# added to the strength of a run in which three of four results have no error
FEW = 128
# added to the strength of a run in which all results with equal bounds have equal errors
SAME = 64
# added to the strength, below FINE, of a run whose errors are that many times FINEST of the bounds
FINE, FINEST = 32, 2.0**-8


def _mixed(state: str, name: str) -> str:
    """Lines that make random bits, %NAME.bits, of a state (splitmix64)."""
    return f"""  %{name}.0 = lshr i64 %{state}, 30
  %{name}.1 = xor i64 %{state}, %{name}.0
  %{name}.2 = mul i64 %{name}.1, -4658895280553007687
  %{name}.3 = lshr i64 %{name}.2, 27
  %{name}.4 = xor i64 %{name}.2, %{name}.3
  %{name}.5 = mul i64 %{name}.4, -7723592293110705685
  %{name}.6 = lshr i64 %{name}.5, 31
  %{name}.bits = xor i64 %{name}.5, %{name}.6"""


def _number(name: str) -> str:
    """Lines that make a number, %NAME, of random bits: of either sign, with its size uniform in 1/2 .. 1."""
    return f"""  %{name}.high = lshr i64 %{name}.bits, 40
  %{name}.whole = sitofp i64 %{name}.high to double
  %{name}.part = fmul double %{name}.whole, 0x3E60000000000000
  %{name}.size = fadd double %{name}.part, 5.000000e-01
  %{name}.down = trunc i64 %{name}.bits to i1
  %{name}.minus = fneg double %{name}.size
  %{name} = select i1 %{name}.down, double %{name}.minus, double %{name}.size"""


def jitter(library: Library, format: Format, rounding: str, steep: bool = False, chip: bool = False) -> str:
    """A helper that moves float %a at random by up to %b of itself and by up to %c, times the run's strength; a zero
    changes its sign where %d says so.

    `steep` is for a tangent computed from a sine and a cosine that are each off by up to %c: both are moved, and
    divided. Near a pole, where the cosine is no larger than its error, the result can be anything, so no multiple of
    the tangent's slope is a bound. Where numbers are further apart than %b of themselves, they move by up to that
    distance. With `chip`, the movement depends only on the run's seed and the float's bits.

    This is most of what a perturbed run does, so no random number is made that has no effect.
    """
    root = library.intrinsic("llvm.sqrt.f64", "double", ["double"]) if steep else ""
    return library.scalar(
        f"{format.name}.{format.rounding}.jitter{'.steep' if steep else ''}{'.chip' if chip else ''}",
        "float",
        ["float", "double", "double", "i1"],
        lambda: _moved(format, rounding, root, chip),
    )


def _moved(format: Format, rounding: str, root: str, chip: bool) -> str:
    """The instructions of a helper that moves a float; with the `root` of doubles, that of a tangent."""
    quantum = 2.0 ** (format.least_exponent - (format.mantissa if format.subnormals else 0))
    steps = 4 if root else 3
    places = "\n".join(f"  %n{i} = add i64 %s, {_after(i)}" for i in range(1, steps + 1))
    return f"""  %on = load i8, ptr @ref.perturb
  %wanted = icmp ne i8 %on, 0
  %difference = fsub float %a, %a
  %finite = fcmp ord float %difference, %difference
  %active = and i1 %wanted, %finite
  br i1 %active, label %move, label %keep
keep:
  ret float %a
move:
{_OF_THE_VALUE if chip else ""}  %drawn.state = load i64, ptr @ref.random
{_OF_THE_BOUNDS}
{places}
  %after = select i1 %same, i64 %drawn.state, i64 %n{steps}
  store i64 %after, ptr @ref.random
  %x = fpext float %a to double
  %loose = fcmp ogt double %b, 0.0
  %fixed = fcmp oeq double %c, 0.0
  %tight = fcmp oeq double %b, 0.0
  %exact = and i1 %tight, %fixed
  br i1 %exact, label %unmoved, label %drawn
unmoved:
{_is_normal(format)}
  br i1 %normal, label %keep, label %rounded
drawn:
{_mixed("n1", "u.draw")}
{_STRENGTH}
{_number("u.draw")}
  %u = fmul double %u.draw, %strength
{_mixed("n2", "v.draw")}
{_number("v.draw")}
  %v = fmul double %v.draw, %strength
  %ub = fmul double %u, %b
  %relative = fadd double %ub, 1.0
  %moved = fmul double %x, %relative
{_steep(root) if root else _FLAT}
  %near = select i1 %fixed, double %moved, double %shifted
  %nonzero = fcmp one float %a, 0.0
  %tiny = and i1 %nonzero, %loose
  %quantum = fmul double %v, {literal(quantum)}
  %finest = fadd double %near, %quantum
  %found = select i1 %tiny, double %finest, double %near
  br label %rounded
rounded:
  %sum = phi double [ %x, %unmoved ], [ %found, %drawn ]
  %r = call float {rounding}(double %sum)
  %zero = fcmp oeq float %r, 0.0
  %signed = and i1 %zero, %d
  br i1 %signed, label %toss, label %done
done:
  ret float %r
toss:
{_mixed(f"n{steps}", "w")}
  %flip = trunc i64 %w.bits to i1
  %minus = fneg float %r
  %out = select i1 %flip, float %minus, float %r
  ret float %out"""


def _after(draws: int) -> int:
    """What so many draws add to the state, as LLVM writes it."""
    return (STEP * draws + (1 << 63)) % (1 << 64) - (1 << 63)


def _is_normal(format: Format) -> str:
    """Lines that find out whether float %a is a normal number of the format, which rounding does not change."""
    least, greatest = (int.from_bytes(struct.pack("<f", value), "little") for value in (format.least, format.greatest))
    return f"""  %given = bitcast float %a to i32
  %finer = and i32 %given, {(1 << max(0, 23 - format.mantissa)) - 1}
  %even = icmp eq i32 %finer, 0
  %size = and i32 %given, 2147483647
  %above = sub i32 %size, {least}
  %within = icmp ule i32 %above, {greatest - least}
  %normal = and i1 %even, %within"""


def of_the_domain(library: Library, op: str) -> str:
    """A helper that takes an operand of asin, acos or acosh and the moved operand. One at the end of the domain, where
    a clamp leaves it, stays, and no other leaves the domain: there is no result, and near the end the slope is that of
    a root."""
    size = library.intrinsic("llvm.fabs.f32", "float", ["float"])
    outside = "ule" if op == "acosh" else "uge"
    return library.scalar(
        f"domain.{outside}",
        "float",
        ["float", "float"],
        lambda: (
            f"""  %a.size = call float {size}(float %a)
  %b.size = call float {size}(float %b)
  %edge = fcmp {outside} float %a.size, 1.0
  %beyond = fcmp {outside} float %b.size, 1.0
  %keep = or i1 %edge, %beyond
  %r = select i1 %keep, float %a, float %b
  ret float %r"""
        ),
    )


def of_few_bits(library: Library, bits: int) -> tuple[str, str]:
    """Two helpers that give back a number of few bits where a perturbed run has moved it. The first takes an operand
    and the moved operand; the second takes two operands, their sum or product, and that moved. Sums and products of
    such numbers are exact, in any order."""
    few = bits // 2

    def told(name: str) -> str:
        return f"""  %{name}.bits = bitcast float %{name} to i32
  %{name}.low = and i32 %{name}.bits, {(1 << 23 - few) - 1}
  %{name}.few = icmp eq i32 %{name}.low, 0"""

    one = library.scalar(
        f"few{few}.operand",
        "float",
        ["float", "float"],
        lambda: (
            f"""{told("a")}
  %r = select i1 %a.few, float %a, float %b
  ret float %r"""
        ),
    )
    # a zero keeps the sign that the run gave it
    both = library.scalar(
        f"few{few}.result",
        "float",
        ["float", "float", "float", "float"],
        lambda: (
            f"""{told("a")}
{told("b")}
{told("c")}
  %ab = and i1 %a.few, %b.few
  %abc = and i1 %ab, %c.few
  %some = fcmp une float %c, 0.0
  %keep = and i1 %abc, %some
  %r = select i1 %keep, float %c, float %d
  ret float %r"""
        ),
    )
    return one, both


def stretched(library: Library, format: Format, rounding: str, chip: bool = False) -> str:
    """A helper that moves a finite float %a at random by up to %b of itself if its magnitude exceeds %c, or if the run
    has one error for all."""
    move = jitter(library, format, rounding, chip=chip)
    body = f"""  %x = fpext float %a to double
  %minus = fneg double %x
  %over = fcmp ogt double %x, %c
  %under = fcmp ogt double %minus, %c
  %on = load i8, ptr @ref.perturb
  %like = and i8 %on, {SAME}
  %same = icmp ne i8 %like, 0
  %large = or i1 %over, %under
  %wanted = or i1 %large, %same
  br i1 %wanted, label %move, label %keep
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


_OF_THE_VALUE = f"""  %given.bits = bitcast float %a to i32
  %given.wide = zext i32 %given.bits to i64
  %given.spread = mul i64 %given.wide, {STEP}
  %chip = load i64, ptr @ref.seed
  %state = xor i64 %given.spread, %chip
  store i64 %state, ptr @ref.random
"""

_OF_THE_BOUNDS = f"""  %like = and i8 %on, {SAME}
  %same = icmp ne i8 %like, 0
  %b.bits = bitcast double %b to i64
  %c.bits = bitcast double %c to i64
  %bounds = xor i64 %b.bits, %c.bits
  %bounds.spread = mul i64 %bounds, {STEP}
  %bounds.state = xor i64 %bounds.spread, %drawn.state
  %s = select i1 %same, i64 %bounds.state, i64 %drawn.state"""

_STRENGTH = f"""  %fine = and i8 %on, {FINE}
  %whole = icmp eq i8 %fine, 0
  %unit = select i1 %whole, double 1.0, double {literal(FINEST)}
  %sparse = icmp slt i8 %on, 0
  %lot = and i64 %u.draw.bits, 6
  %spared = icmp ne i64 %lot, 0
  %still = and i1 %sparse, %spared
  %times = and i8 %on, {FINE - 1}
  %count = uitofp i8 %times to double
  %some = fmul double %count, %unit
  %strength = select i1 %still, double 0.0, double %some"""

_FLAT = """  %absolute = fmul double %v, %c
  %shifted = fadd double %moved, %absolute"""


def _steep(root: str) -> str:
    return f"""  %square = fmul double %moved, %moved
  %one = fadd double %square, 1.0
  %secant = call double {root}(double %one)
  %cosine = fdiv double 1.0, %secant
  %sine = fdiv double %moved, %secant
  %cosine.off = fmul double %v, %c
{_mixed("n3", "sine.draw")}
{_number("sine.draw")}
  %sine.part = fmul double %sine.draw, %strength
  %sine.off = fmul double %sine.part, %c
  %cosine.moved = fadd double %cosine, %cosine.off
  %sine.moved = fadd double %sine, %sine.off
  %shifted = fdiv double %sine.moved, %cosine.moved"""
