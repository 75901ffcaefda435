"""Float arithmetic as LLVM helper functions: each result is rounded to the format, with the format's special values.

Values are float32 in registers. Sums, products, quotients and roots are computed in double and rounded once: a double
has more than twice a format's significant bits plus two, so that the two roundings to nearest equal one (Figueroa
1995). For rounding towards zero that does not hold: there the double is first moved one step towards zero if it
overshot the exact value.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import sys
from functools import cache

from gpucc.errors import InternalError
from gpucc.interp.reference.library import Library
from gpucc.interp.rounding import is_binary32, literal
from gpucc.isa.model import Format

EXPONENT_BITS = 0x7FF << 52
_DOUBLES = "  %x = fpext float %a to double\n  %y = fpext float %b to double\n"
INSTRUCTIONS = frozenset("fadd fsub fmul fdiv frem".split())


def rounding(library: Library, format: Format) -> str:
    """A helper double -> float that rounds once to the format."""
    return library.scalar(
        f"{format.name}.{format.rounding}.round", "float", ["double"], lambda: _rounding(library, format)
    )


def _rounding(library: Library, format: Format) -> str:
    """Return the body of a function that rounds a double to the format once."""
    if is_binary32(format):
        return "  %r = fptrunc double %a to float\n  ret float %r"
    magnitude = library.intrinsic("llvm.fabs.f64", "double", ["double"])
    copysign = library.intrinsic("llvm.copysign.f64", "double", ["double", "double"])
    least = literal(2.0**format.least_exponent)
    zero = literal(0.0)
    # adding and subtracting 1.5 * 2^52 quanta rounds a double to whole quanta, halves to even
    lines = [
        "%bits = bitcast double %a to i64",
        f"%high = and i64 %bits, {EXPONENT_BITS}",
        f"%special = icmp eq i64 %high, {EXPONENT_BITS}",
        "%power = bitcast i64 %high to double",
        f"%small = fcmp olt double %power, {least}",
        f"%normal = select i1 %small, double {least}, double %power",
        f"%huge = fcmp ogt double %normal, {literal(2.0**300)}",
        f"%base = select i1 %huge, double {literal(2.0**300)}, double %normal",
        f"%shift = fmul double %base, {literal(1.5 * 2.0 ** (52 - format.mantissa))}",
        "%up = fadd double %a, %shift",
        "%near = fsub double %up, %shift",
        f"%size = call double {magnitude}(double %near)",
        f"%given = call double {magnitude}(double %a)",
    ]
    if format.rounding == "trunc":
        lines += [
            f"%quantum = fmul double %base, {literal(2.0**-format.mantissa)}",
            "%less = fsub double %size, %quantum",
            "%over = fcmp ogt double %size, %given",
            "%whole = select i1 %over, double %less, double %size",
        ]
    whole = "%whole" if format.rounding == "trunc" else "%size"
    beyond = literal(float("inf") if format.rounding == "even" else format.greatest)
    lines += [
        f"%outside = fcmp ogt double {whole}, {literal(format.greatest)}",
        f"%limited = select i1 %outside, double {beyond}, double {whole}",
        f"%tiny = fcmp olt double %limited, {least if not format.subnormals else zero}",
        f"%flushed = select i1 %tiny, double {zero}, double %limited",
        f"%signed = call double {copysign}(double %flushed, double %a)",
        "%result = select i1 %special, double %a, double %signed",
        f"%zero = fcmp oeq double %result, {zero}",
        f"%clean = select i1 %zero, double {zero}, double %result",
        f"%r = fptrunc double {'%result' if format.negative_zero else '%clean'} to float",
    ]
    return "\n".join(f"  {line}" for line in [*lines, "ret float %r"])


def fitting(library: Library, format: Format) -> str:
    """A helper float -> float that rounds to the format."""
    body = f"  %x = fpext float %a to double\n  %r = call float {rounding(library, format)}(double %x)\n  ret float %r"
    return library.scalar(f"{format.name}.{format.rounding}.fit", "float", ["float"], lambda: body)


def binary(library: Library, format: Format, op: str) -> str:
    """A helper (float, float) -> float for fadd, fsub, fmul, fdiv or frem."""
    return library.scalar(
        f"{format.name}.{format.rounding}.{op}", "float", ["float", "float"], lambda: _binary(library, format, op)
    )


def _binary(library: Library, format: Format, op: str) -> str:
    round_up = rounding(library, format)
    step = f"call double {libm('fmod')}(double %x, double %y)" if op == "frem" else f"{op} double %x, %y"
    compute = f"  %s = {step}\n"
    if format.rounding == "trunc":
        compute += {"fadd": _SUM_ERROR, "fsub": _DIFFERENCE_ERROR, "fdiv": _quotient_error(round_up)}.get(
            op, "  %over = icmp eq i1 false, true\n"
        )
        compute += _STEP_BACK
    else:
        compute += "  %t = fadd double %s, -0.0\n"
    if op == "fmul" and format.zero_times_inf_is_zero:
        return _DOUBLES + compute + _ZERO_TIMES_INFINITY.format(round=round_up)
    return _DOUBLES + compute + f"  %r = call float {round_up}(double %t)\n  ret float %r"


_STEP_BACK = """  %sbits = bitcast double %s to i64
  %sless = sub i64 %sbits, 1
  %sback = bitcast i64 %sless to double
  %t = select i1 %over, double %sback, double %s
