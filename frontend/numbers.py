"""Constant folding in float32.

With `finite`, as in Skia's folding, the result is None where it is not a finite number; without, it is the infinity or
NaN of IEEE arithmetic.
"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Callable, Sequence

from gpucc.frontend.numbers_newer import SHAPED
from gpucc.frontend.typed import Scalar, Values
from gpucc.frontend.types import ShadingType

_PACK = struct.Struct("f")
WHOLE_NUMBER = re.compile(r"0[xX][0-9a-fA-F]+|0[0-7]*|[1-9][0-9]*")
LARGEST = 3.4028234663852886e38


def f32(value: float) -> float:
    """The nearest float32; infinity beyond the largest one."""
    try:
        return float(_PACK.unpack(_PACK.pack(value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


def whole(text: str) -> int | None:
    """The value of a decimal, octal or hexadecimal literal without a suffix; None for every other text."""
    if WHOLE_NUMBER.fullmatch(text) is None:
        return None
    if len(text) >= 40:
        return 2**64
    return int(text, 16 if text[:2] in ("0x", "0X") else 8 if text[0] == "0" else 10)


def i32(value: int) -> int:
    """The integer modulo 2^32, as a signed one of 32 bits holds it."""
    return (value + 2**31) % 2**32 - 2**31


def wrapped(value: int, base: str) -> int:
    """The integer modulo 2^32, as the type holds it."""
    return value % 2**32 if base == "uint" else i32(value)


def quotient(a: float, b: float) -> float:
    """The quotient by IEEE rules: an infinity or NaN where b is 0."""
    if b:
        return a / b
    return math.nan if not a or math.isnan(a) else math.copysign(math.inf, a) * math.copysign(1.0, b)


def nearest(value: float) -> int:
    """The 32-bit integer nearest to a float of any size; 0 for NaN."""
    return 0 if math.isnan(value) else int(min(max(value, -(2.0**31)), 2.0**31 - 1))


def convert(value: Scalar, base: str, finite: bool = True) -> Scalar | None:
    """Convert a number to another base type. A float too large for an integer gives None, or the nearest integer if not
    `finite`."""
    if base == "bool":
        return value != 0
    if base in ("float", "half"):
        return f32(float(value))
    if isinstance(value, float):
        low, high = (0.0, 2.0**32) if base == "uint" else (-(2.0**31), 2.0**31)
        if math.isfinite(value) and low <= value < high:
            return int(value)
        return None if finite else wrapped(nearest(value), base)
    return wrapped(int(value), base) if base == "uint" or (base == "int" and not finite) else int(value)


def convert_all(values: Values, base: str) -> Values | None:
    found = [convert(value, base) for value in values]
    return None if any(one is None for one in found) else tuple(one for one in found if one is not None)


def _float(op: str, a: float, b: float) -> float:
    if op == "+":
        return f32(a + b)
    if op == "-":
        return f32(a - b)
    if op == "*":
        return f32(a * b)
    return f32(quotient(a, b))


def _divided(a: int, b: int) -> int:
    """The quotient, rounded to zero. GLSL leaves that by zero open (5.9): it is the dividend."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1) if b else a


WHOLE_NUMBERS: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": _divided,
    "%": lambda a, b: a - b * _divided(a, b) if b else 0,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "<<": lambda a, b: a << (b & 31),
    ">>": lambda a, b: a >> (b & 31),
}


def _scalar(op: str, a: Scalar, b: Scalar, type: ShadingType, finite: bool) -> Scalar | None:
    found = _float(op, float(a), float(b)) if type.is_float else wrapped(WHOLE_NUMBERS[op](int(a), int(b)), type.base)
    return found if found is not None and (math.isfinite(found) or not finite) else None


COMPARE: dict[str, Callable[[Scalar, Scalar], bool]] = {
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "^^": lambda a, b: a != b,
}


def operate(
    op: str,
    result: ShadingType,
    left: tuple[ShadingType, Values],
    right: tuple[ShadingType, Values],
    finite: bool = True,
) -> Values | None:
    """Fold a binary operator. Numeric operands must have been converted to the base of the result."""
    a, b = left[1], right[1]
    if op in ("==", "!="):
        return (all(x == y for x, y in zip(a, b, strict=True)) == (op == "=="),)
    if op in COMPARE:
        return (COMPARE[op](a[0], b[0]),)
    if op == "*" and (left[0].is_matrix or right[0].is_matrix) and len(a) > 1 and len(b) > 1:
        return _product(left, right, finite)
    count = max(len(a), len(b))
    a, b = (values * count if len(values) == 1 else values for values in (a, b))
    return complete([_scalar(op, x, y, result, finite) for x, y in zip(a, b, strict=True)])


