"""Mathematical intrinsics and C's library functions, one scalar at a time."""

from __future__ import annotations

from collections.abc import Callable

from gpucc.errors import Unsupported
from gpucc.isa.model import FP16
from gpucc.lowering.build.double import narrow, widen
from gpucc.lowering.build.reversal import reversed_number
from gpucc.lowering.build.state import BuildState
from gpucc.lowering.build.values import float_compare, float_op, integer_op, to_float, to_integer
from gpucc.lowering.build.wide import combine
from gpucc.lowering.graph import AFN, BOOL, F16, F32, I32, NNAN, Node, Type
from gpucc.lowering.layout import F64, scalar
from gpucc.lowering.llvm import LlvmInstruction, scalar_of
from gpucc.lowering.simplify.facts import never_negative

Args = tuple[Node, ...]
Maths = Callable[[BuildState, Args, LlvmInstruction], Node]
# MOST_EXPONENT is larger than the number of powers of two among float32 numbers; PORTIONS is the largest number of
# factors that scaling a number of a format takes
MOST_EXPONENT, PORTIONS = 300, 3
# a power that would take fewer products takes these
FEWEST_PRODUCTS = 3
SMALLEST_NORMAL = {F32: 2.0**-126, F16: 2.0**-14}
PRECISION = {F16: 11, F32: 24, F64: 53}
INFINITY = float("inf")


def element_type(i: LlvmInstruction) -> Type:
    return scalar(scalar_of(i.type))


def _plain(op: str) -> Maths:
    def maths(state: BuildState, args: Args, i: LlvmInstruction) -> Node:
        return float_op(state, op, args, state.flags(i.flags))

    return maths


def _first(state: BuildState, args: Args, i: LlvmInstruction) -> Node:
    return args[0]


def _compare(state: BuildState, op: str, a: Node, b: Node) -> Node:
    return float_compare(state, op, a, b)


def _select(state: BuildState, condition: Node, a: Node, b: Node) -> Node:
    return state.make("select", a.type, (condition, a, b))


def _float(state: BuildState, like: Node, value: float) -> Node:
    return state.constant(like.type, value)


# floats ---------------------------------------------------------------------------------------------------------------


def _nan_wins(op: str) -> Maths:
    """Return llvm.minimum or llvm.maximum: NaN if either operand is."""

    def maths(state: BuildState, args: Args, i: LlvmInstruction) -> Node:
        flags = state.flags(i.flags)
        if args[0].type == F64:
            return widen(state, maths(state, tuple(narrow(state, arg) for arg in args), i))
        least = float_op(state, op, args, flags)
        if flags & NNAN:
            return least
        return _select(state, _compare(state, "funo", *args), state.make("fadd", args[0].type, args), least)

    return maths


def _multiply_add(state: BuildState, args: Args, i: LlvmInstruction) -> Node:
    """llvm.fmuladd may be fused or not: here it never is."""
    a, b, c = args
    flags = state.flags(i.flags)
    return float_op(state, "fadd", (float_op(state, "fmul", (a, b), flags), c), flags)


def _integer_power(state: BuildState, args: Args, i: LlvmInstruction) -> Node:
    """Repeated squaring in the order of compiler-rt, which LLVM's code generators also use.

    An approximate negative power is a power of the reciprocal, because the power itself overflows long before its
    reciprocal is zero: in a format of halves, from 256 squared on. One that the target computes at once remains.
    """
    x, n = args
    flags = state.flags(i.flags)
    if state.powers and flags & AFN and isinstance(n.attr, int) and (base := _base(state, x, n.attr)) is not None:
        return float_op(state, "pow", (base, _float(state, x, float(n.attr))), flags & ~AFN)
    if n.op != "const" or not isinstance(n.attr, int):
        # a negative number has powers with whole exponents, which no approximation of pow may lose
        return float_op(state, "pow", (x, to_float(state, "sitofp", n, x.type)), flags & ~AFN)
    one = _float(state, x, 1.0)
    inverted = n.attr < 0 and bool(flags & AFN)
    rest, power, square = abs(n.attr), None, float_op(state, "fdiv", (one, x), flags) if inverted else x
    while rest:
        if rest & 1:
            power = square if power is None else float_op(state, "fmul", (power, square), flags)
        rest >>= 1
        if rest:
            square = float_op(state, "fmul", (square, square), flags)
    if power is None:
        return one
    return power if n.attr > 0 or inverted else float_op(state, "fdiv", (one, power), flags)


