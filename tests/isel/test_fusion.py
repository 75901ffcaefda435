"""Dot products with consecutive uniform rows become matrix instructions if nothing else reads the rows."""

from __future__ import annotations

import pytest
from iselkit import Maker, check_selection

from gpucc.isa.agal import AGAL
from gpucc.isel import Leaf, Selected, Selector
from gpucc.isel.agal import AGAL_RULES
from gpucc.isel.fusion import families
from gpucc.isel.rules import available_ops
from gpucc.lowering.graph import Block, Node


def select(block: Block, **options: object) -> Selected:
    return Selector(AGAL, AGAL_RULES, {"stage": "vertex", **options}).select(block)


def ops(block: Block, **options: object) -> list[str]:
    selected = select(block, **options)
    check_selection(block, selected)
    return sorted(inst.op.name for inst in selected.insts)


def row(make: Maker, v: list[Node], register: int) -> Node:
    total = make.fmul(make.u(register, 0), v[0])
    for k in range(1, len(v)):
        total = make.fadd(total, make.fmul(v[k], make.u(register, k)))
    return total


def product(make: Maker, lanes: int, rows: range, register: int = 0) -> list[Node]:
    v = [make.i(register, c) for c in range(lanes)]
    return [row(make, v, r) for r in rows]


@pytest.mark.parametrize(
    ("lanes", "rows", "expected"), [(4, 4, ["m44"]), (4, 3, ["m34"]), (3, 3, ["m33"]), (3, 4, ["dp3", "m33"])]
)
def test_shapes(lanes: int, rows: int, expected: list[str]) -> None:
    make = Maker()
    assert ops(make.outputs(*product(make, lanes, range(5, 5 + rows)))) == expected


def test_operands_of_the_matrix() -> None:
    make = Maker()
    (inst,) = select(make.outputs(*product(make, 4, range(4)))).insts
    assert [s.value for s in inst.operands[0]] == [Leaf("input", 0, c) for c in range(4)]
    assert [s.value for s in inst.operands[1]] == [Leaf("uniform", r, c) for r in range(4) for c in range(4)]
    assert inst.results == 4


def test_rows_that_are_read_otherwise_stay() -> None:
    make = Maker()
    block = make.outputs(*product(make, 4, range(4)), make.fadd(make.i(1), make.u(2, 1)))
    assert ops(block) == ["add", "dp4", "dp4", "dp4", "dp4"]
    make = Maker()
    block = make.output({(k // 4, k % 4): n for k, n in enumerate([*product(make, 4, range(4)), make.u(3, 0)])})
    assert "m44" not in ops(block)


@pytest.mark.parametrize(("lanes", "rows", "expected"), [(3, 3, ["m33", "m44"]), (4, 3, ["m34", "m44"])])
def test_a_matrix_may_be_read_by_several_instructions(lanes: int, rows: int, expected: list[str]) -> None:
    """A position and a normal are turned by one matrix."""
    make = Maker()
    block = make.outputs(*product(make, 4, range(4)), *product(make, lanes, range(rows), 1))
    assert ops(block) == expected


def test_three_products_with_one_matrix() -> None:
    make = Maker()
    products = [product(make, 4, range(4)), product(make, 4, range(3), 1), product(make, 3, range(3), 2)]
    block = make.output({(k, c): n for k, nodes in enumerate(products) for c, n in enumerate(nodes)})
    assert ops(block) == ["m33", "m34", "m44"]


def test_no_register_is_in_two_matrices_that_begin_apart() -> None:
    make = Maker()
    below = [row(make, [make.i(1, c) for c in range(3)], r) for r in range(1, 4)]
    assert ops(make.outputs(*product(make, 4, range(4)), *below)) == ["dp3"] * 3 + ["dp4"] * 4


def test_a_vector_beside_two_products_keeps_the_rows_apart() -> None:
    make = Maker()
    block = make.outputs(
        *product(make, 4, range(4)), *product(make, 3, range(3), 1), make.fadd(make.i(2), make.u(1, 1))
    )
    assert ops(block) == ["add", *["dp3"] * 3, *["dp4"] * 4]


def test_two_vectors_may_share_a_matrix() -> None:
    make = Maker()
    block = make.outputs(*product(make, 4, range(4)), *product(make, 4, range(4), 1))
    assert ops(block) == ["m44", "m44"]


def test_rows_apart_stay() -> None:
    make = Maker()
    v = [make.i(0, c) for c in range(4)]
    assert ops(make.outputs(*(row(make, v, r) for r in (0, 1, 2, 4)))) == ["dp4", "m34"]


def test_indexed_registers_are_left_alone() -> None:
    def block() -> Block:
        make = Maker()
        return make.outputs(*product(make, 4, range(4, 8)), make.fadd(make.at(make.i(1), 2, 0), 1.0))

    assert "m44" not in {inst.op.name for inst in select(block()).insts}
    assert "m44" in {inst.op.name for inst in select(block(), arrays=((2, 2),)).insts}
    make = Maker()
    below = make.outputs(*product(make, 4, range(4)), make.fadd(make.at(make.i(1), 9, 0), 1.0))
    assert "m44" in {inst.op.name for inst in select(below).insts}


def test_results_for_many_registers_are_not_worth_it() -> None:
    make = Maker()
    rows = product(make, 4, range(4))
    assert ops(make.output({(k, 0): n for k, n in enumerate(rows)})) == ["dp4"] * 4
    make = Maker()
    x, y, z, w = product(make, 4, range(4))
    assert ops(make.outputs(y, x, w, z)) == ["m44"]  # one move reorders them


def test_on_request_never() -> None:
    make = Maker()
    assert ops(make.outputs(*product(make, 4, range(4))), matrices="never") == ["dp4"] * 4


def test_results_feed_further_code() -> None:
    make = Maker()
    v = product(make, 4, range(4))
    w = [row(make, v, r) for r in range(4, 8)]
    assert ops(make.outputs(*w, make.fadd(v[0], w[1]))) == ["add", "m44", "m44"]


def test_families_come_from_semantics() -> None:
    found = families(available_ops(AGAL, "vertex", 1))
    assert [(f.matrix.name, f.dot.name, f.rows, f.lanes) for f in found] == [
        ("m44", "dp4", 4, 4),
        ("m34", "dp4", 3, 4),
        ("m33", "dp3", 3, 3),
    ]
