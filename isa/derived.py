"""Derived constants: the operations with which a host computes them from uniforms.

Numbers are float32, integers have 32 bits and wrap around. Every operation rounds its own result, once: products and
sums are not fused. Curves, powers and logarithms are computed in double precision and rounded to float32, so that two
libraries differ only where the exact value lies within their error of the middle between two floats.
"""

from __future__ import annotations

from gpucc.records import dataclass


@dataclass(frozen=True, slots=True)
class DerivedOp:
    """`operands` and `result` are letters of kinds: f a float, i an integer, b a boolean. `c` is the operation in C,
    with operands in braces; `means` adds what C and the name leave open."""

    name: str
    operands: str
    result: str
    c: str
    means: str = ""


def _table(*rows: DerivedOp) -> dict[str, DerivedOp]:
    return {row.name: row for row in rows}


def _in_double(names: str) -> list[DerivedOp]:
    return [DerivedOp(name, "f", "f", f"(float){name}((double){{0}})") for name in names.split()]


# operations that compute nothing; the record of a step holds the uniform, or the value
UNIFORMS = {"uniform": "f", "iuniform": "i"}
CONSTANTS = {"const": "f", "iconst": "i", "bconst": "b"}

DERIVED_OPS = _table(
    DerivedOp("fadd", "ff", "f", "{0} + {1}"),
    DerivedOp("fsub", "ff", "f", "{0} - {1}"),
    DerivedOp("fmul", "ff", "f", "{0} * {1}"),
    DerivedOp("fdiv", "ff", "f", "{0} / {1}"),
    DerivedOp("fneg", "f", "f", "-{0}"),
    DerivedOp("fabs", "f", "f", "fabsf({0})"),
    DerivedOp("copysign", "ff", "f", "copysignf({0}, {1})"),
    DerivedOp("fmin", "ff", "f", "{prefix}_fmin({0}, {1})", "a number wins over NaN, -0 < +0"),
    DerivedOp("fmax", "ff", "f", "{prefix}_fmax({0}, {1})", "a number wins over NaN, -0 < +0"),
    DerivedOp("floor", "f", "f", "floorf({0})"),
    DerivedOp("ceil", "f", "f", "ceilf({0})"),
    DerivedOp("trunc", "f", "f", "truncf({0})"),
    DerivedOp("round", "f", "f", "roundf({0})", "to nearest, halves away from zero"),
    DerivedOp("rint", "f", "f", "rintf({0})", "to nearest, halves to the even one"),
    DerivedOp("sqrt", "f", "f", "sqrtf({0})"),
    *_in_double("sin cos tan asin acos atan sinh cosh tanh exp exp2 log log2 log10"),
    DerivedOp("pow", "ff", "f", "(float)pow((double){0}, (double){1})"),
    DerivedOp("atan2", "ff", "f", "(float)atan2((double){0}, (double){1})"),
    # comparisons: ordered ones are false, unordered ones true on NaN
    DerivedOp("foeq", "ff", "b", "{0} == {1}"),
    DerivedOp("fone", "ff", "b", "{0} < {1} || {0} > {1}"),
    DerivedOp("folt", "ff", "b", "{0} < {1}"),
    DerivedOp("fole", "ff", "b", "{0} <= {1}"),
    DerivedOp("ford", "ff", "b", "{0} == {0} && {1} == {1}"),
    DerivedOp("fueq", "ff", "b", "!({0} < {1} || {0} > {1})"),
    DerivedOp("fune", "ff", "b", "{0} != {1}"),
    DerivedOp("fult", "ff", "b", "!({0} >= {1})"),
    DerivedOp("fule", "ff", "b", "!({0} > {1})"),
    DerivedOp("funo", "ff", "b", "{0} != {0} || {1} != {1}"),
    DerivedOp("ieq", "ii", "b", "{0} == {1}"),
    DerivedOp("ine", "ii", "b", "{0} != {1}"),
    DerivedOp("islt", "ii", "b", "{0} < {1}"),
    DerivedOp("isle", "ii", "b", "{0} <= {1}"),
    DerivedOp("iult", "ii", "b", "(uint32_t){0} < (uint32_t){1}"),
    DerivedOp("iule", "ii", "b", "(uint32_t){0} <= (uint32_t){1}"),
    DerivedOp("band", "bb", "b", "{0} & {1}"),
    DerivedOp("bor", "bb", "b", "{0} | {1}"),
    DerivedOp("bxor", "bb", "b", "{0} ^ {1}"),
    DerivedOp("select", "bff", "f", "{0} ? {1} : {2}"),
    DerivedOp("iselect", "bii", "i", "{0} ? {1} : {2}"),
    DerivedOp("bselect", "bbb", "b", "{0} ? {1} : {2}"),
    DerivedOp("iadd", "ii", "i", "(int32_t)((uint32_t){0} + (uint32_t){1})"),
    DerivedOp("isub", "ii", "i", "(int32_t)((uint32_t){0} - (uint32_t){1})"),
    DerivedOp("imul", "ii", "i", "(int32_t)((uint32_t){0} * (uint32_t){1})"),
    DerivedOp("sitofp", "i", "f", "(float){0}"),
    DerivedOp("uitofp", "i", "f", "(float)(uint32_t){0}"),
    DerivedOp(
        "fptosi",
        "f",
        "i",
        "{prefix}_fptosi({0})",
        "to zero; what is too large is the largest there is, NaN is 0",
    ),
    DerivedOp("btof", "b", "f", "{0} ? 1.0f : 0.0f"),
    DerivedOp("btoi", "b", "i", "{0} ? 1 : 0"),
)


def kind_of_step(op: str) -> str | None:
    """Return the letter of a step's result, or None if there is no such operation."""
    if op in DERIVED_OPS:
        return DERIVED_OPS[op].result
    return UNIFORMS.get(op) or CONSTANTS.get(op)