def _base(state: BuildState, x: Node, exponent: int) -> Node | None:
    """Return a base that is not negative for the same power, or None if there is none or products are better."""
    products = abs(exponent).bit_length() + abs(exponent).bit_count() - 2
    if x.type != F32 or products < FEWEST_PRODUCTS or abs(exponent) > MOST_EXPONENT:
        return None
    if never_negative(x):
        return x
    return float_op(state, "fabs", (x,), 0) if exponent % 2 == 0 and products > FEWEST_PRODUCTS else None


def _power_of_ten(state: BuildState, args: Args, i: LlvmInstruction) -> Node:
    return float_op(state, "pow", (_float(state, args[0], 10.0), args[0]), state.flags(i.flags))


def _scale(state: BuildState, args: Args, i: LlvmInstruction) -> Node:
    """Lower ldexp. LLVM also creates it from exp2 of an integer, with the first operand 1."""
    x, n = args
    flags = state.flags(i.flags)
    format = FP16 if x.type == F16 else state.format
    least, most = format.least_exponent, 1 - format.least_exponent
    if n.op == "const" and isinstance(n.attr, int) and x.type in SMALLEST_NORMAL:
        for exponent in _portions(max(-MOST_EXPONENT, min(n.attr, MOST_EXPONENT)), least, most):
            x = float_op(state, "fmul", (x, _float(state, x, 2.0**exponent)), flags)
        return x
    rest = to_float(state, "sitofp", n, x.type)
    if x.op == "const" and x.attr == 1.0:
        return float_op(state, "exp2", (rest,), flags)
    # an approximation of the least power of two may be smaller than the least number, and so be zero
    limits = _float(state, x, float(least + 1)), _float(state, x, float(most))
    for _ in range(PORTIONS):
        part = float_op(state, "fmin", (float_op(state, "fmax", (rest, limits[0])), limits[1]))
        rest = float_op(state, "fsub", (rest, part))
        x = float_op(state, "fmul", (x, float_op(state, "exp2", (part,), flags)), flags)
    return x


def _portions(exponent: int, least: int, most: int) -> list[int]:
    """Return an exponent as a sum of exponents that the format has.

    The small part of a negative exponent comes first: rounding twice is harmless for a number that underflows anyway,
    but not for one that is kept.
    """
    if least <= exponent <= most:
        return [exponent]
    limit = most if exponent > 0 else least
    count, part = divmod(abs(exponent), abs(limit))
    return [*([part if exponent > 0 else -part] if part else []), *[limit] * count]


def _positive_difference(state: BuildState, args: Args, i: LlvmInstruction) -> Node:
    difference = float_op(state, "fsub", args)
    return _select(state, _compare(state, "fole", *args), _float(state, args[0], 0.0), difference)


def _class_test(state: BuildState, args: Args, i: LlvmInstruction) -> Node:
    """llvm.is.fpclass: bits are snan qnan -inf -normal -subnormal -0 +0 +subnormal +normal +inf."""
    x, mask = args
    wanted = int(str(mask.attr))
    if (wanted & 3) in (1, 2):
        raise Unsupported("telling signalling from quiet NaNs", notes=("test for any NaN with isnan or x != x",))
    if x.type not in SMALLEST_NORMAL:
        raise Unsupported(f"llvm.is.fpclass of {x.type}", notes=("use float",))
    result = state.constant(BOOL, False)
    if wanted & 3:
        result = combine(state, "ior", result, _compare(state, "funo", x, x))
    for low, high, test in ((2, 9, _is_infinite), (3, 8, _is_normal), (4, 7, _is_subnormal), (5, 6, _is_zero)):
        negative, positive = bool(wanted >> low & 1), bool(wanted >> high & 1)
        if negative or positive:
            found = test(state, x)
            if not negative or not positive:
                found = combine(state, "iand", found, _has_sign(state, x, negative))
            result = combine(state, "ior", result, found)
    return result