"""

# Knuth's two-sum: the exact error of a double sum; the sum overshot if the error points towards zero
_ERROR = """  %opposite = fmul double %e1, %e2
  %over = fcmp olt double %opposite, 0.0
"""
_SUM_ERROR = (
    """  %bb = fsub double %s, %x
  %ab = fsub double %s, %bb
  %ea = fsub double %x, %ab
  %eb = fsub double %y, %bb
  %e = fadd double %ea, %eb
  %e1 = call double @llvm.copysign.f64(double 1.0, double %s)
  %nonzero = fcmp one double %e, 0.0
  %esign = call double @llvm.copysign.f64(double 1.0, double %e)
  %e2 = select i1 %nonzero, double %esign, double 0.0
"""
    + _ERROR
)
_DIFFERENCE_ERROR = "  %y.n = fneg double %y\n" + _SUM_ERROR.replace("double %y,", "double %y.n,")


def _quotient_error(round_up: str) -> str:
    """The double quotient overshot if quotient * divisor, which is exact in double, exceeds the dividend."""
    return f"""  %q = call float {round_up}(double %s)
  %qd = fpext float %q to double
  %product = fmul double %qd, %y
  %pa = call double @llvm.fabs.f64(double %product)
  %xa = call double @llvm.fabs.f64(double %x)
  %over = fcmp ogt double %pa, %xa
"""


_ZERO_TIMES_INFINITY = """  %p = fmul double %x, %y
  %nan = fcmp uno double %p, %p
  %ordered = fcmp ord double %x, %y
  %invalid = and i1 %nan, %ordered
  %v = select i1 %invalid, double 0.0, double %t
  %r = call float {round}(double %v)
  ret float %r"""


def root(library: Library, format: Format) -> str:
    """A helper float -> float for sqrt."""

    def body() -> str:
        round_up = rounding(library, format)
        squareroot = library.intrinsic("llvm.sqrt.f64", "double", ["double"])
        lines = f"  %x = fpext float %a to double\n  %s = call double {squareroot}(double %x)\n"
        if format.rounding == "trunc":
            library.intrinsic("llvm.fabs.f64", "double", ["double"])
            lines += _quotient_error(round_up).replace("fmul double %qd, %y", "fmul double %qd, %qd") + _STEP_BACK
        else:
            lines += "  %t = fadd double %s, -0.0\n"
        return lines + f"  %r = call float {round_up}(double %t)\n  ret float %r"

    return library.scalar(f"{format.name}.{format.rounding}.sqrt", "float", ["float"], body)


# minimum and maximum ------------------------------------------------------------------------------------------------


def extreme(library: Library, format: Format, op: str) -> str:
    """A helper for fmin and fmax by the format's rule; fminimum and fmaximum propagate NaN in every format."""
    return library.scalar(f"{format.minmax}.{op}", "float", ["float", "float"], lambda: _extreme(op, format))


