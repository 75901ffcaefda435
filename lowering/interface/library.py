"""Functions without an LLVM intrinsic, defined in IR: C's, and the vector functions of OpenCL.

A definition writes its body for one type: float, double, or a vector of floats. Other tool chains' names of the same
functions (OpenCL's mangling, SPIR-V's, those of GPU device libraries and of old GNU libraries) are resolved by
`plain_name`.
"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Callable, Mapping
from dataclasses import field

from gpucc.records import dataclass

VECTOR = re.compile(r"<(\d+) x (\w+)>")
SHORT = {"float": "f32", "double": "f64", "i8": "i8", "i16": "i16", "i32": "i32"}
# spellings of one name: OpenCL's mangling, AMD's and NVIDIA's device libraries, GNU's fast arithmetic
MANGLED = re.compile(r"_Z(\d+)(\w+)$")
PREFIX = re.compile(r"^(?:__spirv_ocl_(?:[su]_)?)?(?:native_|half_|fast_)?")
# SPIR-V's instructions for functions of OpenCL; the result's type stands behind _R
CONVERSION = re.compile(r"__spirv_(Sat)?(?:[FSU]Convert|Convert[A-Za-z]+)_R(\w+)")
SPIRV = {
    "__spirv_Dot": "dot", "__spirv_Any": "some_of", "__spirv_All": "every_of", "__spirv_IsNan": "isnan",
    "__spirv_IsInf": "isinf", "__spirv_IsFinite": "isfinite", "__spirv_IsNormal": "isnormal",
    "__spirv_SignBitSet": "signbit", "__spirv_LessOrGreater": "islessgreater", "__spirv_Ordered": "isordered",
    "__spirv_Unordered": "isunordered",
}  # fmt: skip
# SPIR-V's loads: the result's type stands behind _R, and its size is no part of the name
LOAD = re.compile(r"__spirv_ocl_(vload(?:_half|a_half)?)n?_R\D+(\d*)")
DEVICE = re.compile(r"__(?:ocml|ockl|nv|ocl)_(?:native_|fast_)?(\w+?)(?:_f32|_f64)?$")
TO_INTEGER = re.compile(r"(?:llvm\.)?ll?(rint|round)f?(?:\.i\d+\.f\d+)?")
FINITE = re.compile(r"__(\w+)_finite$")
NUMBA = re.compile(r"numba_(ldexp|frexp)f?$")
# D's std.math, also instances of templates: the length of the name and what follows it
DLANG = re.compile(r"_D3std4math\d+[a-z]+_?(?:__T)?(\d+)(\w+)$")


def plain_name(name: str) -> tuple[str, str]:
    """Return a function's name without a tool chain's decoration, and the letters of its parameters' types, if any."""
    found = MANGLED.match(name)
    if found:
        length = int(found[1])
        short, letters = found[2][:length], found[2][length:]
        converts = CONVERSION.fullmatch(short)
        if converts:
            return f"convert_{converts[2]}{'_sat' if converts[1] else ''}", letters
        loads = LOAD.fullmatch(short)
        if loads:
            return loads[1] + loads[2], letters
        return SPIRV.get(short) or PREFIX.sub("", short), letters
    found = DLANG.match(name)
    if found:
        return found[2][: int(found[1])].removesuffix("Impl"), ""
    for pattern in (DEVICE, FINITE, NUMBA):
        found = pattern.match(name)
        if found:
            return found[1], ""
    return name, ""


def element_of(type: str) -> str:
    """The type of a vector's elements; any other type is returned unchanged."""
    found = VECTOR.match(type)
    return found[2] if found else type


def count_of(type: str) -> int:
    """The number of a vector's elements, 0 for any other type."""
    found = VECTOR.match(type)
    return int(found[1]) if found else 0