def zeros(type: ShadingType) -> Values:
    return (0.0 if type.is_float else 0,) * type.size


def complete(found: Sequence[Scalar | None]) -> Values | None:
    return None if any(one is None for one in found) else tuple(one for one in found if one is not None)


def _product(left: tuple[ShadingType, Values], right: tuple[ShadingType, Values], finite: bool) -> Values | None:
    """A product of matrices or of a matrix and a vector, computed in float64 and rounded once, as Skia does."""
    n = right[0].rows
    rows = left[0].rows if left[0].is_matrix else 1
    columns = right[0].columns
    found: list[Scalar | None] = []
    for column in range(columns):
        for row in range(rows):
            total = 0.0
            for k in range(n):
                a = left[1][k * rows + row]
                total += float(a) * float(right[1][column * n + k])
            total = f32(total)
            found.append(total if math.isfinite(total) or not finite else None)
    return complete(found)


def build(type: ShadingType, arguments: Sequence[tuple[ShadingType, Values]], finite: bool = True) -> Values | None:
    """Fold a constructor."""
    if type.base == "struct":
        return tuple(value for _, values in arguments for value in values)
    flat = [convert(value, type.base, finite) for _, values in arguments for value in values]
    if type.is_matrix and len(arguments) == 1:
        given = arguments[0][0]
        if given.is_scalar:
            return complete(
                [flat[0] if row == column else 0.0 for column in range(type.columns) for row in range(type.rows)]
            )
        if given.is_matrix:
            n = given.rows
            return complete(
                [
                    flat[column * n + row] if row < n and column < given.columns else float(row == column)
                    for column in range(type.columns)
                    for row in range(type.rows)
                ]
            )
    if len(flat) == 1:
        flat = flat * type.size
    return complete(flat[: type.size])


# built-in functions --------------------------------------------------------------------------------------------------


def _dot(a: Values, b: Values) -> float:
    total = 0.0
    for x, y in zip(a, b, strict=True):
        total += float(x) * float(y)
    return total


def _fract(x: float) -> float:
    return x - math.floor(x)


def _smooth(e0: float, e1: float, x: float) -> float:
    if e0 == e1 and x != e0:
        return float(x > e0)
    t = min(max((x - e0) / (e1 - e0), 0.0), 1.0)
    return t * t * (3 - 2 * t)


def _sign(x: float) -> float:
    return float((x > 0) - (x < 0))


def _power(x: float, y: float) -> float:
    found = math.pow(x, y)
    if not math.isfinite(found):
        raise ValueError
    return found


EACH: dict[str, Callable[..., float]] = {
    "radians": lambda x: x * 0.0174532925,
    "degrees": lambda x: x * 57.2957795,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "asin": math.asin,
    "acos": math.acos,
    "atan": lambda y, x=None: math.atan(y) if x is None else math.atan2(y, x),
    "pow": _power,
    "exp": math.exp,
    "log": math.log,
    "exp2": lambda x: math.pow(2.0, x),
    "log2": math.log2,
    "sqrt": math.sqrt,
    "inversesqrt": lambda x: 1 / math.sqrt(x),
    "abs": abs,
    "sign": _sign,
    "floor": math.floor,
    "ceil": math.ceil,
    "fract": _fract,
    "mod": lambda x, y: x - y * math.floor(x / y),
    "min": lambda x, y: y if y < x or x != x else x,
    "max": lambda x, y: y if x < y or x != x else x,
    "clamp": lambda x, a, b: a if x < a else min(x, b),
    "saturate": lambda x: min(max(x, 0.0), 1.0),
    "mix": lambda x, y, a: (y if a else x) if isinstance(a, bool) else x + (y - x) * a,
    "step": lambda e, x: float(x >= e),
    "smoothstep": _smooth,
    "matrixCompMult": lambda x, y: x * y,
    "round": lambda x: math.floor(x + 0.5),
    "roundEven": round,
    "trunc": math.trunc,
    "sinh": math.sinh,
    "cosh": math.cosh,
    "tanh": math.tanh,
    "asinh": math.asinh,
    "acosh": math.acosh,
    "atanh": math.atanh,
    "isnan": lambda x: x != x,
    "isinf": lambda x: abs(x) == math.inf,
}
RELATIONS = {
    "lessThan": "<",
    "lessThanEqual": "<=",
    "greaterThan": ">",
    "greaterThanEqual": ">=",
    "equal": "==",
    "notEqual": "!=",
}