def _extreme(op: str, format: Format) -> str:
    less, zero = ("olt", "or") if op.startswith("fmin") else ("ogt", "and")
    if format.minmax == "second" and op in ("fmin", "fmax"):
        # the compiler may choose the order of the operands, so a lane with one NaN is unsure
        return f"""  %na = fcmp uno float %a, %a
  %nb = fcmp uno float %b, %b
  %one = xor i1 %na, %nb
  call void @ref.mark(i1 %one)
  %c = fcmp {less} float %a, %b
  %r = select i1 %c, float %a, float %b
  ret float %r"""
    nan = ("%sum", "%sum") if op in ("fminimum", "fmaximum") else ("%b", "%a")
    return f"""  %na = fcmp uno float %a, %a
  %nb = fcmp uno float %b, %b
  %sum = fadd float %a, %b
  %ia = bitcast float %a to i32
  %ib = bitcast float %b to i32
  %both = {zero} i32 %ia, %ib
  %same = bitcast i32 %both to float
  %c = fcmp {less} float %a, %b
  %e = fcmp oeq float %a, %b
  %r1 = select i1 %c, float %a, float %b
  %r2 = select i1 %e, float %same, float %r1
  %r3 = select i1 %nb, float {nan[1]}, float %r2
  %r4 = select i1 %na, float {nan[0]}, float %r3
  ret float %r4"""


# to whole numbers ----------------------------------------------------------------------------------------------------

_WHOLE_HEAD = """  %bits = bitcast float %a to i32
  %sizebits = and i32 %bits, 2147483647
  %signbit = and i32 %bits, -2147483648
  %size = bitcast i32 %sizebits to float
  %small = fcmp olt float %size, 8388608.0
  %safe = select i1 %small, float %size, float 0.0
  %int = fptosi float %safe to i32
  %low = sitofp i32 %int to float
  %part = fsub float %safe, %low
  %next = fadd float %low, 1.0
"""
_WHOLE_TAIL = """  %rbits = bitcast float %r to i32
  %joined = or i32 %rbits, %signbit
  %whole = bitcast i32 %joined to float
  %out = select i1 %small, float %whole, float %a
  ret float %out"""
_WHOLE = {
    "trunc": "  %r = select i1 %small, float %low, float 0.0\n",
    "floor": (
        "  %frac = fcmp ogt float %part, 0.0\n  %neg = icmp ne i32 %signbit, 0\n  %up = and i1 %frac, %neg\n"
        "  %r = select i1 %up, float %next, float %low\n"
    ),
    "ceil": (
        "  %frac = fcmp ogt float %part, 0.0\n  %pos = icmp eq i32 %signbit, 0\n  %up = and i1 %frac, %pos\n"
        "  %r = select i1 %up, float %next, float %low\n"
    ),
    "round": "  %up = fcmp oge float %part, 0.5\n  %r = select i1 %up, float %next, float %low\n",
    "rint": "  %more = fadd float %safe, 8388608.0\n  %r = fsub float %more, 8388608.0\n",
}


def whole(library: Library, format: Format, op: str) -> str:
    """A helper for floor, ceil, trunc, rint (halves to even) or round (halves away from zero): exact, keeps the sign of
    zero."""
    if format.negative_zero:
        return library.scalar(f"ieee.{op}", "float", ["float"], lambda: _WHOLE_HEAD + _WHOLE[op] + _WHOLE_TAIL)
    inner = library.scalar(f"ieee.{op}", "float", ["float"], lambda: _WHOLE_HEAD + _WHOLE[op] + _WHOLE_TAIL)
    body = f"  %x = call float {inner}(float %a)\n  %r = fadd float %x, 0.0\n  ret float %r"
    return library.scalar(f"{format.name}.{op}", "float", ["float"], lambda: body)