@dataclass(slots=True)
class Spelled:
    """A body under construction, for values of one type."""

    type: str
    lines: list[str] = field(default_factory=list)

    @property
    def element(self) -> str:
        return element_of(self.type)

    @property
    def count(self) -> int:
        return count_of(self.type)

    def let(self, text: str) -> str:
        self.lines.append(f"%l{len(self.lines)} = {text}")
        return f"%l{len(self.lines) - 1}"

    def const(self, value: float) -> str:
        rounded = struct.unpack("<f", struct.pack("<f", value))[0] if self.element == "float" else value
        (bits,) = struct.unpack("<Q", struct.pack("<d", rounded))
        return f"splat ({self.element} 0x{bits:016X})" if self.count else f"0x{bits:016X}"

    def op(self, name: str, *values: str) -> str:
        return self.let(f"{name} {self.type} {', '.join(values)}")

    def add(self, a: str, b: str) -> str:
        return self.op("fadd", a, b)

    def sub(self, a: str, b: str) -> str:
        return self.op("fsub", a, b)

    def mul(self, a: str, b: str) -> str:
        return self.op("fmul", a, b)

    def div(self, a: str, b: str) -> str:
        return self.op("fdiv", a, b)

    def select(self, predicate: str, a: str, b: str, then: str, otherwise: str) -> str:
        condition = self.let(f"fcmp {predicate} {self.type} {a}, {b}")
        kind = f"<{self.count} x i1>" if self.count else "i1"
        return self.let(f"select {kind} {condition}, {self.type} {then}, {self.type} {otherwise}")

    def call(self, name: str, *values: str) -> str:
        """Call an LLVM intrinsic."""
        mangled = (f"v{self.count}" if self.count else "") + SHORT[self.element]
        return self.let(
            f"call {self.type} @llvm.{name}.{mangled}({', '.join(f'{self.type} {value}' for value in values)})"
        )

    def polynomial(self, x: str, coefficients: tuple[float, ...]) -> str:
        result = self.const(coefficients[-1])
        for c in coefficients[-2::-1]:
            result = self.add(self.mul(result, x), self.const(c))
        return result


# C's functions --------------------------------------------------------------------------------------------------------

# minimax fits for the relative error: (e^x - 1) / x on [-1/2, 1/2], erf(x) / x in x^2 on [0, 1]
EXPM1 = (
    1.0,
    0.5000000596046448,
    0.16666662693023682,
    0.041665319353342056,
    0.008333634585142136,
    0.001399732194840908,
    0.0001984111004276201,
)
ERF = (
    1.1283791065216064,
    -0.37612324953079224,
    0.11280179768800735,
    -0.02671130746603012,
    0.004917543847113848,
    -0.000563138397410512,
)
# Abramowitz and Stegun 7.1.26: erfc(x) = t P(t) e^(-x^2), t = 1 / (1 + 0.3275911 x), to 1.5e-7
ERFC = (0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429)
ERFC_SCALE = 0.3275911
# from here on log(1 + x) is log(x) to the last bit; in narrow formats it is infinity
FAR = 2.0**20
LN_2 = 0.6931471805599453


def _fmod(s: Spelled, x: str, y: str) -> str:
    return s.op("frem", x, y)


def _fdim(s: Spelled, x: str, y: str) -> str:
    difference = s.sub(x, y)
    positive = s.select("ule", x, y, s.const(0.0), difference)
    return s.select("uno", x, y, difference, positive)


def _hypot(s: Spelled, x: str, y: str) -> str:
    """Scale by the larger size, so that no square overflows.

    An infinity takes precedence over NaN, and a sum of zero products keeps NaNs that maxnum drops.
    """
    a, b = s.call("fabs", x), s.call("fabs", y)
    large, small = s.call("maxnum", a, b), s.call("minnum", a, b)
    ratio = s.div(small, s.select("oeq", large, s.const(0.0), s.const(1.0), large))
    length = s.mul(large, s.call("sqrt", s.add(s.mul(ratio, ratio), s.const(1.0))))
    nan = s.add(s.mul(a, s.const(0.0)), s.mul(b, s.const(0.0)))
    return s.select("oeq", large, s.const(float("inf")), large, s.add(length, nan))