def _is_infinite(state: BuildState, x: Node) -> Node:
    return _compare(state, "foeq", state.make("fabs", x.type, (x,)), _float(state, x, INFINITY))


def _is_zero(state: BuildState, x: Node) -> Node:
    return _compare(state, "foeq", x, _float(state, x, 0.0))


def _is_normal(state: BuildState, x: Node) -> Node:
    size = state.make("fabs", x.type, (x,))
    if _all_normal(state, x):
        large = _compare(state, "folt", _float(state, x, 0.0), size)
    else:
        large = _compare(state, "fole", _float(state, x, SMALLEST_NORMAL[x.type]), size)
    return state.make("band", BOOL, (large, _compare(state, "folt", size, _float(state, x, INFINITY))))


def _all_normal(state: BuildState, x: Node) -> bool:
    """Return whether even the smallest number of the target's format is a normal number of the type."""
    format = state.format
    return (
        x.type == F32 and format.least * (2.0**-format.mantissa if format.subnormals else 1.0) >= SMALLEST_NORMAL[F32]
    )


def _is_subnormal(state: BuildState, x: Node) -> Node:
    if _all_normal(state, x):
        return state.constant(BOOL, False)
    size = state.make("fabs", x.type, (x,))
    small = _compare(state, "folt", size, _float(state, x, SMALLEST_NORMAL[x.type]))
    return state.make("band", BOOL, (small, _compare(state, "folt", _float(state, x, 0.0), size)))


def _has_sign(state: BuildState, x: Node, negative: bool) -> Node:
    unit = state.make("copysign", x.type, (_float(state, x, 1.0), x))
    zero = _float(state, x, 0.0)
    return _compare(state, "folt", *((unit, zero) if negative else (zero, unit)))


# conversions that saturate --------------------------------------------------------------------------------------------


def _to_signed(state: BuildState, args: Args, i: LlvmInstruction) -> Node:
    """llvm.fptosi.sat, Rust's `as`: clamped, NaN becomes 0."""
    (x,), type = args, element_type(i)
    bound = 1 << (type.bits - 1)
    clamped = _clamped(state, x, -float(bound), _below(float(bound), x.type))
    whole = to_integer(state, "fptosi", clamped, type)
    if state.flags(i.flags) & NNAN:
        return whole
    return _select(state, _compare(state, "ford", x, x), whole, state.constant(type, 0))


def _to_unsigned(state: BuildState, args: Args, i: LlvmInstruction) -> Node:
    """llvm.fptoui.sat: the maximum with 0 turns NaN into 0 as well."""
    (x,), type = args, element_type(i)
    return to_integer(state, "fptoui", _clamped(state, x, 0.0, _below(float(1 << type.bits), x.type)), type)


def _clamped(state: BuildState, x: Node, low: float, high: float) -> Node:
    x = float_op(state, "fmax", (x, _float(state, x, low)))
    return float_op(state, "fmin", (x, _float(state, x, high)))


def _below(bound: float, type: Type) -> float:
    """Return the greatest whole number below a power of two that the type holds."""
    whole = bound - max(1.0, bound / 2.0 ** PRECISION[type])
    return min(whole, 65504.0) if type == F16 else whole


# integers -------------------------------------------------------------------------------------------------------------


def _extreme(compare: str, smaller: bool) -> Maths:
    def maths(state: BuildState, args: Args, i: LlvmInstruction) -> Node:
        a, b = args
        if a.type == BOOL:
            raise Unsupported("minimum and maximum of booleans", notes=("use and, or",))
        return _select(state, _compare(state, compare, a, b), *((a, b) if smaller else (b, a)))

    return maths


def _absolute(state: BuildState, args: Args, i: LlvmInstruction) -> Node:
    x = args[0]
    zero = state.constant(x.type, 0)
    return _select(state, _compare(state, "islt", x, zero), integer_op(state, "isub", zero, x), x)


def _order(compare: str) -> Maths:
    """llvm.scmp, llvm.ucmp: -1, 0 or 1."""

    def maths(state: BuildState, args: Args, i: LlvmInstruction) -> Node:
        a, b = args
        type = element_type(i)
        above = state.make("btoi", type, (_compare(state, compare, b, a),))
        return _select(state, _compare(state, compare, a, b), state.constant(type, -1), above)

    return maths