# functions of the C library -----------------------------------------------------------------------------------------


@cache
def _libm() -> ctypes.CDLL:
    name = "ucrtbase" if sys.platform == "win32" else ctypes.util.find_library("m")
    return ctypes.CDLL(name)


@cache
def libm(name: str) -> str:
    """A callee operand: the address of the host's double function."""
    try:
        found = getattr(_libm(), name)
    except AttributeError:
        raise InternalError(f"the C library of this host has no function {name}") from None
    return f"inttoptr (i64 {ctypes.cast(found, ctypes.c_void_p).value} to ptr)"


def function(library: Library, format: Format, name: str, arity: int) -> str:
    """A helper for a function of the C library, computed in double and rounded once to the format."""

    def body() -> str:
        call = f"  %s = call double {libm(name)}(double %x{', double %y' if arity == 2 else ''})\n"
        head = _DOUBLES if arity == 2 else "  %x = fpext float %a to double\n"
        return head + call + f"  %r = call float {rounding(library, format)}(double %s)\n  ret float %r"

    return library.scalar(f"{format.name}.{format.rounding}.{name}", "float", ["float"] * arity, body)


def scale(library: Library, format: Format) -> str:
    """A helper for ldexp: %a times two to the power of the whole number %b."""
    tail = f"  %r = call float {rounding(library, format)}(double %s)\n  ret float %r"
    return library.scalar(
        f"{format.name}.{format.rounding}.scale",
        "float",
        ["float", "float"],
        lambda: _DOUBLES + _scaled(library) + tail,
    )


def _scaled(library: Library) -> str:
    """Lines that make %s, which is %x times two to the power of the whole number %y."""
    least, most = (library.intrinsic(f"llvm.{name}num.f64", "double", ["double", "double"]) for name in ("min", "max"))
    # larger exponents always give zero or infinity, and a double can hold these powers
    return f"""  %l = call double {least}(double %y, double 1.0e+03)
  %n = call double {most}(double %l, double -1.0e+03)
  %p = call double {libm("exp2")}(double %n)
  %s = fmul double %x, %p
"""


# operations that reach an infinity step by step, so that a small error decides where it begins
GROWING = frozenset({"fdiv", "exp", "exp2", "pow", "ldexp", "sinh", "cosh", "tgamma"})


def nearly_infinite(library: Library, format: Format, op: str, arity: int) -> str:
    """A helper for a perturbed run: where the result %d of an operation of GROWING is an infinity, return what it is if
    it is computed too small by %c of itself; elsewhere return %e.

    %a and %b are its operands (%b is ignored if it has only one). An infinity that does not come from overflow, but
    from an infinite operand or a division by zero, stays one.
    """

    def body() -> str:
        if op == "ldexp":
            lines = _scaled(library)
        elif op == "fdiv":
            lines = "  %s = fdiv double %x, %y\n"
        else:
            lines = f"  %s = call double {libm(op)}(double %x{', double %y' if arity == 2 else ''})\n"
        return f"""  %on = load i8, ptr @ref.perturb
  %wanted = icmp ne i8 %on, 0
  %bits = bitcast float %d to i32
  %size = and i32 %bits, 2147483647
  %infinite = icmp eq i32 %size, 2139095040
  %active = and i1 %wanted, %infinite
  br i1 %active, label %again, label %keep
keep:
  ret float %e
again:
{_DOUBLES}{lines}  %part = fsub double 1.0, %c
  %less = fmul double %s, %part
  %r = call float {rounding(library, format)}(double %less)
  ret float %r"""

    kinds = ["float", "float", "double", "float", "float"]
    return library.scalar(f"{format.name}.{format.rounding}.{op}.nearly", "float", kinds, body)
