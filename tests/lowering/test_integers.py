"""Integers represented as floats compared with two's complement: single operations over corner values, and random
expressions."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from evaluate import evaluate
from legal import AGAL, BLEND, E24, finish, graph_of, integers, legal, operations

from gpucc.errors import Unsupported
from gpucc.isa.model import FP16, FP24, FP32
from gpucc.lowering.graph import BOOL, DISJOINT, F32, I32, NNEG, NSW, NUW, Block, Graph, Node, Return, Type, integer
from gpucc.lowering.legalise.integers_divide import _around, _direct_factor, _offsets
from gpucc.program import Interface, Slot
from gpucc.reduce.graph_lanes import FLOAT, operate

Array = Any
COMPARES = ("ieq", "ine", "islt", "isle", "iult", "iule")
DIVISIONS = ("sdiv", "srem", "udiv", "urem")


def in_contract(op: str, bits: int, x: Array, y: Array, result: Array) -> Array:
    """The lanes that the reference does not mark."""
    fine = np.full(len(x), True)
    if op in DIVISIONS:
        fine &= y != 0
    if op in ("udiv", "urem"):
        fine &= (x >= 0) & (y >= 0)
    if op == "lshr":
        fine &= (x >= 0) | (y == bits - 1) | (bits <= 24)
    if op in ("uitofp", "zext") and bits > 24:
        fine &= x >= 0
    if op == "imul":
        fine &= np.abs(x * y) <= E24
    if op == "shl":
        fine &= np.abs(x.astype(np.float64) * 2.0**y) <= E24
    if result.dtype == np.int64:
        fine &= np.abs(result) <= E24
    return fine


def check(op: str, bits: int, constant: int | None = None, flags: int = 0, to: Type | None = None) -> int:
    """Compare all lanes inside the contract; return the number of operations in the legal graph."""
    kind = integer(bits)
    unary = op in ("sext", "zext", "itrunc", "sitofp", "uitofp")
    x = integers(bits, 1500)
    y = np.random.default_rng(7).permutation(x)
    if constant is not None:
        y = np.full_like(x, constant)
    elif op in ("shl", "lshr", "ashr"):
        y = np.random.default_rng(7).integers(0, min(bits, 32), len(x))
    result = to or (BOOL if op in COMPARES else kind)
    given = {1: constant} if constant is not None else None
    graph = legal(graph_of(op, result, [kind] if unary else [kind, kind], given, flags))
    inputs = {(0, 0): x.astype(np.float32), (1, 0): y.astype(np.float32)}
    got = evaluate(graph, inputs).outputs[0, 0]
    expected = operate(op, result, kind, [x] if unary else [x, y])
    wrong = in_contract(op, bits, x, y, expected) & ((got != expected) | ((expected == 0) & np.signbit(got)))
    assert not wrong.any(), (op, x[wrong][:4], y[wrong][:4], expected[wrong][:4], got[wrong][:4])
    return operations(graph)


@pytest.mark.parametrize("bits", [8, 13, 16, 24, 26, 32, 64])
@pytest.mark.parametrize("op", ["iadd", "isub", "imul", *DIVISIONS, *COMPARES, "ashr", "lshr", "shl"])
def test_two_variables(op: str, bits: int) -> None:
    check(op, bits)


@pytest.mark.parametrize("bits", [8, 16, 32])
@pytest.mark.parametrize("op", ["iadd", "isub", "imul", *DIVISIONS, *COMPARES, "iand", "ior", "ixor"])
def test_a_variable_and_a_constant(op: str, bits: int) -> None:
    for constant in (0, 1, 2, 3, 5, 7, 10, 48, 85, 100, 127, -1, -2, -3, -4, -8, -128):
        if constant or op not in DIVISIONS:
            check(op, bits, constant)


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
@pytest.mark.parametrize("op", ["shl", "ashr", "lshr"])
def test_shifts_by_constants(op: str, bits: int) -> None:
    for by in (0, 1, 3, 7, bits - 1):
        check(op, bits, by)


@pytest.mark.parametrize("op", ["sdiv", "srem"])
def test_quotients_that_round_to_zero(op: str) -> None:
    """Divisors larger than most dividends: truncation removes everything."""
    block, kind = Block("entry"), integer(8)
    x = block.make("srem", kind, (block.make("input", kind, (), (0, 0)), const(block, 63, kind)))
    result = block.make(op, kind, (block.make("iadd", kind, (x, const(block, 2, kind))), const(block, 64, kind)))
    expected, got, _ = run(result, block, {(0, 0): np.arange(-128, 128).astype(np.float32)})
    assert np.array_equal(expected, got)


@pytest.mark.parametrize("bits", [8, 16, 32])
def test_conversions(bits: int) -> None:
    for op, to in (
        ("sitofp", F32),
        ("uitofp", F32),
        ("sext", integer(64)),
        ("zext", integer(64)),
        ("itrunc", BOOL),
        ("itrunc", integer(7)),
    ):
        check(op, bits, to=to)
    check("sitofp", bits, flags=NNEG, to=F32)


def test_plain_integer_code_costs_what_float_code_does() -> None:
    assert check("iadd", 32) == check("iadd", 64) == 1
    assert operations(legal(graph_of("iadd", integer(8), [integer(8)] * 2, flags=NSW))) == 1
    assert check("shl", 32, 4) == 1
    assert check("imul", 32, 4) == 1
    assert check("sitofp", 32, to=F32) == check("uitofp", 32, to=F32) == 0
    assert check("udiv", 32, 10) == 2  # a multiplication and a floor
    assert check("udiv", 32, 8) == 2
    assert check("ashr", 32, 8) == 2


# quotients ------------------------------------------------------------------------------------------------------------

ALL_NUMBERS = np.arange(E24 + 1, dtype=np.int64)


@pytest.mark.parametrize("by", [3, 10, 4095])
def test_constant_quotients_for_every_dividend(by: int) -> None:
    """The proof by linear bounds, tested for all 2^24 dividends."""
    values = ALL_NUMBERS.astype(np.float32)
    exact = ALL_NUMBERS // by
    for largest in (1 << 22, E24):
        factor = _direct_factor(FP32, by, largest)
        if factor is not None:
            assert (np.floor(values[: largest + 1] * np.float32(factor)) == exact[: largest + 1]).all()
    factor = next(c for c in _around(FP32, by) if (found := _offsets(FP32, by, E24, c))[0] > -1 and found[1] <= by - 1)
    error = exact - np.floor(values * np.float32(factor)).astype(np.int64)
    assert error.min() >= 0
    assert error.max() <= 1


@pytest.mark.parametrize("format", [FP32, FP24, FP16])
def test_every_divisor_has_a_factor(format: Any) -> None:
    for by in [*range(3, 130), *range(format.exact_integers - 5, format.exact_integers)]:
        if by & (by - 1):
            assert any(
                (found := _offsets(format, by, format.exact_integers, c))[0] > -1 and found[1] <= by - 1
                for c in _around(format, by)
            ), by


@pytest.mark.parametrize("op", DIVISIONS)
def test_variable_quotients_survive_a_bad_division(op: str) -> None:
    """A hardware quotient off by 2^-22 must not change the result."""
    block = Block("entry")
    a, b = (block.make("input", I32, (), (k, 0)) for k in range(2))
    graph = legal(finish(block, block.make(op, I32, (a, b))))
    rng = np.random.default_rng(3)
    x = rng.integers(0, E24 + 1, 40_000)
    y = np.maximum(
        1, (x / rng.choice([1, 1.5, 2, 3, 1000, E24], len(x))).astype(np.int64) + rng.integers(-2, 3, len(x))
    )
    expected = operate(op, I32, I32, [x, y])
    for slip in (-1, 0, 1):
        got = _with_slipping_division(graph, x, y, slip)
        assert np.array_equal(got, expected), slip


def _with_slipping_division(graph: Graph, x: Array, y: Array, slip: int) -> Array:
    exact = FLOAT["fdiv"]
    FLOAT["fdiv"] = lambda a, b: (a.astype(np.float64) / b * (1 + slip * 2.0**-22)).astype(np.float32)
    try:
        return evaluate(graph, {(0, 0): x.astype(np.float32), (1, 0): y.astype(np.float32)}).outputs[0, 0]
    finally:
        FLOAT["fdiv"] = exact


# idioms of compilers --------------------------------------------------------------------------------------------------


def run(result: Node, block: Block, inputs: dict[tuple[int, int], Array], **options: Any) -> tuple[Array, Array, int]:
    """(the integers' results, the legal graph's results, its operations)"""
    graph = finish(block, result)
    expected = evaluate(graph, inputs).outputs[0, 0]
    reduced = legal(graph, **options)
    return expected, evaluate(reduced, inputs).outputs[0, 0], operations(reduced)


def const(block: Block, value: int, type: Type = I32) -> Node:
    return block.make("const", type, (), value)


def test_sign_extension_by_shifts_stays_in_range() -> None:
    for op in ("ashr", "lshr"):
        for up, down in ((24, 24), (16, 20), (24, 20)):
            block = Block("entry")
            x = block.make("input", I32, (), (0, 0))
            result = block.make(op, I32, (block.make("shl", I32, (x, const(block, up))), const(block, down)))
            expected, got, _ = run(result, block, {(0, 0): integers(32, 2000).astype(np.float32)})
            assert np.array_equal(expected, got)


def test_range_checks_are_exact_for_negative_numbers() -> None:
    """(unsigned)(x - 3) < 10"""
    block = Block("entry")
    x = block.make("input", I32, (), (0, 0))
    result = block.make("iult", BOOL, (block.make("isub", I32, (x, const(block, 3))), const(block, 10)))
    expected, got, count = run(result, block, {(0, 0): integers(32, 2000).astype(np.float32)})
    assert np.array_equal(expected, got)
    assert count <= 6


def test_a_limit_beyond_the_range_decides_a_comparison() -> None:
    block = Block("entry")
    x = block.make("input", I32, (), (0, 0))
    result = block.make("islt", BOOL, (x, const(block, 2**31 - 1)))
    assert run(result, block, {(0, 0): np.float32([0, -5, 9])})[1].all()


def test_clamped_indices_are_known_to_be_small() -> None:
    """min(max(x, 0), 7) & 7 is itself, and so is its unsigned conversion."""
    block = Block("entry")
    x, zero, seven = block.make("input", I32, (), (0, 0)), const(block, 0), const(block, 7)
    low = block.make("select", I32, (block.make("islt", BOOL, (x, zero)), zero, x))
    index = block.make("select", I32, (block.make("islt", BOOL, (low, seven)), low, seven))
    masked = block.make("iand", I32, (index, seven))
    plain = run(index, block, {(0, 0): integers(32, 100).astype(np.float32)})
    expected, got, count = run(masked, block, {(0, 0): integers(32, 100).astype(np.float32)})
    assert np.array_equal(expected, got)
    assert count == plain[2]


def test_a_sign_extended_condition_is_a_mask() -> None:
    block = Block("entry")
    x, y = (block.make("input", I32, (), (0, k)) for k in range(2))
    mask = block.make("select", I32, (block.make("islt", BOOL, (x, y)), const(block, -1), const(block, 0)))
    inputs = {(0, 0): np.float32([1, 5, -7]), (0, 1): np.float32([2, 2, 2])}
    for op in ("iand", "ior", "ixor"):
        expected, got, _ = run(block.make(op, I32, (mask, y)), block, inputs)
        assert np.array_equal(expected, got)


@pytest.mark.parametrize("by", [3, 7, 8, 1000, 4097])
def test_euclidean_remainders(by: int) -> None:
    """Rust's rem_euclid: r = x % n; if (r < 0) r += n;"""
    block = Block("entry")
    x = block.make("input", I32, (), (0, 0))
    period = const(block, by)
    remainder = block.make("srem", I32, (x, period))
    lifted = block.make("iadd", I32, (remainder, period), None, NSW)
    result = block.make("select", I32, (block.make("islt", BOOL, (remainder, const(block, 0))), lifted, remainder))
    edge = np.arange(0, 20_000)
    values = np.concatenate([integers(32, 4000), -E24 + edge, E24 - edge])
    expected, got, count = run(block.make("sitofp", F32, (result,)), block, {(0, 0): values.astype(np.float32)})
    assert np.array_equal(expected.view(np.int32), got.view(np.int32))
    assert count <= 17