def _funnel(left: bool) -> Maths:
    """llvm.fshl, llvm.fshr: two words side by side, shifted, one of them kept."""

    def maths(state: BuildState, args: Args, i: LlvmInstruction) -> Node:
        a, b, count = args
        bits = a.type.bits
        if count.op != "const" or not isinstance(count.attr, int):
            if a is not b or bits != I32.bits:
                raise Unsupported(
                    f"shifting two numbers of {bits} bits as one, by an amount that is known only at run time",
                    notes=("shift by a constant, or rotate one number of 32 bits",),
                )
            return _rotated(state, a, count, left)
        by = count.attr % bits
        if by == 0:
            return a if left else b
        up = by if left else bits - by
        high = state.make("shl", a.type, (a, state.constant(a.type, up)))
        # the bits above the lowest `up` are zeros, but those of the float that carries a negative number are not
        low = state.make("lshr", a.type, (b, state.constant(a.type, bits - up)))
        low = state.make("iand", a.type, (low, state.constant(a.type, (1 << up) - 1)))
        return state.make("ior", a.type, (high, low))

    return maths


def _rotated(state: BuildState, x: Node, count: Node, left: bool) -> Node:
    """Return a rotation of 32 bits by an amount that is known only at run time.

    As a number, x shifted up has to stay in the exact range, as with any shift. So the bits that come in from above
    are copies of the sign.
    """
    type = x.type
    if not left:
        count = integer_op(state, "isub", state.constant(type, 0), count)
    count = integer_op(state, "iand", count, state.constant(type, type.bits - 1))
    ones = integer_op(state, "isub", state.make("shl", type, (state.constant(type, 1), count)), state.constant(type, 1))
    zero = state.constant(type, 0)
    incoming = _select(state, _compare(state, "islt", x, zero), ones, zero)
    return integer_op(state, "iadd", state.make("shl", type, (x, count)), incoming)


def _count_zeros(op: str) -> Maths:
    """llvm.ctlz, llvm.cttz: of zero they count all bits, even where the second operand leaves that open."""
    return lambda state, args, i: state.make(op, args[0].type, args[:1])


def _count_ones(state: BuildState, args: Args, i: LlvmInstruction) -> Node:
    x = args[0]
    if x not in state.masks:
        return state.make("ctpop", x.type, args)
    total = state.constant(x.type, 0)
    for bit in state.masks[x]:
        one = state.make("btoi", x.type, (bit,))
        total = one if total.op == "const" and not total.attr else integer_op(state, "iadd", total, one)
    return total


def _saturating(op: str, signed: bool) -> Maths:
    """llvm.{s,u}{add,sub}.sat. Numbers of 32 bits and more leave the exact range long before they saturate."""

    def maths(state: BuildState, args: Args, i: LlvmInstruction) -> Node:
        a, b = args
        type = a.type
        if op == "isub" and not signed:
            zero = state.constant(type, 0)
            return _select(state, _compare(state, "iult", a, b), zero, state.make(op, type, (a, b)))
        if type.bits >= I32.bits:
            total = state.make(op, type, (a, b))
            if signed:
                return total
            # read as unsigned, negative numbers are the large ones
            return _select(state, _compare(state, "iult", total, a), state.constant(type, -1), total)
        wide = widened(state, op, a, b, signed)
        low, high = bounds(type, signed)
        wide = _select(state, _compare(state, "islt", wide, state.constant(I32, high)), wide, state.constant(I32, high))
        if signed:
            wide = _select(
                state, _compare(state, "islt", state.constant(I32, low), wide), wide, state.constant(I32, low)
            )
        return state.make("itrunc", type, (wide,))

    return maths


def widened(state: BuildState, op: str, a: Node, b: Node, signed: bool) -> Node:
    """Compute a narrow operation in 32 bits, where it cannot overflow."""
    extend = "sext" if signed else "zext"
    return state.make(op, I32, tuple(state.make(extend, I32, (x,)) for x in (a, b)))


def bounds(type: Type, signed: bool) -> tuple[int, int]:
    return (-(1 << type.bits - 1), (1 << type.bits - 1) - 1) if signed else (0, (1 << type.bits) - 1)


