"""Arithmetic in fp24: words, numpy and the JIT agree with the definition in exact fractions, including special
values."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lane_values import same_floats

from gpucc.emit import fp24
from gpucc.interp import numerics
from gpucc.interp.chance import Chance
from gpucc.interp.data import Batch
from gpucc.interp.numerics_fp24 import operations, rounded
from gpucc.interp.reference.jit import Reference
from gpucc.interp.rounding import round_to
from gpucc.isa.model import FP24, Format
from gpucc.isa.pica200 import PICA200
from gpucc.program import Interface, Shader, SignatureLeaf, Slot

TRUNC = replace(FP24, rounding="trunc")
FORMATS = (FP24, TRUNC)
named = {"ids": lambda form: form.rounding}
SPECIAL = np.array(
    [0.0, 1.0, -1.0, 2.0**-62, -(2.0**-62), fp24.from_bits(0x7EFFFF), -1.5, np.inf, -np.inf, np.nan], np.float32
)


def words(count: int, seed: int) -> np.ndarray:
    """Numbers of the format: special ones, random ones, and ones of similar size."""
    random = np.random.default_rng(seed)
    bits = random.integers(0, 1 << 24, count)
    bits[: count // 2] = (bits[: count // 2] & 0x80FFFF) | random.integers(58, 68, count // 2) << 16
    values = np.array([fp24.from_bits(int(b)) for b in bits], np.float32)
    return np.concatenate([SPECIAL, round_to(FP24, values)])


def pairs(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """All pairs of special values, then random ones."""
    special = np.meshgrid(SPECIAL, SPECIAL)
    a, b = words(count, seed), words(count, seed + 1)
    return np.concatenate([special[0].ravel(), a]), np.concatenate([special[1].ravel(), b])


# words ----------------------------------------------------------------------------------------------------------------


def test_every_normal_word_comes_back() -> None:
    for bits in range(0, 1 << 24, 499):
        exponent = bits >> 16 & 127
        if 0 < exponent < 127:
            assert fp24.to_bits(fp24.from_bits(bits)) == bits


@pytest.mark.parametrize("form", FORMATS, **named)
@given(value=st.floats(allow_nan=True, allow_infinity=True))
@settings(max_examples=300, deadline=None)
def test_words_are_rounded_as_values_are(form: Format, value: float) -> None:
    expected = round_to(form, value)
    found = np.float32(fp24.from_bits(fp24.to_bits(value, form)))
    assert same_floats(np.array([found]), np.array([expected], np.float32)).all()


def test_words_of_known_numbers() -> None:
    """Words from the sheet, and picasso's where truncation makes no difference."""
    known = {
        1.0: 0x3F0000,
        -2.25: 0xC02000,
        1024.0: 0x490000,
        0.0078125: 0x380000,
        math.inf: 0x7F0000,
        3e19: 0x7F0000,
        -0.0: 0,
    }
    assert {value: fp24.to_bits(value) for value in known} == known
    assert fp24.to_bits(0.1) == 0x3B999A
    assert fp24.to_bits(0.1, TRUNC) == 0x3B9999
    assert math.isnan(fp24.from_bits(fp24.to_bits(math.nan)))


# rounding -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMATS, **named)
def test_fast_rounding_is_the_slow_one(form: Format) -> None:
    random = np.random.default_rng(3)
    values = np.exp2(random.uniform(-80, 80, 5000)) * random.choice((-1, 1), 5000)
    least = np.ldexp(65536 + random.integers(-3, 3, 500) + random.choice((0, 0.25, 0.5, 0.75), 500), -78)
    ties = np.ldexp(random.integers(1 << 17, 1 << 18, 2000).astype(np.float64), random.integers(-79, 47, 2000))
    all_values = np.concatenate(
        [values, least, -least, ties, ties * (1 + 2.0**-50), [0.0, -0.0, np.inf, -np.inf, np.nan, 2.0**64]]
    )
    assert same_floats(rounded(form, all_values), round_to(form, all_values)).all()


# operations -----------------------------------------------------------------------------------------------------------