def _cbrt(s: Spelled, x: str) -> str:
    third = s.mul(s.call("log2", s.call("fabs", x)), s.const(1 / 3))
    return s.call("copysign", s.call("exp2", third), x)


def _expm1(s: Spelled, x: str) -> str:
    near = s.mul(x, s.polynomial(x, EXPM1))
    far = s.sub(s.call("exp", x), s.const(1.0))
    return s.select("olt", s.call("fabs", x), s.const(0.5), near, far)


def _log1p(s: Spelled, x: str) -> str:
    """log(u) x / (u - 1) for u = 1 + x: the factor corrects the rounding of the sum (Kahan)."""
    one = s.const(1.0)
    u = s.add(x, one)
    part = s.sub(u, one)
    factor = s.div(x, s.select("oeq", part, s.const(0.0), one, part))
    log = s.call("log", u)
    far = s.select("oge", x, s.const(FAR), log, s.mul(log, factor))
    return s.select("oeq", part, s.const(0.0), x, far)


def _log1p_of_double(s: Spelled, size: str, rest: str) -> str:
    """log(1 + rest), or log(2 size) where both are equal to the last bit."""
    log = _log1p(s, s.select("oge", size, s.const(FAR), size, rest))
    return s.add(log, s.select("oge", size, s.const(FAR), s.const(LN_2), s.const(0.0)))


def _asinh(s: Spelled, x: str) -> str:
    size = s.call("fabs", x)
    part = s.div(s.const(1.0), size)
    root = s.call("sqrt", s.add(s.mul(part, part), s.const(1.0)))
    return s.call("copysign", _log1p_of_double(s, size, s.add(size, s.div(size, s.add(part, root)))), x)


def _acosh(s: Spelled, x: str) -> str:
    over = s.sub(x, s.const(1.0))
    root = s.mul(s.call("sqrt", over), s.call("sqrt", s.add(x, s.const(1.0))))
    return _log1p_of_double(s, x, s.add(over, root))


def _atanh(s: Spelled, x: str) -> str:
    size = s.call("fabs", x)
    ratio = s.div(s.add(size, size), s.sub(s.const(1.0), size))
    return s.call("copysign", s.mul(_log1p(s, ratio), s.const(0.5)), x)


def _remainder(s: Spelled, x: str, y: str) -> str:
    a, b = s.call("fabs", x), s.call("fabs", y)
    half = s.mul(b, s.const(0.5))
    rest = s.op("frem", a, s.add(b, b))
    # a rest of half of b belongs to the quotient 0 and stays, one of three halves to the quotient 2: both are even
    near = s.sub(rest, b)
    near = s.select("oge", near, half, s.sub(near, b), near)
    rest = s.select("ogt", rest, half, near, rest)
    return s.mul(rest, s.call("copysign", s.const(1.0), x))


def _erfc_of_size(s: Spelled, size: str) -> str:
    t = s.div(s.const(1.0), s.add(s.mul(size, s.const(ERFC_SCALE)), s.const(1.0)))
    power = s.call("exp", s.op("fneg", s.mul(size, size)))
    return s.mul(s.mul(t, s.polynomial(t, ERFC)), power)


def _erf(s: Spelled, x: str) -> str:
    size = s.call("fabs", x)
    near = s.mul(size, s.polynomial(s.mul(size, size), ERF))
    far = s.sub(s.const(1.0), _erfc_of_size(s, size))
    return s.call("copysign", s.select("olt", size, s.const(1.0), near, far), x)


def _erfc(s: Spelled, x: str) -> str:
    tail = _erfc_of_size(s, s.call("fabs", x))
    return s.select("olt", x, s.const(0.0), s.sub(s.const(2.0), tail), tail)


