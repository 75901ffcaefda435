"""Functions of other tool chains, each with its formula: OpenCL C's, and those of AMD's, NVIDIA's, Microsoft's, ARM's
and Intel's devices.

The tables say what a function computes, `devices` which formula a device's name stands for. Where a device returns an
estimate (rcp, rsqrt, frecpe), the formula is the exact value: any target may approximate it within its own bounds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gpucc.lowering.interface.formulas import BodyOfFormula, NoFormula, Term, shaped

# the functions of one name are told apart by the kind of their first operand: floats, signed, unsigned integers
# functions that return a pair where they have no pointer: the functions that give the parts
BOTH = {"frexp": ("frexp_mant", "frexp_exp"), "modf": ("modf_fract", "trunc")}
FLOATS: dict[str, str] = {
    # angles in half turns
    "sinpi(x)": "sin((x - 2 * rint(x * 0.5)) * pi)",
    "cospi(x)": "cos((x - 2 * rint(x * 0.5)) * pi)",
    "tanpi(x)": "tan((x - rint(x)) * pi)",
    "asinpi(x)": "asin(x) * (1 / pi)",
    "acospi(x)": "acos(x) * (1 / pi)",
    "atanpi(x)": "atan(x) * (1 / pi)",
    "atan2pi(y, x)": "atan2(y, x) * (1 / pi)",
    # angles in turns
    "sinturn(x)": "sin((x - rint(x)) * (2 * pi))",
    "costurn(x)": "cos((x - rint(x)) * (2 * pi))",
    # parts of a number: log2 may be off by one near a power of two, which the scaled number shows
    "guess(x)": "floor(log2(fabs(x)))",
    "above(m, e)": "e + 1 if m >= 2 else (e - 1 if m < 1 else e)",
    # in two steps: no factor comes near the smallest number, which an approximation of exp2 could miss
    "scaled(x, n)": "x * exp2(h := floor(n * 0.5)) * exp2(n - h)",
    "exponent(x)": "above(scaled(fabs(x), -(e := guess(x))), e)",
    "mantissa(x)": "scaled(x, -1 - exponent(x))",
    "special(x)": "either(either(x == 0, fabs(x) == inf), unordered(x, x))",
    "logb(x)": "x * x if either(fabs(x) == inf, unordered(x, x)) else (-inf if x == 0 else exponent(x))",
    # of zero, infinity and NaN it is undefined here: C's answers are too large for integers in floats
    "ilogb(x)": "int(exponent(x))",
    "frexp(x, p)": "store(p, 0 if special(x) else int(exponent(x)) + 1, x if special(x) else mantissa(x))",
    "frexp_mant(x)": "x if special(x) else mantissa(x)",
    "frexp_exp(x)": "0 if special(x) else int(exponent(x)) + 1",
    "modf(x, p)": "store(p, trunc(x), modf_fract(x))",
    "modf_fract(x)": "copysign(0 if fabs(x) == inf else x - trunc(x), x)",
    "fract(x)": "fmin(x - floor(x), 0.9999999403953552)",
    "fract(x, p)": "store(p, floor(x), fract(x))",
    "frac(x)": "x - floor(x)",
    "nextafter(x, y)": "y if x == y else (x + y if unordered(x, y) else (copysign(1.401298464324817e-45, y) if x == 0"
    " else (copysign(3.4028234663852886e38, x) if fabs(x) == inf else away(x, x < y))))",
    "away(x, up)": "x + (unit(x, 24) if up else -unit(x, 24)) if up == (x > 0)"
    " else x + (unit(x, smaller(x)) if up else -unit(x, smaller(x)))",
    "smaller(x)": "24 + truth(fabs(mantissa(x)) == 0.5)",
    "unit(x, bits)": "ldexp(1, int(exponent(x)) + 1 - bits)",
    "sincos(x, p)": "store(p, cos(x), sin(x))",
    "sincos(x, p, q)": "store(p, sin(x), store(q, cos(x), 0))",
    "sincospi(x, p, q)": "store(p, sinpi(x), store(q, cospi(x), 0))",
    # the lowest seven bits of the quotient, with its sign
    "remquo(x, y, p)": "store(p, -(n := low_quotient(x, fabs(y), r := remainder(x, y))) if copysign(1, x) *"
    " copysign(1, y) < 0 else n, r)",
    "low_quotient(x, y, r)": "int(rint((fmod(fabs(x), y * 128) - r * copysign(1, x)) / y)) & 127",
    # powers
    "pown(x, n)": "pow(x, float(n))",
    "powi(x, n)": "pow(x, float(n))",
    "rootn(x, n)": "nan if both(x < 0, (n & 1) == 0) else copysign(p := pow(fabs(x), 1 / float(n)), x)"
    " if (n & 1) != 0 else pow(fabs(x), 1 / float(n))",
    "ldexp(x, n)": "ldexp(x, n)",
    "scalbn(x, n)": "ldexp(x, n)",
    "rcbrt(x)": "1 / cbrt(x)",
    "rhypot(x, y)": "1 / hypot(x, y)",
    "norm3d(x, y, z)": "hypot(hypot(x, y), z)",
    "rnorm3d(x, y, z)": "1 / hypot(hypot(x, y), z)",
    "normcdf(x)": "0.5 * erfc(x * -0.7071067811865476)",
    # Lanczos' approximation for g = 5 and six terms (Numerical Recipes 6.1)
    "lanczos(z)": "1.000000000190015 + 76.18009172947146 / (z + 1) - 86.50532032941677 / (z + 2)"
    " + 24.01409824083091 / (z + 3) - 1.231739572450155 / (z + 4) + 0.001208650973866179 / (z + 5)"
    " - 0.000005395239384953 / (z + 6)",
    "power(t, z)": "(h := pow(t, (z + 0.5) * 0.5)) * exp(-t) * h",
    "gamma_above(z)": "power(z + 5.5, z) * 2.5066282746310002 * lanczos(z)",
    "reflected(x)": "0 if x < -42 else pi / (sinpi(x) * gamma_above(-x))",
    "tgamma(x)": "(1 / x if x == 0 else (nan if floor(x) == x else reflected(x))) if x < 0.5 else"
    " (inf if x > 36 else gamma_above(x - 1))",
    "log_above(z)": "(z + 0.5) * log(z + 5.5) - (z + 5.5) + log(2.5066282746310002 * lanczos(z))",
    "lgamma(x)": "(inf if floor(x) == x else log(fabs(pi / sinpi(x))) - log_above(-x)) if x < 0.5"
    " else (x if x == inf else log_above(x - 1))",
    # comparison and choice
    "minmag(x, y)": "x if fabs(x) < fabs(y) else (y if fabs(y) < fabs(x) else fmin(x, y))",
    "maxmag(x, y)": "x if fabs(x) > fabs(y) else (y if fabs(y) > fabs(x) else fmax(x, y))",
    "fmin(x, y)": "minnum(x, y)",
    "fmax(x, y)": "maxnum(x, y)",
    "lesser(x, y)": "x if x < y else y",
    "greater(x, y)": "x if x > y else y",
    "median(a, b, c)": "fmax(fmin(a, b), fmin(fmax(a, b), c))",
    "isequal(x, y)": "x == y",
    "isnotequal(x, y)": "x != y",
    "isgreater(x, y)": "x > y",
    "isgreaterequal(x, y)": "x >= y",
    "isless(x, y)": "x < y",
    "islessequal(x, y)": "x <= y",
    "islessgreater(x, y)": "either(x < y, x > y)",
    "isordered(x, y)": "not unordered(x, y)",
    "isunordered(x, y)": "unordered(x, y)",
    "isnan(x)": "unordered(x, x)",
    "isinf(x)": "fabs(x) == inf",
    "isfinite(x)": "fabs(x) < inf",
    "isnormal(x)": "fpclass(x, 264)",
    "signbit(x)": "copysign(1, x) < 0",
    "bitselect(a, b, c)": "of_bits((float_bits(a) & (float_bits(c) ^ -1)) | (float_bits(b) & float_bits(c)))",
    "nonzero(x)": "x != 0",
    "some_of(x)": "some(x != 0)",
    "every_of(x)": "every(x != 0)",
    # conversions
    "to_int(x)": "int(x)",
    "to_int_rte(x)": "int(rint(x))",
    "to_int_rna(x)": "int(round(x))",
    "to_int_rtz(x)": "int(x)",
    "to_int_rtp(x)": "int(ceil(x))",
    "to_int_rtn(x)": "int(floor(x))",
    "to_uint(x)": "uint(x)",
    "to_uint_rte(x)": "uint(rint(x))",
    "to_uint_rna(x)": "uint(round(x))",
    "to_uint_rtz(x)": "uint(x)",
    "to_uint_rtp(x)": "uint(ceil(x))",
    "to_uint_rtn(x)": "uint(floor(x))",
    "bits_of(x)": "float_bits(x)",
    # arithmetic with names
    "add(x, y)": "x + y",
    "sub(x, y)": "x - y",
    "mul(x, y)": "x * y",
    "divide(x, y)": "x / y",
    "recip(x)": "1 / x",
    "rsqrt(x)": "1 / sqrt(x)",
    "rsqrt_clamped(x)": "bounded(1 / sqrt(x), -3.4028234663852886e38, 3.4028234663852886e38)",
    "muladd(x, y, z)": "x * y + z",
    "legacy(x, y)": "0 if either(x == 0, y == 0) else x * y",
    # the cube map's face that a direction meets, twice its longest component, and the coordinates there before division
    "deep(x, y, z)": "both(fabs(z) >= fabs(x), fabs(z) >= fabs(y))",
    "cubeid(x, y, z)": "(5 if z < 0 else 4) if deep(x, y, z) else ((3 if y < 0 else 2) if fabs(y) >= fabs(x)"
    " else (1 if x < 0 else 0))",
    "cubema(x, y, z)": "2 * z if deep(x, y, z) else (2 * y if fabs(y) >= fabs(x) else 2 * x)",
    "cubesc(x, y, z)": "(-x if z < 0 else x) if deep(x, y, z) else (x if fabs(y) >= fabs(x) else (z if x < 0 else -z))",
    "cubetc(x, y, z)": "-y if deep(x, y, z) else ((-z if y < 0 else z) if fabs(y) >= fabs(x) else -y)",
    "same(x)": "x",
    "difference(x, y)": "fabs(x - y)",
    "extended(x, y)": "copysign(2, x) * copysign(1, y) if both(either(x == 0, y == 0), either(fabs(x) == inf,"
    " fabs(y) == inf)) else x * y",
    "recip_step(x, y)": "2 - x * y",
    "rsqrt_step(x, y)": "(3 - x * y) * 0.5",
    "saturate(x)": "fmin(fmax(x, 0), 1)",
    "bounded(x, a, b)": "fmin(fmax(x, a), b)",
    "dot2(a, b)": "sum(a * b)",
    "dot2(a, b, c, d)": "a * c + b * d",
    "dot3(a, b)": "sum(a * b)",
    "dot3(a, b, c, d, e, f)": "a * d + b * e + c * f",
    "dot4(a, b)": "sum(a * b)",
    "dot4(a, b, c, d, e, f, g, h)": "a * e + b * f + c * g + d * h",
    "fdot(a, b)": "sum(a * b)",
    "length(a)": "sqrt(sum(a * a))",
    "normalize(a)": "a / sqrt(sum(a * a))",
    "distance(a, b)": "length(a - b)",
    "cross(a, b)": "turned(a, 1) * turned(b, 2) - turned(a, 2) * turned(b, 1)",
    "lerp(a, b, t)": "a + (b - a) * t",
    "step(e, x)": "0 if x < e else 1",
    "ramp(t)": "t * t * (3 - 2 * t)",
    "smoothstep(a, b, x)": "ramp(saturate((x - a) / (b - a)))",
    "reflect(i, n)": "i - (2 * sum(n * i)) * n",
    "refract(i, n, r)": "0 if (k := 1 - r * r * (1 - (d := sum(n * i)) * d)) < 0 else r * i - (r * d + sqrt(k)) * n",
    "faceforward(n, i, g)": "n if sum(g * i) < 0 else -n",
    "degrees(x)": "x * (180 / pi)",
    "radians(x)": "x * (pi / 180)",
    "fsign(x)": "x if unordered(x, x) else (x if x == 0 else copysign(1, x))",
    "wholesign(x)": "truth(x > 0) - truth(x < 0)",
    # complex numbers; as with clang's -fcx-limited-range, a product with an infinity may be NaN
    "cmul(a, b, c, d)": "vector(a * c - b * d, a * d + b * c)",
    "cdiv(a, b, c, d)": "cscaled(a, b, c / (m := nonzero_of(fmax(fabs(c), fabs(d)))), d / m, m)",
    "cscaled(a, b, c, d, m)": "vector((a * c + b * d) / (c * c + d * d) / m, (b * c - a * d) / (c * c + d * d) / m)",
    "nonzero_of(x)": "1 if x == 0 else x",
    "cabs(a, b)": "hypot(a, b)",
    "carg(a, b)": "atan2(b, a)",
    "cexp(a, b)": "vector(exp(a) * cos(b), exp(a) * sin(b))",
    "csqrt(a, b)": "croot(a, b, sqrt((hypot(a, b) + fabs(a)) * 0.5))",
    "croot(a, b, r)": "vector(r if a >= 0 else cother(b, r), copysign(cother(b, r) if a >= 0 else r, b))",
    "cother(b, r)": "fabs(b) / nonzero_of(r + r)",
    # reductions of NEON
    "addv(x)": "pairwise_sum(x)",
    "maxv(x)": "pairwise_max(x)",
    "minv(x)": "pairwise_min(x)",
    "maxnmv(x)": "pairwise_maxnum(x)",
    "minnmv(x)": "pairwise_minnum(x)",
    "addp(x, y)": "neighbours_sum(x, y)",
    "maxp(x, y)": "neighbours_max(x, y)",
    "minp(x, y)": "neighbours_min(x, y)",
    "maxnmp(x, y)": "neighbours_maxnum(x, y)",
    "minnmp(x, y)": "neighbours_minnum(x, y)",
}  # fmt: skip
INTEGERS: dict[str, str] = {
    "clamp(x, a, b)": "min(max(x, a), b)",
    "mul24(x, y)": "x * y",
    "mad24(x, y, z)": "x * y + z",
    # as devices multiply: the upper eight bits of both numbers do not matter; OpenCL leaves such numbers open
    "low24(x, y)": "(x << 8 >> 8) * (y << 8 >> 8)",
    "muladd(x, y, z)": "x * y + z",
    "rotate(x, n)": "fshl(x, x, n)",
    "abs_diff(x, y)": "max(x, y) - min(x, y)",
    "hadd(x, y)": "(x >> 1) + (y >> 1) + (x & y & 1)",
    "rhadd(x, y)": "(x >> 1) + (y >> 1) + ((x | y) & 1)",
    "bitselect(a, b, c)": "(a & (c ^ -1)) | (b & c)",
    "mul_hi(x, y)": "upper(wider(x) * wider(y))",
    "mad_hi(x, y, z)": "mul_hi(x, y) + z",
    "mad_sat(x, y, z)": "narrowed(wider(x) * wider(y) + wider(z))",
    "clz(x)": "ctlz(x)",
    "ctz(x)": "cttz(x)",
    "ffs(x)": "0 if x == 0 else cttz(x) + 1",
    "popcount(x)": "ctpop(x)",
    "popc(x)": "ctpop(x)",
    "any(x)": "some(x < 0)",
    "all(x)": "every(x < 0)",
    "some_of(x)": "some(x != 0)",
    "every_of(x)": "every(x != 0)",
    "to_float(x)": "float(x)",
    "of_bits_of(x)": "of_bits(x)",
    "dot(x, y)": "sum(x * y)",
    "same(x)": "x",
    "sub(x, y)": "x - y",
    "addv(x)": "sum(x)",
    "addp(x, y)": "neighbours_sum(x, y)",
}
SIGNED = {
    **INTEGERS,
    "min(x, y)": "smin(x, y)",
    "max(x, y)": "smax(x, y)",
    "abs(x)": "smax(x, 0 - x)",
    "add_sat(x, y)": "sadd_sat(x, y)",
    "sub_sat(x, y)": "ssub_sat(x, y)",
    "maxv(x)": "pairwise_smax(x)",
    "minv(x)": "pairwise_smin(x)",
    "wholesign(x)": "truth(x > 0) - truth(x < 0)",
}
UNSIGNED = {
    **INTEGERS,
    "min(x, y)": "umin(x, y)",
    "max(x, y)": "umax(x, y)",
    "abs(x)": "x",
    "add_sat(x, y)": "uadd_sat(x, y)",
    "sub_sat(x, y)": "usub_sat(x, y)",
    "maxv(x)": "pairwise_umax(x)",
    "minv(x)": "pairwise_umin(x)",
    "any(x)": "some((x >> 31) != 0)",
    "all(x)": "every((x >> 31) != 0)",
}

CONVERSION = re.compile(r"convert_(u?)(char|short|int|long|float|half)\d*(_sat)?(?:_(rt[ezpn]))?")
WIDTHS = {"char": 8, "short": 16, "int": 32, "long": 64}
ACCESS = re.compile(r"v(load|store)(_half|a_half)?(\d*|n)(?:_rte|_r)?")
LONG_DOUBLES = frozenset(("x86_fp80", "fp128", "ppc_fp128"))
COMPLEX = frozenset("cmul cdiv cabs carg cexp csqrt".split())
AGGREGATE = re.compile(r"\[(\d+) x (\w+)\]$|\{ (\w+), (\w+) \}$")


def formula_body(
    name: str, unsigned: bool, result: str, parameters: Sequence[str], opencl: bool = False, int_bits: int = 32
) -> list[str] | None:
    """Return the body of a function that a formula defines, for these types; its parameters are %0, %1 ... Integers in
    memory have `int_bits`.
    """
    given = [Term(type, f"%{i}") for i, type in enumerate(parameters)]
    first = next((one for one in given if not one.type.startswith("ptr")), None)
    if first is None:
        return None
    element = AGGREGATE.sub(lambda found: found[2] or found[3], first.element)
    if element in LONG_DOUBLES:
        return None
    floats = element in ("float", "double", "half")
    body = BodyOfFormula(FLOATS if floats else UNSIGNED if unsigned else SIGNED, unsigned, int_bits)
    # where C returns a complex number in memory, its place comes first
    through = name in COMPLEX and result == "void" and given[0].type == "ptr"
    try:
        value = _value(body, name, _spelled_out(body, name, given[1:] if through else given), result, opencl)
        if through and value is not None and value.count == 2:
            return [*body.lines, f"store {value.type} {value.text}, ptr %0, align 4", "ret void"]
        if name in COMPLEX and value is not None and (value.type, result) == ("<2 x float>", "i64"):
            value = body.let(result, f"bitcast {value.type} {value.text} to {result}")
        return [*body.lines, *_returned(body, value, result)]
    except NoFormula:
        return None


def _spelled_out(body: BodyOfFormula, name: str, given: Sequence[Term]) -> list[Term]:
    """The arguments, with the members of an aggregate one by one: C passes complex numbers so, on x86-64 as vectors."""
    found: list[Term] = []
    for one in given:
        if name in COMPLEX and one.count == 2:
            found += body.parts(one)
            continue
        whole = AGGREGATE.match(one.type)
        if whole is None:
            found.append(one)
            continue
        types = [whole[2]] * int(whole[1]) if whole[1] else [whole[3], whole[4]]
        found += [body.let(type, f"extractvalue {one.type} {one.text}, {i}") for i, type in enumerate(types)]
    return found


def _value(body: BodyOfFormula, name: str, given: list[Term], result: str, opencl: bool) -> Term | None:
    if opencl and (found := ACCESS.fullmatch(name)):
        return _accessed(body, found, given, result)
    if opencl and (converted := CONVERSION.fullmatch(name)):
        return _converted(body, converted, given[0])
    if opencl and name == "select":
        a, b, c = given
        test = body.compare(("", "slt", "slt") if c.count else ("", "ne", "ne"), c, Term("", number=0))
        return body.select(test, b, a)
    if opencl and name == "upsample":
        high, low = (body.cast("zext", one, Term(result).element) for one in given)
        bits = Term("", number=int(given[0].element[1:]))
        return body.compute(("", "or", "or"), body.compute(("", "shl", "shl"), high, bits), low)
    if opencl and name in ("shuffle", "shuffle2"):
        return body.called("picked", [given[-1], *given[:-1]])
    if name in BOTH and len(given) == 1:
        return _together(body, [body.called(one, given) for one in BOTH[name]], result)
    return body.called(name, given)


def _together(body: BodyOfFormula, parts: Sequence[Term], result: str) -> Term:
    """Put the parts into an aggregate, also into one of integers, which hold the bits: AMD's compilers return those."""
    whole, members = Term(result, "poison"), AGGREGATE.match(result)
    for i, part in enumerate(parts):
        member = members and (members[2] or members[3 + i])
        if member == "i32" and part.type == "float":
            part = body.let(member, f"bitcast float {part.text} to i32")
        elif member and member[0] == part.type[0] == "i":
            part = body.cast("trunc" if int(member[1:]) < int(part.type[1:]) else "sext", part, member)
        whole = body.let(result, f"insertvalue {result} {whole.text}, {part.type} {part.text}, {i}")
    return whole


