"""Functions expanded for a target that lacks them, compared with numpy in float64, over corner values and random
numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from evaluate import evaluate
from lane_values import same_floats
from legal import AGAL, BLEND, floats, graph_of, legal, operations, pairs

from gpucc.errors import Unsupported
from gpucc.isa.model import FP24, FP32
from gpucc.lowering.graph import AFN, BOOL, F32, NINF, NNAN, NSZ, REASSOC
from gpucc.lowering.legalise.functions import FUNCTION_BOUNDS, FUNCTION_DOMAINS
from gpucc.reduce.graph_lanes import FLOAT, FUNCTIONS, operate

Array = Any
SAMPLES = 60_000


def run(
    op: str, *args: Array, available: frozenset[str] = AGAL, blend: bool = True, flags: int = 0, type: Any = F32
) -> Array:
    graph = legal(graph_of(op, type, [F32] * len(args), flags=flags), available, BLEND if blend else FP32)
    return evaluate(graph, {(k, 0): a for k, a in enumerate(args)}).outputs[0, 0]


@pytest.mark.parametrize("op", ["floor", "ceil", "trunc", "rint", "round"])
@pytest.mark.parametrize("more", [set(), {"copysign"}, {"ceil"}])
def test_rounding_is_exact_for_every_float(op: str, more: set[str]) -> None:
    x = floats(SAMPLES)
    expected = operate(op, F32, F32, [x])
    assert same_floats(run(op, x, available=AGAL | more), expected).all()


def test_a_target_with_ceil_only_floors() -> None:
    x = floats(SAMPLES)
    assert same_floats(run("floor", x, available=(AGAL - {"floor"}) | {"ceil"}), np.floor(x)).all()


def test_a_truncating_format_rounds_by_parity() -> None:
    x = floats(SAMPLES)
    graph = legal(graph_of("rint", F32, [F32]), AGAL, replace(BLEND, rounding="trunc"))
    assert same_floats(evaluate(graph, {(0, 0): x}).outputs[0, 0], np.rint(x)).all()


@pytest.mark.parametrize("op", ["fone", "fueq", "ford", "funo", "fult", "fule", "foeq", "fune", "folt", "fole"])
@pytest.mark.parametrize("lacking", [set(), {"fune", "foeq"}, {"folt"}])
def test_comparisons_hold_for_nan(op: str, lacking: set[str]) -> None:
    x, y = pairs(2000)
    expected = operate(op, BOOL, F32, [x, y])
    assert (run(op, x, y, available=AGAL - lacking, type=BOOL) == expected).all()


def test_promises_make_comparisons_plain() -> None:
    for op, plain in (("fult", "folt"), ("fule", "fole"), ("fueq", "foeq"), ("fone", "fune")):
        graph = legal(graph_of(op, BOOL, [F32, F32], flags=NNAN))
        assert operations(graph) == 2
        assert any(node.op == plain for node in graph.entry.known.values())


def test_copysign_sees_minus_zero() -> None:
    x, y = pairs(2000)
    got = run("copysign", x, y)
    known = ~np.isnan(y)  # the sign of a NaN does not matter
    assert same_floats(got, np.copysign(x, y))[known].all()
    assert operations(legal(graph_of("copysign", F32, [F32, F32], flags=NSZ))) < operations(
        legal(graph_of("copysign", F32, [F32, F32]))
    )


CASES: list[tuple[str, frozenset[str], bool]] = [
    *((op, AGAL, True) for op in "exp log log10 tan asin acos atan sinh cosh tanh atan2".split()),
    *((op, AGAL, False) for op in "asin acos atan atan2 sinh tanh".split()),
    *((op, AGAL - {"sin", "cos"}, blend) for op in ("sin", "cos") for blend in (True, False)),
    ("pow", AGAL - {"pow"}, False),
]


@pytest.mark.parametrize(("op", "available", "blend"), CASES)
def test_functions_keep_their_bounds(op: str, available: frozenset[str], blend: bool) -> None:
    args = (
        pairs(SAMPLES // 2)
        if op in ("pow", "atan2")
        else (np.concatenate([floats(SAMPLES), np.linspace(-1, 1, 9001, dtype=np.float32)]),)
    )
    if op in ("sin", "cos"):
        args = (args[0][np.abs(args[0]) <= FUNCTION_DOMAINS[op]],)
    got = run(op, *args, available=available, blend=blend)
    expected = FUNCTIONS[op](*[a.astype(np.float64) for a in args]).astype(np.float32)
    bound = FUNCTION_BOUNDS[op]
    finite = np.isfinite(got) & np.isfinite(expected)
    overflowed = np.isinf(got) & (np.abs(expected) > np.finfo(np.float32).max * (1 - bound.relative))
    assert (same_floats(got, expected) | overflowed)[~finite].all()
    error = np.abs(got[finite].astype(np.float64) - expected[finite])
    assert (error <= bound.relative * np.abs(expected[finite].astype(np.float64)) + bound.absolute).all()
    if op not in ("sin", "cos"):
        zero = (got == 0) & (expected == 0)
        assert (np.signbit(got) == np.signbit(expected))[zero].all()


@pytest.mark.parametrize("op", ["sin", "cos"])
def test_sine_and_cosine_are_right_to_20_bits(op: str) -> None:
    """A million angles in a turn, and the corner values around multiples of a quarter turn."""
    quarters = (np.arange(-2, 3)[:, None] * np.pi / 2 + np.arange(-50, 51) * 2.0**-24).ravel()
    x = np.concatenate([np.linspace(-np.pi, np.pi, 1_000_001), quarters]).astype(np.float32)
    got = run(op, x, available=AGAL - {"sin", "cos"}, blend=False).astype(np.float64)
    assert np.abs(got - FUNCTIONS[op](x.astype(np.float64))).max() < 2.0**-20


@pytest.mark.parametrize("blend", [True, False])
def test_a_tangent_of_its_own_is_steep_where_it_is_off(blend: bool) -> None:
    x = floats(SAMPLES)
    x = x[np.abs(x) <= FUNCTION_DOMAINS["sin"]]
    got = run("tan", x, available=AGAL - {"sin", "cos"}, blend=blend).astype(np.float64)
    expected = np.tan(x.astype(np.float64))
    assert (np.abs(got - expected) <= 2.0**-21 * (1 + expected * expected)).all()


@pytest.mark.parametrize(("op", "most"), [("sin", 20), ("cos", 18)])
def test_what_sine_and_cosine_cost(op: str, most: int) -> None:
    """On a target with signs on operands, an absolute value is one operation (a maximum)."""
    assert operations(legal(graph_of(op, F32, [F32]), AGAL - {"sin", "cos"}, FP32)) <= most


def test_flags_shorten_functions() -> None:
    for op, arguments, flags in (
        ("pow", 2, NNAN | NINF),
        ("atan2", 2, NNAN | NINF | NSZ),
        ("frem", 2, NNAN),
        ("frem", 2, AFN | REASSOC),
    ):
        free = AGAL - {"pow"}
        plain = operations(legal(graph_of(op, F32, [F32] * arguments), free, FP32))
        assert operations(legal(graph_of(op, F32, [F32] * arguments, flags=flags), free, FP32)) < plain


def test_fmod_is_exact_within_its_domain() -> None:
    x, y = pairs(SAMPLES)
    quotient = np.abs(x.astype(np.float64) / y)
    inside = (
        ((quotient < FUNCTION_DOMAINS["frem"]) & (np.abs(y) < 2.0**100))
        | np.isinf(x)
        | (y == 0)
        | np.isnan(x)
        | np.isnan(y)
    )
    expected = np.fmod(x, y)
    assert same_floats(run("frem", x, y), expected)[inside].all()


@pytest.mark.parametrize("units", [-4, -2, -1, 1, 2, 4])
def test_fmod_is_exact_where_a_quotient_is_nearly_whole(units: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The target's quotient is too small or too large by units of the last place: the remainder of 4 by the number
    below 2 was half of the right one."""

    def divide(a: Array, b: Array) -> Array:
        return ((a / b).view(np.int32) + np.int32(units)).view(np.float32)

    y = np.linspace(1, 2, 1999, endpoint=False, dtype=np.float32)
    steps = [np.float32(2) - np.float32(2.0**-23) * k for k in range(1, 9)]
    y = np.concatenate([y, np.array(steps, np.float32)])
    multiple = (y[:, None] * np.array([1, 2, 3, 4, 5, 7, 8, 1000], np.float32)).ravel()
    x = np.concatenate([(multiple.view(np.int32) + np.int32(k)).view(np.float32) for k in range(-3, 4)])
    y = np.tile(np.repeat(y, 8), 7)
    monkeypatch.setitem(FLOAT, "fdiv", divide)
    assert same_floats(run("frem", x, y), np.fmod(x, y)).all()