def _rsqrt(s: Spelled, x: str) -> str:
    return s.div(s.const(1.0), s.call("sqrt", x))


Unary = Callable[[Spelled, str], str]
Binary = Callable[[Spelled, str, str], str]
Ternary = Callable[[Spelled, str, str, str], str]
C_UNARY: dict[str, Unary] = {
    "cbrt": _cbrt, "expm1": _expm1, "log1p": _log1p, "asinh": _asinh, "acosh": _acosh, "atanh": _atanh, "erf": _erf,
    "erfc": _erfc,
    "rsqrt": _rsqrt,
}  # fmt: skip
C_BINARY: dict[str, Binary] = {
    "fmod": _fmod,
    "fdim": _fdim,
    "hypot": _hypot,
    "remainder": _remainder,
    "drem": _remainder,
}

# OpenCL's -------------------------------------------------------------------------------------------------------------


def _clamp(s: Spelled, x: str, low: str, high: str) -> str:
    return s.call("minnum", s.call("maxnum", x, low), high)


def _mix(s: Spelled, a: str, b: str, t: str) -> str:
    return s.add(a, s.mul(s.sub(b, a), t))


def _step(s: Spelled, edge: str, x: str) -> str:
    return s.select("olt", x, edge, s.const(0.0), s.const(1.0))


def _smoothstep(s: Spelled, low: str, high: str, x: str) -> str:
    t = _clamp(s, s.div(s.sub(x, low), s.sub(high, low)), s.const(0.0), s.const(1.0))
    return s.mul(s.mul(t, t), s.sub(s.const(3.0), s.mul(s.const(2.0), t)))


def _sign(s: Spelled, x: str) -> str:
    one = s.call("copysign", s.const(1.0), x)
    signed = s.select("oeq", x, s.const(0.0), x, one)
    return s.select("uno", x, x, s.const(0.0), signed)


def _unary(name: str) -> Unary:
    return lambda s, x: s.call(name, x)


def _binary(name: str) -> Binary:
    return lambda s, x, y: s.call(name, x, y)


INTRINSICS = (
    "sin cos tan asin acos atan sinh cosh tanh exp exp2 exp10 log log2 log10 sqrt fabs floor ceil trunc round rint"
)
UNARY: dict[str, Unary] = {
    **C_UNARY,
    **{name: _unary(name) for name in INTRINSICS.split()},
    "sign": _sign,
    "saturate": lambda s, x: _clamp(s, x, s.const(0.0), s.const(1.0)),
    "recip": lambda s, x: s.div(s.const(1.0), x),
    "radians": lambda s, x: s.mul(x, s.const(math.pi / 180)),
    "degrees": lambda s, x: s.mul(x, s.const(180 / math.pi)),
}
BINARY: dict[str, Binary] = {
    **C_BINARY,
    **{name: _binary(name) for name in ("pow", "atan2", "copysign")},
    **dict.fromkeys(("min", "fmin"), _binary("minnum")),
    **dict.fromkeys(("max", "fmax"), _binary("maxnum")),
    "powr": _binary("pow"),
    "divide": lambda s, a, b: s.div(a, b),
    "step": _step,
}
TERNARY: dict[str, Ternary] = {
    "fma": lambda s, a, b, c: s.call("fma", a, b, c),
    "mad": lambda s, a, b, c: s.add(s.mul(a, b), c),
    "mix": _mix,
    "lerp": _mix,
    "clamp": _clamp,
    "smoothstep": _smoothstep,
}


def _parts(s: Spelled, vector: str) -> list[str]:
    return [s.let(f"extractelement {s.type} {vector}, i32 {i}") for i in range(s.count)] if s.count else [vector]


def _dot(s: Spelled, a: str, b: str) -> str:
    """Add the products from left to right."""
    first, *others = _parts(s, s.mul(a, b))
    for other in others:
        first = s.let(f"fadd {s.element} {first}, {other}")
    return first