def test_saturating_casts_give_zero_for_nan() -> None:
    """Rust's `as i32`."""
    block = Block("entry")
    x = block.make("input", F32, (), (0, 0))
    low, high = (block.make("const", F32, (), limit) for limit in (-(2.0**31), 2.0**31 - 128))
    clamped = block.make("fmin", F32, (block.make("fmax", F32, (x, low)), high))
    real = block.make("ford", BOOL, (x, x))
    whole = block.make("select", I32, (real, block.make("fptosi", I32, (clamped,)), const(block, 0)))
    values = np.float32([np.nan, 0, -0.0, 0.5, -0.5, 1.5, -1.5, 7, -7, E24, -E24, 8388607.5])
    expected, got, count = run(block.make("sitofp", F32, (whole,)), block, {(0, 0): values})
    assert np.array_equal(expected.view(np.int32), got.view(np.int32))
    assert count == 6


def test_an_equality_of_differing_bits() -> None:
    """(x ^ 7) == y, as LLVM writes it: (x ^ y) == 7"""
    block = Block("entry")
    x, y = (block.make("input", I32, (), (0, k)) for k in range(2))
    result = block.make("ieq", BOOL, (block.make("ixor", I32, (x, y)), const(block, 7)))
    values = np.arange(-20, 20)
    inputs = {(0, 0): np.repeat(values, 40).astype(np.float32), (0, 1): np.tile(values, 40).astype(np.float32)}
    expected, got, _ = run(result, block, inputs)
    assert np.array_equal(expected, got)