def _normalized(a: Values) -> list[float]:
    length = f32(math.sqrt(_dot(a, a)))
    return [float(x) / length for x in a]


def _cross(a: Values, b: Values) -> list[float]:
    x, y, z = (float(v) for v in a)
    u, v, w = (float(v) for v in b)
    return [f32(y * w) - f32(z * v), f32(z * u) - f32(x * w), f32(x * v) - f32(y * u)]


def _reflected(i: Values, n: Values) -> list[float]:
    twice = 2 * f32(_dot(n, i))
    return [float(x) - f32(twice * float(y)) for x, y in zip(i, n, strict=True)]


def _refracted(i: Values, n: Values, eta: Values) -> list[float]:
    e, d = float(eta[0]), f32(_dot(n, i))
    k = f32(1 - f32(f32(e * e) * f32(1 - f32(d * d))))
    if k < 0:
        return [0.0] * len(i)
    factor = f32(f32(e * d) + f32(math.sqrt(k)))
    return [f32(e * float(x)) - f32(factor * float(y)) for x, y in zip(i, n, strict=True)]


WHOLE: dict[str, Callable[..., Sequence[Scalar]]] = {
    "length": lambda a: [math.sqrt(_dot(a, a))],
    "distance": lambda a, b: [math.dist(a, b)],
    "dot": lambda a, b: [_dot(a, b)],
    "cross": _cross,
    "normalize": _normalized,
    "faceforward": lambda n, i, r: n if _dot(r, i) < 0 else [-float(x) for x in n],
    # as Skia folds it: zero where the two are perpendicular
    "faceforward.skia": lambda n, i, r: [-float(x) * _sign(_dot(r, i)) + 0.0 for x in n],
    "reflect": _reflected,
    "refract": _refracted,
    "any": lambda a: [any(a)],
    "all": lambda a: [all(a)],
    "not": lambda a: [not x for x in a],
}


# functions that Skia folds by another rule than it computes
FOLDED = {"faceforward": "faceforward.skia"}


# the values of functions at their poles
POLES = {"log": -math.inf, "log2": -math.inf, "inversesqrt": math.inf, "pow": math.inf}


def _component(name: str, row: Sequence[float], finite: bool) -> float:
    try:
        return EACH[name](*row)
    except (ValueError, ZeroDivisionError, OverflowError) as error:
        if finite:
            raise
        if name in ("floor", "ceil"):
            return row[0]
        if isinstance(error, OverflowError):
            return math.inf
        return POLES.get(name, math.nan) if not row[0] else math.nan


def call(name: str, result: ShadingType, arguments: Sequence[Values], finite: bool = True) -> Values | None:
    """Fold a built-in function, computed in float64 and rounded once."""
    try:
        if name in EACH:
            count = max(map(len, arguments))
            columns = [values * count if len(values) == 1 else values for values in arguments]
            found: Sequence[Scalar] = [_component(name, row, finite) for row in zip(*columns, strict=True)]
        elif name in RELATIONS:
            found = [COMPARE[RELATIONS[name]](x, y) for x, y in zip(*arguments, strict=True)]
        elif name in WHOLE:
            found = WHOLE[name](*arguments)
        elif name in SHAPED:
            found = SHAPED[name](result, *arguments)
        else:
            return None
    except (ValueError, ZeroDivisionError, OverflowError, struct.error):
        return None if finite else (math.nan,) * result.size
    if result.is_integer:
        return tuple(wrapped(int(value), result.base) for value in found)
    if not result.is_float:
        return tuple(bool(value) for value in found)
    rounded = [f32(float(value)) for value in found]
    return tuple(rounded) if not finite or all(map(math.isfinite, rounded)) else None