def _returned(body: BodyOfFormula, value: Term | None, result: str) -> list[str]:
    """The end of the body: the value in the form that the function returns."""
    start = len(body.lines)
    if value is None or result == "void":
        return ["ret void"]
    wanted = Term(result)
    if value.type != result and AGGREGATE.match(result):
        value = _together(body, body.parts(value), result)
    elif value.type != result:
        value = body.as_type(value, wanted)
        if value.element == "i1" and wanted.element[0] == "i":
            value = body.cast("sext" if value.count else "zext", value, wanted.element)
        elif value.element[0] == wanted.element[0] == "i":
            value = body.cast(
                "trunc" if int(value.element[1:]) > int(wanted.element[1:]) else "zext", value, wanted.element
            )
    if value.type != result:
        raise NoFormula
    return [*body.lines[start:], f"ret {result} {value.text}"]


def _converted(body: BodyOfFormula, found: re.Match[str], x: Term) -> Term:
    """OpenCL's convert_: between floats and integers, and with saturation."""
    to_unsigned, word, saturated, rounding = bool(found[1]), found[2], found[3], found[4]
    floats = x.element in ("float", "half", "double")
    if word in ("float", "half"):
        if floats:
            wide = ("half", "float", "double")
            widened = wide.index(x.element) < wide.index(word)
            return body.cast("fpext" if widened else "fptrunc", x, word)
        return body.cast("uitofp" if body.unsigned else "sitofp", x, word)
    element = f"i{WIDTHS[word]}"
    if floats:
        mode = {"rte": "rint", "rtp": "ceil", "rtn": "floor"}.get(rounding or "")
        x = body.call(mode, x) if mode else x
        op = f"fpto{'u' if to_unsigned else 's'}i"
        if not saturated:
            return body.cast(op, x, element)
        type = shaped(element, x.count)
        names = f"{body.suffix(Term(type))}.{body.suffix(x)}"
        return body.let(type, f"call {type} @llvm.{op}.sat.{names}({x.type} {x.text})")
    narrower = WIDTHS[word] < int(x.element[1:])
    if saturated:
        # to the numbers that both types have, which the source's type can compare
        least, most = _range(int(x.element[1:]), body.unsigned)
        low, high = _range(WIDTHS[word], to_unsigned)
        if low > least or high < most:
            x = body.called("clamp", [x, Term("", number=max(low, least)), Term("", number=min(high, most))])
    return body.cast("trunc" if narrower else "zext" if body.unsigned else "sext", x, element)


def _range(bits: int, unsigned: bool) -> tuple[int, int]:
    return (0, (1 << bits) - 1) if unsigned else (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)


def _accessed(body: BodyOfFormula, found: re.Match[str], given: list[Term], result: str) -> Term | None:
    """OpenCL's vload and vstore: n elements at n times the offset, for halves as floats."""
    *values, offset, place = given[: 3 if found[1] == "store" else 2]
    count, half = values[0].count if found[3] == "n" else int(found[3] or 1), bool(found[2])
    element = "half" if half else (values[0] if values else Term(result)).element
    step = 4 if found[2] == "a_half" and count == 3 else count
    at = body.compute(("", "mul", "mul"), offset, Term("", number=step))
    place = body.let(place.type, f"getelementptr {element}, {place.type} {place.text}, {at.type} {at.text}")
    type = shaped(element, count if count > 1 else 0)
    size = 2 if half else 4
    if not values:
        loaded = body.let(type, f"load {type}, {place.type} {place.text}, align {size}")
        return body.cast("fpext", loaded, "float") if half else loaded
    value = body.cast("fptrunc", values[0], "half") if half else values[0]
    body.lines.append(f"store {type} {value.text}, {place.type} {place.text}, align {size}")
    return None