@pytest.mark.parametrize("op", COMPARES)
def test_masks_of_sign_and_low_bits(op: str) -> None:
    """x % 8 == 1 is (x & 0x80000007) == 1 to LLVM."""
    for mask in (-(2**31) + 7, -(2**31) + 1, -(2**30) + 3):
        for k in (0, 1, 5, 7, 8, -1, -8, -(2**31), -(2**31) + 1, -(2**31) + 5, -(2**30) + 1, 2**31 - 1):
            for swapped in (False, True):
                block = Block("entry")
                x = block.make("input", I32, (), (0, 0))
                masked = block.make("iand", I32, (x, const(block, mask)))
                args = (const(block, k), masked) if swapped else (masked, const(block, k))
                expected, got, _ = run(
                    block.make(op, BOOL, args), block, {(0, 0): integers(32, 200).astype(np.float32)}
                )
                assert np.array_equal(expected, got), (mask, k, swapped)
    block = Block("entry")
    masked = block.make("iand", I32, (block.make("input", I32, (), (0, 0)), const(block, -(2**31) + 7)))
    with pytest.raises(Unsupported, match="too large"):
        legal(finish(block, masked))


def test_logical_shifts_before_masks() -> None:
    """(x >> 3) & 3 of a signed x is (x lshr 3) & 3 to LLVM, since the mask hides the difference."""
    for build in ("constant", "variable", "extended"):
        block = Block("entry")
        x, n = (block.make("input", I32, (), (k, 0)) for k in range(2))
        if build == "extended":
            wide = integer(64)
            result = block.make("iand", wide, (block.make("zext", wide, (x,)), const(block, 7, wide)))
        else:
            by = const(block, 3) if build == "constant" else block.make("iand", I32, (n, const(block, 15)))
            result = block.make("iand", I32, (block.make("lshr", I32, (x, by)), const(block, 3)))
        values = integers(32, 300)
        inputs = {(0, 0): values.astype(np.float32), (1, 0): np.arange(len(values)).astype(np.float32)}
        expected, got, _ = run(result, block, inputs)
        assert np.array_equal(expected, got)