BINARY = {
    "fadd": "fadd",
    "fsub": "fsub",
    "fmul": "fmul",
    "fdiv": "fdiv",
    "fmin": "llvm.minnum.f32",
    "fmax": "llvm.maxnum.f32",
}
BINARY |= {"frem": "frem", "copysign": "llvm.copysign.f32"}
WHOLE = {op: f"llvm.{op}.f32" for op in ("floor", "ceil", "trunc", "rint", "round")}
UNARY = {"fneg": "fneg", "fabs": "llvm.fabs.f32", "sqrt": "llvm.sqrt.f32", **WHOLE}


def compiled(op: str) -> Shader:
    """A shader that applies one operation to its inputs."""
    name = {**BINARY, **UNARY}[op]
    head, operands = "", "float %a, %b" if op in BINARY else "float %a"
    if name.startswith("llvm"):
        arguments = "float %a, float %b" if op in BINARY else "float %a"
        head = f"declare float @{name}({arguments.replace(' %a', '').replace(' %b', '')})"
        body = f"  %r = call float @{name}({arguments})"
    else:
        body = f"  %r = {name} {operands}"
    text = (
        f"{head}\ndefine {{ float }} @gpucc.shader(float %a, float %b) {{\n{body}\n  %s = insertvalue {{ float }}"
        " poison, float %r, 0\n"
    )
    text += "  ret { float } %s\n}\n"
    slots = tuple(Slot(f"in{i}", "input", i, "f", "float") for i in range(2))
    interface = Interface(slots, (Slot("out", "output", 0, "f", "float"),))
    leaves = tuple(SignatureLeaf(i, 0, 1, "f") for i in range(2))
    return Shader(text, "vertex", "main", interface, inputs=leaves, outputs=(SignatureLeaf(0, 0, 1, "f"),))


@pytest.mark.parametrize("op", [*BINARY, *UNARY])
@pytest.mark.parametrize("form", FORMATS, **named)
def test_numpy_and_the_jit_agree_bit_by_bit(form: Format, op: str) -> None:
    a, b = pairs(4000, 11)
    inputs = np.zeros((len(a), 2, 4), np.float32)
    inputs[:, 0, 0], inputs[:, 1, 0] = a, b
    jit = Reference(compiled(op), form).run(Batch(inputs, np.zeros((1, 0, 4), np.float32)))
    table = {**numerics.OPERATIONS, **operations(form)}
    with np.errstate(all="ignore"):
        found = table[op](a, b) if op in BINARY else table[op](a)
    agree = same_floats(np.asarray(found, np.float32), jit.outputs[:, 0, 0]) | jit.unsure
    assert agree.all(), (op, a[~agree][:3], b[~agree][:3], found[~agree][:3], jit.outputs[~agree, 0, 0][:3])
    # unsure are only the choice of operand in min and max of a NaN, and the sign of a NaN
    one = np.isnan(a) != np.isnan(b) if op in ("fmin", "fmax") else np.isnan(b)
    assert not (jit.unsure & ~one).any()
    assert jit.unsure.any() == (op in ("fmin", "fmax", "copysign"))


@pytest.mark.parametrize("form", FORMATS, **named)
def test_inputs_are_rounded_on_their_way_in(form: Format) -> None:
    random = np.random.default_rng(9)
    values = (np.exp2(random.uniform(-70, 70, 2000)) * random.choice((-1, 1), 2000)).astype(np.float32)
    inputs = np.zeros((len(values), 2, 4), np.float32)
    inputs[:, 0, 0] = values
    inputs[:, 1, 0] = 1.0
    found = Reference(compiled("fmul"), form).run(Batch(inputs, np.zeros((1, 0, 4), np.float32))).outputs[:, 0, 0]
    assert same_floats(found, rounded(form, values.astype(np.float64))).all()


@pytest.mark.parametrize("op", ["fadd", "fsub", "fmul", "fdiv"])
@pytest.mark.parametrize("form", FORMATS, **named)
def test_results_are_the_exact_ones_rounded(form: Format, op: str) -> None:
    a, b = (values[np.isfinite(values) & (values != 0)][:600] for values in (words(3000, 5), words(3000, 6)))
    with np.errstate(all="ignore"):
        found = operations(form)[op](a, b)
    for x, y, result in zip(a, b, found, strict=True):
        p, q = Fraction(float(x)), Fraction(float(y))
        exact = {"fadd": p + q, "fsub": p - q, "fmul": p * q, "fdiv": p / q}[op]
        assert result == exactly(form, exact), (op, x, y)


