"""The limits of floats that are converted to integers, as their operations show them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpucc.isa.model import FP16, FP32
from gpucc.lowering.graph import BOOL, F32, Node
from gpucc.lowering.legalise.bounds import FloatBounds

X = Node("input", F32, (), (0, 0))
FAR = 1 << 64


def constant(value: float) -> Node:
    return Node("const", F32, (), value)


def op(name: str, *args: Node | float) -> Node:
    nodes = tuple(constant(arg) if isinstance(arg, float) else arg for arg in args)
    return Node(name, BOOL if name.startswith("fo") else F32, nodes)


def clamped(x: Node = X) -> Node:
    return op("fmin", op("fmax", x, 0.0), 1.0)


@pytest.mark.parametrize(
    ("node", "limits"),
    [
        (X, (-FAR, FAR)),
        (op("fadd", op("fmul", clamped(), 31.0), 0.5), (0, 31)),
        (op("fsub", 3.0, op("fmul", clamped(), 7.0)), (-4, 3)),
        (op("fneg", clamped()), (-1, 0)),
        (op("fabs", op("fsub", clamped(), 3.0)), (2, 3)),
        (op("ceil", op("fmin", op("fabs", X), 9.5)), (0, 10)),
        (op("select", op("folt", X, 4.0), op("fmax", X, 0.0), 2.0), (0, FAR)),
        (op("select", op("folt", X, 4.0), X, 2.0), (-FAR, 3)),
        (op("fmul", op("fabs", X), clamped()), (-FAR, FAR)),
    ],
    ids=range(9),
)
def test_limits(node: Node, limits: tuple[int, int]) -> None:
    assert FloatBounds(FP32).of(node).whole() == limits


def test_what_a_clamp_makes_of_nan_counts() -> None:
    """max(|x|, -5) is -5 for NaN, although |x| is never negative."""
    size = op("fabs", X)
    assert FloatBounds(FP32).of(op("fmin", op("fmax", size, -5.0), 9.5)).whole() == (-5, 9)
    assert FloatBounds(FP32).of(op("fmax", op("fmin", size, 9.5), -5.0)).whole() == (0, 9)


def test_a_limit_that_the_format_does_not_hold_moves_outward() -> None:
    """2049 is no half: a sum of at most 2049 may be rounded to 2050."""
    total = op("fadd", op("fmul", clamped(), 2048.0), 1.0)
    assert FloatBounds(FP32).of(total).high == 2049.0
    assert FloatBounds(FP16).of(total).high >= 2050.0


def value(node: Node, x: float) -> float:
    if node.op in ("input", "const"):
        return x if node.op == "input" else node.attr  # type: ignore[return-value]
    a, b = (*(value(arg, x) for arg in node.args), 0.0)[:2]
    match node.op:
        case "fadd" | "fsub":
            return a + b if node.op == "fadd" else a - b
        case "fmul":
            return a * b
        case "fmin" | "fmax":
            if math.isnan(a) or math.isnan(b):
                return b if math.isnan(a) else a
            return min(a, b) if node.op == "fmin" else max(a, b)
        case "fneg" | "fabs":
            return -a if node.op == "fneg" else abs(a)
    return math.nan if math.isnan(a) else a if math.isinf(a) else float(math.floor(a))


nodes = st.recursive(
    st.one_of(st.just(X), st.sampled_from([-3.0, -0.5, 0.0, 0.25, 2.0, 100.0]).map(constant)),
    lambda inner: st.one_of(
        st.builds(op, st.sampled_from(["fadd", "fsub", "fmul", "fmin", "fmax"]), inner, inner),
        st.builds(op, st.sampled_from(["fneg", "fabs", "floor"]), inner),
    ),
    max_leaves=9,
)
numbers = st.one_of(
    st.sampled_from([0.0, -0.0, 1.0, -1.0, 0.5, -7.25, 1e9, -1e30, math.inf, -math.inf, math.nan]),
    st.integers(-200, 200).map(lambda n: n / 8),
)


@given(nodes, numbers)
def test_no_value_is_outside(node: Node, x: float) -> None:
    found, got = FloatBounds(FP32).of(node), value(node, x)
    if math.isnan(got):
        assert found.nan
    else:
        assert found.low <= got <= found.high