def test_disjoint_or_is_a_sum() -> None:
    block = Block("entry")
    x, y = (block.make("input", I32, (), (0, k)) for k in range(2))
    high = block.make("shl", I32, (x, const(block, 4)))
    inputs = {(0, 0): np.float32([1, 5, 7]), (0, 1): np.float32([2, 15, 0])}
    expected, got, count = run(block.make("ior", I32, (high, y), None, DISJOINT), block, inputs)
    assert np.array_equal(expected, got)
    assert count == 2
    low = block.make("iand", I32, (y, const(block, 15)))
    expected, got, count = run(block.make("ior", I32, (high, low)), block, inputs)
    assert np.array_equal(expected, got)
    assert count == 6


def test_bit_logic_of_small_numbers() -> None:
    for op in ("iand", "ior", "ixor"):
        block = Block("entry")
        x, y = (block.make("iand", I32, (block.make("input", I32, (), (0, k)), const(block, 15))) for k in range(2))
        grid = np.arange(256)
        expected, got, _ = run(
            block.make(op, I32, (x, y)), block, {(0, 0): np.float32(grid % 16), (0, 1): np.float32(grid // 16)}
        )
        assert np.array_equal(expected, got)


def test_a_cast_of_a_float_keeps_no_minus_zero() -> None:
    block = Block("entry")
    x = block.make("input", F32, (), (0, 0))
    whole = block.make("fptosi", I32, (x,))
    negated = block.make("imul", I32, (whole, const(block, -3)))
    result = block.make("sitofp", F32, (negated,))
    expected, got, _ = run(result, block, {(0, 0): np.float32([-0.5, -0.0, 0, 0.7, 1.5, -2.5])})
    assert np.array_equal(expected.view(np.int32), got.view(np.int32))


def test_casts_use_what_clamps_and_roundings_say() -> None:
    def cost(op: str, *before: tuple[str, float | None]) -> int:
        block = Block("entry")
        x = block.make("input", F32, (), (0, 0))
        for name, limit in before:
            x = block.make(name, F32, (x,) if limit is None else (x, block.make("const", F32, (), limit)))
        result = block.make("sitofp" if op == "fptosi" else "uitofp", F32, (block.make(op, I32, (x,)),))
        values = np.float32([-3.5, -0.5, -0.0, 0.0, 0.5, 3.7, 254.9, 300.0])
        if op == "fptoui" and not before:
            values = values[values > -1]
        expected, got, count = run(result, block, {(0, 0): values})
        assert np.array_equal(expected.view(np.int32), got.view(np.int32))
        return count - operations(legal(finish(block, x)))

    assert cost("fptoui") == 2
    assert cost("fptosi") > 2
    assert cost("fptosi", ("fmax", 0.0), ("fmin", 255.0)) == 1
    assert cost("fptoui", ("fmax", 0.0)) == 1
    assert cost("fptosi", ("fmax", 0.0), ("floor", None)) == 0
    assert cost("fptosi", ("fmax", -0.5)) > 1
    assert cost("fptosi", ("ceil", None)) == 1


def test_unsigned_slots_need_no_care() -> None:
    interface = Interface(inputs=(Slot("a", "input", 0, "u"),), outputs=(Slot("o", "output", 0, "i"),))
    kind = integer(8)
    block = Block("entry")
    x = block.make("input", kind, (), (0, 0))
    result = block.make("zext", I32, (x,))
    assert operations(legal(finish(block, result), interface=interface)) == 0
    assert operations(legal(finish(block, result))) > 0


@pytest.mark.parametrize("flags", [0, NUW | NSW])
@pytest.mark.parametrize("bits", [4, 8, 11])
def test_a_product_keeps_to_the_range_if_low_bits_are_read(bits: int, flags: int) -> None:
    """LLVM drops masks of factors, which another mask hides: the product then has more bits than a float."""
    block = Block("entry")
    x, y = (block.make("input", I32, (), (0, k)) for k in range(2))
    product = block.make("imul", I32, (block.make("imul", I32, (x, y), None, flags), const(block, 1001)))
    low = block.make("iand", I32, (block.make("iadd", I32, (product, const(block, 3))), const(block, (1 << bits) - 1)))
    graph = legal(finish(block, block.make("sitofp", F32, (low,))))
    one, other = integers(32, 2000), integers(32, 2000, 1)
    inputs = {(0, 0): one.astype(np.float32), (0, 1): other.astype(np.float32)}
    expected = (one * other * 1001 + 3) & ((1 << bits) - 1)
    assert np.array_equal(evaluate(graph, inputs).outputs[0, 0], expected)


# random expressions ---------------------------------------------------------------------------------------------------


def expression(seed: int, bits: int) -> tuple[Block, Node]:
    rng = random.Random(seed)
    block, kind = Block("entry"), integer(bits)
    pool = [block.make("input", kind, (), (0, k)) for k in range(3)]
    small = [1, 2, 3, 5, 7, 10, 15, 16, -1, -2, -8, 100]
    for _ in range(rng.randrange(2, 9)):
        op = rng.choice("iadd isub imul sdiv srem iand ior ixor shl ashr select narrow".split())
        a, b = rng.choice(pool), rng.choice(pool)
        if op == "select":
            condition = block.make(rng.choice(["islt", "ieq", "isle", "iult"]), BOOL, (a, b))
            pool.append(block.make("select", kind, (condition, a, rng.choice(pool))))
        elif op == "narrow":
            part = block.make("itrunc", integer(bits // 2), (a,))
            pool.append(block.make(rng.choice(["sext", "zext"]), kind, (part,)))
        else:
            limited = [1, 2, 3] if op in ("shl", "ashr") else small
            pool.append(
                block.make(
                    op,
                    kind,
                    (a, block.make("const", kind, (), rng.choice(limited)) if op not in ("iadd", "isub") else b),
                )
            )
    return block, block.make("sitofp", F32, (pool[-1],))


@pytest.mark.parametrize("bits", [8, 16, 32])
def test_random_expressions(bits: int) -> None:
    rng = np.random.default_rng(bits)
    for seed in range(60):
        block, result = expression(seed, bits)
        inputs = {(0, k): rng.integers(-100, 100, 64).astype(np.float32) for k in range(3)}
        graph = finish(block, result)
        inside = _inside(graph, inputs)
        expected = evaluate(graph, inputs).outputs[0, 0]
        for available, format in (
            (AGAL, BLEND),
            (AGAL - {"select", "folt", "fune"}, BLEND),
            (AGAL | {"trunc", "copysign"}, FP32),
        ):
            got = evaluate(legal(graph, available, format), inputs).outputs[0, 0]
            assert np.array_equal(got.view(np.int32)[inside], expected.view(np.int32)[inside]), seed


def _inside(graph: Graph, inputs: dict[tuple[int, int], Array]) -> Array:
    """Lanes in which no integer leaves the exact range."""
    fine = np.full(64, True)
    for node in graph.entry.known.values():
        if node.type.kind == "i" and node.args:
            fine &= np.abs(evaluate(finish_like(graph, node), inputs).outputs[0, 0]) <= E24
        if node.op in ("imul", "shl"):
            a, b = (evaluate(finish_like(graph, arg), inputs).outputs[0, 0] for arg in node.args)
            fine &= np.abs(a * b if node.op == "imul" else a << b) <= E24
    return fine


def finish_like(graph: Graph, node: Node) -> Graph:
    block = Block("probe", known=graph.entry.known)
    block.terminator = Return({(0, 0): node})
    return Graph("probe", [block])


# refusals -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("op", "constant", "word"),
    [
        ("imul", 1103515245, "1103515245 is too large"),
        ("ixor", -(2**31), "too large"),
        ("ixor", 0x2AAAAAAB, "too large"),
    ],
)
def test_what_floats_cannot_carry_is_refused(op: str, constant: int | None, word: str) -> None:
    with pytest.raises(Unsupported) as caught:
        legal(graph_of(op, I32, [I32, I32], None if constant is None else {1: constant}))
    assert word in caught.value.message
    assert caught.value.notes


@pytest.mark.parametrize(
    ("op", "function"), [("iand", np.bitwise_and), ("ior", np.bitwise_or), ("ixor", np.bitwise_xor)]
)
def test_logic_of_two_unknown_numbers(op: str, function: np.ufunc) -> None:
    corners = [0, 1, -1, 2, -2, 255, -256, 0x555555, -0x555556, (1 << 24) - 1, -(1 << 24), (1 << 24) - 2]
    pairs = np.array([(a, b) for a in corners for b in corners], np.int64)
    block = Block("entry")
    x, y = (block.make("input", I32, (), (0, k)) for k in range(2))
    inputs = {(0, k): pairs[:, k].astype(np.float32) for k in range(2)}
    expected, got, _ = run(block.make(op, I32, (x, y)), block, inputs)
    assert np.array_equal(got, function(pairs[:, 0], pairs[:, 1]))
    assert np.array_equal(expected, got)


def test_shifts_without_exp2() -> None:
    free = AGAL - {"exp2"}
    with pytest.raises(Unsupported, match="'shl' by an amount that is not known"):
        legal(graph_of("shl", I32, [I32, I32]), free)
    block = Block("entry")
    x, n = (block.make("input", I32, (), (0, k)) for k in range(2))
    by = block.make("iand", I32, (n, const(block, 7)))
    inputs = {(0, 0): np.float32([1, 3, -5] * 8), (0, 1): np.float32(list(range(8)) * 3)}
    expected, got, _ = run(block.make("shl", I32, (x, by)), block, inputs, available=free)
    assert np.array_equal(expected, got)


def test_promises_are_believed() -> None:
    block = Block("entry")
    x, y = (
        block.make("iand", integer(16), (block.make("input", integer(16), (), (0, k)), const(block, 255, integer(16))))
        for k in range(2)
    )
    difference = block.make("isub", integer(16), (x, y), None, NUW)
    graph = legal(finish(block, block.make("zext", I32, (difference,))))
    plain = legal(finish(block, block.make("zext", I32, (block.make("isub", integer(16), (x, y)),))))
    assert operations(graph) < operations(plain)