def _length(s: Spelled, a: str) -> str:
    return s.let(f"call {s.element} @llvm.sqrt.{SHORT[s.element]}({s.element} {_dot(s, a, a)})")


def _normalize(s: Spelled, a: str) -> str:
    return s.div(a, _spread(s, _length(s, a)))


def _cross(s: Spelled, a: str, b: str) -> str:
    def turned(x: str, order: tuple[int, ...]) -> str:
        picked = ", ".join(f"i32 {i}" for i in (*order, 3)[: s.count])
        return s.let(f"shufflevector {s.type} {x}, {s.type} poison, <{s.count} x i32> <{picked}>")

    left = s.mul(turned(a, (1, 2, 0)), turned(b, (2, 0, 1)))
    return s.sub(left, s.mul(turned(a, (2, 0, 1)), turned(b, (1, 2, 0))))


def _spread(s: Spelled, scalar: str) -> str:
    if not s.count:
        return scalar
    one = s.let(f"insertelement {s.type} poison, {s.element} {scalar}, i32 0")
    return s.let(f"shufflevector {s.type} {one}, {s.type} poison, <{s.count} x i32> zeroinitializer")


GEOMETRY_UNARY: dict[str, Unary] = {"length": _length, "normalize": _normalize}
GEOMETRY_BINARY: dict[str, Binary] = {"dot": _dot, "distance": lambda s, a, b: _length(s, s.sub(a, b)), "cross": _cross}


def definition(name: str, result: str, parameters: list[str]) -> list[str] | None:
    """Return the body of a known function with this signature; its parameters are %0, %1 ..."""
    plain, letters = plain_name(name)
    found = TO_INTEGER.fullmatch(plain)
    if found and result in ("i32", "i64") and parameters in (["float"], ["double"]):
        s = Spelled(parameters[0])
        whole = s.call(found[1], "%0")
        return [*s.lines, f"%whole = fptosi {s.type} {whole} to {result}", f"ret {result} %whole"]
    if plain == name:
        known = plain.removesuffix("f") if result == "float" and plain != "erf" else plain
        if known + ("f" if result == "float" else "") != name or result not in ("float", "double"):
            return None
        return _applied(Spelled(result), known, C_UNARY, C_BINARY, {}, result, parameters)
    first = parameters[0] if parameters else result
    if VECTOR.sub(r"\2", first) == "float" and (plain in GEOMETRY_UNARY or plain in GEOMETRY_BINARY):
        return _applied(Spelled(first), plain, GEOMETRY_UNARY, GEOMETRY_BINARY, {}, result, parameters)
    s = Spelled(result)
    if s.element in ("i8", "i16", "i32") and plain in ("min", "max") and letters:
        sign = "u" if letters.lstrip("Dv_0123456789").startswith(("j", "h", "t")) else "s"
        return _applied(s, plain, {}, {plain: _binary(sign + plain)}, {}, result, parameters)
    if s.element not in ("float", "double"):
        return None
    shortened = plain if plain in UNARY or plain in BINARY or plain in TERNARY or letters else plain.removesuffix("f")
    return _applied(s, shortened, UNARY, BINARY, TERNARY, result, parameters)


def _applied(
    s: Spelled,
    name: str,
    unary: Mapping[str, Unary],
    binary: Mapping[str, Binary],
    ternary: Mapping[str, Ternary],
    result: str,
    parameters: list[str],
) -> list[str] | None:
    if any(type not in (s.type, s.element) for type in parameters):
        return None
    values = [f"%{i}" if type == s.type else _spread(s, f"%{i}") for i, type in enumerate(parameters)]
    match values:
        case [x] if name in unary:
            value = unary[name](s, x)
        case [x, y] if name in binary:
            value = binary[name](s, x, y)
        case [x, y, z] if name in ternary:
            value = ternary[name](s, x, y, z)
        case _:
            return None
    return [*s.lines, f"ret {result} {value}"]
