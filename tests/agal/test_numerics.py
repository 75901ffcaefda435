"""Semantics strings, the kernels compiled from them, and operations whose corner cases numpy does not define."""

import numpy as np
import pytest

from gpucc.errors import InternalError
from gpucc.interp import numerics
from gpucc.interp.chance import Chance
from gpucc.interp.numerics import OPERATIONS, NumericCall, Ref, kernel, parse, settle
from gpucc.isa import neutral
from gpucc.isa.agal import AGAL
from gpucc.isa.model import FP32, Bound, Format, Op, Operand


def f32(*values: float) -> numerics.Values:
    return np.array(values, np.float32)


def test_parsing() -> None:
    assert parse("fsub(a, floor(m.2.w))") == NumericCall(
        "fsub", (Ref("a", 0, None), NumericCall("floor", (Ref("m", 2, 3),)))
    )
    assert parse(" fmin( fmax(a.x, -0.5) , 1e-3)") == NumericCall(
        "fmin", (NumericCall("fmax", (Ref("a", 0, 0), -0.5)), 0.001)
    )
    assert parse("a") == Ref("a", 0, None)


@pytest.mark.parametrize(
    "text", ["", "fadd(a, b", "fadd(a b)", "frob(a)", "fadd(a,)", "a b", "fadd(a, b))", "fadd(a; b)"]
)
def test_malformed_semantics_are_internal_errors(text: str) -> None:
    with pytest.raises(InternalError):
        parse(text)


@pytest.mark.parametrize("op", [op for op in AGAL.ops if op.semantics], ids=lambda op: op.name)
def test_semantics_fit_their_operands(op: Op) -> None:
    assert len(op.semantics) == {"each": 1, "broadcast": 1, "none": 1}.get(
        op.result, 4 if op.mask is None else op.mask.bit_count()
    )
    for operand, row, lane in kernel(op, tuple(range(len(op.semantics)))).inputs:
        assert row < op.operands[operand].rows
        assert (
            lane is None if op.operands[operand].lanes == 0 else lane is not None and lane < op.operands[operand].lanes
        )


def test_operations_are_neutral_ones() -> None:
    assert set(OPERATIONS) <= set(neutral.OPS)


def test_equal_parts_are_computed_once() -> None:
    nrm = AGAL.op("nrm")
    assert len(kernel(nrm, (0, 1, 2)).steps) == 5 + 2 + 3
    assert len(kernel(nrm, (1,)).steps) == 5 + 2 + 1
    assert len(kernel(AGAL.op("m44"), (0, 3)).inputs) == 4 + 2 * 4


def test_kernels_leave_their_inputs_alone() -> None:
    op = Op("probe", 0, (Operand("a"),), "each", ("fadd(fmul(a, a), fmul(fmul(a, a), 2.0))",))
    a = f32(1, 2, 3)
    (result,) = kernel(op, (0,)).run([a])
    assert result.tolist() == [3, 12, 27]
    assert a.tolist() == [1, 2, 3]


def test_a_result_used_twice_is_not_overwritten() -> None:
    op = Op(
        "probe",
        0,
        (Operand("a"),),
        "fixed",
        ("fmul(a.x, a.x)", "fadd(fmul(a.x, a.x), 1.0)", "fneg(fadd(fmul(a.x, a.x), 1.0))"),
    )
    results = kernel(op, (0, 1, 2)).run([f32(2, 3)])
    assert [r.tolist() for r in results] == [[4, 9], [5, 10], [-5, -10]]


def test_values_that_agree_in_all_lanes_broadcast() -> None:
    op = Op("probe", 0, (Operand("a"), Operand("b")), "each", ("fadd(fmul(a, a), b)",))
    assert kernel(op, (0,)).run([f32(2), f32(1, 2, 3)])[0].tolist() == [5, 6, 7]
    assert kernel(op, (0,)).run([f32(1, 2, 3), f32(2)])[0].tolist() == [3, 6, 11]


@pytest.mark.parametrize(
    ("name", "a", "b", "expected"),
    [
        ("fmin", 0.0, -0.0, "-0.0"),
        ("fmin", -0.0, 0.0, "-0.0"),
        ("fmax", -0.0, 0.0, "0.0"),
        ("fmax", 0.0, -0.0, "0.0"),
        ("fmax", -0.0, -0.0, "-0.0"),
        ("fmin", np.nan, 1.0, "1.0"),
        ("fmax", 1.0, np.nan, "1.0"),
        ("fmax", np.nan, np.nan, "nan"),
        ("fune", np.nan, np.nan, "True"),
        ("fueq", np.nan, 1.0, "True"),
        ("fone", np.nan, 1.0, "False"),
        ("fone", 2.0, 1.0, "True"),
        ("fult", np.nan, 1.0, "True"),
        ("fule", 2.0, 1.0, "False"),
        ("ford", np.nan, 1.0, "False"),
        ("funo", np.nan, 1.0, "True"),
        ("pow", 2.0, 0.5, "1.4142135"),
        ("frem", -5.5, 2.0, "-1.5"),
    ],
)
def test_corner_cases(name: str, a: float, b: float, expected: str) -> None:
    with np.errstate(all="ignore"):
        assert str(OPERATIONS[name](f32(a), f32(b))[0]) == expected


@pytest.mark.parametrize(
    ("value", "expected"), [(0.5, 1), (2.5, 3), (-0.5, -1), (0.49999997, 0), (8388609.0, 8388609), (-2.5, -3)]
)
def test_round_is_half_away_from_zero(value: float, expected: float) -> None:
    assert OPERATIONS["round"](f32(value))[0] == expected


def test_settling_keeps_what_has_no_room() -> None:
    values = np.array([np.inf, -np.inf, np.nan, 0.0, 1.0])
    moved = settle(values, Bound(relative=2.0**-10), Chance(0))
    assert moved.dtype == np.float32
    assert moved[0] == np.inf
    assert moved[1] == -np.inf
    assert np.isnan(moved[2])
    assert moved[3] == 0
    assert moved[4] != 1
    assert settle(f32(1, 2), None, Chance(0)).tolist() == [1, 2]


def test_other_formats_are_refused() -> None:
    numerics.check_format(FP32)
    with pytest.raises(InternalError):
        numerics.check_format(Format("bf16", 8, 7))
