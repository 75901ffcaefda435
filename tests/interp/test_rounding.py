"""Rounding to number formats, compared with numpy's float16 and with a slow model in exact fractions."""

from __future__ import annotations

import math
import struct
from fractions import Fraction

import numpy as np
import pytest

from gpucc.interp.data import Batch
from gpucc.interp.reference.jit import Reference
from gpucc.interp.rounding import literal, literal_value, round_to, ulp
from gpucc.isa.model import FP16, FP24, FP32, Format

FP24_TRUNC = Format(
    "fp24", 7, 16, "trunc", subnormals=False, negative_zero=False, zero_times_inf_is_zero=True, minmax="second"
)
FP16_TRUNC = Format("fp16", 5, 10, "trunc")
FLUSHED = Format("fp32", 8, 23, subnormals=False)
FORMATS = (FP16, FP24, FP32, FP24_TRUNC, FP16_TRUNC, FLUSHED)


def model(format: Format, value: Fraction, negative: bool = False) -> float:
    """The number of the format nearest to an exact value, by the definition."""
    if value == 0:
        return -0.0 if negative and format.negative_zero else 0.0
    size = abs(value)
    exponent = math.floor(math.log2(size.numerator) - math.log2(size.denominator))
    while Fraction(2) ** exponent > size:
        exponent -= 1
    while Fraction(2) ** (exponent + 1) <= size:
        exponent += 1
    quantum = Fraction(2) ** (max(exponent, format.least_exponent) - format.mantissa)
    steps = size / quantum
    whole = steps.numerator // steps.denominator
    rest = steps - whole
    if format.rounding == "even" and (rest > Fraction(1, 2) or (rest == Fraction(1, 2) and whole % 2)):
        whole += 1
    result = whole * quantum
    if result > Fraction(format.greatest):
        sized = math.inf if format.rounding == "even" else format.greatest
    elif not format.subnormals and result < Fraction(2) ** format.least_exponent:
        sized = 0.0
    else:
        sized = float(result)
    signed = -sized if value < 0 else sized
    return 0.0 if signed == 0 and not format.negative_zero else signed


def doubles(count: int, seed: int) -> list[float]:
    random = np.random.default_rng(seed)
    values = np.exp2(random.uniform(-150, 130, count)) * random.choice((-1, 1), count)
    near_ties = np.ldexp(
        random.integers(1, 2**19, count) + random.choice((0, 0.5, 0.5 + 2**-20), count),
        random.integers(-100, 60, count),
    )
    near_half = np.ldexp(
        random.integers(1, 2**13, count) + random.choice((0, 0.5), count), random.integers(-28, 6, count)
    )
    return [float(v) for v in np.concatenate([values, near_ties, near_half, [0.0, -0.0]])]


@pytest.mark.parametrize("format", FORMATS, ids=lambda f: f"{f.name}-{f.rounding}-{f.subnormals}")
def test_round_to_is_the_definition(format: Format) -> None:
    values = doubles(400, 1)
    found = round_to(format, values)
    for value, result in zip(values, found, strict=True):
        expected = np.float32(model(format, Fraction(value), math.copysign(1, value) < 0))
        assert result.tobytes() == expected.tobytes(), f"{value!r}: {result!r}, not {expected!r}"


def test_round_to_half_is_numpys() -> None:
    values = np.array(doubles(3000, 2))
    with np.errstate(over="ignore"):
        assert np.array_equal(
            round_to(FP16, values).view(np.int32), values.astype(np.float16).astype(np.float32).view(np.int32)
        )


def test_special_values() -> None:
    for format in FORMATS:
        found = round_to(format, [math.inf, -math.inf, math.nan])
        assert found[0] == math.inf
        assert found[1] == -math.inf
        assert np.isnan(found[2])


def test_every_half_stays_itself() -> None:
    halves = np.arange(65536, dtype=np.uint16).view(np.float16).astype(np.float32)
    assert np.array_equal(round_to(FP16, halves), halves, equal_nan=True)


def test_literals() -> None:
    assert literal(1.0) == "0x3FF0000000000000"
    assert literal_value("0xH3C00") == 1.0
    assert literal_value(literal(-0.1)) == -0.1
    assert literal_value("1.500000e+00") == 1.5
    assert ulp(FP32, [1.0, 0.0])[0] == 2.0**-23
    assert ulp(FP32, [1.0, 0.0])[1] == 2.0**-149


# the same through the JIT --------------------------------------------------------------------------------------------

BODIES = {
    "fadd": "  %r = fadd float %a, %b",
    "fsub": "  %r = fsub float %a, %b",
    "fmul": "  %r = fmul float %a, %b",
    "fdiv": "  %r = fdiv float %a, %b",
    "frem": "  %r = frem float %a, %b",
    "sqrt": "  %r = call float @llvm.sqrt.f32(float %a)",
    "fma": "  %r = call float @llvm.fmuladd.f32(float %a, float %b, float %a)",
}
HEAD = "declare float @llvm.sqrt.f32(float)\ndeclare float @llvm.fmuladd.f32(float, float, float)"