def exactly(form: Format, exact: Fraction) -> float:
    """The definition: multiples of the quantum, 2^-16 of the next lower power of two."""
    if exact == 0:
        return 0.0
    size, exponent = abs(exact), -62
    while Fraction(2) ** (exponent + 1) <= size:
        exponent += 1
    quantum = Fraction(2) ** (exponent - 16)
    whole = round(size / quantum) if form.rounding == "even" else size // quantum
    value = whole * quantum
    if value < Fraction(2) ** -62:
        return 0.0
    greatest = Fraction(fp24.from_bits(0x7EFFFF))
    if value > greatest:
        value = math.inf if form.rounding == "even" else greatest
    return math.copysign(float(value), exact)


# special values [H]: docs/sources/pica200.md, Numbers -----------------------------------------------------------------


def apply(op: str, *values: float) -> float:
    with np.errstate(all="ignore"):
        return float(
            {**numerics.OPERATIONS, **operations(FP24)}[op](*(np.array([value], np.float32) for value in values))[0]
        )


@pytest.mark.parametrize(
    ("op", "values", "expected"),
    [
        ("fmul", (np.inf, 0.0), 0.0),
        ("fmul", (0.0, -np.inf), 0.0),
        ("fmul", (np.nan, 0.0), np.nan),
        ("fadd", (np.inf, -np.inf), np.nan),
        ("fmul", (-1.0, 0.0), 0.0),
        ("fneg", (0.0,), 0.0),
        ("fmul", (2.0**-62, 0.5), 0.0),
        ("fmul", (-(2.0**-62), 0.5), 0.0),
        ("fmax", (0.0, np.nan), np.nan),
        ("fmax", (np.nan, 0.0), 0.0),
        ("fmin", (0.0, np.nan), np.nan),
        ("fmin", (np.nan, 0.0), 0.0),
        ("fdiv", (1.0, 0.0), np.inf),
        ("fdiv", (1.0, np.inf), 0.0),
        ("sqrt", (-1.0,), np.nan),
        ("fmul", (2.0**63, 2.0), np.inf),
        ("floor", (-0.5,), -1.0),
        ("floor", (0.5,), 0.0),
    ],
)
def test_special_values(op: str, values: tuple[float, ...], expected: float) -> None:
    found = apply(op, *values)
    assert np.float32(found).tobytes() == np.float32(expected).tobytes() or (np.isnan(found) and np.isnan(expected))


def test_integers_are_exact_to_131072() -> None:
    assert FP24.exact_integers == 131072
    assert apply("fadd", 131071.0, 1.0) == 131072.0
    assert apply("fadd", 131072.0, 1.0) == 131072.0


@pytest.mark.parametrize("name", ["rcp", "rsq", "ex2", "lg2"])
@pytest.mark.parametrize("form", FORMATS, **named)
def test_functions_are_rounded_once_and_perturbed_within_their_bound(name: str, form: Format) -> None:
    op = PICA200.op(name)
    a = np.abs(words(500, 8))
    a = a[np.isfinite(a) & (a > 2.0**-20) & (a < 2.0**20)].astype(np.float64)
    kernel = numerics.kernel(op, (0,), format=form)
    with np.errstate(all="ignore"):
        (exact,) = kernel.run([a])
        expected = {"rcp": 1 / a, "rsq": 1 / np.sqrt(a), "ex2": np.exp2(a), "lg2": np.log2(a)}[name]
        assert same_floats(numerics.settle(exact, op.bound, None, form), round_to(form, expected)).all()
        moved = numerics.settle(exact, op.bound, Chance(1), form).astype(np.float64)
    assert op.bound is not None
    inside = np.isfinite(moved) & (np.abs(expected) < 2.0**60) & (np.abs(expected) > 2.0**-60)
    moved, expected = moved[inside], expected[inside]
    assert (np.abs(moved - expected) <= np.abs(expected) * op.bound.relative).all()
    assert (moved != round_to(form, expected)).any()