@pytest.mark.parametrize("divisor", [1.0, -2.0, 0.25, 3.0, 0.1])
def test_fmod_by_a_constant(divisor: float) -> None:
    x = floats(SAMPLES)
    limit = FUNCTION_DOMAINS["frem"] if divisor in (3.0, 0.1) else 2.0**127
    inside = (np.abs(x) < abs(divisor) * limit) | ~np.isfinite(x)
    graph = legal(graph_of("frem", F32, [F32, F32], {1: float(np.float32(divisor))}))
    got, expected = evaluate(graph, {(0, 0): x}).outputs[0, 0], np.fmod(x, np.float32(divisor))
    assert same_floats(got, expected)[inside].all()


def test_fma_is_two_roundings_and_says_so() -> None:
    warnings: list[str] = []
    graph = legal(graph_of("fma", F32, [F32, F32, F32]), warnings=warnings)
    assert operations(graph) == 2
    assert len(warnings) == 1
    assert "fused" in warnings[0]


def test_code_for_other_formats_rounds_in_float32_too() -> None:
    """The code is verified in float32 as well, so it must not use the format's magic number for rounding."""
    graph = legal(graph_of("rint", F32, [F32]), AGAL, FP24)
    x = floats(SAMPLES)
    assert same_floats(evaluate(graph, {(0, 0): x}).outputs[0, 0], np.rint(x)).all()


@pytest.mark.parametrize(
    ("op", "lacking", "word"), [("log2", "log2", "log2"), ("dfdx", "dfdx", "version=2"), ("sqrt", "sqrt", "sqrt")]
)
def test_what_cannot_be_computed_is_named(op: str, lacking: str, word: str) -> None:
    with pytest.raises(Unsupported, match=op) as caught:
        legal(graph_of(op, F32, [F32]), AGAL - {lacking})
    assert word in caught.value.message + " ".join(caught.value.notes)


def test_what_the_target_has_is_left_alone() -> None:
    for op, count in (("fadd", 2), ("fmin", 2), ("sqrt", 1), ("floor", 1)):
        assert operations(legal(graph_of(op, F32, [F32] * count))) == 1
