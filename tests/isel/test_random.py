"""Random graphs: the code selected by AGAL's rules computes the same numbers, bit by bit, where all NaNs are equal."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from iselkit import Maker, check_selection, corner_lanes
from random_blocks import ALL, COMPARES, LOGIC, blocks

from gpucc.isa.agal import AGAL
from gpucc.isel import Selected, Selector
from gpucc.isel.agal import AGAL_RULES
from gpucc.lowering.graph import Block, Node


def selected(block: Block, stage: str = "fragment") -> Selected:
    return Selector(AGAL, AGAL_RULES, {"stage": stage}).select(block)


@settings(max_examples=250)
@given(blocks(ALL, 25))
def test_everything(block: Block) -> None:
    check_selection(block, selected(block), corner_lanes(count=256))


@settings(max_examples=100)
@given(blocks([*COMPARES, *LOGIC, "bnot", "bselect", "btof"], 20))
def test_truth_values(block: Block) -> None:
    check_selection(block, selected(block), corner_lanes(count=256))


@st.composite
def sums(draw: st.DrawFn) -> Block:
    """Sums of products of lanes in any order of operands: dot, cross and matrix products and near misses."""
    make = Maker()

    def vector() -> list[Node]:
        register = draw(st.integers(0, 3))
        leaf = draw(st.sampled_from([make.i, make.u]))
        order = draw(st.permutations(range(4)))
        found = [leaf(register, c) for c in order]
        return [make.fmul(v, make.i(3, 3)) for v in found] if draw(st.booleans()) else found

    outputs: list[Node] = []
    for _ in range(draw(st.integers(1, 5))):
        a, b = vector(), vector()
        lanes = draw(st.integers(2, 4))
        products = [
            make.fmul(x, y) if draw(st.booleans()) else make.fmul(y, x) for x, y in zip(a[:lanes], b, strict=False)
        ]
        total = products[0]
        for term in products[1:]:
            total = make.fadd(term, total) if draw(st.booleans()) else make.fadd(total, term)
        outputs.append(make.fadd(total, draw(st.sampled_from([*a, *b]))) if draw(st.booleans()) else total)
        outputs.append(make.fsub(products[0], products[1]))
    return make.outputs(*outputs)


@settings(max_examples=200)
@given(sums())
def test_sums_of_products(block: Block) -> None:
    check_selection(block, selected(block, "vertex"), corner_lanes(count=128))


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 2, 0), (2, 0, 1)])
def test_cross_product(order: tuple[int, int, int]) -> None:
    make = Maker()
    a, b = ([make.i(r, c) for c in range(3)] for r in range(2))
    turns = [(1, 2), (2, 0), (0, 1)]
    cross = [make.fsub(make.fmul(a[p], b[q]), make.fmul(b[p], a[q])) for p, q in turns]
    block = make.outputs(*(cross[k] for k in order))
    code = selected(block)
    assert [inst.op.name for inst in code.insts] == ["crs"]
    check_selection(block, code)


def test_lanes_are_enough_to_tell_wrong_from_right() -> None:
    """A test of the check itself: swapped operands must be noticed."""
    one, other = Maker(), Maker()
    block = one.outputs(one.fsub(one.i(0), one.i(1)))
    wrong = selected(other.outputs(other.fsub(other.i(1), other.i(0))))
    with pytest.raises(AssertionError, match="output"):
        check_selection(block, wrong)
    assert np.isfinite(corner_lanes(finite=True).inputs).all()
