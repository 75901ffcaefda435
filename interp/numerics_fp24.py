"""Arithmetic in formats that differ from IEEE binary32: rounding to fewer bits, and special values of their own.

Numbers of the format are kept in float32 arrays. Sums, products, quotients and roots are computed in float64 and
rounded once: float64 has more than twice the bits plus two, so that the two roundings to nearest equal one (Figueroa
1995). For rounding towards zero that does not hold, so there a float64 that overshot the exact value is first moved
back by one step.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpucc.interp.rounding import is_binary32, round_to
from gpucc.isa.model import Format

Values = NDArray[Any]
Operation = Callable[..., Values]


def supported(format: Format) -> bool:
    """Return whether the format fits into a float32 and a float64 as required above."""
    return (
        format.exponent <= 8
        and format.mantissa <= 23
        and not (format.exponent == 8 and format.subnormals and format.mantissa < 23)
    )


def rounded(format: Format, values: Values) -> Values:
    """Round float64 values to the format, kept in float32: a fast `rounding.round_to` for formats without
    subnormals."""
    if format.subnormals:
        return round_to(format, values)
    given = np.asarray(values, np.float64)
    rest = np.int64(52 - format.mantissa)
    bits = given.view(np.int64)
    if format.rounding == "even":
        bits = bits + ((np.int64(1) << (rest - 1)) - 1 + ((bits >> rest) & 1))
    near = (bits >> rest << rest).view(np.float64)
    least = 2.0**format.least_exponent
    # values at least this close to the smallest number round to it, including the tie to even
    edge = least * (1.0 - 2.0 ** -(format.mantissa + 1)) if format.rounding == "even" else least
    size = np.abs(given)
    near = np.where(size < least, np.where(size >= edge, np.copysign(least, given), 0.0), near)
    limit = format.greatest
    near = np.where(np.abs(near) > limit, np.copysign(np.inf if format.rounding == "even" else limit, given), near)
    result = np.where(np.isfinite(given), near, given).astype(np.float32)
    return result if format.negative_zero else result + np.float32(0.0)


@lru_cache(maxsize=16)
def operations(format: Format) -> dict[str, Operation]:
    """The neutral operations that the format computes differently from float32; none for float32 itself."""
    table: dict[str, Operation] = {}
    if not is_binary32(format):
        table |= _arithmetic(format) | _functions(format)
    if format.minmax == "second":
        # max(a, b) = a > b ? a : b: the result is the second operand if one is NaN
        table |= {"fmin": _second_wins(np.less), "fmax": _second_wins(np.greater)}
    if not format.negative_zero:
        for name, function in (
            ("fneg", np.negative),
            ("floor", np.floor),
            ("ceil", np.ceil),
            ("trunc", np.trunc),
            ("rint", np.rint),
        ):
            table[name] = _without_negative_zero(function)
        table["copysign"] = _without_negative_zero(np.copysign)
        table["round"] = _without_negative_zero(
            lambda a: np.trunc(a.astype(np.float64) + np.copysign(0.5, a)).astype(np.float32)
        )
    return table


def _second_wins(compare: Operation) -> Operation:
    def operation(a: Values, b: Values) -> Values:
        chosen: Values = np.where(compare(a, b), a, b)
        return chosen

    return operation


def _without_negative_zero(function: Operation) -> Operation:
    return lambda *operands: np.asarray(function(*operands) + np.float32(0.0))


def _arithmetic(format: Format) -> dict[str, Operation]:
    """Return the sum, difference, product and so on of the format, each rounded once."""
    trunc = format.rounding == "trunc"

    def add(a: Values, b: Values) -> Values:
        x, y = a.astype(np.float64), b.astype(np.float64)
        total = x + y
        if trunc:
            back = total - x
            error = (x - (total - back)) + (y - back)  # exact (Knuth)
            total = _step_back(total, np.signbit(error) != np.signbit(total), error != 0)
        return rounded(format, total)

    def multiply(a: Values, b: Values) -> Values:
        product = np.multiply(a, b, dtype=np.float64)
        if format.zero_times_inf_is_zero:
            product = np.where(np.isnan(product) & ~(np.isnan(a) | np.isnan(b)), 0.0, product)
        return rounded(format, product)

    def divide(a: Values, b: Values) -> Values:
        x, y = a.astype(np.float64), b.astype(np.float64)
        quotient = x / y
        if trunc:
            back = rounded(format, quotient).astype(np.float64) * y  # exact: it has the bits of two numbers
            quotient = _step_back(quotient, np.abs(back) > np.abs(x), np.isfinite(back))
        return rounded(format, quotient)

    def root(a: Values) -> Values:
        x = a.astype(np.float64)
        found = np.sqrt(x)
        if trunc:
            near = rounded(format, found).astype(np.float64)
            found = _step_back(found, near * near > x, np.isfinite(near))
        return rounded(format, found)

    def remainder(a: Values, b: Values) -> Values:
        return rounded(format, np.fmod(a.astype(np.float64), b.astype(np.float64)))

    return {
        "fadd": add, "fsub": lambda a, b: add(a, np.negative(b)), "fmul": multiply, "fdiv": divide, "sqrt": root,
        "frem": remainder,
    }  # fmt: skip


def _step_back(values: Values, over: Values, exists: Values) -> Values:
    """Move values that overshot one float64 towards zero."""
    move = over & exists & np.isfinite(values) & (values != 0)
    return np.where(move, (values.view(np.int64) - 1).view(np.float64), values)


FUNCTIONS = {
    "exp2": np.exp2, "exp": np.exp, "log2": np.log2, "log": np.log, "log10": np.log10, "sin": np.sin, "cos": np.cos,
    "tan": np.tan,
    "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan, "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh,
    "pow": np.power, "atan2": np.arctan2,
}  # fmt: skip


def _functions(format: Format) -> dict[str, Operation]:
    def rounding_once(function: Operation) -> Operation:
        return lambda *operands: rounded(format, function(*(operand.astype(np.float64) for operand in operands)))

    return {name: rounding_once(function) for name, function in FUNCTIONS.items()}


def perturbed(format: Format, exact: Values, relative: float, chance: Values) -> Values:
    """Move each value by a random part of its relative bound, less the rounding, and round it."""
    room = max(relative - 2.0 ** -(format.mantissa + (format.rounding == "even")), 0.0)
    moved = exact * (1.0 + chance * room)
    return rounded(format, np.where(np.isfinite(exact), moved, exact))
