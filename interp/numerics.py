"""The neutral operations over numpy lanes, and the compilation of machine ops from their `semantics` into straight
lists of steps.

Values are float32 arrays (booleans for comparisons) with one element for each lane, or one element if all lanes agree.
No array is changed after it was made, so registers may share them. Each operation rounds once; transcendental ones are
computed in float64 and rounded once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from gpucc.errors import InternalError
from gpucc.interp import numerics_fp16, numerics_fp24
from gpucc.interp.chance import Chance
from gpucc.interp.numerics_fp24 import Operation
from gpucc.interp.numerics_fp24 import Values as Values
from gpucc.interp.rounding import is_binary32
from gpucc.interp.texture import difference_x, difference_y
from gpucc.isa.model import FP32, LETTERS, Bound, Format, Op
from gpucc.records import dataclass

# Operations ---------------------------------------------------------------------------------------------------------


def _minimum(a: Values, b: Values) -> Values:
    """minimumNumber: numpy's fmin prefers a number to NaN; among equal values only zeros differ in their bits, and -0
    wins."""
    return _signed_zeros(np.fmin(a, b), a, b, np.bitwise_or)


def _maximum(a: Values, b: Values) -> Values:
    return _signed_zeros(np.fmax(a, b), a, b, np.bitwise_and)


def _signed_zeros(result: Values, a: Values, b: Values, join: Operation) -> Values:
    bits = np.int32 if result.dtype == np.float32 else np.int64
    joined: Values = join(a.view(bits), b.view(bits))
    np.copyto(result.view(bits), joined, where=np.equal(a, b))
    return result


def _wide(function: Operation) -> Operation:
    """Compute in float64 and round once to the type of the operands."""

    def operation(*operands: Values) -> Values:
        exact: Values = function(*[operand.astype(np.float64) for operand in operands])
        rounded: Values = exact.astype(operands[0].dtype)
        return rounded

    return operation


def _round(a: Values) -> Values:
    moved: Values = a + np.copysign(0.5, a)
    return np.trunc(moved)


def _ordered(a: Values, b: Values) -> Values:
    return ~(np.isnan(a) | np.isnan(b))


def _select(condition: Values, a: Values, b: Values) -> Values:
    return np.where(condition, a, b)


def _product_zero_wins(multiply: Operation) -> Operation:
    """A product in which zero times an infinity or a NaN is zero."""

    def operation(a: Values, b: Values) -> Values:
        product = multiply(a, b)
        beaten = np.isnan(product) & ((a == 0) | (b == 0))
        return np.where(
            beaten, np.where(np.signbit(a) ^ np.signbit(b), product.dtype.type(-0.0), product.dtype.type(0.0)), product
        )

    return operation


OPERATIONS: dict[str, Operation] = {
    "fadd": np.add,
    "fsub": np.subtract,
    "fmul": np.multiply,
    "fdiv": np.divide,
    "frem": np.fmod,
    "copysign": np.copysign,
    "fmin": _minimum,
    "fmax": _maximum,
    "fneg": np.negative,
    "fabs": np.abs,
    "floor": np.floor,
    "ceil": np.ceil,
    "trunc": np.trunc,
    "rint": np.rint,
    "round": _wide(_round),
    "sqrt": np.sqrt,
    "exp2": _wide(np.exp2),
    "exp": _wide(np.exp),
    "log2": _wide(np.log2),
    "log": _wide(np.log),
    "log10": _wide(np.log10),
    "sin": _wide(np.sin),
    "cos": _wide(np.cos),
    "tan": _wide(np.tan),
    "asin": _wide(np.arcsin),
    "acos": _wide(np.arccos),
    "atan": _wide(np.arctan),
    "sinh": _wide(np.sinh),
    "cosh": _wide(np.cosh),
    "tanh": _wide(np.tanh),
    "pow": _wide(np.power),
    "atan2": _wide(np.arctan2),
    "foeq": np.equal,
    "fone": lambda a, b: np.not_equal(a, b) & _ordered(a, b),
    "fueq": lambda a, b: ~(np.not_equal(a, b) & _ordered(a, b)),
    "fune": np.not_equal,
    "ford": _ordered,
    "funo": lambda a, b: ~_ordered(a, b),
    "folt": np.less,
    "fole": np.less_equal,
    "fult": lambda a, b: ~np.less_equal(b, a),
    "fule": lambda a, b: ~np.less(b, a),
    "band": np.logical_and,
    "bor": np.logical_or,
    "bxor": np.logical_xor,
    "bnot": np.logical_not,
    "select": _select,
    "btof": lambda a: a.astype(np.float32),
    "dfdx": difference_x,
    "dfdy": difference_y,
}
# the operations that numpy can write into a given array
IN_PLACE = frozenset({"fadd", "fsub", "fmul", "fdiv", "fneg", "fabs", "floor", "ceil", "trunc", "rint", "sqrt"})


def check_format(format: Format) -> None:
    """Refuse formats without arithmetic: float32 is implemented here, halves and formats like fp24 in modules of their
    own."""
    if numerics_fp16.supported(format) or (format.exponent, format.mantissa, format.rounding) == (8, 23, "even"):
        return
    if format.subnormals or not numerics_fp24.supported(format):
        raise InternalError(f"no arithmetic for the number format {format.name}")


# Expressions --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ref:
    """Lane `lane` (None: the result's own) of row `row` of an operand."""

    operand: str
    row: int
    lane: int | None


@dataclass(frozen=True, slots=True)
class NumericCall:
    name: str
    arguments: tuple[Expression, ...]


Expression = Ref | NumericCall | float
TOKEN = re.compile(
    r"\s*(?:(?P<number>-?[0-9]+\.?[0-9]*(?:e-?[0-9]+)?)|(?P<name>[A-Za-z_][A-Za-z0-9_.]*)|(?P<mark>[(),]))"
)


def parse(text: str) -> Expression:
    """Parse one string of `Op.semantics`."""
    tokens = []
    position = 0
    while position < len(text.rstrip()):
        match = TOKEN.match(text, position)
        if match is None:
            raise InternalError(f"semantics {text!r}: cannot read {text[position:]!r}")
        tokens.append(match)
        position = match.end()
    expression, rest = _parse(tokens, text)
    if rest:
        raise InternalError(f"semantics {text!r}: {rest[0][0]!r} is left over")
    return expression


def _parse(tokens: list[re.Match[str]], text: str) -> tuple[Expression, list[re.Match[str]]]:
    if not tokens or tokens[0]["mark"]:
        raise InternalError(f"semantics {text!r}: an operand is missing")
    first, rest = tokens[0], tokens[1:]
    if first["number"]:
        return float(first["number"]), rest
    if not rest or rest[0]["mark"] != "(":
        return _ref(first["name"]), rest
    arguments = []
    while rest and rest[0]["mark"] in ("(", ","):
        argument, rest = _parse(rest[1:], text)
        arguments.append(argument)
    if not rest or rest[0]["mark"] != ")" or first["name"] not in OPERATIONS:
        raise InternalError(f"semantics {text!r}: {first['name']} is no operation or not closed")
    return NumericCall(first["name"], tuple(arguments)), rest[1:]


def _ref(name: str) -> Ref:
    operand, *path = name.split(".")
    lane = LETTERS.index(path.pop()) if path and path[-1] in LETTERS else None
    return Ref(operand, int(path[0]) if path else 0, lane)


# Kernels ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NumericStep:
    """Applies `operation` to earlier values; `reuse` is the argument whose array has no other use and may hold the
    result."""

    operation: Operation
    arguments: tuple[int, ...]
    reuse: int | None = None


@dataclass(frozen=True, slots=True)
class Kernel:
    """A compiled op. Its values are the `inputs` (operand, row, lane), then the `literals`, then one for each step;
    `outputs` selects the results."""

    inputs: tuple[tuple[int, int, int | None], ...]
    literals: tuple[Values, ...]
    steps: tuple[NumericStep, ...]
    outputs: tuple[int, ...]

    def run(self, inputs: Sequence[Values]) -> list[Values]:
        values: list[Values] = [*inputs, *self.literals]
        for step in self.steps:
            operands = [values[i] for i in step.arguments]
            if step.reuse is not None and all(operand.size <= values[step.reuse].size for operand in operands):
                values.append(step.operation(*operands, out=values[step.reuse]))
            else:
                values.append(step.operation(*operands))
        return [values[i] for i in self.outputs]


@lru_cache(maxsize=1024)
def kernel(op: Op, results: tuple[int, ...], zero_wins: bool = False, format: Format = FP32) -> Kernel:
    """The steps that compute the given results of an op (indices into its semantics), each in the format.

    `zero_wins` is for products and sums of products: in an exact op, a product with a zero is zero. An approximate op
    with one result is computed in float64 throughout and not rounded, so that a perturbation rounds only once; one with
    several results (nrm) is the composition of its rounded parts.
    """
    expressions = [parse(op.semantics[i]) for i in results]
    wide = rounds_late(op)
    own = {} if wide else _operations(format)
    return _Builder(op, np.float64 if wide else np.float32, zero_wins and op.bound is None, own).build(expressions)


def _operations(format: Format) -> Mapping[str, Operation]:
    return numerics_fp16.OPERATIONS if numerics_fp16.supported(format) else numerics_fp24.operations(format)


def rounds_late(op: Op) -> bool:
    return op.bound is not None and op.result in ("each", "broadcast")


class _Builder:
    """Numbers the distinct subexpressions of some results, so that equal ones are computed once."""

    def __init__(self, op: Op, dtype: type[np.floating[Any]], zero_wins: bool, own: Mapping[str, Operation]) -> None:
        self.names = [operand.name for operand in op.operands]
        self.dtype = dtype
        self.operations = {**OPERATIONS, **own}
        if zero_wins:
            self.operations["fmul"] = _product_zero_wins(self.operations["fmul"])
        self.order: list[Expression] = []

    def build(self, expressions: list[Expression]) -> Kernel:
        for expression in expressions:
            self._visit(expression)
        refs = [e for e in self.order if isinstance(e, Ref)]
        literals = [e for e in self.order if isinstance(e, float)]
        calls = [e for e in self.order if isinstance(e, NumericCall)]
        numbered: list[Expression] = [*refs, *literals, *calls]
        number = {self._key(e): i for i, e in enumerate(numbered)}
        outputs = tuple(number[self._key(e)] for e in expressions)
        first = len(refs) + len(literals)
        arguments = [tuple(number[self._key(a)] for a in call.arguments) for call in calls]
        last_use = {value: i for i, used in enumerate(arguments) for value in used}
        steps = []
        for i, (call, used) in enumerate(zip(calls, arguments, strict=True)):
            free = [v for v in used if v >= first and last_use[v] == i and v not in outputs]
            operation = self.operations[call.name]
            writable = call.name in IN_PLACE and operation is OPERATIONS[call.name]
            steps.append(NumericStep(operation, used, free[0] if free and writable else None))
        inputs = tuple((self.names.index(ref.operand), ref.row, ref.lane) for ref in refs)
        return Kernel(inputs, tuple(np.array([value], self.dtype) for value in literals), tuple(steps), outputs)

    @staticmethod
    def _key(expression: Expression) -> object:
        return repr(expression) if isinstance(expression, float) else expression

    def _visit(self, expression: Expression) -> None:
        if self._key(expression) in {self._key(e) for e in self.order}:
            return
        if isinstance(expression, NumericCall):
            for argument in expression.arguments:
                self._visit(argument)
        self.order.append(expression)


# Approximate results --------------------------------------------------------------------------------------------------


def settle(values: Values, bound: Bound | None, perturb: Chance | None, format: Format = FP32) -> Values:
    """Round to the format; with `perturb`, first move each value by a random part of its bound.

    The rounding of the moved value (2^-24 relative) is subtracted from the bound, so the result stays within it.
    """
    if values.dtype == np.float64 and not is_binary32(format):
        chance = np.zeros(1) if bound is None or perturb is None else perturb.of(values)
        if numerics_fp16.supported(format):
            return numerics_fp16.perturbed(values, bound or Bound(), chance)
        return numerics_fp24.perturbed(format, values, bound.relative if bound else 0.0, chance)
    if bound is None or perturb is None:
        return values if values.dtype == np.float32 else values.astype(np.float32)
    relative = max(bound.relative - 2.0**-24, 0.0)
    absolute = bound.absolute * (1.0 - 2.0**-6)
    chance = perturb.of(values)
    exact = values.astype(np.float64)
    with np.errstate(invalid="ignore"):
        moved = exact + chance * (np.abs(exact) * relative + absolute)
    return np.where(np.isfinite(exact), moved, exact).astype(np.float32)