def overflow(state: BuildState, op: str, a: Node, b: Node, signed: bool) -> tuple[Node, Node]:
    """llvm.*.with.overflow: return the wrapped result, and whether it has wrapped."""
    result = state.make(op, a.type, (a, b))
    if op == "isub" and not signed:
        return result, _compare(state, "iult", a, b)
    if a.type.bits >= I32.bits:
        return result, state.constant(BOOL, False) if signed else _carries(state, op, a, b, result)
    if a.type.bits > 15 and op == "imul":
        raise Unsupported(f"overflow of a product of {a.type}", notes=("use int",))
    extend = "sext" if signed else "zext"
    return result, _compare(state, "ine", widened(state, op, a, b, signed), state.make(extend, I32, (result,)))


def _carries(state: BuildState, op: str, a: Node, b: Node, result: Node) -> Node:
    """Whether an unsigned sum or product leaves 32 bits. Only negative numbers, which are large ones without a sign, do
    so before the exact range of floats ends."""
    if op == "iadd":
        return _compare(state, "iult", result, a)
    zero, one = state.constant(a.type, 0), state.constant(a.type, 1)
    large = [
        state.make("band", BOOL, (_compare(state, "islt", x, zero), _compare(state, "iult", one, y)))
        for x, y in ((a, b), (b, a))
    ]
    return state.make("bor", BOOL, (large[0], large[1]))


def _reversal(unit: int) -> Maths:
    return lambda state, args, i: reversed_number(state, args[0], unit)


SAME = (
    "fabs sqrt floor ceil trunc rint round copysign pow exp exp2 log log2 log10 sin cos tan asin acos atan atan2 sinh"
    " cosh tanh fma"
)
MATHS: dict[str, Maths] = {
    **{name: _plain(name) for name in SAME.split()},
    **dict.fromkeys(("nearbyint", "roundeven"), _plain("rint")),
    **dict.fromkeys(("minnum", "minimumnum"), _plain("fmin")),
    **dict.fromkeys(("maxnum", "maximumnum"), _plain("fmax")),
    "minimum": _nan_wins("fmin"),
    "maximum": _nan_wins("fmax"),
    "fmuladd": _multiply_add,
    "powi": _integer_power,
    "exp10": _power_of_ten,
    "ldexp": _scale,
    "is.fpclass": _class_test,
    "fptosi.sat": _to_signed,
    "fptoui.sat": _to_unsigned,
    **dict.fromkeys(
        ("canonicalize", "arithmetic.fence", "ssa.copy", "expect", "expect.with.probability", "annotation"), _first
    ),
    "smin": _extreme("islt", True),
    "smax": _extreme("islt", False),
    "umin": _extreme("iult", True),
    "umax": _extreme("iult", False),
    "abs": _absolute,
    "scmp": _order("islt"),
    "ucmp": _order("iult"),
    "fshl": _funnel(True),
    "fshr": _funnel(False),
    "ctpop": _count_ones,
    **{f"{s}{op}.sat": _saturating(f"i{op}", s == "s") for s in "su" for op in ("add", "sub")},
    **{name: _count_zeros(name) for name in ("ctlz", "cttz")},
    "bswap": _reversal(8),
    "bitreverse": _reversal(1),
}

# C's names, with and without f; `abs` and the like are for int
LIBRARY: dict[str, Maths] = {
    **{name: MATHS[name] for name in SAME.split()},
    **{name: MATHS[name] for name in ("nearbyint", "roundeven", "exp10", "ldexp")},
    "fmin": MATHS["minnum"],
    "fmax": MATHS["maxnum"],
    "fminimum": MATHS["minimum"],
    "fmaximum": MATHS["maximum"],
    "fminimum_num": MATHS["minimumnum"],
    "fmaximum_num": MATHS["maximumnum"],
    "fmod": _plain("frem"),
    "fdim": _positive_difference,
    "scalbn": _scale,
}
LIBRARY |= {f"{name}f": maths for name, maths in LIBRARY.items()}
LIBRARY |= {"abs": _absolute, "labs": _absolute, "__powisf2": _integer_power, "__powidf2": _integer_power}