def pairs(format: Format, count: int, seed: int) -> np.ndarray:
    random = np.random.default_rng(seed)
    spread = 2 ** (format.exponent - 1)
    values = np.exp2(random.uniform(-spread, spread, (count, 2))) * random.choice((-1, 1), (count, 2))
    values[: count // 2] = np.exp2(random.uniform(-9, 9, (count // 2, 2))) * random.choice((-1, 1), (count // 2, 2))
    values[:3] = [[0.0, -0.0], [1.0, 1.0], [-1.0, 3.0]]
    return round_to(format, values)


def fractions(op: str, a: Fraction, b: Fraction, format: Format) -> Fraction | None:
    match op:
        case "fadd":
            return a + b
        case "fsub":
            return a - b
        case "fmul":
            return a * b
        case "fdiv":
            return a / b if b else None
        case "frem":
            return a - b * int(a / b) if b else None
        case "fma":
            return Fraction(model(format, a * b)) + a if math.isfinite(model(format, a * b)) else None
    return None


@pytest.mark.parametrize("op", [op for op in BODIES if op != "sqrt"])
@pytest.mark.parametrize("format", FORMATS, ids=lambda f: f"{f.name}-{f.rounding}-{f.subnormals}")
def test_arithmetic_rounds_the_exact_result(shader, format: Format, op: str) -> None:  # type: ignore[no-untyped-def]
    given = pairs(format, 600, 3)
    inputs = np.zeros((len(given), 2, 4), np.float32)
    inputs[:, :, 0] = given
    found = Reference(shader(BODIES[op], "float, float", head=HEAD), format).run(
        Batch(inputs, np.zeros((1, 0, 4), np.float32))
    )
    checked = 0
    for (a, b), result in zip(given, found.outputs[:, 0, 0], strict=True):
        exact = fractions(op, Fraction(float(a)), Fraction(float(b)), format) if np.isfinite([a, b]).all() else None
        if exact is None:
            continue
        checked += 1
        expected = model(format, exact)
        assert float(result) == expected, f"{op} {a!r} {b!r}: {result!r}, not {expected!r}"
    assert checked > 250


@pytest.mark.parametrize("format", FORMATS, ids=lambda f: f"{f.name}-{f.rounding}-{f.subnormals}")
def test_root_rounds_the_exact_result(shader, format: Format) -> None:  # type: ignore[no-untyped-def]
    given = np.abs(pairs(format, 500, 4)[:, 0])
    inputs = np.zeros((len(given), 1, 4), np.float32)
    inputs[:, 0, 0] = given
    found = Reference(shader(BODIES["sqrt"], head=HEAD), format).run(Batch(inputs, np.zeros((1, 0, 4), np.float32)))
    for a, result in zip(given, found.outputs[:, 0, 0], strict=True):
        if a == 0 or not np.isfinite(a):
            continue
        scale = 400
        root = Fraction(math.isqrt(int(Fraction(float(a)) * 4**scale)), 2**scale)
        # a root is never halfway between two numbers, so a little more than the floor rounds the same way, unless it is
        # exact
        exact = root if root * root == Fraction(float(a)) else root + Fraction(1, 2**scale)
        assert float(result) == model(format, exact if format.rounding == "even" else root), f"sqrt {a!r}"


def test_half_arithmetic_is_numpys(shader) -> None:  # type: ignore[no-untyped-def]
    random = np.random.default_rng(5)
    halves = random.integers(0, 65536, (20000, 2)).astype(np.uint16).view(np.float16)
    inputs = np.zeros((20000, 2, 4), np.float32)
    inputs[:, :, 0] = halves
    for op, apply in (("fadd", np.add), ("fsub", np.subtract), ("fmul", np.multiply), ("fdiv", np.divide)):
        found = Reference(shader(BODIES[op], "float, float"), FP16).run(Batch(inputs, np.zeros((1, 0, 4), np.float32)))
        with np.errstate(all="ignore"):
            expected = apply(halves[:, 0], halves[:, 1]).astype(np.float32)
        result = found.outputs[:, 0, 0]
        same = (result.view(np.int32) == expected.view(np.int32)) | (np.isnan(result) & np.isnan(expected))
        assert same.all(), (op, halves[~same][0], result[~same][0], expected[~same][0])


def test_constants_are_rounded_first(shader) -> None:  # type: ignore[no-untyped-def]
    given = np.zeros((1, 1, 4), np.float32)
    body = "  %r = fadd float %a, 0x3FB99999A0000000"
    found = Reference(shader(body), FP16).run(Batch(given, np.zeros((1, 0, 4), np.float32)))
    assert found.outputs[0, 0, 0] == np.float32(np.float16(0.1))


def test_zero_times_infinity_by_format(shader) -> None:  # type: ignore[no-untyped-def]
    given = np.zeros((3, 2, 4), np.float32)
    given[:, :, 0] = [[0.0, np.inf], [-np.inf, 0.0], [0.0, np.nan]]
    batch = Batch(given, np.zeros((1, 0, 4), np.float32))
    text = shader(BODIES["fmul"], "float, float")
    assert np.isnan(Reference(text, FP32).run(batch).outputs[:, 0, 0]).all()
    found = Reference(text, FP24).run(batch).outputs[:, 0, 0]
    assert found[0] == found[1] == 0.0
    assert np.isnan(found[2])


def test_no_negative_zero_where_the_format_has_none(shader) -> None:  # type: ignore[no-untyped-def]
    given = np.zeros((1, 1, 4), np.float32)
    batch = Batch(given, np.zeros((1, 0, 4), np.float32))
    text = shader("  %r = fneg float %a")
    assert np.signbit(Reference(text, FP32).run(batch).outputs[0, 0, 0])
    assert not np.signbit(Reference(text, FP24).run(batch).outputs[0, 0, 0])
    bits = struct.unpack("<I", struct.pack("<f", 0.0))[0]
    assert Reference(text, FP24).run(batch).outputs[0, 0, 0].view(np.uint32) == bits
